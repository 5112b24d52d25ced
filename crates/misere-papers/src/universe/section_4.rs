//! Section 4: upward closures, adjoints, and what dicots know of a universe; the games
//! of the first days.

use std::collections::{BTreeSet, HashMap, HashSet};

use misere_census::dead_ends::{Closure, DeadEnd, DeadEnds};
use misere_core::{Form, Modulo, Outcome, Player, Proviso};

use super::PAPER;
use super::definition::Play;
use super::realm::{Engine, Realms};
use super::sample::{Kind, dead_end_ge, dead_ends, name, random_forms};
use super::section_2::closure_by_day_2;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble};

pub(super) fn items() -> Vec<Item> {
    vec![
        Item::new(PAPER, "Proposition 4.1", "up(A) is closed under options and sums", proposition_4_1),
        Item::new(PAPER, "Proposition 4.3", "G + G° is a 𝓟-position", proposition_4_3),
        Item::new(PAPER, "Figure 2", "3̄0, its adjoint and its Left-modified adjoint", figure_2),
        Item::new(PAPER, "Theorem 4.5", "G ≥ H for Left dead ends exactly when o(G° + H) ≤ 𝓟", theorem_4_5),
        Item::new(
            PAPER,
            "Theorem 4.6",
            "G not in up(A), G° Left strong modulo D(A), and G^⊛ ≥ 0 modulo D(A), are the same",
            theorem_4_6,
        ),
        Item::new(
            PAPER,
            "Section 4, orders and upward closures",
            "D(A) and D(B) have the same order exactly when up(A) = up(B)",
            orders_and_upward_closures,
        ),
        Item::new(
            PAPER,
            "Section 4, the family n̄0",
            "different sets {n̄0 : n in N} give different orders of dicots, N inside {1, …, 5}",
            family_of_universes,
        ),
        Item::new(
            PAPER,
            "Figure 3",
            "games born by day 2 in E, D(1̄0), D(1̄), D: game trees, and distinct ones",
            figure_3,
        ),
        Item::new(
            PAPER,
            "Section 4, two universes on day 2",
            "by day 2 a dead-ending universe is like D, D(1̄) or, if it has 1̄0, like D(1̄0): trees, classes, order",
            two_universes_on_day_2,
        ),
        Item::new(PAPER, "Section 4, day 3", "games born by day 3", day_3).erratum(
            "7541 counts the dicots modulo M ([dicots] Table 3); the games of M modulo D are many more",
        ),
    ]
}

/// Sets of generators, in notation.
const SETS: [&str; 7] = ["0", "-1", "[-1 0]", "[-2 0]", "[-3 0],[-2 0]", "[[-1 0]]", "W3"];

/// cl(A) and up(A) for one of the sets.
struct Ends {
    engine: DeadEnds,
    closure: Closure,
}

