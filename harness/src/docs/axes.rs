//! axes.md beside the chapters: every axis as a question, with its answers.

use super::page::{paragraph, plain};
use super::spec::takers;
use super::words::Words;
use crate::suite::Suite;
use crate::text::Language;
use nardy_engine::{Axis, Points};
use std::fmt::Write;

/// The page in a language, by the name of its file.
pub fn page(suite: &Suite, language: Language) -> (String, String) {
    let words = Words::of(language);
    let (title, introduction) = words.axes_introduction.split_once("\n\n").unwrap_or_default();
    let mut text = format!("{title}\n\n{}\n{introduction}", paragraph(&words.other_page("axes.md")));
    for axis in &suite.specification.axes.0 {
        let (name, question) = (plain(axis.name.get(language)), plain(axis.question.get(language)));
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {name} · `{}`\n\n{}\n{}", axis.axis, paragraph(&question), words.values_head);
        for (value, says) in &axis.values {
            let takers = match axis.axis.parse::<Axis>() {
                Ok(axis) => takers(suite, words, axis, value),
                Err(_) => who_counts(suite, *value == "difference"),
            };
            let _ = writeln!(text, "| `{value}` | {} | {takers} |", plain(says.get(language)));
        }
    }
    ("axes.md".to_owned(), text)
}

/// The profiles in which a win is worth the difference, or points from a table.
fn who_counts(suite: &Suite, difference: bool) -> String {
    let counts = suite.variants.iter().filter(|variant| (variant.rules.points == Points::Difference) == difference);
    counts.map(|variant| variant.id.as_str()).collect::<Vec<_>>().join(", ")
}
