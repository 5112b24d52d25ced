//! Section 3: the semilattice of Left dead ends, Figure 1, and how many there are.

use std::collections::HashSet;

use fastrand::Rng;
use misere::core::{Form, Forms, Player};
use misere::counting::dead_ends::{DeadEnds, Lattice};

use super::definition::Court;
use super::realm::Realm;
use super::sample::{dead_end_ge, dead_ends};
use super::section_3::Trees;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 3, table" => sizes, "|L_n| for n = 0, …, 5"
        .decided()
        .all("the dead ends of days 0 to 5, and up to day 4 the 65,536 forms")
        .shown("dead-ends --day 5 --count");
    "Section 3, antichains" => antichains,
        "L_{n+1} consists of the antichains of L_n: how many there are, n = 0, …, 4"
        .decided()
        .all("the antichains of L_0 to L_4")
        .engine("order modulo M")
        .shown("dead-ends --day 4 --count");
    "Section 3, order of antichains" => order_of_antichains,
        "antichains of L_n have the order of L_{n+1}: A ≥ B when every a is above some b, and none above or below ∅"
        .all("the pairs of antichains of L_0, …, L_3")
        .sample("200,000 pairs of antichains of L_4")
        .play("for L_0, L_1, L_2, with games of rank at most 2 and 200 of rank 3")
        .engine("order modulo M")
        .shown("dead-ends --day 3 --order");
    "Section 3, parity" => parity, "|L_n| is even for n ≥ 1: antichains with and without 0 are paired"
        .all("n = 1, …, 5")
        .shown("dead-ends --day 5 --count");
    "Section 3, greatest and least" => greatest_and_least,
        "the maximal elements of L_n without 0 are 1̄, …, n̄, the least is K_n, which equals M_n; n = 1, …, 5"
        .all("n = 1, …, 5")
        .engine("order modulo M")
        .shown("dead-ends --day 3 --order");
    "Figure 1" => figure_1, "L_2 and L_3 without 0: elements, the maximal ones, the least"
        .decided()
        .all("the 3 and 9 elements")
        .recursion("Theorem 3.1")
        .shown("dead-ends --day 3 --order");
    "Theorem 3.11" => theorem_3_11,
        "L_n without 0 is a meet semilattice, and distributive; the meet unites Right options; n = 1, …, 4"
        .all("the elements of days 1, …, 4")
        .recursion("Theorem 3.1")
        .shown("dead-ends --day 3 --list");
    "Theorem 3.12" => theorem_3_12,
        "L_n with ∇ for 0 is a distributive lattice, the join from intersections; n = 1, …, 4"
        .all("the elements of days 1, …, 4, and ∇")
        .recursion("Theorem 3.1")
        .shown("dead-ends --day 3 --list");
};

/// The Left dead ends are counted by the lattice, and up to day 4 also by looking for forms
/// without dominated options among all 65,536.
fn sizes(desk: &Desk) -> Result<Finding, Trouble> {
    let mut sizes = Vec::new();
    for n in 0..=Lattice::LAST_DAY {
        sizes.push(Lattice::new(n).map_or(0, |lattice| lattice.len()).to_string());
    }
    let reduced = Trees::new(desk)?.reduced(desk.forms()).len().to_string();
    if reduced != sizes[4] {
        sizes.push(format!("but {reduced} forms of day 4 without dominated options"));
    }
    Ok(Finding::new("1, 2, 4, 10, 52, 21278", sizes.join(", ")))
}

/// Antichains are counted one by one, in the order that the engine modulo M has.
fn antichains(desk: &Desk) -> Result<Finding, Trouble> {
    let mut counted = Vec::new();
    for n in 0..=4 {
        let ends = dead_ends(desk, n)?;
        let mut related = vec![0u64; ends.len()];
        for (i, &g) in ends.iter().enumerate() {
            for (j, &h) in ends.iter().enumerate() {
                if desk.m.ge(g, h)? || desk.m.ge(h, g)? {
                    related[i] |= 1 << j;
                }
            }
        }
        counted.push(count_antichains(&related, 0, 0).to_string());
    }
    Ok(Finding::new("2, 4, 10, 52, 21278", counted.join(", ")))
}

