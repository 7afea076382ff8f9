//! Which checker a step may move: one of the mover's own, and one on the bar first.
//!
//! Clauses `board.source` and `board.bar`.

use crate::fault::Fault;
use crate::lines::Moment;
use crate::position::BAR;
use crate::step::Step;

/// Clause `board.source`: the mover has a checker where the step begins.
pub(crate) fn own_checker(moment: &Moment, step: Step) -> Option<Fault> {
    (moment.position.mover.on(step.from) == 0).then_some(Fault::NoChecker { from: step.from })
}

/// Clause `board.bar`: while a checker is on the bar, only it may be moved (`board.contact: hit`).
pub(crate) fn bar_first(moment: &Moment, step: Step) -> Option<Fault> {
    (moment.position.mover.on(BAR) > 0 && step.from != BAR).then_some(Fault::BarFirst { from: step.from })
}
