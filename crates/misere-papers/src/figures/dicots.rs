//! Figures of \[dicots\].

use std::collections::HashSet;

use misere::core::{Exhausted, Form, Outcome, Relation};
use misere::draw::{Hasse, Label, Scene, draw_hasse};
use misere::notation::structural_order;

use super::layout::{captioned, tree};
use crate::desk::Desk;
use crate::item::Trouble;

/// The order of outcomes in the tables of the paper.
const OUTCOMES: [Outcome; 4] = [Outcome::P, Outcome::L, Outcome::R, Outcome::N];

/// The names of the paper for the dicots born by day 2, modulo D.
const NAMES: [(&str, &str, &str); 9] = [
    ("0", "0", "0"),
    ("*", "*", "*"),
    ("{0|*}", "ᾱ", r"\overline{\alpha}"),
    ("{*|0}", "α", r"\alpha"),
    ("{0,*|0}", "s", "s"),
    ("{0,*|*}", "z", "z"),
    ("{0|0,*}", "s\u{304}", r"\overline{s}"),
    ("{*|0,*}", "z\u{304}", r"\overline{z}"),
    ("*2", "*2", "*2"),
];

/// \[dicots\] Figure 2.
pub(super) fn outcomes(desk: &Desk) -> Result<Scene, Trouble> {
    let labels = OUTCOMES.map(outcome_label).to_vec();
    Ok(draw_hasse(&order(labels, |i, j| OUTCOMES[i] > OUTCOMES[j])?, desk.forms().budget())?)
}

/// \[dicots\] Figure 3.
pub(super) fn day_2_trees(desk: &Desk) -> Result<Scene, Trouble> {
    let named = named_dicots(desk)?;
    let pictures = named.into_iter().map(|(g, label)| Ok((tree(desk.forms(), g)?, label)));
    Ok(captioned(pictures.collect::<Result<_, Trouble>>()?))
}

/// \[dicots\] Figure 4.
pub(super) fn day_2_order(desk: &Desk) -> Result<Scene, Trouble> {
    let (games, labels): (Vec<Form>, Vec<Label>) = named_dicots(desk)?.into_iter().unzip();
    let mut relations = Vec::new();
    let mut conjugates = Vec::new();
    for &g in &games {
        let row = games.iter().map(|&h| desk.d.relation(g, h)).collect::<Result<Vec<_>, _>>()?;
        relations.push(row);
        let conjugate = desk.d.canonical(desk.forms().conjugate(g)?)?;
        conjugates.extend(games.iter().position(|&h| h == conjugate));
    }
    let order = order(labels, |i, j| relations[i][j] == Relation::Greater)?;
    let order = order.with_conjugates(conjugates).map_err(|error| Trouble::Refused(error.to_string()))?;
    Ok(draw_hasse(&order, desk.forms().budget())?)
}

/// \[dicots\] Figure 5.
pub(super) fn both_outcomes(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    let smallest = both_outcomes_found(desk)?;
    let words = |text: &str| Scene::caption(Label::words(text));
    let mut rows = vec![vec![words("misère \\ normal")]];
    rows[0].extend(OUTCOMES.map(|outcome| Scene::caption(outcome_label(outcome))));
    for (misere, found) in OUTCOMES.into_iter().zip(smallest) {
        let mut row = vec![Scene::caption(outcome_label(misere))];
        for g in found {
            row.push(tree(forms, g)?);
        }
        rows.push(row);
    }
    Ok(Scene::table(rows, 7.0))
}

/// For each misère outcome and each normal one, a dicot with as few edges as possible.
fn both_outcomes_found(desk: &Desk) -> Result<Vec<Vec<Form>>, Trouble> {
    let forms = desk.forms();
    let mut census = Census::new(desk);
    let mut found = vec![vec![None; OUTCOMES.len()]; OUTCOMES.len()];
    while found.iter().flatten().any(Option::is_none) {
        for &g in census.next()? {
            let normal = forms.normal_outcome(g);
            let place = |outcome| OUTCOMES.iter().position(|&o| Some(o) == outcome);
            if let (Some(row), Some(column)) = (place(Some(forms.outcome(g))), place(normal)) {
                found[row][column].get_or_insert(g);
            }
        }
    }
    Ok(found.into_iter().map(|row| row.into_iter().flatten().collect()).collect())
}

