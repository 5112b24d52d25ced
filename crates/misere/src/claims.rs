//! Whether a certificate is about what was asked.

use std::collections::HashSet;
use std::convert::Infallible;

use misere_check::{Certificate, NodeNumber, Player, Statement, UniverseName as Named};
use misere_core::{Form, Forms, Tombstones};
use misere_notation::UniverseName;

use crate::error::Error;
use crate::workspace::Workspace;

/// Whether a certificate, which the checker accepts, claims these statements modulo this
/// universe and claims nothing else.
///
/// Forms are compared as trees, the generators of D(A) as a set. An outcome is certified
/// modulo M.
///
/// ```
/// use misere::check::Statement;
/// use misere::{Form, Workspace, states};
/// let work = Workspace::new();
/// let (star, d) = (work.read("*")?, work.read_modulus("D")?);
/// let certificate = work.certify_invertible(star, &d)?;
/// assert!(states(&work, &certificate, &d, &[Statement::Invertible(star)])?);
/// assert!(!states(&work, &certificate, &d, &[Statement::Invertible(Form::ZERO)])?);
/// # Ok::<(), misere::Error>(())
/// ```
///
/// # Errors
/// [`Error::Exhausted`] when the forms do not fit into the workspace.
///
/// # Panics
/// For a certificate that the checker rejects.
pub fn states(
    work: &Workspace,
    certificate: &Certificate,
    modulus: &UniverseName,
    expected: &[Statement<Form>],
) -> Result<bool, Error> {
    let nodes = forms_of(work.forms(), certificate)?;
    let form = |&node: &NodeNumber| Ok::<_, Infallible>(nodes[node as usize]);
    let claimed: Result<HashSet<_>, _> = certificate.claims.iter().map(|claim| claim.try_map(form)).collect();
    let universe = &certificate.universe;
    let generated: Result<HashSet<_>, _> = universe.generators.iter().map(form).collect();
    let (name, generators) = match modulus {
        UniverseName::M => (Named::M, &[][..]),
        UniverseName::D => (Named::D, &[][..]),
        UniverseName::E => (Named::E, &[][..]),
        UniverseName::B => (Named::B, &[][..]),
        UniverseName::I => (Named::I, &[][..]),
        UniverseName::N => (Named::N, &[][..]),
        UniverseName::Generated(ends) => (Named::Generated, &ends[..]),
    };
    Ok(universe.name == name
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
