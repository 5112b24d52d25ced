//! Questions about universes themselves.

use misere_core::EndKind;
#[cfg(feature = "pictures")]
use misere_draw::{Hasse, draw_hasse};
use misere_notation::Style;
use sha2::{Digest as _, Sha256};

#[cfg(feature = "pictures")]
use super::ask::Asked;
use super::lines::{Lines, listed_or};
#[cfg(feature = "pictures")]
use super::picture::{DPI, FORMAT};
use super::position::RULESET;
use super::row::*;
use super::rows::{all_rows, row};
use super::{ArgumentKind, Parameter, QuestionKind, Rows};
use crate::data::{Data, Datum, Formula, Record, Text, record};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::render::json::JSON_STYLE;
use crate::render::write_games;
#[cfg(feature = "pictures")]
use crate::universes::Survey;
use crate::universes::{Bound, EndTest, GeneratedEnds, Inclusion, OrderOfTwo, TestOf, Values};
use crate::workspace::Workspace;

const UNIVERSE: Parameter = required("universe", "U", ArgumentKind::Universe, "a universe");
const FIRST: Parameter = required("first", "U", ArgumentKind::Universe, "a universe");
const SECOND: Parameter = required("second", "V", ArgumentKind::Universe, "a second universe");
const BOARDS: Parameter =
    optional("boards", "t", ArgumentKind::Text, "a size such as 4x5: the empty boards of all sizes up to it");
const POSITIONS: Parameter = optional("positions", "P", ArgumentKind::Texts, "positions");
#[cfg(feature = "pictures")]
const UNIVERSES: Parameter = required("moduli", "L", ArgumentKind::Universes, "a list of universes");
const BIRTHDAY: Parameter =
    optional("birthday", "n", ArgumentKind::Number, "the largest birthday of the ends: 2 if it is left out");

