//! Section 5: order of augmented games, Theorem 5.5 and the lemmas before it.

use fastrand::Rng;
use misere::core::{Form, Outcome, Player};

use super::definition::{Court, Rule, Strength};
use super::realm::Realm;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::panel::Panel;
use crate::play::Play;
use crate::sample::{
    Kind, any, choose, forms_of_kind, kept, option_adjoints, pairs, small_augmented, turned,
};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 5, augmented games" => monoid, "augmented games are a commutative monoid, and ■ makes strong"
        .sample("400 triples of augmented games, in seven universes")
        .play("with ends")
        .shown("outcome '{#|*}+-1'");
    "Theorem 5.5" => theorem_5_5, "order of augmented games modulo seven universes: maintenance and proviso"
        .all("the 16 forms made of 0 and tombstones, a fifth of the games of rank at most 2")
        .sample("40 augmented games of rank 3, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3, or with what the engine finds")
        .recursion("maintenance and proviso")
        .shown("compare '{0,#|*}' 0 -m D --why");
    "Proposition 5.7" => proposition_5_7, "G + G° is a 𝓟-position for augmented G"
        .all("the 16 forms made of 0 and tombstones")
        .sample("400 augmented games of rank 3")
        .play("the sum with the adjoint")
        .shown("outcome '{0,#|*}+adj({0,#|*})'");
    "Proposition 5.7, proof" => proof_of_5_7,
        "if G has no ordinary Left option, then o(G) ≤ 𝓝"
        .erratum("read “o(G) ≥ 𝓝”: without ordinary Left options G is Left end-like, and Left wins moving first, \
             which is what the proof needs")
        .decided()
        .all("the games of rank at most 2 without Left options")
        .sample("those among 400 augmented games of rank 3")
        .play("their outcomes")
        .shown("outcome -1");
    "Lemma 5.8" => lemma_5_8, "G ≱ H is shown by a game for either starter, and one is made from the other"
        .all("the 16 forms made of 0 and tombstones, a seventh of the games of rank at most 2")
        .sample("20 augmented games of rank 3, in seven universes")
        .play("both separators")
        .shown("separator 1 0 -m E");
    "Lemma 5.10" => lemma_5_10, "G is downlinked to H exactly when no G^L ≥ H and no H^R ≤ G"
        .all("the pairs of the 16 forms made of 0 and tombstones and a quarter of the games of rank at most 2, in seven universes")
        .play("the T of the proof; elsewhere no T of the universe of rank at most 2 and none of the 1,268 dicots of day 3")
        .shown("downlinked 0 1 -m B");
    "Lemma 5.10, proof" => proof_of_5_10,
        "the game T given there is in the universe and downlinks G to H"
        .erratum("if neither G nor H has a Right option, or neither a Left one, that side of T must be 0 as in [dicots] Lemma 3.6")
        .decided()
        .all("the pairs of the 16 forms made of 0 and tombstones and a quarter of the games of rank at most 2, modulo E and D")
        .play("the T of the proof")
        .shown("downlinked 1 2 -m E");
    "Lemma 5.10, end of the proof" => end_of_proof_of_5_10,
        "if G has no ordinary Right option, then o(G) ≥ 𝓝"
        .erratum("read “o(G) ≤ 𝓝”: without ordinary Right options G is Right end-like, and Right wins moving \
             first, which is what the proof needs")
        .decided()
        .all("the games of rank at most 2 without Right options")
        .sample("those among 400 augmented games of rank 3")
        .play("their outcomes")
        .shown("outcome 1");
};

/// Augmented games, small ones first.
pub(super) fn augmented(desk: &Desk, count: usize) -> Result<Vec<Form>, Trouble> {
    let mut games = small_augmented(desk)?;
    for g in forms_of_kind(desk.forms(), 55, Kind::Augmented, 3, count)? {
        if !games.contains(&g) {
            games.push(g);
        }
    }
    Ok(games)
}

