//! The scene: shapes in the plane, for every writer.

use std::collections::BTreeMap;

use tiny_skia::LineCap;

use crate::font;
use crate::label::Label;

/// A place. x grows to the right and y downwards; a unit is a point of LaTeX.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The distance to the right.
    pub x: f64,
    /// The distance downwards.
    pub y: f64,
}

impl Point {
    /// The place with these coordinates.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// The place on a cubic Bézier curve after this part of its parameter.
    pub(crate) fn on_curve([from, a, b, to]: [Point; 4], part: f64) -> Point {
        let rest = 1.0 - part;
        let mix = |from: f64, a: f64, b: f64, to: f64| {
            rest * rest * rest * from
                + 3.0 * rest * rest * part * a
                + 3.0 * rest * part * part * b
                + part * part * part * to
        };
        Point::new(mix(from.x, a.x, b.x, to.x), mix(from.y, a.y, b.y, to.y))
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The line of an edge.
    Solid,
    /// The line of an edge that was added to a picture.
    Dotted,
    /// The line of an edge of another kind.
    Dashed,
    /// The line of an edge that stands for two.
    Thick,
    /// The rule of a table or a board.
    Thin,
    /// A blue edge of Hackenbush. The colours differ in print without colours too.
    Blue,
    /// A red edge of Hackenbush, dashed.
    Red,
    /// A green edge of Hackenbush, dotted.
    Green,
}

impl Stroke {
    pub(crate) fn pen(self) -> Pen {
        let (width, cap, dash) = match self {
            Stroke::Solid => (0.8, LineCap::Round, None),
            Stroke::Dotted => (0.9, LineCap::Round, Some([0.1, 2.4])),
            Stroke::Dashed => (0.8, LineCap::Butt, Some([4.0, 2.4])),
            Stroke::Thick => (1.7, LineCap::Round, None),
            Stroke::Thin => (0.4, LineCap::Square, None),
            Stroke::Blue => (2.0, LineCap::Butt, None),
            Stroke::Red => (2.0, LineCap::Butt, Some([6.0, 2.4])),
            Stroke::Green => (2.2, LineCap::Round, Some([0.1, 3.6])),
        };
        Pen { width, cap, dash, colour: self.colour() }
    }

    pub(crate) fn colour(self) -> Colour {
        match self {
            Stroke::Blue => Colour([0x1f, 0x4e, 0xb4]),
            Stroke::Red => Colour([0xc4, 0x1e, 0x1e]),
            Stroke::Green => Colour([0x1c, 0x80, 0x34]),
            _ => Colour::BLACK,
        }
    }
}

/// A stroke in numbers, for writers of SVG, PDF and pixels.
pub(crate) struct Pen {
    pub(crate) width: f64,
    /// How a line ends. With round ends, corners are round as well.
    pub(crate) cap: LineCap,
    /// How long a dash is, and the gap after it.
    pub(crate) dash: Option<[f64; 2]>,
    pub(crate) colour: Colour,
}

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) [u8; 3]);

impl Colour {
    pub(crate) const BLACK: Colour = Colour([0; 3]);

    /// The colour in hexadecimal digits.
    pub(crate) fn hex(self) -> String {
        self.0.iter().map(|part| format!("{part:02x}")).collect()
    }
}

/// The inside of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Black.
    Black,
    /// White with a black border.
    White,
    /// Grey without a border.
    Grey,
    /// White without a border, which hides the shapes under it.
    Paper,
}

impl Fill {
    pub(crate) fn colour(self) -> Colour {
        match self {
            Fill::Black => Colour::BLACK,
            Fill::Grey => Colour([0xb0; 3]),
            Fill::White | Fill::Paper => Colour([0xff; 3]),
        }
    }
}

/// Which point of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The middle of the left side.
    Start,
    /// The middle of the text.
    Middle,
    /// The middle of the right side.
    End,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through some places, straight between each two.
    Line {
        /// The places, at least two.
        through: Vec<Point>,
        /// How the line is drawn.
        stroke: Stroke,
    },
    /// A curve with two control points (a cubic Bézier curve).
    Curve {
        /// Where the curve begins.
        from: Point,
        /// The point that the curve leaves towards, and the point that it arrives from.
        control: [Point; 2],
        /// Where the curve ends.
        to: Point,
        /// How the line is drawn.
        stroke: Stroke,
    },
    /// A disc.
    Dot {
        /// The centre.
        at: Point,
        /// The radius.
        radius: f64,
        /// The inside of the shape.
        fill: Fill,
    },
    /// A rectangle.
    Rectangle {
        /// The centre.
        at: Point,
        /// The width of the rectangle.
        width: f64,
        /// The height of the rectangle.
        height: f64,
        /// How far the corners are rounded.
        rounding: f64,
        /// The inside of the shape.
        fill: Fill,
    },
    /// A line of text.
    Text {
        /// The place of the anchor.
        at: Point,
        /// Which point of the text is at the place.
        anchor: Anchor,
        /// The text.
        label: Label,
        /// The size of the font.
        size: f64,
    },
}

