//! Section 4: test sets, and comparison by means of them.

use std::sync::Arc;

use misere::core::{
    Engine, Exhausted, FiniteGenerators, Form, Forms, Generated, Generators, Outcome, Player, UniverseId,
};

use super::definition::{Court, Rule, Strength};
use super::realm::{Realm, defeating_end, sums_of_parts};
use super::sample::{dead_end_ge, dead_ends};
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::membership::Membership;
use crate::play::Play;
use crate::sample::{Kind, any, forms_of_kind, pairs};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 4, test sets of D" => test_sets_of_dicots, "T_n(D), n = 1, …, 4"
        .all("n = 1, …, 4")
        .recursion("Definition 4.8")
        .shown("universe D");
    "Section 4, test sets of E" => test_sets_of_dead_ending, "T_n(E), n = 1, …, 4"
        .all("n = 1, …, 4, from the ends of birthday at most 4")
        .sample("every 97th end of birthday 5")
        .recursion("Definition 4.8")
        .shown("universe E");
    "Section 4, test sets of D(1̄)" => test_sets_of_integers, "T_n(D(1̄)), n = 1, …, 4"
        .all("n = 1, …, 4")
        .recursion("Definition 4.8")
        .shown("universe 'D(-1)'");
    "Section 4, test sets of D(1̄0)" => test_sets_of_domineering,
        "T_n(D(1̄0)), n = 1, …, 4"
        .erratum("the list omits 0, which is minimal since it is comparable to nothing")
        .decided()
        .all("n = 1, …, 4")
        .play("the 256 games of rank at most 2, with the printed sets")
        .recursion("Definition 4.8")
        .shown("universe 'D([-1 0])'")
        .shown("strong '{1|0}' -m 'D([-1 0])'");
    "Theorem 4.9" => theorem_4_9, "strength is to win moving first against the test set"
        .all("the games of rank at most 2, in five universes")
        .sample("200 games of rank 3")
        .play("with the test sets, with all sums of parts, and with the end that defeats a game")
        .shown("strong '{0,-1|0}' -m 'D([-1 0])'");
    "Lemma 4.10" => lemma_4_10, "o(G + X) ≥ 𝓝 gives o(G + τ_n(X)) ≥ 𝓝, n ≥ b̃(G)"
        .all("the games of rank at most 2, the ends of birthday at most 4, n = 0, …, 4")
        .sample("160 games of rank 3, every 500th end of birthday 5")
        .play("both sums")
        .shown("truncate '[-3 [-1 0]]' --moves 2");
    "Lemma 4.11" => lemma_4_11, "o(G + X) ≤ 𝓟 gives o(G + τ_n(X)) ≤ 𝓟, n ≥ b̃(G)"
        .all("the games of rank at most 2, the ends of birthday at most 4, n = 0, …, 4")
        .sample("160 games of rank 3, every 500th end of birthday 5")
        .play("both sums")
        .shown("truncate '[-3 [-1 0]]' --moves 2");
    "Corollary 4.12" => corollary_4_12,
        "computable test sets make ≥ computable: order modulo D({n̄0 : n even}), which no finite set generates"
        .all("every third pair of rank at most 2, modulo one universe")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .shown("universe 'D([-2 0],[-4 0])'");
    "Section 4, example D(1̄)" => strength_by_integers, "strong modulo D(1̄) is o(G + n̄) ≥ 𝓝 for all n ≤ b̃(G)"
        .all("the games of rank at most 2, the adjoints of 0, …, 6̄")
        .sample("300 games of rank 4")
        .play("with n̄")
        .shown("strong 'adj(-2)' -m 'D(-1)'");
    "Section 4, example n̄°" => adjoints_of_integers,
        "o(n̄° + k̄) is 𝓟 for k = n and at least 𝓝 for other k; n, k = 0, …, 8"
        .play("n, k = 0, …, 8")
        .shown("outcome 'adj(-3)+-3'")
        .shown("outcome 'adj(-3)+-2'");
    "Corollary 4.13" => corollary_4_13,
        "τ_n(G + H) = τ_n(τ_n(G) + τ_n(H)), and test sets of finitely generated universes follow"
        .all("the pairs of ends of birthday at most 3, n = 0, …, 4; test sets of six universes")
        .sample("the pairs of 40 games of rank 3")
        .recursion("Definition 4.8")
        .shown("truncate '[-1 0]+-2' --moves 2");
};