/// All antichains, as sets of places.
fn list_antichains(related: &[u64], from: usize, chosen: u64, excluded: u64, found: &mut Vec<u64>) {
    found.push(chosen);
    for i in (from..related.len()).filter(|&i| excluded >> i & 1 == 0) {
        list_antichains(related, i + 1, chosen | 1 << i, excluded | related[i], found);
    }
}

/// The dead end whose Right options are an antichain is compared with the dead end of another:
/// all pairs up to n = 3, and 200,000 random pairs of antichains of L_4. The order of antichains
/// is that of the text; the order of dead ends is the engine's modulo M, and up to n = 2 also
/// played out with games of M.
fn order_of_antichains(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let court = Court::new(desk, Realm::m(desk))?;
    let mut random = Rng::with_seed(311);
    let mut tally = Tally::new();
    for n in 0..=4 {
        let ends = dead_ends(desk, n)?;
        let mut below = vec![0u64; ends.len()];
        for (i, &g) in ends.iter().enumerate() {
            for (j, &h) in ends.iter().enumerate() {
                below[i] |= u64::from(desk.m.ge(g, h)?) << j;
            }
        }
        let related: Vec<u64> = (0..ends.len())
            .map(|i| {
                (0..ends.len()).filter(|&j| below[j] >> i & 1 == 1).fold(below[i], |all, j| all | 1 << j)
            })
            .collect();
        let mut antichains = Vec::new();
        list_antichains(&related, 0, 0, 0, &mut antichains);
        let members = |set: u64| (0..ends.len()).filter(move |i| set >> i & 1 == 1);
        let mut forms_of = Vec::with_capacity(antichains.len());
        for &set in &antichains {
            let options: Vec<Form> = members(set).map(|i| ends[i]).collect();
            forms_of.push(forms.ordinary(&[], &options)?);
        }
        // L_{n+1} consists of these and no others.
        let next: HashSet<Form> = dead_ends(desk, n + 1)?.into_iter().collect();
        let made: HashSet<Form> = forms_of.iter().copied().collect();
        tally.case(next == made && made.len() == antichains.len(), || format!("the elements of L_{}", n + 1));
        let mut compare = |a: usize, b: usize| -> Result<(), Trouble> {
            let (sets, g, h) = ([antichains[a], antichains[b]], forms_of[a], forms_of[b]);
            let claimed = match sets {
                [0, other] | [other, 0] => other == 0,
                [a, b] => members(a).all(|i| below[i] & b != 0),
            };
            let holds = desk.m.ge(g, h)? == claimed && (n > 2 || court.upholds(g, h, claimed)?);
            tally.case(holds, || desk.show_pair(g, h));
            Ok(())
        };
        match n {
            4 => {
                for _ in 0..200_000 {
                    let [a, b] = [(); 2].map(|()| random.usize(..antichains.len()));
                    compare(a, b)?;
                }
            }
            _ => {
                for a in 0..antichains.len() {
                    for b in 0..antichains.len() {
                        compare(a, b)?;
                    }
                }
            }
        }
    }
    Ok(tally.finding())
}

/// Antichains are paired by whether they have 0, which is the first of the dead ends and related
/// to none of the others.
fn parity(desk: &Desk) -> Result<Finding, Trouble> {
    let mut tally = Tally::new();
    for n in 1..=Lattice::LAST_DAY {
        let places = Lattice::new(n).map_or(0, |lattice| lattice.len());
        let zeros = dead_ends(desk, n)?
            .iter()
            .filter(|&&g| desk.forms().options(g, Player::Right).contains(&Form::ZERO))
            .count();
        tally.case(places.is_multiple_of(2) && 2 * zeros == places, || {
            format!("|L_{n}| = {places}, {zeros} with 0")
        });
    }
    Ok(tally.finding())
}

/// The antichains with elements from `from` on that are related to none of `excluded`.
fn count_antichains(related: &[u64], from: usize, excluded: u64) -> u64 {
    let free = (from..related.len()).filter(|&i| excluded >> i & 1 == 0);
    1 + free.map(|i| count_antichains(related, i + 1, excluded | related[i])).sum::<u64>()
}

