//! Slow definitional twins, and worlds to compare them on.
#![allow(dead_code, unreachable_pub, reason = "every test file uses its own part of this")]

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex};

use fastrand::Rng;
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, Exhausted, Explainer, Family, FiniteGenerators, Form,
    Forms, Generated, Modulo, NormalPlay, Outcome, Player, Relation, Separator, Setting, Settings,
    Tombstones, Universe,
};

/// An engine for tests. With MISERE_CERTIFY in the environment it proves whatever it says
/// about order and simplest forms, and has the proofs checked (`cargo xtask certify`).
pub struct Asked {
    engine: Arc<Engine>,
    certify: Option<Certify>,
}

struct Certify {
    explainer: Explainer,
    relations: Mutex<HashMap<(Form, Form), Relation>>,
    simplest: Mutex<HashMap<Form, Form>>,
}

impl Asked {
    pub fn new(engine: Engine) -> Asked {
        let engine = Arc::new(engine);
        let certify = std::env::var_os("MISERE_CERTIFY").map(|_| Certify {
            explainer: Explainer::new(engine.clone()).unwrap(),
            relations: Mutex::default(),
            simplest: Mutex::default(),
        });
        Asked { engine, certify }
    }

    fn universe(&self) -> &dyn Universe {
        self.engine.universe().unwrap()
    }

    fn prove(&self, g: Form, h: Form) {
        let Some(certify) = &self.certify else { return };
        let relation = self.engine.relation(g, h).unwrap();
        if certify.relations.lock().unwrap().insert((g, h), relation).is_none() {
            accept(&certify.explainer.relation(g, h).unwrap());
        }
    }

    pub fn name(&self) -> String {
        self.engine.id().to_string()
    }
    pub fn contains(&self, g: Form) -> bool {
        self.engine.contains(g).unwrap()
    }
    pub fn ge(&self, g: Form, h: Form) -> bool {
        self.prove(g, h);
        self.engine.ge(g, h).unwrap()
    }
    pub fn relation(&self, g: Form, h: Form) -> Relation {
        self.prove(g, h);
        self.engine.relation(g, h).unwrap()
    }
    pub fn simplest(&self, g: Form) -> Form {
        let simplest = self.engine.simplest(g).unwrap();
        if let Some(certify) = &self.certify
            && certify.simplest.lock().unwrap().insert(g, simplest).is_none()
        {
            accept(&certify.explainer.simplest(g).unwrap());
        }
        simplest
    }
    pub fn is_strong(&self, g: Form, player: Player) -> bool {
        self.engine.is_strong(g, player).unwrap()
    }
    pub fn separator(&self, g: Form, h: Form) -> Option<Separator> {
        self.engine.separator(g, h).unwrap()
    }
    pub fn is_downlinked(&self, g: Form, h: Form) -> bool {
        self.engine.is_downlinked(g, h).unwrap()
    }
    pub fn is_invertible(&self, g: Form) -> bool {
        self.engine.cancels_with_conjugate(g).unwrap()
    }
    pub fn expansion(&self, g: Form) -> Option<Form> {
        self.engine.expansion(g).unwrap()
    }
    pub fn defeating_end(&self, g: Form, player: Player) -> Option<Form> {
        self.universe().defeating_end(self.engine.forms(), g, player).unwrap()
    }
}

/// Has a certificate checked, by way of its JSON.
pub fn accept(certificate: &misere_check::Certificate) {
    let json = certificate.to_json();
    let read = misere_check::Certificate::from_json(json.as_bytes()).unwrap();
    if let Err(rejection) = misere_check::check(&read) {
        panic!("{rejection}\n{json}");
    }
}

/// The universes every law is tried in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    M,
    B,
    E,
    /// D({·|1̄,0}).
    Domineering,
    /// D(1̄).
    Integers,
    D,
    /// D({·|0,2̄}), whose test sets are truncated.
    Terminable,
    /// D({·|0,2̄}, {·|{·|0,1̄}}).
    Mixed,
}

