//! Section 4: the games of the first days.

use std::collections::{BTreeSet, HashMap, HashSet};

use misere::core::{Engine, Form, Player};

use super::realm::Realm;
use super::section_2::closure_by_day_2;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::sample::{any, dead_end_trees, pairs, subsets};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Figure 3" => figure_3, "games born by day 2 in E, D(1̄0), D(1̄), D: game trees, and distinct ones"
        .decided()
        .all("the 256 games of rank at most 2")
        .recursion("closing the ends as Definition 1.5 says")
        .engine("simplest forms, and order of all pairs")
        .shown("count --day 2 -m E")
        .shown("count --day 2 -m 'D(-1)'");
    "Section 4, two universes on day 2" => two_universes_on_day_2,
        "by day 2 a dead-ending universe but D is like D(1̄) or, if it has 1̄0, like D(1̄0): trees, classes, order"
        .all("the games of rank at most 2, in eight universes")
        .engine("simplest forms and order")
        .shown("count --day 2 -m 'D([-2 0])'");
    "Section 4, day 3" => day_3,
        "games born by day 3"
        .erratum("7541 counts the dicots modulo M ([dicots] Table 3); the games of M modulo D are many more")
        .decided()
        .all("the dicots of day 3 from antichains of day 2; of M, games with one option a side")
        .engine("values modulo D and M")
        .shown("count --day 3 -m D");
};

/// The trees of Figure 3 are counted by closing the generators as Definition 1.5 says, which for
/// E are all dead ends of rank at most 2, and by
/// the engine; its classes by simplest forms, and by comparing all pairs.
fn figure_3(desk: &Desk) -> Result<Finding, Trouble> {
    let mut trees = Vec::new();
    let mut classes = Vec::new();
    let generators = [
        dead_end_trees(desk.forms(), 2, Player::Left)?,
        desk.read_list("[-1 0]")?,
        desk.read_list("-1")?,
        Vec::new(),
    ];
    let columns = [Realm::e(desk), Realm::domineering(desk), Realm::integers(desk), Realm::d(desk)];
    for (realm, generators) in columns.into_iter().zip(generators) {
        let closed = closure_by_day_2(desk, &generators)?;
        let members = desk.games_of(realm.engine)?;
        let as_set: HashSet<Form> = members.iter().copied().collect();
        trees.push(if as_set == closed { members.len().to_string() } else { "?".to_owned() });
        let mut simplest = HashSet::new();
        let mut representatives: Vec<Form> = Vec::new();
        for &g in &members {
            simplest.insert(realm.engine.simplest(g)?);
            if !any(&representatives, |&h| {
                Ok::<_, Trouble>(realm.engine.ge(g, h)? && realm.engine.ge(h, g)?)
            })? {
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
    let with = day_2_of(desk, &desk.domineering)?;
    let without = day_2_of(desk, &desk.integers)?;
    let mut tally = Tally::new();
    let others = [
        "[-2 0]",
        "[-3 0]",
        "W3",
        "W4",
        "{|[-1 0]}",
        "[-3 0],[-2 0]",
        "[0 -1 -4 -5],[0 -2 -3 -5]",
        "[-2 -1 0]",
    ];
    let one_or_zero = desk.read("[-1 0]")?;
    for generators in others {
        let engine = desk.modulo(&format!("D({generators})"))?;
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

/// The games of rank at most 2 in a universe, by their place among all forms of rank at
/// most 2: their number, the classes they form, and which pairs have g ≥ h.
#[derive(PartialEq)]
struct Day2 {
    members: usize,
    classes: BTreeSet<Vec<usize>>,
    order: BTreeSet<(usize, usize)>,
}

fn day_2_of(desk: &Desk, engine: &Engine) -> Result<Day2, Trouble> {
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

/// The dicots born by day 3 are made from antichains of the dicots of day 2. Of all games
/// modulo D, only games with one option on each side are counted: more than 7541 already.
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

fn dicots_of_day_3(modulo: &Engine, day_2: &[Form]) -> Result<usize, Trouble> {
    let mut values = Vec::new();
    for &g in day_2 {
        let value = modulo.value(g)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    let mut antichains = Vec::new();
    for set in subsets(&values).skip(1) {
        let mut is_antichain = true;
        for (a, b) in pairs(&set, &set) {
            is_antichain = is_antichain && (a == b || !modulo.value_ge(a, b)?);
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
