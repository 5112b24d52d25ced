//! Trees as text.

use misere_core::{Exhausted, Form, Forms, Player};

use crate::tidy::{self, Spacing, tidy};
use crate::tree::{Mark, Tree, TreeStyle, note};

/// The tree of a form in box-drawing characters, Left's options to the left and Right's
/// to the right. Equal subtrees are never merged, and edges never dotted, in text.
///
/// ```
/// use misere_core::Forms;
/// use misere_draw::{TreeStyle, tree_text};
/// let forms = Forms::new();
/// let text = tree_text(&forms, forms.nimber(1)?, &TreeStyle::default())?;
/// assert_eq!(text, "  ●\n╭─┴─╮\n●   ●\n");
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
///
/// # Errors
/// [`Exhausted`] when the budget of the store does not suffice.
pub fn tree_text(forms: &Forms, g: Form, style: &TreeStyle<'_>) -> Result<String, Exhausted> {
    let tree = Tree::new(forms, g, style)?;
    let marks: Vec<String> = tree
        .nodes
        .iter()
        .map(|node| match node.mark() {
            Mark::Dot => "●".to_owned(),
            Mark::Open => "○".to_owned(),
            Mark::Tombstone => "■".to_owned(),
            Mark::Name(label) => label.unicode.clone(),
        })
        .collect();
    let width = |at: usize| marks[at].chars().count();
    // An odd number of columns is as many to the left as to the right.
    let nodes: Vec<tidy::Node> = tree
        .nodes
        .iter()
        .enumerate()
        .map(|(at, node)| tidy::Node { options: node.options.clone(), reach: (width(at) / 2) as f64 + 0.5 })
        .collect();
    let spacing = Spacing { gap: 1.0, slant: 2.0, grid: 1.0, lean: |_| 0.0 };
    let xs = tidy(&nodes, spacing, forms.budget())?;
    let leftmost = xs.iter().zip(&nodes).map(|(x, node)| x - node.reach + 0.5).fold(0.0, f64::min);
    let column = |at: usize| (xs[at] - leftmost) as usize;
    let depth = tree.nodes.last().map_or(0, |node| node.depth);
    let mut canvas = Canvas { rows: vec![Vec::new(); 2 * depth + 1] };
    for (at, node) in tree.nodes.iter().enumerate() {
        for (i, sign) in marks[at].chars().enumerate() {
            canvas.put(2 * node.depth, column(at) + i - width(at) / 2, sign);
        }
        let row = 2 * node.depth + 1;
        for player in Player::BOTH {
            let options = &node.options[player.index()];
            let Some(&outermost) = options.last() else { continue };
            let (from, to) = (column(at).min(column(outermost)), column(at).max(column(outermost)));
            (from..=to).for_each(|x| canvas.put(row, x, '─'));
        }
        for player in Player::BOTH {
            let options = &node.options[player.index()];
            for (i, &option) in options.iter().enumerate() {
                let corner = match (i + 1 == options.len(), player) {
                    (false, _) => '┬',
                    (true, Player::Left) => '╭',
                    (true, Player::Right) => '╮',
                };
                canvas.put(row, column(option), corner);
            }
        }
        match [0, 1].map(|side| node.options[side].is_empty()) {
            [false, false] => canvas.put(row, column(at), '┴'),
            [false, true] => canvas.put(row, column(at), '╯'),
            [true, false] => canvas.put(row, column(at), '╰'),
            [true, true] => {}
        }
    }
    let mut out = String::new();
    if let Some(title) = style.title {
        out.push_str(&title.unicode);
        out.push('\n');
    }
    for row in canvas.rows {
        out.push_str(row.into_iter().collect::<String>().trim_end());
        out.push('\n');
    }
    if tree.left_out > 0 {
        out.push_str(&note(tree.left_out));
        out.push('\n');
    }
    Ok(out)
}

struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    fn put(&mut self, row: usize, column: usize, sign: char) {
        let row = &mut self.rows[row];
        if row.len() <= column {
            row.resize(column + 1, ' ');
        }
        row[column] = sign;
    }
}
