//! The straightforward engine that the fast one is compared with and measured
//! against: every definition of \[universe\] written down as it stands, with a
//! `HashMap` before it. The baseline shares the players and the rulesets with the
//! rest of the program and nothing else.
//!
//! Forms are hash-consed, and every answer is remembered: comparisons, play of a form
//! with an end, strength, sums, simplest forms. There are no filters, and nothing is
//! ever forgotten. Functions recurse as deep as the play is long, which is enough for
//! boards and not for a thousand-deep form.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use misere_core::Player;
use misere_rulesets::{Component, PositionGraph, Sum};
use num_bigint::BigUint;

/// A universe that forms are compared modulo, or normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaselineUniverse {
    /// M, all games.
    M,
    /// D, the dicots.
    D,
    /// E, the dead-ending universe.
    E,
    /// B, the blocking universe.
    B,
    /// D(-1), dicotic trees with integer leaves.
    Integers,
    /// D({·|-1,0}), the universe of Domineering.
    Domineering,
    /// Normal play, which ignores tombstones.
    Normal,
}

/// A form, of the [`Baseline`] that made it. Isomorphic forms have equal handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BaselineForm(u32);

impl BaselineForm {
    /// The form {·|·}.
    pub const ZERO: BaselineForm = BaselineForm(0);
}

/// The options of a form, by player.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Node {
    options: [BTreeSet<BaselineForm>; 2],
    tombstones: [bool; 2],
}

/// The engine for one universe.
pub struct Baseline {
    universe: BaselineUniverse,
    nodes: Vec<Rc<Node>>,
    ranks: Vec<u32>,
    interned: HashMap<Rc<Node>, BaselineForm>,
    comparisons: u64,
    known: Known,
}

/// The answers found so far.
#[derive(Default)]
struct Known {
    ge: HashMap<(BaselineForm, BaselineForm), bool>,
    /// Whether the player wins moving first on the sum.
    wins: HashMap<(BaselineForm, BaselineForm, Player), bool>,
    strong: HashMap<(BaselineForm, Player), bool>,
    tests: HashMap<(u32, Player), Rc<[BaselineForm]>>,
    sums: HashMap<(BaselineForm, BaselineForm, Plus), BaselineForm>,
    simplest: HashMap<BaselineForm, BaselineForm>,
}

/// Two ways to add.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Plus {
    /// The sum of any forms, as it is.
    Literal,
    /// The simplest form of a sum of simplest forms.
    Simplified,
}

impl Baseline {
    /// An engine that knows 0.
    #[must_use]
    pub fn new(universe: BaselineUniverse) -> Baseline {
        let zero = Rc::new(Node::default());
        Baseline {
            universe,
            nodes: vec![zero.clone()],
            ranks: vec![0],
            interned: HashMap::from([(zero, BaselineForm::ZERO)]),
            comparisons: 0,
            known: Known::default(),
        }
    }

    /// The form with these options and tombstones, each pair with Left's first.
    pub fn make(&mut self, options: [&[BaselineForm]; 2], tombstones: [bool; 2]) -> BaselineForm {
        self.intern(Node { options: options.map(|some| some.iter().copied().collect()), tombstones })
    }

    /// How many comparisons were computed, not counting comparisons of a form with itself and
    /// comparisons that were known.
    #[must_use]
    pub fn comparisons(&self) -> u64 {
        self.comparisons
    }

    /// How many forms were made.
    #[must_use]
    pub fn form_count(&self) -> usize {
        self.nodes.len()
    }

    /// Whether g ≥ h modulo the universe: \[universe\] Theorem 5.5, for any forms.
    pub fn ge(&mut self, g: BaselineForm, h: BaselineForm) -> bool {
        if g == h {
            return true;
        }
        if let Some(&known) = self.known.ge.get(&(g, h)) {
            return known;
        }
        self.comparisons += 1;
        let answer = Player::BOTH.into_iter().all(|player| self.proviso_holds(g, h, player))
            && Player::BOTH.into_iter().all(|player| self.is_maintained(g, h, player));
        self.known.ge.insert((g, h), answer);
        answer
    }