impl Ends {
    fn new(desk: &Desk, generators: &str) -> Result<Ends, Trouble> {
        let engine = DeadEnds::with_budget(desk.forms().budget().clone());
        let mut read = Vec::new();
        for g in generators_of(desk, generators)? {
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

fn generators_of(desk: &Desk, generators: &str) -> Result<Vec<Form>, Trouble> {
    let list = desk.read(&format!("{{{generators}|}}"))?;
    Ok(desk.forms().options(list, Player::Left).to_vec())
}

fn value(desk: &Desk, engine: &DeadEnds, g: Form) -> Result<DeadEnd, Trouble> {
    engine.value(desk.forms(), g, Player::Left).map_err(|error| Trouble::Refused(error.to_string()))
}

fn proposition_4_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for generators in SETS {
        let ends = Ends::new(desk, generators)?;
        let mut above = Vec::new();
        for g in dead_ends(desk, 4)? {
            if ends.is_above(desk, g)? {
                above.push(g);
            }
        }
        for &g in &above {
            for &option in forms.options(g, Player::Right) {
                tally.case(ends.is_above(desk, option)?, || {
                    format!("{} for {generators}", name(desk, option))
                });
            }
        }
        for &g in above.iter().filter(|&&g| forms.rank(g) <= 3) {
            for &h in above.iter().filter(|&&g| forms.rank(g) <= 3) {
                tally.case(ends.is_above(desk, forms.sum(g, h)?)?, || {
                    format!("{} + {} for {generators}", name(desk, g), name(desk, h))
                });
            }
        }
    }
    Ok(tally.finding())
}

fn proposition_4_3(desk: &Desk) -> Result<Finding, Trouble> {
    let mut games = desk.day_2()?.to_vec();
    games.extend(random_forms(desk, 43, Kind::Arbitrary, 4, 300)?);
    games.extend(dead_ends(desk, 4)?);
    adjoints(desk, &games)
}

/// That all these forms and their adjoints add up to 𝓟-positions.
pub(super) fn adjoints(desk: &Desk, games: &[Form]) -> Result<Finding, Trouble> {
    let mut play = Play::new(desk.forms());
    let mut tally = Tally::new();
    for &g in games {
        let adjoint = desk.forms().adjoint(g)?;
        tally.case(play.outcome(g, adjoint) == Outcome::P, || name(desk, g));
    }
    Ok(tally.finding())
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
    let mut play = Play::new(desk.forms());
    let mut tally = Tally::new();
    for &g in &ends {
        let adjoint = desk.forms().adjoint(g)?;
        for &h in &ends {
            let below = play.outcome(adjoint, h) <= Outcome::P;
            tally.case(below == dead_end_ge(desk.forms(), g, h), || {
                format!("{} and {}", name(desk, g), name(desk, h))
            });
        }
    }
    Ok(tally.finding())
}

/// The first by dead ends alone, the second by the engine and by play against sums of
/// generators, the third by the engine and the definition.
fn theorem_4_6(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let mut play = Play::new(forms);
    for generators in SETS {
        let ends = Ends::new(desk, generators)?;
        let engine = desk.generated(generators)?;
        for g in dead_ends(desk, 4)? {
            let outside = !ends.is_above(desk, g)?;
            let adjoint = forms.adjoint(g)?;
            let strong = engine.is_strong(adjoint, Player::Left)?;
            let defeated = match Engine::defeating_end(&engine, adjoint, Player::Left)? {
                Some(end) => engine.contains(end)? && !play.wins_first(adjoint, end, Player::Left),
                None => false,
            };
            let modified = forms.left_modified_adjoint(g)?.unwrap_or(Form::ZERO);
            let positive = engine.ge(modified, Form::ZERO)?;
            let holds = outside == strong && strong != defeated && strong == positive;
            tally.case(holds, || format!("{} and A = {{{generators}}}", name(desk, g)));
        }
    }
    Ok(tally.finding())
}

/// Orders are compared on the pairs of rank at most 2 and on G^⊛ and 0 for the dead ends
/// of day 4; upward closures on the dead ends of day 4.
fn orders_and_upward_closures(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut sets = SETS.to_vec();
    sets.extend(["W3,[-2 0]", "[-1 0],-2", "[[-1 0]],-3", "W3,[[-2 0]]", "[-3 0],[-2 0],[0 -2 -3]"]);
    let mut known: Vec<(Vec<bool>, Vec<bool>)> = Vec::new();
    for &generators in &sets {
        let ends = Ends::new(desk, generators)?;
        let engine = desk.generated(generators)?;
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
    for mask in 1u32..32 {
        let numbers: Vec<u32> = (1..=5).filter(|n| mask >> (n - 1) & 1 == 1).collect();
        let generators: Vec<String> = numbers.iter().map(|n| format!("[-{n} 0]")).collect();
        let generators = generators.join(",");
        let ends = Ends::new(desk, &generators)?;
        let engine = desk.generated(&generators)?;
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

/// Trees by closing the generators as Definition 1.5 says, and by the engine; classes by
/// simplest forms, and by comparing all pairs.
fn figure_3(desk: &Desk) -> Result<Finding, Trouble> {
    let realms = Realms::new(desk)?;
    let mut trees = Vec::new();
    let mut classes = Vec::new();
    // Of rank at most 2, 1̄0 and 2̄ generate all dead ends.
    let generators = [vec!["[-1 0]"], vec!["[-1 0]"], vec!["-1"], vec![]];
    let columns = [realms.e(), realms.domineering(), realms.integers(), realms.d()];
    for (realm, generators) in columns.into_iter().zip(generators) {
        let generators = generators.into_iter().map(|text| desk.read(text)).collect::<Result<Vec<_>, _>>()?;
        let closed = closure_by_day_2(desk, &generators)?;
        let mut members = Vec::new();
        for &g in desk.day_2()? {
            if realm.engine.contains(g)? {
                members.push(g);
            }
        }
        let as_set: HashSet<Form> = members.iter().copied().collect();
        trees.push(if as_set == closed { members.len().to_string() } else { "?".to_owned() });
        let mut simplest = HashSet::new();
        let mut representatives: Vec<Form> = Vec::new();
        for &g in &members {
            simplest.insert(realm.engine.simplest(g)?);
            let mut is_new = true;
            for &h in &representatives {
                is_new = is_new && !(realm.engine.ge(g, h)? && realm.engine.ge(h, g)?);
            }
            if is_new {
                representatives.push(g);
            }
        }
        let same = simplest.len() == representatives.len();
        classes.push(if same { simplest.len().to_string() } else { "?".to_owned() });
    }
    let computed = format!("{}; {}", trees.join(" "), classes.join(" "));
    Ok(Finding::new("232 232 230 10; 196 196 194 9", computed))
}

fn two_universes_on_day_2(desk: &Desk) -> Result<Finding, Trouble> {
    let realms = Realms::new(desk)?;
    let with = day_2_of(desk, realms.domineering().engine)?;
    let without = day_2_of(desk, realms.integers().engine)?;
    let mut tally = Tally::new();
    let others = [
        "[-2 0]",
        "[-3 0]",
        "W3",
        "W4",
        "[[-1 0]]",
        "[-3 0],[-2 0]",
        "[0 -1 -4 -5],[0 -2 -3 -5]",
        "[-2 -1 0]",
    ];
    let one_or_zero = desk.read("[-1 0]")?;
    for generators in others {
        let engine = desk.generated(generators)?;
        let expected = if engine.contains(one_or_zero)? { &with } else { &without };
        let found = day_2_of(desk, &engine)?;
        tally.case(found == *expected, || {
            let describe = |day: &Day2| {
                format!(
                    "{} trees, {} classes, {} pairs g ≥ h",
                    day.members,
                    day.classes.len(),
                    day.order.len()
                )
            };
            format!("D({generators}): {}, and not {}", describe(&found), describe(expected))
        });
    }
    Ok(tally.finding())
}

/// The games of rank at most 2 in a universe, by their place among all: how many there
/// are, the classes they form, and which pairs have g ≥ h.
#[derive(PartialEq)]
struct Day2 {
    members: usize,
    classes: BTreeSet<Vec<usize>>,
    order: BTreeSet<(usize, usize)>,
}

fn day_2_of(desk: &Desk, engine: &dyn Engine) -> Result<Day2, Trouble> {
    let mut classes: HashMap<Form, Vec<usize>> = HashMap::new();
    let mut members = Vec::new();
    for (at, &g) in desk.day_2()?.iter().enumerate() {
        if engine.contains(g)? {
            members.push((at, g));
            classes.entry(engine.simplest(g)?).or_default().push(at);
        }
    }
    let mut order = BTreeSet::new();
    for &(i, g) in &members {
        for &(j, h) in &members {
            if engine.ge(g, h)? {
                order.insert((i, j));
            }
        }
    }
    Ok(Day2 { members: members.len(), classes: classes.into_values().collect(), order })
}

/// Dicots by antichains of those of day 2. Of all games modulo D only those with one
/// option on each side are counted, and they are more than 7541 already.
fn day_3(desk: &Desk) -> Result<Finding, Trouble> {
    let dicots = |g: &Form| desk.forms().is_dicot(*g);
    let day_2: Vec<Form> = desk.day_2()?.iter().copied().filter(dicots).collect();
    let modulo_d = dicots_of_day_3(&desk.d, &day_2)?;
    let modulo_m = dicots_of_day_3(&desk.m, &day_2)?;
    let mut earlier = Vec::new();
    for &g in desk.day_2()? {
        let value = desk.d.value(g)?;
        if !earlier.contains(&value) {
            earlier.push(value);
        }
    }
    let mut found = HashSet::new();
    for &left in &earlier {
        for &right in earlier.iter().step_by(2) {
            found.insert(desk.d.compose(&[left], &[right])?);
        }
    }
    let more = if found.len() > 7541 { "more than 7541" } else { "not known to be more than 7541" };
    let claim = "1268 in D modulo D, 7541 in M modulo D";
    let computed = format!("{modulo_d} in D modulo D, {more} in M modulo D");
    let details = format!(
        "{modulo_m} in D modulo M; {} games {{a|b}} with a and b of the {} of day 2 are distinct modulo D",
        found.len(),
        earlier.len()
    );
    Ok(Finding::new(claim, computed).with_details(details))
}

fn dicots_of_day_3<P: Proviso>(modulo: &Modulo<P>, day_2: &[Form]) -> Result<usize, Trouble> {
    let mut values = Vec::new();
    for &g in day_2 {
        let value = modulo.value(g)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let mut antichains = Vec::new();
    for mask in 1u32..1 << values.len() {
        let set: Vec<_> = (0..values.len()).filter(|i| mask >> i & 1 == 1).map(|i| values[i]).collect();
        let mut is_antichain = true;
        for &a in &set {
            for &b in &set {
                is_antichain = is_antichain && (a == b || !modulo.value_ge(a, b)?);
            }
        }
        if is_antichain {
            antichains.push(set);
        }
    }
    let mut found = HashSet::from([modulo.value(Form::ZERO)?]);
    for left in &antichains {
        for right in &antichains {
            found.insert(modulo.compose(left, right)?);
        }
    }
    Ok(found.len())
}
