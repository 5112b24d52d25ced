//! Section 3.3: the blocked super ends.

use misere::core::{Family, Form, Player, Relation, Tombstones};
use misere::notation::structural_order;

use super::definitions::{Ends, Order};
use super::samples::{all_small_and_samples, blocked_left_ends_of_rank_3};
use super::strength::{blocked_left_ends_by_day_2, tally_strength};
use super::test_ends::minimal_modulo_m;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::dead_end_trees;

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Section 3.3, E" => minimal_dead_ends,
        "the minimal Left dead ends of rank at most n are 0 and W_n, n = 0..3"
        .decided()
        .all("the Left dead ends of rank at most 3")
        .engine("order modulo M")
        .shown("compare '[-1 0]' W3 -m M");
    "Definition 3.12" => definition_3_12,
        "S_2, from all blocking forms of rank 1; S_0, S_1, S_2, S_3 are in B and have ranks 0..3"
        .decided()
        .recursion("the definition of B")
        .engine("the family S")
        .shown("eval S2");
    "Section 3.3, A_n" => passing_games_are_not_minimal,
        "S_2 ≱ A_3 modulo M, and for n = 3, 4, 5 a blocked Left end of rank n is strictly below A_n"
        .decided()
        .engine("order modulo M")
        .shown("compare S2 A3 -m M");
    "Lemma 3.13" => lemma_3_13, "X ≥ S_n modulo M for every blocked Left end X of rank n = 0..3"
        .decided()
        .all("the options that a blocked Left end of rank at most 3 may have")
        .sample("besides, 200 blocked ends of rank 3")
        .play("with games of rank at most 2, 1,100 of rank 3, 350 of rank 4")
        .recursion("Corollary 2.2")
        .shown("compare '{|1,*}' S2 -m M");
    "Lemma 3.14" => lemma_3_14, "how S_1, S_2, S_3 compare with 0 modulo M"
        .decided()
        .play("separators for n = 1, 2, 3 in both directions")
        .shown("compare S2 0 -m M");
    "Corollary 3.15" => corollary_3_15,
        "the minimal blocked Left ends of rank at most n are 0 and S_n, n = 0..3"
        .decided()
        .all("the blocked Left ends of rank at most 2, the options that those of rank 3 may have")
        .sample("100 blocked ends of rank 3")
        .engine("order modulo M")
        .shown("compare S2 S3 -m M");
    "Proposition 3.16" => proposition_3_16,
        "the M-simplest form of S_n, n = 0..3: four options, of the given classes, from n = 2 on"
        .decided()
        .engine("simplest forms modulo M")
        .shown("simplest S3 -m M");
    "Section 3.3, S_n" => super_ends_are_below_zero,
        "B_n ≥ S_n modulo M, 0 ≥ S_n modulo B, and S_n is Right B-strong, n = 0, 2, 3"
        .decided()
        .play("with games of B of rank at most 2, 1,100 of rank 3, 350 of rank 4")
        .engine("order modulo M and B")
        .shown("compare 0 S2 -m B");
    "Theorem 3.17" => theorem_3_17, "the B-simplest form of S_n, n = 0..4, S_4 by way of Proposition 3.16"
        .decided()
        .engine("simplest forms modulo B")
        .shown("simplest S3 -m B");
    "Section 3.3, W_n" => strong_waiting_games,
        "W_2 with ■ for Right, and {·|0,last,■} from there on, are S_2, S_3, S_4 modulo B"
        .decided()
        .engine("equality modulo B")
        .shown("compare '{|0,-1,#}' S2 -m B");
};

fn minimal_dead_ends(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let all = dead_end_trees(desk.forms(), 3, Player::Left)?;
    let (mut claimed, mut computed) = (Vec::new(), Vec::new());
    for n in 0..=3 {
        let mut minimal = vec![Form::ZERO, Family::W.member(forms, n)?];
        minimal.dedup();
        claimed.push(desk.show_list(&minimal));
        let some: Vec<Form> = all.iter().copied().filter(|&x| u64::from(forms.rank(x)) <= n).collect();
        computed.push(desk.show_list(&structural_order(forms, &minimal_modulo_m(desk, &some)?)));
    }
    Ok(Finding::new(claimed.join("; "), computed.join("; ")))
}

fn definition_3_12(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut ranks = Vec::new();
    for n in 0..=3 {
        let s = Family::S.member(forms, n)?;
        let is_blocking = Ends::new(forms, &[s]).is_blocking(forms, s);
        ranks.push(format!("{}{}", forms.rank(s), if is_blocking { "" } else { " outside B" }));
    }
    let s_2 = Family::S.member(forms, 2)?;
    let claimed = desk.read("{|0,-1,1,*}")?;
    Ok(Finding::new(
        format!("{}; ranks 0, 1, 2, 3", desk.show(claimed)),
        format!("{}; ranks {}", desk.show(s_2), ranks.join(", ")),
    ))
}

