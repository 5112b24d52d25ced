//! The papers on misère games modulo universes, recomputed.
//!
//! A paper is a module, an [`Item`] is a table, theorem, lemma, example or figure of
//! it, and its function bears the paper's number (`dicots::theorem_4_8`). An item
//! states what the paper says and computes the same thing with the engine; only the
//! paper's own claim is written down here.
//!
//! ```
//! use misere::Workspace;
//! use misere_papers::{Desk, Verdict, items};
//! let desk = Desk::new(&Workspace::new())?;
//! let item = items().into_iter().find(|i| i.label == "Proposition 4.1").unwrap();
//! assert_eq!(item.examine(&desk)?.verdict, Verdict::Agrees);
//! # Ok::<(), misere_papers::Trouble>(())
//! ```
#![forbid(unsafe_code)]

mod blocking;
mod choice;
mod day_2;
mod desk;
mod dicots;
mod figures;
mod item;
mod json;
mod membership;
mod nim;
mod open;
mod page;
mod panel;
mod play;
mod sample;
mod universe;

pub use choice::{NotFound, Wanted, in_order};
pub use desk::Desk;
pub use figures::{Figure, figures};
pub use item::{
    Finding, How, Item, Note, Pace, Paper, Report, Scope, Source, Tally, Trouble, Verdict, counted, grouped,
};
pub use json::{FigureObject, ItemObject};
pub use page::{Count, describe, legend, paper_lines};

/// Every item, paper by paper in the order of the papers, open problems last.
pub fn items() -> Vec<Item> {
    [
        dicots::ITEMS,
        open::DICOTS,
        day_2::ITEMS,
        open::DAY_2,
        &blocking::items(),
        open::BLOCKING,
        nim::ITEMS,
        &universe::items(),
        open::UNIVERSE,
    ]
    .concat()
}
