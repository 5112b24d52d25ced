//! Section 5: expansions, and that simplest forms of games of the universe add up.

use std::collections::HashMap;

use fastrand::Rng;
use misere::core::{Engine, Form, Player};

use super::definition::{Court, Rule, Strength};
use super::facts;
use super::realm::Realm;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::membership::Membership;
use crate::play::is_end_like;
use crate::sample::{any, choose};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Lemma 5.21" => lemma_5_21, "the simplest form of a game of the universe has an expansion"
        .all("the games of rank at most 2, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .recursion("Definition 5.20, with maintenance and proviso")
        .shown("expand '{-1|*}' -m E");
    "Theorem 5.22" => theorem_5_22, "the sum of expansions of G and H has the value of an expansion of G + H"
        .sample("300 pairs of games of rank at most 2 in each of seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3")
        .recursion("Definition 5.20, with maintenance and proviso")
        .engine("equality")
        .shown("expand '{0,*|*}+{0,*|*}' -m D");
    "Theorem 5.23" => theorem_5_23, "G ≡ H gives G + J ≡ H + J for forms that have expansions"
        .all("the games of rank at most 2 that are not alone in their class, or not simplest, in seven universes")
        .sample("six J for each")
        .play("every sum, with games of the universe of rank at most 2 and 200 of rank 3")
        .engine("equality")
        .shown("compare '{-1|1}+*' '*' -m E");
    "Section 5, congruence outside" => congruence_outside,
        "for some J without expansion, modulo E, G ≡ H does not give G + J ≡ H + J"
        .decided()
        .play("a game of E that separates G + J from H + J")
        .shown("compare '{|0,1}' '{|0,#}' -m E");
    "Section 5, congruence outside of D(1̄)" => congruence_outside_integers,
        "with G = {0|0,1̄} + {0,1|0}, H = 0 and J = 1̄0: G ≡ H does not give G + J ≡ H + J"
        .decided()
        .play("with games of D(1̄)")
        .recursion("maintenance and proviso")
        .shown("compare '{0|0,-1}+{0,1|0}' 0 -m 'D(-1)'");
};

/// An expansion is checked by Definition 5.20, with the order of Theorem 5.5's rule, and by
/// play: no game of the universe may separate it from the simplest form.
fn lemma_5_21(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let court = Court::new(desk, realm)?;
        let mut expansions = Expansions::new(desk, realm);
        for &g in &court.members {
            let simplest = realm.engine.simplest(g)?;
            let holds = match realm.engine.expansion(g)? {
                Some(u) => {
                    court.membership.contains(u)?
                        && expansions.is_expansion(u, simplest)?
                        && court.upholds_equality(u, simplest)
                        && court.upholds_equality(u, g)
                }
                None => false,
            };
            tally.case(holds, || format!("{} modulo {}", desk.show(g), realm.name));
        }
    }
    Ok(tally.finding())
}

/// The expansions of \[universe\] Definition 5.20.
struct Expansions<'a> {
    desk: &'a Desk,
    /// The order, apart from the engine.
    rule: Rule<'a>,
    known: HashMap<(Form, Form), bool>,
}

