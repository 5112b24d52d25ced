//! The figures of the papers, drawn from what is computed.

mod dicots;
mod ends;
mod layout;
mod trees;

use misere::draw::Scene;

use crate::desk::Desk;
use crate::item::{Paper, Trouble};

/// A numbered figure of a paper.
#[derive(Clone, Copy)]
pub struct Figure {
    /// The paper that the figure stands in.
    pub paper: Paper,
    /// The number of the figure in the paper, `Figure 4`.
    pub label: &'static str,
    /// The content of the figure, in our words.
    pub caption: &'static str,
    /// Draws the figure.
    pub draw: fn(&Desk) -> Result<Scene, Trouble>,
}

impl Figure {
    /// A name for files that show the figure: `dicots-figure-4`.
    #[must_use]
    pub fn file_stem(&self) -> String {
        format!("{}-{}", self.paper.name(), self.label.to_lowercase().replace([' ', '.'], "-"))
    }

    /// The figure as files to be written: their names and contents, SVG and LaTeX, which
    /// `tikz` writes: [`Scene::tikz`] or [`Scene::tikz_document`].
    ///
    /// # Errors
    /// [`Trouble`] when the figure could not be computed.
    pub fn files(&self, desk: &Desk, tikz: fn(&Scene) -> String) -> Result<[(String, String); 2], Trouble> {
        let (scene, stem) = ((self.draw)(desk)?, self.file_stem());
        Ok([(format!("{stem}.svg"), scene.svg()), (format!("{stem}.tex"), tikz(&scene))])
    }
}

/// Every figure that shows games, paper by paper.
#[must_use]
pub fn figures() -> Vec<Figure> {
    let dicots = |label, caption, draw| Figure { paper: Paper::Dicots, label, caption, draw };
    let day_2 = |label, caption, draw| Figure { paper: Paper::Day2, label, caption, draw };
    let blocking = |label, caption, draw| Figure { paper: Paper::Blocking, label, caption, draw };
    let universe = |label, caption, draw| Figure { paper: Paper::Universe, label, caption, draw };
    vec![
        dicots("Figure 1", "the games born by day 1", trees::born_by_day_1),
        dicots("Figure 2", "the order of outcomes", dicots::outcomes),
        dicots("Figure 3", "the dicots born by day 2, modulo D", dicots::day_2_trees),
        dicots("Figure 4", "the order of the dicots born by day 2, modulo D", dicots::day_2_order),
        dicots(
            "Figure 5",
            "a dicot with as few edges as possible for each normal outcome and each misère outcome",
            dicots::both_outcomes,
        ),
        dicots(
            "Figure 6",
            "for all outcomes of two dicots and of their sum, dicots of which the larger has few edges",
            dicots::outcomes_of_sums,
        ),
        day_2("Figure 1", "(a) a dead-ending game, (b) one with an end that is not dead", trees::dead_ending),
        day_2("Figure 2", "the trees born on day 2 that equal 0 modulo E", trees::equal_to_zero),
        blocking("Figure 2.1", "the waiting games of rank at most 4", trees::waiting_games),
        blocking("Figure 3.1", "the passing games B_0 to B_4", trees::passing_games),
        universe("Figure 1", "the Left dead ends born by days 2 and 3, without 0", ends::semilattices),
        universe("Figure 2", "a Left dead end, its adjoint and its Left-modified adjoint", ends::adjoints),
        universe("Figure 4", "a dicot and its canonical form modulo D", trees::reduction),
    ]
}

#[cfg(test)]
mod tests {
    use misere::Workspace;

    use super::*;

    #[test]
    fn every_figure_is_drawn_in_every_format() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        for figure in figures() {
            let name = figure.file_stem();
            let scene = (figure.draw)(&desk).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(scene.shapes().len() > 3, "{name}");
            assert!(scene.png().is_ok(), "{name}");
            let [(svg, _), (tex, document)] = figure.files(&desk, Scene::tikz_document).unwrap();
            assert_eq!([svg, tex], [format!("{name}.svg"), format!("{name}.tex")]);
            assert!(document.contains(r"\begin{tikzpicture}"));
            assert_eq!(document.matches('{').count(), document.matches('}').count(), "{name}");
        }
    }

    #[test]
    fn a_figure_is_the_same_each_time() {
        let [one, other] = [Desk::new(&Workspace::new()).unwrap(), Desk::new(&Workspace::new()).unwrap()];
        // Another history of the store.
        other.read("{{*|0},{0|*}|{*2|*}}").unwrap();
        for figure in figures() {
            let files = |desk| figure.files(desk, Scene::tikz).unwrap();
            assert_eq!(files(&one), files(&other), "{}", figure.file_stem());
        }
    }

    #[test]
    fn names_of_files_are_distinct() {
        let mut stems: Vec<String> = figures().iter().map(Figure::file_stem).collect();
        let count = stems.len();
        stems.sort();
        stems.dedup();
        assert_eq!((stems.len(), &*stems[0]), (count, "blocking-figure-2-1"));
    }
}
