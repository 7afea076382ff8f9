//! Records: a game turn by turn with what it comes to, and a match game by game.

use super::{Finding, Verdict, differs, judged_turn, member, outcome};
use crate::case::{ExpectedGame, ExpectedMatch, ExpectedMatchGame, ExpectedOutcome, GameRecord, MatchRecord, Side};
use crate::engine::{Answer, Exchange, Failure};
use crate::instance::Instance;
use crate::protocol::message::State;
use nardy_engine::Winner;

/// The fates of the questions that are left, in their order.
struct Answers<'a>(std::slice::Iter<'a, Exchange>);

impl<'a> Answers<'a> {
    /// The next answer, or the verdict that there is none.
    fn next(&mut self) -> Result<&'a Answer, Verdict> {
        let unasked = || Failure::NotRun("the record was not asked to its end".to_owned());
        let exchange = self.0.next().ok_or_else(unasked)?;
        exchange.answer.as_ref().map_err(|failure| failure.clone().into())
    }
}

fn of_another_kind() -> Verdict {
    Verdict::ProtocolError("the answer is not of the kind that was asked for".to_owned())
}

/// The verdict on a record.
pub fn game(instance: &Instance<'_>, record: &GameRecord, expected: &ExpectedGame, exchanges: &[Exchange]) -> Verdict {
    played(instance, record, expected, &mut Answers(exchanges.iter()))
}

/// The verdict on a match: of each game who starts it, that its turns are legal, and what it comes to.
pub fn in_match(
    instance: &Instance<'_>,
    games: &MatchRecord,
    expected: &ExpectedMatch,
    exchanges: &[Exchange],
) -> Verdict {
    let mut answers = Answers(exchanges.iter());
    let mut turns_before = 0;
    for (at, (game, comes_to)) in games.games.iter().zip(&expected.games).enumerate() {
        let found = match started(comes_to, &mut answers) {
            Verdict::Pass => played(instance, &game.record, &comes_to.game(), &mut answers),
            other => other,
        };
        match found {
            Verdict::Pass => turns_before += game.record.turns.len(),
            Verdict::Fail(finding) => {
                let summary = format!("game {}: {}", at + 1, finding.summary);
                let turn = Some(turns_before + finding.turn.unwrap_or(0));
                return Verdict::Fail(Finding { summary, turn, ..finding });
            }
            other => return other,
        }
    }
    Verdict::Pass
}

/// Whether the engine has the expected player start. The dice are of no account here: records give each turn its own.
fn started(expected: &ExpectedMatchGame, answers: &mut Answers<'_>) -> Verdict {
    match answers.next() {
        Ok(Answer::Opening(given)) if given.starter == Some(expected.starter) => Verdict::Pass,
        Ok(Answer::Opening(given)) => {
            let given = given.starter.map_or("nobody".to_owned(), |player| format!("player {}", u8::from(player)));
            differs(format!("player {} starts, answered {given}", u8::from(expected.starter)))
        }
        Ok(_) => of_another_kind(),
        Err(verdict) => verdict,
    }
}

fn played(instance: &Instance<'_>, record: &GameRecord, expected: &ExpectedGame, answers: &mut Answers<'_>) -> Verdict {
    for (at, turn) in record.turns.iter().enumerate() {
        let legal = match answers.next() {
            Ok(Answer::JudgeTurn(judged)) => judged_turn(judged, None, &turn.text),
            Ok(Answer::LegalTurns(given)) => {
                member(instance, &record.question(at), &turn.after, None, &turn.text, &given.turns)
            }
            Ok(_) => of_another_kind(),
            Err(verdict) => verdict,
        };
        let found = if legal != Verdict::Pass || !record.asks_outcome(at) {
            legal
        } else {
            match answers.next() {
                Ok(Answer::Outcome(given)) => outcome(&outcome_after(record, expected, at), given),
                Ok(_) => of_another_kind(),
                Err(verdict) => verdict,
            }
        };
        match found {
            Verdict::Pass => {}
            Verdict::Fail(finding) => return Verdict::Fail(Finding { turn: Some(at), ..finding }),
            other => return other,
        }
    }
    Verdict::Pass
}

/// The outcome after a turn of the record: the expected one after the last, a closing turn before it.
fn outcome_after(record: &GameRecord, expected: &ExpectedGame, at: usize) -> ExpectedOutcome {
    if at + 1 < record.turns.len() {
        return ExpectedOutcome { state: State::LastTurn, winner: None, kind: None, points: None };
    }
    let winner = expected
        .winner
        .map(|side| if (side == Side::Starter) == record.starter_moves(at) { Winner::Mover } else { Winner::Opponent });
    ExpectedOutcome { state: expected.state, winner, kind: expected.kind, points: expected.points }
}

impl ExpectedMatchGame {
    /// What the game comes to by itself.
    fn game(&self) -> ExpectedGame {
        let side = |winner| if winner == self.starter { Side::Starter } else { Side::Second };
        ExpectedGame {
            state: State::Over,
            winner: self.winner.map(side),
            kind: Some(self.kind),
            points: Some(Some(self.points)),
        }
    }
}
