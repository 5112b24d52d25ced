//! Strangers, other pages, slow clients and too many questions: the server holds against each.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod client;

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use misere_web::{Ended, Options};

use client::{Reply, Served, serve, serve_with, workspace};

/// A question that is answered at once.
const SHORT: &str = r#"{"op":"outcome","g":"*"}"#;
/// A question that takes minutes, for the thread of short questions.
const ENDLESS: &str = r#"{"op":"value","position":"domineering(5x9)","modulo":"E","id":"endless"}"#;
/// The same for the thread of long questions.
const ENDLESS_TABLE: &str =
    r#"{"op":"table","ruleset":"domineering","positions":"5x8..9","moduli":"E","id":"endless-table"}"#;

const fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn assert_answered(reply: &Reply) {
    assert_eq!(
        (reply.status, reply.body.as_str()),
        (200, "{\"ok\":true,\"outcome\":\"P\"}\n"),
        "{}",
        reply.head
    );
}

#[test]
fn a_name_that_was_made_to_lead_here_is_refused_before_anything_else() {
    let served = serve(Options::default());
    for host in ["evil.example", "evil.example:80", "127.0.0.1", "localhost", "[::1]:80", ""] {
        for (method, path) in [("GET", "/"), ("POST", "/ask"), ("DELETE", "/ask/1"), ("PUT", "/nothing")] {
            let trusted = [("host", host), ("x-token", &*served.token), ("content-type", "application/json")];
            let reply = served.request(method, path, &trusted, SHORT);
            assert_eq!(reply.status, 421, "{host} {method} {path}: {}", reply.head);
        }
    }
    let doubled =
        format!("GET / HTTP/1.1\r\nhost: {0}\r\nhost: {0}\r\nconnection: close\r\n\r\n", served.host);
    assert_eq!(served.raw(&doubled).status, 421);
    assert_eq!(served.raw("GET / HTTP/1.0\r\n\r\n").status, 421);
    let absolute =
        format!("GET http://evil.example/ HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", served.host);
    assert_eq!(served.raw(&absolute).status, 421);
    let port = served.host.rsplit_once(':').unwrap().1;
    assert_eq!(served.request("GET", "/", &[("host", &format!("localhost:{port}"))], "").status, 200);
    assert_eq!(served.request("GET", "/", &[], "").status, 200);
}

#[test]
fn pages_of_other_origins_are_refused_and_get_no_permission() {
    let served = serve(Options::default());
    let own = format!("http://{}", served.host);
    for origin in
        ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1", &format!("{own}0")]
    {
        let headers = [&[("origin", origin)], &served.trusted()[..]].concat();
        assert_eq!(served.request("POST", "/ask", &headers, SHORT).status, 403, "{origin}");
        assert_eq!(served.request("GET", "/", &[("origin", origin)], "").status, 403, "{origin}");
    }
    assert_answered(&served.request(
        "POST",
        "/ask",
        &[&[("origin", &*own)], &served.trusted()[..]].concat(),
        SHORT,
    ));
    // Forms, and scripts that do not ask before, can send these types to other origins.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""] {
        let headers = [("x-token", &*served.token), ("content-type", kind)];
        assert_eq!(served.request("POST", "/ask", &headers, SHORT).status, 415, "{kind}");
    }
    // A browser asks before it sends a token to another origin.
    let before = [
        ("origin", &*own),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "x-token,content-type"),
    ];
    for reply in [
        served.request("OPTIONS", "/ask", &before, ""),
        served.ask(SHORT),
        served.request("GET", "/", &[], ""),
    ] {
        assert!(!reply.head.contains("access-control-"), "{}", reply.head);
    }
    assert_eq!(served.request("OPTIONS", "/ask", &before, "").status, 405);
}

