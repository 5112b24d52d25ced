//! The server answers as `misere batch` does.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod client;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use misere::check::visible_json;
use misere::{ArgumentKind, QUESTIONS, QuestionKind, RequestLine, Workspace};
use misere_web::Options;
use serde_json::{Map, Value};

use client::{serve, workspace};

/// The example of a question as a line of a batch.
fn line_of(kind: &QuestionKind) -> String {
    let mut request = Map::new();
    request.insert("op".to_owned(), kind.name.into());
    for (name, text) in kind.example.arguments {
        let parameter = kind.parameters.iter().find(|parameter| parameter.name == *name).unwrap();
        let value = match parameter.kind {
            ArgumentKind::Number => Value::from(text.parse::<u32>().unwrap()),
            ArgumentKind::Flag => Value::from(text.parse::<bool>().unwrap()),
            _ => Value::from(*text),
        };
        request.insert((*name).to_owned(), value);
    }
    request.extend(kind.example.modulo.map(|modulo| ("modulo".to_owned(), modulo.into())));
    request.insert("id".to_owned(), format!("{}\u{202e}", kind.name).into());
    serde_json::to_string(&request).unwrap()
}

fn in_batch(work: &Workspace, line: &str) -> String {
    let answer = RequestLine::read(work, line.as_bytes()).map(|line| line.answer(work));
    let answer = serde_json::to_string(&answer.unwrap_or_else(|refusal| refusal)).unwrap();
    format!("{}\n", visible_json(&answer))
}

#[test]
fn every_question_is_answered_as_in_a_batch() {
    // An answer that takes long comes without lines of progress.
    let patience = Duration::from_secs(60);
    let served = serve(Options { patience, ..Options::default() });
    let work = workspace(patience);
    let bad = ["no request", "[]", r#"{"op":"dance"}"#, r#"{"op":"simplest","g":"{0|","modulo":"E"}"#, ""];
    let lines: Vec<String> =
        QUESTIONS.iter().map(|kind| line_of(kind)).chain(bad.map(str::to_owned)).collect();
    assert!(lines.len() > 50);
    for line in lines {
        let reply = served.ask(&line);
        assert_eq!((reply.status, reply.body), (200, in_batch(&work, &line)), "{line}");
    }
}

#[test]
fn answers_come_at_once_on_a_connection_that_stays_open() {
    let served = serve(Options::default());
    let mut stream = served.connect();
    let text = served.text("POST", "/ask", &served.trusted(), r#"{"op":"rank","g":"*"}"#);
    let text = text.replace("connection: close\r\n", "");
    let mut times: Vec<Duration> = (0..21)
        .map(|_| {
            let started = Instant::now();
            stream.write_all(text.as_bytes()).unwrap();
            let mut part = [0; 4096];
            let length = stream.read(&mut part).unwrap();
            // Head and answer come in one write.
            assert!(part[..length].ends_with(b"{\"ok\":true,\"rank\":1}\n"));
            started.elapsed()
        })
        .collect();
    times.sort();
    // A system that waits for an acknowledgement waits 40 ms.
    assert!(times[10] < Duration::from_millis(30), "{times:?}");
}
