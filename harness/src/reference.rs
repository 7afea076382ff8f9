//! The reference engine, asked in process.

use crate::engine::{Answer, Ask, Engine, Exchange, Failure, Task};
use crate::protocol::message::{
    End, Identity, Initialized, Judged, LegalTurns, RulesSupport, SetupSupport, Sides, Turn, Turns, VERSION,
};
use nardy_engine::{
    GivenStep, Judgement, Position, PositionError, Question, Roll, RollError, Rules, Step, Unsupported, judge,
    legal_turns, opening, outcome,
};
use std::time::Instant;

/// Why the reference engine does not answer a question.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The two sides make no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A throw is none.
    #[error(transparent)]
    Roll(#[from] RollError),
    /// The rule set has no answer to the position.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// The reference engine's answer to a question under a rule set.
///
/// # Errors
/// [`Refusal`] when what is asked of is no position, or one without an answer.
pub fn answer(rules: &Rules, ask: &Ask) -> Result<Answer, Refusal> {
    Ok(match ask {
        Ask::LegalTurns(ask) => Answer::LegalTurns(turns(rules, &question(ask)?)?),
        Ask::JudgeTurn(ask) => {
            let clause = match judge(rules, &question(&ask.question)?, &ask.steps)? {
                Judgement::Legal => None,
                Judgement::Illegal(breaches) => breaches.first().map(|breach| breach.fault.clause().to_owned()),
            };
            Answer::JudgeTurn(Judged { legal: clause.is_none(), clause })
        }
        Ask::Outcome(ask) => Answer::Outcome(outcome(rules, &position(&ask.position)?, ask.mover_started)?.into()),
        Ask::Opening(ask) => {
            let throws: Vec<(u8, u8)> = ask.rolls.iter().map(|&[one, two]| (one, two)).collect();
            for &(one, two) in &throws {
                Roll::new(one, two)?;
            }
            Answer::Opening(opening(rules, &throws, ask.previous).into())
        }
    })
}

fn position(sides: &Sides) -> Result<Position, PositionError> {
    Position::new(sides.mover, sides.opponent)
}

fn question(ask: &LegalTurns) -> Result<Question, PositionError> {
    Ok(Question { position: position(&ask.position)?, roll: ask.roll, first_turn: ask.first_turn })
}

/// Every legal turn, each with its end and one of the sequences of steps that make it.
fn turns(rules: &Rules, question: &Question) -> Result<Turns, Unsupported> {
    let legal = legal_turns(rules, question)?;
    let given = |step: &Step| GivenStep { from: step.from, to: step.to, die: None };
    let turn = |end: &Position| Turn {
        steps: legal.sequences(end).first().map(|steps| steps.iter().map(given).collect()),
        end: Some(End { mover: *end.mover(), opponent: Some(*end.opponent()) }),
    };
    Ok(Turns { turns: legal.ends().map(turn).collect() })
}

/// What the reference engine says of itself.
pub fn about() -> Initialized {
    Initialized {
        protocol: VERSION,
        engine: Identity {
            name: "nardy reference engine".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            more: serde_json::Map::new(),
        },
        methods: ["legal_turns", "judge_turn", "outcome", "opening"].map(str::to_owned).to_vec(),
        rules: RulesSupport::Any,
        variants: None,
        setup: SetupSupport::Any,
        // Questions are answered one after the other, so this only spares the asker the way there and back.
        max_in_flight: Some(64),
    }
}

/// The reference engine as an [`Engine`].
#[derive(Debug, Clone)]
pub struct Reference {
    about: Initialized,
}

impl Reference {
    /// The engine of this version of the suite.
    pub fn new() -> Reference {
        Reference { about: about() }
    }
}

impl Default for Reference {
    fn default() -> Self {
        Reference::new()
    }
}

impl Engine for Reference {
    fn about(&self) -> &Initialized {
        &self.about
    }

    fn run(&mut self, next: &mut dyn FnMut() -> Option<(usize, Task)>, done: &mut dyn FnMut(usize, Exchange)) {
        while let Some((number, task)) = next() {
            let start = Instant::now();
            let answer = answer(&task.rules, &task.ask).map_err(|refusal| match refusal {
                Refusal::Unsupported(why) => Failure::Unsupported(why.to_string()),
                Refusal::Position(_) | Refusal::Roll(_) => Failure::Error(refusal.to_string()),
            });
            done(number, Exchange { answer, wire: None, duration: start.elapsed() });
        }
    }
}
