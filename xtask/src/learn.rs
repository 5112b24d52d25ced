//! Chooses the games whose sums tell values apart: the tables in
//! `crates/misere-core/data`.
//!
//! The engine refuses a comparison v ≥ w when some X of the universe has o(v+X) not at
//! least o(w+X). For learning, the engine works without such X, on boards and random forms;
//! from a pool of games of the universe the games that refuse most of the false comparisons
//! are picked, greedily. A wide table is chosen likewise from the comparisons on larger boards
//! that the table of the universe does not refuse.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use fastrand::Rng;
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, Exhausted, Explainer, FiniteGenerators, Form, Forms,
    Generated, NormalPlay, Play, Player, Probes, Setting, Settings, Universe, UniverseId, WideProbes,
};
use misere_rulesets::{Method, PositionGraph, find_ruleset};

/// Boards to learn from, evaluated by adding components where the game is in the universe.
const BOARDS: [(&str, &str); 7] = [
    ("domineering", "2x10"),
    ("domineering", "3x4"),
    ("domineering", "4x4"),
    ("clobber", "3x3"),
    ("clobber", "2x6"),
    ("clobber", "xoxo/oxox/xox."),
    ("snort", "2x4"),
];
/// Larger boards, on which the present table is tried.
const LARGE_BOARDS: [(&str, &str); 4] =
    [("domineering", "2x13"), ("domineering", "4x5"), ("clobber", "3x4"), ("clobber", "2x7")];
/// The boards that wide tables are learned from.
const WIDE_BOARDS: [(&str, &str); 6] = [
    ("domineering", "2x14"),
    ("domineering", "4x5"),
    ("domineering", "3x6"),
    ("clobber", "4x4"),
    ("clobber", "2x8"),
    ("snort", "2x5"),
];
/// The number of false comparisons that are examined.
const PAIRS: usize = 20_000;
const HARD_PAIRS: usize = 40_000;

pub(crate) fn learn(root: &Path, only: Option<&str>) -> Result<()> {
    let directory = root.join("crates/misere-core/data");
    let wanted = |name: &str| only.is_none_or(|only| only == name);
    let write = |name: &str, table: Result<Vec<Node>, Exhausted>| -> Result<()> {
        let lines: Vec<String> = table?.iter().map(Node::to_string).collect();
        let path = directory.join(format!("{name}.txt"));
        std::fs::write(&path, lines.join("\n") + "\n").with_context(|| path.display().to_string())
    };
    let partizan = ["domineering", "clobber", "snort"];
    let known: [(&str, Arc<dyn Setting>, &[&str]); 5] = [
        ("D", Arc::new(Dicots), &["clobber"]),
        ("M", Arc::new(AllGames), &partizan),
        ("E", Arc::new(DeadEnding), &partizan),
        ("B", Arc::new(Blocking), &partizan),
        ("N", Arc::new(NormalPlay), &partizan),
    ];
    let mut settings: Vec<(&str, Arc<dyn Setting>, &[&str])> = known.into();
    for (name, generator) in [("integers", "-1"), ("domineering", "{|-1,0}")] {
        let forms = Forms::new();
        let end = misere_notation::parse_form(&forms, generator).expect("a dead end");
        let generators = FiniteGenerators::new(&forms, &[end], generator).expect("a dead end");
        settings.push((name, Arc::new(Generated::new(&forms, generators)), &["domineering", "clobber"]));
    }
    for (name, setting, rulesets) in settings {
        let narrow = format!("probes-{name}");
        if wanted(&narrow) {
            write(&narrow, choose(&narrow, setting.clone(), rulesets))?;
        }
        let wide = format!("wide-{name}");
        if wanted(&wide) {
            write(&wide, choose_wide(&wide, setting, rulesets))?;
        }
    }
    Ok(())
}

/// A setting for the engine without games to refuse by.
struct Untrained(Arc<dyn Setting>);

impl Setting for Untrained {
    fn id(&self) -> UniverseId {
        self.0.id()
    }