/// The largest board that is examined, in each direction.
const LARGEST_BOARD: u32 = 12;

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "universe",
        &[UNIVERSE],
        "What is known of a universe. It says whether its ends are dead or blocked, least generators, the ends \
               that decide strength, how many Left ends are born on each day, and between which of the named \
               universes it lies.",
        ABOUT,
        example(
            &[("universe", "D({|*})")],
            None,
            r#"{"universe":"D({|*})","ends":"blocked","parental":true,"generators":["{|*}"],"undominated":[],"terminable":[],"neutral":["{|*}"],"up":null,"left_ends":[1,0,1,0,1],"tests":[{"left_moves":1,"ends":["0"]},{"left_moves":2,"ends":["0"]},{"left_moves":3,"ends":["0"]}],"strength":null,"lies_in":["B","M"],"contains":["D"]}"#,
        ),
        |a| {
            let about = a.own_universe("universe")?.about_universe()?;
            let ends = |of: fn(GeneratedEnds) -> Vec<Game>| about.generated.clone().map(of);
            About {
                ends: match about.kind {
                    EndKind::Zero => "zero",
                    EndKind::Dead => "dead",
                    EndKind::Blocked => "blocked",
                    EndKind::Any => "any",
                },
                parental: about.is_parental,
                generators: ends(|ends| ends.minimal),
                undominated: ends(|ends| ends.undominated),
                terminable: ends(|ends| ends.terminable),
                neutral: ends(|ends| ends.neutral),
                tests: about.tests.iter().map(DecidingEnds::new).collect::<Result<_, _>>()?,
                universe: about.universe,
                up: about.upward,
                left_ends: about.left_ends,
                strength: about.strength,
                lies_in: about.lies_in,
                contains: about.contains,
            }
            .fields(a.work)
        },
    )
    .long(),
    question(
        "universe_relation",
        &[FIRST, SECOND],
        "How two universes relate. It says whether one is inside the other, whether all games have the same \
               order modulo both, and their meet and join.",
        RELATION,
        example(
            &[("first", "D"), ("second", "D(-1)")],
            None,
            r#"{"first":"D","second":"D(-1)","first_inside_second":{"holds":true},"second_inside_first":{"holds":false,"end":"-1"},"order":{"same":false,"telling":{"greater":"{*|*}","lesser":"0","modulo":"D","not_modulo":"D(-1)","end":"-1"}},"first_values_in_second":null,"second_values_in_first":null,"meet":{"universe":"D","to_rank":null},"join":{"universe":"D(-1)","to_rank":null}}"#,
        ),
        |a| {
            let kin = a.own_universe("first")?.relate(a.own_universe("second")?)?;
            let order = TheirOrder::new(&kin.order, [&kin.first, &kin.second]);
            let [first, second] = match &kin.values {
                Some(both) => both.each_ref().map(|values| Some(TheirValues::new(values))),
                None => [None, None],
            };
            let [inside, contains] = [kin.inside, kin.contains].map(|of| inclusion(a.work, &of));
            let fields = a.fields().and(kin.first)?.and(kin.second)?.and_datum(inside?).and_datum(contains?);
            let fields = fields.and(order)?.and(first)?.and(second)?;
            fields.and(kin.meet.map(TheirBound::from))?.and(kin.join.map(TheirBound::from))
        },
    )
    .long(),
    question(
        "universe_of",
        &[RULESET, BOARDS, POSITIONS],
        "The ends that occur in the play of a game, and the universe that they generate. The play begins with \
               empty boards, with given positions, or with both.",
        OCCURRING,
        example(
            &[("ruleset", "domineering"), ("boards", "2x3")],
            None,
            r#"{"ruleset":"domineering","starts":["1x1","1x2","1x3","2x1","2x2","2x3"],"positions":6,"ends":["-1"],"generators":["-1"],"universe":"D(-1)","home":"D(-1)"}"#,
        ),
        |a| {
            let ruleset = a.ruleset("ruleset").expect("a required argument");
            let mut starts = a.texts("positions").to_vec();
            starts.extend(a.text("boards").map_or(Ok(Vec::new()), board_sizes)?);
            if starts.is_empty() {
                return Err(a.kind().wants(BOARDS));
            }
            for start in &starts {
                ruleset.read(start).map_err(|error| a.unreadable("positions", start, error))?;
            }
            let found = a.work.occurring_ends(ruleset.clone(), &starts)?;
            Occurring {
                ruleset: found.ruleset,
                starts,
                positions: found.positions,
                ends: found.ends,
                generators: found.generators,
                universe: found.universe,
                home: found.home,
            }
            .fields(a.work)
        },
    )
    .long(),
    #[cfg(feature = "pictures")]
    question(
        "universe_lattice",
        &[UNIVERSES, FORMAT, DPI],
        "The inclusion order of several universes: which are inside which, and which have the same order.",
        LATTICE,
        example(
            &[("moduli", "D, D({|*}), D(-1)")],
            None,
            r#"{"universes":[["D"],["D({|*})"],["D(-1)"]],"covers":[[1,0],[2,0]],"tested_inclusions":[],"orders":[[0,1],[2]],"undistinguished":[]}"#,
        ),
        |a| {
            let lattice = a.work.universe_lattice(a.universes("moduli")?)?;
            let fields = a.fields().and(lattice.members)?.and(lattice.inclusions.order().covers())?;
            let fields = fields.and(lattice.tested_inclusions)?.and(lattice.orders)?;
            fields.and(lattice.undistinguished)?.and(a.hasse(&lattice.inclusions)?)
        },
    )
    .long(),
    #[cfg(feature = "pictures")]
    question(
        "universe_survey",
        &[BIRTHDAY, FORMAT, DPI],
        "All universes that sets of Left ends of small birthday generate, and how many orders they have. What \
               is proved and what is sampled stand apart.",
        SURVEY,
        example(
            &[("birthday", "1")],
            None,
            r#"{"birthday":1,"ends":["-1"],"sets":2,"universes":2,"closures":[{"undominated":[],"ends":[],"universes":1},{"undominated":["-1"],"ends":[0],"universes":1}],"small_orders":[{"classes":193,"universes":1,"closures":[0]},{"classes":204,"universes":1,"closures":[1]}],"types_of_rank_3":2,"samples":3000,"sampled_types":2,"forms":3267,"types":[[0],[1]],"covers":[[1,0]]}"#,
        ),
        |a| {
            let survey = a.work.survey_of_universes(birthday(a.optional_number("birthday")))?;
            survey_fields(a, survey)
        },
    )
    .long(),
    question(
        "universe_survey_rows",
        &[BIRTHDAY],
        "The closures of a survey of universes, one after the other, so that they can be divided among processes.",
        Shape::of(&[field("closures", Kind::List(&SurveyRow::KIND), "the closures under domination")]),
        example(
            &[("birthday", "1")],
            None,
            r#"{"closures":[{"ends":[],"universes":1,"classes":193,"strength":"4f63b31b8bb66c6a2a6d583f162ade27f440188ca87d23fb3f4c2cc97e8f625c"},{"ends":["-1"],"universes":1,"classes":204,"strength":"831f8fbb595862287f71db552c177ae6fe1c7ee0c19e5272f7cd1160291cb967"}]}"#,
        ),
        all_rows,
    )
    .long()
    .divided(|a| {
        let (work, birthday) = (a.work, birthday(a.optional_number("birthday")));
        let plan = work.survey_plan(birthday)?;
        let units = (0..plan.closures()).map(|at| Ok(write_games(&plan.ends(at), JSON_STYLE)?.join(" ")));
        let units = units.collect::<Result<Vec<String>, Error>>()?;
        Ok(Rows::new(format!("survey of birthday {birthday}"), Vec::new(), units, move |unit, each| {
            let found = plan.row(unit)?;
            let bits: Vec<u8> = found.strong.iter().map(|strong| u8::from(*strong)).collect();
            each(row(work, SurveyRow {
                ends: plan.ends(unit),
                universes: found.universes,
                classes: found.classes,
                strength: Sha256::digest(bits).iter().map(|byte| format!("{byte:02x}")).collect(),
            })?)
        }))
    }),
];

