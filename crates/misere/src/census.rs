//! The classes of games born by some day, and their order.

use misere_census::classes::{self, Games, Tally, order_of};
#[cfg(feature = "pictures")]
use misere_draw::{Hasse, Label};
use misere_order::FiniteOrder;

use crate::error::Error;
use crate::game::Game;
use crate::modulus::{Context, Modulus};

/// The classes of the games of a universe that are born by a day, modulo a universe.
#[derive(Clone, Debug)]
pub struct Census {
    /// The day by which the games are born.
    pub day: u32,
    /// The modulus by which the games are compared.
    pub modulus: Modulus,
    /// The universe whose games are examined.
    pub of: Modulus,
    /// How many games there are, as trees.
    pub games: u64,
    /// The classes, in the structural order of their simplest forms; the class of 0 is the
    /// first. A class is known by its place in the list.
    pub classes: Vec<Class>,
    /// How many classes there are of each kind.
    pub tally: Tally,
}

/// A class of games.
pub type Class = classes::Class<Game>;

impl Modulus {
    /// The classes, modulo this modulus, of the games of `of` that are born by a day. Without
    /// `of` the games are those of this universe, and under normal play all games.
    ///
    /// A census of any universe goes to day 2, of D to day 3 and of I to day 4. Modulo I all
    /// games must be impartial. The games of D(A) are its games as they stand: no end is taken up
    /// to equality.
    ///
    /// ```
    /// use misere::Workspace;
    /// let work = Workspace::new();
    /// let census = work.modulo("D")?.census(2, Some(&work.modulo("M")?))?;
    /// assert_eq!((census.games, census.classes.len()), (256, 193));
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooManyGames`] at once for a later day; other [`Error`]s when games do not
    /// compare modulo this modulus, or a limit was reached.
    pub fn census(&self, day: u32, of: Option<&Modulus>) -> Result<Census, Error> {
        let work = self.workspace();
        let of = self.games_of(of)?;
        let games = of.games_born_by(day)?;
        let (forms, threads) = (work.forms(), work.threads());
        let census = self.kept_census(day, &of, || match self.context() {
            Context::Impartial(impartial) => {
                classes::Census::impartial(impartial, forms, &games, threads)?.ok_or(Error::NotImpartial)
            }
            Context::Ordered { engine, .. } => Ok(classes::Census::new(engine, &games, threads)?),
        })?;
        let tally = census.tally();
        let classes = census.classes.into_iter().map(|class| class.map(|form| Game::new(work, form)));
        let classes = classes.collect();
        Ok(Census { day, modulus: self.clone(), of, games: census.games, classes, tally })
    }

    /// The universe whose games are meant, if `of` does not say.
    pub(crate) fn games_of(&self, of: Option<&Modulus>) -> Result<Modulus, Error> {
        match of {
            Some(of) if !self.workspace().is(of.workspace()) => Err(Error::Foreign),
            Some(of) => Ok(of.clone()),
            None if self.is_normal_play() => self.workspace().all_games(),
            None => Ok(self.clone()),
        }
    }

    pub(crate) fn games_born_by(&self, day: u32) -> Result<Games, Error> {
        let forms = self.workspace().forms();
        let games = match self.context() {
            Context::Impartial(_) => Games::impartial(forms, day),
            Context::Ordered { engine, .. } => match engine.universe() {
                None => {
                    let help = "normal play is about all games: ask for the games of M";
                    return Err(self.no("games", self, help));
                }
                Some(universe) if universe.ends().kind == misere_core::EndKind::Zero => {
                    Games::dicots(forms, day)
                }
                Some(universe) => Games::born_by(forms, day, |g| universe.contains_literally(forms, g)),
            },
        };
        games.map_err(|error| Error::census(self.to_string(), error))
    }
}

impl Census {
    /// The order of all classes.
    ///
    /// # Errors
    /// [`Error`] modulo I, which has no order, or when a limit was reached.
    pub fn order(&self) -> Result<FiniteOrder, Error> {
        let engine = self.modulus.ordered("order", "modulo I games are equal or not")?;
        let forms: Vec<_> = self.classes.iter().map(|class| class.form.form()).collect();
        Ok(order_of(self.modulus.workspace().threads(), engine, &forms)?)
    }

    /// The Hasse diagram, classes labelled by their simplest forms.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a form is too long to be written.
    #[cfg(feature = "pictures")]
    pub fn hasse(&self, order: &FiniteOrder) -> Result<Hasse, Error> {
        let forms = self.modulus.workspace().forms();
        let label = |class: &Class| Ok(Label::form(forms, class.form.form())?);
        let labels: Result<Vec<Label>, Error> = self.classes.iter().map(label).collect();
        let conjugates: Option<Vec<usize>> = self.classes.iter().map(|class| class.conjugate).collect();
        let diagram = Hasse::new(labels?, |g, h| order.gt(g, h));
        let diagram = match conjugates {
            Some(conjugates) => diagram.and_then(|diagram| diagram.with_conjugates(conjugates)),
            None => diagram,
        };
        Ok(diagram.expect("classes are ordered, and conjugates the other way"))
    }
}