    fn strong(
        &self,
        forms: &Forms,
        play: &Play,
        options: &[Form],
        player: Player,
    ) -> Result<bool, Exhausted> {
        self.0.strong(forms, play, options, player)
    }

    fn is_misere(&self) -> bool {
        self.0.is_misere()
    }

    fn probes(&self) -> Probes {
        Probes::NONE
    }

    fn wide_probes(&self) -> WideProbes {
        WideProbes::NONE
    }

    fn universe(&self) -> Option<&dyn Universe> {
        self.0.universe()
    }
}

/// A game of the table.
struct Node {
    options: [Vec<usize>; 2],
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |p: usize| self.options[p].iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        write!(f, "{}|{}", list(0), list(1))
    }
}

fn choose(name: &str, setting: Arc<dyn Setting>, rulesets: &[&str]) -> Result<Vec<Node>, Exhausted> {
    let forms = Arc::new(Forms::new());
    let untrained = Engine::new(forms.clone(), Arc::new(Untrained(setting.clone())));
    let mut pairs = false_pairs(&untrained, rulesets, &BOARDS, PAIRS)?;
    // Comparisons that the present table does not refuse, and games that would.
    let trained = Arc::new(Engine::new(forms.clone(), setting));
    let hard = false_pairs(&trained, rulesets, &LARGE_BOARDS, HARD_PAIRS)?;
    let separators = separators(&trained, &hard)?;
    eprintln!("{name}: {} hard comparisons, {} separators", hard.len(), separators.len());
    pairs.extend(hard);
    let pool = Pool::new(trained.setting().as_ref(), &forms, &separators)?;
    eprintln!("{name}: {} false comparisons, {} games to choose from", pairs.len(), pool.games.len());
    let refusals = pool.refusals(&forms, &pairs);
    let chosen = pool.choose(name, &refusals, pairs.len(), Probes::MOST);
    Ok(pool.table(&chosen))
}

/// A wide table, for what the table of the setting does not refuse.
fn choose_wide(name: &str, setting: Arc<dyn Setting>, rulesets: &[&str]) -> Result<Vec<Node>, Exhausted> {
    let forms = Arc::new(Forms::new());
    let settings = Settings { wide_from: usize::MAX, ..Settings::default() };
    let engine = Arc::new(Engine::with_settings(forms.clone(), setting, settings));
    let pairs = false_pairs(&engine, rulesets, &WIDE_BOARDS, HARD_PAIRS)?;
    // Separators come from a part of the comparisons, and are judged by the others as well.
    let separators = separators(&engine, &pairs)?;
    let pool = Pool::new(engine.setting().as_ref(), &forms, &separators)?;
    eprintln!("{name}: {} false comparisons, {} games to choose from", pairs.len(), pool.games.len());
    let refusals = pool.refusals(&forms, &pairs);
    let chosen = pool.choose(name, &refusals, pairs.len(), WideProbes::MOST);
    Ok(pool.table(&chosen))
}

/// Separators of the shortest of these pairs.
fn separators(engine: &Arc<Engine>, pairs: &[(Form, Form)]) -> Result<Vec<Form>, Exhausted> {
    const MOST: usize = 1_500;
    let forms = engine.forms();
    let explainer = Explainer::new(engine.clone())?;
    let mut by_length: Vec<(u32, Form, Form)> =
        pairs.iter().map(|&(g, h)| (forms.rank(g) + forms.rank(h), g, h)).collect();
    by_length.sort_by_key(|(length, ..)| *length);
    let mut found = Vec::new();
    for &(_, g, h) in by_length.iter().take(MOST) {
        if let Some(separator) = explainer.small_separator(g, h)? {
            found.push(separator.game);
        }
    }
    Ok(found)
}

