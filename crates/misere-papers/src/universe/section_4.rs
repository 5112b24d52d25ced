//! Section 4: upward closures, adjoints, and what dicots know of a universe.

use misere::core::{Form, Outcome, Player};
use misere::counting::dead_ends::{Closure, DeadEnd, DeadEnds};

use super::realm::defeating_end;
use super::sample::{dead_end_ge, dead_ends};
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::{Kind, forms_of_kind, kept, subsets};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Proposition 4.1" => proposition_4_1, "up(A) is closed under options and sums"
        .all("the dead ends of day 4 above seven sets, sums of those of day 3")
        .engine("what is above a sum")
        .shown("dead-ends show '[-2 [-1 0]]' --closure '[-1 0]'");
    "Proposition 4.3" => proposition_4_3, "G + G° is a 𝓟-position"
        .all("the games of rank at most 2, the dead ends of birthday at most 4")
        .sample("300 games of rank 4")
        .play("the sum with the adjoint")
        .shown("adjoint '[-1 0]'");
    "Figure 2" => figure_2, "3̄0, its adjoint and its Left-modified adjoint"
        .decided()
        .engine("the adjoints of one end")
        .shown("adjoint '[-3 0]'");
    "Theorem 4.5" => theorem_4_5, "G ≥ H for Left dead ends exactly when o(G° + H) ≤ 𝓟"
        .all("the 2,704 pairs of dead ends of birthday at most 4")
        .play("G° + H")
        .recursion("Theorem 3.1")
        .shown("outcome 'adj(-2)+[-1 0]'");
    "Theorem 4.6" => theorem_4_6,
        "G not in up(A), G° Left strong modulo D(A), and G^⊛ ≥ 0 modulo D(A), are the same"
        .all("the dead ends of birthday at most 4, for seven sets A")
        .play("with the end that defeats G°")
        .engine("strength and order modulo D(A)")
        .shown("strong 'adj([-2 0])' -m 'D([-1 0])'");
    "Section 4, orders and upward closures" => orders_and_upward_closures,
        "D(A) and D(B) have the same order exactly when up(A) = up(B)"
        .all("twelve sets of ends; order on a third of the pairs of rank at most 2 and on G^⊛ and 0")
        .engine("order modulo D(A)")
        .shown("universe 'D(-1)' 'D([-1 0])'");
    "Section 4, the family n̄0" => family_of_universes,
        "different sets {n̄0 : n in N} give different orders of dicots, N inside {1, …, 5}"
        .all("N inside {1, …, 5}")
        .engine("order modulo D(A)")
        .shown("universe 'D([-2 0])' 'D([-3 0])'");
};

/// Sets of generators, in notation.
const SETS: [&str; 7] = ["0", "-1", "[-1 0]", "[-2 0]", "[-3 0],[-2 0]", "{|[-1 0]}", "W3"];

/// cl(A) and up(A) for a set A of generators.
struct Ends {
    engine: DeadEnds,
    closure: Closure,
}

impl Ends {
    fn new(desk: &Desk, generators: &str) -> Result<Ends, Trouble> {
        let engine = DeadEnds::with_budget(desk.forms().budget().clone());
        let mut read = Vec::new();
        for g in desk.read_list(generators)? {
            read.push(value(desk, &engine, g)?);
        }
        let closure = engine.closure(&read);
        Ok(Ends { engine, closure })
    }

    fn is_above(&self, desk: &Desk, g: Form) -> Result<bool, Trouble> {
        let g = value(desk, &self.engine, g)?;
        Ok(self.engine.sum_below(&self.closure, g)?.is_some())
    }
}

fn value(desk: &Desk, engine: &DeadEnds, g: Form) -> Result<DeadEnd, Trouble> {
    engine.value(desk.forms(), g, Player::Left).map_err(|error| Trouble::Refused(error.to_string()))
}

fn proposition_4_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for generators in SETS {
        let ends = Ends::new(desk, generators)?;
        let above = kept(dead_ends(desk, 4)?, |g| ends.is_above(desk, g))?;
        for &g in &above {
            for &option in forms.options(g, Player::Right) {
                tally
                    .case(ends.is_above(desk, option)?, || format!("{} for {generators}", desk.show(option)));
            }
        }
        for &g in above.iter().filter(|&&g| forms.rank(g) <= 3) {
            for &h in above.iter().filter(|&&g| forms.rank(g) <= 3) {
                tally.case(ends.is_above(desk, forms.sum(g, h)?)?, || {
                    format!("{} + {} for {generators}", desk.show(g), desk.show(h))
                });
            }
        }
    }
    Ok(tally.finding())
}

fn proposition_4_3(desk: &Desk) -> Result<Finding, Trouble> {
    let mut games = desk.day_2()?.to_vec();
    games.extend(forms_of_kind(desk.forms(), 43, Kind::Arbitrary, 4, 300)?);
    games.extend(dead_ends(desk, 4)?);
    adjoints(desk, &games)
}

/// The claim that each of these forms and its adjoint add up to a 𝓟-position.
pub(super) fn adjoints(desk: &Desk, games: &[Form]) -> Result<Finding, Trouble> {
    let play = Play::new(desk.forms());
    desk.for_all(games, |g| {
        let adjoint = desk.forms().adjoint(g)?;
        Ok(play.outcome(g, adjoint) == Outcome::P)
    })
}

