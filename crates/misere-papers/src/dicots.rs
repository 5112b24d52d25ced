//! [dicots]: Dorbec, Renault, Siegel, Sopena, *Dicots, and a taxonomic ranking for
//! misère games*.

use std::collections::BTreeSet;

use crate::desk::Desk;
use crate::item::{Finding, Item, Paper, Trouble};

pub(crate) fn items() -> Vec<Item> {
    vec![Item::new(
        Paper::Dicots,
        "Proposition 4.1",
        "dicots born by day 2 that are distinct modulo D",
        proposition_4_1,
    )]
}

fn proposition_4_1(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = ["0", "*", "*2", "{0|*}", "{*|0}", "{0,*|0}", "{0|0,*}", "{0,*|*}", "{*|0,*}"];
    let claimed: BTreeSet<String> = claimed
        .iter()
        .map(|text| desk.write(desk.read(text)?).map_err(Trouble::from))
        .collect::<Result<_, _>>()?;
    let mut computed = BTreeSet::new();
    for &g in desk.day_2()? {
        if desk.forms().is_dicot(g) {
            computed.insert(desk.write(desk.d.canonical(g)?)?);
        }
    }
    let list =
        |set: BTreeSet<String>| format!("{}: {}", set.len(), set.into_iter().collect::<Vec<_>>().join(", "));
    Ok(Finding::new(list(claimed), list(computed)))
}
