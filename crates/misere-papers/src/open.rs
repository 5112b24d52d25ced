//! The problems and conjectures that the papers leave open, and what is known of them here.
//!
//! An open problem has no claim to agree with. What an item computes is shown; it disagrees only
//! if something that it relies on came out wrong.

use std::collections::HashSet;

use fastrand::Rng;
use misere::core::{Engine, Form, Outcome, Player, Relation};
use misere::notation::structural_order;
use misere::order::FiniteOrder;

use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, grouped, items};
use crate::play::Play;
use crate::sample::{forms_with_options, kept, pairs};
use crate::universe::realm::{Realm, defeating_end};

pub(crate) const DICOTS: &[Item] = items! { Dicots;
    "Section 2, question" => canonical_forms_elsewhere,
        "do dominated and reversible options give canonical forms in other universes?"
        .open()
        .all("the pairs of rank at most 2, in seven universes")
        .engine("simplest forms, which [universe] section 5 makes with tombstones")
        .shown("simplest '{0,*|*}' -m D")
        .shown("simplest '{-1|*}' -m E");
    "Table 3, bound" => games_of_day_3, "how many games are born by day 3?"
        .open()
        .engine("the exact number of classes modulo D; for the others see the commands")
        .shown("count --day 3 -m D --explain");
};

pub(crate) const DAY_2: &[Item] = items! { Day2;
    "Section 5, partial order" => order_of_day_2, "the partial order of the dead-ending games born by day 2"
        .open()
        .all("the pairs of classes of rank at most 2")
        .engine("order modulo E")
        .shown("census --day 2 -m E --order");
    "Section 5, day 3" => invertible_on_day_3, "reductions and invertibility of dead-ending games of day 3"
        .open()
        .sample("1,000 dead-ending games of rank 3")
        .engine("canonical forms, and literal sums with conjugates, modulo E")
        .shown("canonical '{{0,*|1},1|{-1|0}}' -m E")
        .shown("invertible '{{0|1},1|{-1|0}}' -m E");
};

pub(crate) const BLOCKING: &[Item] = items! { Blocking;
    "Section 3.3, minimal elements" => minimal_blocking_forms,
        "what are the minimal elements modulo M of the blocking forms of rank at most n?"
        .open()
        .all("n = 0, 1, 2")
        .engine("order modulo M")
        .shown("compare '{1|0,-1}' '{*|0,-1}' -m M");
    "Problem 5.1" => problem_5_1,
        "is there a universe whose strength is computable and has no finite sets of test ends?"
        .open()
        .all("the 256 games of rank at most 2, modulo E, B and five universes of ends that are not dead")
        .play("every strong game wins against all ends that defeat another game")
        .shown("strong '{1|0}' -m 'D({|{1|0}})'");
    "Problem 5.2" => problem_5_2, "do the results of [universe] extend to subuniverses of B?"
        .open()
        .all("the 65,536 pairs of rank at most 2, modulo four universes of blocked ends")
        .engine("whether an answer was found")
        .shown("universe 'D({|0,1})'")
        .shown("compare '{|0,1}' 0 -m 'D({|0,1})'");
    "Problem 5.3" => crate::blocking::problem_5_3, "can summands be cancelled modulo B?"
        .open()
        .all("the triples of classes of rank at most 2 with G ≱ H")
        .play("with games of B of rank at most 2, and 200 of rank 3")
        .engine("where play does not tell")
        .shown("compare '{|0,1}+*' '*' -m B");
    "Section 5, rank 3" => blocking_of_rank_3,
        "how many classes do the blocking forms of rank at most 3 have, and how many are invertible?"
        .open()
        .sample("the classes of 2,000 blocking games of rank 3")
        .engine("simplest forms modulo B, of which the 𝓟-free ones are invertible")
        .shown("count --day 2 -m B --invertible");
    "Section 5, rank 3, exactly" => blocking_of_rank_3_exactly,
        "how many classes do the blocking forms of rank at most 3 have, and how many are invertible?"
        .open()
        .slow()
        .engine("the exact numbers, by types of sides")
        .shown("count --day 2 -m B");
    "Problem 5.4" => problem_5_4, "what can be said of the groups of invertible games?"
        .open()
        .all("the invertible classes of rank at most 2 modulo D, E and B, and their multiples up to 6")
        .engine("sums of values")
        .shown("compare '{0,-1|0,1}+{0,-1|0,1}' 0 -m E");
};

