//! A naive prover for all forms born by day 2: what it proves, the checker accepts,
//! and it gives the numbers of the papers.

use std::collections::HashMap;
use std::time::Instant;

use misere_check::{
    Certificate, Evidence, FORMAT, Node, Pairs, Player, Reduced, Separator, Statement, Step, StrongOption,
    Universe, UniverseName, VERSION, check,
};

const BOTH: [Player; 2] = Player::BOTH;

/// The 256 forms born by day 2: 0, 1, -1, * and then all others. The first
/// `extra` nodes after them are what the universe needs.
fn day_2() -> Vec<Node> {
    let subset = |bits: u32| (0..4).filter(|i| bits >> i & 1 == 1).collect::<Vec<u32>>();
    let mut nodes: Vec<Node> =
        [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(l, r)| Node { l: subset(l), r: subset(r), t: None }).into();
    for l in 0..16 {
        for r in 0..16 {
            let node = Node { l: subset(l), r: subset(r), t: None };
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
    }
    nodes
}

struct Prover {
    certificate: Certificate,
    /// The number of the step that claims it.
    proved: HashMap<Statement, u32>,
    outcomes: HashMap<(u32, u32, Player), bool>,
}

impl Prover {
    fn new(name: UniverseName, generators: Vec<u32>, nodes: Vec<Node>) -> Prover {
        let certificate = Certificate {
            format: FORMAT.to_owned(),
            version: VERSION,
            universe: Universe { name, generators },
            nodes,
            steps: vec![],
            claims: vec![],
        };
        Prover { certificate, proved: HashMap::new(), outcomes: HashMap::new() }
    }

    fn step(&mut self, claim: Statement, by: Evidence) {
        self.proved.insert(claim.clone(), self.certificate.steps.len() as u32);
        self.certificate.steps.push(Step { claim, by });
    }

    fn node(&self, g: u32) -> &Node {
        &self.certificate.nodes[g as usize]
    }

    fn name(&self) -> UniverseName {
        self.certificate.universe.name
    }

    fn wins_first(&mut self, g: u32, x: u32, player: Player) -> bool {
        if let Some(&known) = self.outcomes.get(&(g, x, player)) {
            return known;
        }
        let (of_g, of_x) = (self.node(g).options(player).to_vec(), self.node(x).options(player).to_vec());
        let stuck = of_g.is_empty() && of_x.is_empty();
        let result = (stuck && self.name() != UniverseName::N)
            || of_g.iter().any(|&o| !self.wins_first(o, x, player.opponent()))
            || of_x.iter().any(|&o| !self.wins_first(g, o, player.opponent()));
        self.outcomes.insert((g, x, player), result);
        result
    }

    /// Tries to accept one step; the checker itself is asked where a naive prover
    /// has no better idea.
    fn is_accepted(&self, claim: &Statement, by: &Evidence) -> bool {
        let mut alone = self.certificate.clone();
        // Of the earlier steps only a test set matters here, and that is first.
        alone.steps.truncate(usize::from(self.name() == UniverseName::Generated));
        alone.steps.push(Step { claim: claim.clone(), by: by.clone() });
        alone.claims = vec![claim.clone()];
        check(&alone).is_ok()
    }

    fn strength(&mut self, g: u32, player: Player) {
        let claim = Statement::Strong(g, player);
        if self.node(g).options(player).is_empty() {
            return self.step(claim, Evidence::EndLike);
        }
        match self.name() {
            UniverseName::D | UniverseName::E if self.is_accepted(&claim, &Evidence::Play) => {
                self.step(claim, Evidence::Play);
            }
            UniverseName::Generated if self.is_accepted(&claim, &Evidence::TestSet(0)) => {
                self.step(claim, Evidence::TestSet(0));
            }
            UniverseName::B => {
                for to in self.node(g).options(player).to_vec() {
                    let won = self.wins_first(to, 0, player) && !self.wins_first(to, 0, player.opponent());
                    let replies = self.node(to).options(player.opponent()).to_vec();
                    let step = |o| self.proved.get(&Statement::Strong(o, player)).copied();
                    let by = step(to).zip(replies.into_iter().map(step).collect::<Option<Vec<u32>>>());
                    if let (true, Some((itself, replies))) = (won, by) {
                        return self.step(claim, Evidence::Option(StrongOption { to, itself, replies }));
                    }
                }
            }
            _ => {}
        }
    }

    fn order(&mut self, g: u32, h: u32) {
        if g == h {
            return self.step(Statement::Ge(g, h), Evidence::Same);
        }
        let proved = |statement| self.proved.get(&statement).copied();
        let right = self.node(g).r.iter().map(|&moved| {
            let matched = self.node(h).r.iter().find_map(|&o| proved(Statement::Ge(moved, o)));
            matched.or_else(|| self.node(moved).l.iter().find_map(|&o| proved(Statement::Ge(o, h))))
        });
        let left = self.node(h).l.iter().map(|&moved| {
            let matched = self.node(g).l.iter().find_map(|&o| proved(Statement::Ge(o, moved)));
            matched.or_else(|| self.node(moved).r.iter().find_map(|&o| proved(Statement::Ge(g, o))))
        });
        let (Some(right), Some(left)) = (right.collect::<Option<_>>(), left.collect::<Option<_>>()) else {
            return;
        };
        let normal = self.name() == UniverseName::N;
        let needs_left = !normal && self.node(h).l.is_empty();
        let needs_right = !normal && self.node(g).r.is_empty();
        let strong_left = proved(Statement::Strong(g, Player::Left)).filter(|_| needs_left);
        let strong_right = proved(Statement::Strong(h, Player::Right)).filter(|_| needs_right);
        if strong_left.is_some() == needs_left && strong_right.is_some() == needs_right {
            self.step(Statement::Ge(g, h), Evidence::Pairs(Pairs { right, left, strong_left, strong_right }));
        }
    }

    fn refutation(&mut self, g: u32, h: u32, pool: &[u32]) {
        for &x in pool {
            for starter in BOTH {
                let left_wins = |won| won == (starter == Player::Left);
                let (on_g, on_h) = (self.wins_first(g, x, starter), self.wins_first(h, x, starter));
                if !left_wins(on_g) && left_wins(on_h) {
                    let member = self.proved.get(&Statement::Member(x)).copied();
                    let by = Evidence::Separator(Separator { x, member, starter });
                    return self.step(Statement::NotGe(g, h), by);
                }
            }
        }
    }
}

/// Proves what can be proved about the 256 forms in this universe, checks it, and
/// counts (forms in the universe, their classes, pairs that are not decided).
fn count(name: UniverseName, generators: Vec<u32>, extra: &[Node], test_set: &[u32]) -> (usize, usize, usize) {
    let mut nodes = day_2();
    let forms = nodes.len() as u32;
    nodes.extend_from_slice(extra);
    let mut prover = Prover::new(name, generators, nodes);
    if !test_set.is_empty() {
        prover.step(Statement::TestSet(2, test_set.to_vec()), Evidence::Closure);
    }
    let mut members = vec![];
    for g in 0..forms {
        let by = match name {
            UniverseName::Generated => {
                // -1, 1 and, by day 2, their sums and the generator itself.
                let generators = &prover.certificate.universe.generators;
                let ends = [(2, vec![2]), (1, vec![1])].into_iter();
                let own = generators.iter().map(|&a| (a, vec![a]));
                let twice = extra_ends(&prover.certificate.nodes, forms);
                Evidence::Sums(ends.chain(own).chain(twice).collect())
            }
            _ => Evidence::Definition,
        };
        if prover.is_accepted(&Statement::Member(g), &by) {
            prover.step(Statement::Member(g), by);
            members.push(g);
        }
    }
    if name == UniverseName::N {
        members = (0..forms).collect();
    } else {
        for g in 0..forms {
            BOTH.map(|player| prover.strength(g, player));
        }
    }
    let pool = members.clone();
    let mut undecided = 0;
    for g in 0..forms {
        for h in 0..forms {
            prover.order(g, h);
            let holds = prover.proved.contains_key(&Statement::Ge(g, h));
            prover.refutation(g, h, &pool);
            let fails = prover.proved.contains_key(&Statement::NotGe(g, h));
            assert!(!(holds && fails), "{g} and {h} modulo {name:?}");
            undecided += usize::from(!holds && !fails);
        }
    }
    let both = |g, h| [(g, h), (h, g)].iter().all(|&(g, h)| prover.proved.contains_key(&Statement::Ge(g, h)));
    let classes = members.iter().filter(|&&g| !members.iter().any(|&h| h < g && both(g, h))).count();
    let steps = prover.certificate.steps.len();
    prover.certificate.claims = prover.certificate.steps.iter().map(|step| step.claim.clone()).collect();
    let start = Instant::now();
    let accepted = check(&prover.certificate).unwrap_or_else(|rejection| panic!("{name:?}: {rejection}"));
    println!("{name:?}: {steps} steps in {:?}; {accepted}; undecided {undecided}", start.elapsed());
    (members.len(), classes, undecided)
}

/// -2 and 2 as sums.
fn extra_ends(nodes: &[Node], forms: u32) -> Vec<(u32, Vec<u32>)> {
    let find = |l: &[u32], r: &[u32]| (0..forms).find(|&g| nodes[g as usize].l == l && nodes[g as usize].r == r);
    let minus_two = find(&[], &[2]).map(|g| (g, vec![2, 2]));
    let two = find(&[1], &[]).map(|g| (g, vec![1, 1]));
    minus_two.into_iter().chain(two).collect()
}

fn number_of(l: &[u32], r: &[u32]) -> u32 {
    day_2().iter().position(|node| node.l == l && node.r == r).unwrap() as u32
}

#[test]
fn every_form_by_day_2_is_its_own_class_modulo_m() {
    let (forms, classes, _) = count(UniverseName::M, vec![], &[], &[]);
    assert_eq!((forms, classes), (256, 256));
}

#[test]
fn dicots_by_day_2() {
    let (forms, classes, _) = count(UniverseName::D, vec![], &[], &[]);
    assert_eq!((forms, classes), (10, 9));
}

#[test]
fn dead_ending_forms_by_day_2() {
    let (forms, classes, _) = count(UniverseName::E, vec![], &[], &[]);
    assert_eq!((forms, classes), (232, 196));
}

#[test]
fn blocking_forms_by_day_2() {
    let (forms, classes, _) = count(UniverseName::B, vec![], &[], &[]);
    assert_eq!((forms, classes), (256, 220));
}

#[test]
fn forms_of_d_minus_1_by_day_2() {
    let minus_two = number_of(&[], &[2]);
    let (forms, classes, _) = count(UniverseName::Generated, vec![2], &[], &[0, 2, minus_two]);
    assert_eq!((forms, classes), (230, 194));
}

#[test]
fn forms_of_domineering_by_day_2() {
    let generator = number_of(&[], &[0, 2]);
    let conjugate = number_of(&[0, 1], &[]);
    let _ = conjugate;
    let (forms, classes, _) = count(UniverseName::Generated, vec![generator], &[], &[0, generator]);
    assert_eq!((forms, classes), (231, 195));
}

#[test]
fn normal_play_by_day_2() {
    let (_, classes, undecided) = count(UniverseName::N, vec![], &[], &[]);
    assert_eq!((classes, undecided), (22, 0));
}

/// Unused in this file but for the check that evidence is built as the docs say.
#[test]
fn every_part_of_a_certificate_can_be_built() {
    let _ = Evidence::Reduced(Reduced { ge: 0, le: 0 });
}
