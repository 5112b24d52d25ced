//! Cells of comma-separated values.

/// The text as a cell of comma-separated values, quoted as RFC 4180 says where that is needed.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula. Such a text has
/// an apostrophe before it, and so has one that begins with an apostrophe: who reads a cell that
/// begins with an apostrophe leaves out that one sign, and has the text.
///
/// ```
/// use misere::csv_cell;
/// assert_eq!(["*", "-1", "-1,0", "'"].map(csv_cell), ["*", "'-1", "\"'-1,0\"", "''"]);
/// ```
#[must_use]
pub fn csv_cell(text: &str) -> String {
    // Tabs and line ends at the beginning are skipped by spreadsheets, and wide signs are read as
    // the narrow ones.
    const MARKED: [char; 12] = ['=', '+', '-', '@', '\'', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let mark = if text.starts_with(MARKED) { "'" } else { "" };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{mark}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{mark}{text}")
    }
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    /// The text of a cell: the quotation marks of RFC 4180 and then the apostrophe are left out.
    fn read(cell: &str) -> String {
        let quoted = cell.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let text = quoted.map_or(cell.to_owned(), |inner| inner.replace("\"\"", "\""));
        text.strip_prefix('\'').unwrap_or(&text).to_owned()
    }

    #[test]
    fn a_cell_is_no_formula_and_reads_back() {
        let signs = ["=", "+", "-", "@", "'", "\t", "\r", "\n", "\"", ",", "1", "{", "＝", ""];
        for a in signs {
            for b in signs {
                for c in ["", "1+1", "cmd|' /C calc'!A0"] {
                    let text = [a, b, c].concat();
                    let cell = csv_cell(&text);
                    assert_eq!(read(&cell), text);
                    let shown = cell.strip_prefix('"').unwrap_or(&cell);
                    assert!(!shown.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝']), "{cell}");
                    assert!(cell.starts_with('"') || !cell.contains([',', '"', '\n', '\r']), "{cell}");
                }
            }
        }
    }
}
