//! A written form reads back as the same form.

use fastrand::Rng;
use misere_core::{Form, Forms, Player, Tombstones};
use misere_notation::{Notation, Style, TombstoneSign, parse_form};

const FORMS: usize = 1_000_000;

/// The number of small forms to take options from: enough that large forms seldom
/// coincide, few enough that large forms stay small as trees.
const POOL: usize = 3_000;

#[test]
fn a_million_random_forms_read_back_as_written() {
    let forms = Forms::new();
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut pools = Pools::new(&forms, &mut random);
    let mut seen = Vec::new();
    let mut with_sign =
        ["±", "±(", "±{", "·", "■", "Σᴸ", "Σᴿ", "*2", "||", "|||", "-2", "{{"].map(|sign| (sign, 0));
    let mut augmented = 0;
    let (unicode, ascii) = (Notation::default(), Notation::new(Style::Ascii));
    let latex = Notation::new(Style::Latex);
    let [sigma, latex_sigma] = [unicode, latex].map(|n| Notation { tombstone: TombstoneSign::Sigma, ..n });
    for i in 0..FORMS {
        let rank = 2 + i % 5;
        let g = pools.random_form(&forms, rank, i % 2 == 1, &mut random);
        assert_eq!(forms.rank(g) as usize, rank);
        augmented += usize::from(!forms.is_ordinary(g));
        let notations = if i % 3 == 0 { [latex, latex_sigma, unicode] } else { [unicode, ascii, sigma] };
        for notation in notations {
            let text = notation.write(&forms, g).unwrap();
            assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
            for (sign, count) in &mut with_sign {
                *count += usize::from(text.contains(*sign));
            }
        }
        seen.push(g);
    }
    let distinct = seen.into_iter().collect::<std::collections::HashSet<_>>().len();
    assert!(distinct >= FORMS / 2, "{distinct} distinct forms");
    assert_eq!(augmented, FORMS / 2);
    for (sign, count) in with_sign {
        assert!(count >= 1_000, "{sign} occurs {count} times");
    }
}

#[test]
fn every_form_of_rank_two_reads_back_as_written_alone_and_as_an_option() {
    let forms = Forms::new();
    for g in forms.born_by(2).unwrap() {
        let conjugate = forms.conjugate(g).unwrap();
        let stone = Tombstones::only(Player::Left);
        for h in [
            g,
            forms.ordinary(&[g], &[]).unwrap(),
            forms.ordinary(&[], &[g]).unwrap(),
            forms.ordinary(&[g], &[g]).unwrap(),
            forms.ordinary(&[g], &[conjugate]).unwrap(),
            forms.ordinary(&[g, Form::ZERO], &[conjugate, Form::ZERO]).unwrap(),
            forms.make(&[g], &[conjugate], stone).unwrap(),
        ] {
            for style in [Style::Unicode, Style::Ascii, Style::Latex] {
                let text = Notation::new(style).write(&forms, h).unwrap();
                assert_eq!(parse_form(&forms, &text), Ok(h), "{text}");
            }
        }
    }
}

#[test]
fn every_impartial_form_of_rank_four_reads_back_as_written() {
    let forms = Forms::new();
    let mut by_day = vec![Form::ZERO];
    for _ in 0..4 {
        let subsets = (0..1u32 << by_day.len()).map(|subset| {
            let options: Vec<Form> =
                (0..by_day.len()).filter(|i| subset >> i & 1 == 1).map(|i| by_day[i]).collect();
            forms.ordinary(&options, &options).unwrap()
        });
        by_day = subsets.collect();
    }
    assert_eq!(by_day.len(), 65_536);
    for g in by_day {
        for style in [Style::Unicode, Style::Ascii, Style::Latex] {
            let text = Notation::new(style).write(&forms, g).unwrap();
            assert_eq!(parse_form(&forms, &text), Ok(g), "{text}");
            assert!(style == Style::Ascii || !text.contains('|'), "{text}");
        }
    }
}

/// Forms by whether they are augmented and by rank, to take options from.
struct Pools([Vec<Vec<Form>>; 2]);

impl Pools {
    fn new(forms: &Forms, random: &mut Rng) -> Pools {
        let stone = |left, right| forms.make(&[], &[], Tombstones::new(left, right)).expect("small forms");
        let ordinary = vec![vec![Form::ZERO], forms.born_by(1).expect("small forms")[1..].to_vec()];
        let augmented = vec![vec![], vec![stone(true, false), stone(false, true), stone(true, true)]];
        let mut pools = Pools([ordinary, augmented]);
        // A form of each rank needs options of the rank below.
        for rank in 2..=5 {
            for i in 0..POOL {
                pools.random_form(forms, rank, i % 2 == 1, random);
            }
        }
        pools
    }

    /// A form of this rank with one to four options a side, sometimes none, and
    /// with tombstones somewhere exactly if `augmented`.
    fn random_form(&mut self, forms: &Forms, rank: usize, augmented: bool, random: &mut Rng) -> Form {
        loop {
            let mut sides = Player::BOTH.map(|_| {
                // Few options most of the time: the text grows with their product.
                let count = [0, 1, 1, 1, 1, 2, 2, 2, 3, 4][random.usize(..10)];
                (0..count).map(|_| self.random_option(rank, augmented, random)).collect::<Vec<_>>()
            });
            let side = random.usize(..2);
            if sides[side].is_empty() || random.usize(..2) == 0 {
                let option = self.option_of_rank(rank - 1, augmented && random.usize(..2) == 0, random);
                sides[side].truncate(3);
                sides[side].push(option);
            }
            // Forms that are, or nearly are, ±G.
            if random.usize(..4) == 0 {
                let [left, right] = &mut sides;
                *right = left.iter().map(|&o| forms.conjugate(o).expect("small forms")).collect();
            }
            let stones = match random.usize(..6) {
                n @ 0..3 if augmented => Tombstones::new(n != 1, n != 0),
                _ => Tombstones::NONE,
            };
            let g = forms.make(&sides[0], &sides[1], stones).expect("small forms");
            if forms.rank(g) as usize == rank && forms.is_ordinary(g) != augmented {
                self.remember(rank, augmented, g, random);
                return g;
            }
        }
    }

    fn random_option(&self, below: usize, augmented: bool, random: &mut Rng) -> Form {
        // Small ranks more often, again for the size of the text.
        let rank = random.usize(..below).min(random.usize(..below));
        self.option_of_rank(rank, augmented && random.usize(..3) == 0, random)
    }

    fn option_of_rank(&self, rank: usize, augmented: bool, random: &mut Rng) -> Form {
        let [ordinary, with_stones] = &self.0;
        match with_stones.get(rank) {
            Some(pool) if augmented && !pool.is_empty() => pool[random.usize(..pool.len())],
            _ => ordinary[rank][random.usize(..ordinary[rank].len())],
        }
    }

    fn remember(&mut self, rank: usize, augmented: bool, g: Form, random: &mut Rng) {
        let pools = &mut self.0[usize::from(augmented)];
        if pools.len() <= rank {
            pools.resize(rank + 1, Vec::new());
        }
        let pool = &mut pools[rank];
        if pool.len() < POOL {
            pool.push(g);
        } else {
            let at = random.usize(..POOL);
            pool[at] = g;
        }
    }
}
