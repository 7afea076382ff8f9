//! The field's notation, both ways: positions `24x14 13`, turns `24/18/13`, `24/18(2)`, `8/5* 6/off`, `bar/22`, `pass`.
//!
//! Notation never contains a rule: a text that reads well may still be an illegal turn.

mod position;
mod turn;

pub use position::{position, side, side_text};
pub use turn::{Leg, end, legs, readings, steps, turn, turn_ways};

use crate::position::PositionError;

/// Why a text is no position or no turn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A word of a position that is none.
    #[error("`{0}` is no part of a position: write 24x14, 13, off3 or bar")]
    Part(String),
    /// A point named twice in one side.
    #[error("`{0}` stands twice in one side")]
    Twice(String),
    /// More checkers on a point than a side has.
    #[error("`{0}` is more checkers than a side has")]
    TooMany(String),
    /// The text reads well, but is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A word of a turn that is none.
    #[error("`{0}` is no move: write 24/18, 24/18/13, 24/18(2), bar/22, 6/off or pass")]
    Move(String),
    /// A move that does not go forward.
    #[error("`{0}` does not go forward: checkers move from higher points to lower ones")]
    Backward(String),
    /// `pass` beside moves.
    #[error("`pass` stands alone, or not at all")]
    PassBesideMoves,
    /// A text without any word.
    #[error("nothing is written: a turn without steps is `pass`, a side with all borne off is `off15`")]
    Empty,
    /// A move whose checker is not there.
    #[error("{0} has no checker to move from {1}")]
    NoChecker(String, u8),
    /// A move that ends on the opponent.
    #[error("{0} ends on {1}, where the opponent stands; a hit is written {0}*")]
    Occupied(String, u8),
    /// A hit of nothing.
    #[error("{0}* hits nothing: no single opposing checker stands on {1}")]
    NoHit(String, u8),
}

/// A point as notation writes it.
fn point_text(point: u8) -> String {
    match point {
        crate::position::OFF => "off".to_owned(),
        crate::position::BAR => "bar".to_owned(),
        _ => point.to_string(),
    }
}

/// A number written without sign or leading zero.
fn number(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}
