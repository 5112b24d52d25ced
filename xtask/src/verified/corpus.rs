//! Certificates made on the spot.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use misere::check::{Certificate, NodeNumber, UniverseName, Words, check as check_in_rust};
use misere::{Error, Game, Modulus, Question, Workspace};

use super::{Verdict, verdicts};

/// The universes of the certificates: D(A) for the two sets of the papers and three others.
pub(crate) const MODULI: [&str; 11] =
    ["M", "D", "E", "B", "I", "N", "D(-1)", "D({|-1,0})", "D({|-2,0})", "D({|-1,-2})", "D({|{|-1,0}})"];

/// The universes without generators.
const UNIVERSES: [(&str, UniverseName); 6] = [
    ("M", UniverseName::M),
    ("D", UniverseName::D),
    ("E", UniverseName::E),
    ("B", UniverseName::B),
    ("I", UniverseName::I),
    ("N", UniverseName::N),
];

pub(crate) const KINDS: [&str; 5] = ["compare", "simplest", "strong", "invertible", "outcome"];

/// Domineering on two rows, with the moduli in which the largest board takes seconds.
const LONGEST_BOARD: usize = 8;
const FAST_MODULI: [&str; 3] = ["D", "D(-1)", "D({|-1,0})"];

pub(crate) struct Made {
    pub(crate) modulus: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) certificate: Certificate,
}

/// At least 2,000 certificates: all kinds of claims modulo all these.
pub(crate) fn make() -> Result<Vec<Made>> {
    let mut made = Vec::new();
    for modulus in MODULI {
        let work = Workspace::new();
        let modulo = work.modulo(modulus)?;
        let mut games = Vec::new();
        for (day, number) in [(2, 20), (3, 20)] {
            games.extend(modulo.random_games(day, number, 1)?);
        }
        // Modulo a universe, claims may be about games outside it too.
        if modulo.is_universe() {
            games.extend(work.all_games()?.random_games(2, 20, 2)?);
        }
        for pair in games.windows(2) {
            prove(&modulo, modulus, "compare", pair, &mut made)?;
        }
        for game in &games {
            for kind in &KINDS[1..] {
                prove(&modulo, modulus, kind, std::slice::from_ref(game), &mut made)?;
            }
        }
        if modulo.has_order() {
            let longest = if FAST_MODULI.contains(&modulus) { LONGEST_BOARD } else { LONGEST_BOARD - 2 };
            let boards: Vec<Game> = (1..=longest)
                .map(|n| work.game(&format!("domineering(2x{n})")))
                .collect::<Result<_, Error>>()?;
            for (n, board) in boards.iter().enumerate() {
                prove(&modulo, modulus, "simplest", std::slice::from_ref(board), &mut made)?;
                prove(&modulo, modulus, "outcome", std::slice::from_ref(board), &mut made)?;
                prove(&modulo, modulus, "strong", std::slice::from_ref(board), &mut made)?;
                if n < 4 {
                    prove(&modulo, modulus, "invertible", std::slice::from_ref(board), &mut made)?;
                }
            }
        }
    }
    ensure!(made.len() >= 2000, "only {} certificates", made.len());
    Ok(made)
}

/// Adds the certificate of an answer, if the question can be asked modulo this.
fn prove(
    modulo: &Modulus,
    modulus: &'static str,
    kind: &'static str,
    games: &[Game],
    made: &mut Vec<Made>,
) -> Result<()> {
    let makes_sense = match kind {
        "strong" => modulo.is_universe(),
        "simplest" => modulo.has_order(),
        _ => true,
    };
    if !makes_sense {
        return Ok(());
    }
    // In normal play the outcome is another question.
    let asked = if kind == "outcome" && modulo.is_normal_play() { "normal" } else { kind };
    let question = games
        .iter()
        .zip(["g", "h"])
        .try_fold(Question::new(asked)?, |question, (game, name)| question.with(name, game.clone()))?;
    let proof = match kind {
        "outcome" => modulo.workspace().prove(&question),
        _ => modulo.prove(&question),
    };
    let (_, proof) = proof.with_context(|| format!("{kind} modulo {modulus}"))?;
    let mut certificate = proof.certificate().clone();
    if kind == "outcome" {
        set_universe(modulo, modulus, &mut certificate)?;
    }
    made.push(Made { modulus, kind, certificate });
    Ok(())
}

/// Gives the certificate of an outcome, which does not depend on the universe, this universe,
/// with its generators.
fn set_universe(modulo: &Modulus, modulus: &str, certificate: &mut Certificate) -> Result<()> {
    if let Some((_, name)) = UNIVERSES.iter().find(|(listed, _)| *listed == modulus) {
        certificate.universe.name = *name;
        return Ok(());
    }
    let zero = modulo.workspace().game("0")?;
    let (_, proof) = modulo.prove(&Question::new("compare")?.with("g", zero.clone())?.with("h", zero)?)?;
    let first = NodeNumber::try_from(certificate.nodes.len())?;
    let shift = |numbers: &mut Vec<NodeNumber>| numbers.iter_mut().for_each(|number| *number += first);
    let mut generated = proof.certificate().clone();
    for node in &mut generated.nodes {
        shift(&mut node.l);
        shift(&mut node.r);
    }
    shift(&mut generated.universe.generators);
    certificate.nodes.extend(generated.nodes);
    certificate.universe = generated.universe;
    Ok(())
}

/// Has both checkers check all certificates, compares what they say is proved, and prints how
/// many there are of each kind. Returns the small ones.
pub(crate) fn check(program: &Path, directory: &Path, corpus: &[Made]) -> Result<Vec<String>> {
    /// The length of a certificate that is worth many mutants.
    const SMALL: usize = 3000;
    let texts: Vec<String> = corpus.iter().map(|made| made.certificate.to_json()).collect();
    let said = verdicts(program, &directory.join("corpus"), &texts)?;
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut steps = 0;
    for ((made, text), verdict) in corpus.iter().zip(&texts).zip(said) {
        let name = || format!("{} modulo {}: {}", made.kind, made.modulus, &text[..text.len().min(SMALL)]);
        check_in_rust(&made.certificate).with_context(name)?;
        match verdict {
            Verdict::Rejected(reason) => anyhow::bail!("{}: rejected: {reason}", name()),
            Verdict::Proved(claims) => {
                let wanted = Words::new(&made.certificate)?.claims();
                ensure!(claims == wanted, "{}: {claims} instead of {wanted}", name());
            }
        }
        *counts.entry((made.modulus, made.kind)).or_default() += 1;
        steps = steps.max(made.certificate.steps.len());
    }
    eprintln!("{} certificates of up to {steps} steps, all proved, in the same words:", corpus.len());
    eprint!("{:>14}", "");
    KINDS.iter().for_each(|kind| eprint!("{kind:>11}"));
    for modulus in MODULI {
        eprint!("\n{modulus:>14}");
        KINDS.iter().for_each(|kind| eprint!("{:>11}", counts.get(&(modulus, kind)).unwrap_or(&0)));
    }
    eprintln!();
    Ok(texts.into_iter().filter(|text| text.len() < SMALL).collect())
}
