//! How items are laid out in lines of at most 100 columns.

use crate::item::{Item, Paper, Report as Examined, Scope, Verdict, counted};

/// The most columns of a line.
const WIDTH: usize = 100;

/// The paper with what is known of it.
pub fn paper_lines(paper: Paper) -> Vec<String> {
    let source = paper.source();
    let mut lines = wrapped(&format!("[{}] {}", paper.name(), source.authors), "  ");
    lines.extend(wrapped(&format!("  {}", source.title), "  "));
    lines.extend(wrapped(&format!("  {}", source.imprint), "  "));
    lines
}

/// An item with what came out, how, and the commands that show it; in full also the details.
pub fn describe(item: &Item, examined: &Examined, in_full: bool) -> Vec<String> {
    let finding = &examined.finding;
    let found = match &finding.claim {
        Some(claim) if *claim != finding.computed => {
            format!("paper: {claim}; computed: {}", finding.computed)
        }
        _ => finding.computed.clone(),
    };
    let mark = mark(item, examined.verdict);
    let colon = if item.statement.ends_with('?') { "" } else { ":" };
    let mut lines = wrapped(&format!("  {mark} {}  {}{colon} {found}", item.label, item.statement), "      ");
    match examined.verdict {
        Verdict::Erratum(text) => lines.extend(wrapped(&format!("      erratum: {text}"), "        ")),
        Verdict::Unexplained(text) => {
            lines.extend(wrapped(&format!("      unexplained: {text}"), "        "));
        }
        Verdict::Agrees | Verdict::Open | Verdict::Disagrees => {}
    }
    let ways: Vec<String> = item.how().map(|how| how.to_string()).collect();
    if !ways.is_empty() {
        lines.extend(wrapped(&format!("      how: {}", ways.join("; ")), "        "));
    }
    for command in item.commands() {
        lines.extend(wrapped_command(&format!("      try: {command}"), "          "));
    }
    if let Some(details) = &finding.details
        && (in_full || examined.verdict == Verdict::Disagrees)
    {
        lines.extend(details.lines().flat_map(|line| wrapped(&format!("      {line}"), "        ")));
    }
    lines
}

/// The sign of an item.
fn mark(item: &Item, verdict: Verdict) -> &'static str {
    match (verdict, item.scope) {
        (Verdict::Agrees, Scope::Decided) => "✓",
        (Verdict::Agrees, Scope::Tried) => "○",
        (Verdict::Erratum(_), _) => "≠",
        (Verdict::Unexplained(_), _) => "?",
        (Verdict::Open, _) => "◇",
        (Verdict::Disagrees, _) => "✗",
    }
}

/// What the signs mean.
pub fn legend() -> Vec<String> {
    wrapped(
        "✓ a finite statement, decided; ○ a general statement, tried on the finite world that is named; \
         ≠ an erratum; ? not reproduced, and not known why; ◇ an open problem; ✗ a disagreement",
        "  ",
    )
}

/// How many items came out how.
#[derive(Default)]
pub struct Count {
    items: u64,
    decided: u64,
    tried: u64,
    errata: u64,
    unexplained: u64,
    open: u64,
    failures: Vec<String>,
}

impl Count {
    /// Counts an item.
    pub fn add(&mut self, item: &Item, verdict: Verdict) {
        self.items += 1;
        match (verdict, item.scope) {
            (Verdict::Agrees, Scope::Decided) => self.decided += 1,
            (Verdict::Agrees, Scope::Tried) => self.tried += 1,
            (Verdict::Erratum(_), _) => self.errata += 1,
            (Verdict::Unexplained(_), _) => self.unexplained += 1,
            (Verdict::Open, _) => self.open += 1,
            (Verdict::Disagrees, _) => self.failures.push(format!("[{}] {}", item.paper.name(), item.label)),
        }
    }

    /// The items that disagree.
    pub fn failures(&self) -> &[String] {
        &self.failures
    }

    /// The numbers of items, without those that are 0 but for disagreements.
    pub fn lines(&self) -> Vec<String> {
        let errata =
            if self.errata == 1 { "1 erratum".to_owned() } else { format!("{} errata", self.errata) };
        let parts = [
            (self.decided, format!("{} decided", self.decided)),
            (self.tried, format!("{} tried", self.tried)),
            (self.errata, errata),
            (self.unexplained, format!("{} unexplained", self.unexplained)),
            (self.open, format!("{} open", self.open)),
        ];
        let mut said: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
        said.push(format!("{} disagree", self.failures.len()));
        wrapped(&format!("{}: {}", counted(self.items, "item"), said.join(", ")), "  ")
    }
}

