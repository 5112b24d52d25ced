//! TikZ.

use std::fmt::Write;

use misere_core::{Budget, Exhausted};

use crate::png::{STEPS_PER_SHAPE, limitless};
use crate::scene::{Anchor, Ends, Fill, Point, Scene, Shape, Stroke, written};

impl Scene {
    /// The picture as a `tikzpicture`, which needs the packages `tikz` and `amssymb` and
    /// nothing else. A unit is a point, for text of ten points. Nodes have names, and edges
    /// refer to them, so that the picture can be edited by hand.
    #[must_use]
    pub fn tikz(&self) -> String {
        self.tikz_within(&limitless()).expect("the budget has no limits")
    }

    /// The picture as a `tikzpicture`, unless the time of the budget is over first.
    pub fn tikz_within(&self, budget: &Budget) -> Result<String, Exhausted> {
        let mut out = String::from("\\begin{tikzpicture}[x=1pt,y=-1pt,line cap=round,line join=round");
        for (style, meaning) in STYLES {
            if self.named().any(|(_, shape)| style_of(shape) == Some(style)) {
                out.push_str(&format!(",\n  {style}/.style={{{meaning}}}"));
            }
        }
        out.push_str("]\n");
        // A node must be there before an edge refers to it.
        for (name, shape) in self.named() {
            budget.steps(STEPS_PER_SHAPE)?;
            write_node(&mut out, name, shape);
        }
        for (at, shape) in self.shapes().iter().enumerate() {
            budget.steps(STEPS_PER_SHAPE)?;
            if self.name(at).is_none() || style_of(shape).is_none() {
                out.push_str("  ");
                write_shape(&mut out, shape, self.joined(at));
                out.push('\n');
            }
        }
        out.push_str("\\end{tikzpicture}\n");
        Ok(out)
    }

    fn named(&self) -> impl Iterator<Item = (&str, &Shape)> {
        self.shapes().iter().enumerate().filter_map(|(at, shape)| Some((self.name(at)?, shape)))
    }

    /// A LaTeX document that is the picture, on a page of its size.
    #[must_use]
    pub fn tikz_document(&self) -> String {
        self.tikz_document_within(&limitless()).expect("the budget has no limits")
    }

    /// A LaTeX document that is the picture, unless the time of the budget is over first.
    pub fn tikz_document_within(&self, budget: &Budget) -> Result<String, Exhausted> {
        const MARGIN: f64 = 12.0;
        let bounds = self.bounds().grown(MARGIN);
        let (width, height) = (written(bounds.width()), written(bounds.height()));
        Ok(format!(
            "\\documentclass{{article}}\n\
             \\usepackage[paperwidth={width}pt,paperheight={height}pt,margin=6pt]{{geometry}}\n\
             \\usepackage{{tikz}}\n\
             \\usepackage{{amssymb}}\n\
             \\pagestyle{{empty}}\n\
             \\begin{{document}}\n\
             \\centering\n\
             {}\\end{{document}}\n",
            self.tikz_within(budget)?
        ))
    }
}

/// The styles of nodes, and what they mean. All boxes of texts have one height, whatever they
/// say, so that edges to them end at one height.
const STYLES: [(&str, &str); 4] = [
    ("dot", "circle,fill,inner sep=0pt"),
    ("open", "circle,draw,fill=white,line width=0.6pt,inner sep=0pt"),
    ("stone", "fill,inner sep=0pt"),
    ("game", "anchor=mid,inner xsep=0pt,inner ysep=2.5pt,text height=1.6ex,text depth=0.4ex"),
];

/// The style of a shape that can be a node.
fn style_of(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::Dot { fill: Fill::Black, .. } => Some("dot"),
        Shape::Dot { fill: Fill::White, .. } => Some("open"),
        Shape::Rectangle { fill: Fill::Black, .. } => Some("stone"),
        Shape::Text { anchor: Anchor::Middle, .. } => Some("game"),
        _ => None,
    }
}

