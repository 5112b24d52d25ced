//! Section 4 up to the count of antichains: the nine dicots born by day 2.

use std::collections::BTreeSet;

use misere::core::{Exhausted, Form, Forms, Relation};
use rustc_hash::FxHashSet;

use crate::desk::Desk;
use crate::item::{Finding, Trouble};
use crate::play::Play;
use crate::sample::{is_ge, subsets};

/// The names of the nine dicots born by day 2, in the order of Table 1.
pub(super) struct Nine {
    pub(super) forms: [Form; 9],
}

/// A set of the nine dicots born by day 2, a bit each.
pub(super) type Set = u16;

const NAMES: [&str; 9] = ["0", "*", "~α", "α", "s", "z", "~s", "~z", "*2"];
const DEFINITIONS: [&str; 9] =
    ["0", "*", "{0|*}", "{*|0}", "{0,*|0}", "{0,*|*}", "{0|0,*}", "{*|0,*}", "{0,*|0,*}"];
/// The place of the conjugate of each of the nine dicots.
const CONJUGATES: [usize; 9] = [0, 1, 3, 2, 6, 7, 4, 5, 8];

impl Nine {
    pub(super) fn new(desk: &Desk) -> Result<Nine, Trouble> {
        let mut forms = [Form::ZERO; 9];
        for (form, text) in forms.iter_mut().zip(DEFINITIONS) {
            *form = desk.read(text)?;
        }
        Ok(Nine { forms })
    }

    pub(super) fn members(&self, set: Set) -> Vec<Form> {
        (0..9).filter(|i| set >> i & 1 == 1).map(|i| self.forms[i]).collect()
    }

    /// The form with these options.
    pub(super) fn form(&self, forms: &Forms, left: Set, right: Set) -> Result<Form, Exhausted> {
        forms.ordinary(&self.members(left), &self.members(right))
    }

    /// The antichains modulo D, the empty one included.
    pub(super) fn antichains(&self, desk: &Desk) -> Result<Vec<Set>, Exhausted> {
        let mut above = [0; 9];
        for (i, &g) in self.forms.iter().enumerate() {
            for (j, &h) in self.forms.iter().enumerate() {
                if i != j && desk.d.ge(h, g)? {
                    above[i] |= 1 << j;
                }
            }
        }
        let is_antichain = |&set: &Set| (0..9).all(|i| set >> i & 1 == 0 || set & above[i] == 0);
        Ok((0..1 << 9).filter(is_antichain).collect())
    }

    /// 0, and all dicots whose two sides are antichains of the nine: what is left of day 3 when
    /// dominated options are removed.
    pub(super) fn undominated(&self, desk: &Desk) -> Result<Vec<Form>, Exhausted> {
        let antichains = self.antichains(desk)?;
        let mut found = vec![Form::ZERO];
        for &left in antichains.iter().filter(|&&set| set != 0) {
            for &right in antichains.iter().filter(|&&set| set != 0) {
                found.push(self.form(desk.forms(), left, right)?);
            }
        }
        Ok(found)
    }
}

/// The set with these names, separated by blanks.
pub(super) fn set(names: &str) -> Set {
    let index = |name| NAMES.iter().position(|&n| n == name).expect("one of the nine names");
    names.split_whitespace().map(|name| 1 << index(name)).sum()
}

pub(super) fn sets<const N: usize>(names: [&str; N]) -> Vec<Set> {
    names.map(set).to_vec()
}

pub(super) fn conjugate(set: Set) -> Set {
    (0..9).filter(|i| set >> i & 1 == 1).map(|i| 1 << CONJUGATES[i]).sum()
}

/// A ⊎ B of section 4: the unions of a member of each.
pub(super) fn unions(a: &[Set], b: &[Set]) -> Vec<Set> {
    a.iter().flat_map(|&x| b.iter().map(move |&y| x | y)).collect()
}

pub(super) fn show_set(set: Set) -> String {
    let names: Vec<&str> = (0..9).filter(|i| set >> i & 1 == 1).map(|i| NAMES[i]).collect();
    format!("{{{}}}", names.join(","))
}

pub(super) fn proposition_4_1(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = desk.shown(DEFINITIONS)?;
    let mut computed = BTreeSet::new();
    for &g in desk.day_2()? {
        if desk.forms().is_dicot(g) {
            computed.insert(desk.write(desk.d.canonical(g)?)?);
        }
    }
    let list =
        |set: BTreeSet<String>| format!("{}: {}", set.len(), set.into_iter().collect::<Vec<_>>().join(", "));
    Ok(Finding::new(list(claimed), list(computed)))
}

/// The covers in the order of the nine dicots, which Figure 4 draws as lines.
pub(super) fn figure_4(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed =
        ["s>*", "s>α", "s>*2", "z>0", "z>~α", "z>*2", "*>~s", "~α>~s", "*2>~s", "0>~z", "α>~z", "*2>~z"];
    let nine = Nine::new(desk)?;
    let mut greater = [[false; 9]; 9];
    for (i, &g) in nine.forms.iter().enumerate() {
        for (j, &h) in nine.forms.iter().enumerate() {
            greater[i][j] = desk.d.relation(g, h)? == Relation::Greater;
        }
    }
    let mut covers = BTreeSet::new();
    for i in 0..9 {
        for j in 0..9 {
            if greater[i][j] && !(0..9).any(|k| greater[i][k] && greater[k][j]) {
                covers.insert(format!("{}>{}", NAMES[i], NAMES[j]));
            }
        }
    }
    let claimed: BTreeSet<String> = claimed.iter().map(|&s| s.to_owned()).collect();
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(" ");
    Ok(Finding::new(list(claimed), list(covers)))
}

