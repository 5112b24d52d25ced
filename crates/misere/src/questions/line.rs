//! Lines of JSON: a request in, an answer out, as `misere batch` and the explorer's server have them.

use misere_core::Account;
use serde_json::{Map, Value};

use super::json::{Request, RequestError, error_object, own_workspace};
use super::{QUESTIONS, QuestionKind};
use crate::error::Error;
use crate::workspace::Workspace;

/// A line with a request, which is an object, and not necessarily a good one.
///
/// ```
/// use misere::{RequestLine, Workspace};
/// let work = Workspace::new();
/// let line = br#"{"op":"rank","g":"*2","id":7}"#;
/// let answer = RequestLine::read(&work, line).map(|line| line.answer(&work)).unwrap();
/// assert_eq!(serde_json::to_string(&answer).unwrap(), r#"{"ok":true,"rank":2,"id":7}"#);
/// ```
pub struct RequestLine {
    request: Map<String, Value>,
    /// The charge for the request, which is given back with the line.
    _account: Account,
}

impl RequestLine {
    /// Reads a line. The budget of the workspace is charged for it as long as the line is kept.
    ///
    /// # Errors
    /// The object that answers a line that has no request, or one that is too large.
    pub fn read(work: &Workspace, line: &[u8]) -> Result<RequestLine, Map<String, Value>> {
        let account = Account::new(work.budget().clone());
        account.charge(most_memory(line)).map_err(|exhausted| work.refusal(&exhausted.into(), None))?;
        match serde_json::from_slice(line) {
            Ok(Value::Object(request)) => Ok(RequestLine { request, _account: account }),
            Ok(_) => Err(bad_request("bad request: a request is a JSON object".to_owned())),
            Err(error) => Err(bad_request(format!("bad request: {error}"))),
        }
    }

    /// The field of this name, as it came.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.request.get(name)
    }

    /// The line of the table for the question, if there is a question.
    #[must_use]
    pub fn kind(&self) -> Option<&'static QuestionKind> {
        let name = self.field("op")?.as_str()?;
        QUESTIONS.iter().copied().find(|kind| kind.name == name || kind.alias == Some(name))
    }

    /// The rules and universes that the request brings along, if any: requests that bring the same
    /// can share a workspace.
    #[must_use]
    pub fn brought(&self) -> Option<String> {
        let brought = ["rules", "universes"].map(|name| self.field(name).unwrap_or(&Value::Null));
        brought
            .iter()
            .any(|value| !value.is_null())
            .then(|| Value::from_iter(brought.map(Value::clone)).to_string())
    }

    /// A fresh workspace that knows what the request brings along, if it brings something.
    ///
    /// # Errors
    /// The object that answers the request if what it brings cannot be read.
    pub fn own_workspace(&self, work: &Workspace) -> Result<Option<Workspace>, Map<String, Value>> {
        own_workspace(work, &self.request).map_err(|error| self.refused(work, &error))
    }

    /// The answer, or the error, with the `id` of the request.
    #[must_use]
    pub fn answer(&self, work: &Workspace) -> Map<String, Value> {
        match self.own_workspace(work) {
            Ok(own) => self.answer_in(own.as_ref().unwrap_or(work)),
            Err(refusal) => refusal,
        }
    }

    /// The answer in a workspace that [`RequestLine::own_workspace`] has made for the same rules and
    /// universes, or in any where there are none.
    #[must_use]
    pub fn answer_in(&self, work: &Workspace) -> Map<String, Value> {
        work.progress_of().clear();
        let answered = Request::read_in(work, &self.request)
            .and_then(|request| request.answer().map_err(|error| RequestError { error, field: None }));
        answered.map_or_else(|error| self.refused(work, &error), |object| self.with_id(object))
    }

    fn refused(&self, work: &Workspace, RequestError { error, field }: &RequestError) -> Map<String, Value> {
        let field = field.as_deref().map(|(name, text)| (*name, text.as_str()));
        self.with_id(work.refusal(error, field))
    }

    /// An object with the `id` of the request.
    fn with_id(&self, mut object: Map<String, Value>) -> Map<String, Value> {
        if let Some(id) = self.field("id") {
            object.insert("id".to_owned(), id.clone());
        }
        object
    }
}

impl Workspace {
    /// The object of an error; of a limit, with the help that the workspace was set up with.
    fn refusal(&self, error: &Error, field: Option<(&str, &str)>) -> Map<String, Value> {
        let mut object = error_object(error, field);
        if let Error::Exhausted(exhausted) = error
            && let Some(help) = self.limit_help(exhausted.limit)
        {
            object.insert("help".to_owned(), help.into());
        }
        object
    }
}

/// The memory that a line may take once it is read as JSON: a value for every comma and every bracket.
fn most_memory(line: &[u8]) -> usize {
    const BYTES_PER_VALUE: usize = 4 * size_of::<Value>();
    line.len() + BYTES_PER_VALUE * line.iter().filter(|byte| b",[{".contains(byte)).count()
}

/// The object that answers a line without a request.
fn bad_request(message: String) -> Map<String, Value> {
    error_object(&Error::Request(message), None)
}
