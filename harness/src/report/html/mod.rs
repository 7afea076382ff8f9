//! The report as a page that needs nothing else: no network, no other file.

mod case;

use super::group::{Group, groups, names};
use super::record::{Record, Report};
use super::tally::{Matrix, TOTAL, Tally, not_run};
use super::verdict::VerdictName;
use crate::svg;
use case::article;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use nardy_engine::{Axis, Rules};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// Nothing is loaded, whatever a text of the engine might hold.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'";

/// The whole page.
pub fn report(report: &Report) -> String {
    let Report { header, records } = report;
    let name = format!("{} {}", header.engine.name, header.engine.version);
    let matrix = Matrix::of(records);
    let (unexpected, excused): (Vec<Group<'_>>, Vec<Group<'_>>) =
        groups(records).into_iter().partition(|group| group.first().is_unexpected());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (name) ": long nardy conformance" }
                style { (PreEscaped(svg::STYLE)) (PreEscaped(STYLE)) }
            }
            body {
                header {
                    p.above { "Long nardy conformance" }
                    h1 { (name) }
                    (counts(records))
                    (facts(report))
                }
                main {
                    section aria-labelledby="matrix" {
                        h2 #matrix { "By variant and chapter" }
                        (table(&matrix))
                    }
                    (filter(&matrix))
                    (cases("differences", "Differences", &unexpected, report))
                    (cases("excused", "Known or disputed", &excused, report))
                    (unasked(records))
                    (passed(records, &matrix))
                    (rules(report))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// A verdict's sign: colour alone would tell some readers nothing.
fn sign(verdict: VerdictName) -> &'static str {
    match verdict {
        VerdictName::Pass => "✓",
        verdict if verdict.is_run() => "✗",
        _ => "–",
    }
}

/// The class that colours a verdict.
fn class(verdict: VerdictName) -> &'static str {
    match verdict {
        VerdictName::Pass => "good",
        verdict if verdict.is_run() => "bad",
        _ => "none",
    }
}

/// A number as it is read: `5 719`.
fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// The value of `data-variants` for a column of the matrix.
fn token(column: &str) -> String {
    column.replace(' ', "-")
}

fn counts(records: &[Record]) -> Markup {
    let total = Tally::of(records);
    let failing = |counted: bool| records.iter().filter(move |at| at.verdict.is_failing() && at.counts() == counted);
    let (known, disputed) = (failing(true).filter(|record| record.known.is_some()).count(), failing(false).count());
    let count = |verdict: VerdictName| records.iter().filter(|record| record.verdict == verdict).count();
    html! {
        p.lead {
            @if total.run() == 0 { "Nothing was run." }
            @else if total.run() == 1 && total.failed == 0 { "The one instance that ran is as the rule set has it." }
            @else if total.failed == 0 && total.not_run == 0 { "All " (number(total.run())) " instances are as the rule sets have it." }
            @else if total.failed == 0 { "All " (number(total.run())) " instances that ran are as the rule sets have it." }
            @else if total.failed == 1 { "1 of " (number(total.run())) @if total.run() == 1 { " instance" } @else { " instances" } " differs from the rule set it is asked under." }
            @else { (number(total.failed)) " of " (number(total.run())) " instances differ from the rule set they are asked under." }
            @if total.not_run > 0 { " Not run: " (number(total.not_run)) "." }
            @if known > 0 { " " @if known == total.failed { "All" } @else { (number(known)) } " of them are known." }
            @if disputed > 0 { " Disputed and not counted: " (number(disputed)) "." }
        }
        ul.counts {
            @for verdict in VerdictName::ALL.into_iter().filter(|verdict| count(*verdict) > 0) {
                li { a class=(class(verdict)) href={ "#verdict=" (verdict.name()) } {
                    span aria-hidden="true" { (sign(verdict)) } " " b { (number(count(verdict))) } " " (verdict.name())
                } }
            }
        }
    }
}

