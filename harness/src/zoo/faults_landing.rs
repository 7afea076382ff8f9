//! Faults in landing, hitting and entering from the bar.

use super::engine::{Parts, RIGHT};
use super::right::{self, shift};
use super::{Fault, Group};
use nardy_engine::rules::Contact;
use nardy_engine::{BAR, HEAD, OFF};

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, parts| Fault::of_turns(Group::Landing, name, wrong, parts);
    let open = |name, wrong, open| fault(name, wrong, Parts { open, ..RIGHT });
    vec![
        open("nothing-is-closed", "Opposing checkers close no point.", |_, _| true),
        open("single-checker-closes-nothing", "A single opposing checker can be landed on.", |moment, step| {
            step.to == OFF || moment.node.board.opponent.on(step.to) < 2
        }),
        open("two-checkers-close-nothing", "Only three opposing checkers close a point.", |moment, step| {
            step.to == OFF || moment.node.board.opponent.on(step.to) < 3
        }),
        open("point-1-never-closed", "Point 1 is never closed.", |moment, step| {
            right::open(moment, step) || step.to == 1
        }),
        open("opponents-head-never-closed", "The opponent's head is never closed.", |moment, step| {
            right::open(moment, step) || step.to == moment.asked.rules.direction.other_frame(HEAD)
        }),
        open("opponents-home-closed", "The opponent's home may not be entered.", |moment, step| {
            right::open(moment, step)
                && !(1..=right::HOME).any(|point| moment.asked.rules.direction.other_frame(point) == step.to)
        }),
        open(
            "no-passing-over-a-pair",
            "A step passes over no point that two opposing checkers hold.",
            |moment, step| {
                let passed = step.to + 1..step.from.min(HEAD + 1);
                right::open(moment, step) && !passed.into_iter().any(|point| moment.node.board.opponent.on(point) >= 2)
            },
        ),
        open("no-passing-over-a-row", "A step passes over no three closed points in a row.", |moment, step| {
            let closed = |point| moment.node.board.opponent.on(point) > 0;
            let passed: Vec<u8> = (step.to + 1..step.from.min(HEAD + 1)).collect();
            right::open(moment, step) && !passed.windows(3).any(|row| row.iter().all(|&point| closed(point)))
        }),
        open("own-point-closed", "A step may not land on one of the mover's own checkers.", |moment, step| {
            right::open(moment, step) && (step.to == OFF || moment.node.board.mover.on(step.to) == 0)
        }),
        fault(
            "stop-may-be-closed",
            "A combined move may stop on a closed point; only its end must be open.",
            Parts {
                open: |moment, step| right::open(moment, step) || moment.node.dice.iter().sum::<u8>() > 1,
                after: |asked, board, step| {
                    let is_pile = step.to != OFF && board.opponent.on(step.to) >= right::closes(&asked.rules);
                    if !is_pile {
                        return right::after(asked, board, step);
                    }
                    let mut after = *board;
                    shift(&mut after.mover, step.from, step.to);
                    after
                },
                end_blocks: |asked, parts, board| {
                    let shared = (1..=HEAD).any(|point| board.mover.on(point) > 0 && board.opponent.on(point) > 0);
                    shared || right::end_blocks(asked, parts, board)
                },
                ..RIGHT
            },
        ),
        fault(
            "hit-checker-stays",
            "A checker that is landed on stays where it is.",
            Parts {
                after: |_, board, step| {
                    let mut after = *board;
                    shift(&mut after.mover, step.from, step.to);
                    after
                },
                ..RIGHT
            },
        ),
        fault(
            "hit-checker-goes-to-its-head",
            "A checker that is landed on goes back to its head, and not to the bar.",
            Parts {
                after: |asked, board, step| {
                    let mut after = *board;
                    shift(&mut after.mover, step.from, step.to);
                    if step.to != OFF && after.opponent.on(step.to) > 0 {
                        shift(&mut after.opponent, step.to, asked.rules.direction.other_frame(HEAD));
                    }
                    after
                },
                ..RIGHT
            },
        ),
        fault(
            "hit-checker-is-borne-off",
            "A checker that is landed on leaves the board for good.",
            Parts {
                after: |_, board, step| {
                    let mut after = *board;
                    shift(&mut after.mover, step.from, step.to);
                    if step.to != OFF && after.opponent.on(step.to) > 0 {
                        shift(&mut after.opponent, step.to, OFF);
                    }
                    after
                },
                ..RIGHT
            },
        ),
        fault(
            "no-hit-in-own-home",
            "A checker in the mover's home is not hit.",
            Parts {
                open: |moment, step| {
                    let hits = step.to != OFF && step.to <= right::HOME && moment.node.board.opponent.on(step.to) > 0;
                    right::open(moment, step) && !hits
                },
                ..RIGHT
            },
        ),
        fault(
            "hit-ends-the-checkers-move",
            "A checker that has hit moves no more in the turn.",
            Parts {
                trail: |moment, step| {
                    let hits = step.to != OFF && moment.node.board.opponent.on(step.to) > 0;
                    if hits { step.to } else { moment.node.trail }
                },
                moves_now: |moment, step| right::moves_now(moment, step) && step.from != moment.node.trail,
                ..RIGHT
            },
        ),
        fault(
            "bar-is-no-duty",
            "Other checkers move although one is on the bar.",
            Parts { moves_now: |_, _| true, ..RIGHT },
        ),
        fault(
            "bar-first-for-the-first-step-only",
            "Once one checker has entered, others move although a second is on the bar.",
            Parts { moves_now: |moment, step| moment.made > 0 || right::moves_now(moment, step), ..RIGHT },
        ),
        fault(
            "bar-enters-one-point-short",
            "A checker enters from the bar on the point of its die from 24, as if the bar were point 24.",
            Parts { goes: |asked, die, from| right::goes(asked, die, if from == BAR { HEAD } else { from }), ..RIGHT },
        ),
        fault(
            "bar-enters-in-own-home",
            "A checker enters from the bar on the point of its die in its own home.",
            Parts {
                goes: |asked, die, from| if from == BAR { Some(die) } else { right::goes(asked, die, from) },
                ..RIGHT
            },
        ),
        fault(
            "bar-enters-on-empty-points-only",
            "A checker enters from the bar only where no opposing checker stands.",
            Parts {
                open: |moment, step| {
                    let empty = step.from != BAR || moment.node.board.opponent.on(step.to) == 0;
                    right::open(moment, step) && empty
                },
                ..RIGHT
            },
        ),
        fault(
            "no-hit-in-the-opponents-home",
            "In the opponent's home a single opposing checker closes its point and is not hit.",
            Parts {
                open: |moment, step| {
                    let far = step.to > 18 && moment.asked.rules.contact == Contact::Hit;
                    right::open(moment, step) && !(far && moment.node.board.opponent.on(step.to) > 0)
                },
                ..RIGHT
            },
        ),
    ]
}
