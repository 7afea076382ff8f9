//! What a case asks: a turn, an outcome, an opening, a record, or a match.

use super::file::{RawCase, RawPosition};
use super::matches::{self, MatchRecord};
use super::pips;
use crate::problem::{Place, Problem, Source};
use crate::protocol::message::PlayedTurn;
use crate::scope::Scope;
use crate::yaml::place_of;
use nardy_engine::notation::{self, Leg};
use nardy_engine::{Axis, FirstTurn, OFF, Position, Previous, Question, Roll, board, rules};
use serde_saphyr::Spanned;
use std::sync::Arc;

/// What a case asks.
#[derive(Debug, Clone)]
pub enum Setting {
    /// About a turn.
    Turn {
        /// Position, roll and first turn.
        question: Question,
        /// The turns from the start that reach the position, if the case gives them.
        history: Option<Vec<RecordedTurn>>,
    },
    /// What a position means in which the mover has just moved.
    Outcome {
        /// The position.
        position: Position,
        /// Whether the mover started the game.
        mover_started: bool,
    },
    /// Who starts.
    Opening {
        /// The throws, player 1's die first.
        rolls: Vec<(u8, u8)>,
        /// The game before.
        previous: Option<Previous>,
    },
    /// A record of turns, each of which must be legal, and what it comes to.
    Game(GameRecord),
    /// Games in a row, each opened and recorded, and their score.
    Match(MatchRecord),
}

/// A record of turns.
#[derive(Debug, Clone)]
pub struct GameRecord {
    /// Whether it begins at the start of the game.
    pub from_start: bool,
    /// Whether the side that plays its first turn started the game.
    pub mover_started: bool,
    /// How the sides run, by which one side's numbers become the other's.
    pub direction: rules::Direction,
    /// The turns.
    pub turns: Vec<RecordedTurn>,
}

/// A turn of a record, in the numbers of the side that plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedTurn {
    /// The position before it.
    pub before: Position,
    /// The position after it, sides not swapped.
    pub after: Position,
    /// The roll and the steps.
    pub played: PlayedTurn,
    /// As it is written.
    pub text: String,
}

/// Reads what a case asks.
pub fn read(source: &Arc<Source>, raw: &RawCase, scope: &Scope, problems: &mut Vec<Problem>) -> Option<Setting> {
    let place = place_of(source, &raw.id);
    let given = |present: bool, name| present.then_some(name);
    let asks = [
        given(raw.roll.is_some(), "roll"),
        given(raw.rolls.is_some(), "rolls"),
        given(raw.record.is_some(), "record"),
        given(raw.match_.is_some(), "match"),
        given(raw.mover_started.is_some() && raw.record.is_none(), "mover-started"),
    ];
    let asks: Vec<&str> = asks.into_iter().flatten().collect();
    let allowed: &[&str] = match asks[..] {
        ["roll"] => &["position", "after", "first-turn"],
        ["rolls"] => &["previous"],
        ["record"] => &["position", "mover-started"],
        ["match"] => &[],
        ["mover-started"] => &["position"],
        _ => {
            let found = if asks.is_empty() { "none".to_owned() } else { asks.join(" and ") };
            let message = format!(
                "a case asks one thing, by `roll`, `rolls`, `record`, `match` or `mover-started`; here is {found}"
            );
            problems.push(Problem::at(&place, message));
            return None;
        }
    };
    let beside = [
        given(raw.position.is_some(), "position"),
        given(raw.after.is_some(), "after"),
        given(raw.first_turn.is_some(), "first-turn"),
        given(raw.previous.is_some(), "previous"),
    ];
    for name in beside.into_iter().flatten().filter(|name| !allowed.contains(name)) {
        problems.push(Problem::at(&place, format!("`{name}` has no meaning beside `{}`", asks[0])));
    }
    let found = match asks[0] {
        "roll" => turn(source, raw, scope),
        "rolls" => opening(source, raw),
        "record" => game(source, raw, scope),
        "match" => in_match(source, raw, scope),
        _ => outcome(source, raw),
    };
    found.map_err(|problem| problems.push(problem)).ok()
}

