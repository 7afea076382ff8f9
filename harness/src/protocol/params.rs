//! The params of requests, read with the place and the reason of what is wrong with them.

use super::message::{AskOpening, AskOutcome, JudgeTurn, LegalTurns, Sides, code};
use super::reading;
use super::wire::RpcError;
use nardy_engine::{Axis, CHECKERS, Points, PointsTable, Rules, Side, sample};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Params as they came.
pub type Params = Map<String, Value>;

/// The name under which the points table stands among the axes.
const POINTS: &str = "result.points";
/// The kinds of win in the points table.
const KINDS: [&str; 4] = ["oyn", "mars", "home-mars", "koks"];

fn invalid(place: &str, what: impl std::fmt::Display) -> RpcError {
    RpcError { code: code::INVALID_PARAMS, message: format!("{place}: {what}"), data: None }
}

fn unsupported(axis: &str, value: &Value, message: String) -> RpcError {
    RpcError { code: code::RULES, message, data: Some(json!({"axis": axis, "value": value})) }
}

/// The value under a key; `place` is where it stands, for the message.
fn required<'p>(params: &'p Params, key: &str, place: &str) -> Result<&'p Value, RpcError> {
    params.get(key).ok_or_else(|| invalid(place, "it is missing"))
}

fn read<'p, T: Deserialize<'p>>(value: &'p Value, place: &str) -> Result<T, RpcError> {
    reading::read(place, value).map_err(|message| RpcError { code: code::INVALID_PARAMS, message, data: None })
}

pub(super) fn take<'p, T: Deserialize<'p>>(params: &'p Params, key: &str) -> Result<T, RpcError> {
    read(required(params, key, key)?, key)
}

fn optional<'p, T: Deserialize<'p>>(params: &'p Params, key: &str) -> Result<Option<T>, RpcError> {
    params.get(key).map_or(Ok(None), |value| read(value, key))
}

fn side(position: &Params, who: &str) -> Result<Side, RpcError> {
    let place = format!("position.{who}");
    let side: Side = read(required(position, who, &place)?, &place)?;
    let sum: u32 = side.0.iter().map(|&count| u32::from(count)).sum();
    if sum == u32::from(CHECKERS) {
        Ok(side)
    } else {
        Err(invalid(&place, format!("its counts add up to {sum}, not 15 (the first counts the checkers borne off)")))
    }
}

fn sides(params: &Params) -> Result<Sides, RpcError> {
    let position = required(params, "position", "position")?;
    let position = position.as_object().ok_or_else(|| invalid("position", "it must be an object"))?;
    Ok(Sides { mover: side(position, "mover")?, opponent: side(position, "opponent")? })
}

/// The label of the rule set that a question is asked under.
pub fn variant(params: &Params) -> Result<String, RpcError> {
    take(params, "variant")
}

/// A question of `legal_turns`. Its history is not read: the engine can be asked of any position.
pub fn legal_turns(params: &Params) -> Result<LegalTurns, RpcError> {
    Ok(LegalTurns {
        variant: Some(variant(params)?),
        position: sides(params)?,
        roll: take(params, "roll")?,
        first_turn: take(params, "first_turn")?,
        history: None,
    })
}

/// A question of `judge_turn`.
pub fn judge_turn(params: &Params) -> Result<JudgeTurn, RpcError> {
    Ok(JudgeTurn { question: legal_turns(params)?, steps: take(params, "steps")? })
}

/// A question of `outcome`.
pub fn outcome(params: &Params) -> Result<AskOutcome, RpcError> {
    Ok(AskOutcome {
        variant: Some(variant(params)?),
        position: sides(params)?,
        mover_started: take(params, "mover_started")?,
    })
}

/// A question of `opening`.
pub fn opening(params: &Params) -> Result<AskOpening, RpcError> {
    Ok(AskOpening {
        variant: Some(variant(params)?),
        rolls: take(params, "rolls")?,
        previous: optional(params, "previous")?,
    })
}

/// The rule set of `configure`: every axis, none that is not known.
///
/// What is not known comes first, since an engine that lacks it can say so and be left alone; what is missing is a mistake.
pub fn rules(params: &Params) -> Result<Rules, RpcError> {
    let given = required(params, "rules", "rules")?;
    let given = given.as_object().ok_or_else(|| invalid("rules", "it must be an object of axes and values"))?;
    // Every axis is set below or reported as missing, so nothing of this rule set remains.
    let mut rules = sample::NARD_ONLINE;
    for (name, value) in given {
        if name == POINTS {
            continue;
        }
        let axis: Axis = name.parse().map_err(|error| unsupported(name, value, format!("{error}")))?;
        let text =
            value.as_str().ok_or_else(|| unsupported(name, value, format!("a value of `{name}` is a string")))?;
        rules.set(axis, text).map_err(|error| unsupported(name, value, error.to_string()))?;
    }
    if let Some(axis) = Axis::ALL.iter().find(|axis| !given.contains_key(axis.name())) {
        return Err(invalid("rules", format!("the axis `{axis}` is missing; every axis must be given")));
    }
    let place = format!("rules.{POINTS}");
    rules.points = points(required(given, POINTS, &place)?, &place)?;
    Ok(rules)
}

fn points(value: &Value, place: &str) -> Result<Points, RpcError> {
    if let Some(table) = value.as_object() {
        if let Some((kind, value)) = table.iter().find(|(kind, _)| !KINDS.contains(&kind.as_str())) {
            return Err(unsupported(&format!("{POINTS}.{kind}"), value, format!("unknown kind of win `{kind}`")));
        }
        return read::<PointsTable>(value, place).map(Points::Table);
    }
    if value == "difference" {
        return Ok(Points::Difference);
    }
    Err(unsupported(POINTS, value, format!("`{POINTS}` is an object of the kinds of win, or `difference`")))
}
