//! The board's two frames: the mover's numbers and the opponent's own.
//!
//! Clause `board.direction`. Each side counts its own route from 24, its head, to 1. When both run the same way round, the two
//! countings differ by half a ring; when they run against each other, they mirror.
//!
//! ```text
//!   direction same                          direction opposite
//!   mover     24 23 … 13 12 11 …  1        mover     24 23 … 13 12 …  2  1
//!   opponent  12 11 …  1 24 23 … 13        opponent   1  2 … 12 13 … 23 24
//! ```

use crate::position::{HEAD, Position, Side};
use crate::rules::{Direction, Setup};

/// The last point of a home: 6 to 1.
pub const HOME: u8 = 6;

impl Direction {
    /// The opponent's own number of the mover's point, and the other way round; both 1 to 24.
    ///
    /// ```
    /// use nardy_engine::rules::Direction;
    /// assert_eq!(Direction::Same.other_frame(12), 24); // the opponent's head
    /// assert_eq!(Direction::Opposite.other_frame(1), 24);
    /// ```
    pub fn other_frame(self, point: u8) -> u8 {
        match self {
            Direction::Same => (point + 11) % 24 + 1,
            Direction::Opposite => 25 - point,
        }
    }
}

/// One side's counts in the other side's frame; borne-off and bar checkers stay where they are.
pub fn reframed(side: &Side, direction: Direction) -> Side {
    let mut counts = side.0;
    for point in 1..=HEAD {
        counts[usize::from(direction.other_frame(point))] = side.on(point);
    }
    Side(counts)
}

/// The position as the other side sees it when it is its turn.
pub fn swapped(position: &Position, direction: Direction) -> Position {
    Position { mover: reframed(&position.opponent, direction), opponent: reframed(&position.mover, direction) }
}

/// Clause `board.setup`: the position before the first turn of a game.
pub fn start(setup: Setup, direction: Direction) -> Position {
    let own = match setup {
        Setup::Long => Side::of(&[(24, 15)]),
        Setup::Short => Side::of(&[(24, 2), (13, 5), (8, 3), (6, 5)]),
        Setup::Khachapuri => Side::of(&[(24, 4), (6, 11)]),
    };
    Position { mover: own, opponent: reframed(&own, direction) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_frame_is_the_others_other_frame() {
        for direction in Direction::ALL {
            for point in 1..=HEAD {
                assert_eq!(direction.other_frame(direction.other_frame(point)), point);
            }
        }
    }

    #[test]
    fn the_start_is_the_same_for_both_sides() {
        for (&setup, &direction) in Setup::ALL.iter().flat_map(|s| Direction::ALL.iter().map(move |d| (s, d))) {
            let start = start(setup, direction);
            assert_eq!(swapped(&start, direction), start);
        }
        assert_eq!(start(Setup::Long, Direction::Same).opponent, Side::of(&[(12, 15)]));
    }
}