fn greatest_and_least(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for n in 1..=Lattice::LAST_DAY {
        let Some(lattice) = Lattice::new(n) else { continue };
        let all = dead_ends(desk, n)?;
        let mut is_covered = vec![false; lattice.len()];
        let mut bottoms = Vec::new();
        for (place, &g) in all.iter().enumerate().skip(1) {
            let covered = lattice.covers(place);
            if covered.is_empty() {
                bottoms.push(g);
            }
            covered.into_iter().for_each(|other| is_covered[other] = true);
        }
        let tops: Vec<Form> = (1..lattice.len()).filter(|&p| !is_covered[p]).map(|p| all[p]).collect();
        let mut integers = Vec::new();
        for k in 1..=i64::from(n) {
            integers.push(forms.integer(-k)?);
        }
        let same = tops.len() == integers.len() && integers.iter().all(|k| tops.contains(k));
        tally.case(same, || format!("the maximal elements of day {n}"));
        // K_n as it is defined, with all of the day before for options.
        let complete = forms.ordinary(&[], &dead_ends(desk, n - 1)?)?;
        let murder = desk.read(&format!("W{n}"))?;
        let least =
            bottoms == [murder] && all.iter().all(|&g| g == Form::ZERO || desk.m.ge(g, murder) == Ok(true));
        tally.case(least, || format!("the least element of day {n}"));
        tally.case(desk.m.simplest(complete)? == murder, || format!("K_{n}"));
        let equal = dead_end_ge(forms, complete, murder) && dead_end_ge(forms, murder, complete);
        tally.case(equal, || format!("K_{n} = M_{n}"));
    }
    Ok(tally.finding())
}

/// The statements of the text on the diagrams of Figure 1 are compared, and the diagrams are shown.
fn figure_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let ends = DeadEnds::with_budget(forms.budget().clone());
    let shorthand = |g: Form| -> Result<String, Trouble> {
        let end = ends.value(forms, g, Player::Left).map_err(|e| Trouble::Refused(e.to_string()))?;
        Ok(ends.write_shorthand(end)?)
    };
    let mut computed = Vec::new();
    let mut diagrams = Vec::new();
    for n in [2, 3] {
        let all: Vec<Form> = dead_ends(desk, n)?.into_iter().filter(|&g| g != Form::ZERO).collect();
        let above = |g: Form, h: Form| g != h && dead_end_ge(forms, g, h);
        let mut tops = Vec::new();
        let mut bottoms = Vec::new();
        for &g in &all {
            if !all.iter().any(|&h| above(h, g)) {
                tops.push(shorthand(g)?);
            }
            if !all.iter().any(|&h| above(g, h)) {
                bottoms.push(shorthand(g)?);
            }
            let mut covered = Vec::new();
            for &h in &all {
                if above(g, h) && !all.iter().any(|&k| above(g, k) && above(k, h)) {
                    covered.push(shorthand(h)?);
                }
            }
            if !covered.is_empty() {
                diagrams.push(format!("L_{n}: {} > {}", shorthand(g)?, covered.join(", ")));
            }
        }
        tops.sort();
        computed.push(format!("{} from {} down to {}", all.len(), tops.join(" "), bottoms.join(" ")));
    }
    let claim = "3 from 1̄ 2̄ down to 1̄0; 9 from 1̄ 2̄ 3̄ down to (1̄0)0";
    Ok(Finding::new(claim, computed.join("; ")).with_details(diagrams.join("\n")))
}

/// The order of a day without 0, as a table, by \[universe\] Theorem 3.1.
struct Order {
    ends: Vec<Form>,
    ge: Vec<Vec<bool>>,
}

impl Order {
    fn of_day(desk: &Desk, n: u32) -> Result<Order, Trouble> {
        let ends: Vec<Form> = dead_ends(desk, n)?.into_iter().filter(|&g| g != Form::ZERO).collect();
        let row = |&g: &Form| ends.iter().map(|&h| dead_end_ge(desk.forms(), g, h)).collect();
        let ge = ends.iter().map(row).collect();
        Ok(Order { ends, ge })
    }

    /// The greatest of the elements below two given ones, from the order alone.
    fn meet(&self, g: usize, h: usize) -> Option<usize> {
        let below: Vec<usize> = (0..self.ends.len()).filter(|&x| self.ge[g][x] && self.ge[h][x]).collect();
        below.iter().copied().find(|&x| below.iter().all(|&y| self.ge[x][y]))
    }

