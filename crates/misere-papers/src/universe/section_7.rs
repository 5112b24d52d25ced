//! Section 7: universes with ends that are not dead, and how large simplest forms are.

use misere::core::{Form, Forms, Outcome, Player};
use misere::rulesets::Method;

use super::definition::{Court, Rule, Strength};
use super::facts;
use super::realm::sums_of_parts;
use crate::desk::{Board, Desk};
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::{Kind, forms_of_kind};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Definition 7.1" => definition_7_1, "blocking games: ends after which each move can be met";
    "Proposition 7.2" => proposition_7_2,
        "{·|*} is Right strong modulo D({·|*}): Right wins {·|*} + k·{*|·} by moving to *";
    "Proposition 7.3" => proposition_7_3,
        "{·|1} is Right strong modulo D({·|1}): Right wins {·|1} + k·{1̄|·} + n by moving to 1";
    "Proposition 7.4" => proposition_7_4, "{·|*} is not 0 modulo D({·|*},{·|1}), which has 1";
    "Section 7, blocked ends" => blocked_ends,
        "G = {·|*} has the outcomes of 0 beside followers of G and Ḡ, and not beside those of H = {·|1} too";
    "Figure 5, Domineering" => figure_5_domineering,
        "edges of the simplest form of 2×10 modulo M, E, D(1̄0), D(1̄) and in normal play";
    "Figure 5, Domineering modulo D" => figure_5_outside,
        "edges of the simplest form of 2×10 modulo D"
        .erratum("3,757 comes from nothing known to us; the simplest form of the game itself has 341,870 edges");
    "Section 7, E and D(1̄0)" => little_is_saved,
        "of the edges of 2×10 Domineering modulo E less than 1% is saved modulo D(1̄0)";
    "Section 7, outside of D" => outside_of_d,
        "D-simplest forms of Domineering positions do not respect addition";
    "Figure 5, Clobber" => figure_5_clobber,
        "edges of the simplest form of xoxo/oxox/xox. modulo M, E, D(1̄0), D(1̄), D and in normal play";
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

fn is_blocked(forms: &Forms, g: Form, player: Player) -> bool {
    let other = player.opponent();
    forms.is_end(g, player)
        && forms.options(g, other).iter().all(|&move_| {
            is_blocked(forms, move_, player)
                || forms.options(move_, player).iter().any(|&back| is_blocked(forms, back, player))
        })
}

/// Whether Right, moving first on g + x, wins, and wins by moving to `to` + x.
fn wins_by(play: &Play<'_>, g: Form, to: Form, x: Form) -> bool {
    play.wins_first(g, x, Player::Right) && !play.wins_first(to, x, Player::Left)
}

fn proposition_7_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (g, star) = (desk.read("{·|*}")?, desk.read("*")?);
    let conjugate = forms.conjugate(g)?;
    let play = Play::new(forms);
    let mut tally = Tally::new();
    // The Right ends among the sums of followers are these.
    for sum in sums_of_parts(forms, &[g, conjugate], 4)? {
        if forms.is_end(sum, Player::Right) {
            let k = u64::from(forms.rank(sum) / 2);
            tally.case(sum == forms.multiple(k, conjugate)?, || desk.show(sum));
        }
    }
    for k in 0..=8 {
        let x = forms.multiple(k, conjugate)?;
        tally.case(wins_by(&play, g, star, x), || format!("k = {k}"));
    }
    let mut rule = Rule::new(desk, Strength::End);
    tally.case(rule.ge(g, Form::ZERO)?, || "G ≥ 0 modulo M".to_owned());
    tally.case(rule.maintains(Form::ZERO, g)?, || "0 and G have the maintenance property".to_owned());
    Ok(tally.finding())
}

fn proposition_7_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (h, one) = (desk.read("{·|1}")?, desk.read("1")?);
    let conjugate = forms.conjugate(h)?;
    let play = Play::new(forms);
    let mut tally = Tally::new();
    let mut ends = Vec::new();
    for k in 0..=5 {
        for n in 0..=5 {
            let x = forms.sum(forms.multiple(k, conjugate)?, forms.integer(n)?)?;
            ends.push(x);
            tally.case(wins_by(&play, h, one, x), || format!("k = {k}, n = {n}"));
        }
    }
    for sum in sums_of_parts(forms, &[h, conjugate], 4)? {
        if forms.is_end(sum, Player::Right) {
            tally.case(ends.contains(&sum), || desk.show(sum));
        }
    }
    let mut rule = Rule::new(desk, Strength::End);
    tally.case(rule.ge(h, Form::ZERO)?, || "H ≥ 0 modulo M".to_owned());
    tally.case(rule.maintains(Form::ZERO, h)?, || "0 and H have the maintenance property".to_owned());
    Ok(tally.finding())
}

fn proposition_7_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (g, h, one) = (desk.read("{·|*}")?, desk.read("{·|1}")?, desk.read("1")?);
    let play = Play::new(forms);
    Ok(facts(&[
        ("o(1) = 𝓡", play.outcome(one, Form::ZERO) == Outcome::R),
        ("o(G + 1) = 𝓟", play.outcome(g, one) == Outcome::P),
        ("1 follows from H", forms.followers(h).contains(&one)),
        ("G and H are blocking and not dead-ending", {
            [g, h].into_iter().all(|f| forms.is_blocking(f) && !forms.is_dead_ending(f))
        }),
    ]))
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

/// Numbers as the paper writes them.
fn grouped(number: &str) -> String {
    let mut out = String::new();
    for (at, digit) in number.chars().enumerate() {
        if at > 0 && (number.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn edges(desk: &Desk, board: &Board, universe: &str, method: Method) -> Result<String, Trouble> {
    let simplest = board.simplest(&*desk.modulo(universe)?, method)?;
    Ok(grouped(&desk.forms().tree_edges(simplest)?.to_string()))
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
    Ok(Finding::new("less than 1%", if is_less { "less than 1%" } else { "not less than 1%" }))
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

/// The example is two components of positions such that a dicot tells their sum from the sum
/// of their D-simplest forms.
fn outside_of_d(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let board = Board::new(desk, "domineering", "2x4")?;
    let mut court = Court::new(desk, &desk.d)?;
    let mut parts = Vec::new();
    for &component in board.graph.bottom_up() {
        parts.push(board.graph.component_form(forms, component)?);
    }
    let parts = misere::notation::structural_order(forms, &parts);
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
