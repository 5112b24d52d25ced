//! The state of a check.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::certificate::{Certificate, NodeNumber, Statement, StepNumber, UniverseName};
use crate::ends::DeadEnds;
use crate::limits::{Limits, Meter};
use crate::member::Members;
use crate::play::Play;
use crate::player::Player;
use crate::rejection::{Checked, Rejection};
use crate::theorem::Theorem;
use crate::tree::{Class, Shape, Tree};

/// The state of a check: the forms, and what is proved about them so far.
pub(crate) struct Checker<'a> {
    certificate: &'a Certificate,
    pub(crate) universe: UniverseName,
    pub(crate) tree: Tree<'a>,
    /// The class of each node.
    class: Vec<Class>,
    /// The first node of each class that has a node.
    pub(crate) node: HashMap<Class, NodeNumber>,
    pub(crate) members: Members,
    /// The Left ends among the followers of the generators and of their conjugates, 0 included
    /// if there are generators. Their sums are the Left ends of D(A).
    pub(crate) parts: BTreeSet<Class>,
    pub(crate) play: Play,
    pub(crate) dead_ends: DeadEnds,
    /// The step that is being checked.
    pub(crate) step: StepNumber,
    /// The claims of the steps before the current one, in the form that [`Checker::normal`]
    /// gives, in order and as a set.
    proved: Vec<Statement>,
    pub(crate) known: HashSet<Statement>,
    pub(crate) relies_on: BTreeSet<Theorem>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        certificate: &'a Certificate,
        limits: &Limits,
        meter: &'a dyn Meter,
    ) -> Checked<Checker<'a>> {
        let mut tree = Tree::new(limits, meter);
        let mut class = Vec::with_capacity(certificate.nodes.len());
        let mut node = HashMap::new();
        for (number, listed) in certificate.nodes.iter().enumerate() {
            let number = number as NodeNumber;
            let mut options = [vec![], vec![]];
            for player in Player::BOTH {
                for &option in listed.options(player) {
                    let known = class.get(option as usize).copied();
                    options[player as usize]
                        .push(known.ok_or(Rejection::NodeOutOfOrder { node: number, option })?);
                }
            }
            let tombstones = Player::BOTH.map(|player| listed.has_tombstone(player));
            let found = tree.class(Shape::new(options, tombstones))?;
            class.push(found);
            node.entry(found).or_insert(number);
        }
        let universe = certificate.universe.name;
        let members = Members::new(&tree, universe)?;
        let mut parts = BTreeSet::new();
        for &node in &certificate.universe.generators {
            if universe != UniverseName::Generated {
                return Err(Rejection::UnexpectedGenerators);
            }
            let &generator = class.get(node as usize).ok_or(Rejection::NoSuchNode { node })?;
            if !(tree.is_end(generator, Player::Left) && members.ordinary[generator.index()]) {
                return Err(Rejection::GeneratorNotAnEnd { node });
            }
            for f in tree.followers(generator)? {
                if tree.is_end(f, Player::Left) {
                    parts.insert(f);
                } else if tree.is_end(f, Player::Right) {
                    parts.insert(tree.conjugate(f)?);
                }
            }
        }
        Ok(Checker {
            certificate,
            universe,
            tree,
            class,
            node,
            members,
            parts,
            play: Play::new(universe == UniverseName::N),
            dead_ends: DeadEnds::default(),
            step: 0,
            proved: Vec::new(),
            known: HashSet::new(),
            relies_on: BTreeSet::new(),
        })
    }

    /// The statement with each node replaced by the first isomorphic node, so that statements
    /// about isomorphic forms become equal. Equality is symmetric, and a test set is a set.
    pub(crate) fn normal(&self, statement: &Statement) -> Checked<Statement> {
        let members = if let Statement::TestSet(_, set) = statement { set.len() } else { 0 };
        self.tree.work.spend(1 + members)?;
        Ok(match statement.try_map(|&node| Ok(self.node[&self.class(node)?]))? {
            Statement::Equal(g, h) => Statement::Equal(g.min(h), g.max(h)),
            Statement::NotEqual(g, h) => Statement::NotEqual(g.min(h), g.max(h)),
            Statement::TestSet(n, mut set) => {
                set.sort_unstable();
                set.dedup();
                Statement::TestSet(n, set)
            }
            other => other,
        })
    }

    /// Checks that a form has no tombstones in normal play, and is impartial modulo I.
    pub(crate) fn check_form(&self, node: NodeNumber) -> Checked {
        let class = self.class(node)?;
        let right = match self.universe {
            UniverseName::N => self.members.ordinary[class.index()],
            UniverseName::I => self.members.impartial[class.index()],
            _ => true,
        };
        self.require(right, Rejection::WrongForm { step: self.step, node })
    }

    /// Whether the certificate is about a universe. Modulo N and I, which are none, every form
    /// that makes sense may be a separator, and nothing is strong.
    pub(crate) fn is_universe(&self) -> bool {
        !matches!(self.universe, UniverseName::N | UniverseName::I)
    }

    /// Adds the claim of the step that has been checked.
    pub(crate) fn record(&mut self, claim: Statement) -> Checked {
        let members = if let Statement::TestSet(_, set) = &claim { set.len() } else { 0 };
        self.tree.work.take(4 * size_of::<Statement>() + 2 * size_of::<NodeNumber>() * members)?;
        self.known.insert(claim.clone());
        self.proved.push(claim);
        Ok(())
    }

    /// The options of a player in the order of the node, each class once.
    pub(crate) fn listed_options(&self, node: NodeNumber, player: Player) -> Checked<Vec<NodeNumber>> {
        let listed = self.certificate.nodes[node as usize].options(player);
        self.tree.work.spend(1 + listed.len())?;
        let mut seen = HashSet::new();
        Ok(listed.iter().copied().filter(|&option| seen.insert(self.class[option as usize])).collect())
    }

    pub(crate) fn class(&self, node: NodeNumber) -> Checked<Class> {
        self.class.get(node as usize).copied().ok_or(Rejection::NoSuchNode { node })
    }

    /// The claim of an earlier step.
    pub(crate) fn proved(&self, named: StepNumber) -> Checked<&Statement> {
        self.tree.work.spend(1)?;
        self.proved.get(named as usize).ok_or(Rejection::StepOutOfOrder { step: self.step, named })
    }

    /// Checks that the named step claims the statement.
    pub(crate) fn expect(&self, named: StepNumber, wanted: &Statement) -> Checked {
        let wanted = self.normal(wanted)?;
        let found = *self.proved(named)? == wanted;
        self.require(found, Rejection::WrongStep { step: self.step, named, wanted })
    }

    /// Checks that an earlier step claims the statement, which is about first nodes.
    pub(crate) fn expect_known(&self, statement: Statement) -> Checked {
        self.tree.work.spend(1)?;
        let known = self.known.contains(&statement);
        self.require(known, Rejection::NotReduced { step: self.step, missing: statement })
    }

    pub(crate) fn expect_winner(
        &mut self,
        g: NodeNumber,
        x: Class,
        starter: Player,
        winner: Player,
    ) -> Checked {
        let wins = self.play.winner(&self.tree, self.class(g)?, x, starter)?;
        self.require(wins == winner, Rejection::WrongWinner { step: self.step, starter })
    }

    pub(crate) fn check_count(&self, wanted: usize, given: usize) -> Checked {
        self.require(wanted == given, Rejection::MissingReply { step: self.step, wanted, given })
    }

    pub(crate) fn wrong_evidence(&self) -> Rejection {
        Rejection::WrongEvidence { step: self.step }
    }

    pub(crate) fn require(&self, condition: bool, otherwise: Rejection) -> Checked {
        if condition { Ok(()) } else { Err(otherwise) }
    }
}
