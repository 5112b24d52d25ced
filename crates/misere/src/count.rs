//! The number of classes born by day 3.

use misere_census::classes::number_of_classes;
use misere_census::count::{Count, Counted, Progress, Which, count, pool};
use misere_core::{EndKind, Invertibles};
use num_bigint::BigUint;

use crate::error::Error;
use crate::modulus::{Context, Modulus};

/// A number of classes, and how it was found.
#[derive(Clone, Debug)]
pub struct ClassCount {
    /// The number of classes.
    pub classes: BigUint,
    /// How the number was found.
    pub by: CountedBy,
    /// The universe whose games were counted.
    pub of: Modulus,
}

/// How classes were counted.
#[derive(Clone, Debug)]
pub enum CountedBy {
    /// Every class was examined.
    Census,
    /// Classes were counted by the types of their options: [`misere_census::count`].
    Types(Count),
    /// The formula for impartial games was used: [`misere_impartial::count_born_by`].
    Formula,
    /// The theorem of this name was used.
    Theorem(&'static str),
}

impl Modulus {
    /// The number of classes, modulo this modulus, of the games of `of` born by a day. Without
    /// `of` the games are those of this universe, and under normal play all games.
    ///
    /// A class is counted if it has a game of `of` of rank at most `day`; the games of D(A) are
    /// its games as they stand. By day 2 games are examined one by one; games of universes are
    /// counted by day 3 without being listed.
    ///
    /// ```
    /// use misere::Workspace;
    /// let work = Workspace::new();
    /// let count = work.modulo("M")?.count(3, Some(&work.modulo("D")?), &|_| ())?;
    /// assert_eq!(count.classes, 7541u32.into());
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] when no way to count the classes is known, or a limit was reached.
    pub fn count(
        &self,
        day: u32,
        of: Option<&Modulus>,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ClassCount, Error> {
        let of = self.games_of(of)?;
        let unsupported = |help| Err(self.no("count", self, help));
        match self.context() {
            Context::Impartial(_) if !of.has_order() && day <= 5 => {
                let classes = misere_impartial::count_born_by(self.workspace().forms(), day)?;
                Ok(ClassCount { classes, by: CountedBy::Formula, of })
            }
            Context::Impartial(_) => unsupported("modulo I only the games of I are counted, by day 5"),
            _ if self.is_normal_play() && day > 2 => unsupported("normal play is listed by day 2"),
            Context::Ordered { engine, .. } if day <= 2 => {
                let threads = self.workspace().threads();
                let classes = number_of_classes(engine, &of.games_born_by(day)?, threads)?.into();
                Ok(ClassCount { classes, by: CountedBy::Census, of })
            }
            _ if day == 3 => self.count_by_types(&of, Which::All, progress),
            _ => unsupported("no method is known beyond day 3"),
        }
    }

    /// The number of classes of games of the universe born by a day that are invertible.
    ///
    /// Modulo E and B the invertible classes of day 3 are those whose simplest form is 𝓟-free
    /// (\[blocking\] section 4); modulo D every class is tested.
    ///
    /// # Errors
    /// [`Error`] when no way to count the classes is known, or a limit was reached.
    pub fn count_invertible(
        &self,
        day: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ClassCount, Error> {
        let unsupported = |question, help| Err(self.no(question, self, help));
        let Some(universe) = self.engine().and_then(|engine| engine.universe()) else {
            return match self.is_normal_play() {
                true => unsupported("count", "in normal play every game is invertible"),
                false => unsupported("count", "ask for a universe that is parental"),
            };
        };
        if !universe.is_parental() {
            let help = "the set of games is not closed under sums and conjugates; a count of all its classes \
                        needs no inverses";
            return unsupported("count of invertible classes", help);
        }
        let only_dicots = universe.ends().kind == EndKind::Zero;
        match universe.invertibles() {
            Invertibles::OnlyZero => {
                let by =
                    CountedBy::Theorem("only 0 is invertible modulo M (Mesdal and Ottaway 2007, Theorem 7)");
                Ok(ClassCount { classes: 1u32.into(), by, of: self.clone() })
            }
            _ if day <= 2 || (day == 3 && only_dicots) => {
                let classes = self.census(day, None)?.tally.invertible.into();
                Ok(ClassCount { classes, by: CountedBy::Census, of: self.clone() })
            }
            Invertibles::PFree if day == 3 => self.count_by_types(self, Which::PFree, progress),
            _ if day == 3 => unsupported(
                "count of invertible classes",
                "whether G plus its conjugate is strong does not split into conditions on the two sides; it \
                 is not known how to count them",
            ),
            _ => unsupported("count", "no method is known beyond day 3"),
        }
    }

    fn count_by_types(
        &self,
        of: &Modulus,
        which: Which,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ClassCount, Error> {
        let (forms, threads) = (self.workspace().forms(), self.workspace().threads());
        let engine = self.ordered("count", "modulo I only the games of I are counted, by day 5")?;
        let Some(games) = of.engine().and_then(|engine| engine.universe()) else {
            return Err(self.no("count", of, "only games of a universe are counted"));
        };
        let options = pool(forms, games, 2)?;
        let counted = Counted { of: games, pools: [&options, &options] };
        let work = || count(engine, counted, which, progress);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let found = match &threads {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }?;
        Ok(ClassCount { classes: found.classes.clone(), by: CountedBy::Types(found), of: of.clone() })
    }
}
