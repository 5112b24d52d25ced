//! `misere serve` and `misere explore`: the line, the browser, and the end.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![cfg(target_os = "linux")]

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use program::{Scratch, errors, misere};
use rustix::process::{Pid, Signal, kill_process};

/// The program, and the line that it printed.
struct Served {
    child: Child,
    output: BufReader<ChildStdout>,
    line: String,
}

fn serve(command: &mut Command) -> Served {
    let command = command.env_remove("MISERE_STORE").stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    Served { child, output, line: line.trim_end().to_owned() }
}

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_misere"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

impl Served {
    /// The address without the token, and what follows `#t=`.
    fn parts(&self) -> (&str, &str) {
        self.line.strip_prefix("listening on http://").unwrap().split_once("/#t=").unwrap()
    }

    fn ask(&self, question: &str) -> TcpStream {
        let (host, state) = self.parts();
        let token = state.split('&').next().unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let length = question.len();
        write!(
            stream,
            "POST /ask HTTP/1.1\r\nhost: {host}\r\nx-token: {token}\r\ncontent-type: application/json\r\n\
             connection: close\r\ncontent-length: {length}\r\n\r\n{question}"
        )
        .unwrap();
        stream
    }

    /// Sends a signal, and returns the exit code, how long the end took, and what was printed last.
    fn end(mut self, signal: Signal) -> (Option<i32>, Duration, String) {
        let started = Instant::now();
        kill_process(Pid::from_child(&self.child), signal).unwrap();
        let code = self.child.wait().unwrap().code();
        let took = started.elapsed();
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        (code, took, rest)
    }
}

fn answer(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_server_prints_one_line_answers_and_ends_at_ctrl_c_in_the_middle_of_a_question() {
    for signal in [Signal::INT, Signal::TERM] {
        let served = serve(&mut program(&["serve"]));
        let (host, token) = served.parts();
        assert!(host.starts_with("127.0.0.1:") && token.len() == 32, "{}", served.line);
        let text = answer(served.ask(r#"{"op":"simplest","g":"{0,*|*}","modulo":"D"}"#));
        assert!(text.ends_with("{\"ok\":true,\"modulo\":\"D\",\"form\":\"{0,#|*}\"}\n"), "{text}");
        let asked = served.ask(r#"{"op":"value","position":"domineering(5x9)","modulo":"E"}"#);
        std::thread::sleep(Duration::from_millis(400));
        let (code, took, rest) = served.end(signal);
        assert_eq!((code, rest.as_str()), (Some(0), ""));
        assert!(took < Duration::from_secs(3), "{took:?}");
        assert!(answer(asked).contains(r#""code":"interrupted""#));
    }
}

#[test]
fn questions_have_five_seconds_unless_other_limits_are_given() {
    let endless = r#"{"op":"value","position":"domineering(5x9)","modulo":"E"}"#;
    let limits: [(&[&str], &str); 3] = [
        (&[], "the time limit of 5.0 s was reached"),
        (&["--max-time", "0.3"], "the time limit of 0.3 s was reached"),
        (&["--max-memory", "3M"], "the memory limit of 3 MiB was reached"),
    ];
    for (options, message) in limits {
        let served = serve(&mut program(&[&["serve"], options].concat()));
        let text = answer(served.ask(endless));
        assert!(text.contains(message), "{options:?}: {text}");
        served.end(Signal::INT);
    }
}

#[test]
fn a_page_knows_the_rules_files_of_the_command_line() {
    let scratch = Scratch::new("serve");
    let file = scratch.path("mine.rules");
    fs::write(&file, "game Mine\nabout A test.\nboard .\nleft . -> x\nright . -> o\nexample ..\n").unwrap();
    let served = serve(&mut program(&["serve", "--rules", &file]));
    let text = answer(served.ask(r#"{"op":"outcome","g":"mine(..)"}"#));
    assert!(text.contains(r#"{"ok":true,"outcome":"#), "{text}");
    served.end(Signal::INT);
}

#[test]
fn the_page_begins_with_the_game_that_is_given() {
    for (game, state) in [
        ("domineering(2x4)", "&ruleset=domineering&path=....%2F...."),
        ("{0,*|*}", "&view=form&forms=%7B0%2C%2A%7C%2A%7D"),
        ("-1", "&view=form&forms=-1"),
    ] {
        let served = serve(&mut program(&["explore", game, "--no-open"]));
        assert_eq!(served.parts().1.get(32..), Some(state), "{game}");
        served.end(Signal::INT);
    }
    let refused = misere(&["explore", "{0,*|", "--no-open"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains("game"), "{}", errors(&refused));
}

/// A program that takes the place of `xdg-open` notes its arguments, the file that it is given, and
/// who may read the file.
#[test]
fn a_browser_gets_the_address_through_a_file_that_nobody_else_can_read() {
    let scratch = Scratch::new("explore");
    let (opener, noted, temporary) =
        (scratch.path("xdg-open"), scratch.path("noted"), scratch.path("temporary"));
    fs::create_dir(&temporary).unwrap();
    fs::write(
        &opener,
        format!(
            "#!/bin/sh\nstat -c %a \"$1\" > {noted}.new\ncat \"$@\" >> {noted}.new\nmv {noted}.new {noted}\n"
        ),
    )
    .unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", scratch.0.display(), std::env::var("PATH").unwrap());
    let mut command = program(&["explore", "*2"]);
    let served = serve(command.env("PATH", path).env("DISPLAY", ":9").env("TMPDIR", &temporary));
    let started = Instant::now();
    while fs::metadata(&noted).is_err() {
        assert!(started.elapsed() < Duration::from_secs(10), "no browser was opened");
        std::thread::sleep(Duration::from_millis(20));
    }
    let text = fs::read_to_string(&noted).unwrap();
    let (mode, page) = text.split_once('\n').unwrap();
    assert_eq!(mode, "600");
    let address = served.line.strip_prefix("listening on ").unwrap().replace('&', "&amp;");
    assert!(page.contains(&format!("url={address}\"")), "{page}");
    let arguments = fs::read(format!("/proc/{}/cmdline", served.child.id())).unwrap();
    assert!(!String::from_utf8_lossy(&arguments).contains(served.parts().1));
    served.end(Signal::INT);
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "the file stayed");
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let served = serve(&mut program(&["serve"]));
    let port = served.parts().0.rsplit_once(':').unwrap().1;
    let refused = misere(&["serve", "--port", port]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(errors(&refused).contains(&format!("cannot listen on port {port}")), "{}", errors(&refused));
    assert!(errors(&refused).contains("choose another port"), "{}", errors(&refused));
    let json = misere(&["serve", "--json"]);
    assert_eq!(json.status.code(), Some(2));
    served.end(Signal::INT);
}
