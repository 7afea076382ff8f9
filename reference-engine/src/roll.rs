//! A roll of two dice.

use crate::rules::Doubles;
use serde::{Deserialize, Serialize};

/// Two dice, the higher first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Roll {
    higher: u8,
    lower: u8,
}

/// Why a text or a pair of numbers is no roll.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no roll: write two dice from 1 to 6, as in 6-5")]
pub struct RollError(pub String);

impl Roll {
    /// All 21 rolls, each once.
    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=6).flat_map(|higher| (1..=higher).map(move |lower| Roll { higher, lower }))
    }

    /// A roll of two dice in any order.
    ///
    /// # Errors
    /// When a die is not 1 to 6.
    pub fn new(a: u8, b: u8) -> Result<Roll, RollError> {
        let fits = |die| (1..=6).contains(&die);
        if fits(a) && fits(b) {
            Ok(Roll { higher: a.max(b), lower: a.min(b) })
        } else {
            Err(RollError(format!("{a}-{b}")))
        }
    }

    /// The higher die; either of a double.
    pub fn higher(self) -> u8 {
        self.higher
    }

    /// The lower die; either of a double.
    pub fn lower(self) -> u8 {
        self.lower
    }

    /// Whether both dice show the same number.
    pub fn is_double(self) -> bool {
        self.higher == self.lower
    }

    /// How many steps the roll has: two, or as many as the rule set gives a double.
    pub fn steps(self, doubles: Doubles) -> usize {
        if self.is_double() && doubles == Doubles::Four { 4 } else { 2 }
    }
}

impl TryFrom<[u8; 2]> for Roll {
    type Error = RollError;

    fn try_from([a, b]: [u8; 2]) -> Result<Self, RollError> {
        Roll::new(a, b)
    }
}

impl From<Roll> for [u8; 2] {
    fn from(roll: Roll) -> Self {
        [roll.higher, roll.lower]
    }
}

impl std::fmt::Display for Roll {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.higher, self.lower)
    }
}

impl std::str::FromStr for Roll {
    type Err = RollError;

    fn from_str(text: &str) -> Result<Self, RollError> {
        let dice = text.trim().split_once('-').and_then(|(a, b)| Some((die(a)?, die(b)?)));
        dice.and_then(|(a, b)| Roll::new(a, b).ok()).ok_or_else(|| RollError(text.to_owned()))
    }
}

/// A die written as one digit.
fn die(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_roll_reads_either_order_and_prints_the_higher_first() {
        assert_eq!("5-6".parse::<Roll>().unwrap().to_string(), "6-5");
        assert_eq!(Roll::all().count(), 21);
        for wrong in ["", "6", "7-1", "0-1", "6-5-1", "+6-5", "6--5", "66"] {
            assert!(wrong.parse::<Roll>().is_err(), "{wrong}");
        }
    }
}
