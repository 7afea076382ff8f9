//! One value of an axis played as another: every pair of values that questions can tell apart.

use super::{Fault, Group};
use nardy_engine::Axis;

pub fn all() -> Vec<Fault> {
    // The setup is the asker's: a question carries its position.
    let axes = Axis::ALL.iter().filter(|&&axis| axis != Axis::Setup);
    axes.flat_map(|&axis| {
        let values = axis.values().iter();
        values.flat_map(move |&from| {
            let others = axis.values().iter().filter(move |&&to| to != from);
            others.map(move |&to| fault(axis, from, to))
        })
    })
    .collect()
}

fn fault(axis: Axis, from: &'static str, to: &'static str) -> Fault {
    let name = format!("{}-{from}-as-{to}", axis.name().replace('.', "-"));
    let wrong = format!("`{axis}: {from}` is played as `{to}`.");
    Fault::of_rules(Group::Axis, &name, &wrong, move |rules| {
        if rules.get(axis) == from {
            // The axis has the value, as it is one of its own.
            let _ = rules.set(axis, to);
        }
    })
}
