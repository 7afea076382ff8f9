//! docs/spec/sources.md: the rule texts, from each sentence to the clauses and their cases.

use super::page::{counted, paragraph, plain};
use super::words::Words;
use crate::suite::Suite;
use crate::text::Language::En;
use crate::trace::{Section, Sentence, Text, Trace};
use crate::variant::Publication;
use std::fmt::Write;

/// The page, by the name of its file.
pub fn page(suite: &Suite, trace: &Trace) -> (String, String) {
    let mut text = INTRODUCTION.to_owned();
    for source in &trace.sources {
        text += &source_text(suite, source);
    }
    let untraced: Vec<String> = trace.untraced(&suite.specification).map(link).collect();
    if !untraced.is_empty() {
        text += "\n## Clauses of other origin\n\n";
        text += &paragraph(&format!(
            "No sentence of these texts comes to {}. Their pages say who states them.",
            Words::of(En).list(&untraced)
        ));
    }
    ("sources.md".to_owned(), text)
}

fn source_text(suite: &Suite, source: &Text) -> String {
    let id = &source.source.value;
    let mut text = format!("\n## {id}\n\n");
    if let Some(variant) = suite.variants.iter().find(|variant| variant.id == *id) {
        let published =
            |source: &Publication| format!("{}, {}. ", plain(source.title.get(En)), plain(source.publisher.get(En)));
        let published = variant.source.as_ref().map(published).unwrap_or_default();
        text +=
            &paragraph(&format!("{published}Profile: [{}](../../variants/{id}.yaml).", plain(variant.name.get(En))));
    }
    let sentences = || source.sections.iter().flat_map(|section| &section.states);
    let outside = sentences().filter(|sentence| sentence.out_of_scope.is_some()).count();
    let counts = format!("{}, {outside} of them out of scope.", counted(sentences().count(), "sentence"));
    text += &format!("\n{}", paragraph(&counts));
    source.sections.iter().fold(text, |text, section| text + &section_text(suite, section))
}

fn section_text(suite: &Suite, section: &Section) -> String {
    let mut text =
        format!("\n### {}\n\n| it states | clauses, each with the number of its cases |\n|---|---|\n", section.section);
    for sentence in &section.states {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {} | {} |", plain(&sentence.says.value), comes_to(suite, sentence));
    }
    text
}

fn comes_to(suite: &Suite, sentence: &Sentence) -> String {
    if let Some(reason) = &sentence.out_of_scope {
        return format!("out of scope: {}", plain(reason));
    }
    let clause = |id: &str| {
        let cases = suite.cases.iter().filter(|case| case.clause == id).count();
        format!("{} {cases}", link(id))
    };
    sentence.clauses.iter().map(|id| clause(&id.value)).collect::<Vec<_>>().join(", ")
}

fn link(clause: &str) -> String {
    format!("[{clause}]({}.md#{clause})", clause.split('.').next().unwrap_or_default())
}

/// What the page says first.
const INTRODUCTION: &str = "\
# From the rule texts to the cases

Four published rule texts, section by section under their own headings: what each sentence that rules something comes to in the
specification. Sentences are given in other words and in short, in the order of the text; an example that a text gives counts as
a sentence. What the specification does not rule is listed with the reason. A clause that answers a sentence need not say the
same: where it has axes, the profile of the source says which of its values is meant.

This page is made from [sources.yaml](sources.yaml).
";
