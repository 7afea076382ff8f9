//! The head rule: one checker a turn leaves the head, and the first-turn exception.
//!
//! Clauses `head.limit`, `head.count`, `head.exception`, `head.first-turn`, `head.player`, `head.when` and `head.use`. The head is the mover's
//! point 24. What counts is the checkers that leave it, not their further steps.

use crate::fault::Fault;
use crate::lines::Moment;
use crate::position::{HEAD, Position};
use crate::roll::Roll;
use crate::rules::{ExceptionPlayer, ExceptionRolls, ExceptionTurn, ExceptionWhen, HeadLimit, Rules};
use crate::step::Step;
use crate::turns::{FirstTurn, Question};

/// The checkers that may leave the head when the exception is granted.
pub(crate) const WITH_EXCEPTION: u8 = 2;

/// Clause `head.limit`: no more checkers leave the head than the limit in force.
pub(crate) fn limit(moment: &Moment, step: Step) -> Option<Fault> {
    let limit = moment.head_limit?;
    (step.from == HEAD && moment.left_head >= limit).then_some(Fault::HeadLimit { limit })
}

/// The checkers that may leave the head when the exception is not granted; `None` for any number.
pub(crate) fn base_limit(rules: &Rules) -> Option<u8> {
    match rules.head_limit {
        HeadLimit::One => Some(1),
        HeadLimit::Unlimited => None,
    }
}

/// Clauses `head.exception` to `head.when`: whether a second checker may leave the head in this turn.
///
/// `plays_every_die` says whether some line with one checker off the head plays every die of the roll; it is asked only where
/// the condition is `blocked`.
pub(crate) fn exception_granted(rules: &Rules, question: &Question, plays_every_die: impl FnOnce() -> bool) -> bool {
    rules.head_limit == HeadLimit::One
        && is_listed(rules.exception_rolls, question.roll)
        && is_turn(rules, question.first_turn)
        && match rules.exception_when {
            ExceptionWhen::Always => true,
            ExceptionWhen::Blocked => !plays_every_die(),
            ExceptionWhen::UnlessFieldBlocked => !field_is_blocked(rules, &question.position, question.roll),
        }
}

fn is_listed(rolls: ExceptionRolls, roll: Roll) -> bool {
    match rolls {
        ExceptionRolls::None => false,
        ExceptionRolls::ThreeFourSix => roll.is_double() && [3, 4, 6].contains(&roll.higher()),
        ExceptionRolls::FourSix => roll.is_double() && [4, 6].contains(&roll.higher()),
        ExceptionRolls::AnyDouble => roll.is_double(),
        ExceptionRolls::AnyRoll => true,
    }
}

/// The flag alone decides, never the look of the head.
fn is_turn(rules: &Rules, first_turn: Option<FirstTurn>) -> bool {
    match (rules.exception_turn, rules.exception_player) {
        (ExceptionTurn::Every, _) => true,
        (ExceptionTurn::First, ExceptionPlayer::Each) => first_turn.is_some(),
        (ExceptionTurn::First, ExceptionPlayer::Second) => first_turn == Some(FirstTurn::Second),
    }
}

/// Whether an opposing checker that is off its own head stands on a point one head checker would reach with this roll.
///
/// Points behind a closed one count too; points below 1 do not.
fn field_is_blocked(rules: &Rules, position: &Position, roll: Roll) -> bool {
    let opposing_head = rules.direction.other_frame(HEAD);
    let (a, b) = (roll.higher(), roll.lower());
    let distances: Vec<u8> = if roll.is_double() {
        (1..=roll.steps(rules.doubles) as u8).map(|steps| steps * a).collect()
    } else {
        vec![a, b, a + b]
    };
    let reached = distances.into_iter().filter(|&distance| distance < HEAD).map(|distance| HEAD - distance);
    reached.into_iter().any(|point| point != opposing_head && position.opponent.on(point) > 0)
}
