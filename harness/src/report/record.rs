//! The record of a run: what was asked, what came of it, and what there is to say. Every report is made from it.
//!
//! As a file it is JSON lines: the [`Header`], then one [`Record`] per instance in the order of the instances.

use super::tally::WITH_AXES;
use super::verdict::VerdictName;
use crate::case::{ExpectedMatch, Level};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{Initialized, RulesSupport, SetupSupport, SuiteVersion};
use chrono::{DateTime, SubsecRound, Utc};
use nardy_engine::{Position, Roll, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::SystemTime;

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// A finished run.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Who was asked, and how.
    pub header: Header,
    /// What came of each instance.
    pub records: Vec<Record>,
}

/// The first line of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format's version.
    pub schema: u32,
    /// How many records follow, so that a file cut short is noticed.
    pub instances: usize,
    /// The suite.
    pub suite: SuiteVersion,
    /// The engine.
    pub engine: EngineSays,
    /// How it was run; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<How>,
    /// On what; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<Environment>,
    /// When it began; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<DateTime<Utc>>,
    /// The rule set behind each label, every axis of it.
    pub rules: BTreeMap<String, Rules>,
    /// The clauses that the records name, and what each rules.
    pub clauses: BTreeMap<String, String>,
}

/// What the engine said of itself when it started.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EngineSays {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Whatever else it says of itself.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub more: Map<String, Value>,
    /// The protocol version it chose.
    pub protocol: u32,
    /// Which rule sets it can be configured to.
    pub rules: RulesSupport,
    /// The profiles that it knows, where `rules` is `listed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<String>>,
    /// Which positions it can be asked of.
    pub setup: SetupSupport,
    /// The methods that it answers.
    pub methods: Vec<String>,
}

impl From<&Initialized> for EngineSays {
    fn from(about: &Initialized) -> Self {
        EngineSays {
            name: about.engine.name.clone(),
            version: about.engine.version.clone(),
            more: about.engine.more.clone(),
            protocol: about.protocol,
            rules: about.rules,
            variants: about.variants.clone(),
            setup: about.setup,
            methods: about.methods.clone(),
        }
    }
}

/// How an engine was run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct How {
    /// The engine's command, as a shell reads it; null for the reference engine in process.
    #[serde(deserialize_with = "Option::deserialize")]
    pub command: Option<String>,
    /// How many engines ran side by side.
    pub jobs: u16,
    /// How often each question was asked.
    pub repeat: usize,
    /// By what the time limits were multiplied.
    pub timeout_scale: f64,
    /// The variants that were asked for; all, where there is none.
    pub variants: Vec<String>,
    /// The regular expression that names of instances had to match.
    #[serde(deserialize_with = "Option::deserialize")]
    pub filter: Option<String>,
    /// The file of known failures.
    #[serde(deserialize_with = "Option::deserialize")]
    pub known: Option<String>,
    /// How long the run took.
    pub seconds: f64,
}

/// What a run ran on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Environment {
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub arch: String,
}

impl Environment {
    /// What this program runs on.
    pub fn here() -> Environment {
        Environment { os: std::env::consts::OS.to_owned(), arch: std::env::consts::ARCH.to_owned() }
    }
}

/// This moment, to the second.
pub fn now() -> DateTime<Utc> {
    DateTime::<Utc>::from(SystemTime::now()).trunc_subsecs(0)
}

/// What came of one instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The case.
    pub id: String,
    /// The label of the rule set: the profile's id, or that with the axes which the case changes.
    pub variant: String,
    /// The profile.
    pub profile: String,
    /// The clause that the case pins down.
    pub clause: String,
    /// Its chapter.
    pub chapter: String,
    /// Whether the case counts.
    pub level: Level,
    /// The ruling that the case shows.
    pub title: String,
    /// Where the ruling or the position comes from.
    pub source: String,
    /// Where the case stands: file, line and column.
    pub place: String,
    /// The verdict.
    pub verdict: VerdictName,
    /// The known failure that covers the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<KnownFailure>,
    /// In what way the instance is not as its known failure says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surprise: Option<String>,
    /// How long the questions took together; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<f64>,
    /// The questions and their fates.
    pub exchanges: Vec<Exchange>,
    /// What there is to say; absent where the instance passes as expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
}

