//! Faults in the judgement of a given turn; the list of legal turns is right.

use super::{Fault, Group};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{JudgeTurn, Judged};
use nardy_engine::notation::{Leg, end};
use nardy_engine::{Breach, GivenStep, Judgement, Position, Question, Rules, judge, legal_turns};

type Decide = fn(&Rules, &Question, &[GivenStep], &[Breach]) -> bool;

pub fn all() -> Vec<Fault> {
    let mut all = vec![
        fault("always-legal", "Every turn is legal.", |_, _, _, _| true),
        fault("never-legal", "No turn is legal.", |_, _, _, _| false),
        fault("judgement-inverted", "Legal turns are illegal, and the other way round.", |_, _, _, breaches| {
            !breaches.is_empty()
        }),
        fault(
            "legal-by-its-end",
            "A turn is legal when a legal turn ends in the same position, whatever the path.",
            |rules, question, steps, _| {
                let end = end_of(&question.position, steps);
                end.is_some_and(|end| legal_turns(rules, question).is_ok_and(|turns| turns.contains(&end)))
            },
        ),
        fault(
            "legal-in-any-order",
            "A turn is legal when its steps are so in some order.",
            |rules, question, steps, _| orders(steps).iter().any(|steps| breaches(rules, question, steps).is_empty()),
        ),
        fault(
            "legal-step-by-step",
            "A turn is legal when each of its steps is, however few they are.",
            |_, _, _, breaches| breaches.iter().all(|breach| breach.step.is_none()),
        ),
        fault("legal-by-its-first-step", "A turn is legal when its first step is.", |_, _, _, breaches| {
            breaches.iter().all(|breach| breach.step != Some(0))
        }),
        fault(
            "legal-by-its-steps-on-the-board-before",
            "Every step is judged on the board before the turn.",
            |rules, question, steps, breaches_| {
                let alone = |step: &GivenStep| {
                    breaches(rules, question, std::slice::from_ref(step)).iter().all(|breach| breach.step.is_none())
                };
                steps.iter().all(alone) && breaches_.iter().all(|breach| breach.step.is_some())
            },
        ),
        fault(
            "legal-by-its-length",
            "A turn is legal when it moves as many points as a legal one.",
            |rules, question, steps, breaches| {
                let length = |end: &Position| -> u32 {
                    (0..).zip(end.mover().0).map(|(point, count)| point * u32::from(count)).sum()
                };
                let wanted = end_of(&question.position, steps).map(|end| length(&end));
                breaches.is_empty()
                    || wanted.is_some_and(|wanted| {
                        legal_turns(rules, question).is_ok_and(|turns| turns.ends().any(|end| length(end) == wanted))
                    })
            },
        ),
        fault("pass-always-legal", "A pass is always legal.", |_, _, steps, breaches| {
            steps.is_empty() || breaches.is_empty()
        }),
        fault("pass-never-legal", "A pass is never legal.", |_, _, steps, breaches| {
            !steps.is_empty() && breaches.is_empty()
        }),
        fault("repeated-step-is-illegal", "A turn with the same step twice is illegal.", |_, _, steps, breaches| {
            let repeated = steps.iter().enumerate().any(|(at, step)| steps[..at].contains(step));
            breaches.is_empty() && !repeated
        }),
        fault(
            "lower-die-first-is-illegal",
            "A turn that plays the lower die before the higher is illegal.",
            |_, question, steps, breaches| {
                let is_lower = |step: &GivenStep| step.from == step.to + question.roll.lower();
                let lower_first = !question.roll.is_double() && steps.len() > 1 && steps.first().is_some_and(is_lower);
                breaches.is_empty() && !lower_first
            },
        ),
    ];
    all.extend(CLAUSES.iter().map(|&clause| blind(clause)));
    all
}

/// The clauses that a turn can break.
const CLAUSES: [&str; 14] = [
    "board.source",
    "board.bar",
    "landing.closed",
    "dice.step",
    "head.limit",
    "head.use",
    "bear-off.home",
    "bear-off.entry",
    "bear-off.overshoot",
    "block.six",
    "dice.pass",
    "dice.most",
    "dice.until-stuck",
    "dice.higher",
];

/// A judgement that does not know one clause.
fn blind(clause: &'static str) -> Fault {
    let name = format!("blind-to-{}", clause.replace('.', "-"));
    let wrong = format!("A turn that breaks {clause} alone is judged legal.");
    of_judgement(&name, &wrong, move |_, _, _, breaches| breaches.iter().all(|breach| breach.fault.clause() == clause))
}

fn fault(name: &str, wrong: &str, decide: Decide) -> Fault {
    of_judgement(name, wrong, decide)
}

fn of_judgement(
    name: &str,
    wrong: &str,
    decide: impl Fn(&Rules, &Question, &[GivenStep], &[Breach]) -> bool + Copy + Send + Sync + 'static,
) -> Fault {
    let mut fault = Fault::of_answer(Group::Judge, name, wrong, move |rules, ask, answer| match ask {
        Ask::JudgeTurn(JudgeTurn { question: asked, steps }) => {
            let position = Position::new(asked.position.mover, asked.position.opponent);
            let legal = position.is_ok_and(|position| {
                let question = Question { position, roll: asked.roll, first_turn: asked.first_turn };
                decide(rules, &question, steps, &breaches(rules, &question, steps))
            });
            Answer::JudgeTurn(Judged { legal, clause: None })
        }
        _ => answer,
    });
    fault.concerns = Box::new(|_, ask| matches!(ask, Ask::JudgeTurn(_)));
    fault
}

/// What the reference engine has against a turn.
fn breaches(rules: &Rules, question: &Question, steps: &[GivenStep]) -> Vec<Breach> {
    match judge(rules, question, steps) {
        Ok(Judgement::Illegal(breaches)) => breaches,
        Ok(Judgement::Legal) | Err(_) => Vec::new(),
    }
}

/// Where steps end, legal or not.
fn end_of(position: &Position, steps: &[GivenStep]) -> Option<Position> {
    steps.iter().try_fold(*position, |position, step| {
        let hit = (1..=24).contains(&step.to) && position.opponent().on(step.to) > 0;
        end(&position, &[Leg { from: step.from, to: step.to, hit }]).ok()
    })
}

/// Every order of steps.
fn orders(steps: &[GivenStep]) -> Vec<Vec<GivenStep>> {
    let Some((first, rest)) = steps.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<GivenStep>| {
        (0..=order.len()).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, *first);
            longer
        })
    };
    orders(rest).into_iter().flat_map(insert).collect()
}
