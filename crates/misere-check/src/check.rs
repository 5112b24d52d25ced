//! The check itself: step by step, claim by claim.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::certificate::{
    Certificate, Evidence, FORMAT, NodeNumber, Pairs, Reduced, Separator, Statement, StepNumber, Strategies,
    StrongOption, UniverseName, VERSION, WinningEnd,
};
use crate::checker::Checker;
use crate::limits::{Limits, Meter, Unmetered};
use crate::player::{Outcome, Player};
use crate::rejection::{Checked, Rejection};
use crate::theorem::{self, Theorem};
use crate::tree::Class;
use crate::words::Words;

/// The verdict that every claim of a certificate is true, given these theorems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The theorems on which the steps rely, sorted.
    pub relies_on: Vec<Theorem>,
}

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.relies_on.is_empty() {
            return f.write_str("checked; relies on no theorem");
        }
        f.write_str("checked; relies on ")?;
        theorem::write_grouped(&self.relies_on, f)
    }
}

/// Checks every step of a certificate, and that its claims are among those of the steps.
///
/// # Errors
/// [`Rejection`] of the first thing that is wrong.
pub fn check(certificate: &Certificate) -> Result<Accepted, Rejection> {
    check_with_limits(certificate, &Limits::default())
}

/// Checks a certificate as [`check`] does, within these limits.
///
/// # Errors
/// [`Rejection`] of the first thing that is wrong.
pub fn check_with_limits(certificate: &Certificate, limits: &Limits) -> Result<Accepted, Rejection> {
    check_within(certificate, limits, &Unmetered)
}

/// Checks a certificate as [`check`] does, within these limits and as long as the meter lets it
/// go on.
///
/// # Errors
/// [`Rejection::NotFinished`] when the meter does not: then nothing is known of the certificate.
/// Otherwise [`Rejection`] of the first thing that is wrong.
pub fn check_within(
    certificate: &Certificate,
    limits: &Limits,
    meter: &dyn Meter,
) -> Result<Accepted, Rejection> {
    if certificate.format != FORMAT {
        return Err(Rejection::WrongFormat);
    }
    if certificate.version != VERSION {
        return Err(Rejection::UnknownVersion { version: certificate.version.into() });
    }
    for (what, length, limit) in [
        ("nodes", certificate.nodes.len(), limits.nodes),
        ("steps", certificate.steps.len(), limits.steps),
        ("claims", certificate.claims.len(), limits.steps),
    ] {
        if length > limit {
            return Err(Rejection::TooLarge { what, limit });
        }
    }
    let mut checker = Checker::new(certificate, limits, meter)?;
    for (number, step) in certificate.steps.iter().enumerate() {
        checker.step = number as StepNumber;
        let claim = checker.normal(&step.claim)?;
        checker.check_forms(&claim)?;
        checker.check_step(&step.claim, &step.by)?;
        checker.record(claim)?;
    }
    for (number, claim) in certificate.claims.iter().enumerate() {
        if !checker.known.contains(&checker.normal(claim)?) {
            return Err(Rejection::ClaimNotProved { claim: number });
        }
    }
    if certificate.claims.is_empty() {
        return Err(Rejection::NoClaims);
    }
    Ok(Accepted { relies_on: checker.relies_on.into_iter().collect() })
}

/// Reads, checks and describes any bytes, within small limits and without ever panicking:
/// for fuzzers.
pub fn fuzz_one(data: &[u8]) {
    let Ok(certificate) = Certificate::from_json(data) else { return };
    let limits = Limits { nodes: 10_000, steps: 10_000, work: 100_000 };
    let verdict =
        check_with_limits(&certificate, &limits).map_or_else(|no| no.to_string(), |yes| yes.to_string());
    let described = Words::new(&certificate).map_or_else(|no| no.to_string(), |words| words.claims());
    std::hint::black_box((verdict, described));
}