pub(crate) const UNIVERSE: &[Item] = items! { Universe;
    "Section 4, open problem" => games_of_day_3, "how many games are born by day 3 modulo dead-ending universes?"
        .open()
        .engine("the exact number of classes modulo D; for the others see the commands")
        .shown("count --day 3 -m D --explain");
    "Section 7, beyond E" => problem_5_2, "can strength be computed in universes that are not inside E?"
        .open()
        .all("the 65,536 pairs of rank at most 2, modulo four universes of blocked ends")
        .engine("whether an answer was found")
        .shown("strong '{0|*}' -m 'D({|0,*})'");
    "Section 7, birthday-2 ends" => ends_of_birthday_2, "the universes that ends of birthday 2 generate"
        .open()
        .all("the 32,768 sets of the 15 ends of birthday at most 2")
        .engine("which ends dominate others, and who is strong")
        .shown("universe 'D({|0,1})' 'D({|0,*})'");
    "Section 7, scoring and loopy games" => not_here, "simplest forms for scoring and for loopy games"
        .open()
        .engine("none: a rules file whose play may not end is refused")
        .shown("rulesets");
};

/// Games are equal exactly if their simplest forms are the same, in seven universes.
fn canonical_forms_elsewhere(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let mut simplest = Vec::new();
        for &g in desk.day_2()? {
            simplest.push((g, realm.engine.simplest(g)?));
        }
        for ((g, of_g), (h, of_h)) in pairs(&simplest, &simplest) {
            let equal = realm.engine.ge(g, h)? && realm.engine.ge(h, g)?;
            tally.case(equal == (of_g == of_h), || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
        }
    }
    let agrees = tally.holds();
    let said = tally.finding().computed;
    Ok(Finding::of(agrees, format!("yes, with tombstones: that equal games have one simplest form {said}")))
}

fn games_of_day_3(desk: &Desk) -> Result<Finding, Trouble> {
    let d = desk.work().modulo("D")?;
    let classes = d.count(3, None, &|_| ())?.classes;
    let invertible = d.count_invertible(3, &|_| ())?.classes;
    let agrees = classes == desk.dicots_of_day_3()?.len().into();
    let said = format!(
        "{} modulo D, {} of them invertible; `misere count --day 3 -m U` counts those of D(1̄), D(1̄0), D(2̄0), E, \
         B and M exactly, in minutes",
        grouped(classes),
        grouped(invertible)
    );
    Ok(Finding::of(agrees, said))
}

fn order_of_day_2(desk: &Desk) -> Result<Finding, Trouble> {
    let mut seen = HashSet::new();
    let mut classes = Vec::new();
    for g in structural_order(desk.forms(), &desk.games_of(&desk.e)?) {
        if seen.insert(desk.e.value(g)?) {
            classes.push(g);
        }
    }
    let mut greater = vec![vec![false; classes.len()]; classes.len()];
    for (i, &g) in classes.iter().enumerate() {
        for (j, &h) in classes.iter().enumerate() {
            greater[i][j] = desk.e.relation(g, h)? == Relation::Greater;
        }
    }
    let order = FiniteOrder::new(classes.len(), |a, b| greater[a][b])
        .map_err(|_| Trouble::Refused("what the engine calls greater is not an order".to_owned()))?;
    let named = |places: Vec<usize>| {
        let forms: Vec<Form> = places.into_iter().map(|at| classes[at]).collect();
        desk.show_list(&structural_order(desk.forms(), &forms))
    };
    let (maximal, minimal) = (order.maximal(), order.minimal());
    let said = format!(
        "{} classes, {} pairs G > H, {} covers, {} maximal and {} minimal elements, longest chain {}, largest \
         antichain {}",
        classes.len(),
        grouped(order.pairs()),
        grouped(order.covers().len()),
        maximal.len(),
        minimal.len(),
        order.longest_chain().len(),
        order.largest_antichain().len()
    );
    let details = format!("maximal: {}\nminimal: {}", named(maximal), named(minimal));
    Ok(Finding::of(true, said).with_details(details))
}

