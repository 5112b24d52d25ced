//! The commands, one question each.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use misere::{Error, Form, Outcome, UniverseName, Workspace};
use serde::Serialize;

use crate::args::{Arguments, Command};
use crate::batch;
use crate::failure::Failure;
use crate::input::{Input, STANDARD};
use crate::report::Report;

pub(crate) fn run(arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    let work = Workspace::with_limits(arguments.limits());
    let input = Input::new(&work);
    match &arguments.command {
        Command::Show { game } => show(&work, &input, report, game),
        Command::Outcome { game } => {
            let outcome = work.forms().outcome(input.game(game)?).to_string();
            if report.json {
                report.object(&batch::OutcomeAnswer { ok: true, outcome })
            } else {
                report.line(&outcome)
            }
        }
        Command::Simplest(ask) => {
            let g = input.game(&ask.game)?;
            each_modulus(&work, &input, report, &ask.moduli, |u| {
                Ok(Answer::form(&work, work.simplest(g, u)?))
            })
        }
        Command::Canonical { game, moduli } => {
            let g = input.game(game)?;
            each_modulus(&work, &input, report, moduli, |u| Ok(Answer::form(&work, work.canonical(g, u)?)))
        }
        Command::Expand(ask) => {
            let g = input.game(&ask.game)?;
            each_modulus(&work, &input, report, &ask.moduli, |u| {
                Ok(match work.expansion(g, u)? {
                    Some(form) => Answer::form(&work, form),
                    None => Answer::NoForm,
                })
            })
        }
        Command::Compare { g, h, moduli } => {
            let (g, h) = (input.game(g)?, input.game(h)?);
            each_modulus(&work, &input, report, moduli, |u| {
                Ok(Answer::Relation(work.compare(g, h, u)?.to_string()))
            })
        }
        Command::Downlinked { g, h, moduli } => {
            let (g, h) = (input.game(g)?, input.game(h)?);
            each_modulus(&work, &input, report, moduli, |u| {
                Ok(Answer::Downlinked(work.is_downlinked(g, h, u)?))
            })
        }
        Command::Invertible(ask) => {
            let g = input.game(&ask.game)?;
            each_modulus(&work, &input, report, &ask.moduli, |u| {
                Ok(Answer::Invertible(work.is_invertible(g, u)?))
            })
        }
        Command::Strong(ask) => {
            let g = input.game(&ask.game)?;
            each_modulus(&work, &input, report, &ask.moduli, |u| Ok(Answer::Strong(work.strong(g, u)?)))
        }
        Command::Universe { a, b } => universe(&work, &input, report, a, b),
        Command::Batch => batch::run(arguments, report),
    }
}

/// The answer to a question asked modulo something.
enum Answer<'a> {
    Form(&'a Workspace, Form),
    NoForm,
    Relation(String),
    Downlinked(bool),
    Invertible(bool),
    Strong([bool; 2]),
}