record! {
    /// A universe, and what is known of its ends.
    struct About {
        /// the universe
        universe: Modulus,
        /// the narrowest kind that contains all ends: zero, dead, blocked or any
        ends: &'static str as Kind::Word(&["zero", "dead", "blocked", "any"]),
        /// whether the set of games is closed under sums and conjugates
        parental: bool,
        /// least generators; null if no finite set is known to generate the universe
        generators: Option<Vec<Game>>,
        /// the ends whose sums decide strength
        undominated: Option<Vec<Game>>,
        /// the ends with 0 as a Right option
        terminable: Option<Vec<Game>>,
        /// the ends that are at least 0 modulo M, which change no strength
        neutral: Option<Vec<Game>>,
        /// least generators of up(U) among the dead ends of birthday at most 4; null if some end is not dead
        up: Option<Vec<Game>>,
        /// how many Left ends are born on day 0, 1, …, up to equality modulo M
        left_ends: Vec<u64>,
        /// the ends that decide strength
        tests: Vec<DecidingEnds>,
        /// which forms are strong for Left, in words, where that is known without ends; else null
        strength: Option<&'static str>,
        /// the named universes that this one lies in
        lies_in: Vec<Modulus>,
        /// the named universes that lie in this one
        contains: Vec<Modulus>,
    }
}

record! {
    /// Ends that decide strength: of all forms, or of some.
    struct DecidingEnds {
        /// the test is for forms of at most this rank
        rank: Option<u32> as Kind::IfAny(&Kind::Number),
        /// the test is for forms in which Left can make at most so many moves
        left_moves: Option<u32> as Kind::IfAny(&Kind::Number),
        /// the ends that Left must win with
        ends: Vec<Text>,
    }
}

impl DecidingEnds {
    fn new(test: &EndTest) -> Result<DecidingEnds, Error> {
        let (rank, left_moves) = match test.of {
            TestOf::Rank(n) => (Some(n), None),
            TestOf::LeftMoves(n) => (None, Some(n)),
            TestOf::All => (None, None),
        };
        let sum = |sum: &crate::universes::TestSum| {
            Ok(Text::formula(Formula::in_styles(|style| sum.write(style))?))
        };
        Ok(DecidingEnds { rank, left_moves, ends: test.ends.iter().map(sum).collect::<Result<_, Error>>()? })
    }
}

const ABOUT: Shape = Shape { lines: Some(about_lines), ..About::SHAPE };

