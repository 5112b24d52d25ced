//! The order of forms by its definitions.

use std::collections::HashMap;
use std::sync::Arc;

use misere_core::{Engine, Family, Form, Forms, NormalPlay, Player, Settings};

use crate::{Name, Play};

/// Comparison by \[universe\] Theorem 5.5 on the literal forms, with strength by
/// playing sums with ends.
pub struct Twin {
    pub name: Name,
    forms: Arc<Forms>,
    play: Play,
    ge: HashMap<(Form, Form), bool>,
    strong: HashMap<(Form, Player), bool>,
    ends: HashMap<u32, Vec<Form>>,
}

impl Twin {
    pub fn new(name: Name, forms: &Arc<Forms>) -> Twin {
        Twin {
            name,
            forms: forms.clone(),
            play: Play::default(),
            ge: HashMap::new(),
            strong: HashMap::new(),
            ends: HashMap::new(),
        }
    }

    pub fn ge(&mut self, g: Form, h: Form) -> bool {
        if let Some(&known) = self.ge.get(&(g, h)) {
            return known;
        }
        let forms = self.forms.clone();
        let end_like = |f: Form, p| forms.options(f, p).is_empty() || forms.tombstones(f).has(p);
        let holds = forms.options(g, Player::Right).iter().all(|&gr| {
            forms.options(h, Player::Right).iter().any(|&hr| self.ge(gr, hr))
                || forms.options(gr, Player::Left).iter().any(|&grl| self.ge(grl, h))
        }) && forms.options(h, Player::Left).iter().all(|&hl| {
            forms.options(g, Player::Left).iter().any(|&gl| self.ge(gl, hl))
                || forms.options(hl, Player::Right).iter().any(|&hlr| self.ge(g, hlr))
        }) && (!end_like(h, Player::Left) || self.strong(g, Player::Left))
            && (!end_like(g, Player::Right) || self.strong(h, Player::Right));
        self.ge.insert((g, h), holds);
        holds
    }

    pub fn strong(&mut self, g: Form, player: Player) -> bool {
        if let Some(&known) = self.strong.get(&(g, player)) {
            return known;
        }
        let forms = self.forms.clone();
        let ends = self.ends(forms.rank(g));
        let strong = ends.into_iter().all(|end| {
            let end = if player == Player::Left { end } else { forms.conjugate(end).unwrap() };
            self.play.wins_first(&forms, g, end, player)
        });
        self.strong.insert((g, player), strong);
        strong
    }

    /// Left ends that suffice to refute the strength of forms of this rank.
    fn ends(&mut self, rank: u32) -> Vec<Form> {
        if let Some(known) = self.ends.get(&rank) {
            return known.clone();
        }
        let forms = &self.forms;
        let ends = match self.name {
            Name::M => {
                let burden = forms.integer(i64::from(rank)).unwrap();
                vec![forms.ordinary(&[], &[burden]).unwrap()]
            }
            Name::D => vec![Form::ZERO],
            Name::E => vec![Form::ZERO, forms.waiting_game(u64::from(rank)).unwrap()],
            // [blocking] Theorem 3.11, which does not speak of passing.
            Name::B => vec![Family::A.member(forms, u64::from(rank) + 1).unwrap()],
            // In `rank` moves at most `rank` summands are touched.
            _ => self.sums_of_parts(rank + 1),
        };
        self.ends.insert(rank, ends.clone());
        ends
    }

    fn sums_of_parts(&self, most: u32) -> Vec<Form> {
        let parts = self.forms.followers_of_all(&self.name.generators(&self.forms));
        let mut sums = vec![Form::ZERO];
        for _ in 0..most {
            let mut longer = sums.clone();
            for &sum in &sums {
                for &part in &parts {
                    longer.push(self.forms.sum(sum, part).unwrap());
                }
            }
            longer.sort_by_key(|f| format!("{f:?}"));
            longer.dedup();
            sums = longer;
        }
        sums
    }
}

/// The order of normal play by its definition: Left wins G − H moving second.
pub fn normal_ge(forms: &Forms, g: Form, h: Form) -> bool {
    let difference = forms.sum(g, forms.conjugate(h).unwrap()).unwrap();
    forms.normal_outcome(difference).unwrap().winner(Player::Right) == Player::Left
}

/// The engine of normal play.
pub fn normal(forms: &Arc<Forms>, settings: Settings) -> Engine {
    Engine::with_settings(forms.clone(), Arc::new(NormalPlay), settings)
}
