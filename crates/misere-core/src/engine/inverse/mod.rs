//! Inverses: whether some game H of the universe has G + H ≡ 0.

mod search;

use rustc_hash::FxHashMap;

use super::Engine;
use crate::Player;
use crate::budget::Exhausted;
use crate::error::Refused;
use crate::store::{Form, SumPlay};
use crate::universe::{EndKind, Ends, Invertibles, StrengthPlay, StrengthTests, Universe};

use search::{Admitted, Searched, World, search};

/// Whether a form is invertible modulo a universe, by \[blocking\] section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inverse {
    /// The form is invertible: the sum with this game of the universe is 0.
    Is(Form),
    /// The form is not invertible: no game of the universe makes 0 with it.
    None,
    /// No game of the universe of rank at most this makes 0 with the form; whether one of a
    /// larger rank does is not known.
    NoneUpTo(u32),
}

/// The inverse of a form, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inversion {
    /// A game of the universe that equals the form: the form itself if it is one.
    pub element: Option<Form>,
    /// The inverse.
    pub inverse: Inverse,
}

/// The ranks of the games that are tried one by one.
const TRIED: u32 = 2;

impl Engine {
    /// Whether some game H *of the universe* has G + H ≡ 0 (\[blocking\] section 4); G itself
    /// need not be one.
    ///
    /// If G equals a game K of the universe, then G + H ≡ K + H for all games H of the universe,
    /// and an inverse is the conjugate of K, if there is one (the conjugate property). For other
    /// forms the games of the universe are searched by their types: see docs/inverses.md.
    ///
    /// # Errors
    /// [`Refused`] for a form with tombstones under normal play, in a set of games that is not
    /// closed under sums, or when a limit was reached.
    pub fn inversion(&self, g: Form) -> Result<Inversion, Refused> {
        let element = match self.universe() {
            Some(_) if !self.contains(g)? => {
                self.require_parental("inverse")?;
                self.expansion(g)?
            }
            _ => Some(g),
        };
        let inverse = match element {
            Some(k) if self.cancels_with_conjugate(k)? => Inverse::Is(self.forms.conjugate(k)?),
            Some(_) => Inverse::None,
            None => self.search_inverse(self.require_parental("inverse")?, g)?,
        };
        Ok(Inversion { element, inverse })
    }

    /// The inverse of a form that equals no game of the universe. The games H of the universe
    /// have G + H ≡ K + H, where K is the simplest form of G: so K may stand for G.
    fn search_inverse(&self, universe: &dyn Universe, g: Form) -> Result<Inverse, Exhausted> {
        let forms = self.forms();
        let k = self.simplest(g)?;
        let Ends { kind, all } = universe.ends();
        if let Some(play) = universe.strength_play().filter(|_| all) {
            return Ok(match search(forms, k, &World { ends: Admitted::Kind(kind), play })? {
                Searched::Found(found) => {
                    let h = forms.by_tree_edges(found)?[0];
                    debug_assert_eq!(self.is_inverse(universe, k, h), Ok(true));
                    Inverse::Is(h)
                }
                Searched::None => Inverse::None,
                Searched::NoneUpTo(rank) => Inverse::NoneUpTo(rank),
            });
        }
        let mut candidates = match search(forms, k, &self.larger_world(universe)?)? {
            Searched::None => return Ok(Inverse::None),
            Searched::Found(found) => found,
            Searched::NoneUpTo(0) => return Ok(Inverse::NoneUpTo(0)),
            Searched::NoneUpTo(_) => Vec::new(),
        };
        let small = forms.born_by(TRIED)?;
        let mut ends = Vec::new();
        for &f in &small {
            let is_end = Player::BOTH.iter().any(|&p| forms.is_end(f, p));
            if is_end && universe.membership(forms, f)?.is_some() {
                ends.push(f);
            }
        }
        // A form that is 0 modulo a larger universe is 0 modulo this one.
        let play = match kind {
            EndKind::Zero => StrengthPlay::Alone,
            EndKind::Dead => StrengthPlay::Waiting,
            EndKind::Blocked => StrengthPlay::Passing,
            EndKind::Any => StrengthPlay::EndLike,
        };
        if let Searched::Found(found) = search(forms, k, &World { ends: Admitted::These(ends), play })? {
            candidates.extend(found);
        }
        let mut tried = forms.by_tree_edges(small)?;
        tried.extend(forms.by_tree_edges(candidates)?);
        let mut up_to = TRIED;
        for h in tried {
            match self.is_inverse(universe, k, h) {
                Ok(true) => return Ok(Inverse::Is(h)),
                Ok(false) => {}
                Err(unknown) if unknown.limit.tried().is_some() => {
                    up_to = up_to.min(forms.rank(h).saturating_sub(1));
                }
                Err(exhausted) => return Err(exhausted),
            }
        }
        Ok(Inverse::NoneUpTo(up_to))
    }

