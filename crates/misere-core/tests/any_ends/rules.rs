//! A second implementation of the rules (L) and (R) of docs/universes.md, and certificates
//! that it and the checker judge.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use fastrand::Rng;
use misere_check::{self as check, Balance, CellStrategy, Certificate, Evidence};
use misere_core::{Form, Forms, Player, Tombstones};

use misere_twin::accept;

/// Counts of forms certified and judged.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// The number of cells of each strategy.
    pub(crate) sizes: Vec<usize>,
    /// The strategies with a balance, and those that count some ends in the place of others.
    pub(crate) balanced: usize,
    pub(crate) reduced: usize,
    /// The strategies with one cell removed that were judged, and those of them that were
    /// accepted.
    pub(crate) damaged: usize,
    pub(crate) accepted: usize,
}

/// Has a certificate of a form's strength accepted, and its strategies without one cell
/// judged by the checker and by the rules: without each of its cells if they are few, and
/// otherwise without some of them.
pub(crate) fn certify(
    forms: &Forms,
    certificate: &Certificate,
    ends: &[Form],
    random: &mut Rng,
    judged: &mut Judged,
) {
    const ALL_OF: usize = 40;
    accept(certificate);
    for number in 0..certificate.steps.len() {
        let Evidence::Strategy(strategy) = &certificate.steps[number].by else { continue };
        let check::Statement::Strong(node, player) = certificate.steps[number].claim else { panic!() };
        judged.sizes.push(strategy.cells.len());
        judged.balanced += usize::from(strategy.balance.is_some());
        judged.reduced += usize::from(!strategy.instead.is_empty());
        let mut rules = Rules::new(forms, certificate, player, strategy);
        let form = rules.nodes[node as usize];
        assert!(rules.judge(form, ends));
        // A strategy of many cells takes long to judge.
        let most = if strategy.cells.len() > 4_000 { 4 } else { ALL_OF.min(strategy.cells.len()) };
        for removed in 0..most {
            let is_small = strategy.cells.len() <= ALL_OF;
            let removed = if is_small { removed } else { random.usize(..strategy.cells.len()) };
            let mut damaged = certificate.clone();
            let Evidence::Strategy(fewer) = &mut damaged.steps[number].by else { panic!() };
            fewer.cells.remove(removed);
            let is_accepted = check::check(&damaged).is_ok();
            assert_eq!(is_accepted, rules.judge_without(removed, form, ends));
            judged.damaged += 1;
            judged.accepted += usize::from(is_accepted);
        }
    }
}

/// A strategy of a certificate, as the rules judge it. Cells are turned into numbers of copies
/// and back, and the class of a balance into all whole numbers of the class that are not large.
struct Rules<'a> {
    forms: &'a Forms,
    nodes: Vec<Form>,
    player: Player,
    strategy: &'a CellStrategy,
    listed: Vec<(Player, Form, Vec<u32>)>,
    cells: HashSet<(Player, Form, Vec<u32>)>,
    /// What [`Rules::classes`] and [`Rules::changed`] found.
    classes: RefCell<HashMap<Vec<u32>, Classes>>,
    changed: RefCell<HashMap<(u32, i32), Classes>>,
}

/// Classes of balances, above the least.
type Classes = Rc<HashSet<u32>>;

/// Balances of larger absolute value are not examined.
const LARGEST: i64 = 150;

fn class_of(balance: &Balance, v: i64) -> i64 {
    let (bound, modulus) = (i64::from(balance.bound), i64::from(balance.modulus));
    let mut size = v.abs();
    while size >= bound + modulus {
        size -= modulus;
    }
    size * v.signum()
}

/// How far the least class is below 0.
fn least_class(balance: &Balance) -> i64 {
    i64::from(balance.bound + balance.modulus) - 1
}

