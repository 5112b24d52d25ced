//! `misere papers`: the papers, recomputed.

mod page;

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread::Builder;

use misere::Workspace;
use misere::draw::Scene;
use misere_papers::{
    Desk, Finding, Item, Note, Pace, Paper, Report as Examined, Scope, Trouble, Verdict, figures, items,
};
use schemars::JsonSchema;
use serde::Serialize;

use self::page::{Tally, describe, legend, paper_lines};
use crate::args::PapersOf;
use crate::failure::Failure;
use crate::file::{self, cannot_write};
use crate::progress::{self, doing};
use crate::report::Report;

pub(crate) fn papers(work: &Workspace, report: &mut Report, asked: &PapersOf) -> Result<(), Failure> {
    let chosen = choose(asked)?;
    let desk = Desk::new(work).map_err(failed)?;
    if let Some(folder) = &asked.figures {
        return draw_figures(report, asked, &desk, folder);
    }
    let mut tally = Tally::default();
    let mut paper = None;
    in_order(
        &chosen,
        work.threads(),
        |at, item| {
            doing(format!("[{}] {}", item.paper.name(), item.label), {
                let far = progress::of(at + 1, chosen.len());
                move || format!("item {far}")
            });
            item.examine(&desk)
        },
        |item, examined| {
            let examined = match examined {
                // An item that could not be computed is a failure; the others go on.
                Err(Trouble::Refused(message)) => {
                    let finding = Finding::of(false, format!("could not be computed: {message}"));
                    Ok(Examined { finding, verdict: Verdict::Disagrees })
                }
                examined => examined.map_err(failed),
            }?;
            tally.add(item, examined.verdict);
            if report.json {
                return report.object(&ItemObject::new(item, &examined));
            }
            if paper != Some(item.paper) {
                if paper.is_some() {
                    report.line("")?;
                }
                paper_lines(item.paper).iter().try_for_each(|line| report.line(line))?;
                paper = Some(item.paper);
            }
            let in_full = asked.item.is_some();
            describe(item, &examined, in_full).iter().try_for_each(|line| report.line(line))
        },
    )?;
    if !report.json {
        report.line("")?;
        if asked.item.is_none() {
            legend().iter().try_for_each(|line| report.line(line))?;
        }
        tally.lines().iter().try_for_each(|line| report.line(line))?;
    }
    match tally.failures() {
        [] => Ok(()),
        [one] => Err(Failure::rejected(format!("{one} disagrees with its paper, and it is not known why"))),
        some => Err(Failure::rejected(format!(
            "{} items disagree with their paper, and it is not known why: {}",
            some.len(),
            some.join("; ")
        ))),
    }
}

fn choose(asked: &PapersOf) -> Result<Vec<Item>, Failure> {
    let names = Paper::ALL.map(Paper::name);
    if let Some(unknown) = asked.only.iter().find(|only| !names.contains(&only.as_str())) {
        return Err(Failure::bad_input(format!("there is no paper called {unknown}"))
            .with_help(format!("the papers are {}", names.join(", "))));
    }
    let of_paper =
        |item: &Item| asked.only.is_empty() || asked.only.iter().any(|only| only == item.paper.name());
    let wanted = |item: &Item| match &asked.item {
        Some(label) => item.label.eq_ignore_ascii_case(label) || has_label(item.label, label),
        None => asked.slow || item.pace == Pace::Fast,
    };
    let is_noted = |item: &Item| match item.note {
        Note::Erratum(_) | Note::Unexplained(_) => asked.errata || !asked.open,
        Note::Open => asked.open || !asked.errata,
        Note::Plain => !asked.errata && !asked.open,
    };
    let of_papers: Vec<Item> = items().into_iter().filter(of_paper).collect();
    let chosen: Vec<Item> = of_papers.iter().copied().filter(|item| wanted(item) && is_noted(item)).collect();
    match &asked.item {
        Some(label) if chosen.is_empty() => {
            Err(Failure::bad_input(format!("there is no item {label}")).with_help(similar(&of_papers, label)))
        }
        _ => Ok(chosen),
    }
}

/// The labels that look most like the one that was asked for.
fn similar(items: &[Item], asked: &str) -> String {
    const MOST: usize = 5;
    let asked = asked.to_lowercase();
    let mut scored: Vec<(f64, String)> = items
        .iter()
        .map(|item| {
            let score = strsim::jaro_winkler(&asked, &item.label.to_lowercase());
            (score, format!("[{}] {}", item.paper.name(), item.label))
        })
        .collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let close: Vec<String> = scored.into_iter().take(MOST).map(|(_, label)| label).collect();
    format!("close to it are {}; `misere papers` lists all", close.join("; "))
}

