//! `misere batch`: JSON Lines in and out.

use std::io::{self, BufRead, BufReader, Read};

use misere::core::Account;
use misere::{Error, Request, RequestError, Workspace, error_object};
use serde_json::{Map, Value};

use crate::failure::{Failure, flag_of};
use crate::guard::{OnOverrun, guarded};
use crate::report::Report;

/// The bytes a workspace may grow to before it is replaced, if no request needed more: enough
/// for memos to serve some thousands of small requests.
const USUAL_SIZE: u64 = 32 << 20;

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
    let mut largest = 0;
    loop {
        line.clear();
        if input.by_ref().take(most + 1).read_until(b'\n', &mut line).map_err(cannot)? == 0 {
            return Ok(false);
        }
        if line.len() as u64 > most && line.last() != Some(&b'\n') {
            report.object(&bad_request(format!("bad request: a line is longer than {} MiB", most >> 20)))?;
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
        let before = work.budget().spent().memory_bytes;
        report.object(&answer(work, &line))?;
        // The caller may wait for this answer before the next request, unless that is here. If
        // the next request takes long, the guard prints this answer.
        if !input.buffer().contains(&b'\n') {
            report.flush()?;
        }
        let size = work.budget().spent().memory_bytes;
        // What a large request has left serves those like it.
        largest = largest.max(size.saturating_sub(before));
        let room = USUAL_SIZE.max(4 * largest).min(work.budget().limits().memory_bytes / 2);
        if size > room {
            return Ok(true);
        }
    }
}

fn answer(work: &Workspace, line: &[u8]) -> Map<String, Value> {
    let account = Account::new(work.budget().clone());
    if let Err(exhausted) = account.charge(most_memory(line)) {
        return refusal(&Error::Exhausted(exhausted), None);
    }
    let request: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(Value::Object(request)) => request,
        Ok(_) => return bad_request("bad request: a request is a JSON object".to_owned()),
        Err(error) => return bad_request(format!("bad request: {error}")),
    };
    let answered = Request::read(work, &request)
        .and_then(|request| request.answer().map_err(|error| RequestError { error, field: None }));
    let mut object = answered.unwrap_or_else(|RequestError { error, field }| {
        refusal(&error, field.as_deref().map(|(name, text)| (*name, text.as_str())))
    });
    if let Some(id) = request.get("id") {
        object.insert("id".to_owned(), id.clone());
    }
    object
}

/// The object of an error; of a limit, with the flag of the command that moves it.
fn refusal(error: &Error, field: Option<(&str, &str)>) -> Map<String, Value> {
    let mut object = error_object(error, field);
    if let Error::Exhausted(exhausted) = error
        && let Some(flag) = flag_of(exhausted.limit)
    {
        object.insert("help".to_owned(), flag.into());
    }
    object
}

/// What a line may take once it is read as JSON: a value for every comma and every bracket.
fn most_memory(line: &[u8]) -> usize {
    const BYTES_PER_VALUE: usize = 4 * size_of::<Value>();
    line.len() + BYTES_PER_VALUE * line.iter().filter(|byte| b",[{".contains(byte)).count()
}

fn bad_request(message: String) -> Map<String, Value> {
    error_object(&Error::Request(message), None)
}
