//! A case: a question stated once, and the expected answer per axis values.

mod expect;
mod file;
mod matches;
mod pips;
mod setting;
mod shadow;

pub use expect::{Entry, Expected, ExpectedGame, ExpectedOpening, ExpectedOutcome, Side, unknown_clause};
pub use file::{File, read};
pub use matches::{ExpectedMatch, ExpectedMatchGame, MatchGame, MatchRecord};
pub use setting::{GameRecord, RecordedTurn, Setting};
pub use shadow::shadowed;

use crate::problem::Place;
use crate::scope::Scope;
use nardy_engine::{Axis, Rules};

/// A case of the suite.
#[derive(Debug, Clone)]
pub struct Case {
    /// Its permanent id.
    pub id: String,
    /// The ruling that it shows.
    pub title: String,
    /// Where the title stands.
    pub title_place: Place,
    /// Where the ruling or the position comes from.
    pub source: String,
    /// The clause that it pins down.
    pub clause: String,
    /// Whether it counts.
    pub level: Level,
    /// What is asked.
    pub setting: Setting,
    /// For which rule sets it speaks.
    pub scope: Scope,
    /// The axes that it switches for itself, and the profile on which it then runs.
    pub with: Option<With>,
    /// The expected answers, read from the top; the first whose `when` holds counts.
    pub expect: Vec<Entry>,
    /// Where it stands.
    pub place: Place,
}

/// Whether a case counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It counts.
    Required,
    /// Sources disagree and no axis exists: it is run and shown, never counted.
    Disputed,
}

/// Axes switched on for one case, whatever the profile says.
#[derive(Debug, Clone)]
pub struct With {
    /// The axes and their values.
    pub axes: Vec<(Axis, String)>,
    /// The profile that they change.
    pub on: String,
}

impl With {
    /// The label of the changed rule set: `profile+axis=value`.
    pub fn label(&self) -> String {
        let changes = self.axes.iter().map(|(axis, value)| format!("+{axis}={value}"));
        std::iter::once(self.on.clone()).chain(changes).collect()
    }

    /// The changed rule set.
    pub fn change(&self, mut rules: Rules) -> Rules {
        for (axis, value) in &self.axes {
            // Loading has refused values that the axis does not have.
            let _ = rules.set(*axis, value);
        }
        rules
    }
}

impl Case {
    /// The chapter: the first part of the clause.
    pub fn chapter(&self) -> &str {
        self.clause.split('.').next().unwrap_or_default()
    }

    /// The expectation under a rule set; `None` when the case does not speak of it.
    pub fn expected(&self, rules: &Rules) -> Option<&Entry> {
        let applies = self.scope.holds(rules);
        self.expect.iter().find(|entry| applies && entry.when.holds(rules))
    }
}
