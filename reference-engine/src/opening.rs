//! The opening: who starts a game, and with which dice.
//!
//! Clauses `opening.starter`, `opening.ties`, `opening.dice` and `opening.next-game`. Player 1 is white.

use crate::roll::Roll;
use crate::rules::{NextGame, OpeningDice, Rules, Starter};
use serde::{Deserialize, Serialize};

/// One of the two players of a match; player 1 is white.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Player {
    /// White.
    One,
    /// Black.
    Two,
}

impl Player {
    /// The other player.
    pub fn other(self) -> Player {
        match self {
            Player::One => Player::Two,
            Player::Two => Player::One,
        }
    }
}

impl TryFrom<u8> for Player {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(Player::One),
            2 => Ok(Player::Two),
            _ => Err(format!("there is no player {number}: players are 1 (white) and 2")),
        }
    }
}

impl From<Player> for u8 {
    fn from(player: Player) -> Self {
        match player {
            Player::One => 1,
            Player::Two => 2,
        }
    }
}

/// The game before, in a match.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Previous {
    /// Who started it.
    pub starter: Player,
    /// Who won it; none after a draw.
    #[serde(deserialize_with = "Option::deserialize")]
    pub winner: Option<Player>,
}

/// Who starts, and with which dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The starter; `None` when the throws do not decide, or something else does.
    pub starter: Option<Player>,
    /// The dice of the first turn, when the deciding throw is played.
    pub dice: Option<Roll>,
    /// How many throws it took.
    pub consumed: usize,
}

/// The opening after the given throws, each player 1's die and player 2's die.
pub fn opening(rules: &Rules, throws: &[(u8, u8)], previous: Option<Previous>) -> Opening {
    let decided = |starter| Opening { starter, dice: None, consumed: 0 };
    if let Some(starter) = previous.and_then(|previous| next_starter(rules.next_game, previous)) {
        return decided(Some(starter));
    }
    match rules.starter {
        Starter::Drawn => decided(None),
        Starter::White => decided(Some(Player::One)),
        Starter::HigherDie => higher_die(rules.opening_dice, throws),
    }
}

/// Clause `opening.next-game`: who starts after a game of the match; `None` when it is decided anew, as after a draw where the
/// winner would start.
fn next_starter(next_game: NextGame, previous: Previous) -> Option<Player> {
    match next_game {
        NextGame::Roll => None,
        NextGame::Winner => previous.winner,
        NextGame::Alternate => Some(previous.starter.other()),
    }
}

/// Clauses `opening.starter`, `opening.ties` and `opening.dice`: equal throws are thrown again, the first unequal one decides.
fn higher_die(dice: OpeningDice, throws: &[(u8, u8)]) -> Opening {
    let ties = throws.iter().take_while(|(one, two)| one == two).count();
    let Some(&(one, two)) = throws.get(ties) else {
        return Opening { starter: None, dice: None, consumed: ties };
    };
    let starter = if one > two { Player::One } else { Player::Two };
    let dice = match dice {
        OpeningDice::Played => Roll::new(one, two).ok(),
        OpeningDice::Rerolled => None,
    };
    Opening { starter: Some(starter), dice, consumed: ties + 1 }
}
