//! What changed between two reports.

use super::record::{Record, Report};
use super::verdict::VerdictName;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// How many lines of each kind a short text shows.
const LINES_SHOWN: usize = 10;
/// How many variants one line names.
const VARIANTS_SHOWN: usize = 3;

/// What changed, instance by instance.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Diff {
    /// The engine and the suite of the old report.
    pub old: Of,
    /// The same of the new one.
    pub new: Of,
    /// What passed and does not any more, and what is not in the new report at all.
    pub worse: Vec<Change>,
    /// What passes now and did not.
    pub better: Vec<Change>,
    /// Other verdicts, other answers, new instances, and whatever is disputed.
    pub other: Vec<Change>,
}

/// What a report is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// The engine's name and version.
    pub engine: String,
    /// The suite's version and digest.
    pub suite: String,
}

/// A change of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The case.
    pub id: String,
    /// The variant's label.
    pub variant: String,
    /// The old verdict; null for a new instance.
    pub from: Option<VerdictName>,
    /// The new verdict; null for an instance that is there no more.
    pub to: Option<VerdictName>,
    /// The title in the newest report that has it.
    pub title: String,
    /// What the new report says of it; the old one, where the new one has it no more.
    pub says: Option<String>,
}

impl Diff {
    /// Compares two reports.
    pub fn of(old: &Report, new: &Report) -> Diff {
        let mut diff = Diff { old: of(old), new: of(new), worse: Vec::new(), better: Vec::new(), other: Vec::new() };
        let in_new: HashMap<(&str, &str), &Record> = new.records.iter().map(|record| (key(record), record)).collect();
        let in_old: HashMap<(&str, &str), &Record> = old.records.iter().map(|record| (key(record), record)).collect();
        for record in &new.records {
            diff.add(in_old.get(&key(record)).copied(), Some(record));
        }
        for record in old.records.iter().filter(|record| !in_new.contains_key(&key(record))) {
            diff.add(Some(record), None);
        }
        diff
    }

    fn add(&mut self, old: Option<&Record>, new: Option<&Record>) {
        let Some(record) = new.or(old) else { return };
        if let (Some(old), Some(new)) = (old, new)
            && is_alike(old, new)
        {
            return;
        }
        let verdict = |record: Option<&Record>| record.map(|record| record.verdict);
        let (from, to) = (verdict(old), verdict(new));
        let list = match (from, to) {
            _ if !record.counts() => &mut self.other,
            (Some(_), None) => &mut self.worse,
            (Some(VerdictName::Pass), Some(to)) if to != VerdictName::Pass => &mut self.worse,
            (Some(from), Some(VerdictName::Pass)) if from != VerdictName::Pass => &mut self.better,
            _ => &mut self.other,
        };
        let says = record.details.as_ref().map(|details| details.summary.clone());
        let (id, variant, title) = (record.id.clone(), record.variant.clone(), record.title.clone());
        list.push(Change { id, variant, from, to, title, says });
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.worse.is_empty() && self.better.is_empty() && self.other.is_empty()
    }

    /// The changes as text, a line for each case and change of verdict; all of them, or the first few.
    pub fn text(&self, all: bool) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (what, old, new) in
            [("engine", &self.old.engine, &self.new.engine), ("suite", &self.old.suite, &self.new.suite)]
        {
            if old != new {
                let _ = writeln!(text, "{what}: {old} → {new}");
            }
        }
        for (name, changes) in [("worse", &self.worse), ("better", &self.better), ("other changes", &self.other)] {
            if !changes.is_empty() {
                let _ = writeln!(text, "{name}: {}", changes.len());
                listed(&mut text, changes, all);
            }
        }
        if self.is_empty() {
            text += "no instance changed\n";
        }
        text
    }
}

fn listed(text: &mut String, changes: &[Change], all: bool) {
    let mut lines: Vec<(&str, String, Vec<&str>)> = Vec::new();
    for change in changes {
        let name = |verdict: Option<VerdictName>| verdict.map_or("absent", VerdictName::name);
        let (from, to) = (name(change.from), name(change.to));
        let how = if from == to { format!("{to}, another answer") } else { format!("{from} → {to}") };
        match lines.iter_mut().find(|(id, known, _)| *id == change.id && *known == how) {
            Some((.., variants)) => variants.push(&change.variant),
            None => lines.push((&change.id, how, vec![&change.variant])),
        }
    }
    let shown = if all { lines.len() } else { LINES_SHOWN };
    for (id, how, variants) in lines.iter().take(shown) {
        let named = if all { variants.len() } else { VARIANTS_SHOWN };
        let more = variants.len().saturating_sub(named);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let variants = variants.iter().take(named).copied().collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "  {id}: {how} ({variants}{more})");
    }
    if lines.len() > shown {
        let _ = writeln!(text, "  … and {} more cases; --all shows them", lines.len() - shown);
    }
}

fn of(report: &Report) -> Of {
    let header = &report.header;
    Of {
        engine: format!("{} {}", header.engine.name, header.engine.version),
        suite: format!("{} ({})", header.suite.version, header.suite.digest),
    }
}

fn key(record: &Record) -> (&str, &str) {
    (&record.id, &record.variant)
}

/// Whether the engine answers wrongly in the same way. Right answers are all alike, and how an engine breaks down (its exit
/// code, its last words) may differ from run to run.
fn is_alike(old: &Record, new: &Record) -> bool {
    let differs = |record: &Record| {
        let details = record.details.as_ref()?;
        let sorted = |turns: &[String]| turns.iter().cloned().collect::<BTreeSet<_>>();
        Some((details.summary.clone(), details.turn, sorted(&details.missing), sorted(&details.unexpected)))
    };
    old.verdict == new.verdict && (new.verdict != VerdictName::Fail || differs(old) == differs(new))
}