fn turn(source: &Arc<Source>, raw: &RawCase, scope: &Scope) -> Result<Setting, Problem> {
    let place = place_of(source, &raw.id);
    let roll: Roll = match &raw.roll {
        Some(text) => text.value.parse().map_err(|error: nardy_engine::RollError| at(source, text, error))?,
        None => return Err(Problem::at(&place, "`roll` is missing")),
    };
    match (&raw.position, &raw.after) {
        (Some(_), None) => {
            let first_turn = raw.first_turn.as_ref().map(|first| first.value);
            let question = Question { position: position(source, raw)?, roll, first_turn };
            Ok(Setting::Turn { question, history: None })
        }
        (None, Some(after)) => {
            if let Some(first) = &raw.first_turn {
                let place = place_of(source, first);
                return Err(Problem::at(&place, "`first-turn` follows from `after`; leave it out"));
            }
            let history = recorded(source, after, start(scope), direction(scope))?;
            let position = history.last().map_or(start(scope), |turn| board::swapped(&turn.after, direction(scope)));
            let first_turn = match history.len() {
                0 => Some(FirstTurn::Starter),
                1 => Some(FirstTurn::Second),
                _ => None,
            };
            Ok(Setting::Turn { question: Question { position, roll, first_turn }, history: Some(history) })
        }
        _ => Err(Problem::at(&place, "a turn is asked of a `position`, or `after` the turns from the start")),
    }
}

fn outcome(source: &Arc<Source>, raw: &RawCase) -> Result<Setting, Problem> {
    Ok(Setting::Outcome { position: position(source, raw)?, mover_started: raw.mover_started.unwrap_or(true) })
}

fn opening(source: &Arc<Source>, raw: &RawCase) -> Result<Setting, Problem> {
    let mut rolls = Vec::new();
    for text in raw.rolls.iter().flatten() {
        rolls.push(pair(source, text)?);
    }
    Ok(Setting::Opening { rolls, previous: raw.previous })
}

fn game(source: &Arc<Source>, raw: &RawCase, scope: &Scope) -> Result<Setting, Problem> {
    let texts = raw.record.as_deref().unwrap_or_default();
    let place = place_of(source, &raw.id);
    record(source, &place, raw.position.as_ref(), raw.mover_started, texts, scope).map(Setting::Game)
}

fn in_match(source: &Arc<Source>, raw: &RawCase, scope: &Scope) -> Result<Setting, Problem> {
    let Some(games) = &raw.match_ else {
        return Err(Problem::at(&place_of(source, &raw.id), "`match` is missing"));
    };
    matches::read(source, games, scope).map(Setting::Match)
}

/// Reads a record, from the start or from a position.
pub fn record(
    source: &Arc<Source>,
    place: &Place,
    position: Option<&RawPosition>,
    mover_started: Option<bool>,
    texts: &[Spanned<String>],
    scope: &Scope,
) -> Result<GameRecord, Problem> {
    let first = position.map_or_else(|| Ok(start(scope)), |raw| sides(source, raw))?;
    let turns = recorded(source, texts, first, direction(scope))?;
    if turns.is_empty() {
        return Err(Problem::at(place, "a record has at least one turn"));
    }
    let (from_start, mover_started) = (position.is_none(), mover_started.unwrap_or(true));
    if from_start && !mover_started {
        return Err(Problem::at(place, "a record from the start begins with the starter"));
    }
    Ok(GameRecord { from_start, mover_started, direction: direction(scope), turns })
}

/// The start of the first board that the scope names; the long one where it names none.
fn start(scope: &Scope) -> Position {
    let value = scope.values_of(Axis::Setup).and_then(|values| values.first());
    let setup = rules::Setup::ALL.iter().find(|setup| value.is_some_and(|value| value == setup.name()));
    board::start(setup.copied().unwrap_or(rules::Setup::Long), direction(scope))
}

fn direction(scope: &Scope) -> rules::Direction {
    let value = scope.values_of(Axis::Direction).and_then(|values| values.first());
    let named = rules::Direction::ALL.iter().find(|direction| value.is_some_and(|value| value == direction.name()));
    named.copied().unwrap_or(rules::Direction::Same)
}

