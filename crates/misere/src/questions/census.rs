//! Questions about all games of a day, and about random ones.

#[cfg(feature = "census")]
use misere_census::count::{Count, Progress};
#[cfg(feature = "census")]
use misere_core::Outcome;
#[cfg(all(feature = "census", feature = "pictures"))]
use misere_draw::draw_hasse;
#[cfg(feature = "census")]
use misere_order::FiniteOrder;
#[cfg(feature = "census")]
use num_bigint::BigUint;

#[cfg(feature = "census")]
use super::form::Strong;
#[cfg(all(feature = "census", feature = "pictures"))]
use super::picture::{DPI, FORMAT};
use super::row::*;
#[cfg(feature = "census")]
use super::rows::{all_rows, row};
#[cfg(feature = "census")]
use super::{ArgumentKind, Asked, Parameter};
use super::{QuestionKind, Rows};
#[cfg(feature = "census")]
use crate::census::Census;
#[cfg(feature = "census")]
use crate::count::{ClassCount, CountedBy};
use crate::data::{Datum, in_text};
#[cfg(feature = "census")]
use crate::data::{Record, record};
use crate::error::Error;
#[cfg(feature = "census")]
use crate::game::Game;
#[cfg(feature = "census")]
use crate::modulus::Modulus;
#[cfg(feature = "census")]
use crate::render::json::JSON_STYLE;
use crate::render::write_list;

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "days",
        &[DAY],
        "All ordinary games of rank at most n, which is 0, 1 or 2: 1, 4 or 256.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the games")]),
        example(&[("day", "1")], None, r#"{"forms":["0","1","-1","*"]}"#),
        |a| a.one(a.work.games(&a.work.forms().born_by(a.number("day"))?)),
    )
    .long(),
    #[cfg(feature = "census")]
    question(
        "census",
        &[DAY, OF],
        "The games of a universe of rank at most n up to equality: the simplest form of each class, \
               modulo I the canonical form. Any universe goes to day 2, D to day 3 and I to day 4.",
        Shape::of(&[field("forms", LIST_OF_GAMES, "the simplest form of each class")]),
        example(&[("day", "1")], Some("E"), r#"{"forms":["0","1","-1","*"]}"#),
        |a| a.one(Vec::from_iter(a.census()?.classes.into_iter().map(|class| class.form))),
    )
    .long()
    .modulo(),
    #[cfg(feature = "census")]
    question(
        "census_summary",
        &[DAY, OF],
        "A census in numbers: how many classes are born on each day, have each outcome, are strong and are \
               invertible.",
        CENSUS,
        example(
            &[("day", "1")],
            Some("E"),
            r#"{"day":1,"modulo":"E","of":"E","games":4,"classes":"4","forms":["0","1","-1","*"],"by_day":[1,3],"outcomes":{"L":1,"N":1,"P":1,"R":1},"strong":{"left":2,"right":2,"both":1},"invertible":3,"not_invertible":1,"self_conjugate":2,"single":4}"#,
        ),
        |a| summary(&a.census()?)?.fields(a.work),
    )
    .long()
    .modulo(),
    #[cfg(feature = "census")]
    question(
        "census_count",
        &[DAY, OF],
        "How many classes a census has. The question count finds such numbers without a census too.",
        Shape::of(&[field("classes", Kind::Digits, "the number of classes")]),
        example(&[("day", "1")], Some("E"), r#"{"classes":"4"}"#),
        |a| a.one(BigUint::from(a.census()?.classes.len())),
    )
    .modulo(),
    #[cfg(feature = "census")]
    question(
        "census_list",
        &[DAY, OF],
        "The classes of a census, one after the other: simplest form, smallest game, outcome, strength and \
               more.",
        CLASSES,
        example(
            &[("day", "0")],
            Some("E"),
            r#"{"classes":[{"class":0,"form":"0","game":"0","day":0,"trees":1,"outcome":"N","strong":{"left":true,"right":true},"invertible":true,"conjugate":0}]}"#,
        ),
        all_rows,
    )
    .long()
    .modulo()
    .divided(|a| {
        let (work, census) = (a.work, a.census()?);
        let units =
            census.classes.iter().map(|class| class.form.write(JSON_STYLE)).collect::<Result<_, _>>()?;
        let universes = vec![census.modulus.clone(), census.of.clone()];
        Ok(Rows::new(format!("census of day {}", census.day), universes, units, move |unit, each| {
            each(row(work, ClassRow::new(&census, unit))?)
        }))
    }),
    #[cfg(feature = "census")]
    question(
        "census_order",
        &[DAY, OF],
        "The order of the classes of a census in numbers: pairs, covers, largest and smallest classes, \
               chains and antichains. A class is known by its place in the census.",
        OrderRow::SHAPE,
        example(
            &[("day", "1")],
            Some("E"),
            r#"{"classes":"4","pairs":0,"covers":0,"maximal":[0,1,2,3],"minimal":[0,1,2,3],"longest_chain":[0],"largest_antichain":[0,1,2,3],"antichains":16}"#,
        ),
        |a| {
            let census = a.census()?;
            OrderRow::new(&census.order()?).fields(a.work)
        },
    )
    .long()
    .modulo(),
    #[cfg(feature = "census")]
    question(
        "census_covers",
        &[DAY, OF],
        "The pairs of classes of a census with nothing between, by place: the edges of the Hasse diagram.",
        PAIRS,
        example(&[("day", "1"), ("of", "M")], Some("D"), r#"{"pairs":[]}"#),
        all_rows,
    )
    .long()
    .modulo()
    .divided(|a| pairs(a, "covers", |order| order.covers())),
    #[cfg(feature = "census")]
    question(
        "census_comparisons",
        &[DAY, OF],
        "The pairs of classes of a census of which the first is greater, by place.",
        PAIRS,
        example(&[("day", "1"), ("of", "M")], Some("D"), r#"{"pairs":[]}"#),
        all_rows,
    )
    .long()
    .modulo()
    .divided(|a| {
        pairs(a, "comparisons", |order| {
            (0..order.len()).flat_map(|g| order.below(g).map(move |h| (g, h))).collect()
        })
    }),
    #[cfg(all(feature = "census", feature = "pictures"))]
    question(
        "census_hasse",
        &[DAY, OF, FORMAT, DPI],
        "The Hasse diagram of the classes of a census. More than 60 classes are numbered dots with a key.",
        Shape::of(&[field("picture", Kind::Picture, "the picture")]),
        example(&[("day", "0"), ("format", "tikz")], Some("E"), r#"{"picture":"\\begin{tikzpicture}[x=1pt,y=-1pt,line cap=round,line join=round,\n  game/.style={anchor=mid,inner xsep=0pt,inner ysep=2.5pt,text height=1.6ex,text depth=0.4ex}]\n  \\node[game] (0) at (0,1.2) {$0$};\n\\end{tikzpicture}\n"}"#),
        |a| {
            let census = a.census()?;
            let hasse = census.hasse(&census.order()?)?;
            a.one(a.picture(&draw_hasse(&hasse, a.work.budget())?)?)
        },
    )
    .long()
    .modulo(),
    question(
        "random",
        &[DAY, OF_THIS, NUMBER, SEED],
        "Random games of a universe of rank at most n, some perhaps more than once: the same games for \
               the same seed.",
        SAMPLE,
        example(&[("day", "1"), ("of", "E"), ("number", "3")], None, r#"{"forms":["*","-1","-1"],"seed":1}"#),
        |a| {
            let seed = a.optional_number("seed").unwrap_or(1);
            let of = a.universe("of").expect("a required argument");
            if !a.work.is(of.workspace()) {
                return Err(Error::Foreign);
            }
            let games = of.random_games(a.number("day"), a.number("number"), seed)?;
            a.fields().and(games)?.and(seed)
        },
    )
    .long()
    .divided(|a| {
        let asked = *a;
        let sample = asked.work.ask(asked.question())?;
        let games = sample.games().unwrap_or_default();
        let seed = sample.get("seed").map_or(String::new(), |seed| format!("{seed:?}"));
        let units = (0..games.len()).map(|at| at.to_string()).collect();
        let of = asked.universe("of").cloned().into_iter().collect();
        let command = format!("random {} {}, seed {seed}", asked.number("day"), asked.number("number"));
        Ok(Rows::new(command, of, units, move |unit, each| {
            each(asked.one(games[unit].clone())?.record(&RANDOM_GAME))
        }))
    }),
    #[cfg(feature = "census")]
    question(
        "count",
        &[DAY, OF],
        "How many classes of games of a universe are born by day n: by day 3 without listing them.",
        Shape::of(&[field("classes", Kind::Digits, "the number of classes")]),
        example(&[("day", "3")], Some("D"), r#"{"classes":"1268"}"#),
        |a| a.one(a.modulus()?.count(a.number("day"), a.universe("of"), &|_| ())?.classes),
    )
    .long()
    .modulo(),
    #[cfg(feature = "census")]
    question(
        "count_explained",
        &[DAY, OF, INVERTIBLE, EXPLAIN],
        "How many classes of games of a universe are born by day n, all or the invertible ones alone, and how \
               they were counted.",
        COUNT,
        example(
            &[("day", "3")],
            Some("D"),
            r#"{"day":3,"modulo":"D","of":"D","invertible":false,"classes":"1268","by":"types"}"#,
        ),
        |a| {
            let (modulus, day, invertible) = (a.modulus()?, a.number("day"), a.flag("invertible"));
            let progress = |Progress { done, total, .. }: Progress| {
                a.work.doing("antichains of posets", move || (done, Some(total)));
            };
            let found = match invertible {
                true => modulus.count_invertible(day, &progress)?,
                false => modulus.count(day, a.universe("of"), &progress)?,
            };
            let explanation = a.flag("explain").then(|| explained(&found));
            CountRow {
                day,
                modulo: modulus.clone(),
                of: found.of,
                invertible,
                by: match found.by {
                    CountedBy::Census => "census",
                    CountedBy::Types(_) => "types",
                    CountedBy::Formula => "formula",
                    CountedBy::Theorem(_) => "theorem",
                },
                classes: found.classes,
                explanation,
            }
            .fields(a.work)
        },
    )
    .long()
    .modulo(),
];

/// Random games, with the seed that gives them again.
const SAMPLE: Shape = Shape {
    noted: Some("seed"),
    lines: Some(|record, style| {
        let [Datum::List(games), Datum::Count(seed)] = record.fields() else { return Ok(Vec::new()) };
        let seed = in_text(&format!(" with seed {}", seed.number), style);
        Ok(vec![write_list(games, style)? + &seed])
    }),
    ..Shape::of(&[
        field("forms", LIST_OF_GAMES, "the games"),
        field("seed", Kind::Number, "the seed that gives the same games again"),
    ])
};

/// One of the random games.
const RANDOM_GAME: Shape = Shape::of(&[field("form", GAME, "the game")]);

#[cfg(feature = "census")]
pub(super) use of_a_day::*;

/// The records of a census and of a count.
#[cfg(feature = "census")]
mod of_a_day {
    use super::*;
    use crate::questions::lines::Lines;
    use crate::render::page::{Cell, table};
    use crate::render::players;

    pub(in super::super) const INVERTIBLE: Parameter =
        optional("invertible", "true", ArgumentKind::Flag, "count only the invertible classes");
    pub(in super::super) const EXPLAIN: Parameter =
        optional("explain", "true", ArgumentKind::Flag, "say how the classes were counted");

    record! {
        /// A number of classes.
        pub(crate) struct CountRow {
            /// the day
            pub(super) day: u32,
            /// the universe by which games are compared
            pub(super) modulo: Modulus,
            /// the universe whose games are counted
            pub(super) of: Modulus,
            /// whether only the invertible classes are counted
            pub(super) invertible: bool,
            /// the number of classes
            pub(super) classes: BigUint,
            /// how the classes were counted
            pub(super) by: &'static str as Kind::Word(&["census", "types", "formula", "theorem"]),
            /// how the classes were counted, in lines
            pub(super) explanation: Option<Vec<String>> as Kind::IfAny(&Kind::List(&Kind::Text)),
        }
    }

    record! {
        /// How many classes have each outcome.
        #[allow(non_snake_case, reason = "outcomes are named so")]
        pub(crate) struct OutcomeCounts {
            /// how many Left wins
            pub(super) L: u64,
            /// how many the next player wins
            pub(super) N: u64,
            /// how many the previous player wins
            pub(super) P: u64,
            /// how many Right wins
            pub(super) R: u64,
        }
    }

    record! {
        /// How many classes are strong.
        pub(crate) struct StrongCounts {
            /// for Left
            pub(super) left: u64,
            /// for Right
            pub(super) right: u64,
            /// for both
            pub(super) both: u64,
        }
    }

    record! {
        /// A census in numbers, with the simplest form of each class.
        pub(crate) struct CensusRow {
            /// the day
            pub(super) day: u32,
            /// the universe by which games are compared
            pub(super) modulo: Modulus,
            /// the universe whose games are compared
            pub(super) of: Modulus,
            /// how many games there are, as trees
            pub(super) games: u64,
            /// the number of classes
            pub(super) classes: BigUint,
            /// the simplest form of each class
            pub(super) forms: Vec<Game>,
            /// how many classes are born on each day
            pub(super) by_day: Vec<u64>,
            /// how many classes have each outcome
            pub(super) outcomes: OutcomeCounts,
            /// how many classes are strong; null unless modulo a universe
            pub(super) strong: Option<StrongCounts>,
            /// how many classes are invertible; null where there are no sums
            pub(super) invertible: Option<u64>,
            /// how many classes are not invertible; null where there are no sums
            pub(super) not_invertible: Option<u64>,
            /// how many classes are their own conjugates; null where there are no sums
            pub(super) self_conjugate: Option<u64>,
            /// how many classes have one game
            pub(super) single: u64,
        }
    }

    record! {
        /// A class of a census.
        pub(crate) struct ClassRow {
            /// the place of the class, which `conjugate` refers to
            pub(super) class: usize,
            /// the simplest form
            pub(super) form: Game,
            /// the smallest game
            pub(super) game: Game,
            /// the day on which the class is born
            pub(super) day: u32,
            /// how many games the class has
            pub(super) trees: u64,
            /// who wins misère play
            pub(super) outcome: Outcome,
            /// for which players the class is strong; null unless modulo a universe
            pub(super) strong: Option<Strong>,
            /// whether the class is invertible; null where that is not known
            pub(super) invertible: Option<bool>,
            /// the place of the class of the conjugates; null where there is no such class
            pub(super) conjugate: Option<usize>,
        }
    }

    record! {
        /// The order of the classes of a census, in numbers.
        pub(crate) struct OrderRow {
            /// the number of classes
            pub(super) classes: BigUint,
            /// how many pairs of classes there are of which the first is greater
            pub(super) pairs: u64,
            /// how many pairs have nothing between
            pub(super) covers: usize,
            /// the classes that no class is above, by place
            pub(super) maximal: Vec<usize>,
            /// the classes that no class is below, by place
            pub(super) minimal: Vec<usize>,
            /// a longest chain, by place
            pub(super) longest_chain: Vec<usize>,
            /// a largest antichain, by place
            pub(super) largest_antichain: Vec<usize>,
            /// how many antichains there are, the empty one among them; null if more than a million
            pub(super) antichains: Option<u64>,
        }
    }

    record! {
        /// Two classes of which the first is greater.
        pub(crate) struct Pair {
            /// the greater class, by place
            pub(super) above: usize,
            /// the lesser class, by place
            pub(super) below: usize,
        }
    }

    pub(super) const PAIRS: Shape =
        Shape::of(&[field("pairs", Kind::List(&Kind::Record(&Pair::SHAPE)), "the pairs")]);

    impl Asked<'_> {
        /// The census that the arguments `day` and `of` say.
        pub(super) fn census(&self) -> Result<Census, Error> {
            self.modulus()?.census(self.number("day"), self.universe("of"))
        }
    }

    /// The pairs of classes that the order of a census has.
    pub(super) fn pairs<'a>(
        a: &Asked<'a>,
        what: &str,
        find: fn(&FiniteOrder) -> Vec<(usize, usize)>,
    ) -> Result<Rows<'a>, Error> {
        let (work, census) = (a.work, a.census()?);
        let found = find(&census.order()?);
        let universes = vec![census.modulus, census.of];
        let units = vec![what.to_owned()];
        Ok(Rows::new(format!("{what} of day {}", census.day), universes, units, move |_, each| {
            found.iter().try_for_each(|&(above, below)| each(row(work, Pair { above, below })?))
        }))
    }

    pub(super) fn summary(census: &Census) -> Result<CensusRow, Error> {
        let (tally, has_sums) = (&census.tally, census.modulus.has_sums());
        let [l, n, p, r] = tally.outcomes;
        Ok(CensusRow {
            day: census.day,
            modulo: census.modulus.clone(),
            of: census.of.clone(),
            games: census.games,
            classes: census.classes.len().into(),
            forms: census.classes.iter().map(|class| class.form.clone()).collect(),
            by_day: tally.days.clone(),
            outcomes: OutcomeCounts { L: l, N: n, P: p, R: r },
            strong: tally.strong.map(|[left, right, both]| StrongCounts { left, right, both }),
            invertible: has_sums.then_some(tally.invertible),
            not_invertible: has_sums.then_some(tally.not_invertible),
            self_conjugate: has_sums.then_some(tally.self_conjugate),
            single: tally.single,
        })
    }

    /// The classes of a census as a table.
    pub(super) const CLASSES: Shape = Shape {
        page: Some(|record, sheet| {
            const HEAD: [&str; 9] = [
                "class",
                "form",
                "smallest game",
                "day",
                "trees",
                "outcome",
                "strong",
                "invertible",
                "conjugate",
            ];
            let mut rows = Vec::new();
            for class in (Lines { record, style: sheet.style }).each("classes") {
                let text = |name: &str| class.text_or("-", name);
                let strong = class.of("strong").map_or("-", |of| players(by_player(of.record.fields())));
                let outcome = class.winner("outcome").chars().take(1).collect();
                rows.push(vec![
                    Cell::Text(text("class")?),
                    Cell::Math(text("form")?),
                    Cell::Math(text("game")?),
                    Cell::Text(text("day")?),
                    Cell::Text(text("trees")?),
                    Cell::Text(outcome),
                    Cell::text(strong),
                    Cell::Text(text("invertible")?),
                    Cell::Text(text("conjugate")?),
                ]);
            }
            Ok(table(sheet, "rllrrcllr", Some(HEAD.map(Cell::text).into()), rows))
        }),
        ..Shape::of(&[field("classes", Kind::List(&Kind::Record(&ClassRow::SHAPE)), "the classes")])
    };

    impl ClassRow {
        pub(super) fn new(census: &Census, place: usize) -> ClassRow {
            let class = &census.classes[place];
            ClassRow {
                class: place,
                form: class.form.clone(),
                game: class.game.clone(),
                day: class.day,
                trees: class.trees,
                outcome: class.outcome,
                strong: class.strong.map(|[left, right]| Strong { left, right }),
                invertible: class.invertible,
                conjugate: class.conjugate,
            }
        }
    }

    impl OrderRow {
        pub(super) fn new(order: &FiniteOrder) -> OrderRow {
            /// The most antichains that are counted, since they are found one by one.
            const MOST_ANTICHAINS: u64 = 1_000_000;
            OrderRow {
                classes: order.len().into(),
                pairs: order.pairs(),
                covers: order.covers().len(),
                maximal: order.maximal(),
                minimal: order.minimal(),
                longest_chain: order.longest_chain(),
                largest_antichain: order.largest_antichain(),
                antichains: order.antichains(MOST_ANTICHAINS),
            }
        }
    }

    /// How classes were counted, in lines.
    pub(super) fn explained(found: &ClassCount) -> Vec<String> {
        let Count { values, properties, types, posets, work, antichains, .. } = match &found.by {
            CountedBy::Types(count) => count,
            CountedBy::Census => return vec!["every class was examined".to_owned()],
            CountedBy::Formula => return vec!["counted by the formula for impartial games".to_owned()],
            CountedBy::Theorem(theorem) => return vec![(*theorem).to_owned()],
        };
        let of_each = |[left, right]: &[usize; 2]| match left == right {
            true => format!("{left} for each player"),
            false => format!("{left} for Left, {right} for Right"),
        };
        vec![
            format!("bits            {}", found.classes.bits()),
            format!("values          {}: the classes that may be options", of_each(values)),
            format!("properties      {properties}: sets of values that options may meet or not"),
            format!("types           {}: combinations of properties that occur", of_each(types)),
            format!("posets          {posets}: sets of values whose antichains were counted"),
            format!("antichains      {antichains} of all values"),
            format!(
                "parts           {} by branching, {} by rows, {} split first",
                work.branched, work.by_rows, work.split
            ),
        ]
    }

    /// A count: its number in a line, then how it was found.
    pub(super) const COUNT: Shape = Shape {
        lines: Some(|record, style| {
            let mut lines = Vec::new();
            if let Some(Datum::Count(classes)) = record.get("classes") {
                lines.push(classes.number.to_string());
            }
            if let Some(Datum::List(explanation)) = record.get("explanation") {
                for line in explanation.items() {
                    lines.extend(match line {
                        Datum::Text(text) => Some(text.write(style)?),
                        _ => None,
                    });
                }
            }
            Ok(lines)
        }),
        ..CountRow::SHAPE
    };

    /// A census in lines of numbers.
    pub(super) const CENSUS: Shape = Shape { lines: Some(census_lines), ..CensusRow::SHAPE };

    fn census_lines(record: &Record, style: misere_notation::Style) -> Result<Vec<String>, Error> {
        let inner = |record: &Record, name: &str| match record.get(name) {
            Some(Datum::Count(count)) => count.number.to_string(),
            _ => String::new(),
        };
        let number = |name: &str| inner(record, name);
        let universe = |name: &str| match record.get(name) {
            Some(Datum::Universe(universe)) => universe.write(style),
            _ => Ok(String::new()),
        };
        let all = |name: &str, fields: &[(&str, &str)]| match record.get(name) {
            Some(Datum::Record(record)) => {
                let said = fields.iter().map(|(label, field)| format!("{label}: {}", inner(record, field)));
                Some(said.collect::<Vec<_>>().join(", "))
            }
            _ => None,
        };
        let days: Vec<String> = match record.get("by_day") {
            Some(Datum::List(days)) => {
                let day = |(day, count): (usize, &Datum)| match count {
                    Datum::Count(count) => format!("{day}: {}", count.number),
                    _ => String::new(),
                };
                days.items().iter().enumerate().map(day).collect()
            }
            _ => Vec::new(),
        };
        let mut lines = vec![
            format!(
                "games           {} of {}, born by day {}",
                number("games"),
                universe("of")?,
                number("day")
            ),
            format!(
                "classes         {} modulo {}, {} of one game",
                number("classes"),
                universe("modulo")?,
                number("single")
            ),
            format!("born on day     {}", days.join(", ")),
        ];
        let outcomes = all("outcomes", &[("L", "L"), ("N", "N"), ("P", "P"), ("R", "R")]);
        lines.extend(outcomes.map(|outcomes| format!("outcome         {outcomes}")));
        let strong = all("strong", &[("Left", "left"), ("Right", "right"), ("both", "both")]);
        lines.extend(strong.map(|strong| format!("strong          {strong}")));
        if let [Some(Datum::Count(yes)), Some(Datum::Count(no)), Some(Datum::Count(classes))] =
            ["invertible", "not_invertible", "classes"].map(|name| record.get(name))
        {
            let unknown = &classes.number - &yes.number - &no.number;
            let unknown = match unknown == num_bigint::BigInt::ZERO {
                true => String::new(),
                false => format!(", not known: {unknown}"),
            };
            lines.push(format!("invertible      {}, not: {}{unknown}", yes.number, no.number));
            lines.push(format!("self-conjugate  {}", number("self_conjugate")));
        }
        Ok(lines)
    }
}
