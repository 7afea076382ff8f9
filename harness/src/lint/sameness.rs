//! No filler: two cases about a turn differ in something that their answer can turn on.
//!
//! Of each position only the core is compared:
//!
//! * of the mover's checkers, those that some sequence of the dice moves, and where checkers may be borne off all of those at home;
//! * of the opponent's, those on points where a die would land a checker of the mover, one or several;
//! * the whole board where a rule that looks at all of it is at stake: the case is of the chapter `block` or breaks `block.six`, or
//!   names an axis `block.*` or `head.exception.when`.
//!
//! Two cases with the same core, roll and first turn that state the same answers under the same conditions are one case, written
//! twice.

use crate::case::{Case, Entry, Expected, Setting};
use crate::problem::Problem;
use crate::scope::{Key, Scope};
use nardy_engine::{Axis, BAR, HEAD, OFF, Position, Question, Roll};
use std::collections::{BTreeSet, HashMap};

const HOME: u8 = 6;

/// A problem for every case whose core stands in a case before it.
pub fn check(cases: &[Case]) -> Vec<Problem> {
    let mut seen: HashMap<String, &Case> = HashMap::new();
    let mut problems = Vec::new();
    for case in cases {
        let Setting::Turn { question, history } = &case.setting else { continue };
        if let Some(other) = seen.insert(format!("{} {}", history.is_some(), described(case, question)), case) {
            let message = format!(
                "`{}` asks and answers the same as `{}`, but for checkers that play no part",
                case.id, other.id
            );
            let help =
                format!("make it differ in something that matters, or take it out (the other is at {})", other.place);
            problems.push(Problem::at(&case.place, message).help(help));
        }
    }
    problems
}

/// All that the answer can turn on, and the answer.
fn described(case: &Case, question: &Question) -> String {
    let core = if looks_at_everything(case) {
        format!("{:?}", question.position)
    } else {
        core(&question.position, question.roll)
    };
    let answers: Vec<String> = case.expect.iter().map(|entry| answer(entry, &question.position)).collect();
    let with = case.with.as_ref().map(crate::case::With::label).unwrap_or_default();
    format!("{} {:?} {core} {} {with} {}", question.roll, question.first_turn, scope(&case.scope), answers.join("; "))
}

fn looks_at_everything(case: &Case) -> bool {
    let is_wide = |scope: &Scope| scope.0.iter().any(|condition| is_wide(condition.key));
    let breaks_block =
        |entry: &Entry| matches!(&entry.expected, Expected::Turn { breaks: Some(clause), .. } if clause == "block.six");
    let entries = &case.expect;
    case.chapter() == "block"
        || is_wide(&case.scope)
        || entries.iter().any(|entry| is_wide(&entry.when) || breaks_block(entry))
}

fn is_wide(key: Key) -> bool {
    matches!(key, Key::Axis(Axis::SixBlock | Axis::BlockTested | Axis::BlockRoute | Axis::ExceptionWhen))
}

/// The checkers that play a part.
fn core(position: &Position, roll: Roll) -> String {
    let (mover, opponent) = (position.mover(), position.opponent());
    let dice = BTreeSet::from([roll.lower(), roll.higher()]);
    let held = |point: u8| (1..=HEAD).contains(&point) && opponent.on(point) > 0;
    let mut reached: BTreeSet<u8> = (1..=BAR).filter(|&point| mover.on(point) > 0).collect();
    let (mut moving, mut landings) = (BTreeSet::new(), BTreeSet::new());
    // Points are gone through downwards, as the checkers go, so that each is there before its steps are looked at. A single
    // opposing checker can be a landing where single checkers are hit.
    for from in (1..=BAR).rev() {
        if !reached.contains(&from) {
            continue;
        }
        for to in dice.iter().filter_map(|die| from.checked_sub(*die)).filter(|to| *to > OFF) {
            if held(to) {
                landings.insert(to);
            }
            if opponent.on(to) < 2 {
                reached.insert(to);
                moving.insert(from);
            }
        }
    }
    let outside = (HOME + 1..=BAR).filter(|&point| mover.on(point) > 0);
    if outside.into_iter().all(|point| moving.contains(&point)) {
        moving.extend(1..=HOME);
    }
    let own: Vec<(u8, u8)> =
        moving.iter().map(|&point| (point, mover.on(point))).filter(|(_, count)| *count > 0).collect();
    let other: Vec<(u8, u8)> = landings.iter().map(|&point| (point, opponent.on(point).min(2))).collect();
    format!("{own:?} {other:?}")
}

fn answer(entry: &Entry, start: &Position) -> String {
    let said = match &entry.expected {
        Expected::Turns(ends) => format!("{:?}", ends.iter().map(|end| change(start, end)).collect::<BTreeSet<_>>()),
        Expected::Turn { steps, breaks, .. } => format!("{steps:?} {breaks:?}"),
        Expected::Outcome(_) | Expected::Opening(_) | Expected::Game(_) | Expected::Match(_) => String::new(),
    };
    format!("{} {said}", scope(&entry.when))
}

/// What a turn changes: by how many checkers each point of each side.
fn change(start: &Position, end: &Position) -> Vec<(bool, u8, i16)> {
    let sides = [(true, start.mover(), end.mover()), (false, start.opponent(), end.opponent())];
    let points = sides.into_iter().flat_map(|(is_mover, before, after)| {
        (OFF..=BAR).map(move |point| (is_mover, point, i16::from(after.on(point)) - i16::from(before.on(point))))
    });
    points.filter(|(_, _, change)| *change != 0).collect()
}

fn scope(scope: &Scope) -> String {
    let conditions = scope.0.iter().map(|condition| {
        let mut values = condition.values.clone();
        values.sort();
        format!("{}={}", condition.key.name(), values.join("|"))
    });
    conditions.collect::<BTreeSet<String>>().into_iter().collect::<Vec<_>>().join(",")
}
