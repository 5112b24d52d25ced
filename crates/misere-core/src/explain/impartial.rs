//! Certificates that two impartial games are equal modulo I, or are not.

use misere_check as check;
use misere_check::{Evidence, Statement, StepNumber};

use crate::budget::Exhausted;
use crate::engine::Impartial;
use crate::store::{Form, Forms};
use crate::{Outcome, Player};

use super::outcome::outcome_step;
use super::shrink::shrink_impartial;
use super::table::Table;
use super::{Smaller, smaller_first};
use crate::store::SumPlay;

impl Impartial {
    /// A certificate that two impartial forms are equal modulo I, or are not;
    /// `None` if one of them is not impartial.
    pub fn certify(&self, g: Form, h: Form) -> Result<Option<check::Certificate>, Exhausted> {
        let Some(equal) = self.equal(g, h)? else { return Ok(None) };
        let mut prover = Prover { impartial: self, table: Table::new(self.forms()) };
        let step = if equal { prover.equal(g, h)? } else { prover.not_equal(g, h)? };
        prover.table.conclude(step);
        Ok(Some(prover.finish()))
    }

    /// A certificate that G + G is 0 modulo I, or is not; `None` if the form is
    /// not impartial.
    pub fn certify_invertible(&self, g: Form) -> Result<Option<check::Certificate>, Exhausted> {
        let forms = self.forms();
        if !forms.is_impartial(g) {
            return Ok(None);
        }
        let sum = forms.sum(g, g)?;
        let mut prover = Prover { impartial: self, table: Table::new(self.forms()) };
        let step = if self.equal(sum, Form::ZERO)? == Some(true) {
            let equal = prover.equal(sum, Form::ZERO)?;
            let (node, claim) = (prover.table.node(sum), Statement::Invertible(prover.table.node(g)));
            prover.table.step(claim, Evidence::Sum(check::Sum { node, ge: equal, le: equal }))
        } else {
            let not_ge = prover.not_equal(sum, Form::ZERO)?;
            let (node, claim) = (prover.table.node(sum), Statement::NotInvertible(prover.table.node(g)));
            prover.table.step(claim, Evidence::SumNot(check::SumNot { node, not_ge }))
        };
        prover.table.conclude(step);
        Ok(Some(prover.finish()))
    }

    /// An impartial T for which g + T and h + T are both 𝓟-positions (\[nim\] Definition 1), or
    /// `None` if g is not linked to h, which is so if one is an option of the other, up to
    /// equality (\[nim\] Lemma 2). Forms that are not impartial are linked to none.
    pub fn link(&self, g: Form, h: Form) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        if !forms.is_impartial(g) || !forms.is_impartial(h) || self.obstacle(g, h)?.is_some() {
            return Ok(None);
        }
        let prover = Prover { impartial: self, table: Table::new(forms) };
        let mut failed = Ok(());
        let linked = prover.link(g, h, &mut |(p, n)| match prover.make(p, n) {
            Ok(game) => Some(game),
            Err(exhausted) => {
                failed = Err(exhausted);
                None
            }
        })?;
        failed?;
        let linked = linked.expect("all smaller games were made");
        let links = |t: Form| {
            let is_p = |f: Form| {
                SumPlay::new(forms, f, t).map(|play| play.winner(f, t, Player::Left) == Player::Right)
            };
            Ok(is_p(g)? && is_p(h)?)
        };
        shrink_impartial(forms, linked, links).map(Some)
    }

    /// The equality that forbids that g is linked to h, if there is one: of g' and h, or of g and
    /// h'. Both forms are impartial.
    pub fn obstacle(&self, g: Form, h: Form) -> Result<Option<(Form, Form)>, Exhausted> {
        let options = |f: Form| self.forms().options(f, Player::Left).iter();
        for (a, b) in options(g).map(|&option| (option, h)).chain(options(h).map(|&option| (g, option))) {
            if self.equal(a, b)? == Some(true) {
                return Ok(Some((a, b)));
            }
        }
        Ok(None)
    }

    /// A certificate of the outcomes of g + t and h + t, for impartial forms.
    pub fn certify_link(&self, g: Form, h: Form, t: Form) -> Result<check::Certificate, Exhausted> {
        let forms = self.forms();
        let mut prover = Prover { impartial: self, table: Table::new(forms) };
        for f in [g, h] {
            let step = outcome_step(&mut prover.table, forms.sum(f, t)?);
            prover.table.conclude(step);
        }
        Ok(prover.finish())
    }
}

struct Prover<'a> {
    impartial: &'a Impartial,
    table: Table<'a>,
}

impl<'a> Prover<'a> {
    fn finish(self) -> check::Certificate {
        self.table.finish(check::Universe { name: check::UniverseName::I, generators: Vec::new() })
    }

