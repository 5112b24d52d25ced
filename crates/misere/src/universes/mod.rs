//! Universes themselves: what their ends are, how two of them relate, and which of them a
//! ruleset needs.

#[cfg(feature = "pictures")]
mod lattice;
mod occurring;
mod relate;
mod survey;
mod telling;

use misere_core::{EndKind, Family, FiniteGenerators, Form, Generated, Player, StrengthTests, Universe};
use misere_notation::{Style, UniverseExpression, structural_order};

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::registry::{GENERATED, NAMED, about_universes, generated};
use crate::workspace::Workspace;

#[cfg(feature = "pictures")]
pub use lattice::UniverseLattice;
pub use occurring::OccurringEnds;
pub use relate::{Bound, Inclusion, OrderOfTwo, Telling, Tested, UniverseRelation, Values};
pub use survey::{Closure, OrderType, StrengthType, Survey};

/// The birthday up to which Left ends are counted.
const LAST_BIRTHDAY: u32 = 4;

/// The largest n for which the tests T_n are listed.
const LAST_TEST: u32 = 5;

/// The most moves of Left for which the sums that decide strength are listed.
const MOST_MOVES: u32 = 3;

/// Which forms are strong where one option alone makes a form strong, and no more is said.
const ONE_OPTION: &str = "forms that are Left end-like, and those that one Left option alone makes strong";

/// A description of one universe.
#[derive(Clone, Debug)]
pub struct AboutUniverse {
    /// The universe.
    pub universe: Modulus,
    /// The narrowest kind that contains all its ends.
    pub kind: EndKind,
    /// Whether the set of games is closed under sums and conjugates.
    pub is_parental: bool,
    /// The facts about its ends, if finitely many generate it.
    pub generated: Option<GeneratedEnds>,
    /// How many Left ends, up to equality modulo M, are born on day 0, 1, 2, …, as far as they
    /// were counted.
    pub left_ends: Vec<u64>,
    /// For dead-ending universes, least generators of up(U) among the dead ends of birthday at
    /// most 4; `None` for E, which has all dead ends.
    pub upward: Option<Vec<Game>>,
    /// The ends that decide strength, for growing forms.
    pub tests: Vec<EndTest>,
    /// Which forms are strong for Left, in words, where that is known without ends.
    pub strength: Option<&'static str>,
    /// The named universes that this universe lies in, up to equality of ends modulo M.
    pub lies_in: Vec<Modulus>,
    /// The named universes that lie in this universe, up to equality of ends modulo M.
    pub contains: Vec<Modulus>,
}

/// The ends of a universe that finitely many ends generate.
#[derive(Clone, Debug)]
pub struct GeneratedEnds {
    /// A least set of generators.
    pub minimal: Vec<Game>,
    /// The ends that no sum of the others replaces: their sums decide strength.
    pub undominated: Vec<Game>,
    /// The ends with 0 as a Right option (\[universe\] Definition 3.13).
    pub terminable: Vec<Game>,
    /// The ends that are at least 0 modulo M, which change no strength; sums of them are
    /// neutral too.
    pub neutral: Vec<Game>,
}

/// Finitely many ends that decide strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndTest {
    /// The forms that the test is for.
    pub of: TestOf,
    /// The ends that Left must win with.
    pub ends: Vec<TestSum>,
}

/// An end as a sum of ends that generate a universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestSum {
    /// The end.
    pub end: Game,
    /// The summands; the end alone where it was not made as a sum.
    pub parts: Vec<Game>,
}

impl TestSum {
    /// The end or the sum, whichever is shorter: `-2`, `2.{|0,*}`.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the text is too long to be written.
    pub fn write(&self, style: Style) -> Result<String, Error> {
        let mut sum = Vec::new();
        let mut parts = &self.parts[..];
        while let Some(part) = parts.first() {
            let copies = parts.iter().take_while(|other| *other == part).count();
            let text = part.write(style)?;
            sum.push(if copies > 1 { format!("{copies}.{text}") } else { text });
            parts = &parts[copies..];
        }
        let (end, sum) = (self.end.write(style)?, sum.join("+"));
        Ok(if sum.is_empty() || end.chars().count() <= sum.chars().count() { end } else { sum })
    }
}

