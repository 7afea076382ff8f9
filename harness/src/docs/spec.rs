//! docs/spec and docs/ru/spec: a page for each chapter, with its clauses, and an index of them all.

use super::page::{item, paragraph, plain};
use super::words::Words;
use crate::clause::{Chapter, Citation, Clause, Example};
use crate::draw::{View, board};
use crate::suite::Suite;
use crate::text::{Language, Text};
use nardy_engine::{Axis, notation};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every page in a language, by the name of its file.
///
/// # Panics
/// When a clause's example is no position; the suite's own tests see to it that it is one.
pub fn pages(suite: &Suite, language: Language) -> Vec<(String, String)> {
    let pages = Pages { suite, words: Words::of(language) };
    let chapters = &suite.specification.chapters;
    let page = |(number, chapter): (usize, &Chapter)| (file(&chapter.chapter), pages.chapter(number + 1, chapter));
    let index = ("README.md".to_owned(), pages.index());
    chapters.iter().enumerate().map(page).chain([index]).collect()
}

fn file(chapter: &str) -> String {
    format!("{chapter}.md")
}

/// The pages in one language.
struct Pages<'a> {
    suite: &'a Suite,
    words: &'static Words,
}

impl Pages<'_> {
    fn in_words<'t>(&self, text: &'t Text) -> &'t str {
        text.get(self.words.language)
    }

    fn chapter(&self, number: usize, chapter: &Chapter) -> String {
        let links = chapter.clauses.iter().map(|clause| format!("[{0}](#{0})", clause.id));
        let index = format!("[{}](README.md)", self.words.all_chapters);
        let other = self.words.other_page(&file(&chapter.chapter));
        let links: Vec<String> = links.chain([index, other]).collect();
        let mut text = format!("# {number}. {}\n\n", self.in_words(&chapter.title));
        text += &paragraph(&links.join(" · "));
        for clause in &chapter.clauses {
            text += "\n";
            text += &self.clause(clause);
        }
        text
    }

    fn clause(&self, clause: &Clause) -> String {
        let Clause { id, title, .. } = clause;
        let mut text = format!("<a id=\"{id}\"></a>\n\n## {id} · {}\n\n", plain(self.in_words(title)));
        text += &paragraph(&self.linked(clause, &clause.rule));
        if let Some(why) = &clause.why {
            text += &format!("\n{}", paragraph(&format!("*{}* {}", self.words.why, self.linked(clause, why))));
        }
        if !clause.axes.is_empty() {
            text += &format!("\n{}", self.axes(&clause.axes));
        }
        if let Some(example) = &clause.example {
            text += &format!("\n{}", self.drawn(example, &self.linked(clause, &example.says)));
        }
        let sources = clause.sources.iter().map(|source| self.citation(source)).collect::<String>();
        text += &format!("\n{}\n\n{sources}", self.words.stated_by);
        text += &format!("\n{}", paragraph(&self.cases(clause)));
        text
    }

    /// Every axis with its values, and the profiles that take each where it matters.
    fn axes(&self, names: &[String]) -> String {
        let mut text = self.words.axes_head.to_owned();
        for axis in names.iter().filter_map(|name| name.parse::<Axis>().ok()) {
            for (at, value) in axis.values().iter().enumerate() {
                let name = if at == 0 { format!("`{axis}`", axis = axis.name()) } else { String::new() };
                // Writing to a string cannot fail.
                let _ = writeln!(text, "| {name} | `{value}` | {} |", takers(self.suite, self.words, axis, value));
            }
        }
        text
    }

    fn drawn(&self, example: &Example, says: &str) -> String {
        let position = notation::position(&example.mover, &example.opponent);
        let position = position.unwrap_or_else(|error| panic!("{} and {}: {error}", example.mover, example.opponent));
        let [starter, second] = self.words.first_turns;
        let first_turn = match example.first_turn.as_deref() {
            Some("starter") => format!(", {starter}"),
            Some("second") => format!(", {second}"),
            _ => String::new(),
        };
        let roll = example.roll.as_ref().map(|roll| format!("{} {roll}{first_turn}\n", self.words.roll));
        format!("```text\n{}{}```\n\n{}", board(&position, View::MOVER), roll.unwrap_or_default(), paragraph(says))
    }

    fn citation(&self, citation: &Citation) -> String {
        let Citation { source, section } = citation;
        let root = self.words.root;
        let name = match self.suite.variants.iter().find(|variant| variant.id == *source) {
            Some(variant) => format!("[{}]({root}/variants/{source}.yaml)", plain(self.in_words(&variant.name))),
            None => plain(source),
        };
        let section = section.as_ref().map(|section| format!(": {}", plain(section))).unwrap_or_default();
        item(&format!("{name}{section}"))
    }

    /// How many cases the clause has, and in which files.
    fn cases(&self, clause: &Clause) -> String {
        let files = case_files(self.suite, &clause.id);
        let links: Vec<String> = files
            .iter()
            .map(|(file, count)| {
                let name = file.rsplit('/').next().unwrap_or(file);
                let count = if files.len() > 1 { format!(" ({count})") } else { String::new() };
                format!("[{name}]({}/{file}){count}", self.words.root)
            })
            .collect();
        match files.values().sum() {
            0 => self.words.no_case.to_owned(),
            count => format!("{} {} {}.", self.words.cases(count), self.words.cases_in, self.words.list(&links)),
        }
    }

    /// A text with the clauses in it linked, and the axes that are no clauses set as words of the data.
    fn linked(&self, within: &Clause, text: &Text) -> String {
        let text = self.in_words(text);
        let names = Regex::new(r"`[^`]*`|[a-z-]+\.[a-z.-]*[a-z]").expect("a constant expression");
        let chapter = |id: &str| id.split('.').next().unwrap_or_default().to_owned();
        let mut linked = String::new();
        let mut done = 0;
        for found in names.find_iter(text) {
            linked += &plain(&text[done..found.start()]);
            done = found.end();
            let name = found.as_str();
            linked += &if name == within.id {
                name.to_owned()
            } else if self.suite.specification.get(name).is_some() {
                let page = if chapter(name) == chapter(&within.id) { String::new() } else { file(&chapter(name)) };
                format!("[{name}]({page}#{name})")
            } else if name.parse::<Axis>().is_ok() {
                format!("`{name}`")
            } else {
                name.to_owned()
            };
        }
        linked + &plain(&text[done..])
    }

    fn index(&self) -> String {
        let (title, introduction) = self.words.introduction.split_once("\n\n").unwrap_or_default();
        let mut text = format!("{title}\n\n{}\n{introduction}", paragraph(&self.words.other_page("README.md")));
        for (at, chapter) in self.suite.specification.chapters.iter().enumerate() {
            let page = file(&chapter.chapter);
            let title = self.in_words(&chapter.title);
            // Writing to a string cannot fail.
            let _ = write!(text, "\n### {}. [{title}]({page})\n\n{}", at + 1, self.words.index_head);
            for clause in &chapter.clauses {
                let Clause { id, title, axes, .. } = clause;
                let title = plain(self.in_words(title));
                let axes: Vec<String> = axes.iter().map(|axis| format!("`{axis}`")).collect();
                let cases: usize = case_files(self.suite, id).values().sum();
                let _ = writeln!(text, "| [{id}]({page}#{id}) | {title} | {} | {cases} |", axes.join(", "));
            }
        }
        text
    }
}

/// The profiles that take a value where it matters.
pub(super) fn takers(suite: &Suite, words: &Words, axis: Axis, value: &str) -> String {
    let takes =
        suite.variants.iter().filter(|variant| variant.rules.get(axis) == value && !variant.rules.is_inert(axis));
    let takes: Vec<&str> = takes.map(|variant| variant.id.as_str()).collect();
    if takes.is_empty() { words.nobody.to_owned() } else { takes.join(", ") }
}

/// The files with cases of a clause, and how many each has.
fn case_files(suite: &Suite, clause: &str) -> BTreeMap<String, usize> {
    let mut files = BTreeMap::new();
    for case in suite.cases.iter().filter(|case| case.clause == clause) {
        *files.entry(case.place.source.name.clone()).or_insert(0) += 1;
    }
    files
}
