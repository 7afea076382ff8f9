//! The making of a report: from instances and their verdicts to records that need nothing else.

use super::record::{
    Asked, Details, Exchange, Expectation, ExpectedTurn, GivenTurn, Header, KnownFailure, Record, Report, Travelled,
};
use super::verdict::VerdictName;
use crate::case::{
    Expected, ExpectedGame, ExpectedOpening, ExpectedOutcome, GameRecord, MatchGame, MatchRecord, Setting, Side,
};
use crate::clause::Specification;
use crate::compare::{Finding, Verdict, expected_text, given_text, json, verdict};
use crate::engine::{Answer, Ask};
use crate::instance::Instance;
use crate::known::{Known, What};
use crate::protocol::message::Initialized;
use crate::runner::Judged;
use crate::shell;
use crate::text::Language::En;
use nardy_engine::rules::Contact;
use nardy_engine::{FirstTurn, Question, Rules};
use serde_json::{Map, Value, json as value};
use std::collections::BTreeMap;

/// A finished run.
pub struct Run<'a> {
    /// The clauses.
    pub specification: &'a Specification,
    /// The instances.
    pub instances: &'a [Instance<'a>],
    /// What came of each.
    pub judged: &'a [Judged],
    /// What the engine said of itself.
    pub about: &'a Initialized,
    /// The failures that are known.
    pub known: &'a Known,
    /// The command line that repeats one instance, up to its `--filter`, and what follows it.
    pub repeat: (String, String),
}

impl Run<'_> {
    /// The whole report; the header's rule sets, clauses and number of instances are filled in.
    pub fn report(&self, header: Header) -> Report {
        let records: Vec<Record> = (0..self.instances.len()).map(|at| self.record(at)).collect();
        let rules: BTreeMap<String, Rules> = self.instances.iter().map(|at| (at.label.clone(), at.rules)).collect();
        let header = Header { instances: records.len(), rules, clauses: self.clauses(), ..header };
        Report { header, records }
    }

    /// What the clauses rule that the instances name.
    pub fn clauses(&self) -> BTreeMap<String, String> {
        let broken = |instance: &Instance<'_>| match &instance.entry.expected {
            Expected::Turn { breaks, .. } => breaks.clone(),
            _ => None,
        };
        let named = self.instances.iter().flat_map(|at| [Some(at.case.clause.clone()), broken(at)]).flatten();
        named
            .filter_map(|id| self.specification.get(&id))
            .map(|clause| (clause.id.clone(), line(clause.rule.get(En))))
            .collect()
    }

    /// The record of one instance.
    pub fn record(&self, at: usize) -> Record {
        let (instance, judged) = (&self.instances[at], &self.judged[at]);
        let case = instance.case;
        let known = self.known.get(instance).filter(|_| instance.counts());
        let surprises = self.known.surprises(&self.instances[at..=at], &self.judged[at..=at]);
        let surprise = surprises.into_iter().find_map(|found| surprise(found.what));
        let has_details = judged.verdict != Verdict::Pass || surprise.is_some();
        let judges = self.about.methods.iter().any(|method| method == "judge_turn");
        let asks = instance.asks(judges).into_iter().map(|ask| ask.to_engine(&instance.label, self.about));
        let asks: Vec<Ask> = asks.collect();
        Record {
            id: case.id.clone(),
            variant: instance.label.clone(),
            profile: instance.variant.id.clone(),
            clause: case.clause.clone(),
            chapter: case.chapter().to_owned(),
            level: case.level,
            title: case.title.clone(),
            source: case.source.clone(),
            place: case.place.to_string(),
            verdict: VerdictName::from(&judged.verdict),
            known: known.map(|entry| KnownFailure { reason: entry.reason.clone(), issue: entry.issue.clone() }),
            surprise,
            duration_ms: Some(judged.duration().as_micros() as f64 / 1000.0),
            exchanges: asks.iter().cycle().zip(&judged.exchanges).map(exchange).collect(),
            details: has_details.then(|| self.details(instance, judged)),
        }
    }

    fn details(&self, instance: &Instance<'_>, judged: &Judged) -> Details {
        let (before, after) = &self.repeat;
        let Finding { summary, turn, missing, unexpected } = match &judged.verdict {
            Verdict::Pass => Finding { summary: "every answer is as expected".to_owned(), ..Finding::default() },
            Verdict::Fail(finding) => finding.clone(),
            Verdict::Unsupported(why)
            | Verdict::Error(why)
            | Verdict::Crash(why)
            | Verdict::Timeout(why)
            | Verdict::ProtocolError(why)
            | Verdict::NotRun(why) => Finding { summary: why.clone(), ..Finding::default() },
        };
        // Names hold no other character with a meaning in a regular expression.
        let pattern = format!("^{}$", instance.name().replace('.', r"\.").replace('+', r"\+"));
        let repeat =
            format!("{before} --variant {} --filter '{pattern}'{after}", shell::words(&[&instance.variant.given_as]));
        Details {
            asked: asked(instance, turn),
            expected: expectation(instance),
            given: given(instance, judged, &unexpected),
            summary,
            turn,
            missing,
            unexpected,
            wire: decisive(instance, judged).and_then(|exchange| exchange.wire.as_ref()).map(travelled),
            repeat: Some(repeat),
        }
    }
}

