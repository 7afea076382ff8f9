//! Each clause has at least two cases that show what is legal, and two that show what is not.
//!
//! * A clause that a turn can break by itself: two cases filed under it that list turns or judge one legal, and two, in any file, of
//!   a turn that breaks it.
//! * Any other clause about turns: two of the first kind too, and two filed under it of an illegal turn, whichever clause that
//!   breaks.
//! * A clause about outcomes, openings or records, which no turn breaks: two different answers, each expected by two cases filed
//!   under it.

use super::tokens::scalars;
use crate::case::{Case, Expected};
use crate::clause::Specification;
use crate::compare::json;
use crate::problem::{Problem, Source};
use crate::protocol::message::State;
use nardy_engine::Kind;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many cases are enough.
pub const ENOUGH: usize = 2;

/// The clauses that a turn can break by itself.
pub const BREAKABLE: [&str; 14] = [
    "board.source",
    "board.bar",
    "head.limit",
    "head.use",
    "landing.closed",
    "dice.step",
    "dice.most",
    "dice.until-stuck",
    "dice.higher",
    "dice.pass",
    "block.six",
    "bear-off.home",
    "bear-off.entry",
    "bear-off.overshoot",
];

/// The clause about turns in a chapter about the rest.
const IDENTITY: &str = "game.identity";

/// A problem for every clause that too few cases show. The sources are those of the specification.
pub fn check(specification: &Specification, cases: &[&Case], sources: &[Arc<Source>]) -> Vec<Problem> {
    let clauses: Vec<_> = sources.iter().flat_map(scalars).filter(|scalar| scalar.path.ends_with("/id")).collect();
    let mut problems = Vec::new();
    for id in specification.ids() {
        let Some(scalar) = clauses.iter().find(|scalar| !scalar.is_key && scalar.text == id) else { continue };
        let chapter = id.split('.').next().unwrap_or_default();
        for missing in missing(id, cases) {
            let problem = Problem::at(&scalar.place, format!("{id}: {missing}"));
            problems.push(problem.help(format!("state further cases in a file of the clause, in cases/{chapter}/")));
        }
    }
    problems
}

/// What a clause lacks.
pub fn missing(id: &str, cases: &[&Case]) -> Vec<String> {
    let own = || cases.iter().filter(|case| case.clause == id);
    let mut missing = Vec::new();
    let mut demand = |found: usize, what: &str| {
        if found < ENOUGH {
            missing.push(format!("{found} of at least {ENOUGH} cases {what}"));
        }
    };
    if is_about_turns(id) {
        demand(own().filter(|case| shows_legal(case)).count(), "show what is legal");
        if BREAKABLE.contains(&id) {
            let breaks = |case: &&&Case| broken(case).contains(id);
            demand(cases.iter().filter(breaks).count(), "show a turn that breaks it");
        } else {
            demand(own().filter(|case| !broken(case).is_empty()).count(), "show a turn that is not legal");
        }
    } else {
        let mut answers: BTreeMap<String, usize> = BTreeMap::new();
        for answer in own().flat_map(|case| answers_of(id, case)) {
            *answers.entry(answer).or_default() += 1;
        }
        let enough = answers.values().filter(|count| **count >= ENOUGH).count();
        if enough < ENOUGH {
            let counts = answers.iter().map(|(answer, count)| format!("{answer} {count}")).collect::<Vec<_>>();
            let counts = if counts.is_empty() { "there is none".to_owned() } else { counts.join(", ") };
            missing.push(format!("two different answers have to be expected by two cases each ({counts})"));
        }
    }
    missing
}

/// Whether a clause is about the turns of a roll.
fn is_about_turns(id: &str) -> bool {
    id == IDENTITY || !["opening", "result", "game"].contains(&id.split('.').next().unwrap_or_default())
}

fn shows_legal(case: &Case) -> bool {
    case.expect.iter().any(|entry| matches!(entry.expected, Expected::Turns(_) | Expected::Turn { breaks: None, .. }))
}

/// The clauses that the case's turn breaks.
fn broken(case: &Case) -> BTreeSet<&str> {
    let of = |expected| match expected {
        &Expected::Turn { breaks: Some(ref clause), .. } => Some(clause.as_str()),
        _ => None,
    };
    case.expect.iter().filter_map(|entry| of(&entry.expected)).collect()
}

/// The different answers of a case, as far as its clause is about them.
fn answers_of(id: &str, case: &Case) -> BTreeSet<String> {
    let is_about_points = id == "result.points";
    let of_win = |state: State, kind: Option<Kind>, points: Option<Option<u32>>| {
        let points = points.filter(|_| is_about_points).map(|points| format!(" {}", json(&points)));
        format!("{} {}{}", json(&state), json(&kind), points.unwrap_or_default()).replace('"', "")
    };
    let of = |expected: &Expected| match expected {
        Expected::Outcome(outcome) => Some(of_win(outcome.state, outcome.kind, outcome.points)),
        Expected::Game(game) => Some(of_win(game.state, game.kind, game.points)),
        Expected::Opening(opening) if id == "opening.dice" => {
            Some(if opening.dice.is_some() { "dice to play" } else { "no dice to play" }.to_owned())
        }
        Expected::Opening(opening) => {
            let starter = opening.starter.map_or("nobody".to_owned(), |player| format!("player {}", u8::from(player)));
            Some(starter)
        }
        Expected::Match(of_match) => {
            let over = if of_match.winner.is_some() { "over" } else { "going on" };
            Some(format!("a match {over} after {} games", of_match.games.len()))
        }
        Expected::Turns(_) | Expected::Turn { .. } => None,
    };
    case.expect.iter().filter_map(|entry| of(&entry.expected)).collect()
}
