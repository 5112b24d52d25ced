//! Responses: their headers, and bodies that come at once or line by line.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use tokio::time::Interval;

use crate::engine::Asked;

/// Nothing but the server itself: no other host, no inline script or style, no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// The headers of all responses.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (CACHE_CONTROL, "no-store"),
];

/// The type of a text for people.
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";
/// The type of lines of JSON.
pub(crate) const LINES: &str = "application/x-ndjson";

pub(crate) type Reply = Response<Content>;

pub(crate) fn reply(status: StatusCode, kind: &'static str, content: impl Into<Content>) -> Reply {
    let mut reply = Response::new(content.into());
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.extend(HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value))));
    reply
}

/// A text for people, which ends the matter.
pub(crate) fn say(status: StatusCode, text: &str) -> Reply {
    reply(status, TEXT, Bytes::from(format!("{text}\n")))
}

/// The content of a response.
pub(crate) enum Content {
    /// All of it, which goes with the headers in one write. Empty when it was taken.
    Whole(Bytes),
    /// Lines that come one after the other.
    Lines(Box<Lines>),
}

impl From<Bytes> for Content {
    fn from(bytes: Bytes) -> Content {
        Content::Whole(bytes)
    }
}

impl From<Lines> for Content {
    fn from(lines: Lines) -> Content {
        Content::Lines(Box::new(lines))
    }
}

/// A question that takes long: progress from time to time, and then the answer.
pub(crate) struct Lines {
    asked: Asked,
    tell: Interval,
    is_answered: bool,
}

impl Lines {
    /// The lines of a question, with one on its progress now and every so often.
    pub(crate) fn new(asked: Asked, every: Duration) -> Lines {
        Lines { asked, tell: tokio::time::interval(every), is_answered: false }
    }

    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        if self.is_answered {
            return Poll::Ready(None);
        }
        if let Poll::Ready(answered) = Pin::new(&mut self.asked.answer).poll(context) {
            self.is_answered = true;
            return Poll::Ready(Some(answered.map_or_else(|_| self.asked.dropped(), |answer| answer.line)));
        }
        self.tell.poll_tick(context).map(|_| Some(self.asked.progress()))
    }
}

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Content::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            Content::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
            Content::Lines(lines) => lines.poll_line(context).map(|line| line.map(Frame::data).map(Ok)),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Content::Whole(bytes) => bytes.is_empty(),
            Content::Lines(lines) => lines.is_answered,
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Content::Lines(_) => SizeHint::default(),
        }
    }
}
