//! Pictures of misère games: game trees, Hasse diagrams and boards.
#![forbid(unsafe_code)]
