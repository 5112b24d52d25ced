//! The measures with which strategies are looked for, the cheapest first.

use std::sync::Arc;

use super::counting::{Balance, Counting, Measure};
use crate::Player;
use crate::budget::Exhausted;
use crate::store::order::structural_order_within;
use crate::store::{Form, Forms};

/// How finely components are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fineness {
    /// The threshold and the period of ends.
    pub(super) ends: (u32, u32),
    /// The threshold and the period of the components that are no Left ends. With the period
    /// 0, no more of them than the threshold are provided for.
    threats: (u32, u32),
}

impl Fineness {
    const fn capped(threshold: u32, period: u32, cap: u32) -> Fineness {
        Fineness { ends: (threshold, period), threats: (cap, 0) }
    }

    const fn alike(threshold: u32, period: u32) -> Fineness {
        Fineness { ends: (threshold, period), threats: (threshold, period) }
    }

    /// The finenesses that are tried without a balance.
    const ALONE: [Fineness; 20] = [
        Fineness::capped(1, 1, 0),
        Fineness::capped(1, 1, 1),
        Fineness::capped(2, 1, 1),
        Fineness::capped(2, 1, 2),
        Fineness::alike(1, 1),
        Fineness { ends: (1, 1), threats: (2, 1) },
        Fineness::capped(3, 1, 2),
        Fineness::capped(1, 2, 1),
        Fineness::alike(2, 1),
        Fineness::capped(2, 2, 2),
        Fineness::capped(3, 1, 3),
        Fineness::alike(1, 2),
        Fineness::capped(4, 1, 3),
        Fineness::alike(2, 2),
        Fineness::capped(3, 2, 3),
        Fineness::capped(4, 2, 3),
        Fineness::alike(1, 3),
        Fineness::capped(5, 1, 4),
        Fineness::capped(3, 3, 3),
        Fineness::FINEST,
    ];

    /// The finenesses that are tried with the parity of components.
    const WITH_PARITY: [Fineness; 6] = [
        Fineness::capped(1, 1, 1),
        Fineness::alike(1, 1),
        Fineness::capped(1, 1, 2),
        Fineness { ends: (1, 1), threats: (2, 1) },
        Fineness::alike(2, 1),
        Fineness { ends: (2, 1), threats: (3, 1) },
    ];

    /// The finenesses that are tried with other balances.
    const WITH_BALANCE: [Fineness; 4] = [
        Fineness::alike(1, 1),
        Fineness { ends: (1, 1), threats: (2, 1) },
        Fineness::alike(2, 1),
        Fineness::capped(2, 1, 2),
    ];

    /// The fineness that provides for the largest numbers.
    pub(super) const FINEST: Fineness = Fineness::capped(6, 2, 5);

    fn counting(self, ends: &Forms, components: &[Form]) -> Vec<Counting> {
        let count = |&component: &Form| {
            let is_end = ends.is_end(component, Player::Left);
            let (threshold, period) = if is_end { self.ends } else { self.threats };
            Counting { component, threshold, period }
        };
        components.iter().map(count).collect()
    }
}

/// The most counts of a measure that is tried.
const LARGEST: u64 = 400_000;

/// The most counts of all measures with balances whose weights are guessed.
const MOST_GUESSED: u64 = 200_000;

/// The measures that are tried for sums of the Left ends `tested`, those with few counts first.
/// Balances whose weights are guessed come last, because they are many.
pub(super) fn measures(ends: &Forms, tested: &[Form]) -> Result<Vec<Arc<Measure>>, Exhausted> {
    let mut components = structural_order_within(ends, &ends.followers_within(tested)?)?;
    components.retain(|&f| f != Form::ZERO);
    let make = |fineness: Fineness, balance: Option<Balance>| {
        Measure::new(ends, tested, fineness.counting(ends, &components), balance)
    };
    let mut sensible: Vec<Measure> =
        Fineness::ALONE.into_iter().filter_map(|fineness| make(fineness, None)).collect();
    if let Some(parity) = parity(ends, &components)? {
        let with_parity = |fineness| make(fineness, Some(parity.clone()));
        sensible.extend(Fineness::WITH_PARITY.into_iter().filter_map(with_parity));
    }
    let guessed = balances(ends, &components);
    let all_guessed =
        Fineness::WITH_BALANCE.into_iter().flat_map(|fine| guessed.iter().map(move |b| (fine, b)));
    let mut guessed: Vec<Measure> =
        all_guessed.filter_map(|(fineness, balance)| make(fineness, Some(balance.clone()))).collect();
    for list in [&mut sensible, &mut guessed] {
        list.retain(|measure| measure.size() <= LARGEST);
        list.sort_by_key(Measure::size);
    }
    let mut all = 0;
    let is_affordable = |measure: &Measure| {
        all += measure.size();
        all <= MOST_GUESSED
    };
    Ok(sensible.into_iter().chain(guessed.into_iter().take_while(is_affordable)).map(Arc::new).collect())
}

