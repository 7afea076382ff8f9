//! Six occupied points in a row, as the opponent meets them.

use super::board::{BAR, Board, HEAD, across};
use nardy_engine::rules::{BlockRoute, Rules, SixBlock};

/// Whether the position holds six in a row that the rule set forbids.
pub fn is_forbidden(rules: &Rules, board: &Board) -> bool {
    if rules.six == SixBlock::Allowed {
        return false;
    }
    // Everything from here on is in the opponent's numbers.
    let mut walled = [false; BAR as usize + 1];
    board.mine.iter().for_each(|&point| walled[usize::from(across(board.direction, point))] = true);
    // Where a run begins, seen by a checker that comes from the head; on the ring the point after 1 is 24.
    let first_points = match rules.six_route {
        BlockRoute::Opponent => 6..=HEAD,
        BlockRoute::Ring => 1..=HEAD,
    };
    first_points.into_iter().any(|first| {
        let mut run = (0..6).map(|i| (first + HEAD - 1 - i) % HEAD + 1);
        let last = (first + HEAD - 6) % HEAD + 1;
        run.all(|point| walled[usize::from(point)]) && !is_released(rules.six, board, &walled, last)
    })
}

fn is_released(six: SixBlock, board: &Board, walled: &[bool], last: u8) -> bool {
    let theirs = board.theirs;
    match six {
        SixBlock::Allowed => true,
        SixBlock::Forbidden => false,
        // Borne off is 0: below every last point, and below 7.
        SixBlock::UnlessAhead => theirs.iter().any(|&checker| checker < last),
        SixBlock::UnlessHome => theirs.iter().any(|&checker| checker <= 6),
        SixBlock::UnlessCanMove => {
            let on_board = || theirs.iter().copied().filter(|checker| (1..=HEAD).contains(checker));
            let steps = |checker: u8| (1..=6).any(|die| die < checker && !walled[usize::from(checker - die)]);
            let bears_off = on_board().next().is_some() && theirs.iter().all(|&checker| checker <= 6);
            bears_off || on_board().any(steps)
        }
    }
}
