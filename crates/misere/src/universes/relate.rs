//! How two universes relate: inclusion, order, meet and join.

use misere_core::{EndKind, FiniteGenerators, Form, Forms, Generated, Player};
use misere_notation::structural_order;

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::universes::telling::Judge;

/// How two universes relate.
#[derive(Clone, Debug)]
pub struct UniverseRelation {
    /// The first universe.
    pub first: Modulus,
    /// The second universe.
    pub second: Modulus,
    /// Whether the first universe is inside the second.
    pub inside: Inclusion,
    /// Whether the second universe is inside the first.
    pub contains: Inclusion,
    /// Whether all forms have the same order modulo both.
    pub order: OrderOfTwo,
    /// If the orders are the same: whether every game of the first universe equals a game of
    /// the second, and conversely.
    pub values: Option<[Values; 2]>,
    /// The universe of the games that are in both, where it can be told.
    pub meet: Option<Bound>,
    /// The smallest universe that contains both, where it can be told.
    pub join: Option<Bound>,
}

/// Whether a universe is inside another. Ends are taken up to equality modulo M.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inclusion {
    /// All games of the universe are in the other.
    Proved,
    /// An end of the universe is not in the other: this one.
    Refuted(Game),
    /// All ends that were examined are in the other: how many, and their largest birthday.
    Tested {
        /// How many ends were examined.
        ends: usize,
        /// Their largest birthday.
        birthday: u32,
    },
}

/// Whether two universes have the same order on all forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderOfTwo {
    /// The orders are the same: each end of one universe is, modulo M, at least a sum of ends
    /// of the other, and conversely.
    Same,
    /// The orders differ.
    Different(Telling),
    /// No difference was found.
    Undistinguished(Tested),
}

/// Whether every game of a universe equals a game of another with the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Every game does, because the ends that generate the universe do.
    AllThere,
    /// An end equals no game of the other universe: this one.
    Missing(Game),
    /// The question was not answered.
    Unknown,
}

/// Two games that separate the orders of two universes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The game G with G ≥ H modulo one of the universes alone.
    pub greater: Game,
    /// The game H.
    pub lesser: Game,
    /// Whether G ≥ H holds modulo the first universe; if not, it does modulo the second.
    pub modulo_first: bool,
    /// The end X of the other universe that shows it there: G + X and H + X have different
    /// winners.
    pub end: Option<Game>,
}

/// Forms whose strength was compared modulo two universes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tested {
    /// How many forms were compared.
    pub forms: usize,
    /// Their largest rank.
    pub rank: u32,
    /// How many more were not decided modulo one of the universes.
    pub undecided: usize,
}

/// A universe as meet or join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The universe.
    pub universe: Modulus,
    /// The rank up to which ends were examined, if longer ones could change the answer.
    pub to_rank: Option<u32>,
}

