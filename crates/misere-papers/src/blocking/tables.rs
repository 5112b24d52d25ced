//! The tables at the end of section 4.

use std::collections::{BTreeSet, HashSet};

use misere::core::{Engine, Form};
use misere::notation::structural_order;

use super::inverses::cancels_with_conjugate;
use crate::desk::Desk;
use crate::item::{Finding, Item, Trouble, items};

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 4, table 1" => table_1,
        "rank ≤ 2, up to conjugation: invertible in B and not an invertible game of E; simplest forms"
        .decided()
        .all("the 256 forms of rank at most 2")
        .engine("the literal sums with their conjugates, modulo B and E")
        .shown("simplest '{|0,1,-1,*}' -m B")
        .shown("simplest '{|0,1,-1,*}' -m E");
    "Section 4, table 2" => table_2,
        "rank ≤ 2, up to conjugation: invertible in E and not modulo B; simplest forms"
        .decided()
        .all("the 232 dead-ending games of rank at most 2")
        .engine("the literal sums with their conjugates, modulo B and E")
        .shown("simplest '{-1|0,*}' -m B")
        .shown("simplest '{-1|0,*}' -m E");
    "Section 4, table 3" => table_3,
        "rank ≤ 2 in B / E: forms, invertible forms, simplest forms, invertible simplest forms"
        .decided()
        .all("the 256 forms of rank at most 2")
        .engine("the literal sums with their conjugates, modulo B and E")
        .shown("count --day 2 -m B")
        .shown("count --day 2 -m E");
};

fn table_1(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = [
        ["{|1}", "0", "0"],
        ["{|0,1}", "{|0,#}", "{|0,#}"],
        ["{|1,-1}", "{|-1,#}", "{|-1,#}"],
        ["{|0,1,-1}", "{|0,-1,#}", "{|0,-1,#}"],
        ["{|1,*}", "0", "0"],
        ["{|0,1,*}", "{|0,#}", "{|0,#}"],
        ["{|1,-1,*}", "{|-1,#}", "{|-1,#}"],
        ["{|0,1,-1,*}", "{|0,-1,#}", "{|0,-1,#}"],
    ];
    let mut rows = Rows::default();
    for g in desk.games_of(&desk.b)? {
        let invertible_in_e = desk.forms().is_dead_ending(g) && cancels_with_conjugate(&desk.e, g)?;
        if cancels_with_conjugate(&desk.b, g)? && !invertible_in_e {
            // They are invertible modulo E, the paper says, as games outside E.
            let note = if cancels_with_conjugate(&desk.e, g)? { "" } else { " not invertible modulo E" };
            rows.add(desk, [g, desk.b.simplest(g)?, desk.e.simplest(g)?], note)?;
        }
    }
    rows.against(desk, &claimed)
}

fn table_2(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = [["{-1|0,*}", "{-1|0,*}", "{-1|0,#}"], ["{-1|0,-1,*}", "{-1|0,-1,*}", "{-1|0,-1,#}"]];
    let mut rows = Rows::default();
    for g in desk.games_of(&desk.e)? {
        if cancels_with_conjugate(&desk.e, g)? && !cancels_with_conjugate(&desk.b, g)? {
            rows.add(desk, [g, desk.b.simplest(g)?, desk.e.simplest(g)?], "")?;
        }
    }
    rows.against(desk, &claimed)
}

/// Rows of a table that is taken up to conjugation: a form, its B-simplest and its
/// E-simplest form.
#[derive(Default)]
struct Rows(BTreeSet<String>);

impl Rows {
    /// Of a row and its conjugate, the one whose first form comes first is kept.
    fn add(&mut self, desk: &Desk, row: [Form; 3], note: &str) -> Result<(), Trouble> {
        let forms = desk.forms();
        let conjugate = forms.conjugate(row[0])?;
        let keep = structural_order(forms, &[row[0], conjugate])[0] == row[0];
        let mut texts = Vec::new();
        for g in row {
            texts.push(desk.write(if keep { g } else { forms.conjugate(g)? })?);
        }
        self.0.insert(format!("{}{note}", texts.join(" ")));
        Ok(())
    }

    fn against(self, desk: &Desk, claimed: &[[&str; 3]]) -> Result<Finding, Trouble> {
        let mut rows = Rows::default();
        for texts in claimed {
            let row = texts.map(|text| desk.read(text));
            let [a, b, c] = row;
            rows.add(desk, [a?, b?, c?], "")?;
        }
        let summary =
            |rows: &Rows| format!("{} rows: {}", rows.0.len(), Vec::from_iter(rows.0.clone()).join("; "));
        Ok(Finding::new(summary(&rows), summary(&self)))
    }
}

fn table_3(desk: &Desk) -> Result<Finding, Trouble> {
    let (b, e) = (counts(desk, &desk.b)?, counts(desk, &desk.e)?);
    let lines: Vec<String> = b.iter().zip(e).map(|(b, e)| format!("{b}/{e}")).collect();
    Ok(Finding::new("256/232, 72/60, 220/196, 52/46", lines.join(", ")))
}

/// The numbers of forms, invertible forms, simplest forms, and simplest forms of invertible
/// games.
fn counts(desk: &Desk, engine: &Engine) -> Result<[usize; 4], Trouble> {
    let games = desk.games_of(engine)?;
    let mut invertible = 0;
    let (mut simplest, mut invertible_simplest) = (HashSet::new(), HashSet::new());
    for &g in &games {
        let form = engine.simplest(g)?;
        simplest.insert(form);
        if cancels_with_conjugate(engine, g)? {
            invertible += 1;
            invertible_simplest.insert(form);
        }
    }
    Ok([games.len(), invertible, simplest.len(), invertible_simplest.len()])
}