    /// Whether `player` wins moving first on the sum of g with any end for
    /// `player` that lies in the universe.
    pub fn is_strong(&mut self, g: BaselineForm, player: Player) -> bool {
        if self.is_end_like(g, player) {
            return true;
        }
        match self.universe {
            BaselineUniverse::M => return false,
            BaselineUniverse::Normal => return true,
            _ => {}
        }
        if let Some(&known) = self.known.strong.get(&(g, player)) {
            return known;
        }
        let answer = if self.universe == BaselineUniverse::B {
            self.wins_against_passing(g, player)
        } else {
            let tests = self.test_ends(self.ranks[g.0 as usize], player);
            tests.iter().all(|&end| self.wins_first(g, end, player))
        };
        self.known.strong.insert((g, player), answer);
        answer
    }

    /// The simplest form that equals g modulo the universe (\[universe\] section 5).
    pub fn simplest(&mut self, g: BaselineForm) -> BaselineForm {
        if let Some(&known) = self.known.simplest.get(&g) {
            return known;
        }
        let node = self.node(g);
        let options = node.options.each_ref().map(|some| some.iter().map(|&o| self.simplest(o)).collect());
        let answer = self.simplify(Node { options, tombstones: node.tombstones });
        self.known.simplest.insert(g, answer);
        answer
    }

    /// The simplest form of a sum of components. Components are evaluated one by one and
    /// added, which is right inside the universe only (\[universe\] Theorem 5.23), or else
    /// followed as a whole.
    pub fn value_of_position(
        &mut self,
        graph: &PositionGraph,
        sum: Sum,
        add_components: bool,
    ) -> BaselineForm {
        if !add_components {
            return self.whole_board(graph, graph.components(sum).to_vec(), &mut HashMap::new());
        }
        let mut values = HashMap::new();
        for component in graph.followers(sum) {
            let options = Player::BOTH.map(|player| {
                let options = graph.options(component, player);
                options.map(|option| self.add_all(graph.components(option), &values)).collect()
            });
            let value = self.simplify(Node { options, tombstones: [false; 2] });
            values.insert(component, value);
        }
        self.add_all(graph.components(sum), &values)
    }

    /// How many edges the form has as a tree, a tombstone being one edge.
    #[must_use]
    pub fn tree_edges(&self, g: BaselineForm) -> BigUint {
        self.edges(g, &mut HashMap::new())
    }

    /// The form in braces, as the rest of the program reads it: `{{|},#|}`. Shared subtrees
    /// are written as often as they occur.
    #[must_use]
    pub fn write(&self, g: BaselineForm) -> String {
        let side = |player: Player| {
            let mut written: Vec<String> = self.options(g, player).iter().map(|&o| self.write(o)).collect();
            written.sort();
            written.extend(self.nodes[g.0 as usize].tombstones[player.index()].then(|| "#".to_owned()));
            written.join(",")
        };
        format!("{{{}|{}}}", side(Player::Left), side(Player::Right))
    }
}

/// Making and reading forms.
impl Baseline {
    fn intern(&mut self, node: Node) -> BaselineForm {
        if let Some(&known) = self.interned.get(&node) {
            return known;
        }
        let form = BaselineForm(u32::try_from(self.nodes.len()).expect("memory ends before handles do"));
        let of_option = node.options.iter().flatten().map(|o| self.ranks[o.0 as usize]).max();
        let of_tombstone = node.tombstones.contains(&true).then_some(0);
        self.ranks.push(of_option.max(of_tombstone).map_or(0, |rank| rank + 1));
        let node = Rc::new(node);
        self.nodes.push(node.clone());
        self.interned.insert(node, form);
        form
    }

    fn node(&self, g: BaselineForm) -> Rc<Node> {
        self.nodes[g.0 as usize].clone()
    }

    fn options(&self, g: BaselineForm, player: Player) -> &BTreeSet<BaselineForm> {
        &self.nodes[g.0 as usize].options[player.index()]
    }

    fn is_end_like(&self, g: BaselineForm, player: Player) -> bool {
        self.nodes[g.0 as usize].tombstones[player.index()] || self.options(g, player).is_empty()
    }

    fn edges(&self, g: BaselineForm, known: &mut HashMap<BaselineForm, BigUint>) -> BigUint {
        if let Some(known) = known.get(&g) {
            return known.clone();
        }
        let node = &self.nodes[g.0 as usize];
        let mut edges = BigUint::from(node.tombstones.iter().filter(|&&there| there).count());
        for &option in node.options.iter().flatten() {
            edges += self.edges(option, known) + 1u32;
        }
        known.insert(g, edges.clone());
        edges
    }
}

