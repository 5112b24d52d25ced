//! Sections 1 and 2: which games there are, strong outcomes, comparison.

use std::collections::BTreeSet;

use fastrand::Rng;
use misere::core::{Exhausted, Form, Outcome, Player, Relation};
use misere::notation::structural_order;
use rustc_hash::FxHashMap;

use super::world::{World, withstands};
use crate::desk::{Board, Desk};
use crate::item::{Finding, Tally, Trouble};
use crate::play::Play;
use crate::sample::{at_least, choose, dead_end_trees, forms_with_options, several, with_options};

/// The example of section 1.2.
pub(super) fn zero_and_one(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let (one, star) = (forms.integer(1)?, forms.nimber(1)?);
    let play = Play::new(forms);
    let sums = [
        ("0", Form::ZERO, Form::ZERO),
        ("1", one, Form::ZERO),
        ("0+*", Form::ZERO, star),
        ("1+*", one, star),
    ];
    let first = sums.map(|(name, g, x)| {
        let verb = if play.wins_first(g, x, Player::Left) { "wins" } else { "loses" };
        format!("{verb} {name}")
    });
    let relation = desk.e.relation(Form::ZERO, one)?;
    Ok(Finding::new(
        "Left first: wins 0, loses 1, loses 0+*, wins 1+*; 0 || 1",
        format!("Left first: {}; 0 {relation} 1", first.join(", ")),
    ))
}

/// The counts of section 2.
pub(super) fn counts(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let is_end = |g: Form| Player::BOTH.iter().any(|&p| forms.is_end(g, p));
    let non_ends = world.all.iter().filter(|&&g| !is_end(g)).count();
    let ends: BTreeSet<String> =
        world.on_day_2.iter().filter(|&&g| is_end(g)).map(|&g| desk.show(g)).collect();
    let claimed = desk.shown(["{1|}", "{0,1|}", "{|-1}", "{|0,-1}"])?;
    let line = |non_ends: usize, ends: BTreeSet<String>, all: usize, on_day_2: usize| {
        let ends = ends.into_iter().collect::<Vec<_>>().join(" ");
        format!("{non_ends} non-ends, ends on day 2: {ends}; {all} by day 2, {on_day_2} on it")
    };
    Ok(Finding::new(
        line(225, claimed, 232, 228),
        line(non_ends, ends, world.all.len(), world.on_day_2.len()),
    ))
}

/// Section 2: {0,1|·} is 2 in normal play, and not modulo E, where 0 and 1 are incomparable.
pub(super) fn end_that_is_not_two(desk: &Desk) -> Result<Finding, Trouble> {
    let (end, two) = (desk.read("{0,1|}")?, desk.forms().integer(2)?);
    let equal = |relation| if relation == Relation::Equal { "≡" } else { "≢" };
    let computed = format!(
        "{{0,1|·}} {} 2 in normal play, {} 2 modulo E",
        equal(desk.normal.relation(end, two)?),
        equal(desk.e.relation(end, two)?)
    );
    Ok(Finding::new("{0,1|·} ≡ 2 in normal play, ≢ 2 modulo E", computed))
}

/// Section 2: an upright row of four cells in Domineering, as a tree.
pub(super) fn domineering(desk: &Desk) -> Result<Finding, Trouble> {
    Ok(Finding::new("{0,1|·}", desk.show(Board::new(desk, "domineering", "4x1")?.form(desk)?)))
}

/// Strong outcomes by playing with all dead ends of rank at most 3, and from the engine.
pub(super) fn theorem_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let play = Play::new(forms);
    let mut tally = Tally::new();
    for player in Player::BOTH {
        let ends = dead_end_trees(forms, 3, player)?;
        for &g in world.on_day_2.iter().filter(|&&g| Player::BOTH.iter().all(|&p| !forms.is_end(g, p))) {
            let claimed = world.looks_strong(forms, g, player);
            let played = withstands(&play, g, &ends, player);
            tally.case(claimed == played && claimed == desk.e.is_strong(g, player)?, || desk.show(g));
        }
    }
    Ok(tally.finding())
}

