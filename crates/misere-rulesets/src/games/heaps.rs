//! Heaps that are taken from and broken up.

use misere_core::Player;
use misere_notation::ParseError;

use super::Told;
use super::code::{Rule, Rules, read_code, read_rules, read_set};
use super::text::read_numbers;
use crate::grid::other;
use crate::identity::native_identity;
use crate::ruleset::{Appearance, Description, Position, Ruleset};

/// A game of heaps in which a move takes from one heap and perhaps breaks up the
/// rest of it.
pub struct Heaps {
    description: Description,
    rules: [Rule; 2],
    /// The largest heap that is supported: heaps up to this size do not have millions of
    /// options.
    largest: u16,
}

/// The largest heap of any game.
pub(super) const LARGEST: u16 = 10_000;
const MOST_HEAPS: usize = 1000;
const MOST_OPTIONS: usize = 1 << 21;

const WINNING_WAYS: &str =
    "E. R. Berlekamp, J. H. Conway and R. K. Guy, Winning Ways for your Mathematical Plays, 1982, chapter 4";
const FRAENKEL_KOTZIG: &str =
    "A. S. Fraenkel and A. Kotzig, Partizan octal games: partizan subtraction games, 1987";

/// The common parts of the games of heaps; the home is found from the rules.
const HEAPS: Told<'_> = Told {
    name: "",
    title: "",
    rules: "",
    source: "",
    syntax: "heap sizes with commas, plus signs or spaces between them; 0 if there is no heap",
    examples: &[],
    home: ("M", ""),
};

impl Heaps {
    /// The game of Nim.
    #[must_use]
    pub fn nim() -> Heaps {
        Heaps::impartial(
            Told {
                name: "nim",
                title: "Nim",
                rules: "A move takes any positive number of counters from one heap.",
                source: "C. L. Bouton, Nim, a game with a complete mathematical theory, 1901",
                examples: &["3,5,7", "1,1,2", "4"],
                ..HEAPS
            },
            Rule::code(&[0, 3], true),
        )
    }

    /// The game of Kayles, 0.77.
    #[must_use]
    pub fn kayles() -> Heaps {
        Heaps::impartial(
            Told {
                name: "kayles",
                title: "Kayles",
                rules: "Pins stand in rows. A move knocks down one pin or two adjacent pins of a row, which \
                        may leave two shorter rows. A heap is a row of so many pins: the octal game 0.77.",
                source: "H. E. Dudeney, The Canterbury Puzzles, 1908; R. K. Guy and C. A. B. Smith, The \
                         G-values of various games, 1956",
                examples: &["5", "3,4", "1,2,7"],
                ..HEAPS
            },
            Rule::code(&[0, 7, 7], false),
        )
    }

    /// The game of Dawson's Kayles, 0.07.
    #[must_use]
    pub fn dawsons_kayles() -> Heaps {
        Heaps::impartial(
            Told {
                name: "dawsons-kayles",
                title: "Dawson's Kayles",
                rules: "Pins stand in rows. A move knocks down two adjacent pins of a row, which may leave \
                        two shorter rows; a pin that stands alone stays. A heap is a row of so many pins: \
                        the octal game 0.07.",
                source: WINNING_WAYS,
                examples: &["5", "3,4", "2,2,9"],
                ..HEAPS
            },
            Rule::code(&[0, 0, 7], false),
        )
    }

    /// Grundy's game.
    #[must_use]
    pub fn grundys_game() -> Heaps {
        Heaps::impartial(
            Told {
                name: "grundys-game",
                title: "Grundy's game",
                rules: "A move splits one heap into two heaps of different sizes, neither of them empty.",
                source: "P. M. Grundy, Mathematics and games, 1939",
                examples: &["7", "3,8", "4,5,6"],
                ..HEAPS
            },
            Rule::unequal_split(),
        )
    }

    /// The game of an octal or hexadecimal code such as `0.77` or `4.007`; with `...`
    /// the last digit repeats. `LEFT|RIGHT` gives the players a code each.
    ///
    /// # Errors
    /// [`ParseError`] at the place in `code` that is not code.
    pub fn octal(code: &str) -> Result<Heaps, ParseError> {
        let Rules { written, players, is_partizan } = read_rules(code, read_code)?;
        let (kind, whose) = if is_partizan {
            ("partizan ", "Left plays by the first code and Right by the second. ")
        } else {
            ("", "")
        };
        let is_octal = written.chars().all(|c| "01234567.|".contains(c));
        let base = if is_octal { "octal" } else { "hexadecimal" };
        let rules = format!(
            "{whose}Digit k after the point says what may happen when k counters are taken from a heap. It is \
             the sum of 1 if nothing may be left, 2 if one heap may be left, 4 if the rest may be left as two \
             heaps, and 8 if it may be left as three; a heap that is left is never empty. The digit before \
             the point says the same of taking nothing. With `...` the last digit repeats."
        );
        let told = Told {
            name: &format!("octal({written})"),
            title: &format!("The {kind}{base} game {written}"),
            rules: &rules,
            source: if is_partizan {
                FRAENKEL_KOTZIG
            } else {
                "R. K. Guy and C. A. B. Smith, The G-values of various games, 1956"
            },
            examples: &["5", "3,4", "1,2,7"],
            ..HEAPS
        };
        Ok(Heaps::new(told, players))
    }

