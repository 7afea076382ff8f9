//! The outcome after a turn: whether the game is over, who won, which kind of win it is, and its points.
//!
//! Clauses `result.win`, `result.oyn`, `result.mars`, `result.home-mars`, `result.koks`, `result.points`, `result.last-turn` and `result.draw`.

use crate::board::{HOME, reframed};
use crate::position::{BAR, CHECKERS, HEAD, Position, Side};
use crate::rules::{Direction, HomeMars, Koks, LastTurn, Points, Rules};
use crate::turns::Unsupported;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The kind of a win, or a draw.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// An ordinary win.
    Oyn,
    /// The loser has borne off none.
    Mars,
    /// The loser has borne off none and has all fifteen home.
    HomeMars,
    /// The loser has borne off none and has a checker in the zone of `result.koks`.
    Koks,
    /// Both sides have borne off all.
    Draw,
}

/// The winner, seen from the side that has just moved.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The side that has just moved.
    Mover,
    /// The other.
    Opponent,
}

/// What a position means after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    Ongoing,
    /// The starter has finished, and the second player has one turn left.
    LastTurn,
    /// The game is over.
    Over {
        /// The winner; `None` in a draw.
        winner: Option<Winner>,
        /// The kind of the win.
        kind: Kind,
        /// Its points; `None` where the rule set gives none.
        points: Option<u32>,
    },
}

/// The outcome of a position in which the mover has just moved.
///
/// # Errors
/// [`Unsupported`] when a checker is on a bar that the rule set does not know, or the second player had finished before the
/// starter moved.
pub fn outcome(rules: &Rules, position: &Position, mover_started: bool) -> Result<Outcome, Unsupported> {
    Unsupported::bar(rules, position)?;
    let (mover, opponent) = (&position.mover, &position.opponent);
    match (mover.is_done(), opponent.is_done()) {
        (_, true) if mover_started => Err(Unsupported::OpponentWasDone),
        (false, false) => Ok(Outcome::Ongoing),
        (true, true) => Ok(Outcome::Over { winner: None, kind: Kind::Draw, points: Some(0) }),
        (true, false) if mover_started && has_closing_turn(rules, opponent) => Ok(Outcome::LastTurn),
        (true, false) => Ok(won(rules, Winner::Mover, &reframed(opponent, rules.direction))),
        (false, true) => Ok(won(rules, Winner::Opponent, mover)),
    }
}

/// Clause `result.last-turn`.
fn has_closing_turn(rules: &Rules, second: &Side) -> bool {
    match rules.last_turn {
        LastTurn::None => false,
        LastTurn::SecondPlayer => true,
        LastTurn::SecondPlayerIf14Off => second.off() == CHECKERS - 1,
    }
}

/// A win over a loser given in the loser's own numbers.
fn won(rules: &Rules, winner: Winner, loser: &Side) -> Outcome {
    let kind = kind(rules, loser);
    let points = match rules.points {
        Points::Difference => Some(u32::from(CHECKERS - loser.off())),
        Points::Table(table) => match kind {
            Kind::Koks => table.koks,
            Kind::HomeMars => table.home_mars,
            Kind::Mars => table.mars,
            Kind::Oyn | Kind::Draw => table.oyn,
        },
    };
    Outcome::Over { winner: Some(winner), kind, points }
}

/// The first that applies of koks, home mars, mars, oyn.
fn kind(rules: &Rules, loser: &Side) -> Kind {
    if loser.off() > 0 {
        Kind::Oyn
    } else if koks_zone(rules).into_iter().flatten().any(|point| loser.on(point) > 0) {
        Kind::Koks
    } else if rules.home_mars == HomeMars::AllHome && (HOME + 1..=BAR).all(|point| loser.on(point) == 0) {
        Kind::HomeMars
    } else {
        Kind::Mars
    }
}

/// Clause `result.koks`: the zones, in the loser's numbers.
fn koks_zone(rules: &Rules) -> Vec<RangeInclusive<u8>> {
    let winner_head = rules.direction.other_frame(HEAD);
    let winner_home = match rules.direction {
        Direction::Same => 13..=18,
        Direction::Opposite => 19..=24,
    };
    match rules.koks {
        Koks::None => vec![],
        Koks::OnHead => vec![HEAD..=HEAD],
        Koks::InFirstQuarter => vec![19..=24],
        Koks::InWinnerHomeOrHead => vec![winner_home, winner_head..=winner_head],
        Koks::InWinnerHomeOrBar => vec![winner_home, BAR..=BAR],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_winners_home_is_where_the_winners_numbers_say() {
        for direction in Direction::ALL {
            let zone: Vec<u8> = (1..=HOME).map(|point| direction.other_frame(point)).collect();
            let expected = match direction {
                Direction::Same => 13..=18,
                Direction::Opposite => 19..=24,
            };
            assert!(zone.iter().all(|point| expected.contains(point)), "{direction:?}: {zone:?}");
        }
    }
}
