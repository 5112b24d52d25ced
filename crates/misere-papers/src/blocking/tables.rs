//! The tables at the end of section 4.

use std::collections::{BTreeSet, HashSet};

use misere::core::{Engine, Form, Inverse};
use misere::notation::structural_order;

use super::inverses::cancels_with_conjugate;
use crate::desk::Desk;
use crate::item::{Finding, Item, Trouble, items};
use crate::sample::{Kind, forms_of_kind};

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 4, table 1" => table_1,
        "rank ≤ 2, up to conjugation: invertible in B and not an invertible game of E; simplest forms"
        .decided()
        .all("the 256 forms of rank at most 2")
        .engine("the literal sums with their conjugates, modulo B and E")
        .shown("simplest '{|0,1,-1,*}' -m B")
        .shown("simplest '{|0,1,-1,*}' -m E");
    "Section 4, table 1, E" => table_1_modulo_e, "the forms of table 1 are E-invertible: E ⊆ B"
        .erratum("a candidate: {·|0,1}, {·|1,1̄}, {·|0,1,1̄}, and these with *, have no inverse in E. G + Ḡ ≡ 0 \
             modulo E, as E ⊆ B, but Ḡ is not in E. These G equal Left ends with a tombstone of Right: if \
             G + H ≥ 0, then each H^R has an H^{RL} with G + H^{RL} ≥ 0, and at the bottom H is a Right dead \
             end, where Left has no good move")
        .decided()
        .all("the games of E of rank at most 2, and by their types those of all ranks")
        .sample("500 games of E of rank at most 4")
        .engine("equality of G + H and 0 modulo E")
        .shown("invertible '{|0,1}' -m E")
        .shown("invertible '{|1,*}' -m E");
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

/// The rows of the first table.
const TABLE_1: [[&str; 3]; 8] = [
    ["{|1}", "0", "0"],
    ["{|0,1}", "{|0,#}", "{|0,#}"],
    ["{|1,-1}", "{|-1,#}", "{|-1,#}"],
    ["{|0,1,-1}", "{|0,-1,#}", "{|0,-1,#}"],
    ["{|1,*}", "0", "0"],
    ["{|0,1,*}", "{|0,#}", "{|0,#}"],
    ["{|1,-1,*}", "{|-1,#}", "{|-1,#}"],
    ["{|0,1,-1,*}", "{|0,-1,#}", "{|0,-1,#}"],
];

fn table_1(desk: &Desk) -> Result<Finding, Trouble> {
    let mut rows = Rows::default();
    for g in desk.games_of(&desk.b)? {
        let invertible_in_e = desk.forms().is_dead_ending(g) && cancels_with_conjugate(&desk.e, g)?;
        if cancels_with_conjugate(&desk.b, g)? && !invertible_in_e {
            rows.add(desk, [g, desk.b.simplest(g)?, desk.e.simplest(g)?])?;
        }
    }
    rows.against(desk, &TABLE_1)
}

/// An inverse H of each form is sought in E, by the definition: a form outside of E need not have
/// its conjugate for one.
fn table_1_modulo_e(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tried = desk.games_of(&desk.e)?;
    tried.extend(forms_of_kind(forms, 29, Kind::DeadEnding, 4, 500)?);
    let zero = desk.e.value(Form::ZERO)?;
    let (mut invertible, mut details) = (0, Vec::new());
    for [text, ..] in TABLE_1 {
        let g = desk.read(text)?;
        let mut found = None;
        for &h in &tried {
            if found.is_none() && desk.e.value(forms.sum(g, h)?)? == zero {
                found = Some(h);
            }
        }
        let said = match desk.e.inversion(g)?.inverse {
            Inverse::Is(_) => "an inverse",
            Inverse::None => "no inverse",
            Inverse::NoneUpTo(_) => "not decided",
        };
        invertible += usize::from(found.is_some());
        let shown =
            found.map_or_else(|| "none was found".to_owned(), |h| format!("{} was found", desk.show(h)));
        details.push(format!("{text}: {said} by the search; {shown} among {} games", tried.len()));
    }
    let computed = format!("{invertible} of {}", TABLE_1.len());
    Ok(Finding::new("8 of 8".to_owned(), computed).with_details(details.join("\n")))
}

fn table_2(desk: &Desk) -> Result<Finding, Trouble> {
    let claimed = [["{-1|0,*}", "{-1|0,*}", "{-1|0,#}"], ["{-1|0,-1,*}", "{-1|0,-1,*}", "{-1|0,-1,#}"]];
    let mut rows = Rows::default();
    for g in desk.games_of(&desk.e)? {
        if cancels_with_conjugate(&desk.e, g)? && !cancels_with_conjugate(&desk.b, g)? {
            rows.add(desk, [g, desk.b.simplest(g)?, desk.e.simplest(g)?])?;
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
    fn add(&mut self, desk: &Desk, row: [Form; 3]) -> Result<(), Trouble> {
        let forms = desk.forms();
        let conjugate = forms.conjugate(row[0])?;
        let keep = structural_order(forms, &[row[0], conjugate])[0] == row[0];
        let mut texts = Vec::new();
        for g in row {
            texts.push(desk.write(if keep { g } else { forms.conjugate(g)? })?);
        }
        self.0.insert(texts.join(" "));
        Ok(())
    }

    fn against(self, desk: &Desk, claimed: &[[&str; 3]]) -> Result<Finding, Trouble> {
        let mut rows = Rows::default();
        for texts in claimed {
            let row = texts.map(|text| desk.read(text));
            let [a, b, c] = row;
            rows.add(desk, [a?, b?, c?])?;
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
