//! Section 5: the examples, before and after the theory of simplest forms.

use misere::core::{Form, Player, Tombstones};

use super::definition::{Rule, Strength};
use super::facts;
use super::realm::{Realm, defeating_end, sums_of_parts};
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::{Kind, any, forms_of_kind, kept};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 5, normal play" => normal_play_is_smallest,
        "the canonical form of normal play has fewer edges than any other form; all forms of rank at most 2"
        .all("the 256 games of rank at most 2")
        .engine("normal play")
        .shown("normal '{0,1|}'");
    "Section 5, {0,*|*}" => first_dicot, "modulo D its option * is reversible through 0 and cannot go"
        .decided()
        .play("outcomes")
        .recursion("maintenance and proviso")
        .engine("the simplest form")
        .shown("simplest '{0,*|*}' -m D");
    "Figure 4" => figure_4, "the canonical form modulo D of {0,{*||0,{*|0}}||*}"
        .decided()
        .recursion("maintenance and proviso")
        .engine("the canonical form")
        .shown("canonical '{0,{*||0,{*|0}}||*}' -m D");
    "Section 5, replacing by *" => replacing_by_star,
        "modulo D an atomic reversible option, and then G ≥ 0 or G ≤ 0, may be replaced by *"
        .sample("550 dicots of rank at most 4")
        .recursion("maintenance and proviso")
        .shown("canonical '{0,*|*}' -m D");
    "Section 5, replacing by {·|M_n}" => replacing_by_murder,
        "modulo E an atomic reversible Left option may be replaced by {·|M_n}, n least with G ≥ M_n"
        .all("the dead-ending games of rank at most 2")
        .sample("250 of rank 3")
        .recursion("maintenance and proviso")
        .shown("canonical '{0,{0,-1|W5}||-2,0}' -m E");
    "Section 5, example in E" => example_in_e, "H = {0,{0,1̄|M_5}||2̄,0}: canonical, and yet not simplest"
        .decided()
        .recursion("maintenance and proviso")
        .engine("canonical and simplest forms")
        .shown("simplest '{0,{0,-1|W5}||-2,0}' -m E")
        .shown("canonical '{0,{0,-1|W5}||-2,0}' -m E");
    "Section 5, example in D(A,B)" => example_of_two_ends,
        "A = 01̄4̄5̄, B = 02̄3̄5̄, G = {0,{·|A},{·|B}||0,5̄}: either reversible option may go, not both"
        .decided()
        .play("with the end that defeats the game without both")
        .engine("order modulo D(A,B)")
        .shown("simplest '{0,{|[0 -1 -4 -5]}||0,-5}' -m 'D([0 -1 -4 -5],[0 -2 -3 -5])'");
};

fn normal_play_is_smallest(desk: &Desk) -> Result<Finding, Trouble> {
    desk.for_all(desk.day_2()?, |g| {
        let simplest = desk.normal.simplest(g)?;
        let is_larger = desk.forms().tree_edges(g)? > desk.forms().tree_edges(simplest)?;
        Ok((g != simplest).then_some(is_larger))
    })
}

fn first_dicot(desk: &Desk) -> Result<Finding, Trouble> {
    let (g, bypassed) = (desk.read("{0,*|*}")?, desk.read("{0|*}")?);
    let mut rule = Rule::new(desk, Strength::Winning);
    let play = Play::new(desk.forms());
    let simplest = desk.d.simplest(g)?;
    Ok(facts(&[
        ("G ≥ 0", rule.ge(g, Form::ZERO)?),
        ("o({0|*}) ≱ 𝓝", !play.wins_first(bypassed, Form::ZERO, Player::Left)),
        ("{0|*} ≱ 0", !rule.ge(bypassed, Form::ZERO)?),
        ("G is strong and {0|*} is not", {
            rule.is_strong(g, Player::Left)? && !rule.is_strong(bypassed, Player::Left)?
        }),
        ("G ≡ {0,■|*}", simplest == desk.read("{0,■|*}")? && rule.equal(g, simplest)?),
        ("{0,■|*} has fewer edges than G", desk.forms().tree_edges(simplest)? < desk.forms().tree_edges(g)?),
    ]))
}

fn figure_4(desk: &Desk) -> Result<Finding, Trouble> {
    let h = desk.read("{0,{*||0,{*|0}}||*}")?;
    let claimed = desk.write(desk.read("{0,*|*}")?)?;
    let canonical = desk.d.canonical(h)?;
    let equal = Rule::new(desk, Strength::Winning).equal(h, canonical)?;
    let computed = desk.write(canonical)?;
    Ok(Finding::new(claimed, if equal { computed } else { format!("{computed}, which is not equal") }))
}

