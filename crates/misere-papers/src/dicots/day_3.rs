//! Section 4 from Lemma 4.2 on: the dicots born by day 3.
//!
//! Every dicot born by day 3 is equal to one whose options are among the nine of day 2: the
//! statements are tried on all 511² dicots with such options, and on 0.

use std::collections::BTreeSet;

use misere::core::{AllGames, Exhausted, Form, Outcome, Player};
use misere::counting::count::{Counted, Which, count, pool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::nine::{Nine, Set, conjugate, set, sets, show_set, unions};
use crate::desk::Desk;
use crate::item::{Finding, Tally, Trouble, grouped};
use crate::play::Play;
use crate::sample::subsets;

/// The condition for G ≥ * of 𝓟-positions. Where G ≱ *, the game of the proof is played.
pub(super) fn lemma_4_2(desk: &Desk) -> Result<Finding, Trouble> {
    let x = desk.read("{{0|0,*}|0}")?;
    above_star(desk, Outcome::P, |_| x)
}

/// The condition for G ≥ * of 𝓛-positions. Where G ≱ *, a game of the proof is played.
pub(super) fn lemma_4_4(desk: &Desk) -> Result<Finding, Trouble> {
    let [x, other] = ["{{0|0,*}|0}", "{{*|0,*}|0}"].map(|text| desk.read(text));
    let (x, other) = (x?, other?);
    above_star(desk, Outcome::L, |right| if right & set("0 z") != 0 { x } else { other })
}

/// `separator` gives X with o(* + X) = 𝓝 and o(G + X) ≤ 𝓟, from the Right options of G.
fn above_star(desk: &Desk, outcome: Outcome, separator: impl Fn(Set) -> Form) -> Result<Finding, Trouble> {
    let star = desk.forms().nimber(1)?;
    let play = Play::new(desk.forms());
    let mut tally = Tally::new();
    each_dicot(desk, &[outcome], |g, left, right| {
        let claimed = left & set("0 z") != 0;
        let x = separator(right);
        let separated = || play.outcome(star, x) == Outcome::N && !play.wins_first(g, x, Player::Left);
        let holds = desk.d.ge(g, star)? == claimed && (claimed || separated());
        tally.case(holds, || desk.show(g));
        Ok(())
    })?;
    Ok(tally.finding())
}

/// The condition for G ≥ 0 of 𝓛- and 𝓝-positions. Where G ≱ 0, the game of the proof is
/// played: an X with o(X) = 𝓟 and o(G + X) ≤ 𝓝.
pub(super) fn lemma_4_5(desk: &Desk) -> Result<Finding, Trouble> {
    let x = desk.read("{{0|*}|0}")?;
    let play = Play::new(desk.forms());
    let mut tally = Tally::new();
    each_dicot(desk, &[Outcome::L, Outcome::N], |g, _, right| {
        let claimed = right & set("0 α ~z") == 0;
        let separated = || play.outcome(Form::ZERO, x) == Outcome::P && play.wins_first(g, x, Player::Right);
        let holds = desk.d.ge(g, Form::ZERO)? == claimed && (claimed || separated());
        tally.case(holds, || desk.show(g));
        Ok(())
    })?;
    Ok(tally.finding())
}

pub(super) fn theorem_4_3(desk: &Desk) -> Result<Finding, Trouble> {
    let left = sets(["~α", "~α *2", "*2", "~s", "~s ~z", "~z", "~α ~z", "0"]);
    let right = sets(["α", "α *2", "*2", "s", "s z", "z", "α z", "0"]);
    characterisation(desk, Outcome::P, &[(left, right)], "64")
}

pub(super) fn theorem_4_6(desk: &Desk) -> Result<Finding, Trouble> {
    characterisation(desk, Outcome::L, &left_wins(), "201")
}

/// The sentence below Theorem 4.6, on the conjugates of its games.
pub(super) fn conjugates_of_theorem_4_6(desk: &Desk) -> Result<Finding, Trouble> {
    let conjugates = |sets: &[Set]| sets.iter().map(|&set| conjugate(set)).collect::<Vec<_>>();
    let cases: Vec<_> =
        left_wins().iter().map(|(left, right)| (conjugates(right), conjugates(left))).collect();
    characterisation(desk, Outcome::R, &cases, "201")
}

fn left_wins() -> Vec<(Vec<Set>, Vec<Set>)> {
    let mut left = unions(&sets(["*", "α", "* α"]), &sets(["", "0", "~α", "*2", "~α *2"]));
    left.extend(sets(["s", "~α s", "α ~s", "* ~z", "s 0", "* ~α ~z"]));
    let right = sets(["0", "α", "0 α", "0 *2", "α *2", "0 α *2", "~z", "α z", "0 s"]);
    vec![(left, right), (sets(["*", "* 0", "* ~α"]), sets(["*2", "s", "z", "s z"]))]
}

pub(super) fn theorem_4_7(desk: &Desk) -> Result<Finding, Trouble> {
    let conjugates = |sets: &[Set]| sets.iter().map(|&set| conjugate(set)).collect::<Vec<_>>();
    let nine_sets = sets(["*", "α", "* α", "* *2", "α *2", "* α *2", "s", "α ~s", "* ~z"]);
    let four_sets = sets(["0 *", "* α", "0 * α", "* ~z"]);
    let left = listed_27();
    let right = conjugates(&left);
    let cases = [
        (vec![0], vec![0]),
        (nine_sets.clone(), four_sets.clone()),
        (conjugates(&four_sets), conjugates(&nine_sets)),
        (left, right),
    ];
    characterisation(desk, Outcome::N, &cases, "802")
}

/// The 27 antichains as the end of the proof lists them, and as the theorem has them for Left.
fn listed_27() -> Vec<Set> {
    let mut list = unions(&sets(["*", "α", "* α"]), &sets(["0", "~α", "0 ~α"]));
    list = unions(&list, &sets(["", "*2"]));
    list.extend(sets(["s z", "s 0", "s ~α", "s ~α 0", "z *", "z α", "z α *", "α ~s 0", "* ~z ~α"]));
    list
}

/// The proof says that the 27 antichains it lists are those for G^R.
pub(super) fn proof_of_theorem_4_7(desk: &Desk) -> Result<Finding, Trouble> {
    let nine = Nine::new(desk)?;
    let listed: BTreeSet<Set> = listed_27().into_iter().collect();
    let computed: BTreeSet<Set> = nine
        .antichains(desk)?
        .into_iter()
        .filter(|set_| set_ & set("0 α ~z") != 0 && set_ & set("* ~α ~s") != 0)
        .collect();
    let missing: Vec<String> = computed.difference(&listed).map(|&s| show_set(s)).collect();
    let shared = computed.intersection(&listed).count();
    let finding = Finding::of(
        missing.is_empty() && computed.len() == listed.len(),
        format!("{} antichains, {shared} of them among the {} listed", computed.len(), listed.len()),
    );
    let conjugates: BTreeSet<Set> = listed.iter().map(|&s| conjugate(s)).collect();
    let same = if conjugates == computed { "are exactly" } else { "are not" };
    Ok(finding.with_details(format!(
        "not listed: {}\nthe conjugates of the listed ones {same} the antichains for G^R",
        missing.join(" ")
    )))
}

/// The sentence that recalls Lemma 4.5 at the beginning of the proof, as it is printed: "if the
/// Right options meet {0, α, z̄}, the Left options *, α, s, s̄, z̄, *2 are reversible through 0".
pub(super) fn proof_of_theorem_4_7_recalling(desk: &Desk) -> Result<Finding, Trouble> {
    let reversible = set("* α s ~s ~z *2");
    let (mut printed, mut turned) = (Tally::new(), Tally::new());
    each_dicot(desk, &[Outcome::N], |g, left, right| {
        if left & reversible != 0 {
            // An option is reversible through its option 0 if G ≥ 0.
            let is_above = desk.d.ge(g, Form::ZERO)?;
            if right & set("0 α ~z") != 0 {
                printed.case(is_above, || desk.show(g));
            } else {
                turned.case(is_above, || desk.show(g));
            }
        }
        Ok(())
    })?;
    let turned = turned.finding();
    let details = format!("if the Right options do not meet that set, it {}", turned.computed);
    // With the other sign the sentence must hold, or the erratum explains nothing.
    let finding = printed.finding();
    Ok(Finding { agrees: finding.agrees || !turned.agrees, ..finding }.with_details(details))
}

/// Whether a dicot with this outcome is its own canonical form exactly if its sides are as one
/// of the cases says, and how many canonical forms there are.
fn characterisation(
    desk: &Desk,
    outcome: Outcome,
    cases: &[(Vec<Set>, Vec<Set>)],
    count: &str,
) -> Result<Finding, Trouble> {
    let mut claimed: FxHashSet<(Set, Set)> = FxHashSet::default();
    for (left, right) in cases {
        claimed.extend(left.iter().flat_map(|&l| right.iter().map(move |&r| (l, r))));
    }
    let mut tried = 0u64;
    let mut canonical = 0;
    let mut wrong = Vec::new();
    each_dicot(desk, &[outcome], |g, left, right| {
        let is_canonical = desk.d.canonical(g)? == g;
        tried += 1;
        canonical += usize::from(is_canonical);
        if is_canonical != claimed.contains(&(left, right)) {
            wrong.push(desk.show(g));
        }
        Ok(())
    })?;
    let finding = Finding::new(count, canonical)
        .provided(wrong.is_empty(), format!("{} are unlike the theorem", wrong.len()));
    let mut details = vec![format!("of {} dicots of this outcome", grouped(tried))];
    details.extend(wrong.iter().take(5).cloned());
    Ok(finding.with_details(details.join("\n")))
}

pub(super) fn theorem_4_8(desk: &Desk) -> Result<Finding, Trouble> {
    let mut classes = FxHashMap::default();
    let all = [Outcome::P, Outcome::L, Outcome::R, Outcome::N];
    each_dicot(desk, &all, |g, _, _| {
        classes.insert(desk.d.value(g)?, desk.forms().outcome(g));
        Ok(())
    })?;
    let of = |outcome| classes.values().filter(|&&o| o == outcome).count();
    let parts = all.map(|outcome| of(outcome).to_string()).join(" + ");
    Ok(Finding::new("64 + 201 + 201 + 802 = 1268", format!("{parts} = {}", classes.len())))
}

/// Hands every dicot of these outcomes whose options are among the nine, 0 included, to `call`,
/// together with the sets of its options.
fn each_dicot(
    desk: &Desk,
    outcomes: &[Outcome],
    mut call: impl FnMut(Form, Set, Set) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let nine = Nine::new(desk)?;
    if outcomes.contains(&desk.forms().outcome(Form::ZERO)) {
        call(Form::ZERO, 0, 0)?;
    }
    let members: Vec<Vec<Form>> = (0..1 << 9).map(|set| nine.members(set)).collect();
    for left in 1..1 << 9 {
        for right in 1..1 << 9 {
            let g = desk.forms().ordinary(&members[left as usize], &members[right as usize])?;
            if outcomes.contains(&desk.forms().outcome(g)) {
                call(g, left, right)?;
            }
        }
    }
    Ok(())
}

/// The bound 2^183 of Table 3 for the games born by day 3. The classes are counted, and their
/// number compared with the bound.
pub(super) fn table_3_day_3(desk: &Desk) -> Result<Finding, Trouble> {
    let games = pool(desk.forms(), &AllGames, 2)?;
    let counted = Counted { of: &AllGames, pools: [&games, &games] };
    let classes = count(&desk.m, counted, Which::All, &|_| ())?.classes;
    let below = if classes.bits() <= 183 { "fewer than 2^183" } else { "2^183 or more" };
    Ok(Finding::new("fewer than 2^183", below).with_details(format!("there are {classes}")))
}

pub(super) fn table_3(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let claimed = ["1 2 3 5", "1 2 9 1268", "1 2 10 7541", "1 2 10 1046530", "1 4 256"];
    let days: Vec<Vec<Form>> = (0..=2).map(|day| forms.born_by(day)).collect::<Result<_, _>>()?;
    let dicots: Vec<Vec<Form>> =
        days.iter().map(|day| day.iter().copied().filter(|&g| forms.is_dicot(g)).collect()).collect();
    let mut in_d: Vec<usize> = Vec::new();
    let mut in_m: Vec<usize> = Vec::new();
    let mut all_in_m: Vec<usize> = Vec::new();
    for (day, dicots) in days.iter().zip(&dicots) {
        in_d.push(classes(dicots, |g| desk.d.value(g))?);
        in_m.push(classes(dicots, |g| desk.m.value(g))?);
        all_in_m.push(classes(day, |g| desk.m.value(g))?);
    }
    in_d.push(classes(&Nine::new(desk)?.undominated(desk)?, |g| desk.d.value(g))?);
    in_m.push(classes(&undominated_modulo_m(desk, &dicots[2])?, |g| desk.m.value(g))?);
    // A dicot is 0, or has two non-empty sets of dicots of the day before as options.
    let mut trees: Vec<usize> = dicots.iter().map(Vec::len).collect();
    trees.push(1 + ((1 << trees[2]) - 1usize).pow(2));
    let rows = [impartial_classes(desk, 3)?, in_d, in_m, trees, all_in_m];
    let computed = rows.map(|row| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
    let names = ["impartial modulo I", "dicots modulo D", "dicots modulo M", "dicot trees", "games modulo M"];
    let details: Vec<String> =
        names.iter().zip(&computed).map(|(name, row)| format!("{name}: {row}")).collect();
    Ok(Finding::new(claimed.join("; "), computed.join("; ")).with_details(details.join("\n")))
}

/// Section 4: impartial games modulo I born by day 0 to 4.
pub(super) fn impartial_games(desk: &Desk) -> Result<Finding, Trouble> {
    let counts: Vec<String> = impartial_classes(desk, 4)?.iter().map(usize::to_string).collect();
    Ok(Finding::new("1, 2, 3, 5, 22", counts.join(", ")))
}

fn impartial_classes(desk: &Desk, last_day: u32) -> Result<Vec<usize>, Trouble> {
    let forms = desk.forms();
    let mut classes = vec![Form::ZERO];
    let mut counts = vec![1];
    for _ in 0..last_day {
        let mut next = Vec::new();
        for options in subsets(&classes) {
            let canonical = desk.i.canonical(forms.ordinary(&options, &options)?)?;
            next.extend(canonical.filter(|g| !next.contains(g)));
        }
        classes = next;
        counts.push(classes.len());
    }
    Ok(counts)
}

/// The number of different values of these games.
fn classes<V: Eq + std::hash::Hash>(
    games: &[Form],
    value: impl Fn(Form) -> Result<V, Exhausted>,
) -> Result<usize, Exhausted> {
    Ok(games.iter().map(|&g| value(g)).collect::<Result<FxHashSet<V>, _>>()?.len())
}

fn undominated_modulo_m(desk: &Desk, options: &[Form]) -> Result<Vec<Form>, Exhausted> {
    let mut antichains: Vec<Vec<Form>> = vec![Vec::new()];
    for &option in options {
        for at in 0..antichains.len() {
            let mut incomparable = true;
            for &other in &antichains[at] {
                incomparable &= !desk.m.ge(option, other)? && !desk.m.ge(other, option)?;
            }
            if incomparable {
                antichains.push([antichains[at].as_slice(), &[option]].concat());
            }
        }
    }
    let mut found = vec![Form::ZERO];
    for left in &antichains[1..] {
        for right in &antichains[1..] {
            found.push(desk.forms().ordinary(left, right)?);
        }
    }
    Ok(found)
}

/// Section 4: who wins a dicot of day 3 is seen from its options.
pub(super) fn outcomes_of_day_3(desk: &Desk) -> Result<Finding, Trouble> {
    let winning = [set("* α s"), set("* ~α ~s")];
    let mut tally = Tally::new();
    let all = [Outcome::P, Outcome::L, Outcome::R, Outcome::N];
    each_dicot(desk, &all, |g, left, right| {
        let winner = |p: Player, options: Set| {
            if options & winning[p.index()] != 0 { p } else { p.opponent() }
        };
        let claimed = Outcome::from_winners(winner(Player::Left, left), winner(Player::Right, right));
        tally.case(g == Form::ZERO || desk.forms().outcome(g) == claimed, || desk.show(g));
        Ok(())
    })?;
    Ok(tally.finding())
}
