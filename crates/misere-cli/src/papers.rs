//! `misere papers`: the papers, recomputed.

use std::path::Path;

use misere::Workspace;
use misere::draw::Scene;
use misere_papers::{
    Count, Desk, FigureObject, Finding, ItemObject, NotFound, Report as Examined, Trouble, Verdict, Wanted,
    describe, figures, in_order, legend, paper_lines,
};

use crate::args::PapersOf;
use crate::failure::Failure;
use crate::file::{self, cannot_write};
use crate::progress::{self, doing};
use crate::report::Report;

pub(crate) fn papers(work: &Workspace, report: &mut Report, asked: &PapersOf) -> Result<(), Failure> {
    let wanted = Wanted {
        only: &asked.only,
        label: asked.item.as_deref(),
        errata: asked.errata,
        open: asked.open,
        slow: asked.slow,
    };
    let refused = |NotFound { message, help }| Failure::bad_input(message).with_help(help);
    let chosen = wanted.items().map_err(refused)?;
    let desk = Desk::new(work).map_err(failed)?;
    if let Some(folder) = &asked.figures {
        return draw_figures(report, asked, &wanted, &desk, folder);
    }
    let mut tally = Count::default();
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

/// Draws the figures into a folder, and names the files.
fn draw_figures(
    report: &mut Report,
    asked: &PapersOf,
    wanted: &Wanted<'_>,
    desk: &Desk,
    folder: &Path,
) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let tikz = if asked.standalone { Scene::tikz_document } else { Scene::tikz };
    for figure in figures().iter().filter(|figure| wanted.is_of(figure.paper)) {
        let mut written = Vec::new();
        for (name, content) in figure.files(desk, tikz).map_err(failed)? {
            let file = folder.join(name);
            file::write(&file, content.as_ref())?;
            written.push(file.display().to_string());
        }
        if report.json {
            report.object(&FigureObject::new(figure, written))?;
        } else {
            let (paper, label, caption) = (figure.paper.name(), figure.label, figure.caption);
            report.line(&format!("[{paper}] {label}, {caption}: {}", written.join(", ")))?;
        }
    }
    Ok(())
}

fn failed(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Exhausted(exhausted) => misere::Error::from(exhausted).into(),
        Trouble::Refused(message) => Failure::rejected(message),
    }
}
