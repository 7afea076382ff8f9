//! The JSON Schemas of everything that travels or is written by people, generated from the types that read and write it.

use crate::explain::Explanation;
use crate::protocol::message::{
    AskOpening, AskOutcome, Configure, Initialize, Initialized, JudgeTurn, Judged, LegalTurns, OpeningReply,
    OutcomeReply, Turns,
};
use crate::report::{diff, record};
use crate::{axes, case, clause, cli, glossary, known, matrix, trace, variant};
use nardy_engine::Rules;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};

/// A reply may carry an engine's own keys, if they begin with `x_`.
struct OwnKeys;

impl Transform for OwnKeys {
    fn transform(&mut self, schema: &mut Schema) {
        if schema.get("additionalProperties") == Some(&serde_json::Value::Bool(false)) {
            schema.insert("patternProperties".to_owned(), serde_json::json!({"^x_": true}));
        }
        transform_subschemas(self, schema);
    }
}

/// Fields that may be null but not left out, which a type cannot say: by the type's name.
const NEVER_LEFT_OUT: [(&str, &[&str]); 12] = [
    ("OpeningReply", &["starter", "dice", "consumed"]),
    ("ExpectedOpening", &["starter", "dice", "consumed"]),
    ("PointsTable", &["oyn", "mars", "home-mars", "koks"]),
    ("Previous", &["starter", "winner"]),
    ("LegalTurns", &["variant", "position", "roll", "first_turn"]),
    ("JudgeTurn", &["variant", "position", "roll", "first_turn", "steps"]),
    ("AskOutcome", &["variant", "position", "mover_started"]),
    ("Explanation", &["id", "variant", "clause", "title", "asked", "position", "roll", "steps", "turns", "conditions"]),
    ("Said", &["text", "die", "legal", "reasons"]),
    ("Travelled", &["sent", "received"]),
    ("Change", &["id", "variant", "from", "to", "title", "says"]),
    ("FaultRow", &["name", "group", "wrong", "caught", "cases", "most", "lists"]),
];

fn require(schema: &mut Schema) {
    let title = schema.get("title").and_then(|title| title.as_str()).unwrap_or_default().to_owned();
    for (name, fields) in NEVER_LEFT_OUT {
        if title == name {
            schema.insert("required".to_owned(), fields.into());
        } else if let Some(definition) = schema.pointer_mut(&format!("/$defs/{name}")) {
            definition["required"] = fields.into();
        }
    }
}

/// Every schema, by the name of its file.
pub fn all() -> Vec<(String, Schema)> {
    vec![
        params::<Initialize>("initialize"),
        result::<Initialized>("initialize"),
        params::<Configure>("configure"),
        params::<LegalTurns>("legal_turns"),
        result::<Turns>("legal_turns"),
        params::<JudgeTurn>("judge_turn"),
        result::<Judged>("judge_turn"),
        params::<AskOutcome>("outcome"),
        result::<OutcomeReply>("outcome"),
        params::<AskOpening>("opening"),
        result::<OpeningReply>("opening"),
        file::<case::File>("cases"),
        file::<variant::File>("variant"),
        file::<clause::Chapter>("clauses"),
        file::<axes::File>("axes"),
        file::<glossary::File>("glossary"),
        file::<trace::Trace>("sources"),
        file::<known::File>("known"),
        file::<Rules>("rules"),
        file::<record::Header>("report.header"),
        file::<record::Record>("report.line"),
        file::<Explanation>("explanation"),
        file::<diff::Diff>("report.diff"),
        file::<matrix::Matrix<'_>>("matrix"),
        file::<cli::zoo::Report<'_>>("zoo"),
    ]
}

fn of<T: JsonSchema>() -> Schema {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    require(&mut schema);
    schema
}

fn file<T: JsonSchema>(name: &str) -> (String, Schema) {
    (format!("{name}.schema.json"), of::<T>())
}

fn params<T: JsonSchema>(method: &str) -> (String, Schema) {
    file::<T>(&format!("{method}.params"))
}

fn result<T: JsonSchema>(method: &str) -> (String, Schema) {
    let (name, mut schema) = file::<T>(&format!("{method}.result"));
    OwnKeys.transform(&mut schema);
    (name, schema)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Every description in a schema.
    fn descriptions(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(key, value)| match value.as_str() {
                Some(text) if key == "description" => found.push(text.to_owned()),
                _ => descriptions(value, found),
            }),
            Value::Array(items) => items.iter().for_each(|item| descriptions(item, found)),
            _ => {}
        }
    }

    /// Descriptions are made from the documentation of types, but read by people who do not know Rust.
    #[test]
    fn descriptions_do_not_speak_of_rust() {
        for (name, schema) in all() {
            let mut found = Vec::new();
            descriptions(schema.as_value(), &mut found);
            assert!(!found.is_empty(), "{name}");
            for text in found {
                let rust = ["[`", "None", "Some(", "::", "Option", "Vec<", "crate"];
                assert!(!rust.iter().any(|word| text.contains(word)), "{name}: {text}");
            }
        }
    }
}
