//! Variant profiles: published rule sets, and how well each source supports each value.

use crate::problem::{Place, Problem, Source};
use crate::yaml::{self, Pairs, place_of};
use nardy_engine::{Axis, Points, PointsTable, Rules};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::sync::Arc;

/// The name under which profiles, cases and the protocol write the table of points.
pub const POINTS: &str = "result.points";

/// A published rule set.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its id.
    pub id: String,
    /// The name people know it by.
    pub name: String,
    /// The numbers that its source puts on the board.
    pub numbering: Numbering,
    /// The page or document.
    pub source: Publication,
    /// The rule set.
    pub rules: Rules,
    /// What the source says on each axis, in the order of the axes, and last on points.
    pub statements: Vec<Statement>,
}

/// The numbers on people's boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// 24 to 1 for each side, from its own head.
    Mover,
    /// White 24 to 1, black's head on 12.
    #[serde(rename = "white-24")]
    White24,
    /// Ascending, the heads on 1 and 13.
    #[serde(rename = "white-1")]
    White1,
}

/// A published page or document.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Publication {
    /// Its title.
    pub title: String,
    /// Who publishes it.
    pub publisher: String,
    /// Where it stands.
    #[serde(default)]
    pub url: Option<String>,
}

/// What a source says on one axis.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The axis's name, or `result.points`.
    pub axis: String,
    /// Its value, as text.
    pub value: String,
    /// How well the source supports it.
    pub status: Status,
    /// Where the source speaks of it.
    pub section: Option<String>,
    /// The readings of an ambiguous text.
    pub readings: Vec<String>,
    /// What there is to say.
    pub says: String,
}

/// How well a source supports a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The source states it.
    Stated,
    /// The text can be read in several ways.
    Ambiguous,
    /// The source does not speak of it: the value is an assumption.
    Silent,
}

impl Status {
    /// The word in profiles and tables.
    pub fn name(self) -> &'static str {
        match self {
            Status::Stated => "stated",
            Status::Ambiguous => "ambiguous",
            Status::Silent => "silent",
        }
    }
}

/// A profile as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The format's version.
    #[schemars(with = "u32", range(min = 1, max = 1))]
    schema: Spanned<u32>,
    /// The id: a-z, 0-9 and -, like the file's name.
    #[schemars(with = "String", regex(pattern = r"^[a-z0-9-]+$"))]
    id: Spanned<String>,
    /// The name people know it by.
    name: String,
    /// The numbers that its source puts on the board.
    numbering: Numbering,
    /// The page or document.
    source: Publication,
    /// What the source says on each axis, every axis once, and on the points.
    #[schemars(schema_with = "statements_schema")]
    rules: Spanned<Pairs<RawStatement>>,
}

fn statements_schema(generator: &mut SchemaGenerator) -> Schema {
    let statement = generator.subschema_for::<RawStatement>();
    let value =
        |schema: serde_json::Value| serde_json::json!({"allOf": [statement, {"properties": {"value": schema}}]});
    let axes = Axis::ALL.iter().map(|axis| (axis.name().to_owned(), value(serde_json::json!({"enum": axis.values()}))));
    let points = generator.subschema_for::<Points>();
    let properties: serde_json::Map<String, serde_json::Value> =
        axes.chain([(POINTS.to_owned(), value(serde_json::json!(points)))]).collect();
    let required: Vec<&str> = names().collect();
    json_schema!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawStatement {
    /// The value taken.
    #[schemars(with = "serde_json::Value")]
    value: Spanned<RawValue>,
    /// How well the source supports it.
    status: Status,
    /// Where the source speaks of it; left out when it is silent.
    #[serde(default)]
    section: Option<String>,
    /// The readings of an ambiguous text, the value taken among them.
    #[schemars(with = "Vec<String>")]
    #[serde(default)]
    readings: Vec<Spanned<String>>,
    /// What there is to say, in a sentence.
    says: String,
}

/// An axis's value, or the table of points.
enum RawValue {
    Word(String),
    Table(PointsTable),
}

impl<'de> Deserialize<'de> for RawValue {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;

        impl<'de> serde::de::Visitor<'de> for ValueVisitor {
            type Value = RawValue;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a value, or a table of points {oyn, mars, home-mars, koks}")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<RawValue, E> {
                Ok(RawValue::Word(word.to_owned()))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<RawValue, A::Error> {
                PointsTable::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(RawValue::Table)
            }
        }

        deserializer.deserialize_any(ValueVisitor)
    }
}

