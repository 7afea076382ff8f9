//! One process of an engine, from `initialize` to its end.

use super::child::{Ending, Heard, Process};
use super::message::{Initialize, Initialized, Program, SuiteVersion, VERSION, code};
use super::validate;
use super::wire::{self, Content, RpcError, cut, shown};
use crate::engine::{Failure, Wire};
use nardy_engine::Rules;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How much of a reply is kept, in characters.
const KEPT: usize = 4000;
/// How many of the last lines on standard error a message carries.
const LAST_LINES: usize = 5;

/// How long an engine may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For its first answer, which contains its start.
    pub first: Duration,
    /// For any other.
    pub each: Duration,
    /// To end after `shutdown`.
    pub end: Duration,
}

impl Limits {
    /// The protocol's limits, stretched or shortened.
    pub fn scaled(scale: f64) -> Limits {
        let scaled = |seconds: f64| {
            let scaled = Duration::try_from_secs_f64(seconds * scale.min(1e6));
            scaled.unwrap_or(Duration::from_secs_f64(seconds))
        };
        Limits { first: scaled(30.0), each: scaled(10.0), end: scaled(1.0) }
    }
}

/// Why an engine cannot be used at all.
#[derive(Debug, thiserror::Error)]
#[error("`{command}` {reason}{}", after_line(.stderr))]
pub struct StartError {
    /// The command.
    pub command: String,
    /// The reason.
    pub reason: StartFailure,
    /// The last lines on its standard error.
    pub stderr: String,
}

/// What went wrong at the start.
#[derive(Debug, thiserror::Error)]
pub enum StartFailure {
    /// There is no such program, or it may not be run.
    #[error("could not be started: {0}")]
    Spawn(std::io::Error),
    /// It ended.
    #[error("{}", ended(.ending, "initialize", .partial))]
    Ended {
        /// How.
        ending: Ending,
        /// The beginning of a line that it did not end.
        partial: Vec<u8>,
    },
    /// It did not answer.
    #[error("gave {}", no_reply("initialize", *.limit, .partial))]
    Timeout {
        /// The time it had.
        limit: Duration,
        /// The beginning of a line that had not ended by then.
        partial: Vec<u8>,
    },
    /// It does not follow the protocol.
    #[error("does not follow the protocol: {0}")]
    Protocol(String),
    /// It answered with an error.
    #[error("refused `initialize`: {0}")]
    Refused(String),
    /// It speaks other versions of the protocol.
    #[error("does not speak version {VERSION} of the protocol: {0}")]
    Version(String),
    /// The wait was stopped.
    #[error("was interrupted")]
    Interrupted,
}

fn after_line(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("\nlast lines on its standard error:\n{stderr}") }
}

/// A running engine that has said what it is.
pub struct Session {
    /// The process.
    pub process: Process,
    /// The rule sets it has been configured to, by label.
    pub configured: HashMap<String, Rules>,
    /// Whether it has been asked anything.
    pub was_asked: bool,
    next_id: i64,
}

/// What breaks a conversation: no line, or one that is no reply to what was asked.
pub enum Break {
    /// The process ended; and the beginning of a line that it did not end.
    Ended(Ending, Vec<u8>),
    /// Nothing came in time; and the beginning of a line, if that came.
    Silence(Vec<u8>),
    /// What came is wrong, with the line itself.
    Stray(String, Vec<u8>),
    /// The wait was stopped.
    Stopped,
}