/// Comparison. "At least as good for Right" is ≤, so that the conditions of both players
/// are written once.
impl Baseline {
    fn ge_for(&mut self, player: Player, x: BaselineForm, y: BaselineForm) -> bool {
        let (g, h) = player.orient(x, y);
        self.ge(g, h)
    }

    /// Whether conditions (c) for Left and (d) for Right hold.
    fn proviso_holds(&mut self, g: BaselineForm, h: BaselineForm, player: Player) -> bool {
        let (better, worse) = player.orient(g, h);
        !self.is_end_like(worse, player) || self.is_strong(better, player)
    }

    /// Whether conditions (b) for Left and (a) for Right hold: each move of the player from
    /// the worse form is matched by a move from the better form, or reversed.
    fn is_maintained(&mut self, g: BaselineForm, h: BaselineForm, player: Player) -> bool {
        let (better, worse) = player.orient(g, h);
        let (mine, theirs) = (player.index(), player.opponent().index());
        let (in_better, in_worse) = (self.node(better), self.node(worse));
        in_worse.options[mine].iter().all(|&option| {
            in_better.options[mine].iter().any(|&answer| self.ge_for(player, answer, option))
                || self.node(option).options[theirs].iter().any(|&reply| self.ge_for(player, better, reply))
        })
    }
}

/// Strength (\[universe\] section 4).
impl Baseline {
    /// Whether `player` wins moving first on g + x, by playing the sum.
    fn wins_first(&mut self, g: BaselineForm, x: BaselineForm, player: Player) -> bool {
        if self.is_end_like(g, player) && self.is_end_like(x, player) {
            return true;
        }
        if let Some(&known) = self.known.wins.get(&(g, x, player)) {
            return known;
        }
        let (in_g, in_x) = (self.node(g), self.node(x));
        let opponent = player.opponent();
        let answer = in_g.options[player.index()].iter().any(|&option| !self.wins_first(option, x, opponent))
            || in_x.options[player.index()].iter().any(|&option| !self.wins_first(g, option, opponent));
        self.known.wins.insert((g, x, player), answer);
        answer
    }

    /// Whether `player` wins moving first when the opponent may also pass: strength
    /// modulo B (\[blocking\] Appendix A).
    fn wins_against_passing(&mut self, g: BaselineForm, player: Player) -> bool {
        let (opponent, zero) = (player.opponent(), BaselineForm::ZERO);
        let node = self.node(g);
        node.options[player.index()].iter().any(|&option| {
            self.wins_first(option, zero, player)
                && !self.wins_first(option, zero, opponent)
                && self.is_strong(option, player)
                && self.node(option).options[opponent.index()].iter().all(|&o| self.is_strong(o, player))
        })
    }

    /// Ends for `player` that decide whether a form of this rank is strong.
    fn test_ends(&mut self, rank: u32, player: Player) -> Rc<[BaselineForm]> {
        if let Some(known) = self.known.tests.get(&(rank, player)) {
            return known.clone();
        }
        let zero = BaselineForm::ZERO;
        let mut tests = vec![zero];
        match self.universe {
            BaselineUniverse::E => {
                let mut waiting = zero;
                for _ in 0..rank {
                    waiting = self.end(player, &[zero, waiting]);
                }
                tests.push(waiting);
            }
            BaselineUniverse::Integers => {
                for k in 0..rank as usize {
                    tests.push(self.end(player, &[tests[k]]));
                }
            }
            BaselineUniverse::Domineering => {
                let one = self.end(player, &[zero]);
                let generator = self.end(player, &[one, zero]);
                for k in 0..rank as usize / 2 {
                    tests.push(self.add(tests[k], generator, Plus::Literal));
                }
                if rank % 2 == 1 {
                    tests.push(self.add(tests[rank as usize / 2], one, Plus::Literal));
                }
            }
            // 0 is the only end of D; M, B and normal play do not test with ends.
            BaselineUniverse::D | BaselineUniverse::M | BaselineUniverse::B | BaselineUniverse::Normal => {}
        }
        let tests: Rc<[BaselineForm]> = tests.into();
        self.known.tests.insert((rank, player), tests.clone());
        tests
    }

    /// The end for `player` in which the opponent has these options.
    fn end(&mut self, player: Player, options: &[BaselineForm]) -> BaselineForm {
        let (left, right) = player.orient(&[][..], options);
        self.make([left, right], [false; 2])
    }
}