/// The end below A_n is S_3 for n = 3; for n = 4, 5 it is A_n with S_3 as a further Right
/// option.
fn passing_games_are_not_minimal(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let s_3 = Family::S.member(forms, 3)?;
    let first = desk.m.ge(Family::S.member(forms, 2)?, Family::A.member(forms, 3)?)?;
    let mut computed = vec![if first { "S_2 ≥ A_3" } else { "S_2 ≱ A_3" }.to_string()];
    for n in 3..=5 {
        let a = Family::A.member(forms, n)?;
        let x = if n == 3 {
            s_3
        } else {
            forms.ordinary(&[], &[forms.options(a, Player::Right), &[s_3]].concat())?
        };
        let is_end = Ends::new(forms, &[x]).is_blocked(x, Player::Left) && u64::from(forms.rank(x)) == n;
        let below = desk.m.relation(x, a)? == Relation::Less;
        computed.push(format!("A_{n} {}", if is_end && below { "not minimal" } else { "not shown" }));
    }
    Ok(Finding::new("S_2 ≱ A_3, A_3 not minimal, A_4 not minimal, A_5 not minimal", computed.join(", ")))
}

/// Whether S_n has every Right option that a blocked Left end of rank at most n may have, so that
/// X ≥ S_n by Corollary 2.2 for every such X but 0: each X^R is a Right option of S_n.
fn has_all_options(desk: &Desk, n: u64) -> Result<bool, Trouble> {
    let forms = desk.forms();
    let super_end = Family::S.member(forms, n)?;
    let earlier: Vec<Form> =
        desk.day_2()?.iter().copied().filter(|&r| u64::from(forms.rank(r)) < n).collect();
    let mut ends = Vec::new();
    for &r in &earlier {
        ends.push(forms.ordinary(&[], &[r])?);
    }
    let known = Ends::new(forms, &ends);
    let may_be = |end: &Form| known.is_blocked(*end, Player::Left) && known.is_blocking(forms, *end);
    let options: Vec<Form> =
        earlier.iter().zip(&ends).filter(|(_, end)| may_be(end)).map(|(&r, _)| r).collect();
    let of_super_end = forms.options(super_end, Player::Right);
    Ok(options.len() == of_super_end.len() && options.iter().all(|r| of_super_end.contains(r)))
}

/// Lemma 3.13 is decided by the options that ends may have; and tried by Corollary 2.2, and by
/// play with all games of rank at most 2 and samples.
fn lemma_3_13(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut all = true;
    for n in 1..=3 {
        all = all && has_all_options(desk, n)?;
    }
    let mut some = blocked_left_ends_by_day_2(desk)?;
    some.extend(blocked_left_ends_of_rank_3(desk, 200)?);
    let supers = desk.members(Family::S, 0..=3)?;
    let both = [some.clone(), supers.clone()].concat();
    let order = Order::new(forms, &both, |g, p| forms.options(g, p).is_empty());
    let xs = all_small_and_samples(desk)?;
    let play = Play::new(forms);
    let tried = desk.for_all(some, |x| {
        let s = supers[forms.rank(x) as usize];
        Ok(order.ge(x, s) && desk.m.ge(x, s)? && play.favours(x, s, &xs))
    })?;
    Ok(tried.provided(all, "S_n lacks an option that a blocked end of rank n may have"))
}

/// Incomparable pairs are shown to be so by play with separators.
fn lemma_3_14(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut computed = Vec::new();
    for n in 1..=3 {
        let s = Family::S.member(forms, n)?;
        let mut told = 0;
        for (g, h) in [(s, Form::ZERO), (Form::ZERO, s)] {
            if let Some(found) = desk.m.separator(g, h)? {
                told += usize::from(Play::new(forms).refutes(g, h, found.game, found.starter));
            }
        }
        computed.push(if told == 2 { "incomparable" } else { "comparable" });
    }
    Ok(Finding::new("incomparable, incomparable, incomparable", computed.join(", ")))
}