impl Session {
    /// Starts a command and has it say what it is.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer as the protocol wants.
    pub fn start(
        command: &[String],
        suite: &SuiteVersion,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<(Session, Initialized), StartError> {
        let failed = |reason, stderr| StartError { command: command.join(" "), reason, stderr };
        let process = Process::start(command).map_err(|error| failed(StartFailure::Spawn(error), String::new()))?;
        let mut session = Session { process, configured: HashMap::new(), was_asked: false, next_id: 0 };
        let client = Program { name: "nardy".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
        let hello = Initialize { protocol: vec![VERSION], client, suite: suite.clone() };
        let (_, answer) = session.call("initialize", &hello, limits.first, stop);
        let reason = match answer {
            Ok((Content::Result(result), line)) => match validate::initialized(result) {
                Ok(initialized) => return Ok((session, initialized)),
                Err(what) => StartFailure::Protocol(wrong_result("initialize", &what, &line)),
            },
            Ok((Content::Error(error), _)) if error.code == code::PROTOCOL => StartFailure::Version(said(&error)),
            Ok((Content::Error(error), _)) => StartFailure::Refused(said(&error)),
            Err(Break::Ended(ending, partial)) => StartFailure::Ended { ending, partial },
            Err(Break::Silence(partial)) => StartFailure::Timeout { limit: limits.first, partial },
            Err(Break::Stray(what, line)) => StartFailure::Protocol(wrong_line(&what, &line)),
            Err(Break::Stopped) => StartFailure::Interrupted,
        };
        let stderr = session.process.take_stderr();
        Err(failed(reason, last_lines(&stderr)))
    }

    /// Sends a request; gives its id and line.
    pub fn send(&mut self, method: &str, params: &impl Serialize) -> (i64, String) {
        let id = self.next_id;
        self.next_id += 1;
        let line = wire::request(id, method, params);
        self.process.write(&line);
        (id, line)
    }

    /// Sends a request while nothing else is in flight, and waits for its reply. Gives the request's line too, and the reply's.
    pub fn call(
        &mut self,
        method: &str,
        params: &impl Serialize,
        limit: Duration,
        stop: &AtomicBool,
    ) -> (String, Result<(Content, Vec<u8>), Break>) {
        let (id, request) = self.send(method, params);
        let answer = self.hear(Instant::now() + limit, stop).and_then(|(reply, line)| {
            let wrong = if reply.id == id { reply.content } else { Err(self.not_waiting(reply.id, &[id])) };
            wrong.map(|content| (content, line.clone())).map_err(|what| Break::Stray(what, line))
        });
        (request, answer)
    }

    /// Waits for a line that is a reply.
    pub fn hear(&mut self, until: Instant, stop: &AtomicBool) -> Result<(wire::Reply, Vec<u8>), Break> {
        match self.process.listen(until, stop) {
            Heard::Line(line) => match wire::reply(&line) {
                Ok(reply) => Ok((reply, line)),
                Err(what) => Err(Break::Stray(what, line)),
            },
            Heard::TooLong(line) => Err(Break::Stray(format!("is longer than {} MiB", wire::MAX_LINE >> 20), line)),
            Heard::Ended => Err(Break::Ended(self.process.ending(), self.process.partial())),
            Heard::Silence => Err(Break::Silence(self.process.partial())),
            Heard::Stopped => Err(Break::Stopped),
        }
    }

    /// What is wrong with a reply to a request that is not waiting for one.
    pub fn not_waiting(&self, id: i64, waiting: &[i64]) -> String {
        let waiting: Vec<String> = waiting.iter().map(i64::to_string).collect();
        format!("{}; waiting for a reply: {}", self.surplus(id), waiting.join(", "))
    }

    fn surplus(&self, id: i64) -> String {
        if (0..self.next_id).contains(&id) {
            format!("answers request {id} once more")
        } else {
            format!("answers request {id}, which was never sent")
        }
    }

    /// Ends the process politely. Gives a reply that came although every question had its own, and what is wrong with it.
    pub fn close(mut self, patience: Duration) -> Option<(String, Vec<u8>)> {
        let id = self.next_id;
        let line = wire::request(id, "shutdown", &serde_json::Map::new());
        let lines = self.process.close(&line, patience);
        let replies = lines.into_iter().filter_map(|line| Some((wire::reply(&line).ok()?.id, line)));
        let (surplus, line) = replies.into_iter().find(|(answered, _)| *answered != id)?;
        Some((self.surplus(surplus), line))
    }
}

impl Break {
    /// The failure of a request that got this instead of its reply, and what came instead.
    pub fn failure(self, method: &str, limit: Duration) -> (Failure, Option<Vec<u8>>) {
        match self {
            Break::Ended(ending, partial) => {
                let what = format!("the engine {}", ended(&ending, method, &partial));
                (Failure::Crash(what), Some(partial).filter(|partial| !partial.is_empty()))
            }
            Break::Silence(partial) => {
                let what = no_reply(method, limit, &partial);
                (Failure::Timeout(what), Some(partial).filter(|partial| !partial.is_empty()))
            }
            Break::Stray(what, line) => (Failure::Protocol(wrong_line(&what, &line)), Some(line)),
            Break::Stopped => (Failure::NotRun("interrupted before the reply came".to_owned()), None),
        }
    }
}

/// The failure that an error reply stands for.
pub fn refusal(error: &RpcError) -> Failure {
    let said = said(error);
    match error.code {
        code::METHOD_NOT_FOUND => Failure::Unsupported(format!("the engine does not support the method: {said}")),
        code::RULES => Failure::Unsupported(format!("the engine does not support the rules: {said}")),
        code::POSITION => Failure::Unsupported(format!("the engine does not support the position: {said}")),
        _ => Failure::Error(format!("the engine answered with {said}")),
    }
}

/// What an engine says in an error reply, with the axis and value that it names.
fn said(error: &RpcError) -> String {
    let named = |key| error.data.as_ref().and_then(|data| data.get(key));
    let axis = match (named("axis"), named("value")) {
        (Some(axis), Some(value)) => format!("{} = {}, ", plain(axis), plain(value)),
        _ => named("supported").map(|supported| format!("it speaks {supported}, ")).unwrap_or_default(),
    };
    format!("{axis}error {}: {}", error.code, cut(error.message.as_bytes()))
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What to say of a line that is no reply to anything.
pub fn wrong_line(what: &str, line: &[u8]) -> String {
    if line.is_empty() { format!("a line {what}") } else { format!("a line {what}: `{}`", cut(line)) }
}

/// What to say of a reply whose result is wrong.
pub fn wrong_result(method: &str, what: &str, line: &[u8]) -> String {
    format!("the result of `{method}` is malformed: {what}: `{}`", cut(line))
}

/// A duration as a person says it.
fn seconds(duration: Duration) -> String {
    let tenths = (duration.as_secs_f64() * 10.0).round() / 10.0;
    format!("{tenths} s")
}

/// What to say when the process ended before its reply was whole.
fn ended(ending: &Ending, method: &str, partial: &[u8]) -> String {
    if partial.is_empty() {
        format!("{ending} before it answered `{method}`")
    } else {
        format!("{ending} in the middle of its reply to `{method}`: `{}`", cut(partial))
    }
}

/// What to say when no reply came in time; a line that has begun but not ended is a hint.
fn no_reply(method: &str, limit: Duration, partial: &[u8]) -> String {
    let what = format!("no reply to `{method}` in {}; is the reply flushed?", seconds(limit));
    if partial.is_empty() {
        return what;
    }
    format!("{what} A line has begun but not ended, and a reply ends with a newline: `{}`", cut(partial))
}

fn last_lines(stderr: &str) -> String {
    let lines: Vec<String> =
        stderr.lines().filter(|line| !line.trim().is_empty()).map(|line| cut(line.as_bytes())).collect();
    lines[lines.len().saturating_sub(LAST_LINES)..].join("\n")
}

/// A request and what came back, for the report.
pub fn exchanged(request: String, reply: Option<&[u8]>, stderr: String) -> Wire {
    Wire { request, reply: reply.map(|line| shown(line, KEPT)), stderr }
}
