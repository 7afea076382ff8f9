//! Known failures: a file beside the invocation that says which instances an engine fails, with what verdict, and why.
//!
//! It is checked from both sides: a failure that it does not name, and an entry that is no longer true, both fail the run.

mod surprise;
mod update;

pub use surprise::{Surprise, What};

use crate::files::read_file;
use crate::instance::Instance;
use crate::problem::{Place, Problem, Problems, Source};
use crate::runner::Judged;
use crate::suite::SuiteError;
use crate::yaml::{self, place_of};
use globset::{Glob, GlobMatcher};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_saphyr::Spanned;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The verdicts that can be known: those of an engine that was asked and did not pass.
const VERDICTS: [&str; 5] = ["fail", "error", "crash", "timeout", "protocol-error"];

/// A file of known failures as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The format's version.
    #[schemars(with = "u32", range(min = 1, max = 1))]
    schema: Spanned<u32>,
    /// The known failures.
    known: Vec<RawEntry>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    /// A glob over case ids.
    #[schemars(with = "String")]
    cases: Spanned<String>,
    /// A glob over variants.
    #[schemars(with = "String")]
    variants: Spanned<String>,
    /// The verdict: fail, error, crash, timeout or protocol-error.
    #[schemars(with = "String", regex(pattern = r"^(fail|error|crash|timeout|protocol-error)$"))]
    verdict: Spanned<String>,
    /// Why it fails.
    #[schemars(with = "String", length(min = 1))]
    reason: Spanned<String>,
    /// Where it is followed up.
    #[serde(default)]
    issue: Option<String>,
    /// A digest of the engine's answer to each instance, by which a change of it is noticed.
    #[serde(default)]
    answers: BTreeMap<String, String>,
}

/// A known failure, as it is written to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// A glob over case ids.
    pub cases: String,
    /// A glob over variants.
    pub variants: String,
    /// The verdict.
    pub verdict: String,
    /// Why it fails.
    pub reason: String,
    /// Where it is followed up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
    /// A digest of the engine's answer to each instance, by which a change of it is noticed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, String>,
}

/// The known failures of an engine.
#[derive(Debug, Default)]
pub struct Known {
    entries: Vec<(Entry, Globs, Place)>,
}

#[derive(Debug)]
struct Globs {
    cases: GlobMatcher,
    variants: GlobMatcher,
}

impl Globs {
    fn match_instance(&self, instance: &Instance<'_>) -> bool {
        self.cases.is_match(&instance.case.id) && self.variants.is_match(&instance.label)
    }
}

impl Known {
    /// Reads a file of known failures and holds it against the whole suite.
    ///
    /// # Errors
    /// When the file cannot be read, says something wrong, names no instance of the suite or every case of it, or names one
    /// instance twice.
    pub fn read(path: &Path, whole: &[Instance<'_>]) -> Result<Known, SuiteError> {
        let source = Arc::new(read_file(path)?);
        let file: File = yaml::read(&source).map_err(|problem| Problems(vec![problem]))?;
        let mut problems = Vec::new();
        if file.schema.value != 1 {
            let message = format!("schema {} is not known; this program reads schema 1", file.schema.value);
            problems.push(Problem::at(&place_of(&source, &file.schema), message));
        }
        let mut known = Known::default();
        for raw in file.known {
            match entry(&source, raw) {
                Ok(entry) => known.entries.push(entry),
                Err(problem) => problems.push(problem),
            }
        }
        problems.extend(known.problems(whole));
        if problems.is_empty() { Ok(known) } else { Err(Problems(problems).into()) }
    }

    fn problems(&self, whole: &[Instance<'_>]) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (at, (entry, globs, place)) in self.entries.iter().enumerate() {
            let remove = format!("remove these lines:\n{}", lines(std::slice::from_ref(entry)));
            if whole.iter().all(|instance| globs.cases.is_match(&instance.case.id)) {
                let message = format!("`{}` covers every case, so nothing could fail any more", entry.cases);
                problems.push(Problem::at(place, message).help("name the cases, or a clause's: head/exception-*"));
            } else if !whole.iter().any(|instance| globs.match_instance(instance)) {
                let message = format!("no instance is `{}` under `{}`", entry.cases, entry.variants);
                problems.push(Problem::at(place, message).help(remove));
            } else if let Some((other, instance)) = self.entries[..at].iter().find_map(|(_, other, place)| {
                let both =
                    whole.iter().find(|instance| other.match_instance(instance) && globs.match_instance(instance));
                both.map(|instance| (place, instance.name()))
            }) {
                let message = format!("{instance} is known twice");
                problems.push(Problem::at(place, message).help(format!("the other entry is at {other}; {remove}")));
            }
        }
        problems
    }

    /// The entry for an instance.
    pub fn get(&self, instance: &Instance<'_>) -> Option<&Entry> {
        self.entries.iter().find(|(_, globs, _)| globs.match_instance(instance)).map(|(entry, ..)| entry)
    }
}

fn entry(source: &Arc<Source>, raw: RawEntry) -> Result<(Entry, Globs, Place), Problem> {
    let place = place_of(source, &raw.cases);
    let glob = |text: &Spanned<String>| match Glob::new(&text.value) {
        Ok(glob) => Ok(glob.compile_matcher()),
        Err(error) => Err(Problem::at(&place_of(source, text), error.to_string())),
    };
    let globs = Globs { cases: glob(&raw.cases)?, variants: glob(&raw.variants)? };
    if !VERDICTS.contains(&raw.verdict.value.as_str()) {
        let message =
            format!("`{}` cannot be a known failure: it is one of {}", raw.verdict.value, VERDICTS.join(", "));
        return Err(Problem::at(&place_of(source, &raw.verdict), message));
    }
    if raw.reason.value.trim().is_empty() {
        return Err(Problem::at(&place_of(source, &raw.reason), "a known failure has a reason"));
    }
    let (cases, variants) = (raw.cases.value, raw.variants.value);
    let (verdict, reason) = (raw.verdict.value, raw.reason.value);
    Ok((Entry { cases, variants, verdict, reason, issue: raw.issue, answers: raw.answers }, globs, place))
}

/// A digest of what an engine answered, or of how it broke down.
fn digest(judged: &Judged) -> String {
    let mut hash = Sha256::new();
    for exchange in &judged.exchanges {
        match &exchange.answer {
            Ok(answer) => hash.update(format!("{answer:?}")),
            // Exit codes and times differ from run to run; that it broke down is what counts.
            Err(_) => hash.update(judged.verdict.name()),
        }
    }
    hash.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// Entries as lines of a file of known failures.
pub fn lines(entries: &[Entry]) -> String {
    serde_yaml::to_string(entries).unwrap_or_else(|error| error.to_string())
}

/// A whole file of known failures.
pub fn file(entries: &[Entry]) -> String {
    if entries.is_empty() {
        "schema: 1\nknown: []\n".to_owned()
    } else {
        format!("schema: 1\nknown:\n{}", lines(entries))
    }
}
