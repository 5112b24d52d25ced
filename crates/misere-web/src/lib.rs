//! The explorer: a server for pages on the same machine, and its page.
//!
//! The server knows nothing of games: `POST /ask` takes a line of `misere batch` and answers as
//! `batch` does. Only pages that it serves itself may ask, and only those that know its token.
//!
//! ```
//! use misere::Workspace;
//! use misere_web::{Ended, Options, Server};
//! let server = Server::bind(&Workspace::new(), Options::default())?;
//! assert!(server.address().starts_with("http://127.0.0.1:"));
//! let stop = server.stopper();
//! let running = std::thread::spawn(move || server.run());
//! stop.stop();
//! assert_eq!(running.join().unwrap()?, Ended::Stopped);
//! # Ok::<(), misere_web::ServeError>(())
//! ```
#![forbid(unsafe_code)]

mod engine;
mod guard;
mod page;
mod reply;
mod site;

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use misere::Workspace;
use tokio::net::TcpStream;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use crate::engine::Engine;
use crate::guard::{Guard, Token};
use crate::site::Site;

/// The most headers of a request.
const MOST_HEADERS: usize = 32;
/// The most bytes of all headers of a request.
const LONGEST_HEAD: usize = 16 << 10;
/// The pause after the system gave no connection.
const PAUSE: Duration = Duration::from_millis(50);

/// The port and the limits of a server. The limits of a question are those of its workspace.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The port; 0 is any that is free.
    pub port: u16,
    /// The time without a page after which the server ends.
    pub idle: Duration,
    /// The time in which the head of a request must come, and that for its body. A connection
    /// without a request is closed after it.
    pub reading: Duration,
    /// The time after which an answer is not waited for any more, but told in lines with progress;
    /// and the time between two of those.
    pub patience: Duration,
    /// The time in which the server ends when it is stopped, whatever it is doing.
    pub ending: Duration,
    /// The most connections; others wait until one of them is closed.
    pub connections: usize,
    /// The most questions that wait for each of the two threads.
    pub waiting: usize,
    /// The most bytes of a request.
    pub longest_request: usize,
    /// The most bytes of an answer.
    pub longest_answer: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 0,
            idle: Duration::from_secs(30 * 60),
            reading: Duration::from_secs(5),
            patience: Duration::from_millis(250),
            ending: Duration::from_millis(2_500),
            connections: 64,
            waiting: 16,
            longest_request: 64 << 10,
            longest_answer: 1 << 20,
        }
    }
}

/// Why there is no server.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The port is taken or forbidden.
    Bind {
        /// The port.
        port: u16,
        /// The system's refusal.
        error: io::Error,
    },
    /// The system gives no random numbers for a token.
    Token(getrandom::Error),
    /// The system gives no thread, or no events of connections.
    System(io::Error),
}

impl ServeError {
    /// Advice what to do instead, if there is any.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            ServeError::Bind { .. } => Some("choose another port; without one, a free port is taken"),
            _ => None,
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Bind { port, error } => write!(f, "cannot listen on port {port}: {error}"),
            ServeError::Token(error) => write!(f, "the system gives no random numbers: {error}"),
            ServeError::System(error) => write!(f, "cannot start the server: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Why a server ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// [`Stopper::stop`] was called.
    Stopped,
    /// No page was heard of for as long as the options say.
    Forgotten,
}

/// Stops a server, from any thread.
#[derive(Clone)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Makes the server end all questions and itself, within the time that its options say.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// A server that listens on the loopback interface.
pub struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    options: Options,
    stopper: Stopper,
}

impl Server {
    /// A server that answers in workspaces like this one, with the limits of its budget for each
    /// question. It listens from now on, and answers when it runs.
    ///
    /// # Errors
    /// [`ServeError`] when the system does not give a port, random numbers or threads.
    pub fn bind(work: &Workspace, options: Options) -> Result<Server, ServeError> {
        let bind_error = |error| ServeError::Bind { port: options.port, error };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).map_err(bind_error)?;
        listener.set_nonblocking(true).map_err(ServeError::System)?;
        let port = listener.local_addr().map_err(ServeError::System)?.port();
        let guard = Guard::new(port, Token::random().map_err(ServeError::Token)?);
        let engine =
            Engine::start(work, options.waiting, options.longest_answer).map_err(ServeError::System)?;
        let site = Arc::new(Site::new(guard, engine, work.with_own_budget(), options));
        Ok(Server { listener, site, options, stopper: Stopper(Arc::new(Notify::new())) })
    }

    /// The address of the page, with the token after `#`, where it is not sent, logged or
    /// referred.
    #[must_use]
    pub fn address(&self) -> String {
        self.site.address()
    }

    /// A handle that stops the server.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Serves until the server is stopped or forgotten.
    ///
    /// # Errors
    /// [`ServeError::System`] when the system does not give events of connections.
    pub fn run(self) -> Result<Ended, ServeError> {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_io().enable_time().build().map_err(ServeError::System)?;
        let (ending, site) = (self.options.ending, self.site.clone());
        let ended = runtime.block_on(self.serve());
        // Questions have been ended: their threads go as soon as they notice.
        runtime.shutdown_background();
        site.engine().end(Instant::now() + ending / 2);
        ended
    }

    async fn serve(self) -> Result<Ended, ServeError> {
        let Server { listener, site, options, stopper } = self;
        let listener = tokio::net::TcpListener::from_std(listener).map_err(ServeError::System)?;
        let connections = Arc::new(Semaphore::new(options.connections));
        let graceful = GracefulShutdown::new();
        let mut look = tokio::time::interval(site::look(&options));
        let ended = loop {
            tokio::select! {
                (stream, permit) = accept(&listener, &connections) => {
                    serve_connection(&site, &graceful, &options, stream, permit);
                }
                () = stopper.0.notified() => break Ended::Stopped,
                _ = look.tick() => if site.is_forgotten() { break Ended::Forgotten },
            }
        };
        drop(listener);
        site.engine().cancel_all();
        drop(tokio::time::timeout(options.ending / 2, graceful.shutdown()).await);
        Ok(ended)
    }
}

/// The next connection, when there is room for it.
async fn accept(
    listener: &tokio::net::TcpListener,
    connections: &Arc<Semaphore>,
) -> (TcpStream, OwnedSemaphorePermit) {
    let permit = connections.clone().acquire_owned().await.expect("the semaphore is never closed");
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, permit),
            // The process has too many files, or the other side has gone.
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Answers the requests of a connection until it is closed.
fn serve_connection(
    site: &Arc<Site>,
    graceful: &GracefulShutdown,
    options: &Options,
    stream: TcpStream,
    permit: OwnedSemaphorePermit,
) {
    // Otherwise the system keeps an answer back until the last one is acknowledged.
    drop(stream.set_nodelay(true));
    let site = site.clone();
    let service = service_fn(move |request| {
        let site = site.clone();
        async move { site.answer(request).await }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(options.reading)
        .max_headers(MOST_HEADERS)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let watched = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks is an error of its page.
        drop(watched.await);
        drop(permit);
    });
}