fn monoid(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let games = augmented(desk, 30)?;
    let mut random = Rng::with_seed(54);
    let mut tally = Tally::new();
    for _ in 0..400 {
        let [g, h, j] = [(); 3].map(|()| choose(&mut random, &games));
        let commutes = forms.sum(g, h)? == forms.sum(h, g)?;
        let associates = forms.sum(forms.sum(g, h)?, j)? == forms.sum(g, forms.sum(h, j)?)?;
        let neutral = forms.sum(g, Form::ZERO)? == g;
        tally.case(commutes && associates && neutral, || format!("{} + {}", desk.show(g), desk.show(h)));
    }
    for realm in Realm::all(desk) {
        let play = Play::new(forms);
        let ends = realm.left_ends(desk, 3)?;
        for &g in games.iter().filter(|&&g| forms.tombstones(g).has(Player::Left)) {
            let wins = ends.iter().all(|&x| play.wins_first(g, x, Player::Left));
            tally.case(wins && realm.engine.is_strong(g, Player::Left)?, || {
                format!("{} modulo {}", desk.show(g), realm.name)
            });
        }
    }
    Ok(tally.finding())
}

fn theorem_5_5(desk: &Desk) -> Result<Finding, Trouble> {
    let mut games = augmented(desk, 40)?;
    games.extend(desk.day_2()?.iter().step_by(5));
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let mut rule = Rule::new(desk, Strength::Against(realm));
        let court = Court::new(desk, realm)?;
        for (g, h) in pairs(&games, &games) {
            let claimed = rule.ge(g, h)?;
            let holds = court.upholds(g, h, claimed)? && realm.engine.ge(g, h)? == claimed;
            tally.case(holds, || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
        }
    }
    Ok(tally.finding())
}

fn proposition_5_7(desk: &Desk) -> Result<Finding, Trouble> {
    super::section_4::adjoints(desk, &augmented(desk, 400)?)
}

/// The last sentence of the proof of Proposition 5.7, as it is printed.
fn proof_of_5_7(desk: &Desk) -> Result<Finding, Trouble> {
    end_likes(desk, Player::Left, |outcome| outcome <= Outcome::N)
}

/// The last sentence of the proof of Lemma 5.10, as it is printed.
fn end_of_proof_of_5_10(desk: &Desk) -> Result<Finding, Trouble> {
    end_likes(desk, Player::Right, |outcome| outcome >= Outcome::N)
}

/// The printed statement on the outcomes of forms without ordinary options for the player; such a form
/// is won by the player moving first, and that is what the proof needs.
fn end_likes(desk: &Desk, player: Player, printed: impl Fn(Outcome) -> bool) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let play = Play::new(forms);
    let mut games = augmented(desk, 400)?;
    games.extend(desk.day_2()?);
    let (mut as_printed, mut as_needed) = (Tally::new(), Tally::new());
    for g in games.into_iter().filter(|&g| forms.options(g, player).is_empty()) {
        let outcome = play.outcome(g, Form::ZERO);
        as_printed.case(printed(outcome), || format!("o({}) = {outcome}", desk.show(g)));
        as_needed.case(outcome.winner(player) == player, || desk.show(g));
    }
    let (finding, needed) = (as_printed.finding(), as_needed.finding());
    let examples = finding.details.clone().unwrap_or_default();
    let details = format!("{examples}\nwith the sign turned round it {}", needed.computed);
    // With the other sign the sentence must hold, or the erratum explains nothing.
    Ok(Finding { agrees: finding.agrees || !needed.agrees, ..finding }.with_details(details))
}

fn lemma_5_8(desk: &Desk) -> Result<Finding, Trouble> {
    let mut games = augmented(desk, 20)?;
    games.extend(desk.day_2()?.iter().step_by(7));
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let court = Court::new(desk, realm)?;
        for (g, h) in pairs(&games, &games) {
            if realm.engine.ge(g, h)? {
                continue;
            }
            for starter in Player::BOTH {
                let mut holds = false;
                if let Some(x) = court.separator(desk, g, h, starter.opponent())? {
                    let made = turned(desk.forms(), g, h, x, starter)?;
                    holds = court.play.refutes(g, h, x, starter.opponent())
                        && court.play.refutes(g, h, made, starter)
                        && court.membership.contains(made)?
                        && court.membership.contains(x)?;
                }
                tally.case(holds, || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
            }
        }
    }
    Ok(tally.finding())
}

/// The second condition of Lemma 5.10: no G^L ≥ H and no H^R ≤ G.
fn is_downlinkable(desk: &Desk, court: &Court<'_>, g: Form, h: Form) -> Result<bool, Trouble> {
    let forms = desk.forms();
    Ok(!any(forms.options(g, Player::Left), |&option| court.engine.ge(option, h))?
        && !any(forms.options(h, Player::Right), |&option| court.engine.ge(g, option))?)
}