fn about_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let of = Lines { record, style };
    let listed = |name: &str| Ok::<_, Error>(listed_or("-", &of.all(name)?));
    let kind = match &*of.text("ends")? {
        "zero" => "0 alone",
        "dead" => "all dead",
        "blocked" => "all blocked, not all dead",
        _ => "not all blocked",
    };
    let mut lines = vec![format!("universe     {}", of.text("universe")?), format!("ends         {kind}")];
    if of.truth("parental") == Some(false) {
        let closed = "closed under options and {X|Y}; not under sums and conjugates: no sums, no inverses";
        lines.push(closed.to_owned());
    }
    for (name, more) in [
        ("generators", ""),
        ("up", " (generators of birthday at most 4)"),
        ("undominated", ""),
        ("terminable", ""),
        ("neutral", ""),
    ] {
        if of.has(name) {
            lines.push(format!("{name:11}  {}{more}", listed(name)?));
        }
    }
    let days: Vec<String> =
        of.numbers("left_ends").iter().enumerate().map(|(day, n)| format!("{day}: {n}")).collect();
    lines.push(format!("Left ends    {} (born on day, up to equality modulo M)", days.join(", ")));
    let before = lines.len();
    for test in of.each("tests") {
        let ends = listed_or("-", &test.all("ends")?);
        lines.push(match (test.number("rank"), test.number("left_moves")) {
            (Some(n), _) => format!("T_{n}          {ends}"),
            (_, Some(1)) => format!("tests        {ends} (forms with at most 1 move of Left)"),
            (_, Some(n)) => format!("tests        {ends} (forms with at most {n} moves of Left)"),
            (None, None) => format!("tests        {ends} (for Left, one at a time)"),
        });
    }
    if of.has("strength") {
        lines.push(format!("strong       {}", of.text("strength")?));
    } else if lines.len() == before {
        lines.push(
            "tests        no finite test is known: a defeating sum or a strategy is looked for, and may be missed"
                .to_owned(),
        );
    }
    lines.push(format!("lies in      {}", listed("lies_in")?));
    lines.push(format!("contains     {}", listed("contains")?));
    Ok(lines)
}

record! {
    /// Whether a universe is inside another.
    struct IsInside {
        /// null if no end outside was found and none is proved to be missing
        holds: Option<bool>,
        /// an end that is not in the other universe
        end: Option<Game> as Kind::IfAny(&Kind::Game),
        /// how many ends were examined, where nothing is proved
        tested_ends: Option<usize> as Kind::IfAny(&Kind::Number),
    }
}

record! {
    /// Whether two universes have the same order.
    struct TheirOrder {
        /// null if no difference was found and none is excluded
        same: Option<bool>,
        /// two games that separate the orders
        telling: Option<TellingGames> as Kind::IfAny(&TellingGames::KIND),
        /// how many forms were found to have the same strength, where nothing is proved
        tested_forms: Option<usize> as Kind::IfAny(&Kind::Number),
        /// their largest rank
        tested_rank: Option<u32> as Kind::IfAny(&Kind::Number),
        /// how many more forms were not decided
        undecided: Option<usize> as Kind::IfAny(&Kind::Number),
    }
}

record! {
    /// Games G ≥ H modulo one of two universes.
    struct TellingGames {
        /// the game G
        greater: Game,
        /// the game H
        lesser: Game,
        /// the universe modulo which G ≥ H
        modulo: Modulus,
        /// the universe modulo which it is not so
        not_modulo: Modulus,
        /// an end of that universe that shows it
        end: Option<Game>,
    }
}

record! {
    /// Whether every game of a universe equals a game of another.
    struct TheirValues {
        /// null if that was not answered
        holds: Option<bool>,
        /// an end that equals no game of the other universe
        end: Option<Game> as Kind::IfAny(&Kind::Game),
    }
}

record! {
    /// A universe as meet or join.
    struct TheirBound {
        /// the universe
        universe: Modulus,
        /// the rank up to which ends were examined, if longer ones could change the answer
        to_rank: Option<u32>,
    }
}

