//! The matrix: which cases tell two values of an axis apart, and which values nothing can tell apart.

use crate::bases::bases;
use crate::case::{Case, Entry, Expected};
use crate::suite::Suite;
use nardy_engine::{Axis, Rules};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// Which values of the axes the cases tell apart, and which nothing does.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Matrix<'a> {
    /// Every two values of an axis that can be told apart.
    pub told_apart: Vec<Told<'a>>,
    /// Sets of values that nothing tells apart.
    pub never: Vec<&'static Never>,
}

/// Two values of an axis, and the cases that expect different answers under them.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Told<'a> {
    /// The axis's name.
    pub axis: &'static str,
    /// The values.
    pub values: [&'static str; 2],
    /// The ids of the cases, in the order of the suite.
    pub cases: Vec<&'a str>,
}

/// Values of an axis that no question tells apart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Never {
    /// The axis.
    pub axis: &'static str,
    /// The values, every two of which come to the same; none when it is all of the axis's.
    pub values: &'static [&'static str],
    /// Under which values of which other axes; none when it is under all.
    pub when: &'static [(&'static str, &'static [&'static str])],
    /// The argument.
    pub because: &'static str,
}

const NO_LIMIT: &str = "any number may leave the head, so there is nothing to except";
const NO_ROLL: &str = "no roll has the exception, so nothing about it is ever asked";

/// All values of an axis, beside some of another.
macro_rules! all {
    ($axis:literal, $other:literal, $values:expr, $because:expr $(,)?) => {
        Never { axis: $axis, values: &[], when: &[($other, $values)], because: $because }
    };
}

/// Every set of values that come to the same, each tried on random questions by a test.
pub const NEVER: &[Never] = &[
    Never {
        axis: "board.setup",
        values: &[],
        when: &[],
        because: "every question gives its position; where a game begins shows in the turns that lead to one, and those are \
                  asked of the rule sets with their start alone",
    },
    all!("head.exception.rolls", "head.limit", &["unlimited"], NO_LIMIT),
    all!("head.exception.turn", "head.limit", &["unlimited"], NO_LIMIT),
    all!("head.exception.player", "head.limit", &["unlimited"], NO_LIMIT),
    all!("head.exception.when", "head.limit", &["unlimited"], NO_LIMIT),
    all!("head.exception.use", "head.limit", &["unlimited"], NO_LIMIT),
    all!("head.exception.turn", "head.exception.rolls", &["none"], NO_ROLL),
    all!("head.exception.player", "head.exception.rolls", &["none"], NO_ROLL),
    all!("head.exception.when", "head.exception.rolls", &["none"], NO_ROLL),
    all!("head.exception.use", "head.exception.rolls", &["none"], NO_ROLL),
    all!(
        "head.exception.player",
        "head.exception.turn",
        &["every"],
        "where every turn has the exception, whose first turn it is does not count",
    ),
    all!(
        "block.tested",
        "block.six",
        &["allowed"],
        "no block is forbidden, so there is no moment at which one is looked for",
    ),
    all!("block.route", "block.six", &["allowed"], "no block is forbidden, so no row of points matters"),
    all!(
        "bear-off.stuck-higher",
        "bear-off.overshoot",
        &["nearest-lower", "any", "exact-only"],
        "a checker below an empty point goes whatever stands above it, or never goes with a larger die",
    ),
    all!(
        "opening.dice",
        "opening.starter",
        &["drawn", "white"],
        "no dice are thrown for the start, so none can be played",
    ),
    all!(
        "dice.after-win",
        "dice.usage",
        &["until-stuck"],
        "with the last checker off no further step exists, so the winning line is the beginning of no other and legal anyway",
    ),
    Never {
        axis: "result.koks",
        values: &["in-first-quarter", "in-winner-home-or-bar"],
        when: &[("board.direction", &["opposite"]), ("board.contact", &["closed"])],
        because: "both zones are 24 to 19 then, but for the bar, on which no checker ever is where nothing is hit",
    },
];

