//! Faults in what an answer holds: the turns are right, and are listed wrongly.

use super::{Fault, Group};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{End, LegalTurns, Turn};
use nardy_engine::board::reframed;
use nardy_engine::{GivenStep, OFF, Rules};

type Change = fn(&Rules, &LegalTurns, Vec<Turn>) -> Vec<Turn>;

pub fn all() -> Vec<Fault> {
    vec![
        fault("steps-listed-twice", "Every turn is listed twice, with the same steps.", |_, _, turns| {
            turns.iter().flat_map(|turn| [turn.clone(), turn.clone()]).collect()
        }),
        fault("turn-split-in-two", "A turn of four steps is listed as two of two.", |_, _, turns| {
            let halves = |turn: Turn| {
                let steps = turn.steps.clone().unwrap_or_default();
                if steps.len() < 4 { vec![turn] } else { steps.chunks(2).map(|half| of_steps(half.to_vec())).collect() }
            };
            turns.into_iter().flat_map(halves).collect()
        }),
        fault("turn-split-by-die", "Every step of a turn is listed as a turn.", |_, _, turns| {
            let mut steps: Vec<GivenStep> =
                turns.iter().flat_map(|turn| turn.steps.clone().unwrap_or_default()).collect();
            steps.sort_unstable();
            steps.dedup();
            if steps.is_empty() { turns } else { steps.into_iter().map(|step| of_steps(vec![step])).collect() }
        }),
        fault("hops-for-steps", "A checker that moves by two dice is listed with one hop.", |_, _, turns| {
            let hopped = |turn: Turn| {
                let mut hops: Vec<GivenStep> = Vec::new();
                for step in turn.steps.iter().flatten() {
                    match hops.last_mut() {
                        Some(last) if last.to == step.from => last.to = step.to,
                        _ => hops.push(*step),
                    }
                }
                Turn { steps: Some(hops), ..turn }
            };
            turns.into_iter().map(hopped).collect()
        }),
        fault("ends-with-sides-swapped", "Only ends are listed, as the next player sees them.", |rules, _, turns| {
            let swapped = |turn: Turn| {
                let end = turn.end.map(|End { mover, opponent }| End {
                    mover: opponent.map_or(mover, |opponent| reframed(&opponent, rules.direction)),
                    opponent: Some(reframed(&mover, rules.direction)),
                });
                Turn { steps: None, end }
            };
            turns.into_iter().map(swapped).collect()
        }),
        fault("ends-before-the-turn", "The end of a turn is the position before it.", |_, ask, turns| {
            let end = Some(End { mover: ask.position.mover, opponent: Some(ask.position.opponent) });
            turns.into_iter().map(|turn| Turn { end, ..turn }).collect()
        }),
        fault(
            "ends-without-hits",
            "Only ends are listed, and the opponent stands as before in them.",
            |_, _, turns| {
                let ends = turns.into_iter().filter_map(|turn| turn.end);
                ends.map(|end| Turn { steps: None, end: Some(End { opponent: None, ..end }) }).collect()
            },
        ),
        fault("ends-of-other-turns", "The ends stand beside the steps of other turns.", |_, _, turns| {
            let mut ends: Vec<Option<End>> = turns.iter().map(|turn| turn.end).collect();
            ends.rotate_left(1);
            turns.into_iter().zip(ends).map(|(turn, end)| Turn { end, ..turn }).collect()
        }),
        fault("pass-as-empty-list", "A pass is an empty list of turns.", |_, _, turns| {
            turns.into_iter().filter(|turn| turn.steps.as_ref().is_none_or(|steps| !steps.is_empty())).collect()
        }),
        fault("steps-reversed", "The steps of a turn are listed last first.", |_, _, turns| {
            ordered(turns, |steps| steps.reverse())
        }),
        fault(
            "steps-sorted-from-below",
            "The steps of a turn are listed by their points, lowest first.",
            |_, _, turns| ordered(turns, |steps| steps.sort_unstable()),
        ),
        fault("last-turn-missing", "The last turn of the list is lost.", |_, _, mut turns| {
            if turns.len() > 1 {
                turns.pop();
            }
            turns
        }),
        fault("first-turn-missing", "The first turn of the list is lost.", |_, _, mut turns| {
            if turns.len() > 1 {
                turns.remove(0);
            }
            turns
        }),
        fault("list-cut-at-five", "Five turns are listed at most.", |_, _, mut turns| {
            turns.truncate(5);
            turns
        }),
        fault("turn-too-many", "The first turn is listed a second time without its last step.", |_, _, mut turns| {
            if let Some([begin @ .., _]) = turns.first().and_then(|turn| turn.steps.as_deref()) {
                turns.push(of_steps(begin.to_vec()));
            }
            turns
        }),
        fault("one-turn-of-all", "Only the first turn is listed.", |_, _, mut turns| {
            turns.truncate(1);
            turns
        }),
        fault("steps-in-the-opponents-numbers", "The steps are in the opponent's numbers.", |rules, _, turns| {
            let frame = |point: u8| if (1..=24).contains(&point) { rules.direction.other_frame(point) } else { point };
            let turned = |step: GivenStep| GivenStep { from: frame(step.from), to: frame(step.to), die: None };
            let steps = |turn: Turn| {
                turn.steps
                    .map_or_else(|| of_steps(Vec::new()), |steps| of_steps(steps.into_iter().map(turned).collect()))
            };
            turns.into_iter().map(steps).collect()
        }),
        fault("dice-of-other-steps", "A step names the die of another step.", |_, ask, turns| {
            ordered(turns, |steps| {
                let (higher, lower) = (ask.roll.higher(), ask.roll.lower());
                for step in steps {
                    let is_higher = step.to != OFF && step.from == step.to + higher;
                    step.die = Some(if is_higher { lower } else { higher });
                }
            })
        }),
    ]
}

fn fault(name: &str, wrong: &str, change: Change) -> Fault {
    let mut fault = Fault::of_answer(Group::Protocol, name, wrong, move |rules, ask, answer| match (ask, answer) {
        (Ask::LegalTurns(ask), Answer::LegalTurns(mut turns)) => {
            turns.turns = change(rules, ask, turns.turns);
            Answer::LegalTurns(turns)
        }
        (_, answer) => answer,
    });
    fault.concerns = Box::new(|_, ask| matches!(ask, Ask::LegalTurns(_)));
    fault
}

fn of_steps(steps: Vec<GivenStep>) -> Turn {
    Turn { steps: Some(steps), end: None }
}

fn ordered(mut turns: Vec<Turn>, order: impl Fn(&mut Vec<GivenStep>)) -> Vec<Turn> {
    turns.iter_mut().filter_map(|turn| turn.steps.as_mut()).for_each(order);
    turns
}
