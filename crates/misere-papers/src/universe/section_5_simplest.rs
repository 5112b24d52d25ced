//! Section 5: the four steps of simplification, and that they end in one form.

use std::collections::HashMap;

use misere::core::{Form, Player};

use super::definition::{Court, Rule, Strength};
use super::realm::Realm;
use super::section_5_examples;
use super::section_5_order::augmented;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::sample::{Kind, any, forms_of_kind};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Lemma 5.12" => lemma_5_12, "eliminating a dominated option keeps the value"
        .all("the games of rank at most 2")
        .sample("100 augmented, 100 dead-ending games and 100 dicots of rank 3, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .recursion("maintenance and proviso")
        .shown("simplest '{0,{0,*|*}|*}' -m D");
    "Lemma 5.13" => lemma_5_13, "bypassing an open reversible option keeps the value"
        .all("the games of rank at most 2")
        .sample("100 augmented, 100 dead-ending games and 100 dicots of rank 3, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .recursion("maintenance and proviso")
        .shown("simplest '{{*|{*|0}}|0}' -m D");
    "Lemma 5.14" => lemma_5_14, "replacing an atomic reversible option by ■ keeps the value"
        .all("the games of rank at most 2")
        .sample("100 augmented, 100 dead-ending games and 100 dicots of rank 3, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .recursion("maintenance and proviso")
        .shown("simplest '{0,-1|1,*}' -m E");
    "Lemma 5.16" => lemma_5_16, "erasing ■ keeps the value if the game stays strong"
        .all("the games of rank at most 2")
        .sample("110 augmented, 110 dead-ending games and 110 dicots of rank 3, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .recursion("maintenance and proviso")
        .shown("simplest '{#|*}' -m E");
    "Theorem 5.18" => theorem_5_18,
        "equal games of which nothing can be eliminated, reversed or erased are the same form"
        .all("the reduced ones among the games of rank at most 2, in seven universes")
        .sample("those among 40 augmented, 40 dead-ending games and 40 dicots of rank 3, and the simplest forms of all these")
        .play("a game of the universe separates each two")
        .recursion("maintenance and proviso")
        .shown("compare '{0,#|*}' '{0,*|*}' -m D");
    "Definition 5.19" => definition_5_19,
        "bypassing, eliminating, replacing and erasing, in this order, lead to the simplest form"
        .all("the games of rank at most 2")
        .sample("60 augmented, 60 dead-ending games and 60 dicots of rank 3, in seven universes")
        .recursion("the four steps by hand")
        .engine("simplest forms")
        .shown("simplest '{-1,*|1,*}' -m E");
    "Section 5, example after Definition 5.19" => section_5_examples::simplest_of_two_ends,
        "the simplest form of {0,{0,1̄|A},{0,1̄|B}||0,5̄} modulo D(A,B)"
        .decided()
        .engine("the simplest form")
        .shown("simplest '{0,{0,-1|[0 -1 -4 -5]},{0,-1|[0 -2 -3 -5]}||0,-5}' -m 'D([0 -1 -4 -5],[0 -2 -3 -5])'");
    "Section 5, example {1̄|*}" => section_5_examples::new_end,
        "modulo E its simplest form is an end, but no dead end"
        .decided()
        .recursion("maintenance and proviso")
        .engine("the simplest form")
        .shown("simplest '{-1|*}' -m E");
};

/// A form in pieces.
#[derive(Clone)]
struct Parts {
    options: [Vec<Form>; 2],
    stones: misere::core::Tombstones,
}

impl Parts {
    fn of(desk: &Desk, g: Form) -> Parts {
        let forms = desk.forms();
        Parts { options: Player::BOTH.map(|p| forms.options(g, p).to_vec()), stones: forms.tombstones(g) }
    }

    fn without(mut self, player: Player, option: Form) -> Parts {
        self.options[player.index()].retain(|&o| o != option);
        self
    }

    /// The parts together with the options and the tombstone that `player` has in g.
    fn with_options_of(mut self, desk: &Desk, g: Form, player: Player) -> Parts {
        let other = Parts::of(desk, g);
        self.options[player.index()].extend(&other.options[player.index()]);
        let has = self.stones.has(player) || other.stones.has(player);
        self.stones = self.stones.with(player, has);
        self
    }

    fn with_stone(mut self, player: Player, present: bool) -> Parts {
        self.stones = self.stones.with(player, present);
        self
    }

    fn form(&self, desk: &Desk) -> Result<Form, Trouble> {
        Ok(desk.forms().make(&self.options[0], &self.options[1], self.stones)?)
    }
}

/// A way in which an option can be dealt with.
#[derive(Clone, Copy)]
enum Step {
    /// The option is dominated.
    Eliminate(Player, Form),
    /// The option is reversible through this form, which is not an end.
    Bypass(Player, Form, Form),
    /// The option is reversible through an end.
    Replace(Player, Form),
    /// The tombstone is not needed.
    Erase(Player),
}

/// All steps that g itself, not its followers, admits, by \[universe\] Definitions 5.11 and
/// 5.17.
fn steps(desk: &Desk, rule: &mut Rule<'_>, g: Form) -> Result<Vec<Step>, Trouble> {
    let forms = desk.forms();
    let mut found = Vec::new();
    for p in Player::BOTH {
        for &option in forms.options(g, p) {
            for &other in forms.options(g, p) {
                if other != option && rule.at_least(other, option, p)? {
                    found.push(Step::Eliminate(p, option));
                }
            }
            for &back in forms.options(option, p.opponent()) {
                if rule.at_least(g, back, p)? {
                    let is_end = forms.options(back, p).is_empty() && !forms.tombstones(back).has(p);
                    found.push(if is_end { Step::Replace(p, option) } else { Step::Bypass(p, option, back) });
                }
            }
        }
        if forms.tombstones(g).has(p) {
            let erased = Parts::of(desk, g).with_stone(p, false).form(desk)?;
            if rule.is_strong(erased, p)? {
                found.push(Step::Erase(p));
            }
        }
    }
    Ok(found)
}

/// The form after a step.
fn after(desk: &Desk, g: Form, step: Step) -> Result<Form, Trouble> {
    let parts = Parts::of(desk, g);
    match step {
        Step::Eliminate(p, option) => parts.without(p, option),
        Step::Bypass(p, option, back) => parts.without(p, option).with_options_of(desk, back, p),
        Step::Replace(p, option) => parts.without(p, option).with_stone(p, true),
        Step::Erase(p) => parts.with_stone(p, false),
    }
    .form(desk)
}

fn games(desk: &Desk, count: usize) -> Result<Vec<Form>, Trouble> {
    let mut games = desk.day_2()?.to_vec();
    games.extend(augmented(desk, count)?);
    games.extend(forms_of_kind(desk.forms(), 58, Kind::DeadEnding, 3, count)?);
    games.extend(forms_of_kind(desk.forms(), 59, Kind::Dicot, 3, count)?);
    Ok(games)
}

/// The claim that steps of one kind keep the value, in seven universes: no game of the
/// universe that is played with both may separate them, and by the rule of Theorem 5.5 on the
/// forms as they stand they are equal.
fn keeps_value(desk: &Desk, is_meant: impl Fn(Step) -> bool) -> Result<Finding, Trouble> {
    let games = games(desk, 100)?;
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let mut rule = Rule::new(desk, Strength::Against(realm));
        let court = Court::new(desk, realm)?;
        for &g in &games {
            for step in steps(desk, &mut rule, g)? {
                if is_meant(step) {
                    let simpler = after(desk, g, step)?;
                    let holds = court.upholds_equality(g, simpler) && rule.equal(g, simpler)?;
                    tally.case(holds, || format!("{} modulo {}", desk.show_pair(g, simpler), realm.name));
                }
            }
        }
    }
    Ok(tally.finding())
}

fn lemma_5_12(desk: &Desk) -> Result<Finding, Trouble> {
    keeps_value(desk, |step| matches!(step, Step::Eliminate(..)))
}

fn lemma_5_13(desk: &Desk) -> Result<Finding, Trouble> {
    keeps_value(desk, |step| matches!(step, Step::Bypass(..)))
}

fn lemma_5_14(desk: &Desk) -> Result<Finding, Trouble> {
    keeps_value(desk, |step| matches!(step, Step::Replace(..)))
}

/// Lemma 5.16 is tried wherever the form without the tombstone is strong, also if it had none.
fn lemma_5_16(desk: &Desk) -> Result<Finding, Trouble> {
    let games = games(desk, 110)?;
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let mut rule = Rule::new(desk, Strength::Against(realm));
        let court = Court::new(desk, realm)?;
        for &g in &games {
            for p in Player::BOTH {
                let erased = Parts::of(desk, g).with_stone(p, false).form(desk)?;
                if rule.is_strong(erased, p)? {
                    let with_stone = Parts::of(desk, g).with_stone(p, true).form(desk)?;
                    let holds =
                        court.upholds_equality(with_stone, erased) && rule.equal(with_stone, erased)?;
                    tally.case(holds, || format!("{} modulo {}", desk.show(with_stone), realm.name));
                }
            }
        }
    }
    Ok(tally.finding())
}

/// Theorem 5.18 is tried on the forms of a sample, and on their simplest forms, that admit no
/// step in any follower. Some game of the universe must separate any two of them.
fn theorem_5_18(desk: &Desk) -> Result<Finding, Trouble> {
    let games = games(desk, 40)?;
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let mut rule = Rule::new(desk, Strength::Against(realm));
        let court = Court::new(desk, realm)?;
        let mut candidates = games.clone();
        for &g in &games {
            candidates.push(realm.engine.simplest(g)?);
        }
        let mut reduced: Vec<Form> = Vec::new();
        for g in candidates {
            if !reduced.contains(&g) && is_reduced(desk, &mut rule, g)? {
                reduced.push(g);
            }
        }
        for (at, &g) in reduced.iter().enumerate() {
            for &h in &reduced[at + 1..] {
                let holds = court.tells_apart(g, h)? && !rule.equal(g, h)?;
                tally.case(holds, || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
            }
        }
    }
    Ok(tally.finding())
}

fn is_reduced(desk: &Desk, rule: &mut Rule<'_>, g: Form) -> Result<bool, Trouble> {
    Ok(!any(desk.forms().followers(g), |f| Ok::<_, Trouble>(!steps(desk, rule, f)?.is_empty()))?)
}

fn definition_5_19(desk: &Desk) -> Result<Finding, Trouble> {
    let games = games(desk, 60)?;
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let mut hand = Hand { desk, rule: Rule::new(desk, Strength::Against(realm)), done: HashMap::new() };
        for &g in &games {
            let by_hand = hand.simplest(g)?;
            let holds = by_hand == realm.engine.simplest(g)?;
            tally.case(holds, || format!("{} modulo {}: {}", desk.show(g), realm.name, desk.show(by_hand)));
        }
    }
    Ok(tally.finding())
}

/// Simplest forms by the four steps, options first.
struct Hand<'a> {
    desk: &'a Desk,
    rule: Rule<'a>,
    done: HashMap<Form, Form>,
}

impl Hand<'_> {
    fn simplest(&mut self, g: Form) -> Result<Form, Trouble> {
        for f in self.desk.forms().followers(g) {
            if !self.done.contains_key(&f) {
                let mut parts = Parts::of(self.desk, f);
                for side in &mut parts.options {
                    side.iter_mut().for_each(|o| *o = self.done[o]);
                }
                let mut draft = parts.form(self.desk)?;
                let kinds: [fn(Step) -> bool; 4] = [
                    |step| matches!(step, Step::Bypass(..)),
                    |step| matches!(step, Step::Eliminate(..)),
                    |step| matches!(step, Step::Replace(..)),
                    |step| matches!(step, Step::Erase(..)),
                ];
                for is_meant in kinds {
                    while let Some(step) =
                        steps(self.desk, &mut self.rule, draft)?.into_iter().find(|&step| is_meant(step))
                    {
                        draft = after(self.desk, draft, step)?;
                    }
                }
                self.done.insert(f, draft);
            }
        }
        Ok(self.done[&g])
    }
}
