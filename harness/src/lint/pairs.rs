//! Each two values of each axis are told apart by some cases, but for those that nothing tells apart.

use super::tokens::scalars;
use crate::matrix::{Told, is_never_told_apart};
use crate::problem::{Problem, Source};
use crate::yaml;
use std::sync::Arc;

/// How many cases must tell two values apart.
pub const ENOUGH: usize = 3;

/// Whether a pair is one that cases must tell apart.
pub fn is_demanded(told: &Told<'_>) -> bool {
    !is_never_told_apart(told.axis, told.values)
}

/// A problem for every two values that too few cases tell apart. The sources are those of the specification, where the axes stand.
pub fn check(told: &[Told<'_>], sources: &[Arc<Source>]) -> Vec<Problem> {
    let axes: Vec<_> = sources.iter().flat_map(scalars).filter(|scalar| scalar.path.contains("/axes/")).collect();
    let few = told.iter().filter(|told| is_demanded(told) && told.cases.len() < ENOUGH);
    let problem = |told: &Told<'_>| {
        let place = axes.iter().find(|scalar| scalar.text == told.axis).map(|scalar| scalar.place.clone());
        let place = place.or_else(|| sources.first().map(yaml::start))?;
        let ([one, other], count) = (told.values, told.cases.len());
        let axis = told.axis;
        let message = format!("{axis}: {count} of at least {ENOUGH} cases tell `{one}` and `{other}` apart");
        let help = format!(
            "state further cases whose `when` names {axis}, or say in the list of the matrix why there can be none"
        );
        Some(Problem::at(&place, message).help(help))
    };
    few.filter_map(problem).collect()
}
