//! A judge of printed steps, by the definitions of [universe] section 5. It has its own forms,
//! its own play and its own order, and shares nothing with the engine.

use std::collections::{BTreeSet, HashMap};

use misere::{Game, Player};

/// A form of the judge: a place in its list.
pub(crate) type Tree = usize;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    options: [BTreeSet<Tree>; 2],
    stones: [bool; 2],
}

/// The rule by which a form is strong for a player who has options and no tombstone.
pub(crate) enum Strength {
    /// Normal play: nobody asks.
    Normal,
    /// Nobody: M ([universe] Theorem 2.1).
    Nobody,
    /// [blocking] Theorem 3.1, as it stands.
    Blocking,
    /// The player, moving first, wins the sum with 0, and with the waiting game of the rank: E
    /// ([universe] Example 4.10).
    Waiting,
    /// The player, moving first, wins the sum with each of these ends for Left, and for Right, each
    /// a list of components.
    Sums([Vec<Vec<Tree>>; 2]),
}

/// A judge for one universe.
pub(crate) struct Judge {
    nodes: Vec<Node>,
    places: HashMap<Node, Tree>,
    pub(crate) strength: Strength,
    ge: HashMap<(Tree, Tree), bool>,
    strong: HashMap<(Tree, Player), bool>,
    wins: HashMap<(Tree, Vec<Tree>, Player), bool>,
}

/// A step as it is printed.
pub(crate) struct Printed<'a> {
    pub(crate) operation: &'a str,
    pub(crate) player: Player,
    pub(crate) of: Tree,
    pub(crate) option: Option<Tree>,
    pub(crate) by: Option<Tree>,
    pub(crate) fundamental: Option<bool>,
    pub(crate) ends: Vec<Tree>,
    pub(crate) becomes: Tree,
    pub(crate) form: Tree,
}

impl Judge {
    pub(crate) fn new() -> Judge {
        Judge {
            nodes: Vec::new(),
            places: HashMap::new(),
            strength: Strength::Nobody,
            ge: HashMap::new(),
            strong: HashMap::new(),
            wins: HashMap::new(),
        }
    }

    /// The form of a game that was read.
    pub(crate) fn tree(&mut self, game: &Game) -> Tree {
        let options =
            Player::BOTH.map(|player| game.options(player).iter().map(|option| self.tree(option)).collect());
        let stones = Player::BOTH.map(|player| game.tombstones().has(player));
        self.make(Node { options, stones })
    }