/// The form g with `by` for `of` among the options of `player`.
fn replaced(desk: &Desk, g: Form, player: Player, of: Form, by: Option<Form>) -> Result<Form, Trouble> {
    let forms = desk.forms();
    let mut sides = Player::BOTH.map(|p| forms.options(g, p).to_vec());
    sides[player.index()].retain(|&o| o != of);
    sides[player.index()].extend(by);
    Ok(forms.make(&sides[0], &sides[1], forms.tombstones(g))?)
}

/// The atomic reversible options of g: options with an answer that is an end for `player`
/// and no better for `player` than g.
fn atomic(desk: &Desk, rule: &mut Rule<'_>, g: Form, player: Player) -> Result<Vec<Form>, Trouble> {
    let forms = desk.forms();
    kept(forms.options(g, player), |option| {
        any(forms.options(option, player.opponent()), |&back| {
            Ok(forms.is_end(back, player) && rule.at_least(g, back, player)?)
        })
    })
}

fn replacing_by_star(desk: &Desk) -> Result<Finding, Trouble> {
    let star = desk.read("*")?;
    let mut rule = Rule::new(desk, Strength::Winning);
    let mut tally = Tally::new();
    for g in forms_of_kind(desk.forms(), 51, Kind::Dicot, 4, 550)? {
        for p in Player::BOTH {
            for option in atomic(desk, &mut rule, g, p)? {
                let other = replaced(desk, g, p, option, Some(star))?;
                let holds = rule.at_least(g, Form::ZERO, p)? && rule.equal(g, other)?;
                tally.case(holds, || format!("{} in {}", desk.show(option), desk.show(g)));
            }
        }
    }
    Ok(tally.finding())
}

fn replacing_by_murder(desk: &Desk) -> Result<Finding, Trouble> {
    let mut rule = Rule::new(desk, Strength::Against(Realm::e(desk)));
    let mut tally = Tally::new();
    let mut games =
        desk.day_2()?.iter().copied().filter(|&g| desk.forms().is_dead_ending(g)).collect::<Vec<_>>();
    games.extend(forms_of_kind(desk.forms(), 52, Kind::DeadEnding, 3, 250)?);
    for g in games {
        for option in atomic(desk, &mut rule, g, Player::Left)? {
            let mut least = None;
            for n in (0..=4).rev() {
                let murder = desk.forms().waiting_game(n)?;
                if rule.ge(g, murder)? {
                    least = Some(murder);
                }
            }
            let equal = match least {
                Some(murder) => {
                    let by = desk.forms().ordinary(&[], &[murder])?;
                    let other = replaced(desk, g, Player::Left, option, Some(by))?;
                    rule.equal(g, other)?
                }
                None => false,
            };
            tally.case(equal, || format!("{} in {}", desk.show(option), desk.show(g)));
        }
    }
    Ok(tally.finding())
}

fn example_in_e(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let h = desk.read("{0,{0,-1|W5}||-2,0}")?;
    let canonical = desk.read("{0,{·|W3}|-2,0}")?;
    let smaller = desk.read("{0,{·|[-2 0]}||-2,0}")?;
    let without = desk.read("{0|-2,0}")?;
    let with_one = desk.read("{0,-1|-2,0}")?;
    let mut rule = Rule::new(desk, Strength::Against(Realm::e(desk)));
    let mut above = Vec::new();
    for n in 0..=5 {
        above.push(rule.ge(h, forms.waiting_game(n)?)?);
    }
    let edges = |g| forms.tree_edges(g);
    let murder = forms.waiting_game(5)?;
    Ok(facts(&[
        ("H ≥ M_5", above[5]),
        ("the least n with H ≥ M_n is 3", above.iter().position(|&is_above| is_above) == Some(3)),
        ("H has the canonical form H' = {0,{·|M_3}|2̄,0}", desk.e.canonical(h)? == canonical),
        ("H ≡ H'' = {0,{·|2̄0}|2̄,0}", rule.equal(h, smaller)? && rule.equal(h, canonical)?),
        ("H'' has the canonical form H'", desk.e.canonical(smaller)? == canonical),
        ("H'' has one edge fewer than H'", edges(smaller)? + 1u32 == edges(canonical)?),
        ("M_3 has 5 edges", edges(forms.waiting_game(3)?)? == 5u32.into()),
        ("{0|2̄,0} and M_5 have the maintenance property", rule.maintains(without, murder)?),
        ("but {0|2̄,0} is not strong", !rule.is_strong(without, Player::Left)?),
        ("{0,1̄|2̄,0} is strong", rule.is_strong(with_one, Player::Left)?),
        ("H has the simplest form {0,■|2̄,0}", desk.e.simplest(h)? == desk.read("{0,■|-2,0}")?),
    ]))
}

