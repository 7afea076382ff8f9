//! The naive twin: a second engine, written from the clauses alone, that shares no rule with the engine it is compared with.
//!
//! Only the names of axes and values are the engine's. A board is a list of checkers, each in its own side's numbers; the turns
//! are all sequences of all steps, in every order of the dice, through which the clauses are then sieved one after another. It
//! is slow, and meant to be read.

mod block;
mod board;
mod judge;
mod lines;
mod opening;
mod outcome;
mod stated;
mod step;

pub use judge::{Clauses, Judge};
pub use lines::{Asked, Line};
pub use opening::{Previous, opening};
pub use outcome::Outcome;

use board::Board;
use nardy_engine::rules::Rules;
use std::collections::BTreeSet;

/// One side's checkers on the mover's points: 0 borne off, 25 on the bar.
pub type Counts = [u8; 26];

/// A question about a position, both sides in the mover's numbers; `first` says of a player's first turn whether that player
/// started.
pub fn ask<'a>(rules: &'a Rules, mover: &Counts, opponent: &Counts, roll: (u8, u8), first: Option<bool>) -> Asked<'a> {
    Asked { rules, start: Board::new(rules.direction, mover, opponent), roll, first }
}

/// The positions in which a legal turn can end.
pub fn legal_turns(
    rules: &Rules,
    mover: &Counts,
    opponent: &Counts,
    roll: (u8, u8),
    first: Option<bool>,
) -> BTreeSet<(Counts, Counts)> {
    Judge::new(&ask(rules, mover, opponent, roll, first)).legal().map(|line| line.board.counts()).collect()
}

/// The clauses that a turn breaks, none when it is legal.
pub fn judge(
    rules: &Rules,
    mover: &Counts,
    opponent: &Counts,
    roll: (u8, u8),
    first: Option<bool>,
    steps: &[(u8, u8)],
) -> Clauses {
    let steps: Vec<_> = steps.iter().map(|&(from, to)| (from, to, None)).collect();
    Judge::new(&ask(rules, mover, opponent, roll, first)).clauses(&steps)
}

/// What the game has come to when the mover has just moved; none when it was over before that.
pub fn outcome(rules: &Rules, mover: &Counts, opponent: &Counts, mover_started: bool) -> Option<Outcome> {
    outcome::outcome(rules, &Board::new(rules.direction, mover, opponent), mover_started)
}