/// The columns that a text takes: a bar over a letter takes none.
fn columns(text: &str) -> usize {
    text.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).count()
}

/// A text in lines of at most [`WIDTH`] columns, broken between words; the lines after the first
/// begin with `indent`. A word that is longer than a line, such as a form, is broken after commas
/// and bars.
fn wrapped(text: &str, indent: &str) -> Vec<String> {
    if columns(text) <= WIDTH {
        return vec![text.to_owned()];
    }
    let margin = text.len() - text.trim_start().len();
    let mut lines = Vec::new();
    let mut line = text[..margin].to_owned();
    let mut is_begun = false;
    for word in text[margin..].split(' ') {
        for (at, piece) in pieces(word, WIDTH - columns(indent)).into_iter().enumerate() {
            let blank = if is_begun && at == 0 { " " } else { "" };
            if is_begun && columns(&line) + columns(blank) + columns(&piece) > WIDTH {
                lines.push(std::mem::replace(&mut line, format!("{indent}{piece}")));
            } else {
                line = format!("{line}{blank}{piece}");
            }
            is_begun = true;
        }
    }
    lines.push(line);
    lines
}

/// A word in pieces of at most `most` columns, each but the last ending behind a comma or a bar
/// where there is one.
fn pieces(word: &str, most: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    if columns(word) <= most {
        return vec![word.to_owned()];
    }
    for part in word.split_inclusive([',', '|']) {
        for c in part.chars() {
            if columns(pieces.last().map_or("", String::as_str)) >= most {
                pieces.push(String::new());
            }
            if let Some(last) = pieces.last_mut() {
                last.push(c);
            }
        }
        let is_long = columns(pieces.last().map_or("", String::as_str)) * 4 > most * 3;
        if is_long {
            pieces.push(String::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// A command in lines that a shell takes for one: broken between arguments, with a backslash at
/// the end of each but the last.
fn wrapped_command(text: &str, indent: &str) -> Vec<String> {
    if columns(text) <= WIDTH {
        return vec![text.to_owned()];
    }
    let mut lines = Vec::new();
    let mut line = String::new();
    for argument in arguments(text) {
        if !line.trim().is_empty() && columns(&line) + columns(&argument) + 3 > WIDTH {
            lines.push(format!("{line} \\"));
            line = format!("{indent}{argument}");
        } else {
            line = if line.is_empty() { argument } else { format!("{line} {argument}") };
        }
    }
    lines.push(line);
    lines
}

/// The parts of a command between blanks that are not quoted.
fn arguments(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut is_quoted = false;
    for c in text.chars() {
        is_quoted ^= c == '\'';
        match (c, is_quoted, parts.last_mut()) {
            (' ', false, Some(last)) if !last.trim().is_empty() => parts.push(String::new()),
            (_, _, Some(last)) => last.push(c),
            (_, _, None) => {}
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_at_most_100_columns_and_lose_nothing() {
        let form = "{{3,{2,±1|0}||0|1},±{2,±1|0}|||{0|1},{0|*,1̄0,±1}||±(*,1)}".repeat(4);
        let words = "the words of a sentence ".repeat(12);
        for text in [form.clone(), words.clone(), format!("  ✓ {words}{form} {words}"), "x".repeat(450)] {
            let lines = wrapped(&text, "      ");
            assert!(lines.len() > 1);
            assert!(lines.iter().all(|line| columns(line) <= WIDTH), "{lines:#?}");
            let without_blanks = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(without_blanks(&lines.concat()), without_blanks(&text));
        }
        assert_eq!(wrapped("short", "  "), ["short"]);
    }

    #[test]
    fn a_long_command_is_broken_between_arguments() {
        let long = format!("      try: misere simplest '{{0|{}}}' -m 'D([0 -1], [0 -2])'", "0 ,".repeat(20));
        let lines = wrapped_command(&long, "          ");
        assert!(
            lines.len() == 2 && lines[0].ends_with(" \\") && lines[1].starts_with("          'D("),
            "{lines:#?}"
        );
    }
}
