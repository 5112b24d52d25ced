//! What is drawn of many games at once.

use misere_core::{Form, Relation};
use misere_draw::{Hasse, Label};
use misere_notation::{Notation, Style, UniverseName};

use crate::error::Error;
use crate::workspace::Workspace;

/// Games modulo a universe: the classes, and their order.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The games of each class in the order given; classes as their first games are.
    pub members: Vec<Vec<Form>>,
    /// The order of the classes. A class is labelled by its first game.
    pub order: Hasse,
}

impl Workspace {
    /// The classes of some games modulo a universe, under normal play, or modulo I.
    ///
    /// ```
    /// use misere::Workspace;
    /// let work = Workspace::new();
    /// let games = ["0", "*", "{*|*}", "{0,*|0}"].map(|game| work.read(game).unwrap());
    /// let classes = work.classes(&games, &work.read_modulus("D")?)?;
    /// assert_eq!(classes.members, [vec![games[0], games[2]], vec![games[1]], vec![games[3]]]);
    /// assert_eq!(classes.order.order().covers(), [(2, 1)]);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] when games do not compare modulo this, or a limit was reached.
    pub fn classes(&self, games: &[Form], modulus: &UniverseName) -> Result<Classes, Error> {
        let mut members: Vec<Vec<Form>> = Vec::new();
        // How a class compares with those before it.
        let mut relations: Vec<Vec<Relation>> = Vec::new();
        for &game in games {
            let mut row = Vec::with_capacity(members.len());
            for class in &members {
                row.push(self.compare(game, class[0], modulus)?);
                if row.last() == Some(&Relation::Equal) {
                    break;
                }
            }
            if row.last() == Some(&Relation::Equal) {
                let class = &mut members[row.len() - 1];
                if !class.contains(&game) {
                    class.push(game);
                }
            } else {
                members.push(vec![game]);
                relations.push(row);
            }
        }
        let labels = members.iter().map(|class| self.label(class[0])).collect::<Result<Vec<_>, _>>()?;
        let above = |i: usize, j: usize| {
            if i > j { relations[i][j] == Relation::Greater } else { relations[j][i] == Relation::Less }
        };
        let order = Hasse::new(labels, above).expect("classes modulo a universe are partially ordered");
        let conjugates = self.conjugate_classes(&members, modulus)?;
        let order = match conjugates {
            Some(conjugates) => {
                order.with_conjugates(conjugates).expect("conjugation turns the order of games round")
            }
            None => order,
        };
        Ok(Classes { members, order })
    }

    /// Pictures have the block, also as text in a tree; LaTeX has the sign asked for.
    fn label(&self, g: Form) -> Result<Label, Error> {
        let latex = Notation { max_bytes: Label::LONGEST, ..self.notation(Style::Latex) };
        let latex = latex.write(self.forms(), g)?;
        Ok(Label { latex, ..Label::form(self.forms(), g)? })
    }

    /// The class of the conjugates of each class, if all of these are there.
    fn conjugate_classes(
        &self,
        members: &[Vec<Form>],
        modulus: &UniverseName,
    ) -> Result<Option<Vec<usize>>, Error> {
        let mut conjugates = Vec::with_capacity(members.len());
        for class in members {
            let conjugate = self.forms().conjugate(class[0])?;
            let mut found = None;
            for (at, other) in members.iter().enumerate() {
                if self.compare(conjugate, other[0], modulus)? == Relation::Equal {
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
