//! Chooses the games whose sums tell values apart: the tables in
//! `crates/misere-core/data`.
//!
//! The engine refuses a comparison v ≥ w when some X of the universe has o(v+X) not at
//! least o(w+X). Here it works without such X, on boards and random forms; from a pool
//! of games of the universe those are picked, greedily, that refuse the most of the
//! false comparisons it had to work out.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Exhausted, FiniteGenerators, Form, Forms, Generated, Modulo,
    NormalPlay, Player, Probes, Proviso, Universe,
};
use misere_rulesets::{Method, PositionGraph, find_ruleset};

/// Boards to learn from: those of a game inside the universe, by added components.
const BOARDS: [(&str, &str); 7] = [
    ("domineering", "2x10"),
    ("domineering", "3x4"),
    ("domineering", "4x4"),
    ("clobber", "3x3"),
    ("clobber", "2x6"),
    ("clobber", "xoxo/oxox/xox."),
    ("snort", "2x4"),
];
/// False comparisons that are looked at.
const PAIRS: usize = 40_000;

pub(crate) fn learn(root: &Path, only: Option<&str>) -> Result<()> {
    let directory = root.join("crates/misere-core/data");
    let wanted = |name: &str| only.is_none_or(|only| only == name);
    let write = |name: &str, table: Result<Vec<Node>, Exhausted>| -> Result<()> {
        let lines: Vec<String> = table?.iter().map(Node::to_string).collect();
        let path = directory.join(format!("probes-{name}.txt"));
        std::fs::write(&path, lines.join("\n") + "\n").with_context(|| path.display().to_string())
    };
    let dicot = |forms: &Forms, g: Form| Dicots.contains(forms, g);
    if wanted("D") {
        write("D", choose("D", |_| Dicots, &["clobber"], dicot))?;
    }
    if wanted("M") {
        write("M", choose("M", |_| AllGames, &["domineering", "clobber", "snort"], |_, _| Ok(true)))?;
    }
    if wanted("E") {
        let inside = |forms: &Forms, g: Form| DeadEnding.contains(forms, g);
        write("E", choose("E", |_| DeadEnding, &["domineering", "clobber", "snort"], inside))?;
    }
    if wanted("B") {
        let inside = |forms: &Forms, g: Form| Blocking.contains(forms, g);
        write("B", choose("B", |_| Blocking, &["domineering", "clobber", "snort"], inside))?;
    }
    if wanted("N") {
        write("N", choose("N", |_| NormalPlay, &["domineering", "clobber", "snort"], |_, _| Ok(true)))?;
    }
    for (name, generator) in [("integers", "-1"), ("domineering", "{|-1,0}")] {
        if wanted(name) {
            let of = |forms: &Forms| {
                let end = misere_notation::parse_form(forms, generator).expect("a dead end");
                Generated::new(forms, FiniteGenerators::new(forms, &[end], generator).expect("a dead end"))
            };
            let pool_universe = of(&Forms::new());
            let inside = move |forms: &Forms, g: Form| pool_universe.contains(forms, g);
            write(name, choose(name, of, &["domineering", "clobber"], inside))?;
        }
    }
    Ok(())
}

/// The engine's proviso, without games to refuse by.
struct Untrained<P>(P);

impl<P: Proviso> fmt::Display for Untrained<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Proviso> Proviso for Untrained<P> {
    type Cache = P::Cache;

    fn strong(
        &self,
        forms: &Forms,
        cache: &P::Cache,
        options: &[Form],
        player: Player,
    ) -> Result<bool, Exhausted> {
        self.0.strong(forms, cache, options, player)
    }

    fn is_misere(&self) -> bool {
        self.0.is_misere()
    }