impl<'a> Answer<'a> {
    fn form(work: &'a Workspace, form: Form) -> Answer<'a> {
        Answer::Form(work, form)
    }

    fn text(&self, report: &Report) -> Result<String, Failure> {
        Ok(match self {
            Answer::Form(work, form) => report.form(work, *form)?,
            Answer::NoForm => "none".to_owned(),
            Answer::Relation(relation) => relation.clone(),
            Answer::Downlinked(yes) | Answer::Invertible(yes) => yes_or_no(*yes).to_owned(),
            Answer::Strong(strong) => players(*strong).to_owned(),
        })
    }

    fn object(&self, report: &Report, modulo: String) -> Result<ModuloObject, Failure> {
        let mut object = ModuloObject { ok: true, modulo, ..ModuloObject::default() };
        match self {
            Answer::Form(work, form) => object.form = Some(Some(report.form(work, *form)?)),
            Answer::NoForm => object.form = Some(None),
            Answer::Relation(relation) => object.relation = Some(relation.clone()),
            Answer::Downlinked(yes) => object.downlinked = Some(*yes),
            Answer::Invertible(yes) => object.invertible = Some(*yes),
            Answer::Strong([left, right]) => (object.left, object.right) = (Some(*left), Some(*right)),
        }
        Ok(object)
    }
}

#[derive(Default, Serialize)]
struct ModuloObject {
    ok: bool,
    modulo: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Option<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    downlinked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    invertible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
}

/// One answer alone on its line, or one a line behind the names of the universes.
fn each_modulus<'a>(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    moduli: &[String],
    mut question: impl FnMut(&UniverseName) -> Result<Answer<'a>, Failure>,
) -> Result<(), Failure> {
    let asked = input.moduli(moduli)?;
    let names: Vec<String> =
        asked.iter().map(|u| work.write_modulus(u, report.style)).collect::<Result<_, _>>()?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (modulus, name) in asked.iter().zip(names) {
        let answer = question(modulus)?;
        if report.json {
            let object = answer.object(report, name)?;
            report.object(&object)?;
        } else if asked.len() == 1 {
            let text = answer.text(report)?;
            report.line(&text)?;
        } else {
            let text = answer.text(report)?;
            report.line(&format!("{name:width$}  {text}"))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct ShowObject {
    #[serde(flatten)]
    facts: batch::FactsAnswer,
    form: Option<String>,
    tree_edges: String,
    dag_edges: u64,
    modulo: Vec<ModuloRow>,
}

/// What `show` says modulo one universe. `None` where the question does not
/// arise, or a limit was reached, and then `limit` says which.
#[derive(Default, Serialize)]
struct ModuloRow {
    modulo: String,
    simplest: Option<String>,
    strong_left: Option<bool>,
    strong_right: Option<bool>,
    invertible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
}

fn show(work: &Workspace, input: &Input<'_>, report: &mut Report, game: &str) -> Result<(), Failure> {
    let g = input.game(game)?;
    let facts = work.facts(g)?;
    // Most simplest forms are the same, and a large one takes long to write.
    let mut written: HashMap<Form, Result<String, Error>> = HashMap::new();
    let mut write =
        |form: Form| written.entry(form).or_insert_with(|| work.write(form, report.style)).clone();
    let moduli = STANDARD.iter().map(|name| input.modulus(name)).collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    for (modulus, about) in moduli.iter().zip(ask_in_parallel(work, g, &moduli)) {
        let mut row =
            ModuloRow { modulo: work.write_modulus(modulus, report.style)?, ..ModuloRow::default() };
        row.simplest = kept(&mut row.limit, about.simplest.and_then(&mut write));
        let strong = kept(&mut row.limit, about.strong);
        (row.strong_left, row.strong_right) = (strong.map(|s| s[0]), strong.map(|s| s[1]));
        row.invertible = kept(&mut row.limit, about.invertible);
        rows.push(row);
    }
    let limit = rows.iter().find_map(|row| row.limit.clone());
    if report.json {
        let object = ShowObject {
            facts: batch::FactsAnswer::new(work, &facts, report.style),
            form: write(g).ok(),
            tree_edges: facts.tree_edges.to_string(),
            dag_edges: facts.dag_edges,
            modulo: rows,
        };
        report.object(&object)?;
    } else {
        let mut form = |g: Form| match write(g) {
            Ok(text) => shortened(text),
            Err(error) => format!("({error})"),
        };
        let normal = facts.normal_outcome.map_or("none: it has tombstones".to_owned(), outcome_in_words);
        let kinds: Vec<&str> = [
            (facts.impartial, "impartial"),
            (facts.dicot, "dicot"),
            (facts.dead_ending, "dead-ending"),
            (facts.blocking, "blocking"),
            (facts.p_free, "P-free"),
        ]
        .iter()
        .filter_map(|&(is, kind)| is.then_some(kind))
        .collect();
        for (label, text) in [
            ("form", form(g)),
            ("rank", facts.rank.to_string()),
            ("outcome", outcome_in_words(facts.outcome)),
            ("normal outcome", normal),
            ("conjugate", form(facts.conjugate)),
            ("adjoint", form(facts.adjoint)),
            ("is", if kinds.is_empty() { "none of the kinds".to_owned() } else { kinds.join(", ") }),
            ("edges", format!("{} as a tree, {} with shared subtrees", facts.tree_edges, facts.dag_edges)),
        ] {
            report.line(&format!("{label:14}  {text}"))?;
        }
        report.line("")?;
        table(report, rows)?;
    }
    limit.map_or(Ok(()), |limit| Err(Failure::Limit(limit)))
}

/// What `show` asks modulo one universe.
struct About {
    simplest: Result<Form, Error>,
    strong: Result<[bool; 2], Error>,
    invertible: Result<bool, Error>,
}

/// The answers modulo each, in the order of the moduli whoever finds them.
fn ask_in_parallel(work: &Workspace, g: Form, moduli: &[UniverseName]) -> Vec<About> {
    let ask = |modulus: &UniverseName| About {
        simplest: work.simplest(g, modulus),
        strong: work.strong(g, modulus),
        invertible: work.is_invertible(g, modulus),
    };
    // A thread costs more than a small question.
    const SMALL: u32 = 100;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads == 1 || work.forms().rank(g) < SMALL {
        return moduli.iter().map(ask).collect();
    }
    let next = AtomicUsize::new(0);
    let mut found: Vec<(usize, About)> = std::thread::scope(|scope| {
        let worker = || {
            let mut mine = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                match moduli.get(at) {
                    Some(modulus) => mine.push((at, ask(modulus))),
                    None => return mine,
                }
            }
        };
        let workers: Vec<_> = (0..threads.min(moduli.len())).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("a worker does not panic")).collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, about)| about).collect()
}

/// The answer, or nothing where there is none; a limit that was reached is noted.
fn kept<T>(limit: &mut Option<String>, answer: Result<T, Error>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(Error::Exhausted(exhausted)) => {
            *limit = Some(exhausted.to_string());
            None
        }
        Err(_) => None,
    }
}