/// A rectangle around a shape or a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The upper left corner.
    pub min: Point,
    /// The lower right corner.
    pub max: Point,
}

impl Bounds {
    /// The rectangle with two opposite corners.
    #[must_use]
    pub fn of(a: Point, b: Point) -> Bounds {
        Bounds { min: Point::new(a.x.min(b.x), a.y.min(b.y)), max: Point::new(a.x.max(b.x), a.y.max(b.y)) }
    }

    /// The rectangle with this centre and size.
    #[must_use]
    pub fn around(at: Point, width: f64, height: f64) -> Bounds {
        Bounds {
            min: Point::new(at.x - width / 2.0, at.y - height / 2.0),
            max: Point::new(at.x + width / 2.0, at.y + height / 2.0),
        }
    }

    /// The rectangle around both.
    #[must_use]
    pub fn union(self, other: Bounds) -> Bounds {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Whether both rectangles have inner points in common.
    #[must_use]
    pub fn overlaps(&self, other: &Bounds) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// Whether a straight line meets the inside, by clipping.
    pub(crate) fn meets(&self, from: Point, to: Point) -> bool {
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (start, step, low, high) in
            [(from.x, to.x - from.x, self.min.x, self.max.x), (from.y, to.y - from.y, self.min.y, self.max.y)]
        {
            if step == 0.0 {
                if start <= low || start >= high {
                    return false;
                }
                continue;
            }
            let (a, b) = ((low - start) / step, (high - start) / step);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        enter < leave
    }

    /// The width.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    /// The height.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    /// The rectangle, larger by this much on all sides.
    #[must_use]
    pub fn grown(self, by: f64) -> Bounds {
        Bounds {
            min: Point::new(self.min.x - by, self.min.y - by),
            max: Point::new(self.max.x + by, self.max.y + by),
        }
    }
}

impl Shape {
    /// The rectangle around the shape.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        match self {
            Shape::Line { through, .. } => around_all(through),
            Shape::Curve { from, control: [a, b], to, .. } => around_all(&[*from, *a, *b, *to]),
            Shape::Dot { at, radius, .. } => Bounds::around(*at, 2.0 * radius, 2.0 * radius),
            Shape::Rectangle { at, width, height, .. } => Bounds::around(*at, *width, *height),
            Shape::Text { at, anchor, label, size } => {
                let (width, height) = (label.width(*size), (font::ASCENT + font::DESCENT) * size);
                let x = match anchor {
                    Anchor::Start => at.x + width / 2.0,
                    Anchor::Middle => at.x,
                    Anchor::End => at.x - width / 2.0,
                };
                Bounds::around(Point::new(x, at.y), width, height)
            }
        }
    }

    fn moved(mut self, dx: f64, dy: f64) -> Shape {
        let shift = |p: &mut Point| *p = Point::new(p.x + dx, p.y + dy);
        match &mut self {
            Shape::Line { through, .. } => through.iter_mut().for_each(shift),
            Shape::Curve { from, control: [a, b], to, .. } => [from, a, b, to].into_iter().for_each(shift),
            Shape::Dot { at, .. } | Shape::Rectangle { at, .. } | Shape::Text { at, .. } => shift(at),
        }
        self
    }
}

fn around_all(points: &[Point]) -> Bounds {
    let each = points.iter().map(|&p| Bounds::of(p, p));
    each.reduce(Bounds::union).unwrap_or(Bounds::around(Point::new(0.0, 0.0), 0.0, 0.0))
}

/// The two ends of a line: each the name of a node, or `NAME.north` or `NAME.south` for the
/// middle of a side of it, or no node.
pub type Ends = [Option<String>; 2];

/// A picture: shapes, the later ones over the earlier ones. Nodes may have names, and edges may
/// say which nodes they join, for writers of files that people edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    shapes: Vec<Shape>,
    /// The names of shapes that are nodes, by the place of the shape.
    names: BTreeMap<usize, String>,
    /// The nodes at the ends of lines and curves, by the place of the line.
    joined: BTreeMap<usize, Ends>,
    /// How many pictures with names were put over this one.
    placed: usize,
}

