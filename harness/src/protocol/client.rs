//! An engine in a process of its own, asked over the adapter protocol.

use super::message::{Configure, Initialized, RulesSupport, SetupSupport, SuiteVersion, code};
use super::round::Round;
use super::session::{Break, Limits, Session, StartError, StartFailure, exchanged, refusal, wrong_line, wrong_result};
use super::validate;
use super::wire::{Content, RpcError};
use crate::engine::{Ask, Engine, Exchange, Failure, Task, Wire};
use nardy_engine::Rules;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How often a process may be started anew.
const RESTARTS: usize = 10;
/// What helps an engine that knows one rule set and no `configure`.
const FIXED: &str =
    "; an engine with one built-in rule set says \"rules\": \"fixed\" in `initialize`, and is then never configured";
/// Requests that are sent ahead, however many the engine would take.
const IN_FLIGHT: usize = 256;

/// How a client treats its engine.
#[derive(Debug, Clone)]
pub struct ClientOptions {
    /// Stretches or shortens every limit of time.
    pub timeout_scale: f64,
    /// Once set, the engine is killed and nothing more is asked: every question left is handed back as not run.
    pub stop: Arc<AtomicBool>,
}

impl Default for ClientOptions {
    fn default() -> Self {
        ClientOptions { timeout_scale: 1.0, stop: Arc::default() }
    }
}

/// An engine in a process of its own. The process ends when this is dropped.
pub struct Client {
    command: Vec<String>,
    suite: SuiteVersion,
    pub(super) limits: Limits,
    pub(super) stop: Arc<AtomicBool>,
    hello: Initialized,
    pub(super) session: Option<Session>,
    restarts: usize,
    last_trouble: String,
    /// The number of the question that was answered last, by the process that runs.
    pub(super) last_answered: Option<usize>,
    unusable: Option<String>,
    /// Rule sets that the engine could not be configured to, by label, and what becomes of their questions.
    refused: HashMap<String, (Rules, Failure)>,
}

impl Client {
    /// Starts a command and has it say what it is.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer `initialize` as the protocol wants.
    pub fn start(command: &[String], suite: SuiteVersion, options: ClientOptions) -> Result<Client, StartError> {
        let limits = Limits::scaled(options.timeout_scale);
        let (session, hello) = Session::start(command, &suite, limits, &options.stop)?;
        Ok(Client {
            command: command.to_vec(),
            suite,
            limits,
            stop: options.stop,
            hello,
            session: Some(session),
            restarts: 0,
            last_trouble: String::new(),
            last_answered: None,
            unusable: None,
            refused: HashMap::new(),
        })
    }

    /// How many questions may be in flight.
    pub(super) fn window(&self) -> usize {
        self.hello.max_in_flight.unwrap_or(1).min(IN_FLIGHT)
    }