fn table(report: &mut Report, rows: Vec<ModuloRow>) -> Result<(), Failure> {
    let header = ["modulo", "strong", "invertible", "simplest form"].map(str::to_owned);
    let mut lines = vec![header];
    for row in rows {
        let absent = || if row.limit.is_some() { "(limit)" } else { "-" }.to_owned();
        let strong = row.strong_left.zip(row.strong_right).map(|(l, r)| players([l, r]).to_owned());
        lines.push([
            row.modulo.clone(),
            strong.unwrap_or_else(absent),
            row.invertible.map_or_else(absent, |yes| yes_or_no(yes).to_owned()),
            row.simplest.clone().map_or_else(absent, shortened),
        ]);
    }
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
    let (a, b, c) = (width(0), width(1), width(2));
    for [modulo, strong, invertible, simplest] in lines {
        report.line(&format!("{modulo:a$}  {strong:b$}  {invertible:c$}  {simplest}"))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct UniverseObject {
    ok: bool,
    first_inside_second: bool,
    second_inside_first: bool,
    same_order: bool,
    /// A dicot that is at least 0 modulo exactly one of the two.
    dicot: Option<String>,
    /// Modulo which.
    at_least_zero_modulo: Option<String>,
}

fn universe(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    a: &str,
    b: &str,
) -> Result<(), Failure> {
    let (first, second) = (input.modulus(a)?, input.modulus(b)?);
    let kin = work.kinship(&first, &second)?;
    let [a, b] = [&first, &second].map(|u| work.write_modulus(u, report.style));
    let (a, b) = (a?, b?);
    let telling = match kin.telling {
        Some(telling) => {
            let dicot = report.form(work, telling.dicot)?;
            let (yes, no) = if telling.at_least_zero_modulo_first { (&a, &b) } else { (&b, &a) };
            Some((dicot, yes.clone(), no.clone()))
        }
        None => None,
    };
    if report.json {
        let (dicot, at_least_zero_modulo) = telling.map(|(dicot, yes, _)| (dicot, yes)).unzip();
        return report.object(&UniverseObject {
            ok: true,
            first_inside_second: kin.is_inside,
            second_inside_first: kin.contains,
            same_order: dicot.is_none(),
            dicot,
            at_least_zero_modulo,
        });
    }
    report.line(&match (kin.is_inside, kin.contains) {
        (true, true) => format!("{a} and {b} are the same universe"),
        (true, false) => format!("{a} is inside {b}"),
        (false, true) => format!("{b} is inside {a}"),
        (false, false) => format!("neither of {a} and {b} contains the other"),
    })?;
    match telling {
        None => report.line("their orders coincide"),
        Some((dicot, yes, no)) => {
            report.line(&format!("their orders differ: {dicot} is at least 0 modulo {yes}, not modulo {no}"))
        }
    }
}

fn outcome_in_words(outcome: Outcome) -> String {
    let words = match outcome {
        Outcome::L => "Left wins",
        Outcome::N => "the next player wins",
        Outcome::P => "the previous player wins",
        Outcome::R => "Right wins",
    };
    format!("{outcome}: {words}")
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn players(strong: [bool; 2]) -> &'static str {
    match strong {
        [true, true] => "both",
        [true, false] => "Left",
        [false, true] => "Right",
        [false, false] => "neither",
    }
}

/// For a line that a person reads: very long forms are cut.
fn shortened(text: String) -> String {
    const MOST: usize = 2_000;
    const KEPT: usize = 200;
    let length = text.chars().count();
    if length <= MOST {
        return text;
    }
    let beginning: String = text.chars().take(KEPT).collect();
    format!("{beginning}… ({length} characters; --json gives all)")
}
