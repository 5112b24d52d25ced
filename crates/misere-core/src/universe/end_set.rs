//! Sets of games given by their ends, which need not be closed under sums or conjugates.

use super::{Below, EndKind, Ends, GeneratorError, Play, Setting, Universe, UniverseId, for_player};
use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

/// The games whose ends follow from two lists, one of Left ends and one of Right ends: the
/// smallest set that contains the lists and is closed under options and under {A|B} for
/// non-empty finite A, B.
///
/// Maintenance and proviso decide the order modulo such a set, and simplest forms are unique.
/// Strength is a finite test: each of the ends, one at a time. The equivalence does not respect
/// sums: the set is not a universe in the sense of \[universe\] Definition 1.5.
pub struct EndSet {
    forms: Forms,
    /// For Left and for Right, the ends of the set, 0 first. The ends of Right are kept as their
    /// conjugates.
    ends: [Vec<Form>; 2],
    kind: EndKind,
    id: UniverseId,
}

impl EndSet {
    /// The set with these Left ends and Right ends, and their followers.
    ///
    /// # Errors
    /// [`GeneratorError::NotAnEnd`] for the first form that is not such an end, or
    /// [`GeneratorError::Exhausted`] when the store may not grow.
    pub fn new(forms: &Forms, left: &[Form], right: &[Form], id: &str) -> Result<EndSet, GeneratorError> {
        for (list, player) in [(left, Player::Left), (right, Player::Right)] {
            let is_end = |form: Form| forms.is_end(form, player) && forms.is_ordinary(form);
            if let Some(&culprit) = list.iter().find(|&&form| !is_end(form)) {
                return Err(GeneratorError::NotAnEnd(culprit));
            }
        }
        let own = Forms::with_budget(forms.budget().clone());
        // A list may bring along ends of the other player.
        let followers = own.followers_of_all(&own.import_in_order(forms, &[left, right].concat())?);
        let mut ends = [vec![Form::ZERO], vec![Form::ZERO]];
        let mut kind = EndKind::Zero;
        for &f in followers.iter().filter(|&&f| f != Form::ZERO) {
            for player in Player::BOTH {
                if own.is_end(f, player) {
                    ends[player.index()].push(for_player(&own, f, player)?);
                    kind = kind.max(match (own.is_dead_end(f, player), own.is_blocking(f)) {
                        (true, _) => EndKind::Dead,
                        (_, true) => EndKind::Blocked,
                        _ => EndKind::Any,
                    });
                }
            }
        }
        Ok(EndSet { forms: own, ends, kind, id: UniverseId::new(id) })
    }

    /// An end, in the store of the set and as a Left end, against which `player` loses with
    /// these options.
    fn defeat(
        &self,
        forms: &Forms,
        play: &Play,
        options: &[Form],
        player: Player,
    ) -> Result<Option<Form>, Exhausted> {
        for &end in &self.ends[player.index()] {
            if play.loses_first(forms, options, &self.forms, end, player)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }
}

impl Setting for EndSet {
    fn id(&self) -> UniverseId {
        self.id.clone()
    }

    fn strong(
        &self,
        forms: &Forms,
        play: &Play,
        options: &[Form],
        player: Player,
    ) -> Result<bool, Exhausted> {
        Ok(self.defeat(forms, play, options, player)?.is_none())
    }

    fn universe(&self) -> Option<&dyn Universe> {
        Some(self)
    }
}

impl Universe for EndSet {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        for f in forms.followers(g).into_iter().filter(|&f| f != Form::ZERO) {
            for player in Player::BOTH {
                if forms.is_end(f, player) {
                    let end = for_player(&self.forms, self.forms.import(forms, f)?, player)?;
                    if !self.ends[player.index()].contains(&end) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(forms.is_ordinary(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        if forms.is_end_like(g, player) {
            return Ok(None);
        }
        let found = self.defeat(forms, &Play::default(), forms.options(g, player), player)?;
        found.map(|end| for_player(forms, forms.import(&self.forms, end)?, player)).transpose()
    }

    fn end_below(&self, forms: &Forms, _: Form, below: Below<'_>) -> Result<Option<Form>, Exhausted> {
        for &end in &self.ends[Player::Left.index()] {
            let end = forms.import(&self.forms, end)?;
            if below(end)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    fn ends(&self) -> Ends {
        Ends { kind: self.kind, all: false }
    }

    fn is_parental(&self) -> bool {
        false
    }

    /// The Left ends of the set, which are finitely many.
    fn deciding_ends(&self, forms: &Forms, _rank: u32) -> Result<Option<Vec<Form>>, Exhausted> {
        Ok(self.listed_ends(forms)?.map(|[left, _]| left))
    }

    fn listed_ends(&self, forms: &Forms) -> Result<Option<[Vec<Form>; 2]>, Exhausted> {
        let of = |player: Player| -> Result<Vec<Form>, Exhausted> {
            let ends = self.ends[player.index()].iter();
            ends.map(|&end| for_player(forms, forms.import(&self.forms, end)?, player)).collect()
        };
        Ok(Some([of(Player::Left)?, of(Player::Right)?]))
    }

    fn ends_by_rank(&self, forms: &Forms, rank: u32, player: Player) -> Result<Option<Vec<Form>>, Exhausted> {
        let mut listed = self.listed_ends(forms)?.map(|mut of| std::mem::take(&mut of[player.index()]));
        if let Some(ends) = &mut listed {
            ends.retain(|&end| forms.rank(end) <= rank);
        }
        Ok(listed)
    }

    /// No end: values are not added where the set is not closed under sums.
    fn admits_end(&self, _: &Forms, _: Form, _: Player) -> Result<bool, Exhausted> {
        Ok(false)
    }

    fn expansions_are_least(&self) -> bool {
        false
    }
}
