//! A step: one checker moved by one die.

use serde::{Deserialize, Serialize};

/// One checker moved by one die, in the mover's numbers: `from` 25 (the bar) or 24 to 1, `to` 24 to 1 or 0 (borne off).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The point it leaves.
    pub from: u8,
    /// The point it reaches; 0 when borne off.
    pub to: u8,
    /// The die that moves it.
    pub die: u8,
}

impl Step {
    /// The step that a die makes from a point: a die beyond the last point bears off.
    pub fn by(die: u8, from: u8) -> Step {
        Step { from, to: from.saturating_sub(die), die }
    }
}

/// A step as somebody gives it: possibly wrong, and possibly without its die.
///
/// As JSON it is `[from, to]` or `[from, to, die]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct GivenStep {
    /// The point it leaves.
    pub from: u8,
    /// The point it reaches; 0 when borne off.
    pub to: u8,
    /// The die, if said.
    pub die: Option<u8>,
}

impl From<Step> for GivenStep {
    fn from(step: Step) -> Self {
        GivenStep { from: step.from, to: step.to, die: Some(step.die) }
    }
}

impl From<GivenStep> for Vec<u8> {
    fn from(step: GivenStep) -> Self {
        [step.from, step.to].into_iter().chain(step.die).collect()
    }
}

impl TryFrom<Vec<u8>> for GivenStep {
    type Error = String;

    fn try_from(numbers: Vec<u8>) -> Result<Self, String> {
        let (from, to, die) = match numbers[..] {
            [from, to] => (from, to, None),
            [from, to, die] => (from, to, Some(die)),
            _ => return Err(format!("a step is [from, to] or [from, to, die], not {} numbers", numbers.len())),
        };
        if from > 25 || to > 24 {
            return Err(format!("{numbers:?} is no step: a step begins on 25 to 1 and ends on 24 to 0"));
        }
        if let Some(die) = die.filter(|die| !(1..=6).contains(die)) {
            return Err(format!("{numbers:?} is no step: the third number is its die, 1 to 6, and not {die}"));
        }
        Ok(GivenStep { from, to, die })
    }
}
