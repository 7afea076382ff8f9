//! A round of questions: several in flight, each with one fate in the end.

use super::client::Client;
use super::session::{Break, exchanged, refusal, wrong_result};
use super::validate;
use super::wire::{Content, Reply};
use crate::engine::{Engine, Exchange, Failure, Task, Wire};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Gives the next question under its number.
type Next<'r> = dyn FnMut() -> Option<(usize, Task)> + 'r;
/// Takes a question's fate.
type Done<'r> = dyn FnMut(usize, Exchange) + 'r;

/// A question that has been sent.
struct Sent {
    id: i64,
    number: usize,
    task: Task,
    method: &'static str,
    request: String,
    at: Instant,
}

/// A question that has been answered. Its fate is held back until the next reply: it may be answered a second time, and that is
/// its own fault, not the one of the question after it.
struct Answered {
    id: i64,
    number: usize,
    exchange: Exchange,
}

pub(super) struct Round<'r> {
    client: &'r mut Client,
    next: &'r mut Next<'r>,
    done: &'r mut Done<'r>,
    /// In flight, in the order of sending.
    waiting: VecDeque<Sent>,
    /// In flight when another question broke the conversation: asked again, one at a time, so that a second break has one cause.
    again: VecDeque<(usize, Task)>,
    /// Taken, but to be configured first, with nothing in flight.
    ahead: Option<(usize, Task)>,
    is_alone: bool,
    is_dry: bool,
    answered: Option<Answered>,
    last_reply: Instant,
}

impl<'r> Round<'r> {
    pub(super) fn new(client: &'r mut Client, next: &'r mut Next<'r>, done: &'r mut Done<'r>) -> Self {
        Round {
            client,
            next,
            done,
            waiting: VecDeque::new(),
            again: VecDeque::new(),
            ahead: None,
            is_alone: false,
            is_dry: false,
            answered: None,
            last_reply: Instant::now(),
        }
    }

    pub(super) fn go(mut self) {
        loop {
            self.send();
            if self.waiting.is_empty() {
                break;
            }
            self.hear();
        }
        self.settle_answered();
    }

    /// Sends as much as may be in flight.
    fn send(&mut self) {
        while self.may_send() {
            let Some((number, task)) = self.pick() else { return };
            if let Some(failure) = self.client.objection(&task) {
                self.fail(number, failure, None);
                continue;
            }
            if !self.client.is_ready(&task) {
                if !self.waiting.is_empty() {
                    self.ahead = Some((number, task));
                    return;
                }
                self.settle_answered();
                if let Err((failure, wire)) = self.client.make_ready(&task) {
                    self.fail(number, failure, wire);
                    continue;
                }
            }
            self.send_one(number, task);
        }
    }

    fn may_send(&self) -> bool {
        let more = !self.is_alone && self.again.is_empty() && self.ahead.is_none();
        self.waiting.is_empty() || more && self.waiting.len() < self.client.window()
    }

    fn pick(&mut self) -> Option<(usize, Task)> {
        let again = self.again.pop_front();
        self.is_alone = again.is_some();
        if again.is_some() || self.ahead.is_some() {
            return again.or_else(|| self.ahead.take());
        }
        let next = if self.is_dry || self.client.unusable().is_some() { None } else { (self.next)() };
        self.is_dry = next.is_none();
        next
    }

    fn send_one(&mut self, number: usize, task: Task) {
        let (method, params) = self.client.request(&task.ask, &task.variant);
        let Some(session) = &mut self.client.session else { unreachable!("the process was made ready") };
        if self.waiting.is_empty() && self.answered.is_none() {
            // What was written before, at the start for one, belongs to no question.
            session.process.take_stderr();
        }
        session.was_asked = true;
        let (id, request) = session.send(method, &params);
        self.waiting.push_back(Sent { id, number, task, method, request, at: Instant::now() });
    }

    /// From when a question's time runs: from the later of its sending and the reply before.
    fn since(&self, sent: &Sent) -> Instant {
        sent.at.max(self.last_reply)
    }