/// How two universes relate.
const RELATION: Shape = Shape {
    plain: Plain::Itself,
    lines: Some(relation_lines),
    ..Shape::of(&[
        field("first", Kind::Universe, "the first universe"),
        field("second", Kind::Universe, "the second universe"),
        field("first_inside_second", IsInside::KIND, "whether the first universe is inside the second"),
        field("second_inside_first", IsInside::KIND, "whether the second universe is inside the first"),
        field("order", TheirOrder::KIND, "whether all forms have the same order modulo both"),
        field(
            "first_values_in_second",
            Kind::Optional(&TheirValues::KIND),
            "whether every game of the first universe equals a game of the second; null if the orders are not \
             known to be the same",
        ),
        field(
            "second_values_in_first",
            Kind::Optional(&TheirValues::KIND),
            "whether every game of the second universe equals a game of the first; null if the orders are not \
             known to be the same",
        ),
        field(
            "meet",
            Kind::Optional(&TheirBound::KIND),
            "the universe of the games in both, where it is known",
        ),
        field(
            "join",
            Kind::Optional(&TheirBound::KIND),
            "the smallest universe with both, where it is known",
        ),
    ])
};

/// An inclusion; its sentence says how far it was tested, if it was.
fn inclusion(work: &Workspace, inclusion: &Inclusion) -> Result<Datum, Error> {
    let (holds, end, tested_ends) = match inclusion {
        Inclusion::Proved => (Some(true), None, None),
        Inclusion::Refuted(end) => (Some(false), Some(end.clone()), None),
        Inclusion::Tested { ends, .. } => (None, None, Some(*ends)),
    };
    let mut fields = IsInside { holds, end, tested_ends }.fields(work)?;
    if let Inclusion::Tested { ends, birthday } = inclusion {
        let tested = format!("tested: {ends} ends of birthday at most {birthday}, none outside");
        fields = fields.said(Text::plain(tested));
    }
    Ok(Datum::Record(fields.record(&IsInside::SHAPE)))
}

impl TheirOrder {
    fn new(order: &OrderOfTwo, [first, second]: [&Modulus; 2]) -> TheirOrder {
        let mut row =
            TheirOrder { same: None, telling: None, tested_forms: None, tested_rank: None, undecided: None };
        match order {
            OrderOfTwo::Same => row.same = Some(true),
            OrderOfTwo::Different(telling) => {
                let (modulo, not) = if telling.modulo_first { (first, second) } else { (second, first) };
                row.same = Some(false);
                row.telling = Some(TellingGames {
                    greater: telling.greater.clone(),
                    lesser: telling.lesser.clone(),
                    modulo: modulo.clone(),
                    not_modulo: not.clone(),
                    end: telling.end.clone(),
                });
            }
            OrderOfTwo::Undistinguished(tested) => {
                row.tested_forms = Some(tested.forms);
                row.tested_rank = Some(tested.rank);
                row.undecided = Some(tested.undecided);
            }
        }
        row
    }
}

impl TheirValues {
    fn new(values: &Values) -> TheirValues {
        let (holds, end) = match values {
            Values::AllThere => (Some(true), None),
            Values::Missing(end) => (Some(false), Some(end.clone())),
            Values::Unknown => (None, None),
        };
        TheirValues { holds, end }
    }
}

impl From<Bound> for TheirBound {
    fn from(bound: Bound) -> TheirBound {
        TheirBound { universe: bound.universe, to_rank: bound.to_rank }
    }
}

fn relation_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let of = Lines { record, style };
    let [a, b] = [of.text("first")?, of.text("second")?];
    let mut lines = Vec::new();
    let [inside, contains] = ["first_inside_second", "second_inside_first"].map(|name| of.of(name));
    let holds = |of: &Option<Lines<'_>>| of.and_then(|of| of.truth("holds"));
    if [holds(&inside), holds(&contains)] == [Some(true); 2] {
        lines.push(format!("{a} and {b} are the same universe, up to equality of ends"));
    } else {
        for (inclusion, [a, b]) in [(inside, [&a, &b]), (contains, [&b, &a])] {
            lines.extend(inclusion.map(|of| inclusion_line(&of, a, b)).transpose()?);
        }
    }
    lines.extend(of.of("order").map_or(Ok(Vec::new()), |order| order_lines(&order))?);
    let values = ["first_values_in_second", "second_values_in_first"].map(|name| of.of(name));
    if values.each_ref().map(holds) == [Some(true); 2] {
        lines.push("every game of one equals a game of the other: they are isomorphic (proved)".to_owned());
    } else {
        for (values, [own, other]) in values.iter().flatten().zip([[&a, &b], [&b, &a]]) {
            lines.push(match values.truth("holds") {
                Some(true) => format!("every game of {own} equals a game of {other}"),
                Some(false) => format!("{} of {own} equals no game of {other}", values.text("end")?),
                None => format!("whether every game of {own} equals a game of {other} is not known"),
            });
        }
    }
    for name in ["meet", "join"] {
        let Some(bound) = of.of(name) else {
            lines.push(format!("{name}: not known"));
            continue;
        };
        let to = bound.number("to_rank").map_or(String::new(), |n| format!(" (ends examined to rank {n})"));
        lines.push(format!("{name}: {}{to}", bound.text("universe")?));
    }
    Ok(lines)
}

