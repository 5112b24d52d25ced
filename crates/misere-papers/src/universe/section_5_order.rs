//! Section 5: order of augmented games, Theorem 5.5 and the lemmas before it.

use fastrand::Rng;
use misere::core::{Form, Player};

use super::definition::{Court, Rule, Strength};
use super::realm::Realm;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::{Kind, any, choose, forms_of_kind, option_adjoints, pairs, small_augmented, turned};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 5, augmented games" => monoid, "augmented games are a commutative monoid, and ■ makes strong";
    "Theorem 5.5" => theorem_5_5, "order of augmented games modulo seven universes: maintenance and proviso";
    "Proposition 5.7" => proposition_5_7, "G + G° is a 𝓟-position for augmented G";
    "Lemma 5.8" => lemma_5_8, "G ≱ H is shown by a game for either starter, and one is made from the other";
    "Lemma 5.10" => lemma_5_10, "G is downlinked to H exactly when no G^L ≥ H and no H^R ≤ G";
    "Lemma 5.10, proof" => proof_of_5_10,
        "the game T given there is in the universe and downlinks G to H"
        .erratum("if neither G nor H has a Right option, or neither a Left one, that side of T must be 0 as in [dicots] Lemma 3.6");
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
        let mut court = Court::new(desk, realm.engine)?;
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

fn lemma_5_8(desk: &Desk) -> Result<Finding, Trouble> {
    let mut games = augmented(desk, 20)?;
    games.extend(desk.day_2()?.iter().step_by(7));
    let mut tally = Tally::new();
    for realm in [Realm::m(desk), Realm::b(desk), Realm::e(desk), Realm::integers(desk), Realm::d(desk)] {
        let court = Court::new(desk, realm.engine)?;
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
                        && realm.engine.contains(made)?;
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
fn downlink(
    desk: &Desk,
    court: &mut Court<'_>,
    g: Form,
    h: Form,
    fill: bool,
) -> Result<Option<Form>, Trouble> {
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

fn downlinks(
    desk: &Desk,
    court: &Court<'_>,
    play: &Play<'_>,
    g: Form,
    h: Form,
    t: Form,
) -> Result<bool, Trouble> {
    Ok(desk.forms().is_ordinary(t) && play.links(g, h, t) && court.engine.contains(t)?)
}

fn sample(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let mut games = small_augmented(desk)?;
    games.extend(desk.day_2()?.iter().step_by(4));
    Ok(games)
}

/// Where G can be downlinked to H, the T of the proof, with empty sides filled, must do it;
/// elsewhere no game of rank at most 2 may.
fn lemma_5_10(desk: &Desk) -> Result<Finding, Trouble> {
    let games = sample(desk)?;
    let mut tally = Tally::new();
    for realm in [Realm::m(desk), Realm::e(desk), Realm::integers(desk), Realm::d(desk)] {
        let mut court = Court::new(desk, realm.engine)?;
        let play = Play::new(desk.forms());
        for (g, h) in pairs(&games, &games) {
            let holds = if is_downlinkable(desk, &court, g, h)? {
                match downlink(desk, &mut court, g, h, true)? {
                    Some(t) => downlinks(desk, &court, &play, g, h, t)?,
                    None => false,
                }
            } else {
                !court.members.iter().any(|&t| play.links(g, h, t))
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
    // What the erratum explains, and what it would not.
    let mut explained = Tally::new();
    for realm in [Realm::e(desk), Realm::d(desk)] {
        let mut court = Court::new(desk, realm.engine)?;
        let play = Play::new(desk.forms());
        for (g, h) in pairs(&games, &games) {
            if !is_downlinkable(desk, &court, g, h)? {
                continue;
            }
            let t = downlink(desk, &mut court, g, h, false)?;
            let holds = match t {
                Some(t) => downlinks(desk, &court, &play, g, h, t)?,
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
    let computed = if explained.claim == explained.computed {
        finding.computed.clone()
    } else {
        format!("{}, and not only for an empty side", finding.computed)
    };
    Ok(Finding { computed, ..finding }.with_details(details))
}
