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
                let turn = finding.turn.map(|turn| format!(", turn {}", turn + 1)).unwrap_or_default();
                let summary = format!("game {}{turn}: {}", at + 1, finding.summary);
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

#[cfg(test)]
mod tests {
    use super::super::verdict;
    use super::*;
    use crate::instance::instances;
    use crate::reference;
    use crate::suite::{Places, Suite};
    use std::time::Duration;

    /// The verdict on three games of a match, each an opening, a turn and an outcome, with one answer of the reference engine changed.
    fn judged(at: usize, change: fn(&mut Result<Answer, Failure>)) -> Verdict {
        let suite = Suite::load(&Places::default()).unwrap();
        let instances = instances(&suite, &suite.variants.iter().collect::<Vec<_>>());
        let name = "game/match-won-at-its-points@nard-online";
        let instance = instances.iter().find(|instance| instance.name() == name).unwrap();
        let mut answers: Vec<_> =
            instance.asks(true).iter().map(|ask| Ok(reference::answer(&instance.rules, ask).unwrap())).collect();
        assert_eq!(answers.len(), 9);
        change(&mut answers[at]);
        let exchange = |answer| Exchange { answer, wire: None, duration: Duration::ZERO };
        verdict(instance, &answers.into_iter().map(exchange).collect::<Vec<_>>())
    }

    fn failed(at: usize, change: fn(&mut Result<Answer, Failure>)) -> (String, Option<usize>) {
        match judged(at, change) {
            Verdict::Fail(finding) => (finding.summary, finding.turn),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_match_answered_rightly_passes_whatever_dice_the_opening_gives() {
        let other_dice = |answer: &mut Result<Answer, Failure>| {
            let Ok(Answer::Opening(opening)) = answer else { panic!("{answer:?}") };
            (opening.dice, opening.consumed) = (Some("6-5".parse().unwrap()), 7);
        };
        assert_eq!(judged(3, other_dice), Verdict::Pass);
    }

    #[test]
    fn another_starter_fails_the_game() {
        let (summary, turn) = failed(3, |answer| {
            let Ok(Answer::Opening(opening)) = answer else { panic!("{answer:?}") };
            opening.starter = opening.starter.map(nardy_engine::Player::other);
        });
        assert_eq!((summary.as_str(), turn), ("game 2: player 1 starts, answered player 2", Some(1)));
    }

    #[test]
    fn a_turn_called_illegal_fails_the_game() {
        let (summary, turn) = failed(7, |answer| {
            let Ok(Answer::JudgeTurn(judged)) = answer else { panic!("{answer:?}") };
            judged.legal = false;
        });
        assert_eq!(turn, Some(2));
        assert_eq!(summary, "game 3, turn 1: 1-1 1/off is answered to be illegal, but is legal");
    }

    #[test]
    fn other_points_fail_the_game() {
        let (summary, turn) = failed(5, |answer| {
            let Ok(Answer::Outcome(outcome)) = answer else { panic!("{answer:?}") };
            outcome.points = Some(1);
        });
        assert_eq!(turn, Some(1));
        assert!(summary.starts_with("game 2, turn 1: expected ") && summary.contains("\"points\":2"), "{summary}");
    }

    #[test]
    fn an_opening_declined_leaves_the_match_out() {
        let declined = |answer: &mut Result<Answer, Failure>| *answer = Err(Failure::Unsupported("no".to_owned()));
        assert_eq!(judged(6, declined), Verdict::Unsupported("no".to_owned()));
    }
}