fn inclusion_line(of: &Lines<'_>, a: &str, b: &str) -> Result<String, Error> {
    Ok(match of.truth("holds") {
        Some(true) => format!("{a} is inside {b} (proved)"),
        Some(false) => format!("{a} is not inside {b}: {} is not an end of {b}", of.text("end")?),
        None => {
            let tested = match of.record.sentence() {
                Some(sentence) => sentence.write(of.style)?,
                None => format!("tested: {} ends, none outside", of.text("tested_ends")?),
            };
            format!("{a} may be inside {b} ({tested})")
        }
    })
}

fn order_lines(order: &Lines<'_>) -> Result<Vec<String>, Error> {
    Ok(match (order.truth("same"), order.of("telling")) {
        (Some(true), _) => vec![
            "their orders are the same (proved: each end of one is, modulo M, at least a sum of ends of the other)"
                .to_owned(),
        ],
        (_, Some(telling)) => {
            let [greater, lesser, yes, no] =
                ["greater", "lesser", "modulo", "not_modulo"].map(|name| telling.text(name));
            let no = no?;
            let (greater, lesser, yes) = (greater?, lesser?, yes?);
            let mut lines = vec![format!(
                "their orders differ (proved): {greater} >= {lesser} modulo {yes}, not modulo {no}"
            )];
            if telling.has("end") {
                lines.push(format!("  witness: the end {} of {no}", telling.text("end")?));
            }
            lines
        }
        _ => {
            let (forms, rank) = (order.text("tested_forms")?, order.text("tested_rank")?);
            let more = match order.number("undecided").unwrap_or(0) {
                0 => String::new(),
                undecided => format!(", {undecided} more were not decided"),
            };
            vec![format!(
                "their orders may be the same (tested: {forms} forms of rank at most {rank} are strong modulo both \
                 or neither{more})"
            )]
        }
    })
}

record! {
    /// The ends that occur in the play of a ruleset.
    struct Occurring {
        /// the name of the ruleset
        ruleset: String,
        /// the positions that were followed
        starts: Vec<String>,
        /// how many positions without independent parts follow
        positions: usize,
        /// the ends, as Left ends, each once up to equality modulo M
        ends: Vec<Game>,
        /// least generators
        generators: Vec<Game>,
        /// the smallest universe with all the positions
        universe: Modulus,
        /// the narrowest of the usual universes with all the positions
        home: Modulus,
    }
}

const OCCURRING: Shape = Shape {
    lines: Some(|record, style| {
        let of = Lines { record, style };
        Ok(vec![
            format!("positions   {}, up to symmetry, without independent parts", of.text("positions")?),
            format!("ends        {}", listed_or("-", &of.all("ends")?)),
            format!("generators  {}", listed_or("-", &of.all("generators")?)),
            format!("universe    {}", of.text("universe")?),
            format!("home        {}", of.text("home")?),
        ])
    }),
    ..Occurring::SHAPE
};

/// The sizes of boards up to one, such as 4x5, in each direction.
///
/// # Errors
/// [`Error::Argument`] for a text that is not a size, or too large a one.
pub fn board_sizes(boards: &str) -> Result<Vec<String>, Error> {
    let size = boards.split_once(['x', 'X']).and_then(|(rows, columns)| {
        let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=LARGEST_BOARD).contains(n));
        Some((side(rows)?, side(columns)?))
    });
    let (rows, columns) = size.ok_or_else(|| Error::Argument {
        question: "universe_of",
        argument: "boards",
        expected: format!("a size such as 4x5, of at most {LARGEST_BOARD} rows and columns"),
        help: None,
    })?;
    Ok((1..=rows).flat_map(|r| (1..=columns).map(move |c| format!("{r}x{c}"))).collect())
}

