//! The search for an inverse by what its options do to the followers of a form.
//!
//! Whether F + J ≥ 0 or F + J ≤ 0, for the followers F of a form G and a game J, depends on J
//! through finitely many facts. These facts, the *type* of J, follow from the types of its
//! options, so that the types of all games of a universe are found rank by rank, until a rank has
//! no new one. The proofs are in docs/inverses.md, in the same words.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Player;
use crate::budget::{Account, Exhausted, table_bytes};
use crate::order::structural_order_within;
use crate::store::{Form, Forms};
use crate::universe::{EndKind, StrengthPlay};

/// The games that are searched, and who counts as strong.
pub(super) struct World {
    /// Which ends the games may have.
    pub(super) ends: Admitted,
    /// The play that decides who is strong.
    pub(super) play: StrengthPlay,
}

/// The ends that the games of a search may have.
pub(super) enum Admitted {
    /// All ends of a kind.
    Kind(EndKind),
    /// These dead ends with their followers, and all dead ends without the option 0 that can be
    /// made of them.
    NotTerminable(Vec<Form>),
    /// 0 and these ends.
    These(Vec<Form>),
}

/// The result of a search.
pub(super) enum Searched {
    /// Games H of least rank with G + H ≡ 0, at least one; not all of them.
    Found(Vec<Form>),
    /// No game makes 0: the search covered the games of all ranks.
    None,
    /// There is none of rank at most this, and there were too many types to go on.
    NoneUpTo(u32),
}

/// The followers of a form that has more than this many are not searched with.
const MOST_FOLLOWERS: usize = Mask::BITS as usize;
/// The most pairs of sets of options that are combined.
const MOST_PAIRS: usize = 1 << 18;
/// The most sets of options, up to their effects, that a player may have.
const MOST_SETS: usize = 1 << 12;
/// The most games that are returned.
const MOST_FOUND: usize = 64;

/// A set of followers of G.
type Mask = u64;

/// Searches the games of a world for those that make 0 with a form.
///
/// The result depends on the form alone, not on the handles of its followers: masks are
/// compared for equality, and never sorted.
pub(super) fn search(forms: &Forms, g: Form, world: &World) -> Result<Searched, Exhausted> {
    let followers = forms.followers_within(&[g])?;
    if followers.len() > MOST_FOLLOWERS {
        return Ok(Searched::NoneUpTo(0));
    }
    Search::new(forms, &followers, world)?.run()
}

/// The effects of a player's move to a game J, beside each follower F of G. The words are
/// those for Left; for Right all is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Move {
    /// F + J ≥ 0.
    good: Mask,
    /// Right has an answer that makes F + J at most 0.
    answered: Mask,
    /// Left, moving second, wins F + J.
    wins: Mask,
    /// Left, moving second, wins F + J when Right may wait, or may pass.
    lasts: Mask,
    /// Right, moving first, wins F + J when Left may wait, or may pass.
    outlasted: Mask,
    /// J is a blocked end for Left.
    ends: bool,
}

impl Move {
    /// The joint effects of a set of moves.
    fn join(self, other: Move) -> Move {
        Move {
            good: self.good | other.good,
            answered: self.answered & other.answered,
            wins: self.wins | other.wins,
            lasts: self.lasts | other.lasts,
            outlasted: self.outlasted & other.outlasted,
            ends: self.ends | other.ends,
        }
    }

    /// The effects of the empty set of moves.
    const NONE: Move =
        Move { good: 0, answered: Mask::MAX, wins: 0, lasts: 0, outlasted: Mask::MAX, ends: false };
}

/// The type of a game: what it does as an option.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Type {
    /// The effects of a move to the game, for either player.
    moves: [Move; 2],
    /// Whether the game may be an option of the opponent in an end for the player.
    in_end: [bool; 2],
}

/// The sets of moves of a player, up to what they bring about together. Each is an earlier set
/// with one game more.
#[derive(Default)]
struct Sets {
    known: FxHashSet<Move>,
    list: Vec<(Move, Option<u32>, u32)>,
    /// How many sets of the list have been put together with all before them.
    used: usize,
}

impl Sets {
    fn add(&mut self, new: Move, game: u32) {
        if self.known.contains(&new) {
            return;
        }
        let before = self.list.len();
        self.push(new, None, game);
        for earlier in 0..before {
            self.push(self.list[earlier].0.join(new), Some(earlier as u32), game);
        }
    }