/// T as in the proof of Lemma 5.10; `fill` puts 0 on an empty side.
fn downlink(desk: &Desk, court: &Court<'_>, g: Form, h: Form, fill: bool) -> Result<Option<Form>, Trouble> {
    let forms = desk.forms();
    let options = |f: Form, p: Player| forms.options(f, p);
    let is_bare = |f: Form| Player::BOTH.into_iter().all(|p| options(f, p).is_empty());
    let zero = [Form::ZERO];
    if is_bare(g) && is_bare(h) {
        return Ok(Some(forms.ordinary(&zero, &zero)?));
    }
    if is_bare(g) && options(h, Player::Right).is_empty() {
        return Ok(Some(forms.ordinary(&zero, &option_adjoints(forms, h, Player::Left)?)?));
    }
    if is_bare(h) && options(g, Player::Left).is_empty() {
        return Ok(Some(forms.ordinary(&option_adjoints(forms, g, Player::Right)?, &zero)?));
    }
    let mut left = option_adjoints(forms, g, Player::Right)?;
    for &option in options(h, Player::Right) {
        let Some(y) = court.separator(desk, g, option, Player::Right)? else { return Ok(None) };
        left.push(y);
    }
    let mut right = option_adjoints(forms, h, Player::Left)?;
    for &option in options(g, Player::Left) {
        let Some(x) = court.separator(desk, option, h, Player::Left)? else { return Ok(None) };
        right.push(x);
    }
    for side in [&mut left, &mut right] {
        if fill && side.is_empty() {
            side.push(Form::ZERO);
        }
    }
    Ok(Some(forms.ordinary(&left, &right)?))
}

fn downlinks(court: &Court<'_>, g: Form, h: Form, t: Form) -> Result<bool, Trouble> {
    Ok(court.play.links(g, h, t) && court.membership.contains(t)?)
}

fn sample(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let mut games = small_augmented(desk)?;
    games.extend(desk.day_2()?.iter().step_by(4));
    Ok(games)
}

/// Where G can be downlinked to H, the T of the proof, with empty sides filled, must do it;
/// elsewhere no game of the universe of rank at most 2, and none of the 1,268 dicots of day 3, may.
fn lemma_5_10(desk: &Desk) -> Result<Finding, Trouble> {
    let games = sample(desk)?;
    let mut tally = Tally::new();
    let panel = Panel::new(desk.forms(), &[desk.day_2()?, desk.dicots_of_day_3()?].concat());
    for realm in Realm::all(desk) {
        let court = Court::new(desk, realm)?;
        let members = kept(panel.games(), |t| court.membership.contains(t))?;
        let among = panel.set_of(&members);
        for (g, h) in pairs(&games, &games) {
            let holds = if is_downlinkable(desk, &court, g, h)? {
                match downlink(desk, &court, g, h, true)? {
                    Some(t) => downlinks(&court, g, h, t)?,
                    None => false,
                }
            } else {
                !panel.links(g, h, &among)
            };
            tally.case(holds, || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
        }
    }
    Ok(tally.finding())
}

fn proof_of_5_10(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let games = sample(desk)?;
    let mut tally = Tally::new();
    // The failures that the erratum explains, and those that it would not.
    let mut explained = Tally::new();
    for realm in [Realm::e(desk), Realm::d(desk)] {
        let court = Court::new(desk, realm)?;
        for (g, h) in pairs(&games, &games) {
            if !is_downlinkable(desk, &court, g, h)? {
                continue;
            }
            let t = downlink(desk, &court, g, h, false)?;
            let holds = match t {
                Some(t) => downlinks(&court, g, h, t)?,
                None => false,
            };
            if !holds {
                let is_end = |t: Form| Player::BOTH.into_iter().any(|p| forms.is_end(t, p));
                explained.case(t.is_some_and(is_end), || desk.show_pair(g, h));
            }
            tally.case(holds, || {
                let t = t.map_or("nothing".to_owned(), |t| desk.show(t));
                format!("G = {}, H = {}, T = {t} modulo {}", desk.show(g), desk.show(h), realm.name)
            });
        }
    }
    let finding = tally.finding();
    let examples = finding.details.clone().unwrap_or_default();
    let explained = explained.finding();
    let details = format!("{examples}\nthat T has an empty side where it fails: {}", explained.computed);
    // A failure that the erratum does not explain is not an erratum.
    let only_these = explained.agrees;
    Ok(Finding { agrees: finding.agrees || !only_these, ..finding }.with_details(details))
}