const A_AND_B: &str = "[0 -1 -4 -5],[0 -2 -3 -5]";

fn example_of_two_ends(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let g = desk.read("{0,{·|[0 -1 -4 -5]},{·|[0 -2 -3 -5]}||0,-5}")?;
    let [a, b] = [desk.read("[0 -1 -4 -5]")?, desk.read("[0 -2 -3 -5]")?];
    let to = |end: Form| forms.ordinary(&[], &[end]);
    let engine = desk.modulo(&format!("D({A_AND_B})"))?;
    let without_a = replaced(desk, g, Player::Left, to(a)?, None)?;
    let without_b = replaced(desk, g, Player::Left, to(b)?, None)?;
    let without_both = replaced(desk, without_a, Player::Left, to(b)?, None)?;
    let equal = |h: Form| -> Result<bool, Trouble> { Ok(engine.ge(g, h)? && engine.ge(h, g)?) };
    // Some end of the universe shows that the game without both is not strong.
    let defeats = match defeating_end(&engine, without_both, Player::Left)? {
        Some(x) => engine.contains(x)? && !Play::new(forms).wins_first(without_both, x, Player::Left),
        None => false,
    };
    let mut terminable = Vec::new();
    for sum in sums_of_parts(forms, &[a, b], 3)? {
        let simplest = desk.m.simplest(sum)?;
        if forms.options(simplest, Player::Right).contains(&Form::ZERO) && !terminable.contains(&simplest) {
            terminable.push(simplest);
        }
    }
    let expected = [a, b, forms.integer(-1)?];
    let only = terminable.len() == 3 && expected.iter().all(|end| terminable.contains(end));
    Ok(facts(&[
        ("G is in D(A,B)", engine.contains(g)?),
        ("G is Left strong modulo E", desk.e.is_strong(g, Player::Left)?),
        ("G ≥ A and G ≥ B", engine.ge(g, a)? && engine.ge(g, b)?),
        ("G without {·|A} is equal to G", equal(without_a)?),
        ("so is G without {·|B}", equal(without_b)?),
        ("without both it is not strong", defeats),
        ("and not equal", !equal(without_both)?),
        ("A and B have the same birthday and trees of one size", {
            forms.rank(a) == forms.rank(b) && forms.tree_edges(a)? == forms.tree_edges(b)?
        }),
        ("the terminable ends are A, B and 1̄", only),
        ("the simplest form is {0,■|0,5̄}", engine.simplest(g)? == desk.read("{0,■|0,-5}")?),
    ]))
}

pub(super) fn simplest_of_two_ends(desk: &Desk) -> Result<Finding, Trouble> {
    let engine = desk.modulo(&format!("D({A_AND_B})"))?;
    let g = desk.read("{0,{0,-1|[0 -1 -4 -5]},{0,-1|[0 -2 -3 -5]}||0,-5}")?;
    let simplest = engine.simplest(g)?;
    let forms = desk.forms();
    let [left, right] = Player::BOTH.map(|p| forms.options(simplest, p));
    let erased = forms.make(left, right, Tombstones::NONE)?;
    let strong = if engine.is_strong(erased, Player::Left)? { "strong" } else { "not strong" };
    let claim = format!("{}, not strong when ■ is erased", desk.write(desk.read("{0,■|0,-5}")?)?);
    Ok(Finding::new(claim, format!("{}, {strong} when ■ is erased", desk.write(simplest)?)))
}

pub(super) fn new_end(desk: &Desk) -> Result<Finding, Trouble> {
    let g = desk.read("{-1|*}")?;
    let (with_stone, without) = (desk.read("{■|*}")?, desk.read("{·|*}")?);
    let mut rule = Rule::new(desk, Strength::Against(Realm::e(desk)));
    let simplest = desk.e.simplest(g)?;
    Ok(facts(&[
        ("G ≥ 0", rule.ge(g, Form::ZERO)?),
        ("1̄ is atomic reversible", atomic(desk, &mut rule, g, Player::Left)? == [desk.read("-1")?]),
        ("G ≡ {■|*}", rule.equal(g, with_stone)?),
        ("■ is erasable", rule.is_strong(without, Player::Left)?),
        ("the simplest form is {·|*}", simplest == without && rule.equal(g, without)?),
        ("which is not a dead end", !desk.forms().is_dead_end(simplest, Player::Left)),
    ]))
}
