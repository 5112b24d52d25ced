//! Section 3: the reduced form of a dicot.

use fastrand::Rng;
use misere::core::{Exhausted, Form, Outcome, Player, Relation};
use rustc_hash::FxHashMap;

use super::nine::Nine;
use crate::desk::Desk;
use crate::item::{Finding, Tally, Trouble};
use crate::panel::Panel;
use crate::play::Play;
use crate::sample::{
    any, at_least, choose, forms_with_options, is_ge, kept, moves, option_adjoints, pairs, turned,
    with_options, without,
};

pub(super) fn lemma_3_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    reversals(desk, |g, player, option, reply| {
        let at_least_p = |o: Form| at_least_p(forms.outcome(o), player);
        let others = without(forms, g, player, option);
        if reply == Form::ZERO && !others.iter().any(|&o| at_least_p(o)) {
            return None;
        }
        Some([&others, forms.options(reply, player)].concat())
    })
}

pub(super) fn lemma_3_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let star = forms.nimber(1)?;
    reversals(desk, |g, player, option, reply| {
        (reply == Form::ZERO).then(|| [without(forms, g, player, option), vec![star]].concat())
    })
}

/// Tries all reversible options of many dicots: `rewrite` gives the options to put in their
/// place, or `None` where the lemma says nothing. The rewritten game must be a dicot that equals
/// the original by the engine, and no dicot of a list may separate the two.
fn reversals(
    desk: &Desk,
    rewrite: impl Fn(Form, Player, Form, Form) -> Option<Vec<Form>>,
) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let tests = test_dicots(desk)?;
    let play = Play::new(forms);
    let mut tally = Tally::new();
    for g in many_dicots(desk)? {
        for (player, option) in moves(forms, g) {
            for &reply in forms.options(option, player.opponent()) {
                if !at_least(&desk.d, g, reply, player)? {
                    continue;
                }
                let Some(options) = rewrite(g, player, option, reply) else { continue };
                let rewritten = with_options(forms, g, player, &options)?;
                let holds = forms.is_dicot(rewritten)
                    && play.same(g, rewritten, &tests)
                    && desk.d.relation(g, rewritten)? == Relation::Equal;
                tally.case(holds, || desk.show_pair(g, rewritten));
            }
        }
    }
    Ok(tally.finding())
}

/// The example below Lemma 3.1.
pub(super) fn example_after_3_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let [twin, z, bypassed] = ["{*|*}", "{0,*|*}", "{0|*}"].map(|text| desk.read(text));
    let (twin, z, bypassed) = (twin?, z?, bypassed?);
    let computed = format!(
        "{{*|*}} {} 0, z {} 0, z {} {{0|*}}, outcomes {} and {}",
        desk.d.relation(twin, Form::ZERO)?,
        if desk.d.ge(z, Form::ZERO)? { "≥" } else { "≱" },
        if desk.d.relation(z, bypassed)? == Relation::Equal { "≡" } else { "≢" },
        forms.outcome(z),
        forms.outcome(bypassed),
    );
    Ok(Finding::new("{*|*} = 0, z ≥ 0, z ≢ {0|*}, outcomes N and R", computed))
}

pub(super) fn theorem_3_4(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let tests = test_dicots(desk)?;
    let play = Play::new(forms);
    let mut reduced = Reduced::new(desk)?;
    let mut tally = Tally::new();
    for g in many_dicots(desk)? {
        let h = desk.d.canonical(g)?;
        let holds = forms.is_dicot(h)
            && reduced.is_reduced(h)?
            && forms.rank(h) <= forms.rank(g)
            && play.same(g, h, &tests)
            && desk.d.relation(g, h)? == Relation::Equal;
        tally.case(holds, || desk.show_pair(g, h));
    }
    Ok(tally.finding())
}

/// The word "game" in Theorem 3.4 taken as it stands: among the games of rank at most 2, those
/// equal to a dicot. A game that equals a dicot modulo D equals it in normal play (Theorem 3.9),
/// where dicots are infinitesimal: 1 equals none.
pub(super) fn theorem_3_4_as_worded(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let dicots = desk.dicots_of_day_3()?;
    let panel = Panel::new(forms, dicots);
    let among = panel.set(|_| true);
    let one = forms.integer(1)?;
    // By play, no dicot born by day 3 is like 1 in all sums with dicots born by day 3.
    let like_one = dicots.iter().filter(|&&g| panel.same(g, one, &among)).count();
    let mut without = Vec::new();
    for &g in desk.day_2()? {
        if desk.d.expansion(g)?.is_none() {
            without.push(g);
        }
    }
    let agrees = without.is_empty();
    let details = format!(
        "{} of the 256 games of rank at most 2 equal no dicot, among them 1; of the {} classes of dicots \
         born by day 3, {like_one} cannot be told from 1 by playing with dicots born by day 3",
        without.len(),
        dicots.len()
    );
    let computed = if without.contains(&one) && like_one == 0 { "not 1" } else { "1 too" };
    Ok(Finding { agrees, ..Finding::new("every game", computed) }.with_details(details))
}

