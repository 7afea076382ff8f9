//! `nardy lint`: what the files alone cannot show, and what the suite as a whole must have.

pub mod coverage;
mod independence;
pub mod names;
pub mod pairs;
pub mod readers;
pub mod redundant;
pub mod sameness;
pub mod scalars;
pub mod titles;
pub mod tokens;

use crate::bases::bases;
use crate::case::Case;
use crate::cli::Stop;
use crate::files::{FileError, Folder, yaml_files};
use crate::matrix::told_apart;
use crate::problem::{Problem, Source};
use crate::suite::{Places, Suite, SuiteError};
use nardy_engine::rules::Contact;
use std::sync::Arc;

pub use independence::check;

/// What to check.
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Check only cases whose id matches this regular expression, and nothing of the suite as a whole.
    #[arg(long, value_name = "RE", conflicts_with_all = ["complete", "redundant"])]
    filter: Option<regex::Regex>,
    /// Demand of a folder of cases too what the suite as a whole must have: each clause and each two values of an axis shown by
    /// enough cases.
    #[arg(long)]
    complete: bool,
    /// List the cases without which the others would show as much, by clause. Each says in its title what else it shows, or
    /// goes.
    #[arg(long)]
    redundant: bool,
    /// Print that list as JSON.
    #[arg(long, requires = "redundant")]
    json: bool,
}

/// Checks the suite and prints every problem, or what holds.
///
/// # Errors
/// When the suite is invalid.
pub fn run(places: &Places, options: &Options) -> Result<(), Stop> {
    let suite = Suite::load(places)?;
    if options.redundant {
        anstream::print!("{}", redundant::print(&suite, options.json));
        return Ok(());
    }
    let (problems, summary) = match &options.filter {
        Some(filter) => {
            let cases: Vec<&Case> = suite.cases.iter().filter(|case| filter.is_match(&case.id)).collect();
            let (problems, vectors) = check(&suite, &cases);
            (problems, format!("{} cases hold under {vectors} rule sets asked", cases.len()))
        }
        None => {
            let is_complete = options.complete || places.cases.is_none();
            let mut problems = of_the_whole(places, &suite, is_complete).map_err(SuiteError::from)?;
            let cases: Vec<&Case> = suite.cases.iter().collect();
            let (dependent, vectors) = check(&suite, &cases);
            problems.extend(dependent);
            (problems, summary(&suite, vectors, is_complete))
        }
    };
    if problems.is_empty() {
        anstream::println!("{summary}");
        return Ok(());
    }
    let texts: Vec<String> = problems.iter().map(Problem::to_string).collect();
    let count = if problems.len() == 1 { "1 problem".to_owned() } else { format!("{} problems", problems.len()) };
    Err(Stop::Suite(format!("{}\n\n{count}", texts.join("\n\n"))))
}

/// Everything but the independence of each case; what only a complete suite has is asked of a complete one.
///
/// # Errors
/// When a file cannot be read.
pub fn of_the_whole(places: &Places, suite: &Suite, is_complete: bool) -> Result<Vec<Problem>, FileError> {
    let specification = yaml_files(Folder::Spec, None)?;
    let mut problems = files(places, suite, &specification)?;
    problems.extend(titles::check(&suite.cases));
    problems.extend(sameness::check(&suite.cases));
    if is_complete {
        let cases: Vec<&Case> = suite.cases.iter().collect();
        problems.extend(coverage::check(&suite.specification, &cases, &specification));
        problems.extend(pairs::check(&told_apart(suite), &specification));
    }
    Ok(problems)
}

/// What there is to say when nothing is wrong.
fn summary(suite: &Suite, vectors: usize, is_complete: bool) -> String {
    let long = suite.cases.iter().filter(|case| is_long(suite, case)).count();
    let cases = suite.cases.len();
    let mut text = format!("{cases} cases, {long} of them of long nardy, hold under {vectors} rule sets asked");
    if is_complete {
        let told = told_apart(suite);
        text += &format!(
            "\n{} clauses are each shown from both sides by {} cases or more\n{} pairs of values are each told apart by {} or more",
            suite.specification.ids().count(),
            coverage::ENOUGH,
            told.iter().filter(|told| pairs::is_demanded(told)).count(),
            pairs::ENOUGH,
        );
    }
    text
}

/// What is wrong with the files: their names, and what other readers would make of them.
fn files(places: &Places, suite: &Suite, specification: &[Arc<Source>]) -> Result<Vec<Problem>, FileError> {
    let mut problems = Vec::new();
    let cases = yaml_files(Folder::Cases, places.cases.as_deref())?;
    let variants = yaml_files(Folder::Variants, places.variants.as_deref())?;
    for source in &cases {
        let path = Folder::Cases.path_within(places.cases.as_deref(), &source.name);
        let chapter = suite.cases.iter().find(|case| case.place.source.name == source.name).map(Case::chapter);
        problems.extend(names::check_cases(source, &path, chapter.unwrap_or_default()));
    }
    for source in &variants {
        let path = Folder::Variants.path_within(places.variants.as_deref(), &source.name);
        problems.extend(names::check(source, &path));
    }
    for source in specification {
        problems.extend(names::check(source, &Folder::Spec.path_within(None, &source.name)));
    }
    for source in cases.iter().chain(&variants).chain(specification) {
        problems.extend(scalars::check(source));
        problems.extend(readers::check(source));
    }
    Ok(problems)
}

/// Whether some rule set under which the case is asked is one of long nardy: nothing is hit.
pub fn is_long(suite: &Suite, case: &Case) -> bool {
    suite.variants.iter().any(|variant| match &case.with {
        Some(with) => with.on == variant.id && with.change(variant.rules).contact == Contact::Closed,
        None => bases(case, variant.rules).iter().any(|rules| rules.contact == Contact::Closed),
    })
}
