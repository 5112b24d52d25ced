//! Left dead ends: their order, which is the same in every universe, and their
//! factorisations.
//!
//! A Left dead end is a game in which Left never has a move, given by its Right
//! options, which are Left dead ends. \[universe\] is Siegel, *On the general
//! dead-ending universe of partizan games*, whose section 3 is about dead ends;
//! \[factorisations\] is Davies, *On factorisations of Left dead ends*
//! (arXiv:2409.17871), which adds race, flexibility and atoms.
//!
//! There are two representations: a [`DeadEnds`] engine holds any dead ends, and a
//! [`Lattice`] holds all dead ends born by some day up to the fifth, as sets of bits.
//! Neither representation computes by means of the other.
//!
//! ```
//! use misere_census::dead_ends::DeadEnds;
//! use misere_core::{Forms, Player};
//! use misere_notation::parse_form;
//!
//! let (forms, ends) = (Forms::new(), DeadEnds::new());
//! // 1×7 Domineering.
//! let g = parse_form(&forms, "[-2 [-1 0]]").unwrap();
//! let g = ends.value(&forms, g, Player::Left).unwrap();
//! let factors = &ends.factorisations(g)?[0];
//! let shown: Vec<String> = factors.iter().map(|&f| ends.write_shorthand(f).unwrap()).collect();
//! assert_eq!(shown, ["1̄", "1̄0"]);
//! # Ok::<(), misere_core::Exhausted>(())
//! ```

mod closure;
mod engine;
mod factor;
mod lattice;
mod shorthand;
mod tables;

pub use closure::Closure;
pub use engine::{DeadEndError, DeadEnds};
pub use lattice::{Lattice, UpSet};
pub use tables::DeadEnd;
