//! Random games, and how games are shown.

use misere_core::{Exhausted, Form, Forms, Outcome, Player};

use crate::desk::Desk;

/// A small deterministic generator (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    pub(crate) fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// From `least` to `most` members of the list, perhaps with repetitions.
    pub(crate) fn several<T: Copy>(&mut self, list: &[T], least: usize, most: usize) -> Vec<T> {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| self.choose(list)).collect()
    }

    /// `count` forms that are admitted, their options up to four a player from the list. Fewer
    /// come out if nearly nothing is admitted.
    pub(crate) fn forms(
        &mut self,
        forms: &Forms,
        options: &[Form],
        count: usize,
        admits: impl Fn(Form) -> bool,
    ) -> Result<Vec<Form>, Exhausted> {
        let mut found = Vec::with_capacity(count);
        for _ in 0..100 * count {
            if found.len() == count {
                break;
            }
            let [left, right] = [0; 2].map(|least| self.several(options, least, 4));
            let g = forms.ordinary(&left, &right)?;
            if admits(g) {
                found.push(g);
            }
        }
        Ok(found)
    }
}

/// Whether the first outcome is at least the second. (They may be incomparable.)
pub(crate) fn is_ge(a: Outcome, b: Outcome) -> bool {
    a >= b
}

/// A form as text, for an exception; what cannot be written says why.
pub(crate) fn show(desk: &Desk, g: Form) -> String {
    desk.write(g).unwrap_or_else(|exhausted| exhausted.to_string())
}

/// Two forms as text.
pub(crate) fn show_pair(desk: &Desk, g: Form, h: Form) -> String {
    format!("{} and {}", show(desk, g), show(desk, h))
}

/// The form with other options for one player.
pub(crate) fn with_options(
    forms: &Forms,
    g: Form,
    player: Player,
    options: &[Form],
) -> Result<Form, Exhausted> {
    let others = forms.options(g, player.opponent());
    match player {
        Player::Left => forms.ordinary(options, others),
        Player::Right => forms.ordinary(others, options),
    }
}

/// The player's options but one.
pub(crate) fn without(forms: &Forms, g: Form, player: Player, option: Form) -> Vec<Form> {
    forms.options(g, player).iter().copied().filter(|&o| o != option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }
}