/// The sums of Table 1 are played out.
pub(super) fn table_1(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = [
        "NPRLLNRNN",
        "PNNNNLNRN",
        "RNPNNPRRR",
        "LNNPLLNPL",
        "LNNLLLNPL",
        "NLPLLLPNL",
        "RNRNNPRRR",
        "NRRPPNRRR",
        "NNRLLLRRP",
    ];
    let nine = Nine::new(desk)?;
    let play = Play::new(desk.forms());
    let rows = nine.forms.map(|g| nine.forms.map(|h| play.outcome(g, h).to_string()).concat());
    let header = NAMES.map(|name| format!("{name:>3}")).concat();
    let body = NAMES.iter().zip(&rows).map(|(name, row)| {
        let cells: String = row.chars().map(|c| format!("{c:>3}")).collect();
        format!("{name:>3}{cells}")
    });
    let table = std::iter::once(format!("   {header}")).chain(body).collect::<Vec<_>>().join("\n");
    Ok(Finding::new(claimed.join(" "), rows.join(" ")).with_details(table))
}

/// The incomparable pairs of Table 2, up to conjugates; its separators are played out.
pub(super) fn table_2(desk: &Desk) -> Result<Finding, Trouble> {
    // X, Y, Z₁ with o(X+Z₁) ≰ o(Y+Z₁), Z₂ with o(X+Z₂) ≱ o(Y+Z₂).
    let rows = [
        ["s", "z", "~s", "~s"],
        ["s", "~α", "~α", "~α"],
        ["s", "0", "~z", "~z"],
        ["z", "*", "0", "0"],
        ["z", "α", "~α", "~α"],
        ["*", "α", "α", "α"],
        ["*", "0", "0", "0"],
        ["*", "*2", "0", "0"],
        ["α", "*2", "0", "α"],
        ["α", "0", "*", "*"],
        ["α", "~α", "α", "α"],
        ["*2", "0", "*", "*"],
    ];
    let nine = Nine::new(desk)?;
    let index = |name| NAMES.iter().position(|&n| n == name).expect("one of the nine names");
    let play = Play::new(desk.forms());
    let mut claimed = BTreeSet::new();
    let mut separating = 0;
    for row in rows {
        let [x, y, z1, z2] = row.map(index);
        claimed.insert(up_to_conjugates(x, y));
        let outcome = |i: usize, j: usize| play.outcome(nine.forms[i], nine.forms[j]);
        separating += usize::from(!is_ge(outcome(y, z1), outcome(x, z1)));
        separating += usize::from(!is_ge(outcome(x, z2), outcome(y, z2)));
    }
    let mut computed = BTreeSet::new();
    for i in 0..9 {
        for j in 0..i {
            if desk.d.relation(nine.forms[i], nine.forms[j])? == Relation::Incomparable {
                computed.insert(up_to_conjugates(i, j));
            }
        }
    }
    let list = |pairs: BTreeSet<(usize, usize)>| {
        let pairs: Vec<_> = pairs.into_iter().map(|(i, j)| format!("{}||{}", NAMES[i], NAMES[j])).collect();
        pairs.join(" ")
    };
    let wrong = 2 * rows.len() - separating;
    Ok(Finding::new(list(claimed), list(computed))
        .provided(wrong == 0, format!("{wrong} of the printed separators do not separate")))
}

fn up_to_conjugates(i: usize, j: usize) -> (usize, usize) {
    let (k, l) = (CONJUGATES[i], CONJUGATES[j]);
    (i.min(j), i.max(j)).min((k.min(l), k.max(l)))
}

/// The list of antichains above Lemma 4.2.
pub(super) fn antichains(desk: &Desk) -> Result<Finding, Trouble> {
    let mut listed: Vec<Set> = Vec::new();
    let middle = sets(["0", "*", "~α", "α", "*2"]);
    listed.extend(subsets(&middle).map(|some| some.iter().sum::<Set>()));
    listed.extend(sets(["s z", "~s ~z"]));
    for (top, [a, b]) in [("s", ["0", "~α"]), ("z", ["*", "α"]), ("~s", ["0", "α"]), ("~z", ["*", "~α"])]
    {
        listed.extend([0, set(a), set(b), set(a) | set(b)].map(|more| set(top) | more));
    }
    let nine = Nine::new(desk)?;
    let computed = nine.antichains(desk)?;
    let shared = computed.iter().filter(|set| listed.contains(set)).count();
    let distinct: FxHashSet<Form> = nine.undominated(desk)?.into_iter().collect();
    let line = |all: usize, forms: usize| format!("{all} antichains, {forms} forms");
    let as_listed = shared == listed.len() && shared == computed.len();
    Ok(Finding::new(line(50, 2402), line(computed.len(), distinct.len()))
        .provided(as_listed, format!("{shared} of them are among the {} listed", listed.len())))
}
