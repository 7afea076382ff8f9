//! The report on a terminal: each instance that is not as it should be, and a table of chapters and variants.

use super::record::{Asked, Record, Report};
use super::tally::{Matrix, TOTAL, Tally, not_run};
use super::verdict::VerdictName;
use crate::draw::{View, board};
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

/// The whole report, with at most so many failures in full, and what there is to say of known failures.
pub fn report(report: &Report, show: usize, messages: &[String]) -> String {
    let Report { header, records } = report;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "Long nardy conformance suite {} ({})", header.suite.version, header.suite.digest);
    let command = header.run.as_ref().map(|run| run.command.as_deref().unwrap_or("in process"));
    let command = command.map(|command| format!(" ({command})")).unwrap_or_default();
    let _ = writeln!(text, "Engine: {} {}{command}\n", header.engine.name, header.engine.version);
    let fresh: Vec<&Record> = records.iter().filter(|record| record.is_new_failure()).collect();
    for record in fresh.iter().take(show) {
        let _ = writeln!(text, "{}", failure(record, &header.clauses));
    }
    if fresh.len() > show {
        let _ = writeln!(text, "… and {} more; --show {} shows them all\n", fresh.len() - show, fresh.len());
    }
    let _ = writeln!(text, "{}\n", table(&Matrix::of(records)));
    for (reason, of_reason) in not_run(records) {
        let _ = writeln!(text, "{} not run, {reason}", of_reason.len());
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

/// What is not as the file of known failures says, from the report alone.
pub fn surprises(records: &[Record]) -> Vec<String> {
    let said = records.iter().filter_map(|record| Some(format!("{}: {}", record.name(), record.surprise.as_ref()?)));
    said.collect()
}

fn closing(report: &Report) -> String {
    let records = &report.records;
    let total = Tally::of(records);
    let cases: BTreeSet<&str> = records.iter().map(|record| record.id.as_str()).collect();
    let questions: usize = records.iter().map(|record| record.exchanges.len()).sum();
    let seconds = report.header.run.as_ref().map(|run| format!(", {:.1} s", run.seconds)).unwrap_or_default();
    let took = format!("{questions} questions{seconds}");
    let known =
        records.iter().filter(|record| record.counts() && record.verdict.is_failing() && record.known.is_some());
    let line = match (total.failed, known.count()) {
        (0, _) => format!("all {} instances of {} cases pass ({took})", total.passed, cases.len()),
        (failed, 0) => format!("{failed} of {} instances fail ({took})", total.run()),
        (failed, known) => format!("{failed} of {} instances fail, {known} of them known ({took})", total.run()),
    };
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
