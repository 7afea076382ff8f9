//! The report as JUnit XML: a suite per variant, a test case per instance.

use super::record::{Record, Report};
use super::terminal::plain;
use super::verdict::VerdictName;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::time::Duration;

/// The whole report. Characters that XML does not have are left out of texts.
pub fn report(report: &Report) -> String {
    let Report { header, records } = report;
    let mut suites: Vec<(&str, TestSuite)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for record in records {
        let at = *places.entry(&record.variant).or_insert_with(|| {
            let mut suite = TestSuite::new(record.variant.as_str());
            suite.timestamp = header.started.map(Into::into);
            suites.push((&record.variant, suite));
            suites.len() - 1
        });
        suites[at].1.add_test_case(case(record, &header.clauses));
    }
    let name = format!("long nardy {}: {} {}", header.suite.version, header.engine.name, header.engine.version);
    let mut xml = quick_junit::Report::new(name);
    for (_, mut suite) in suites {
        suite.set_time(suite.test_cases.iter().filter_map(|case| case.time).sum());
        xml.add_test_suite(suite);
    }
    xml.to_string().expect("a text takes whatever is written to it")
}

fn case(record: &Record, clauses: &BTreeMap<String, String>) -> TestCase {
    let mut case = TestCase::new(record.id.as_str(), status(record, clauses));
    case.set_classname(format!("{}.{}", record.chapter, record.variant));
    case.set_time(Duration::from_secs_f64(record.duration_ms.unwrap_or_default().max(0.0) / 1000.0));
    case
}

fn status(record: &Record, clauses: &BTreeMap<String, String>) -> TestCaseStatus {
    let summary = record.details.as_ref().map(|details| details.summary.as_str()).unwrap_or_default();
    let skipped = |why: String| {
        let mut status = TestCaseStatus::skipped();
        status.set_message(why);
        status
    };
    let failing = |kind, message: &str, name: &str| {
        let mut status = TestCaseStatus::non_success(kind);
        let description = format!("{}\n{}", record.title, plain(record, clauses));
        status.set_message(message).set_type(name).set_description(description);
        status
    };
    // What is known, or disputed, fails no run; so it fails no test either.
    if let Some(surprise) = &record.surprise {
        return failing(NonSuccessKind::Failure, surprise, "not-as-known");
    }
    match (record.verdict, &record.known) {
        (VerdictName::Pass, _) => TestCaseStatus::success(),
        (verdict, _) if !verdict.is_run() => skipped(format!("{}: {summary}", verdict.name())),
        (verdict, _) if !record.counts() => skipped(format!("disputed, not counted: {}: {summary}", verdict.name())),
        (verdict, Some(known)) => skipped(format!("known {}: {}", verdict.name(), known.reason)),
        (VerdictName::Fail, None) => failing(NonSuccessKind::Failure, summary, "fail"),
        (verdict, None) => failing(NonSuccessKind::Error, summary, verdict.name()),
    }
}
