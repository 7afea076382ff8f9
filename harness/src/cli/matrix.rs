//! `nardy matrix`: which cases tell the values of an axis apart.

use super::Stop;
use crate::compare::json;
use crate::docs;
use crate::matrix::{Matrix, NEVER, is_never_told_apart, told_apart};
use crate::suite::{Places, Suite};
use nardy_engine::Axis;

/// What to print.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Only this axis, and the ids of its cases.
    #[arg(long, value_name = "AXIS")]
    axis: Option<String>,
    /// Print JSON: the values told apart with the ids of the cases, and the values that nothing tells apart.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the page of the documentation.
    #[arg(long, conflicts_with = "axis")]
    markdown: bool,
}

impl Options {
    pub fn print(&self, places: &Places) -> Result<(), Stop> {
        let suite = Suite::load(places)?;
        if self.markdown {
            anstream::print!("{}", docs::matrix::page(&suite));
            return Ok(());
        }
        let axis: Option<Axis> = match &self.axis {
            Some(name) => Some(name.parse().map_err(|error: nardy_engine::RulesError| {
                let names: Vec<&str> = Axis::ALL.iter().map(|axis| axis.name()).collect();
                Stop::Usage(format!("{error}; the axes are {}", names.join(", ")))
            })?),
            None => None,
        };
        let wanted = |name: &str| axis.is_none_or(|axis| axis.name() == name);
        let told = told_apart(&suite).into_iter();
        let told: Vec<_> =
            told.filter(|told| wanted(told.axis) && !is_never_told_apart(told.axis, told.values)).collect();
        let never: Vec<_> = NEVER.iter().filter(|never| wanted(never.axis)).collect();
        if self.json {
            anstream::println!("{}", json(&Matrix { told_apart: told, never }));
            return Ok(());
        }
        for told in &told {
            let [one, other] = told.values;
            anstream::println!("{:<22} {:<48} {:>3}", told.axis, format!("{one} | {other}"), told.cases.len());
            for id in told.cases.iter().filter(|_| axis.is_some()) {
                anstream::println!("  {id}");
            }
        }
        if !never.is_empty() {
            anstream::println!("\nNothing tells apart");
        }
        for never in never {
            let beside = never.when.iter().map(|(other, values)| format!("{other} is {}", values.join(" or ")));
            let beside = beside.collect::<Vec<_>>().join(" and ");
            let beside = if beside.is_empty() { beside } else { format!(", where {beside}") };
            anstream::println!("  {}: {}{beside}\n    {}", never.axis, never.all_values().join(", "), never.because);
        }
        Ok(())
    }
}