/// T_n by Definition 4.8: all sums of at most n + 1 parts are cut, and the minimal ones kept.
/// Further summands make no difference in n moves.
fn by_definition(desk: &Desk, generators: &[Form], n: u32) -> Result<Vec<Form>, Trouble> {
    let forms = desk.forms();
    let mut cut = Vec::new();
    for sum in sums_of_parts(forms, generators, n as usize + 1)? {
        let truncated = desk.m.simplest(forms.truncate(sum, n)?)?;
        if !cut.contains(&truncated) {
            cut.push(truncated);
        }
    }
    Ok(minimal(forms, &cut))
}

fn minimal(forms: &Forms, ends: &[Form]) -> Vec<Form> {
    let is_above = |g: Form, h: Form| g != h && dead_end_ge(forms, g, h);
    ends.iter().copied().filter(|&g| !ends.iter().any(|&h| is_above(g, h))).collect()
}

/// The engine's test set, in the store of the desk.
fn by_engine(desk: &Desk, generators: &str, n: u32) -> Result<Vec<Form>, Trouble> {
    let generators = FiniteGenerators::new(desk.forms(), &desk.read_list(generators)?, generators)?;
    let universe = Generated::new(desk.forms(), generators);
    let ends = universe.test_set(n)?;
    let import = |end: Form| desk.forms().import(universe.end_store(), end);
    Ok(ends.iter().map(|test| import(test.end)).collect::<Result<_, _>>()?)
}

/// The test sets T_1; T_2; T_3; T_4 in one line.
fn line(desk: &Desk, sets: &[Vec<Form>]) -> Result<String, Trouble> {
    let mut written = Vec::new();
    for set in sets {
        let sorted = misere::notation::structural_order(desk.forms(), set);
        let texts = sorted.iter().map(|&end| desk.write(end)).collect::<Result<Vec<_>, _>>()?;
        written.push(texts.join(" "));
    }
    Ok(written.join("; "))
}

const DAYS: std::ops::RangeInclusive<u32> = 1..=4;

/// Compares what the paper lists with what the engine and the definition say.
fn listed(desk: &Desk, generators: &str, claimed: &[Vec<Form>]) -> Result<Finding, Trouble> {
    let read = desk.read_list(generators)?;
    let mut engine = Vec::new();
    let mut definition = Vec::new();
    for n in DAYS {
        engine.push(by_engine(desk, generators, n)?);
        definition.push(by_definition(desk, &read, n)?);
    }
    let (engine, definition) = (line(desk, &engine)?, line(desk, &definition)?);
    let computed =
        if engine == definition { engine } else { format!("{engine}, but by definition {definition}") };
    Ok(Finding::new(line(desk, claimed)?, computed))
}

fn test_sets_of_dicots(desk: &Desk) -> Result<Finding, Trouble> {
    listed(desk, "0", &[(); 4].map(|()| vec![Form::ZERO]))
}

/// The Left ends of E are all dead ends: the minimal ones among the cut ones of day 5.
fn test_sets_of_dead_ending(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut claimed = Vec::new();
    let mut computed = Vec::new();
    let ends = dead_ends(desk, 5)?;
    for n in DAYS {
        claimed.push(vec![Form::ZERO, desk.read(&format!("W{n}"))?]);
        let mut cut = Vec::new();
        // All of day n, and some of day 5, which cut become those of day n.
        for &end in ends.iter().take(52).chain(ends.iter().step_by(97)) {
            let truncated = desk.m.simplest(forms.truncate(end, n)?)?;
            if !cut.contains(&truncated) {
                cut.push(truncated);
            }
        }
        computed.push(minimal(forms, &cut));
    }
    Ok(Finding::new(line(desk, &claimed)?, line(desk, &computed)?))
}

fn test_sets_of_integers(desk: &Desk) -> Result<Finding, Trouble> {
    let mut claimed = Vec::new();
    for n in DAYS {
        let integers = (0..=i64::from(n)).map(|k| desk.forms().integer(-k));
        claimed.push(integers.collect::<Result<_, _>>()?);
    }
    listed(desk, "-1", &claimed)
}

