//! A naive prover for all forms born by day 2: the checker accepts its proofs, and they
//! give the numbers of the papers.

use std::collections::HashMap;

use misere_check::{
    Certificate, Evidence, FORMAT, Node, Pairs, Player, Separator, Statement, Step, StrongOption, Universe,
    UniverseName, VERSION, check,
};

const BOTH: [Player; 2] = Player::BOTH;

/// The 256 forms born by day 2: 0, 1, -1, * and then all others.
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
    /// The number of the step that claims a statement.
    proved: HashMap<Statement, u32>,
    /// For g, x and the player who starts on g + x: does that player win?
    outcomes: Vec<Option<bool>>,
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
        let outcomes = vec![None; 2 * certificate.nodes.len().pow(2)];
        Prover { certificate, proved: HashMap::new(), outcomes }
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
        let place = 2 * (g as usize * self.certificate.nodes.len() + x as usize) + player as usize;
        if let Some(known) = self.outcomes[place] {
            return known;
        }
        let (of_g, of_x) = (self.node(g).options(player).to_vec(), self.node(x).options(player).to_vec());
        let stuck = of_g.is_empty() && of_x.is_empty();
        let result = (stuck && self.name() != UniverseName::N)
            || of_g.iter().any(|&o| !self.wins_first(o, x, player.opponent()))
            || of_x.iter().any(|&o| !self.wins_first(g, o, player.opponent()));
        self.outcomes[place] = Some(result);
        result
    }

    /// Tries to accept one step; the checker itself is asked where a naive prover
    /// has no better idea.
    fn is_accepted(&self, claim: &Statement, by: &Evidence) -> bool {
        let mut alone = self.certificate.clone();
        // Of the earlier steps only a test set matters, which is the first step.
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
/// counts the forms in the universe, their classes, and the pairs that no form of
/// the universe by day 2 decides.
fn count(name: UniverseName, generators: &[u32], test_set: &[u32]) -> (usize, usize, usize) {
    let nodes = day_2();
    let forms = nodes.len() as u32;
    let mut prover = Prover::new(name, generators.to_vec(), nodes);
    if !test_set.is_empty() {
        prover.step(Statement::TestSet(2, test_set.to_vec()), Evidence::Closure);
    }
    let mut sums = vec![(1, vec![1]), (2, vec![2])];
    sums.extend([(number_of(&[1], &[]), vec![1, 1]), (number_of(&[], &[2]), vec![2, 2])]);
    if generators == [number_of(&[], &[0, 2])] {
        sums.extend([number_of(&[], &[0, 2]), number_of(&[0, 1], &[])].map(|end| (end, vec![end])));
    }
    let by = if name == UniverseName::Generated { Evidence::Sums(sums) } else { Evidence::Definition };
    let mut members = vec![];
    for g in 0..forms {
        if prover.is_accepted(&Statement::Member(g), &by) {
            prover.step(Statement::Member(g), by.clone());
            members.push(g);
        }
    }
    if name == UniverseName::N {
        members = (0..forms).collect();
    } else {
        for g in 0..forms {
            BOTH.into_iter().for_each(|player| prover.strength(g, player));
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
    prover.certificate.claims = prover.certificate.steps.iter().map(|step| step.claim.clone()).collect();
    if let Err(rejection) = check(&prover.certificate) {
        panic!("{name:?}: {rejection}");
    }
    (members.len(), classes, undecided)
}

fn number_of(l: &[u32], r: &[u32]) -> u32 {
    day_2().iter().position(|node| node.l == l && node.r == r).expect("born by day 2") as u32
}

#[test]
fn every_form_is_its_own_class_modulo_m() {
    let (forms, classes, _) = count(UniverseName::M, &[], &[]);
    assert_eq!((forms, classes), (256, 256));
}

#[test]
fn dicots() {
    let (forms, classes, _) = count(UniverseName::D, &[], &[]);
    assert_eq!((forms, classes), (10, 9));
}

#[test]
fn dead_ending_forms() {
    let (forms, classes, _) = count(UniverseName::E, &[], &[]);
    assert_eq!((forms, classes), (232, 196));
}

#[test]
fn blocking_forms() {
    let (forms, classes, _) = count(UniverseName::B, &[], &[]);
    assert_eq!((forms, classes), (256, 220));
}

#[test]
fn dicotic_trees_with_integer_leaves() {
    let minus_two = number_of(&[], &[2]);
    let (forms, classes, _) = count(UniverseName::Generated, &[2], &[0, 2, minus_two]);
    assert_eq!((forms, classes), (230, 194));
}

#[test]
fn the_universe_of_domineering() {
    let generator = number_of(&[], &[0, 2]);
    let (forms, classes, _) = count(UniverseName::Generated, &[generator], &[0, generator]);
    assert_eq!((forms, classes), (232, 196));
}

#[test]
fn normal_play() {
    let (_, classes, undecided) = count(UniverseName::N, &[], &[]);
    assert_eq!((classes, undecided), (22, 0));
}

#[test]
fn impartial_forms_by_day_3() {
    // Each set of numbers below 4 is a form by day 3 (of those by day 2, in order).
    let sets = (0..16_u32).map(|bits| (0..4).filter(|i| bits >> i & 1 == 1).collect::<Vec<u32>>());
    let nodes = sets.map(|set| Node { l: set.clone(), r: set, t: None }).collect();
    let mut prover = Prover::new(UniverseName::I, vec![], nodes);
    let key = |g: u32, h: u32| Statement::Equal(g.min(h), g.max(h));
    for (g, h) in (0..16).flat_map(|g| (0..=g).map(move |h| (g, h))) {
        let proved = |g, h| prover.proved.get(&key(g, h)).copied();
        let answers = |g: u32, h: u32| {
            let answer = |moved: u32| {
                let matched = prover.node(h).l.iter().find_map(|&o| proved(moved, o));
                matched.or_else(|| prover.node(moved).l.iter().find_map(|&o| proved(o, h)))
            };
            prover.node(g).l.iter().map(|&moved| answer(moved)).collect::<Option<Vec<u32>>>()
        };
        let pairs =
            answers(g, h).zip(answers(h, g)).map(|(right, left)| Pairs { right, left, ..Pairs::default() });
        let proviso = (h != 0 && g != 0) || prover.wins_first(g.max(h), 0, Player::Left);
        match pairs {
            _ if g == h => prover.step(key(g, h), Evidence::Same),
            Some(Pairs { right, left, .. }) if proviso => {
                // The key has the smaller number first.
                let by = Pairs { right: left, left: right, ..Pairs::default() };
                prover.step(key(g, h), Evidence::Pairs(by));
            }
            _ => {
                let differs = |x: &u32| {
                    prover.wins_first(g, *x, Player::Left) != prover.wins_first(h, *x, Player::Left)
                };
                let x = (0..16).find(differs).expect("a separator by day 3");
                let by = Separator { x, member: None, starter: Player::Left };
                prover.step(Statement::NotEqual(g, h), Evidence::Separator(by));
            }
        }
    }
    let first = |&g: &u32| !(0..g).any(|h| prover.proved.contains_key(&key(g, h)));
    assert_eq!((0..16).filter(first).count(), 5);
    prover.certificate.claims = prover.certificate.steps.iter().map(|step| step.claim.clone()).collect();
    assert_eq!(check(&prover.certificate).unwrap().to_string(), "checked; relies on [nim] Theorem 1");
}