impl Checker<'_> {
    fn check_step(&mut self, claim: &Statement, by: &Evidence) -> Checked {
        use UniverseName as U;
        match (claim, by) {
            (&(Statement::Ge(g, h) | Statement::Equal(g, h)), Evidence::Same) => {
                self.require(self.class(g)? == self.class(h)?, Rejection::NotTheSame { step: self.step })
            }
            (&Statement::Ge(g, h), Evidence::Pairs(pairs)) => self.check_order(g, h, pairs),
            (&Statement::Equal(g, h), Evidence::Pairs(pairs)) => self.check_equality(g, h, pairs),
            (&(Statement::NotGe(g, h) | Statement::NotEqual(g, h)), Evidence::Separator(separator)) => {
                self.check_separator(g, h, separator)
            }
            (&Statement::Strong(g, player), Evidence::EndLike) => {
                let end_like = self.tree.is_end_like(self.class(g)?, player);
                self.require(end_like, Rejection::NotAnEnd { step: self.step, node: g })
            }
            (&Statement::Strong(g, player), Evidence::Play) if self.universe == U::D => {
                // The only end in D is 0.
                self.check_strong_against(g, player, &[Class::ZERO])
            }
            (&Statement::Strong(g, player), Evidence::Play) if self.universe == U::E => {
                self.relies_on.insert(Theorem::TestSets);
                let n = self.tree.height(self.class(g)?);
                let murder = self.tree.murder(n, player)?;
                self.check_strong_against(g, player, &[Class::ZERO, murder])
            }
            (&Statement::Strong(g, player), &Evidence::TestSet(step)) if self.universe == U::Generated => {
                self.check_strong_by_test_set(g, player, step)
            }
            (&Statement::Strong(g, player), Evidence::Strategy(strategy))
                if self.universe == U::Generated =>
            {
                self.check_strategy(g, player, strategy)
            }
            (&Statement::Strong(g, player), Evidence::Option(option)) if self.universe == U::B => {
                self.check_strong_option(g, player, option)
            }
            (&Statement::NotStrong(g, player), Evidence::End(end)) => self.check_not_strong(g, player, end),
            (&Statement::Member(x), Evidence::Definition) if self.universe != U::Generated => {
                let member = self.members.in_universe[self.class(x)?.index()];
                self.require(member, Rejection::NotInUniverse { step: self.step, node: x })
            }
            (&Statement::Member(x), Evidence::Sums(sums)) if self.universe == U::Generated => {
                self.check_sums(x, sums)
            }
            (&Statement::Outcome(g, outcome), Evidence::Strategies(strategies)) => {
                self.check_outcome(g, outcome, strategies)
            }
            (&Statement::Simplest(g, k), Evidence::Reduced(reduced)) => self.check_simplest(g, k, reduced),
            (&Statement::Invertible(g), Evidence::Sum(sum)) => {
                let zero = self.check_sum_with_conjugate(g, sum.node)?;
                let (ge, le) = match self.universe {
                    U::I => (Statement::Equal(sum.node, zero), Statement::Equal(sum.node, zero)),
                    _ => (Statement::Ge(sum.node, zero), Statement::Ge(zero, sum.node)),
                };
                self.expect(sum.ge, &ge)?;
                self.expect(sum.le, &le)
            }
            (&Statement::NotInvertible(g), Evidence::SumNot(sum)) => {
                let zero = self.check_sum_with_conjugate(g, sum.node)?;
                let wanted = match self.universe {
                    U::I => Statement::NotEqual(sum.node, zero),
                    _ => Statement::NotGe(sum.node, zero),
                };
                self.expect(sum.not_ge, &wanted)
            }
            (Statement::TestSet(n, set), Evidence::Closure) => self.check_test_set(*n, set),
            _ => Err(self.wrong_evidence()),
        }
    }

    /// Checks g ≥ h by the maintenance property and the proviso of \[universe\] Theorem 5.5;
    /// in normal play by the maintenance property alone.
    fn check_order(&mut self, g: NodeNumber, h: NodeNumber, pairs: &Pairs) -> Checked {
        let normal = self.universe == UniverseName::N;
        self.relies_on.insert(if normal { Theorem::NormalOrder } else { Theorem::Order });
        self.check_answers(g, h, Player::Right, &pairs.right)?;
        self.check_answers(h, g, Player::Left, &pairs.left)?;
        for (player, given) in [(Player::Left, pairs.strong_left), (Player::Right, pairs.strong_right)] {
            let (strong, end) = player.orient(g, h);
            let needed = !normal && self.tree.is_end_like(self.class(end)?, player);
            match given {
                None if needed => return Err(Rejection::MissingStrength { step: self.step, player }),
                Some(_) if !needed => return Err(Rejection::UnneededStrength { step: self.step, player }),
                None => {}
                Some(step) => self.expect(step, &Statement::Strong(strong, player))?,
            }
        }
        Ok(())
    }

    /// Checks g = h modulo I by \[nim\] Theorem 1.
    fn check_equality(&mut self, g: NodeNumber, h: NodeNumber, pairs: &Pairs) -> Checked {
        self.relies_on.insert(Theorem::ImpartialEquality);
        self.check_answers(g, h, Player::Right, &pairs.right)?;
        self.check_answers(h, g, Player::Left, &pairs.left)?;
        for (zero, other) in [(g, h), (h, g)] {
            if self.class(zero)? == Class::ZERO {
                for starter in Player::BOTH {
                    self.expect_winner(other, Class::ZERO, starter, starter)?;
                }
            }
        }
        self.require(pairs.strong_left.or(pairs.strong_right).is_none(), self.wrong_evidence())
    }

    /// Checks that each move of `player` in `own` has its answer: a step that matches the move
    /// with an option of `other`, or that matches `other` with a reply to the move.
    fn check_answers(
        &self,
        own: NodeNumber,
        other: NodeNumber,
        player: Player,
        given: &[StepNumber],
    ) -> Checked {
        let moves = self.listed_options(own, player)?;
        self.check_count(moves.len(), given.len())?;
        let other = self.class(other)?;
        for (moved, &step) in moves.into_iter().zip(given) {
            let moved = self.class(moved)?;
            let answers = |(x, y)| -> Checked<bool> {
                let (x, y) = (self.class(x)?, self.class(y)?);
                Ok((x == moved && self.tree.has_option(other, player, y))
                    || (self.tree.has_option(moved, player.opponent(), x) && y == other))
            };
            let answered = match *self.proved(step)? {
                Statement::Ge(a, b) => answers(player.opponent().orient(a, b))?,
                Statement::Equal(a, b) => answers((a, b))? || answers((b, a))?,
                _ => false,
            };
            self.require(answered, Rejection::NotAnAnswer { step: self.step, named: step })?;
        }
        Ok(())
    }

    /// Checks that play separates g and h, which is the definition of ≱ and ≠.
    fn check_separator(&mut self, g: NodeNumber, h: NodeNumber, by: &Separator) -> Checked {
        let x = self.class(by.x)?;
        if self.is_universe() {
            let member = by.member.ok_or(Rejection::NotInUniverse { step: self.step, node: by.x })?;
            self.expect(member, &Statement::Member(by.x))?;
        } else {
            self.require(by.member.is_none(), self.wrong_evidence())?;
            self.check_form(by.x)?;
        }
        if self.universe == UniverseName::I {
            let winner = self.play.winner(&self.tree, self.class(g)?, x, by.starter)?;
            return self.expect_winner(h, x, by.starter, winner.opponent());
        }
        self.expect_winner(g, x, by.starter, Player::Right)?;
        self.expect_winner(h, x, by.starter, Player::Left)
    }

    /// Checks that the player, moving first, wins g plus each of these ends.
    fn check_strong_against(&mut self, g: NodeNumber, player: Player, ends: &[Class]) -> Checked {
        let class = self.class(g)?;
        for &end in ends {
            let winner = self.play.winner(&self.tree, class, end, player)?;
            self.require(winner == player, Rejection::NotStrong { step: self.step, node: g, player })?;
        }
        Ok(())
    }

    /// Checks strength in D(A) for dead ends A. A Left end X of D(A) is a sum of followers of A
    /// (\[universe\] Proposition 2.6), and its truncation τ is above a member S of the set. If Left wins
    /// g + S, moving first, then she wins g + τ, and hence g + X (\[universe\] Lemma 4.11, for n
    /// at least the height of g). The form g may have tombstones: they end play where g is
    /// end-like, and the proofs go through.
    fn check_strong_by_test_set(&mut self, g: NodeNumber, player: Player, step: StepNumber) -> Checked {
        let rank = self.tree.height(self.class(g)?);
        let Statement::TestSet(n, set) = self.proved(step)? else {
            let wanted = Statement::TestSet(rank, vec![]);
            return Err(Rejection::WrongStep { step: self.step, named: step, wanted });
        };
        self.tree.work.spend(set.len())?;
        let (n, set) = (*n, set.clone());
        self.require(n >= rank, Rejection::TestSetTooSmall { step: self.step, n, rank })?;
        self.relies_on.extend([Theorem::EndsOfGenerated, Theorem::TestSets]);
        for end in set {
            let mut end = self.class(end)?;
            if player == Player::Right {
                end = self.tree.conjugate(end)?;
            }
            self.check_strong_against(g, player, &[end])?;
        }
        Ok(())
    }

    /// Checks strength in B by \[blocking\] Theorem 3.1, whose proof covers forms with
    /// tombstones too.
    fn check_strong_option(&mut self, g: NodeNumber, player: Player, by: &StrongOption) -> Checked {
        self.relies_on.insert(Theorem::StrengthInBlocking);
        let is_option = self.tree.has_option(self.class(g)?, player, self.class(by.to)?);
        self.require(is_option, Rejection::NotAnOption { step: self.step, node: by.to })?;
        // That the player wins `to` moving first too follows from its strength.
        self.expect_winner(by.to, Class::ZERO, player.opponent(), player)?;
        self.expect(by.itself, &Statement::Strong(by.to, player))?;
        let replies = self.listed_options(by.to, player.opponent())?;
        self.check_count(replies.len(), by.replies.len())?;
        for (reply, &step) in replies.into_iter().zip(&by.replies) {
            self.expect(step, &Statement::Strong(reply, player))?;
        }
        Ok(())
    }

    /// Checks an end in the universe against which the player loses, which is the definition
    /// of not being strong.
    fn check_not_strong(&mut self, g: NodeNumber, player: Player, by: &WinningEnd) -> Checked {
        let x = self.class(by.x)?;
        self.require(self.tree.is_end(x, player), Rejection::NotAnEnd { step: self.step, node: by.x })?;
        self.expect(by.member, &Statement::Member(by.x))?;
        self.expect_winner(g, x, player, player.opponent())
    }

    /// Checks that each end in x is a sum of followers of generators, or of their conjugates.
    /// Then x is in D(A), which is closed under options, sums, conjugates and {A | B} for
    /// non-empty A and B.
    fn check_sums(&mut self, x: NodeNumber, sums: &[(NodeNumber, Vec<NodeNumber>)]) -> Checked {
        let step = self.step;
        let class = self.class(x)?;
        self.require(self.members.ordinary[class.index()], Rejection::NotInUniverse { step, node: x })?;
        let mut shown = HashSet::from([Class::ZERO]);
        for (end, parts) in sums {
            let node = *end;
            let end = self.class(node)?;
            let player = Player::BOTH.into_iter().find(|&player| self.tree.is_end(end, player));
            let player = player.ok_or(Rejection::NotAnEnd { step, node })?;
            let mut sum = Class::ZERO;
            for &part in parts {
                let class = self.class(part)?;
                let as_left_end = if player == Player::Left { class } else { self.tree.conjugate(class)? };
                self.require(self.parts.contains(&as_left_end), Rejection::NotAPart { step, part })?;
                // Heights add, so that a wrong sum is not built.
                let height = self.tree.height(sum).saturating_add(self.tree.height(class));
                self.require(height <= self.tree.height(end), Rejection::NotTheSum { step, node })?;
                sum = self.tree.sum(sum, class)?;
            }
            self.require(sum == end, Rejection::NotTheSum { step, node })?;
            shown.insert(end);
        }
        for f in self.tree.followers(class)? {
            let is_end = Player::BOTH.iter().any(|&player| self.tree.is_end(f, player));
            if is_end && !shown.contains(&f) {
                return Err(Rejection::MissingEnd { step, end: self.node[&f] });
            }
        }
        Ok(())
    }

    /// Follows the winner's strategy against all that the loser can do.
    fn check_outcome(&self, g: NodeNumber, outcome: Outcome, by: &Strategies) -> Checked {
        let step = self.step;
        let normal = self.universe == UniverseName::N;
        for (starter, replies) in [(Player::Left, &by.left_starts), (Player::Right, &by.right_starts)] {
            let winner = outcome.winner(starter);
            let mut reply_in = HashMap::new();
            for &(position, reply) in replies {
                self.tree.work.spend(1)?;
                reply_in.insert(self.class(position)?, (self.class(reply)?, reply));
            }
            let first = (self.class(g)?, starter);
            let mut seen = HashSet::from([first]);
            let mut pending = vec![first];
            while let Some((position, mover)) = pending.pop() {
                let options = self.tree.options(position, mover);
                self.tree.work.spend(1 + options.len())?;
                let is_over =
                    if normal { options.is_empty() } else { self.tree.is_end_like(position, mover) };
                let mut next = Vec::new();
                if is_over {
                    let wins = if normal { mover.opponent() } else { mover };
                    self.require(wins == winner, Rejection::WrongWinner { step, starter })?;
                } else if mover == winner {
                    let position_node = self.node[&position];
                    let &(reply, node) = reply_in
                        .get(&position)
                        .ok_or(Rejection::NoReply { step, position: position_node })?;
                    let is_option = self.tree.has_option(position, mover, reply);
                    self.require(is_option, Rejection::NotAnOption { step, node })?;
                    next.push(reply);
                } else {
                    next.extend(options);
                }
                let next = next.into_iter().map(|option| (option, mover.opponent()));
                pending.extend(next.filter(|&position| seen.insert(position)));
            }
        }
        Ok(())
    }

    /// Checks that k equals g and has, in no follower, a dominated or reversible option or a
    /// tombstone that can be erased. By \[universe\] Theorem 5.18 there is only one such form,
    /// the simplest form of g.
    fn check_simplest(&mut self, g: NodeNumber, k: NodeNumber, by: &Reduced) -> Checked {
        let normal = self.universe == UniverseName::N;
        self.relies_on.insert(if normal { Theorem::NormalSimplestForm } else { Theorem::SimplestForm });
        self.expect(by.ge, &Statement::Ge(g, k))?;
        self.expect(by.le, &Statement::Ge(k, g))?;
        for f in self.tree.followers(self.class(k)?)? {
            for player in Player::BOTH {
                let options = self.tree.options(f, player);
                for &option in options {
                    for &other in options.iter().filter(|&&other| other != option) {
                        self.expect_not_at_least_as_good(option, other, player)?;
                    }
                    for &reply in self.tree.options(option, player.opponent()) {
                        self.expect_not_at_least_as_good(f, reply, player)?;
                    }
                }
                if self.tree.has_tombstone(f, player) {
                    let erased = self.tree.erasure(f, player)?;
                    let what = "a form with a tombstone erased";
                    let &erased =
                        self.node.get(&erased).ok_or(Rejection::NotListed { step: self.step, what })?;
                    self.expect_known(Statement::NotStrong(erased, player))?;
                }
            }
        }
        Ok(())
    }

    /// Checks that by an earlier step x is not at least as good as y for this player.
    fn expect_not_at_least_as_good(&self, x: Class, y: Class, player: Player) -> Checked {
        let (greater, smaller) = player.orient(self.node[&x], self.node[&y]);
        self.expect_known(Statement::NotGe(greater, smaller))
    }

    /// Checks that the node is the sum of g and its conjugate, and returns a node that is 0.
    fn check_sum_with_conjugate(&mut self, g: NodeNumber, node: NodeNumber) -> Checked<NodeNumber> {
        let class = self.class(g)?;
        let height = self.tree.height(class).saturating_mul(2);
        let claimed = self.class(node)?;
        // Heights add, so that a wrong sum is not built.
        self.require(height == self.tree.height(claimed), Rejection::NotTheSum { step: self.step, node })?;
        let conjugate = self.tree.conjugate(class)?;
        let sum = self.tree.sum(class, conjugate)?;
        self.require(sum == claimed, Rejection::NotTheSum { step: self.step, node })?;
        self.node.get(&Class::ZERO).copied().ok_or(Rejection::NotListed { step: self.step, what: "0" })
    }

    /// Checks that every τ_n(X), for a sum X of k followers of generators, is above a member
    /// of the set: for k = 0 by 0, for k = 1 as checked, and τ_n(X + F) =
    /// τ_n(τ_n(X) + τ_n(F)) ≥ τ_n(S + S') ≥ S'' by induction on k, because sums and
    /// truncations of Left dead ends respect the order of \[universe\] Theorem 3.1.
    fn check_test_set(&mut self, n: u32, set: &[NodeNumber]) -> Checked {
        let step = self.step;
        let are_dead = self.parts.iter().all(|part| self.members.is_left_dead(*part));
        self.require(are_dead, self.wrong_evidence())?;
        self.relies_on.insert(Theorem::OrderOfDeadEnds);
        let members = set.iter().map(|&node| self.class(node)).collect::<Result<Vec<_>, _>>()?;
        for (&class, &node) in members.iter().zip(set) {
            self.require(self.members.is_left_dead(class), Rejection::NotADeadEnd { step, node })?;
        }
        self.require(members.contains(&Class::ZERO), Rejection::NoZero { step })?;
        for &part in &self.parts {
            let truncated = self.tree.truncation(part, n)?;
            if !self.dead_ends.is_above_some(&self.tree, truncated, &members)? {
                return Err(Rejection::FollowerNotCovered { step, follower: self.node[&part] });
            }
        }
        for (i, &a) in members.iter().enumerate() {
            for (j, &b) in members.iter().enumerate().take(i + 1) {
                let sum = self.tree.sum(a, b)?;
                let truncated = self.tree.truncation(sum, n)?;
                if !self.dead_ends.is_above_some(&self.tree, truncated, &members)? {
                    return Err(Rejection::SumNotCovered { step, parts: [set[j], set[i]] });
                }
            }
        }
        Ok(())
    }

    /// Checks that the statement makes sense in the universe of the certificate.
    fn check_forms(&self, claim: &Statement) -> Checked {
        use UniverseName as U;
        let (makes_sense, nodes) = match *claim {
            Statement::Ge(g, h) | Statement::NotGe(g, h) | Statement::Simplest(g, h) => {
                (self.universe != U::I, [g, h])
            }
            Statement::Equal(g, h) | Statement::NotEqual(g, h) => (self.universe == U::I, [g, h]),
            Statement::Strong(g, _) | Statement::NotStrong(g, _) | Statement::Member(g) => {
                (self.is_universe(), [g, g])
            }
            Statement::Outcome(g, _) | Statement::Invertible(g) | Statement::NotInvertible(g) => {
                (true, [g, g])
            }
            Statement::TestSet(..) => {
                return self.require(self.universe == U::Generated, self.wrong_evidence());
            }
        };
        self.require(makes_sense, self.wrong_evidence())?;
        nodes.into_iter().try_for_each(|node| self.check_form(node))
    }
}