/// Comparisons that took work and came out false, as forms.
fn false_pairs(
    engine: &Engine,
    rulesets: &[&str],
    boards: &[(&str, &str)],
    most: usize,
) -> Result<Vec<(Form, Form)>, Exhausted> {
    let forms = engine.forms();
    for (name, board) in boards.iter().filter(|(name, _)| rulesets.contains(name)) {
        let ruleset = find_ruleset(name).expect("a built-in game");
        let position = ruleset.read(board).expect("a board");
        let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
        let sum = graph.explore(&position).expect("a short game");
        // Outside the universe this is not the value of the board, but values it gives.
        graph.value(engine, sum, Method::AddComponents, 1)?;
    }
    let mut random = Rng::with_seed(1);
    let small = forms.born_by(2)?;
    for _ in 0..3_000 {
        let mut options =
            || -> Vec<Form> { (0..random.usize(..4)).map(|_| small[random.usize(..small.len())]).collect() };
        let g = forms.ordinary(&options(), &options())?;
        engine.value(g)?;
    }
    let mut all = Vec::new();
    for (v, w, ge) in engine.remembered() {
        if !ge {
            all.push((v, w));
        }
    }
    let mut chosen = Vec::new();
    for at in 0..all.len() {
        let take = chosen.len() < most && random.usize(..all.len() - at) < most - chosen.len();
        if take {
            chosen.push((engine.form(all[at].0)?, engine.form(all[at].1)?));
        }
    }
    Ok(chosen)
}

/// Games of the universe, each after its options.
struct Pool {
    games: Vec<Node>,
    misere: bool,
}

/// The games by day 2, the ends, and integers and waiting games with their adjoints.
fn named_games(store: &Forms, ends: &[Form]) -> Result<Vec<Form>, Exhausted> {
    let mut all = store.born_by(2)?;
    all.extend(ends);
    for n in 3..=6 {
        for sign in [1, -1] {
            let integer = store.integer(sign * n)?;
            all.push(integer);
            all.push(store.adjoint(integer)?);
            let waiting = store.waiting_game(u64::try_from(n).unwrap_or(0))?;
            let waiting = if sign == 1 { waiting } else { store.conjugate(waiting)? };
            all.extend([waiting, store.adjoint(waiting)?]);
        }
    }
    Ok(all)
}

/// The length of waiting games and integers that stand for endless ones.
const ENDLESS: i64 = 60;

impl Pool {
    /// Small games, random ones, and these of another store.
    fn new(setting: &dyn Setting, forms: &Forms, others: &[Form]) -> Result<Pool, Exhausted> {
        let misere = setting.is_misere();
        let inside = |forms: &Forms, g: Form| {
            setting.universe().map_or(Ok(forms.is_ordinary(g)), |universe| universe.contains(forms, g))
        };
        let store = Forms::new();
        let zero = Form::ZERO;
        // Large games that stand for endless ones: the options of the endless game, None for itself.
        let mut endless: HashMap<Form, [Vec<Option<Form>>; 2]> = HashMap::new();
        let waiting = store.waiting_game(ENDLESS as u64)?;
        for (game, options) in [(store.integer(-ENDLESS)?, vec![None]), (waiting, vec![Some(zero), None])] {
            if misere && inside(&store, game)? {
                endless.insert(game, [Vec::new(), options.clone()]);
                endless.insert(store.conjugate(game)?, [options, Vec::new()]);
            }
        }
        let mut ends: Vec<Form> = endless.keys().copied().collect();
        ends.sort_by_key(|&g| {
            (store.rank(g), store.options(g, Player::Left).len(), store.options(g, Player::Right).len())
        });
        let mut all = named_games(&store, &ends)?;
        let mut random = Rng::with_seed(2);
        let rank = |g: Form| if store.rank(g) >= 40 { 2 } else { store.rank(g) };
        for size in [1, 2, 2, 2, 3, 3] {
            let known: Vec<Form> = all.clone();
            for _ in 0..5_000 {
                let mut options = || -> Vec<Form> {
                    let count = random.usize(..=size);
                    let mut pick = || match random.usize(..6) {
                        0 if !ends.is_empty() => ends[random.usize(..ends.len())],
                        _ => known[random.usize(..known.len())],
                    };
                    (0..count).map(|_| pick()).collect()
                };
                let g = store.ordinary(&options(), &options())?;
                if (rank(g) <= 5 || rank(g) == 2) && inside(&store, g)? {
                    all.push(g);
                }
            }
            for g in all.clone() {
                if rank(g) <= 4 && store.rank(g) < 40 {
                    all.push(store.adjoint(g)?);
                }
            }
            let mut seen = HashSet::new();
            let mut kept = Vec::new();
            for g in all {
                if seen.insert(g) && inside(&store, g)? {
                    kept.push(g);
                }
            }
            all = kept;
        }
        for &other in others {
            let game = store.import(forms, other)?;
            if inside(&store, game)? {
                all.push(game);
            }
        }
        let mut pool = Pool { games: Vec::new(), misere };
        let mut index: HashMap<Form, usize> = HashMap::new();
        for g in all {
            // Games with many followers would fill the table alone.
            if followers(&store, &endless, g).len() <= 16 {
                pool.add(&store, &endless, &mut index, g);
            }
        }
        Ok(pool)
    }

