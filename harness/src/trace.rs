//! docs/spec/sources.yaml: what each sentence of the rule texts comes to, a clause or a reason why none.

use crate::clause::Specification;
use crate::files::{FileError, Folder, yaml_files};
use crate::problem::{Problem, Problems, Source};
use crate::suite::Suite;
use crate::yaml::{self, place_of};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::sync::Arc;

/// The rule texts, sentence by sentence.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The format's version.
    #[schemars(range(min = 1, max = 1))]
    pub schema: u32,
    /// The texts.
    pub sources: Vec<Text>,
}

/// A rule text.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// The profile that is made from it.
    #[schemars(with = "String")]
    pub source: Spanned<String>,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A section of a rule text.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its heading.
    pub section: String,
    /// What it states, in order.
    pub states: Vec<Sentence>,
}

/// A sentence that rules something.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sentence {
    /// What it says, in other words.
    #[schemars(with = "String")]
    pub says: Spanned<String>,
    /// The clauses that say it here.
    #[schemars(with = "Vec<String>")]
    #[serde(default)]
    pub clauses: Vec<Spanned<String>>,
    /// Why no clause says it.
    #[serde(default)]
    pub out_of_scope: Option<String>,
}

/// Why there is no trace.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It does not read.
    #[error(transparent)]
    Problems(#[from] Problems),
}

impl Trace {
    /// Reads the trace inside the program.
    ///
    /// # Errors
    /// When it does not read.
    pub fn load() -> Result<(Trace, Arc<Source>), TraceError> {
        let name = |source: &Arc<Source>| is_trace(&source.name);
        let source = yaml_files(Folder::Spec, None)?.into_iter().find(name);
        let source = source.ok_or_else(|| FileError::NoFiles { path: "docs/spec".into() })?;
        let trace = yaml::read(&source).map_err(|problem| Problems(vec![problem]))?;
        Ok((trace, source))
    }

    /// What is wrong with it: profiles and clauses that do not exist, clauses without a case, and sentences that come to nothing.
    pub fn check(&self, source: &Arc<Source>, suite: &Suite) -> Vec<Problem> {
        let mut problems = Vec::new();
        for text in &self.sources {
            if suite.variants.iter().all(|variant| variant.id != text.source.value) {
                let message = format!("there is no profile `{}`", text.source.value);
                problems.push(Problem::at(&place_of(source, &text.source), message));
            }
            for sentence in text.sections.iter().flat_map(|section| &section.states) {
                if sentence.clauses.is_empty() != sentence.out_of_scope.is_some() {
                    let message = "a sentence comes to `clauses`, or is `out-of-scope` for a reason";
                    problems.push(Problem::at(&place_of(source, &sentence.says), message));
                }
                for clause in &sentence.clauses {
                    let place = place_of(source, clause);
                    let is_tried = suite.cases.iter().any(|case| case.clause == clause.value);
                    if suite.specification.get(&clause.value).is_none() {
                        problems.push(crate::case::unknown_clause(&place, &clause.value, &suite.specification));
                    } else if !is_tried {
                        let message = format!("no case is for the clause `{}`", clause.value);
                        problems.push(Problem::at(&place, message));
                    }
                }
            }
        }
        problems
    }

    /// The clauses that no sentence comes to.
    pub fn untraced<'a>(&'a self, specification: &'a Specification) -> impl Iterator<Item = &'a str> {
        specification.ids().filter(|id| {
            let sentences = self.sources.iter().flat_map(|text| &text.sections).flat_map(|section| &section.states);
            !sentences.flat_map(|sentence| &sentence.clauses).any(|clause| clause.value == *id)
        })
    }
}

/// Whether this is the file of the trace, and not a chapter.
pub fn is_trace(name: &str) -> bool {
    name.ends_with("/sources.yaml")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Places;

    #[test]
    fn every_sentence_comes_to_clauses_with_cases_or_to_a_reason() {
        let suite = Suite::load(&Places::default()).unwrap();
        let (trace, source) = Trace::load().unwrap();
        assert_eq!(trace.check(&source, &suite), []);
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let suite = Suite { cases: Vec::new(), ..Suite::load(&Places::default()).unwrap() };
        let text = "schema: 1
sources:
  - source: nard-offline
    sections:
      - section: A heading
        states:
          - {says: One leaves., clauses: [head.limits]}
          - {says: One leaves., clauses: [head.limit]}
          - {says: One leaves.}
";
        let source = Arc::new(Source { name: "sources.yaml".to_owned(), text: text.to_owned() });
        let trace: Trace = yaml::read(&source).unwrap();
        let said: Vec<String> = trace.check(&source, &suite).iter().map(|problem| problem.message.clone()).collect();
        assert_eq!(
            said,
            [
                "there is no profile `nard-offline`",
                "unknown clause `head.limits`",
                "no case is for the clause `head.limit`",
                "a sentence comes to `clauses`, or is `out-of-scope` for a reason",
            ]
        );
    }
}