    /// The least of the elements above two given ones: `Some(None)` is ∇, and `None` means
    /// that no element is least.
    fn join(&self, g: usize, h: usize) -> Option<Option<usize>> {
        let above: Vec<usize> = (0..self.ends.len()).filter(|&x| self.ge[x][g] && self.ge[x][h]).collect();
        if above.is_empty() {
            return Some(None);
        }
        above.iter().copied().find(|&x| above.iter().all(|&y| self.ge[y][x])).map(Some)
    }

    fn place(&self, forms: &Forms, g: Form) -> Option<usize> {
        self.ends.iter().position(|&h| dead_end_ge(forms, g, h) && dead_end_ge(forms, h, g))
    }
}

/// The semilattice of a day is distributive: each element above the meet of a and b is above a
/// or b, or is the meet of an element above a and one above b.
fn theorem_3_11(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for n in 1..=4 {
        let order = Order::of_day(desk, n)?;
        let places = 0..order.ends.len();
        let mut meets = vec![vec![usize::MAX; order.ends.len()]; order.ends.len()];
        for g in places.clone() {
            for h in places.clone() {
                let options: Vec<Form> = [g, h]
                    .iter()
                    .flat_map(|&x| forms.options(order.ends[x], Player::Right).to_vec())
                    .collect();
                let union = forms.ordinary(&[], &options)?;
                let meet = order.meet(g, h);
                tally.case(meet.is_some() && meet == order.place(forms, union), || {
                    desk.show_pair(order.ends[g], order.ends[h])
                });
                meets[g][h] = meet.unwrap_or(usize::MAX);
            }
        }
        let above: Vec<Vec<usize>> =
            places.clone().map(|part| places.clone().filter(|&y| order.ge[y][part]).collect()).collect();
        for a in places.clone() {
            for b in places.clone() {
                let meet = meets[a][b];
                for x in places.clone().filter(|&x| meet != usize::MAX && order.ge[x][meet]) {
                    let splits = order.ge[x][a]
                        || order.ge[x][b]
                        || above[a].iter().any(|&s| above[b].iter().any(|&t| meets[s][t] == x));
                    tally.case(splits, || format!("{} on day {n}", desk.show(order.ends[x])));
                }
            }
        }
    }
    Ok(tally.finding())
}

/// The place of ∇ is the one after the last end.
fn theorem_3_12(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for n in 1..=4 {
        let order = Order::of_day(desk, n)?;
        let earlier = dead_ends(desk, n - 1)?;
        let nabla = order.ends.len();
        let up_set = |g: Form| -> Vec<Form> {
            let options = forms.options(g, Player::Right);
            earlier.iter().copied().filter(|&x| options.iter().any(|&o| dead_end_ge(forms, x, o))).collect()
        };
        let up_sets: Vec<Vec<Form>> = order.ends.iter().map(|&g| up_set(g)).collect();
        let mut meets = vec![vec![nabla; nabla + 1]; nabla + 1];
        let mut joins = meets.clone();
        for g in 0..nabla {
            (meets[g][nabla], meets[nabla][g]) = (g, g);
            for h in 0..nabla {
                let common: Vec<Form> =
                    up_sets[g].iter().copied().filter(|x| up_sets[h].contains(x)).collect();
                let expected = match common.as_slice() {
                    [] => Some(nabla),
                    _ => order.place(forms, forms.ordinary(&[], &common)?),
                };
                let join = order.join(g, h).map(|x| x.unwrap_or(nabla));
                tally.case(join.is_some() && join == expected, || {
                    desk.show_pair(order.ends[g], order.ends[h])
                });
                joins[g][h] = join.unwrap_or(nabla);
                meets[g][h] = order.meet(g, h).unwrap_or(nabla);
            }
        }
        for a in 0..=nabla {
            for b in 0..=nabla {
                for c in 0..=nabla {
                    let distributes = meets[a][joins[b][c]] == joins[meets[a][b]][meets[a][c]]
                        && joins[a][meets[b][c]] == meets[joins[a][b]][joins[a][c]];
                    tally.case(distributes, || format!("places {a}, {b}, {c} of day {n}"));
                }
            }
        }
    }
    Ok(tally.finding())
}