    /// Why a question is not sent at all.
    pub(super) fn objection(&self, task: &Task) -> Option<Failure> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Failure::NotRun("interrupted".to_owned()));
        }
        if let Some(why) = &self.unusable {
            return Some(Failure::NotRun(why.clone()));
        }
        let method = task.ask.method();
        if !self.answers(method) {
            return Some(Failure::Unsupported(format!("the engine does not list the method `{method}`")));
        }
        if self.hello.rules == RulesSupport::Listed && !self.lists(&task.variant) {
            return Some(Failure::Unsupported(format!("the engine does not list the variant `{}`", task.variant)));
        }
        if self.hello.setup == SetupSupport::Replay && !can_be_replayed(&task.ask) {
            let why = "the engine cannot set up positions, and this one comes without the turns that lead to it";
            return Some(Failure::Unsupported(why.to_owned()));
        }
        let (rules, failure) = self.refused.get(&task.variant)?;
        (*rules == task.rules).then(|| failure.clone())
    }

    fn lists(&self, variant: &str) -> bool {
        self.hello.variants.iter().flatten().any(|listed| listed == variant)
    }

    /// Whether a question can be sent without anything being sent before it.
    pub(super) fn is_ready(&self, task: &Task) -> bool {
        let configured = |session: &Session| session.configured.get(&task.variant) == Some(&task.rules);
        self.session.as_ref().is_some_and(|session| self.hello.rules == RulesSupport::Fixed || configured(session))
    }

    /// Starts the process anew and configures it, as far as a question needs that. Nothing may be in flight.
    pub(super) fn make_ready(&mut self, task: &Task) -> Result<(), (Failure, Option<Wire>)> {
        if self.session.is_none() {
            self.restart().map_err(|failure| (failure, None))?;
        }
        if self.is_ready(task) { Ok(()) } else { self.configure(task).map_err(|(failure, wire)| (failure, Some(wire))) }
    }

    fn restart(&mut self) -> Result<(), Failure> {
        if self.restarts == RESTARTS {
            let why =
                format!("the engine was started {RESTARTS} times anew, then given up; at last {}", self.last_trouble);
            return Err(self.give_up(why));
        }
        self.restarts += 1;
        let (session, hello) = match Session::start(&self.command, &self.suite, self.limits, &self.stop) {
            Ok(started) => started,
            Err(StartError { reason: StartFailure::Interrupted, .. }) => {
                return Err(Failure::NotRun("interrupted".to_owned()));
            }
            Err(error) => return Err(self.give_up(format!("the engine did not start again: {error}"))),
        };
        if let Some(change) = change(&self.hello, &hello) {
            let why = format!("after a restart the engine is another one: {change}");
            self.give_up(why.clone());
            return Err(Failure::Protocol(why));
        }
        self.session = Some(session);
        Ok(())
    }

    /// Nothing more is asked.
    fn give_up(&mut self, why: String) -> Failure {
        self.unusable = Some(why.clone());
        Failure::NotRun(why)
    }

    fn configure(&mut self, task: &Task) -> Result<(), (Failure, Wire)> {
        let Some(session) = &mut self.session else { unreachable!("the process was started before") };
        let params = Configure { variant: task.variant.clone(), rules: task.rules };
        let (request, answer) = session.call("configure", &params, self.limits.each, &self.stop);
        let (failure, reply) = match answer {
            Ok((Content::Result(result), line)) => match validate::nothing(result) {
                Ok(()) => {
                    session.configured.insert(task.variant.clone(), task.rules);
                    return Ok(());
                }
                Err(what) => (Failure::Protocol(wrong_result("configure", &what, &line)), Some(line)),
            },
            Ok((Content::Error(error), line)) => (self.refusal_to_configure(task, &error), Some(line)),
            Err(broken) => return Err(self.broke_off(task, broken, request)),
        };
        self.refused.insert(task.variant.clone(), (task.rules, failure.clone()));
        let stderr = self.session.as_ref().map(|session| session.process.take_stderr()).unwrap_or_default();
        Err((failure, exchanged(request, reply.as_deref(), stderr)))
    }

    fn refusal_to_configure(&self, task: &Task, error: &RpcError) -> Failure {
        let claimed = if self.hello.rules == RulesSupport::Listed { "listed, yet " } else { "" };
        let hint =
            if error.code == code::METHOD_NOT_FOUND && self.hello.rules == RulesSupport::Any { FIXED } else { "" };
        let told = |why| format!("`{}` is {claimed}not configured: {why}{hint}", task.variant);
        match refusal(error) {
            Failure::Unsupported(why) => Failure::Unsupported(told(why)),
            Failure::Error(why) => Failure::Error(told(why)),
            other => other,
        }
    }

    /// The process is lost while it was configured.
    ///
    /// A fresh process that is lost so will be lost again, so the rule set's other questions are spared. One that had been asked
    /// before may have broken on that.
    fn broke_off(&mut self, task: &Task, broken: Break, request: String) -> (Failure, Wire) {
        let was_fresh = self.session.as_ref().is_some_and(|session| !session.was_asked);
        let (failure, line, stderr) = self.lose(broken, "configure", "");
        if was_fresh && !matches!(failure, Failure::NotRun(_)) {
            let why = format!("the engine was lost when it was configured to `{}`", task.variant);
            self.refused.insert(task.variant.clone(), (task.rules, Failure::NotRun(why)));
        }
        (failure, exchanged(request, line.as_deref(), stderr))
    }

    /// Gives up the process. Says what that means for the request that was waiting, and what came instead of its reply.
    pub(super) fn lose(&mut self, broken: Break, method: &str, note: &str) -> (Failure, Option<Vec<u8>>, String) {
        self.last_answered = None;
        let stderr = self.session.take().map(|session| session.process.take_stderr()).unwrap_or_default();
        let (mut failure, line) = broken.failure(method, self.limits.each);
        if let Failure::Crash(why) | Failure::Timeout(why) | Failure::Protocol(why) = &mut failure {
            self.last_trouble.clone_from(why);
            why.push_str(note);
        }
        (failure, line, stderr)
    }

    /// The method and the params of a question, as this engine is sent them.
    pub(super) fn request(&self, ask: &Ask, variant: &str) -> (&'static str, Value) {
        let params = match ask.clone().to_engine(variant, &self.hello) {
            Ask::LegalTurns(ask) => serde_json::to_value(ask),
            Ask::JudgeTurn(ask) => serde_json::to_value(ask),
            Ask::Outcome(ask) => serde_json::to_value(ask),
            Ask::Opening(ask) => serde_json::to_value(ask),
        };
        (ask.method(), params.expect("messages are plain data"))
    }
}

/// Whether play from the start leads to the position that is asked of.
fn can_be_replayed(ask: &Ask) -> bool {
    match ask {
        Ask::LegalTurns(ask) => ask.history.is_some(),
        Ask::JudgeTurn(ask) => ask.question.history.is_some(),
        Ask::Outcome(_) => false,
        Ask::Opening(_) => true,
    }
}

/// How an engine differs from what it was before a restart. What it says of itself beyond that may change, as a date does.
fn change(before: &Initialized, after: &Initialized) -> Option<String> {
    let name = |hello: &Initialized| format!("{} {}", hello.engine.name, hello.engine.version);
    if name(before) != name(after) {
        return Some(format!("it was `{}`, now it says it is `{}`", name(before), name(after)));
    }
    let claims = |hello: &Initialized| {
        let sorted = |names: &Vec<String>| {
            let mut names = names.clone();
            names.sort();
            names
        };
        let variants = hello.variants.as_ref().map(sorted);
        (sorted(&hello.methods), hello.rules, variants, hello.setup, hello.max_in_flight)
    };
    (claims(before) != claims(after))
        .then(|| "it no longer claims what it claimed in its first `initialize`".to_owned())
}

impl Engine for Client {
    fn about(&self) -> &Initialized {
        &self.hello
    }

    fn run(&mut self, next: &mut dyn FnMut() -> Option<(usize, Task)>, done: &mut dyn FnMut(usize, Exchange)) {
        self.last_answered = None;
        Round::new(self, next, done).go();
    }

    fn unusable(&self) -> Option<&str> {
        self.unusable.as_deref()
    }

    fn finish(&mut self) -> Option<(usize, Failure)> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let (what, line) = self.session.take()?.close(self.limits.end)?;
        self.last_answered.map(|number| (number, Failure::Protocol(wrong_line(&what, &line))))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.finish();
    }
}