    fn push(&mut self, brought: Move, earlier: Option<u32>, game: u32) {
        if self.known.insert(brought) {
            self.list.push((brought, earlier, game));
        }
    }

    fn is_full(&self) -> bool {
        self.list.len() > MOST_SETS
    }

    /// The games of a set.
    fn games(&self, set: u32) -> Vec<u32> {
        let mut games = Vec::new();
        let mut at = Some(set);
        while let Some(set) = at {
            let (_, earlier, game) = self.list[set as usize];
            games.push(game);
            at = earlier;
        }
        games
    }
}

/// How a game of a type was made.
#[derive(Clone, Copy)]
enum Made {
    /// The game is this form.
    Of(Form),
    /// The game has these sets of options.
    From([Option<Options>; 2]),
}

/// A set of options of a player.
#[derive(Clone, Copy)]
struct Options {
    set: u32,
    /// Whether the set is one of those in ends for the opponent.
    in_end: bool,
}

struct Search<'a> {
    forms: &'a Forms,
    world: &'a World,
    /// The options of each follower of G, as places among the followers.
    options: Vec<[Vec<usize>; 2]>,
    /// The followers that are end-like for either player.
    end_like: [Mask; 2],
    /// G, the last follower.
    whole: Mask,
    account: Account,
    types: FxHashSet<Type>,
    made: Vec<Made>,
    /// The sets of options of either player.
    sets: [Sets; 2],
    /// The sets of options of either player that an end for the opponent may have.
    in_end: [Sets; 2],
    found: Vec<Made>,
}

