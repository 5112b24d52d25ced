//! `misere papers`: the papers, recomputed.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;

use misere::Workspace;
use misere::draw::Scene;
use misere_papers::{Desk, Item, Pace, Paper, Trouble, Verdict, figures, items};
use schemars::JsonSchema;
use serde::Serialize;

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
            if !report.json && paper != Some(item.paper) {
                if paper.is_some() {
                    report.line("")?;
                }
                report.line(&format!("[{}] {}", item.paper.name(), item.paper.title()))?;
                paper = Some(item.paper);
            }
            let examined = examined.map_err(failed)?;
            tally.add(examined.verdict);
            if report.json {
                return report.object(&ItemObject {
                    ok: true,
                    paper: item.paper.name(),
                    item: item.label,
                    statement: item.statement,
                    claim: &examined.finding.claim,
                    computed: &examined.finding.computed,
                    verdict: name(examined.verdict),
                    erratum: item.erratum,
                    details: examined.finding.details.as_deref(),
                });
            }
            let (claim, computed) = (&examined.finding.claim, &examined.finding.computed);
            let in_full = asked.item.is_some();
            let shown =
                |text: &str| if in_full || !report.is_read { text.to_owned() } else { shortened(text) };
            let found = if claim == computed {
                shown(computed)
            } else {
                format!("paper: {}; computed: {}", shown(claim), shown(computed))
            };
            let mark = mark(examined.verdict);
            report.line(&format!("  {mark} {:<22} {}: {found}", item.label, item.statement))?;
            if let Verdict::Erratum(explanation) = examined.verdict {
                report.line(&format!("      erratum: {explanation}"))?;
            }
            let details = examined.finding.details.as_deref();
            match details {
                Some(details) if in_full || examined.verdict == Verdict::Disagrees => {
                    details.lines().try_for_each(|line| report.line(&format!("      {line}")))
                }
                _ => Ok(()),
            }
        },
    )?;
    if !report.json {
        report.line("")?;
        let items = tally.agree + tally.errata + tally.disagree;
        report.line(&format!(
            "{items} item{}: {} agree, {} errata, {} disagree",
            if items == 1 { "" } else { "s" },
            tally.agree,
            tally.errata,
            tally.disagree
        ))?;
    }
    match tally.disagree {
        0 => Ok(()),
        some => {
            Err(Failure::rejected(format!("{some} items disagree with their paper, and it is not known why")))
        }
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
        Some(label) => item.label.eq_ignore_ascii_case(label) || starts_with_label(item.label, label),
        None => asked.slow || item.pace == Pace::Fast,
    };
    let chosen: Vec<Item> = items().into_iter().filter(|item| of_paper(item) && wanted(item)).collect();
    match (&asked.item, chosen.is_empty()) {
        (Some(label), true) => {
            let mut labels: Vec<&str> =
                items().iter().filter(|item| of_paper(item)).map(|item| item.label).collect();
            labels.dedup();
            Err(Failure::bad_input(format!("there is no item {label}"))
                .with_help(format!("the items are {}", labels.join(", "))))
        }
        _ => Ok(chosen),
    }
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

/// Whether a label belongs to the one asked for: `Figure 5, a` to `Figure 5`, `Figure 51` not.
fn starts_with_label(label: &str, asked: &str) -> bool {
    let head = label.get(..asked.len()).filter(|head| head.eq_ignore_ascii_case(asked));
    head.is_some() && label[asked.len()..].starts_with([',', ' '])
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
        for _ in 0..threads {
            let (done, next, work) = (done.clone(), &next, &work);
            scope.spawn(move || {
                while let Some(at) = next.lock().ok().and_then(|mut range| range.next()) {
                    // When results are no longer taken, there is nothing left to do.
                    if done.send((at, work(at, &list[at]))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
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

/// The text cut to a line of a terminal.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… (--item shows all)", &text[..at]),
        None => text.to_owned(),
    }
}

fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "✓",
        Verdict::Erratum(_) => "≠",
        Verdict::Disagrees => "✗",
    }
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Agrees => "agrees",
        Verdict::Erratum(_) => "erratum",
        Verdict::Disagrees => "disagrees",
    }
}

#[derive(Default)]
struct Tally {
    agree: usize,
    errata: usize,
    disagree: usize,
}

impl Tally {
    fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Agrees => &mut self.agree,
            Verdict::Erratum(_) => &mut self.errata,
            Verdict::Disagrees => &mut self.disagree,
        } += 1;
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
    claim: &'a str,
    computed: &'a str,
    verdict: &'a str,
    erratum: Option<&'a str>,
    details: Option<&'a str>,
}
