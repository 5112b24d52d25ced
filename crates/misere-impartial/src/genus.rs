//! The genus of an impartial game.

use misere_core::{Account, Exhausted, Form, Forms, Player};
use misere_notation::Style;
use rustc_hash::FxHashMap;

/// The genus of an impartial game G: its Grundy value, and the misère Grundy values of G,
/// G + 2, G + 2 + 2 and so on, 2 being the Nim heap (\[ww\], \[onag\]). The misère Grundy value
/// of X is the n for which the previous player wins X + *n.
///
/// The values of G + 2 + … + 2 alternate in the end; they are written up to the first pair
/// that repeats for ever.
///
/// ```
/// use misere_core::Forms;
/// use misere_impartial::Genus;
/// use misere_notation::{Style, parse_form};
/// let forms = Forms::new();
/// let g = parse_form(&forms, "*2+*2")?;
/// assert_eq!(Genus::of(&forms, g)?.unwrap().write(Style::Unicode), "0^{02}");
/// # Ok::<(), misere_notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: u64,
    /// At least two values, of which the last two repeat; no shorter list would do.
    misere: Vec<u64>,
}

impl Genus {
    /// The genus of an impartial form; `None` if it is not impartial.
    ///
    /// An option of G + 2 + … + 2 has an option of G in place of G, or 1 or 0 in place of one
    /// 2; and X + 1 has the misère Grundy value of X but for the last bit (\[nim\]
    /// Theorem 5). Hence with P(g) = {g, g ⊕ 1} the value with n twos is the least
    /// number that is neither such a value of an option of G, nor in P of the value with
    /// n − 1 twos; for n = 0 the second condition is void, except that 0 has the value 1.
    ///
    /// The values end with a pair that repeats. Let the values of the options do so, and let a
    /// be the least number not among them for even n, likewise b for odd n. If the value is a
    /// for an even n, the next is not in P(a), so the one after it is a again. Else the value
    /// before was in P(a), and the value, the least one outside P(a), occurs again two steps
    /// later, or a does. Together these are at most five steps.
    pub fn of(forms: &Forms, g: Form) -> Result<Option<Genus>, Exhausted> {
        if !forms.is_impartial(g) {
            return Ok(None);
        }
        let account = Account::new(forms.budget().clone());
        let mut known: FxHashMap<Form, Genus> = FxHashMap::default();
        for &follower in &*forms.followers_within(&[g])? {
            let options: Vec<&Genus> =
                forms.options(follower, Player::Left).iter().map(|o| &known[o]).collect();
            for _ in &options {
                forms.budget().step()?;
            }
            let genus = Genus::from_options(&options);
            account.charge(size_of::<(Form, Genus)>() + size_of_val(&*genus.misere))?;
            known.insert(follower, genus);
        }
        Ok(known.remove(&g))
    }

    fn from_options(options: &[&Genus]) -> Genus {
        let normal = least_other(options.iter().map(|o| o.normal), options.len());
        let repeating_from = options.iter().map(|o| o.misere.len() - 2).max().unwrap_or(0);
        let mut misere: Vec<u64> = Vec::new();
        loop {
            let n = misere.len();
            let value = match misere.last() {
                None if options.is_empty() => 1,
                last => {
                    let twos = last.into_iter().flat_map(|&before| [before, before ^ 1]);
                    let values = options.iter().map(|o| o.misere_value(n)).chain(twos);
                    least_other(values, options.len() + 2)
                }
            };
            misere.push(value);
            if n >= repeating_from + 2 && misere[n - 2] == value {
                return Genus::new(normal, misere);
            }
        }
    }

    /// The genus with these values, of which the last two repeat.
    pub(crate) fn new(normal: u64, misere: impl IntoIterator<Item = u64>) -> Genus {
        let mut misere: Vec<u64> = misere.into_iter().collect();
        while let [.., third, _, last] = *misere
            && third == last
        {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// The Grundy value under normal play.
    #[must_use]
    pub fn normal(&self) -> u64 {
        self.normal
    }

    /// The values that are written: the last two repeat for ever.
    #[must_use]
    pub fn misere(&self) -> &[u64] {
        &self.misere
    }

    /// The misère Grundy value of the game plus `twos` heaps of size 2.
    #[must_use]
    pub fn misere_value(&self, twos: usize) -> u64 {
        let length = self.misere.len();
        let at = if twos < length { twos } else { length - 2 + (twos - length) % 2 };
        self.misere[at]
    }

    /// The genus as in the books, `2^{1420}`; commas separate the values if one has two digits.
    #[must_use]
    pub fn write(&self, style: Style) -> String {
        let separator = if self.misere.iter().all(|&value| value < 10) { "" } else { "," };
        let values: Vec<String> = self.misere.iter().map(u64::to_string).collect();
        let (normal, misere) = (self.normal, values.join(separator));
        match style {
            Style::Ascii => format!("{normal}^{misere}"),
            Style::Unicode | Style::Latex => format!("{normal}^{{{misere}}}"),
        }
    }
}

/// The least number that is not among at most `count` values.
fn least_other(values: impl Iterator<Item = u64>, count: usize) -> u64 {
    let mut present = vec![false; count + 1];
    for value in values {
        if let Some(place) = usize::try_from(value).ok().and_then(|value| present.get_mut(value)) {
            *place = true;
        }
    }
    present.iter().take_while(|present| **present).count() as u64
}
