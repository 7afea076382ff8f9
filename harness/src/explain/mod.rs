//! Why a case has the answer it has: which clause lets each step, turn or condition through, and which does not.
//!
//! The reference engine is asked. What it says is no source of expectations; it helps to find the clause to read again.

mod conditions;
mod turns;

use crate::case::{Expected, GameRecord, Setting};
use crate::clause::Specification;
use crate::instance::{Instance, sides};
use crate::protocol::message::Sides;
use crate::report::asked;
use crate::text::Language;
use nardy_engine::{Breach, GivenStep, Judgement, Position, Previous, Question, Roll, Rules, Unsupported, judge};
use schemars::JsonSchema;
use serde::Serialize;

/// The explanation of a case under one rule set.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Explanation {
    /// The case.
    pub id: String,
    /// The rule set: a profile, or one with the axes that the case changes.
    pub variant: String,
    /// The clause that the case is filed under.
    pub clause: String,
    /// The ruling.
    pub title: String,
    /// What is asked, in words.
    pub asked: String,
    /// The position in the mover's numbers; null for an opening.
    pub position: Option<Sides>,
    /// The roll; null where there is none.
    pub roll: Option<Roll>,
    /// Each step that a checker could begin the turn with, or each step of the turn that is judged.
    pub steps: Vec<Said>,
    /// Each legal turn and what cannot be one, or each turn of a record.
    pub turns: Vec<Said>,
    /// The conditions of an outcome or an opening, in the order in which they are looked at, up to the one that decides.
    pub conditions: Vec<Condition>,
}

/// A step or a turn, and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Said {
    /// In notation.
    pub text: String,
    /// The die that makes the step, where it is one.
    pub die: Option<u8>,
    /// Whether it is legal; a step, whether it can begin or go on with a turn.
    pub legal: bool,
    /// The clauses that it breaks.
    pub reasons: Vec<Reason>,
}

/// A clause that something breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reason {
    /// Its id.
    pub clause: String,
    /// Its title.
    pub title: String,
    /// What is wrong, in a sentence.
    pub says: String,
}

/// A condition of a clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Condition {
    /// The clause's id.
    pub clause: String,
    /// Its title.
    pub title: String,
    /// The condition, or what the clause says here.
    pub says: String,
    /// Whether it holds.
    pub holds: bool,
}

/// Explains an instance; of a record, its last turn is the one that is drawn.
///
/// # Errors
/// When the rule set has no answer to the question.
pub fn explain(specification: &Specification, instance: &Instance<'_>) -> Result<Explanation, Unsupported> {
    let with = Explainer { specification, rules: &instance.rules };
    let asked = asked(instance, None);
    let (mut steps, mut turns, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
    match (&instance.case.setting, &instance.entry.expected) {
        (Setting::Turn { question, .. }, Expected::Turn { steps: given, text, .. }) => {
            (steps, turns) = with.judged(question, given, text)?;
        }
        (Setting::Turn { question, .. }, _) => (steps, turns) = with.every_turn(question)?,
        (Setting::Outcome { position, mover_started }, _) => conditions = with.outcome(position, *mover_started)?,
        (Setting::Opening { rolls, previous }, _) => conditions = with.opening(rolls, *previous),
        (Setting::Game(record), _) => {
            turns = with.record(record)?;
            let last = record.turns.len() - 1;
            conditions = with.outcome(&record.turns[last].after, record.starter_moves(last))?;
        }
        (Setting::Match(games), Expected::Match(expected)) => {
            let mut previous = None;
            for (game, comes_to) in games.games.iter().zip(&expected.games) {
                conditions.extend(with.opening(&game.rolls, previous));
                turns.extend(with.record(&game.record)?);
                let last = game.record.turns.len() - 1;
                conditions.extend(with.outcome(&game.record.turns[last].after, game.record.starter_moves(last))?);
                previous = Some(Previous { starter: comes_to.starter, winner: comes_to.winner });
            }
        }
        (Setting::Match(_), _) => {}
    }
    let case = instance.case;
    Ok(Explanation {
        id: case.id.clone(),
        variant: instance.label.clone(),
        clause: case.clause.clone(),
        title: case.title.clone(),
        asked: asked.words,
        position: asked.position.as_ref().map(sides),
        roll: asked.roll,
        steps,
        turns,
        conditions,
    })
}

struct Explainer<'a> {
    specification: &'a Specification,
    rules: &'a Rules,
}

impl Explainer<'_> {
    fn title(&self, clause: &str) -> String {
        self.specification.get(clause).map(|clause| clause.title.get(Language::En).to_owned()).unwrap_or_default()
    }

    fn reason(&self, breach: &Breach) -> Reason {
        let clause = breach.fault.clause();
        Reason { clause: clause.to_owned(), title: self.title(clause), says: breach.fault.to_string() }
    }

    fn breaches(&self, question: &Question, steps: &[GivenStep]) -> Result<Vec<Breach>, Unsupported> {
        Ok(match judge(self.rules, question, steps)? {
            Judgement::Legal => Vec::new(),
            Judgement::Illegal(breaches) => breaches,
        })
    }

    /// Each turn of a record.
    fn record(&self, record: &GameRecord) -> Result<Vec<Said>, Unsupported> {
        let turn = |(at, turn): (usize, &crate::case::RecordedTurn)| {
            let breaches = self.breaches(&record.question(at), &turn.played.steps)?;
            let reasons: Vec<Reason> = breaches.iter().map(|breach| self.reason(breach)).collect();
            Ok(Said { text: turn.text.clone(), die: None, legal: reasons.is_empty(), reasons })
        };
        record.turns.iter().enumerate().map(turn).collect()
    }

    fn condition(&self, clause: &str, holds: bool, says: impl Into<String>) -> Condition {
        Condition { clause: clause.to_owned(), title: self.title(clause), says: says.into(), holds }
    }
}

/// The position after a step that can be made.
fn after(position: &Position, from: u8, to: u8) -> Option<Position> {
    let hit = to > nardy_engine::OFF && position.opponent().on(to) == 1;
    nardy_engine::notation::end(position, &[nardy_engine::notation::Leg { from, to, hit }]).ok()
}
