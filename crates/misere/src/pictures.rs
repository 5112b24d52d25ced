//! Pictures of many games at once.

use misere_core::Relation;
use misere_draw::{Hasse, Label};
use misere_notation::{Notation, Style};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;

/// Games modulo a universe: the classes, and their order.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The games of each class in the order given; classes in the order of their first games.
    pub members: Vec<Vec<Game>>,
    /// The order of the classes. A class is labelled by its first game.
    pub order: Hasse,
}

impl Modulus {
    /// The classes of some games, and their order.
    ///
    /// ```
    /// use misere::Workspace;
    /// let work = Workspace::new();
    /// let games = work.game_list("0, {*|*}, *, {0,*|0}")?;
    /// let classes = work.modulo("D")?.classes(&games)?;
    /// assert_eq!(classes.members, [&games[..2], &games[2..3], &games[3..]]);
    /// assert_eq!(classes.order.order().covers(), [(2, 1)]);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] when games do not compare modulo this modulus, or a limit was reached.
    pub fn classes(&self, games: &[Game]) -> Result<Classes, Error> {
        let mut members: Vec<Vec<Game>> = Vec::new();
        // How a class compares with the classes before it.
        let mut relations: Vec<Vec<Relation>> = Vec::new();
        for game in games {
            let mut row = Vec::with_capacity(members.len());
            for class in &members {
                self.workspace().budget().step()?;
                row.push(self.compare(game, &class[0])?);
                if row.last() == Some(&Relation::Equal) {
                    break;
                }
            }
            if row.last() == Some(&Relation::Equal) {
                let class = &mut members[row.len() - 1];
                if !class.contains(game) {
                    class.push(game.clone());
                }
            } else {
                members.push(vec![game.clone()]);
                relations.push(row);
            }
        }
        let labels = members.iter().map(|class| self.label(&class[0])).collect::<Result<Vec<_>, _>>()?;
        let above = |i: usize, j: usize| {
            if i > j { relations[i][j] == Relation::Greater } else { relations[j][i] == Relation::Less }
        };
        let order = Hasse::new(labels, above).expect("classes modulo a universe are partially ordered");
        let conjugates = self.conjugate_classes(&members)?;
        let order = match conjugates {
            Some(conjugates) => {
                order.with_conjugates(conjugates).expect("conjugation turns the order of games round")
            }
            None => order,
        };
        Ok(Classes { members, order })
    }

    /// The label of a game. Pictures have the block; LaTeX has the tombstone sign asked for.
    fn label(&self, g: &Game) -> Result<Label, Error> {
        let (work, g) = (self.workspace(), g.form());
        let latex = Notation { max_bytes: Label::LONGEST, ..work.notation(Style::Latex) };
        let latex = latex.write(work.forms(), g)?;
        Ok(Label { latex, ..Label::form(work.forms(), g)? })
    }

    /// The class of the conjugates of each class, if all conjugates are there.
    fn conjugate_classes(&self, members: &[Vec<Game>]) -> Result<Option<Vec<usize>>, Error> {
        let mut conjugates = Vec::with_capacity(members.len());
        for class in members {
            let conjugate = class[0].conjugate()?;
            let mut found = None;
            for (at, other) in members.iter().enumerate() {
                self.workspace().budget().step()?;
                if self.compare(&conjugate, &other[0])? == Relation::Equal {
                    found = Some(at);
                    break;
                }
            }
            match found {
                Some(at) => conjugates.push(at),
                None => return Ok(None),
            }
        }
        Ok(Some(conjugates))
    }
}
