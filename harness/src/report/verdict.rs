//! The names of verdicts.

use crate::compare::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A verdict without what there is to say of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// Every answer is as expected.
    Pass,
    /// An answer differs.
    Fail,
    /// The engine answered with an error.
    Error,
    /// Its process ended.
    Crash,
    /// It did not answer in time.
    Timeout,
    /// Its answer breaks the protocol.
    ProtocolError,
    /// The engine does not support the question; it is not run.
    Unsupported,
    /// It was not asked.
    NotRun,
}

impl VerdictName {
    /// All of them, from the best to the least telling.
    pub const ALL: [VerdictName; 8] = [
        VerdictName::Pass,
        VerdictName::Fail,
        VerdictName::Error,
        VerdictName::Crash,
        VerdictName::Timeout,
        VerdictName::ProtocolError,
        VerdictName::Unsupported,
        VerdictName::NotRun,
    ];

    /// The verdict's name, the same everywhere.
    pub fn name(self) -> &'static str {
        match self {
            VerdictName::Pass => "pass",
            VerdictName::Fail => "fail",
            VerdictName::Error => "error",
            VerdictName::Crash => "crash",
            VerdictName::Timeout => "timeout",
            VerdictName::ProtocolError => "protocol-error",
            VerdictName::Unsupported => "unsupported",
            VerdictName::NotRun => "not-run",
        }
    }

    /// Whether the engine has answered, rightly or wrongly, or has broken down over the question.
    pub fn is_run(self) -> bool {
        !matches!(self, VerdictName::Unsupported | VerdictName::NotRun)
    }

    /// Whether the engine was asked and did not pass.
    pub fn is_failing(self) -> bool {
        self.is_run() && self != VerdictName::Pass
    }
}

impl From<&Verdict> for VerdictName {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Pass => VerdictName::Pass,
            Verdict::Fail(_) => VerdictName::Fail,
            Verdict::Unsupported(_) => VerdictName::Unsupported,
            Verdict::Error(_) => VerdictName::Error,
            Verdict::Crash(_) => VerdictName::Crash,
            Verdict::Timeout(_) => VerdictName::Timeout,
            Verdict::ProtocolError(_) => VerdictName::ProtocolError,
            Verdict::NotRun(_) => VerdictName::NotRun,
        }
    }
}