fn invertible_on_day_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.games_of(&desk.e)?;
    let mut random = Rng::with_seed(1212);
    let is_game = |g: Form| forms.rank(g) == 3 && forms.is_dead_ending(g);
    let sample = forms_with_options(forms, &mut random, &day_2, 4, 1000, is_game)?;
    let (mut invertible, mut reduced, mut earlier) = (0, 0, 0);
    let mut tally = Tally::new();
    for g in sample {
        let canonical = desk.e.canonical(g)?;
        reduced += u64::from(canonical == g);
        earlier += u64::from(forms.rank(canonical) < 3);
        let sum = forms.sum(g, forms.conjugate(g)?)?;
        let has_inverse = desk.e.relation(sum, Form::ZERO)? == Relation::Equal;
        invertible += u64::from(has_inverse);
        let p_free = forms.followers(canonical).iter().all(|&f| forms.outcome(f) != Outcome::P);
        tally.case(p_free == has_inverse, || desk.show(g));
    }
    let agrees = tally.holds();
    let said = format!(
        "1,000 games, {} in reduced form, {} born earlier, {} invertible: those with a 𝓟-free reduced form",
        grouped(reduced),
        grouped(earlier),
        grouped(invertible)
    );
    Ok(Finding::of(agrees, said))
}

fn minimal_blocking_forms(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (mut said, mut details) = (Vec::new(), Vec::new());
    for n in 0..=2 {
        let games =
            structural_order(forms, &kept(forms.born_by(n)?, |g| Ok::<_, Trouble>(forms.is_blocking(g)))?);
        let minimal = kept(&games, |g| {
            for &h in &games {
                if desk.m.relation(g, h)? == Relation::Greater {
                    return Ok::<_, Trouble>(false);
                }
            }
            Ok(true)
        })?;
        said.push(format!("{} of {} for n = {n}", minimal.len(), games.len()));
        details.push(format!("n = {n}: {}", desk.show_list(&minimal)));
    }
    Ok(Finding::of(true, said.join(", ")).with_details(details.join("\n")))
}

/// Universes of ends that are not all dead; the last has ends that are not blocked.
const OF_ENDS: [&str; 5] = ["D({|*})", "D({|1})", "D({|0,1})", "D({|0,*})", "D({|{1|0}})"];

/// There are finitely many games of a rank, and one end for each that is not strong makes a
/// finite set.
fn problem_5_1(desk: &Desk) -> Result<Finding, Trouble> {
    let mut engines: Vec<std::sync::Arc<Engine>> = vec![desk.e.clone(), desk.b.clone()];
    for universe in OF_ENDS {
        engines.push(desk.modulo(universe)?);
    }
    let play = Play::new(desk.forms());
    let mut tally = Tally::new();
    let mut sizes = Vec::new();
    for engine in &engines {
        let mut ends = Vec::new();
        let mut strong = Vec::new();
        for &g in desk.day_2()? {
            match defeating_end(engine, g, Player::Left)? {
                Some(end) => {
                    let defeats =
                        desk.forms().is_end(end, Player::Left) && !play.wins_first(g, end, Player::Left);
                    tally.case(defeats, || desk.show(g));
                    ends.push(end);
                }
                None => strong.push(g),
            }
        }
        ends = structural_order(desk.forms(), &ends);
        ends.dedup();
        for g in strong {
            let wins = ends.iter().all(|&x| play.wins_first(g, x, Player::Left));
            tally.case(wins, || format!("{} modulo {}", desk.show(g), engine.id()));
        }
        sizes.push(format!("{} for {}", ends.len(), engine.id()));
    }
    let said = format!(
        "none, as worded: a rank has finitely many games, and an end that defeats each one that is not strong; \
         for rank 2 so many ends suffice: {}",
        sizes.join(", ")
    );
    Ok(Finding::of(tally.holds(), said))
}