    fn forms(&self) -> &'a Forms {
        self.impartial.forms()
    }

    fn are_equal(&self, g: Form, h: Form) -> Result<bool, Exhausted> {
        Ok(self.impartial.equal(g, h)?.expect("options of impartial forms are impartial"))
    }

    fn claim(&mut self, g: Form, h: Form) -> Statement {
        Statement::Equal(self.table.node(g), self.table.node(h))
    }

    /// The step that says g = h: a reply to each option of either form (\[nim\] Theorem 1).
    fn equal(&mut self, g: Form, h: Form) -> Result<StepNumber, Exhausted> {
        let mut pending = vec![(g, h)];
        while let Some(&(g, h)) = pending.last() {
            let claim = self.claim(g, h);
            if self.table.find(&claim).is_some() {
                pending.pop();
                continue;
            }
            if g == h {
                self.table.step(claim, Evidence::Same);
                continue;
            }
            let mut steps: [Vec<StepNumber>; 2] = Default::default();
            let mut missing = Vec::new();
            for (at, own, other) in [(0, g, h), (1, h, g)] {
                for &option in self.forms().options(own, Player::Left) {
                    let pair = self.answer(option, other)?;
                    let pair = pair.expect("equal games answer each other's options");
                    let reply = self.claim(pair.0, pair.1);
                    match self.table.find(&reply) {
                        Some(step) => steps[at].push(step),
                        None => missing.push(pair),
                    }
                }
            }
            if missing.is_empty() {
                let [right, left] = steps;
                let pairs = check::Pairs { right, left, strong_left: None, strong_right: None };
                self.table.step(claim, Evidence::Pairs(pairs));
            } else {
                pending.append(&mut missing);
            }
        }
        let claim = self.claim(g, h);
        Ok(self.table.find(&claim).expect("just proved"))
    }

    /// An equality that answers an option: it equals an option of `other`, or an option of it
    /// equals `other`. `None` if nothing answers the option.
    fn answer(&self, option: Form, other: Form) -> Result<Option<(Form, Form)>, Exhausted> {
        let options = |f: Form| self.forms().options(f, Player::Left).iter();
        let matched = options(other).map(|&matched| (option, matched));
        for (g, h) in matched.chain(options(option).map(|&back| (back, other))) {
            if self.are_equal(g, h)? {
                return Ok(Some((g, h)));
            }
        }
        Ok(None)
    }

    fn not_equal(&mut self, g: Form, h: Form) -> Result<StepNumber, Exhausted> {
        let forms = self.impartial.forms();
        let x = self.separator(g, h)?;
        let tells = |x: Form| {
            let [of_g, of_h] =
                [g, h].map(|f| SumPlay::new(forms, f, x).map(|play| play.winner(f, x, Player::Left)));
            Ok(of_g? != of_h?)
        };
        let x = shrink_impartial(forms, x, tells)?;
        let claim = Statement::NotEqual(self.table.node(g), self.table.node(h));
        let by = check::Separator { x: self.table.node(x), member: None, starter: Player::Left };
        Ok(self.table.step(claim, Evidence::Separator(by)))
    }

    /// An impartial X for which g + X is a 𝓟-position and h + X is not, or the
    /// other way round (Siegel 2013, Theorem V.3.5 and Lemma V.3.4).
    fn separator(&self, g: Form, h: Form) -> Result<Form, Exhausted> {
        let (p, n) = self.natural(g, h)?;
        self.make(p, n)
    }

    /// An impartial X for which p + X is a 𝓟-position and n + X is not, for games that are not
    /// equal.
    fn make(&self, p: Form, n: Form) -> Result<Form, Exhausted> {
        smaller_first(self.forms(), (p, n), |(p, n), smaller| self.build(p, n, smaller))
    }

    /// The two games in the order (p, n) for which an X with p + X a 𝓟-position and n + X an
    /// 𝓝-position is built directly.
    fn natural(&self, g: Form, h: Form) -> Result<(Form, Form), Exhausted> {
        for (a, b) in [(g, h), (h, g)] {
            if a == Form::ZERO && self.forms().outcome(b) == Outcome::P {
                return Ok((b, a));
            }
            if self.unanswered(a, b)?.is_some() {
                return Ok((a, b));
            }
        }
        unreachable!("games that are not equal differ somewhere")
    }

    /// An option b' of b to which a is linked: no option of b' equals a, and b' equals no
    /// option of a.
    fn unanswered(&self, a: Form, b: Form) -> Result<Option<Form>, Exhausted> {
        for &option in self.forms().options(b, Player::Left) {
            if self.answer(option, a)?.is_none() {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    fn build(&self, p: Form, n: Form, smaller: Smaller<'_, (Form, Form)>) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        let options = |f: Form| forms.options(f, Player::Left);
        let impartial = |options: &[Form]| forms.ordinary(options, options).map(Some);
        let natural = self.natural(p, n)?;
        if natural != (p, n) {
            // n + Y is a 𝓟-position for the separator Y of the other kind: n + X
            // moves there, and all moves from p + X are met by adjoints.
            let Some(other) = smaller(natural) else { return Ok(None) };
            let mut answers = vec![other];
            for &option in options(p) {
                answers.push(forms.adjoint(option)?);
            }
            return impartial(&answers);
        }
        // If every option of n is answered then n is 0 and p a 𝓟-position.
        let Some(linked) = self.unanswered(p, n)? else { return Ok(Some(Form::ZERO)) };
        self.link(p, linked, smaller)
    }

    /// A game T for which both g + T and h + T are 𝓟-positions, for games that are linked; `None`
    /// if a smaller game is missing.
    fn link(&self, g: Form, h: Form, smaller: Smaller<'_, (Form, Form)>) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        let mut answers = Vec::new();
        let mut complete = true;
        for (own, other) in [(g, h), (h, g)] {
            for &option in forms.options(own, Player::Left) {
                match smaller((option, other)) {
                    Some(x) => answers.push(x),
                    None => complete = false,
                }
            }
        }
        if !complete {
            return Ok(None);
        }
        if answers.is_empty() {
            answers.push(Form::ZERO);
        }
        forms.ordinary(&answers, &answers).map(Some)
    }
}