/// The test set of D(1̄0) as the paper lists it, in simplest form.
fn printed_for_domineering(desk: &Desk, n: u32) -> Result<Vec<Form>, Trouble> {
    let forms = desk.forms();
    let (minus_one, end) = (desk.read("-1")?, desk.read("[-1 0]")?);
    let mut set = Vec::new();
    for k in 1..=n / 2 {
        set.push(forms.multiple(u64::from(k), end)?);
    }
    if n % 2 == 1 {
        set.push(forms.sum(forms.multiple(u64::from(n / 2), end)?, minus_one)?);
    }
    Ok(set.into_iter().map(|g| desk.m.simplest(g)).collect::<Result<_, _>>()?)
}

fn test_sets_of_domineering(desk: &Desk) -> Result<Finding, Trouble> {
    let mut claimed = Vec::new();
    for n in DAYS {
        claimed.push(printed_for_domineering(desk, n)?);
    }
    let finding = listed(desk, "[-1 0]", &claimed)?;
    let engine = &desk.domineering;
    let play = Play::new(desk.forms());
    let mut wrong = 0;
    for &g in desk.day_2()? {
        let set = printed_for_domineering(desk, desk.forms().rank(g))?;
        let printed = set.iter().all(|&x| play.wins_first(g, x, Player::Left));
        wrong += usize::from(printed != engine.is_strong(g, Player::Left)?);
    }
    Ok(finding.with_details(format!(
        "with the list as printed, {wrong} forms of rank at most 2 are wrongly called Left strong"
    )))
}

fn lemma_4_10(desk: &Desk) -> Result<Finding, Trouble> {
    truncations(desk, |outcome| outcome >= Outcome::N)
}

fn lemma_4_11(desk: &Desk) -> Result<Finding, Trouble> {
    truncations(desk, |outcome| outcome <= Outcome::P)
}

/// The claim that what is said of o(G + X) is true of o(G + τ_n(X)) too.
fn truncations(desk: &Desk, said: impl Fn(Outcome) -> bool) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let play = Play::new(forms);
    let mut tally = Tally::new();
    let mut games = desk.day_2()?.to_vec();
    games.extend(forms_of_kind(forms, 410, Kind::Arbitrary, 3, 160)?);
    let mut ends = dead_ends(desk, 4)?;
    ends.extend(dead_ends(desk, 5)?.into_iter().step_by(500));
    for n in 0..=4 {
        for &x in &ends {
            let cut = forms.truncate(x, n)?;
            for &g in games.iter().filter(|&&g| forms.rank(g) <= n) {
                if said(play.outcome(g, x)) {
                    tally.case(said(play.outcome(g, cut)), || {
                        format!("{} + {} cut after {n}", desk.show(g), desk.show(x))
                    });
                }
            }
        }
    }
    Ok(tally.finding())
}