#[test]
fn who_has_no_token_is_not_answered() {
    let served = serve(Options::default());
    let json = ("content-type", "application/json");
    let own = &served.token;
    let mut other = own.clone();
    other.replace_range(31.., if own.ends_with('0') { "1" } else { "0" });
    for token in
        ["", &own[..31], &other, &own.to_uppercase().replace(char::is_numeric, "A"), &format!("{own}0")]
    {
        for (method, path) in [("POST", "/ask"), ("POST", "/alive"), ("DELETE", "/ask/1")] {
            let reply = served.request(method, path, &[("x-token", token), json], SHORT);
            assert_eq!(reply.status, 401, "{token} {method} {path}");
        }
    }
    assert_eq!(served.request("POST", "/ask", &[json], SHORT).status, 401);
    let doubled = [("x-token", own.as_str()), ("x-token", own.as_str()), json];
    assert_eq!(served.request("POST", "/ask", &doubled, SHORT).status, 401);
    // The token of another server, and the token in the address, are no help.
    let another = serve(Options::default());
    assert_eq!(served.request("POST", "/ask", &another.trusted(), SHORT).status, 401);
    assert_eq!(served.request("POST", &format!("/ask?t={own}"), &[json], SHORT).status, 401);
    assert_answered(&served.ask(SHORT));
    assert_eq!(served.request("POST", "/alive", &served.trusted(), "").status, 204);
}

#[test]
fn every_response_forbids_foreign_scripts() {
    let served = serve(Options::default());
    let name = r#"{"op":"ruleset","ruleset":"<img onerror=x>"}"#;
    let replies = [
        served.request("GET", "/", &[], ""),
        served.request("GET", "/nothing", &[], ""),
        served.request("GET", "/", &[("host", "evil.example")], ""),
        served.request("POST", "/alive", &served.trusted(), ""),
        served.request("POST", "/ask", &[], SHORT),
        served.ask(SHORT),
        served.ask(name),
        served.ask("no request"),
    ];
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
                  connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for reply in &replies {
        for (header, value) in [
            ("content-security-policy", policy),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(reply.header(header), Some(value), "{}", reply.head);
        }
        let is_page = reply.header("content-type") == Some("text/html; charset=utf-8");
        assert_eq!(is_page, reply.body.starts_with("<!doctype html>"), "{}", reply.head);
    }
    assert_eq!(replies[6].header("content-type"), Some("application/x-ndjson"));
    assert!(replies[6].body.contains("<img onerror=x>"), "{}", replies[6].body);
}

