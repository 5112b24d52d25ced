//! Section 7: universes with ends that are not dead, and how large simplest forms are.

use std::collections::HashSet;

use fastrand::Rng;
use misere::core::{Form, Forms, Outcome, Player, Relation};
use misere::notation::structural_order;
use misere::rulesets::Method;

use super::definition::{Court, Rule, Strength};
use super::facts;
use super::realm::{Realm, sums_of_parts};
use crate::desk::{Board, Desk};
use crate::item::{Finding, Item, Tally, Trouble, grouped, items};
use crate::membership::{is_blocked, left_parts, sums_of_rank};
use crate::play::Play;
use crate::sample::{Kind, choose, forms_of_kind, pairs};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Definition 7.1" => definition_7_1, "blocking games: ends after which each move can be met"
        .all("the 256 games of rank at most 2")
        .sample("300 games of rank 4")
        .recursion("the definition")
        .shown("blocking '{|1}'");
    "Proposition 7.2" => proposition_7_2,
        "{·|*} is 0 modulo D({·|*}), whose Right ends are k·{*|·}"
        .sample("1,000 games of D({·|*}) made by options, sums, conjugates and {A|B}")
        .play("{·|*} and 0 with each of them, and with its Right ends up to rank 16")
        .certificate("equality modulo D({·|*})")
        .shown("compare '{|*}' 0 -m 'D({|*})'");
    "Proposition 7.3" => proposition_7_3,
        "{·|1} is 0 modulo D({·|1}), whose Right ends are k·{1̄|·} + n"
        .sample("1,000 games of D({·|1}) made by options, sums, conjugates and {A|B}")
        .play("{·|1} and 0 with each of them, and with its Right ends up to rank 10")
        .certificate("equality modulo D({·|1})")
        .shown("compare '{|1}' 0 -m 'D({|1})'");
    "Proposition 7.4" => proposition_7_4, "{·|*} is not 0 modulo D({·|*},{·|1}), which has 1"
        .decided()
        .play("1 and G + 1")
        .certificate("G and 0 modulo D(G,H)")
        .shown("compare '{|*}' 0 -m 'D({|*},{|1})' --why");
    "Section 7, no new structure" => no_new_structure, "D({·|*}) is like D, and D({·|1}) like D(1̄)"
        .all("the 65,536 pairs of rank at most 2, the games of rank at most 2 of either universe")
        .sample("3,600 pairs of rank 3")
        .play("each game and its equal, with games of the universe")
        .engine("both orders")
        .shown("universe 'D({|*})' D")
        .shown("universe 'D({|1})' 'D(-1)'");
    "Section 7, D(G,H) and D(1̄)" => both_ends_together,
        "whether D({·|*},{·|1}) is like D(1̄): the same order, and each game equal to one of the other"
        .erratum("{·|*} is not 0 there, as Proposition 7.4 says, but it equals {1̄|*}, a game of D(1̄): {·|*} and \
             {·|1} are at least 0 modulo M, so that they change neither strength nor order")
        .decided()
        .all("the 65,536 pairs of rank at most 2, the games of rank at most 2 of D(G,H)")
        .sample("3,600 pairs of rank 3")
        .play("each game and its equal, with games of D(G,H)")
        .certificate("{·|*} and {1̄|*} modulo D(G,H)")
        .engine("both orders")
        .shown("universe 'D({|*},{|1})' 'D(-1)'")
        .shown("compare '{|*}' '{-1|*}' -m 'D({|*},{|1})'");
    "Section 7, blocked ends" => blocked_ends,
        "G = {·|*} has the outcomes of 0 beside followers of G and Ḡ, and not beside those of H = {·|1} too"
        .decided()
        .play("with sums of followers")
        .shown("outcome '{|*}+1'")
        .shown("outcome 1");
    "Figure 5, Domineering" => figure_5_domineering,
        "edges of the simplest form of 2×10 modulo M, E, D(1̄0), D(1̄) and in normal play"
        .decided()
        .engine("simplest forms")
        .shown("value domineering 2x6 --edges -m M -m E -m 'D([-1 0])' -m N");
    "Figure 5, Domineering modulo D" => figure_5_outside,
        "edges of the simplest form of 2×10 modulo D"
        .unexplained("we could not reproduce 3,757; we obtain 341,870 for the board as it stands, which is \
             outside of D")
        .decided()
        .engine("the simplest form of the whole board")
        .shown("value domineering 2x10 --edges -m D");
    "Section 7, E and D(1̄0)" => little_is_saved,
        "of the edges of 2×10 Domineering modulo E less than 1% is saved modulo D(1̄0)"
        .decided()
        .engine("simplest forms")
        .shown("value domineering 2x6 --edges -m E -m 'D([-1 0])'");
    "Section 7, outside of D" => outside_of_d,
        "D-simplest forms of Domineering positions do not respect addition"
        .decided()
        .play("a dicot separates the two sums")
        .shown("compare '1+-1' 0 -m D");
    "Figure 5, Clobber" => figure_5_clobber,
        "edges of the simplest form of xoxo/oxox/xox. modulo M, E, D(1̄0), D(1̄), D and in normal play"
        .decided()
        .engine("simplest forms")
        .shown("value clobber xox/oxo --edges -m M -m E -m D -m N");
};

