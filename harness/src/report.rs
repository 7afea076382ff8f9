//! The report of a run on a terminal: a table of chapters and variants, and each instance that is not as it should be.

use crate::case::{Expected, Setting};
use crate::clause::{CHAPTERS, Specification};
use crate::compare::{Finding, Verdict};
use crate::draw::{View, board};
use crate::instance::Instance;
use crate::known::{Known, Surprise};
use crate::runner::Judged;
use anstyle::{AnsiColor, Style};
use nardy_engine::{FirstTurn, Position};
use std::collections::BTreeMap;
use std::fmt::Write;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// How many missing or unexpected turns are listed.
const TURNS_SHOWN: usize = 8;

/// A finished run.
pub struct Run<'a> {
    /// The clauses.
    pub specification: &'a Specification,
    /// The instances.
    pub instances: &'a [Instance<'a>],
    /// What came of each.
    pub judged: &'a [Judged],
    /// Every instance of the suite, by which known failures are read.
    pub whole: &'a [Instance<'a>],
    /// The failures that are known.
    pub known: &'a Known,
    /// The command line that repeats one instance, up to its `--filter`, and what follows it.
    pub repeat: (String, String),
}

/// How many instances came to what.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// They passed.
    pub passed: usize,
    /// They failed, or broke the engine.
    pub failed: usize,
    /// The engine does not support them, or they were not asked.
    pub not_run: usize,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Pass => self.passed += 1,
            verdict if verdict.is_run() => self.failed += 1,
            _ => self.not_run += 1,
        }
    }

    /// The instances that were run.
    pub fn run(self) -> usize {
        self.passed + self.failed
    }

    /// `12`, `11/12`, or `11/12 +3` where three were not run.
    fn text(self) -> String {
        let run = if self.failed == 0 { self.passed.to_string() } else { format!("{}/{}", self.passed, self.run()) };
        if self.not_run == 0 { run } else { format!("{run} +{}", self.not_run) }
    }
}

impl Run<'_> {
    fn counted(&self) -> impl Iterator<Item = (&Instance<'_>, &Judged)> {
        self.instances.iter().zip(self.judged).filter(|(instance, _)| instance.counts())
    }

    /// What is not as it is known.
    pub fn surprises(&self) -> Vec<Surprise> {
        self.known.surprises(self.instances, self.judged)
    }

    /// The tally of everything that counts.
    pub fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.counted().for_each(|(_, judged)| total.add(&judged.verdict));
        total
    }

    /// The tally of each profile, cases that change an axis of it included.
    pub fn by_variant(&self) -> BTreeMap<&str, Tally> {
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for (instance, judged) in self.counted() {
            tallies.entry(&instance.variant.id).or_default().add(&judged.verdict);
        }
        tallies
    }

    /// The table of chapters and variants; cases that change an axis stand in a column of their own.
    pub fn table(&self) -> String {
        let mut columns: Vec<&str> = Vec::new();
        let mut cells: BTreeMap<(&str, &str), Tally> = BTreeMap::new();
        for (instance, judged) in self.counted() {
            let column = if instance.case.with.is_some() { "with axes" } else { instance.variant.id.as_str() };
            if !columns.contains(&column) {
                columns.push(column);
            }
            for row in [instance.case.chapter(), "total"] {
                cells.entry((row, column)).or_default().add(&judged.verdict);
            }
        }
        columns.sort_by_key(|column| *column == "with axes");
        let width = |column: &str| column.len().max(9);
        let mut text = format!("{:<10}", "chapter");
        columns.iter().for_each(|column| text += &format!("  {column:>0$}", width(column)));
        let mut lines = vec![text];
        for row in CHAPTERS.into_iter().chain(["total"]) {
            let tally = |column: &&str| cells.get(&(row, *column)).copied();
            if columns.iter().any(|column| tally(column).is_some()) {
                let mut line = format!("{row:<10}");
                for column in &columns {
                    let tally = tally(column).unwrap_or_default();
                    let cell = format!("{:>1$}", tally.text(), width(column));
                    line += &if tally.failed > 0 { format!("  {BAD}{cell}{BAD:#}") } else { format!("  {cell}") };
                }
                lines.push(line);
            }
        }
        lines.join("\n")
    }

    /// One instance that is not as it should be: the board, the roll, the difference, the clause, and how to repeat it.
    pub fn failure(&self, instance: &Instance<'_>, judged: &Judged) -> String {
        let mut text = String::new();
        let (before, after) = &self.repeat;
        let name = instance.name();
        let word = judged.verdict.name().to_uppercase();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{BAD}{word}{BAD:#} {name} {FAINT}{}{FAINT:#}", instance.case.place);
        let _ = writeln!(text, "  {}", instance.case.title);
        let finding = match &judged.verdict {
            Verdict::Fail(finding) => finding.clone(),
            Verdict::Pass => Finding::default(),
            Verdict::Unsupported(why)
            | Verdict::Error(why)
            | Verdict::Crash(why)
            | Verdict::Timeout(why)
            | Verdict::ProtocolError(why)
            | Verdict::NotRun(why) => Finding { summary: why.clone(), ..Finding::default() },
        };
        text += &indented(&question(instance, finding.turn));
        let _ = writeln!(text, "  {}", finding.summary.replace('\n', "\n  "));
        listed(&mut text, "missing", &finding.missing);
        listed(&mut text, "unexpected", &finding.unexpected);
        let clause = match &instance.entry.expected {
            Expected::Turn { breaks: Some(clause), .. } => clause,
            _ => &instance.case.clause,
        };
        if let Some(clause) = self.specification.get(clause) {
            let _ = writeln!(text, "  {}: {}", clause.id, clause.rule.trim().replace('\n', " "));
        }
        let stderr =
            judged.exchanges.iter().filter_map(|exchange| exchange.wire.as_ref()).map(|wire| wire.stderr.trim());
        for lines in stderr.filter(|lines| !lines.is_empty()) {
            let _ = writeln!(text, "  the engine wrote to standard error:\n    {}", lines.replace('\n', "\n    "));
        }
        // Names hold no other character with a meaning in a regular expression.
        let pattern = format!("^{}$", name.replace('.', r"\.").replace('+', r"\+"));
        let _ = writeln!(text, "  repeat: {before} --variant {} --filter '{pattern}'{after}", instance.variant.id);
        text
    }
}

