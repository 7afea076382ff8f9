//! Reports as files: JSON lines, read back with the line of whatever is wrong.

use super::record::{Header, Record, Report, SCHEMA};
use serde::de::DeserializeOwned;
use std::collections::HashSet;

/// Why a text is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}:{line}: {message}")]
pub struct ReportError {
    /// The file.
    pub name: String,
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// A report as JSON lines.
pub fn write(report: &Report) -> String {
    let line = |value: serde_json::Result<String>| value.expect("records are plain data") + "\n";
    let records = report.records.iter().map(|record| line(serde_json::to_string(record)));
    std::iter::once(line(serde_json::to_string(&report.header))).chain(records).collect()
}

/// Reads a report; `name` is the file's, for what is said of it.
///
/// # Errors
/// The first line that is wrong.
pub fn read(name: &str, text: &str) -> Result<Report, ReportError> {
    let wrong = |line: usize, message: String| ReportError { name: name.to_owned(), line, message };
    let mut lines =
        text.lines().enumerate().map(|(at, line)| (at + 1, line)).filter(|(_, line)| !line.trim().is_empty());
    let (at, first) = lines.next().ok_or_else(|| wrong(1, "the report is empty".to_owned()))?;
    schema(first).map_err(|message| wrong(at, message))?;
    let header: Header = parsed(first).map_err(|message| wrong(at, message))?;
    let mut records: Vec<Record> = Vec::with_capacity(header.instances);
    let mut names = HashSet::new();
    let mut last = at;
    for (at, line) in lines {
        let record: Record = parsed(line).map_err(|message| wrong(at, message))?;
        if !header.rules.contains_key(&record.variant) {
            return Err(wrong(at, format!("the first line has no rules for the variant `{}`", record.variant)));
        }
        if !names.insert(record.name()) {
            return Err(wrong(at, format!("{} stands twice", record.name())));
        }
        records.push(record);
        last = at;
    }
    if records.len() != header.instances {
        let message = format!("the report ends after {} of {} instances", records.len(), header.instances);
        return Err(wrong(last, message));
    }
    Ok(Report { header, records })
}

/// Refuses another format before its fields are held against this one's.
fn schema(line: &str) -> Result<(), String> {
    #[derive(serde::Deserialize)]
    struct Schema {
        schema: u32,
    }
    let Schema { schema } = parsed(line)?;
    if schema == SCHEMA {
        Ok(())
    } else {
        Err(format!("schema {schema} is not known; this program reads schema {SCHEMA}"))
    }
}

/// The value of a line; an error names the column.
fn parsed<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| {
        // The reader counts lines within the one that it was given.
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        format!("{message} (column {})", error.column())
    })
}

/// The report without what differs between two runs of one engine: times, the command, the machine, standard error.
pub fn normalised(mut report: Report) -> Report {
    report.header.run = None;
    report.header.environment = None;
    report.header.started = None;
    for record in &mut report.records {
        record.duration_ms = None;
        record.exchanges.iter_mut().for_each(|exchange| exchange.stderr = None);
        if let Some(details) = &mut record.details {
            details.repeat = None;
            details.wire = None;
        }
    }
    report
}