/// The pairs of outcomes of Figure 6. Every other pair is the conjugate of one in this list, or
/// has its summands exchanged.
const PAIRS: [(Outcome, Outcome); 7] = [
    (Outcome::P, Outcome::P),
    (Outcome::P, Outcome::L),
    (Outcome::P, Outcome::N),
    (Outcome::L, Outcome::L),
    (Outcome::L, Outcome::R),
    (Outcome::L, Outcome::N),
    (Outcome::N, Outcome::N),
];

/// \[dicots\] Figure 6.
pub(super) fn outcomes_of_sums(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    let label = |a: Outcome, b: Outcome| {
        Label::new(format!("{a} + {b}"), format!(r"\mathcal{{{a}}} + \mathcal{{{b}}}"))
    };
    let mut rows = vec![vec![Scene::caption(Label::words("the sum is"))]];
    rows[0].extend(OUTCOMES.map(|outcome| Scene::caption(outcome_label(outcome))));
    for (&(a, b), found) in PAIRS.iter().zip(sums_found(desk)?) {
        let mut row = vec![Scene::caption(label(a, b))];
        for (g, h) in found {
            row.push(plus(tree(forms, g)?, tree(forms, h)?));
        }
        rows.push(row);
    }
    Ok(Scene::table(rows, 7.0))
}

/// For each pair and each outcome of the sum, dicots of which the larger has as few
/// edges as possible, and then the smaller.
fn sums_found(desk: &Desk) -> Result<Vec<Vec<(Form, Form)>>, Trouble> {
    let forms = desk.forms();
    let mut census = Census::new(desk);
    let mut found = vec![vec![None; OUTCOMES.len()]; PAIRS.len()];
    while found.iter().flatten().any(Option::is_none) {
        let larger = census.next()?.to_vec();
        let smaller = census.games.iter().flatten();
        let pairs = smaller.flat_map(|&g| larger.iter().flat_map(move |&h| [(g, h), (h, g)]));
        for (g, h) in pairs {
            let outcomes = (forms.outcome(g), forms.outcome(h));
            let Some(row) = PAIRS.iter().position(|&pair| pair == outcomes) else { continue };
            if found[row].iter().all(Option::is_some) {
                continue;
            }
            let sum = forms.outcome(forms.sum(g, h)?);
            if let Some(column) = OUTCOMES.iter().position(|&o| o == sum) {
                found[row][column].get_or_insert((g, h));
            }
        }
    }
    Ok(found.into_iter().map(|row| row.into_iter().flatten().collect()).collect())
}

/// Two pictures with a plus between them, their tops at one height.
fn plus(one: Scene, other: Scene) -> Scene {
    const GAP: f64 = 9.0;
    Scene::row(vec![one, Scene::caption(Label::new("+", "+")), other], GAP)
}

/// Dicots in the order of the edges of their trees, one for each value modulo D.
///
/// One dicot for each value is enough for what depends on the value alone, and least numbers
/// of edges are right: where an option is replaced by one of the same value with fewer edges,
/// the value stays and edges are saved. By \[dicots\] Theorem 3.9 the normal outcome depends
/// on the value modulo D alone.
struct Census<'a> {
    desk: &'a Desk,
    /// The dicots by the number of edges, and in structural order where the number is equal.
    games: Vec<Vec<Form>>,
    /// Sets of dicots by their cost as options: an edge for each dicot, and its own edges.
    sets: Vec<Vec<Vec<Form>>>,
    known: HashSet<Form>,
}

impl Census<'_> {
    fn new(desk: &Desk) -> Census<'_> {
        Census { desk, games: Vec::new(), sets: vec![vec![Vec::new()]], known: HashSet::new() }
    }

    /// Adds the dicots with one edge more than the largest so far.
    fn next(&mut self) -> Result<&[Form], Exhausted> {
        let (forms, edges) = (self.desk.forms(), self.games.len());
        let mut new = if edges == 0 { vec![Form::ZERO] } else { Vec::new() };
        for left in 1..edges {
            for a in &self.sets[left] {
                for b in &self.sets[edges - left] {
                    new.push(forms.ordinary(a, b)?);
                }
            }
        }
        let mut kept = Vec::new();
        for g in structural_order(forms, &new) {
            if self.known.insert(self.desk.d.simplest(g)?) {
                kept.push(g);
            }
        }
        // A dicot costs an edge more than it has.
        self.games.push(kept);
        let mut sets = Vec::new();
        self.collect_sets(edges + 1, &mut sets);
        self.sets.push(sets);
        Ok(&self.games[edges])
    }

    /// All sets of dicots of a cost, by a stack of choices: dicots are taken in order.
    fn collect_sets(&self, cost: usize, into: &mut Vec<Vec<Form>>) {
        let priced: Vec<(usize, Form)> = self
            .games
            .iter()
            .enumerate()
            .flat_map(|(e, games)| games.iter().map(move |&g| (e + 1, g)))
            .collect();
        let mut choices = vec![(Vec::new(), 0, cost)];
        while let Some((set, from, rest)) = choices.pop() {
            if rest == 0 {
                into.push(set);
                continue;
            }
            for (at, &(price, game)) in priced.iter().enumerate().skip(from) {
                if price > rest {
                    break;
                }
                let mut larger = set.clone();
                larger.push(game);
                choices.push((larger, at + 1, rest - price));
            }
        }
    }
}

