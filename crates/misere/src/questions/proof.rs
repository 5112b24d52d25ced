//! Proofs: certificates that the checker accepted and that claim what was answered.

use std::sync::Arc;

use misere_check::{Accepted, Certificate, Statement, UniverseName};
use misere_core::{Form, Player, Relation, certify_outcome};
use misere_notation::Style;

use super::Question;
use super::ask::Asked;
use crate::claims::states;
use crate::data::{Count, Datum, Record, Shape, say};
use crate::error::Error;
use crate::game::Game;
use crate::metered::check_within_budget;
use crate::modulus::Modulus;
use crate::registry::certificate_name;
use crate::why;
use crate::workspace::Workspace;

/// A proof of an answer. Every proof was accepted by the checker, and its claims are those
/// of the question and the answer: there is no other way to make one.
pub struct Proof {
    work: Workspace,
    certificate: Arc<Certificate>,
    accepted: Accepted,
    /// The reason why the answer follows from the claims, if that has to be said.
    remark: Option<Remark>,
}

impl Proof {
    /// The certificate that the checker accepted.
    #[must_use]
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// The theorems that the checker relied on, and those that lead from its claims to the
    /// answer.
    #[must_use]
    pub fn theorems(&self) -> Vec<String> {
        let theorem = self.remark.as_ref().and_then(|remark| remark.theorem).map(str::to_owned);
        self.accepted.relies_on.iter().map(ToString::to_string).chain(theorem).collect()
    }

    /// The same proof in another workspace, with which its words are made from then on.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn moved_to(&self, work: &Workspace) -> Result<Proof, Error> {
        let remark = self.remark.as_ref().map(|remark| {
            let game = remark.game.as_ref().map(|game| work.adopt(game)).transpose()?;
            Ok::<_, Error>(Remark { game, ..*remark })
        });
        let (certificate, accepted) = (self.certificate.clone(), self.accepted.clone());
        Ok(Proof { work: work.clone(), certificate, accepted, remark: remark.transpose()? })
    }

    /// The verdict of the checker.
    #[must_use]
    pub fn verdict(&self) -> String {
        self.accepted.to_string()
    }

    /// The reason in a few lines, the last being the verdict of the checker.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the forms do not fit into the workspace.
    pub fn why(&self, style: Style) -> Result<Vec<String>, Error> {
        let mut lines = why::lines(&self.work, &self.certificate, style)?;
        if let Some(remark) = &self.remark {
            let formula = remark.game.as_ref().map(|game| game.write(style)).transpose()?;
            lines.push(say(remark.text, &Vec::from_iter(formula), style));
        }
        lines.push(self.verdict());
        Ok(lines)
    }
}

impl Proof {
    /// The shape of a reason.
    pub const REASON: &'static Shape = &why::REASON;

    /// The reasons as data: a list of records, each a claim with the games that show why it holds.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the forms do not fit into the workspace.
    pub fn reasons(&self) -> Result<Datum, Error> {
        why::data(&self.work, &self.certificate)
    }
}

impl Workspace {
    /// Answers a question that refers to no universe, with a proof.
    ///
    /// # Errors
    /// The errors of [`Workspace::ask`]; [`Error::NoProof`] for a question whose answers are
    /// not proved.
    pub fn prove(&self, question: &Question) -> Result<(Record, Proof), Error> {
        let answer = self.ask(question)?;
        let proof = self.prove_answer(question, &answer)?;
        Ok((answer, proof))
    }

    /// A proof of an answer to a question that refers to no universe.
    ///
    /// # Errors
    /// The errors of [`Workspace::prove`]; [`Error::Rejected`] for a wrong answer.
    pub fn prove_answer(&self, question: &Question, answer: &Record) -> Result<Proof, Error> {
        prove(&Asked::new(self, question, None), answer)
    }
}

