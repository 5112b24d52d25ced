//! The work of a workspace and its progress, for fronts that show it.

use std::sync::{Arc, Mutex, PoisonError};

use misere_rulesets::Steps;

use crate::workspace::Workspace;

/// The present work: its name, and how far it is.
#[derive(Default)]
pub(crate) struct Progress(Mutex<Option<Doing>>);

struct Doing {
    what: String,
    how_far: Box<dyn Fn() -> (usize, Option<usize>) + Send>,
}

impl Progress {
    /// Nothing is being done any more.
    pub(crate) fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Workspace {
    /// The present work of a question that takes long: its name, how much of it is done, and of
    /// how much, if that is known.
    #[must_use]
    pub fn progress(&self) -> Option<(String, usize, Option<usize>)> {
        let doing = self.progress_of().0.lock().unwrap_or_else(PoisonError::into_inner);
        doing.as_ref().map(|Doing { what, how_far }| {
            let (done, total) = how_far();
            (what.clone(), done, total)
        })
    }

    /// From now on this is being done.
    pub(crate) fn doing(
        &self,
        what: impl Into<String>,
        how_far: impl Fn() -> (usize, Option<usize>) + Send + 'static,
    ) {
        let doing = Doing { what: what.into(), how_far: Box::new(how_far) };
        *self.progress_of().0.lock().unwrap_or_else(PoisonError::into_inner) = Some(doing);
    }

    /// From now on this position is being worked on.
    pub(crate) fn doing_position(&self, position: &str, steps: &Arc<Steps>) {
        let steps = steps.clone();
        self.doing(position, move || steps.done());
    }
}
