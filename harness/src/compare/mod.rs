//! The comparison of answers with expectations: the verdict on an instance, and what to say of it.

mod record;

use crate::case::{Expected, ExpectedOutcome, Setting};
use crate::engine::{Answer, Exchange, Failure};
use crate::fields::{Field, by_field, value};
use crate::instance::Instance;
use crate::protocol::message::{End, Judged, OpeningReply, OutcomeReply, Turn};
use nardy_engine::rules::Contact;
use nardy_engine::{GivenStep, Judgement, Position, Question, judge, legal_turns, notation};
use std::collections::{BTreeMap, BTreeSet};

/// What is to be said of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Every answer is as expected.
    Pass,
    /// An answer differs.
    Fail(Finding),
    /// The engine does not support the question; it is not run.
    Unsupported(String),
    /// The engine answered with an error.
    Error(String),
    /// Its process ended.
    Crash(String),
    /// It did not answer in time.
    Timeout(String),
    /// Its answer breaks the protocol.
    ProtocolError(String),
    /// It was not asked.
    NotRun(String),
}

impl Verdict {
    /// The verdict's name, the same everywhere.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail(_) => "fail",
            Verdict::Unsupported(_) => "unsupported",
            Verdict::Error(_) => "error",
            Verdict::Crash(_) => "crash",
            Verdict::Timeout(_) => "timeout",
            Verdict::ProtocolError(_) => "protocol-error",
            Verdict::NotRun(_) => "not-run",
        }
    }

    /// Whether the engine has answered, rightly or wrongly, or has broken down over the question.
    pub fn is_run(&self) -> bool {
        !matches!(self, Verdict::Unsupported(_) | Verdict::NotRun(_))
    }
}

impl From<Failure> for Verdict {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Unsupported(text) => Verdict::Unsupported(text),
            Failure::Error(text) => Verdict::Error(text),
            Failure::Crash(text) => Verdict::Crash(text),
            Failure::Timeout(text) => Verdict::Timeout(text),
            Failure::Protocol(text) => Verdict::ProtocolError(text),
            Failure::NotRun(text) => Verdict::NotRun(text),
        }
    }
}

/// How an answer differs. Turns are in notation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    /// The difference in a sentence.
    pub summary: String,
    /// The turn of a record that it is about; in a match, counted on from game to game.
    pub turn: Option<usize>,
    /// Legal turns that the answer lacks.
    pub missing: Vec<String>,
    /// Turns of the answer that are not legal, each with the reason.
    pub unexpected: Vec<String>,
}

fn differs(summary: impl Into<String>) -> Verdict {
    Verdict::Fail(Finding { summary: summary.into(), ..Finding::default() })
}

fn same(fields: &[Field<'_>]) -> Verdict {
    by_field(fields).map_or_else(differs, |()| Verdict::Pass)
}

/// The verdict on an instance, from the fates of its questions in the order of [`Instance::asks`].
pub fn verdict(instance: &Instance<'_>, exchanges: &[Exchange]) -> Verdict {
    match (&instance.case.setting, &instance.entry.expected) {
        (Setting::Game(record), Expected::Game(expected)) => record::game(instance, record, expected, exchanges),
        (Setting::Match(games), Expected::Match(expected)) => record::in_match(instance, games, expected, exchanges),
        (setting, expected) => match exchanges {
            [exchange] => match &exchange.answer {
                Ok(answer) => single(instance, setting, expected, answer),
                Err(failure) => failure.clone().into(),
            },
            _ => Verdict::NotRun("the question was not asked".to_owned()),
        },
    }
}

fn single(instance: &Instance<'_>, setting: &Setting, expected: &Expected, answer: &Answer) -> Verdict {
    match (setting, expected, answer) {
        (Setting::Turn { question, .. }, Expected::Turns(ends), Answer::LegalTurns(given)) => {
            turns(instance, question, ends, &given.turns)
        }
        (Setting::Turn { question, .. }, Expected::Turn { end, breaks, text, .. }, Answer::LegalTurns(given)) => {
            member(instance, question, end, breaks.as_deref(), text, &given.turns)
        }
        (_, Expected::Turn { breaks, text, .. }, Answer::JudgeTurn(judged)) => {
            judged_turn(judged, breaks.as_deref(), text)
        }
        (_, Expected::Outcome(expected), Answer::Outcome(given)) => outcome(expected, given),
        (_, Expected::Opening(expected), Answer::Opening(given)) => {
            let OpeningReply { starter, dice, consumed } = given;
            same(&[
                ("starter", Some(value(expected.starter)), value(starter)),
                ("dice", Some(value(expected.dice)), value(dice)),
                ("consumed", Some(value(expected.consumed)), value(consumed)),
            ])
        }
        _ => Verdict::ProtocolError("the answer is not of the kind that was asked for".to_owned()),
    }
}

/// A value as one line of JSON.
pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| error.to_string())
}

