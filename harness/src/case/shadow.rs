//! Entries that are never reached: every rule set that they are for is taken by an entry above.

use super::Case;
use crate::problem::Problem;
use crate::scope::{Condition, Key};
use std::collections::BTreeMap;

/// A value that no condition names: it stands for all the others of a key.
const OTHER: &str = "\0other";

/// A problem for every entry that can never be the first to match.
pub fn shadowed(case: &Case) -> Vec<Problem> {
    let keys = keys(case);
    let mut reached = vec![false; case.expect.len()];
    visit(case, &keys, &mut Vec::new(), &mut reached);
    let entries = case.expect.iter().zip(reached).filter(|(_, reached)| !reached);
    let message = "no rule set reaches this entry: those it is for are outside `for`, or taken by the entries above";
    entries.map(|(entry, _)| Problem::at(&entry.place, message)).collect()
}

/// Every key that the case names, with the values that tell rule sets apart for it.
fn keys(case: &Case) -> Vec<(Key, Vec<String>)> {
    let mut keys: BTreeMap<String, (Key, Vec<String>)> = BTreeMap::new();
    let named = case.scope.0.iter().chain(case.expect.iter().flat_map(|entry| &entry.when.0));
    for Condition { key, values } in named {
        let (_, known) = keys.entry(key.name()).or_insert_with(|| (*key, Vec::new()));
        known.extend(values.iter().cloned());
    }
    for (key, values) in keys.values_mut() {
        values.sort();
        values.dedup();
        let all = match key {
            Key::Axis(axis) => axis.values().len() == values.len(),
            Key::Points => values.len() == 2,
            Key::PointsOf(_) => false,
        };
        if !all {
            values.push(OTHER.to_owned());
        }
    }
    keys.into_values().collect()
}

fn visit(case: &Case, keys: &[(Key, Vec<String>)], chosen: &mut Vec<(Key, String)>, reached: &mut [bool]) {
    let Some(((key, values), rest)) = keys.split_first() else {
        let holds = |conditions: &[Condition]| {
            conditions.iter().all(|condition| {
                chosen.iter().any(|(key, value)| *key == condition.key && condition.values.contains(value))
            })
        };
        if holds(&case.scope.0)
            && let Some(first) = case.expect.iter().position(|entry| holds(&entry.when.0))
        {
            reached[first] = true;
        }
        return;
    };
    for value in values {
        chosen.push((*key, value.clone()));
        visit(case, rest, chosen, reached);
        chosen.pop();
    }
}
