//! Counts: how many instances came to what, by chapter and variant.

use super::record::Record;
use super::verdict::VerdictName;
use crate::clause::CHAPTERS;
use std::collections::BTreeMap;

/// The column of cases that change an axis for themselves, which count for no profile.
pub const WITH_AXES: &str = "with axes";

/// How many instances came to what.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// They passed.
    pub passed: usize,
    /// They failed, or broke the engine.
    pub failed: usize,
    /// The engine does not support them, or they were not asked.
    pub not_run: usize,
}

impl Tally {
    /// The tally of everything that counts.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Tally {
        let mut tally = Tally::default();
        records.into_iter().filter(|record| record.counts()).for_each(|record| tally.add(record.verdict));
        tally
    }

    /// The tally of each profile, cases that change an axis of it included.
    pub fn by_profile(records: &[Record]) -> BTreeMap<&str, Tally> {
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for record in records.iter().filter(|record| record.counts()) {
            tallies.entry(&record.profile).or_default().add(record.verdict);
        }
        tallies
    }

    fn add(&mut self, verdict: VerdictName) {
        match verdict {
            VerdictName::Pass => self.passed += 1,
            verdict if verdict.is_run() => self.failed += 1,
            _ => self.not_run += 1,
        }
    }

    /// The instances that were run.
    pub fn run(self) -> usize {
        self.passed + self.failed
    }

    /// `12`, `11/12`, or `11/12 +3` where three were not run.
    pub fn text(self) -> String {
        let run = if self.failed == 0 { self.passed.to_string() } else { format!("{}/{}", self.passed, self.run()) };
        if self.not_run == 0 { run } else { format!("{run} +{}", self.not_run) }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, tally| Tally {
            passed: sum.passed + tally.passed,
            failed: sum.failed + tally.failed,
            not_run: sum.not_run + tally.not_run,
        })
    }
}

/// The tallies of what counts, by chapter and variant.
#[derive(Debug, Default)]
pub struct Matrix<'a> {
    /// The profiles in the order of the records, and last the cases that change an axis.
    pub variants: Vec<&'a str>,
    /// The chapters in the order of the specification.
    pub chapters: Vec<&'static str>,
    cells: BTreeMap<(&'static str, &'a str), Tally>,
}

/// The row below all chapters.
pub const TOTAL: &str = "total";

impl<'a> Matrix<'a> {
    /// The tallies of records.
    pub fn of(records: &'a [Record]) -> Matrix<'a> {
        let mut matrix = Matrix::default();
        for record in records.iter().filter(|record| record.counts()) {
            let variant = record.column();
            if !matrix.variants.contains(&variant) {
                matrix.variants.push(variant);
            }
            // A chapter that this program does not know is in the total alone.
            let chapter = CHAPTERS.into_iter().find(|chapter| *chapter == record.chapter);
            for row in chapter.into_iter().chain([TOTAL]) {
                matrix.cells.entry((row, variant)).or_default().add(record.verdict);
            }
        }
        matrix.variants.sort_by_key(|variant| *variant == WITH_AXES);
        let has = |chapter: &&str| matrix.cells.keys().any(|(row, _)| row == chapter);
        matrix.chapters = CHAPTERS.into_iter().filter(has).collect();
        matrix
    }

    /// The tally of a chapter, or of [`TOTAL`], under a variant.
    pub fn get(&self, chapter: &str, variant: &str) -> Tally {
        let found = self.cells.iter().find(|((row, column), _)| *row == chapter && *column == variant);
        found.map(|(_, tally)| *tally).unwrap_or_default()
    }
}

/// What was not run, by reason, in the order of the records.
pub fn not_run(records: &[Record]) -> Vec<(String, Vec<&Record>)> {
    let mut reasons: Vec<(String, Vec<&Record>)> = Vec::new();
    for record in records.iter().filter(|record| !record.verdict.is_run()) {
        let why = record.details.as_ref().and_then(|details| details.summary.lines().next()).unwrap_or_default();
        // The same reason for another rule set is the same reason.
        let why = why.replace(&format!("`{}`", record.variant), "the rule set");
        let reason = match record.verdict {
            VerdictName::NotRun => why,
            verdict => format!("{}: {why}", verdict.name()),
        };
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, of_reason)) => of_reason.push(record),
            None => reasons.push((reason, vec![record])),
        }
    }
    reasons
}
