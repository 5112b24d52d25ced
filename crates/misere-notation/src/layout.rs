//! How each form of a text is written: by a name, with `±`, or in braces.

use misere_core::{Exhausted, Player};

use crate::names::Names;
use crate::print::{Notation, Style};
use misere_core::order::{Class, Order, images};

/// The longest bar written; a form that would need a longer one keeps its
/// options in braces.
pub(crate) const LONGEST_BAR: u8 = 3;

/// How a form is written.
#[derive(Clone, Copy)]
pub(crate) enum Layout {
    Integer,
    Nimber,
    /// The name of a waiting game, which is an end for this player.
    Waiting(Player),
    /// The options of either player, once, in the braces of `*{…}`.
    Impartial,
    /// `±` before the Left options.
    PlusMinus,
    Braces {
        /// The length of the bar.
        bar: u8,
        /// For each player, whether the one option is written without its braces.
        bare: [bool; 2],
        /// For each player, whether nothing is written at the outer end of the
        /// side.
        blank: [bool; 2],
    },
}

impl Layout {
    /// The layouts of all followers, by position, where none has a name.
    pub(crate) fn of_all(order: &Order, notation: &Notation) -> Result<Vec<Layout>, Exhausted> {
        let style = notation.style;
        let each = size_of::<Layout>() + size_of::<bool>() + size_of::<Option<Player>>();
        order.charge(order.count() * each)?;
        let waiting = if notation.waiting_games { waiting_games(order) } else { vec![None; order.count()] };
        let conjugates = order.conjugates()?;
        let mut right = Vec::new();
        let mut layouts = Vec::with_capacity(order.count());
        let mut impartial = Vec::with_capacity(order.count());
        for at in 0..order.count() as u32 {
            order.budget().steps(order.options(at, Player::Left).len())?;
            impartial.push(
                has_equal_sides(order, at) && {
                    let options = order.options(at, Player::Left);
                    options.iter().all(|&option| impartial[option as usize])
                },
            );
            layouts.push(match (order.class(at), waiting[at as usize]) {
                (_, Some(player)) => Layout::Waiting(player),
                (Class::Positive | Class::Negative, _) => Layout::Integer,
                (Class::Nimber, _) => Layout::Nimber,
                _ if impartial[at as usize] && style != Style::Ascii => Layout::Impartial,
                _ if is_plus_minus(order, at, &conjugates, &mut right) => Layout::PlusMinus,
                _ => Layout::braces(order, at, &layouts, style, |_| false),
            });
        }
        Ok(layouts)
    }

    /// Makes of the layouts where no follower has a name those where some have names: a form keeps
    /// its braces around an option that has a name.
    pub(crate) fn respect_names(layouts: &mut [Layout], order: &Order, style: Style, names: &Names) {
        for at in 0..layouts.len() {
            if matches!(layouts[at], Layout::Braces { .. }) {
                let has_name = |at: u32| names.name(at).is_some();
                layouts[at] = Layout::braces(order, at as u32, layouts, style, has_name);
            }
        }
    }

    /// The players whose options are written.
    pub(crate) fn written_sides(self) -> &'static [Player] {
        match self {
            Layout::Integer | Layout::Nimber | Layout::Waiting(_) => &[],
            Layout::Impartial | Layout::PlusMinus => &[Player::Left],
            Layout::Braces { .. } => &Player::BOTH,
        }
    }

    /// The layout in braces. A side that is one form in braces loses them, if a bar longer
    /// than all bars this uncovers is still short enough.
    fn braces(
        order: &Order,
        at: u32,
        layouts: &[Layout],
        style: Style,
        has_name: impl Fn(u32) -> bool,
    ) -> Layout {
        let (mut bar, mut bare, mut blank) = (1, [false; 2], [false; 2]);
        for player in Player::BOTH {
            let (outer, inner) = (player.index(), player.opponent().index());
            match *order.options(at, player) {
                _ if order.has_tombstone(at, player) => {}
                [] => blank[outer] = style == Style::Ascii,
                [option] => {
                    if let Layout::Braces { bar: uncovered, blank: ends, .. } = layouts[option as usize]
                        && !has_name(option)
                        && uncovered < LONGEST_BAR
                        // With nothing in between, two bars would be read as one.
                        && !ends[inner]
                    {
                        bar = bar.max(uncovered + 1);
                        bare[outer] = true;
                        blank[outer] = ends[outer];
                    }
                }
                _ => {}
            }
        }
        Layout::Braces { bar, bare, blank }
    }
}

/// For each follower that is a waiting game from W3 on, or the conjugate of one, the player for
/// whom it is an end.
fn waiting_games(order: &Order) -> Vec<Option<Player>> {
    const FIRST: u32 = 3;
    // The same for all waiting games but 0.
    let mut all: Vec<Option<Player>> = Vec::with_capacity(order.count());
    for at in 0..order.count() as u32 {
        let waits = |player: &Player| {
            let has_stone = Player::BOTH.iter().any(|&p| order.has_tombstone(at, p));
            let is_end = order.options(at, *player).is_empty() && !has_stone;
            let is_zero = |option: u32| order.rank(option) == 0;
            is_end
                && match *order.options(at, player.opponent()) {
                    [zero] => is_zero(zero),
                    [zero, last] => is_zero(zero) && all[last as usize] == Some(*player),
                    _ => false,
                }
        };
        let found = Player::BOTH.into_iter().find(waits);
        all.push(found);
    }
    for (at, found) in all.iter_mut().enumerate() {
        *found = found.filter(|_| order.rank(at as u32) >= FIRST);
    }
    all
}

fn has_equal_sides(order: &Order, at: u32) -> bool {
    Player::BOTH.iter().all(|&player| !order.has_tombstone(at, player))
        && order.options(at, Player::Left) == order.options(at, Player::Right)
}

/// Whether the form is written with `±`: the Right options are the conjugates of the Left
/// options but not the same options, and `±` would not stand before a negative integer.
fn is_plus_minus(order: &Order, at: u32, conjugates: &[Option<u32>], right: &mut Vec<u32>) -> bool {
    let left = order.options(at, Player::Left);
    Player::BOTH.iter().all(|&p| !order.has_tombstone(at, p))
        && left.first().is_some_and(|&first| order.class(first) != Class::Negative)
        && left.len() == order.options(at, Player::Right).len()
        && left != order.options(at, Player::Right)
        && images(left, conjugates, right)
        && right == order.options(at, Player::Right)
}