/// What an instance asks, drawn.
pub fn question(instance: &Instance<'_>, turn: Option<usize>) -> String {
    match &instance.case.setting {
        Setting::Turn { question, .. } => {
            let asked = match &instance.entry.expected {
                Expected::Turn { text, .. } => format!("; {text}?"),
                _ => String::new(),
            };
            let roll = roll_text(&question.roll.to_string(), question.first_turn);
            format!("{}{roll}{asked}\n", drawn(&question.position))
        }
        Setting::Outcome { position, mover_started } => {
            let who = if *mover_started { "the starter" } else { "the second player" };
            format!("{}{who} (X) has just moved\n", drawn(position))
        }
        Setting::Opening { rolls, previous } => {
            let rolls: Vec<String> = rolls.iter().map(|(one, two)| format!("{one}-{two}")).collect();
            let before =
                previous.map(|previous| format!(", after {}", crate::compare::json(&previous))).unwrap_or_default();
            format!("throws {}{before}\n", if rolls.is_empty() { "none".to_owned() } else { rolls.join(" ") })
        }
        Setting::Game(record) => {
            let at = turn.unwrap_or(record.turns.len() - 1);
            let recorded = &record.turns[at];
            format!("{}turn {} of {}: {}\n", drawn(&recorded.before), at + 1, record.turns.len(), recorded.text)
        }
    }
}

fn drawn(position: &Position) -> String {
    board(position, View::MOVER)
}

/// A roll, and whose first turn it is.
pub fn roll_text(roll: &str, first_turn: Option<FirstTurn>) -> String {
    match first_turn {
        None => roll.to_owned(),
        Some(FirstTurn::Starter) => format!("{roll}, the starter's first turn"),
        Some(FirstTurn::Second) => format!("{roll}, the second player's first turn"),
    }
}

fn listed(text: &mut String, name: &str, turns: &[String]) {
    for turn in turns.iter().take(TURNS_SHOWN) {
        let _ = writeln!(text, "  {name:<10} {turn}");
    }
    if turns.len() > TURNS_SHOWN {
        let _ = writeln!(text, "  {name:<10} … and {} more", turns.len() - TURNS_SHOWN);
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A closing line in green or red.
pub fn closing(good: bool, line: &str) -> String {
    let style = if good { GOOD } else { BAD };
    format!("{style}{line}{style:#}")
}
