//! Who may ask: a page of this server, opened by somebody who has its token.

use hyper::header::{CONTENT_TYPE, HOST, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use hyper::{HeaderMap, StatusCode};

/// The header with the token.
const TOKEN: HeaderName = HeaderName::from_static("x-token");

/// A secret of 128 bits, in hexadecimal digits.
pub(crate) struct Token(String);

impl Token {
    /// A token from the random numbers of the system.
    pub(crate) fn random() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Token(format!("{:032x}", u128::from_ne_bytes(bytes))))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a text is the token. The time that takes depends on the length of the text alone.
    fn is(&self, text: &[u8]) -> bool {
        let pairs = text.iter().zip(self.0.as_bytes());
        let difference = pairs.fold(0, |all, (one, other)| std::hint::black_box(all | (one ^ other)));
        text.len() == self.0.len() && difference == 0
    }
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The request is for another host: its name was made to lead here.
    Host,
    /// The request comes from a page of another origin.
    Origin,
    /// The token is missing or wrong.
    Token,
    /// The body is not said to be JSON. A page of another origin can send other types without
    /// being asked first.
    ContentType,
}

impl Refusal {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Refusal::Host => StatusCode::MISDIRECTED_REQUEST,
            Refusal::Origin => StatusCode::FORBIDDEN,
            Refusal::Token => StatusCode::UNAUTHORIZED,
            Refusal::ContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        }
    }

    pub(crate) fn message(self) -> &'static str {
        match self {
            Refusal::Host => "wrong host: use the address that the server printed",
            Refusal::Origin => "wrong origin: only pages of this server may ask",
            Refusal::Token => "no token, or a wrong one: open the line that the server printed",
            Refusal::ContentType => "wrong content type: send application/json",
        }
    }
}

/// The names of this server, and its token.
pub(crate) struct Guard {
    hosts: [String; 2],
    token: Token,
}

impl Guard {
    pub(crate) fn new(port: u16, token: Token) -> Guard {
        Guard { hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")), token }
    }

    /// The address of the page, with the token where no server is sent it.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/#t={}", self.hosts[0], self.token.as_str())
    }

    /// Refuses what does not come to this server by its name, or comes from a page of another.
    pub(crate) fn admit(&self, request: &Parts) -> Result<(), Refusal> {
        let host = single(&request.headers, &HOST).ok().flatten().ok_or(Refusal::Host)?;
        // The target of a request may be a whole address, which then names the host again.
        let named = request.uri.authority().map(|authority| authority.as_str().as_bytes());
        let own = self.hosts.iter().find(|own| own.as_bytes() == host).ok_or(Refusal::Host)?;
        if named.is_some_and(|named| named != host) {
            return Err(Refusal::Host);
        }
        match single(&request.headers, &ORIGIN) {
            Ok(None) => Ok(()),
            Ok(Some(origin)) if origin.strip_prefix(b"http://") == Some(own.as_bytes()) => Ok(()),
            _ => Err(Refusal::Origin),
        }
    }

    /// Refuses who has no token.
    pub(crate) fn trust(&self, request: &Parts) -> Result<(), Refusal> {
        match single(&request.headers, &TOKEN) {
            Ok(Some(token)) if self.token.is(token) => Ok(()),
            _ => Err(Refusal::Token),
        }
    }
}

/// Refuses a body that is not said to be JSON.
pub(crate) fn expect_json(request: &Parts) -> Result<(), Refusal> {
    let content_type = single(&request.headers, &CONTENT_TYPE).ok().flatten().unwrap_or_default();
    let kind = content_type.split(|&byte| byte == b';').next().unwrap_or_default();
    match kind.trim_ascii().eq_ignore_ascii_case(b"application/json") {
        true => Ok(()),
        false => Err(Refusal::ContentType),
    }
}

/// A header was sent more than once.
struct Doubled;

/// The value of a header, if it was sent, and once.
fn single<'r>(headers: &'r HeaderMap, name: &HeaderName) -> Result<Option<&'r [u8]>, Doubled> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    match values.next() {
        None => Ok(value.map(|value| value.as_bytes())),
        Some(_) => Err(Doubled),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use hyper::Request;

    fn request(headers: &[(&str, &str)]) -> Parts {
        let request = headers.iter().fold(Request::get("/"), |all, (name, value)| all.header(*name, *value));
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn tokens_differ_and_have_128_bits() {
        let [one, other] = [(); 2].map(|()| Token::random().unwrap());
        assert_ne!(one.as_str(), other.as_str());
        assert!(one.as_str().len() == 32 && one.as_str().bytes().all(|byte| byte.is_ascii_hexdigit()));
    }

    #[test]
    fn a_token_is_compared_whole() {
        let token = Token::random().unwrap();
        let own = token.as_str();
        assert!(token.is(own.as_bytes()));
        for at in 0..own.len() {
            let mut other = own.as_bytes().to_vec();
            other[at] ^= 1;
            assert!(!token.is(&other));
            assert!(!token.is(&own.as_bytes()[..at]));
        }
        assert!(!token.is(format!("{own}0").as_bytes()));
    }

    #[test]
    fn only_the_names_of_the_server_and_its_own_origin_are_admitted() {
        let guard = Guard::new(4000, Token::random().unwrap());
        let admit = |headers: &[(&str, &str)]| guard.admit(&request(headers));
        for host in ["127.0.0.1:4000", "localhost:4000"] {
            assert_eq!(admit(&[("host", host)]), Ok(()));
            assert_eq!(admit(&[("host", host), ("origin", &format!("http://{host}"))]), Ok(()));
            assert_eq!(admit(&[("host", host), ("host", host)]), Err(Refusal::Host));
            let own = format!("http://{host}");
            assert_eq!(admit(&[("host", host), ("origin", &own), ("origin", &own)]), Err(Refusal::Origin));
            for origin in
                ["null", "", "http://evil.example", "https://127.0.0.1:4000", "http://127.0.0.1:4001"]
            {
                assert_eq!(admit(&[("host", host), ("origin", origin)]), Err(Refusal::Origin), "{origin}");
            }
        }
        for host in
            ["", "evil.example", "evil.example:4000", "127.0.0.1", "127.0.0.1:4001", "LOCALHOST:4000x"]
        {
            assert_eq!(admit(&[("host", host)]), Err(Refusal::Host), "{host}");
        }
        assert_eq!(admit(&[]), Err(Refusal::Host));
    }

    #[test]
    fn a_body_is_json_by_its_type() {
        for kind in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
            assert_eq!(expect_json(&request(&[("content-type", kind)])), Ok(()), "{kind}");
        }
        for kind in ["", "text/plain", "application/jsonp", "text/plain; application/json"] {
            assert_eq!(expect_json(&request(&[("content-type", kind)])), Err(Refusal::ContentType), "{kind}");
        }
        assert_eq!(expect_json(&request(&[])), Err(Refusal::ContentType));
    }
}