impl Scene {
    /// The size of the font of labels.
    pub const TEXT: f64 = 10.0;

    /// An empty picture.
    #[must_use]
    pub fn new() -> Scene {
        Scene::default()
    }

    /// The shapes, in the order in which they are drawn.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Puts a shape over all others.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Puts a node over all other shapes. No two nodes have the same name; letters, digits,
    /// hyphens and underscores make one.
    pub fn node(&mut self, name: impl Into<String>, shape: Shape) {
        self.names.insert(self.shapes.len(), name.into());
        self.push(shape);
    }

    /// Puts a line or a curve over all other shapes that begins or ends at nodes.
    pub fn join(&mut self, ends: Ends, line: Shape) {
        self.joined.insert(self.shapes.len(), ends);
        self.push(line);
    }

    /// Puts an edge over all other shapes that meets none of the obstacles: a straight line, or
    /// else the flattest arc, or else a smooth curve through the stops.
    pub(crate) fn join_around(&mut self, ends: Ends, stops: &[Point], stroke: Stroke, obstacles: &[Bounds]) {
        const BOWS: u32 = 24;
        let [from, to] = [stops[0], stops[stops.len() - 1]];
        if !obstacles.iter().any(|bounds| bounds.meets(from, to)) {
            return self.join(ends, Shape::Line { through: vec![from, to], stroke });
        }
        let bows = (1..=BOWS).map(|step| 2.5 * f64::from(step)).flat_map(|bow| [-bow, bow]);
        let mut arcs = bows.map(|bow| {
            let at = |t: f64| Point::new(from.x + t * (to.x - from.x) + bow, from.y + t * (to.y - from.y));
            [at(1.0 / 3.0), at(2.0 / 3.0)]
        });
        let is_free = |control: &[Point; 2]| !meets_curve(obstacles, from, control, to);
        match arcs.find(is_free) {
            Some(control) => self.join(ends, Shape::Curve { from, control, to, stroke }),
            None => self.join_smoothly(ends, stops, stroke),
        }
    }

