//! How two universes relate.

use misere::{Bound, Error, Inclusion, OrderOfTwo, Style, UniverseRelation, Values};
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::report::Report;

/// How two universes relate.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RelationObject {
    ok: bool,
    first: String,
    second: String,
    first_inside_second: InclusionObject,
    second_inside_first: InclusionObject,
    order: OrderObject,
    /// Whether every game of the first universe equals a game of the second; null if the orders
    /// are not known to be the same.
    first_values_in_second: Option<ValuesObject>,
    /// Whether every game of the second universe equals a game of the first; null if the orders
    /// are not known to be the same.
    second_values_in_first: Option<ValuesObject>,
    meet: Option<BoundObject>,
    join: Option<BoundObject>,
}

/// Whether a universe is inside another.
#[derive(Serialize, JsonSchema)]
struct InclusionObject {
    /// Null if no end outside was found and none is proved to be missing.
    holds: Option<bool>,
    /// An end that is not in the other universe.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
    /// How many ends were looked at, where nothing is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    tested_ends: Option<usize>,
}

/// Whether every game of a universe equals a game of another.
#[derive(Serialize, JsonSchema)]
struct ValuesObject {
    /// Null if that was not answered.
    holds: Option<bool>,
    /// An end that equals no game of the other universe.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<String>,
}

/// Whether two universes have the same order.
#[derive(Serialize, JsonSchema)]
struct OrderObject {
    /// Null if no difference was found and none is excluded.
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    telling: Option<TellingObject>,
    /// How many forms were found to have the same strength, where nothing is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    tested_forms: Option<usize>,
    /// Their largest rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    tested_rank: Option<u32>,
    /// How many more forms were not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<usize>,
}

/// Games G ≥ H modulo one of two universes.
#[derive(Serialize, JsonSchema)]
struct TellingObject {
    greater: String,
    lesser: String,
    /// The universe modulo which G ≥ H.
    modulo: String,
    /// The universe modulo which it is not so.
    not_modulo: String,
    /// An end of that universe that shows it.
    end: Option<String>,
}

/// A universe as meet or join.
#[derive(Serialize, JsonSchema)]
struct BoundObject {
    universe: String,
    /// The rank up to which ends were looked at, if longer ones could change the answer.
    to_rank: Option<u32>,
}

pub(super) fn relation(report: &mut Report, kin: &UniverseRelation) -> Result<(), Failure> {
    let style = report.style;
    let (a, b) = (kin.first.write(style)?, kin.second.write(style)?);
    if report.json {
        let values = |at: usize| {
            let values = kin.values.as_ref().map(|values| &values[at]);
            values.map(|values| values_object(values, style)).transpose()
        };
        return report.object(&RelationObject {
            ok: true,
            first_inside_second: inclusion_object(&kin.inside, style)?,
            second_inside_first: inclusion_object(&kin.contains, style)?,
            order: order_object(&kin.order, [&a, &b], style)?,
            first_values_in_second: values(0)?,
            second_values_in_first: values(1)?,
            meet: kin.meet.as_ref().map(|bound| bound_object(bound, style)).transpose()?,
            join: kin.join.as_ref().map(|bound| bound_object(bound, style)).transpose()?,
            first: a,
            second: b,
        });
    }
    // Nothing is printed before everything could be written.
    let mut lines = Vec::new();
    match (&kin.inside, &kin.contains) {
        (Inclusion::Proved, Inclusion::Proved) => {
            lines.push(format!("{a} and {b} are the same universe, up to equality of ends"));
        }
        (inside, contains) => {
            lines.push(inclusion_line(&a, &b, inside, style)?);
            lines.push(inclusion_line(&b, &a, contains, style)?);
        }
    }
    lines.extend(order_lines(&kin.order, [&a, &b], style)?);
    match &kin.values {
        Some([Values::AllThere, Values::AllThere]) => {
            let isomorphic = "every game of one equals a game of the other: they are isomorphic (proved)";
            lines.push(isomorphic.to_owned());
        }
        Some(both) => {
            for (values, [own, other]) in both.iter().zip([[&a, &b], [&b, &a]]) {
                lines.push(match values {
                    Values::AllThere => format!("every game of {own} equals a game of {other}"),
                    Values::Missing(end) => {
                        format!("{} of {own} equals no game of {other}", end.write(style)?)
                    }
                    Values::Unknown => {
                        format!("whether every game of {own} equals a game of {other} is not known")
                    }
                });
            }
        }
        None => {}
    }
    for (name, bound) in [("meet", &kin.meet), ("join", &kin.join)] {
        match bound {
            Some(bound) => {
                let to = bound.to_rank.map_or(String::new(), |n| format!(" (ends looked at to rank {n})"));
                lines.push(format!("{name}: {}{to}", bound.universe.write(style)?));
            }
            None => lines.push(format!("{name}: not known")),
        }
    }
    lines.iter().try_for_each(|line| report.line(line))
}

