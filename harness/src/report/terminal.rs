//! The report on a terminal: each instance that is not as it should be, and a table of chapters and variants.

use super::group::{Group, groups};
use super::record::{Asked, Record, Report};
use super::tally::{Matrix, TOTAL, Tally, not_run};
use super::verdict::VerdictName;
use crate::draw::{View, board};
use crate::protocol::wire::shown;
use anstyle::{AnsiColor, Style};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// How many missing or unexpected turns are listed.
const TURNS_SHOWN: usize = 8;

/// What to do where a run is not as it is known.
const UPDATE: &str = "not as the file of known failures says: --update-known writes what this run showed\n\n";

/// How many variants are named beside the one whose failure is shown, and beside a reason.
const VARIANTS_SHOWN: usize = 4;
/// How much of a line that travelled is shown, in characters.
const WIRE_SHOWN: usize = 1000;

/// What of a report is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::Args)]
#[group(skip)]
pub struct Show {
    /// How many failures are shown in full; 0 leaves them out.
    #[arg(long = "show", value_name = "N", default_value_t = 10)]
    pub failures: usize,
    /// Show with each failure the request and the reply as they travelled.
    #[arg(long)]
    pub wire: bool,
}

impl Default for Show {
    fn default() -> Self {
        Show { failures: 10, wire: false }
    }
}

/// The whole report, with what there is to say of known failures.
pub fn report(report: &Report, show: Show, messages: &[String]) -> String {
    let Report { header, records } = report;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "Long nardy conformance suite {} ({})", header.suite.version, header.suite.digest);
    let command = header.run.as_ref().map(|run| run.command.as_deref().unwrap_or("in process"));
    let command = command.map(|command| format!(" ({command})")).unwrap_or_default();
    let _ = writeln!(text, "Engine: {} {}{command}\n", header.engine.name, header.engine.version);
    text += &failures(report, show);
    let _ = writeln!(text, "{}\n", table(&Matrix::of(records)));
    for (reason, of_reason) in not_run(records) {
        let _ = writeln!(text, "{} not run, {reason}{}", of_reason.len(), under(&of_reason, &Matrix::of(records)));
    }
    for record in records.iter().filter(|record| !record.counts() && record.verdict.is_failing()) {
        let _ = writeln!(text, "disputed, not counted: {} {}", record.name(), record.verdict.name());
    }
    if header.run.as_ref().is_some_and(|run| run.known.is_some()) {
        messages.iter().for_each(|message| text += &format!("{message}\n\n"));
        let is_as_known = !records.iter().any(Record::is_unexpected);
        text += if is_as_known { "as the file of known failures says\n\n" } else { UPDATE };
    }
    text + &closing(report) + "\n"
}

/// The new failures, chapter by chapter; what is said of a case under several variants is said once.
fn failures(report: &Report, show: Show) -> String {
    let Report { header, records } = report;
    let fresh: Vec<Group<'_>> = groups(records).into_iter().filter(|group| group.first().is_new_failure()).collect();
    let mut text = String::new();
    for group in fresh.iter().take(show.failures) {
        text += &failure(group.first(), &header.clauses);
        // Writing to a string cannot fail.
        if show.wire
            && let Some(wire) = group.first().details.as_ref().and_then(|details| details.wire.as_ref())
        {
            let received =
                wire.received.as_ref().map_or_else(|| "nothing".to_owned(), |line| shown(line.as_bytes(), WIRE_SHOWN));
            let _ = writeln!(text, "  sent       {}\n  received   {received}", shown(wire.sent.as_bytes(), WIRE_SHOWN));
        }
        let others = &group.records[1..];
        if !others.is_empty() {
            let _ = writeln!(text, "  the same under {}", listed_names(others));
        }
        text.push('\n');
    }
    let left = &fresh[show.failures.min(fresh.len())..];
    let instances: usize = left.iter().map(|group| group.records.len()).sum();
    let (failures, more) = (count(left.len(), "failure"), count(left.len(), "more failure"));
    let of = if instances == left.len() { String::new() } else { format!(", of {}", count(instances, "instance")) };
    match (left.len(), show.failures) {
        (0, _) => {}
        (_, 0) => text += &format!("{failures}{of}; --show {} shows them\n\n", fresh.len()),
        _ => text += &format!("… and {more}{of}; --show {} shows them all\n\n", fresh.len()),
    }
    text
}

