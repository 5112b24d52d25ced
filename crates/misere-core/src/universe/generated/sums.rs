//! The ends of D(A): sums of followers of generators.

use std::collections::hash_map::Entry;
use std::sync::PoisonError;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Generated;
use crate::Player;
use crate::budget::Exhausted;
use crate::engine::Probes;
use crate::store::order::structural_order_within;
use crate::store::{Form, Forms, Tombstones};
use crate::universe::chain::Chain;
use crate::universe::for_player;
use crate::universe::generators::Generators;

/// An end, and the followers of generators (or their conjugates) whose sum it is.
pub type EndAsSum = (Form, Vec<Form>);

/// The elements of cl(A) of rank at most `rank`, each with how it was made. Those that are found
/// with a larger `rank` come after the others, so that nothing depends on what was asked before
/// as long as elements are not taken for shorter than they are.
#[derive(Default)]
pub(super) struct Sums {
    rank: u32,
    made: FxHashMap<Form, Made>,
    /// The keys of the elements, the shortest first.
    keys: Vec<Form>,
}

/// A sum of followers of generators: the part that was added last, and the element to which
/// it was added.
#[derive(Clone, Copy)]
struct Made {
    sum: Form,
    before: Form,
    part: Form,
}

impl<A: Generators> Generated<A> {
    /// The non-zero Left ends among the followers of the generators that matter for `n` moves,
    /// and among their conjugates, as they stand: sums of these ends are in cl(A) literally,
    /// not only up to equality. They come in structural order: the handles in the store of ends
    /// go by what was asked before.
    pub(super) fn parts(&self, n: u32) -> Result<Vec<Form>, Exhausted> {
        let forms = self.ends.forms();
        let mut parts = structural_order_within(forms, &self.unsorted_parts(n)?)?;
        parts.dedup();
        Ok(parts)
    }

    pub(super) fn unsorted_parts(&self, n: u32) -> Result<Vec<Form>, Exhausted> {
        let forms = self.ends.forms();
        let generators = self.generators.up_to(forms, n)?;
        let mut parts = Vec::new();
        for f in forms.followers_of_all(&generators).into_iter().filter(|&f| f != Form::ZERO) {
            if forms.is_end(f, Player::Left) {
                parts.push(f);
            } else if forms.is_end(f, Player::Right) {
                parts.push(forms.conjugate(f)?);
            }
        }
        Ok(parts)
    }