/// The forms that a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestOf {
    /// Forms of rank at most n: the ends are the test set T_n (\[universe\] Definition 4.8).
    Rank(u32),
    /// Forms in which Left can make at most n moves.
    LeftMoves(u32),
    /// All forms: in a set that is not closed under sums, the ends are tested one at a time.
    All,
}

impl Modulus {
    /// A description of this universe.
    ///
    /// ```
    /// use misere::Workspace;
    /// let work = Workspace::new();
    /// let about = work.modulo("D({|1},-2)")?.about_universe()?;
    /// let ends = about.generated.unwrap();
    /// assert_eq!(ends.minimal, [work.game("{|1}")?]);
    /// assert_eq!(ends.undominated, [work.game("-1")?]);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] if the modulus is not a universe, or when a limit was reached.
    pub fn about_universe(&self) -> Result<AboutUniverse, Error> {
        let work = self.workspace();
        let universe = self.as_universe()?;
        let finite = self.finitely_generated()?;
        let named = NAMED.iter().map(|name| work.modulo(name)).collect::<Result<Vec<Modulus>, _>>()?;
        let mut lies_in = Vec::new();
        let mut contains = Vec::new();
        for other in named {
            if self.inclusion(&other)? == Inclusion::Proved {
                lies_in.push(other.clone());
            }
            if other.inclusion(self)? == Inclusion::Proved {
                contains.push(other);
            }
        }
        Ok(AboutUniverse {
            universe: self.clone(),
            kind: self.kind_of_ends()?,
            is_parental: universe.is_parental(),
            generated: finite.as_ref().map(|of| GeneratedEnds::new(work, of)).transpose()?,
            left_ends: self.count_left_ends(finite.as_ref())?,
            upward: self.upward()?,
            tests: self.end_tests(finite.as_ref())?,
            strength: match universe.strength_tests(work.forms(), 0)? {
                Some(StrengthTests::OneOption) => universe.strength_in_words().or(Some(ONE_OPTION)),
                _ => universe.strength_in_words(),
            },
            lies_in,
            contains,
        })
    }

    /// The universe, or a refusal of questions about normal play and I.
    pub(crate) fn as_universe(&self) -> Result<&dyn Universe, Error> {
        let universe = self.engine().and_then(|engine| engine.universe());
        universe.ok_or_else(|| self.no("description of a universe", self, about_universes()))
    }

    /// D(A), if finitely many ends generate the universe.
    pub(crate) fn finitely_generated(&self) -> Result<Option<Generated<FiniteGenerators>>, Error> {
        let forms = self.workspace().forms();
        match self.as_universe()?.finite_generators(forms)? {
            Some(ends) => Ok(Some(generated(forms, &ends, &self.id())?)),
            None => Ok(None),
        }
    }

    /// The narrowest kind that contains all ends: D(0) has those of D.
    pub(crate) fn kind_of_ends(&self) -> Result<EndKind, Error> {
        let universe = self.as_universe()?;
        let generators = universe.finite_generators(self.workspace().forms())?;
        let only_zero = generators.is_some_and(|ends| ends.iter().all(|&end| end == Form::ZERO));
        Ok(if only_zero { EndKind::Zero } else { universe.ends().kind })
    }

    fn count_left_ends(&self, finite: Option<&Generated<FiniteGenerators>>) -> Result<Vec<u64>, Error> {
        let work = self.workspace();
        if let Some(generated) = finite {
            let mut counts: Vec<u64> = Vec::new();
            for birthday in 0..=LAST_BIRTHDAY {
                let all = generated.left_ends_up_to(birthday)?.len() as u64;
                counts.push(all - counts.iter().sum::<u64>());
            }
            return Ok(counts);
        }
        // Up to equality there are 52 Left dead ends born by day 4, and the Left ends born by
        // day 2 are few.
        let (ends, last) = match self.kind_of_ends()? <= EndKind::Dead {
            true => (work.small_dead_ends()?, LAST_BIRTHDAY),
            false => (work.ends_born_by_day_2()?, 2),
        };
        let order = work.all_games()?;
        let mut counts = vec![0; last as usize + 1];
        let mut seen = Vec::new();
        for end in ends {
            let simplest = order.simplest(&work.game_of(end))?.form();
            if self.contains(&work.game_of(end))? && !seen.contains(&simplest) {
                seen.push(simplest);
                counts[work.forms().rank(simplest) as usize] += 1;
            }
        }
        Ok(counts)
    }

