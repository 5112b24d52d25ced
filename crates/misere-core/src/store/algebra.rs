//! Operations on forms: sums, conjugates, adjoints, truncations.
//!
//! No function here recurses: options have smaller handles than the forms they
//! belong to, so "in the order of handles" is bottom-up.

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::Player;
use crate::budget::{Account, Exhausted, MeteredVec, table_bytes};
use crate::store::order::Order;
use crate::store::{Form, Forms, Tombstones};

impl Forms {
    /// Computes something for every follower of `g` from what was computed for
    /// its options, and returns it for `g`.
    pub(crate) fn bottom_up<T>(
        &self,
        g: Form,
        step: impl FnMut(Form, &FxHashMap<Form, T>) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        let mut done = self.bottom_up_all(&[g], step)?;
        Ok(done.remove(&g).expect("a form follows itself"))
    }

    /// Computes something for every follower of some forms from what was computed for its
    /// options.
    pub(super) fn bottom_up_all<T>(
        &self,
        some: &[Form],
        mut step: impl FnMut(Form, &FxHashMap<Form, T>) -> Result<T, Exhausted>,
    ) -> Result<FxHashMap<Form, T>, Exhausted> {
        let followers = self.followers_within(some)?;
        let _table = self.charge_for_images::<T>(followers.len())?;
        let mut done = FxHashMap::with_capacity_and_hasher(followers.len(), FxBuildHasher);
        for &f in &*followers {
            self.budget().steps(Player::BOTH.map(|p| self.options(f, p).len()).iter().sum())?;
            let new = step(f, &done)?;
            done.insert(f, new);
        }
        Ok(done)
    }

    /// The charge for a table with an entry for each follower of a form, until it is dropped.
    fn charge_for_images<T>(&self, followers: usize) -> Result<Account, Exhausted> {
        let account = Account::new(self.budget().clone());
        account.charge(table_bytes::<(Form, T)>(followers))?;
        Ok(account)
    }

    /// The form with the players exchanged everywhere, tombstones too.
    pub fn conjugate(&self, g: Form) -> Result<Form, Exhausted> {
        self.bottom_up(g, |f, done| {
            let [left, right] = self.images(f, done);
            self.make(&right, &left, self.tombstones(f).swapped())
        })
    }

    /// The options of both players, each replaced by its image.
    pub(crate) fn images(&self, f: Form, image: &FxHashMap<Form, Form>) -> [Vec<Form>; 2] {
        Player::BOTH.map(|p| self.options(f, p).iter().map(|o| image[o]).collect())
    }

    /// The adjoint G° (\[universe\] Definition 5.6): a dicot for which G + G° is a
    /// 𝓟-position.
    pub fn adjoint(&self, g: Form) -> Result<Form, Exhausted> {
        self.bottom_up(g, |f, done| {
            let [left, right] = self.images(f, done);
            let or_zero = |options: Vec<Form>| {
                if options.is_empty() { vec![Form::ZERO] } else { options }
            };
            self.ordinary(&or_zero(right), &or_zero(left))
        })
    }

    /// The Left-modified adjoint of a Left end (\[universe\] Definition 4.4):
    /// {0|*} for 0, else {(G^R)°|*}. `None` if `g` is not a Left end.
    pub fn left_modified_adjoint(&self, g: Form) -> Result<Option<Form>, Exhausted> {
        if !self.is_end(g, Player::Left) {
            return Ok(None);
        }
        let star = self.ordinary(&[Form::ZERO], &[Form::ZERO])?;
        let right = self.options(g, Player::Right);
        let left = match right {
            [] => vec![Form::ZERO],
            _ => right.iter().map(|&o| self.adjoint(o)).collect::<Result<_, _>>()?,
        };
        self.ordinary(&left, &[star]).map(Some)
    }

