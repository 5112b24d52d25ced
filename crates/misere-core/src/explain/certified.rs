//! What the checker needs to be told about a universe.

use misere_check as check;

use crate::budget::Exhausted;
use crate::form::{Form, Forms};
use crate::generated::{EndAsSum, Generated};
use crate::generators::FiniteGenerators;
use crate::modulo::Modulo;
use crate::player::Player;
use crate::universes::{AllGames, Blocking, DeadEnding, Dicots, NormalPlay, Proviso, Universe};

use super::separator::Separator;

/// A setting whose answers can be certified: the checker knows it.
pub trait Certified: Proviso + Sized {
    /// Its name in a certificate.
    fn certificate_name(&self) -> check::UniverseName;

    /// The generators of D(A), as forms of the store.
    ///
    /// # Errors
    /// [`Exhausted`] when the store may not grow.
    fn generators_in(&self, _: &Forms) -> Result<Vec<Form>, Exhausted> {
        Ok(Vec::new())
    }

    /// Whether comparison has a proviso, and separators must be in a universe.
    fn has_proviso(&self) -> bool {
        true
    }

    /// Why a form that is not end-like is strong for `player`, given that it is.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget.
    fn strength_argument(
        &self,
        forms: &Forms,
        g: Form,
        player: Player,
    ) -> Result<StrengthArgument, Exhausted>;

    /// Whether the checker will find `x` in the universe, and why. The definition
    /// is taken literally: where dead ends are otherwise taken up to equality,
    /// here they are not.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget.
    fn membership(&self, forms: &Forms, x: Form) -> Result<Option<Membership>, Exhausted>;

    /// Some game that shows g ≱ h, given that it is so.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget.
    fn some_separator(modulo: &Modulo<Self>, g: Form, h: Form) -> Result<Separator, Exhausted>;

    /// Some end that shows that g is not strong for `player`, given that it is so.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget.
    fn some_defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Form, Exhausted>;
}

/// Why a form is strong.
pub enum StrengthArgument {
    /// The checker plays against the ends that matter.
    Play,
    /// This option makes it strong ([blocking] Theorem 3.1).
    Option(Form),
    /// It wins against these ends, a test set for this many moves.
    TestSet(u32, Vec<Form>),
}

/// Why a form is in the universe.
pub enum Membership {
    /// The checker looks.
    Definition,
    /// Each end among its followers but 0, with the followers of generators, or
    /// their conjugates, whose sum it is.
    Sums(Vec<EndAsSum>),
}

/// The methods that a universe answers by what it is as a [`Universe`].
macro_rules! witnesses_of_the_universe {
    () => {
        fn some_separator(modulo: &Modulo<Self>, g: Form, h: Form) -> Result<Separator, Exhausted> {
            Ok(modulo.separator(g, h)?.expect("asked only where g ≥ h fails"))
        }

        fn some_defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Form, Exhausted> {
            Ok(self.defeating_end(forms, g, player)?.expect("asked only where g is not strong"))
        }
    };
}

macro_rules! member_by_definition {
    () => {
        fn membership(&self, forms: &Forms, x: Form) -> Result<Option<Membership>, Exhausted> {
            Ok(self.contains(forms, x)?.then_some(Membership::Definition))
        }
    };
}

impl Certified for AllGames {
    fn certificate_name(&self) -> check::UniverseName {
        check::UniverseName::M
    }

    fn strength_argument(&self, _: &Forms, _: Form, _: Player) -> Result<StrengthArgument, Exhausted> {
        unreachable!("modulo M only end-like forms are strong")
    }

    member_by_definition!();
    witnesses_of_the_universe!();
}

impl Certified for Dicots {
    fn certificate_name(&self) -> check::UniverseName {
        check::UniverseName::D
    }

    fn strength_argument(&self, _: &Forms, _: Form, _: Player) -> Result<StrengthArgument, Exhausted> {
        Ok(StrengthArgument::Play)
    }

    member_by_definition!();
    witnesses_of_the_universe!();
}

impl Certified for DeadEnding {
    fn certificate_name(&self) -> check::UniverseName {
        check::UniverseName::E
    }

    fn strength_argument(&self, _: &Forms, _: Form, _: Player) -> Result<StrengthArgument, Exhausted> {
        Ok(StrengthArgument::Play)
    }

    member_by_definition!();
    witnesses_of_the_universe!();
}

impl Certified for Blocking {
    fn certificate_name(&self) -> check::UniverseName {
        check::UniverseName::B
    }

    fn strength_argument(
        &self,
        forms: &Forms,
        g: Form,
        player: Player,
    ) -> Result<StrengthArgument, Exhausted> {
        let mut options = forms.options(g, player).iter();
        let good = options.find(|&&o| forms.facts(o).survives_passing(player));
        Ok(StrengthArgument::Option(*good.expect("asked only where g is strong")))
    }

    member_by_definition!();
    witnesses_of_the_universe!();
}

impl Certified for Generated<FiniteGenerators> {
    fn certificate_name(&self) -> check::UniverseName {
        check::UniverseName::Generated
    }

    fn generators_in(&self, forms: &Forms) -> Result<Vec<Form>, Exhausted> {
        self.generators().all_in(forms)
    }

    fn strength_argument(&self, forms: &Forms, g: Form, _: Player) -> Result<StrengthArgument, Exhausted> {
        let n = forms.rank(g);
        let mut ends = Vec::new();
        for test in &*self.test_set(n)? {
            ends.push(forms.import(self.end_store(), test.end)?);
        }
        Ok(StrengthArgument::TestSet(n, ends))
    }

    fn membership(&self, forms: &Forms, x: Form) -> Result<Option<Membership>, Exhausted> {
        Ok(self.literal_sums(forms, x)?.map(Membership::Sums))
    }

    witnesses_of_the_universe!();
}

impl Certified for NormalPlay {
    fn certificate_name(&self) -> check::UniverseName {
        check::UniverseName::N
    }

    fn has_proviso(&self) -> bool {
        false
    }

    fn strength_argument(&self, _: &Forms, _: Form, _: Player) -> Result<StrengthArgument, Exhausted> {
        unreachable!("normal play has no proviso")
    }

    fn membership(&self, forms: &Forms, x: Form) -> Result<Option<Membership>, Exhausted> {
        Ok(forms.is_ordinary(x).then_some(Membership::Definition))
    }

    /// Right, moving first, wins G − H; Left wins H − H, moving second.
    fn some_separator(modulo: &Modulo<Self>, _: Form, h: Form) -> Result<Separator, Exhausted> {
        Ok(Separator { game: modulo.forms().conjugate(h)?, starter: Player::Right })
    }

    fn some_defeating_end(&self, _: &Forms, _: Form, _: Player) -> Result<Form, Exhausted> {
        unreachable!("normal play has no proviso")
    }
}
