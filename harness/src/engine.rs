//! An engine, as the harness sees it: something that answers questions, in process or in another program.

use crate::protocol::message::{
    AskOpening, AskOutcome, Identity, Initialized, JudgeTurn, Judged, LegalTurns, OpeningReply, OutcomeReply,
    RulesSupport, SetupSupport, Turns,
};
use nardy_engine::Rules;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One question; `variant` in its params is filled in by the engine's side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// Which turns are legal?
    LegalTurns(LegalTurns),
    /// Is this turn legal?
    JudgeTurn(JudgeTurn),
    /// What does this position mean?
    Outcome(AskOutcome),
    /// Who starts?
    Opening(AskOpening),
}

impl Ask {
    /// The method that asks it.
    pub fn method(&self) -> &'static str {
        match self {
            Ask::LegalTurns(_) => "legal_turns",
            Ask::JudgeTurn(_) => "judge_turn",
            Ask::Outcome(_) => "outcome",
            Ask::Opening(_) => "opening",
        }
    }

    /// The question as an engine is sent it: under the label of a rule set, unless it has one built in, and with the history
    /// only where it sets up no position.
    pub fn to_engine(mut self, label: &str, about: &Initialized) -> Ask {
        let label = (about.rules != RulesSupport::Fixed).then(|| label.to_owned());
        let keeps_history = about.setup == SetupSupport::Replay;
        match &mut self {
            Ask::LegalTurns(ask) | Ask::JudgeTurn(JudgeTurn { question: ask, .. }) => {
                ask.variant = label;
                ask.history.take_if(|_| !keeps_history);
            }
            Ask::Outcome(ask) => ask.variant = label,
            Ask::Opening(ask) => ask.variant = label,
        }
        self
    }
}

/// An engine's answer, by the method that was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The legal turns.
    LegalTurns(Turns),
    /// The judgement.
    JudgeTurn(Judged),
    /// The outcome.
    Outcome(OutcomeReply),
    /// The opening.
    Opening(OpeningReply),
}

/// A question under a rule set.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The label of the rule set: a profile's id, or an id with changed axes.
    pub variant: String,
    /// The rule set.
    pub rules: Rules,
    /// The question.
    pub ask: Ask,
}

/// Why a question has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The engine says that it does not support the method, the rule set or the position.
    Unsupported(String),
    /// The engine answered with another error.
    Error(String),
    /// The engine's process ended.
    Crash(String),
    /// No answer came in time.
    Timeout(String),
    /// The answer breaks the protocol.
    Protocol(String),
    /// The question was never sent, since the engine could not be used any more.
    NotRun(String),
}

impl Failure {
    /// Why, in words.
    pub fn text(&self) -> &str {
        match self {
            Failure::Unsupported(text)
            | Failure::Error(text)
            | Failure::Crash(text)
            | Failure::Timeout(text)
            | Failure::Protocol(text)
            | Failure::NotRun(text) => text,
        }
    }
}

/// A question's fate: its answer or why there is none, and what belongs to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Exchange {
    /// The answer.
    pub answer: Result<Answer, Failure>,
    /// The request and the reply as they travelled, where they did.
    pub wire: Option<Wire>,
    /// From sending, or the reply before, to the reply.
    pub duration: Duration,
}

/// A request and its reply as lines; the reply is absent when none came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wire {
    /// The line that was sent.
    pub request: String,
    /// The line that came back, cut where it is long.
    pub reply: Option<String>,
    /// What the engine wrote to its standard error since the question was sent, cut where it is long.
    pub stderr: String,
}

/// Something that answers questions.
pub trait Engine {
    /// What it says of itself when it starts.
    fn about(&self) -> &Initialized;

    /// Its name and version.
    fn identity(&self) -> &Identity {
        &self.about().engine
    }

    /// Whether it answers a method.
    fn answers(&self, method: &str) -> bool {
        self.about().methods.iter().any(|known| known == method)
    }

    /// Answers questions until `next` has none left, and hands each fate to `done` under the question's number.
    ///
    /// Every question that `next` gave is handed to `done` exactly once, in any order. An engine that cannot be used any more
    /// takes no further question, so that others can, and says why in [`unusable`](Engine::unusable).
    fn run(&mut self, next: &mut dyn FnMut() -> Option<(usize, Task)>, done: &mut dyn FnMut(usize, Exchange));

    /// Why it cannot be used any more.
    fn unusable(&self) -> Option<&str> {
        None
    }

    /// Ends it. Gives the number of the last question, and what is wrong with its answer, where only the end shows that.
    fn finish(&mut self) -> Option<(usize, Failure)> {
        None
    }
}
