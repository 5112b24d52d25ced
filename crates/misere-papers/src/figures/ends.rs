//! Figures of Left dead ends.

use misere::core::{Form, Player};
use misere::counting::dead_ends::{DeadEnd, DeadEnds, Lattice};
use misere::draw::{Hasse, Label, Scene, TreeStyle, draw_hasse, draw_tree};

use super::layout::captioned;
use crate::desk::Desk;
use crate::item::Trouble;

/// \[universe\] Figure 1.
pub(super) fn semilattices(desk: &Desk) -> Result<Scene, Trouble> {
    let pictures = [2, 3].map(|day| {
        let label = Label::new(["L₂ˣ", "L₃ˣ"][day - 2], format!(r"\mathcal{{L}}_{day}^{{\times}}"));
        Ok((draw_hasse(&semilattice(day as u32)?, desk.forms().budget())?, label))
    });
    Ok(captioned(pictures.into_iter().collect::<Result<_, Trouble>>()?))
}

/// The Left dead ends born by a day, except 0.
fn semilattice(day: u32) -> Result<Hasse, Trouble> {
    let lattice = Lattice::new(day).ok_or_else(|| Trouble::Refused(format!("day {day} is too late")))?;
    let ends = DeadEnds::new();
    let mut made: Vec<DeadEnd> = Vec::new();
    let mut labels = Vec::new();
    for place in 0..lattice.len() {
        let options: Vec<DeadEnd> = lattice.options(place).into_iter().map(|o| made[o]).collect();
        made.push(ends.make(&options)?);
        labels.push(shorthand_label(&ends.write_shorthand(made[place])?));
    }
    // 0 is at place 0, and compares with nothing else.
    Hasse::new(labels.split_off(1), |i, j| lattice.ge(i + 1, j + 1))
        .map_err(|error| Trouble::Refused(error.to_string()))
}

/// The shorthand of \[universe\] section 3, in which a bar over a digit is a conjugate.
fn shorthand_label(text: &str) -> Label {
    const BAR: char = '\u{304}';
    let mut latex = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if characters.next_if_eq(&BAR).is_some() {
            if latex.ends_with('}') {
                // The bars would join.
                latex.push_str(r"\,");
            }
            latex.push_str(&format!(r"\overline{{{character}}}"));
        } else if character == '#' {
            latex.push_str(r"_{\#}");
        } else {
            latex.push(character);
        }
    }
    Label::new(text, latex)
}

/// \[universe\] Figure 2: 3̄0 with its adjoints. Moves in an adjoint without a counterpart in
/// 3̄0 are dotted: Right's moves, and Left's moves to 0. (A Left option of an adjoint is an
/// adjoint, which is not 0.)
pub(super) fn adjoints(desk: &Desk) -> Result<Scene, Trouble> {
    let forms = desk.forms();
    let g = desk.read("[-3 0]")?;
    let adjoint = forms.adjoint(g)?;
    let modified = forms
        .left_modified_adjoint(g)?
        .ok_or_else(|| Trouble::Refused("the game is not a Left end".to_owned()))?;
    let is_adjoined = |_: Form, player: Player, option: Form| player == Player::Right || option == Form::ZERO;
    let dotted = TreeStyle { dotted: Some(&is_adjoined), ..TreeStyle::default() };
    Ok(captioned(vec![
        (draw_tree(forms, g, &TreeStyle::default())?, Label::new("G", "G")),
        (draw_tree(forms, adjoint, &dotted)?, Label::new("G°", r"G^{\circ}")),
        (draw_tree(forms, modified, &dotted)?, Label::new("G⊛", r"G^{\circledast}")),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_and_sharps_in_latex() {
        assert_eq!(shorthand_label("(2̄1̄)0#").latex, r"(\overline{2}\,\overline{1})0_{\#}");
    }

    #[test]
    fn the_semilattices_have_one_least_element_and_the_integers_on_top() {
        for (day, size) in [(2, 3), (3, 9)] {
            let order = semilattice(day).unwrap();
            assert_eq!(order.labels().len(), size);
            let top = |i: &usize| !(0..size).any(|j| order.order().gt(j, *i));
            let bottom = |i: &usize| !(0..size).any(|j| order.order().gt(*i, j));
            assert_eq!((0..size).filter(top).count(), day as usize);
            assert_eq!((0..size).filter(bottom).count(), 1);
        }
    }
}