    /// Puts a smooth curve through some places over all other shapes.
    fn join_smoothly(&mut self, ends: Ends, stops: &[Point], stroke: Stroke) {
        // How strongly a neighbour of a stop bends the curve.
        const BEND: f64 = 6.0;
        let [first, last] = ends;
        for (i, pair) in stops.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            let before = if i == 0 { from } else { stops[i - 1] };
            let after = stops.get(i + 2).copied().unwrap_or(to);
            let leave = Point::new(from.x + (to.x - before.x) / BEND, from.y + (to.y - before.y) / BEND);
            let arrive = Point::new(to.x - (after.x - from.x) / BEND, to.y - (after.y - from.y) / BEND);
            let ends = [first.clone().filter(|_| i == 0), last.clone().filter(|_| i + 2 == stops.len())];
            self.join(ends, Shape::Curve { from, control: [leave, arrive], to, stroke });
        }
    }

    /// The name of the shape at a place of the list of shapes, if it is a node.
    #[must_use]
    pub fn name(&self, at: usize) -> Option<&str> {
        self.names.get(&at).map(String::as_str)
    }

    /// The nodes at the ends of the line at a place of the list of shapes, if it joins some.
    #[must_use]
    pub fn joined(&self, at: usize) -> Option<&Ends> {
        self.joined.get(&at)
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.push(Shape::Line { through: vec![from, to], stroke });
    }

    /// Adds a label of the usual size.
    pub fn text(&mut self, at: Point, anchor: Anchor, label: Label) {
        self.push(Shape::Text { at, anchor, label, size: Scene::TEXT });
    }

    /// The rectangle around all shapes.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let all = self.shapes.iter().map(Shape::bounds).reduce(Bounds::union);
        all.unwrap_or(Bounds::around(Point::new(0.0, 0.0), 0.0, 0.0))
    }

    /// Puts another picture over this one, moved. The names of its nodes begin with `p1-`, `p2-`
    /// and so on.
    pub fn place(&mut self, other: Scene, dx: f64, dy: f64) {
        let first = self.shapes.len();
        self.placed += usize::from(!other.names.is_empty());
        let renamed = |name: String| format!("p{}-{name}", self.placed);
        self.names.extend(other.names.into_iter().map(|(at, name)| (first + at, renamed(name))));
        self.joined.extend(
            other.joined.into_iter().map(|(at, ends)| (first + at, ends.map(|end| end.map(renamed)))),
        );
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(dx, dy)));
    }

    /// Pictures beside each other, their tops at one height.
    #[must_use]
    pub fn row(scenes: Vec<Scene>, gap: f64) -> Scene {
        let mut row = Scene::new();
        let mut x = 0.0;
        for scene in scenes {
            let bounds = scene.bounds();
            row.place(scene, x - bounds.min.x, -bounds.min.y);
            x += bounds.width() + gap;
        }
        row
    }

    /// Pictures below each other, their middles on one line.
    #[must_use]
    pub fn column(scenes: Vec<Scene>, gap: f64) -> Scene {
        let mut column = Scene::new();
        let mut y = 0.0;
        for scene in scenes {
            let bounds = scene.bounds();
            let middle = f64::midpoint(bounds.min.x, bounds.max.x);
            column.place(scene, -middle, y - bounds.min.y);
            y += bounds.height() + gap;
        }
        column
    }

    /// A table of pictures, each in the middle of its cell, with rules around the
    /// cells. Rows may be of different lengths.
    #[must_use]
    pub fn table(rows: Vec<Vec<Scene>>, padding: f64) -> Scene {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let size = |scene: &Scene| {
            let bounds = scene.bounds();
            (bounds.width() + 2.0 * padding, bounds.height() + 2.0 * padding)
        };
        let mut widths = vec![0.0_f64; columns];
        let mut heights = vec![0.0_f64; rows.len()];
        for (row, height) in rows.iter().zip(&mut heights) {
            for (scene, width) in row.iter().zip(&mut widths) {
                let (w, h) = size(scene);
                (*width, *height) = (width.max(w), height.max(h));
            }
        }
        let sums = |sizes: &[f64]| {
            let mut at = vec![0.0];
            for size in sizes {
                at.push(at[at.len() - 1] + size);
            }
            at
        };
        let (xs, ys) = (sums(&widths), sums(&heights));
        let (right, bottom) = (xs[columns], ys[rows.len()]);
        let mut table = Scene::new();
        for &x in &xs {
            table.line(Point::new(x, 0.0), Point::new(x, bottom), Stroke::Thin);
        }
        for &y in &ys {
            table.line(Point::new(0.0, y), Point::new(right, y), Stroke::Thin);
        }
        for (r, row) in rows.into_iter().enumerate() {
            for (c, scene) in row.into_iter().enumerate() {
                let bounds = scene.bounds();
                let x = f64::midpoint(xs[c], xs[c + 1]) - f64::midpoint(bounds.min.x, bounds.max.x);
                let y = f64::midpoint(ys[r], ys[r + 1]) - f64::midpoint(bounds.min.y, bounds.max.y);
                table.place(scene, x, y);
            }
        }
        table
    }

    /// A picture that is a label alone.
    #[must_use]
    pub fn caption(label: Label) -> Scene {
        let mut scene = Scene::new();
        scene.text(Point::new(0.0, 0.0), Anchor::Middle, label);
        scene
    }
}

/// Whether a curve meets one of the rectangles, by following it in short straight steps.
fn meets_curve(obstacles: &[Bounds], from: Point, [a, b]: &[Point; 2], to: Point) -> bool {
    const STEPS: usize = 24;
    let at = |step: usize| Point::on_curve([from, *a, *b, to], step as f64 / STEPS as f64);
    let around = around_all(&[from, *a, *b, to]);
    let near: Vec<&Bounds> = obstacles.iter().filter(|bounds| bounds.overlaps(&around)).collect();
    (0..STEPS).any(|step| near.iter().any(|bounds| bounds.meets(at(step), at(step + 1))))
}

/// A coordinate as writers write it: at most two places, and no negative zero.
pub(crate) fn written(number: f64) -> String {
    let hundredths = (number * 100.0).round();
    let text = format!("{:.2}", if hundredths == 0.0 { 0.0 } else { hundredths / 100.0 });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!([1.0, -0.001, 2.5, 1.0 / 3.0, -12.346].map(written), ["1", "0", "2.5", "0.33", "-12.35"]);
    }

    #[test]
    fn a_table_keeps_its_pictures_in_their_cells() {
        let label = |text: &str| Scene::caption(Label::new(text, text));
        let rows = vec![vec![label("a"), label("long long")], vec![label("b")]];
        let table = Scene::table(rows, 5.0);
        let texts: Vec<Bounds> =
            table.shapes().iter().filter(|s| matches!(s, Shape::Text { .. })).map(Shape::bounds).collect();
        assert_eq!(texts.len(), 3);
        for (i, a) in texts.iter().enumerate() {
            assert!(texts[..i].iter().all(|b| !a.overlaps(b)));
        }
    }
}
