//! Faults in the dice of a roll, their order, and the duty to use them.

use super::engine::{Asked, Lines, Parts, RIGHT};
use super::right;
use super::{Fault, Group};

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, parts| Fault::of_turns(Group::Dice, name, wrong, parts);
    let duty = |name, wrong, duty| fault(name, wrong, Parts { duty, ..RIGHT });
    vec![
        fault(
            "die-without-move-at-start-dropped",
            "A die that has no move on the board before the turn is struck out.",
            Parts {
                dice: |asked| {
                    let at_start = Lines::new(asked, &RIGHT, Some(2)).steps.swap_remove(0);
                    right::dice(asked)
                        .into_iter()
                        .filter(|&die| at_start.iter().any(|(step, _)| step.die == die))
                        .collect()
                },
                ..RIGHT
            },
        ),
        duty(
            "any-line-that-ends-is-legal",
            "A line that cannot be continued is legal, however few dice it plays.",
            |asked, lines| finish(asked, lines, lines.ending(|at| !lines.goes_on[at])),
        ),
        duty("no-duty-to-use-dice", "Any sequence of legal steps is a legal turn.", |_, lines| {
            lines.ending(|at| lines.depth[at] > 0 || lines.most() == 0)
        }),
        duty("pass-at-will", "A pass is legal beside the turns that play the dice.", |asked, lines| {
            let mut legal = right::duty(asked, lines);
            legal[0] = true;
            legal
        }),
        duty(
            "every-die-or-pass",
            "Only lines that play every die count; where there is none, the turn is a pass.",
            |asked, lines| {
                let steps = right::dice(asked).len();
                right::keep_or_pass(&lines.ending(|_| true), |at| lines.depth[at] == steps)
            },
        ),
        duty(
            "win-needs-every-die",
            "A line that bears off the last checker counts only if it plays every die.",
            |asked, lines| {
                let steps = right::dice(asked).len();
                right::keep_or_pass(&right::duty(asked, lines), |at| {
                    lines.depth[at] == steps || !lines.nodes[at].board.mover.is_done()
                })
            },
        ),
        fault(
            "higher-die-first",
            "The higher die is played first wherever it can be.",
            Parts {
                chosen: |moment, steps| {
                    let higher = moment.asked.roll.higher();
                    let first = steps.iter().any(|step| step.die == higher);
                    steps.into_iter().filter(|step| !first || step.die == higher).collect()
                },
                ..RIGHT
            },
        ),
        fault(
            "dice-in-one-order",
            "The dice are played in the order in which they are named, the higher first, and in no other.",
            Parts {
                chosen: |moment, steps| {
                    let next = moment.numbers().next();
                    steps.into_iter().filter(|step| Some(step.die) == next).collect()
                },
                ..RIGHT
            },
        ),
        fault(
            "lower-die-first",
            "The lower die is played first wherever it can be.",
            Parts {
                chosen: |moment, steps| {
                    let lower = moment.asked.roll.lower();
                    let first = steps.iter().any(|step| step.die == lower);
                    steps.into_iter().filter(|step| !first || step.die == lower).collect()
                },
                ..RIGHT
            },
        ),
        duty("no-higher-die", "Where only one die can be played, either may be.", right::usage),
        duty(
            "higher-die-even-if-unplayable",
            "Where one die can be played it must be the higher; where that has no move, the turn is a pass.",
            |asked, lines| {
                let legal = right::usage(asked, lines);
                if asked.roll.is_double() || lines.most() != 1 {
                    return right::duty(asked, lines);
                }
                right::keep_or_pass(&legal, |at| right::plays_higher(asked, lines, at))
            },
        ),
        duty(
            "lower-die-when-one",
            "Where only one of two dice can be played, it must be the lower.",
            |asked, lines| {
                let legal = right::usage(asked, lines);
                if asked.roll.is_double() || lines.most() != 1 {
                    return right::duty(asked, lines);
                }
                right::keep_if_any(legal, |at| !right::plays_higher(asked, lines, at))
            },
        ),
        duty(
            "higher-die-in-every-turn",
            "A line that is stuck after the higher die is legal, though another plays both.",
            |asked, lines| {
                right::keep_if_any(lines.ending(|at| !lines.goes_on[at]), |at| {
                    lines.depth[at] == lines.most() || right::plays_higher(asked, lines, at)
                })
            },
        ),
        duty(
            "most-points-moved",
            "The lines that move the most points count, not those with the most dice.",
            |asked, lines| {
                let pips: Vec<u32> = lines.nodes.iter().map(|node| pips(&node.board.mover)).collect();
                let least = (0..pips.len()).filter(|&at| lines.ends[at]).map(|at| pips[at]).min();
                finish(asked, lines, lines.ending(|at| Some(pips[at]) == least))
            },
        ),
        duty("fewest-dice", "Among the lines that play a die, those with the fewest dice count.", |asked, lines| {
            let fewest = (0..lines.nodes.len())
                .filter(|&at| lines.ends[at] && !lines.goes_on[at])
                .map(|at| lines.depth[at])
                .min();
            finish(asked, lines, lines.ending(|at| !lines.goes_on[at] && Some(lines.depth[at]) == fewest))
        }),
        duty("double-all-or-one", "A double is played in full, or by one step.", |asked, lines| {
            if asked.roll.is_double() && lines.most() < right::dice(asked).len() {
                return lines.ending(|at| lines.depth[at] == lines.most().min(1));
            }
            right::duty(asked, lines)
        }),
        fault(
            "double-of-three-steps",
            "A double has three steps.",
            Parts {
                dice: |asked| {
                    let mut dice = right::dice(asked);
                    dice.truncate(3);
                    dice
                },
                ..RIGHT
            },
        ),
        fault(
            "one-die-twice",
            "The higher of two different dice may be played twice.",
            Parts {
                dice: |asked| {
                    let dice = right::dice(asked);
                    if asked.roll.is_double() { dice } else { [dice[0], dice[0], dice[1]].to_vec() }
                },
                ..RIGHT
            },
        ),
        fault(
            "one-checker-a-turn",
            "Every die of a turn is played with the same checker.",
            Parts {
                trail: |_, step| step.to + 1,
                chosen: |moment, steps| {
                    let last = moment.node.trail;
                    steps.into_iter().filter(|step| last == 0 || step.from + 1 == last).collect()
                },
                ..RIGHT
            },
        ),
        fault(
            "no-checker-twice",
            "No checker moves twice in a turn.",
            Parts {
                trail: |_, step| step.to,
                chosen: |moment, steps| {
                    let is_moved = |point: u8| point == moment.node.trail && moment.node.board.mover.on(point) == 1;
                    steps.into_iter().filter(|step| !is_moved(step.from)).collect()
                },
                ..RIGHT
            },
        ),
        fault(
            "stack-of-five",
            "A step may not land on five of the mover's own checkers.",
            Parts {
                open: |moment, step| {
                    let is_full = step.to > 0 && moment.node.board.mover.on(step.to) >= 5;
                    right::open(moment, step) && !is_full
                },
                ..RIGHT
            },
        ),
    ]
}

/// The duties after the first.
fn finish(asked: &Asked, lines: &Lines, legal: Vec<bool>) -> Vec<bool> {
    right::forced(asked, lines, right::single(asked, lines, legal))
}

/// The points that a side still has to go.
fn pips(side: &nardy_engine::Side) -> u32 {
    (0..).zip(side.0).map(|(point, count)| point * u32::from(count)).sum()
}