fn definition_7_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let mut games = desk.day_2()?.to_vec();
    games.extend(forms_of_kind(forms, 71, Kind::Arbitrary, 4, 300)?);
    for g in games {
        let blocking = forms
            .followers(g)
            .into_iter()
            .all(|f| Player::BOTH.into_iter().all(|p| !forms.is_end(f, p) || is_blocked(forms, f, p)));
        tally.case(forms.is_blocking(g) == blocking, || desk.show(g));
        // Dead-ending games are blocking games.
        tally.case(blocking || !forms.is_dead_ending(g), || desk.show(g));
    }
    Ok(tally.finding())
}

/// A universe that ends other than dead ones generate, and games of it that the operations of
/// Definition 1.5 make from its generators.
struct Closure<'a> {
    court: Court<'a>,
    generators: Vec<Form>,
    games: Vec<Form>,
}

impl<'a> Closure<'a> {
    const RANK: u32 = 6;
    const COUNT: usize = 1000;

    /// Options, sums, conjugates and {A|B} are made of the generators and of what was made
    /// before, in a random order that is the same in every run.
    fn new(desk: &'a Desk, realm: Realm<'a>, generators: &str) -> Result<Closure<'a>, Trouble> {
        let forms = desk.forms();
        let court = Court::new(desk, realm)?;
        let generators = desk.read_list(generators)?;
        let mut random = Rng::with_seed(72);
        let mut games = generators.clone();
        let mut seen: HashSet<Form> = games.iter().copied().collect();
        // The games that can be summands or options of further ones.
        let mut small = games.clone();
        while games.len() < Closure::COUNT {
            let some: Vec<Form> = (0..4).map(|_| choose(&mut random, &small)).collect();
            let made = match random.usize(..4) {
                0 if forms.rank(some[0]) + forms.rank(some[1]) <= Closure::RANK => {
                    forms.sum(some[0], some[1])?
                }
                0 => continue,
                1 => forms.conjugate(choose(&mut random, &games))?,
                2 => choose(&mut random, &structural_order(forms, &forms.followers(some[0]))),
                _ => {
                    let sides = [random.usize(1..=2), random.usize(3..=4)];
                    forms.ordinary(&some[..sides[0]], &some[2..sides[1]])?
                }
            };
            if seen.insert(made) {
                games.push(made);
                if forms.rank(made) <= Closure::RANK / 2 {
                    small.push(made);
                }
            }
        }
        Ok(Closure { court, generators, games })
    }

    /// The cases of the statement that a game equals 0 modulo the universe: what was made is
    /// in the universe, no game that was made separates the two, and the engine says so.
    fn tally_zero(&self, desk: &Desk, tally: &mut Tally, g: Form) -> Result<(), Trouble> {
        let play = &self.court.play;
        for &x in &self.games {
            tally.case(self.court.membership.contains(x)?, || format!("{} is made", desk.show(x)));
            let same = play.outcome(g, x) == play.outcome(Form::ZERO, x);
            tally.case(same, || format!("{} separates them", desk.show(x)));
        }
        tally.case(self.court.upholds_equality(g, Form::ZERO), || {
            "a game of rank 3 separates them".to_owned()
        });
        let relation = self.court.engine.relation(g, Form::ZERO)?;
        tally.case(relation == Relation::Equal, || format!("the engine says {relation}"));
        Ok(())
    }

    /// The Right ends of the universe of rank at most `rank`, by sums of parts.
    fn right_ends(&self, forms: &Forms, rank: u32) -> Result<Vec<Form>, Trouble> {
        let parts = left_parts(forms, &self.generators)?;
        let sums = structural_order(forms, &Vec::from_iter(sums_of_rank(forms, &parts, rank)?));
        Ok(sums.into_iter().map(|x| forms.conjugate(x)).collect::<Result<_, _>>()?)
    }
}