    /// The game in which the numbers that may be taken from a heap are given: `1,2,5`,
    /// or `LEFT|RIGHT` for a set each.
    ///
    /// # Errors
    /// [`ParseError`] at the place in `sets` that is not a set of positive numbers.
    pub fn subtraction(sets: &str) -> Result<Heaps, ParseError> {
        let Rules { written, players, is_partizan } = read_rules(sets, read_set)?;
        let (kind, rules, source) = if is_partizan {
            let rules = "A move takes counters from one heap. How many, Left chooses from the numbers before \
                         the bar and Right from those after it.";
            ("partizan ", rules, FRAENKEL_KOTZIG)
        } else {
            ("", "A move takes counters from one heap, as many as one of the given numbers.", WINNING_WAYS)
        };
        let told = Told {
            name: &format!("subtraction({written})"),
            title: &format!("The {kind}subtraction game {written}"),
            rules,
            source,
            examples: &["5", "3,4", "1,2,7"],
            ..HEAPS
        };
        Ok(Heaps::new(told, players))
    }

    fn impartial(told: Told<'_>, rule: Rule) -> Heaps {
        Heaps::new(told, [rule.clone(), rule])
    }

    fn new(told: Told<'_>, rules: [Rule; 2]) -> Heaps {
        let fits = |&n: &u16| rules.iter().all(|rule| rule.option_count(n) <= MOST_OPTIONS);
        let sizes: Vec<u16> = (0..=LARGEST).collect();
        let largest = sizes[..sizes.partition_point(fits)].last().copied().unwrap_or(0);
        let description = Told { home: home(&rules), ..told }.description();
        Heaps { description, rules, largest }
    }

    fn is_dead(&self, heap: u16) -> bool {
        !self.rules.iter().any(|rule| rule.can_move(heap))
    }
}

impl Ruleset for Heaps {
    fn description(&self) -> &Description {
        &self.description
    }

    fn identity(&self) -> Option<String> {
        Some(native_identity(self.description()))
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        let heaps = read_numbers(text, 0..text.len(), self.largest, "a heap size")?;
        if heaps.len() > MOST_HEAPS {
            let message = format!("there are {} heaps: write at most {MOST_HEAPS}", heaps.len());
            return Err(other(text, 0..text.trim_end().len(), message, None));
        }
        Ok(encode(heaps.into_iter().map(|(_, heap)| heap).collect()))
    }

    fn write(&self, position: &Position) -> String {
        let heaps: Vec<String> = decode(position).map(|heap| heap.to_string()).collect();
        if heaps.is_empty() { "0".to_owned() } else { heaps.join(",") }
    }

    fn appearance(&self, position: &Position) -> Option<Appearance> {
        Some(Appearance::Heaps(decode(position).collect()))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let heaps: Vec<u16> = decode(position).collect();
        let mut options = Vec::new();
        for (at, &heap) in heaps.iter().enumerate() {
            if at > 0 && heaps[at - 1] == heap {
                continue; // A move in an equal heap is the same move.
            }
            self.rules[player.index()].for_each_result(heap, |parts| {
                let mut after = Vec::with_capacity(heaps.len() + 2);
                after.extend_from_slice(&heaps[..at]);
                after.extend_from_slice(&heaps[at + 1..]);
                after.extend_from_slice(parts);
                options.push(encode(after));
            });
        }
        options
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        let alive = decode(position).filter(|&heap| !self.is_dead(heap));
        alive.map(|heap| encode(vec![heap])).collect()
    }
}

/// The universe of the heaps, with the reason: dicots if both players can move in the same
/// heaps, dead-ending if a player can move in all heaps from some size on and in no smaller
/// heap. (The followers of a heap that is too small are smaller still.)
fn home(rules: &[Rule; 2]) -> (&'static str, &'static str) {
    let can_move = |player: Player, n: u16| rules[player.index()].can_move(n);
    // From this size on a heap can be moved in exactly if the next larger one can.
    let settled = rules.iter().map(Rule::settled).max().unwrap_or(0);
    let sizes = || 1..=settled;
    let is_dicot = sizes().all(|n| can_move(Player::Left, n) == can_move(Player::Right, n));
    let is_threshold = |player| sizes().is_sorted_by_key(|n| can_move(player, n));
    if rules[0] == rules[1] {
        ("D", "Both players have the same moves.")
    } else if is_dicot {
        ("D", "The heaps that Left can move in are those that Right can move in.")
    } else if Player::BOTH.into_iter().all(is_threshold) {
        ("E", "The heaps that a player cannot move in are the small ones, and heaps only get smaller.")
    } else {
        ("M", "A player may be able to move in a smaller heap but not in a larger one.")
    }
}

fn encode(mut heaps: Vec<u16>) -> Position {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    Position::new(heaps.iter().flat_map(|heap| heap.to_be_bytes()).collect())
}

fn decode(position: &Position) -> impl Iterator<Item = u16> {
    position.bytes().chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
}