/// Sums, and positions.
impl Baseline {
    fn add(&mut self, g: BaselineForm, h: BaselineForm, plus: Plus) -> BaselineForm {
        let key = (g.min(h), g.max(h), plus);
        if key.0 == BaselineForm::ZERO {
            return key.1;
        }
        if let Some(&known) = self.known.sums.get(&key) {
            return known;
        }
        let (in_g, in_h) = (self.node(g), self.node(h));
        let options = [0, 1].map(|player| {
            let in_g = in_g.options[player].iter().map(|&option| (option, h));
            let in_h = in_h.options[player].iter().map(|&option| (g, option));
            in_g.chain(in_h).map(|(g, h)| self.add(g, h, plus)).collect()
        });
        let tombstones = Player::BOTH.map(|player| {
            let end_like = self.is_end_like(g, player) && self.is_end_like(h, player);
            end_like && (in_g.tombstones[player.index()] || in_h.tombstones[player.index()])
        });
        let node = Node { options, tombstones };
        let answer = if plus == Plus::Literal { self.intern(node) } else { self.simplify(node) };
        self.known.sums.insert(key, answer);
        answer
    }

    fn add_all(&mut self, parts: &[Component], values: &HashMap<Component, BaselineForm>) -> BaselineForm {
        parts.iter().fold(BaselineForm::ZERO, |total, part| self.add(total, values[part], Plus::Simplified))
    }

    /// The simplest form of a multiset of components, in ascending order.
    fn whole_board(
        &mut self,
        graph: &PositionGraph,
        board: Vec<Component>,
        known: &mut HashMap<Vec<Component>, BaselineForm>,
    ) -> BaselineForm {
        if let Some(&known) = known.get(&board) {
            return known;
        }
        let options = Player::BOTH.map(|player| {
            let mut options = BTreeSet::new();
            for (at, &moved) in board.iter().enumerate() {
                for option in graph.options(moved, player) {
                    let mut after = board.clone();
                    after.remove(at);
                    after.extend_from_slice(graph.components(option));
                    after.sort_unstable();
                    options.insert(self.whole_board(graph, after, known));
                }
            }
            options
        });
        let answer = self.simplify(Node { options, tombstones: [false; 2] });
        known.insert(board, answer);
        answer
    }
}

/// Simplification (\[universe\] section 5).
impl Baseline {
    /// The simplest form of a form whose options are simplest forms.
    fn simplify(&mut self, mut node: Node) -> BaselineForm {
        let g = self.intern(node.clone());
        if let Some(&known) = self.known.simplest.get(&g) {
            return known;
        }
        for player in Player::BOTH {
            // g stays the original form: no step changes its value.
            loop {
                self.eliminate_dominated(&mut node, player);
                if !self.bypass_reversible(g, &mut node, player) {
                    break;
                }
            }
        }
        for player in Player::BOTH {
            if std::mem::take(&mut node.tombstones[player.index()]) {
                let without = self.intern(node.clone());
                node.tombstones[player.index()] = !self.is_strong(without, player);
            }
        }
        let answer = self.intern(node);
        self.known.simplest.insert(g, answer);
        self.known.simplest.insert(answer, answer);
        answer
    }

    /// Drops dominated options. No two options are equal, since they are simplest forms, so
    /// the order in which dominated options go does not matter.
    fn eliminate_dominated(&mut self, node: &mut Node, player: Player) {
        let options = &mut node.options[player.index()];
        for option in options.clone() {
            if options.iter().any(|&other| other != option && self.ge_for(player, other, option)) {
                options.remove(&option);
            }
        }
    }

    /// Replaces the first reversible option, an open one by the options of its reply, an
    /// atomic one by a tombstone, and says whether there was a reversible option.
    fn bypass_reversible(&mut self, g: BaselineForm, node: &mut Node, player: Player) -> bool {
        let (mine, theirs) = (player.index(), player.opponent().index());
        for option in node.options[mine].clone() {
            let after = self.node(option);
            let Some(&reply) = after.options[theirs].iter().find(|&&reply| self.ge_for(player, g, reply))
            else {
                continue;
            };
            node.options[mine].remove(&option);
            node.options[mine].extend(self.options(reply, player));
            // The reply is an end for the player, or has their tombstone.
            node.tombstones[mine] |= self.is_end_like(reply, player);
            return true;
        }
        false
    }
}
