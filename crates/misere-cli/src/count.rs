//! `misere count`: the number of classes born by some day.

use misere::counting::count::{Count, Progress};
use misere::{ClassCount, CountedBy, JSON_STYLE};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::CountOf;
use crate::failure::Failure;
use crate::input::Input;
use crate::progress::{self, doing};
use crate::report::Report;
use crate::shard::Part;

pub(crate) fn count(input: &Input<'_>, report: &mut Report, asked: &CountOf) -> Result<(), Failure> {
    let modulus = input.modulus("modulo", &asked.modulus)?;
    let of = asked.of.as_ref().map(|of| input.modulus("of", of)).transpose()?;
    let progress = |Progress { done, total, .. }: Progress| {
        doing("antichains", move || format!("poset {}", progress::of(done, total)));
    };
    let find = || match asked.invertible {
        true => modulus.count_invertible(asked.day, &progress),
        false => modulus.count(asked.day, of.as_ref(), &progress),
    };
    let object = |found: &ClassCount| {
        Ok::<_, Failure>(CountObject {
            ok: true,
            day: asked.day,
            modulo: modulus.write(JSON_STYLE)?,
            of: found.of.write(JSON_STYLE)?,
            invertible: asked.invertible,
            classes: found.classes.to_string(),
            by: by_name(&found.by).to_owned(),
        })
    };
    if asked.sharding.shard.is_some() {
        // A count is one number, and hence one unit.
        let command = format!("count of day {}, invertible {}", asked.day, asked.invertible);
        let universes = [Some(modulus.clone()), of.clone()].into_iter().flatten().collect::<Vec<_>>();
        let part =
            Part::new(modulus.workspace(), &asked.sharding, &command, &universes, vec!["number".to_owned()])?;
        return part.compute(report, |_| Ok(vec![object(&find()?)?]));
    }
    let found = find()?;
    if report.json {
        return report.object(&object(&found)?);
    }
    let ClassCount { classes, by, .. } = &found;
    report.line(&classes.to_string())?;
    if asked.explain { explain(report, classes.bits(), by) } else { Ok(()) }
}

fn explain(report: &mut Report, bits: u64, by: &CountedBy) -> Result<(), Failure> {
    let Count { values, properties, types, posets, work, antichains, .. } = match by {
        CountedBy::Types(count) => count,
        CountedBy::Census => return report.line("every class was looked at"),
        CountedBy::Formula => return report.line("counted by the formula for impartial games"),
        CountedBy::Theorem(theorem) => return report.line(theorem),
    };
    let of_each = |[left, right]: &[usize; 2]| match left == right {
        true => format!("{left} for each player"),
        false => format!("{left} for Left, {right} for Right"),
    };
    report.line(&format!("bits            {bits}"))?;
    report.line(&format!("values          {}: the classes that may be options", of_each(values)))?;
    report.line(&format!("properties      {properties}: sets of values that options may meet or not"))?;
    report.line(&format!("types           {}: combinations of properties that occur", of_each(types)))?;
    report.line(&format!("posets          {posets}: sets of values whose antichains were counted"))?;
    report.line(&format!("antichains      {antichains} of all values"))?;
    report.line(&format!(
        "parts           {} by branching, {} by rows, {} split first",
        work.branched, work.by_rows, work.split
    ))
}

fn by_name(by: &CountedBy) -> &'static str {
    match by {
        CountedBy::Census => "census",
        CountedBy::Types(_) => "types",
        CountedBy::Formula => "formula",
        CountedBy::Theorem(_) => "theorem",
    }
}

/// A number of classes.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CountObject {
    ok: bool,
    day: u32,
    modulo: String,
    of: String,
    invertible: bool,
    /// The number as a string of digits, since a number of JSON may be too short.
    classes: String,
    /// How the classes were counted.
    by: String,
}
