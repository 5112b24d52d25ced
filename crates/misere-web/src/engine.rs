//! Who answers: two threads with a workspace each, one for short questions and one for long ones.
//!
//! A budget's cancellation stops its whole workspace, so that a workspace answers one question at a
//! time, and the others wait in a queue.

use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use hyper::body::Bytes;
use misere::check::visible_json;
use misere::{RequestLine, Room, Workspace};
use serde::Serialize;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

/// The most workspaces that are kept for rules and universes that requests bring along.
const MOST_BROUGHT: usize = 16;

/// The threads, and what waits for them.
pub(crate) struct Engine {
    short: Arc<Lane>,
    long: Arc<Lane>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// The questions of one thread.
struct Lane {
    questions: Mutex<Questions>,
    changed: Condvar,
    /// The most questions that wait.
    most: usize,
}

#[derive(Default)]
struct Questions {
    waiting: VecDeque<Job>,
    running: Option<Running>,
    /// The number of questions so far.
    count: u64,
    is_ending: bool,
}

struct Job {
    number: u64,
    line: RequestLine,
    reply: oneshot::Sender<Answer>,
}

/// The question that is being answered.
struct Running {
    number: u64,
    id: Option<Value>,
    work: Workspace,
}

/// An answer as it is sent, and the time it took.
pub(crate) struct Answer {
    pub(crate) line: Bytes,
    pub(crate) took: Duration,
}

/// The queue is full.
pub(crate) struct Full;

/// A question that was asked. It ends when this is dropped.
pub(crate) struct Asked {
    lane: Arc<Lane>,
    number: u64,
    id: Option<Value>,
    /// The answer, or nothing if the question was ended before it was begun.
    pub(crate) answer: oneshot::Receiver<Answer>,
}

impl Engine {
    /// Starts both threads. Their workspaces are like this one, and have the limits of its budget
    /// for each question.
    pub(crate) fn start(work: &Workspace, most_waiting: usize, longest: usize) -> io::Result<Engine> {
        let lane = || {
            let (questions, changed) = (Mutex::default(), Condvar::new());
            Arc::new(Lane { questions, changed, most: most_waiting })
        };
        let engine = Engine { short: lane(), long: lane(), threads: Mutex::default() };
        for (lane, name) in [(&engine.short, "short questions"), (&engine.long, "long questions")] {
            let (lane, like) = (lane.clone(), work.clone());
            let desk = move || Desk::new(like, longest).serve(&lane);
            let thread = Builder::new().name(name.to_owned()).spawn(desk)?;
            engine.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        }
        Ok(engine)
    }

    /// Asks the question of a line, if there is room for one more.
    pub(crate) fn ask(&self, line: RequestLine) -> Result<Asked, Full> {
        let is_long = line.kind().is_some_and(|kind| kind.is_long);
        let lane = if is_long { &self.long } else { &self.short };
        let id = line.field("id").cloned();
        let (reply, answer) = oneshot::channel();
        let mut questions = lane.lock();
        if questions.waiting.len() >= lane.most || questions.is_ending {
            return Err(Full);
        }
        questions.count += 1;
        let number = questions.count;
        questions.waiting.push_back(Job { number, line, reply });
        drop(questions);
        lane.changed.notify_one();
        Ok(Asked { lane: lane.clone(), number, id, answer })
    }

    /// Ends all questions with this `id`, and returns how many there were.
    pub(crate) fn cancel(&self, id: &str) -> usize {
        let is_it = |own: Option<&Value>| match own {
            Some(Value::String(text)) => text == id,
            Some(Value::Number(number)) => *id == *number.to_string(),
            _ => false,
        };
        let mut ended = 0;
        for lane in [&self.short, &self.long] {
            let mut questions = lane.lock();
            let before = questions.waiting.len();
            questions.waiting.retain(|job| !is_it(job.line.field("id")));
            ended += before - questions.waiting.len();
            if let Some(running) = questions.running.as_ref().filter(|running| is_it(running.id.as_ref())) {
                running.work.budget().cancel();
                ended += 1;
            }
        }
        ended
    }

    /// Whether a question waits or is being answered.
    pub(crate) fn is_busy(&self) -> bool {
        [&self.short, &self.long].iter().any(|lane| {
            let questions = lane.lock();
            questions.running.is_some() || !questions.waiting.is_empty()
        })
    }

    /// Ends all questions and takes no more.
    pub(crate) fn cancel_all(&self) {
        for lane in [&self.short, &self.long] {
            let mut questions = lane.lock();
            questions.is_ending = true;
            questions.waiting.clear();
            if let Some(running) = &questions.running {
                running.work.budget().cancel();
            }
            drop(questions);
            lane.changed.notify_all();
        }
    }