    /// Waits for a reply, or for what comes instead.
    fn hear(&mut self) {
        let until = self.since(&self.waiting[0]) + self.client.limits.each;
        let Some(session) = &mut self.client.session else { unreachable!("a question was sent") };
        match session.hear(until, &self.client.stop) {
            Ok((reply, line)) => self.take(reply, line),
            Err(Break::Stopped) => self.stop(),
            Err(broken) => self.lose(broken),
        }
    }

    /// Takes a reply.
    fn take(&mut self, reply: Reply, line: Vec<u8>) {
        let Some(at) = self.waiting.iter().position(|sent| sent.id == reply.id) else {
            return self.take_stray(reply.id, line);
        };
        let Some(sent) = self.waiting.remove(at) else { unreachable!("it was found there") };
        let Some(session) = &self.client.session else { unreachable!("it has just replied") };
        let answer = match reply.content {
            Ok(Content::Result(result)) => validate::answer(&sent.task, result)
                .map_err(|what| Failure::Protocol(wrong_result(sent.method, &what, &line))),
            Ok(Content::Error(error)) => Err(refusal(&error)),
            Err(what) => Err(Failure::Protocol(format!("the reply {what}: `{}`", super::wire::cut(&line)))),
        };
        let stderr = session.process.take_stderr();
        let duration = self.since(&sent).elapsed();
        self.last_reply = Instant::now();
        self.settle_answered();
        let wire = Some(exchanged(sent.request, Some(&line), stderr));
        self.answered =
            Some(Answered { id: sent.id, number: sent.number, exchange: Exchange { answer, wire, duration } });
    }

    /// A reply to a question that is not waiting for one.
    fn take_stray(&mut self, id: i64, line: Vec<u8>) {
        let waiting: Vec<i64> = self.waiting.iter().map(|sent| sent.id).collect();
        let Some(session) = &self.client.session else { unreachable!("it has just replied") };
        let what = session.not_waiting(id, &waiting);
        match &mut self.answered {
            Some(answered) if answered.id == id => {
                let (failure, _, _) = self.client.lose(Break::Stray(what, line), "", "");
                answered.exchange.answer = Err(failure);
                self.settle_answered();
                self.ask_again();
            }
            _ => self.lose(Break::Stray(what, line)),
        }
    }

    /// The conversation is broken. The question that has waited longest answers for it, the others are asked again.
    fn lose(&mut self, broken: Break) {
        self.settle_answered();
        let Some(sent) = self.waiting.pop_front() else { return };
        let others = self.waiting.len();
        let note = if others == 0 {
            String::new()
        } else {
            format!(" ({} questions were in flight, and this one had waited longest)", others + 1)
        };
        let duration = self.since(&sent).elapsed();
        let (failure, line, stderr) = self.client.lose(broken, sent.method, &note);
        let wire = Some(exchanged(sent.request, line.as_deref(), stderr));
        (self.done)(sent.number, Exchange { answer: Err(failure), wire, duration });
        self.ask_again();
    }

    fn ask_again(&mut self) {
        self.again.extend(self.waiting.drain(..).map(|sent| (sent.number, sent.task)));
    }

    /// The wait was stopped: what is in flight has no answer.
    fn stop(&mut self) {
        self.client.session = None;
        for sent in std::mem::take(&mut self.waiting) {
            let failure = Failure::NotRun("interrupted before the reply came".to_owned());
            self.fail(sent.number, failure, Some(exchanged(sent.request, None, String::new())));
        }
    }

    fn settle_answered(&mut self) {
        if let Some(Answered { number, exchange, .. }) = self.answered.take() {
            self.client.last_answered = Some(number);
            (self.done)(number, exchange);
        }
    }

    fn fail(&mut self, number: usize, failure: Failure, wire: Option<Wire>) {
        (self.done)(number, Exchange { answer: Err(failure), wire, duration: Duration::ZERO });
    }
}
