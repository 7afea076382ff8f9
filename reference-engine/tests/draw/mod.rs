//! Random questions: rule sets, positions, rolls, and turns to be judged.

mod games;
mod positions;
mod rule_sets;
mod source;
mod turns;

pub use games::Game;
pub use positions::finish;
pub use rule_sets::rule_set;
pub use source::Source;
pub use turns::{plain, turns};

use crate::twin;
use fastrand::Rng;
use nardy_engine::rules::{Axis, Points, Rules};
use nardy_engine::sample::NARD_ONLINE;
use nardy_engine::{FirstTurn, Position, Question, Roll, Side};
use std::fmt;

/// A question under a rule set.
#[derive(Debug, Clone, Copy)]
pub struct Combination {
    pub rules: Rules,
    pub position: Position,
    pub roll: (u8, u8),
    /// Whether it is a player's first turn of the game, and if so whether that player started.
    pub first: Option<bool>,
}

impl Combination {
    /// The question as the twin is asked it, under a rule set.
    pub fn of_twin<'a>(&self, rules: &'a Rules) -> twin::Asked<'a> {
        twin::ask(rules, &self.position.mover().0, &self.position.opponent().0, self.roll, self.first)
    }

    pub fn question(&self) -> Question {
        let first_turn = self.first.map(|starter| if starter { FirstTurn::Starter } else { FirstTurn::Second });
        Question {
            position: self.position,
            roll: Roll::new(self.roll.0, self.roll.1).expect("dice are 1 to 6"),
            first_turn,
        }
    }
}

/// Two dice; doubles come twice as often as they do by nature.
pub fn roll(rng: &mut Rng) -> (u8, u8) {
    let first = rng.u8(1..=6);
    if rng.u8(0..6) == 0 { (first, first) } else { (first, rng.u8(1..=6)) }
}

/// Some throws of the opening, and perhaps the game before.
pub fn opening(rng: &mut Rng) -> (Vec<(u8, u8)>, Option<twin::Previous>) {
    let throws = (0..rng.usize(0..4)).map(|_| roll(rng)).collect();
    let previous = rng.bool().then(|| (rng.u8(1..=2), (rng.u8(0..3) > 0).then(|| rng.u8(1..=2))));
    (throws, previous)
}

/// Mostly no first turn.
pub fn first(rng: &mut Rng) -> Option<bool> {
    (rng.u8(0..6) == 0).then(|| rng.bool())
}

/// Where a rule set differs from the sample.
pub struct Difference<'a>(pub &'a Rules);

impl fmt::Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &axis in Axis::ALL {
            if self.0.get(axis) != NARD_ONLINE.get(axis) {
                write!(f, "{axis}={} ", self.0.get(axis))?;
            }
        }
        match self.0.points {
            points if points == NARD_ONLINE.points => Ok(()),
            Points::Difference => write!(f, "result.points=difference"),
            Points::Table(table) => write!(f, "{table:?}"),
        }
    }
}

/// A side's checkers as text, highest point first.
pub struct Text<'a>(pub &'a Side);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for point in (0..=25).rev() {
            match (self.0.on(point), point) {
                (0, _) => {}
                (count, 0) => write!(f, "off{count} ")?,
                (count, 25) => write!(f, "bar{count} ")?,
                (1, _) => write!(f, "{point} ")?,
                (count, _) => write!(f, "{point}x{count} ")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rules     nard-online {}", Difference(&self.rules))?;
        writeln!(f, "mover     {}", Text(self.position.mover()))?;
        writeln!(f, "opponent  {}", Text(self.position.opponent()))?;
        write!(f, "roll      {}-{}", self.roll.0, self.roll.1)?;
        match self.first {
            None => Ok(()),
            Some(true) => write!(f, ", the starter's first turn"),
            Some(false) => write!(f, ", the second player's first turn"),
        }
    }
}
