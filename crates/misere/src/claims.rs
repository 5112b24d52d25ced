//! The comparison of a certificate with the question it should answer.

use std::collections::HashSet;
use std::convert::Infallible;

use misere_check::{Certificate, NodeNumber, Player, Statement, UniverseName};
use misere_core::{Form, Forms, Tombstones};

use crate::error::Error;

/// Whether a certificate, which the checker accepts, claims these statements modulo this
/// universe (its name and its generators) and claims nothing else.
///
/// Forms are compared as trees, the generators of D(A) as a set.
///
/// # Errors
/// [`Error::Exhausted`] when the forms do not fit into the store.
///
/// # Panics
/// For a certificate that the checker rejects.
pub(crate) fn states(
    forms: &Forms,
    certificate: &Certificate,
    (name, generators): &(UniverseName, Vec<Form>),
    expected: &[Statement<Form>],
) -> Result<bool, Error> {
    let nodes = forms_of(forms, certificate)?;
    let form = |&node: &NodeNumber| Ok::<_, Infallible>(nodes[node as usize]);
    let claimed: Result<HashSet<_>, _> = certificate.claims.iter().map(|claim| claim.try_map(form)).collect();
    let universe = &certificate.universe;
    let generated: Result<HashSet<_>, _> = universe.generators.iter().map(form).collect();
    Ok(universe.name == *name
        && generated == Ok(generators.iter().copied().collect())
        && claimed == Ok(expected.iter().cloned().collect()))
}

/// The forms of the nodes of a certificate.
pub(crate) fn forms_of(forms: &Forms, certificate: &Certificate) -> Result<Vec<Form>, Error> {
    let mut nodes: Vec<Form> = Vec::with_capacity(certificate.nodes.len());
    for node in &certificate.nodes {
        let [left, right] =
            [&node.l, &node.r].map(|list| list.iter().map(|&o| nodes[o as usize]).collect::<Vec<_>>());
        let tombstones = Tombstones::new(node.has_tombstone(Player::Left), node.has_tombstone(Player::Right));
        nodes.push(forms.make(&left, &right, tombstones)?);
    }
    Ok(nodes)
}
