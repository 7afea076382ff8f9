//! Faults in the opening.

use super::{Fault, Group};
use crate::engine::{Answer, Ask};
use crate::protocol::message::{AskOpening, OpeningReply};
use nardy_engine::rules::{NextGame, OpeningDice, Starter};
use nardy_engine::{Player, Roll, Rules};

type Change = fn(&Rules, &AskOpening, OpeningReply) -> OpeningReply;

pub fn all() -> Vec<Fault> {
    vec![
        fault("lower-die-starts", "The lower die starts.", |_, _, reply| {
            let by_dice = reply.consumed > 0;
            OpeningReply {
                starter: reply.starter.map(|starter| if by_dice { starter.other() } else { starter }),
                ..reply
            }
        }),
        fault("ties-are-not-counted", "Equal throws do not count among those it took.", |_, ask, reply| OpeningReply {
            consumed: reply.consumed - ties(ask).min(reply.consumed),
            ..reply
        }),
        fault("tie-starts-white", "White starts after an equal throw.", |rules, ask, reply| {
            let tie = ask.rolls.first().is_some_and(|[one, two]| one == two);
            if reply.consumed == 0 || !tie {
                return reply;
            }
            let dice = ask.rolls.first().and_then(|&[one, two]| Roll::new(one, two).ok());
            let played = rules.opening_dice == OpeningDice::Played;
            OpeningReply { starter: Some(Player::One), dice: dice.filter(|_| played), consumed: 1 }
        }),
        fault("one-tie-only", "After two equal throws white starts.", |_, ask, reply| {
            if reply.consumed > 0 && ties(ask) >= 2 {
                OpeningReply { starter: Some(Player::One), dice: None, consumed: 2 }
            } else {
                reply
            }
        }),
        fault("all-throws-are-used", "Throws after the one that decides count as used too.", |_, ask, reply| {
            if reply.consumed > 0 { OpeningReply { consumed: ask.rolls.len(), ..reply } } else { reply }
        }),
        fault("undecided-throws-start-white", "White starts when no throw has decided.", |_, _, reply| {
            let undecided = reply.starter.is_none() && reply.consumed > 0;
            if undecided { OpeningReply { starter: Some(Player::One), ..reply } } else { reply }
        }),
        fault("undecided-throws-are-not-used", "Equal throws count as unused when none has decided.", |_, _, reply| {
            if reply.starter.is_none() { OpeningReply { consumed: 0, ..reply } } else { reply }
        }),
        fault(
            "first-throw-is-played",
            "The dice of the first throw are played, not of the one that decided.",
            |_, ask, reply| {
                let first = ask.rolls.first().and_then(|&[one, two]| Roll::new(one, two).ok());
                OpeningReply { dice: reply.dice.and(first), ..reply }
            },
        ),
        fault("opening-dice-doubled", "The starter plays the higher die twice.", |_, _, reply| {
            let doubled = reply.dice.and_then(|dice| Roll::new(dice.higher(), dice.higher()).ok());
            OpeningReply { dice: doubled, ..reply }
        }),
        fault("drawn-starter-is-white", "Where the starter is drawn, white starts.", |rules, _, reply| {
            let drawn = rules.starter == Starter::Drawn && reply.starter.is_none();
            if drawn { OpeningReply { starter: Some(Player::One), ..reply } } else { reply }
        }),
        fault("black-starts", "Where white starts, black does.", |rules, ask, reply| {
            let white =
                rules.starter == Starter::White && (ask.previous.is_none() || rules.next_game == NextGame::Roll);
            if white { OpeningReply { starter: Some(Player::Two), ..reply } } else { reply }
        }),
        fault("loser-starts-the-next-game", "The loser of a game starts the next one.", |rules, ask, reply| {
            let winner = ask.previous.and_then(|previous| previous.winner);
            match winner {
                Some(winner) if rules.next_game == NextGame::Winner => decided(winner.other()),
                _ => reply,
            }
        }),
        fault(
            "same-starter-in-the-next-game",
            "Where the starter alternates, the same player starts again.",
            |rules, ask, reply| match ask.previous {
                Some(previous) if rules.next_game == NextGame::Alternate => decided(previous.starter),
                _ => reply,
            },
        ),
        fault("loser-alternates", "Where the starter alternates, the loser starts.", |rules, ask, reply| {
            match ask.previous.and_then(|previous| previous.winner) {
                Some(winner) if rules.next_game == NextGame::Alternate => decided(winner.other()),
                _ => reply,
            }
        }),
        fault(
            "draw-keeps-the-starter",
            "After a draw the starter of the game before starts.",
            |_, ask, reply| match ask.previous {
                Some(previous) if previous.winner.is_none() => decided(previous.starter),
                _ => reply,
            },
        ),
        fault("game-before-forgotten", "Every game is started like the first.", |rules, ask, _| anew(rules, ask)),
        fault(
            "winner-starts-whatever-the-rules",
            "The winner of the game before starts, whatever the rule set says.",
            |_, ask, reply| ask.previous.and_then(|previous| previous.winner).map_or(reply, decided),
        ),
    ]
}

fn fault(name: &str, wrong: &str, change: Change) -> Fault {
    let mut fault = Fault::of_answer(Group::Opening, name, wrong, move |rules, ask, answer| match (ask, answer) {
        (Ask::Opening(ask), Answer::Opening(reply)) => Answer::Opening(change(rules, ask, reply)),
        (_, answer) => answer,
    });
    fault.concerns = Box::new(|_, ask| matches!(ask, Ask::Opening(_)));
    fault
}

/// The equal throws before the first unequal one.
fn ties(ask: &AskOpening) -> usize {
    ask.rolls.iter().take_while(|[one, two]| one == two).count()
}

fn decided(starter: Player) -> OpeningReply {
    OpeningReply { starter: Some(starter), dice: None, consumed: 0 }
}

/// The opening of a first game with the same throws.
fn anew(rules: &Rules, ask: &AskOpening) -> OpeningReply {
    let throws: Vec<(u8, u8)> = ask.rolls.iter().map(|&[one, two]| (one, two)).collect();
    nardy_engine::opening(rules, &throws, None).into()
}
