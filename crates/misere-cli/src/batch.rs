//! `misere batch`: JSON Lines in and out.

use std::io::{self, BufRead, BufReader, Read};

use misere::{Error, RequestLine, Room, Workspace, error_object};
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::guard::{OnOverrun, guarded};
use crate::report::Report;

/// The bytes that are read at once: some hundred requests, whose answers are printed together.
const INPUT: usize = 1 << 16;

/// Answers the requests of standard input, lines of at most `most` bytes. Memos serve the next
/// lines, as long as there is room; then the workspace is replaced by a fresh one.
pub(crate) fn run(mut work: Workspace, report: &mut Report, most: u64) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(INPUT, io::stdin().lock());
    while guarded(&work, OnOverrun::Wait, || serve(&work, &mut input, report, most))? {
        work = work.fresh();
    }
    Ok(())
}

/// Answers requests until there are no more, or until the workspace has no room for more: then
/// the answer is true.
fn serve(
    work: &Workspace,
    input: &mut BufReader<impl Read>,
    report: &mut Report,
    most: u64,
) -> Result<bool, Failure> {
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read standard input: {error}"));
    let mut line = Vec::new();
    let mut room = Room::default();
    loop {
        line.clear();
        if input.by_ref().take(most + 1).read_until(b'\n', &mut line).map_err(cannot)? == 0 {
            return Ok(false);
        }
        if line.len() as u64 > most && line.last() != Some(&b'\n') {
            let message = format!("bad request: a line is longer than {} MiB", most >> 20);
            report.object(&error_object(&Error::Request(message), None))?;
            report.flush()?;
            line = Vec::new();
            input.skip_until(b'\n').map_err(cannot)?;
            continue;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        // The time limit is for one line.
        work.budget().renew();
        let (answered, is_full) = room.ask(work, || report.object(&answer(work, &line)));
        answered?;
        // The caller may wait for this answer before the next request, unless that is here. If
        // the next request takes long, the guard prints this answer.
        if !input.buffer().contains(&b'\n') {
            report.flush()?;
        }
        if is_full {
            return Ok(true);
        }
    }
}

fn answer(work: &Workspace, line: &[u8]) -> Map<String, Value> {
    match RequestLine::read(work, line) {
        Ok(line) => line.answer(work),
        Err(refusal) => refusal,
    }
}
