//! A profile as it is written: every axis of it, or only those that differ from the profile it is based on.

use super::{Numbering, POINTS, Publication, Statement, Status, Variant, names, points_text, unknown_axis};
use crate::problem::{Place, Problem, Source};
use crate::text::{Text, Wording};
use crate::yaml::{Pairs, place_of};
use nardy_engine::{Axis, Points, PointsTable, Rules};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::Spanned;
use std::fmt;
use std::sync::Arc;

/// A profile as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    /// The format's version.
    #[schemars(with = "u32", range(min = 1, max = 1))]
    schema: Spanned<u32>,
    /// The id: a-z, 0-9 and -. A published profile stands in a file of that name.
    #[schemars(with = "String", regex(pattern = r"^[a-z0-9-]+$"))]
    pub(super) id: Spanned<String>,
    /// The name people know it by.
    name: Wording,
    /// The profile from which everything is taken that this one does not say.
    #[schemars(with = "Option<String>")]
    #[serde(default)]
    pub(super) based_on: Option<Spanned<String>>,
    /// The numbers that its source puts on the board.
    #[serde(default)]
    numbering: Option<Numbering>,
    /// The page or document.
    #[serde(default)]
    source: Option<RawPublication>,
    /// What the source says on each axis, and on the points: on every one, or on those that differ from the base.
    #[schemars(schema_with = "statements_schema")]
    rules: Spanned<Pairs<RawStatement>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawPublication {
    /// Its title.
    title: Wording,
    /// Who publishes it.
    publisher: Wording,
    /// Where it stands.
    #[serde(default)]
    url: Option<String>,
}

/// A value alone, or with what there is to say of it.
enum RawStatement {
    Alone(RawValue),
    Full(FullStatement),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FullStatement {
    /// The value taken.
    #[schemars(with = "serde_json::Value")]
    value: Spanned<RawValue>,
    /// How well the source supports it; left out for a house rule.
    #[serde(default)]
    status: Option<Status>,
    /// Where the source speaks of it; left out when it is silent.
    #[serde(default)]
    section: Option<String>,
    /// The readings of an ambiguous text, the value taken among them.
    #[schemars(with = "Vec<String>")]
    #[serde(default)]
    readings: Vec<Spanned<String>>,
    /// What there is to say, in a sentence.
    #[serde(default)]
    says: Option<Wording>,
}

/// An axis's value, or the table of points.
enum RawValue {
    Word(String),
    Table(PointsTable),
}

fn statements_schema(generator: &mut SchemaGenerator) -> Schema {
    let full = generator.subschema_for::<FullStatement>();
    let either = |value: serde_json::Value| {
        let full = serde_json::json!({"allOf": [full, {"properties": {"value": value}}]});
        serde_json::json!({"anyOf": [value, full]})
    };
    let axes =
        Axis::ALL.iter().map(|axis| (axis.name().to_owned(), either(serde_json::json!({"enum": axis.values()}))));
    let points = generator.subschema_for::<Points>();
    let properties: serde_json::Map<String, serde_json::Value> =
        axes.chain([(POINTS.to_owned(), either(serde_json::json!(points)))]).collect();
    json_schema!({"type": "object", "properties": properties, "additionalProperties": false})
}

impl<'de> Deserialize<'de> for RawValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;

        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = RawValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, or a table of points {oyn, mars, home-mars, koks}")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<RawValue, E> {
                Ok(RawValue::Word(word.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RawValue, A::Error> {
                PointsTable::deserialize(MapAccessDeserializer::new(map)).map(RawValue::Table)
            }
        }

        deserializer.deserialize_any(ValueVisitor)
    }
}