/// Draws the figures into a folder, and names the files.
fn draw_figures(report: &mut Report, asked: &PapersOf, desk: &Desk, folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let tikz = if asked.standalone { Scene::tikz_document } else { Scene::tikz };
    for figure in figures() {
        if !asked.only.is_empty() && !asked.only.iter().any(|only| only == figure.paper.name()) {
            continue;
        }
        let mut written = Vec::new();
        for (name, content) in figure.files(desk, tikz).map_err(failed)? {
            let file = folder.join(name);
            file::write(&file, content.as_ref())?;
            written.push(file.display().to_string());
        }
        let (paper, label, caption) = (figure.paper.name(), figure.label, figure.caption);
        if report.json {
            report.object(&FigureObject { ok: true, paper, figure: label, caption, files: written })?;
        } else {
            report.line(&format!("[{paper}] {label}, {caption}: {}", written.join(", ")))?;
        }
    }
    Ok(())
}

/// Whether a label belongs to the one asked for: `Figure 5, a` and `Theorem 5.1, Figure 5` to
/// `Figure 5`, `Figure 51` not.
fn has_label(label: &str, asked: &str) -> bool {
    let starts = |label: &str| {
        let head = label.get(..asked.len()).filter(|head| head.eq_ignore_ascii_case(asked));
        head.is_some() && (label.len() == asked.len() || label[asked.len()..].starts_with([',', ' ']))
    };
    starts(label) || label.match_indices(", ").any(|(at, comma)| starts(&label[at + comma.len()..]))
}

/// Does the work on several threads, and hands on the results in the order of the list, as
/// soon as it is their turn.
fn in_order<T: Send>(
    list: &[Item],
    threads: usize,
    work: impl Fn(usize, &Item) -> T + Sync,
    mut take: impl FnMut(&Item, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let next = Mutex::new(0..list.len());
    let (done, results) = channel();
    std::thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let (done, next, work) = (done.clone(), &next, &work);
            let some = move || {
                while let Some(at) = next.lock().ok().and_then(|mut range| range.next()) {
                    // When results are no longer taken, there is nothing left to do.
                    if done.send((at, work(at, &list[at]))).is_err() {
                        break;
                    }
                }
            };
            started += u32::from(Builder::new().spawn_scoped(scope, some).is_ok());
        }
        drop(done);
        if started == 0 {
            return list.iter().enumerate().try_for_each(|(at, item)| take(item, work(at, item)));
        }
        let mut waiting: Vec<Option<T>> = list.iter().map(|_| None).collect();
        let mut turn = 0;
        for (at, result) in results {
            waiting[at] = Some(result);
            while let Some(result) = waiting.get_mut(turn).and_then(Option::take) {
                take(&list[turn], result)?;
                turn += 1;
            }
        }
        Ok(())
    })
}

fn failed(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Exhausted(exhausted) => misere::Error::from(exhausted).into(),
        Trouble::Refused(message) => Failure::rejected(message),
    }
}

/// A figure that was drawn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FigureObject<'a> {
    ok: bool,
    paper: &'a str,
    figure: &'a str,
    caption: &'a str,
    files: Vec<String>,
}

/// An item of a paper, recomputed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ItemObject<'a> {
    ok: bool,
    paper: &'a str,
    item: &'a str,
    statement: &'a str,
    /// Whether the statement is finite and was decided, or was tried on a finite world.
    decided: bool,
    how: Vec<WayObject<'a>>,
    /// The commands that show the item.
    r#try: Vec<String>,
    /// The claim of the paper in the terms of `computed`; null if the statement says it all.
    claim: Option<&'a str>,
    computed: &'a str,
    verdict: &'a str,
    erratum: Option<&'a str>,
    unexplained: Option<&'a str>,
    details: Option<&'a str>,
}

/// A way in which an item was established.
#[derive(Serialize, JsonSchema)]
struct WayObject<'a> {
    way: &'a str,
    what: &'a str,
}

impl<'a> ItemObject<'a> {
    fn new(item: &'a Item, examined: &'a Examined) -> ItemObject<'a> {
        let Finding { claim, computed, details, .. } = &examined.finding;
        let (erratum, unexplained) = match item.note {
            Note::Erratum(text) => (Some(text), None),
            Note::Unexplained(text) => (None, Some(text)),
            Note::Plain | Note::Open => (None, None),
        };
        ItemObject {
            ok: true,
            paper: item.paper.name(),
            item: item.label,
            statement: item.statement,
            decided: item.scope == Scope::Decided,
            how: item.how().map(|how| WayObject { way: how.way(), what: how.what() }).collect(),
            r#try: item.commands().collect(),
            claim: claim.as_deref(),
            computed,
            verdict: match examined.verdict {
                Verdict::Agrees => "agrees",
                Verdict::Erratum(_) => "erratum",
                Verdict::Unexplained(_) => "unexplained",
                Verdict::Open => "open",
                Verdict::Disagrees => "disagrees",
            },
            erratum,
            unexplained,
            details: details.as_deref(),
        }
    }
}