/// Whether Right, moving first on g + x, wins, and wins by moving to `to` + x.
fn wins_by(play: &Play<'_>, g: Form, to: Form, x: Form) -> bool {
    play.wins_first(g, x, Player::Right) && !play.wins_first(to, x, Player::Left)
}

fn proposition_7_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (g, star) = (desk.read("{·|*}")?, desk.read("*")?);
    let conjugate = forms.conjugate(g)?;
    let engine = desk.modulo("D({|*})")?;
    let closure = Closure::new(desk, Realm::generated("D({·|*})", &engine, "{|*}"), "{|*}")?;
    let mut tally = Tally::new();
    closure.tally_zero(desk, &mut tally, g)?;
    for x in closure.right_ends(forms, 16)? {
        let k = u64::from(forms.rank(x) / 2);
        tally.case(x == forms.multiple(k, conjugate)?, || desk.show(x));
        tally.case(wins_by(&closure.court.play, g, star, x), || format!("k = {k}"));
    }
    let proved = desk.proved_relation("{|*}", "0", "D({|*})")?;
    tally.case(proved == Relation::Equal, || format!("the certificate says {proved}"));
    let mut rule = Rule::new(desk, Strength::End);
    tally.case(rule.ge(g, Form::ZERO)?, || "G ≥ 0 modulo M".to_owned());
    tally.case(rule.maintains(Form::ZERO, g)?, || "0 and G have the maintenance property".to_owned());
    Ok(tally.finding())
}

fn proposition_7_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (h, one) = (desk.read("{·|1}")?, desk.read("1")?);
    let conjugate = forms.conjugate(h)?;
    let engine = desk.modulo("D({|1})")?;
    let closure = Closure::new(desk, Realm::generated("D({·|1})", &engine, "{|1}"), "{|1}")?;
    let mut tally = Tally::new();
    closure.tally_zero(desk, &mut tally, h)?;
    let mut expected = Vec::new();
    for k in 0..=5 {
        for n in 0..=10 {
            expected.push(forms.sum(forms.multiple(k, conjugate)?, forms.integer(n)?)?);
        }
    }
    for x in closure.right_ends(forms, 10)? {
        tally.case(expected.contains(&x), || format!("{} is k·H̄ + n", desk.show(x)));
        tally.case(wins_by(&closure.court.play, h, one, x), || desk.show(x));
    }
    let proved = desk.proved_relation("{|1}", "0", "D({|1})")?;
    tally.case(proved == Relation::Equal, || format!("the certificate says {proved}"));
    let mut rule = Rule::new(desk, Strength::End);
    tally.case(rule.ge(h, Form::ZERO)?, || "H ≥ 0 modulo M".to_owned());
    tally.case(rule.maintains(Form::ZERO, h)?, || "0 and H have the maintenance property".to_owned());
    Ok(tally.finding())
}