    /// Waits for the threads after [`Engine::cancel_all`]. A thread that does not notice until then
    /// is left alone.
    pub(crate) fn end(&self, until: Instant) {
        let mut threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        while !threads.is_empty() && Instant::now() < until {
            for ended in threads.extract_if(.., |thread| thread.is_finished()) {
                // A panic was reported where it happened.
                drop(ended.join());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.cancel_all();
    }
}

impl Lane {
    fn lock(&self) -> MutexGuard<'_, Questions> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next question, which from now on is being answered in this workspace; none at the end.
    fn next(&self, work: &Workspace) -> Option<Job> {
        let mut questions = self.lock();
        loop {
            if questions.is_ending {
                return None;
            }
            if let Some(job) = questions.waiting.pop_front() {
                // Whoever ends the question finds it under the lock: a cancellation that comes
                // later than this is for this question.
                work.budget().renew();
                let id = job.line.field("id").cloned();
                questions.running = Some(Running { number: job.number, id, work: work.clone() });
                return Some(job);
            }
            questions = self.changed.wait(questions).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Asked {
    /// A line on how far the question is: how many are before it, or the work that is done for it.
    pub(crate) fn progress(&self) -> Bytes {
        let questions = self.lane.lock();
        let place = questions.waiting.iter().position(|job| job.number == self.number);
        let running = questions.running.as_ref();
        let told = match (place, running.filter(|running| running.number == self.number)) {
            (Some(before), _) => json!({ "waiting": before + usize::from(running.is_some()) }),
            (None, Some(Running { work, .. })) => progress(work),
            // The answer is on its way.
            (None, None) => json!({}),
        };
        drop(questions);
        line_of(&json!({ "progress": told }))
    }

    /// The answer to a question that was ended before it was begun.
    pub(crate) fn dropped(&self) -> Bytes {
        refusal(self.id.as_ref(), "interrupted", "cancelled", None)
    }
}

/// The work that is done in a workspace.
fn progress(work: &Workspace) -> Value {
    let spent = work.budget().spent();
    let mut told = Map::new();
    told.insert("seconds".to_owned(), (spent.time.as_millis() as f64 / 1e3).into());
    told.insert("memory".to_owned(), spent.memory_bytes.into());
    if let Some((what, done, total)) = work.progress() {
        told.insert("doing".to_owned(), what.into());
        told.insert("done".to_owned(), done.into());
        told.extend(total.map(|total| ("total".to_owned(), total.into())));
    }
    Value::Object(told)
}

impl Drop for Asked {
    /// Nobody waits for the answer any more.
    fn drop(&mut self) {
        let mut questions = self.lane.lock();
        questions.waiting.retain(|job| job.number != self.number);
        if let Some(running) = questions.running.as_ref().filter(|running| running.number == self.number) {
            running.work.budget().cancel();
        }
    }
}

/// A thread's workspaces, which share a budget.
struct Desk {
    /// The workspace that new ones are made like.
    like: Workspace,
    work: Workspace,
    /// The workspaces for rules and universes that requests bring along, the latest last.
    brought: Vec<(String, Workspace)>,
    room: Room,
    /// The most bytes of an answer.
    longest: usize,
}

impl Desk {
    fn new(like: Workspace, longest: usize) -> Desk {
        Desk { work: like.with_own_budget(), like, brought: Vec::new(), room: Room::default(), longest }
    }

    /// Answers questions until the end.
    fn serve(mut self, lane: &Lane) {
        while let Some(Job { line, reply, .. }) = lane.next(&self.work) {
            let started = Instant::now();
            let (answer, is_full) = self.answer(&line, |work| {
                // The progress of a question is that of its workspace.
                if let Some(running) = &mut lane.lock().running {
                    running.work = work.clone();
                }
                line.answer_in(work)
            });
            lane.lock().running = None;
            // The page may have gone.
            drop(reply.send(Answer { line: answer, took: started.elapsed() }));
            if is_full {
                self.renew();
            }
        }
    }

    /// The answer as a line, and whether the workspaces should be replaced. A panic, which is a bug,
    /// ends here.
    fn answer(
        &mut self,
        line: &RequestLine,
        answer: impl FnOnce(&Workspace) -> Map<String, Value>,
    ) -> (Bytes, bool) {
        let (work, mut room, longest) = (self.work.clone(), self.room, self.longest);
        let refused = |code, message: &str, help| refusal(line.field("id"), code, message, help);
        let answered = catch_unwind(AssertUnwindSafe(|| {
            room.ask(&work, || {
                let answer = match self.workspace_for(line) {
                    Ok(work) => line_of(&answer(&work)),
                    Err(refusal) => line_of(&refusal),
                };
                if answer.len() <= longest {
                    return answer;
                }
                let message = format!("the answer is longer than {} KiB", longest >> 10);
                refused("limit", &message, Some("ask for a part of it, or ask `misere batch`"))
            })
        }));
        self.room = room;
        answered.unwrap_or_else(|_| (refused("bug", "this is a bug, please report it", None), true))
    }

    /// The workspace for a question: one that knows the rules and universes that it brings along.
    fn workspace_for(&mut self, line: &RequestLine) -> Result<Workspace, Map<String, Value>> {
        let Some(brought) = line.brought() else { return Ok(self.work.clone()) };
        let kept = match self.brought.iter().position(|(texts, _)| *texts == brought) {
            Some(place) => self.brought.remove(place),
            None => {
                let own = line.own_workspace(&self.work)?;
                (brought, own.unwrap_or_else(|| self.work.clone()))
            }
        };
        if self.brought.len() == MOST_BROUGHT {
            self.brought.remove(0);
        }
        let work = kept.1.clone();
        self.brought.push(kept);
        Ok(work)
    }

    fn renew(&mut self) {
        self.brought.clear();
        self.work = self.like.with_own_budget();
        self.room = Room::default();
    }
}

/// An object as a line.
fn line_of(object: &impl Serialize) -> Bytes {
    let text = serde_json::to_string(object).expect("answers are plain data");
    let mut line = visible_json(&text).into_owned();
    line.push('\n');
    Bytes::from(line)
}

/// An error that has nothing to do with games.
fn refusal(id: Option<&Value>, code: &str, message: &str, help: Option<&str>) -> Bytes {
    let mut object = Map::new();
    object.insert("ok".to_owned(), false.into());
    for (name, text) in [("code", Some(code)), ("message", Some(message)), ("help", help)] {
        object.extend(text.map(|text| (name.to_owned(), text.into())));
    }
    object.extend(id.map(|id| ("id".to_owned(), id.clone())));
    line_of(&object)
}

/// The answer to a line that has no request.
pub(crate) fn unreadable(refusal: &Map<String, Value>) -> Bytes {
    line_of(refusal)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    const LONGEST: usize = 1_000;

    fn line(work: &Workspace, text: &str) -> RequestLine {
        RequestLine::read(work, text.as_bytes()).unwrap_or_else(|refusal| panic!("{refusal:?}"))
    }

    #[test]
    fn a_panic_is_an_answer_and_the_next_question_has_one() {
        let mut desk = Desk::new(Workspace::new(), LONGEST);
        let asked = line(&desk.work, r#"{"op":"rank","g":"*2","id":"x"}"#);
        let (answer, is_full) = desk.answer(&asked, |_| panic!("a panic of a test"));
        let expected = r#"{"ok":false,"code":"bug","message":"this is a bug, please report it","id":"x"}"#;
        assert_eq!(answer, format!("{expected}\n"));
        assert!(is_full);
        desk.renew();
        assert_eq!(
            desk.answer(&asked, |work| asked.answer_in(work)).0,
            "{\"ok\":true,\"rank\":2,\"id\":\"x\"}\n"
        );
    }

    #[test]
    fn sixteen_workspaces_are_kept_for_rules_that_requests_bring_along() {
        let mut desk = Desk::new(Workspace::new(), LONGEST);
        let rules = |number: usize| {
            format!("game Mine{number}\nabout A test.\nboard .\nleft . -> x\nright . -> o\nexample ..\n")
        };
        let ask = |desk: &mut Desk, number: usize| {
            let text = json!({ "op": "outcome", "g": format!("mine{number}(..)"), "rules": rules(number) });
            let asked = line(&desk.like, &text.to_string());
            desk.answer(&asked, |work| asked.answer_in(work)).0
        };
        let first = ask(&mut desk, 0);
        assert!(first.starts_with(b"{\"ok\":true"), "{first:?}");
        for number in (0..20).chain([19, 4]) {
            assert_eq!(ask(&mut desk, number), first);
        }
        assert_eq!(desk.brought.len(), 16);
        let kept: Vec<bool> = [3, 4, 5, 19]
            .map(|number| desk.brought.iter().any(|(texts, _)| texts.contains(&format!("Mine{number}\\n"))))
            .to_vec();
        assert_eq!(kept, [false, true, true, true]);
    }

    #[test]
    fn a_workspace_that_has_grown_is_replaced() {
        let limits = misere::Limits { memory_bytes: 2 << 20, time: None };
        let mut desk = Desk::new(Workspace::with_limits(limits), LONGEST);
        let ask = |desk: &mut Desk, number: usize| {
            let text = format!(r#"{{"op":"simplest","g":"{{{number}|*{number}}}","modulo":"E"}}"#);
            let asked = line(&desk.like, &text);
            desk.answer(&asked, |work| asked.answer_in(work))
        };
        let full = (1..400).find(|&number| ask(&mut desk, number).1);
        let held = desk.work.budget().spent().memory_bytes;
        assert!(full.is_some_and(|number| number > 10) && held > 1 << 20, "{held} bytes after {full:?}");
        desk.renew();
        assert!(desk.work.budget().spent().memory_bytes < held / 2);
        assert!(!ask(&mut desk, 1).1);
    }
}