    fn make(&mut self, node: Node) -> Tree {
        if let Some(&known) = self.places.get(&node) {
            return known;
        }
        self.nodes.push(node.clone());
        self.places.insert(node, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn options(&self, g: Tree, player: Player) -> Vec<Tree> {
        self.nodes[g].options[player.index()].iter().copied().collect()
    }

    fn is_end(&self, g: Tree, player: Player) -> bool {
        self.nodes[g].options[player.index()].is_empty()
    }

    fn has_stone(&self, g: Tree, player: Player) -> bool {
        self.nodes[g].stones[player.index()]
    }

    fn is_end_like(&self, g: Tree, player: Player) -> bool {
        self.is_end(g, player) || self.has_stone(g, player)
    }

    pub(crate) fn rank(&self, g: Tree) -> usize {
        let options = self.nodes[g].options.iter().flatten();
        options.map(|&option| self.rank(option) + 1).max().unwrap_or(0)
    }

    fn follows(&self, f: Tree, g: Tree) -> bool {
        f == g || self.nodes[g].options.iter().flatten().any(|&option| self.follows(f, option))
    }

    fn is_normal(&self) -> bool {
        matches!(self.strength, Strength::Normal)
    }

    /// Whether the printed step leads from the form before to the form after it, and says why
    /// truly; else the reason.
    pub(crate) fn check(&mut self, before: Tree, step: &Printed<'_>) -> Result<(), String> {
        let (player, of) = (step.player, step.of);
        let expect = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        expect(self.follows(of, before), "the follower does not occur in the form before")?;
        let has = |option: Tree, g: Tree, p: Player, judge: &Judge| judge.options(g, p).contains(&option);
        let mut after = self.nodes[of].clone();
        let side = player.index();
        if let Some(option) = step.option {
            expect(has(option, of, player, self), "the option is not there")?;
            after.options[side].remove(&option);
        }
        match (step.operation, step.option, step.by) {
            ("eliminate", Some(option), Some(by)) => {
                expect(by != option && has(by, of, player, self), "what dominates is not another option")?;
                expect(self.better(by, option, player), "the option is not dominated")?;
            }
            ("bypass", Some(option), Some(through)) => {
                expect(has(through, option, player.opponent(), self), "the answer is not one")?;
                expect(self.better(of, through, player), "the option does not reverse")?;
                expect(self.is_normal() || !self.is_end(through, player), "the answer is an end")?;
                let through = &self.nodes[through];
                after.options[side].extend(&through.options[side]);
                after.stones[side] |= through.stones[side];
            }
            ("replace", Some(option), Some(through)) => {
                expect(!self.is_normal(), "a tombstone under normal play")?;
                expect(has(through, option, player.opponent(), self), "the answer is not one")?;
                expect(self.better(of, through, player), "the option does not reverse")?;
                expect(self.is_end(through, player), "the answer is not an end")?;
                let rest = self.make(after.clone());
                let fundamental = !self.is_strong(rest, player);
                expect(step.fundamental == Some(fundamental), "fundamental or not")?;
                expect(step.ends.is_empty() != fundamental, "an end shows what is fundamental")?;
                for &end in &step.ends {
                    let loses = self.is_end(end, player) && !self.wins(rest, vec![end], player);
                    expect(loses, "the end does not defeat the form")?;
                }
                after.stones[side] = true;
            }
            ("erase", None, None) => {
                expect(after.stones[side], "there is no tombstone")?;
                after.stones[side] = false;
                let erased = self.make(after.clone());
                expect(self.is_strong(erased, player), "the form needs its tombstone")?;
                for &end in &step.ends {
                    let wins = self.is_end(end, player) && self.wins(erased, vec![end], player);
                    expect(wins, "the end defeats the form")?;
                }
            }
            _ => return Err(format!("{} is said in another way", step.operation)),
        }
        expect(step.becomes == self.make(after), "the follower becomes another form")?;
        let whole = self.replaced(before, of, step.becomes);
        expect(step.form == whole, "the form after it is another one")
    }

    fn replaced(&mut self, g: Tree, follower: Tree, by: Tree) -> Tree {
        if g == follower {
            return by;
        }
        let Node { options, stones } = self.nodes[g].clone();
        let options = options.map(|side| side.iter().map(|&o| self.replaced(o, follower, by)).collect());
        self.make(Node { options, stones })
    }

    /// Whether nothing can be done to any follower of a form ([universe] Theorem 5.18).
    pub(crate) fn is_simplest(&mut self, g: Tree) -> bool {
        for player in Player::BOTH {
            let options = self.options(g, player);
            for &option in &options {
                let is_dominated = options.iter().any(|&by| by != option && self.better(by, option, player));
                let mut replies = self.options(option, player.opponent()).into_iter();
                if is_dominated || replies.any(|reply| self.better(g, reply, player)) {
                    return false;
                }
                if !self.is_simplest(option) {
                    return false;
                }
            }
            if self.has_stone(g, player) {
                let mut erased = self.nodes[g].clone();
                erased.stones[player.index()] = false;
                let erased = self.make(erased);
                if self.is_strong(erased, player) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a player likes g at least as much as h.
    fn better(&mut self, g: Tree, h: Tree, player: Player) -> bool {
        match player {
            Player::Left => self.ge(g, h),
            Player::Right => self.ge(h, g),
        }
    }

    /// [universe] Theorem 5.5 on the forms as they stand; under normal play, that Left wins G − H
    /// moving second.
    pub(crate) fn ge(&mut self, g: Tree, h: Tree) -> bool {
        if let Some(&known) = self.ge.get(&(g, h)) {
            return known;
        }
        let (right_of_g, left_of_h) = (self.options(g, Player::Right), self.options(h, Player::Left));
        let holds = if self.is_normal() {
            !right_of_g.iter().any(|&gr| self.ge(h, gr)) && !left_of_h.iter().any(|&hl| self.ge(hl, g))
        } else {
            right_of_g.iter().all(|&gr| {
                self.options(h, Player::Right).into_iter().any(|hr| self.ge(gr, hr))
                    || self.options(gr, Player::Left).into_iter().any(|grl| self.ge(grl, h))
            }) && left_of_h.iter().all(|&hl| {
                self.options(g, Player::Left).into_iter().any(|gl| self.ge(gl, hl))
                    || self.options(hl, Player::Right).into_iter().any(|hlr| self.ge(g, hlr))
            }) && (!self.is_end_like(h, Player::Left) || self.is_strong(g, Player::Left))
                && (!self.is_end_like(g, Player::Right) || self.is_strong(h, Player::Right))
        };
        self.ge.insert((g, h), holds);
        holds
    }

    fn is_strong(&mut self, g: Tree, player: Player) -> bool {
        if self.is_end_like(g, player) || self.is_normal() {
            return true;
        }
        if let Some(&known) = self.strong.get(&(g, player)) {
            return known;
        }
        let opponent = player.opponent();
        let strong = match &self.strength {
            Strength::Normal => true,
            Strength::Nobody => false,
            Strength::Blocking => self.options(g, player).into_iter().any(|option| {
                Player::BOTH.into_iter().all(|first| self.wins(option, vec![], first) == (first == player))
                    && self.is_strong(option, player)
                    && self.options(option, opponent).into_iter().all(|reply| self.is_strong(reply, player))
            }),
            Strength::Waiting => {
                let waiting = self.waiting_game(self.rank(g), player);
                self.wins(g, vec![], player) && self.wins(g, vec![waiting], player)
            }
            Strength::Sums(ends) => {
                let ends = ends[player.index()].clone();
                ends.into_iter().all(|sum| self.wins(g, sum, player))
            }
        };
        self.strong.insert((g, player), strong);
        strong
    }

    /// W_n, in which `player` cannot move, and the opponent can wait n times.
    fn waiting_game(&mut self, n: usize, player: Player) -> Tree {
        let mut waiting = self.make(Node { options: Default::default(), stones: [false; 2] });
        let zero = waiting;
        for _ in 0..n {
            let mut options: [BTreeSet<Tree>; 2] = Default::default();
            options[player.opponent().index()].extend([zero, waiting]);
            waiting = self.make(Node { options, stones: [false; 2] });
        }
        waiting
    }

    /// Whether `mover`, who moves first on g plus the components, wins. Components have no
    /// tombstones.
    fn wins(&mut self, g: Tree, components: Vec<Tree>, mover: Player) -> bool {
        let key = (g, components, mover);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let components = key.1.clone();
        let opponent = mover.opponent();
        let cannot = components.iter().all(|&component| self.is_end(component, mover));
        let wins = (cannot && self.is_end_like(g, mover))
            || self.options(g, mover).into_iter().any(|o| !self.wins(o, components.clone(), opponent))
            || (0..components.len()).any(|at| {
                self.options(components[at], mover).into_iter().any(|option| {
                    let mut moved = components.clone();
                    moved[at] = option;
                    moved.retain(|&c| Player::BOTH.iter().any(|&p| !self.is_end(c, p)));
                    moved.sort_unstable();
                    !self.wins(g, moved, opponent)
                })
            });
        self.wins.insert(key, wins);
        wins
    }

    /// Sums of Left ends of D(A), for Left, and their conjugates for Right: an end of D(A) is a sum
    /// of ends that follow from A or from a conjugate of it. There are all sums with at most so
    /// many components as forms have moves and one, and longer ones where the sums are few.
    pub(crate) fn sums_of(&mut self, generators: &[Tree]) -> [Vec<Vec<Tree>>; 2] {
        const ENOUGH: usize = 5;
        const MOST: usize = 9;
        const FEW: usize = 60;
        let mut ends = BTreeSet::new();
        for &generator in generators {
            for g in [generator, self.conjugate(generator)] {
                for f in self.followers(g) {
                    if self.is_end(f, Player::Left) && !self.is_end(f, Player::Right) {
                        ends.insert(f);
                    }
                }
            }
        }
        let mut sums: BTreeSet<Vec<Tree>> = BTreeSet::from([vec![]]);
        for components in 1..=MOST {
            if components > ENOUGH && sums.len() > FEW {
                break;
            }
            let longer = sums.iter().flat_map(|sum| ends.iter().map(|&end| [&sum[..], &[end]].concat()));
            let longer: Vec<Vec<Tree>> = longer.collect();
            for mut sum in longer {
                sum.sort_unstable();
                sums.insert(sum);
            }
        }
        let left: Vec<Vec<Tree>> = sums.into_iter().collect();
        let right = left.iter().map(|sum| sum.iter().map(|&end| self.conjugate(end)).collect::<Vec<_>>());
        let mut right: Vec<Vec<Tree>> = right.collect();
        right.iter_mut().for_each(|sum| sum.sort_unstable());
        [left, right]
    }

    /// 0 and the ends that follow from some games, for each player, one at a time.
    pub(crate) fn ends_of(&mut self, games: &[Tree]) -> [Vec<Vec<Tree>>; 2] {
        let followers: BTreeSet<Tree> = games.iter().flat_map(|&game| self.followers(game)).collect();
        Player::BOTH.map(|player| {
            let ends = followers.iter().filter(|&&f| self.is_end(f, player));
            std::iter::once(vec![]).chain(ends.map(|&end| vec![end])).collect()
        })
    }

    fn followers(&self, g: Tree) -> BTreeSet<Tree> {
        let options = self.nodes[g].options.iter().flatten();
        let mut all: BTreeSet<Tree> = options.flat_map(|&option| self.followers(option)).collect();
        all.insert(g);
        all
    }

    fn conjugate(&mut self, g: Tree) -> Tree {
        let Node { options: [left, right], stones: [of_left, of_right] } = self.nodes[g].clone();
        let options = [right, left].map(|side| side.iter().map(|&o| self.conjugate(o)).collect());
        self.make(Node { options, stones: [of_right, of_left] })
    }
}