    /// The truncation τ_n: the game stopped after `n` moves (\[universe\]
    /// Definition 4.7).
    pub fn truncate(&self, g: Form, n: u32) -> Result<Form, Exhausted> {
        // The followers after 0, 1, … moves that have more moves than are left.
        let mut levels: Vec<FxHashSet<Form>> = vec![[g].into_iter().collect()];
        let account = Account::new(self.budget().clone());
        for _ in 0..n {
            let last = levels.last().expect("there is a first level");
            let left = n - u32::try_from(levels.len()).expect("at most n levels");
            let mut next: FxHashSet<Form> = FxHashSet::default();
            for &f in last {
                for options in Player::BOTH.map(|p| self.options(f, p)) {
                    self.budget().steps(options.len())?;
                    next.extend(options.iter().copied().filter(|&o| self.rank(o) > left));
                }
            }
            account.charge(size_of_val(&next) + table_bytes::<Form>(next.len()))?;
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
        let mut below: FxHashMap<Form, Form> = FxHashMap::default();
        for (depth, level) in levels.iter().enumerate().rev() {
            let left = n - u32::try_from(depth).expect("at most n levels");
            let mut here = FxHashMap::default();
            let _table = self.charge_for_images::<Form>(level.len())?;
            for &f in level {
                let cut = if self.rank(f) <= left {
                    f
                } else if left == 0 {
                    Form::ZERO
                } else {
                    let [l, r] = Player::BOTH.map(|p| {
                        let cut = |o: &Form| *below.get(o).unwrap_or(o);
                        self.options(f, p).iter().map(cut).collect::<Vec<_>>()
                    });
                    self.make(&l, &r, self.tombstones(f))?
                };
                here.insert(f, cut);
            }
            below = here;
        }
        Ok(below[&g])
    }

    /// The disjunctive sum, with the tombstone rule of \[universe\] Definition 5.4.
    pub fn sum(&self, g: Form, h: Form) -> Result<Form, Exhausted> {
        if g == Form::ZERO {
            return Ok(h);
        }
        if h == Form::ZERO {
            return Ok(g);
        }
        if g == h {
            return self.multiple(2, g);
        }
        // The followers of a sum are the sums of followers, all of them.
        let (gs, hs) = (self.followers_within(&[g])?, self.followers_within(&[h])?);
        let place = |all: &[Form], f: Form| all.binary_search_by_key(&f.0, |x| x.0).expect("a follower");
        let mut table: MeteredVec<'_, Form> =
            MeteredVec::with_room(self.budget(), gs.len().saturating_mul(hs.len()))?;
        let mut ticker = self.budget().ticker();
        let mut options = [Vec::new(), Vec::new()];
        for &a in &*gs {
            for (column, &b) in hs.iter().enumerate() {
                ticker.tick()?;
                let row = table.len() / hs.len() * hs.len();
                for p in Player::BOTH {
                    let list = &mut options[p.index()];
                    list.clear();
                    list.extend(self.options(a, p).iter().map(|&o| table[place(&gs, o) * hs.len() + column]));
                    list.extend(self.options(b, p).iter().map(|&o| table[row + place(&hs, o)]));
                }
                let tombstones = self.sum_tombstones([a, b].into_iter());
                let sum = self.make(&options[0], &options[1], tombstones)?;
                table.push(sum)?;
            }
        }
        Ok(*table.last().expect("a form follows itself"))
    }

    pub(crate) fn sum_tombstones(&self, parts: impl Iterator<Item = Form> + Clone) -> Tombstones {
        let has = |p: Player| {
            parts.clone().all(|f| self.is_end_like(f, p)) && parts.clone().any(|f| self.tombstones(f).has(p))
        };
        Tombstones::new(has(Player::Left), has(Player::Right))
    }

    /// The sum of `count` copies of `g`.
    pub fn multiple(&self, count: u64, g: Form) -> Result<Form, Exhausted> {
        if count == 0 || g == Form::ZERO {
            return Ok(Form::ZERO);
        }
        let rank = count.saturating_mul(u64::from(self.rank(g)));
        self.budget().check_size("a multiple of rank n", rank, 10_000_000)?;
        // A follower is a multiset of followers of `g`: how often each non-zero follower
        // occurs. Multisets are far fewer than pairs of followers of the partial sums.
        type Multiset = Vec<(Form, u64)>;
        let add = |multiset: &Multiset, f: Form| {
            let mut new = multiset.clone();
            if f != Form::ZERO {
                match new.binary_search_by_key(&f.0, |m| m.0.0) {
                    Ok(at) => new[at].1 += 1,
                    Err(at) => new.insert(at, (f, 1)),
                }
            }
            new
        };
        let without = |multiset: &Multiset, at: usize| {
            let mut new = multiset.clone();
            new[at].1 -= 1;
            if new[at].1 == 0 {
                new.remove(at);
            }
            new
        };
        let mut done: FxHashMap<Multiset, Form> = FxHashMap::default();
        let mut pending: Vec<Multiset> = vec![vec![(g, count)]];
        let mut charged = 0;
        let mut ticker = self.budget().ticker();
        let mut work = || {
            while let Some(multiset) = pending.last() {
                ticker.tick()?;
                let mut options = [Vec::new(), Vec::new()];
                let mut missing = Vec::new();
                for (at, &(f, _)) in multiset.iter().enumerate() {
                    let rest = without(multiset, at);
                    for p in Player::BOTH {
                        ticker.ticks(self.options(f, p).len().saturating_mul(1 + multiset.len() / 4))?;
                        for &o in self.options(f, p) {
                            let option = add(&rest, o);
                            match done.get(&option) {
                                Some(&known) => options[p.index()].push(known),
                                None => missing.push(option),
                            }
                        }
                    }
                }
                if missing.is_empty() {
                    let tombstones = self.sum_tombstones(multiset.iter().map(|m| m.0));
                    let sum = self.make(&options[0], &options[1], tombstones)?;
                    let multiset = pending.pop().expect("just examined");
                    done.insert(multiset, sum);
                } else {
                    let bytes: usize = missing.iter().map(|m| 64 + 16 * m.len()).sum();
                    self.budget().charge(bytes)?;
                    charged += bytes;
                    pending.append(&mut missing);
                }
            }
            Ok(done[&vec![(g, count)]])
        };
        let sum = work();
        self.budget().refund(charged);
        sum
    }

    /// Copies a form of another store into this one.
    pub fn import(&self, from: &Forms, g: Form) -> Result<Form, Exhausted> {
        Ok(self.import_all(from, &[g])?[0])
    }

    /// Copies forms of another store into this one, each follower once.
    pub fn import_all(&self, from: &Forms, all: &[Form]) -> Result<Vec<Form>, Exhausted> {
        let followers = from.followers_within(all)?;
        let _table = self.charge_for_images::<Form>(followers.len())?;
        let mut images = FxHashMap::with_capacity_and_hasher(followers.len(), FxBuildHasher);
        for &f in &*followers {
            self.budget().step()?;
            let [left, right] = from.images(f, &images);
            images.insert(f, self.make(&left, &right, from.tombstones(f))?);
        }
        Ok(all.iter().map(|g| images[g]).collect())
    }

    /// Copies forms of another store into this one, each follower once and in structural order. If
    /// this store is empty, the handles of the copies have that order: they do not depend on the
    /// history of the other store.
    pub fn import_in_order(&self, from: &Forms, all: &[Form]) -> Result<Vec<Form>, Exhausted> {
        let order = Order::new(from, all)?;
        let _table = self.charge_for_images::<Form>(order.count())?;
        let mut images: Vec<Form> = Vec::with_capacity(order.count());
        for at in 0..order.count() as u32 {
            self.budget().step()?;
            let side = |p: Player| order.options(at, p).iter().map(|&o| images[o as usize]).collect();
            let [left, right]: [Vec<Form>; 2] = Player::BOTH.map(side);
            images.push(self.make(&left, &right, order.tombstones(at))?);
        }
        Ok(all.iter().map(|&g| images[order.position(g) as usize]).collect())
    }

    /// The integer n = {n−1|·}; a negative integer is the conjugate of a positive one.
    pub fn integer(&self, n: i64) -> Result<Form, Exhausted> {
        let size = n.unsigned_abs();
        self.budget().check_size("the integer n", size, 10_000_000)?;
        let mut form = Form::ZERO;
        for _ in 0..size {
            form = if n > 0 { self.ordinary(&[form], &[])? } else { self.ordinary(&[], &[form])? };
        }
        Ok(form)
    }

    /// The nimber *n = {0,…,*(n−1) | 0,…,*(n−1)}.
    pub fn nimber(&self, n: u64) -> Result<Form, Exhausted> {
        self.budget().check_size("the nimber *n", n, 20_000)?;
        let mut smaller = Vec::new();
        let mut form = Form::ZERO;
        for _ in 0..n {
            smaller.push(form);
            form = self.ordinary(&smaller, &smaller)?;
        }
        Ok(form)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    #[test]
    fn one_and_minus_one_add_up_to_the_switch_between_them() {
        let forms = Forms::new();
        let (one, minus) = (forms.integer(1).unwrap(), forms.integer(-1).unwrap());
        let sum = forms.sum(one, minus).unwrap();
        assert_eq!(sum, forms.ordinary(&[minus], &[one]).unwrap());
        assert_eq!(forms.conjugate(one).unwrap(), minus);
    }

    #[test]
    fn tombstones_add_only_to_end_likes() {
        let forms = Forms::new();
        let one = forms.integer(1).unwrap();
        let minus = forms.integer(-1).unwrap();
        let stone = forms.make(&[], &[minus], Tombstones::only(Player::Left)).unwrap();
        let with_end = forms.sum(stone, minus).unwrap();
        assert!(forms.tombstones(with_end).has(Player::Left));
        let with_one = forms.sum(stone, one).unwrap();
        assert!(!forms.tombstones(with_one).has(Player::Left));
        let twice = forms.sum(minus, minus).unwrap();
        assert_eq!(forms.tombstones(twice), Tombstones::NONE);
    }

    #[test]
    fn a_form_plus_its_adjoint_is_a_p_position() {
        let forms = Forms::new();
        for g in [forms.integer(4).unwrap(), forms.nimber(3).unwrap(), Form::ZERO] {
            let adjoint = forms.adjoint(g).unwrap();
            assert!(forms.is_dicot(adjoint));
            assert_eq!(forms.outcome(forms.sum(g, adjoint).unwrap()), Outcome::P);
        }
    }

    #[test]
    fn multiples_are_repeated_sums() {
        let forms = Forms::new();
        let g = forms.ordinary(&[forms.nimber(2).unwrap()], &[forms.integer(-1).unwrap()]).unwrap();
        let star = forms.nimber(1).unwrap();
        let twice = forms.multiple(2, g).unwrap();
        let thrice = forms.multiple(3, g).unwrap();
        assert_eq!(thrice, forms.sum(twice, g).unwrap());
        assert_eq!(forms.sum(forms.sum(g, star).unwrap(), g).unwrap(), forms.sum(twice, star).unwrap());
        assert_eq!(forms.multiple(50_000, forms.integer(1).unwrap()), forms.integer(50_000));
        assert_eq!(forms.multiple(u64::MAX, Form::ZERO), Ok(Form::ZERO));
    }

    #[test]
    fn truncation_stops_after_n_moves() {
        let forms = Forms::new();
        let three = forms.integer(3).unwrap();
        for n in 0..=5 {
            assert_eq!(forms.truncate(three, n).unwrap(), forms.integer(i64::from(n.min(3))).unwrap());
        }
        // {4, {*|1} | *2} cut after two moves is {{0|·}, {0|0} | *, {0|0}…}.
        let g = forms
            .ordinary(
                &[
                    forms.integer(4).unwrap(),
                    forms.ordinary(&[forms.nimber(1).unwrap()], &[forms.integer(1).unwrap()]).unwrap(),
                ],
                &[forms.nimber(2).unwrap()],
            )
            .unwrap();
        let (one, star) = (forms.integer(1).unwrap(), forms.nimber(1).unwrap());
        assert_eq!(forms.truncate(g, 2).unwrap(), forms.ordinary(&[one, star], &[star]).unwrap());
    }

    #[test]
    fn a_hundred_thousand_deep_is_ordinary() {
        let forms = Forms::new();
        let n = forms.integer(100_000).unwrap();
        assert_eq!(forms.conjugate(n), forms.integer(-100_000));
        assert_eq!(forms.rank(forms.adjoint(n).unwrap()), 100_001);
        assert_eq!(forms.truncate(n, 99_999), forms.integer(99_999));
        assert_eq!(forms.tree_edges(n), Ok(100_000u32.into()));
        assert_eq!(forms.import(&Forms::new(), Form::ZERO), Ok(Form::ZERO));
    }
}
