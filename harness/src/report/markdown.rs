//! The report as Markdown, for the summary of a CI job.

use super::clean;
use super::group::{Group, groups, names};
use super::record::{Record, Report};
use super::tally::{Matrix, TOTAL, Tally, not_run};
use super::terminal::{count, plain};
use super::verdict::VerdictName;
use std::fmt::Write;

/// How many cases are shown in full.
const SHOWN: usize = 20;

/// The whole report.
pub fn report(report: &Report) -> String {
    let Report { header, records } = report;
    let total = Tally::of(records);
    let unexpected: Vec<Group<'_>> =
        groups(records).into_iter().filter(|group| group.first().is_unexpected()).collect();
    let mut text = String::new();
    // Writing to a string cannot fail.
    let (name, version) = (escaped(&header.engine.name), escaped(&header.engine.version));
    let _ = writeln!(text, "## Long nardy conformance: {name} {version}\n");
    let _ = writeln!(text, "{}\n", verdict(total, records, unexpected.is_empty()));
    let table = table(&Matrix::of(records));
    if unexpected.is_empty() {
        let _ = writeln!(text, "<details><summary>By variant and chapter</summary>\n\n{table}\n</details>");
    } else {
        let _ = writeln!(text, "{table}");
    }
    for group in unexpected.iter().take(SHOWN) {
        text += &details(group, report);
    }
    if unexpected.len() > SHOWN {
        let _ = writeln!(text, "… and {} more cases.\n", unexpected.len() - SHOWN);
    }
    for (reason, of_reason) in not_run(records) {
        let _ = writeln!(text, "- {} not run, {}", of_reason.len(), escaped(&reason));
    }
    let (suite, digest) = (&header.suite.version, &header.suite.digest);
    let _ = writeln!(text, "\nSuite {} ({}){}.", escaped(suite), escaped(digest), when(report));
    text
}

fn when(report: &Report) -> String {
    report
        .header
        .started
        .map(|started| format!(", run on {}", started.format("%Y-%m-%d %H:%M UTC")))
        .unwrap_or_default()
}

/// The counts in a sentence.
fn verdict(total: Tally, records: &[Record], is_as_known: bool) -> String {
    let known =
        records.iter().filter(|record| record.counts() && record.verdict.is_failing() && record.known.is_some());
    let mut parts = vec![match (total.run(), total.failed) {
        (0, _) => "Nothing was run".to_owned(),
        (1, 0) => "✓ 1 instance passes".to_owned(),
        (run, 0) if total.not_run == 0 => format!("✓ all {run} instances pass"),
        (run, 0) => format!("✓ all {run} instances that ran pass"),
        (run, failed) => {
            let fail = if failed == 1 { "fails" } else { "fail" };
            format!("{} {failed} of {} {fail}", if is_as_known { "✓" } else { "✗" }, count(run, "instance"))
        }
    }];
    match known.count() {
        0 => {}
        known if known == total.failed => parts.push("all of them known".to_owned()),
        known => parts.push(format!("{known} of them known")),
    }
    match records.iter().filter(|record| record.surprise.is_some()).count() {
        0 => {}
        surprises => parts.push(format!("{surprises} not as the file of known failures says")),
    }
    if total.not_run > 0 {
        parts.push(format!("{} not run", total.not_run));
    }
    format!("**{}.**", parts.join(", "))
}

/// Variants down, chapters across: there are always the same few chapters.
fn table(matrix: &Matrix<'_>) -> String {
    let chapters: Vec<&str> = matrix.chapters.iter().copied().chain([TOTAL]).collect();
    let mut text = format!("| variant | {} |\n|---|{}\n", chapters.join(" | "), "--:|".repeat(chapters.len()));
    for variant in &matrix.variants {
        let cells = chapters.iter().map(|chapter| {
            let tally = matrix.get(chapter, variant);
            match tally {
                Tally { failed: 1.., .. } => format!("✗ **{}**", tally.text()),
                Tally { passed: 0, not_run: 0, .. } => "·".to_owned(),
                _ => tally.text(),
            }
        });
        let _ = writeln!(text, "| {} | {} |", escaped(variant), cells.collect::<Vec<_>>().join(" | "));
    }
    text
}

fn details(group: &Group<'_>, report: &Report) -> String {
    let record = group.first();
    let word = if record.verdict == VerdictName::Pass { "unexpected pass" } else { record.verdict.name() };
    let surprise = record.surprise.as_ref().map(|surprise| format!("{surprise}\n")).unwrap_or_default();
    let body = clean(&format!("{surprise}{}", plain(record, &report.header.clauses)));
    let fence = "`".repeat(longest_run(&body, '`').max(2) + 1);
    let (name, title) = (escaped_html(&record.id), escaped_html(&record.title));
    let (variants, body) = (escaped(&names(&group.records)), body.trim_end());
    format!(
        "<details><summary>{word}: <code>{name}</code> — {title}</summary>\n\nUnder {variants}.\n\n{fence}text\n{body}\n{fence}\n\n\
        </details>\n\n",
    )
}

/// The longest run of a character.
fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|c| c != wanted).map(str::len).max().unwrap_or_default()
}

fn escaped_html(text: &str) -> String {
    clean(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\n', " ")
}

/// Text that Markdown shows as it is, in a table too.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in escaped_html(text).chars() {
        if "\\`*_[]|#~!".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