    /// A world that has all games of the universe, and in which all that is 0 modulo the universe
    /// is 0.
    fn larger_world(&self, universe: &dyn Universe) -> Result<World, Exhausted> {
        let forms = self.forms();
        let kind = universe.ends().kind;
        let generators = universe.finite_generators(forms)?.filter(|_| kind == EndKind::Dead);
        let ends = match generators {
            // A sum of two ends that are not 0 does not have the option 0.
            Some(mut ends) => {
                let left = ends.len();
                for at in 0..left {
                    ends.push(forms.conjugate(ends[at])?);
                }
                Admitted::NotTerminable(ends)
            }
            None => Admitted::Kind(kind),
        };
        let minus_one = forms.integer(-1)?;
        let has_integers = universe.membership(forms, minus_one)?.is_some();
        Ok(World { ends, play: if has_integers { StrengthPlay::Pausing } else { StrengthPlay::Alone } })
    }

    /// Whether H is a game of the universe, as it stands, and K + H ≡ 0.
    fn is_inverse(&self, universe: &dyn Universe, k: Form, h: Form) -> Result<bool, Exhausted> {
        let forms = self.forms();
        let sum = forms.sum(k, h)?;
        // Whoever is strong wins moving first.
        let is_possible = Player::BOTH.iter().all(|&p| forms.wins_first(sum, p));
        Ok(is_possible
            && universe.membership(forms, h)?.is_some()
            && self.ge(sum, Form::ZERO)?
            && self.ge(Form::ZERO, sum)?)
    }

    /// Whether G + Ḡ ≡ 0. For a game of the universe this means that G is invertible
    /// (\[blocking\] section 4: every parental universe has the conjugate property);
    /// for other forms the answer is about the literal sum only, and [`Engine::inversion`]
    /// says whether they are invertible.
    ///
    /// # Errors
    /// [`Refused`] for a form with tombstones under normal play, where all ordinary forms
    /// are invertible, or when a limit was reached.
    pub fn cancels_with_conjugate(&self, g: Form) -> Result<bool, Refused> {
        let forms = self.forms();
        let Some(universe) = self.universe() else {
            return if forms.is_ordinary(g) { Ok(true) } else { Err(Refused::NotOrdinary { form: g }) };
        };
        self.require_parental("inverse")?;
        let known = universe.invertibles();
        if g == Form::ZERO {
            return Ok(true);
        }
        match known {
            Invertibles::OnlyZero if forms.is_ordinary(g) => return Ok(false),
            // A 𝓟-free game of B is invertible modulo B (Davies, Miller and
            // Milley 2025), hence modulo every universe inside B.
            Invertibles::PFree | Invertibles::PFreeAndOthers
                if forms.is_blocking(g) && forms.is_p_free(g) =>
            {
                return Ok(true);
            }
            _ => {}
        }
        let is_member = universe.contains(forms, g)?;
        if is_member && known == Invertibles::PFree {
            return Ok(forms.is_p_free(self.simplest(g)?));
        }
        if is_member {
            return Ok(self.simplest_is_invertible(universe, self.simplest(g)?)?);
        }
        // The sum is its own conjugate, so one direction of the comparison is enough.
        let sum = forms.sum(g, forms.conjugate(g)?)?;
        Ok(self.ge(sum, Form::ZERO)?)
    }

    /// Whether a simplest form of a game of the universe is invertible. Simplest
    /// forms of games of the universe add up (\[universe\] Theorem 5.23).
    ///
    /// A simplest form G is invertible exactly when F + F̄ is strong for Left, for every
    /// follower F of G. By \[blocking\] Theorem 4.1 (Davies and Yadav 2025, Theorem 17) every
    /// follower of an invertible simplest form is invertible, and F + F̄ ≥ 0 makes F + F̄ strong.
    /// Conversely, if all proper followers are invertible, then each move of Right in G + Ḡ is
    /// answered by the same move in the other summand, which leaves 0, and strength is all that
    /// G + Ḡ ≥ 0 takes (\[universe\] Theorem 5.5).
    fn simplest_is_invertible(&self, universe: &dyn Universe, simplest: Form) -> Result<bool, Exhausted> {
        let forms = self.forms();
        let conjugate = forms.conjugate(simplest)?;
        let play = SumPlay::new(forms, simplest, conjugate)?;
        // The conjugates of followers, which are in the store already.
        let mut images: FxHashMap<Form, Form> = FxHashMap::default();
        let followers = forms.followers(simplest);
        for &f in &followers {
            let [left, right] = forms.images(f, &images);
            let mirrored = forms.make(&right, &left, forms.tombstones(f).swapped())?;
            images.insert(f, mirrored);
            // 0 is a Left end of every universe: whoever is strong wins moving first.
            if !play.wins_first(f, mirrored, Player::Left) {
                return Ok(false);
            }
        }
        // A small follower often has no inverse, and its sum takes much less than that of the
        // whole form. Each sum is about four times as large as the one before it.
        let small = std::iter::successors(Some(1), |place| Some(2 * place));
        let some = small.map_while(|place| followers.get(place)).filter(|&&f| f != simplest);
        for &f in some.chain([&simplest]) {
            let tests = universe.strength_tests(forms, 2 * forms.rank(f))?;
            let is_decided = matches!(tests, Some(StrengthTests::Ends(ends)) if ends == [Form::ZERO]);
            if !is_decided && !self.ge(forms.sum(f, images[&f])?, Form::ZERO)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
