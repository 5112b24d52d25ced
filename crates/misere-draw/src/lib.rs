//! Pictures of misère games: game trees, Hasse diagrams and boards.
//!
//! Every picture is a [`Scene`] of lines, dots, rectangles and texts, and is written by
//! one of the writers: [`Scene::svg`], [`Scene::pdf`], [`Scene::tikz`],
//! [`Scene::png`]. Small trees can
//! also be written as text for a terminal, [`tree_text`].
//!
//! ```
//! use misere_core::Forms;
//! use misere_draw::{Naming, TreeStyle, draw_tree, tree_text};
//! use misere_notation::parse_form;
//!
//! let forms = Forms::new();
//! let g = parse_form(&forms, "{0,*|*}").unwrap();
//! let style = TreeStyle { naming: Naming::Names, ..TreeStyle::default() };
//! assert_eq!(tree_text(&forms, g, &style)?, "    ●\n╭─┬─┴─╮\n* 0   *\n");
//! let picture = draw_tree(&forms, g, &style)?;
//! assert!(picture.svg().starts_with("<svg"));
//! # Ok::<(), misere_core::Exhausted>(())
//! ```
#![forbid(unsafe_code)]

mod board;
mod font;
mod hackenbush;
mod hasse;
mod heaps;
mod label;
mod layered;
mod merged;
mod numbers;
mod order;
mod outline;
mod pdf;
mod png;
mod scene;
mod svg;
mod symmetry;
mod terminal;
mod tidy;
mod tikz;
mod tree;

pub use board::{Board, Cell, draw_board};
pub use hackenbush::draw_hackenbush;
pub use hasse::{Hasse, HasseError, draw_hasse};
pub use heaps::{draw_heaps, heaps_text};
pub use label::Label;
pub use png::PngError;
pub use scene::{Anchor, Bounds, Ends, Fill, Point, Scene, Shape, Stroke};
pub use terminal::tree_text;
pub use tree::{Naming, TreeStyle, draw_tree};
