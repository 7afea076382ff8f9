//! docs/matrix.md: how many cases tell two values of an axis apart.

use super::page::item;
use super::words::Words;
use crate::matrix::{NEVER, Never, Told, is_never_told_apart, told_apart};
use crate::suite::Suite;
use crate::text::Language;
use std::fmt::Write;

/// The page.
pub fn page(suite: &Suite) -> String {
    let mut text = INTRODUCTION.to_owned();
    let told = told_apart(suite);
    let told: Vec<&Told<'_>> = told.iter().filter(|told| !is_never_told_apart(told.axis, told.values)).collect();
    for of_axis in told.chunk_by(|a, b| a.axis == b.axis) {
        text += &table(of_axis);
    }
    text += NEVER_APART;
    NEVER.iter().fold(text, |text, never| text + &item(&sentence(never)))
}

fn table(pairs: &[&Told<'_>]) -> String {
    let axis = pairs.first().map_or("", |pair| pair.axis);
    let mut text = format!("\n## {axis}\n\n| values | | cases |\n|---|---|---|\n");
    for Told { values: [one, other], cases, .. } in pairs {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{one}` | `{other}` | {} |", cases.len());
    }
    text
}

fn sentence(never: &Never) -> String {
    let quoted = |values: &[&str]| values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>();
    let values = match never.values {
        [] => "all values".to_owned(),
        values => Words::of(Language::En).list(&quoted(values)),
    };
    let beside = never.when.iter().map(|(other, when)| format!("`{other}` is {}", quoted(when).join(" or ")));
    let beside = beside.collect::<Vec<_>>().join(" and ");
    let beside = if beside.is_empty() { beside } else { format!(", where {beside}") };
    format!("`{}`, {values}{beside}: {}.", never.axis, never.because)
}

/// What the page says first.
const INTRODUCTION: &str = "\
# Values told apart

An engine that plays by another value of an axis than it says should fail some case. This page counts, for each two values of
each axis, the cases that expect different answers under them, all other axes being the same. The other axes are those of the
published profiles, moved to where the case speaks. `nardy matrix --axis AXIS` names the cases; `nardy matrix --markdown` prints
this page.
";

/// What stands above the list of values that are the same.
const NEVER_APART: &str = "
## Values that nothing tells apart

Some values come to the same, mostly beside certain values of another axis. No case can tell them apart there, and none is
counted above for it. Random questions are put to the reference engine under each of them to see that it is so.

";