impl<'de> Deserialize<'de> for RawStatement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StatementVisitor;

        impl<'de> Visitor<'de> for StatementVisitor {
            type Value = RawStatement;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value, or {value, status, section, readings, says}")
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<RawStatement, E> {
                Ok(RawStatement::Alone(RawValue::Word(word.to_owned())))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawStatement, A::Error> {
                let first: Option<String> = map.next_key()?;
                let is_table = first.as_deref().is_some_and(|key| ["oyn", "mars", "home-mars", "koks"].contains(&key));
                let whole = MapAccessDeserializer::new(Whole { first, rest: map });
                if is_table {
                    PointsTable::deserialize(whole).map(|table| RawStatement::Alone(RawValue::Table(table)))
                } else {
                    FullStatement::deserialize(whole).map(RawStatement::Full)
                }
            }
        }

        deserializer.deserialize_any(StatementVisitor)
    }
}

/// A mapping whose first key has been looked at.
struct Whole<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Whole<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(key) => seed.deserialize(key.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

impl File {
    /// The profile, with everything from the base that the file does not say.
    pub(super) fn complete(&self, source: &Arc<Source>, base: Option<&Variant>) -> Result<Variant, Vec<Problem>> {
        let mut problems = Vec::new();
        self.check_head(source, base, &mut problems);
        let mut rules = base.map_or(nardy_engine::sample::NARD_ONLINE, |base| base.rules);
        let mut statements: Vec<Statement> = base.map(taken).unwrap_or_default();
        for (name, raw) in &self.rules.value.0 {
            match statement(source, name, raw, base.is_some(), &mut rules) {
                Ok(own) => {
                    statements.retain(|other| other.axis != own.axis);
                    statements.push(own);
                }
                Err(problem) => problems.push(problem),
            }
        }
        let named = |axis: &str| self.rules.value.0.iter().any(|(name, _)| name.value == axis);
        let missing: Vec<&str> = names().filter(|axis| base.is_none() && !named(axis)).collect();
        if !missing.is_empty() {
            let message = format!("the profile says nothing on {}", missing.join(", "));
            let help = "a profile has a value on every axis, unless `based-on` names the profile that has the others";
            problems.push(Problem::at(&place_of(source, &self.rules), message).help(help));
        }
        let numbering = self.numbering.or(base.map(|base| base.numbering));
        match numbering {
            Some(numbering) if problems.is_empty() => {
                statements.sort_by_key(|statement| names().position(|name| name == statement.axis));
                let based_on = base.map(|base| base.id.clone());
                let published = self.source.as_ref().map(RawPublication::published);
                let (id, name) = (self.id.value.clone(), self.name.clone().into());
                Ok(Variant {
                    given_as: id.clone(),
                    id,
                    name,
                    numbering,
                    source: published,
                    based_on,
                    rules,
                    statements,
                })
            }
            _ => Err(problems),
        }
    }

    fn check_head(&self, source: &Arc<Source>, base: Option<&Variant>, problems: &mut Vec<Problem>) {
        if self.schema.value != 1 {
            let message = format!("schema {} is not known; this program reads schema 1", self.schema.value);
            problems.push(Problem::at(&place_of(source, &self.schema), message));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.value.is_empty() || !self.id.value.chars().all(plain) {
            let message = format!("`{}` is no id of a profile: use a-z, 0-9 and -", self.id.value);
            problems.push(Problem::at(&place_of(source, &self.id), message));
        }
        if base.is_none() {
            let missing = [("numbering", self.numbering.is_none()), ("source", self.source.is_none())];
            for (key, _) in missing.iter().filter(|(_, is_missing)| *is_missing) {
                let message = format!("a profile that is not based on another needs `{key}`");
                problems.push(Problem::at(&place_of(source, &self.id), message));
            }
        }
    }
}

impl RawPublication {
    fn published(&self) -> Publication {
        let text = |wording: &Wording| Text::from(wording.clone());
        Publication { title: text(&self.title), publisher: text(&self.publisher), url: self.url.clone() }
    }
}

/// The statements of a base, each with the profile in which it stands.
fn taken(base: &Variant) -> Vec<Statement> {
    let from = |statement: &Statement| {
        let stands_in = statement.taken_from.clone().unwrap_or_else(|| base.id.clone());
        Statement { taken_from: Some(stands_in), ..statement.clone() }
    };
    base.statements.iter().map(from).collect()
}

/// One statement; a profile with a base may leave out how well a source supports it, for it need not have one.
fn statement(
    source: &Arc<Source>,
    name: &Spanned<String>,
    raw: &Spanned<RawStatement>,
    has_base: bool,
    rules: &mut Rules,
) -> Result<Statement, Problem> {
    let (value, place) = match &raw.value {
        RawStatement::Alone(value) => (value, place_of(source, raw)),
        RawStatement::Full(full) => (&full.value.value, place_of(source, &full.value)),
    };
    let value = set(source, name, value, &place, rules)?;
    let bare = Statement {
        axis: name.value.clone(),
        value,
        status: Status::House,
        section: None,
        readings: Vec::new(),
        says: None,
        taken_from: None,
    };
    let refused = |message: &str| Problem::at(&place_of(source, name), message);
    let full = match &raw.value {
        RawStatement::Alone(_) if has_base => return Ok(bare),
        RawStatement::Alone(_) => {
            let message = "only a profile that is based on another may give a value alone";
            return Err(refused(message).help("write {value: …, status: …, says: {en: …, ru: …}}, or `based-on`"));
        }
        RawStatement::Full(full) => full,
    };
    if !has_base && (full.status.is_none() || full.says.is_none()) {
        return Err(refused("a profile that is not based on another says of each value its `status`, and `says` why"));
    }
    if !has_base && matches!(full.says, Some(Wording::One(_))) {
        return Err(refused("a profile that is not based on another says it in both languages, `en` and `ru`"));
    }
    if let (Ok(axis), readings) = (name.value.parse::<Axis>(), &full.readings)
        && let Some(reading) = readings.iter().find(|reading| !axis.values().contains(&reading.value.as_str()))
    {
        let message = format!("the reading `{}` is no value of `{axis}`", reading.value);
        return Err(Problem::at(&place_of(source, reading), message));
    }
    let status = full.status.unwrap_or(Status::House);
    let readings: Vec<String> = full.readings.iter().map(|reading| reading.value.clone()).collect();
    let says = full.says.clone().map(Text::from);
    let own = Statement { status, section: full.section.clone(), readings, says, ..bare };
    unsupported(&own).map_or(Ok(own), |message| Err(refused(message)))
}

/// Puts a value on its axis, or the points; gives it as text.
fn set(
    source: &Arc<Source>,
    name: &Spanned<String>,
    value: &RawValue,
    place: &Place,
    rules: &mut Rules,
) -> Result<String, Problem> {
    if name.value == POINTS {
        rules.points = points(place, value)?;
        return Ok(points_text(&rules.points));
    }
    let axis: Axis = name.value.parse().map_err(|error| unknown_axis(&place_of(source, name), &error))?;
    let RawValue::Word(word) = value else {
        return Err(Problem::at(place, format!("the value of `{axis}` is a word, not a table")));
    };
    rules.set(axis, word).map_err(|error| Problem::at(place, error.to_string()))?;
    Ok(word.clone())
}

/// What a statement lacks for its status, or has too much.
fn unsupported(statement: &Statement) -> Option<&'static str> {
    let Statement { axis, value, status, section, readings, .. } = statement;
    match status {
        Status::Silent if section.is_some() => Some("a silent axis has no section: the source does not speak of it"),
        Status::Stated | Status::Ambiguous if section.is_none() => {
            Some("a stated or ambiguous axis needs the section in which the source speaks of it")
        }
        Status::Ambiguous if axis != POINTS && (readings.len() < 2 || !readings.contains(value)) => {
            Some("an ambiguous axis needs its readings, two or more, the value taken among them")
        }
        Status::Stated | Status::Silent | Status::House if !readings.is_empty() => {
            Some("only an ambiguous axis has readings")
        }
        _ => None,
    }
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