/// Where a given turn ends; an error says why it ends nowhere.
fn end_of(question: &Question, turn: &Turn) -> Result<Position, String> {
    let before = question.position;
    match (&turn.end, &turn.steps) {
        (Some(end), _) => {
            let opponent = end.opponent.unwrap_or(*before.opponent());
            Position::new(end.mover, opponent).map_err(|error| error.to_string())
        }
        (None, Some(steps)) => replayed(before, steps),
        (None, None) => Err("neither steps nor an end are given".to_owned()),
    }
}

/// Moves the checkers of given steps, whether they may move or not.
fn replayed(mut position: Position, steps: &[GivenStep]) -> Result<Position, String> {
    for step in steps {
        let hit = (1..=24).contains(&step.to) && position.opponent().on(step.to) > 0;
        let leg = notation::Leg { from: step.from, to: step.to, hit };
        position = notation::end(&position, &[leg]).map_err(|error| error.to_string())?;
    }
    Ok(position)
}

fn turns(instance: &Instance<'_>, question: &Question, expected: &BTreeSet<Position>, given: &[Turn]) -> Verdict {
    if given.is_empty() {
        return differs("the answer lists no turn; a pass is one turn with no steps");
    }
    let mut ends = BTreeMap::new();
    let mut unexpected = Vec::new();
    let text = |turn: &Turn| given_text(instance.rules.contact, question, turn);
    for turn in given {
        let end = end_of(question, turn);
        if let Some(wrong) = wrong_path(instance, question, turn).or_else(|| end.as_ref().err().cloned()) {
            unexpected.push(format!("{}: {wrong}", text(turn)));
        }
        if let Ok(end) = end {
            ends.insert(end, turn);
        }
    }
    for (_, turn) in ends.iter().filter(|(end, turn)| !expected.contains(end) && turn.steps.is_none()) {
        unexpected.push(format!("{}: it is no legal end", text(turn)));
    }
    // A turn that the reference would allow is unexpected all the same when the case does not list its end.
    for (end, turn) in ends.iter().filter(|(end, turn)| !expected.contains(end) && turn.steps.is_some()) {
        let text = text(turn);
        if !unexpected.iter().any(|line| line.starts_with(&format!("{text}:"))) {
            unexpected.push(format!("{text}: ends on {}", notation::side_text(end.mover())));
        }
    }
    let missing: Vec<&Position> = expected.iter().filter(|end| !ends.contains_key(end)).collect();
    if missing.is_empty() && unexpected.is_empty() {
        return Verdict::Pass;
    }
    let missing: Vec<String> = missing.into_iter().map(|end| expected_text(instance, question, end)).collect();
    let count = |n: usize, what: &str| format!("{n} {what} turn{}", if n == 1 { "" } else { "s" });
    let parts = [(missing.len(), "missing"), (unexpected.len(), "unexpected")];
    let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(n, what)).collect();
    let total = count(expected.len(), "legal");
    Verdict::Fail(Finding { summary: format!("{}, of {total}", parts.join(" and ")), turn: None, missing, unexpected })
}

/// Why the steps of a turn are no legal way to its end.
fn wrong_path(instance: &Instance<'_>, question: &Question, turn: &Turn) -> Option<String> {
    let steps = turn.steps.as_ref()?;
    match judge(&instance.rules, question, steps) {
        Ok(Judgement::Legal) => None,
        Ok(Judgement::Illegal(breaches)) => {
            let texts: Vec<String> =
                breaches.iter().map(|breach| format!("{} ({})", breach.fault, breach.fault.clause())).collect();
            Some(texts.join("; "))
        }
        Err(unsupported) => Some(unsupported.to_string()),
    }
}

