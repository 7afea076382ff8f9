//! Every wrong engine against every case: which cases catch it.

use super::{Fault, Respond};
use crate::case::{Expected, Setting};
use crate::compare::{Verdict, verdict};
use crate::engine::{Answer, Ask, Exchange, Failure};
use crate::instance::Instance;
use crate::protocol::message::{LegalTurns, Sides, Turn};
use crate::reference::{self, Refusal};
use nardy_engine::{BAR, GivenStep};
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many cases must catch a fault under one profile.
pub const ENOUGH: usize = 3;

/// What the cases say of an engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row<'a> {
    /// The cases that it does not pass, by profile.
    pub caught: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// How many lists of turns were asked for, under all profiles.
    pub lists: usize,
    /// How many of them were right.
    pub lists_passed: usize,
}

impl<'a> Row<'a> {
    /// The different cases that the engine does not pass.
    pub fn cases(&self) -> BTreeSet<&'a str> {
        self.caught.values().flatten().copied().collect()
    }

    /// The profile under which most cases catch it, and how many.
    pub fn best(&self) -> Option<(&'a str, usize)> {
        let counts = self.caught.iter().map(|(profile, cases)| (*profile, cases.len()));
        counts.max_by_key(|&(profile, cases)| (cases, std::cmp::Reverse(profile)))
    }

    /// Whether enough cases of one profile catch it.
    pub fn is_caught(&self) -> bool {
        self.best().is_some_and(|(_, cases)| cases >= ENOUGH)
    }
}

/// The instances with their questions, which every engine is asked alike.
pub struct Questions<'a> {
    instances: &'a [Instance<'a>],
    asks: Vec<Vec<Ask>>,
}

impl<'a> Questions<'a> {
    /// The questions of the instances that count.
    pub fn new(instances: &'a [Instance<'a>]) -> Questions<'a> {
        let asks = instances.iter().map(|instance| if instance.counts() { instance.asks(true) } else { Vec::new() });
        Questions { instances, asks: asks.collect() }
    }

    /// How many instances are asked of.
    pub fn len(&self) -> usize {
        self.asks.iter().filter(|asks| !asks.is_empty()).count()
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Asks an engine everything in order, or until `until` holds.
    pub fn ask(
        &self,
        mut engine: Respond,
        concerns: impl Fn(&Instance<'_>, &Ask) -> bool,
        until: impl Fn(&Row<'a>) -> bool,
    ) -> Row<'a> {
        let mut row = Row::default();
        for (instance, asks) in self.instances.iter().zip(&self.asks).filter(|(_, asks)| !asks.is_empty()) {
            let is_list = matches!(instance.entry.expected, Expected::Turns(_));
            row.lists += usize::from(is_list);
            let passed = !asks.iter().any(|ask| concerns(instance, ask)) || is_passed(&mut engine, instance, asks);
            row.lists_passed += usize::from(is_list && passed);
            if !passed {
                row.caught.entry(&instance.variant.id).or_default().insert(&instance.case.id);
                if until(&row) {
                    break;
                }
            }
        }
        row
    }

    /// Asks the engine of a fault; what cannot show it is not asked.
    pub fn ask_fault(&self, fault: &Fault, until: impl Fn(&Row<'a>) -> bool) -> Row<'a> {
        self.ask(fault.engine(), |instance, ask| fault.concerns(&instance.rules, ask), until)
    }

    /// Asks the engines of all faults, side by side; the rows are in their order. `done` is called after each.
    pub fn ask_all(
        &self,
        faults: &[Fault],
        until: impl Fn(&Row<'a>) -> bool + Sync,
        done: impl Fn() + Sync,
    ) -> Vec<Row<'a>> {
        let next = AtomicUsize::new(0);
        let rows = Mutex::new(vec![Row::default(); faults.len()]);
        let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let row = self.ask_fault(fault, &until);
                        let at = faults.iter().position(|other| std::ptr::eq(other, fault));
                        let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
                        if let Some(slot) = at.and_then(|at| rows.get_mut(at)) {
                            *slot = row;
                        }
                        done();
                    }
                });
            }
        });
        rows.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The row of the reference engine, which must be empty.
pub fn reference<'a>(questions: &Questions<'a>) -> Row<'a> {
    questions.ask(Box::new(reference::answer), |_, _| true, |_| false)
}

fn is_passed(engine: &mut Respond, instance: &Instance<'_>, asks: &[Ask]) -> bool {
    let exchange = |ask: &Ask| {
        let answer = engine(&instance.rules, ask).map_err(|refusal| match refusal {
            Refusal::Unsupported(why) => Failure::Unsupported(why.to_string()),
            Refusal::Position(_) | Refusal::Roll(_) => Failure::Error(refusal.to_string()),
        });
        let answer =
            answer.and_then(|answer| if has_form(instance, ask, &answer) { Ok(answer) } else { Err(no_form()) });
        Exchange { answer, wire: None, duration: Duration::ZERO }
    };
    let exchanges: Vec<Exchange> = asks.iter().map(exchange).collect();
    matches!(verdict(instance, &exchanges), Verdict::Pass | Verdict::Unsupported(_) | Verdict::NotRun(_))
}

fn no_form() -> Failure {
    Failure::Protocol("the turns repeat each other, or their ends are not where their steps lead".to_owned())
}

/// Whether an answer has the form that the protocol wants, which is looked at where replies are read, and not when answers are
/// compared: no turn twice by its steps, and no end beside steps that lead elsewhere.
fn has_form(instance: &Instance<'_>, ask: &Ask, answer: &Answer) -> bool {
    let (Ask::LegalTurns(ask), Answer::LegalTurns(turns), Setting::Turn { .. }) = (ask, answer, &instance.case.setting)
    else {
        return true;
    };
    let mut seen = BTreeSet::new();
    turns.turns.iter().all(|turn| {
        let is_new = turn.steps.as_ref().is_none_or(|steps| seen.insert(steps.clone()));
        is_new && leads_to_its_end(ask, turn)
    })
}

fn leads_to_its_end(ask: &LegalTurns, turn: &Turn) -> bool {
    let (Some(steps), Some(end)) = (&turn.steps, &turn.end) else { return true };
    // Steps that are no path are judged where answers are compared.
    replayed(ask.position, steps)
        .is_none_or(|after| after.mover == end.mover && after.opponent == end.opponent.unwrap_or(ask.position.opponent))
}

fn replayed(mut sides: Sides, steps: &[GivenStep]) -> Option<Sides> {
    for step in steps {
        let from = &mut sides.mover.0[usize::from(step.from)];
        *from = from.checked_sub(1)?;
        let to = usize::from(step.to);
        sides.mover.0[to] += 1;
        match (to, sides.opponent.0[to]) {
            (0, _) | (_, 0) => {}
            (_, 1) => {
                sides.opponent.0[to] = 0;
                sides.opponent.0[usize::from(BAR)] += 1;
            }
            _ => return None,
        }
    }
    Some(sides)
}