impl Modulus {
    /// Answers a question modulo this modulus, with a proof.
    ///
    /// ```
    /// use misere::{Question, Style, Workspace};
    /// let work = Workspace::new();
    /// let question = Question::new("compare")?.with("g", work.game("{0,*|*}")?)?.with("h", work.game("0")?)?;
    /// let (answer, proof) = work.modulo("D")?.prove(&question)?;
    /// assert_eq!(answer.to_string(), ">");
    /// assert_eq!(proof.verdict(), "checked; relies on [universe] Theorem 5.5");
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Modulus::ask`]; [`Error::NoProof`] for a question whose answers are not
    /// proved.
    pub fn prove(&self, question: &Question) -> Result<(Record, Proof), Error> {
        let answer = self.ask(question)?;
        let proof = self.prove_answer(question, &answer)?;
        Ok((answer, proof))
    }

    /// A proof of an answer to a question modulo this modulus.
    ///
    /// # Errors
    /// The errors of [`Modulus::prove`]; [`Error::Rejected`] for a wrong answer.
    pub fn prove_answer(&self, question: &Question, answer: &Record) -> Result<Proof, Error> {
        prove(&Asked::new(self.workspace(), question, Some(self)), answer)
    }

    /// A proof that a game has this value: that it is the simplest form, or modulo I, where the
    /// value is the canonical form, that the two are equal.
    ///
    /// # Errors
    /// The errors of [`Modulus::prove`]; [`Error::Rejected`] for a wrong value.
    pub fn prove_value(&self, game: &Game, value: &Game) -> Result<Proof, Error> {
        let (question, answer) = match self.has_order() {
            true => (Question::new("simplest")?.with("g", game)?, Datum::Game(value.clone())),
            false => {
                let question = Question::new("compare")?.with("g", game)?.with("h", value)?;
                (question, Datum::Relation(Relation::Equal))
            }
        };
        let answer = question.answer(vec![answer]).ok_or_else(mismatch)?;
        self.prove_answer(&question, &answer)
    }

    /// The name and the generators that a certificate must have.
    fn certified_universe(&self) -> Result<(UniverseName, Vec<Form>), Error> {
        let name = certificate_name(self.context());
        let name = name.ok_or_else(|| self.no("certificate", self, "the checker does not know it"))?;
        let generators = match self.engine().and_then(|engine| engine.universe()) {
            Some(universe) => universe.finite_generators(self.workspace().forms())?,
            None => None,
        };
        Ok((name, generators.unwrap_or_default()))
    }
}

/// Makes a [`Proof`], which the checker must accept and whose claims must be the answer.
fn prove(asked: &Asked<'_>, answer: &Record) -> Result<Proof, Error> {
    let prove = asked.kind().prove.ok_or(Error::NoProof)?;
    asked.require_all()?;
    let Claims { modulus, certificate, claims, remark } = prove(asked, answer)?;
    let accepted = check_within_budget(&certificate, asked.work.budget())?;
    if !states(asked.work.forms(), &certificate, &modulus.certified_universe()?, &claims)? {
        return Err(Error::Rejected("the certificate claims something else".to_owned()));
    }
    Ok(Proof { work: asked.work.clone(), certificate: Arc::new(certificate), accepted, remark })
}

/// The reason why an answer follows from what a certificate claims.
pub(super) struct Remark {
    /// The words, with `%` in the place of the game.
    text: &'static str,
    game: Option<Game>,
    /// The theorem that leads from the claims to the answer, if it takes one.
    theorem: Option<&'static str>,
}

/// If a game of a universe has an inverse, then the conjugate is one.
const CONJUGATE_PROPERTY: Remark = Remark {
    text: "an inverse would be the conjugate: the conjugate property (Davies and Yadav 2024)",
    game: None,
    theorem: Some("the conjugate property (Davies and Yadav 2024)"),
};

/// For a game that equals no game of the universe, the conjugate is not the only candidate.
const SEARCHED: Remark = Remark {
    text: "that no game of the universe is an inverse was found by a search, and is not among what is proved \
           here",
    game: None,
    theorem: None,
};

const NOT_DECIDED: Remark = Remark {
    text: "whether another game of the universe is an inverse is not known",
    game: None,
    theorem: None,
};

/// A certificate, and what it must claim modulo what.
pub(super) struct Claims {
    modulus: Modulus,
    certificate: Certificate,
    claims: Vec<Statement<Form>>,
    remark: Option<Remark>,
}

type Proved = Result<Claims, Error>;

fn mismatch() -> Error {
    Error::Rejected("the answer does not fit the question".to_owned())
}

pub(super) fn outcome(asked: &Asked<'_>, answer: &Record) -> Proved {
    let [Datum::Outcome(outcome)] = *answer.fields() else { return Err(mismatch()) };
    let g = asked.game("g")?.form();
    let (apart, [copy]) = asked.work.apart([g])?;
    let certificate = certify_outcome(apart.forms(), copy);
    let claims = vec![Statement::Outcome(g, outcome)];
    Ok(Claims { modulus: asked.work.all_games()?, certificate, claims, remark: None })
}

pub(super) fn simplest(asked: &Asked<'_>, answer: &Record) -> Proved {
    simplest_modulo(asked.modulus()?, asked, answer)
}

pub(super) fn normal(asked: &Asked<'_>, answer: &Record) -> Proved {
    simplest_modulo(&asked.work.normal_play()?, asked, answer)
}

fn simplest_modulo(modulus: &Modulus, asked: &Asked<'_>, answer: &Record) -> Proved {
    let [Datum::Game(simplest)] = answer.fields() else { return Err(mismatch()) };
    let (g, k) = (asked.game("g")?.form(), asked.work.own(simplest)?);
    let (certificate, claims) = (modulus.certify_simplest(g)?, vec![Statement::Simplest(g, k)]);
    Ok(Claims { modulus: modulus.clone(), certificate, claims, remark: None })
}

/// The value of a position: its simplest form, or modulo I, where the value is the canonical form,
/// an equal game.
pub(super) fn value(asked: &Asked<'_>, answer: &Record) -> Proved {
    let (Some(Datum::Universe(modulus)), Some(Datum::Game(value))) =
        (answer.get("modulo"), answer.get("form"))
    else {
        return Err(mismatch());
    };
    let (g, k) = (asked.game("position")?.form(), asked.work.own(value)?);
    // The other fields follow from the form.
    let outcome = if modulus.is_normal_play() { value.normal_outcome() } else { Some(value.outcome()) };
    let edges = Count::any(value.tree_edges()?);
    if answer.get("outcome") != outcome.map(Datum::Outcome).as_ref()
        || answer.get("tree_edges") != Some(&edges)
    {
        return Err(mismatch());
    }
    let (certificate, claim) = match modulus.has_order() {
        true => (modulus.certify_simplest(g)?, Statement::Simplest(g, k)),
        false => (modulus.certify_relation(g, k)?, Statement::Equal(g, k)),
    };
    Ok(Claims { modulus: modulus.clone(), certificate, claims: vec![claim], remark: None })
}

pub(super) fn compare(asked: &Asked<'_>, answer: &Record) -> Proved {
    let [Datum::Relation(relation)] = *answer.fields() else { return Err(mismatch()) };
    let modulus = asked.modulus()?;
    let (g, h) = (asked.game("g")?.form(), asked.game("h")?.form());
    let claims = if modulus.has_order() {
        let holds = match relation {
            Relation::Equal => [true, true],
            Relation::Greater => [true, false],
            Relation::Less => [false, true],
            Relation::Incomparable => [false, false],
        };
        let claim = |(a, b), holds| if holds { Statement::Ge(a, b) } else { Statement::NotGe(a, b) };
        let mut claims = vec![claim((g, h), holds[0])];
        if g != h {
            claims.push(claim((h, g), holds[1]));
        }
        claims
    } else if relation == Relation::Equal {
        vec![Statement::Equal(g, h)]
    } else {
        vec![Statement::NotEqual(g, h)]
    };
    Ok(Claims {
        modulus: modulus.clone(),
        certificate: modulus.certify_relation(g, h)?,
        claims,
        remark: None,
    })
}

pub(super) fn invertible(asked: &Asked<'_>, answer: &Record) -> Proved {
    let (modulus, g) = (asked.modulus()?, asked.game("g")?.form());
    // That G equals no game of the universe is not among the claims.
    let found = modulus.invertibility(asked.game("g")?)?;
    if answer.fields() != found.fields(asked.work)?.data() {
        return Err(mismatch());
    }
    if let (None, Some(inverse)) = (&found.element, &found.inverse) {
        let h = asked.work.own(inverse)?;
        let sum = asked.work.forms().sum(g, h)?;
        let claims =
            vec![Statement::Member(h), Statement::Ge(sum, Form::ZERO), Statement::Ge(Form::ZERO, sum)];
        let text = "with H = %, which is in the universe, G+H is 0";
        let remark = Some(Remark { text, game: Some(inverse.clone()), theorem: None });
        return Ok(Claims {
            modulus: modulus.clone(),
            certificate: modulus.certify_inverse(g, h)?,
            claims,
            remark,
        });
    }
    let k = found.element.as_ref().map_or(Ok(g), |element| asked.work.own(element))?;
    let mut claims = if g == k { Vec::new() } else { vec![Statement::Ge(g, k), Statement::Ge(k, g)] };
    let cancels = if found.element.is_some() { found.inverse.is_some() } else { found.cancels };
    claims.push(if cancels { Statement::Invertible(k) } else { Statement::NotInvertible(k) });
    let certificate = modulus.certify_invertible(g, k)?;
    // The claims are about the conjugate alone.
    let remark = match (&found.element, &found.inverse) {
        (Some(_), Some(_)) => None,
        (Some(_), None) => Some(CONJUGATE_PROPERTY),
        (None, _) if found.none_up_to.is_some() => Some(NOT_DECIDED),
        (None, _) => Some(SEARCHED),
    };
    Ok(Claims { modulus: modulus.clone(), certificate, claims, remark })
}

pub(super) fn strong(asked: &Asked<'_>, answer: &Record) -> Proved {
    let [Datum::Boolean(left), Datum::Boolean(right)] = *answer.fields() else { return Err(mismatch()) };
    let strong = [left, right];
    let (modulus, g) = (asked.modulus()?, asked.game("g")?.form());
    let claim = |player: Player| match strong[player.index()] {
        true => Statement::Strong(g, player),
        false => Statement::NotStrong(g, player),
    };
    let claims = Player::BOTH.map(claim).to_vec();
    Ok(Claims { modulus: modulus.clone(), certificate: modulus.certify_strength(g)?, claims, remark: None })
}

/// A downlinking game T, and the outcomes of the two sums with it; or the comparison that forbids
/// every T.
pub(super) fn downlinked(asked: &Asked<'_>, answer: &Record) -> Proved {
    let [Datum::Boolean(yes)] = *answer.fields() else { return Err(mismatch()) };
    let modulus = asked.modulus()?;
    let (g, h) = (asked.game("g")?, asked.game("h")?);
    let t = modulus.downlink(g, h)?;
    if t.is_some() != yes {
        return Err(mismatch());
    }
    let forms = asked.work.forms();
    let (g, h) = (g.form(), h.form());
    let Some(t) = t else {
        let (a, b) = modulus.obstacle(g, h)?.ok_or_else(mismatch)?;
        let (claim, remark) = match modulus.has_order() {
            true => (Statement::Ge(a, b), NOT_DOWNLINKED),
            false => (Statement::Equal(a, b), NOT_LINKED),
        };
        let certificate = modulus.certify_downlink(g, h, None)?;
        return Ok(Claims {
            modulus: modulus.clone(),
            certificate,
            claims: vec![claim],
            remark: Some(remark),
        });
    };
    let t = asked.work.own(&t)?;
    let certificate = modulus.certify_downlink(g, h, Some(t))?;
    let mut claims = if modulus.has_order() { vec![Statement::Member(t)] } else { Vec::new() };
    let sums = [forms.sum(g, t)?, forms.sum(h, t)?];
    let [of_g, of_h] = sums.map(|sum| forms.outcome(sum));
    let links = of_g.winner(Player::Left) == Player::Right && of_h.winner(Player::Right) == Player::Left;
    if !links || !modulus.has_order() && !forms.is_impartial(t) {
        return Err(mismatch());
    }
    claims.extend([Statement::Outcome(sums[0], of_g), Statement::Outcome(sums[1], of_h)]);
    let text = match modulus.has_order() {
        true => "with T = %, o(G+T) is at most P, and o(H+T) is at least P",
        false => "with T = %, both G+T and H+T have outcome P",
    };
    let remark = Some(Remark { text, game: Some(asked.work.game_of(t)), theorem: None });
    Ok(Claims { modulus: modulus.clone(), certificate, claims, remark })
}

/// If G^L ≥ H and o(H+T) ≥ 𝓟, then o(G^L+T) ≥ 𝓟, and Left wins G+T by moving to G^L+T; likewise for
/// Right if G ≥ H^R.
const NOT_DOWNLINKED: Remark = Remark {
    text: "no T downlinks G to H where a Left option of G is at least H, or G at least a Right option of H",
    game: None,
    theorem: None,
};

const NOT_LINKED: Remark = Remark {
    text: "no T links G to H where one equals an option of the other: there is a move from one sum to the other",
    game: None,
    theorem: None,
};