fn facts(report: &Report) -> Markup {
    let header = &report.header;
    let engine = &header.engine;
    let more =
        engine.more.iter().map(|(key, value)| (key.as_str(), value.as_str().map_or(value.to_string(), str::to_owned)));
    let mut facts: Vec<(&str, String)> = vec![("Suite", format!("{} ({})", header.suite.version, header.suite.digest))];
    facts.extend(header.started.map(|started| ("Started", started.format("%Y-%m-%d %H:%M:%S UTC").to_string())));
    if let Some(run) = &header.run {
        facts.push(("Command", run.command.clone().unwrap_or_else(|| "in process".to_owned())));
        facts.push(("Took", format!("{:.1} s", run.seconds)));
        facts.extend((run.jobs > 1).then(|| ("Engines side by side", run.jobs.to_string())));
        facts.extend((run.repeat > 1).then(|| ("Each question asked", format!("{} times", run.repeat))));
        facts.extend((run.timeout_scale != 1.0).then(|| ("Time limits", format!("times {}", run.timeout_scale))));
        facts.extend(run.filter.clone().map(|filter| ("Filter", filter)));
        facts.extend(run.known.clone().map(|known| ("Known failures", known)));
    }
    let (rules, setup) = (word(&engine.rules), word(&engine.setup));
    facts.push(("Protocol", format!("{}; rules {rules}, set-up {setup}", engine.protocol)));
    facts.push(("Methods", engine.methods.join(", ")));
    facts.extend(header.environment.as_ref().map(|here| ("Machine", format!("{} {}", here.os, here.arch))));
    facts.extend(more);
    html! {
        dl.facts {
            @for (name, value) in facts { div { dt { (name) } dd { (super::clean(&value)) } } }
        }
    }
}

/// A value that travels as a word.
fn word(value: &impl serde::Serialize) -> String {
    crate::compare::json(value).trim_matches('"').to_owned()
}

/// Variants down, chapters across: there are always the same few chapters.
fn table(matrix: &Matrix<'_>) -> Markup {
    let chapters: Vec<&str> = matrix.chapters.iter().copied().chain([TOTAL]).collect();
    html! {
        p.note { "Passed, or passed/run where some failed; +n were not run. A number leads to its instances." }
        div.wide tabindex="0" role="region" aria-labelledby="matrix" {
            table {
                thead { tr {
                    th scope="col" { "variant" }
                    @for chapter in &chapters { th scope="col" { (chapter) } }
                } }
                tbody {
                    @for variant in &matrix.variants {
                        tr {
                            th scope="row" { (variant) }
                            @for chapter in &chapters { (cell(matrix.get(chapter, variant), chapter, variant)) }
                        }
                    }
                }
            }
        }
    }
}

fn cell(tally: Tally, chapter: &str, variant: &str) -> Markup {
    let (class, sign) = match tally {
        Tally { failed: 1.., .. } => ("bad", "✗ "),
        Tally { passed: 1.., .. } => ("good", "✓ "),
        _ => ("none", ""),
    };
    let chapter = if chapter == TOTAL { String::new() } else { format!("&chapter={chapter}") };
    html! {
        td class=(class) {
            @if tally == Tally::default() { span aria-label="no case" { "·" } }
            @else { a href={ "#variant=" (token(variant)) (chapter) } { (sign) (tally.text()) } }
        }
    }
}

fn filter(matrix: &Matrix<'_>) -> Markup {
    let choice = |id: &str, label: &str, values: Vec<(String, &str)>| {
        html! {
            label {
                span { (label) }
                select id=(id) name=(id) {
                    option value="" { "all" }
                    @for (value, text) in values { option value=(value) { (text) } }
                }
            }
        }
    };
    let same = |name: &'static str| (name.to_owned(), name);
    html! {
        // It needs the script, which shows it.
        form #filter hidden role="search" aria-label="Filter the instances" {
            label.search {
                span { "Search" }
                input #text name="text" type="search" placeholder="id, title or clause" autocomplete="off";
            }
            (choice("verdict", "Verdict", VerdictName::ALL.map(VerdictName::name).map(same).to_vec()))
            (choice("chapter", "Chapter", matrix.chapters.iter().map(|chapter| same(chapter)).collect()))
            (choice("variant", "Variant", matrix.variants.iter().map(|variant| (token(variant), *variant)).collect()))
            button type="reset" { "Show all" }
            output #shown for="text verdict chapter variant" {}
        }
    }
}

