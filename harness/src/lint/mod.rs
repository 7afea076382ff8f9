//! `nardy lint`: what the files alone cannot show. The reference engine is asked under rule sets all around the published ones.

mod independence;

use crate::cli::Stop;
use crate::problem::Problem;
use crate::suite::{Places, Suite};

pub use independence::check;

/// What to check.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Check only cases whose id matches this regular expression.
    #[arg(long, value_name = "RE")]
    filter: Option<regex::Regex>,
}

/// Checks the suite and prints every problem.
///
/// # Errors
/// When the suite is invalid.
pub fn run(places: &Places, options: &Options) -> Result<(), Stop> {
    let suite = Suite::load(places)?;
    let cases: Vec<_> = suite
        .cases
        .iter()
        .filter(|case| options.filter.as_ref().is_none_or(|filter| filter.is_match(&case.id)))
        .collect();
    let (problems, vectors) = check(&suite, &cases);
    if problems.is_empty() {
        anstream::println!("{} cases hold under {vectors} rule sets asked", cases.len());
        return Ok(());
    }
    let texts: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let count = if problems.len() == 1 { "1 problem".to_owned() } else { format!("{} problems", problems.len()) };
    Err(Stop::Suite(format!("{}\n\n{count}", texts.join("\n\n"))))
}