impl<'a> Search<'a> {
    fn new(forms: &'a Forms, followers: &[Form], world: &'a World) -> Result<Search<'a>, Exhausted> {
        let place = |o: &Form| {
            followers.binary_search_by_key(&o.0, |f| f.0).expect("an option of a follower follows")
        };
        let places = |f: Form| Player::BOTH.map(|p| forms.options(f, p).iter().map(place).collect());
        let options = followers.iter().map(|&f| places(f));
        let end_like = Player::BOTH.map(|p| {
            let bits = followers.iter().enumerate().map(|(i, &f)| Mask::from(forms.is_end_like(f, p)) << i);
            bits.fold(0, |all, bit| all | bit)
        });
        Ok(Search {
            forms,
            world,
            options: options.collect(),
            end_like,
            whole: 1 << (followers.len() - 1),
            account: Account::new(forms.budget().clone()),
            types: FxHashSet::default(),
            made: Vec::new(),
            sets: Default::default(),
            in_end: Default::default(),
            found: Vec::new(),
        })
    }

    fn run(mut self) -> Result<Searched, Exhausted> {
        let mut fresh = Vec::new();
        let zero = self.of_sides([None, None]);
        self.note(zero, Made::Of(Form::ZERO), &mut fresh)?;
        if let Admitted::These(ends) | Admitted::NotTerminable(ends) = &self.world.ends {
            self.note_forms(ends, &mut fresh)?;
        }
        let mut pairs = 0;
        for rank in 0.. {
            if !self.found.is_empty() {
                return Ok(Searched::Found(self.build()?));
            }
            if fresh.is_empty() {
                return Ok(Searched::None);
            }
            if !self.use_as_options(&fresh)? {
                return Ok(Searched::NoneUpTo(rank));
            }
            fresh.clear();
            let [left, right] = &self.sets;
            pairs += left.list.len() * right.list.len() - left.used * right.used;
            if pairs > MOST_PAIRS {
                return Ok(Searched::NoneUpTo(rank));
            }
            self.put_together(&mut fresh)?;
        }
        unreachable!("the ranks do not end")
    }

    /// Adds games of new types to the sets of options. Says whether there are not too many sets.
    fn use_as_options(&mut self, fresh: &[(u32, Type)]) -> Result<bool, Exhausted> {
        for &(game, Type { moves, in_end }) in fresh {
            self.forms.budget().step()?;
            for p in Player::BOTH {
                self.sets[p.index()].add(moves[p.index()], game);
                if in_end[p.opponent().index()] {
                    self.in_end[p.index()].add(moves[p.index()], game);
                }
            }
            if self.sets.iter().chain(&self.in_end).any(Sets::is_full) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes all games of which a set of options is new.
    fn put_together(&mut self, fresh: &mut Vec<(u32, Type)>) -> Result<(), Exhausted> {
        let forms = self.forms;
        let mut ticker = forms.budget().ticker();
        let [lefts, rights] = [0, 1].map(|p| self.sets[p].list.len());
        for left in 0..lefts {
            let from = if left < self.sets[0].used { self.sets[1].used } else { 0 };
            for right in from..rights {
                ticker.ticks(self.options.len())?;
                let sides = [self.sets[0].list[left].0, self.sets[1].list[right].0].map(Some);
                let made = [left, right].map(|set| Some(Options { set: set as u32, in_end: false }));
                self.note(self.of_sides(sides), Made::From(made), fresh)?;
            }
        }
        for p in Player::BOTH {
            let sets = self.in_end[p.index()].list.len();
            for set in self.in_end[p.index()].used..sets {
                ticker.tick()?;
                let (mut sides, mut made) = ([None; 2], [None; 2]);
                sides[p.index()] = Some(self.in_end[p.index()].list[set].0);
                made[p.index()] = Some(Options { set: set as u32, in_end: true });
                self.note(self.of_sides(sides), Made::From(made), fresh)?;
            }
            self.in_end[p.index()].used = sets;
        }
        (self.sets[0].used, self.sets[1].used) = (lefts, rights);
        Ok(())
    }

    /// Takes down a game with its type, if the type is new.
    fn note(&mut self, new: Type, made: Made, fresh: &mut Vec<(u32, Type)>) -> Result<(), Exhausted> {
        let is_inverse = new.moves.iter().all(|m| m.good & self.whole != 0);
        if is_inverse && self.found.len() < MOST_FOUND {
            self.found.push(made);
        }
        if self.types.contains(&new) {
            return Ok(());
        }
        if self.types.len().is_power_of_two() {
            let bytes =
                table_bytes::<Type>(self.types.len()) + self.types.len() * size_of::<(Made, u32, Type)>();
            self.account.charge(bytes)?;
        }
        fresh.push((self.made.len() as u32, new));
        self.types.insert(new);
        self.made.push(made);
        Ok(())
    }

    /// Takes down certain forms, whose followers are games of the world.
    fn note_forms(&mut self, some: &[Form], fresh: &mut Vec<(u32, Type)>) -> Result<(), Exhausted> {
        let mut types: FxHashMap<Form, Type> = FxHashMap::default();
        // Of games of one type the first is built: which one is first must not go by handles.
        for f in structural_order_within(self.forms, &self.forms.followers_of_all(some))? {
            let side = |p: Player| {
                let moves = self.forms.options(f, p).iter().map(|o| types[o].moves[p.index()]);
                moves.reduce(Move::join)
            };
            let found = self.of_sides(Player::BOTH.map(side));
            types.insert(f, found);
            self.note(found, Made::Of(f), fresh)?;
        }
        Ok(())
    }

    /// The type of the game whose options, for either player, bring this about together; `None`
    /// for a player who has no option.
    fn of_sides(&self, sides: [Option<Move>; 2]) -> Type {
        let play = self.world.play;
        let none = sides.map(|side| side.is_none());
        let by = sides.map(|side| side.unwrap_or(Move::NONE));
        let mut new = [Move { answered: 0, outlasted: 0, ..Move::NONE }; 2];
        // Who wins moving first, and who does when the opponent may wait or pass.
        let (mut wins, mut lasts): ([Mask; 2], [Mask; 2]) = Default::default();
        for (i, options) in self.options.iter().enumerate() {
            let bit: Mask = 1 << i;
            let is_end = [0, 1].map(|p| none[p] && self.end_like[p] & bit != 0);
            let some = |p: usize, mask: Mask| options[p].iter().any(|&o| mask >> o & 1 == 1);
            let all = |p: usize, mask: Mask| options[p].iter().all(|&o| mask >> o & 1 == 1);
            for p in [0, 1] {
                let q = 1 - p;
                let first = is_end[p] || !all(p, wins[q]) || by[p].wins & bit != 0;
                let outlasts = is_end[p] || some(p, new[p].lasts) || by[p].lasts & bit != 0;
                wins[p] |= if first { bit } else { 0 };
                lasts[p] |= if outlasts { bit } else { 0 };
            }
            for p in [0, 1] {
                let q = 1 - p;
                let begins = match play {
                    StrengthPlay::Pausing => true,
                    StrengthPlay::Passing => !is_end[q],
                    _ => wins[p] & bit != 0,
                };
                let second = begins && lasts[p] & bit != 0 && all(q, lasts[p]) && by[q].outlasted & bit != 0;
                new[p].lasts |= if second { bit } else { 0 };
                let is_strong = match play {
                    StrengthPlay::EndLike => is_end[p],
                    StrengthPlay::Alone => wins[p] & bit != 0,
                    StrengthPlay::Pausing | StrengthPlay::Waiting => wins[p] & lasts[p] & bit != 0,
                    StrengthPlay::Passing => lasts[p] & bit != 0,
                };
                // Each move of the opponent has an answer that is good.
                let in_follower = |&o: &usize| {
                    by[p].good >> o & 1 == 1 || self.options[o][p].iter().any(|&r| new[p].good >> r & 1 == 1)
                };
                let good = is_strong && by[q].answered & bit != 0 && options[q].iter().all(in_follower);
                new[p].good |= if good { bit } else { 0 };
            }
        }
        for (i, options) in self.options.iter().enumerate() {
            let bit: Mask = 1 << i;
            for p in [0, 1] {
                let answers = by[p].good & bit != 0 || options[p].iter().any(|&o| new[p].good >> o & 1 == 1);
                new[1 - p].answered |= if answers { bit } else { 0 };
            }
        }
        self.with_ends(new, [wins, lasts], none, by)
    }

    /// The type, without the facts that the play of this world does not need.
    fn with_ends(
        &self,
        mut moves: [Move; 2],
        [wins, lasts]: [[Mask; 2]; 2],
        none: [bool; 2],
        by: [Move; 2],
    ) -> Type {
        let play = self.world.play;
        let all = self.whole | (self.whole - 1);
        let may_wait = !matches!(play, StrengthPlay::EndLike | StrengthPlay::Alone);
        let mut in_end = [false; 2];
        for p in [0, 1] {
            let q = 1 - p;
            let needs_no_winner = matches!(play, StrengthPlay::EndLike | StrengthPlay::Passing);
            moves[p].wins = if needs_no_winner { 0 } else { all & !wins[q] };
            moves[p].lasts = if may_wait { moves[p].lasts } else { 0 };
            moves[p].outlasted = if may_wait { lasts[q] } else { all };
            // The ends that are made at all are admitted.
            in_end[p] = match self.world.ends {
                Admitted::These(_) | Admitted::Kind(EndKind::Zero) => false,
                Admitted::NotTerminable(_) => none[p] && !none[q],
                Admitted::Kind(EndKind::Dead) => none[p],
                Admitted::Kind(EndKind::Blocked) => none[p] || by[p].ends,
                Admitted::Kind(EndKind::Any) => true,
            };
            moves[p].ends = none[p] && matches!(self.world.ends, Admitted::Kind(EndKind::Blocked));
        }
        Type { moves, in_end }
    }

    /// The games that were found, as forms.
    fn build(&self) -> Result<Vec<Form>, Exhausted> {
        let mut forms: FxHashMap<u32, Form> = FxHashMap::default();
        let mut found = Vec::new();
        for &made in &self.found {
            let mut wanted: Vec<u32> = Vec::new();
            let mut pending = self.options_of(made).concat();
            while let Some(game) = pending.pop() {
                if let Entry::Vacant(place) = forms.entry(game) {
                    // Options have smaller numbers than the games that they are options of.
                    place.insert(Form::ZERO);
                    wanted.push(game);
                    pending.extend(self.options_of(self.made[game as usize]).concat());
                }
            }
            wanted.sort_unstable();
            for game in wanted {
                let form = self.form(self.made[game as usize], &forms)?;
                forms.insert(game, form);
            }
            found.push(self.form(made, &forms)?);
        }
        Ok(found)
    }

    fn options_of(&self, made: Made) -> [Vec<u32>; 2] {
        let Made::From(sides) = made else { return Default::default() };
        [0, 1].map(|p| match sides[p] {
            None => Vec::new(),
            Some(Options { set, in_end: true }) => self.in_end[p].games(set),
            Some(Options { set, in_end: false }) => self.sets[p].games(set),
        })
    }

    fn form(&self, made: Made, known: &FxHashMap<u32, Form>) -> Result<Form, Exhausted> {
        if let Made::Of(form) = made {
            return Ok(form);
        }
        let [left, right] =
            self.options_of(made).map(|games| games.iter().map(|g| known[g]).collect::<Vec<_>>());
        self.forms.ordinary(&left, &right)
    }
}
