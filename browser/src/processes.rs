//! The programs beside a test, which end with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server of the program.
pub struct Program {
    child: Child,
    /// The address that it printed, with its token.
    pub line: String,
    /// The address without the token and what follows: `http://127.0.0.1:PORT`.
    pub origin: String,
    /// The token.
    pub token: String,
}

impl Program {
    /// Starts `misere` with these arguments, or `misere serve` if there are none.
    pub fn serve(arguments: &[&str]) -> Program {
        let program = std::env::var_os("MISERE").expect("MISERE names the program");
        let arguments = if arguments.is_empty() { &["serve"] } else { arguments };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_remove("MISERE_STORE")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let printed = first_line(&mut child, "listening on ");
        let line = printed.split("listening on ").nth(1).expect("an address").trim().to_owned();
        let (origin, state) = line.split_once("/#t=").expect("an address with a token");
        let token = state.split('&').next().expect("a token").to_owned();
        Program { child, origin: origin.to_owned(), token, line }
    }

    /// The process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the server, as if it had crashed.
    pub fn kill(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The first line of the output of a program with this text in it.
fn first_line(child: &mut Child, part: &str) -> String {
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.contains(part) {
        line.clear();
        let length = output.read_line(&mut line).expect("text");
        assert!(length > 0, "the program ended without {part:?}");
    }
    // Later output has to go somewhere.
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    line
}

/// chromedriver.
pub(crate) struct Driver {
    child: Child,
    port: u16,
    pub(crate) address: String,
}

impl Driver {
    pub(crate) fn start() -> Driver {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("chromedriver starts");
        let line = first_line(&mut child, "started successfully on port ");
        let port = line.split("on port ").nth(1).expect("a port").trim().trim_end_matches('.');
        let port = port.parse().expect("a port");
        Driver { child, port, address: format!("http://127.0.0.1:{port}/") }
    }

    /// Closes the browser of a session, and waits until it is closed.
    pub(crate) fn close(&mut self, session: &str) {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return };
        drop(stream.set_read_timeout(Some(Duration::from_secs(10))));
        let request =
            format!("DELETE /session/{session} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
        if stream.write_all(request.as_bytes()).is_ok() {
            drop(stream.read(&mut [0; 1024]));
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The browser: `chromium` in the search path.
pub(crate) fn chromium() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|folder| folder.join("chromium")).find(|file| file.is_file());
    found.expect("chromium is installed")
}

/// A server of somebody else on another port, which answers every request with one page.
pub struct Elsewhere {
    /// Its address: `http://127.0.0.1:PORT`.
    pub origin: String,
}

impl Elsewhere {
    /// Serves a page until the test ends.
    pub fn serve(page: String) -> Elsewhere {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let origin = format!("http://{}", listener.local_addr().expect("a port"));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let page = page.clone();
                std::thread::spawn(move || answer(stream, &page));
            }
        });
        Elsewhere { origin }
    }
}

fn answer(mut stream: TcpStream, page: &str) {
    let mut lines = BufReader::new(&stream).lines();
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close";
    drop(write!(stream, "{head}\r\nContent-Length: {}\r\n\r\n{page}", page.len()));
}