impl<'a> Expansions<'a> {
    fn new(desk: &'a Desk, realm: Realm<'a>) -> Expansions<'a> {
        Expansions { desk, rule: Rule::new(desk, Strength::Against(realm)), known: HashMap::new() }
    }

    /// Whether u is an expansion of g.
    fn is_expansion(&mut self, u: Form, g: Form) -> Result<bool, Trouble> {
        if let Some(&known) = self.known.get(&(u, g)) {
            return Ok(known);
        }
        let forms = self.desk.forms();
        let mut holds = true;
        for p in Player::BOTH {
            let (of_u, of_g) = (forms.options(u, p), forms.options(g, p));
            for &option in of_g {
                holds = holds && any(of_u, |&u| self.is_expansion(u, option))?;
            }
            let end_like = is_end_like(forms, g, p);
            let mut atomic = 0;
            for &option in of_u {
                let reverses = end_like && self.is_atomic(u, option, p)?;
                atomic += usize::from(reverses);
                holds = holds && (reverses || any(of_g, |&g| self.is_expansion(option, g))?);
            }
            holds = holds && (!end_like || of_u.is_empty() || atomic > 0);
        }
        self.known.insert((u, g), holds);
        Ok(holds)
    }

    /// An expansion of a form that need not be simplest: atomic options stand for
    /// tombstones, and on sides that must not be empty. `None` if no end is found that
    /// such options could reverse through.
    fn make(&mut self, membership: &Membership<'_>, ends: &[Form], g: Form) -> Result<Option<Form>, Trouble> {
        let forms = self.desk.forms();
        let mut done: HashMap<Form, Form> = HashMap::new();
        for f in forms.followers(g) {
            let mut sides =
                Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| done[o]).collect::<Vec<_>>());
            for p in Player::BOTH {
                let lacks_side = sides[p.index()].is_empty()
                    && !membership.contains(forms.ordinary(&sides[0], &sides[1])?)?;
                if forms.tombstones(f).has(p) || lacks_side {
                    let Some(option) = self.atomic_option(membership, ends, f, p)? else { return Ok(None) };
                    sides[p.index()].push(option);
                }
            }
            done.insert(f, forms.ordinary(&sides[0], &sides[1])?);
        }
        Ok(done.get(&g).copied())
    }

    /// {·|0,X}, {1̄|0,X} or {0|0,X} for a Left end X below g, or its conjugate for Right.
    fn atomic_option(
        &mut self,
        membership: &Membership<'_>,
        ends: &[Form],
        g: Form,
        player: Player,
    ) -> Result<Option<Form>, Trouble> {
        let forms = self.desk.forms();
        let turned = |f: Form| if player == Player::Left { Ok(f) } else { forms.conjugate(f) };
        let minus_one = forms.integer(-1)?;
        for &end in ends {
            if !self.rule.at_least(g, turned(end)?, player)? {
                continue;
            }
            for left in [vec![], vec![minus_one], vec![Form::ZERO]] {
                let option = turned(forms.ordinary(&left, &[Form::ZERO, end])?)?;
                if membership.contains(option)? {
                    return Ok(Some(option));
                }
            }
        }
        Ok(None)
    }

    /// Whether the option reverses through an end.
    fn is_atomic(&mut self, u: Form, option: Form, player: Player) -> Result<bool, Trouble> {
        let forms = self.desk.forms();
        any(forms.options(option, player.opponent()), |&back| {
            Ok(forms.is_end(back, player) && self.rule.at_least(u, back, player)?)
        })
    }
}

/// An expansion of G + H is made, and compared with the sum of expansions of G and H: by the
/// engine, and by play with games of the universe.
fn theorem_5_22(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let engine = realm.engine;
        let court = Court::new(desk, realm)?;
        let mut expansions = Expansions::new(desk, realm);
        let mut ends = realm.left_ends(desk, 3)?;
        if realm.has_blocked_ends() {
            // Of the blocked ends of rank at most n the least but 0 ([blocking] Lemma 3.13).
            ends = vec![Form::ZERO, desk.read("-1")?];
            for n in 2..=6 {
                ends.push(crate::blocking::small_super_end(desk, n)?);
            }
        }
        let mut random = Rng::with_seed(522);
        for _ in 0..300 {
            let [g, h] = [(); 2].map(|()| choose(&mut random, &court.members));
            let (Some(u), Some(v)) = (engine.expansion(g)?, engine.expansion(h)?) else {
                tally.case(false, || format!("{} or {} has no expansion", desk.show(g), desk.show(h)));
                continue;
            };
            let simplified = forms.sum(engine.simplest(g)?, engine.simplest(h)?)?;
            let expanded = forms.sum(u, v)?;
            let is_equal = |a: Form, b: Form| -> Result<bool, Trouble> {
                Ok(court.upholds_equality(a, b) && engine.ge(a, b)? && engine.ge(b, a)?)
            };
            let holds = is_equal(simplified, expanded)?
                && court.membership.contains(expanded)?
                && match expansions.make(&court.membership, &ends, simplified)? {
                    Some(w) => {
                        court.membership.contains(w)?
                            && expansions.is_expansion(w, simplified)?
                            && is_equal(w, expanded)?
                    }
                    None => false,
                };
            tally.case(holds, || format!("{} + {} modulo {}", desk.show(g), desk.show(h), realm.name));
        }
    }
    Ok(tally.finding())
}

