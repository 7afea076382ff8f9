//! Cases without which the others would show as much.
//!
//! What a case shows is counted in cells: two values of an axis that it tells apart, a wrong engine that it catches under a profile,
//! and its clause. A case is redundant when every one of its cells is still full without it: three other cases tell the values
//! apart, three others of one profile catch the wrong engine, and its clause keeps the cases that each clause needs.

use super::{coverage, pairs};
use crate::case::Case;
use crate::instance::{Instance, instances};
use crate::matrix::told_apart;
use crate::suite::Suite;
use crate::variant::Variant;
use crate::zoo::faults;
use crate::zoo::matrix::{ENOUGH, Questions, Row};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A case that can go.
#[derive(Debug, Serialize)]
pub struct Redundant<'a> {
    /// Its clause.
    pub clause: &'a str,
    /// Its id.
    pub id: &'a str,
    /// Its title, which says what else it shows.
    pub title: &'a str,
    /// How many wrong engines it catches.
    pub faults: usize,
    /// How many pairs of values it tells apart.
    pub pairs: usize,
}

/// The list, as text or JSON.
pub fn print(suite: &Suite, as_json: bool) -> String {
    let variants: Vec<&Variant> = suite.variants.iter().collect();
    let instances: Vec<Instance<'_>> = instances(suite, &variants);
    let rows = Questions::new(&instances).ask_all(&faults(), |_| false, || {});
    let found = redundant(suite, &rows);
    if as_json {
        return format!("{}\n", crate::compare::json(&found));
    }
    let mut by_clause: BTreeMap<&str, Vec<&Redundant<'_>>> = BTreeMap::new();
    found.iter().for_each(|case| by_clause.entry(case.clause).or_default().push(case));
    let mut text = String::new();
    for clause in suite.specification.ids() {
        let Some(cases) = by_clause.get(clause) else { continue };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{clause}");
        for case in cases {
            let _ = writeln!(text, "  {:<48} {}", case.id, case.title);
        }
    }
    text + &format!("{} of {} cases could go one at a time\n", found.len(), suite.cases.len())
}

/// Every case each of whose cells is full without it. The rows are those of the wrong engines.
pub fn redundant<'a>(suite: &'a Suite, rows: &[Row<'_>]) -> Vec<Redundant<'a>> {
    let told: Vec<_> = told_apart(suite).into_iter().filter(pairs::is_demanded).collect();
    let mut found = Vec::new();
    for case in &suite.cases {
        let pairs_of_case: Vec<_> = told.iter().filter(|told| told.cases.contains(&case.id.as_str())).collect();
        let of_case: Vec<&Row<'_>> = rows.iter().filter(|row| row.cases().contains(case.id.as_str())).collect();
        let pairs_stay = pairs_of_case.iter().all(|told| told.cases.len() > pairs::ENOUGH);
        if pairs_stay && of_case.iter().all(|row| is_caught_without(row, case)) && clauses_stay(suite, case) {
            let (faults, pairs) = (of_case.len(), pairs_of_case.len());
            found.push(Redundant { clause: &case.clause, id: &case.id, title: &case.title, faults, pairs });
        }
    }
    found
}

fn is_caught_without(row: &Row<'_>, case: &Case) -> bool {
    row.caught.values().any(|cases| cases.len() - usize::from(cases.contains(case.id.as_str())) >= ENOUGH)
}

/// Whether every clause is shown as well without the case.
fn clauses_stay(suite: &Suite, case: &Case) -> bool {
    let others: Vec<&Case> = suite.cases.iter().filter(|other| other.id != case.id).collect();
    suite.specification.ids().all(|id| coverage::missing(id, &others).is_empty())
}
