//! Sums played out by the rules alone.

use std::collections::HashMap;

use misere_core::{Form, Forms, Outcome, Player};

/// Outcomes by playing, with no help from the engine's cached facts.
#[derive(Default)]
pub struct Play {
    first_wins: HashMap<(Form, Form, Player), bool>,
}

impl Play {
    /// Whether `mover`, who moves first on g + x, wins.
    pub fn wins_first(&mut self, forms: &Forms, g: Form, x: Form, mover: Player) -> bool {
        if let Some(&known) = self.first_wins.get(&(g, x, mover)) {
            return known;
        }
        let has_options = |f: Form| !forms.options(f, mover).is_empty();
        let has_stone = |f: Form| forms.tombstones(f).has(mover);
        let end_like = |f: Form| !has_options(f) || has_stone(f);
        let opponent = mover.opponent();
        let wins = (end_like(g) && end_like(x))
            || forms.options(g, mover).iter().any(|&o| !self.wins_first(forms, o, x, opponent))
            || forms.options(x, mover).iter().any(|&o| !self.wins_first(forms, g, o, opponent));
        self.first_wins.insert((g, x, mover), wins);
        wins
    }

    pub fn outcome(&mut self, forms: &Forms, g: Form, x: Form) -> Outcome {
        let mut winner = |p: Player| if self.wins_first(forms, g, x, p) { p } else { p.opponent() };
        let left = winner(Player::Left);
        Outcome::from_winners(left, winner(Player::Right))
    }
}

/// Who wins sums of a form and components, as far as they were played.
pub struct Table<'a> {
    pub forms: &'a Forms,
    /// Components by number, so that a sum is a sorted list of numbers.
    components: Vec<Form>,
    numbers: HashMap<Form, u16>,
    known: HashMap<(Form, Vec<u16>, Player), bool>,
}

impl<'a> Table<'a> {
    pub fn new(forms: &'a Forms) -> Table<'a> {
        Table { forms, components: Vec::new(), numbers: HashMap::new(), known: HashMap::new() }
    }

    /// Whether `mover`, moving first on g plus the components, wins. Components have no
    /// tombstones.
    pub fn wins(&mut self, g: Form, components: &[Form], mover: Player) -> bool {
        let there = components.iter().filter(|&&component| component != Form::ZERO);
        let mut numbers: Vec<u16> = there.map(|&component| self.number(component)).collect();
        numbers.sort_unstable();
        self.wins_sorted(g, numbers, mover)
    }

    fn number(&mut self, component: Form) -> u16 {
        let next = self.components.len() as u16;
        *self.numbers.entry(component).or_insert_with(|| {
            self.components.push(component);
            next
        })
    }

    fn wins_sorted(&mut self, g: Form, numbers: Vec<u16>, mover: Player) -> bool {
        let key = (g, numbers, mover);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (forms, numbers) = (self.forms, key.1.clone());
        let options = |table: &Self, number: u16| forms.options(table.components[usize::from(number)], mover);
        let cannot = numbers.iter().all(|&number| options(self, number).is_empty());
        let mut wins = cannot && (forms.options(g, mover).is_empty() || forms.tombstones(g).has(mover));
        for &option in forms.options(g, mover) {
            wins = wins || !self.wins_sorted(option, numbers.clone(), mover.opponent());
        }
        for at in 0..numbers.len() {
            for &option in options(self, numbers[at]) {
                if wins || at > 0 && numbers[at] == numbers[at - 1] {
                    break;
                }
                let mut after = numbers.clone();
                after.remove(at);
                if option != Form::ZERO {
                    let number = self.number(option);
                    let place = after.partition_point(|&other| other < number);
                    after.insert(place, number);
                }
                wins = !self.wins_sorted(g, after, mover.opponent());
            }
        }
        self.known.insert(key, wins);
        wins
    }
}