const PLACES: Kind = Kind::List(&Kind::Number);
#[cfg(feature = "pictures")]
const LISTS_OF_PLACES: Kind = Kind::List(&PLACES);
#[cfg(feature = "pictures")]
const PICTURE: Field =
    field("picture", Kind::IfAny(&Kind::Picture), "the Hasse diagram in the format asked for");

/// Universes by inclusion, and their orders.
#[cfg(feature = "pictures")]
const LATTICE: Shape = Shape {
    plain: Plain::Itself,
    lines: Some(lattice_lines),
    ..Shape::of(&[
        field("universes", Kind::List(&Kind::List(&Kind::Universe)), "the universes; equal ones together"),
        field("covers", LISTS_OF_PLACES, "a universe and one inside it with none between, by place"),
        field("tested_inclusions", LISTS_OF_PLACES, "the first is in the second: tested, and not proved"),
        field("orders", LISTS_OF_PLACES, "the places of universes with provably the same order, together"),
        field("undistinguished", LISTS_OF_PLACES, "places in orders between which no difference was found"),
        PICTURE,
    ])
};

#[cfg(feature = "pictures")]
impl Asked<'_> {
    /// The Hasse diagram of an order, if a format is asked for.
    fn hasse(&self, order: &Hasse) -> Result<Option<crate::data::Picture>, Error> {
        match self.text("format") {
            Some(_) => Ok(Some(self.picture(&draw_hasse(order, self.work.budget())?)?)),
            None => Ok(None),
        }
    }
}

/// A line for each universe with the universes that lie just below it, and the groups of universes with
/// the same order.
#[cfg(feature = "pictures")]
fn lattice_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let of = Lines { record, style };
    let (members, covers, orders) = (of.groups("universes")?, of.places("covers"), of.places("orders"));
    let name = |at: usize| members[at][0].as_str();
    let mut lines = Vec::new();
    for (at, universes) in members.iter().enumerate() {
        let equal = universes.join(" = ");
        let below: Vec<&str> = covers.iter().filter(|pair| pair[0] == at).map(|pair| name(pair[1])).collect();
        lines.push(if below.is_empty() { equal } else { format!("{equal}  contains  {}", below.join("  ")) });
    }
    for pair in of.places("tested_inclusions") {
        lines.push(format!("tested, not proved: {} inside {}", name(pair[0]), name(pair[1])));
    }
    for group in orders.iter().filter(|group| group.len() > 1) {
        let names: Vec<&str> = group.iter().map(|&at| name(at)).collect();
        lines.push(format!("same order (proved): {}", names.join("  ")));
    }
    let undistinguished = of.places("undistinguished");
    for pair in &undistinguished {
        let [a, b] = [pair[0], pair[1]].map(|at| name(orders[at][0]));
        lines.push(format!("no difference of order found: {a}  {b}"));
    }
    let at_most = if undistinguished.is_empty() { "" } else { "at most " };
    lines.push(format!("{at_most}{} different orders", orders.len()));
    Ok(lines)
}

/// All universes that ends of small birthday generate.
#[cfg(feature = "pictures")]
const SURVEY: Shape = Shape {
    plain: Plain::Itself,
    lines: Some(survey_lines),
    ..Shape::of(&[
        field("birthday", Kind::Number, "the largest birthday of the ends"),
        field("ends", LIST_OF_GAMES, "the ends, without 0"),
        field("sets", Kind::Number, "how many sets of ends there are"),
        field("universes", Kind::Number, "how many different universes they generate"),
        field(
            "closures",
            Kind::List(&LargestUniverse::KIND),
            "the largest universes: those with the same closure under domination provably have the same order",
        ),
        field("small_orders", Kind::List(&SmallOrder::KIND), "the orders on the forms of rank at most 2"),
        field(
            "types_of_rank_3",
            Kind::Number,
            "how many strength types there are on all forms of rank at most 3",
        ),
        field("samples", Kind::Number, "how many random forms of rank 3 to 5 there are"),
        field("sampled_types", Kind::Number, "how many strength types the random forms separate"),
        field("forms", Kind::Number, "how many forms there are in all"),
        field(
            "types",
            LISTS_OF_PLACES,
            "the closures that all forms together do not separate, by place: universes of different types \
             provably have different orders",
        ),
        field("covers", LISTS_OF_PLACES, "a type and one inside it with none between, by place"),
        PICTURE,
    ])
};

