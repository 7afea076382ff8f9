//! Turns to be judged: legal ones, and ones that go wrong in the ways in which people and programs do.

use super::{Combination, roll};
use fastrand::Rng;
use nardy_engine::GivenStep;

/// The steps of a turn, legal or not.
pub type GivenTurn = Vec<GivenStep>;

fn step(from: u8, to: u8) -> GivenStep {
    GivenStep { from, to, die: None }
}

/// Steps as plain numbers: from, to, and the die if it is said.
pub fn plain(given: &[GivenStep]) -> Vec<(u8, u8, Option<u8>)> {
    given.iter().map(|step| (step.from, step.to, step.die)).collect()
}

/// A few turns that might be given as answers to a question, of which some lines of steps are known.
pub fn turns(rng: &mut Rng, asked: &Combination, lines: &[Vec<(u8, u8)>], count: usize) -> Vec<GivenTurn> {
    (0..count).map(|_| turn(rng, asked, lines)).collect()
}

fn turn(rng: &mut Rng, asked: &Combination, lines: &[Vec<(u8, u8)>]) -> GivenTurn {
    if rng.u8(0..3) == 0 {
        return wander(rng, asked);
    }
    let line = rng.choice(lines).cloned().unwrap_or_default();
    let mut turn: GivenTurn = line.into_iter().map(|(from, to)| step(from, to)).collect();
    let (a, b) = asked.roll;
    let die = if rng.bool() { a } else { b };
    match rng.u8(0..12) {
        0..5 => {}
        5 => turn.truncate(rng.usize(0..=turn.len())),
        6 => rng.shuffle(&mut turn),
        7 => turn.insert(rng.usize(0..=turn.len()), step(24, 24 - die)),
        8 => turn.push(step(rng.u8(1..=6), 0)),
        9 => {
            let other = roll(rng).0;
            if let Some(step) = rng.choice(&mut turn) {
                step.to = step.from.saturating_sub(other).min(24);
            }
        }
        10 => {
            if let Some(step) = rng.choice(&mut turn) {
                step.from = rng.u8(1..=25);
            }
        }
        _ => turn.push(step(rng.u8(1..=25), rng.u8(0..=24))),
    }
    if rng.u8(0..6) == 0 {
        for step in &mut turn {
            step.die = rng.bool().then(|| if rng.u8(0..8) == 0 { rng.u8(1..=6) } else { die });
        }
    }
    turn
}

/// Steps by the dice of the roll with any of the mover's checkers, whatever the rules say.
fn wander(rng: &mut Rng, asked: &Combination) -> GivenTurn {
    let mut mover = *asked.position.mover();
    let (a, b) = asked.roll;
    let mut dice = if a == b { vec![a; 4] } else { vec![a, b] };
    rng.shuffle(&mut dice);
    dice.truncate(rng.usize(1..=dice.len()));
    let mut turn = Vec::new();
    for die in dice {
        let points: Vec<u8> = (1..=25).filter(|&point| mover.on(point) > 0).collect();
        let Some(&from) = rng.choice(&points) else { break };
        let to = from.saturating_sub(die);
        mover.0[usize::from(from)] -= 1;
        mover.0[usize::from(to)] += 1;
        turn.push(step(from, to));
    }
    turn
}
