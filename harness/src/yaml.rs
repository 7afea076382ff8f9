//! The one way in which files that people write are read: YAML 1.2 scalars, no anchors, every key known and none twice, and every
//! value with its place.

use crate::problem::{Place, Problem, Source};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_saphyr::{Location, Spanned};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Reads a file's text.
///
/// # Errors
/// The first thing that is wrong with its YAML or its keys, with its place.
pub fn read<T: DeserializeOwned>(source: &Arc<Source>) -> Result<T, Problem> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        with_snippet: false,
        budget: serde_saphyr::budget! { max_anchors: 0 },
    };
    serde_saphyr::from_str_with_options(&source.text, options).map_err(|error| {
        let place = error.location().map_or_else(|| start(source), |location| place(source, &location));
        let text = error.to_string();
        let message = text.split(" at line ").next().unwrap_or(&text).split(", set DuplicateKeyPolicy").next();
        let problem = Problem::at(&place, message.unwrap_or(&text));
        if text.contains("Anchors") {
            let message = "anchors and aliases (& and *) are not read, so that every file says what it says in place";
            return Problem { message: message.to_owned(), ..problem };
        }
        problem
    })
}

/// The beginning of a file.
pub fn start(source: &Arc<Source>) -> Place {
    Place { source: source.clone(), line: 1, column: 1, length: 1 }
}

/// The place of a location that the reader reports.
pub fn place(source: &Arc<Source>, location: &Location) -> Place {
    let number = |n: u64| usize::try_from(n).unwrap_or(1).max(1);
    let length = usize::try_from(location.span().len()).unwrap_or(1).max(1);
    Place { source: source.clone(), line: number(location.line()), column: number(location.column()), length }
}

/// The place of a value.
pub fn place_of<T>(source: &Arc<Source>, value: &Spanned<T>) -> Place {
    place(source, &value.referenced)
}

/// One value, or a list of them.
#[derive(Debug, Clone)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("OneOrMany{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        let many = generator.subschema_for::<Vec<T>>();
        json_schema!({"anyOf": [one, many]})
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one value or a list")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        T::deserialize(text.into_deserializer()).map(|one| OneOrMany(vec![one]))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(|one| OneOrMany(vec![one]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut many = Vec::new();
        while let Some(one) = list.next_element()? {
            many.push(one);
        }
        Ok(OneOrMany(many))
    }
}

/// A mapping with its keys and values in the order of the file, each with its place.
#[derive(Debug, Clone)]
pub struct Pairs<T>(pub Vec<(Spanned<String>, Spanned<T>)>);

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Pairs(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Pairs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for PairsVisitor<T> {
            type Value = Pairs<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}
