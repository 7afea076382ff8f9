//! The clauses of the specification, as docs/spec states them.

use crate::axes::{self, AxisTexts, is_axes};
use crate::files::{FileError, Folder, yaml_files};
use crate::problem::{Problem, Problems};
use crate::text::Text;
use crate::trace::is_trace;
use crate::yaml;
use nardy_engine::Axis;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A chapter of the specification.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// The format's version.
    pub schema: u32,
    /// Its id: the part of its clauses' ids before the dot.
    pub chapter: String,
    /// Its title.
    pub title: Text,
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
}

/// A numbered clause.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Its permanent id.
    pub id: String,
    /// What it is about, in a few words.
    pub title: Text,
    /// The rule, in requirement language.
    pub rule: Text,
    /// Its reason, where players ask for one.
    #[serde(default)]
    pub why: Option<Text>,
    /// The axes it depends on.
    #[serde(default)]
    pub axes: Vec<String>,
    /// A position that shows it.
    #[serde(default)]
    pub example: Option<Example>,
    /// Who states it.
    pub sources: Vec<Citation>,
}

/// A position that shows a clause.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Example {
    /// The mover's checkers.
    pub mover: String,
    /// The opponent's.
    pub opponent: String,
    /// The roll.
    #[serde(default)]
    pub roll: Option<String>,
    /// Whose first turn it is.
    #[serde(default)]
    pub first_turn: Option<String>,
    /// What the position shows.
    pub says: Text,
}

/// A source and the section of it that states a clause.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// A profile's id, or a public name.
    pub source: String,
    /// The section.
    #[serde(default)]
    pub section: Option<String>,
}

/// The clauses by id.
#[derive(Debug)]
pub struct Specification {
    /// The chapters, in the order of the specification.
    pub chapters: Vec<Chapter>,
    /// The axes in words.
    pub axes: AxisTexts,
    by_id: BTreeMap<String, Clause>,
}

/// The chapters in the order in which a reader meets them.
pub const CHAPTERS: [&str; 9] = ["board", "opening", "head", "landing", "dice", "block", "bear-off", "result", "game"];

impl Specification {
    /// Reads the clauses inside the program.
    ///
    /// # Errors
    /// When a chapter does not read; the program's own tests see to it that it does.
    pub fn load() -> Result<Specification, SpecError> {
        let mut chapters = Vec::new();
        let mut in_words = AxisTexts(Vec::new());
        let mut problems = Vec::new();
        for source in yaml_files(Folder::Spec, None)? {
            // The rule texts and the clauses that each of their sentences comes to lie beside the chapters.
            if is_trace(&source.name) {
                continue;
            }
            if is_axes(&source.name) {
                match axes::read(&source) {
                    Ok(axes) => in_words = axes,
                    Err(found) => problems.extend(found),
                }
                continue;
            }
            match yaml::read::<Chapter>(&source) {
                Ok(chapter) => {
                    let unknown = |axis: &&String| axis.parse::<Axis>().is_err();
                    for axis in chapter.clauses.iter().flat_map(|clause| &clause.axes).filter(unknown) {
                        problems.push(Problem::at(&yaml::start(&source), format!("unknown axis `{axis}`")));
                    }
                    chapters.push(chapter);
                }
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(SpecError::Problems(Problems(problems)));
        }
        chapters.sort_by_key(|chapter| CHAPTERS.iter().position(|known| *known == chapter.chapter));
        let clauses = chapters.iter().flat_map(|chapter| &chapter.clauses);
        let by_id = clauses.map(|clause| (clause.id.clone(), clause.clone())).collect();
        Ok(Specification { chapters, axes: in_words, by_id })
    }

    /// The clause of an id.
    pub fn get(&self, id: &str) -> Option<&Clause> {
        self.by_id.get(id)
    }

    /// Every id, in the order of the specification.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.chapters.iter().flat_map(|chapter| &chapter.clauses).map(|clause| clause.id.as_str())
    }
}

/// Why the specification could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file says something wrong.
    #[error(transparent)]
    Problems(Problems),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;
    use regex::Regex;

    /// Every text of the specification, with the place in which it stands.
    fn texts() -> Vec<(String, Text)> {
        let specification = Specification::load().unwrap();
        let of = |clause: &Clause| {
            let says = clause.example.as_ref().map(|example| example.says.clone());
            let texts = [Some(clause.title.clone()), Some(clause.rule.clone()), clause.why.clone(), says];
            texts.into_iter().flatten().map(|text| (clause.id.clone(), text)).collect::<Vec<_>>()
        };
        specification.chapters.iter().flat_map(|chapter| &chapter.clauses).flat_map(of).collect()
    }

    /// What the expression finds, in the order of the alphabet.
    fn found<'a>(expression: &str, text: &'a str) -> Vec<&'a str> {
        let mut found: Vec<&str> =
            Regex::new(expression).unwrap().find_iter(text).map(|found| found.as_str()).collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn both_languages_name_the_same_numbers_values_and_clauses() {
        let names = r"\d+|`[^`]*`|[a-z-]+\.[a-z.-]*[a-z]";
        for (clause, text) in texts() {
            let of = |language| found(names, text.get(language));
            assert_eq!(of(Language::En), of(Language::Ru), "{clause}: {text:?}");
        }
    }

    #[test]
    fn both_languages_require_and_allow_alike() {
        for (clause, text) in texts() {
            for (english, russian) in [("MUST NOT", "НЕ ДОЛЖ"), ("MUST", "ДОЛЖ"), ("MAY", "МОЖЕТ|МОГУТ")]
            {
                let counts = [(english, Language::En), (russian, Language::Ru)]
                    .map(|(word, language)| found(word, text.get(language)).len());
                assert_eq!(counts[0], counts[1], "{clause}: {english}, {text:?}");
            }
        }
    }
}