/// The number of the components, modulo 2, that change the winner more often than not when
/// they are added to the sum of two others. In universes where nobody can lose a tempo this
/// parity decides who wins; there are too many components to count each of them modulo 2.
fn parity(ends: &Forms, components: &[Form]) -> Result<Option<Balance>, Exhausted> {
    const MOST_COMPONENTS: usize = 16;
    if components.len() > MOST_COMPONENTS {
        return Ok(None);
    }
    let mut changes = vec![0_i32; components.len()];
    for (i, &a) in components.iter().enumerate() {
        for &b in &components[i..] {
            let sum = ends.sum(a, b)?;
            for (&added, changes) in components.iter().zip(&mut changes) {
                ends.budget().step()?;
                let larger = ends.sum(sum, added)?;
                for starter in Player::BOTH {
                    let is_changed = ends.wins_first(sum, starter) != ends.wins_first(larger, starter);
                    *changes += if is_changed { 1 } else { -1 };
                }
            }
        }
    }
    let weights: Vec<i32> = changes.into_iter().map(|changes| i32::from(changes > 0)).collect();
    Ok(weights.contains(&1).then_some(Balance { weights, bound: 1, modulus: 2 }))
}

/// The balances with guessed weights: the differences between the numbers of two components,
/// and others if there are few components. Of those that are counted modulo 3 or 2, only the
/// *graded* ones: every move of Left lowers the balance by 1, and every move of Right raises it
/// by 1, up to multiples of the modulus.
fn balances(ends: &Forms, components: &[Form]) -> Vec<Balance> {
    const GRADED: [(i32, u32, u32); 3] = [(2, 1, 3), (2, 2, 3), (2, 2, 2)];
    const MOST_GRADED: usize = 8;
    const UNGRADED: [(i32, u32, u32); 2] = [(1, 2, 1), (1, 3, 1)];
    const MOST_UNGRADED: usize = 5;
    const BOUNDS_OF_DIFFERENCES: [u32; 2] = [2, 3];
    let mut balances = Vec::new();
    for bound in BOUNDS_OF_DIFFERENCES {
        for more in 0..components.len() {
            for less in 0..more {
                let mut weights = vec![0; components.len()];
                (weights[more], weights[less]) = (1, -1);
                balances.push(Balance { weights, bound, modulus: 1 });
            }
        }
    }
    for (largest, bound, modulus) in GRADED {
        let Some(grades) = grades(ends, components, modulus as i32) else { continue };
        if components.len() > MOST_GRADED {
            continue;
        }
        let with_grade = |grade: &i32| {
            let is_lift = |weight: &i32| (weight - grade) % modulus as i32 == 0;
            (-largest..=largest).filter(is_lift).collect::<Vec<i32>>()
        };
        let choices: Vec<Vec<i32>> = grades.iter().map(with_grade).collect();
        balances.extend(products(&choices).into_iter().map(|weights| Balance { weights, bound, modulus }));
    }
    if components.len() <= MOST_UNGRADED {
        for (largest, bound, modulus) in UNGRADED {
            let choices = vec![(-largest..=largest).collect::<Vec<i32>>(); components.len()];
            balances.extend(products(&choices).into_iter().map(|weights| Balance {
                weights,
                bound,
                modulus,
            }));
        }
    }
    balances
}

/// The weights modulo a number with which every move of Left lowers the balance by 1 and every
/// move of Right raises it by 1. The moves of a component determine its weight, or contradict
/// each other: then there are no such weights.
fn grades(ends: &Forms, components: &[Form], modulus: i32) -> Option<Vec<i32>> {
    let mut grades: Vec<i32> = Vec::with_capacity(components.len());
    for &component in components {
        let mut grade = None;
        for (player, change) in [(Player::Left, -1), (Player::Right, 1)] {
            for option in ends.options(component, player) {
                // Options come before the forms that have them.
                let after = components.iter().position(|c| c == option).map_or(0, |at| grades[at]);
                let wanted = (after - change).rem_euclid(modulus);
                if grade.is_some_and(|grade| grade != wanted) {
                    return None;
                }
                grade = Some(wanted);
            }
        }
        grades.push(grade.expect("a component is not 0, and has an option"));
    }
    Some(grades)
}

/// All lists with one element of each set of choices.
fn products(choices: &[Vec<i32>]) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for choice in choices {
        let longer = |list: &Vec<i32>| {
            let list = list.clone();
            choice.iter().map(move |&next| [&list[..], &[next]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
