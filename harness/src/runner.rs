//! The run: every instance's questions put to engines, each answered once, and the verdicts.

use crate::compare::{Verdict, verdict};
use crate::engine::{Engine, Exchange, Failure, Task};
use crate::instance::Instance;
use crate::protocol::message::RulesSupport;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What came of an instance.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The fates of its questions.
    pub exchanges: Vec<Exchange>,
    /// How often each question was asked.
    pub rounds: usize,
}

impl Judged {
    /// How long its questions took together.
    pub fn duration(&self) -> Duration {
        self.exchanges.iter().map(|exchange| exchange.duration).sum()
    }
}

/// How a run goes.
pub struct Manner<'a> {
    /// How often every question is asked.
    pub repeat: usize,
    /// Once set, nothing more is asked.
    pub stop: &'a AtomicBool,
    /// Called after each answer.
    pub progress: &'a (dyn Fn() + Sync),
}

/// Puts every instance to the engines, which share the work, and judges the answers; in the order of the instances.
pub fn run(instances: &[Instance<'_>], engines: Vec<Box<dyn Engine + Send>>, manner: &Manner<'_>) -> Vec<Judged> {
    let judges = engines.iter().all(|engine| engine.answers("judge_turn"));
    let is_fixed = engines.iter().any(|engine| engine.about().rules == RulesSupport::Fixed);
    let is_beyond = |instance: &Instance<'_>| is_fixed && instance.case.with.is_some();
    let asks: Vec<_> = instances.iter().map(|at| if is_beyond(at) { Vec::new() } else { at.asks(judges) }).collect();
    let slots = asks.iter().map(|asks| vec![None; asks.len() * manner.repeat]).collect::<Vec<Vec<Option<Exchange>>>>();
    let numbers: Vec<(usize, usize)> =
        slots.iter().enumerate().flat_map(|(at, slots)| (0..slots.len()).map(move |which| (at, which))).collect();
    let slots = Mutex::new(slots);
    let queue = Mutex::new(0..numbers.len());
    let next = || {
        let number = if manner.stop.load(Ordering::Relaxed) { None } else { lock(&queue).next() }?;
        let (at, which) = numbers[number];
        let Instance { label, rules, .. } = &instances[at];
        let ask = asks[at][which % asks[at].len()].clone();
        Some((number, Task { variant: label.clone(), rules: *rules, ask }))
    };
    let done = |number: usize, exchange: Exchange| {
        let (at, which) = numbers[number];
        lock(&slots)[at][which] = Some(exchange);
        (manner.progress)();
    };
    let given_up = Mutex::new(None);
    std::thread::scope(|scope| {
        for mut engine in engines {
            let (slots, numbers, given_up) = (&slots, &numbers, &given_up);
            scope.spawn(move || {
                engine.run(&mut { next }, &mut { done });
                if let Some(why) = engine.unusable() {
                    lock(given_up).get_or_insert_with(|| why.to_owned());
                }
                if let Some((number, failure)) = engine.finish() {
                    let (at, which) = numbers[number];
                    if let Some(exchange) = &mut lock(slots)[at][which] {
                        exchange.answer = Err(failure);
                    }
                }
            });
        }
    });
    let slots = std::mem::take(&mut *lock(&slots));
    let unasked = lock(&given_up).take().unwrap_or_else(|| "the run stopped before the question was asked".to_owned());
    instances.iter().zip(slots).map(|(instance, slots)| judged(instance, slots, manner.repeat, &unasked)).collect()
}

/// The verdict on an instance: the first that is not a pass, where its questions were asked several times. `unasked` is why
/// questions were left.
fn judged(instance: &Instance<'_>, slots: Vec<Option<Exchange>>, repeat: usize, unasked: &str) -> Judged {
    if slots.is_empty() {
        let why = "the case changes an axis, and the engine has one built-in rule set".to_owned();
        return Judged { verdict: Verdict::Unsupported(why), exchanges: Vec::new(), rounds: repeat };
    }
    let unasked =
        || Exchange { answer: Err(Failure::NotRun(unasked.to_owned())), wire: None, duration: Duration::ZERO };
    let exchanges: Vec<Exchange> = slots.into_iter().map(|slot| slot.unwrap_or_else(unasked)).collect();
    let rounds = exchanges.chunks(exchanges.len() / repeat);
    let verdict = rounds.map(|round| verdict(instance, round)).find(|verdict| *verdict != Verdict::Pass);
    Judged { verdict: verdict.unwrap_or(Verdict::Pass), exchanges, rounds: repeat }
}

/// A lock whose holder cannot have left anything half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