impl Record {
    /// `case@variant`.
    pub fn name(&self) -> String {
        format!("{}@{}", self.id, self.variant)
    }

    /// Whether the instance counts.
    pub fn counts(&self) -> bool {
        self.level == Level::Required
    }

    /// Whether it fails, counts, and is not known to fail.
    pub fn is_new_failure(&self) -> bool {
        self.counts() && self.verdict.is_failing() && self.known.is_none()
    }

    /// Whether it fails the run.
    pub fn is_unexpected(&self) -> bool {
        self.is_new_failure() || self.surprise.is_some()
    }

    /// The profile, or one name for all cases that change an axis.
    pub fn column(&self) -> &str {
        if self.variant == self.profile { &self.profile } else { WITH_AXES }
    }

    /// The clause that an answer other than the expected one breaks.
    pub fn breaks(&self) -> &str {
        match self.details.as_ref().map(|details| &details.expected) {
            Some(Expectation::Turn { breaks: Some(clause), .. }) => clause,
            _ => &self.clause,
        }
    }

    /// What the engine wrote to its standard error, by question.
    pub fn stderr(&self) -> impl Iterator<Item = &str> {
        self.exchanges.iter().filter_map(|exchange| exchange.stderr.as_deref()).filter(|lines| !lines.trim().is_empty())
    }
}

/// A known failure, as the file of known failures explains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KnownFailure {
    /// Why the engine fails.
    pub reason: String,
    /// Where it is followed up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issue: Option<String>,
}

/// A question and its fate: an answer, or a failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The method and its params.
    pub ask: Ask,
    /// The method and its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// What the engine wrote to its standard error meanwhile; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
}

/// What there is to say of an instance that is not as it should be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Details {
    /// What was asked, for a drawing.
    pub asked: Asked,
    /// What the case expects.
    pub expected: Expectation,
    /// The turns of an answer that lists turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<GivenTurn>,
    /// The difference in a sentence, or why there is no answer.
    pub summary: String,
    /// The turn of a record that it is about, from 0; in a match, counted on from game to game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// Legal turns that the answer lacks, in notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Turns of the answer that are not legal, in notation, each with the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unexpected: Vec<String>,
    /// The exchange on which the verdict rests, where there was one; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire: Option<Travelled>,
    /// The command line that repeats the instance; left out of a normalised report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
}

/// A request and its reply as they travelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Travelled {
    /// The line that was sent.
    pub sent: String,
    /// The line that came back, whole or not, cut where it is long; null where nothing came.
    pub received: Option<String>,
}

/// What was asked, for a drawing: a board, and words below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The position, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The roll, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// The rest in words.
    pub words: String,
}

/// What a case expects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Expectation {
    /// The whole set of legal turns.
    Turns(Vec<ExpectedTurn>),
    /// What is to be said of a turn.
    Turn {
        /// The turn in notation.
        text: String,
        /// Whether it is legal.
        legal: bool,
        /// The clause that it breaks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        breaks: Option<String>,
    },
    /// What a position means, by the names of the protocol; what is left out is not compared.
    Outcome(Map<String, Value>),
    /// Who starts, by the names of the protocol.
    Opening(Map<String, Value>),
    /// What a record comes to; what is left out is not compared.
    Game(Map<String, Value>),
    /// What the games of a match and their score come to.
    Match(ExpectedMatch),
}

/// A legal turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedTurn {
    /// In notation.
    pub text: String,
    /// The position after it.
    pub end: Position,
}

/// A turn that the engine lists; its steps and end stand in the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenTurn {
    /// In notation.
    pub text: String,
    /// Why it is not as expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
}
