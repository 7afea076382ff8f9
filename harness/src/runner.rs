//! The run: every instance's questions put to engines, each answered once, and the verdicts.

use crate::compare::{Verdict, verdict};
use crate::engine::{Engine, Exchange, Failure, Task};
use crate::instance::Instance;
use std::sync::Mutex;
use std::time::Duration;

/// What came of an instance.
#[derive(Debug, Clone)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The fates of its questions.
    pub exchanges: Vec<Exchange>,
}

impl Judged {
    /// How long its questions took together.
    pub fn duration(&self) -> Duration {
        self.exchanges.iter().map(|exchange| exchange.duration).sum()
    }
}

/// Puts every instance to the engines, which share the work, and judges the answers; in the order of the instances.
///
/// `progress` is called after each answer.
pub fn run(
    instances: &[Instance<'_>],
    engines: Vec<Box<dyn Engine + Send>>,
    progress: &(dyn Fn() + Sync),
) -> Vec<Judged> {
    let judges = engines.iter().all(|engine| engine.answers("judge_turn"));
    let asks: Vec<_> = instances.iter().map(|instance| instance.asks(judges)).collect();
    let slots = asks.iter().map(|asks| vec![None; asks.len()]).collect::<Vec<Vec<Option<Exchange>>>>();
    let slots = Mutex::new(slots);
    let numbers: Vec<(usize, usize)> =
        asks.iter().enumerate().flat_map(|(at, asks)| (0..asks.len()).map(move |which| (at, which))).collect();
    let queue = Mutex::new(0..numbers.len());
    let next = || {
        let number = lock(&queue).next()?;
        let (at, which) = numbers[number];
        let Instance { label, rules, .. } = &instances[at];
        Some((number, Task { variant: label.clone(), rules: *rules, ask: asks[at][which].clone() }))
    };
    let done = |number: usize, exchange: Exchange| {
        let (at, which) = numbers[number];
        lock(&slots)[at][which] = Some(exchange);
        progress();
    };
    std::thread::scope(|scope| {
        for mut engine in engines {
            scope.spawn(move || engine.run(&mut { next }, &mut { done }));
        }
    });
    let slots = std::mem::take(&mut *lock(&slots));
    instances.iter().zip(slots).map(|(instance, slots)| judged(instance, slots)).collect()
}

fn judged(instance: &Instance<'_>, slots: Vec<Option<Exchange>>) -> Judged {
    let unasked = || Exchange {
        answer: Err(Failure::NotRun("the run stopped before the question was asked".to_owned())),
        wire: None,
        duration: Duration::ZERO,
    };
    let exchanges: Vec<Exchange> = slots.into_iter().map(|slot| slot.unwrap_or_else(unasked)).collect();
    Judged { verdict: verdict(instance, &exchanges), exchanges }
}

/// A lock whose holder cannot have left anything half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