fn inclusion_line(a: &str, b: &str, inclusion: &Inclusion, style: Style) -> Result<String, Error> {
    Ok(match inclusion {
        Inclusion::Proved => format!("{a} is inside {b} (proved)"),
        Inclusion::Refuted(end) => {
            format!("{a} is not inside {b}: {} is no end of {b}", end.write(style)?)
        }
        Inclusion::Tested { ends, birthday } => {
            format!(
                "{a} may be inside {b} (tested: {ends} ends of birthday at most {birthday}, none outside)"
            )
        }
    })
}

fn order_lines(order: &OrderOfTwo, [a, b]: [&str; 2], style: Style) -> Result<Vec<String>, Error> {
    Ok(match order {
        OrderOfTwo::Same => vec![
            "their orders are the same (proved: each end of one is, modulo M, at least a sum of ends of the other)"
                .to_owned(),
        ],
        OrderOfTwo::Undistinguished(tested) => {
            let mut line = format!(
                "their orders may be the same (tested: {} forms of rank at most {} are strong modulo both or neither",
                tested.forms, tested.rank
            );
            if tested.undecided > 0 {
                line.push_str(&format!(", {} more were not decided", tested.undecided));
            }
            vec![line + ")"]
        }
        OrderOfTwo::Different(telling) => {
            let (yes, no) = if telling.modulo_first { (a, b) } else { (b, a) };
            let (greater, lesser) = (telling.greater.write(style)?, telling.lesser.write(style)?);
            let mut lines = vec![format!(
                "their orders differ (proved): {greater} >= {lesser} modulo {yes}, not modulo {no}"
            )];
            if let Some(end) = &telling.end {
                lines.push(format!("  the end {} of {no} tells", end.write(style)?));
            }
            lines
        }
    })
}

fn values_object(values: &Values, style: Style) -> Result<ValuesObject, Error> {
    let (holds, end) = match values {
        Values::AllThere => (Some(true), None),
        Values::Missing(end) => (Some(false), Some(end.write(style)?)),
        Values::Unknown => (None, None),
    };
    Ok(ValuesObject { holds, end })
}

fn inclusion_object(inclusion: &Inclusion, style: Style) -> Result<InclusionObject, Error> {
    Ok(match inclusion {
        Inclusion::Proved => InclusionObject { holds: Some(true), end: None, tested_ends: None },
        Inclusion::Refuted(end) => {
            InclusionObject { holds: Some(false), end: Some(end.write(style)?), tested_ends: None }
        }
        Inclusion::Tested { ends, .. } => {
            InclusionObject { holds: None, end: None, tested_ends: Some(*ends) }
        }
    })
}

fn order_object(order: &OrderOfTwo, [a, b]: [&str; 2], style: Style) -> Result<OrderObject, Error> {
    let mut object =
        OrderObject { same: None, telling: None, tested_forms: None, tested_rank: None, undecided: None };
    match order {
        OrderOfTwo::Same => object.same = Some(true),
        OrderOfTwo::Different(telling) => {
            let (modulo, not_modulo) = if telling.modulo_first { (a, b) } else { (b, a) };
            object.same = Some(false);
            object.telling = Some(TellingObject {
                greater: telling.greater.write(style)?,
                lesser: telling.lesser.write(style)?,
                modulo: modulo.to_owned(),
                not_modulo: not_modulo.to_owned(),
                end: telling.end.as_ref().map(|end| end.write(style)).transpose()?,
            });
        }
        OrderOfTwo::Undistinguished(tested) => {
            object.tested_forms = Some(tested.forms);
            object.tested_rank = Some(tested.rank);
            object.undecided = Some(tested.undecided);
        }
    }
    Ok(object)
}

fn bound_object(bound: &Bound, style: Style) -> Result<BoundObject, Error> {
    Ok(BoundObject { universe: bound.universe.write(style)?, to_rank: bound.to_rank })
}