impl Modulus {
    /// How this universe relates to another.
    ///
    /// ```
    /// use misere::{OrderOfTwo, Values, Workspace};
    /// let work = Workspace::new();
    /// let kin = work.modulo("D({|*},{|1})")?.relate(&work.modulo("D(-1)")?)?;
    /// assert_eq!(kin.order, OrderOfTwo::Same);
    /// assert_eq!(kin.values, Some([Values::AllThere, Values::AllThere]));
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] if one of the moduli is not a universe, or when a limit was reached.
    pub fn relate(&self, other: &Modulus) -> Result<UniverseRelation, Error> {
        if !self.workspace().is(other.workspace()) {
            return Err(Error::Foreign);
        }
        let (inside, contains) = (self.inclusion(other)?, other.inclusion(self)?);
        let order = self.compare_orders(other)?;
        let values = match order {
            OrderOfTwo::Same => {
                Some([self.values_beside(other, &inside)?, other.values_beside(self, &contains)?])
            }
            _ => None,
        };
        let (meet, join) = (self.meet(other, &inside, &contains)?, self.join(other, &inside, &contains)?);
        Ok(UniverseRelation {
            first: self.clone(),
            second: other.clone(),
            inside,
            contains,
            order,
            values,
            meet,
            join,
        })
    }

    /// Whether this universe is inside another, ends taken up to equality modulo M.
    ///
    /// # Errors
    /// [`Error`] if one of the moduli is not a universe, or when a limit was reached.
    pub fn inclusion(&self, other: &Modulus) -> Result<Inclusion, Error> {
        let (work, forms) = (self.workspace(), self.workspace().forms());
        let (inner, outer) = (self.as_universe()?, other.as_universe()?);
        let all = outer.ends();
        if self == other || all.all && self.kind_of_ends()? <= all.kind {
            return Ok(Inclusion::Proved);
        }
        let is_inside = |end: Form| outer.contains(forms, end);
        // A sum of ends is in a universe that has the ends; a set that is not closed under sums
        // has no universe inside but D.
        let listed = inner.listed_ends(forms)?;
        let finite = match (&listed, self.finitely_generated()?) {
            (Some(ends), _) => Some(ends.concat()),
            (None, Some(generated)) => {
                let mut ends = forms.import_all(generated.end_store(), &generated.summands()?)?;
                if !outer.is_parental() && !ends.is_empty() {
                    let sums = generated.left_ends_up_to(longest(forms, &ends) * 2)?;
                    ends.extend(forms.import_all(generated.end_store(), &sums)?);
                }
                Some(ends)
            }
            (None, None) => None,
        };
        if let Some(ends) = finite {
            for end in structural_order(forms, &ends) {
                if !is_inside(end)? {
                    return Ok(Inclusion::Refuted(work.game_of(end)));
                }
            }
            let is_proof = outer.is_parental() || listed.is_some() || ends.is_empty();
            let (ends, birthday) = (ends.len(), longest(forms, &ends));
            return Ok(if is_proof { Inclusion::Proved } else { Inclusion::Tested { ends, birthday } });
        }
        // Infinitely many ends: one that is missing is looked for among short ones, and among
        // waiting games, of which finitely many ends generate finitely many.
        let mut candidates = work.small_dead_ends()?;
        candidates.extend(work.ends_born_by_day_2()?);
        let bound = match outer.finite_generators(forms)? {
            Some(ends) => longest(forms, &ends),
            None => 4,
        };
        for n in 1..=u64::from(bound) + 1 {
            candidates.push(forms.waiting_game(n)?);
        }
        // The shortest ends that are not blocked.
        for right in [forms.integer(2)?, forms.ordinary(&[forms.integer(1)?], &[Form::ZERO])?] {
            candidates.push(forms.ordinary(&[], &[right])?);
        }
        let mut looked_at = Vec::new();
        for end in structural_order(forms, &candidates) {
            if inner.contains(forms, end)? {
                if !is_inside(end)? {
                    return Ok(Inclusion::Refuted(work.game_of(end)));
                }
                looked_at.push(end);
            }
        }
        looked_at.dedup();
        Ok(Inclusion::Tested { ends: looked_at.len(), birthday: longest(forms, &looked_at) })
    }

    /// Whether all forms have the same order modulo both universes, and if not, two games that
    /// tell. Two universes have the same order exactly when the same forms are strong.
    pub(crate) fn compare_orders(&self, other: &Modulus) -> Result<OrderOfTwo, Error> {
        if self == other || self.is_dominated_by(other)? && other.is_dominated_by(self)? {
            return Ok(OrderOfTwo::Same);
        }
        if let Some(telling) = self.telling_dicot(other)? {
            return Ok(OrderOfTwo::Different(telling));
        }
        let (work, forms) = (self.workspace(), self.workspace().forms());
        let [first, second] = [self, other].map(|modulus| {
            let setting = modulus.ordered("strength", "modulo I games are equal or not")?.setting().clone();
            Ok::<_, Error>(Judge::new(setting))
        });
        let (first, second) = (first?, second?);
        let are_closed = self.as_universe()?.is_parental() && other.as_universe()?.is_parental();
        let players = if are_closed { &Player::BOTH[..1] } else { &Player::BOTH };
        let mut tested = Tested::default();
        let small = self.forms_that_may_tell(other)?;
        for form in small.into_iter().map(Ok).chain(self.longer_forms_that_may_tell(other)) {
            let form = form?;
            work.budget().step()?;
            for &player in players {
                match (first.is_strong(forms, form, player)?, second.is_strong(forms, form, player)?) {
                    (Some(a), Some(b)) if a != b => {
                        return Ok(OrderOfTwo::Different(self.telling(other, form, player, a)?));
                    }
                    (Some(_), Some(_)) => {
                        tested.forms += 1;
                        tested.rank = tested.rank.max(forms.rank(form));
                    }
                    _ => tested.undecided += 1,
                }
            }
        }
        Ok(OrderOfTwo::Undistinguished(tested))
    }

    /// Games that tell, made from a form that is strong for a player modulo one of the universes
    /// alone. For Left, {S|·} ≥ 0 holds modulo a universe exactly when the options S are strong;
    /// options that are not needed for that are left out.
    fn telling(
        &self,
        other: &Modulus,
        form: Form,
        player: Player,
        modulo_first: bool,
    ) -> Result<Telling, Error> {
        let (work, forms) = (self.workspace(), self.workspace().forms());
        let (strong, weak) = if modulo_first { (self, other) } else { (other, self) };
        let judge = Judge::new(strong.ordered("strength", "")?.setting().clone());
        let with = |options: &[Form]| match player {
            Player::Left => forms.ordinary(options, &[]),
            Player::Right => forms.ordinary(&[], options),
        };
        let mut options = structural_order(forms, forms.options(form, player));
        // The longest go first.
        for option in options.clone().into_iter().rev() {
            let others: Vec<Form> = options.iter().copied().filter(|&other| other != option).collect();
            if !others.is_empty() && judge.is_strong(forms, with(&others)?, player)? == Some(true) {
                options = others;
            }
        }
        let form = with(&options)?;
        let end = weak.as_universe()?.defeating_end(forms, form, player)?;
        let (greater, lesser) = match player {
            Player::Left => (form, Form::ZERO),
            Player::Right => (Form::ZERO, form),
        };
        let end = end.map(|end| work.game_of(end));
        Ok(Telling { greater: work.game_of(greater), lesser: work.game_of(lesser), modulo_first, end })
    }

    /// If finitely many dead ends generate both universes: a dicot whose comparison with 0
    /// tells (\[universe\] Theorem 4.6).
    fn telling_dicot(&self, other: &Modulus) -> Result<Option<Telling>, Error> {
        let (work, forms) = (self.workspace(), self.workspace().forms());
        if self.kind_of_ends()?.max(other.kind_of_ends()?) > EndKind::Dead {
            return Ok(None);
        }
        let (Some(a), Some(b)) = (self.finitely_generated()?, other.finitely_generated()?) else {
            return Ok(None);
        };
        let Some(found) = a.telling_dicot(forms, &b)? else { return Ok(None) };
        let modulo_first = found.at_least_zero_modulo_first;
        let weak = if modulo_first { other } else { self };
        let end = weak.as_universe()?.defeating_end(forms, found.dicot, Player::Left)?;
        let (greater, lesser) = (work.game_of(found.dicot), work.game_of(Form::ZERO));
        Ok(Some(Telling { greater, lesser, modulo_first, end: end.map(|end| work.game_of(end)) }))
    }

    /// Whether each end of this universe is, modulo M, at least an end of the other: then forms
    /// that are strong modulo the other are strong modulo this one. `false` is not a proof of the
    /// opposite.
    fn is_dominated_by(&self, other: &Modulus) -> Result<bool, Error> {
        let forms = self.workspace().forms();
        let (inner, outer) = (self.as_universe()?, other.as_universe()?);
        if let (Some(ours), Some(theirs)) = (inner.listed_ends(forms)?, outer.listed_ends(forms)?) {
            let order = self.workspace().all_games()?;
            let order = order.ordered("order", "")?;
            for player in Player::BOTH {
                for &end in &ours[player.index()] {
                    let mut found = false;
                    for &lower in &theirs[player.index()] {
                        found |= match player {
                            Player::Left => order.ge(end, lower)?,
                            Player::Right => order.ge(lower, end)?,
                        };
                    }
                    if !found {
                        return Ok(false);
                    }
                }
            }
            return Ok(true);
        }
        if self.inclusion(other)? == Inclusion::Proved {
            return Ok(true);
        }
        if !inner.is_parental() || !outer.is_parental() {
            return Ok(false);
        }
        let Some(generated) = self.finitely_generated()? else { return Ok(false) };
        let theirs = other.finitely_generated()?;
        for end in generated.summands()? {
            let end = forms.import(generated.end_store(), end)?;
            let is_above = match &theirs {
                Some(theirs) => theirs.is_above(theirs.end_store().import(forms, end)?)?,
                None => outer.admits_end(forms, end, Player::Left)?,
            };
            if !is_above {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether every game of this universe equals a game of the other, which has the same order.
    /// It is enough to look at the ends that generate this universe: equality respects sums,
    /// and forming options on both sides.
    fn values_beside(&self, other: &Modulus, inside: &Inclusion) -> Result<Values, Error> {
        let (work, forms) = (self.workspace(), self.workspace().forms());
        if *inside == Inclusion::Proved {
            return Ok(Values::AllThere);
        }
        if !self.as_universe()?.is_parental() || !other.as_universe()?.is_parental() {
            return Ok(Values::Unknown);
        }
        let Some(generated) = self.finitely_generated()? else { return Ok(Values::Unknown) };
        let mut all = Values::AllThere;
        for end in structural_order(forms, &forms.import_all(generated.end_store(), &generated.summands()?)?)
        {
            match other.expansion(&work.game_of(end)) {
                Ok(None) => return Ok(Values::Missing(work.game_of(end))),
                Ok(Some(_)) => {}
                Err(Error::Undecided { .. } | Error::Unsupported { .. }) => all = Values::Unknown,
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }

    fn meet(
        &self,
        other: &Modulus,
        inside: &Inclusion,
        contains: &Inclusion,
    ) -> Result<Option<Bound>, Error> {
        if let Some(bound) = of_two(inside, contains, self, other) {
            return Ok(bound);
        }
        let forms = self.workspace().forms();
        let parental = self.as_universe()?.is_parental() && other.as_universe()?.is_parental();
        let of = |generated: &Generated<FiniteGenerators>, ends: Vec<Form>, to_rank| {
            let all = generated_by_minimal(self, &forms.import_all(generated.end_store(), &ends)?)?;
            Ok::<_, Error>(Some(Bound { universe: all, to_rank }))
        };
        match (self.finitely_generated()?, other.finitely_generated()?) {
            _ if !parental => Ok(None),
            (Some(a), Some(b)) => {
                let ranks = [&a, &b].map(|u| Ok::<_, Error>(longest(u.end_store(), &u.summands()?)));
                let [first, second] = ranks;
                let rank = (first? + second?).min(MEET_RANK);
                let mut common = Vec::new();
                for end in a.left_ends_up_to(rank)? {
                    if b.is_sum_of_parts(b.end_store().import(a.end_store(), end)?)? {
                        common.push(end);
                    }
                }
                of(&a, common, Some(rank))
            }
            (Some(a), None) | (None, Some(a)) => {
                // A sum is dead, or blocked, exactly when all its summands are.
                let wide = if self.finitely_generated()?.is_some() { other } else { self };
                let ends = wide.as_universe()?;
                if !ends.ends().all {
                    return Ok(None);
                }
                let mut common = Vec::new();
                for end in a.summands()? {
                    if ends.contains(forms, forms.import(a.end_store(), end)?)? {
                        common.push(end);
                    }
                }
                of(&a, common, None)
            }
            (None, None) => Ok(None),
        }
    }

    fn join(
        &self,
        other: &Modulus,
        inside: &Inclusion,
        contains: &Inclusion,
    ) -> Result<Option<Bound>, Error> {
        if let Some(bound) = of_two(contains, inside, self, other) {
            return Ok(bound);
        }
        let forms = self.workspace().forms();
        let parental = self.as_universe()?.is_parental() && other.as_universe()?.is_parental();
        match (self.finitely_generated()?, other.finitely_generated()?) {
            (Some(a), Some(b)) if parental => {
                let mut ends = forms.import_all(a.end_store(), &a.summands()?)?;
                ends.extend(forms.import_all(b.end_store(), &b.summands()?)?);
                Ok(Some(Bound { universe: generated_by_minimal(self, &ends)?, to_rank: None }))
            }
            _ => Ok(None),
        }
    }
}

/// The largest rank of the ends that two universes are examined for, to have in common.
const MEET_RANK: u32 = 6;

/// The meet of two universes of which one is inside the other; `None` if neither is.
fn of_two(
    inside: &Inclusion,
    contains: &Inclusion,
    first: &Modulus,
    second: &Modulus,
) -> Option<Option<Bound>> {
    let bound = |universe: &Modulus| Some(Bound { universe: universe.clone(), to_rank: None });
    match (inside, contains) {
        (Inclusion::Proved, _) => Some(bound(first)),
        (_, Inclusion::Proved) => Some(bound(second)),
        (Inclusion::Tested { .. }, _) | (_, Inclusion::Tested { .. }) => Some(None),
        _ => None,
    }
}

fn generated_by_minimal(modulus: &Modulus, ends: &[Form]) -> Result<Modulus, Error> {
    let work = modulus.workspace();
    let all = crate::registry::generated(work.forms(), ends, &modulus.id())?;
    let minimal = all.minimal_generators()?;
    work.generated_by(&work.forms().import_all(all.end_store(), &minimal)?)
}

pub(super) fn longest(forms: &Forms, ends: &[Form]) -> u32 {
    ends.iter().map(|&end| forms.rank(end)).max().unwrap_or(0)
}