/// A given turn in notation, by its steps, or by its end.
pub fn given_text(contact: Contact, question: &Question, turn: &Turn) -> String {
    match (&turn.steps, &turn.end) {
        (Some(steps), _) => steps_text(contact, question, steps),
        (None, Some(End { mover, opponent: None })) => format!("end {}", notation::side_text(mover)),
        (None, Some(End { mover, opponent: Some(opponent) })) => {
            format!("end {}, opponent {}", notation::side_text(mover), notation::side_text(opponent))
        }
        (None, None) => "a turn without steps or end".to_owned(),
    }
}

fn steps_text(contact: Contact, question: &Question, steps: &[GivenStep]) -> String {
    let die = |step: &GivenStep| step.die.unwrap_or(step.from.saturating_sub(step.to));
    let steps: Vec<_> =
        steps.iter().map(|step| nardy_engine::Step { from: step.from, to: step.to, die: die(step) }).collect();
    // Where nothing is hit, a landing on the opponent has no notation.
    let lands_on_opponent = || steps.iter().any(|step| question.position.opponent().on(step.to) > 0 && step.to > 0);
    let possible = steps.iter().all(|step| step.to < step.from) && replayed_steps(question, &steps);
    if possible && !(contact == Contact::Closed && lands_on_opponent()) {
        notation::turn(&question.position, &steps)
    } else {
        steps.iter().map(|step| format!("{}/{}", step.from, step.to)).collect::<Vec<_>>().join(" ")
    }
}

fn replayed_steps(question: &Question, steps: &[nardy_engine::Step]) -> bool {
    let given: Vec<GivenStep> = steps.iter().map(|&step| step.into()).collect();
    replayed(question.position, &given).is_ok()
}

/// An expected end, by a sequence that reaches it where the reference knows one.
pub fn expected_text(instance: &Instance<'_>, question: &Question, end: &Position) -> String {
    let sequences = legal_turns(&instance.rules, question).map(|turns| turns.sequences(end)).unwrap_or_default();
    if sequences.is_empty() {
        format!("end {}", notation::side_text(end.mover()))
    } else {
        notation::turn_ways(&question.position, &sequences)
    }
}

fn judged_turn(judged: &Judged, breaks: Option<&str>, text: &str) -> Verdict {
    let named = judged.clause.as_ref().map(|clause| format!(" (it names {clause})")).unwrap_or_default();
    match (judged.legal, breaks) {
        (true, None) | (false, Some(_)) => Verdict::Pass,
        (true, Some(clause)) => differs(format!("{text} is answered to be legal, but breaks {clause}")),
        (false, None) => differs(format!("{text} is answered to be illegal{named}, but is legal")),
    }
}

/// The judgement of a turn by an engine that only lists turns: whether its end is among them.
fn member(
    instance: &Instance<'_>,
    question: &Question,
    end: &Position,
    breaks: Option<&str>,
    text: &str,
    given: &[Turn],
) -> Verdict {
    let reachable = legal_turns(&instance.rules, question).is_ok_and(|turns| turns.contains(end));
    if breaks.is_some() && reachable {
        let why =
            "another order of steps ends legally in the same position; only an engine with judge_turn can be asked";
        return Verdict::Unsupported(why.to_owned());
    }
    let listed = given.iter().any(|turn| end_of(question, turn).as_ref() == Ok(end));
    match (listed, breaks) {
        (true, None) | (false, Some(_)) => Verdict::Pass,
        (true, Some(clause)) => differs(format!("{text} is among the turns listed, but breaks {clause}")),
        (false, None) => differs(format!("{text} is not among the turns listed, but is legal")),
    }
}

fn outcome(expected: &ExpectedOutcome, given: &OutcomeReply) -> Verdict {
    same(&[
        ("state", Some(value(expected.state)), value(given.state)),
        ("winner", Some(value(expected.winner)), value(given.winner)),
        ("kind", Some(value(expected.kind)), value(given.kind)),
        ("points", expected.points.map(value), value(given.points)),
    ])
}
