//! Impartial misère games: Nim with finite and transfinite heaps, genus, Conway's
//! canonical forms.
#![forbid(unsafe_code)]
