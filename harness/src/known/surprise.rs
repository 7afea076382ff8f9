//! What is not as it is known, and the lines of the file that would make it so.

use super::{Entry, Known, digest, lines};
use crate::compare::Verdict;
use crate::instance::Instance;
use crate::runner::Judged;
use std::fmt::Write;

/// How many instances, and how many new entries, are named in full.
const SHOWN: usize = 10;

/// Something that is not as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surprise {
    /// The instance.
    pub name: String,
    /// What is not.
    pub what: What,
}

/// How an instance is not as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// It fails, and that is not known.
    Failed(&'static str),
    /// It passes, though a failure is known.
    Passed,
    /// It was not run, though a failure is known.
    NotRun(&'static str),
    /// It fails in another way.
    Changed(String),
}

impl std::fmt::Display for Surprise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.what {
            What::Failed(verdict) => write!(f, "{}: {verdict}", self.name),
            What::Passed => write!(f, "{}: passes", self.name),
            What::NotRun(verdict) => write!(f, "{}: {verdict}", self.name),
            What::Changed(how) => write!(f, "{}: {how}", self.name),
        }
    }
}

impl Known {
    /// What is not as it is known, among the instances of a run.
    pub fn surprises(&self, instances: &[Instance<'_>], judged: &[Judged]) -> Vec<Surprise> {
        let pairs = instances.iter().zip(judged).filter(|(instance, _)| instance.counts());
        pairs.filter_map(|(instance, judged)| surprise(self.get(instance), instance, judged)).collect()
    }

    /// What is not as it is known, for people: entry by entry, each with the lines to remove or add.
    pub fn messages(&self, whole: &[Instance<'_>], instances: &[Instance<'_>], judged: &[Judged]) -> Vec<String> {
        let mut messages = Vec::new();
        for (entry, globs, place) in &self.entries {
            let of_entry = instances.iter().zip(judged).filter(|(instance, _)| globs.match_instance(instance));
            let found: Vec<Surprise> = of_entry.filter_map(|(at, judged)| surprise(Some(entry), at, judged)).collect();
            if !found.is_empty() {
                let mut text =
                    format!("{place}: `{}` under `{}` is no longer so ({})", entry.cases, entry.variants, entry.reason);
                named(&mut text, &found);
                add(&mut text, "remove these lines", std::slice::from_ref(entry));
                add(&mut text, "and add", &self.in_place_of(entry, whole, instances, judged));
                messages.push(text);
            }
        }
        let fresh: Vec<Surprise> = self
            .surprises(instances, judged)
            .into_iter()
            .filter(|found| matches!(found.what, What::Failed(_)))
            .collect();
        if !fresh.is_empty() {
            let mut text = format!("{} not known to fail:", fresh.len());
            named(&mut text, &fresh);
            add(&mut text, "add these lines", &self.fresh(instances, judged));
            messages.push(text);
        }
        messages
    }
}

fn named(text: &mut String, found: &[Surprise]) {
    for surprise in found.iter().take(SHOWN) {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n  {surprise}");
    }
    if found.len() > SHOWN {
        let _ = write!(text, "\n  … and {} more", found.len() - SHOWN);
    }
}

fn add(text: &mut String, what: &str, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    let shown = &entries[..entries.len().min(SHOWN)];
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{what}:\n{}", lines(shown).trim_end());
    if entries.len() > shown.len() {
        let _ = write!(text, "\n… and {} entries more, which --update-known writes", entries.len() - shown.len());
    }
}

/// How an instance differs from what its entry, if it has one, says.
fn surprise(entry: Option<&Entry>, instance: &Instance<'_>, judged: &Judged) -> Option<Surprise> {
    let name = instance.name();
    let verdict = judged.verdict.name();
    let Some(entry) = entry else {
        let failed = judged.verdict.is_run() && judged.verdict != Verdict::Pass;
        return failed.then_some(Surprise { name, what: What::Failed(verdict) });
    };
    let what = match &judged.verdict {
        Verdict::Pass => What::Passed,
        found if !found.is_run() => What::NotRun(verdict),
        _ if verdict != entry.verdict => What::Changed(format!("{verdict}, not {}", entry.verdict)),
        _ if entry.answers.get(&name).is_some_and(|known| *known != digest(judged)) => {
            What::Changed(format!("{verdict}, but with another answer"))
        }
        _ => return None,
    };
    Some(Surprise { name, what })
}