impl Never {
    /// The values that come to the same.
    pub fn all_values(&self) -> &'static [&'static str] {
        match (self.values, self.axis.parse::<Axis>()) {
            ([], Ok(axis)) => axis.values(),
            (values, _) => values,
        }
    }

    /// Whether the two values come to the same beside the other values of this rule set.
    fn holds(&self, rules: &Rules, axis: Axis, pair: [&str; 2]) -> bool {
        let beside = |(other, values): &(&str, &[&str])| {
            other.parse().is_ok_and(|other: Axis| values.contains(&rules.get(other)))
        };
        self.covers(axis.name(), pair) && self.when.iter().all(beside)
    }

    fn covers(&self, axis: &str, pair: [&str; 2]) -> bool {
        axis == self.axis && pair.iter().all(|value| self.all_values().contains(value))
    }
}

/// Whether the two values come to the same under every rule set.
pub fn is_never_told_apart(axis: &str, pair: [&str; 2]) -> bool {
    NEVER.iter().any(|never| never.when.is_empty() && never.covers(axis, pair))
}

/// Every two values of every axis, with the cases that tell them apart.
pub fn told_apart(suite: &Suite) -> Vec<Told<'_>> {
    let around = |case: &Case| suite.variants.iter().flat_map(|variant| bases(case, variant.rules)).collect();
    // A case that switches an axis for itself speaks of one rule set.
    let cases = suite.cases.iter().filter(|case| case.with.is_none());
    let cases: Vec<(&Case, BTreeSet<Rules>)> = cases.map(|case| (case, around(case))).collect();
    let mut told = Vec::new();
    for &axis in Axis::ALL {
        for (at, &one) in axis.values().iter().enumerate() {
            for &other in &axis.values()[at + 1..] {
                let telling = cases.iter().filter(|(case, bases)| tells(case, bases, axis, [one, other]));
                let ids = telling.map(|(case, _)| case.id.as_str()).collect();
                told.push(Told { axis: axis.name(), values: [one, other], cases: ids });
            }
        }
    }
    told
}

/// Whether the case expects different answers under two rule sets that differ in this alone.
fn tells(case: &Case, bases: &BTreeSet<Rules>, axis: Axis, pair: [&'static str; 2]) -> bool {
    let names_it = |entry: &Entry| entry.when.values_of(axis).is_some();
    case.expect.iter().any(names_it)
        && bases.iter().any(|base| {
            let expected = |value| {
                let mut rules = *base;
                rules.set(axis, value).ok().and_then(|()| case.expected(&rules))
            };
            let differ = match (expected(pair[0]), expected(pair[1])) {
                (Some(one), Some(other)) => contradict(&one.expected, &other.expected),
                _ => false,
            };
            differ && !NEVER.iter().any(|never| never.holds(base, axis, pair))
        })
}

/// Whether no answer is as both expect.
fn contradict(a: &Expected, b: &Expected) -> bool {
    let points = |a: Option<Option<u32>>, b: Option<Option<u32>>| a.is_some() && b.is_some() && a != b;
    match (a, b) {
        (Expected::Turn { breaks: a, text: one, .. }, Expected::Turn { breaks: b, text: other, .. }) => {
            one == other && a.is_some() != b.is_some()
        }
        (Expected::Outcome(a), Expected::Outcome(b)) => {
            (a.state, a.winner, a.kind) != (b.state, b.winner, b.kind) || points(a.points, b.points)
        }
        (Expected::Game(a), Expected::Game(b)) => {
            (a.state, a.winner, a.kind) != (b.state, b.winner, b.kind) || points(a.points, b.points)
        }
        (Expected::Turns(_), Expected::Turns(_))
        | (Expected::Opening(_), Expected::Opening(_))
        | (Expected::Match(_), Expected::Match(_)) => a != b,
        _ => false,
    }
}
