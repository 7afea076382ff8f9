//! docs/spec: a page for each chapter, with its clauses, and an index of them all.

use super::page::{counted, item, list, paragraph, plain};
use crate::clause::{Chapter, Citation, Clause, Example};
use crate::draw::{View, board};
use crate::report::roll_text;
use crate::suite::Suite;
use crate::text::Language;
use nardy_engine::{Axis, FirstTurn, notation};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Every page, by the name of its file.
///
/// # Panics
/// When a clause's example is no position; the suite's own tests see to it that it is one.
pub fn pages(suite: &Suite) -> Vec<(String, String)> {
    let chapters = &suite.specification.chapters;
    let page =
        |(number, chapter): (usize, &Chapter)| (file(&chapter.chapter), chapter_page(suite, number + 1, chapter));
    let index = ("README.md".to_owned(), index(suite));
    chapters.iter().enumerate().map(page).chain([index]).collect()
}

fn file(chapter: &str) -> String {
    format!("{chapter}.md")
}

fn chapter_page(suite: &Suite, number: usize, chapter: &Chapter) -> String {
    let links: Vec<String> = chapter.clauses.iter().map(|clause| format!("[{0}](#{0})", clause.id)).collect();
    let mut text = format!("# {number}. {}\n\n", chapter.title);
    text += &paragraph(&format!("{} · [all chapters](README.md)", links.join(" · ")));
    for clause in &chapter.clauses {
        text += "\n";
        text += &clause_text(suite, clause);
    }
    text
}

fn clause_text(suite: &Suite, clause: &Clause) -> String {
    let Clause { id, title, .. } = clause;
    let mut text = format!("<a id=\"{id}\"></a>\n\n## {id} · {}\n\n", plain(title));
    text += &paragraph(&linked(suite, clause, &clause.rule));
    if let Some(why) = &clause.why {
        text += &format!("\n{}", paragraph(&format!("*Why:* {}", linked(suite, clause, why))));
    }
    if !clause.axes.is_empty() {
        text += &format!("\n{}", axes(suite, &clause.axes));
    }
    if let Some(example) = &clause.example {
        text += &format!("\n{}", drawn(example, &linked(suite, clause, &example.says)));
    }
    text +=
        &format!("\nStated by\n\n{}", clause.sources.iter().map(|source| citation(suite, source)).collect::<String>());
    text += &format!("\n{}", paragraph(&cases(suite, clause)));
    text
}

/// Every axis with its values, and the profiles that take each where it matters.
fn axes(suite: &Suite, names: &[String]) -> String {
    let mut text = "| axis | value | taken by |\n|---|---|---|\n".to_owned();
    for axis in names.iter().filter_map(|name| name.parse::<Axis>().ok()) {
        for (at, value) in axis.values().iter().enumerate() {
            let name = if at == 0 { format!("`{axis}`", axis = axis.name()) } else { String::new() };
            let takes = suite
                .variants
                .iter()
                .filter(|variant| variant.rules.get(axis) == *value && !variant.rules.is_inert(axis));
            let takes: Vec<&str> = takes.map(|variant| variant.id.as_str()).collect();
            let takes = if takes.is_empty() { "no published rule set".to_owned() } else { takes.join(", ") };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {name} | `{value}` | {takes} |");
        }
    }
    text
}

fn drawn(example: &Example, says: &str) -> String {
    let position = notation::position(&example.mover, &example.opponent);
    let position = position.unwrap_or_else(|error| panic!("{} and {}: {error}", example.mover, example.opponent));
    let first_turn = match example.first_turn.as_deref() {
        Some("starter") => Some(FirstTurn::Starter),
        Some("second") => Some(FirstTurn::Second),
        _ => None,
    };
    let roll = example.roll.as_ref().map(|roll| format!("roll {}\n", roll_text(roll, first_turn))).unwrap_or_default();
    format!("```text\n{}{roll}```\n\n{}", board(&position, View::MOVER), paragraph(says))
}

fn citation(suite: &Suite, citation: &Citation) -> String {
    let Citation { source, section } = citation;
    let name = match suite.variants.iter().find(|variant| variant.id == *source) {
        Some(variant) => format!("[{}](../../variants/{source}.yaml)", plain(variant.name.get(Language::En))),
        None => plain(source),
    };
    let section = section.as_ref().map(|section| format!(": {}", plain(section))).unwrap_or_default();
    item(&format!("{name}{section}"))
}