fn listed_names(records: &[&Record]) -> String {
    let mut names: Vec<&str> = records.iter().map(|record| record.variant.as_str()).collect();
    names.dedup();
    let shown = names[..names.len().min(VARIANTS_SHOWN)].join(", ");
    match names.len().saturating_sub(VARIANTS_SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Under which variants a reason holds, where it is not all of them.
fn under(of_reason: &[&Record], matrix: &Matrix<'_>) -> String {
    let columns: BTreeSet<&str> = of_reason.iter().map(|record| record.column()).collect();
    if columns.len() == matrix.variants.len() {
        return String::new();
    }
    let mut seen = BTreeSet::new();
    let firsts: Vec<&Record> = of_reason.iter().copied().filter(|record| seen.insert(&record.variant)).collect();
    format!(" ({})", listed_names(&firsts))
}

/// A number and what it counts.
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// What is not as the file of known failures says, from the report alone.
pub fn surprises(records: &[Record]) -> Vec<String> {
    let said = records.iter().filter_map(|record| Some(format!("{}: {}", record.name(), record.surprise.as_ref()?)));
    said.collect()
}

fn closing(report: &Report) -> String {
    let records = &report.records;
    let total = Tally::of(records);
    let cases: BTreeSet<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let is_asked = |record: &&Record| record.verdict != VerdictName::NotRun;
    let questions: usize = records.iter().filter(is_asked).map(|record| record.exchanges.len()).sum();
    let seconds = report.header.run.as_ref().map(|run| format!(", {:.1} s", run.seconds)).unwrap_or_default();
    let took = format!("{}{seconds}", count(questions, "question"));
    let known =
        records.iter().filter(|record| record.counts() && record.verdict.is_failing() && record.known.is_some());
    let (run, whole) = (count(total.run(), "instance"), count(total.run() + total.not_run, "instance"));
    let of_cases = count(cases.len(), "case");
    let fail = |failed: usize| if failed == 1 { "fails" } else { "fail" };
    let known = match known.count() {
        0 => String::new(),
        known => format!(", {known} of them known"),
    };
    let result = match total {
        Tally { passed: 0, failed: 0, .. } => format!("nothing ran: {whole} of {of_cases} selected, none run"),
        Tally { failed: 0, not_run: 0, passed: 1 } => format!("{run} of {of_cases} passes"),
        Tally { failed: 0, not_run: 0, .. } => format!("all {run} of {of_cases} pass"),
        Tally { failed: 0, .. } => format!("{} of {whole} ran, and all pass", total.run()),
        Tally { failed, not_run: 0, .. } => format!("{failed} of {run} {}{known}", fail(failed)),
        Tally { failed, .. } => format!("{} of {whole} ran, and {failed} {}{known}", total.run(), fail(failed)),
    };
    let line = format!("{result} ({took})");
    let is_good = total.passed > 0 && !records.iter().any(Record::is_unexpected);
    let style = if is_good { GOOD } else { BAD };
    format!("{style}{line}{style:#}")
}

/// The table of variants and chapters; cases that change an axis stand in a row of their own.
pub fn table(matrix: &Matrix<'_>) -> String {
    let columns: Vec<&str> = matrix.chapters.iter().copied().chain([TOTAL]).collect();
    let rows = matrix
        .variants
        .iter()
        .map(|variant| (*variant, columns.iter().map(|chapter| matrix.get(chapter, variant)).collect::<Vec<Tally>>()));
    let mut rows: Vec<(&str, Vec<Tally>)> = rows.collect();
    if rows.len() > 1 {
        let sum = |at: usize| rows.iter().map(|(_, tallies)| tallies[at]).sum();
        rows.push((TOTAL, (0..columns.len()).map(sum).collect()));
    }
    let name_width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let width = |at: usize| {
        let cells = rows.iter().map(|(_, tallies)| tallies[at].text().len());
        cells.chain([columns[at].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut text = format!("{:<name_width$}", "");
    columns.iter().zip(&widths).for_each(|(column, width)| text += &format!("  {column:>width$}"));
    for (name, tallies) in &rows {
        text += &format!("\n{name:<name_width$}");
        for (tally, width) in tallies.iter().zip(&widths) {
            let cell = format!("{:>width$}", tally.text());
            text += &if tally.failed > 0 { format!("  {BAD}{cell}{BAD:#}") } else { format!("  {cell}") };
        }
    }
    text
}

/// One instance that is not as it should be: the board, the roll, the difference, the clause, and how to repeat it.
pub fn failure(record: &Record, clauses: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    let word = record.verdict.name().to_uppercase();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{BAD}{word}{BAD:#} {} {FAINT}{}{FAINT:#}", record.name(), record.place);
    text + &indented(&format!("{}\n{}", record.title, plain(record, clauses)))
}

/// The same without name and title, colour and indentation.
pub fn plain(record: &Record, clauses: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    if let Some(details) = &record.details {
        text += &asked(&details.asked);
        let _ = writeln!(text, "{}", details.summary);
        listed(&mut text, "missing", &details.missing);
        listed(&mut text, "unexpected", &details.unexpected);
    }
    if let Some(rule) = clauses.get(record.breaks()).filter(|_| record.verdict != VerdictName::Pass) {
        let _ = writeln!(text, "{}: {rule}", record.breaks());
    }
    for lines in record.stderr() {
        let _ = writeln!(text, "the engine wrote to standard error:\n{}", indented(lines).trim_end());
    }
    if let Some(repeat) = record.details.as_ref().and_then(|details| details.repeat.as_ref()) {
        let _ = writeln!(text, "repeat: {repeat}");
    }
    text
}

/// What an instance asks, drawn.
pub fn asked(asked: &Asked) -> String {
    let drawn = asked.position.map(|position| board(&position, View::MOVER)).unwrap_or_default();
    format!("{drawn}{}\n", asked.words)
}

fn listed(text: &mut String, name: &str, turns: &[String]) {
    for turn in turns.iter().take(TURNS_SHOWN) {
        let _ = writeln!(text, "{name:<10} {turn}");
    }
    if turns.len() > TURNS_SHOWN {
        let _ = writeln!(text, "{name:<10} … and {} more", turns.len() - TURNS_SHOWN);
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