#[test]
fn requests_and_answers_have_a_size() {
    let served = serve(Options { longest_answer: 2 << 10, ..Options::default() });
    let padded = |length: usize| format!("{SHORT}{}", " ".repeat(length - SHORT.len()));
    assert_answered(&served.ask(&padded(64 << 10)));
    for length in [(64 << 10) + 1, 100_000] {
        assert_eq!(served.ask(&padded(length)).status, 413, "{length}");
    }
    // Nor is a body read whose length is not told, or that is as long as a disk.
    let head = |length: &str| {
        let (host, token) = (&served.host, &served.token);
        format!(
            "POST /ask HTTP/1.1\r\nhost: {host}\r\nx-token: {token}\r\ncontent-type: application/json\r\n{length}\r\n\r\n"
        )
    };
    let chunks = format!("{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", "", 100_000, "x".repeat(100_000));
    assert_eq!(
        served.raw(&(head("connection: close\r\ntransfer-encoding: chunked") + &chunks[2..])).status,
        413
    );
    assert_eq!(served.raw(&head("content-length: 999999999999")).status, 413);
    let many: Vec<(&str, &str)> = vec![("x-more", "1"); 33];
    assert_eq!(served.request("GET", "/", &many, "").status, 431);
    let long = "x".repeat(17 << 10);
    assert_eq!(served.request("GET", "/", &[("x-more", &long)], "").status, 431);
    let answer = served.ask(r#"{"op":"days","day":2,"id":5}"#).answer();
    assert_eq!(answer["code"], "limit", "{answer}");
    assert_eq!(answer["message"], "the answer is longer than 2 KiB");
    assert_eq!(answer["id"], 5);
    assert_eq!(Options::default().longest_answer, 1 << 20);
}

/// Half a header and half a body.
fn halves(served: &Served) -> [TcpStream; 2] {
    let mut header = served.connect();
    header.write_all(b"GET / HT").unwrap();
    let mut body = served.connect();
    let text = served.text("POST", "/ask", &served.trusted(), SHORT);
    body.write_all(&text.as_bytes()[..text.len() - 5]).unwrap();
    [header, body]
}

#[test]
fn who_is_slow_makes_room_for_others() {
    // One server as it is, and one that waits no longer than the test would like to.
    for (reading, least) in [(milliseconds(300), 250), (Options::default().reading, 4_900)] {
        let served = serve(Options { reading, ..Options::default() });
        let [mut header, mut body] = halves(&served);
        let silent: Vec<TcpStream> = (0..80).map(|_| served.connect()).collect();
        let started = Instant::now();
        assert_answered(&served.ask(SHORT));
        let waited = started.elapsed();
        assert!((milliseconds(least)..reading + milliseconds(1_000)).contains(&waited), "{waited:?}");
        assert_eq!(Reply::read(&mut body).status, 408);
        assert!([0, 408].contains(&Reply::read(&mut header).status));
        drop(silent);
    }
}

#[test]
fn a_full_queue_refuses_and_says_when_to_come_again() {
    let served = serve_with(&workspace(milliseconds(100)), Options::default());
    let replies: Vec<Reply> = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..40).map(|_| scope.spawn(|| served.ask(ENDLESS))).collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let (answered, refused): (Vec<&Reply>, Vec<&Reply>) =
        replies.iter().partition(|reply| reply.status == 200);
    assert!(answered.len() >= 17, "{} were answered", answered.len());
    assert!(refused.len() >= 20, "{} were refused", refused.len());
    for reply in &answered {
        // Each had its time, however long it waited.
        assert_eq!(reply.answer()["code"], "limit", "{}", reply.body);
        assert!(reply.answer()["message"].as_str().unwrap().contains("0.1 s"), "{}", reply.body);
    }
    for reply in refused {
        assert_eq!((reply.status, reply.header("retry-after")), (503, Some("1")));
    }
    let waiting = answered.iter().flat_map(|reply| reply.progress());
    let places: Vec<u64> = waiting.filter_map(|line| line["progress"]["waiting"].as_u64()).collect();
    assert!(places.iter().all(|place| (1..=16).contains(place)) && !places.is_empty(), "{places:?}");
    // The queue is empty again.
    assert_answered(&served.ask(SHORT));
}

#[test]
fn long_questions_do_not_stand_before_short_ones() {
    let served = serve(Options::default());
    let mut long = served.begin(ENDLESS_TABLE);
    std::thread::sleep(milliseconds(100));
    let started = Instant::now();
    assert_answered(&served.ask(SHORT));
    assert!(started.elapsed() < milliseconds(2_000));
    let ended = served.request("DELETE", "/ask/endless-table", &served.trusted(), "");
    assert_eq!(ended.status, 204);
    assert_eq!(Reply::read(&mut long).answer()["code"], "interrupted");
}

#[test]
fn a_question_ends_when_its_page_goes_away() {
    let served = serve(Options { patience: milliseconds(150), ..Options::default() });
    // Before the first line of the response, and after it; and while others wait.
    for before in [50, 400] {
        let asked = served.begin(ENDLESS);
        let waiting = served.begin(ENDLESS);
        std::thread::sleep(milliseconds(before));
        drop((asked, waiting));
        let started = Instant::now();
        assert_answered(&served.ask(SHORT));
        assert!(started.elapsed() < milliseconds(2_000), "after {before} ms");
    }
}

