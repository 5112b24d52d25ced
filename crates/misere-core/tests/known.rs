//! Values that another engine found are the values that an engine finds itself.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use misere_core::{AllGames, Blocking, DeadEnding, Dicots, Engine, Form, Forms, NormalPlay, Setting};

fn settings() -> [Arc<dyn Setting>; 5] {
    [Arc::new(AllGames), Arc::new(Dicots), Arc::new(DeadEnding), Arc::new(Blocking), Arc::new(NormalPlay)]
}

#[test]
fn values_that_are_taken_over_are_those_that_are_found() {
    for setting in settings() {
        let forms = Arc::new(Forms::new());
        let all = forms.born_by(2).unwrap();
        let first = Engine::new(forms.clone(), setting.clone());
        // Sums have larger simplest forms, whose followers are taken over with them.
        let mut asked: Vec<Form> = all.clone();
        for pair in all.windows(2).step_by(3) {
            asked.push(forms.sum(pair[0], pair[1]).unwrap());
        }
        let simplest: Vec<Form> = asked.iter().map(|&g| first.simplest(g).unwrap()).collect();
        let taken = Engine::new(forms.clone(), setting.clone());
        let found = Engine::new(forms.clone(), setting.clone());
        for (&g, &simplest) in asked.iter().zip(&simplest).rev() {
            let value = taken.value_of_simplest(simplest).unwrap();
            assert_eq!(value, taken.value_of_simplest(simplest).unwrap());
            assert_eq!(value, taken.value(simplest).unwrap());
            assert_eq!(value, taken.value(g).unwrap(), "the value is the one that simplification finds");
            assert_eq!(taken.form(value).unwrap(), simplest);
        }
        for pair in asked.chunks_exact(2) {
            let expected = found.relation(pair[0], pair[1]).unwrap();
            assert_eq!(taken.relation(pair[0], pair[1]).unwrap(), expected);
        }
    }
}