impl Name {
    pub const ALL: [Name; 8] = [
        Name::M,
        Name::B,
        Name::E,
        Name::Domineering,
        Name::Integers,
        Name::D,
        Name::Terminable,
        Name::Mixed,
    ];
    /// The universes from the largest to the smallest.
    pub const CHAIN: [Name; 6] = [Name::M, Name::B, Name::E, Name::Domineering, Name::Integers, Name::D];

    pub fn generators(self, forms: &Forms) -> Vec<Form> {
        let integer = |n| forms.integer(n).unwrap();
        match self {
            Name::Domineering => vec![forms.ordinary(&[], &[integer(-1), Form::ZERO]).unwrap()],
            Name::Integers => vec![integer(-1)],
            Name::Terminable => vec![forms.ordinary(&[], &[integer(-2), Form::ZERO]).unwrap()],
            Name::Mixed => {
                let inner = forms.ordinary(&[], &[integer(-1), Form::ZERO]).unwrap();
                let mut ends = Name::Terminable.generators(forms);
                ends.push(forms.ordinary(&[], &[inner]).unwrap());
                ends
            }
            _ => vec![],
        }
    }

    pub fn engine(self, forms: &Arc<Forms>, settings: Settings) -> Asked {
        Asked::new(Engine::with_settings(forms.clone(), self.universe(forms), settings))
    }

    pub fn universe(self, forms: &Forms) -> Arc<dyn Setting> {
        match self {
            Name::M => Arc::new(AllGames),
            Name::B => Arc::new(Blocking),
            Name::E => Arc::new(DeadEnding),
            Name::D => Arc::new(Dicots),
            _ => Arc::new(self.generated(forms)),
        }
    }

    pub fn generated(self, forms: &Forms) -> Generated<FiniteGenerators> {
        let generators =
            FiniteGenerators::new(forms, &self.generators(forms), &format!("D({self:?})")).unwrap();
        Generated::new(forms, generators)
    }
}

pub fn store() -> Arc<Forms> {
    Arc::new(Forms::new())
}

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

/// Comparison by [universe] Theorem 5.5 on the literal forms, with strength by
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

/// Kinds of random forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Arbitrary,
    Dicot,
    DeadEnding,
    Blocking,
    Augmented,
}

impl Kind {
    pub const ALL: [Kind; 5] =
        [Kind::Arbitrary, Kind::Dicot, Kind::DeadEnding, Kind::Blocking, Kind::Augmented];

    fn admits(self, forms: &Forms, g: Form) -> bool {
        match self {
            Kind::Arbitrary | Kind::Augmented => true,
            Kind::Dicot => forms.is_dicot(g),
            Kind::DeadEnding => forms.is_dead_ending(g),
            Kind::Blocking => forms.is_blocking(g),
        }
    }
}

/// A random form of rank at most `rank`, with at most three options a side.
pub fn random_form(forms: &Forms, random: &mut Rng, kind: Kind, rank: u32) -> Form {
    if rank == 0 || random.usize(..8) == 0 {
        return Form::ZERO;
    }
    for _ in 0..40 {
        let [left, right] = [0, 1].map(|_| {
            let count = random.usize(..4);
            (0..count).map(|_| random_form(forms, random, kind, rank - 1)).collect::<Vec<_>>()
        });
        let mut stone = || kind == Kind::Augmented && random.usize(..5) == 0;
        let stones = Tombstones::new(stone(), stone());
        let g = forms.make(&left, &right, stones).unwrap();
        if kind.admits(forms, g) {
            return g;
        }
    }
    Form::ZERO
}

/// The order of normal play by its definition: Left wins G − H moving second.
pub fn normal_ge(forms: &Forms, g: Form, h: Form) -> bool {
    let difference = forms.sum(g, forms.conjugate(h).unwrap()).unwrap();
    forms.normal_outcome(difference).unwrap().winner(Player::Right) == Player::Left
}

pub fn normal(forms: &Arc<Forms>, settings: Settings) -> Modulo<NormalPlay> {
    Modulo::with_settings(forms.clone(), NormalPlay, settings)
}

/// The error of a computation that should not have one, with what was asked.
pub fn ok<T>(asked: impl Display, result: Result<T, Exhausted>) -> T {
    result.unwrap_or_else(|exhausted| panic!("{asked}: {exhausted}"))
}
