use misere_bench::baseline::*;
use misere_core::*;
use misere_rulesets::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let u = match a[3].as_str() {
        "M" => BaselineUniverse::M,
        "E" => BaselineUniverse::E,
        "D" => BaselineUniverse::D,
        _ => BaselineUniverse::B,
    };
    let r = find_ruleset(&a[1]).unwrap();
    let pos = r.read(&a[2]).unwrap();
    let mut gr = PositionGraph::new(r, Arc::new(Budget::new(Limits::default())));
    let t = Instant::now();
    let s = gr.explore(&pos).unwrap();
    let te = t.elapsed();
    let t = Instant::now();
    let mut b = Baseline::new(u);
    let f = b.value_of_position(&gr, s, true);
    println!(
        "baseline {} {} explore {te:?} value {:?} edges {} comparisons {}",
        a[2],
        a[3],
        t.elapsed(),
        b.tree_edges(f),
        b.comparisons()
    );
}