#[cfg(feature = "pictures")]
record! {
    /// A largest universe.
    struct LargestUniverse {
        /// the undominated ends
        undominated: Vec<Game>,
        /// the ends in the largest universe, by place in the ends of the survey
        ends: Vec<usize>,
        /// how many universes have this closure
        universes: u64,
    }
}

#[cfg(feature = "pictures")]
record! {
    /// An order on the forms of rank at most 2.
    struct SmallOrder {
        /// how many classes the forms have
        classes: usize,
        /// how many universes have this order
        universes: u64,
        /// the closures with this order, by place
        closures: Vec<usize>,
    }
}

record! {
    /// A largest universe of a survey, in a part of it.
    struct SurveyRow {
        /// the ends in the largest universe
        ends: Vec<Game>,
        /// how many universes have this closure
        universes: u64,
        /// how many classes the forms of rank at most 2 have
        classes: usize,
        /// the SHA-256 of which of all the forms are strong for Left: closures with different ones provably have different orders
        strength: String,
    }
}

fn birthday(given: Option<u32>) -> u32 {
    given.unwrap_or(2)
}

#[cfg(feature = "pictures")]
fn survey_fields<'a>(a: &Asked<'a>, survey: Survey) -> Result<Fields<'a>, Error> {
    let hasse = survey.hasse()?;
    let closures: Vec<LargestUniverse> = survey
        .closures
        .into_iter()
        .map(|of| LargestUniverse { undominated: of.undominated, ends: of.ends, universes: of.universes })
        .collect();
    let small: Vec<SmallOrder> = survey
        .small_orders
        .into_iter()
        .map(|of| SmallOrder { classes: of.classes, universes: of.universes, closures: of.closures })
        .collect();
    let types: Vec<Vec<usize>> = survey.types.into_iter().map(|of| of.closures).collect();
    let fields =
        a.fields().and(survey.birthday)?.and(survey.ends)?.and(survey.sets)?.and(survey.universes)?;
    let fields = fields.and(closures)?.and(small)?.and(survey.types_of_rank_3)?.and(survey.samples)?;
    let fields = fields.and(survey.sampled_types)?.and(survey.forms)?.and(types)?;
    fields.and(hasse.order().covers())?.and(a.hasse(&hasse)?)
}

#[cfg(feature = "pictures")]
fn survey_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let of = Lines { record, style };
    let undominated = of.each("closures").map(|closure| {
        let ends = closure.all("undominated")?;
        Ok(format!("[{}]", if ends.is_empty() { "none".to_owned() } else { ends.join(" ") }))
    });
    let undominated = undominated.collect::<Result<Vec<String>, Error>>()?;
    let named = |places: &[usize]| places.iter().map(|&at| &*undominated[at]).collect::<Vec<_>>().join(" ");
    let (closures, types) = (undominated.len(), of.places("types"));
    let [ends, small] = ["ends", "small_orders"].map(|name| of.length(name));
    let mut lines = vec![
        format!("ends            {ends} of birthday at most {}", of.text("birthday")?),
        format!("sets            {}", of.text("sets")?),
        format!("universes       {}", of.text("universes")?),
        format!("closures        {closures} under domination: proved, at most {closures} orders"),
        format!("rank 0 to 2     {small} orders on the 256 forms: proved"),
        format!(
            "rank 3          {} strength types on all forms of rank at most 3: proved",
            of.text("types_of_rank_3")?
        ),
        format!(
            "rank 3 to 5     {} strength types on {} random forms: sampled",
            of.text("sampled_types")?,
            of.text("samples")?
        ),
        format!(
            "together        {} strength types on {} forms: proved, at least {} orders",
            types.len(),
            of.text("forms")?,
            types.len()
        ),
        String::new(),
        "classes of the 256 forms of rank at most 2, universes with that order, undominated ends:".to_owned(),
    ];
    for order in of.each("small_orders") {
        let (classes, universes) = (order.text("classes")?, order.text("universes")?);
        lines.push(format!("{classes:>4}  {universes:>5}  {}", named(&order.numbers("closures"))));
    }
    for places in types.iter().filter(|places| places.len() > 1) {
        lines.push(format!("not told apart, though not proved equal: {}", named(places)));
    }
    Ok(lines)
}