/// How a known failure is not as it is known; a failure that is not known speaks for itself.
fn surprise(what: What) -> Option<String> {
    match what {
        What::Failed(_) => None,
        What::Passed => Some("passes, though known to fail".to_owned()),
        What::NotRun(verdict) => Some(format!("{verdict}, though known to fail")),
        What::Changed(how) => Some(how),
    }
}

fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn exchange((ask, exchange): (&Ask, &crate::engine::Exchange)) -> Exchange {
    let stderr = exchange.wire.as_ref().map(|wire| wire.stderr.trim_end().to_owned());
    Exchange {
        ask: ask.clone(),
        answer: exchange.answer.as_ref().ok().cloned(),
        failure: exchange.answer.as_ref().err().map(|failure| failure.text().to_owned()),
        stderr: stderr.filter(|lines| !lines.trim().is_empty()),
    }
}

/// What an instance asks; of a record, about the turn given, or else its last.
pub fn asked(instance: &Instance<'_>, turn: Option<usize>) -> Asked {
    match &instance.case.setting {
        Setting::Turn { question, .. } => {
            let turn = match &instance.entry.expected {
                Expected::Turn { text, .. } => format!("; {text}?"),
                _ => String::new(),
            };
            let words = format!("{}{turn}", roll_text(&question.roll.to_string(), question.first_turn));
            Asked { position: Some(question.position), roll: Some(question.roll), words }
        }
        Setting::Outcome { position, mover_started } => {
            let who = if *mover_started { "the starter" } else { "the second player" };
            Asked { position: Some(*position), roll: None, words: format!("{who} (X) has just moved") }
        }
        Setting::Opening { rolls, previous } => {
            let rolls: Vec<String> = rolls.iter().map(|(one, two)| format!("{one}-{two}")).collect();
            let rolls = if rolls.is_empty() { "none".to_owned() } else { rolls.join(" ") };
            let before = previous.map(|previous| format!(", after {}", json(&previous))).unwrap_or_default();
            Asked { position: None, roll: None, words: format!("throws {rolls}{before}") }
        }
        Setting::Game(record) => recorded(record, turn.unwrap_or(record.turns.len() - 1), String::new()),
        Setting::Match(games) => {
            let (game, at) = in_match(games, turn);
            let game_text = format!("game {} of {} to {}, ", game + 1, games.games.len(), games.to);
            recorded(&games.games[game].record, at, game_text)
        }
    }
}

fn recorded(record: &GameRecord, at: usize, before: String) -> Asked {
    let turn = &record.turns[at];
    let words = format!("{before}turn {} of {}: {}", at + 1, record.turns.len(), turn.text);
    Asked { position: Some(turn.before), roll: Some(turn.played.roll), words }
}

/// The game of a match and its turn, by the number of the turn in the match; the last of all, if there is none.
fn in_match(games: &MatchRecord, turn: Option<usize>) -> (usize, usize) {
    let turns = |(game, of): (usize, &MatchGame)| (0..of.record.turns.len()).map(move |at| (game, at));
    let mut all = games.games.iter().enumerate().flat_map(turns);
    let found = match turn {
        Some(turn) => all.nth(turn),
        None => all.last(),
    };
    found.unwrap_or_default()
}

