//! How many classes there are by day 3.

use misere_census::count::{Count, Counted, Kind, Progress, Which, count, pool};
use misere_core::{Form, Universe};
use misere_notation::UniverseName;
use num_bigint::BigUint;

use crate::engine::{Engine, with_universe};
use crate::error::Error;
use crate::workspace::Workspace;

/// A number of classes, and how it was found.
#[derive(Clone, Debug)]
pub struct ClassCount {
    /// The number.
    pub classes: BigUint,
    /// How it was found.
    pub by: CountedBy,
}

/// How classes were counted.
#[derive(Clone, Debug)]
pub enum CountedBy {
    /// Every class was looked at.
    Census,
    /// By the types of their options: [`misere_census::count`].
    Types(Count),
    /// By the formula for impartial games: [`misere_impartial::count_born_by`].
    Formula,
    /// By a theorem, which is named.
    Theorem(&'static str),
}

impl Workspace {
    /// The number of classes, modulo a universe, of the games of `of` born by a day.
    ///
    /// By day 2 they are looked at one by one, and so are dicots by day 3 modulo D; other
    /// universes are counted by day 3 without being listed.
    ///
    /// ```
    /// use misere::{UniverseName, Workspace};
    /// let work = Workspace::new();
    /// let count = work.count(3, &UniverseName::M, &UniverseName::D, &|_| ())?;
    /// assert_eq!(count.classes, 7541u32.into());
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] when it is not known how to count them, or a limit was reached.
    pub fn count(
        &self,
        day: u32,
        modulus: &UniverseName,
        of: &UniverseName,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ClassCount, Error> {
        match (modulus, of) {
            (UniverseName::I, UniverseName::I) if day <= 5 => {
                let classes = misere_impartial::count_born_by(self.forms(), day)?;
                Ok(ClassCount { classes, by: CountedBy::Formula })
            }
            (UniverseName::I, _) => self.unsupported(
                "count",
                modulus,
                "impartial games are counted by day 5, and those of I only",
            ),
            (UniverseName::N, _) if day > 2 => {
                self.unsupported("count", modulus, "normal play is listed by day 2")
            }
            _ if day <= 2 => {
                let classes = self.census(day, modulus, of)?.classes.len().into();
                Ok(ClassCount { classes, by: CountedBy::Census })
            }
            _ if day == 3 => self.count_by_types(modulus, of, Which::All, progress),
            _ => self.unsupported("count", modulus, "nobody knows how to count the classes of day 4"),
        }
    }

    /// The number of classes of games of a universe born by a day that are invertible.
    ///
    /// Modulo E and B those of day 3 are the ones whose simplest form is 𝓟-free ([blocking]
    /// section 4); modulo D every class is tested.
    ///
    /// # Errors
    /// [`Error`] when it is not known how to count them, or a limit was reached.
    pub fn count_invertible(
        &self,
        day: u32,
        modulus: &UniverseName,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ClassCount, Error> {
        match modulus {
            UniverseName::N => self.unsupported("count", modulus, "in normal play every game is invertible"),
            UniverseName::I => self.unsupported("count", modulus, "ask for a universe that is parental"),
            UniverseName::M => {
                let by =
                    CountedBy::Theorem("only 0 is invertible modulo M (Mesdal and Ottaway 2007, Theorem 7)");
                Ok(ClassCount { classes: 1u32.into(), by })
            }
            _ if day <= 2 || (day == 3 && *modulus == UniverseName::D) => {
                let classes = self.census(day, modulus, modulus)?.tally().invertible.into();
                Ok(ClassCount { classes, by: CountedBy::Census })
            }
            UniverseName::E | UniverseName::B if day == 3 => {
                self.count_by_types(modulus, modulus, Which::PFree, progress)
            }
            UniverseName::Generated(_) if day == 3 => self.unsupported(
                "count of invertible classes",
                modulus,
                "whether G plus its conjugate is strong does not split into conditions on the two sides; it \
                 is not known how to count them",
            ),
            _ => self.unsupported("count", modulus, "nobody knows how to count the classes of day 4"),
        }
    }

    fn count_by_types(
        &self,
        modulus: &UniverseName,
        of: &UniverseName,
        which: Which,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<ClassCount, Error> {
        let kind = match of {
            UniverseName::M => Kind::All,
            UniverseName::D => Kind::Dicots,
            UniverseName::E => Kind::DeadEnding,
            UniverseName::B => Kind::Blocking,
            UniverseName::Generated(_) => Kind::Other,
            UniverseName::N | UniverseName::I => {
                return self.unsupported("count", of, "the games are those of a universe");
            }
        };
        let forms = self.forms();
        let games = self.engine(of)?;
        let contains = |g: Form| {
            with_universe!(&*games, modulo => modulo.proviso().contains(forms, g), otherwise => {
                unreachable!("N and I were refused")
            })
        };
        let options = with_universe!(&*games, modulo => pool(forms, modulo.proviso(), 2)?, otherwise => {
            unreachable!("N and I were refused")
        });
        let counted = Counted { kind, contains: &contains, pools: [&options, &options] };
        let engine = self.engine(modulus)?;
        let work = || {
            with_universe!(&*engine, modulo => count(modulo, counted, which, progress), otherwise => {
                unreachable!("N and I were refused")
            })
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build();
        let found = match &threads {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }?;
        Ok(ClassCount { classes: found.classes.clone(), by: CountedBy::Types(found) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_day_3_that_are_known() {
        let work = Workspace::new();
        let read = |name: &str| work.read_modulus(name).unwrap();
        let count = |day, modulus: &str, of: &str| {
            work.count(day, &read(modulus), &read(of), &|_| ()).unwrap().classes
        };
        for (day, modulus, of, classes) in [
            (3, "D", "D", 1268_u32),
            (3, "M", "D", 7541),
            (2, "E", "E", 196),
            (2, "D", "M", 193),
            (5, "I", "I", 4_171_780),
        ] {
            assert_eq!(count(day, modulus, of), classes.into(), "{day} {modulus} {of}");
        }
    }

    #[test]
    fn what_cannot_be_counted_is_refused() {
        let work = Workspace::new();
        let read = |name: &str| work.read_modulus(name).unwrap();
        assert!(work.count(4, &read("E"), &read("E"), &|_| ()).is_err());
        assert!(work.count(3, &read("E"), &read("I"), &|_| ()).is_err());
        assert!(work.count_invertible(3, &read("D(-1)"), &|_| ()).is_err());
    }
}
