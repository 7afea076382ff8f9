//! Faults at the end of the game: whether it is over, who won, the kind of the win and its points.

use super::{Fault, Group};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{AskOutcome, OutcomeReply, State};
use crate::reference;
use nardy_engine::rules::{Direction, HomeMars, Koks, LastTurn, Points};
use nardy_engine::{BAR, CHECKERS, Kind, Rules, Side, Winner, board};
use std::ops::RangeInclusive;

type Change = fn(&Rules, &AskOutcome, OutcomeReply) -> OutcomeReply;

pub fn all() -> Vec<Fault> {
    let mut all = vec![
        fault("never-over", "The game goes on when a side has borne off all its checkers.", |_, _, _| ONGOING),
        fault("over-at-14", "The game is over when a side has borne off fourteen checkers.", |rules, ask, reply| {
            let mover_won = reply.state == State::Ongoing && ask.position.mover.off() == CHECKERS - 1;
            if mover_won { won(rules, ask, Winner::Mover) } else { reply }
        }),
        fault("winner-is-the-other-side", "The side that has borne off all its checkers has lost.", |_, _, reply| {
            let other = reply.winner.map(|winner| match winner {
                Winner::Mover => Winner::Opponent,
                Winner::Opponent => Winner::Mover,
            });
            OutcomeReply { winner: other, ..reply }
        }),
        fault(
            "last-mover-wins",
            "The side that moved last has won, also after a closing turn.",
            |rules, ask, reply| {
                let closed = reply.winner == Some(Winner::Opponent);
                if closed {
                    OutcomeReply { winner: Some(Winner::Mover), ..won(rules, ask, Winner::Opponent) }
                } else {
                    reply
                }
            },
        ),
        fault(
            "no-draw",
            "When both sides have borne off all their checkers, the second player has won.",
            |rules, ask, reply| {
                if reply.kind == Some(Kind::Draw) { won(rules, ask, Winner::Mover) } else { reply }
            },
        ),
        fault(
            "no-draw-starter-wins",
            "When both sides have borne off all their checkers, the starter has won.",
            |rules, ask, reply| {
                if reply.kind == Some(Kind::Draw) { won(rules, ask, Winner::Opponent) } else { reply }
            },
        ),
        fault("draw-without-points", "A draw has no points instead of none to either side.", |_, _, reply| {
            if reply.kind == Some(Kind::Draw) { OutcomeReply { points: None, ..reply } } else { reply }
        }),
        fault(
            "last-turn-for-the-starter",
            "The closing turn is granted when the second player finishes, and not when the starter does.",
            |rules, ask, _| {
                // Asked as if the other player had moved; where that has no answer, the game is over.
                let turned = AskOutcome { mover_started: !ask.mover_started, ..ask.clone() };
                let is_over = ask.position.opponent.is_done();
                if is_over { right(rules, ask) } else { right(rules, &turned) }
            },
        ),
        fault("last-turn-for-both", "A closing turn is granted whoever finishes first.", |rules, ask, reply| {
            let finished = ask.position.mover.is_done() && !ask.position.opponent.is_done();
            let granted = match rules.last_turn {
                LastTurn::None => false,
                LastTurn::SecondPlayer => true,
                LastTurn::SecondPlayerIf14Off => ask.position.opponent.off() == CHECKERS - 1,
            };
            if finished && granted { LAST_TURN } else { reply }
        }),
        fault(
            "last-turn-from-13-off",
            "The closing turn that needs fourteen borne off is granted from thirteen.",
            |rules, ask, reply| {
                let needs = rules.last_turn == LastTurn::SecondPlayerIf14Off;
                let starter_done = ask.mover_started && ask.position.mover.is_done();
                if needs && starter_done && ask.position.opponent.off() == CHECKERS - 2 { LAST_TURN } else { reply }
            },
        ),
        fault("last-turn-never-ends", "After the closing turn the game goes on.", |_, ask, reply| {
            if !ask.mover_started && ask.position.opponent.is_done() { ONGOING } else { reply }
        }),
        kind(
            "mars-with-one-off",
            "Mars is won while the loser has borne off one checker at most.",
            |_, loser, kind| {
                if kind == Kind::Oyn && loser.off() == 1 { Kind::Mars } else { kind }
            },
        ),
        kind(
            "mars-until-home",
            "Mars is won when the loser has a checker outside its home, borne off or not.",
            |_, loser, kind| {
                let outside = (7..=BAR).any(|point| loser.on(point) > 0);
                match kind {
                    Kind::Oyn if outside => Kind::Mars,
                    Kind::Mars if !outside => Kind::Oyn,
                    _ => kind,
                }
            },
        ),
        kind("no-mars", "A win is an ordinary one, however few checkers the loser has borne off.", |_, _, _| Kind::Oyn),
        kind(
            "koks-though-borne-off",
            "Koks is won although the loser has borne off a checker.",
            |rules, loser, kind| {
                let mut none_off = *loser;
                none_off.0[1] += std::mem::take(&mut none_off.0[0]);
                if kind == Kind::Oyn && kind_of(rules, &none_off) == Kind::Koks { Kind::Koks } else { kind }
            },
        ),
        kind("mars-before-koks", "A win that is mars and koks is mars.", |_, _, kind| {
            if kind == Kind::Koks { Kind::Mars } else { kind }
        }),
        kind("home-mars-before-koks", "A win that is home mars and koks is home mars.", |rules, loser, kind| {
            let without = kind_of(&Rules { koks: Koks::None, ..*rules }, loser);
            if kind == Kind::Koks && without == Kind::HomeMars { without } else { kind }
        }),
        kind(
            "home-mars-with-one-outside",
            "Home mars is won while one checker of the loser is still outside.",
            |rules, loser, kind| {
                let outside: u8 = (7..=BAR).map(|point| loser.on(point)).sum();
                if kind == Kind::Mars && rules.home_mars == HomeMars::AllHome && outside == 1 {
                    Kind::HomeMars
                } else {
                    kind
                }
            },
        ),
        kind("home-mars-from-7", "Home mars counts point 7 as home.", |rules, loser, kind| {
            let outside = (8..=BAR).any(|point| loser.on(point) > 0);
            if kind == Kind::Mars && rules.home_mars == HomeMars::AllHome && !outside { Kind::HomeMars } else { kind }
        }),
        kind("home-mars-to-5", "Home mars does not count point 6 as home.", |_, loser, kind| {
            if kind == Kind::HomeMars && loser.on(6) > 0 { Kind::Mars } else { kind }
        }),
        kind(
            "home-mars-ignores-the-bar",
            "Home mars is won although a checker of the loser is on the bar.",
            |rules, loser, kind| {
                let outside = (7..BAR).any(|point| loser.on(point) > 0);
                if kind == Kind::Mars && rules.home_mars == HomeMars::AllHome && !outside {
                    Kind::HomeMars
                } else {
                    kind
                }
            },
        ),
        kind(
            "home-mars-with-one-off",
            "Home mars is won although a checker has been borne off.",
            |rules, loser, kind| {
                let outside = (7..=BAR).any(|point| loser.on(point) > 0);
                if kind == Kind::Oyn && rules.home_mars == HomeMars::AllHome && !outside {
                    Kind::HomeMars
                } else {
                    kind
                }
            },
        ),
        fault(
            "kind-in-the-winners-numbers",
            "The loser's points are read in the winner's numbers.",
            |rules, ask, reply| {
                let loser =
                    if reply.winner == Some(Winner::Mover) { ask.position.opponent } else { ask.position.mover };
                let wrong =
                    if reply.winner == Some(Winner::Mover) { loser } else { board::reframed(&loser, rules.direction) };
                if reply.winner.is_some() { of_kind(rules, &loser, kind_of(rules, &wrong), reply) } else { reply }
            },
        ),
        points("points-of-an-ordinary-win", "Every win has the points of an ordinary one.", |_, _| Kind::Oyn),
        points("points-of-mars-for-koks", "Koks has the points of mars.", |_, kind| {
            if kind == Kind::Koks { Kind::Mars } else { kind }
        }),
        points("points-of-mars-for-home-mars", "Home mars has the points of mars.", |_, kind| {
            if kind == Kind::HomeMars { Kind::Mars } else { kind }
        }),
        points("points-of-koks-for-home-mars", "Home mars has the points of koks.", |_, kind| {
            if kind == Kind::HomeMars { Kind::Koks } else { kind }
        }),
        fault("points-where-there-are-none", "Where the rule set gives no points, a win has one.", |_, _, reply| {
            let over = reply.winner.is_some();
            OutcomeReply { points: if over { reply.points.or(Some(1)) } else { reply.points }, ..reply }
        }),
        fault(
            "difference-counts-the-borne-off",
            "The difference counts the loser's borne-off checkers, not those left.",
            |rules, _, reply| {
                let wrong = |left| if rules.points == Points::Difference { u32::from(CHECKERS) - left } else { left };
                if reply.winner.is_some() { OutcomeReply { points: reply.points.map(wrong), ..reply } } else { reply }
            },
        ),
        fault(
            "difference-in-pips",
            "The difference counts the points that the loser still has to go.",
            |rules, ask, reply| {
                let pips = |side: &Side| (0..).zip(side.0).map(|(point, count)| point * u32::from(count)).sum();
                match loser(rules, ask, &reply) {
                    Some(loser) if rules.points == Points::Difference => {
                        OutcomeReply { points: Some(pips(&loser)), ..reply }
                    }
                    _ => reply,
                }
            },
        ),
    ];
    all.extend(ZONES.iter().map(|&zone| koks(zone)));
    all
}