    fn probes(&self) -> Probes {
        Probes::NONE
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

fn choose<P: Proviso>(
    name: &str,
    proviso: impl Fn(&Forms) -> P,
    rulesets: &[&str],
    inside: impl Fn(&Forms, Form) -> Result<bool, Exhausted>,
) -> Result<Vec<Node>, Exhausted> {
    let forms = Arc::new(Forms::new());
    let universe = Untrained(proviso(&forms));
    let misere = universe.is_misere();
    let modulo = Modulo::new(forms.clone(), universe);
    let pairs = false_pairs(&modulo, rulesets)?;
    let pool = Pool::new(misere, inside)?;
    eprintln!("{name}: {} false comparisons, {} games to choose from", pairs.len(), pool.games.len());
    let refusals = pool.refusals(&forms, &pairs);
    let chosen = pool.choose(name, &refusals, pairs.len());
    Ok(pool.table(&chosen))
}

/// Comparisons that took work and came out false, as forms.
fn false_pairs<P: Proviso>(modulo: &Modulo<P>, rulesets: &[&str]) -> Result<Vec<(Form, Form)>, Exhausted> {
    let forms = modulo.forms();
    for (name, board) in BOARDS.iter().filter(|(name, _)| rulesets.contains(name)) {
        let ruleset = find_ruleset(name).expect("a built-in game");
        let position = ruleset.read(board).expect("a board");
        let mut graph = PositionGraph::new(ruleset, forms.budget().clone());
        let sum = graph.explore(&position).expect("a short game");
        // Outside the universe this is not the value of the board, but values it gives.
        graph.value(modulo, sum, Method::AddComponents)?;
    }
    let mut random = Random(1);
    let small = forms.born_by(2)?;
    for _ in 0..3_000 {
        let mut options =
            || -> Vec<Form> { (0..random.below(4)).map(|_| small[random.below(small.len())]).collect() };
        let g = forms.ordinary(&options(), &options())?;
        modulo.value(g)?;
    }
    let mut all = Vec::new();
    for (v, w, ge) in modulo.remembered() {
        if !ge {
            all.push((v, w));
        }
    }
    let mut chosen = Vec::new();
    for at in 0..all.len() {
        let take = chosen.len() < PAIRS && random.below(all.len() - at) < PAIRS - chosen.len();
        if take {
            chosen.push((modulo.form(all[at].0)?, modulo.form(all[at].1)?));
        }
    }
    Ok(chosen)
}

/// Games of the universe, each after its options.
struct Pool {
    store: Forms,
    games: Vec<Form>,
    index: HashMap<Form, usize>,
    misere: bool,
}

impl Pool {
    fn new(
        misere: bool,
        inside: impl Fn(&Forms, Form) -> Result<bool, Exhausted>,
    ) -> Result<Pool, Exhausted> {
        let store = Forms::new();
        let mut all = store.born_by(2)?;
        for n in 3..=10 {
            for sign in [1, -1] {
                let integer = store.integer(sign * n)?;
                all.push(integer);
                all.push(store.adjoint(integer)?);
                let waiting = store.waiting_game(u64::try_from(n).unwrap_or(0))?;
                let waiting = if sign == 1 { waiting } else { store.conjugate(waiting)? };
                all.extend([waiting, store.adjoint(waiting)?]);
            }
        }
        let mut random = Random(2);
        for size in [2, 2, 2, 3] {
            let mut known = all.clone();
            for _ in 0..6_000 {
                let mut options = || -> Vec<Form> {
                    (0..random.below(size + 1)).map(|_| known[random.below(known.len())]).collect()
                };
                let g = store.ordinary(&options(), &options())?;
                if store.rank(g) <= 5 && inside(&store, g)? {
                    all.push(g);
                }
            }
            known = all.clone();
            for g in known {
                if store.rank(g) <= 3 {
                    all.push(store.adjoint(g)?);
                }
            }
            let mut kept = Vec::new();
            for g in all {
                if inside(&store, g)? {
                    kept.push(g);
                }
            }
            kept.sort_by_key(|&g| store.rank(g));
            kept.dedup();
            all = kept;
        }
        // Games with many followers would fill the table alone.
        all.retain(|&g| store.followers(g).len() <= 12);
        let games = store.followers_of_all(&all);
        let index = games.iter().enumerate().map(|(at, &g)| (g, at)).collect();
        Ok(Pool { store, games, index, misere })
    }

    fn options(&self, at: usize, player: Player) -> Vec<usize> {
        self.store.options(self.games[at], player).iter().map(|o| self.index[o]).collect()
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
        let options: Vec<[Vec<usize>; 2]> =
            (0..self.games.len()).map(|x| Player::BOTH.map(|p| self.options(x, p))).collect();
        let mut outcomes: HashMap<Form, [Vec<u64>; 2]> = HashMap::new();
        for g in forms.followers_of_all(of) {
            let mut first = vec![0u64; words];
            let mut second = vec![u64::MAX; words];
            // No bits behind the last game.
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
            for (x, [left, right]) in options.iter().enumerate() {
                let bit = 1 << (x % 64);
                if left.iter().any(|&l| has(&second, l)) || (left.is_empty() && end_like[0]) {
                    first[x / 64] |= bit;
                }
                if right.iter().any(|&r| !has(&first, r)) || (right.is_empty() && end_like[1]) {
                    second[x / 64] &= !bit;
                }
            }
            outcomes.insert(g, [first, second]);
        }
        outcomes
    }

    /// Game after game with what it needs, whichever refuses the most new pairs for
    /// each place of the table that it takes.
    fn choose(&self, name: &str, refusals: &[Vec<u64>], pairs: usize) -> Vec<usize> {
        let closure: Vec<Vec<usize>> = self
            .games
            .iter()
            .map(|&g| self.store.followers(g).iter().map(|f| self.index[f]).collect())
            .collect();
        let mut chosen: Vec<usize> = vec![self.index[&Form::ZERO]];
        let mut covered = refusals[chosen[0]].clone();
        let count = |bits: &[u64]| bits.iter().map(|w| w.count_ones() as usize).sum::<usize>();
        loop {
            let mut best: Option<(f64, Vec<usize>)> = None;
            for needed in &closure {
                let new: Vec<usize> = needed.iter().copied().filter(|x| !chosen.contains(x)).collect();
                if new.is_empty() || chosen.len() + new.len() > Probes::MOST {
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
                let mut places: Vec<usize> = self.options(x, p).into_iter().map(place).collect();
                places.sort_unstable();
                places
            }),
        };
        chosen.iter().map(node).collect()
    }
}

/// Numbers that look random and are the same every time (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound.max(1) as u64) as usize
    }
}
