//! Faults in the head rule and its exception.

use super::engine::{Asked, Lines, Parts, RIGHT};
use super::right;
use super::{Fault, Group};
use nardy_engine::rules::{ExceptionUse, ExceptionWhen, HeadLimit};
use nardy_engine::{FirstTurn, HEAD};

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, parts| Fault::of_turns(Group::Head, name, wrong, parts);
    let granted = |name, wrong, granted| fault(name, wrong, Parts { granted, ..RIGHT });
    vec![
        fault("no-head-rule", "Any number of checkers leaves the head.", Parts { limits: |_, _| vec![None], ..RIGHT }),
        fault(
            "head-rule-after-dice",
            "The duty to use dice is reckoned without the head rule, and what breaks the head rule is then struck out.",
            Parts {
                may_leave: |_, _| true,
                duty: |asked, lines| {
                    let within = |at: usize| lines.limit.is_none_or(|limit| lines.nodes[at].left_head <= limit);
                    right::keep_or_pass(&right::duty(asked, lines), within)
                },
                ..RIGHT
            },
        ),
        granted("no-exception", "The head rule has no exception.", |_, _| false),
        fault(
            "exception-lost-after-first-step",
            "The exception is looked for with the dice that are left, and so is gone after the first step.",
            Parts {
                may_leave: |moment, step| {
                    let limit = if moment.made == 0 { moment.limit } else { moment.limit.map(|_| 1) };
                    step.from != HEAD || limit.is_none_or(|limit| moment.node.left_head < limit)
                },
                ..RIGHT
            },
        ),
        fault(
            "exception-without-cap",
            "Where the exception is granted, any number of checkers leaves the head.",
            Parts { may_leave: |moment, step| moment.limit == Some(2) || right::may_leave(moment, step), ..RIGHT },
        ),
        fault(
            "exception-of-three",
            "Where the exception is granted, three checkers may leave the head.",
            Parts {
                may_leave: |moment, step| {
                    right::may_leave(moment, step) || moment.limit == Some(2) && moment.node.left_head < 3
                },
                ..RIGHT
            },
        ),
        granted("exception-on-any-double", "Every double of a first turn has the exception.", |asked, parts| {
            let one = asked.rules.head_limit == HeadLimit::One;
            one && asked.roll.is_double() && right::is_turn(asked) && right::is_condition(asked, parts)
        }),
        granted("exception-on-5-5", "5-5 has the exception too.", |asked, parts| {
            let fives = asked.roll.is_double() && asked.roll.higher() == 5 && asked.rules.head_limit == HeadLimit::One;
            right::granted(asked, parts) || fives && right::is_turn(asked) && right::is_condition(asked, parts)
        }),
        granted("exception-on-every-turn", "The exception is granted on every turn.", |asked, parts| {
            let one = asked.rules.head_limit == HeadLimit::One;
            one && right::is_listed(asked) && right::is_condition(asked, parts)
        }),
        granted(
            "every-double-frees-two",
            "Two checkers leave the head on every double of the game.",
            |asked, parts| {
                let one = asked.rules.head_limit == HeadLimit::One;
                one && asked.roll.is_double() && right::is_condition(asked, parts)
            },
        ),
        granted(
            "first-turn-by-the-look-of-the-head",
            "A turn is taken for the first when all fifteen checkers stand on the head before it.",
            |asked, parts| right::granted(&by_look(asked), parts),
        ),
        fault(
            "first-turn-while-the-head-is-whole",
            "A turn is taken for the first as long as all fifteen checkers stand on the head, step by step.",
            Parts {
                granted: |asked, parts| right::granted(&by_look(asked), parts),
                may_leave: |moment, step| {
                    let whole = moment.node.board.mover.on(HEAD) == 15;
                    let limit = if whole { moment.limit } else { moment.limit.map(|_| 1) };
                    step.from != HEAD || limit.is_none_or(|limit| moment.node.left_head < limit)
                },
                ..RIGHT
            },
        ),
        fault(
            "first-turn-frees-the-head",
            "On a first turn any number of checkers leaves the head, whatever the roll.",
            Parts {
                limits: |asked, parts| {
                    if asked.first_turn.is_some() { vec![None] } else { right::limits(asked, parts) }
                },
                ..RIGHT
            },
        ),
        granted(
            "exception-for-the-starter-only",
            "Only the starter's first turn has the exception.",
            |asked, parts| asked.first_turn != Some(FirstTurn::Second) && right::granted(asked, parts),
        ),
        granted(
            "blocked-by-the-head-checker-alone",
            "A roll counts as blocked when one checker from the head cannot play it, whatever others can.",
            |asked, parts| {
                let alone = Parts {
                    trail: |_, step| step.to + 1,
                    chosen: |moment, steps| {
                        let from = if moment.made == 0 { HEAD } else { moment.node.trail.saturating_sub(1) };
                        steps.into_iter().filter(|step| step.from == from).collect()
                    },
                    ..*parts
                };
                right::granted(asked, if asked.rules.exception_when == ExceptionWhen::Blocked { &alone } else { parts })
            },
        ),
        granted(
            "blocked-only-when-nothing-moves",
            "A roll counts as blocked only when no step of it can be made with one checker off the head.",
            |asked, parts| {
                let blocked = asked.rules.exception_when == ExceptionWhen::Blocked;
                right::granted(asked, parts) && (!blocked || Lines::new(asked, parts, Some(1)).most() <= 1)
            },
        ),
        granted(
            "blocked-without-the-block-rule",
            "Whether a roll is blocked is found out without the six-point block.",
            |asked, parts| right::granted(asked, &Parts { blocks: |_, _| false, ..*parts }),
        ),
        granted(
            "field-blocked-by-the-opponents-head",
            "Checkers on the opponent's own head block the field too.",
            |asked, parts| {
                right::granted(asked, parts)
                    && (asked.rules.exception_when != ExceptionWhen::UnlessFieldBlocked
                        || !right::field(asked).any(|point| asked.before.opponent.on(point) > 0))
            },
        ),
        granted(
            "field-blocked-by-the-first-landing-only",
            "Of the points a head checker would reach, only the first counts.",
            |asked, parts| {
                let first = right::field(asked).next().is_some_and(|point| right::stands_off_head(asked, point));
                match asked.rules.exception_when {
                    ExceptionWhen::UnlessFieldBlocked => right::is_listed(asked) && right::is_turn(asked) && !first,
                    _ => right::granted(asked, parts),
                }
            },
        ),
        fault(
            "exception-always-used",
            "Where a second checker may leave the head, it must.",
            Parts {
                duty: |asked, lines| {
                    right::keep_if_any(right::duty(asked, lines), |at| {
                        lines.limit != Some(2) || lines.nodes[at].left_head == 2
                    })
                },
                ..RIGHT
            },
        ),
        fault(
            "second-never-leaves-when-stuck",
            "Where the second leaves the head only when no other can move, it never leaves.",
            Parts {
                limits: |asked, parts| {
                    let limits = right::limits(asked, parts);
                    if asked.rules.exception_use == ExceptionUse::WhenStuck {
                        vec![limits[0].map(|_| 1)]
                    } else {
                        limits
                    }
                },
                ..RIGHT
            },
        ),
        fault(
            "head-counts-steps",
            "Every further step of the checker that left the head counts as another checker leaving it.",
            Parts {
                trail: |moment, step| {
                    if step.from == HEAD || moment.node.trail == step.from + 1 {
                        step.to + 1
                    } else {
                        moment.node.trail
                    }
                },
                leaves_head: |moment, step| step.from == HEAD || moment.node.trail == step.from + 1,
                may_leave: |moment, step| {
                    let counts = step.from == HEAD || moment.node.trail == step.from + 1;
                    !counts || moment.limit.is_none_or(|limit| moment.node.left_head < limit)
                },
                ..RIGHT
            },
        ),
        fault(
            "head-rule-for-its-whole-quarter",
            "The limit on the head counts every step that begins in its quarter.",
            Parts {
                leaves_head: |_, step| step.from > 18,
                may_leave: |moment, step| {
                    step.from <= 18 || moment.limit.is_none_or(|limit| moment.node.left_head < limit)
                },
                ..RIGHT
            },
        ),
        fault(
            "head-on-23",
            "The head rule guards point 23, not 24.",
            Parts {
                leaves_head: |_, step| step.from == HEAD - 1,
                may_leave: |moment, step| {
                    step.from != HEAD - 1 || moment.limit.is_none_or(|limit| moment.node.left_head < limit)
                },
                ..RIGHT
            },
        ),
        fault(
            "head-rule-for-a-tall-head",
            "The head rule holds only while more than two checkers stand on the head.",
            Parts {
                may_leave: |moment, step| right::may_leave(moment, step) || moment.asked.before.mover.on(HEAD) <= 2,
                ..RIGHT
            },
        ),
        fault(
            "head-rule-on-a-double-only-half",
            "A double lets a second checker leave the head in its second half.",
            Parts {
                may_leave: |moment, step| {
                    right::may_leave(moment, step) || moment.made >= 2 && moment.node.left_head < 2
                },
                ..RIGHT
            },
        ),
    ]
}

/// The question with its first turn taken from the look of the head.
fn by_look(asked: &Asked) -> Asked {
    let whole = asked.before.mover.on(HEAD) == 15;
    let first_turn = whole.then(|| asked.first_turn.unwrap_or(FirstTurn::Second));
    Asked { first_turn, ..*asked }
}
