//! The six-point block: six occupied points in a row, and what releases them.
//!
//! Clauses `block.six`, `block.five`, `block.release`, `block.route` and `block.standing`. A row is read along the opponent's route. Every window
//! of six is tested by itself, so a row of seven is two windows; "ahead" is seen from the opponent, on its numbers below the
//! window's last point.
//!
//! ```text
//!   Forbidden (`unless-ahead`): X holds 7 to 2, the opponent's 19 to 14, and every O is still on its way to them.
//!   12   11   10    9    8    7    6    5    4    3    2    1      the mover's numbers
//!   24   23   22   21   20   19   18   17   16   15   14   13      the opponent's
//!   O14   ·    ·    ·   O1   X1   X3   X3   X3   X3   X2    ·
//! ```

use crate::board::{HOME, reframed};
use crate::fault::Fault;
use crate::landing;
use crate::lines::Moment;
use crate::position::{BAR, HEAD, Position, Side};
use crate::rules::{BlockRoute, BlockTested, Rules, SixBlock};
use crate::step::Step;

/// A forbidden row of six, by its two ends in the mover's numbers: first the one that the opponent reaches first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Its first point on the opponent's route.
    pub first: u8,
    /// Its last.
    pub last: u8,
}

const SIX: u8 = 6;

/// The first forbidden block of a position, if it holds one.
pub fn forbidden(rules: &Rules, position: &Position) -> Option<Block> {
    if rules.six == SixBlock::Allowed || position.mover.points().count() < usize::from(SIX) {
        return None;
    }
    let wall = reframed(&position.mover, rules.direction);
    let opponent = reframed(&position.opponent, rules.direction);
    let last_start = match rules.six_route {
        BlockRoute::Opponent => SIX,
        BlockRoute::Ring => 1,
    };
    (last_start..=HEAD).rev().find_map(|first| {
        let window = (0..SIX).map(|i| (first + HEAD - 1 - i) % HEAD + 1);
        let last = window.clone().next_back()?;
        let held = window.into_iter().all(|point| wall.on(point) > 0);
        let frame = |point| rules.direction.other_frame(point);
        (held && !is_released(rules.six, &opponent, &wall, last))
            .then(|| Block { first: frame(first), last: frame(last) })
    })
}

/// Clause `block.release`; both sides in the opponent's numbers, `last` the window's last point on its route.
fn is_released(six: SixBlock, opponent: &Side, wall: &Side, last: u8) -> bool {
    match six {
        SixBlock::Allowed => true,
        SixBlock::Forbidden => false,
        SixBlock::UnlessAhead => opponent.off() > 0 || (1..last).any(|point| opponent.on(point) > 0),
        SixBlock::UnlessHome => opponent.off() > 0 || (1..=HOME).any(|point| opponent.on(point) > 0),
        SixBlock::UnlessCanMove => {
            let steps = |from: u8| (1..=6).filter_map(move |die| from.checked_sub(die)).filter(|&to| to > 0);
            let can_step = opponent.points().any(|from| steps(from).any(|to| wall.on(to) == 0));
            let all_home = !opponent.is_done() && (HOME + 1..=BAR).all(|point| opponent.on(point) == 0);
            can_step || all_home
        }
    }
}

/// Clause `block.six` under `block.tested: each-step`: the position after the step holds no forbidden block.
pub(crate) fn after_step(moment: &Moment, step: Step) -> Option<Fault> {
    match moment.rules.six_tested {
        BlockTested::EachStep => at(moment.rules, &landing::after(moment.position, step)),
        BlockTested::TurnEnd => None,
    }
}

/// Clause `block.six` under `block.tested: turn-end`: the position after the turn holds none.
pub(crate) fn after_turn(rules: &Rules, position: &Position) -> Option<Fault> {
    match rules.six_tested {
        BlockTested::EachStep => None,
        BlockTested::TurnEnd => at(rules, position),
    }
}

fn at(rules: &Rules, position: &Position) -> Option<Fault> {
    forbidden(rules, position).map(|block| Fault::Block { block, six: rules.six })
}