    /// Whether some element of cl(A) lies below the Left end `g` of [`Generated::end_store`]
    /// modulo M: for dead ends, whether g is in up(A). For others only the elements of cl(A)
    /// that are no longer than `g` are compared.
    pub fn is_above(&self, g: Form) -> Result<bool, Exhausted> {
        if !self.is_dead_ending() {
            for sum in self.sums_by_rank(self.ends.forms().rank(g))? {
                if self.ends.ge(g, sum)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // g ≥ X exactly when g ≥ τ_n(X), for n > rank(g).
        let n = self.ends.forms().rank(g) + 1;
        let Some(chain) = self.chain else {
            return Ok(self.find_below(&self.test_set(n)?, g)?.is_some());
        };
        for m in 0..=n {
            if self.ends.ge(g, chain.end(self.ends.forms(), m)?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the Left end `g` of [`Generated::end_store`] is equal, modulo M, to an element
    /// of cl(A) whose rank is at most that of `g`; and dead, if the ends of A are. An end that is
    /// not dead may equal longer elements, and it is not known how much longer.
    pub fn is_sum_of_parts(&self, g: Form) -> Result<bool, Exhausted> {
        if self.is_dead_ending() && !self.ends.forms().is_dead_end(g, Player::Left) {
            return Ok(false);
        }
        let rank = self.ends.forms().rank(g);
        let g = self.ends.simplest(g)?;
        if self.chain == Some(Chain::Integers) {
            let moves = |f: Form| self.ends.forms().options(f, Player::Right).len();
            return Ok(self.ends.forms().followers(g).into_iter().all(|f| moves(f) <= 1));
        }
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        if sums.made.is_empty() || sums.rank < rank {
            *sums = self.sums_up_to(rank, |sum| self.ends.simplest(sum))?;
        }
        // Longer elements are there if a longer end was asked about before.
        Ok(sums.made.get(&g).is_some_and(|made| self.ends.forms().rank(made.sum) <= rank))
    }

    /// The elements of cl(A) of rank at most `rank`, of those with the same key one of least rank:
    /// the first in an order that does not depend on `rank`. Ranks of forms add, so that cl(A) has
    /// finitely many elements of each rank.
    ///
    /// Equal keys must stay equal when the same part is added. Then an element of least rank with
    /// its key is one more part than an element that is of least rank itself: only these are
    /// continued, level by level.
    fn sums_up_to(
        &self,
        rank: u32,
        key: impl Fn(Form) -> Result<Form, Exhausted>,
    ) -> Result<Sums, Exhausted> {
        let forms = self.ends.forms();
        let parts = self.parts(rank)?;
        let zero = Made { sum: Form::ZERO, before: Form::ZERO, part: Form::ZERO };
        let mut made: FxHashMap<Form, Made> = [(Form::ZERO, zero)].into_iter().collect();
        let mut keys = vec![Form::ZERO];
        // For each rank, where its elements end.
        let mut ends = vec![1];
        for level in 1..=rank as usize {
            forms.budget().step()?;
            // The longest parts first: an element is a sum of few.
            for &part in parts.iter().rev() {
                let Some(shorter) = level.checked_sub(forms.rank(part) as usize) else { continue };
                let first = shorter.checked_sub(1).map_or(0, |before| ends[before]);
                for at in first..ends[shorter] {
                    forms.budget().step()?;
                    let before = keys[at];
                    let sum = forms.sum(made[&before].sum, part)?;
                    let key = key(sum)?;
                    if let Entry::Vacant(new) = made.entry(key) {
                        self.account.charge(size_of::<(Form, Made)>() * 2)?;
                        new.insert(Made { sum, before, part });
                        keys.push(key);
                    }
                }
            }
            ends.push(keys.len());
        }
        Ok(Sums { rank, made, keys })
    }

    /// The elements of cl(A) up to equality, those of least rank first.
    pub(super) fn sums_by_rank(&self, rank: u32) -> Result<Vec<Form>, Exhausted> {
        let sums = self.sums_up_to(rank, |sum| self.ends.simplest(sum))?;
        Ok(sums.keys.iter().map(|key| sums.made[key].sum).collect())
    }

    /// The elements of cl(A) as they stand, those of least rank first.
    pub(super) fn literal_sums_by_rank(&self, rank: u32) -> Result<Vec<Form>, Exhausted> {
        let mut by_rank: Vec<Form> = self.sums_up_to(rank, Ok)?.made.into_keys().collect();
        by_rank.sort_unstable_by_key(|&end| (self.ends.forms().rank(end), end.0));
        Ok(by_rank)
    }

    /// The ends for a player among the non-zero followers of `g`, each with the player and as
    /// a Left end of [`Generated::end_store`], except the `known` ones. The largest come first,
    /// since what is computed for them serves for the others.
    pub(super) fn ends_in(
        &self,
        forms: &Forms,
        g: Form,
        known: &FxHashSet<Form>,
    ) -> impl Iterator<Item = Result<(Form, Player, Form), Exhausted>> {
        let is_asked = |&f: &Form| f != Form::ZERO && !known.contains(&f);
        let followers = forms.followers(g).into_iter().rev().filter(is_asked);
        let ends = followers.flat_map(|f| Player::BOTH.map(|p| (f, p))).filter(|&(f, p)| forms.is_end(f, p));
        ends.map(|(f, p)| {
            forms.budget().step()?;
            Ok((f, p, for_player(self.ends.forms(), self.ends.forms().import(forms, f)?, p)?))
        })
    }

    /// If `x` is literally in the universe, not only up to equality of dead ends: each end
    /// among its followers but 0, with the followers of generators, or conjugates of such,
    /// whose sum the end is. All are forms of the store of `x`. Otherwise `None`.
    pub fn literal_sums(&self, forms: &Forms, x: Form) -> Result<Option<Vec<EndAsSum>>, Exhausted> {
        if !forms.is_ordinary(x) || self.is_dead_ending() && !forms.is_dead_ending(x) {
            return Ok(None);
        }
        let mut sums = Vec::new();
        for end in self.ends_in(forms, x, &FxHashSet::default()) {
            let (f, p, end) = end?;
            let Some(parts) = self.literal_parts(end)? else { return Ok(None) };
            let part_of = |&part: &Form| for_player(forms, forms.import(self.ends.forms(), part)?, p);
            sums.push((f, parts.iter().map(part_of).collect::<Result<_, _>>()?));
        }
        Ok(Some(sums))
    }

    fn literal_parts(&self, end: Form) -> Result<Option<Vec<Form>>, Exhausted> {
        let rank = self.ends.forms().rank(end);
        let mut sums = self.literal_sums.lock().unwrap_or_else(PoisonError::into_inner);
        if sums.made.is_empty() || sums.rank < rank {
            *sums = self.sums_up_to(rank, Ok)?;
        }
        if !sums.made.contains_key(&end) {
            return Ok(None);
        }
        let added = std::iter::successors(Some(end), |sum| Some(sums.made[sum].before));
        let mut parts: Vec<Form> =
            added.take_while(|&sum| sum != Form::ZERO).map(|sum| sums.made[&sum].part).collect();
        parts.reverse();
        Ok(Some(parts))
    }

    /// Probes: small ends of the universe, and games made of these ends and of dicots.
    pub(super) fn own_probes(&self) -> Result<Probes, Exhausted> {
        const RANK: u32 = 4;
        const ENDS: usize = 8;
        let (forms, ends) = (Forms::new(), self.ends.forms());
        let mut right: Vec<Form> = vec![forms.nimber(1)?];
        for &end in self.sums_by_rank(RANK)?.iter().take(ENDS) {
            right.push(forms.import(ends, end)?);
        }
        let left = right.iter().map(|&end| forms.conjugate(end)).collect::<Result<Vec<Form>, _>>()?;
        let mut games = [&left[..], &right[..]].concat();
        for &l in &left {
            for &r in &right {
                games.push(forms.ordinary(&[l], &[r])?);
                games.push(forms.ordinary(&[r], &[l])?);
            }
        }
        Ok(Probes::of_followers(&forms, &games))
    }
}

/// The integers among the followers of `g`.
pub(super) fn integers_in(forms: &Forms, g: Form) -> FxHashSet<Form> {
    let mut integers = FxHashSet::default();
    for f in forms.followers(g) {
        let [left, right] = Player::BOTH.map(|player| forms.options(f, player));
        // An integer has no sign to change on the way: 1̄ is not an option of a positive one.
        let goes_on = |o: &Form| {
            integers.contains(o) && Player::BOTH.iter().all(|&p| forms.is_end(f, p) <= forms.is_end(*o, p))
        };
        if forms.tombstones(f) == Tombstones::NONE
            && left.len() + right.len() <= 1
            && left.iter().chain(right).all(goes_on)
        {
            integers.insert(f);
        }
    }
    integers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::universe::FiniteGenerators;

    fn end(forms: &Forms, right: &[Form]) -> Form {
        forms.ordinary(&[], right).unwrap()
    }

    /// D(A) for some A with dead, blocked and other ends.
    fn universes() -> Vec<Generated<FiniteGenerators>> {
        let forms = Forms::new();
        let [zero, one, minus_one] = [0, 1, -1].map(|n| forms.integer(n).unwrap());
        let star = forms.nimber(1).unwrap();
        let neutral = end(&forms, &[star]);
        // Equals 1̄ modulo M, and has a smaller handle.
        let long = end(&forms, &[zero, neutral]);
        let lists = [
            vec![minus_one],
            vec![end(&forms, &[zero, minus_one]), end(&forms, &[zero, forms.integer(-2).unwrap()])],
            vec![end(&forms, &[zero, one])],
            vec![long],
            vec![long, minus_one],
            vec![long, end(&forms, &[one]), end(&forms, &[forms.integer(2).unwrap()])],
            vec![end(&forms, &[forms.ordinary(&[one], &[zero]).unwrap()]), neutral],
        ];
        let generated =
            |ends: &Vec<Form>| Generated::new(&forms, FiniteGenerators::new(&forms, ends, "D(A)").unwrap());
        lists.iter().map(generated).collect()
    }

    /// The sums of parts from this place on, of rank at most `rank`, as they stand.
    fn all_sums(forms: &Forms, parts: &[Form], rank: u32) -> Vec<Form> {
        let Some((&part, others)) = parts.split_first() else { return vec![Form::ZERO] };
        let mut sums = all_sums(forms, others, rank);
        if let Some(rest) = rank.checked_sub(forms.rank(part)) {
            let with_part = all_sums(forms, parts, rest);
            sums.extend(with_part.into_iter().map(|sum| forms.sum(sum, part).unwrap()));
        }
        sums
    }

    /// The least ranks of sums with these simplest forms.
    fn least_ranks(u: &Generated<FiniteGenerators>, rank: u32) -> FxHashMap<Form, u32> {
        let forms = u.end_store();
        let mut least: FxHashMap<Form, u32> = FxHashMap::default();
        for sum in all_sums(forms, &u.parts(0).unwrap(), rank) {
            let own = least.entry(u.ends.simplest(sum).unwrap()).or_insert(u32::MAX);
            *own = forms.rank(sum).min(*own);
        }
        least
    }

    #[test]
    fn of_equal_sums_the_shortest_is_kept_and_continued() {
        let mut shortened = 0;
        for u in universes() {
            for rank in 0..=7 {
                let least = least_ranks(&u, rank);
                let sums = u.sums_up_to(rank, |sum| u.ends.simplest(sum)).unwrap();
                let ranks = sums.made.iter().map(|(&key, made)| (key, u.end_store().rank(made.sum)));
                assert_eq!(ranks.collect::<FxHashMap<_, _>>(), least, "{rank}");
                assert_eq!(sums.keys.len(), least.len());
                assert!(sums.keys.is_sorted_by_key(|key| least[key]));
                let all = all_sums(u.end_store(), &u.parts(0).unwrap(), rank);
                shortened += all
                    .iter()
                    .filter(|&&sum| least[&u.ends.simplest(sum).unwrap()] < u.end_store().rank(sum))
                    .count();
            }
        }
        assert!(shortened > 0, "some sum equals a shorter one");
    }

    /// Results for short ends come again, in the same order, when longer ones are asked.
    #[test]
    fn longer_sums_come_after_the_others() {
        for u in universes() {
            let long = u.sums_by_rank(7).unwrap();
            for rank in 0..7 {
                let short = u.sums_by_rank(rank).unwrap();
                assert_eq!(short[..], long[..short.len()]);
                assert!(long[short.len()..].iter().all(|&sum| u.end_store().rank(sum) > rank));
            }
        }
    }

    #[test]
    fn members_are_sums_that_are_no_longer_whatever_was_asked_before() {
        let (mut members, mut others, mut longer) = (0, 0, 0);
        for (up, down) in universes().into_iter().zip(universes()) {
            for (u, is_up) in [(up, true), (down, false)] {
                let least = least_ranks(&u, 7);
                let forms = u.end_store();
                let mut ends = forms.born_by(2).unwrap();
                ends.retain(|&end| forms.is_end(end, Player::Left));
                for end in ends.clone() {
                    ends.push(self::end(forms, &[end]));
                    ends.push(self::end(forms, &[Form::ZERO, end]));
                }
                ends.extend(u.sums_by_rank(5).unwrap());
                ends.sort_by_key(|&end| if is_up { forms.rank(end) } else { 9 - forms.rank(end) });
                for end in ends {
                    let least = least.get(&u.ends.simplest(end).unwrap());
                    let is_allowed = !u.is_dead_ending() || forms.is_dead_end(end, Player::Left);
                    let is_member = is_allowed && least.is_some_and(|&least| least <= forms.rank(end));
                    assert_eq!(u.is_sum_of_parts(end).unwrap(), is_member, "{end:?}");
                    members += usize::from(is_member);
                    others += usize::from(!is_member);
                    longer += usize::from(is_allowed && !is_member && least.is_some());
                }
            }
        }
        assert!(members > 0 && others > 0 && longer > 0, "{members} {others} {longer}");
    }

    /// The bound on ranks is none for dead ends: simplifying does not shorten them, and their
    /// birthdays add (\[universe\] Proposition 3.9).
    #[test]
    fn a_dead_end_is_as_long_as_its_simplest_form() {
        let u = &universes()[0];
        let forms = u.end_store();
        let mut dead = vec![Form::ZERO];
        for _ in 0..3 {
            let sets = 0..1_u32 << dead.len();
            let subset = |set: u32| -> Vec<Form> {
                dead.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, &end)| end).collect()
            };
            dead = sets.map(|set| end(forms, &subset(set))).collect();
        }
        assert_eq!(dead.len(), 16);
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..300 {
            let options = random.choose_multiple(dead.iter().copied(), 4);
            dead.push(end(forms, &options));
        }
        for end in dead {
            assert_eq!(forms.rank(u.ends.simplest(end).unwrap()), forms.rank(end));
        }
    }
}
