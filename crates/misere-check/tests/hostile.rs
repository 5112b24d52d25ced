//! Input that is meant to exhaust the checker: rejected within the limits of time
//! and memory that the documentation promises.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use misere_check::{Accepted, Certificate, Rejection, check};

/// A bound that rules out that a check takes for ever, on a busy machine and without
/// optimisation. In a release build each check takes a few seconds at most.
const PATIENCE: Duration = Duration::from_secs(300);

/// The lock that makes checks run one at a time, so that time and memory are those of one.
static ALONE: Mutex<()> = Mutex::new(());

fn judged(json: &str) -> Result<Accepted, Rejection> {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    let verdict = Certificate::from_json(json.as_bytes()).and_then(|certificate| check(&certificate));
    let elapsed = start.elapsed();
    assert!(elapsed < PATIENCE, "{elapsed:?} for {verdict:?}");
    if let Some(peak) = peak_kibibytes() {
        assert!(peak < 1 << 20, "{peak} KiB for {verdict:?}");
    }
    verdict
}

/// The most memory that this process has had, the input included; known on Linux.
fn peak_kibibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn certificate(universe: &str, nodes: &str, steps: &str, claims: &str) -> String {
    format!(
        r#"{{"format":"misere-certificate","version":1,"universe":{universe},"nodes":[{nodes}],"steps":[{steps}],"claims":[{claims}]}}"#
    )
}

const SAME: &str = r#"{"claim":{"ge":[0,0]},"by":"same"}"#;
const MIB: usize = 1 << 20;

fn joined(count: usize, item: impl Fn(usize) -> String) -> String {
    let mut out = String::new();
    for i in 0..count {
        out.push_str(if i == 0 { "" } else { "," });
        out.push_str(&item(i));
    }
    out
}

