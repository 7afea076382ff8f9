//! A position: where both sides' fifteen checkers stand, in the mover's numbers.

use serde::{Deserialize, Serialize};

/// Checkers of one side.
pub const CHECKERS: u8 = 15;
/// Index of the borne-off checkers.
pub const OFF: u8 = 0;
/// The mover's head.
pub const HEAD: u8 = 24;
/// Index of the bar.
pub const BAR: u8 = 25;

/// How many checkers of one side stand on each of the mover's points 1 to 24, are borne off (0) or are on the bar (25).
///
/// Nothing is checked: a side is a plain table of counts, as it comes from a file or a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub [u8; 26]);

impl Side {
    /// The side with all its checkers borne off but those on the given points.
    ///
    /// # Panics
    /// In a constant, at compile time, when a point lies beyond 25 or more than fifteen checkers are placed.
    pub const fn of(placed: &[(u8, u8)]) -> Side {
        let mut counts = [0; 26];
        counts[OFF as usize] = CHECKERS;
        let mut i = 0;
        while i < placed.len() {
            let (point, count) = placed[i];
            counts[point as usize] += count;
            counts[OFF as usize] -= count;
            i += 1;
        }
        Side(counts)
    }

    /// Checkers on a point, borne off, or on the bar; none outside 0 to 25.
    pub fn on(&self, point: u8) -> u8 {
        self.0.get(usize::from(point)).copied().unwrap_or(0)
    }

    /// Checkers borne off.
    pub fn off(&self) -> u8 {
        self.on(OFF)
    }

    /// Whether all fifteen are borne off.
    pub fn is_done(&self) -> bool {
        self.off() == CHECKERS
    }

    /// The occupied points among 24 to 1, highest first.
    pub fn points(&self) -> impl Iterator<Item = u8> + '_ {
        (1..=HEAD).rev().filter(|&point| self.on(point) > 0)
    }

    pub(crate) fn shift(&mut self, from: u8, to: u8) {
        self.0[usize::from(from)] -= 1;
        self.0[usize::from(to)] += 1;
    }

    fn checked(self, who: &'static str) -> Result<Side, PositionError> {
        let sum: u32 = self.0.iter().map(|&count| u32::from(count)).sum();
        if sum == u32::from(CHECKERS) { Ok(self) } else { Err(PositionError::Sum { who, sum }) }
    }
}

/// A position that can stand on a board: fifteen checkers a side, no point shared.
///
/// Whether a rule set knows a bar is not a matter of the position alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "PositionForm")]
pub struct Position {
    pub(crate) mover: Side,
    pub(crate) opponent: Side,
}

/// Why two tables of counts are no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A side does not add up to fifteen.
    #[error("the {who}'s checkers add up to {sum}, not 15 (borne-off ones count: write them as off{{n}})")]
    Sum {
        /// `mover` or `opponent`.
        who: &'static str,
        /// What they add up to.
        sum: u32,
    },
    /// Both sides stand on one point.
    #[error("both sides stand on the mover's point {point}")]
    SharedPoint {
        /// The point.
        point: u8,
    },
}

impl Position {
    /// Checks two sides, both in the mover's numbers.
    ///
    /// # Errors
    /// [`PositionError::Sum`] when a side does not have fifteen checkers, [`PositionError::SharedPoint`] when both stand on
    /// one of 1 to 24.
    pub fn new(mover: Side, opponent: Side) -> Result<Position, PositionError> {
        let position = Position { mover: mover.checked("mover")?, opponent: opponent.checked("opponent")? };
        match (1..=HEAD).rev().find(|&point| mover.on(point) > 0 && opponent.on(point) > 0) {
            Some(point) => Err(PositionError::SharedPoint { point }),
            None => Ok(position),
        }
    }

    /// The side to move.
    pub fn mover(&self) -> &Side {
        &self.mover
    }

    /// The other side, in the mover's numbers.
    pub fn opponent(&self) -> &Side {
        &self.opponent
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PositionForm {
    mover: Side,
    opponent: Side,
}

impl TryFrom<PositionForm> for Position {
    type Error = PositionError;

    fn try_from(form: PositionForm) -> Result<Self, PositionError> {
        Position::new(form.mover, form.opponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_to_be_wrong_has_its_own_error() {
        let start = Side::of(&[(24, 15)]);
        let opponent = Side::of(&[(12, 15)]);
        assert!(Position::new(start, opponent).is_ok());
        let mut short = start;
        short.0[24] = 14;
        assert_eq!(Position::new(short, opponent), Err(PositionError::Sum { who: "mover", sum: 14 }));
        assert_eq!(Position::new(start, start), Err(PositionError::SharedPoint { point: 24 }));
        let off = Side::of(&[]);
        assert!(Position::new(off, off).is_ok(), "both sides may have borne off");
    }
}
