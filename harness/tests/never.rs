//! Values that nothing tells apart: random questions are answered alike under each of them.
//!
//! `NARDY_SEED` draws other questions; `NARDY_COUNT` sets how many are drawn for each set of values.

#[allow(dead_code, unused_imports, reason = "the engine's tests use the rest")]
#[path = "../../reference-engine/tests/draw/mod.rs"]
mod draw;
#[allow(dead_code, unused_imports, reason = "the engine's tests use the rest")]
#[path = "../../reference-engine/tests/twin/mod.rs"]
mod twin;

use draw::{Combination, Source};
use fastrand::Rng;
use nardy_engine::{Axis, Player, Previous, Rules, legal_turns, opening, outcome};
use nardy_harness::matrix::NEVER;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// Everything that the engine says of a question: every sequence of every legal turn, the outcome, and the opening.
fn said(rules: &Rules, asked: &Combination, throws: &[(u8, u8)], previous: Option<Previous>) -> String {
    let turns = legal_turns(rules, &asked.question()).map(|turns| {
        let sequences = turns.ends().map(|end| turns.sequences(end));
        format!("{:?}", sequences.collect::<Vec<_>>())
    });
    let outcomes = [true, false].map(|mover_started| outcome(rules, &asked.position, mover_started));
    format!("{turns:?}\n{outcomes:?}\n{:?}", opening(rules, throws, previous))
}

fn player(number: u8) -> Player {
    Player::try_from(number).unwrap()
}

#[test]
fn random_questions_are_answered_alike() {
    let seed = setting("NARDY_SEED", 1);
    let mut rng = Rng::with_seed(seed);
    for never in NEVER {
        let axis: Axis = never.axis.parse().unwrap();
        let mut sources = Source::all();
        for source in (0..sources.len()).cycle().take(setting("NARDY_COUNT", 1000).try_into().unwrap()) {
            let mut asked = sources[source].next(&mut rng);
            let (throws, previous) = draw::opening(&mut rng);
            let previous =
                previous.map(|(starter, winner)| Previous { starter: player(starter), winner: winner.map(player) });
            if let Ok(turns) = legal_turns(&asked.rules, &asked.question()) {
                sources[source].play(&mut rng, &turns.ends().copied().collect::<Vec<_>>());
            }
            let mut rules = asked.rules;
            for (other, values) in never.when {
                rules.set(other.parse().unwrap(), rng.choice(*values).unwrap()).unwrap();
            }
            // Now and then a finished game, whose worth is asked.
            if rng.u8(0..4) == 0 {
                asked.position = draw::finish(&mut rng, &rules);
            }
            let answers = never.all_values().iter().map(|value| {
                rules.set(axis, value).unwrap();
                (value, said(&rules, &asked, &throws, previous))
            });
            for pair in answers.collect::<Vec<_>>().windows(2) {
                let (a, b) = (&pair[0], &pair[1]);
                assert!(a.1 == b.1, "NARDY_SEED={seed}: {axis} {} and {}: {asked}\n{}\n{}", a.0, b.0, a.1, b.1);
            }
        }
    }
}