fn proposition_7_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (g, h, one) = (desk.read("{·|*}")?, desk.read("{·|1}")?, desk.read("1")?);
    let play = Play::new(forms);
    let engine = desk.modulo("D({|*},{|1})")?;
    let realm = Realm::generated("D({·|*},{·|1})", &engine, "{|*},{|1}");
    let membership = realm.membership(desk)?;
    Ok(facts(&[
        ("o(1) = 𝓡", play.outcome(one, Form::ZERO) == Outcome::R),
        ("o(G + 1) = 𝓟", play.outcome(g, one) == Outcome::P),
        ("1 follows from H", forms.followers(h).contains(&one) && membership.contains(one)?),
        ("G ≢ 0 modulo D(G,H)", desk.proved_relation("{|*}", "0", "D({|*},{|1})")? != Relation::Equal),
        ("G and H are blocking and not dead-ending", {
            [g, h].into_iter().all(|f| forms.is_blocking(f) && !forms.is_dead_ending(f))
        }),
    ]))
}

/// Two universes are compared on the 65,536 pairs of rank at most 2 and on random pairs of rank
/// 3; and each game of rank at most 2 of the first must equal a game of the second, which is
/// played out with games of the first.
fn isomorphic(desk: &Desk, realm: Realm<'_>, other: Realm<'_>) -> Result<Tally, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let mut same_order = |g: Form, h: Form| -> Result<(), Trouble> {
        let same = realm.engine.ge(g, h)? == other.engine.ge(g, h)?;
        tally.case(same, || format!("{} compare otherwise", desk.show_pair(g, h)));
        Ok(())
    };
    for (g, h) in pairs(desk.day_2()?, desk.day_2()?) {
        same_order(g, h)?;
    }
    let larger = forms_of_kind(forms, 73, Kind::Arbitrary, 3, 60)?;
    for (g, h) in pairs(&larger, &larger) {
        same_order(g, h)?;
    }
    let court = Court::new(desk, realm)?;
    let smaller = other.membership(desk)?;
    for &g in &court.members {
        let holds = match other.engine.expansion(g)? {
            Some(u) => smaller.contains(u)? && court.upholds_equality(g, u),
            None => false,
        };
        tally.case(holds, || format!("{} equals no game of {}", desk.show(g), other.name));
    }
    Ok(tally)
}

fn no_new_structure(desk: &Desk) -> Result<Finding, Trouble> {
    let (one, two) = (desk.modulo("D({|*})")?, desk.modulo("D({|1})")?);
    let first = isomorphic(desk, Realm::generated("D({·|*})", &one, "{|*}"), Realm::d(desk))?;
    let second = isomorphic(desk, Realm::generated("D({·|1})", &two, "{|1}"), Realm::integers(desk))?;
    let cases = first.cases() + second.cases();
    let said = if first.holds() && second.holds() { "holds in all" } else { "fails in some of" };
    Ok(Finding::of(first.holds() && second.holds(), format!("{said} {} cases", grouped(cases))))
}

/// The text says that the universe of both ends is not like D(1̄).
fn both_ends_together(desk: &Desk) -> Result<Finding, Trouble> {
    let engine = desk.modulo("D({|*},{|1})")?;
    let realm = Realm::generated("D({·|*},{·|1})", &engine, "{|*},{|1}");
    let found = isomorphic(desk, realm, Realm::integers(desk))?;
    let (g, equal) = (desk.read("{·|*}")?, desk.read("{-1|*}")?);
    let is_equal = engine.relation(g, equal)? == Relation::Equal
        && desk.proved_relation("{|*}", "{-1|*}", "D({|*},{|1})")? == Relation::Equal;
    let like = found.holds() && is_equal;
    let cases = found.cases();
    Ok(Finding::new("D(G,H) ≇ D(1̄)", if like { "D(G,H) ≅ D(1̄)" } else { "D(G,H) ≇ D(1̄)" }).with_details(
        format!(
            "the same order, and each game of D(G,H) equal to one of D(1̄), in {} cases; {{·|*}} is {{1̄|*}}",
            grouped(cases)
        ),
    ))
}

fn blocked_ends(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let g = desk.read("{·|*}")?;
    let play = Play::new(forms);
    let mut agrees = |x: Form| play.outcome(g, x) == play.outcome(Form::ZERO, x);
    let small = sums_of_parts(forms, &[g, forms.conjugate(g)?], 4)?;
    let same = small.into_iter().all(&mut agrees);
    let h = desk.read("{·|1}")?;
    let both = sums_of_parts(forms, &[g, h, forms.conjugate(g)?, forms.conjugate(h)?], 2)?;
    let differs = both.into_iter().any(|x| !agrees(x));
    Ok(facts(&[
        ("G and 0 have the same outcomes with all sums of up to four followers of G and Ḡ", same),
        ("not so with those of H and H̄ too", differs),
    ]))
}