/// The test of Theorem 2 as it is worded, with strong outcomes played out, beside the engine.
/// Where the test says G ≥ H, no dead-ending game of day 2 may refute G ≥ H; elsewhere some
/// dead-ending game must.
pub(super) fn theorem_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let mut test = Test {
        desk,
        play: Play::new(forms),
        ends: [dead_end_trees(forms, 3, Player::Left)?, dead_end_trees(forms, 3, Player::Right)?],
        strong: FxHashMap::default(),
        ge: FxHashMap::default(),
    };
    let play = Play::new(forms);
    let wins: Vec<_> = world.all.iter().map(|&g| play.wins(g, &world.all)).collect();
    let mut tally = Tally::new();
    let mut case = |g: Form, h: Form, covers: bool, play: &Play| -> Result<(), Trouble> {
        let ge = test.ge(g, h);
        let mut refuted = !covers;
        if !ge && !refuted {
            let refutes = |x: Form, starter| forms.is_dead_ending(x) && play.refutes(g, h, x, starter);
            refuted = desk.e.separator(g, h)?.is_some_and(|s| refutes(s.game, s.starter));
        }
        tally.case(ge != refuted && ge == desk.e.ge(g, h)?, || desk.show_pair(g, h));
        Ok(())
    };
    for (i, &g) in world.all.iter().enumerate() {
        for (j, &h) in world.all.iter().enumerate() {
            case(g, h, wins[i].cover(&wins[j]), &play)?;
        }
    }
    // Random pairs of day 3 are seldom comparable: one has its options from the other.
    let mut random = Rng::with_seed(2);
    let tests: Vec<Form> = world.all.iter().copied().step_by(4).collect();
    for g in forms_with_options(forms, &mut random, &world.all, 4, 450, |g| forms.is_dead_ending(g))? {
        let player = choose(&mut random, &Player::BOTH);
        let more =
            [structural_order(forms, forms.options(g, player)), several(&mut random, &world.all, 0, 2)]
                .concat();
        let h = with_options(forms, g, player, &more[random.usize(..2).min(more.len())..])?;
        if forms.is_dead_ending(h) {
            for (g, h) in [(g, h), (h, g)] {
                let covers = play.wins(g, &tests).cover(&play.wins(h, &tests));
                case(g, h, covers, &play)?;
            }
        }
    }
    Ok(tally.finding())
}

/// Theorem 2 on trees.
struct Test<'a> {
    desk: &'a Desk,
    play: Play<'a>,
    ends: [Vec<Form>; 2],
    strong: FxHashMap<Form, Outcome>,
    ge: FxHashMap<(Form, Form), bool>,
}

impl Test<'_> {
    fn strong_outcome(&mut self, g: Form) -> Outcome {
        if let Some(&known) = self.strong.get(&g) {
            return known;
        }
        let [left, right] = Player::BOTH.map(|p| {
            let strong = withstands(&self.play, g, &self.ends[p.index()], p);
            if strong { p } else { p.opponent() }
        });
        let outcome = Outcome::from_winners(left, right);
        self.strong.insert(g, outcome);
        outcome
    }

    fn ge(&mut self, g: Form, h: Form) -> bool {
        if let Some(&known) = self.ge.get(&(g, h)) {
            return known;
        }
        let forms = self.desk.forms();
        let options = |f: Form, p: Player| forms.options(f, p);
        let ge = self.strong_outcome(g) >= self.strong_outcome(h)
            && options(h, Player::Left).iter().all(|&hl| {
                options(g, Player::Left).iter().any(|&gl| self.ge(gl, hl))
                    || options(hl, Player::Right).iter().any(|&hlr| self.ge(g, hlr))
            })
            && options(g, Player::Right).iter().all(|&gr| {
                options(h, Player::Right).iter().any(|&hr| self.ge(gr, hr))
                    || options(gr, Player::Left).iter().any(|&grl| self.ge(grl, h))
            });
        self.ge.insert((g, h), ge);
        ge
    }
}

pub(super) fn theorem_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let world = World::new(desk)?;
    let mut tally = Tally::new();
    for player in Player::BOTH {
        for &g in &world.on_day_2 {
            let claimed = world.looks_strong(forms, g, player) && world.lets_reverse(forms, g, player);
            tally.case(claimed == at_least(&desk.e, g, Form::ZERO, player)?, || desk.show(g));
        }
    }
    Ok(tally.finding())
}

/// The four games of day 2 that are 0; the sums with all of day 2 are played out as well.
pub(super) fn figure_2(desk: &Desk) -> Result<Finding, Trouble> {
    let world = World::new(desk)?;
    let play = Play::new(desk.forms());
    let claimed = desk.shown(["{-1|1}", "{-1,*|1}", "{-1|1,*}", "{-1,*|1,*}"])?;
    let mut computed = BTreeSet::new();
    let mut by_playing = BTreeSet::new();
    for &g in &world.on_day_2 {
        if desk.e.relation(g, Form::ZERO)? == Relation::Equal {
            computed.insert(desk.show(g));
        }
        if play.same(g, Form::ZERO, &world.all) {
            by_playing.insert(desk.show(g));
        }
    }
    let join = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(" ");
    let complaint = format!("play with games of day 2 does not tell these from 0: {}", join(&by_playing));
    Ok(Finding::new(join(&claimed), join(&computed)).provided(by_playing == computed, complaint))
}

/// Section 1.2: ends are invertible modulo E. All dead ends of rank at most 3 are tried, with
/// literal sums.
pub(super) fn ends_are_invertible(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for player in Player::BOTH {
        for end in dead_end_trees(forms, 3, player)? {
            let sum = literal_difference(desk, end)?;
            tally.case(desk.e.relation(sum, Form::ZERO)? == Relation::Equal, || desk.show(end));
        }
    }
    Ok(tally.finding())
}

/// The sum G + Ḡ as a form.
pub(super) fn literal_difference(desk: &Desk, g: Form) -> Result<Form, Exhausted> {
    desk.forms().sum(g, desk.forms().conjugate(g)?)
}
