//! Instances: a case under one rule set, and the questions that it puts to an engine.

use crate::case::{Case, Entry, Expected, ExpectedMatch, GameRecord, Level, MatchRecord, RecordedTurn, Setting};
use crate::engine::Ask;
use crate::protocol::message::{AskOpening, AskOutcome, JudgeTurn, LegalTurns, PlayedTurn, Sides};
use crate::suite::Suite;
use crate::variant::Variant;
use nardy_engine::{FirstTurn, GivenStep, Position, Previous, Question, Rules};

/// A case under one rule set.
#[derive(Debug, Clone)]
pub struct Instance<'a> {
    /// The case.
    pub case: &'a Case,
    /// The profile.
    pub variant: &'a Variant,
    /// The profile's id, or that with the axes which the case changes.
    pub label: String,
    /// The rule set.
    pub rules: Rules,
    /// The expectation.
    pub entry: &'a Entry,
}

/// Every case of the suite under every profile given, where it speaks of it: by profile, then in the order of the cases.
pub fn instances<'a>(suite: &'a Suite, variants: &[&'a Variant]) -> Vec<Instance<'a>> {
    let of = |variant: &'a Variant, case: &'a Case| {
        let (label, rules) = match &case.with {
            None => (variant.id.clone(), variant.rules),
            Some(with) if with.on == variant.id => (with.label(), with.change(variant.rules)),
            Some(_) => return None,
        };
        let entry = case.expected(&rules)?;
        Some(Instance { case, variant, label, rules, entry })
    };
    variants.iter().flat_map(|variant| suite.cases.iter().filter_map(move |case| of(variant, case))).collect()
}

impl Instance<'_> {
    /// `id@variant`.
    pub fn name(&self) -> String {
        format!("{}@{}", self.case.id, self.label)
    }

    /// Whether the instance counts for its profile.
    pub fn counts(&self) -> bool {
        self.case.level == Level::Required
    }

    /// The questions to ask, given whether the engine judges turns.
    pub fn asks(&self, judges: bool) -> Vec<Ask> {
        match (&self.case.setting, &self.entry.expected) {
            (Setting::Turn { question, history }, Expected::Turn { steps, .. }) => {
                vec![ask_turn(question, history.as_deref(), judges.then_some(steps))]
            }
            (Setting::Turn { question, history }, _) => vec![ask_turn(question, history.as_deref(), None)],
            (Setting::Outcome { position, mover_started }, _) => vec![ask_outcome(position, *mover_started)],
            (Setting::Opening { rolls, previous }, _) => vec![ask_opening(rolls, *previous)],
            (Setting::Game(record), _) => record_asks(record, judges),
            (Setting::Match(games), Expected::Match(expected)) => match_asks(games, expected, judges),
            (Setting::Match(_), _) => Vec::new(),
        }
    }
}

/// Both sides of a position, as they travel.
pub fn sides(position: &Position) -> Sides {
    Sides { mover: *position.mover(), opponent: *position.opponent() }
}

fn ask_turn(question: &Question, history: Option<&[RecordedTurn]>, judged: Option<&Vec<GivenStep>>) -> Ask {
    let played = |turns: &[RecordedTurn]| turns.iter().map(|turn| turn.played.clone()).collect::<Vec<PlayedTurn>>();
    let asked = LegalTurns {
        variant: None,
        position: sides(&question.position),
        roll: question.roll,
        first_turn: question.first_turn,
        history: history.map(played),
    };
    match judged {
        Some(steps) => Ask::JudgeTurn(JudgeTurn { question: asked, steps: steps.clone() }),
        None => Ask::LegalTurns(asked),
    }
}

fn ask_opening(rolls: &[(u8, u8)], previous: Option<Previous>) -> Ask {
    let rolls = rolls.iter().map(|&(one, two)| [one, two]).collect();
    Ask::Opening(AskOpening { variant: None, rolls, previous })
}

fn ask_outcome(position: &Position, mover_started: bool) -> Ask {
    Ask::Outcome(AskOutcome { variant: None, position: sides(position), mover_started })
}

/// Whether each turn is legal, and what the positions come to after which the game may be over, and the last.
fn record_asks(record: &GameRecord, judges: bool) -> Vec<Ask> {
    let mut asks = Vec::new();
    for (at, turn) in record.turns.iter().enumerate() {
        let history = record.from_start.then(|| &record.turns[..at]);
        asks.push(ask_turn(&record.question(at), history, judges.then_some(&turn.played.steps)));
        if record.asks_outcome(at) {
            asks.push(ask_outcome(&turn.after, record.starter_moves(at)));
        }
    }
    asks
}

/// Who starts each game that is played, the one before having gone as expected, and then what is asked of its record.
fn match_asks(games: &MatchRecord, expected: &ExpectedMatch, judges: bool) -> Vec<Ask> {
    let mut asks = Vec::new();
    let mut previous = None;
    for (game, comes_to) in games.games.iter().zip(&expected.games) {
        asks.push(ask_opening(&game.rolls, previous));
        asks.extend(record_asks(&game.record, judges));
        previous = Some(Previous { starter: comes_to.starter, winner: comes_to.winner });
    }
    asks
}

impl GameRecord {
    /// The question that the turn answers.
    pub fn question(&self, at: usize) -> Question {
        let turn = &self.turns[at];
        let first_turn = match at {
            0 if self.from_start => Some(FirstTurn::Starter),
            1 if self.from_start => Some(FirstTurn::Second),
            _ => None,
        };
        Question { position: turn.before, roll: turn.played.roll, first_turn }
    }

    /// Whether the outcome is asked after the turn: a side has finished, or it is the last.
    pub fn asks_outcome(&self, at: usize) -> bool {
        let after = &self.turns[at].after;
        after.mover().is_done() || after.opponent().is_done() || at + 1 == self.turns.len()
    }

    /// Whether the player who started the game plays the turn.
    pub fn starter_moves(&self, at: usize) -> bool {
        self.mover_started == at.is_multiple_of(2)
    }
}
