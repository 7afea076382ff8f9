//! Rule sets around which a case is looked at: each profile, moved to where the case speaks.

use crate::case::Case;
use crate::scope::{Condition, Key};
use nardy_engine::{Points, PointsTable, Rules};
use std::collections::BTreeSet;

/// The profile's rule set, moved into the case's scope, and so that each entry is reached under each of its values.
pub fn bases(case: &Case, profile: Rules) -> BTreeSet<Rules> {
    let scoped = moved(profile, &case.scope.0, None);
    let mut bases = BTreeSet::from([scoped]);
    for entry in &case.expect {
        let most = entry.when.0.iter().map(|condition| condition.values.len()).max().unwrap_or(0);
        bases.extend((0..most).map(|which| moved(scoped, &entry.when.0, Some(which))));
    }
    bases
}

/// A rule set with each condition's axis on one of its values: the one it has if that is among them, or the one chosen.
fn moved(mut rules: Rules, conditions: &[Condition], which: Option<usize>) -> Rules {
    for condition in conditions {
        let values = &condition.values;
        let stays = which.is_none() && values.contains(&condition.key.value(&rules));
        let value = &values[which.unwrap_or(0) % values.len()];
        match condition.key {
            _ if stays => {}
            // Loading has refused values that the axis does not have.
            Key::Axis(axis) => drop(rules.set(axis, value)),
            Key::Points if value == "difference" => rules.points = Points::Difference,
            Key::Points => rules.points = nardy_engine::sample::NARD_ONLINE.points,
            Key::PointsOf(kind) => {
                let points = value.parse().ok();
                let mut table = match rules.points {
                    Points::Table(table) => table,
                    Points::Difference => PointsTable { oyn: None, mars: None, home_mars: None, koks: None },
                };
                match kind {
                    "oyn" => table.oyn = points,
                    "mars" => table.mars = points,
                    "home-mars" => table.home_mars = points,
                    _ => table.koks = points,
                }
                rules.points = Points::Table(table);
            }
        }
    }
    rules
}
