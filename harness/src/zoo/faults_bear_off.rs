//! Faults in bearing off.

use super::engine::{Asked, Lines, Moment, Parts, RIGHT};
use super::right::{self, HOME};
use super::{Fault, Group};
use nardy_engine::rules::{Entry, Overshoot, StuckHigher};
use nardy_engine::{BAR, OFF, Step};

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, parts| Fault::of_turns(Group::BearOff, name, wrong, parts);
    let home = |name, wrong, is_home| fault(name, wrong, Parts { is_home, ..RIGHT });
    let over = |name, wrong, overshoots| fault(name, wrong, Parts { overshoots, ..RIGHT });
    vec![
        home("no-home-test", "Checkers are borne off wherever the others stand.", |_| true),
        home("home-inverted", "Checkers are borne off while one is not home, and not when all are.", |side| {
            !right::is_home(side)
        }),
        home("home-begins-at-7-for-bearing-off", "A checker on 7 counts as home.", |side| {
            (HOME + 2..=BAR).all(|point| side.on(point) == 0)
        }),
        home("home-ends-at-5-for-bearing-off", "A checker on 6 does not count as home.", |side| {
            (HOME..=BAR).all(|point| side.on(point) == 0)
        }),
        home("most-home-is-enough", "One checker may be outside when others are borne off.", |side| {
            (HOME + 1..=BAR).map(|point| side.on(point)).sum::<u8>() <= 1
        }),
        home(
            "home-needs-all-fifteen",
            "Bearing off begins only when fifteen checkers stand in the home, and so never goes on.",
            |side| right::is_home(side) && side.off() == 0,
        ),
        fault(
            "home-tested-before-the-turn",
            "Whether all are home is tested before the turn, and not again.",
            Parts {
                bears_off: |moment, step| right::is_home(&moment.asked.before.mover) && right::bears_off(moment, step),
                ..RIGHT
            },
        ),
        fault(
            "entry-not-tested-on-doubles",
            "Bearing off in the turn of entry is refused, but not on a double.",
            Parts {
                bears_off: |moment, step| {
                    let mut asked = *moment.asked;
                    if asked.roll.is_double() {
                        asked.rules.entry = Entry::SameTurn;
                    }
                    right::bears_off(&Moment { asked: &asked, ..*moment }, step)
                },
                ..RIGHT
            },
        ),
        over("overshoot-from-any-point", "A die takes any checker below it.", |_, _| true),
        over("no-overshoot", "A die takes only the checker on its own point.", |_, _| false),
        over(
            "overshoot-past-higher-checkers",
            "A die takes the highest checker below its empty point, whatever stands above.",
            |moment, step| {
                right::overshoots(moment, step) || rule(moment) == Overshoot::Highest && nearest(moment, step)
            },
        ),
        over(
            "overshoot-though-the-point-is-occupied",
            "A die takes the highest checker below its point although its own point is occupied.",
            |moment, step| {
                let side = &moment.node.board.mover;
                let is_next = (step.from + 1..step.die).all(|point| side.on(point) == 0);
                let none_above = right::above(side, step).next().is_none();
                right::overshoots(moment, step)
                    || is_next
                        && match rule(moment) {
                            Overshoot::Highest => none_above,
                            Overshoot::NearestLower => true,
                            Overshoot::Any | Overshoot::ExactOnly => false,
                        }
            },
        ),
        over("overshoot-takes-the-lowest", "A die too large takes the lowest checker.", |moment, step| {
            let side = &moment.node.board.mover;
            let lowest = (1..step.from).all(|point| side.on(point) == 0);
            let empty = (step.die..=HOME).all(|point| side.on(point) == 0);
            if rule(moment) == Overshoot::Highest { lowest && empty } else { right::overshoots(moment, step) }
        }),
        over(
            "overshoot-as-before-the-turn",
            "Which checker a die too large takes is read from the board before the turn.",
            |moment, step| {
                let node = super::engine::Node { board: moment.asked.before, ..*moment.node };
                right::overshoots(&Moment { node: &node, ..*moment }, step)
            },
        ),
        over("overshoot-by-six-only", "Only a six takes a checker from a lower point.", |moment, step| {
            step.die == 6 && right::overshoots(moment, step)
        }),
        over("overshoot-by-one-point", "A die takes a checker at most one point below it.", |moment, step| {
            step.die == step.from + 1 && right::overshoots(moment, step)
        }),
        over(
            "any-but-not-from-an-occupied-point",
            "A die takes any checker below it only when its own point is empty.",
            |moment, step| {
                let free = rule(moment) != Overshoot::Any || moment.node.board.mover.on(step.die) == 0;
                free && right::overshoots(moment, step)
            },
        ),
        over(
            "stuck-higher-if-one-is-stuck",
            "One stuck checker above the die's point is enough to release the die.",
            |moment, step| {
                let side = &moment.node.board.mover;
                let one = right::above(side, step).any(|point| right::is_stuck(moment, point, step));
                right::overshoots(moment, step) || rule(moment) == Overshoot::Highest && nearest(moment, step) && one
            },
        ),
        over(
            "stuck-higher-though-the-point-is-occupied",
            "Stuck checkers above release the die although its own point is occupied.",
            |moment, step| {
                let side = &moment.node.board.mover;
                let next = (step.from + 1..step.die).all(|point| side.on(point) == 0);
                let stuck = right::above(side, step).all(|point| right::is_stuck(moment, point, step));
                let released = moment.asked.rules.stuck_higher == StuckHigher::Released;
                right::overshoots(moment, step) || rule(moment) == Overshoot::Highest && released && next && stuck
            },
        ),
        over(
            "stuck-higher-as-before-the-turn",
            "Whether the checkers above are stuck is tested before the turn, and not at each step.",
            |moment, step| {
                let before = super::engine::Node { board: moment.asked.before, ..*moment.node };
                let side = &moment.node.board.mover;
                let none_above = right::above(side, step).next().is_none();
                let stuck = || {
                    let before = Moment { node: &before, ..*moment };
                    let mut above = right::above(&before.node.board.mover, step).peekable();
                    above.peek().is_some() && above.all(|point| right::is_stuck(&before, point, step))
                };
                match rule(moment) {
                    Overshoot::Highest => nearest(moment, step) && (none_above || stuck()),
                    _ => right::overshoots(moment, step),
                }
            },
        ),
        over(
            "stuck-higher-by-the-movers-own",
            "Checkers above are stuck also where their landing is the mover's own point.",
            |moment, step| {
                let side = &moment.node.board.mover;
                let stuck = |point: u8| right::is_stuck(moment, point, step) || side.on(point - step.die) > 0;
                let released = moment.asked.rules.stuck_higher == StuckHigher::Released;
                right::overshoots(moment, step)
                    || rule(moment) == Overshoot::Highest
                        && released
                        && nearest(moment, step)
                        && right::above(side, step).all(stuck)
            },
        ),
        fault(
            "no-moves-inside-home",
            "Once all are home, no checker moves inside the home.",
            Parts {
                moves_now: |moment, step| {
                    right::moves_now(moment, step) && (step.to == OFF || !right::is_home(&moment.node.board.mover))
                },
                ..RIGHT
            },
        ),
        fault(
            "bearing-off-goes-first",
            "A die that can bear a checker off must.",
            Parts {
                chosen: |_, steps| {
                    let bears = |die| steps.iter().any(|step| step.to == OFF && step.die == die);
                    steps.iter().copied().filter(|step| step.to == OFF || !bears(step.die)).collect()
                },
                ..RIGHT
            },
        ),
        fault(
            "exact-die-goes-first",
            "A die on whose point a checker stands must bear it off.",
            Parts {
                chosen: |_, steps| {
                    let exact = |die| steps.iter().any(|step| step.to == OFF && step.die == die && step.from == die);
                    steps.iter().copied().filter(|step| step.to == OFF || !exact(step.die)).collect()
                },
                ..RIGHT
            },
        ),
        fault(
            "bearing-off-at-will",
            "A line may stop where only bearing off goes on.",
            Parts { duty: |asked, lines| at_will(asked, lines), ..RIGHT },
        ),
        fault(
            "last-checker-cannot-leave",
            "The last checker of a side is not borne off.",
            Parts {
                bears_off: |moment, step| moment.node.board.mover.off() < 14 && right::bears_off(moment, step),
                ..RIGHT
            },
        ),
        fault(
            "last-checker-leaves-by-its-own-die",
            "The last checker is borne off only by an exact die.",
            Parts {
                bears_off: |moment, step| {
                    let exact = moment.node.board.mover.off() < 14 || step.from == step.die;
                    exact && right::bears_off(moment, step)
                },
                ..RIGHT
            },
        ),
        fault(
            "one-borne-off-a-turn",
            "One checker is borne off in a turn at most.",
            Parts {
                bears_off: |moment, step| {
                    moment.node.board.mover.off() == moment.asked.before.mover.off() && right::bears_off(moment, step)
                },
                ..RIGHT
            },
        ),
        fault(
            "off-one-point-early",
            "A die one smaller than the point takes its checker off.",
            Parts {
                goes: |asked, die, from| {
                    if from == die + 1 && from <= HOME { Some(OFF) } else { right::goes(asked, die, from) }
                },
                bears_off: |moment, step| {
                    let step = if step.from == step.die + 1 { Step { from: step.die, ..step } } else { step };
                    right::bears_off(moment, step)
                },
                ..RIGHT
            },
        ),
    ]
}

fn rule(moment: &Moment) -> Overshoot {
    moment.asked.rules.overshoot
}

fn nearest(moment: &Moment, step: Step) -> bool {
    right::is_nearest_lower(&moment.node.board.mover, step)
}

/// The duty, with every line that stops where each further step bears off.
fn at_will(asked: &Asked, lines: &Lines) -> Vec<bool> {
    let right = right::duty(asked, lines);
    let stops = |at: usize| {
        let on = &lines.steps[at];
        !on.is_empty() && on.iter().all(|(step, _)| step.to == OFF)
    };
    (0..right.len()).map(|at| right[at] || lines.ends[at] && stops(at)).collect()
}