const ONGOING: OutcomeReply = OutcomeReply { state: State::Ongoing, winner: None, kind: None, points: None };
const LAST_TURN: OutcomeReply = OutcomeReply { state: State::LastTurn, winner: None, kind: None, points: None };

/// A value of the axis, and a zone put in the place of its own, in the loser's numbers.
type Zone = (&'static str, &'static str, Koks, Option<Direction>, &'static [RangeInclusive<u8>]);

#[rustfmt::skip]
const ZONES: [Zone; 15] = [
    ("koks-head-from-23", "Koks on the head counts point 23 too.", Koks::OnHead, None, &[23..=24]),
    ("koks-on-the-winners-head", "Koks on the head looks at the winner's head.", Koks::OnHead, None, &[12..=12]),
    ("koks-quarter-from-18", "The first quarter begins at 18 for koks.", Koks::InFirstQuarter, None, &[18..=24]),
    ("koks-quarter-from-20", "The first quarter begins at 20 for koks.", Koks::InFirstQuarter, None, &[20..=24]),
    ("koks-quarter-without-head", "The head does not belong to the first quarter for koks.", Koks::InFirstQuarter, None, &[19..=23]),
    ("koks-winner-home-to-17", "The winner's 6 does not belong to its home for koks.", Koks::InWinnerHomeOrHead, None, &[13..=17, 12..=12]),
    ("koks-winner-home-from-14", "The winner's 1 does not belong to its home for koks.", Koks::InWinnerHomeOrHead, None, &[14..=18, 12..=12]),
    ("koks-winner-home-to-19", "The winner's 7 belongs to its home for koks.", Koks::InWinnerHomeOrHead, None, &[13..=19, 12..=12]),
    ("koks-winner-home-without-head", "The winner's head is forgotten for koks.", Koks::InWinnerHomeOrHead, None, &[13..=18]),
    ("koks-winner-head-and-before", "The point behind the winner's head counts for koks too.", Koks::InWinnerHomeOrHead, None, &[13..=18, 11..=12]),
    ("koks-own-head-for-the-winners", "The loser's head counts for koks, not the winner's.", Koks::InWinnerHomeOrHead, None, &[13..=18, 24..=24]),
    ("koks-bar-forgotten", "The bar is forgotten for koks.", Koks::InWinnerHomeOrBar, Some(Direction::Opposite), &[19..=24]),
    ("koks-bar-only", "The bar alone counts for koks.", Koks::InWinnerHomeOrBar, Some(Direction::Opposite), &[25..=25]),
    ("koks-far-home-from-18", "The winner's 7 belongs to its home for koks, where the sides run against each other.", Koks::InWinnerHomeOrBar, Some(Direction::Opposite), &[18..=25]),
    ("koks-far-home-from-20", "The winner's 6 does not belong to its home for koks, where the sides run against each other.", Koks::InWinnerHomeOrBar, Some(Direction::Opposite), &[20..=25]),
];

fn koks((name, wrong, value, direction, zone): Zone) -> Fault {
    of_loser(name, wrong, move |rules, loser, kind| {
        let applies = rules.koks == value && direction.is_none_or(|direction| direction == rules.direction);
        if !applies || kind == Kind::Oyn {
            kind
        } else if zone.iter().cloned().flatten().any(|point| loser.on(point) > 0) {
            Kind::Koks
        } else {
            kind_of(&Rules { koks: Koks::None, ..*rules }, loser)
        }
    })
}

fn fault(name: &str, wrong: &str, change: Change) -> Fault {
    let mut fault = Fault::of_answer(Group::Result, name, wrong, move |rules, ask, answer| match (ask, answer) {
        (Ask::Outcome(ask), Answer::Outcome(reply)) => Answer::Outcome(change(rules, ask, reply)),
        (_, answer) => answer,
    });
    fault.concerns = Box::new(|_, ask| matches!(ask, Ask::Outcome(_)));
    fault
}

/// A fault in the kind of a win, read from the loser in its own numbers.
fn kind(name: &str, wrong: &str, change: fn(&Rules, &Side, Kind) -> Kind) -> Fault {
    of_loser(name, wrong, change)
}

fn of_loser(
    name: &str,
    wrong: &str,
    change: impl Fn(&Rules, &Side, Kind) -> Kind + Copy + Send + Sync + 'static,
) -> Fault {
    let mut fault = Fault::of_answer(Group::Result, name, wrong, move |rules, ask, answer| match (ask, answer) {
        (Ask::Outcome(ask), Answer::Outcome(reply)) => match loser(rules, ask, &reply) {
            Some(loser) => {
                let kind = change(rules, &loser, kind_of(rules, &loser));
                Answer::Outcome(of_kind(rules, &loser, kind, reply))
            }
            None => Answer::Outcome(reply),
        },
        (_, answer) => answer,
    });
    fault.concerns = Box::new(|_, ask| matches!(ask, Ask::Outcome(_)));
    fault
}

/// A fault in the points alone: those of another kind.
fn points(name: &str, wrong: &str, other: fn(&Rules, Kind) -> Kind) -> Fault {
    let mut fault = Fault::of_answer(Group::Result, name, wrong, move |rules, _, answer| match answer {
        Answer::Outcome(OutcomeReply { kind: Some(kind), winner: Some(winner), state, points }) => {
            let of_other = match rules.points {
                Points::Difference => points,
                Points::Table(_) => points_of(rules, other(rules, kind)),
            };
            Answer::Outcome(OutcomeReply { kind: Some(kind), winner: Some(winner), state, points: of_other })
        }
        answer => answer,
    });
    fault.concerns = Box::new(|_, ask| matches!(ask, Ask::Outcome(_)));
    fault
}

/// The loser in its own numbers, when somebody has won.
fn loser(rules: &Rules, ask: &AskOutcome, reply: &OutcomeReply) -> Option<Side> {
    reply.winner.map(|winner| match winner {
        Winner::Mover => board::reframed(&ask.position.opponent, rules.direction),
        Winner::Opponent => ask.position.mover,
    })
}

fn of_kind(rules: &Rules, loser: &Side, kind: Kind, reply: OutcomeReply) -> OutcomeReply {
    let points = match rules.points {
        Points::Difference => Some(u32::from(CHECKERS - loser.off())),
        Points::Table(_) => points_of(rules, kind),
    };
    OutcomeReply { kind: Some(kind), points, ..reply }
}

fn points_of(rules: &Rules, kind: Kind) -> Option<u32> {
    match (rules.points, kind) {
        (Points::Difference, _) => None,
        (Points::Table(table), Kind::Koks) => table.koks,
        (Points::Table(table), Kind::HomeMars) => table.home_mars,
        (Points::Table(table), Kind::Mars) => table.mars,
        (Points::Table(table), Kind::Oyn | Kind::Draw) => table.oyn,
    }
}

/// The kind of a win over a loser in its own numbers, as the reference engine has it.
fn kind_of(rules: &Rules, loser: &Side) -> Kind {
    let winner = Side::of(&[]);
    let position = nardy_engine::Position::new(*loser, winner);
    let outcome = position.ok().and_then(|position| nardy_engine::outcome(rules, &position, false).ok());
    match outcome {
        Some(nardy_engine::Outcome::Over { kind, .. }) => kind,
        _ => Kind::Oyn,
    }
}

/// A win as the rule set has it.
fn won(rules: &Rules, ask: &AskOutcome, winner: Winner) -> OutcomeReply {
    let reply = OutcomeReply { state: State::Over, winner: Some(winner), kind: None, points: None };
    match loser(rules, ask, &reply) {
        Some(loser) => of_kind(rules, &loser, kind_of(rules, &loser), reply),
        None => reply,
    }
}

fn right(rules: &Rules, ask: &AskOutcome) -> OutcomeReply {
    match reference::answer(rules, &Ask::Outcome(ask.clone())) {
        Ok(Answer::Outcome(reply)) => reply,
        _ => ONGOING,
    }
}
