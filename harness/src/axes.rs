//! The axes in words: docs/spec/axes.yaml gives each a name, the question that players have to settle, and a sentence for each
//! answer.

use crate::problem::{Problem, Source};
use crate::text::Text;
use crate::variant::{POINTS, names, unknown_axis};
use crate::yaml::{self, Pairs, place_of};
use nardy_engine::{Axis, RulesError};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::sync::Arc;

/// What the table of points may be, as the values of an axis.
const POINTS_FORMS: [&str; 2] = ["table", "difference"];

/// Whether a file of docs/spec holds the axes in words.
pub fn is_axes(name: &str) -> bool {
    name.ends_with("/axes.yaml")
}

/// The axes in words, as they are written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The format's version.
    #[schemars(range(min = 1, max = 1))]
    #[expect(dead_code, reason = "a key of the format, which has one version")]
    schema: u32,
    /// Every axis, and the points.
    #[schemars(schema_with = "axes_schema")]
    axes: Spanned<Pairs<RawAxis>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawAxis {
    /// A name for headings.
    name: Text,
    /// The question that players settle before a game.
    question: Text,
    /// What is played under each value.
    #[schemars(with = "std::collections::BTreeMap<String, Text>")]
    values: Spanned<Pairs<Text>>,
}

fn axes_schema(generator: &mut SchemaGenerator) -> Schema {
    let axis = generator.subschema_for::<RawAxis>();
    let text = generator.subschema_for::<Text>();
    let of = |name: &str| {
        let values: serde_json::Map<String, serde_json::Value> =
            values_of(name).iter().map(|value| ((*value).to_owned(), serde_json::json!(text))).collect();
        let required: Vec<&str> = values_of(name).to_vec();
        let values = serde_json::json!({"properties": values, "required": required, "additionalProperties": false});
        (name.to_owned(), serde_json::json!({"allOf": [axis, {"properties": {"values": values}}]}))
    };
    let properties: serde_json::Map<String, serde_json::Value> = names().map(of).collect();
    let required: Vec<&str> = names().collect();
    json_schema!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// The values of an axis, or what the table of points may be.
fn values_of(name: &str) -> &'static [&'static str] {
    match name.parse::<Axis>() {
        Ok(axis) => axis.values(),
        Err(_) => &POINTS_FORMS,
    }
}

/// An axis in words.
#[derive(Debug, Clone)]
pub struct AxisText {
    /// The axis's name in the data, or `result.points`.
    pub axis: &'static str,
    /// A name for headings.
    pub name: Text,
    /// The question that players settle before a game.
    pub question: Text,
    /// What is played under each value, in the order of the values.
    pub values: Vec<(&'static str, Text)>,
}

/// Every axis in words, in the order of the axes, and last the points.
#[derive(Debug)]
pub struct AxisTexts(pub Vec<AxisText>);

impl AxisTexts {
    /// An axis in words; none for a name that is no axis.
    pub fn get(&self, axis: &str) -> Option<&AxisText> {
        self.0.iter().find(|text| text.axis == axis)
    }

