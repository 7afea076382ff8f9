//! Random questions about turns, some from play, some from positions that play hardly reaches.

use fastrand::Rng;
use nardy_engine::board::{reframed, start};
use nardy_engine::rules::Contact;
use nardy_engine::sample::NARD_ONLINE;
use nardy_engine::{Axis, BAR, FirstTurn, GivenStep, HEAD, Roll, Rules, Side};
use nardy_harness::protocol::message::{LegalTurns, Sides, Turns};

pub struct Random {
    rng: Rng,
    /// A game under way, with the turns it has lasted.
    game: Option<(Rules, Sides, usize)>,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { rng: Rng::with_seed(seed), game: None }
    }

    /// A question of a game, which is given up now and then, or one that stands alone.
    pub fn question(&mut self) -> (Rules, LegalTurns) {
        if self.rng.u8(0..60) == 0 {
            self.game = None;
        }
        let Some((rules, position, turns)) = self.game else {
            let rules = self.rules();
            if self.rng.u8(0..30) == 0 {
                let start = start(rules.setup, rules.direction);
                self.game = Some((rules, Sides { mover: *start.mover(), opponent: *start.opponent() }, 0));
                return self.question();
            }
            let position = self.placed(&rules);
            return (rules, self.ask(position, None));
        };
        (rules, self.ask(position, Some(turns)))
    }

    /// Goes on with a game by one of the turns.
    pub fn play(&mut self, turns: &Turns) {
        let end = self.rng.choice(&turns.turns).and_then(|turn| turn.end);
        let game = self.game.take().zip(end);
        self.game = game.and_then(|((rules, _, played), end)| {
            let opponent = end.opponent.unwrap_or(Side::of(&[]));
            let next =
                Sides { mover: reframed(&opponent, rules.direction), opponent: reframed(&end.mover, rules.direction) };
            (!end.mover.is_done() && played < 120).then_some((rules, next, played + 1))
        });
    }

    /// Turns to be judged: a legal one, and the same with something changed.
    pub fn turns(&mut self, legal: &Turns) -> Vec<Vec<GivenStep>> {
        let steps = self.rng.choice(&legal.turns).and_then(|turn| turn.steps.clone()).unwrap_or_default();
        let mut other = steps.clone();
        match self.rng.u8(0..4) {
            0 => drop(other.pop()),
            1 => self.rng.shuffle(&mut other),
            2 => other.reverse(),
            _ => {
                let from = self.rng.u8(1..=HEAD);
                let to = from.saturating_sub(self.rng.u8(1..=6));
                other.insert(self.rng.usize(0..=other.len()), GivenStep { from, to, die: None });
            }
        }
        vec![steps, other]
    }

    fn rules(&mut self) -> Rules {
        let mut rules = NARD_ONLINE;
        for &axis in Axis::ALL {
            // Half the axes are as in a published rule set, so that rules meet that are rarely together.
            if let Some(value) = self.rng.choice(axis.values()).filter(|_| self.rng.bool()) {
                rules.set(axis, value).expect("it is a value of the axis");
            }
        }
        rules
    }

    fn ask(&mut self, position: Sides, played: Option<usize>) -> LegalTurns {
        let roll = Roll::new(self.rng.u8(1..=6), self.rng.u8(1..=6));
        let double = Roll::new(3, 3);
        let any = [None, Some(FirstTurn::Starter), Some(FirstTurn::Second)];
        let first_turn = match played {
            Some(0) => any[1],
            Some(1) => any[2],
            Some(_) => None,
            None => any[self.rng.usize(0..3)],
        };
        let roll = if self.rng.u8(0..12) == 0 { double } else { roll };
        LegalTurns { variant: None, position, roll: roll.expect("dice are 1 to 6"), first_turn, history: None }
    }

    /// Checkers on few points: on a row, at home, or anywhere.
    fn placed(&mut self, rules: &Rules) -> Sides {
        let (low, high) = *self.rng.choice(&[(1, 6), (1, 8), (1, 24), (1, 24), (7, 13)]).expect("there are some");
        let points: Vec<u8> = (0..self.rng.usize(2..=8)).map(|_| self.rng.u8(low..=high)).collect();
        let off = self.rng.u8(0..14) * self.rng.u8(0..=1);
        let mover = self.side(rules, off, &points, None);
        let theirs: Vec<u8> = (0..self.rng.usize(2..=6)).map(|_| self.rng.u8(1..=HEAD)).collect();
        let off = self.rng.u8(0..=14) * u8::from(self.rng.u8(0..4) == 0);
        Sides { mover, opponent: self.side(rules, off, &theirs, Some(&mover)) }
    }

    fn side(&mut self, rules: &Rules, off: u8, points: &[u8], other: Option<&Side>) -> Side {
        let mut counts = [0; 26];
        counts[0] = off;
        for _ in off..15 {
            let point = loop {
                let near = self.rng.choice(points).copied().filter(|_| self.rng.u8(0..8) > 0);
                let point = near.unwrap_or_else(|| self.rng.u8(1..=HEAD));
                let point = if rules.contact == Contact::Hit && self.rng.u8(0..30) == 0 { BAR } else { point };
                if point == BAR || other.is_none_or(|other| other.on(point) == 0) {
                    break point;
                }
            };
            counts[usize::from(point)] += 1;
        }
        Side(counts)
    }
}
