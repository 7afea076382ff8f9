//! The entries that would be true of a run.

use super::{Entry, Known, digest};
use crate::compare::Verdict;
use crate::instance::Instance;
use crate::runner::Judged;
use std::collections::BTreeMap;

/// What a new entry says until somebody looks into it.
const UNEXPLAINED: &str = "not yet explained";

impl Known {
    /// The entries that are true of a run: those that still hold, as they are; those that do not, narrowed; and new ones.
    pub fn updated(&self, whole: &[Instance<'_>], instances: &[Instance<'_>], judged: &[Judged]) -> Vec<Entry> {
        let surprises = self.surprises(instances, judged);
        let mut entries = Vec::new();
        for (entry, globs, _) in &self.entries {
            let mut of_entry = instances.iter().filter(|instance| globs.match_instance(instance));
            let holds = |at: &Instance<'_>| !surprises.iter().any(|found| found.name == at.name());
            if of_entry.all(holds) {
                entries.push(entry.clone());
            } else {
                entries.extend(self.in_place_of(entry, whole, instances, judged));
            }
        }
        entries.extend(self.fresh(instances, judged));
        entries
    }

    /// What an entry that is no longer true comes to: one entry for each instance that still fails, or was not asked this time.
    pub(super) fn in_place_of(
        &self,
        entry: &Entry,
        whole: &[Instance<'_>],
        instances: &[Instance<'_>],
        judged: &[Judged],
    ) -> Vec<Entry> {
        let of_entry = whole.iter().filter(|at| self.get(at) == Some(entry));
        let now = |at: &Instance<'_>| instances.iter().zip(judged).find(|(other, _)| other.name() == at.name());
        let narrowed = of_entry.filter_map(|at| match now(at) {
            None => Some(Entry { answers: BTreeMap::new(), ..for_instance(at, &entry.verdict, entry) }),
            Some((_, judged)) if is_failure(judged) => {
                let answers = BTreeMap::from([(at.name(), digest(judged))]);
                Some(Entry { answers, ..for_instance(at, judged.verdict.name(), entry) })
            }
            Some(_) => None,
        });
        narrowed.collect()
    }

    /// An entry for each failure that is not known.
    pub(super) fn fresh(&self, instances: &[Instance<'_>], judged: &[Judged]) -> Vec<Entry> {
        let pairs = instances.iter().zip(judged);
        let fresh = pairs.filter(|(at, judged)| at.counts() && is_failure(judged) && self.get(at).is_none());
        let entry = |(at, judged): (&Instance<'_>, &Judged)| Entry {
            cases: at.case.id.clone(),
            variants: at.label.clone(),
            verdict: judged.verdict.name().to_owned(),
            reason: UNEXPLAINED.to_owned(),
            issue: None,
            answers: BTreeMap::from([(at.name(), digest(judged))]),
        };
        fresh.map(entry).collect()
    }
}

fn for_instance(at: &Instance<'_>, verdict: &str, entry: &Entry) -> Entry {
    Entry { cases: at.case.id.clone(), variants: at.label.clone(), verdict: verdict.to_owned(), ..entry.clone() }
}

fn is_failure(judged: &Judged) -> bool {
    judged.verdict.is_run() && judged.verdict != Verdict::Pass
}
