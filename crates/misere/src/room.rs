//! When a workspace that answers many questions has grown enough to be replaced by a fresh one.

use crate::workspace::Workspace;

/// The bytes a workspace may grow to before it is replaced, if no question needed more: enough
/// for memos to serve some thousands of small questions.
const USUAL_SIZE: u64 = 32 << 20;

/// The room that the workspace of a front may take between questions. Memos serve the next
/// questions as long as there is room; then the front replaces the workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Room {
    largest: u64,
}

impl Room {
    /// Asks the workspace something, and returns whether the workspace should be replaced
    /// afterwards.
    pub fn ask<T>(&mut self, work: &Workspace, ask: impl FnOnce() -> T) -> (T, bool) {
        let before = work.budget().spent().memory_bytes;
        let answer = ask();
        let size = work.budget().spent().memory_bytes;
        // The memos of a large question serve those like it.
        self.largest = self.largest.max(size.saturating_sub(before));
        let room = USUAL_SIZE.max(4 * self.largest).min(work.budget().limits().memory_bytes / 2);
        (answer, size > room)
    }
}