fn edges(desk: &Desk, board: &Board, universe: &str, method: Method) -> Result<String, Trouble> {
    let simplest = board.simplest(&*desk.modulo(universe)?, method)?;
    Ok(grouped(desk.forms().tree_edges(simplest)?))
}

/// Modulo D(1̄) values of components may not be added: 1×4 is 1̄0, which is not in D(1̄).
fn figure_5_domineering(desk: &Desk) -> Result<Finding, Trouble> {
    let board = Board::new(desk, "domineering", "2x10")?;
    let computed = ["M", "E", "D([-1 0])", "D(-1)", "N"].map(|universe| {
        let method = if universe == "D(-1)" { Method::WholeBoard } else { Method::AddComponents };
        edges(desk, &board, universe, method)
    });
    let computed = computed.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(Finding::new("21,946,743; 4,590,982; 4,569,496; 4,409,745; 33", computed.join("; ")))
}

fn little_is_saved(desk: &Desk) -> Result<Finding, Trouble> {
    let board = Board::new(desk, "domineering", "2x10")?;
    let larger = desk.forms().tree_edges(board.simplest(&desk.e, Method::AddComponents)?)?;
    let engine = &desk.domineering;
    let smaller = desk.forms().tree_edges(board.simplest(engine, Method::AddComponents)?)?;
    let is_less = smaller <= larger && (&larger - &smaller) * 100u32 < larger;
    let saved = &larger - smaller.min(larger.clone());
    Ok(Finding::of(is_less, format!("{} of {} edges", grouped(saved), grouped(larger))))
}

fn figure_5_outside(desk: &Desk) -> Result<Finding, Trouble> {
    let board = Board::new(desk, "domineering", "2x10")?;
    let whole = edges(desk, &board, "D", Method::WholeBoard)?;
    let added = edges(desk, &board, "D", Method::AddComponents)?;
    let details = format!(
        "{added} when components are simplified modulo D before they are added, which does not respect the value"
    );
    Ok(Finding::new("3,757", whole).with_details(details))
}

/// The example is two components of positions such that a dicot separates their sum from the sum
/// of their D-simplest forms.
fn outside_of_d(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let board = Board::new(desk, "domineering", "2x4")?;
    let court = Court::new(desk, Realm::d(desk))?;
    let mut parts = Vec::new();
    for &component in board.graph.bottom_up() {
        parts.push(board.graph.component_form(forms, component)?);
    }
    let parts = structural_order(forms, &parts);
    for (at, &g) in parts.iter().enumerate() {
        for &h in &parts[at..] {
            let literal = forms.sum(g, h)?;
            let simplified = forms.sum(desk.d.simplest(g)?, desk.d.simplest(h)?)?;
            for (one, other) in [(literal, simplified), (simplified, literal)] {
                if !desk.d.ge(one, other)? && court.upholds(one, other, false)? {
                    let details = format!("{} and {}", desk.write(g)?, desk.write(h)?);
                    return Ok(Finding::new("not always", "not always").with_details(details));
                }
            }
        }
    }
    Ok(Finding::new("not always", "always, for the parts of 2×4"))
}

fn figure_5_clobber(desk: &Desk) -> Result<Finding, Trouble> {
    let board = Board::new(desk, "clobber", "xoxo/oxox/xox.")?;
    let universes = ["M", "E", "D([-1 0])", "D(-1)", "D", "N"];
    let computed = universes.map(|universe| edges(desk, &board, universe, Method::AddComponents));
    let computed = computed.into_iter().collect::<Result<Vec<_>, _>>()?;
    let claim = "2,441,649; 2,411,294; 2,411,294; 2,411,241; 981,460; 1,418";
    Ok(Finding::new(claim, computed.join("; ")))
}