/// Reads a profile: every axis exactly once, and the points.
///
/// # Errors
/// Everything that is wrong with it, each with its place.
pub fn read(source: &Arc<Source>) -> Result<Variant, Vec<Problem>> {
    let file: File = yaml::read(source).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    schema(source, &file.schema, &mut problems);
    id(source, &file.id, &mut problems);
    let mut rules = nardy_engine::sample::NARD_ONLINE;
    let mut statements = Vec::new();
    for (name, raw) in &file.rules.value.0 {
        match statement(source, name, raw, &mut rules) {
            Ok(statement) => statements.push(statement),
            Err(problem) => problems.push(problem),
        }
    }
    let named = |axis: &str| file.rules.value.0.iter().any(|(name, _)| name.value == axis);
    let missing: Vec<&str> = names().filter(|axis| !named(axis)).collect();
    if !missing.is_empty() {
        let place = place_of(source, &file.rules);
        let message = format!("the profile says nothing on {}", missing.join(", "));
        problems.push(Problem::at(&place, message).help("a profile has a value on every axis; there are no defaults"));
    }
    if problems.is_empty() {
        statements.sort_by_key(|statement| names().position(|name| name == statement.axis));
        let File { id, name, numbering, source, .. } = file;
        Ok(Variant { id: id.value, name, numbering, source, rules, statements })
    } else {
        Err(problems)
    }
}

/// Every name that a profile has a statement on: the axes, then the points.
pub fn names() -> impl Iterator<Item = &'static str> {
    Axis::ALL.iter().map(|axis| axis.name()).chain([POINTS])
}

fn schema(source: &Arc<Source>, schema: &Spanned<u32>, problems: &mut Vec<Problem>) {
    if schema.value != 1 {
        let message = format!("schema {} is not known; this program reads schema 1", schema.value);
        problems.push(Problem::at(&place_of(source, schema), message));
    }
}

fn id(source: &Arc<Source>, id: &Spanned<String>, problems: &mut Vec<Problem>) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.value.is_empty() || !id.value.chars().all(plain) {
        let message = format!("`{}` is no id of a profile: use a-z, 0-9 and -", id.value);
        problems.push(Problem::at(&place_of(source, id), message));
    }
}

fn statement(
    source: &Arc<Source>,
    name: &Spanned<String>,
    raw: &Spanned<RawStatement>,
    rules: &mut Rules,
) -> Result<Statement, Problem> {
    let RawStatement { value, status, section, readings, says } = &raw.value;
    let place = place_of(source, value);
    let value_text = if name.value == POINTS {
        rules.points = points(&place, &value.value)?;
        points_text(&rules.points)
    } else {
        let axis: Axis = name.value.parse().map_err(|error| unknown_axis(&place_of(source, name), &error))?;
        let RawValue::Word(word) = &value.value else {
            return Err(Problem::at(&place, format!("the value of `{axis}` is a word, not a table")));
        };
        rules.set(axis, word).map_err(|error| Problem::at(&place, error.to_string()))?;
        if let Some(reading) = readings.iter().find(|reading| !axis.values().contains(&reading.value.as_str())) {
            let message = format!("the reading `{}` is no value of `{axis}`", reading.value);
            return Err(Problem::at(&place_of(source, reading), message));
        }
        word.clone()
    };
    let readings: Vec<String> = readings.iter().map(|reading| reading.value.clone()).collect();
    let wrong = match status {
        Status::Silent if section.is_some() => Some("a silent axis has no section: the source does not speak of it"),
        Status::Stated | Status::Ambiguous if section.is_none() => {
            Some("a stated or ambiguous axis needs the section in which the source speaks of it")
        }
        Status::Ambiguous if name.value != POINTS && (readings.len() < 2 || !readings.contains(&value_text)) => {
            Some("an ambiguous axis needs its readings, two or more, the value taken among them")
        }
        Status::Stated | Status::Silent if !readings.is_empty() => Some("only an ambiguous axis has readings"),
        _ => None,
    };
    if let Some(message) = wrong {
        return Err(Problem::at(&place_of(source, name), message));
    }
    let (axis, section, says) = (name.value.clone(), section.clone(), says.clone());
    Ok(Statement { axis, value: value_text, status: *status, section, readings, says })
}

/// An unknown axis, with the one it may have meant.
pub fn unknown_axis(place: &Place, error: &nardy_engine::RulesError) -> Problem {
    let axes: Vec<&str> = names().collect();
    Problem::at(place, error.to_string()).help(format!("the axes are {}", axes.join(", ")))
}

fn points(place: &Place, value: &RawValue) -> Result<Points, Problem> {
    match value {
        RawValue::Table(table) => Ok(Points::Table(*table)),
        RawValue::Word(word) if word == "difference" => Ok(Points::Difference),
        RawValue::Word(word) => {
            let message = format!("`{word}` is no table of points");
            Err(Problem::at(place, message).help("write {oyn: 1, mars: 2, home-mars: null, koks: null}, or difference"))
        }
    }
}

/// The table of points in a line.
pub fn points_text(points: &Points) -> String {
    match points {
        Points::Difference => "difference".to_owned(),
        Points::Table(PointsTable { oyn, mars, home_mars, koks }) => {
            let number = |points: &Option<u32>| points.map_or("none".to_owned(), |points| points.to_string());
            let (oyn, mars, home_mars, koks) = (number(oyn), number(mars), number(home_mars), number(koks));
            format!("oyn {oyn}, mars {mars}, home-mars {home_mars}, koks {koks}")
        }
    }
}