/// 0 and a chain of integers: 1, 2, …
fn integers(count: usize) -> String {
    joined(count, |i| if i == 0 { "{}".to_owned() } else { format!(r#"{{"l":[{}]}}"#, i - 1) })
}

/// A chain of forms, each with the two before it as options of both players.
fn ladder(count: usize) -> String {
    joined(count, |i| match i {
        0 => "{}".to_owned(),
        1 => r#"{"l":[0],"r":[0]}"#.to_owned(),
        _ => format!(r#"{{"l":[{},{}],"r":[{},{}]}}"#, i - 1, i - 2, i - 1, i - 2),
    })
}

#[test]
fn deep_nesting_is_malformed() {
    for (open, close) in [("[", "]"), (r#"{"l":"#, "}")] {
        let deep = open.repeat(MIB) + "0" + &close.repeat(MIB);
        let json = certificate(r#"{"name":"M"}"#, &deep, SAME, "");
        assert!(matches!(judged(&json), Err(Rejection::Malformed { .. })));
        assert!(matches!(judged(&deep), Err(Rejection::Malformed { .. })));
        let hidden = json.replace(r#""steps""#, &format!(r#""more":{deep},"steps""#));
        assert!(matches!(judged(&hidden), Err(Rejection::Malformed { .. })));
    }
    let unclosed = "[".repeat(50 * MIB);
    assert!(matches!(judged(&unclosed), Err(Rejection::TooLarge { what: "brackets", .. })));
}

#[test]
fn long_names_are_cut_in_the_message() {
    let json = certificate(r#"{"name":"M"}"#, "", SAME, "").replace("steps", &"x".repeat(50 * MIB));
    let Err(Rejection::Malformed { reason }) = judged(&json) else { panic!("accepted") };
    assert!(reason.len() < 1000);
}

#[test]
fn too_many_bytes_nodes_and_steps() {
    let blank = " ".repeat(64 * MIB + 1);
    assert!(matches!(judged(&blank), Err(Rejection::TooLarge { what: "bytes", .. })));
    let nodes = "{},".repeat(15 * MIB) + "{}";
    let json = certificate(r#"{"name":"M"}"#, &nodes, SAME, "");
    assert!(matches!(judged(&json), Err(Rejection::TooLarge { what: "brackets", .. })));
    let nodes = "{},".repeat(2 * MIB) + "{}";
    let json = certificate(r#"{"name":"M"}"#, &nodes, SAME, "");
    assert!(matches!(judged(&json), Err(Rejection::TooLarge { what: "nodes", .. })));
    let steps = joined(MIB + 1, |_| SAME.to_owned());
    let json = certificate(r#"{"name":"M"}"#, "{}", &steps, "");
    assert!(matches!(judged(&json), Err(Rejection::TooLarge { what: "steps", .. })));
}

#[test]
fn many_small_lists() {
    let lists = "[0,[0]],".repeat(2 * MIB - 100) + "[0,[0]]";
    let step = format!(r#"{{"claim":{{"member":0}},"by":{{"sums":[{lists}]}}}}"#);
    let json = certificate(r#"{"name":"D(A)","generators":[0]}"#, "{}", &step, r#"{"member":0}"#);
    assert!(judged(&json).is_ok());
}

#[test]
fn one_list_of_many_options() {
    let options = "0,".repeat(30 * MIB) + "0";
    let nodes = format!(r#"{{}},{{"l":[{options}]}}"#);
    let json = certificate(r#"{"name":"M"}"#, &nodes, SAME, r#"{"ge":[0,0]}"#);
    assert!(judged(&json).is_ok());
}

#[test]
fn quadratic_lists_of_options() {
    // 3,000 forms, each with all before it as options of both players.
    let all = |i| joined(i, |j| j.to_string());
    let nodes = joined(3_000, |i| format!(r#"{{"l":[{0}],"r":[{0}]}}"#, all(i)));
    for universe in [r#"{"name":"B"}"#, r#"{"name":"D"}"#, r#"{"name":"M"}"#] {
        let step = r#"{"claim":{"ge":[2999,2999]},"by":"same"},{"claim":{"simplest":[2999,2999]},"by":{"reduced":{"ge":0,"le":0}}}"#;
        let json = certificate(universe, &nodes, step, r#"{"simplest":[2999,2999]}"#);
        assert!(judged(&json).is_err());
    }
}

#[test]
fn blocked_ends_in_a_dense_list() {
    // 600 forms with 600 options each, and these have 2,000 options each.
    let low = joined(2_000, |i| if i == 0 { "{}".to_owned() } else { format!(r#"{{"l":[{}]}}"#, i - 1) });
    let all_low = joined(2_000, |j| j.to_string());
    let middle = joined(600, |i| {
        format!(r#"{{"l":[{all_low},{}]}}"#, 2_000 + i - usize::from(i > 0)).replace(",2000]", "]")
    });
    let all_middle = joined(600, |j| (2_000 + j).to_string());
    let high = joined(600, |i| format!(r#"{{"r":[{all_middle},{i}]}}"#));
    let nodes = [low, middle, high].join(",");
    let json = certificate(r#"{"name":"B"}"#, &nodes, SAME, r#"{"ge":[0,0]}"#);
    assert!(matches!(judged(&json), Err(Rejection::TooMuchWork { .. })));
}

#[test]
fn a_game_too_long_to_play() {
    let nodes = ladder(20_000);
    let step = r#"{"claim":{"member":19999},"by":"definition"},{"claim":{"not_ge":[19999,19998]},"by":{"separator":{"x":19997,"member":0,"starter":"Left"}}}"#;
    let json = certificate(r#"{"name":"D"}"#, &nodes, step, "");
    assert!(matches!(judged(&json), Err(Rejection::WrongStep { .. })));
    let json = json.replace(r#"{"member":19999}"#, r#"{"member":19997}"#);
    assert!(matches!(judged(&json), Err(Rejection::TooMuchWork { .. })));
    // A waiting game as long as the game.
    let nodes = integers(200_000);
    let step = r#"{"claim":{"strong":[199999,"Left"]},"by":"play"}"#;
    let json = certificate(r#"{"name":"E"}"#, &nodes, step, "");
    assert!(matches!(judged(&json), Err(Rejection::TooMuchWork { .. } | Rejection::NotStrong { .. })));
}

#[test]
fn a_sum_too_large_to_build() {
    // The sum of a ladder with itself; and claimed, a chain of the right height.
    let nodes = ladder(20_000) + "," + &joined(20_000, |i| format!(r#"{{"l":[{}]}}"#, 19_999 + i));
    let step = r#"{"claim":{"invertible":19999},"by":{"sum":{"node":39998,"ge":0,"le":0}}}"#;
    let json = certificate(r#"{"name":"M"}"#, &nodes, step, "");
    assert!(matches!(judged(&json), Err(Rejection::TooLarge { .. } | Rejection::TooMuchWork { .. })));
}

#[test]
fn a_test_set_too_large_to_add() {
    let nodes = joined(2_000, |i| match i {
        0 => "{}".to_owned(),
        1 => r#"{"r":[0]}"#.to_owned(),
        _ => format!(r#"{{"r":[{},{}]}}"#, i - 1, i - 2),
    });
    let set = joined(2_000, |j| j.to_string());
    let step = format!(r#"{{"claim":{{"test_set":[1000,[{set}]]}},"by":"closure"}}"#);
    let json = certificate(r#"{"name":"D(A)","generators":[1999]}"#, &nodes, &step, "");
    assert!(matches!(judged(&json), Err(Rejection::TooLarge { .. } | Rejection::TooMuchWork { .. })));
}

#[test]
fn many_steps_that_each_look_at_everything() {
    let nodes = ladder(50_000);
    let simplest = r#"{"claim":{"simplest":[49999,49999]},"by":{"reduced":{"ge":0,"le":0}}}"#;
    let same = r#"{"claim":{"ge":[49999,49999]},"by":"same"}"#;
    let steps = joined(50_000, |i| if i == 0 { same.to_owned() } else { simplest.to_owned() });
    let json = certificate(r#"{"name":"M"}"#, &nodes, &steps, "");
    assert!(judged(&json).is_err());
    let outcome =
        r#"{"claim":{"outcome":[49999,"N"]},"by":{"strategies":{"left_starts":[],"right_starts":[]}}}"#;
    let json = certificate(r#"{"name":"M"}"#, &nodes, &joined(50_000, |_| outcome.to_owned()), "");
    assert!(judged(&json).is_err());
    let nodes = joined(50_000, |i| if i == 0 { "{}".to_owned() } else { format!(r#"{{"r":[{}]}}"#, i - 1) });
    let member = r#"{"claim":{"member":1},"by":{"sums":[[1,[1]],[49999,[49999]]]}}"#;
    let json = certificate(
        r#"{"name":"D(A)","generators":[49999]}"#,
        &nodes,
        &joined(50_000, |_| member.to_owned()),
        r#"{"member":1}"#,
    );
    assert!(judged(&json).is_ok());
    let member = r#"{"claim":{"member":49999},"by":{"sums":[]}}"#;
    let json = certificate(r#"{"name":"D(A)"}"#, &nodes, &joined(50_000, |_| member.to_owned()), "");
    assert!(judged(&json).is_err());
}

#[test]
fn many_claims_of_many_distinct_sums() {
    // Sums of two integers out of 700: each costs as much as the product of the two.
    let nodes = joined(1_500, |i| if i == 0 { "{}".to_owned() } else { format!(r#"{{"r":[{}]}}"#, i - 1) });
    let steps = joined(200_000, |i| {
        let (a, b) = (i % 700, i / 700 % 700);
        format!(r#"{{"claim":{{"member":0}},"by":{{"sums":[[{},[{a},{b}]]]}}}}"#, a + b)
    });
    let json = certificate(r#"{"name":"D(A)","generators":[700]}"#, &nodes, &steps, r#"{"member":0}"#);
    assert!(matches!(judged(&json), Err(Rejection::TooMuchWork { .. })));
}

#[test]
fn many_forms_and_many_games() {
    let nodes = ladder(300_000);
    let steps = joined(100_000, |i| {
        format!(
            r#"{{"claim":{{"not_equal":[{i},{}]}},"by":{{"separator":{{"x":{},"starter":"Left"}}}}}}"#,
            2 * i,
            3 * i % 1000
        )
    });
    let json = certificate(r#"{"name":"I"}"#, &nodes, &steps, "");
    assert!(judged(&json).is_err());
}

/// A claim that a node is strong for Left modulo D(A), by a strategy.
fn by_strategy(
    generators: &str,
    nodes: &str,
    strong: usize,
    counting: &str,
    balance: &str,
    cells: &str,
) -> String {
    let universe = format!(r#"{{"name":"D(A)","generators":[{generators}]}}"#);
    let claim = format!(r#"{{"strong":[{strong},"Left"]}}"#);
    let strategy = format!(r#"{{"counting":[{counting}],{balance}"cells":[{cells}]}}"#);
    let step = format!(r#"{{"claim":{claim},"by":{{"strategy":{strategy}}}}}"#);
    certificate(&universe, nodes, &step, &claim)
}

#[test]
fn strategies_with_moves_that_are_not_provided_for() {
    // In one component Left has 600 moves: the last one, to -1, is good, and the others lead to
    // components of which none is provided for.
    let moves = joined(600, |i| (i + 1).to_string());
    let nodes = integers(600) + &format!(r#",{{"r":[0]}},{{"l":[{moves}]}}"#);
    let counting = joined(599, |i| format!("[{},0,0]", i + 1)) + ",[600,1,0],[601,1,0]";
    let cell = |mover: &str, last: &str| format!(r#"["{mover}",0,[{}{last}]]"#, "0,".repeat(599));
    let follow = [cell("Right", "1,0"), cell("Left", "0,0")].join(",");
    let json = by_strategy("", &nodes, 0, &counting, "", &[cell("Left", "0,1"), follow.clone()].join(","));
    assert!(judged(&json).is_ok());
    let cells = joined(20_000, |_| cell("Left", "0,1"));
    let json = by_strategy("", &nodes, 0, &counting, "", &[cells, follow].join(","));
    assert!(matches!(judged(&json), Err(Rejection::TooMuchWork { .. })));
}

#[test]
fn strategies_with_many_cells() {
    let cells = joined(2 * MIB - 100, |i| format!(r#"["Left",0,[{i}]]"#));
    let json = by_strategy("1", r#"{},{"r":[0]}"#, 0, "[1,4000000,1]", "", &cells);
    assert!(judged(&json).is_err());
    let cells = joined(1_000, |i| format!(r#"["Left",0,[{}{i}]]"#, "0,".repeat(29_999)));
    let json =
        by_strategy("", &integers(30_001), 0, &joined(30_000, |i| format!("[{},9999,9]", i + 1)), "", &cells);
    assert!(judged(&json).is_err());
}

#[test]
fn strategies_with_many_sums_to_start_with() {
    // Of 40 ends any number: 2^40 cells would have to be listed.
    let nodes = joined(41, |i| if i == 0 { "{}".to_owned() } else { format!(r#"{{"r":[{}]}}"#, i - 1) });
    let counting = joined(40, |i| format!("[{},1,1]", i + 1));
    let cells =
        joined(5_000, |i| format!(r#"["Left",0,[{}]]"#, joined(40, |bit| (i >> bit & 1).to_string())));
    let json = by_strategy("40", &nodes, 0, &counting, "", &cells);
    assert!(matches!(judged(&json), Err(Rejection::MissingCell { .. })));
    let huge = by_strategy("40", &nodes, 0, &counting.replace("1,1]", "4294967290,4]"), "", &cells);
    assert!(matches!(judged(&huge), Err(Rejection::MissingCell { .. })));
}

#[test]
fn strategies_with_large_balances() {
    let nodes = joined(41, |i| if i == 0 { "{}".to_owned() } else { format!(r#"{{"r":[{}]}}"#, i - 1) });
    let counting = joined(40, |i| format!("[{},1,1000]", i + 1));
    for (weight, bound, modulus) in [(1000, 1, 1), (999, 1000, 1000), (-1000, 1000, 1), (1, 1000, 999)] {
        let weights = joined(40, |i| (if i % 2 == 0 { weight } else { -weight }).to_string());
        let balance = format!(r#""balance":{{"weights":[{weights}],"bound":{bound},"modulus":{modulus}}},"#);
        let cells =
            joined(5_000, |i| format!(r#"["Right",0,[{}{i}]]"#, "1000,".repeat(40)).replace(",5000]", ",0]"));
        let fewer = joined(2, |i| format!(r#"["Right",0,[{}{i}]]"#, "1000,".repeat(40)));
        for cells in [cells, fewer] {
            assert!(judged(&by_strategy("40", &nodes, 0, &counting, &balance, &cells)).is_err());
        }
        let starts = format!(r#"["Left",0,[{}{}]]"#, "0,".repeat(40), bound + modulus - 1);
        assert!(judged(&by_strategy("40", &nodes, 0, &counting, &balance, &starts)).is_err());
    }
}
