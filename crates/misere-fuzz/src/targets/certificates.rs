//! Certificates.

use crate::Target;

pub(super) const CERTIFICATES: Target = Target {
    name: "certificates",
    seeds: || SEEDS.map(<[u8]>::to_vec).to_vec(),
    tokens: r#"0 1 2 3 7 4294967295 -1 [ ] { } , : "L" "Left" "Right" "M" "E" "D"
        "ge" "not_ge" "pairs" "same" "play" "strategy" "cells" null 1e9 "nodes" "steps""#,
    read: |data| {
        misere_check::fuzz_one(data);
        0
    },
};

/// Certificates that the checker accepts.
const SEEDS: [&[u8]; 16] = [
    include_bytes!("../../seeds/01-compare.json"),
    include_bytes!("../../seeds/02-compare.json"),
    include_bytes!("../../seeds/03-compare.json"),
    include_bytes!("../../seeds/04-compare.json"),
    include_bytes!("../../seeds/05-compare.json"),
    include_bytes!("../../seeds/06-compare.json"),
    include_bytes!("../../seeds/07-compare.json"),
    include_bytes!("../../seeds/08-compare.json"),
    include_bytes!("../../seeds/09-simplest.json"),
    include_bytes!("../../seeds/10-simplest.json"),
    include_bytes!("../../seeds/11-invertible.json"),
    include_bytes!("../../seeds/12-invertible.json"),
    include_bytes!("../../seeds/13-strong.json"),
    include_bytes!("../../seeds/14-strong.json"),
    include_bytes!("../../seeds/15-outcome.json"),
    include_bytes!("../../seeds/16-simplest.json"),
];
