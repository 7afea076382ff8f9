//! Who starts, and with which dice.

use nardy_engine::rules::{NextGame, OpeningDice, Rules, Starter};

/// The starter, the dice it plays if the opening throw decides them, and how many of the rolls were used.
pub type Opening = (Option<u8>, Option<(u8, u8)>, usize);

/// The game before: who started it, and who won it.
pub type Previous = (u8, Option<u8>);

/// The opening after these throws, player 1's die first.
pub fn opening(rules: &Rules, rolls: &[(u8, u8)], previous: Option<Previous>) -> Opening {
    let inherited = match (rules.next_game, previous) {
        (NextGame::Roll, _) | (_, None) => None,
        (NextGame::Winner, Some((_, winner))) => winner,
        (NextGame::Alternate, Some((starter, _))) => Some(3 - starter),
    };
    match (inherited, rules.starter) {
        (Some(starter), _) => (Some(starter), None, 0),
        (None, Starter::White) => (Some(1), None, 0),
        (None, Starter::Drawn) => (None, None, 0),
        (None, Starter::HigherDie) => match rolls.iter().position(|(one, two)| one != two) {
            None => (None, None, rolls.len()),
            Some(ties) => {
                let (one, two) = rolls[ties];
                let dice = (rules.opening_dice == OpeningDice::Played).then_some((one.max(two), one.min(two)));
                (Some(if one > two { 1 } else { 2 }), dice, ties + 1)
            }
        },
    }
}
