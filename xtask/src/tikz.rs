//! `cargo xtask tikz`: compiles our TikZ with pdflatex.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use misere::draw::{Board, Scene, TreeStyle, draw_board, draw_hasse};
use misere::rulesets::find_ruleset;
use misere::{Game, Workspace};
use misere_papers::{Desk, figures};

use crate::tools;

/// Writes four pictures and all figures of the papers to `target/tikz` as PNG and as
/// LaTeX documents, and compiles the documents. Where pdftoppm is installed too, the pages
/// stand beside our own PNG as `*-latex.png`.
pub(crate) fn compile(root: &Path) -> Result<()> {
    let directory = root.join("target/tikz");
    std::fs::create_dir_all(&directory)?;
    let scenes = scenes()?;
    for (name, scene) in &scenes {
        std::fs::write(directory.join(format!("{name}.tex")), scene.tikz_document())?;
        std::fs::write(directory.join(format!("{name}.png")), scene.png()?)?;
    }
    eprintln!("{} pictures in {}", scenes.len(), directory.display());
    if !tools::have("pdflatex", &["texlive-latex-base", "texlive-pictures", "poppler-utils"])? {
        return Ok(());
    }
    let has_pdftoppm = tools::is_installed("pdftoppm");
    for (name, _) in &scenes {
        latex(&directory, name)?;
        if has_pdftoppm {
            let arguments =
                ["-png", "-r", "144", "-singlefile", &format!("{name}.pdf"), &format!("{name}-latex")];
            ensure!(Command::new("pdftoppm").args(arguments).current_dir(&directory).status()?.success());
        }
    }
    eprintln!("{} compiled, one page each", scenes.len());
    Ok(())
}

fn scenes() -> Result<Vec<(String, Scene)>> {
    let work = Workspace::new();
    let desk = Desk::new(&work)?;
    let mut scenes = four_pictures(&work)?;
    for figure in figures() {
        let scene =
            (figure.draw)(&desk).map_err(|trouble| anyhow::anyhow!("{}: {trouble}", figure.file_stem()))?;
        scenes.push((figure.file_stem(), scene));
    }
    Ok(scenes)
}

/// A tree with tombstones, two orders and a board.
fn four_pictures(work: &Workspace) -> Result<Vec<(String, Scene)>> {
    let mut positions = work.positions(find_ruleset("domineering")?);
    let two_by_four = positions.ruleset().read("2x4")?;
    let sum = positions.explore(&two_by_four)?;
    let value = positions.value(sum, &work.modulo("D({|-1,0})")?)?;
    let clobber = find_ruleset("clobber")?;
    let lines = clobber.draw(&clobber.read("xoxo/oxox/xox.")?);
    Ok(vec![
        ("domineering-2x4".to_owned(), value.form.draw(&TreeStyle::default())?),
        ("hasse-dicots".to_owned(), hasse(work, "D", |_| true)?),
        ("hasse-invertible".to_owned(), hasse(work, "E", |invertible| invertible == Some(true))?),
        ("clobber".to_owned(), draw_board(&Board::from_lines(&lines))),
    ])
}

/// The order of the classes born by day 2 whose invertibility is wanted.
fn hasse(work: &Workspace, universe: &str, wanted: impl Fn(Option<bool>) -> bool) -> Result<Scene> {
    let modulus = work.modulo(universe)?;
    let census = modulus.census(2, None)?;
    let chosen = census.classes.iter().filter(|class| wanted(class.invertible));
    let games: Vec<Game> = chosen.map(|class| class.form.clone()).collect();
    Ok(draw_hasse(&modulus.classes(&games)?.order, work.budget())?)
}

/// Compiles a document. A picture whose page is too small would go on to a second page.
fn latex(directory: &Path, name: &str) -> Result<()> {
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", &format!("{name}.tex")])
        .current_dir(directory)
        .output()
        .context("cannot start pdflatex")?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() || !said.contains("(1 page") {
        bail!("pdflatex {name}.tex failed:\n{said}");
    }
    Ok(())
}
