//! \[universe\]: Siegel, *On the general dead-ending universe of partizan games*.
//!
//! Statements about all games are tried on the 256 forms of rank at most 2 and their
//! 65,536 pairs, on the dead ends of the first days, and on random larger games. What a
//! theorem says about order or strength is compared with sums that are played out.

pub(crate) mod definition;
pub(crate) mod realm;
mod sample;
mod section_2;
mod section_3;
mod section_3_lattice;
mod section_4;
mod section_4_days;
mod section_4_tests;
mod section_5_examples;
mod section_5_order;
mod section_5_simplest;
mod section_5_sums;
mod section_6;
mod section_7;

use crate::item::{Finding, Item};

pub(crate) fn items() -> Vec<Item> {
    [
        section_2::ITEMS,
        section_3::ITEMS,
        section_3_lattice::ITEMS,
        section_4::ITEMS,
        section_4_tests::ITEMS,
        section_4_days::ITEMS,
        section_5_examples::ITEMS,
        section_5_order::ITEMS,
        section_5_simplest::ITEMS,
        section_5_sums::ITEMS,
        section_6::ITEMS,
        section_7::ITEMS,
    ]
    .concat()
}

/// Single sentences that the paper claims, each with whether it is true.
fn facts(sentences: &[(&str, bool)]) -> Finding {
    let claim: Vec<&str> = sentences.iter().map(|(sentence, _)| *sentence).collect();
    let computed: Vec<String> = sentences
        .iter()
        .map(|(text, holds)| if *holds { (*text).to_owned() } else { format!("not: {text}") })
        .collect();
    Finding::new(claim.join("; "), computed.join("; "))
}
