//! `misere hasse`: the order of games modulo a universe.

use misere::draw::draw_hasse;
use misere::{Classes, Form, Workspace};
use serde::Serialize;

use crate::args::Picture;
use crate::failure::Failure;
use crate::input::Input;
use crate::picture::write_scene;
use crate::report::Report;

#[derive(Serialize)]
struct HasseObject {
    ok: bool,
    modulo: String,
    /// The games of each class, in the order given.
    classes: Vec<Vec<String>>,
    /// Pairs of a class and one that it covers, by place.
    covers: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

pub(crate) fn hasse(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    games: &str,
    modulus: &str,
    picture: &Picture,
) -> Result<(), Failure> {
    let target = picture.target()?;
    let modulus = input.modulus(modulus)?;
    let (what, text) = input.text("games", games)?;
    let mut read: Vec<Form> = Vec::new();
    for (i, game) in pieces(&text).into_iter().enumerate() {
        let what = format!("{what}, game {}", i + 1);
        read.push(work.read(game).map_err(|error| Failure::reading(&what, game, &error))?);
    }
    let classes = work.classes(&read, &modulus)?;
    if let Some((file, format)) = target {
        write_scene(&draw_hasse(&classes.order), file, format)?;
    }
    if report.json {
        let mut written = Vec::new();
        for class in &classes.members {
            let games = class.iter().map(|&g| report.form(work, g)).collect::<Result<Vec<_>, _>>()?;
            written.push(games);
        }
        return report.object(&HasseObject {
            ok: true,
            modulo: work.write_modulus(&modulus, report.style)?,
            classes: written,
            covers: classes.order.order().covers(),
            file: target.map(|(file, _)| file.display().to_string()),
        });
    }
    if target.is_some() {
        return Ok(());
    }
    let lines = hasse_lines(&classes, |g| report.form(work, g))?;
    lines.iter().try_for_each(|line| report.line(line))
}

/// A class is a line: its games, then the classes it covers.
pub(crate) fn hasse_lines<E>(
    classes: &Classes,
    write: impl Fn(Form) -> Result<String, E>,
) -> Result<Vec<String>, E> {
    let covers = classes.order.order().covers();
    let mut lines = Vec::new();
    for (i, games) in classes.members.iter().enumerate() {
        let games = games.iter().map(|&g| write(g)).collect::<Result<Vec<_>, _>>()?;
        let below = covers.iter().filter(|(upper, _)| *upper == i);
        let below =
            below.map(|&(_, lower)| write(classes.members[lower][0])).collect::<Result<Vec<_>, _>>()?;
        let line = games.join(" = ");
        lines.push(if below.is_empty() { line } else { format!("{line}  >  {}", below.join("  ")) });
    }
    Ok(lines)
}

/// The games of a list: what is between commas and line breaks that are not inside of
/// brackets.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, character) in text.char_indices() {
        match character {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' | '\n' if depth == 0 => {
                pieces.push((&text[start..at], character));
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push((&text[start..], '\n'));
    // A line may be empty, and may end in a comma.
    let is_blank = |(piece, end): &(&str, char)| piece.trim().is_empty() && *end == '\n';
    pieces.into_iter().filter(|piece| !is_blank(piece)).map(|(piece, _)| piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_inside_of_brackets_do_not_separate() {
        assert_eq!(pieces("0,{0,*|*}, nim(1,2)\n\n*2,\n"), ["0", "{0,*|*}", " nim(1,2)", "*2"]);
        assert_eq!(pieces(""), Vec::<&str>::new());
        // The reader will say what is missing between these.
        assert_eq!(pieces("0,,1"), ["0", "", "1"]);
    }
}