fn outcome_label(outcome: Outcome) -> Label {
    Label::new(outcome.to_string(), format!(r"\mathcal{{{outcome}}}"))
}

fn order(labels: Vec<Label>, above: impl FnMut(usize, usize) -> bool) -> Result<Hasse, Trouble> {
    Hasse::new(labels, above).map_err(|error| Trouble::Refused(error.to_string()))
}

/// The dicots born by day 2 modulo D, as computed, with the paper's names.
fn named_dicots(desk: &Desk) -> Result<Vec<(Form, Label)>, Trouble> {
    let mut computed = Vec::new();
    for &g in desk.day_2()? {
        if desk.forms().is_dicot(g) {
            let canonical = desk.d.canonical(g)?;
            if !computed.contains(&canonical) {
                computed.push(canonical);
            }
        }
    }
    let mut named = Vec::new();
    for (game, unicode, latex) in NAMES {
        let g = desk.read(game)?;
        if !computed.contains(&g) {
            return Err(Trouble::Refused(format!("{game} is not canonical modulo D")));
        }
        named.push((g, Label::new(unicode, latex)));
    }
    if named.len() != computed.len() {
        return Err(Trouble::Refused(format!("there are {} dicots, not 9", computed.len())));
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use misere::Workspace;

    use super::*;

    #[test]
    fn the_census_has_every_value_of_a_small_dicot_and_each_once() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let forms = desk.forms();
        let mut census = Census::new(&desk);
        let mut values = Vec::new();
        for edges in 0..=8_u32 {
            for &g in census.next().unwrap() {
                assert!(forms.is_dicot(g) && forms.tree_edges(g) == Ok(edges.into()));
                values.push(desk.d.simplest(g).unwrap());
            }
        }
        for (i, value) in values.iter().enumerate() {
            assert!(!values[..i].contains(value));
        }
        // The dicots of rank at most 2 have 0 to 8 edges.
        for g in forms.born_by(2).unwrap().into_iter().filter(|&g| forms.is_dicot(g)) {
            assert!(values.contains(&desk.d.simplest(g).unwrap()));
        }
    }

    #[test]
    fn the_tables_show_what_they_say() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let forms = desk.forms();
        for (row, &misere) in both_outcomes_found(&desk).unwrap().iter().zip(&OUTCOMES) {
            for (&g, normal) in row.iter().zip(OUTCOMES) {
                assert!(forms.is_dicot(g));
                assert_eq!((forms.outcome(g), forms.normal_outcome(g)), (misere, Some(normal)));
            }
            assert_eq!(row.len(), 4);
        }
        for (row, pair) in sums_found(&desk).unwrap().iter().zip(PAIRS) {
            for (&(g, h), sum) in row.iter().zip(OUTCOMES) {
                assert_eq!((forms.outcome(g), forms.outcome(h)), pair);
                assert_eq!(forms.outcome(forms.sum(g, h).unwrap()), sum);
            }
            assert_eq!(row.len(), 4);
        }
    }

    #[test]
    fn conjugates_are_named_as_conjugates() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let named = named_dicots(&desk).unwrap();
        for (g, label) in &named {
            let conjugate = desk.forms().conjugate(*g).unwrap();
            let (_, other) = named.iter().find(|(h, _)| *h == conjugate).unwrap();
            let barred = |l: &Label| format!(r"\overline{{{}}}", l.latex);
            assert!(g == &conjugate || other.latex == barred(label) || label.latex == barred(other));
        }
    }
}