    /// What is played under a value, which for `result.points` is a table unless it is `difference`.
    pub fn value(&self, axis: &str, value: &str) -> Option<&Text> {
        let value = if axis == POINTS && value != POINTS_FORMS[1] { POINTS_FORMS[0] } else { value };
        self.get(axis)?.values.iter().find(|(known, _)| *known == value).map(|(_, text)| text)
    }
}

/// Reads the axes in words: every axis and every value, and nothing else.
///
/// # Errors
/// Everything that is wrong with the file, each with its place.
pub fn read(source: &Arc<Source>) -> Result<AxisTexts, Vec<Problem>> {
    let file: File = yaml::read(source).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    for (name, raw) in &file.axes.value.0 {
        if !names().any(|known| known == name.value) {
            let error = RulesError::UnknownAxis(name.value.clone());
            problems.push(unknown_axis(&place_of(source, name), &error));
            continue;
        }
        let values = values_of(&name.value);
        let given = &raw.value.values;
        for (value, _) in given.value.0.iter().filter(|(value, _)| !values.contains(&value.value.as_str())) {
            let message = format!("`{}` is no value of `{}`", value.value, name.value);
            let help = format!("its values are {}", values.join(", "));
            problems.push(Problem::at(&place_of(source, value), message).help(help));
        }
        let missing: Vec<&str> = (values.iter().copied())
            .filter(|value| !given.value.0.iter().any(|(named, _)| named.value == *value))
            .collect();
        if !missing.is_empty() {
            let message = format!("`{}` has no sentence for {}", name.value, missing.join(", "));
            problems.push(Problem::at(&place_of(source, given), message));
        }
    }
    let named = |axis: &str| file.axes.value.0.iter().any(|(name, _)| name.value == axis);
    let missing: Vec<&str> = names().filter(|axis| !named(axis)).collect();
    if !missing.is_empty() {
        let message = format!("no words for {}", missing.join(", "));
        problems.push(Problem::at(&place_of(source, &file.axes), message));
    }
    if problems.is_empty() {
        Ok(AxisTexts(names().filter_map(|axis| text(axis, &file.axes.value)).collect()))
    } else {
        Err(problems)
    }
}

fn text(axis: &'static str, axes: &Pairs<RawAxis>) -> Option<AxisText> {
    let raw = axes.0.iter().find(|(name, _)| name.value == axis).map(|(_, raw)| &raw.value)?;
    let value = |value: &&'static str| {
        let text = raw.values.value.0.iter().find(|(name, _)| name.value == *value)?;
        Some((*value, text.1.value.clone()))
    };
    let values = values_of(axis).iter().filter_map(value).collect();
    Some(AxisText { axis, name: raw.name.clone(), question: raw.question.clone(), values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Folder, yaml_files};
    use crate::text::Language;

    fn committed() -> String {
        let files = yaml_files(Folder::Spec, None).unwrap();
        files.iter().find(|source| is_axes(&source.name)).unwrap().text.clone()
    }

    fn said(text: &str) -> Vec<String> {
        let source = Arc::new(Source { name: "docs/spec/axes.yaml".to_owned(), text: text.to_owned() });
        let problems = read(&source).err().unwrap_or_default();
        problems.into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn every_axis_and_every_value_has_its_words() {
        let source = Arc::new(Source { name: "docs/spec/axes.yaml".to_owned(), text: committed() });
        let axes = read(&source).unwrap();
        assert_eq!(axes.0.iter().map(|text| text.axis).collect::<Vec<_>>(), names().collect::<Vec<_>>());
        for text in &axes.0 {
            assert_eq!(text.values.iter().map(|(value, _)| *value).collect::<Vec<_>>(), values_of(text.axis));
            for language in Language::ALL {
                assert!(text.question.get(language).ends_with('?'), "{}: {:?}", text.axis, text.question);
                assert!(text.values.iter().all(|(_, says)| says.get(language).ends_with('.')), "{}", text.axis);
            }
        }
    }

    #[test]
    fn an_axis_or_a_value_too_many_or_missing_is_refused() {
        let text = committed();
        assert_eq!(said(&text), Vec::<String>::new());
        let renamed = text.replace("  block.six:\n", "  block.seven:\n");
        assert_eq!(said(&renamed), ["unknown axis `block.seven`", "no words for block.six"]);
        let other = text.replace("      unless-home:\n", "      unless-away:\n");
        let says = ["`unless-away` is no value of `block.six`", "`block.six` has no sentence for unless-home"];
        assert_eq!(said(&other), says);
    }

    #[test]
    fn a_table_of_points_is_one_answer() {
        let source = Arc::new(Source { name: "docs/spec/axes.yaml".to_owned(), text: committed() });
        let axes = read(&source).unwrap();
        let of = |value| axes.value(POINTS, value).map(|text| text.get(Language::En).to_owned());
        assert_eq!(of("oyn 1, mars 2, home-mars none, koks none"), of("table"));
        assert!(of("difference").is_some() && of("difference") != of("table"));
        assert!(axes.value("block.six", "never").is_none());
    }
}
