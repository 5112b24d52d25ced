//! Figures that are trees.

use misere::core::{Family, Form, Forms, Player, Relation};
use misere::draw::{Anchor, Label, Point, Scene, TreeStyle, draw_tree};
use misere::notation::structural_order;

use super::layout::{captioned, tree};
use crate::desk::Desk;
use crate::item::Trouble;
use crate::sample::kept;

/// \[dicots\] Figure 1.
pub(super) fn born_by_day_1(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    in_notation(forms, &structural_order(forms, &forms.born_by(1)?))
}

/// \[day-2\] Figure 1, with games of our choice, since the figure names none. The circle in (b)
/// is a Right end that is not dead.
pub(super) fn dead_ending(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    let pictures =
        [("(a)", "{{2|*}|-1,{*|{|0,-1}}}"), ("(b)", "{{*|}|-1,{*|{|0,-1}}}")].map(|(name, game)| {
            let g = desk.read(game)?;
            let is_alive =
                |f: Form| Player::BOTH.iter().any(|&p| forms.is_end(f, p) && !forms.is_dead_end(f, p));
            let style = TreeStyle { circled: Some(&is_alive), ..TreeStyle::default() };
            let caption =
                format!("{name} {}", if forms.is_dead_ending(g) { "dead-ending" } else { "not dead-ending" });
            Ok((draw_tree(forms, g, &style)?, Label::words(&caption)))
        });
    Ok(captioned(pictures.into_iter().collect::<Result<_, Trouble>>()?))
}

/// \[day-2\] Figure 2.
pub(super) fn equal_to_zero(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    let found = kept(desk.day_2()?, |g| {
        let is_there = forms.is_dead_ending(g) && forms.rank(g) == 2;
        Ok::<_, Trouble>(is_there && desk.e.relation(g, Form::ZERO)? == Relation::Equal)
    })?;
    in_notation(forms, &structural_order(forms, &found))
}

/// \[blocking\] Figure 2.1.
pub(super) fn waiting_games(desk: &Desk) -> Result<Scene, Trouble> {
    family(desk, Family::W)
}

/// \[blocking\] Figure 3.1.
pub(super) fn passing_games(desk: &Desk) -> Result<Scene, Trouble> {
    family(desk, Family::B)
}

/// \[universe\] Figure 4.
pub(super) fn reduction(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    let h = desk.read("{0,{*||0,{*|0}}||*}")?;
    let pictures = captioned(vec![
        (tree(forms, h)?, Label::new("H", "H")),
        (tree(forms, desk.d.canonical(h)?)?, Label::new("G", "G")),
    ]);
    let caption = Label::words("equal modulo dicots");
    let bounds = pictures.bounds();
    let mut scene = pictures;
    let at = Point::new(f64::midpoint(bounds.min.x, bounds.max.x), bounds.max.y + 12.0);
    scene.text(at, Anchor::Middle, caption);
    Ok(scene)
}

fn family(desk: &Desk, family: Family) -> Result<Scene, Trouble> {
    let letter = family.letter();
    let members = (0..=4).map(|n| {
        let g = family.member(desk.forms(), n)?;
        let index = char::from_u32('₀' as u32 + n as u32).unwrap_or(' ');
        Ok((tree(desk.forms(), g)?, Label::new(format!("{letter}{index}"), format!("{letter}_{n}"))))
    });
    Ok(captioned(members.collect::<Result<_, Trouble>>()?))
}

/// Trees in a row, each with its game in notation below.
fn in_notation(forms: &Forms, games: &[Form]) -> Result<Scene, Trouble> {
    let pictures = games.iter().map(|&g| Ok((tree(forms, g)?, Label::form(forms, g)?)));
    Ok(captioned(pictures.collect::<Result<_, Trouble>>()?))
}
