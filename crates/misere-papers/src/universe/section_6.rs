//! Section 6: Domineering.

use fastrand::Rng;
use misere::core::{Form, Player};
use misere::rulesets::Method;

use crate::desk::{Board, Desk};
use crate::item::{Finding, Item, Tally, Trouble, items};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 6, Left ends" => left_ends,
        "the Left ends of Domineering are sums of strips 1×n; components of boards up to 4×5"
        .all("components of boards up to 4×5")
        .shown("universe --of domineering --boards 2x4");
    "Theorem 6.1" => theorem_6_1, "the value of 1×n, n = 0, …, 30"
        .all("n = 0, …, 30")
        .engine("equality modulo M")
        .shown("value domineering 1x25")
        .shown("value domineering 1x0");
    "Section 6, the universe of Domineering" => universe_of_domineering,
        "Domineering lies in D(1̄0), and has 1̄0: components of boards up to 4×5"
        .all("components of boards up to 4×5 with at most 7 cells")
        .sample("a quarter of those with 8 to 10 cells")
        .shown("universe --of domineering --boards 3x3");
    "Section 6, 2×1" => |desk| two_by(desk, 1, "1"), "the simplest form modulo D(1̄0)"
        .decided()
        .engine("the simplest form")
        .shown("value domineering 2x1");
    "Section 6, 2×2" => |desk| two_by(desk, 2, "±1"), "the simplest form modulo D(1̄0)"
        .decided()
        .engine("the simplest form, by components and of the whole tree")
        .shown("value domineering 2x2");
    "Section 6, 2×3" => |desk| two_by(desk, 3, "{2,±1||-1|0,■}"), "the simplest form modulo D(1̄0)"
        .decided()
        .engine("the simplest form, by components and of the whole tree")
        .shown("value domineering 2x3");
    "Section 6, 2×4" => |desk| two_by(desk, 4, "{2,±1|0|||-1|0,■||·}"),
        "the simplest form modulo D(1̄0), which is not dead-ending"
        .decided()
        .engine("the simplest form, by components and of the whole tree")
        .shown("value domineering 2x4");
    "Section 6, 2×5" => two_by_five, "the simplest form modulo D(1̄0)"
        .decided()
        .engine("the simplest form, by components and of the whole tree")
        .shown("value domineering 2x5");
};

fn two_by_five(desk: &Desk) -> Result<Finding, Trouble> {
    let left = "{3,{2,±1|0}||0|1},±{2,±1|0}";
    let right = "{{0|1},{0|*,[-1 0],±1}|±(*,1),{*|*},{[-1 0]|0,-1,■}}";
    two_by(desk, 5, &format!("{{{left}|{right}}}"))
}

const BOARDS: [&str; 5] = ["1x12", "2x8", "3x5", "4x4", "4x5"];

/// An end for Left may have cells in one line of the drawn board only.
fn left_ends(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    for position in BOARDS {
        let board = Board::new(desk, "domineering", position)?;
        let ruleset = board.graph.ruleset();
        for &component in board.graph.bottom_up() {
            let position = &board.graph.position(component);
            if ruleset.options(position, Player::Left).is_empty() {
                let drawn = ruleset.draw(position);
                let lines = drawn.lines().filter(|line| line.contains('.')).count();
                tally.case(lines == 1, || drawn.clone());
            }
        }
    }
    Ok(tally.finding())
}

fn theorem_6_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    let (minus_one, end) = (desk.read("-1")?, desk.read("[-1 0]")?);
    let sharp = desk.read("{|[-1 0]}")?;
    tally.case(desk.m.simplest(forms.sum(end, minus_one)?)? == sharp, || "(1̄0)♯ = 1̄0 + 1̄".to_owned());
    for n in 0..=30u32 {
        let rest = match n % 6 {
            0 | 1 => Form::ZERO,
            2 | 3 => minus_one,
            4 => end,
            _ => forms.integer(-2)?,
        };
        let claimed = forms.sum(forms.multiple(u64::from(n / 6), sharp)?, rest)?;
        let board = Board::new(desk, "domineering", &format!("1x{n}"))?;
        let value = board.simplest(&desk.m, Method::AddComponents)?;
        let equal = desk.m.ge(value, claimed)? && desk.m.ge(claimed, value)?;
        tally.case(equal, || format!("1×{n} is {}", desk.show(value)));
    }
    Ok(tally.finding())
}

fn universe_of_domineering(desk: &Desk) -> Result<Finding, Trouble> {
    let engine = &desk.domineering;
    let mut tally = Tally::new();
    let mut random = Rng::with_seed(61);
    let end = desk.read("[-1 0]")?;
    let strip = Board::new(desk, "domineering", "1x4")?;
    let value = strip.simplest(&desk.m, Method::AddComponents)?;
    tally.case(value == end, || format!("1×4 is {}", desk.show(value)));
    for position in BOARDS {
        let board = Board::new(desk, "domineering", position)?;
        for &component in board.graph.bottom_up() {
            // The forms of large components take long to make; small ones are followers.
            let cells = board.graph.ruleset().draw(&board.graph.position(component)).matches('.').count();
            if cells <= 10 && (cells <= 7 || random.usize(..4) == 0) {
                let g = board.graph.component_form(desk.forms(), component)?;
                let contains = engine.contains(g)?;
                tally.case(contains, || desk.show(g));
            }
        }
    }
    Ok(tally.finding())
}

fn two_by(desk: &Desk, n: u32, claimed: &str) -> Result<Finding, Trouble> {
    let board = Board::new(desk, "domineering", &format!("2x{n}"))?;
    let engine = &desk.domineering;
    let simplest = board.simplest(engine, Method::AddComponents)?;
    // The whole tree must have the same simplest form, without values being added.
    let literal = engine.simplest(board.form(desk)?)?;
    let mut computed = desk.write(simplest)?;
    if literal != simplest {
        computed = format!("{computed}, but from the whole tree {}", desk.write(literal)?);
    }
    let mut claim = desk.write(desk.read(claimed)?)?;
    if n == 4 {
        claim += ", not dead-ending";
        computed += if desk.forms().is_dead_ending(simplest) { ", dead-ending" } else { ", not dead-ending" };
    }
    Ok(Finding::new(claim, computed))
}