    fn upward(&self) -> Result<Option<Vec<Game>>, Error> {
        let (work, universe) = (self.workspace(), self.as_universe()?);
        if self.kind_of_ends()? > EndKind::Dead || !universe.is_parental() || universe.ends().all {
            return Ok(None);
        }
        let mut above = Vec::new();
        for end in work.small_dead_ends()? {
            if end != Form::ZERO && universe.admits_end(work.forms(), end, Player::Left)? {
                above.push(end);
            }
        }
        let closure = generated(work.forms(), &above, &self.id())?;
        Ok(Some(work.ends_of(&closure, &closure.minimal_generators()?)?))
    }

    fn end_tests(&self, finite: Option<&Generated<FiniteGenerators>>) -> Result<Vec<EndTest>, Error> {
        let (work, universe) = (self.workspace(), self.as_universe()?);
        let single = |ends: &[Form]| -> Vec<TestSum> {
            let sum = |end: Game| TestSum { parts: vec![end.clone()], end };
            work.games(ends).into_iter().map(sum).collect()
        };
        if let Some([left, _]) = universe.listed_ends(work.forms())? {
            return Ok(vec![EndTest { of: TestOf::All, ends: single(&left) }]);
        }
        let mut tests = Vec::new();
        for n in 0..=LAST_TEST {
            if let Some(StrengthTests::Ends(mut ends)) = universe.strength_tests(work.forms(), n)? {
                ends.dedup();
                tests.push(EndTest { of: TestOf::Rank(n), ends: single(&ends) });
            }
        }
        if let (true, Some(generated)) = (tests.is_empty(), finite) {
            for moves in 1..=MOST_MOVES {
                let Some(sums) = generated.deciding_sums(moves)? else { break };
                let mut ends = Vec::new();
                for end in work.ends_of(generated, &sums)? {
                    let parts = generated.literal_sums(work.forms(), end.form())?;
                    let parts = parts.into_iter().flatten().find(|(of, _)| *of == end.form());
                    let parts = parts.map_or(vec![], |(_, parts)| work.games(&parts));
                    ends.push(TestSum { end, parts });
                }
                tests.push(EndTest { of: TestOf::LeftMoves(moves), ends });
            }
        }
        Ok(tests)
    }
}

impl GeneratedEnds {
    fn new(work: &Workspace, of: &Generated<FiniteGenerators>) -> Result<GeneratedEnds, Error> {
        Ok(GeneratedEnds {
            minimal: work.ends_of(of, &of.minimal_generators()?)?,
            undominated: work.ends_of(of, &of.undominated_ends()?)?,
            terminable: work.ends_of(of, &of.terminable_ends()?)?,
            neutral: work.ends_of(of, &of.neutral_ends()?)?,
        })
    }
}

impl Workspace {
    /// The universe that these Left ends of the store generate.
    pub(crate) fn generated_by(&self, ends: &[Form]) -> Result<Modulus, Error> {
        let mut generators = structural_order(self.forms(), ends);
        generators.dedup();
        let name = GENERATED.to_owned();
        let generators = Some(generators).filter(|ends| !ends.is_empty());
        self.modulus(UniverseExpression { name, generators })
    }

    /// Ends of the store of a universe, as games.
    pub(crate) fn ends_of(
        &self,
        of: &Generated<FiniteGenerators>,
        ends: &[Form],
    ) -> Result<Vec<Game>, Error> {
        Ok(self.games(&self.forms().import_all(of.end_store(), ends)?))
    }

    /// The Left dead ends of birthday at most 4, one for each class, 0 among them.
    pub(crate) fn small_dead_ends(&self) -> Result<Vec<Form>, Error> {
        let longest = u64::from(LAST_BIRTHDAY) + 1;
        let all = Family::K.member(self.forms(), longest)?;
        Ok(structural_order(self.forms(), self.forms().options(all, Player::Right)))
    }

    /// The sixteen Left ends of rank at most 2, 0 first.
    pub(crate) fn ends_born_by_day_2(&self) -> Result<Vec<Form>, Error> {
        let forms = self.forms();
        let mut ends = forms.born_by(2)?;
        ends.retain(|&end| forms.is_end(end, Player::Left));
        Ok(structural_order(forms, &ends))
    }
}
