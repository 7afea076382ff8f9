//! Texts in every language of the documentation.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;

/// A language of the documentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    En,
    /// Russian, in which most people read the rules of long nardy.
    Ru,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::En, Language::Ru];
}

/// A text in every language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// In English.
    #[serde(deserialize_with = "english")]
    en: String,
    /// In Russian.
    #[schemars(regex(pattern = "[А-Яа-яЁё]"))]
    #[serde(deserialize_with = "russian")]
    ru: String,
}

impl Text {
    /// A text that is the same in every language, such as the name of a site.
    pub fn same(text: &str) -> Text {
        Text { en: text.to_owned(), ru: text.to_owned() }
    }

    /// The text in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Ru => &self.ru,
        }
    }
}

/// A text in every language, or one for them all.
#[derive(Debug, Clone)]
pub enum Wording {
    /// One for all.
    One(String),
    /// One for each.
    Each(Text),
}

impl<'de> Deserialize<'de> for Wording {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordingVisitor;

        impl<'de> Visitor<'de> for WordingVisitor {
            type Value = Wording;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or one for each language, `en` and `ru`")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Wording, E> {
                Ok(Wording::One(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Wording, A::Error> {
                Text::deserialize(MapAccessDeserializer::new(map)).map(Wording::Each)
            }
        }

        deserializer.deserialize_any(WordingVisitor)
    }
}

impl JsonSchema for Wording {
    fn schema_name() -> Cow<'static, str> {
        "Wording".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let each = generator.subschema_for::<Text>();
        json_schema!({"description": "A text, or one for each language.", "anyOf": [{"type": "string"}, each]})
    }
}

impl From<Wording> for Text {
    fn from(wording: Wording) -> Text {
        match wording {
            Wording::One(text) => Text::same(text.trim()),
            Wording::Each(text) => text,
        }
    }
}

fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&c)
}

fn english<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    // A Russian title may be quoted in it.
    let own: String = text.split('«').flat_map(|part| part.rsplit('»').next()).collect();
    if own.chars().any(is_cyrillic) {
        Err(D::Error::custom("the English text has Cyrillic letters outside «…»"))
    } else if !own.chars().any(char::is_alphabetic) {
        Err(D::Error::custom("the English text says nothing"))
    } else {
        Ok(text.trim().to_owned())
    }
}

fn russian<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.chars().any(is_cyrillic) {
        Ok(text.trim().to_owned())
    } else {
        Err(D::Error::custom("the Russian text has no Cyrillic letter"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Source;
    use crate::yaml;
    use std::sync::Arc;

    #[derive(Debug, Deserialize)]
    struct Titled {
        title: Text,
    }

    fn read(text: &str) -> Result<Text, String> {
        let source = Arc::new(Source { name: "titled.yaml".to_owned(), text: text.to_owned() });
        let said = |problem: crate::problem::Problem| format!("{}: {}", problem.place, problem.message);
        yaml::read::<Titled>(&source).map(|titled| titled.title).map_err(said)
    }

    #[test]
    fn a_text_is_read_in_both_languages() {
        let text = read("title:\n  en: >-\n    The head\n  ru: Голова\n").unwrap();
        assert_eq!((text.get(Language::En), text.get(Language::Ru)), ("The head", "Голова"));
        assert!(read("title: {en: 'The section «Правила хода»', ru: Раздел}").is_ok());
    }

    #[test]
    fn a_text_that_misses_a_language_or_is_in_another_is_refused_with_its_place() {
        for (wrong, says) in [
            ("title:\n  en: The head\n", "titled.yaml:2:3: missing field `ru`"),
            ("title:\n  ru: Голова\n", "titled.yaml:2:3: missing field `en`"),
            ("title:\n  en: The head\n  ru: The head\n", "titled.yaml:3:7: the Russian text has no Cyrillic letter"),
            (
                "title:\n  en: Голова\n  ru: Голова\n",
                "titled.yaml:2:7: the English text has Cyrillic letters outside «…»",
            ),
            ("title:\n  en: ''\n  ru: Голова\n", "titled.yaml:2:7: the English text says nothing"),
            ("title:\n  en: The head\n  ru: Голова\n  fr: La tête\n", "titled.yaml:4:3: "),
        ] {
            let said = read(wrong).unwrap_err();
            assert!(said.starts_with(says), "{said}");
        }
    }
}