    fn add(
        &mut self,
        store: &Forms,
        endless: &HashMap<Form, [Vec<Option<Form>>; 2]>,
        index: &mut HashMap<Form, usize>,
        g: Form,
    ) {
        for f in followers(store, endless, g) {
            if index.contains_key(&f) {
                continue;
            }
            let own = self.games.len();
            let options = Player::BOTH.map(|p| match endless.get(&f) {
                Some(options) => options[p.index()].iter().map(|o| o.map_or(own, |o| index[&o])).collect(),
                None => store.options(f, p).iter().map(|o| index[o]).collect::<Vec<usize>>(),
            });
            index.insert(f, own);
            self.games.push(Node { options });
        }
    }

    /// The places of a game and of all that follows from it.
    fn closure(&self, game: usize) -> Vec<usize> {
        let mut all = vec![game];
        let mut at = 0;
        while let Some(&next) = all.get(at) {
            at += 1;
            for &option in self.games[next].options.iter().flatten() {
                if !all.contains(&option) {
                    all.push(option);
                }
            }
        }
        all.sort_unstable();
        all
    }

    /// For each game of the pool, the pairs that it refuses, a bit each.
    fn refusals(&self, forms: &Forms, pairs: &[(Form, Form)]) -> Vec<Vec<u64>> {
        let ends: Vec<Form> = pairs.iter().flat_map(|&(g, h)| [g, h]).collect();
        let outcomes = self.outcomes(forms, &ends);
        let mut refusals = vec![vec![0u64; pairs.len().div_ceil(64)]; self.games.len()];
        for (pair, (g, h)) in pairs.iter().enumerate() {
            let (g, h) = (&outcomes[g], &outcomes[h]);
            for word in 0..g[0].len() {
                let mut refused = (h[0][word] & !g[0][word]) | (h[1][word] & !g[1][word]);
                while refused != 0 {
                    let x = word * 64 + refused.trailing_zeros() as usize;
                    refusals[x][pair / 64] |= 1 << (pair % 64);
                    refused &= refused - 1;
                }
            }
        }
        refusals
    }

