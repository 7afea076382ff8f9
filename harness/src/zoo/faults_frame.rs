//! Faults in the numbers of the points and in whose checkers are whose: the board is read wrongly, the answer is right for the
//! board as it was read.

use super::engine::RIGHT;
use super::{Fault, Group};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{JudgeTurn, LegalTurns, Sides};
use nardy_engine::board::reframed;
use nardy_engine::rules::Direction;
use nardy_engine::{BAR, CHECKERS, FirstTurn, HEAD, OFF, Rules, Side};

pub fn all() -> Vec<Fault> {
    vec![
        read("sides-swapped", "The opponent's checkers are moved, and the mover's close points.", |_, sides| Sides {
            mover: sides.opponent,
            opponent: sides.mover,
        }),
        read("asked-of-the-other-side", "The turns of the opponent are listed, in its own numbers.", |rules, sides| {
            Sides {
                mover: reframed(&sides.opponent, rules.direction),
                opponent: reframed(&sides.mover, rules.direction),
            }
        }),
        opponent("opponent-in-its-own-numbers", "The opponent's points are read as its own numbers.", |rules, side| {
            reframed(side, rules.direction)
        }),
        opponent(
            "opponent-mirrored",
            "The opponent's points are mirrored, as if the sides ran against each other.",
            |rules, side| match rules.direction {
                Direction::Same => reframed(&reframed(side, Direction::Same), Direction::Opposite),
                Direction::Opposite => reframed(&reframed(side, Direction::Opposite), Direction::Same),
            },
        ),
        opponent("opponent-one-point-on", "The opponent's checkers stand one point farther on.", |_, side| {
            moved(side, |point| point % HEAD + 1)
        }),
        opponent(
            "opponent-on-24-lost",
            "The opponent's number of point 24 comes out as 0, so that its checkers there count as borne off.",
            |_, side| moved(side, |point| if point == HEAD { OFF } else { point }),
        ),
        opponent("opponent-on-1-read-on-2", "The opponent's checkers on point 1 are read as on 2.", |_, side| {
            moved(side, |point| if point == 1 { 2 } else { point })
        }),
        opponent("opponent-on-12-read-on-13", "The opponent's checkers on point 12 are read as on 13.", |_, side| {
            moved(side, |point| if point == 12 { 13 } else { point })
        }),
        opponent("opponent-on-13-read-on-12", "The opponent's checkers on point 13 are read as on 12.", |_, side| {
            moved(side, |point| if point == 13 { 12 } else { point })
        }),
        opponent("opponent-on-24-read-on-1", "The opponent's checkers on point 24 are read as on 1.", |_, side| {
            moved(side, |point| if point == HEAD { 1 } else { point })
        }),
        opponent(
            "opponent-off-forgotten",
            "The opponent's borne-off checkers are read as on its 24.",
            |rules, side| {
                let mut side = *side;
                let head = usize::from(rules.direction.other_frame(HEAD));
                side.0[head] += std::mem::take(&mut side.0[0]);
                side
            },
        ),
        opponent("opponent-off-the-board", "The opponent's checkers are not put on the board.", |_, _| Side::of(&[])),
        mover("mover-on-13-read-on-12", "The mover's checkers on point 13 are read as on 12.", |side| {
            moved(side, |point| if point == 13 { 12 } else { point })
        }),
        mover("mover-on-12-read-on-13", "The mover's checkers on point 12 are read as on 13.", |side| {
            moved(side, |point| if point == 12 { 13 } else { point })
        }),
        mover("mover-on-24-read-on-23", "The mover's checkers on point 24 are read as on 23.", |side| {
            moved(side, |point| if point == HEAD { 23 } else { point })
        }),
        mover("mover-on-1-read-as-off", "The mover's checkers on point 1 are read as borne off.", |side| {
            if side.on(1) + side.off() == CHECKERS {
                *side
            } else {
                moved(side, |point| if point == 1 { OFF } else { point })
            }
        }),
        mover("mover-off-read-on-1", "The mover's borne-off checkers are read as on point 1.", |side| {
            let mut side = *side;
            side.0[1] += std::mem::take(&mut side.0[0]);
            side
        }),
        read(
            "numbers-ascending",
            "The numbers are read from the other end: 1 is the head, and checkers move towards 24.",
            |_, sides| Sides {
                mover: reframed(&sides.mover, Direction::Opposite),
                opponent: reframed(&sides.opponent, Direction::Opposite),
            },
        ),
        read("halves-exchanged", "The halves of the board are exchanged.", |_, sides| Sides {
            mover: reframed(&sides.mover, Direction::Same),
            opponent: reframed(&sides.opponent, Direction::Same),
        }),
        read(
            "bar-and-off-exchanged",
            "Borne-off checkers are read as on the bar, and those on the bar as borne off.",
            |_, sides| {
                let exchanged = |side: &Side| {
                    let mut side = *side;
                    side.0.swap(0, usize::from(BAR));
                    side
                };
                Sides { mover: exchanged(&sides.mover), opponent: exchanged(&sides.opponent) }
            },
        ),
        question(
            "second-player-mirrored",
            "The opponent's points are mirrored when the second player is to move.",
            |_, ask| {
                if let Some(turn) = turn(ask)
                    && is_second(turn)
                {
                    turn.position.opponent =
                        reframed(&reframed(&turn.position.opponent, Direction::Same), Direction::Opposite);
                }
            },
        ),
        question("second-player-swapped", "The sides are swapped when the second player is to move.", |_, ask| {
            if let Some(turn) = turn(ask)
                && is_second(turn)
            {
                turn.position = Sides { mover: turn.position.opponent, opponent: turn.position.mover };
            }
        }),
        question(
            "starter-taken-for-second",
            "The starter's first turn is taken for the second player's, and the other way round.",
            |_, ask| {
                if let Some(turn) = turn(ask) {
                    turn.first_turn = turn.first_turn.map(|first| match first {
                        FirstTurn::Starter => FirstTurn::Second,
                        FirstTurn::Second => FirstTurn::Starter,
                    });
                }
            },
        ),
        question("second-players-first-turn-missed", "The second player's first turn is not recognised.", |_, ask| {
            if let Some(turn) = turn(ask) {
                turn.first_turn.take_if(|first| *first == FirstTurn::Second);
            }
        }),
        question(
            "starter-moved-last",
            "At the end of the game the starter is always taken to have moved last.",
            |_, ask| {
                if let Ask::Outcome(ask) = ask {
                    // Where the opponent is done, that cannot be.
                    ask.mover_started |= !ask.position.opponent.is_done();
                }
            },
        ),
        question("outcome-of-the-other-side", "The outcome is reckoned as if the opponent had moved.", |rules, ask| {
            if let Ask::Outcome(ask) = ask
                && !ask.position.mover.is_done()
            {
                ask.position = Sides {
                    mover: reframed(&ask.position.opponent, rules.direction),
                    opponent: reframed(&ask.position.mover, rules.direction),
                };
            }
        }),
    ]
}