#[test]
fn a_question_is_ended_by_its_id() {
    let served = serve(Options::default());
    let delete = |id: &str| served.request("DELETE", &format!("/ask/{id}"), &served.trusted(), "").status;
    assert_eq!(delete("endless"), 404);
    let mut running = served.begin(ENDLESS);
    std::thread::sleep(milliseconds(100));
    let mut waiting = served.begin(&SHORT.replace('}', r#","id":17}"#));
    std::thread::sleep(milliseconds(400));
    assert_eq!([delete("17"), delete("18"), delete("endless")], [204, 404, 204]);
    let reply = Reply::read(&mut waiting);
    let cancelled =
        serde_json::json!({ "ok": false, "code": "interrupted", "message": "cancelled", "id": 17 });
    assert_eq!(reply.answer(), cancelled, "{}", reply.body);
    assert_eq!(reply.progress()[0]["progress"]["waiting"], 1);
    let reply = Reply::read(&mut running);
    assert_eq!((&reply.answer()["code"], &reply.answer()["id"]), (&"interrupted".into(), &"endless".into()));
    assert!(reply.progress()[0]["progress"]["memory"].as_u64().unwrap() > 0, "{}", reply.body);
    assert_answered(&served.ask(SHORT));
}

#[test]
fn a_server_without_a_page_ends() {
    let served = serve(Options { idle: milliseconds(400), ..Options::default() });
    let started = Instant::now();
    // A page that says that it is open keeps the server, and so does a question.
    while started.elapsed() < milliseconds(1_000) {
        assert_eq!(served.request("POST", "/alive", &served.trusted(), "").status, 204);
        std::thread::sleep(milliseconds(100));
    }
    let asked = served.begin(ENDLESS);
    std::thread::sleep(milliseconds(1_000));
    assert!(!served.has_ended());
    drop(asked);
    // Strangers do not keep it.
    while started.elapsed() < milliseconds(10_000) && !served.has_ended() {
        if let Ok(mut stream) = TcpStream::connect(&served.host) {
            drop(stream.write_all(served.text("POST", "/alive", &[], "").as_bytes()));
        }
        std::thread::sleep(milliseconds(50));
    }
    let (ended, _) = served.ended();
    assert_eq!(ended, Ended::Forgotten);
    assert!(started.elapsed() < milliseconds(5_000), "{:?}", started.elapsed());
    assert_eq!(Options::default().idle, Duration::from_secs(30 * 60));
}

#[test]
fn a_server_that_is_stopped_ends_in_the_middle_of_questions() {
    let served = serve(Options::default());
    let _silent = served.connect();
    let mut asked = [ENDLESS, ENDLESS_TABLE, ENDLESS].map(|question| served.begin(question));
    std::thread::sleep(milliseconds(600));
    let host = served.host.clone();
    served.stop();
    let (ended, took) = served.ended();
    assert_eq!(ended, Ended::Stopped);
    assert!(took < milliseconds(3_000), "{took:?}");
    for stream in &mut asked {
        assert_eq!(Reply::read(stream).answer()["code"], "interrupted");
    }
    assert!(TcpStream::connect(host).is_err());
}

#[test]
fn nothing_is_read_from_the_disk() {
    let served = serve(Options::default());
    for path in [
        "//",
        "//index.html",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/index.html/..",
        "/./index.html",
        "/index.html%00",
        "/etc/passwd",
        "//etc/passwd",
        "/page/index.html",
        "/ask/",
        "/INDEX.HTML",
    ] {
        assert_eq!(served.request("GET", path, &[], "").status, 404, "{path}");
    }
    for path in ["/", "/index.html", "/?t=1"] {
        let reply = served.request("GET", path, &[], "");
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.body.starts_with("<!doctype html>"));
        assert_eq!(served.request("HEAD", path, &[], "").body, "");
    }
    for (method, path) in
        [("POST", "/"), ("GET", "/ask"), ("PUT", "/ask"), ("GET", "/ask/1"), ("GET", "/alive")]
    {
        assert_eq!(served.request(method, path, &served.trusted(), "").status, 405, "{method} {path}");
    }
}