impl<'a> Rules<'a> {
    fn new(
        forms: &'a Forms,
        certificate: &Certificate,
        player: Player,
        strategy: &'a CellStrategy,
    ) -> Rules<'a> {
        let mut nodes: Vec<Form> = Vec::new();
        for node in &certificate.nodes {
            let [l, r] =
                [&node.l, &node.r].map(|list| list.iter().map(|&n| nodes[n as usize]).collect::<Vec<_>>());
            let [left, right] = match node.t {
                None => [false; 2],
                Some(check::Tombstones::L) => [true, false],
                Some(check::Tombstones::R) => [false, true],
                Some(check::Tombstones::LR) => [true; 2],
            };
            let stones = Tombstones::new(left, right);
            nodes.push(forms.make(&l, &r, stones).unwrap());
        }
        let listed: Vec<_> =
            strategy.cells.iter().map(|(p, n, c)| (*p, nodes[*n as usize], c.clone())).collect();
        let cells = listed.iter().cloned().collect();
        Rules {
            forms,
            nodes,
            player,
            strategy,
            listed,
            cells,
            classes: RefCell::default(),
            changed: RefCell::default(),
        }
    }

    fn component(&self, at: usize) -> Form {
        self.nodes[self.strategy.counting[at].0 as usize]
    }

    /// The count that stands for so many copies, or `None` if they are too many.
    fn counted(&self, at: usize, copies: u32) -> Option<u32> {
        let (_, threshold, period) = self.strategy.counting[at];
        if copies < threshold || period == 0 && copies == threshold {
            return Some(copies);
        }
        (period > 0).then(|| threshold + (copies - threshold) % period)
    }

    /// The classes of balances, above the least, of the positions with these counts: of all
    /// whole numbers that are balances of such positions and are not large.
    fn classes(&self, balance: &Balance, counts: &[u32]) -> Classes {
        if let Some(known) = self.classes.borrow().get(counts) {
            return Rc::clone(known);
        }
        let mut pending = vec![
            counts.iter().zip(&balance.weights).map(|(&n, &w)| i64::from(n) * i64::from(w)).sum::<i64>(),
        ];
        let mut all: HashSet<i64> = pending.iter().copied().collect();
        while let Some(v) = pending.pop() {
            for (at, &(_, threshold, period)) in self.strategy.counting.iter().enumerate() {
                let next = v + i64::from(balance.weights[at]) * i64::from(period);
                if counts[at] >= threshold && next.abs() <= LARGEST && all.insert(next) {
                    pending.push(next);
                }
            }
        }
        let classes = all.into_iter().map(|v| class_of(balance, v)).collect::<HashSet<i64>>();
        let classes =
            Rc::new(classes.into_iter().map(|class| (class + least_class(balance)) as u32).collect());
        self.classes.borrow_mut().insert(counts.to_vec(), Rc::clone(&classes));
        classes
    }

    /// The classes, above the least, to which a change may lead from a class: from all whole
    /// numbers of the class that are not large.
    fn changed(&self, balance: &Balance, class: u32, change: i32) -> Classes {
        if let Some(known) = self.changed.borrow().get(&(class, change)) {
            return Rc::clone(known);
        }
        let is_of_class = |v: &i64| class_of(balance, *v) + least_class(balance) == i64::from(class);
        let of_class = (-LARGEST / 2..=LARGEST / 2).filter(is_of_class);
        let after =
            of_class.map(|v| (class_of(balance, v + i64::from(change)) + least_class(balance)) as u32);
        let after: Classes = Rc::new(after.collect());
        self.changed.borrow_mut().insert((class, change), Rc::clone(&after));
        after
    }

    /// The cells of the positions that a move leaves, from the copies c and, past the
    /// threshold, c + period; `None` if one is not provided for.
    fn after(&self, cell: &[u32], from: usize, to: Form) -> Option<Vec<Vec<u32>>> {
        let components = self.strategy.counting.len();
        let counts = &cell[..components];
        let (_, threshold, period) = self.strategy.counting[from];
        let more = if period > 0 && counts[from] >= threshold { vec![0, period] } else { vec![0] };
        let mut all = Vec::new();
        for more in more {
            let mut after = counts.to_vec();
            after[from] = self.counted(from, counts[from] + more - 1)?;
            let to = (0..components).find(|&at| self.component(at) == to);
            if let Some(to) = to {
                after[to] = self.counted(to, after[to] + 1)?;
            }
            let Some(balance) = &self.strategy.balance else {
                all.push(after);
                continue;
            };
            let change = to.map_or(0, |to| balance.weights[to]) - balance.weights[from];
            let changed = self.changed(balance, cell[components], change);
            let possible = self.classes(balance, &after);
            all.extend(changed.intersection(&possible).map(|&class| [&after[..], &[class]].concat()));
        }
        Some(all)
    }

    fn is_won(&self, mover: Player, form: Form, cell: &[u32]) -> bool {
        let is_players_turn = mover == self.player;
        let side = if is_players_turn { Player::Left } else { Player::Right };
        let there: Vec<usize> = (0..self.strategy.counting.len()).filter(|&at| cell[at] > 0).collect();
        let moves = |at: usize| self.forms.options(self.component(at), side).to_vec();
        if self.forms.is_end_like(form, mover) && there.iter().all(|&at| moves(at).is_empty()) {
            return is_players_turn;
        }
        let is_in = |form: Form, cell: &[u32]| self.cells.contains(&(mover.opponent(), form, cell.to_vec()));
        let in_form = self.forms.options(form, mover).iter().map(|&option| is_in(option, cell));
        let in_components =
            there.iter().flat_map(|&at| moves(at).into_iter().map(move |to| (at, to))).map(|(at, to)| {
                self.after(cell, at, to).is_some_and(|all| all.iter().all(|after| is_in(form, after)))
            });
        let mut safe = in_form.chain(in_components);
        if is_players_turn { safe.any(|safe| safe) } else { safe.all(|safe| safe) }
    }

    /// The ends that are counted for all sums of `ends`, if every other end is at least the sum
    /// that is counted in its place.
    fn tested(&self, ends: &[Form]) -> Option<HashSet<Form>> {
        let mut tested = HashSet::new();
        for &end in ends {
            let replaced = self.strategy.instead.iter().find(|(node, _)| self.nodes[*node as usize] == end);
            let Some((_, parts)) = replaced else {
                tested.insert(end);
                continue;
            };
            let parts: Vec<Form> = parts.iter().map(|&part| self.nodes[part as usize]).collect();
            let sum = parts.iter().fold(Form::ZERO, |sum, &part| self.forms.sum(sum, part).unwrap());
            if !at_least(self.forms, end, sum) {
                return None;
            }
            tested.extend(parts);
        }
        Some(tested)
    }

    /// Whether the cells are a strategy for the form against all sums of the ends.
    fn judge(&self, g: Form, ends: &[Form]) -> bool {
        let Some(tested) = self.tested(ends) else { return false };
        let mut starts = vec![vec![]];
        for (at, &(_, threshold, period)) in self.strategy.counting.iter().enumerate() {
            let most = if tested.contains(&self.component(at)) { threshold + period } else { 1 };
            starts = starts
                .iter()
                .flat_map(|s: &Vec<u32>| (0..most).map(move |n| [&s[..], &[n]].concat()))
                .collect();
        }
        let are_listed = starts.iter().all(|start| {
            let is_listed = |cell: Vec<u32>| self.cells.contains(&(self.player, g, cell));
            match &self.strategy.balance {
                None => is_listed(start.clone()),
                Some(balance) => self
                    .classes(balance, start)
                    .iter()
                    .all(|&class| is_listed([&start[..], &[class]].concat())),
            }
        });
        are_listed && self.cells.iter().all(|(mover, form, cell)| self.is_won(*mover, *form, cell))
    }

    /// Whether the cells without one of them are such a strategy.
    fn judge_without(&mut self, removed: usize, g: Form, ends: &[Form]) -> bool {
        let cell = self.listed[removed].clone();
        self.cells.remove(&cell);
        let verdict = self.judge(g, ends);
        self.cells.insert(cell);
        verdict
    }
}

/// Whether g ≥ h modulo all games: \[universe\] Theorem 5.5, where end-likes alone are strong.
fn at_least(forms: &Forms, g: Form, h: Form) -> bool {
    let options = |f: Form, player| forms.options(f, player).to_vec();
    let is_end = |f: Form, player| forms.options(f, player).is_empty();
    let mut right = options(g, Player::Right).into_iter();
    let mut left = options(h, Player::Left).into_iter();
    (!is_end(h, Player::Left) || is_end(g, Player::Left))
        && (!is_end(g, Player::Right) || is_end(h, Player::Right))
        && right.all(|gr| {
            options(h, Player::Right).into_iter().any(|hr| at_least(forms, gr, hr))
                || options(gr, Player::Left).into_iter().any(|grl| at_least(forms, grl, h))
        })
        && left.all(|hl| {
            options(g, Player::Left).into_iter().any(|gl| at_least(forms, gl, hl))
                || options(hl, Player::Right).into_iter().any(|hlr| at_least(forms, g, hlr))
        })
}
