//! Section 3: the semilattice of Left dead ends, Figure 1, and how many there are.

use misere::core::{Form, Forms, Player};
use misere::counting::dead_ends::{DeadEnds, Lattice};

use super::sample::{dead_end_ge, dead_ends};
use super::section_3::Trees;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Section 3, table" => sizes, "|L_n| for n = 0, …, 5";
    "Section 3, antichains" => antichains,
        "L_{n+1} consists of the antichains of L_n: how many there are, n = 0, …, 4";
    "Section 3, greatest and least" => greatest_and_least,
        "the maximal elements of L_n without 0 are 1̄, …, n̄, the least is K_n, which equals M_n; n = 1, …, 5";
    "Figure 1" => figure_1, "L_2 and L_3 without 0: elements, the maximal ones, the least";
    "Theorem 3.11" => theorem_3_11,
        "L_n without 0 is a meet semilattice, and distributive; the meet unites Right options; n = 1, …, 4";
    "Theorem 3.12" => theorem_3_12,
        "L_n with ∇ for 0 is a distributive lattice, the join from intersections; n = 1, …, 4";
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

/// What the text says of the diagrams of Figure 1 is compared, and the diagrams are shown.
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
