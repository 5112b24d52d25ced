//! `misere universe`: how two universes relate.

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

/// How two universes relate.
#[derive(Serialize, JsonSchema)]
pub(crate) struct UniverseObject {
    ok: bool,
    first_inside_second: bool,
    second_inside_first: bool,
    same_order: bool,
    /// A dicot that is at least 0 modulo exactly one of the two.
    dicot: Option<String>,
    /// The universe modulo which the dicot is at least 0.
    at_least_zero_modulo: Option<String>,
}

pub(crate) fn universe(input: &Input<'_>, report: &mut Report, a: &str, b: &str) -> Result<(), Failure> {
    let (first, second) = (input.modulus("first", a)?, input.modulus("second", b)?);
    let kin = first.kinship(&second)?;
    let [a, b] = [&first, &second].map(|u| u.write(report.style));
    let (a, b) = (a?, b?);
    let telling = match kin.telling {
        Some((dicot, modulo_first)) => {
            let dicot = dicot.write(report.style)?;
            let (yes, no) = if modulo_first { (&a, &b) } else { (&b, &a) };
            Some((dicot, yes.clone(), no.clone()))
        }
        None => None,
    };
    if report.json {
        let (dicot, at_least_zero_modulo) = telling.map(|(dicot, yes, _)| (dicot, yes)).unzip();
        return report.object(&UniverseObject {
            ok: true,
            first_inside_second: kin.is_inside,
            second_inside_first: kin.contains,
            same_order: dicot.is_none(),
            dicot,
            at_least_zero_modulo,
        });
    }
    report.line(&match (kin.is_inside, kin.contains) {
        (true, true) => format!("{a} and {b} are the same universe, up to equality of dead ends"),
        (true, false) => format!("{a} is inside {b}"),
        (false, true) => format!("{b} is inside {a}"),
        (false, false) => format!("neither of {a} and {b} contains the other"),
    })?;
    match telling {
        None => report.line("their orders coincide"),
        Some((dicot, yes, no)) => {
            report.line(&format!("their orders differ: {dicot} is at least 0 modulo {yes}, not modulo {no}"))
        }
    }
}
