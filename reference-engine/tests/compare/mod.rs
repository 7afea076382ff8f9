//! The engine and its twin, asked the same.

use crate::draw::{self, Combination, Text};
use crate::twin;
use fastrand::Rng;
use nardy_engine::{
    GivenStep, Judgement, Kind, Opening, Outcome, Player, Position, Previous, Rules, Side, Step, Winner, judge,
    legal_turns, opening, outcome,
};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Which answer differs, and how; with the question.
pub type Difference = String;

type Steps = Vec<(u8, u8, u8)>;

/// Compares the ends of all legal turns, the sequences of one of them, and the judgement of some given turns; gives the ends.
pub fn on_turns(rng: &mut Rng, asked: &Combination) -> Result<Vec<Position>, Difference> {
    let asking = Asking(asked, &[]);
    let twin_asked = asked.of_twin(&asked.rules);
    let twin_judge = twin::Judge::new(&twin_asked);
    let turns = legal_turns(&asked.rules, &asked.question()).map_err(|error| format!("{asked}\n{error}"))?;

    let ends: Vec<Position> = turns.ends().copied().collect();
    same(
        asked,
        "end",
        ends.iter().map(|end| (*end.mover(), *end.opponent())).collect(),
        twin_judge.legal().map(end_of).collect(),
    )?;

    let end = rng.choice(&ends).expect("there is always a turn");
    let of_engine = |steps: Vec<Step>| -> Steps { steps.iter().map(|step| (step.from, step.to, step.die)).collect() };
    let of_twin =
        |line: &twin::Line| -> Steps { line.steps.iter().map(|step| (step.from, step.to, step.die)).collect() };
    let there = twin_judge.legal().filter(|line| end_of(line) == (*end.mover(), *end.opponent()));
    let sequences = turns.sequences(end).into_iter().map(of_engine).collect();
    same(asked, "sequence", sequences, there.map(of_twin).collect())?;

    drop(asking);

    let lines: Vec<_> = twin_judge.lines().map(twin::Line::moves).collect();
    for given in draw::turns(rng, asked, &lines, 3) {
        on_given_turn(asked, &twin_judge, &given)?;
    }
    Ok(ends)
}

fn end_of(line: &twin::Line) -> (Side, Side) {
    let (mover, opponent) = line.board.counts();
    (Side(mover), Side(opponent))
}

/// Whether both give the same, and the engine nothing twice.
fn same<T: Ord + Shown>(asked: &Combination, what: &str, engine: Vec<T>, twin: BTreeSet<T>) -> Result<(), Difference> {
    let given = engine.len();
    let engine = BTreeSet::from_iter(engine);
    if engine == twin && engine.len() == given {
        return Ok(());
    }
    let mut text = format!("{asked}\nthe engine repeats {} {what}s", given - engine.len());
    for (who, these, those) in [("engine", &engine, &twin), ("twin", &twin, &engine)] {
        let only: Vec<_> = these.difference(those).collect();
        write!(text, "\nof {} {what}s the {who} alone gives {}", these.len(), only.len()).expect("a string takes text");
        for one in only.into_iter().take(10) {
            write!(text, "\n  {}", one.shown()).expect("a string takes text");
        }
    }
    Err(text)
}

trait Shown {
    fn shown(&self) -> String;
}

impl Shown for (Side, Side) {
    fn shown(&self) -> String {
        format!("{}/ {}", Text(&self.0), Text(&self.1))
    }
}

impl Shown for Steps {
    fn shown(&self) -> String {
        self.iter().fold(String::new(), |text, (from, to, die)| format!("{text}{from}/{to} by {die}, "))
    }
}

fn on_given_turn(asked: &Combination, twin: &twin::Judge<'_>, given: &[GivenStep]) -> Result<(), Difference> {
    let _asking = Asking(asked, given);
    let engine = match judge(&asked.rules, &asked.question(), given) {
        Ok(Judgement::Legal) => BTreeSet::new(),
        Ok(Judgement::Illegal(breaches)) => breaches.iter().map(|breach| breach.fault.clause()).collect(),
        Err(error) => return Err(format!("{asked}\n{error}")),
    };
    let twin = twin.clauses(&draw::plain(given));
    if engine == twin {
        return Ok(());
    }
    let given = draw::plain(given);
    Err(format!("{asked}\ngiven {given:?} the engine says {engine:?}, the twin {twin:?}"))
}

/// Says what was asked when it makes the engine panic.
struct Asking<'a>(&'a Combination, &'a [GivenStep]);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("asked with {:?} given\n{}", draw::plain(self.1), self.0);
        }
    }
}

/// Compares the outcome of a position in which the mover has just moved, and whether it can be asked for turns at all.
pub fn on_outcome(rules: &Rules, position: &Position, mover_started: bool) -> Result<(), Difference> {
    let engine = outcome(rules, position, mover_started).ok().map(|engine| match engine {
        Outcome::Ongoing => twin::Outcome { state: "ongoing", winner: None, kind: None, points: None },
        Outcome::LastTurn => twin::Outcome { state: "last-turn", winner: None, kind: None, points: None },
        Outcome::Over { winner, kind, points } => {
            let winner = winner.map(|winner| match winner {
                Winner::Mover => "mover",
                Winner::Opponent => "opponent",
            });
            let kind = match kind {
                Kind::Oyn => "oyn",
                Kind::Mars => "mars",
                Kind::HomeMars => "home-mars",
                Kind::Koks => "koks",
                Kind::Draw => "draw",
            };
            twin::Outcome { state: "over", winner, kind: Some(kind), points }
        }
    });
    let twin = twin::outcome(rules, &position.mover().0, &position.opponent().0, mover_started);
    let asked = Combination { rules: *rules, position: *position, roll: (6, 5), first: None };
    let is_refused = legal_turns(rules, &asked.question()).is_err();
    if engine == twin && is_refused == position.mover().is_done() {
        return Ok(());
    }
    Err(format!(
        "{asked}, mover started: {mover_started}\nengine {engine:?}\ntwin {twin:?}\nturns refused: {is_refused}"
    ))
}

/// Compares who starts after some throws.
pub fn on_opening(rules: &Rules, throws: &[(u8, u8)], previous: Option<twin::Previous>) -> Result<(), Difference> {
    let player = |number| if number == 1 { Player::One } else { Player::Two };
    let number = |player| if player == Player::One { 1 } else { 2 };
    let game = previous.map(|(starter, winner)| Previous { starter: player(starter), winner: winner.map(player) });
    let Opening { starter, dice, consumed } = opening(rules, throws, game);
    let engine = (starter.map(number), dice.map(|roll| (roll.higher(), roll.lower())), consumed);
    let twin = twin::opening(rules, throws, previous);
    if engine == twin {
        return Ok(());
    }
    let rules = draw::Difference(rules);
    Err(format!("nard-online {rules}\nthrows {throws:?} after {previous:?}: engine {engine:?}, twin {twin:?}"))
}
