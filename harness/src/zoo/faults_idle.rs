//! Engines that hardly play: each answers every question, and knows next to nothing.

use super::engine::{Asked, Lines, RIGHT};
use super::{Fault, Group, Respond};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{End, Judged, LegalTurns, OpeningReply, OutcomeReply, State, Turn, Turns};
use nardy_engine::{GivenStep, Rules};

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, make| Fault::of_state(Group::Idle, name, wrong, make);
    vec![
        fault("answers-nothing", "No turn is listed, none is legal, no game is over, nobody starts.", || {
            idle(|_, _| Vec::new(), |_, _, _| false)
        }),
        fault("always-passes", "The one legal turn is a pass.", || {
            idle(|_, _| vec![Turn { steps: Some(Vec::new()), end: None }], |_, _, steps| steps.is_empty())
        }),
        fault(
            "echoes-the-position",
            "The one legal turn ends in the position asked about, and every turn is legal.",
            || {
                let echo = |ask: &LegalTurns| End { mover: ask.position.mover, opponent: Some(ask.position.opponent) };
                idle(move |_, ask| vec![Turn { steps: None, end: Some(echo(ask)) }], |_, _, _| true)
            },
        ),
        fault("lists-single-steps", "Every legal first step is a turn, and there is no other.", || {
            idle(
                |rules, ask| {
                    let steps = first_steps(rules, ask);
                    steps.into_iter().map(|step| Turn { steps: Some(vec![step]), end: None }).collect()
                },
                |rules, ask, steps| matches!(steps, [step] if first_steps(rules, ask).contains(step)),
            )
        }),
    ]
}

fn idle(
    turns: impl Fn(&Rules, &LegalTurns) -> Vec<Turn> + Send + 'static,
    is_legal: impl Fn(&Rules, &LegalTurns, &[GivenStep]) -> bool + Send + 'static,
) -> Respond {
    Box::new(move |rules, ask| {
        Ok(match ask {
            Ask::LegalTurns(ask) => Answer::LegalTurns(Turns { turns: turns(rules, ask) }),
            Ask::JudgeTurn(ask) => {
                Answer::JudgeTurn(Judged { legal: is_legal(rules, &ask.question, &ask.steps), clause: None })
            }
            Ask::Outcome(_) => {
                Answer::Outcome(OutcomeReply { state: State::Ongoing, winner: None, kind: None, points: None })
            }
            Ask::Opening(_) => Answer::Opening(OpeningReply { starter: None, dice: None, consumed: 0 }),
        })
    })
}

/// The steps that can be made on the board before the turn, without their dice.
fn first_steps(rules: &Rules, ask: &LegalTurns) -> Vec<GivenStep> {
    let asked = Asked::new(rules, ask);
    let steps = Lines::new(&asked, &RIGHT, Some(1)).steps.swap_remove(0);
    let mut given: Vec<GivenStep> =
        steps.iter().map(|(step, _)| GivenStep { from: step.from, to: step.to, die: None }).collect();
    given.sort_unstable();
    given.dedup();
    given
}