fn write_node(out: &mut String, name: &str, shape: &Shape) {
    let Some(style) = style_of(shape) else { return };
    let (at, options, text) = match shape {
        Shape::Dot { at, radius, .. } => (*at, minimum_size(2.0 * radius), String::new()),
        Shape::Rectangle { at, width, .. } => (*at, minimum_size(*width), String::new()),
        Shape::Text { at, label, size, .. } => {
            (lowered(*at, *size), scale(*size), format!("${}$", label.latex))
        }
        Shape::Line { .. } | Shape::Curve { .. } => return,
    };
    out.push_str(&format!("  \\node[{style}{options}] ({name}) at {} {{{text}}};\n", place(at)));
}

fn minimum_size(size: f64) -> String {
    format!(",minimum size={}pt", written(size))
}

/// The anchor of a text is half an ex above its baseline; the middle of a digit is higher.
fn lowered(at: Point, size: f64) -> Point {
    Point::new(at.x, at.y + 0.12 * size)
}

fn scale(size: f64) -> String {
    match size / Scene::TEXT {
        1.0 => String::new(),
        by => format!(",scale={}", written(by)),
    }
}

/// Writes a shape; the ends of a line between nodes are the nodes.
fn write_shape(out: &mut String, shape: &Shape, joined: Option<&Ends>) {
    let end = |at: Point, which: usize| match joined.and_then(|ends| ends[which].as_ref()) {
        Some(node) => format!("({node})"),
        None => place(at),
    };
    let written_to = match shape {
        Shape::Line { through, stroke } => {
            let last = through.len().saturating_sub(1);
            let points: Vec<String> = through
                .iter()
                .enumerate()
                .map(|(i, &p)| if i == 0 || i == last { end(p, i.min(1)) } else { place(p) })
                .collect();
            write!(out, "\\draw[{}] {};", stroke_options(*stroke), points.join(" -- "))
        }
        Shape::Curve { from, control: [a, b], to, stroke } => write!(
            out,
            "\\draw[{}] {} .. controls {} and {} .. {};",
            stroke_options(*stroke),
            end(*from, 0),
            place(*a),
            place(*b),
            end(*to, 1)
        ),
        Shape::Dot { at, radius, fill } => {
            write!(out, "{} {} circle[radius={}pt];", fill_command(*fill), place(*at), written(*radius))
        }
        Shape::Rectangle { at, width, height, rounding, fill } => {
            let (dx, dy) = (width / 2.0, height / 2.0);
            let corners = [Point::new(at.x - dx, at.y - dy), Point::new(at.x + dx, at.y + dy)];
            let rounded = match *rounding {
                0.0 => String::new(),
                by => format!(" {{[rounded corners={}pt]", written(by)),
            };
            let close = if rounded.is_empty() { "" } else { " }" };
            write!(
                out,
                "{}{rounded} {} rectangle {}{close};",
                fill_command(*fill),
                place(corners[0]),
                place(corners[1])
            )
        }
        Shape::Text { at, anchor, label, size } => {
            let anchor = match anchor {
                Anchor::Start => "mid west",
                Anchor::Middle => "mid",
                Anchor::End => "mid east",
            };
            write!(
                out,
                "\\node[anchor={anchor},inner sep=0pt{}] at {} {{${}$}};",
                scale(*size),
                place(lowered(*at, *size)),
                label.latex
            )
        }
    };
    written_to.expect("a string can be written to");
}

fn place(at: Point) -> String {
    format!("({},{})", written(at.x), written(at.y))
}

fn stroke_options(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Solid => "line width=0.6pt",
        Stroke::Dotted => "line width=0.8pt,dash pattern=on 0pt off 2.4pt",
        Stroke::Dashed => "line width=0.6pt,line cap=butt,dash pattern=on 4pt off 2.4pt",
        Stroke::Thick => "line width=1.4pt",
        Stroke::Thin => "line width=0.4pt",
        Stroke::Blue => "line width=2pt,line cap=butt,blue!60!black",
        Stroke::Red => "line width=2pt,line cap=butt,dash pattern=on 6pt off 2.4pt,red!75!black",
        Stroke::Green => "line width=2.2pt,dash pattern=on 0pt off 3.6pt,green!50!black",
    }
}

fn fill_command(fill: Fill) -> &'static str {
    match fill {
        Fill::Black => "\\fill",
        Fill::White => "\\draw[fill=white,line width=0.6pt]",
        Fill::Grey => "\\fill[black!30]",
        Fill::Paper => "\\fill[white]",
    }
}
