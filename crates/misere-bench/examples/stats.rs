use misere_core::*;
use misere_rulesets::*;
use std::sync::Arc;
use std::time::Instant;
fn run<P: Proviso>(name: &str, b: &str, g: &str, p: impl Fn(&Forms) -> P) {
    let forms = Arc::new(Forms::new());
    let pr = p(&forms);
    let m = Modulo::new(forms.clone(), pr);
    let r = find_ruleset(g).unwrap();
    let pos = r.read(b).unwrap();
    let mut gr = PositionGraph::new(r, forms.budget().clone());
    let t = Instant::now();
    let s = gr.explore(&pos).unwrap();
    let te = t.elapsed();
    let t = Instant::now();
    let _v = gr
        .value_with_threads(
            &m,
            s,
            Method::AddComponents,
            std::env::var("T").map_or(1, |t| t.parse().unwrap()),
        )
        .unwrap();
    let tv = t.elapsed();
    let (mut tr, mut fa) = (0, 0);
    for (_, _, ge) in m.remembered() {
        if ge { tr += 1 } else { fa += 1 }
    }
    println!(
        "{name} {b}: explore {te:?} value {tv:?} values {} true {tr} false {fa} components {}",
        m.value_count(),
        gr.component_count()
    );
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (g, b) = (&a[1], &a[2]);
    if a.len() > 3 {
        if a[3] == "M" {
            run("M", b, g, |_| AllGames);
        } else {
            run("E", b, g, |_| DeadEnding);
        }
        return;
    }
    run("M", b, g, |_| AllGames);
    run("E", b, g, |_| DeadEnding);
    run("B", b, g, |_| Blocking);
    run("D", b, g, |_| Dicots);
    run("dom", b, g, |f| {
        let m = f.integer(-1).unwrap();
        let e = f.ordinary(&[], &[m, Form::ZERO]).unwrap();
        Generated::new(f, FiniteGenerators::new(f, &[e], "x").unwrap())
    });
    run("N", b, g, |_| NormalPlay);
}