/// How many cases the clause has, and in which files.
fn cases(suite: &Suite, clause: &Clause) -> String {
    let files = case_files(suite, &clause.id);
    let links: Vec<String> = files
        .iter()
        .map(|(file, count)| {
            let name = file.rsplit('/').next().unwrap_or(file);
            let count = if files.len() > 1 { format!(" ({count})") } else { String::new() };
            format!("[{name}](../../{file}){count}")
        })
        .collect();
    match files.values().sum() {
        0 => "No case.".to_owned(),
        count => format!("{} in {}.", counted(count, "case"), list(&links)),
    }
}

/// The files with cases of a clause, and how many each has.
fn case_files(suite: &Suite, clause: &str) -> BTreeMap<String, usize> {
    let mut files = BTreeMap::new();
    for case in suite.cases.iter().filter(|case| case.clause == clause) {
        *files.entry(case.place.source.name.clone()).or_insert(0) += 1;
    }
    files
}

/// Text with the clauses in it linked, and the axes that are no clauses set as words of the data.
fn linked(suite: &Suite, within: &Clause, text: &str) -> String {
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
        } else if suite.specification.get(name).is_some() {
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

fn index(suite: &Suite) -> String {
    let mut text = INTRODUCTION.to_owned();
    for (at, chapter) in suite.specification.chapters.iter().enumerate() {
        let page = file(&chapter.chapter);
        let title = &chapter.title;
        let _ = write!(text, "\n### {}. [{title}]({page})\n\n| clause | | axes | cases |\n|---|---|---|---|\n", at + 1);
        for clause in &chapter.clauses {
            let Clause { id, title, axes, .. } = clause;
            let axes: Vec<String> = axes.iter().map(|axis| format!("`{axis}`")).collect();
            let cases: usize = case_files(suite, id).values().sum();
            let _ = writeln!(text, "| [{id}]({page}#{id}) | {} | {} | {cases} |", plain(title), axes.join(", "));
        }
    }
    text
}

/// What the index says before its tables.
const INTRODUCTION: &str = "\
# The specification

The rules of long nardy as numbered clauses. Published rule sets agree on most of them. Where they differ, a clause depends on
an **axis**, a question with a few named answers, and says what holds under each of them. A rule set is one answer on every axis;
the published ones are the profiles in [variants](../../variants). Clauses name no rule set.

From the other side, [sources.md](sources.md) goes through four rule texts sentence by sentence.

These pages are made from the `.yaml` files beside them, the profiles and the cases, so none of them is edited by hand.

## How to read a clause

* **Id.** A clause is cited by its id, such as `head.limit`. The part before the dot is its chapter. Ids are permanent: a clause
  may be worded better, but an id is never given to another rule, and that of a withdrawn clause is not used again. Cases,
  judgements and reports name clauses by these ids.
* **Requirement language.** MUST, MUST NOT and MAY are used as in RFC 2119, and only in capitals: a turn that does what it MUST
  NOT is illegal, and a player may always do what he MAY.
* **Axes.** A table of the axes that the clause depends on, their values, and the profiles that take each. A profile is left out
  where the axis cannot matter under its other values.
* **Example.** A board with X for the side to move and O for the other, drawn from the mover's side: the mover runs from 24, above
  on the right, to 1, below on the right. All numbers are the mover's, those of the opponent's checkers too.
* **Stated by.** Which published rule texts state the rule, and under which heading. A source is cited for the question; where the
  clause has axes, sources answer it differently, and the profile of each says how.
* **Cases.** The files with the positions that pin the clause down. A case's expected answer is stated by hand from the clause.

| word | meaning |
|---|---|
| mover, opponent | the side to move, and the other one |
| point | 24 to 1 in the mover's numbers; 0 is off the board, 25 is the bar |
| head | point 24 of a side; the stack in which all fifteen checkers begin in long nardy |
| home | points 6 to 1 of a side |
| occupied | with at least one checker of the side that is spoken of |
| closed | with opposing checkers on it that do not let the mover land |
| step | one checker moved by one die |
| line | steps, each with its own die of the roll and each legal when it is made |
| turn | the line that a player plays; a pass is the turn with no steps |
| roll | two dice; a double has four steps, or two by [dice.doubles](dice.md#dice.doubles) |

## Out of scope

The specification is about what a position and a roll allow, what a finished game is worth, and who begins. It says nothing about

* the doubling cube and other ways of raising the stake, and stakes doubled by themselves when the opening throw is a tie;
* what a game is worth when a player resigns or runs out of time;
* touch-move, the moment at which a turn is finished, and other conduct at the table;
* when a throw counts: dice that fall off the board, lean, or are thrown too early.

## Clauses
";
