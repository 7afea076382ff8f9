//! One case that is not as it should be: the board, both lists of turns, the clause, and how to repeat it.

use super::super::clean;
use super::super::group::Group;
use super::super::record::{Details, Expectation, Record, Report};
use super::super::verdict::VerdictName;
use super::{class, sign, token};
use crate::draw::View;
use crate::svg::Board;
use maud::{Markup, html};

/// How many turns of a list are shown before the rest folds.
const TURNS_SHOWN: usize = 12;

/// The columns of the matrix to which instances belong, for the filter.
pub fn tokens(records: &[&Record]) -> String {
    records.iter().map(|record| token(record.column())).collect::<Vec<_>>().join(" ")
}

/// A case with everything that there is to say of it.
pub fn article(group: &Group<'_>, id: &str, report: &Report) -> Markup {
    let record = group.first();
    let verdict = record.verdict;
    html! {
        article data-verdict=(verdict.name()) data-chapter=(record.chapter) data-variants=(tokens(&group.records)) {
            div data-key {
                h3 {
                    span.verdict.(class(verdict)) { (sign(verdict)) " " (verdict.name()) }
                    " " a href={ "#text=" (record.id) } { (record.id) }
                }
                p.title { (record.title) }
                p.where { (place(group)) }
            }
            @if let Some(known) = &record.known {
                p.known { "Known: " (known.reason) @if let Some(issue) = &known.issue { " (" (link(issue)) ")" } }
            }
            @if let Some(surprise) = &record.surprise { p.finding { (clean(surprise)) } }
            @if let Some(details) = &record.details {
                div.columns {
                    (drawn(details, id, &record.title))
                    div.said {
                        @if verdict != VerdictName::Pass { p.finding { (clean(&details.summary)) } }
                        (turns(details))
                        @if let Some(rule) = report.header.clauses.get(record.breaks()) {
                            blockquote { code { (record.breaks()) } " " (ruled(rule)) }
                        }
                    }
                }
            }
            @for lines in record.stderr() {
                details { summary { "What the engine wrote to standard error" } pre { (clean(lines)) } }
            }
            @if let Some(wire) = record.details.as_ref().and_then(|details| details.wire.as_ref()) {
                details {
                    summary { "The request and the reply" }
                    pre { (clean(&wire.sent)) "\n" (clean(wire.received.as_deref().unwrap_or("nothing came back"))) }
                }
            }
            (repeat(group))
            p.source { code { (record.place) } " · source: " (record.source) }
        }
    }
}

/// From which rule sets the answer differs, and where. A variant may rightly play another rule than the one in question.
fn place(group: &Group<'_>) -> Markup {
    let record = group.first();
    let says = match record.verdict {
        VerdictName::Fail => "differs from ",
        VerdictName::Pass => "passes under ",
        _ => "no answer under ",
    };
    html! {
        (says)
        @for (at, record) in group.records.iter().enumerate() { @if at > 0 { ", " } b { (record.variant) } }
        " at " code { (record.breaks()) }
        @if !record.counts() { "; disputed, not counted" }
    }
}

/// A rule, in which values stand between backticks.
fn ruled(rule: &str) -> Markup {
    html! {
        @for (at, part) in rule.split('`').enumerate() { @if at % 2 == 1 { code { (part) } } @else { (part) } }
    }
}

fn link(issue: &str) -> Markup {
    let is_address = issue.starts_with("https://") || issue.starts_with("http://");
    html! { @if is_address { a href=(issue) rel="noreferrer" { (issue) } } @else { (issue) } }
}

fn drawn(details: &Details, id: &str, title: &str) -> Markup {
    let asked = &details.asked;
    html! {
        figure {
            @if let Some(position) = &asked.position {
                (Board { position, view: View::MOVER, roll: asked.roll, title, id }.inline())
            }
            figcaption {
                @if asked.position.is_some() {
                    span.key { span.disc.of-mover {} "mover (X)" } " " span.key { span.disc.of-opponent {} "opponent (O)" } " "
                }
                span { (asked.words) }
            }
        }
    }
}

/// Both sets of turns, where sets were compared.
fn turns(details: &Details) -> Markup {
    let Expectation::Turns(expected) = &details.expected else { return html! {} };
    let expected = expected.iter().map(|turn| {
        let missing = details.missing.contains(&turn.text).then(|| "missing".to_owned());
        (turn.text.clone(), missing)
    });
    let given = details.given.iter().map(|turn| (turn.text.clone(), turn.wrong.clone()));
    html! {
        div.lists {
            (listed("Expected", expected.collect()))
            @if !details.given.is_empty() { (listed("Answered", given.collect())) }
        }
    }
}

/// A list of turns, those with something to say of them first.
fn listed(name: &str, mut turns: Vec<(String, Option<String>)>) -> Markup {
    turns.sort_by_key(|(_, note)| note.is_none());
    let item = |(text, note): &(String, Option<String>)| {
        html! {
            li.bad[note.is_some()] {
                @if note.is_some() { span aria-hidden="true" { "✗ " } }
                code { (clean(text)) }
                @if let Some(note) = note { ": " (clean(note)) }
            }
        }
    };
    let (shown, folded) = turns.split_at(turns.len().min(TURNS_SHOWN));
    html! {
        div {
            h4 { (name) " (" (turns.len()) ")" }
            ul { @for turn in shown { (item(turn)) } }
            @if !folded.is_empty() {
                details { summary { (folded.len()) " more" } ul { @for turn in folded { (item(turn)) } } }
            }
        }
    }
}

fn repeat(group: &Group<'_>) -> Markup {
    let lines: Vec<&str> =
        group.records.iter().filter_map(|record| record.details.as_ref()?.repeat.as_deref()).collect();
    let line = |line: &str| {
        html! { div.repeat { code { (clean(line)) } button type="button" data-copy { "Copy" } } }
    };
    html! {
        @if let Some((first, others)) = lines.split_first() {
            (line(first))
            @if !others.is_empty() {
                details {
                    summary { "The same under the other variants (" (others.len()) ")" }
                    @for other in others { (line(other)) }
                }
            }
        }
    }
}
