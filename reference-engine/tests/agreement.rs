//! The engine and its naive twin answer hundreds of thousands of random questions alike.
//!
//! `NARDY_SEED` draws other questions; `NARDY_COUNT` sets how many each test draws.

mod compare;
mod draw;
mod reach;
mod twin;

use compare::Difference;
use draw::Source;
use fastrand::Rng;

/// A number from the environment, for longer runs or other questions.
fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")),
        Err(_) => default,
    }
}

/// The random numbers of a test, which are its own.
fn random(test: &str) -> (u64, Rng) {
    let seed = setting("NARDY_SEED", 1);
    let own = test.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    (seed, Rng::with_seed(own))
}

/// Asks until an answer differs, or the count is full.
fn compare(test: &str, count: u64, mut ask: impl FnMut(&mut Rng) -> Result<(), Difference>) {
    let (seed, mut rng) = random(test);
    for number in 0..setting("NARDY_COUNT", count) {
        if let Err(difference) = ask(&mut rng) {
            panic!("NARDY_SEED={seed}, question {number} {test}\n{difference}");
        }
    }
}

fn compare_turns(mut source: Source, count: u64) {
    let test = source.name();
    compare(test, count, |rng| {
        let asked = source.next(rng);
        let ends = compare::on_turns(rng, &asked)?;
        source.play(rng, &ends);
        Ok(())
    });
}

#[test]
fn in_random_play() {
    compare_turns(Source::random_play(), 50_000);
}

#[test]
fn in_play_that_builds_rows() {
    compare_turns(Source::row_play(), 30_000);
}

#[test]
fn around_rows() {
    compare_turns(Source::rows(), 30_000);
}

#[test]
fn when_bearing_off() {
    compare_turns(Source::bear_offs(), 50_000);
}

#[test]
fn in_random_placements() {
    compare_turns(Source::placements(), 40_000);
}

#[test]
fn on_first_turns() {
    compare_turns(Source::first_turns(), 50_000);
}

#[test]
fn on_outcomes() {
    compare("of outcomes", 50_000, |rng| {
        let rules = draw::rule_set(rng);
        let position = draw::finish(rng, &rules);
        compare::on_outcome(&rules, &position, rng.bool())
    });
}

#[test]
fn on_openings() {
    compare("of openings", 50_000, |rng| {
        let (throws, previous) = draw::opening(rng);
        compare::on_opening(&draw::rule_set(rng), &throws, previous)
    });
}

/// What the questions above are worth: they meet every rule, and in some of them every axis matters.
#[test]
fn the_questions_reach_every_rule() {
    let (seed, mut rng) = random("reach");
    let missed = reach::missed(&mut rng);
    assert!(missed.is_empty(), "NARDY_SEED={seed}: seldom or never met: {missed:#?}");
}
