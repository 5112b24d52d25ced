//! The paths of the server.

use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{ALLOW, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::http::request::Parts;
use hyper::{Method, Request, StatusCode};
use misere::{RequestLine, Workspace};
use tokio::time::timeout;

use crate::Options;
use crate::engine::{Answer, Engine, unreadable};
use crate::guard::{Guard, Refusal, expect_json};
use crate::page::File;
use crate::reply::{LINES, Lines, Reply, TEXT, reply, say};

/// The most bytes of a refused body that are read, so that its sender gets to read the refusal.
const MOST_READ: usize = 1 << 20;

/// All that requests share.
pub(crate) struct Site {
    guard: Guard,
    engine: Engine,
    /// The workspace whose budget is charged for requests while they wait.
    work: Workspace,
    options: Options,
    /// The last time that a page was heard of.
    heard: Mutex<Instant>,
}

/// Why a body has not been read.
enum Unread {
    TooLong,
    TooSlow,
    Broken,
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Reply {
        say(refusal.status(), refusal.message())
    }
}

impl Site {
    pub(crate) fn new(guard: Guard, engine: Engine, work: Workspace, options: Options) -> Site {
        Site { guard, engine, work, options, heard: Mutex::new(Instant::now()) }
    }

    pub(crate) fn address(&self) -> String {
        self.guard.address()
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Whether no page has been heard of for so long that there is none.
    pub(crate) fn is_forgotten(&self) -> bool {
        if self.engine.is_busy() {
            self.hear();
        }
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).elapsed() >= self.options.idle
    }

    fn hear(&self) {
        *self.heard.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    pub(crate) async fn answer(&self, request: Request<Incoming>) -> Result<Reply, Infallible> {
        let (head, mut body) = request.into_parts();
        let answered = match self.route(&head) {
            Ok(Route::Reply(reply)) => Err(reply),
            Ok(Route::Ask) => Ok(self.ask(&mut body).await),
            Err(refusal) => Err(refusal.into()),
        };
        Ok(match answered {
            Ok(reply) => reply,
            Err(reply) => {
                // A body that is not wanted is read, so that the sender gets to read the reply.
                if !body.is_end_stream() {
                    drop(self.read(&mut body, 0).await);
                }
                reply
            }
        })
    }

    /// Finds what a request is for; all but questions are answered at once.
    fn route(&self, head: &Parts) -> Result<Route, Refusal> {
        self.guard.admit(head)?;
        let path = head.uri.path();
        let id = path.strip_prefix("/ask/").filter(|id| !id.is_empty());
        let (expected, allowed) = match (path, id) {
            ("/ask", _) => (Method::POST, "POST"),
            ("/alive", _) => (Method::POST, "POST"),
            (_, Some(_)) => (Method::DELETE, "DELETE"),
            _ => (Method::GET, "GET, HEAD"),
        };
        if head.method != expected && !(expected == Method::GET && head.method == Method::HEAD) {
            let mut refused = say(StatusCode::METHOD_NOT_ALLOWED, &format!("only {allowed}"));
            refused.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
            return Ok(Route::Reply(refused));
        }
        if expected == Method::GET {
            let not_here = || say(StatusCode::NOT_FOUND, "there is no such file: the page is /");
            return Ok(Route::Reply(File::find(path).map_or_else(not_here, |file| {
                reply(StatusCode::OK, file.content_type(), Bytes::from_static(file.content))
            })));
        }
        self.guard.trust(head)?;
        self.hear();
        if let Some(id) = id {
            return Ok(Route::Reply(match self.engine.cancel(id) {
                0 => say(StatusCode::NOT_FOUND, "no question with this id is being answered"),
                _ => reply(StatusCode::NO_CONTENT, TEXT, Bytes::new()),
            }));
        }
        if path == "/alive" {
            return Ok(Route::Reply(reply(StatusCode::NO_CONTENT, TEXT, Bytes::new())));
        }
        expect_json(head)?;
        Ok(Route::Ask)
    }

    /// Answers a question: at once if that is soon, and otherwise in lines with progress before.
    async fn ask(&self, body: &mut Incoming) -> Reply {
        let line = match self.read(body, self.options.longest_request).await {
            Ok(line) => line,
            Err(Unread::TooLong) => {
                let message = format!("a request has at most {} KiB", self.options.longest_request >> 10);
                return say(StatusCode::PAYLOAD_TOO_LARGE, &message);
            }
            Err(Unread::TooSlow) => return say(StatusCode::REQUEST_TIMEOUT, "the body did not come in time"),
            Err(Unread::Broken) => return say(StatusCode::BAD_REQUEST, "the body is not whole"),
        };
        let line = match RequestLine::read(&self.work, &line) {
            Ok(line) => line,
            Err(refusal) => return reply(StatusCode::OK, LINES, unreadable(&refusal)),
        };
        let Ok(mut asked) = self.engine.ask(line) else {
            let mut busy = say(StatusCode::SERVICE_UNAVAILABLE, "too many questions wait: ask again later");
            busy.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
            return busy;
        };
        match timeout(self.options.patience, &mut asked.answer).await {
            Ok(Ok(Answer { line, took })) => {
                let mut answered = reply(StatusCode::OK, LINES, line);
                let timing = format!("ask;dur={:.2}", took.as_secs_f64() * 1e3);
                let timing = HeaderValue::try_from(timing).expect("a number is plain text");
                answered.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
                answered
            }
            Ok(Err(_)) => reply(StatusCode::OK, LINES, asked.dropped()),
            Err(_) => reply(StatusCode::OK, LINES, Lines::new(asked, self.options.patience)),
        }
    }

    /// Reads a body of at most so many bytes.
    async fn read(&self, body: &mut Incoming, most: usize) -> Result<Vec<u8>, Unread> {
        if body.size_hint().lower() > (most.max(MOST_READ)) as u64 {
            return Err(Unread::TooLong);
        }
        let whole = async {
            let (mut content, mut length) = (Vec::new(), 0);
            while let Some(frame) = body.frame().await {
                let frame = frame.map_err(|_| Unread::Broken)?;
                let data = frame.data_ref().map_or(&[][..], |data| &data[..]);
                length += data.len();
                if length <= most {
                    content.extend_from_slice(data);
                } else if length > MOST_READ {
                    break;
                }
            }
            if length <= most { Ok(content) } else { Err(Unread::TooLong) }
        };
        timeout(self.options.reading, whole).await.unwrap_or(Err(Unread::TooSlow))
    }
}

/// The way of a request.
enum Route {
    /// It is answered.
    Reply(Reply),
    /// Its body is a question.
    Ask,
}

/// The time between two looks whether a page was heard of.
pub(crate) fn look(options: &Options) -> Duration {
    (options.idle / 10).clamp(Duration::from_millis(10), Duration::from_secs(10))
}