/// Corollary 3.15 is computed for all blocked Left ends up to rank 2 and samples of rank 3. That
/// no end of rank 3 was missed follows from the options that ends may have, as in Lemma 3.13:
/// all but 0 are at least S_3, and 0 is comparable with none of them by Lemma 3.14.
fn corollary_3_15(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut all = blocked_left_ends_by_day_2(desk)?;
    all.extend(blocked_left_ends_of_rank_3(desk, 100)?);
    all.push(Family::S.member(forms, 3)?);
    let describe = |minimal: &[Form], s: Form| {
        let text = |g: &Form| if *g == s && s != Form::ZERO { "S".to_string() } else { desk.show(*g) };
        minimal.iter().map(text).collect::<Vec<_>>().join(", ")
    };
    let (mut claimed, mut computed) = (Vec::new(), Vec::new());
    for n in 0..=3 {
        let s = Family::S.member(forms, n)?;
        let mut minimal = vec![Form::ZERO, s];
        minimal.dedup();
        claimed.push(describe(&minimal, s));
        let some: Vec<Form> = all.iter().copied().filter(|&x| u64::from(forms.rank(x)) <= n).collect();
        let minimal = minimal_modulo_m(desk, &structural_order(forms, &some))?;
        computed.push(describe(&structural_order(forms, &minimal), s));
    }
    Ok(Finding::new(claimed.join("; "), computed.join("; ")))
}

fn proposition_3_16(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut claimed = vec![Form::ZERO, forms.integer(-1)?];
    for n in 2..=3 {
        claimed.push(four_options(desk, n, claimed[n as usize - 1])?);
    }
    let supers = desk.members(Family::S, 0..=3)?;
    let computed = supers.into_iter().map(|s| desk.m.simplest(s)).collect::<Result<Vec<_>, _>>()?;
    let counts = |some: &[Form]| {
        let sizes: Vec<_> = some.iter().map(|&g| forms.options(g, Player::Right).len()).collect();
        format!("{} ({sizes:?} options)", desk.show_list(some))
    };
    Ok(Finding::new(format!("{} ([0, 1, 4, 4] options)", desk.show_list(&claimed)), counts(&computed)))
}

/// The form {·|0, 1, {0|minimal blocking forms of rank at most n−2}*, S_{n−1}*}, a star being
/// for simplest forms modulo M.
fn four_options(desk: &Desk, n: u32, last: Form) -> Result<Form, Trouble> {
    let forms = desk.forms();
    let born = forms.born_by(n - 2)?;
    let games: Vec<Form> = born.into_iter().filter(|&g| forms.is_blocking(g)).collect();
    let minimal = minimal_modulo_m(desk, &structural_order(forms, &games))?;
    let third = desk.m.simplest(forms.ordinary(&[Form::ZERO], &minimal)?)?;
    Ok(forms.ordinary(&[], &[Form::ZERO, forms.integer(1)?, third, last])?)
}

fn super_ends_are_below_zero(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let xs: Vec<Form> = all_small_and_samples(desk)?.into_iter().filter(|&x| forms.is_blocking(x)).collect();
    let mut tally = Tally::new();
    for n in [0, 2, 3] {
        let (b, s) = (Family::B.member(forms, n)?, Family::S.member(forms, n)?);
        tally.case(desk.m.ge(b, s)?, || format!("B_{n} ≥ S_{n}"));
        let play = Play::new(forms);
        let below = desk.b.ge(Form::ZERO, s)? && play.favours(Form::ZERO, s, &xs);
        tally.case(below, || format!("0 ≥ S_{n}"));
        tally_strength(desk, &mut tally, &[forms.conjugate(s)?], |_| true)?;
    }
    Ok(tally.finding())
}

fn theorem_3_17(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut claimed = vec![Form::ZERO, forms.integer(-1)?, desk.read("{|0,-1,#}")?];
    for n in 3..=4 {
        claimed.push(desk.read(&format!("{{|{},#}}", desk.write(claimed[n - 1])?))?);
    }
    let mut supers = desk.members(Family::S, 0..=3)?;
    supers.push(four_options(desk, 4, desk.m.simplest(supers[3])?)?);
    let computed = supers.into_iter().map(|s| desk.b.simplest(s)).collect::<Result<Vec<_>, _>>()?;
    Ok(Finding::new(desk.show_list(&claimed), desk.show_list(&computed)))
}

fn strong_waiting_games(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let w_2 = Family::W.member(forms, 2)?;
    let strong = |right: &[Form]| forms.make(&[], right, Tombstones::only(Player::Right));
    let mut wait = strong(forms.options(w_2, Player::Right))?;
    let s_3 = Family::S.member(forms, 3)?;
    let s_4 = four_options(desk, 4, desk.m.simplest(s_3)?)?;
    let mut tally = Tally::new();
    for s in [Family::S.member(forms, 2)?, s_3, s_4] {
        tally.case(desk.b.relation(wait, s)? == Relation::Equal, || desk.show(wait));
        wait = strong(&[Form::ZERO, wait])?;
    }
    Ok(tally.finding())
}
