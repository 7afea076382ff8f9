//! For which rule sets a case or an expectation speaks: `for:` and `when:`, keys joined by AND, the values of a key by OR.

use crate::problem::{Problem, Source};
use crate::variant::{POINTS, unknown_axis};
use crate::yaml::{OneOrMany, Pairs, place_of};
use nardy_engine::{Axis, Points, Rules};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_saphyr::Spanned;
use std::sync::Arc;

/// A set of rule sets: every condition holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope(pub Vec<Condition>);

/// One key with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// What is looked at.
    pub key: Key,
    /// The values, one of which must be there.
    pub values: Vec<String>,
}

/// What a condition looks at: an axis, or the table of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// An axis.
    Axis(Axis),
    /// Whether points come from a `table` or are a `difference`.
    Points,
    /// The points of one kind of win, or `none`.
    PointsOf(&'static str),
}

const KINDS: [&str; 4] = ["oyn", "mars", "home-mars", "koks"];

impl Scope {
    /// Whether the rule set is in the scope.
    pub fn holds(&self, rules: &Rules) -> bool {
        self.0.iter().all(|condition| condition.values.contains(&condition.key.value(rules)))
    }

    /// The values that the scope allows on an axis, if it names it.
    pub fn values_of(&self, axis: Axis) -> Option<&[String]> {
        self.0.iter().find(|condition| condition.key == Key::Axis(axis)).map(|condition| condition.values.as_slice())
    }
}

impl Key {
    /// The key's name in files.
    pub fn name(self) -> String {
        match self {
            Key::Axis(axis) => axis.name().to_owned(),
            Key::Points => POINTS.to_owned(),
            Key::PointsOf(kind) => format!("{POINTS}.{kind}"),
        }
    }

    /// The rule set's value under the key.
    pub fn value(self, rules: &Rules) -> String {
        let table = match rules.points {
            Points::Table(table) => Some(table),
            Points::Difference => None,
        };
        match self {
            Key::Axis(axis) => rules.get(axis).to_owned(),
            Key::Points => if table.is_some() { "table" } else { "difference" }.to_owned(),
            Key::PointsOf(kind) => table
                .and_then(|table| match kind {
                    "oyn" => table.oyn,
                    "mars" => table.mars,
                    "home-mars" => table.home_mars,
                    _ => table.koks,
                })
                .map_or_else(|| "none".to_owned(), |points| points.to_string()),
        }
    }

    fn read(name: &str) -> Option<Key> {
        let kind = |rest| KINDS.into_iter().find(|kind| *kind == rest);
        match name.strip_prefix(POINTS) {
            Some("") => Some(Key::Points),
            Some(rest) => rest.strip_prefix('.').and_then(kind).map(Key::PointsOf),
            None => name.parse().ok().map(Key::Axis),
        }
    }

    fn takes(self, value: &str) -> bool {
        match self {
            Key::Axis(axis) => axis.values().contains(&value),
            Key::Points => ["table", "difference"].contains(&value),
            Key::PointsOf(_) => value == "none" || value.parse::<u32>().is_ok(),
        }
    }
}

/// The schema of a `for:` or `when:`: every axis with its values, and the points.
pub fn schema(_: &mut SchemaGenerator) -> Schema {
    let one_or_many =
        |one: serde_json::Value| serde_json::json!({"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]});
    let word = |words: &[&str]| serde_json::json!({ "enum": words });
    let axes = Axis::ALL.iter().map(|axis| (axis.name().to_owned(), one_or_many(word(axis.values()))));
    let number = serde_json::json!({"anyOf": [{"type": "integer", "minimum": 0}, {"const": "none"}]});
    let kinds = KINDS.iter().map(|kind| (format!("{POINTS}.{kind}"), one_or_many(number.clone())));
    let points = (POINTS.to_owned(), one_or_many(word(&["table", "difference"])));
    let properties: serde_json::Map<String, serde_json::Value> = axes.chain(kinds).chain([points]).collect();
    json_schema!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// A `for:` or `when:` as it is written.
pub type RawScope = Pairs<OneOrMany<String>>;

/// Reads a scope; an unknown axis or value is a problem.
pub fn read(source: &Arc<Source>, raw: &RawScope, problems: &mut Vec<Problem>) -> Scope {
    let mut conditions = Vec::new();
    for (name, values) in &raw.0 {
        let place = place_of(source, name);
        let Some(key) = Key::read(&name.value) else {
            let error = nardy_engine::RulesError::UnknownAxis(name.value.clone());
            problems.push(unknown_axis(&place, &error));
            continue;
        };
        conditions.extend(condition(source, key, values, problems));
    }
    Scope(conditions)
}

fn condition(
    source: &Arc<Source>,
    key: Key,
    values: &Spanned<OneOrMany<String>>,
    problems: &mut Vec<Problem>,
) -> Option<Condition> {
    let place = place_of(source, values);
    let list = &values.value.0;
    if list.is_empty() {
        problems.push(Problem::at(&place, format!("`{}` lists no value, so nothing would match", key.name())));
        return None;
    }
    for (i, value) in list.iter().enumerate() {
        if !key.takes(value) {
            let error = match key {
                Key::Axis(axis) => nardy_engine::RulesError::UnknownValue { axis, value: value.clone() }.to_string(),
                Key::Points => format!("unknown value `{value}`: points are a table or a difference"),
                Key::PointsOf(_) => format!("unknown value `{value}`: points are a number or none"),
            };
            problems.push(Problem::at(&place, error));
            return None;
        }
        if list[..i].contains(value) {
            problems.push(Problem::at(&place, format!("`{value}` stands twice under `{}`", key.name())));
        }
    }
    Some(Condition { key, values: list.clone() })
}