fn position(source: &Arc<Source>, raw: &RawCase) -> Result<Position, Problem> {
    let Some(position) = &raw.position else {
        return Err(Problem::at(&place_of(source, &raw.id), "`position` is missing"));
    };
    sides(source, position)
}

fn sides(source: &Arc<Source>, position: &RawPosition) -> Result<Position, Problem> {
    let mover = notation::side(&position.mover.value).map_err(|error| at(source, &position.mover, error))?;
    let opponent = notation::side(&position.opponent.value).map_err(|error| at(source, &position.opponent, error))?;
    Position::new(mover, opponent).map_err(|error| {
        let wrong = if error.to_string().starts_with("the opponent") { &position.opponent } else { &position.mover };
        at(source, wrong, error)
    })
}

/// Reads turns such as `6-5 24/18/13`, each played from where the one before left off.
fn recorded(
    source: &Arc<Source>,
    texts: &[Spanned<String>],
    first: Position,
    direction: rules::Direction,
) -> Result<Vec<RecordedTurn>, Problem> {
    let mut before = first;
    let mut turns = Vec::new();
    for text in texts {
        let place = place_of(source, text);
        let (roll, moves) = (text.value.split_once(' '))
            .ok_or_else(|| Problem::at(&place, "a turn of a record is a roll and its moves, as in 6-5 24/18/13"))?;
        let roll: Roll =
            roll.parse().map_err(|error: nardy_engine::RollError| Problem::at(&place, error.to_string()))?;
        let legs = notation::legs(moves).map_err(|error| Problem::at(&place, error.to_string()))?;
        made_by(&place, &legs, roll)?;
        one_die_each(&place, &legs, roll)?;
        let after = notation::end(&before, &legs).map_err(|error| Problem::at(&place, error.to_string()))?;
        let played = PlayedTurn { roll, steps: notation::steps(&legs) };
        turns.push(RecordedTurn { before, after, played, text: text.value.clone() });
        before = board::swapped(&after, direction);
    }
    Ok(turns)
}

/// Refuses a turn of which a move is longer or shorter than the dice make it.
pub fn made_by(place: &Place, legs: &[Leg], roll: Roll) -> Result<(), Problem> {
    match pips::unmade(legs, roll) {
        Some(Leg { from, to, .. }) => {
            let end = if to == OFF { "off".to_owned() } else { to.to_string() };
            let message = format!("no dice that are left of {roll} make {from}/{end}");
            Err(Problem::at(place, message).help("write a turn that plays the roll, or the roll that it plays"))
        }
        None => Ok(()),
    }
}

/// Refuses a hop: where steps are judged or replayed, each is written with its own die.
pub fn one_die_each(place: &Place, legs: &[Leg], roll: Roll) -> Result<(), Problem> {
    let dice = [roll.higher(), roll.lower()];
    let is_hop = |leg: &&Leg| {
        let distance = leg.from - leg.to;
        let total = roll.higher() + if roll.is_double() { 3 * roll.higher() } else { roll.lower() };
        leg.to > 0 && !dice.contains(&distance) && distance > roll.higher() && distance <= total
    };
    match legs.iter().find(is_hop) {
        Some(leg) => {
            let message = format!("{}/{} is played by more than one die", leg.from, leg.to);
            Err(Problem::at(place, message).help("write every stop, as in 24/18/13"))
        }
        None => Ok(()),
    }
}

/// Reads a throw for the start.
pub fn pair(source: &Arc<Source>, text: &Spanned<String>) -> Result<(u8, u8), Problem> {
    let dice = text.value.split_once('-').and_then(|(one, two)| Some((one.parse().ok()?, two.parse().ok()?)));
    dice.filter(|(one, two)| Roll::new(*one, *two).is_ok()).ok_or_else(|| {
        let message = format!("`{}` is no throw: write player 1's die and player 2's, as in 2-5", text.value);
        Problem::at(&place_of(source, text), message)
    })
}

fn at<T>(source: &Arc<Source>, value: &Spanned<T>, error: impl std::fmt::Display) -> Problem {
    Problem::at(&place_of(source, value), error.to_string())
}
