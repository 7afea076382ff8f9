//! docs/glossary.md and docs/ru/glossary.md: the words of the game.

use super::page::{paragraph, plain};
use super::words::Words;
use crate::glossary::{Glossary, Term, Tongue};
use crate::text::Language;
use std::fmt::Write;

/// The page in a language.
pub fn page(glossary: &Glossary, language: Language) -> String {
    let words = Words::of(language);
    let (title, introduction) = words.glossary_introduction.split_once("\n\n").unwrap_or_default();
    let other = paragraph(&words.other_glossary());
    let mut text = format!("{title}\n\n{other}\n{introduction}\n{}", words.glossary_head);
    let own = Tongue::from(language);
    let mut terms: Vec<&Term> = glossary.terms.iter().collect();
    terms.sort_by_key(|term| term.names.get(&own).map(|name| name.to_lowercase()));
    for term in terms {
        let others = term.names.iter().filter(|(tongue, _)| **tongue != own);
        let others: Vec<String> =
            others.map(|(tongue, name)| format!("{} *{}*", words.tongues[*tongue as usize], plain(name))).collect();
        let name = term.names.get(&own).map(|name| plain(name)).unwrap_or_default();
        let clause = term.clause.as_ref().map(|id| {
            let page = id.split('.').next().unwrap_or_default();
            format!(" [{id}](spec/{page}.md#{id})")
        });
        let meaning = plain(term.definition.get(language)) + &clause.unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| **{name}** | {} | {meaning} |", others.join(", "));
    }
    text
}
