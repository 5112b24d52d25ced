//! Classes of games that are equal modulo a universe, by the day they are born, and
//! their order.
//!
//! [`Games`] are the trees that are read, a [`Census`] has the classes of these
//! games, and [`Census::order`] compares all classes.
//!
//! ```
//! use std::sync::Arc;
//! use misere_census::classes::{Census, Games};
//! use misere_core::{Dicots, Engine, Forms};
//!
//! let forms = Arc::new(Forms::new());
//! let games = Games::dicots(&forms, 2).unwrap();
//! let modulo = Engine::new(forms, Arc::new(Dicots));
//! let census = Census::new(&modulo, &games, 1)?;
//! assert_eq!((census.games, census.classes.len()), (10, 9));
//! let order = census.order(&modulo, 1)?;
//! assert_eq!(order.covers().len(), 12);
//! # Ok::<(), misere_core::Refused>(())
//! ```

mod census;
mod games;

pub use census::{Census, Class, Tally, number_of_classes, order_of};
pub use games::{CensusError, Games, TooManyGames};
