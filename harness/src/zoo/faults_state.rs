//! Engines that remember something of the questions before.

use super::engine::{Parts, RIGHT};
use super::right;
use super::{Fault, Group, Respond};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{JudgeTurn, LegalTurns};
use crate::reference;
use nardy_engine::{HEAD, Rules};

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, make| Fault::of_state(Group::State, name, wrong, make);
    vec![
        fault(
            "first-turn-of-the-question-before",
            "Whether it is a first turn is remembered from the question before.",
            || after_another(|_, ask, before| ask.first_turn = before.first_turn),
        ),
        fault("first-turn-kept-once-seen", "Once a first turn was asked about, every turn is a first turn.", || {
            let mut seen = None;
            changed(move |_, ask| {
                seen = ask.first_turn.or(seen);
                ask.first_turn = seen;
            })
        }),
        fault(
            "first-turn-only-once",
            "A first turn is played once; later questions about first turns are about later turns.",
            || {
                let mut seen = false;
                changed(move |_, ask| {
                    let is_first = ask.first_turn.is_some();
                    if seen {
                        ask.first_turn = None;
                    }
                    seen |= is_first;
                })
            },
        ),
        fault(
            "position-of-the-question-before",
            "The position is that of the question before, as often as the roll is the same.",
            || {
                after_another(|_, ask, before| {
                    if ask.roll == before.roll {
                        ask.position = before.position;
                    }
                })
            },
        ),
        fault(
            "opponent-of-the-question-before",
            "The opponent's checkers are those of the question before, where the points are free.",
            || {
                after_another(|_, ask, before| {
                    let is_free = (1..=HEAD)
                        .all(|point| ask.position.mover.on(point) == 0 || before.position.opponent.on(point) == 0);
                    if is_free {
                        ask.position.opponent = before.position.opponent;
                    }
                })
            },
        ),
        fault("roll-of-the-question-before", "The roll is that of the question before.", || {
            after_another(|_, ask, before| ask.roll = before.roll)
        }),
        fault(
            "answer-of-the-question-before",
            "A question about the position of the one before is given its answer again, whatever the roll.",
            || {
                let mut last: Option<(LegalTurns, Answer)> = None;
                Box::new(move |rules, ask| {
                    if let (Ask::LegalTurns(asked), Some((before, answer))) = (ask, &last)
                        && asked.position == before.position
                        && asked.roll != before.roll
                    {
                        return Ok(answer.clone());
                    }
                    let answer = reference::answer(rules, ask)?;
                    if let Ask::LegalTurns(asked) = ask {
                        last = Some((asked.clone(), answer.clone()));
                    }
                    Ok(answer)
                })
            },
        ),
        fault("rules-of-the-first-question", "The first rule set asked about is played to the end.", || {
            let mut first: Option<Rules> = None;
            Box::new(move |rules, ask| reference::answer(first.get_or_insert(*rules), ask))
        }),
        fault("head-count-not-reset", "A checker that has left the head in one question counts in the next.", || {
            let mut left = false;
            Box::new(move |rules, ask| {
                let spent = Parts {
                    may_leave: |moment, step| {
                        step.from != HEAD || moment.limit.is_none_or(|limit| moment.node.left_head + 1 < limit)
                    },
                    ..RIGHT
                };
                let answer = if left { spent.answer(rules, ask) } else { RIGHT.answer(rules, ask) };
                if let Ok(Answer::LegalTurns(turns)) = &answer {
                    left =
                        turns.turns.iter().flat_map(|turn| turn.steps.iter().flatten()).any(|step| step.from == HEAD);
                }
                answer
            })
        }),
        fault(
            "exception-spent-by-the-question-before",
            "The exception is granted once, to the first question that has it.",
            || {
                let mut spent = false;
                Box::new(move |rules, ask| {
                    let without = Parts { granted: |_, _| false, ..RIGHT };
                    let asked = match ask {
                        Ask::LegalTurns(ask) | Ask::JudgeTurn(JudgeTurn { question: ask, .. }) => ask,
                        Ask::Outcome(_) | Ask::Opening(_) => return reference::answer(rules, ask),
                    };
                    let answer = if spent { without.answer(rules, ask) } else { RIGHT.answer(rules, ask) };
                    spent |= right::granted(&super::engine::Asked::new(rules, asked), &RIGHT);
                    answer
                })
            },
        ),
        fault("home-once-home", "Once all checkers were home in a question, they are in every later one.", || {
            let mut home = false;
            Box::new(move |rules, ask| {
                let always = Parts { is_home: |_| true, ..RIGHT };
                let answer = if home { always.answer(rules, ask) } else { RIGHT.answer(rules, ask) };
                if let Ask::LegalTurns(ask) = ask {
                    home |= right::is_home(&ask.position.mover);
                }
                answer
            })
        }),
        fault("game-over-once-over", "Once a game was over, every later one is.", || {
            let mut over = None;
            Box::new(move |rules, ask| {
                let answer = reference::answer(rules, ask)?;
                let Answer::Outcome(reply) = &answer else { return Ok(answer) };
                if over.is_none() && reply.winner.is_some() {
                    over = Some(reply.clone());
                }
                Ok(Answer::Outcome(over.clone().unwrap_or_else(|| reply.clone())))
            })
        }),
    ]
}

/// The question about a turn within a question.
fn turn(ask: &mut Ask) -> Option<&mut LegalTurns> {
    match ask {
        Ask::LegalTurns(ask) | Ask::JudgeTurn(JudgeTurn { question: ask, .. }) => Some(ask),
        Ask::Outcome(_) | Ask::Opening(_) => None,
    }
}

/// The reference engine, asked something else than it was asked.
fn changed(mut change: impl FnMut(&Rules, &mut LegalTurns) + Send + 'static) -> Respond {
    Box::new(move |rules, ask| {
        let mut changed = ask.clone();
        if let Some(ask) = turn(&mut changed) {
            change(rules, ask);
        }
        reference::answer(rules, &changed)
    })
}

/// The reference engine, asked something that depends on the question about a turn before.
fn after_another(change: fn(&Rules, &mut LegalTurns, &LegalTurns)) -> Respond {
    let mut before: Option<LegalTurns> = None;
    changed(move |rules, ask| {
        let asked = ask.clone();
        if let Some(before) = &before {
            change(rules, ask, before);
        }
        before = Some(asked);
    })
}