    /// For each form and game X of the pool whether Left wins the sum, moving first and
    /// moving second.
    fn outcomes(&self, forms: &Forms, of: &[Form]) -> HashMap<Form, [Vec<u64>; 2]> {
        let words = self.games.len().div_ceil(64);
        let mut outcomes: HashMap<Form, [Vec<u64>; 2]> = HashMap::new();
        for g in forms.followers_of_all(of) {
            let mut first = vec![0u64; words];
            let mut second = vec![u64::MAX; words];
            // No bits after the last game.
            if let (Some(last), used @ 1..) = (second.last_mut(), self.games.len() % 64) {
                *last = (1 << used) - 1;
            }
            for l in forms.options(g, Player::Left) {
                first.iter_mut().zip(&outcomes[l][1]).for_each(|(all, one)| *all |= one);
            }
            for r in forms.options(g, Player::Right) {
                second.iter_mut().zip(&outcomes[r][0]).for_each(|(all, one)| *all &= one);
            }
            let end_like = Player::BOTH.map(|p| self.misere && forms.is_end_like(g, p));
            let has = |bits: &[u64], x: usize| bits[x / 64] >> (x % 64) & 1 == 1;
            for (x, Node { options: [left, right] }) in self.games.iter().enumerate() {
                let bit = 1 << (x % 64);
                if right.is_empty() && end_like[1] {
                    second[x / 64] &= !bit;
                }
                if left.iter().any(|&l| has(&second, l)) || (left.is_empty() && end_like[0]) {
                    first[x / 64] |= bit;
                }
                if right.iter().any(|&r| !has(&first, r)) {
                    second[x / 64] &= !bit;
                }
            }
            outcomes.insert(g, [first, second]);
        }
        outcomes
    }

    /// Chooses games, each with its followers, by how many new pairs they refuse for each
    /// place of the table that they take.
    fn choose(&self, name: &str, refusals: &[Vec<u64>], pairs: usize, most: usize) -> Vec<usize> {
        let closure: Vec<Vec<usize>> = (0..self.games.len()).map(|game| self.closure(game)).collect();
        // The game 0 comes first.
        let mut chosen: Vec<usize> = vec![0];
        let mut covered = refusals[chosen[0]].clone();
        let count = |bits: &[u64]| bits.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        loop {
            let mut best: Option<(f64, Vec<usize>)> = None;
            for needed in &closure {
                let new: Vec<usize> = needed.iter().copied().filter(|x| !chosen.contains(x)).collect();
                if new.is_empty() || chosen.len() + new.len() > most {
                    continue;
                }
                let mut gain = 0usize;
                for word in 0..covered.len() {
                    let all = new.iter().fold(0, |all, &x| all | refusals[x][word]);
                    gain += (all & !covered[word]).count_ones() as usize;
                }
                let score = gain as f64 / new.len() as f64;
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    best = Some((score, new));
                }
            }
            let Some((score, new)) = best.filter(|(score, _)| *score > 0.0) else { break };
            for &x in &new {
                covered.iter_mut().zip(&refusals[x]).for_each(|(all, one)| *all |= one);
            }
            chosen.extend(new);
            if chosen.len() % 16 < 2 || score < 1.0 {
                eprintln!("{name}: {} games refuse {} of {pairs}", chosen.len(), count(&covered));
            }
        }
        eprintln!("{name}: {} games refuse {} of {pairs}", chosen.len(), count(&covered));
        chosen.sort_unstable();
        chosen
    }

    fn table(&self, chosen: &[usize]) -> Vec<Node> {
        let place = |x: usize| chosen.binary_search(&x).expect("options are chosen too");
        let node = |&x: &usize| Node {
            options: Player::BOTH.map(|p| {
                let mut places: Vec<usize> =
                    self.games[x].options[p.index()].iter().copied().map(place).collect();
                places.sort_unstable();
                places
            }),
        };
        chosen.iter().map(node).collect()
    }
}

/// The followers of a game, the game itself last; an endless game has only its own.
fn followers(store: &Forms, endless: &HashMap<Form, [Vec<Option<Form>>; 2]>, g: Form) -> Vec<Form> {
    fn visit(store: &Forms, endless: &HashMap<Form, [Vec<Option<Form>>; 2]>, g: Form, found: &mut Vec<Form>) {
        if found.contains(&g) {
            return;
        }
        match endless.get(&g) {
            Some(options) => {
                options.iter().flatten().flatten().for_each(|&o| visit(store, endless, o, found));
            }
            None => Player::BOTH
                .iter()
                .flat_map(|&p| store.options(g, p))
                .for_each(|&o| visit(store, endless, o, found)),
        }
        found.push(g);
    }
    let mut found = Vec::new();
    visit(store, endless, g, &mut found);
    found
}
