//! A server for a test, and a client that sends bytes as they stand.
#![allow(dead_code, reason = "not every test file uses every part")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use misere::{Limits, Setup, Workspace};
use misere_web::{Ended, Options, ServeError, Server, Stopper};

/// A server that ends with the test.
pub(crate) struct Served {
    pub(crate) host: String,
    pub(crate) token: String,
    stopper: Stopper,
    running: Option<JoinHandle<Result<Ended, ServeError>>>,
}

/// A response: its status, its head with names in lower case, and its body.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

/// A workspace with this much time for a question.
pub(crate) fn workspace(time: Duration) -> Workspace {
    let limits = Limits { memory_bytes: 512 << 20, time: Some(time) };
    Workspace::with_setup(Setup { limits, threads: 1, ..Setup::default() })
}

/// A server with these options, and 60 seconds for a question.
pub(crate) fn serve(options: Options) -> Served {
    serve_with(&workspace(Duration::from_secs(60)), options)
}

pub(crate) fn serve_with(work: &Workspace, options: Options) -> Served {
    let server = Server::bind(work, options).unwrap();
    let address = server.address();
    let (host, token) = address.strip_prefix("http://").unwrap().split_once("/#t=").unwrap();
    Served {
        host: host.to_owned(),
        token: token.to_owned(),
        stopper: server.stopper(),
        running: Some(std::thread::spawn(move || server.run())),
    }
}

impl Served {
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends these bytes, and reads until the server closes the connection.
    pub(crate) fn raw(&self, bytes: &str) -> Reply {
        let mut stream = self.connect();
        // A server that refuses early may close the connection early.
        drop(stream.write_all(bytes.as_bytes()));
        Reply::read(&mut stream)
    }

    /// A request with these headers beside `Host`, whose connection is closed after it.
    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        self.raw(&self.text(method, path, headers, body))
    }

    pub(crate) fn text(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            text += &format!("host: {}\r\n", self.host);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if method == "POST" {
            text += &format!("content-length: {}\r\n", body.len());
        }
        text + "\r\n" + body
    }

    /// The headers of a question that is answered.
    pub(crate) fn trusted(&self) -> [(&str, &str); 2] {
        [("x-token", &self.token), ("content-type", "application/json")]
    }

    pub(crate) fn ask(&self, question: &str) -> Reply {
        self.request("POST", "/ask", &self.trusted(), question)
    }

    /// Sends a question, and does not wait for the answer.
    pub(crate) fn begin(&self, question: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.text("POST", "/ask", &self.trusted(), question).as_bytes()).unwrap();
        stream
    }

    pub(crate) fn stop(&self) {
        self.stopper.stop();
    }

    /// Why the server ended, and how long that took.
    pub(crate) fn ended(mut self) -> (Ended, Duration) {
        let started = Instant::now();
        let ended = self.running.take().unwrap().join().unwrap().unwrap();
        (ended, started.elapsed())
    }

    /// Whether the server has ended.
    pub(crate) fn has_ended(&self) -> bool {
        self.running.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(running) = self.running.take() {
            drop(running.join());
        }
    }
}

impl Reply {
    /// Reads until the other side closes the connection.
    pub(crate) fn read(stream: &mut TcpStream) -> Reply {
        let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
        // A connection that is reset has nothing more to say.
        while let Ok(length @ 1..) = stream.read(&mut part) {
            bytes.extend_from_slice(&part[..length]);
        }
        let text = String::from_utf8(bytes).unwrap();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            return Reply { status: 0, head: String::new(), body: text };
        };
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let head = head.to_ascii_lowercase();
        let is_chunked = head.contains("transfer-encoding: chunked");
        let body = if is_chunked { joined(body) } else { body.to_owned() };
        Reply { status, head, body }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The last line of the body: the answer.
    pub(crate) fn answer(&self) -> serde_json::Value {
        serde_json::from_str(self.body.lines().last().unwrap()).unwrap()
    }

    /// The lines before the answer.
    pub(crate) fn progress(&self) -> Vec<serde_json::Value> {
        let lines: Vec<&str> = self.body.lines().collect();
        lines[..lines.len() - 1].iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The chunks of a body, joined.
fn joined(mut rest: &str) -> String {
    let mut whole = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        whole.push_str(&after[..length]);
        rest = &after[length + 2..];
    }
    whole
}