fn problem_5_2(desk: &Desk) -> Result<Finding, Trouble> {
    let mut comparable = Vec::new();
    for universe in &OF_ENDS[..4] {
        let engine = desk.modulo(universe)?;
        let mut count = 0u64;
        for (g, h) in pairs(desk.day_2()?, desk.day_2()?) {
            count += u64::from(engine.ge(g, h)?);
        }
        comparable.push(format!("{} modulo {}", grouped(count), engine.id()));
    }
    let said = format!(
        "finite tests decide strength for many sets of blocked ends, and strategies against all sums of ends for \
         others; all pairs of rank at most 2 were decided, G ≥ H for {}",
        comparable.join(", ")
    );
    Ok(Finding::of(true, said))
}

fn blocking_of_rank_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.games_of(&desk.b)?;
    let mut random = Rng::with_seed(53);
    let is_game = |g: Form| forms.rank(g) == 3 && forms.is_blocking(g);
    let sample = forms_with_options(forms, &mut random, &day_2, 4, 2000, is_game)?;
    let drawn = sample.len();
    let mut classes = HashSet::new();
    for g in sample {
        classes.insert(desk.b.simplest(g)?);
    }
    let invertible = classes.iter().filter(|&&g| forms.is_p_free(g)).count();
    let said = format!(
        "{} games of rank 3 have {} classes, {} of them invertible; `misere count --day 3 -m B`, with and without \
         --invertible, counts all exactly, in a minute",
        grouped(drawn),
        grouped(classes.len()),
        grouped(invertible)
    );
    Ok(Finding::of(classes.len() > 1, said))
}

fn blocking_of_rank_3_exactly(desk: &Desk) -> Result<Finding, Trouble> {
    let mut said = Vec::new();
    for universe in ["B", "E"] {
        let modulus = desk.work().modulo(universe)?;
        let classes = modulus.count(3, None, &|_| ())?.classes;
        let invertible = modulus.count_invertible(3, &|_| ())?.classes;
        said.push(format!("{} modulo {universe}, {} invertible", grouped(classes), grouped(invertible)));
    }
    Ok(Finding::of(true, said.join("; ")))
}

/// Invertible classes of finite order are sought among those of rank at most 2.
fn problem_5_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (mut said, mut details) = (Vec::new(), Vec::new());
    for engine in [&desk.d, &desk.e, &desk.b] {
        let zero = engine.value(Form::ZERO)?;
        let mut seen = HashSet::new();
        let (mut invertible, mut torsion) = (0, Vec::new());
        for g in structural_order(forms, &desk.games_of(engine)?) {
            let value = engine.value(g)?;
            if !seen.insert(value) || value == zero {
                continue;
            }
            if engine.add(value, engine.value(forms.conjugate(g)?)?)? != zero {
                continue;
            }
            invertible += 1;
            let mut multiple = value;
            for n in 2..=6 {
                multiple = engine.add(multiple, value)?;
                if multiple == zero {
                    torsion.push((g, n));
                    break;
                }
            }
        }
        said.push(format!("{}: {} of {invertible}", engine.id(), torsion.len()));
        for (g, n) in torsion {
            details.push(format!("{}: {n}·G = 0 for G = {}", engine.id(), desk.show(g)));
        }
    }
    let said =
        format!("they have torsion; so many non-zero classes have n·G = 0 with n ≤ 6: {}", said.join(", "));
    Ok(Finding::of(!details.is_empty(), said).with_details(details.join("\n")))
}

fn ends_of_birthday_2(desk: &Desk) -> Result<Finding, Trouble> {
    let survey = desk.work().survey_of_universes(2)?;
    let said = format!(
        "{} sets of {} ends generate {} universes with at least {} and at most {} orders, {} of them on the forms of \
         rank at most 2; `misere universe --survey` lists them",
        grouped(survey.sets),
        survey.ends.len(),
        grouped(survey.universes),
        survey.types.len(),
        survey.closures.len(),
        survey.small_orders.len()
    );
    Ok(Finding::of(survey.types.len() <= survey.closures.len(), said))
}

fn not_here(_: &Desk) -> Result<Finding, Trouble> {
    Ok(Finding::of(true, "nothing: games here end, and have no scores"))
}