fn figure_2(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = ["{·|0,-3}", "{*,{{{*|0}|0}|0}|0}", "{*,{{{*|0}|0}|0}|*}"];
    let mut claim = Vec::new();
    for text in claimed {
        claim.push(desk.write(desk.read(text)?)?);
    }
    let g = desk.read("[-3 0]")?;
    let modified = desk.forms().left_modified_adjoint(g)?;
    let modified = modified.ok_or_else(|| Trouble::Refused("not a Left end".to_owned()))?;
    let computed = [g, desk.forms().adjoint(g)?, modified];
    let computed = computed.iter().map(|&f| desk.write(f)).collect::<Result<Vec<_>, _>>()?;
    Ok(Finding::new(claim.join(", "), computed.join(", ")))
}

fn theorem_4_5(desk: &Desk) -> Result<Finding, Trouble> {
    let ends = dead_ends(desk, 4)?;
    let play = Play::new(desk.forms());
    let mut tally = Tally::new();
    for &g in &ends {
        let adjoint = desk.forms().adjoint(g)?;
        for &h in &ends {
            let below = play.outcome(adjoint, h) <= Outcome::P;
            tally.case(below == dead_end_ge(desk.forms(), g, h), || desk.show_pair(g, h));
        }
    }
    Ok(tally.finding())
}

/// Membership in up(A) is decided by dead ends alone, strength by the engine and by play against
/// the end that it finds, and G^⊛ ≥ 0 by the engine.
fn theorem_4_6(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let play = Play::new(forms);
    for generators in SETS {
        let ends = Ends::new(desk, generators)?;
        let engine = desk.modulo(&format!("D({generators})"))?;
        for g in dead_ends(desk, 4)? {
            let outside = !ends.is_above(desk, g)?;
            let adjoint = forms.adjoint(g)?;
            let strong = engine.is_strong(adjoint, Player::Left)?;
            let defeated = match defeating_end(&engine, adjoint, Player::Left)? {
                Some(end) => engine.contains(end)? && !play.wins_first(adjoint, end, Player::Left),
                None => false,
            };
            let modified = forms.left_modified_adjoint(g)?.unwrap_or(Form::ZERO);
            let positive = engine.ge(modified, Form::ZERO)?;
            let holds = outside == strong && strong != defeated && strong == positive;
            tally.case(holds, || format!("{} and A = {{{generators}}}", desk.show(g)));
        }
    }
    Ok(tally.finding())
}

/// Orders are compared on the pairs of rank at most 2 and on G^⊛ and 0 for the dead ends
/// of day 4; upward closures on the dead ends of day 4.
fn orders_and_upward_closures(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut sets = SETS.to_vec();
    sets.extend(["W3,[-2 0]", "[-1 0],-2", "{|[-1 0]},-3", "W3,{|[-2 0]}", "[-3 0],[-2 0],[0 -2 -3]"]);
    let mut known: Vec<(Vec<bool>, Vec<bool>)> = Vec::new();
    for &generators in &sets {
        let ends = Ends::new(desk, generators)?;
        let engine = desk.modulo(&format!("D({generators})"))?;
        let mut closure = Vec::new();
        let mut order = Vec::new();
        for g in dead_ends(desk, 4)? {
            closure.push(ends.is_above(desk, g)?);
            let modified = forms.left_modified_adjoint(g)?.unwrap_or(Form::ZERO);
            order.push(engine.ge(modified, Form::ZERO)?);
        }
        for &g in desk.day_2()? {
            for &h in desk.day_2()?.iter().step_by(3) {
                order.push(engine.ge(g, h)?);
            }
        }
        known.push((closure, order));
    }
    let mut tally = Tally::new();
    for (at, (closure, order)) in known.iter().enumerate() {
        for (other, (its_closure, its_order)) in known.iter().enumerate().skip(at + 1) {
            let same = (closure == its_closure) == (order == its_order);
            tally.case(same, || format!("{{{}}} and {{{}}}", sets[at], sets[other]));
        }
    }
    Ok(tally.finding())
}

/// n̄0 is in up({k̄0 : k in N}) exactly when n is in N: by dead ends, and by (n̄0)^⊛ ≥ 0.
fn family_of_universes(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for numbers in subsets(&[1_u32, 2, 3, 4, 5]).skip(1) {
        let generators: Vec<String> = numbers.iter().map(|n| format!("[-{n} 0]")).collect();
        let generators = generators.join(",");
        let ends = Ends::new(desk, &generators)?;
        let engine = desk.modulo(&format!("D({generators})"))?;
        for n in 1..=5u32 {
            let g = desk.read(&format!("[-{n} 0]"))?;
            let is_in = numbers.contains(&n);
            let modified = forms.left_modified_adjoint(g)?.unwrap_or(Form::ZERO);
            let recovered = forms.is_dicot(modified) && engine.ge(modified, Form::ZERO)? != is_in;
            let holds = ends.is_above(desk, g)? == is_in && recovered;
            tally.case(holds, || format!("n = {n}, N = {numbers:?}"));
        }
    }
    Ok(tally.finding())
}
