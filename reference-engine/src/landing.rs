//! Where a step may end: not on a point that the opponent closes.
//!
//! Clauses `landing.closed`, `landing.stops`, `landing.jump` and `landing.hit`. Every step lands by itself, so both stops of a combined
//! move must be open; what stands between them never matters.
//!
//! ```text
//!   6-5 from 24, opponent on 18: 24/18/13 is closed, 24/19/13 is open.
//!   24   23   22   21   20   19   18   17   16   15   14   13
//!   X14   ·    ·    ·    ·    ·    O1   ·    ·    ·    ·    ·
//! ```

use crate::fault::Fault;
use crate::lines::Moment;
use crate::position::{BAR, HEAD, Position};
use crate::rules::{Contact, Rules};
use crate::step::Step;

/// Whether the opponent closes the mover's point (1 to 24): with one checker, or with two where a single one is hit.
pub fn is_closed(rules: &Rules, position: &Position, point: u8) -> bool {
    let enough = match rules.contact {
        Contact::Closed => 1,
        Contact::Hit => 2,
    };
    (1..=HEAD).contains(&point) && position.opponent.on(point) >= enough
}

/// Clause `landing.closed`.
pub(crate) fn open(moment: &Moment, step: Step) -> Option<Fault> {
    is_closed(moment.rules, moment.position, step.to).then_some(Fault::Closed { die: step.die, to: step.to })
}

/// The position after the step; an opposing checker landed on goes to the bar (clause `landing.hit`).
pub(crate) fn after(position: &Position, step: Step) -> Position {
    let mut after = *position;
    after.mover.shift(step.from, step.to);
    if (1..=HEAD).contains(&step.to) && after.opponent.on(step.to) > 0 {
        after.opponent.shift(step.to, BAR);
    }
    after
}
