//! Section 5: any outcomes occur together.

use std::collections::BTreeMap;

use misere::core::{Exhausted, Form, Forms, Outcome, Player};
use misere::notation::structural_order;

use crate::desk::Desk;
use crate::item::{Finding, Trouble};
use crate::play::Play;

const OUTCOMES: [Outcome; 4] = [Outcome::P, Outcome::L, Outcome::R, Outcome::N];

/// The smallest dicot, in edges of its tree, for each cell of Figure 5. Its outcomes are played
/// out once more by the rules of both conventions.
pub(super) fn theorem_5_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut found: BTreeMap<[usize; 2], Form> = BTreeMap::new();
    for g in dicots_by_edges(forms, 12)?.into_iter().flatten() {
        if let Some(normal) = forms.normal_outcome(g) {
            found.entry([normal, forms.outcome(g)].map(index)).or_insert(g);
        }
    }
    let mut lines = Vec::new();
    let mut as_played = true;
    for (outcomes, &g) in &found {
        let [normal, misere] = outcomes.map(|i| OUTCOMES[i]);
        as_played = as_played && [normal, misere] == [played(forms, g, false), played(forms, g, true)];
        lines.push(format!("normal {normal}, misère {misere}: {}", desk.show(g)));
    }
    Ok(Finding::of(found.len() == 16, format!("{} of 16 cells", found.len()))
        .provided(as_played, "a dicot is won otherwise when it is played out")
        .with_details(lines.join("\n")))
}

/// The outcome of a form by the rules: who cannot move loses, or in misère play wins.
fn played(forms: &Forms, g: Form, misere: bool) -> Outcome {
    let [left, right] = Player::BOTH.map(|p| if wins(forms, g, p, misere) { p } else { p.opponent() });
    Outcome::from_winners(left, right)
}

fn wins(forms: &Forms, g: Form, mover: Player, misere: bool) -> bool {
    match forms.options(g, mover) {
        [] => misere,
        options => options.iter().any(|&option| !wins(forms, option, mover.opponent(), misere)),
    }
}

/// The smallest pair of dicots of at most 12 edges each, in edges of both trees together, for
/// each three outcomes.
pub(super) fn theorem_5_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let most = 12;
    let by_edges = dicots_by_edges(forms, most)?;
    let play = Play::new(forms);
    let mut found: BTreeMap<[usize; 3], (Form, Form)> = BTreeMap::new();
    'search: for total in 0..=2 * most {
        for edges in total.saturating_sub(most)..=total.min(most) {
            for &g in &by_edges[edges] {
                for &h in &by_edges[total - edges] {
                    let outcomes = [forms.outcome(g), forms.outcome(h), play.outcome(g, h)];
                    found.entry(outcomes.map(index)).or_insert((g, h));
                    if found.len() == 64 {
                        break 'search;
                    }
                }
            }
        }
    }
    let lines: Vec<String> = found
        .iter()
        .map(|(outcomes, &(g, h))| {
            let [a, b, c] = outcomes.map(|i| OUTCOMES[i]);
            format!("{a} + {b} = {c}: {} + {}", desk.show(g), desk.show(h))
        })
        .collect();
    let computed = format!("{} of 64 triples", found.len());
    Ok(Finding::of(found.len() == 64, computed).with_details(lines.join("\n")))
}

fn index(outcome: Outcome) -> usize {
    OUTCOMES.iter().position(|&o| o == outcome).expect("there are four outcomes")
}

/// The dicots with 0, 1, … `most` edges, those with as many in structural order.
fn dicots_by_edges(forms: &Forms, most: usize) -> Result<Vec<Vec<Form>>, Exhausted> {
    // The sets of dicots that take 0, 1, … edges as the options of a player. Once all dicots
    // with fewer than n edges are in, those that take n edges are complete.
    let mut sets: Vec<Vec<Vec<Form>>> = vec![Vec::new(); most + 1];
    sets[0].push(Vec::new());
    let mut dicots: Vec<Vec<Form>> = Vec::new();
    for edges in 0..=most {
        let mut here = Vec::new();
        if edges == 0 {
            here.push(Form::ZERO);
        }
        for left in 1..edges {
            for a in &sets[left] {
                for b in &sets[edges - left] {
                    here.push(forms.ordinary(a, b)?);
                }
            }
        }
        let here = structural_order(forms, &here);
        for &g in &here {
            for with in (edges + 1..=most).rev() {
                let larger: Vec<Vec<Form>> =
                    sets[with - edges - 1].iter().map(|set| [set.as_slice(), &[g]].concat()).collect();
                sets[with].extend(larger);
            }
        }
        dicots.push(here);
    }
    Ok(dicots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dicots_are_listed_once_and_have_their_edges() {
        let forms = Forms::new();
        let all = dicots_by_edges(&forms, 9).unwrap();
        let mut seen = std::collections::HashSet::new();
        for (edges, list) in all.iter().enumerate() {
            for &g in list {
                assert!(forms.is_dicot(g) && seen.insert(g));
                assert_eq!(forms.tree_edges(g), Ok(edges.into()));
            }
        }
        // All ten of day 2 have at most 8 edges.
        let day_2 = forms.born_by(2).unwrap();
        assert!(day_2.iter().filter(|&&g| forms.is_dicot(g)).all(|g| seen.contains(g)));
    }
}