/// Strength by test sets is compared with play against all sums of parts. An end that defeats
/// a game must be in the universe.
fn theorem_4_9(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let mut games = desk.day_2()?.to_vec();
    games.extend(forms_of_kind(forms, 49, Kind::Arbitrary, 3, 200)?);
    let test_sets: [(Realm<'_>, Option<&str>); 5] = [
        (Realm::e(desk), None),
        (Realm::d(desk), Some("0")),
        (Realm::integers(desk), Some("-1")),
        (Realm::domineering(desk), Some("[-1 0]")),
        (Realm::terminable(desk), Some("[-2 0]")),
    ];
    for (realm, generators) in test_sets {
        let mut sets = Vec::new();
        for n in 0..=3 {
            sets.push(match generators {
                Some(generators) => by_engine(desk, generators, n)?,
                None => vec![Form::ZERO, forms.waiting_game(u64::from(n))?],
            });
        }
        let mut rule = Rule::new(desk, Strength::Against(realm));
        let play = Play::new(forms);
        for &g in &games {
            for p in Player::BOTH {
                let mut wins = true;
                for &x in &sets[forms.rank(g) as usize] {
                    let x = if p == Player::Left { x } else { forms.conjugate(x)? };
                    wins = wins && play.wins_first(g, x, p);
                }
                let mut holds = rule.is_strong(g, p)? == wins;
                if let Some(end) = defeating_end(realm.engine, g, p)? {
                    let is_end = forms.options(end, p).is_empty() && realm.engine.contains(end)?;
                    holds = holds && !wins && is_end && !play.wins_first(g, end, p);
                } else {
                    holds = holds && wins;
                }
                tally.case(holds, || format!("{} for {p} modulo {}", desk.show(g), realm.name));
            }
        }
    }
    Ok(tally.finding())
}

/// The dead ends {·|n̄,0}, n = 2, 4, 6, …
struct EvenEnds;

impl Generators for EvenEnds {
    fn id(&self) -> UniverseId {
        UniverseId::new("D(n̄0 : n even)")
    }

    /// Ends with n ≤ moves + 1 suffice: cut after `moves` moves, all ends with n ≥ moves − 1
    /// look alike.
    fn up_to(&self, forms: &Forms, moves: u32) -> Result<Vec<Form>, Exhausted> {
        let even = (2..=i64::from(moves) + 1).step_by(2);
        even.map(|n| forms.ordinary(&[], &[forms.integer(-n)?, Form::ZERO])).collect()
    }
}

/// An engine that has test sets alone is compared with the definition of ≥ on a third of the
/// pairs of rank at most 2.
fn corollary_4_12(desk: &Desk) -> Result<Finding, Trouble> {
    let engine = Engine::new(desk.forms().clone(), Arc::new(Generated::new(desk.forms(), EvenEnds)));
    let mut tally = Tally::new();
    let mut ends = Vec::new();
    for n in [2, 4, 6, 8, 10] {
        ends.push(desk.read(&format!("[-{n} 0]"))?);
    }
    let court = Court::with(desk, &engine, Membership::of_sums(desk.forms(), &ends)?)?;
    for &g in desk.day_2()? {
        for &h in desk.day_2()?.iter().step_by(3) {
            let claimed = engine.ge(g, h)?;
            let upheld = court.upholds(g, h, claimed)?;
            tally.case(upheld, || desk.show_pair(g, h));
        }
    }
    for n in 1..=8 {
        let end = desk.read(&format!("[-{n} 0]"))?;
        let modified = desk.forms().left_modified_adjoint(end)?.unwrap_or(Form::ZERO);
        let claimed = engine.ge(modified, Form::ZERO)?;
        let upheld = court.upholds(modified, Form::ZERO, claimed)?;
        tally.case(upheld && claimed == (n % 2 == 1), || format!("n = {n}"));
    }
    Ok(tally.finding())
}

fn strength_by_integers(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let engine = &desk.integers;
    let play = Play::new(forms);
    let mut games = desk.day_2()?.to_vec();
    games.extend(forms_of_kind(forms, 412, Kind::Arbitrary, 4, 300)?);
    for n in 0..=6 {
        games.push(forms.adjoint(forms.integer(-n)?)?);
    }
    desk.for_all(games, |g| {
        let loses = any(0..=i64::from(forms.rank(g)), |n| {
            Ok::<_, Trouble>(!play.wins_first(g, forms.integer(-n)?, Player::Left))
        })?;
        Ok(engine.is_strong(g, Player::Left)? != loses)
    })
}

fn adjoints_of_integers(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let play = Play::new(forms);
    let mut tally = Tally::new();
    for n in 0..=8 {
        let adjoint = forms.adjoint(forms.integer(-n)?)?;
        for k in 0..=8 {
            let outcome = play.outcome(adjoint, forms.integer(-k)?);
            let holds = if k == n { outcome == Outcome::P } else { outcome >= Outcome::N };
            tally.case(holds, || format!("n = {n}, k = {k}: {outcome}"));
        }
    }
    Ok(tally.finding())
}

fn corollary_4_13(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let games = forms_of_kind(forms, 413, Kind::Arbitrary, 3, 40)?;
    let ends = dead_ends(desk, 3)?;
    for list in [&games, &ends] {
        for (g, h) in pairs(list, list) {
            for n in 0..=4 {
                let whole = forms.truncate(forms.sum(g, h)?, n)?;
                let cut = forms.sum(forms.truncate(g, n)?, forms.truncate(h, n)?)?;
                let holds = forms.truncate(cut, n)? == whole;
                tally.case(holds, || format!("{} + {} cut after {n}", desk.show(g), desk.show(h)));
            }
        }
    }
    for generators in ["-1", "[-1 0]", "[-2 0]", "{|[-1 0]}", "[-3 0],[-2 0]", "W3"] {
        let read = desk.read_list(generators)?;
        for n in 0..=3 {
            let (engine, direct) = (by_engine(desk, generators, n)?, by_definition(desk, &read, n)?);
            let same = engine.len() == direct.len() && engine.iter().all(|x| direct.contains(x));
            tally.case(same, || format!("T_{n}({generators})"));
        }
    }
    Ok(tally.finding())
}
