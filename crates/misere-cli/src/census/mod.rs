//! `misere census`: the classes of the games born by some day.

mod sqlite;

use misere::data::{Datum, Record};
use misere::{Error, Modulus, Question, Style, Workspace, answer_object};

use crate::args::{CensusOf, Evidence, Picture};
use crate::ask::{answers, csv, each_row, part, quoted_for_the_shell};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

use self::sqlite::Database;

pub(crate) fn census(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &CensusOf,
) -> Result<(), Failure> {
    let modulus = input.modulus("modulo", &asked.modulus)?;
    let of = match (&asked.of, asked.dicots) {
        (Some(of), _) => Some(input.modulus("of", of)?),
        (None, true) => Some(work.dicots()?),
        (None, false) => None,
    };
    let question = |name: &str| -> Result<Question, Failure> {
        let question = Question::new(name)?.with("day", asked.day)?;
        Ok(match &of {
            Some(of) => question.with("of", of.clone())?,
            None => question,
        })
    };
    let refused = |failure: Failure| pointed(failure, &modulus, of.as_ref());
    // A file that cannot be written, or a missing order, is refused before the work.
    let database = asked.sqlite.as_deref().map(|path| Database::new(path, asked.force)).transpose()?;
    let picture = Picture { output: asked.hasse.clone(), standalone: asked.standalone, dpi: asked.dpi };
    let picture = picture.target()?;
    let gives_way = report.gives_way_to(asked.hasse.as_deref())?;
    let needs_order = asked.order || asked.covers || asked.comparisons || picture.is_some();
    if needs_order && !modulus.has_order() {
        return Err(Failure::bad_input(format!(
            "no order for {modulus}: modulo {modulus} games are equal or not"
        )));
    }
    if asked.sharding.shard.is_some() {
        return part(work, report, &question("census_list")?, Some(&modulus), &asked.sharding)
            .map_err(refused);
    }
    if let Some(database) = database {
        let found = modulus.census(asked.day, of.as_ref()).map_err(|error| refused(error.into()))?;
        let order = if modulus.has_order() { Some(found.order()?) } else { None };
        database.write(work, &found, &question("census_list")?, order.as_ref())?;
    }
    if let Some(picture) = &picture {
        let question = picture.asked(question("census_hasse")?)?;
        picture.write(&modulus.ask(&question).map_err(|error| refused(error.into()))?)?;
    }
    if gives_way {
        return Ok(());
    }
    let sheet = Sheet { work, modulus: &modulus };
    let shown = match (asked.order, asked.covers, asked.comparisons) {
        (true, ..) => sheet.order(report, &question("census_order")?, &question("census")?),
        (_, true, _) => sheet.pairs(report, asked.csv, &question("census_covers")?, &question("census")?),
        (.., true) => sheet.pairs(report, asked.csv, &question("census_comparisons")?, &question("census")?),
        _ if asked.list || asked.csv => sheet.list(report, asked.csv, &question("census_list")?),
        _ => answers(
            work,
            report,
            &question(if asked.count { "census_count" } else { "census_summary" })?,
            std::slice::from_ref(&modulus),
            &Evidence::default(),
        ),
    };
    shown.map_err(refused)
}

/// A refusal with a pointer to `misere count`, which does not list classes.
fn pointed(failure: Failure, modulus: &Modulus, of: Option<&Modulus>) -> Failure {
    let is_counted = modulus.has_order() && of.is_none_or(|of| of == modulus);
    match (failure.error(), modulus.write(Style::Ascii)) {
        (Some(Error::TooManyGames { too_many, .. }), Ok(name)) if is_counted && too_many.day == 3 => {
            let name = quoted_for_the_shell(&name);
            let help = format!("`misere count --day 3 --modulo {name}` counts classes without listing them");
            failure.with_help(help)
        }
        _ => failure,
    }
}

/// How to show a census.
struct Sheet<'a> {
    work: &'a Workspace,
    modulus: &'a Modulus,
}

impl Sheet<'_> {
    fn list(&self, report: &mut Report, as_csv: bool, list: &Question) -> Result<(), Failure> {
        if as_csv {
            return csv(self.work, report, list, Some(self.modulus), &[]);
        }
        answers(self.work, report, list, std::slice::from_ref(self.modulus), &Evidence::default())
    }

    fn order(&self, report: &mut Report, order: &Question, census: &Question) -> Result<(), Failure> {
        let answer = self.modulus.ask(order)?;
        if report.json {
            return report.object(&answer_object(Some(self.modulus), &answer, None)?);
        }
        let forms = self.forms(report.style, census)?;
        let size = forms.len();
        report.line(&format!("classes         {size}"))?;
        let pairs = number(&answer, "pairs");
        report.line(&format!("pairs G > H     {pairs} of {}", size * size.saturating_sub(1)))?;
        report.line(&format!("covers          {}", number(&answer, "covers")))?;
        for (label, name, between) in [
            ("maximal", "maximal", ", "),
            ("minimal", "minimal", ", "),
            ("longest chain", "longest_chain", " > "),
        ] {
            report.line(&format!("{label:14}  {}", some(report, &forms, &places(&answer, name), between)))?;
        }
        report.line(&format!("width           {}", places(&answer, "largest_antichain").len()))?;
        report.line(&match answer.get("antichains") {
            Some(Datum::Count(antichains)) => {
                format!("antichains      {}, the empty one included", antichains.number)
            }
            _ => "antichains      more than 1000000".to_owned(),
        })
    }

    /// The simplest forms of all classes.
    fn forms(&self, style: Style, census: &Question) -> Result<Vec<String>, Failure> {
        match self.modulus.ask(census)?.get("forms") {
            Some(Datum::List(forms)) => {
                Ok(forms.games().iter().map(|form| form.write(style)).collect::<Result<_, _>>()?)
            }
            _ => Ok(Vec::new()),
        }
    }

    fn pairs(
        &self,
        report: &mut Report,
        as_csv: bool,
        pairs: &Question,
        census: &Question,
    ) -> Result<(), Failure> {
        if as_csv {
            return csv(self.work, report, pairs, Some(self.modulus), &[]);
        }
        if report.json {
            return answers(
                self.work,
                report,
                pairs,
                std::slice::from_ref(self.modulus),
                &Evidence::default(),
            );
        }
        let forms = self.forms(report.style, census)?;
        each_row(self.work, pairs, Some(self.modulus), |pair| {
            let [above, below] = ["above", "below"].map(|name| place(pair.get(name)));
            report.line(&format!("{} > {}", forms[above], forms[below]))
        })
    }
}

/// A number of a record as text; a dash if it is null.
fn number(record: &Record, name: &str) -> String {
    match record.get(name) {
        Some(Datum::Count(count)) => count.number.to_string(),
        _ => "-".to_owned(),
    }
}

fn place(datum: Option<&Datum>) -> usize {
    match datum {
        Some(Datum::Count(count)) => usize::try_from(&count.number).unwrap_or(0),
        _ => 0,
    }
}

fn places(record: &Record, name: &str) -> Vec<usize> {
    match record.get(name) {
        Some(Datum::List(list)) => list.items().iter().map(|item| place(Some(item))).collect(),
        _ => Vec::new(),
    }
}

/// The number of classes, and the classes themselves unless they would fill a terminal.
fn some(report: &Report, forms: &[String], places: &[usize], between: &str) -> String {
    const FEW: usize = 12;
    if report.is_read && places.len() > FEW {
        return format!("{} (add `| less` to see them)", places.len());
    }
    let written: Vec<&str> = places.iter().map(|&place| forms[place].as_str()).collect();
    format!("{}: {}", places.len(), written.join(between))
}