/// For one starter, separators come from the engine or are found among the dicots of day 2; for
/// the other starter, they are built as the proof of Lemma 3.5 does. All separators are played
/// out.
pub(super) fn lemma_3_5(desk: &Desk) -> Result<Finding, Trouble> {
    let mut links = Links::new(desk)?;
    desk.for_all_pairs(pairs(desk.day_2()?, desk.day_2()?), |g, h| {
        if desk.d.ge(g, h)? {
            return Ok(None);
        }
        let [y, z] = links.separators(g, h)?;
        let play = &mut links.play;
        Ok(Some(
            [y, z].iter().all(|&x| desk.forms().is_dicot(x))
                && play.outcome(g, y) <= Outcome::P
                && play.outcome(h, y) >= Outcome::N
                && play.outcome(g, z) <= Outcome::N
                && play.outcome(h, z) >= Outcome::P,
        ))
    })
}

/// Where the condition of Lemma 3.6 holds, the T of its proof is built and played out; where the
/// condition fails, none of the 1,268 dicots born by day 3 may link.
pub(super) fn lemma_3_6(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut links = Links::new(desk)?;
    let panel = Panel::new(forms, desk.dicots_of_day_3()?);
    let dicots = panel.set(|_| true);
    desk.for_all_pairs(pairs(desk.day_2()?, desk.day_2()?), |g, h| {
        let condition = !any(forms.options(g, Player::Left), |&l| desk.d.ge(l, h))?
            && !any(forms.options(h, Player::Right), |&r| desk.d.ge(g, r))?;
        let holds = if condition {
            let t = links.link(g, h)?;
            forms.is_dicot(t) && links.play.links(g, h, t)
        } else {
            !panel.links(g, h, &dicots)
        };
        Ok(holds)
    })
}

/// The contrapositive of Corollary 3.7, by playing: where a Left option H^L of H has no answer,
/// the game that links G to H^L shows G ≱ H.
pub(super) fn corollary_3_7(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut links = Links::new(desk)?;
    let mut known: FxHashMap<(Form, Form), Form> = FxHashMap::default();
    let mut tally = Tally::new();
    for (g, h) in pairs(desk.day_2()?, desk.day_2()?) {
        for &l in forms.options(h, Player::Left) {
            if any(forms.options(g, Player::Left), |&other| desk.d.ge(other, l))?
                || any(forms.options(l, Player::Right), |&reply| desk.d.ge(g, reply))?
            {
                continue;
            }
            let t = match known.get(&(g, l)) {
                Some(&t) => t,
                None => {
                    let t = links.link(g, l)?;
                    known.insert((g, l), t);
                    t
                }
            };
            let separates = !is_ge(links.play.outcome(g, t), links.play.outcome(h, t));
            tally.case(separates && forms.is_dicot(t), || desk.show_pair(g, h));
        }
    }
    Ok(tally.finding())
}

/// All reduced forms born by day 3, separated by playing their sums with dicots.
pub(super) fn theorem_3_8(desk: &Desk) -> Result<Finding, Trouble> {
    let nine = Nine::new(desk)?;
    let mut reduced = Reduced::new(desk)?;
    let games = kept(nine.undominated(desk)?, |g| reduced.is_reduced(g))?;
    let play = Play::new(desk.forms());
    let mut random = Rng::with_seed(38);
    let tests: Vec<Form> = (0..40).map(|_| choose(&mut random, &games)).collect();
    let groups = play.tell_apart(&games, &tests, |g, h| {
        let separator = desk.d.separator(g, h)?.map(|s| s.game);
        Ok(separator.filter(|&x| desk.forms().is_dicot(x)))
    })?;
    let mut tally = Tally::new();
    for group in groups {
        tally.case(group.len() == 1, || desk.show_pair(group[0], group[1]));
    }
    Ok(tally.finding())
}

/// Theorem 3.9 is tried on all pairs of day 2 and many pairs of dicots of day 3. Normal play has
/// G ≥ H by definition when Left wins G − H moving second.
pub(super) fn theorem_3_9(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let day_2 = desk.day_2()?;
    let mut pairs: Vec<(Form, Form)> =
        day_2.iter().flat_map(|&g| day_2.iter().map(move |&h| (g, h))).collect();
    let dicots = Nine::new(desk)?.undominated(desk)?;
    pairs.extend(dicots.iter().step_by(7).flat_map(|&g| dicots.iter().step_by(11).map(move |&h| (g, h))));
    let mut tally = Tally::new();
    for (g, h) in pairs {
        if desk.d.ge(g, h)? {
            let difference = forms.sum(g, forms.conjugate(h)?)?;
            let holds =
                forms.normal_outcome(difference).is_some_and(|o| o.winner(Player::Right) == Player::Left);
            tally.case(holds, || desk.show_pair(g, h));
        }
    }
    Ok(tally.finding())
}

