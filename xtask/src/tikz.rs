//! `cargo xtask tikz`: compiles our TikZ with pdflatex.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use misere::draw::{Board, Scene, TreeStyle, draw_board, draw_hasse, draw_tree};
use misere::rulesets::find_ruleset;
use misere::{Form, Workspace};
use misere_papers::{Desk, figures};

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
    if !is_installed("pdflatex", "--version") {
        install();
    }
    if !is_installed("pdflatex", "--version") {
        eprintln!("skipped: pdflatex is not installed; it is in Debian's {}", PACKAGES.join(", "));
        return Ok(());
    }
    let has_pdftoppm = is_installed("pdftoppm", "-v");
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

const PACKAGES: [&str; 3] = ["texlive-latex-base", "texlive-pictures", "poppler-utils"];

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
    let value = positions.value(sum, &work.read_modulus("D({|-1,0})")?)?;
    let clobber = find_ruleset("clobber")?;
    let lines = clobber.board(&clobber.read("xoxo/oxox/xox.")?).context("Clobber is played on a board")?;
    Ok(vec![
        ("domineering-2x4".to_owned(), draw_tree(work.forms(), value.form, &TreeStyle::default())),
        ("hasse-dicots".to_owned(), hasse(work, "D", |_| true)?),
        ("hasse-invertible".to_owned(), hasse(work, "E", |invertible| invertible == Some(true))?),
        ("clobber".to_owned(), draw_board(&Board::from_lines(&lines))),
    ])
}

/// The order of the classes born by day 2 whose invertibility is wanted.
fn hasse(work: &Workspace, universe: &str, wanted: impl Fn(Option<bool>) -> bool) -> Result<Scene> {
    let modulus = work.read_modulus(universe)?;
    let census = work.census(2, &modulus, &modulus)?;
    let chosen = census.classes.iter().filter(|class| wanted(class.invertible));
    let games: Vec<Form> = chosen.map(|class| class.form).collect();
    Ok(draw_hasse(&work.classes(&games, &modulus)?.order))
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

/// Installs Debian's texlive, where we may. The caller checks whether that worked.
fn install() {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !is_root || !is_installed("apt-get", "--version") {
        return;
    }
    eprintln!("installing {}", PACKAGES.join(", "));
    let done = Command::new("apt-get")
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(PACKAGES)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdout(Stdio::null())
        .status();
    if !done.is_ok_and(|status| status.success()) {
        eprintln!("apt-get could not install texlive");
    }
}

fn is_installed(program: &str, question: &str) -> bool {
    let answer = Command::new(program).arg(question).stdout(Stdio::null()).stderr(Stdio::null()).status();
    answer.is_ok_and(|status| status.success())
}