/// A roll, and whose first turn it is.
pub fn roll_text(roll: &str, first_turn: Option<FirstTurn>) -> String {
    match first_turn {
        None => roll.to_owned(),
        Some(FirstTurn::Starter) => format!("{roll}, the starter's first turn"),
        Some(FirstTurn::Second) => format!("{roll}, the second player's first turn"),
    }
}

fn expectation(instance: &Instance<'_>) -> Expectation {
    match (&instance.entry.expected, &instance.case.setting) {
        (Expected::Turns(ends), Setting::Turn { question, .. }) => {
            let turn = |end| ExpectedTurn { text: expected_text(instance, question, end), end: *end };
            Expectation::Turns(ends.iter().map(turn).collect())
        }
        // A set of turns is asked of a turn alone.
        (Expected::Turns(_), _) => Expectation::Turns(Vec::new()),
        (Expected::Turn { breaks, text, .. }, _) => {
            Expectation::Turn { text: text.clone(), legal: breaks.is_none(), breaks: breaks.clone() }
        }
        (Expected::Outcome(ExpectedOutcome { state, winner, kind, points }), _) => {
            Expectation::Outcome(map(value!({"state": state, "winner": winner, "kind": kind}), *points))
        }
        (Expected::Opening(ExpectedOpening { starter, dice, consumed }), _) => {
            Expectation::Opening(map(value!({"starter": starter, "dice": dice, "consumed": consumed}), None))
        }
        (Expected::Game(ExpectedGame { state, winner, kind, points }), _) => {
            let winner = winner.map(|side| if side == Side::Starter { "starter" } else { "second" });
            Expectation::Game(map(value!({"state": state, "winner": winner, "kind": kind}), *points))
        }
        (Expected::Match(expected), _) => Expectation::Match(expected.clone()),
    }
}

/// The keys of an object, and the points where they are compared.
fn map(object: Value, points: Option<Option<u32>>) -> Map<String, Value> {
    let mut map = match object {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    if let Some(points) = points {
        map.insert("points".to_owned(), points.into());
    }
    map
}

/// The exchange on which the verdict rests: the first after which there is no other.
fn decisive<'j>(instance: &Instance<'_>, judged: &'j Judged) -> Option<&'j crate::engine::Exchange> {
    if judged.verdict == Verdict::Pass {
        return None;
    }
    let asked = judged.exchanges.len() / judged.rounds.max(1);
    let mut rounds = judged.exchanges.chunks(asked.max(1));
    let round = rounds.find(|round| verdict(instance, round) == judged.verdict)?;
    (1..=round.len()).find(|&count| verdict(instance, &round[..count]) == judged.verdict).map(|count| &round[count - 1])
}

fn travelled(wire: &crate::engine::Wire) -> Travelled {
    Travelled { sent: wire.request.clone(), received: wire.reply.clone() }
}

/// The turns of the answer on which the verdict rests.
fn given(instance: &Instance<'_>, judged: &Judged, unexpected: &[String]) -> Vec<GivenTurn> {
    let (Setting::Turn { question, .. }, Expected::Turns(_)) = (&instance.case.setting, &instance.entry.expected)
    else {
        return Vec::new();
    };
    // Where a question was asked several times, the first answer that is not right counts.
    let counts =
        |exchange: &&crate::engine::Exchange| verdict(instance, std::slice::from_ref(*exchange)) == judged.verdict;
    match judged.exchanges.iter().find(counts).map(|exchange| &exchange.answer) {
        Some(Ok(Answer::LegalTurns(turns))) => {
            let contact = instance.rules.contact;
            turns.turns.iter().map(|turn| given_turn(contact, question, turn, unexpected)).collect()
        }
        _ => Vec::new(),
    }
}

fn given_turn(
    contact: Contact,
    question: &Question,
    turn: &crate::protocol::message::Turn,
    unexpected: &[String],
) -> GivenTurn {
    let text = given_text(contact, question, turn);
    let wrong = unexpected.iter().find_map(|line| line.strip_prefix(text.as_str())?.strip_prefix(": "));
    GivenTurn { wrong: wrong.map(str::to_owned), text }
}
