//! `nardy case new`: a case to paste into a file, with all but its ruling and its answer.

use super::Stop;
use super::question::Asked;
use crate::case::Setting;
use crate::draw::{View, board};
use crate::suite::{Places, Suite};
use nardy_engine::{Axis, FirstTurn, notation};
use std::fmt::Write;

/// What the case asks.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The clause that the case is for.
    #[arg(long)]
    clause: String,
    #[command(flatten)]
    asked: Asked,
    /// The case's id; without it, one that is free.
    #[arg(long)]
    id: Option<String>,
    /// An axis that the case names, with one value or several; may be given several times.
    #[arg(long = "for", value_name = "AXIS=VALUE[,VALUE]")]
    scope: Vec<String>,
}

impl Options {
    pub fn print(&self, places: &Places) -> Result<(), Stop> {
        let suite = Suite::load(places)?;
        if suite.specification.get(&self.clause).is_none() {
            let chapter = self.clause.split('.').next().unwrap_or_default();
            let known: Vec<&str> =
                suite.specification.ids().filter(|id| id.split('.').next() == Some(chapter)).collect();
            let known = if known.is_empty() { crate::clause::CHAPTERS.join(", ") } else { known.join(", ") };
            return Err(Stop::Usage(format!("--clause: unknown clause `{}`; there are {known}", self.clause)));
        }
        let question = self.asked.question()?;
        let scope = self.scope()?;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  # For a file of cases/{}, whose `clause` is {}.", self.chapter(), self.clause);
        let asks_the_same = |case: &&crate::case::Case| matches!(&case.setting, Setting::Turn { question: other, .. } if *other == question);
        let same: Vec<&str> = suite.cases.iter().filter(asks_the_same).map(|case| case.id.as_str()).collect();
        if !same.is_empty() {
            let _ = writeln!(text, "  # Of this position and roll ask already: {}.", same.join(", "));
        }
        for line in board(&question.position, View::MOVER).lines() {
            let _ = writeln!(text, "  # {line}");
        }
        let (mover, opponent) = (question.position.mover(), question.position.opponent());
        let (mover, opponent) = (notation::side_text(mover), notation::side_text(opponent));
        let _ = writeln!(text, "  - id: {}", self.id(&suite)?);
        let _ = writeln!(text, "    title: '' # the ruling, as a sentence about the game");
        let _ = writeln!(text, "    source: constructed");
        let _ = writeln!(text, "    position: {{mover: {mover}, opponent: {opponent}}}");
        if let Some(first) = question.first_turn {
            let first = if first == FirstTurn::Starter { "starter" } else { "second" };
            let _ = writeln!(text, "    first-turn: {first}");
        }
        let _ = writeln!(text, "    roll: {}", question.roll);
        if !scope.is_empty() {
            let _ = writeln!(text, "    for: {{{}}}", scope.join(", "));
        }
        text += "    expect: # By hand, from the clause: turns: [24/18/13, …], or turn: 24/18/13 with legal: true or\n";
        text += "    # illegal-because: and a clause.\n";
        anstream::print!("{text}");
        Ok(())
    }

    fn chapter(&self) -> &str {
        self.clause.split('.').next().unwrap_or_default()
    }

    fn id(&self, suite: &Suite) -> Result<String, Stop> {
        let Some(id) = &self.id else {
            let stem = format!("{}-new", self.clause.replace('.', "/"));
            let further = (2..).map(|number| format!("{stem}-{number}"));
            let free = std::iter::once(stem.clone()).chain(further).find(|id| suite.case(id).is_none());
            return Ok(free.unwrap_or(stem));
        };
        let chapter = self.chapter();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '/';
        if let Some(other) = suite.case(id) {
            return Err(Stop::Usage(format!("--id: `{id}` is taken (it stands at {})", other.place)));
        }
        match id.strip_prefix(chapter).and_then(|rest| rest.strip_prefix('/')) {
            Some(rest) if !rest.is_empty() && id.chars().all(is_plain) => Ok(id.clone()),
            _ => Err(Stop::Usage(format!("--id: `{id}` is no id: write {chapter}/ and a-z, 0-9 and -"))),
        }
    }

    /// The axes with their values, as they are written.
    fn scope(&self) -> Result<Vec<String>, Stop> {
        let read = |text: &String| {
            let usage = |error: String| Stop::Usage(format!("--for {text}: {error}"));
            let (axis, values) = text.split_once('=').ok_or_else(|| usage("write axis=value".to_owned()))?;
            let axis: Axis = axis.parse().map_err(|error: nardy_engine::RulesError| usage(error.to_string()))?;
            let values: Vec<&str> = values.split(',').collect();
            let mut rules = nardy_engine::sample::NARD_ONLINE;
            for value in &values {
                rules.set(axis, value).map_err(|error| usage(error.to_string()))?;
            }
            Ok(match values[..] {
                [value] => format!("{axis}: {value}"),
                _ => format!("{axis}: [{}]", values.join(", ")),
            })
        };
        self.scope.iter().map(read).collect()
    }
}
