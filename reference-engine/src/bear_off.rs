//! Bearing off: when a checker may leave the board, and with which die.
//!
//! Clauses `bear-off.home`, `bear-off.entry`, `bear-off.exact`, `bear-off.overshoot` and `bear-off.stuck-higher`.
//!
//! ```text
//!   5-4 from home points 6 and 3 (`highest`): the 5 may not take 3 while 6 is occupied.
//!    6    5    4    3    2    1
//!   X1    ·    ·   X1    ·    ·        → 6/1 3/off or 6/2 3/off
//! ```

use crate::board::HOME;
use crate::fault::Fault;
use crate::landing::is_closed;
use crate::lines::Moment;
use crate::position::{BAR, HEAD, OFF, Position, Side};
use crate::rules::{Entry, Overshoot, Rules, StuckHigher};
use crate::step::Step;

/// The clauses of a step to 0; the later ones presuppose the earlier ones, so at most one is broken.
pub(crate) fn allowed(moment: &Moment, step: Step) -> Option<Fault> {
    if step.to != OFF {
        return None;
    }
    if let Some(outside) = last_outside(&moment.position.mover) {
        return Some(Fault::NotHome { outside });
    }
    if moment.rules.entry == Entry::NextTurn && last_outside(&moment.start.mover).is_some() {
        return Some(Fault::NotHomeBefore);
    }
    let takes = step.die == step.from || overshoots(moment.rules, moment.position, step);
    (!takes).then_some(Fault::Overshoot { die: step.die, from: step.from })
}

/// Clause `bear-off.home`: the point of the checker farthest from home, if one of the remaining is not there.
fn last_outside(side: &Side) -> Option<u8> {
    (HOME + 1..=BAR).rev().find(|&point| side.on(point) > 0)
}

/// Clause `bear-off.overshoot`: whether a die larger than the point may take a checker from it.
fn overshoots(rules: &Rules, position: &Position, step: Step) -> bool {
    let occupied = |point: u8| position.mover.on(point) > 0;
    let highest_below = (1..step.die).rev().find(|&point| occupied(point)) == Some(step.from);
    let mut above = (step.die + 1..=HEAD).filter(|&point| occupied(point)).peekable();
    match rules.overshoot {
        Overshoot::ExactOnly => false,
        Overshoot::Any => occupied(step.from),
        Overshoot::NearestLower => !occupied(step.die) && highest_below,
        Overshoot::Highest => {
            let none_above = above.peek().is_none();
            let released = rules.stuck_higher == StuckHigher::Released
                && above.all(|point| is_closed(rules, position, point - step.die));
            !occupied(step.die) && highest_below && (none_above || released)
        }
    }
}
