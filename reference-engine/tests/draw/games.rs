//! Games played at random, or by players who like rows.

use super::{Combination, first, roll, rule_set};
use fastrand::Rng;
use nardy_engine::rules::Rules;
use nardy_engine::{Position, Side, board};

/// A game under way. Each turn is played under another rule set, of which only the board stays the same.
#[derive(Debug)]
pub struct Game {
    board: Rules,
    position: Position,
    turns: usize,
}

impl Game {
    /// A game at its start.
    pub fn start(rng: &mut Rng) -> Game {
        let board = rule_set(rng);
        Game { board, position: board::start(board.setup, board.direction), turns: 0 }
    }

    /// The next question of the game.
    pub fn next(&self, rng: &mut Rng) -> Combination {
        let Rules { setup, direction, contact, .. } = self.board;
        let rules = Rules { setup, direction, contact, ..rule_set(rng) };
        let first = if self.turns < 2 { Some(self.turns == 0) } else { first(rng) };
        Combination { rules, position: self.position, roll: roll(rng), first }
    }

    /// Plays a turn to one of its ends: any, or mostly one with the longest row.
    pub fn play(&mut self, rng: &mut Rng, ends: &[Position], builds: bool) {
        let end = if builds && rng.u8(0..4) > 0 {
            ends.iter().max_by_key(|end| (longest_row(end.mover()), rng.u8(..)))
        } else {
            rng.choice(ends)
        };
        self.turns += 1;
        self.position = board::swapped(end.expect("there is always a turn"), self.board.direction);
    }

    /// Whether the side that has just moved has finished, or the game has gone on for too long.
    pub fn is_over(&self) -> bool {
        self.position.opponent().is_done() || self.turns == 250
    }
}

/// The longest row of occupied points on the ring.
fn longest_row(side: &Side) -> usize {
    let row = |first: u8| (0..24).take_while(|i| side.on((first + i) % 24 + 1) > 0).count();
    (0..24).map(row).max().unwrap_or(0)
}