fn cases(id: &str, title: &str, groups: &[Group<'_>], report: &Report) -> Markup {
    let instances: usize = groups.iter().map(|group| group.records.len()).sum();
    html! {
        @if !groups.is_empty() {
            section aria-labelledby=(id) data-group {
                h2 id=(id) { (title) " (" span data-count { (number(instances)) } ")" }
                @for (at, group) in groups.iter().enumerate() { (article(group, &format!("{id}-{at}"), report)) }
            }
        }
    }
}

/// What was not run, by reason.
fn unasked(records: &[Record]) -> Markup {
    let reasons = not_run(records);
    let instances: usize = reasons.iter().map(|(_, of_reason)| of_reason.len()).sum();
    html! {
        @if !reasons.is_empty() {
            section aria-labelledby="not-run" data-group {
                h2 #not-run { "Not run (" span data-count { (number(instances)) } ")" }
                @for (reason, of_reason) in &reasons {
                    details data-group {
                        summary { (super::clean(reason)) " (" span data-count { (number(of_reason.len())) } ")" }
                        (list(of_reason))
                    }
                }
            }
        }
    }
}

fn passed(records: &[Record], matrix: &Matrix<'_>) -> Markup {
    let passed: Vec<&Record> =
        records.iter().filter(|record| record.verdict == VerdictName::Pass && record.surprise.is_none()).collect();
    html! {
        @if !passed.is_empty() {
            section aria-labelledby="passed" data-group {
                h2 #passed { "Passed (" span data-count { (number(passed.len())) } ")" }
                @for chapter in &matrix.chapters {
                    @let of_chapter: Vec<&Record> = passed.iter().copied().filter(|record| record.chapter == *chapter).collect();
                    @if !of_chapter.is_empty() {
                        details data-group {
                            summary { (chapter) " (" span data-count { (number(of_chapter.len())) } ")" }
                            (list(&of_chapter))
                        }
                    }
                }
            }
        }
    }
}

/// Instances, a line for each case.
fn list(records: &[&Record]) -> Markup {
    let mut cases: Vec<(VerdictName, Vec<&Record>)> = Vec::new();
    for record in records {
        match cases.iter_mut().find(|(verdict, known)| *verdict == record.verdict && known[0].id == record.id) {
            Some((_, of_case)) => of_case.push(record),
            None => cases.push((record.verdict, vec![record])),
        }
    }
    html! {
        ul.plain {
            @for (verdict, of_case) in cases {
                @let first = of_case[0];
                li data-verdict=(verdict.name()) data-chapter=(first.chapter) data-variants=(case::tokens(&of_case)) {
                    code { (first.id) } " " (first.title) " "
                    small { code { (first.clause) } " · " (names(&of_case)) @if !first.counts() { " (disputed, not counted)" } }
                }
            }
        }
    }
}

/// The rule sets of the profiles, axis by axis.
fn rules(report: &Report) -> Markup {
    let is_profile = |label: &str| report.records.iter().any(|record| record.profile == label);
    let profiles: Vec<(&String, &Rules)> = report.header.rules.iter().filter(|(label, _)| is_profile(label)).collect();
    html! {
        @if !profiles.is_empty() {
            section aria-labelledby="rules" {
                h2 #rules { "Rule sets" }
                details {
                    summary { "What each variant was expanded to" }
                    div.wide tabindex="0" role="region" aria-labelledby="rules" {
                        table.rules {
                            thead { tr { th scope="col" { "axis" } @for (label, _) in &profiles { th scope="col" { (label) } } } }
                            tbody {
                                @for axis in Axis::ALL {
                                    tr { th scope="row" { (axis.name()) } @for (_, rules) in &profiles { td { (rules.get(*axis)) } } }
                                }
                                tr {
                                    th scope="row" { "result.points" }
                                    @for (_, rules) in &profiles { td { (crate::compare::json(&rules.points)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