/// A question about turns, its board read wrongly; the answer gives steps alone, as an end would be on the wrong board.
fn read(name: &str, wrong: &str, reading: impl Fn(&Rules, Sides) -> Sides + Copy + Send + Sync + 'static) -> Fault {
    let changed = move |rules: &Rules, ask: &Ask| {
        let mut changed = ask.clone();
        if let Some(turn) = turn(&mut changed) {
            turn.position = reading(rules, turn.position);
        }
        changed
    };
    Fault {
        name: name.to_owned(),
        group: Group::Frame,
        wrong: wrong.to_owned(),
        concerns: Box::new(move |rules, ask| changed(rules, ask) != *ask),
        make: Box::new(move || Box::new(move |rules, ask| Ok(steps_alone(RIGHT.answer(rules, &changed(rules, ask))?)))),
    }
}

fn opponent(name: &str, wrong: &str, reading: fn(&Rules, &Side) -> Side) -> Fault {
    read(name, wrong, move |rules, sides| Sides { opponent: reading(rules, &sides.opponent), ..sides })
}

fn mover(name: &str, wrong: &str, reading: fn(&Side) -> Side) -> Fault {
    read(name, wrong, move |_, sides| Sides { mover: reading(&sides.mover), ..sides })
}

fn question(name: &str, wrong: &str, change: fn(&Rules, &mut Ask)) -> Fault {
    Fault::of_question(Group::Frame, name, wrong, change)
}

fn steps_alone(answer: Answer) -> Answer {
    match answer {
        Answer::LegalTurns(mut turns) => {
            turns.turns.iter_mut().for_each(|turn| turn.end = None);
            Answer::LegalTurns(turns)
        }
        answer => answer,
    }
}

fn turn(ask: &mut Ask) -> Option<&mut LegalTurns> {
    match ask {
        Ask::LegalTurns(ask) | Ask::JudgeTurn(JudgeTurn { question: ask, .. }) => Some(ask),
        Ask::Outcome(_) | Ask::Opening(_) => None,
    }
}

/// Whether the second player is to move, as far as the question shows it.
fn is_second(ask: &LegalTurns) -> bool {
    let by_history = ask.history.as_ref().is_some_and(|history| history.len() % 2 == 1);
    ask.first_turn == Some(FirstTurn::Second) || by_history
}

/// The side with every checker on the board put elsewhere.
fn moved(side: &Side, to: impl Fn(u8) -> u8) -> Side {
    let mut counts = [0; 26];
    for point in 0..=BAR {
        let to = if (1..=HEAD).contains(&point) { to(point) } else { point };
        counts[usize::from(to)] += side.on(point);
    }
    Side(counts)
}