/// G and H are a game and its simplest form, or two games of one class; J is a game or a
/// simplest form. Every sum is played with games of the universe.
fn theorem_5_23(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let engine = realm.engine;
        let court = Court::new(desk, realm)?;
        let mut random = Rng::with_seed(523);
        for (g, h) in equal_pairs(engine, &court.members)? {
            for at in 0..6 {
                let j = choose(&mut random, &court.members);
                let j = if at % 2 == 0 { j } else { engine.simplest(j)? };
                let (left, right) = (forms.sum(g, j)?, forms.sum(h, j)?);
                let equal = court.upholds_equality(left, right)
                    && engine.ge(left, right)?
                    && engine.ge(right, left)?;
                tally.case(equal, || {
                    let [g, h, j] = [g, h, j].map(|f| desk.show(f));
                    format!("{g} ≡ {h}, J = {j} modulo {}", realm.name)
                });
            }
        }
    }
    Ok(tally.finding())
}

/// Pairs of equal forms: each game with its simplest form, and with the first of its class.
fn equal_pairs(engine: &Engine, games: &[Form]) -> Result<Vec<(Form, Form)>, Trouble> {
    let mut classes: HashMap<Form, Form> = HashMap::new();
    let mut pairs = Vec::new();
    for &g in games {
        let simplest = engine.simplest(g)?;
        let first = *classes.entry(simplest).or_insert(g);
        pairs.extend([simplest, first].into_iter().filter(|&h| h != g).map(|h| (g, h)));
    }
    Ok(pairs)
}

/// The example is some G of rank at most 2, its simplest form H, and some J such that a game
/// of E separates G + J and H + J.
fn congruence_outside(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let court = Court::new(desk, Realm::e(desk))?;
    for &g in desk.day_2()? {
        let h = desk.e.simplest(g)?;
        if g == h {
            continue;
        }
        for &j in desk.day_2()? {
            if desk.e.expansion(j)?.is_some() {
                continue;
            }
            let (left, right) = (forms.sum(g, j)?, forms.sum(h, j)?);
            if court.upholds(left, right, false)? || court.upholds(right, left, false)? {
                let details =
                    format!("G = {}, H = {}, J = {}", desk.write(g)?, desk.write(h)?, desk.write(j)?);
                return Ok(Finding::new("there is one", "there is one").with_details(details));
            }
        }
    }
    Ok(Finding::new("there is one", "none of rank at most 2"))
}

fn congruence_outside_integers(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let realm = Realm::integers(desk);
    let court = Court::new(desk, realm)?;
    let mut rule = Rule::new(desk, Strength::Against(realm));
    let g = forms.sum(desk.read("{0|0,-1}")?, desk.read("{0,1|0}")?)?;
    let j = desk.read("[-1 0]")?;
    let sum = forms.sum(g, j)?;
    Ok(facts(&[
        ("G ≡ 0", rule.equal(g, Form::ZERO)? && court.upholds(g, Form::ZERO, true)?),
        ("J is not in D(1̄)", !court.membership.contains(j)?),
        ("G + J ≢ J", court.upholds(sum, j, false)? || court.upholds(j, sum, false)?),
    ]))
}
