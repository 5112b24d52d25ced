//! A first program: build a game, ask who wins, and simplify it modulo three
//! universes.

use std::sync::Arc;

use misere_core::{DeadEnding, Dicots, Engine, Form, Forms, Outcome, Player, Refused, Relation};

fn main() -> Result<(), Refused> {
    run()
}

/// The program; it is also run as a test.
pub fn run() -> Result<(), Refused> {
    // A store holds every form once. 0 is always there.
    let forms = Arc::new(Forms::new());
    let star = forms.ordinary(&[Form::ZERO], &[Form::ZERO])?;
    let g = forms.ordinary(&[Form::ZERO, star], &[star])?;

    // The player who moves first wins {0,*|*} under misère play.
    assert_eq!(forms.outcome(g), Outcome::N);

    // Order exists only modulo something.
    let d = Engine::new(forms.clone(), Arc::new(Dicots));
    let e = Engine::new(forms.clone(), Arc::new(DeadEnding));
    assert_eq!(d.relation(g, Form::ZERO)?, Relation::Greater);
    assert_eq!(e.relation(g, Form::ZERO)?, Relation::Greater);

    // Modulo D the option * only shows that Left is strong, and becomes a
    // tombstone. The simplest form is {0,■|*}.
    let simplest = d.simplest(g)?;
    assert_eq!(forms.options(simplest, Player::Left), [Form::ZERO]);
    assert!(forms.tombstones(simplest).has(Player::Left));

    // Why is 0 ≥ {0,*|*} false? Here is a dicot that says so.
    let separator = d.separator(Form::ZERO, g)?.expect("0 is not at least g");
    let sums = [forms.sum(Form::ZERO, separator.game)?, forms.sum(g, separator.game)?];
    let winners = sums.map(|sum| forms.outcome(sum).winner(separator.starter));
    assert_eq!(winners, [Player::Right, Player::Left]);
    Ok(())
}
