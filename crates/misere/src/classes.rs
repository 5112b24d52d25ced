//! The classes of games born by some day, and their order.

use misere_census::classes::{Census, CensusError, Class, Games};
use misere_core::{Exhausted, Universe};
use misere_draw::{Hasse, Label};
use misere_notation::{Style, UniverseName};
use misere_order::FiniteOrder;

use crate::engine::{Engine, with_universe};
use crate::error::Error;
use crate::workspace::Workspace;

impl Workspace {
    /// The classes, modulo something, of the games of `of` that are born by a day.
    ///
    /// For `of` any universe goes to day 2, D to day 3 and I to day 4. Modulo I all
    /// games must be impartial.
    ///
    /// ```
    /// use misere::{UniverseName, Workspace};
    /// let work = Workspace::new();
    /// let census = work.census(2, &UniverseName::D, &UniverseName::M)?;
    /// assert_eq!((census.games, census.classes.len()), (256, 193));
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooManyGames`] by a later day, and that at once; other [`Error`]s when
    /// there are no classes modulo this, or a limit was reached.
    pub fn census(&self, day: u32, modulus: &UniverseName, of: &UniverseName) -> Result<Census, Error> {
        let games = self.games_born_by(day, of)?;
        let (forms, threads) = (self.forms(), self.threads());
        let engine = self.engine(modulus)?;
        match &*engine {
            Engine::I(impartial) => {
                Census::impartial(impartial, forms, &games, threads)?.ok_or(Error::NotImpartial)
            }
            Engine::N(normal) => Ok(Census::under_normal_play(normal, &games, threads)?),
            _ => with_universe!(&*engine, modulo => Ok(Census::new(modulo, &games, threads)?), otherwise => {
                unreachable!("N and I were matched")
            }),
        }
    }

    /// How all classes of a census compare, modulo the same as before.
    ///
    /// # Errors
    /// [`Error`] modulo I, which has no order, or when a limit was reached.
    ///
    /// # Panics
    /// If two classes of the census are equal modulo this.
    pub fn census_order(&self, census: &Census, modulus: &UniverseName) -> Result<FiniteOrder, Error> {
        let (engine, threads) = (self.engine(modulus)?, self.threads());
        if let Engine::N(normal) = &*engine {
            return Ok(census.order(normal, threads)?);
        }
        with_universe!(&*engine, modulo => Ok(census.order(modulo, threads)?), otherwise => {
            self.unsupported("order", modulus, "modulo I games are equal or not")
        })
    }

    /// The Hasse diagram of a census, classes labelled by their simplest forms.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a form is too long to be written.
    pub fn hasse(&self, census: &Census, order: &FiniteOrder) -> Result<Hasse, Error> {
        let label = |class: &Class| Label::form(self.forms(), class.form);
        let labels: Result<Vec<Label>, Exhausted> = census.classes.iter().map(label).collect();
        let conjugates = census.classes.iter().map(|class| class.conjugate).collect();
        let diagram = Hasse::new(labels?, |g, h| order.gt(g, h));
        let diagram = diagram.and_then(|diagram| diagram.with_conjugates(conjugates));
        Ok(diagram.expect("classes are ordered, and conjugates the other way"))
    }

    fn games_born_by(&self, day: u32, of: &UniverseName) -> Result<Games, Error> {
        let forms = self.forms();
        let games = match of {
            UniverseName::D => Games::dicots(forms, day),
            UniverseName::I => Games::impartial(forms, day),
            _ => {
                with_universe!(&*self.engine(of)?, modulo => {
                    Games::born_by(forms, day, |g| modulo.proviso().contains(forms, g))
                }, otherwise => {
                    return self.unsupported("games", of, "normal play is about all games: ask for those of M");
                })
            }
        };
        games.map_err(|error| match error {
            CensusError::Exhausted(exhausted) => Error::Exhausted(exhausted),
            CensusError::TooMany(too_many) => {
                let of = self.write_modulus(of, Style::Unicode);
                of.map_or_else(|error| error, |of| Error::TooManyGames { of, too_many })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_census_of_one_universe_modulo_another() {
        let work = Workspace::new();
        let read = |name: &str| work.read_modulus(name).unwrap();
        for (day, modulus, of, classes) in [
            (2, "E", "E", 196),
            (2, "D({|-1,0})", "D({|-1,0})", 196),
            (2, "D(-1)", "D(-1)", 194),
            (2, "D", "D", 9),
            (2, "B", "B", 220),
            (2, "M", "M", 256),
            (2, "D", "M", 193),
            (2, "E", "M", 204),
            (2, "N", "M", 22),
            (4, "I", "I", 22),
            (3, "I", "I", 5),
            (2, "M", "D", 10),
        ] {
            let census = work.census(day, &read(modulus), &read(of)).unwrap();
            assert_eq!(census.classes.len(), classes, "{of} modulo {modulus}");
        }
    }

    #[test]
    fn what_cannot_be_listed_is_refused_with_a_reason() {
        let work = Workspace::new();
        let read = |name: &str| work.read_modulus(name).unwrap();
        let refusal = |day: u32, modulus: &str, of: &str| match work.census(day, &read(modulus), &read(of)) {
            Ok(_) => panic!("{of} by day {day} should be refused"),
            Err(error) => error.to_string(),
        };
        assert_eq!(
            refusal(3, "E", "E"),
            "E has more than 2^463 games born by day 3; a census of E goes to day 2"
        );
        assert!(refusal(4, "D", "D").starts_with("D has more than 2^2093059 games born by day 4"));
        assert!(refusal(5, "I", "I").starts_with("I has more than 2^65535 games"));
        assert_eq!(
            refusal(1, "N", "N"),
            "no games for N: normal play is about all games: ask for those of M"
        );
        assert_eq!(refusal(1, "I", "M"), "modulo I only impartial forms are compared");
        let census = work.census(1, &read("I"), &read("I")).unwrap();
        assert!(work.census_order(&census, &read("I")).is_err());
    }

    #[test]
    fn the_hasse_diagram_of_day_two() {
        let work = Workspace::new();
        let census = work.census(2, &UniverseName::E, &UniverseName::E).unwrap();
        let order = work.census_order(&census, &UniverseName::E).unwrap();
        let hasse = work.hasse(&census, &order).unwrap();
        assert_eq!((hasse.labels().len(), hasse.order().covers().len()), (196, 672));
        for (above, below) in hasse.order().covers() {
            let [g, h] = [above, below].map(|place| census.classes[place].form);
            assert_eq!(work.compare(g, h, &UniverseName::E).unwrap(), crate::Relation::Greater);
        }
    }
}
