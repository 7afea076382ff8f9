//! Where questions about turns come from.

use super::{Combination, Game, first, positions, roll, rule_set};
use fastrand::Rng;
use nardy_engine::Position;
use nardy_engine::rules::Rules;

/// An endless source of questions.
#[derive(Debug)]
pub struct Source {
    name: &'static str,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Play { game: Option<Game>, builds: bool },
    Placed(fn(&mut Rng, &Rules) -> Position),
    FirstTurns,
}

impl Source {
    pub fn random_play() -> Source {
        Source { name: "in random play", kind: Kind::Play { game: None, builds: false } }
    }

    pub fn row_play() -> Source {
        Source { name: "in play that builds rows", kind: Kind::Play { game: None, builds: true } }
    }

    pub fn rows() -> Source {
        Source { name: "around rows", kind: Kind::Placed(positions::around_row) }
    }

    pub fn bear_offs() -> Source {
        Source { name: "when bearing off", kind: Kind::Placed(positions::bear_off) }
    }

    pub fn placements() -> Source {
        Source { name: "in random placements", kind: Kind::Placed(positions::placement) }
    }

    pub fn first_turns() -> Source {
        Source { name: "on first turns", kind: Kind::FirstTurns }
    }

    pub fn all() -> [Source; 6] {
        [
            Source::random_play(),
            Source::row_play(),
            Source::rows(),
            Source::bear_offs(),
            Source::placements(),
            Source::first_turns(),
        ]
    }

    /// What the questions are about.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The next question.
    pub fn next(&mut self, rng: &mut Rng) -> Combination {
        match &mut self.kind {
            Kind::Play { game, .. } => game.get_or_insert_with(|| Game::start(rng)).next(rng),
            Kind::Placed(place) => {
                let rules = rule_set(rng);
                let position = place(rng, &rules);
                Combination { rules, position, roll: roll(rng), first: first(rng) }
            }
            Kind::FirstTurns => {
                let rules = rule_set(rng);
                let position = positions::first_turn(rng, &rules);
                let double = rng.u8(1..=6);
                let roll = if rng.bool() { (double, double) } else { roll(rng) };
                let first = (rng.u8(0..8) > 0).then(|| rng.bool());
                Combination { rules, position, roll, first }
            }
        }
    }

    /// Goes on from the last question to one of the ends of its turns, if the questions follow from each other.
    pub fn play(&mut self, rng: &mut Rng, ends: &[Position]) {
        if let Kind::Play { game, builds } = &mut self.kind {
            if let Some(under_way) = game {
                under_way.play(rng, ends, *builds);
            }
            game.take_if(|game| game.is_over());
        }
    }
}
