//! A match: games in a row, each with its opening and its record, and the score after each.

use super::file::RawPosition;
use super::setting::{GameRecord, pair, record};
use crate::problem::{Place, Problem, Source};
use crate::scope::Scope;
use crate::yaml::place_of;
use nardy_engine::{Kind, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_saphyr::Spanned;
use std::sync::Arc;

/// A match to a number of points.
#[derive(Debug, Clone)]
pub struct MatchRecord {
    /// The points that win it.
    pub to: u32,
    /// Its games, in order. Under rule sets that end it earlier, the last are not played.
    pub games: Vec<MatchGame>,
}

/// A game of a match.
#[derive(Debug, Clone)]
pub struct MatchGame {
    /// The throws for its start, player 1's die first.
    pub rolls: Vec<(u8, u8)>,
    /// Its turns, all of them or the last.
    pub record: GameRecord,
}

/// A match as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawMatch {
    /// The points that win it.
    #[schemars(with = "u32", range(min = 1))]
    to: Spanned<u32>,
    /// Its games, in order.
    games: Vec<RawGame>,
}

/// A game of a match as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawGame {
    /// The throws for its start, player 1's die first; none where it is known who starts.
    #[schemars(with = "Option<Vec<String>>")]
    #[serde(default)]
    rolls: Vec<Spanned<String>>,
    /// The position from which its turns are given; the start, if it is not there.
    #[serde(default)]
    position: Option<RawPosition>,
    /// Whether the side that plays the first turn of the record started the game.
    #[serde(default)]
    mover_started: Option<bool>,
    /// Its turns to the end: `6-5 24/18/13`.
    #[schemars(with = "Vec<String>")]
    record: Spanned<Vec<Spanned<String>>>,
}

/// What a match comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedMatch {
    /// What each game comes to, up to the one that ends the match.
    pub games: Vec<ExpectedMatchGame>,
    /// Who has won it; null while nobody has.
    #[serde(deserialize_with = "Option::deserialize")]
    pub winner: Option<Player>,
}

/// What a game of a match comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedMatchGame {
    /// Who starts it.
    pub starter: Player,
    /// Who wins it; null for a draw.
    #[serde(deserialize_with = "Option::deserialize")]
    pub winner: Option<Player>,
    /// The kind of the win.
    pub kind: Kind,
    /// Its points.
    pub points: u32,
    /// The points of player 1 and of player 2 after it.
    pub score: [u32; 2],
}

/// Reads the games of a match.
///
/// # Errors
/// What is wrong with them.
pub fn read(source: &Arc<Source>, raw: &Spanned<RawMatch>, scope: &Scope) -> Result<MatchRecord, Problem> {
    let RawMatch { to, games } = &raw.value;
    if to.value == 0 {
        return Err(Problem::at(&place_of(source, to), "a match is to one point or more"));
    }
    if games.is_empty() {
        return Err(Problem::at(&place_of(source, raw), "a match has at least one game"));
    }
    let game = |raw: &RawGame| {
        let rolls = raw.rolls.iter().map(|text| pair(source, text)).collect::<Result<_, _>>()?;
        let place = place_of(source, &raw.record);
        let record = record(source, &place, raw.position.as_ref(), raw.mover_started, &raw.record.value, scope)?;
        Ok(MatchGame { rolls, record })
    };
    Ok(MatchRecord { to: to.value, games: games.iter().map(game).collect::<Result<_, _>>()? })
}

/// What is wrong with an expected match in itself: clause `game.match` adds the points of each game to its winner's score, and
/// ends the match with the game in which a score reaches the number agreed.
pub fn contradiction(asked: &MatchRecord, expected: &ExpectedMatch, place: &Place) -> Option<Problem> {
    let wrong = |message: String| Some(Problem::at(place, message));
    let (played, all) = (expected.games.len(), asked.games.len());
    if played == 0 || played > all {
        return wrong(format!("the match has {all} games, and the answer says what {played} come to"));
    }
    let mut score = [0, 0];
    for (game, at) in expected.games.iter().zip(1..) {
        if score.iter().any(|points| *points >= asked.to) {
            return wrong(format!("the match to {} is over before game {at}", asked.to));
        }
        if let Some(winner) = game.winner {
            score[usize::from(u8::from(winner)) - 1] += game.points;
        }
        if game.score != score {
            let [one, two] = score;
            return wrong(format!("after game {at} the points add up to [{one}, {two}]"));
        }
    }
    let reached = |player: Player| score[usize::from(u8::from(player)) - 1] >= asked.to;
    let winner = [Player::One, Player::Two].into_iter().find(|player| reached(*player));
    if winner != expected.winner {
        let [one, two] = score;
        let who = winner.map_or("nobody has won".to_owned(), |player| format!("player {} wins", u8::from(player)));
        return wrong(format!("at [{one}, {two}] {who} a match to {}", asked.to));
    }
    if winner.is_none() && played < all {
        return wrong(format!("after game {played} the match goes on, and the answer leaves out what follows"));
    }
    None
}
