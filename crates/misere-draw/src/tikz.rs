//! TikZ.

use std::fmt::Write;

use crate::scene::{Anchor, Fill, Point, Scene, Shape, Stroke, written};

impl Scene {
    /// The picture as a `tikzpicture`, which needs the packages `tikz` and `amssymb` and
    /// nothing else. A unit is a point, for text of ten points.
    #[must_use]
    pub fn tikz(&self) -> String {
        let mut out = String::from("\\begin{tikzpicture}[x=1pt,y=-1pt,line cap=round,line join=round]\n");
        for shape in self.shapes() {
            out.push_str("  ");
            write_shape(&mut out, shape);
            out.push('\n');
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }

    /// A LaTeX document that is the picture, on a page of its size.
    #[must_use]
    pub fn tikz_document(&self) -> String {
        const MARGIN: f64 = 12.0;
        let bounds = self.bounds().grown(MARGIN);
        let (width, height) = (written(bounds.width()), written(bounds.height()));
        format!(
            "\\documentclass{{article}}\n\
             \\usepackage[paperwidth={width}pt,paperheight={height}pt,margin=6pt]{{geometry}}\n\
             \\usepackage{{tikz}}\n\
             \\usepackage{{amssymb}}\n\
             \\pagestyle{{empty}}\n\
             \\begin{{document}}\n\
             \\centering\n\
             {}\\end{{document}}\n",
            self.tikz()
        )
    }
}

fn write_shape(out: &mut String, shape: &Shape) {
    let written_to = match shape {
        Shape::Line { through, stroke } => {
            let points: Vec<String> = through.iter().map(|&p| place(p)).collect();
            write!(out, "\\draw[{}] {};", stroke_options(*stroke), points.join(" -- "))
        }
        Shape::Curve { from, control: [a, b], to, stroke } => write!(
            out,
            "\\draw[{}] {} .. controls {} and {} .. {};",
            stroke_options(*stroke),
            place(*from),
            place(*a),
            place(*b),
            place(*to)
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
            // The anchor is half an ex above the baseline, the middle of a digit higher.
            let lowered = Point::new(at.x, at.y + 0.12 * size);
            let scale = match size / Scene::TEXT {
                1.0 => String::new(),
                by => format!(",scale={}", written(by)),
            };
            write!(
                out,
                "\\node[anchor={anchor},inner sep=0pt{scale}] at {} {{${}$}};",
                place(lowered),
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
        Stroke::Blue => "line width=2pt,blue!60!black",
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