/// Dicots of day 3 with few options taken from all dicots of day 2, some with more options, and
/// some of day 4.
fn many_dicots(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let forms = desk.forms();
    let day_2: Vec<Form> = desk.day_2()?.iter().copied().filter(|&g| forms.is_dicot(g)).collect();
    let mut few: Vec<Vec<Form>> = day_2.iter().map(|&g| vec![g]).collect();
    for (i, &g) in day_2.iter().enumerate() {
        few.extend(day_2[..i].iter().map(|&h| vec![g, h]));
    }
    let mut dicots = day_2.clone();
    for left in &few {
        for right in &few {
            dicots.push(forms.ordinary(left, right)?);
        }
    }
    let mut random = Rng::with_seed(3);
    let is_dicot = |g| forms.is_dicot(g);
    let more = forms_with_options(forms, &mut random, &day_2, 4, 550, is_dicot)?;
    dicots.extend(&more);
    let day_4 = forms_with_options(forms, &mut random, &dicots, 4, 200, is_dicot)?;
    dicots.extend(&day_4);
    Ok(dicots)
}

/// The dicots of day 2 and some of day 3.
fn test_dicots(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let forms = desk.forms();
    let mut dicots: Vec<Form> = desk.day_2()?.iter().copied().filter(|&g| forms.is_dicot(g)).collect();
    let more = forms_with_options(forms, &mut Rng::with_seed(33), &dicots, 4, 20, |g| forms.is_dicot(g))?;
    dicots.extend(&more);
    Ok(dicots)
}

/// Whether the player wins moving second.
fn at_least_p(outcome: Outcome, player: Player) -> bool {
    outcome.winner(player.opponent()) == player
}

/// \[dicots\] Definition 3.3, word for word.
struct Reduced<'a> {
    desk: &'a Desk,
    star: Form,
    known: FxHashMap<Form, bool>,
}

impl<'a> Reduced<'a> {
    fn new(desk: &'a Desk) -> Result<Reduced<'a>, Exhausted> {
        Ok(Reduced { desk, star: desk.forms().nimber(1)?, known: FxHashMap::default() })
    }

    fn is_reduced(&mut self, g: Form) -> Result<bool, Exhausted> {
        for f in self.desk.forms().followers(g) {
            if !self.known.contains_key(&f) {
                let local = self.is_reduced_at_the_top(f)?;
                self.known.insert(f, local);
            }
            if !self.known[&f] {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_reduced_at_the_top(&self, g: Form) -> Result<bool, Exhausted> {
        let (forms, d) = (self.desk.forms(), &self.desk.d);
        if g == forms.ordinary(&[self.star], &[self.star])? {
            return Ok(false);
        }
        let is_excluded = any(moves(forms, g), |(player, option)| {
            let others = without(forms, g, player, option);
            let replies = forms.options(option, player.opponent());
            let is_kept =
                option == self.star && !others.iter().any(|&o| at_least_p(forms.outcome(o), player));
            Ok(any(&others, |&other| at_least(d, other, option, player))?
                || !is_kept && any(replies, |&reply| at_least(d, g, reply, player))?)
        })?;
        Ok(!is_excluded)
    }
}

/// The constructions of Lemmas 3.5 and 3.6.
struct Links<'a> {
    desk: &'a Desk,
    play: Play<'a>,
    /// The dicots of day 2.
    dicots: Vec<Form>,
    separators: FxHashMap<(Form, Form), [Form; 2]>,
}

impl<'a> Links<'a> {
    fn new(desk: &'a Desk) -> Result<Links<'a>, Exhausted> {
        let forms = desk.forms();
        let dicots = desk.day_2()?.iter().copied().filter(|&g| forms.is_dicot(g)).collect();
        Ok(Links { desk, play: Play::new(forms), dicots, separators: FxHashMap::default() })
    }

    /// Y and Z of Lemma 3.5 for G ≱ H.
    fn separators(&mut self, g: Form, h: Form) -> Result<[Form; 2], Trouble> {
        if let Some(&known) = self.separators.get(&(g, h)) {
            return Ok(known);
        }
        let forms = self.desk.forms();
        let mut candidates = self.dicots.iter().flat_map(|&x| Player::BOTH.map(|starter| (x, starter)));
        let mut found = candidates.find(|&(x, starter)| self.play.refutes(g, h, x, starter));
        if found.is_none() {
            found = self.desk.d.separator(g, h)?.map(|s| (s.game, s.starter));
        }
        let Some((game, starter)) = found else {
            return Err(Trouble::Refused(format!("no separator for {}", self.desk.show_pair(g, h))));
        };
        let made = turned(forms, g, h, game, starter.opponent())?;
        let pair = if starter == Player::Left { [game, made] } else { [made, game] };
        self.separators.insert((g, h), pair);
        Ok(pair)
    }

    /// The T of Lemma 3.6.
    fn link(&mut self, g: Form, h: Form) -> Result<Form, Trouble> {
        let forms = self.desk.forms();
        let mut left = option_adjoints(forms, g, Player::Right)?;
        for &r in forms.options(h, Player::Right) {
            left.push(self.separators(g, r)?[1]);
        }
        let mut right = option_adjoints(forms, h, Player::Left)?;
        for &l in forms.options(g, Player::Left) {
            right.push(self.separators(l, h)?[0]);
        }
        for side in [&mut left, &mut right] {
            if side.is_empty() {
                side.push(Form::ZERO);
            }
        }
        Ok(forms.ordinary(&left, &right)?)
    }
}
