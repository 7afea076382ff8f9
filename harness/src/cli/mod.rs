//! The command `nardy`.

mod board;
mod explain;
mod matrix;
mod new_case;
mod question;
mod report;
mod run;
mod show;
pub(crate) mod zoo;

use crate::files::read_file;
use crate::lint;
use crate::problem::Problems;
use crate::protocol::server;
use crate::reference;
use crate::suite::{Places, Suite, SuiteError};
use crate::variant::{Variant, read_house};
use crate::zoo::Respond;
use clap::{Parser, Subcommand};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The conformance suite for engines of long nardy (длинные нарды).
///
/// Without a command it runs every case against the reference engine.
///
/// Exit codes: 0 as expected, 1 unexpected results, 2 usage, 3 the suite itself is invalid, 4 the engine is unusable or too
/// few cases ran.
#[derive(Debug, Parser)]
#[command(name = "nardy", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    places: Places,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the cases against an engine: the reference engine, or the command after `--`.
    Run(run::Options),
    /// Make other forms of a saved report, or say what changed between two.
    #[command(subcommand)]
    Report(report::Reports),
    /// Show the legal turns of a position and a roll.
    Turns(question::Turns),
    /// Say whether a turn is legal, and if not, why.
    Judge(question::Judge),
    /// Say what a position means after a turn: whether the game is over, and what it is worth.
    Outcome(question::Outcome),
    /// Say who starts a game, and with which dice.
    Opening(question::Opening),
    /// Show and explain cases, and begin new ones.
    #[command(subcommand)]
    Case(show::Case),
    /// Show variant profiles: published rule sets, axis by axis.
    #[command(subcommand)]
    Variant(show::Variant),
    /// Check the suite itself: its files, and that each case names every axis on which its answer depends.
    Lint(lint::Options),
    /// Run wrong engines against the cases: each must be caught by some.
    Zoo(zoo::Options),
    /// Count the cases that tell each two values of each axis apart, and list the values that nothing tells apart.
    Matrix(matrix::Options),
    /// Serve the reference engine over the adapter protocol, on standard input and output.
    Engine(Served),
}

/// Which engine is served.
#[derive(Debug, clap::Args)]
struct Served {
    /// Serve the wrong engine of this name in its place; `list` lists them.
    #[arg(long, value_name = "NAME")]
    fault: Option<String>,
}

/// Why a command ends without what it was asked for, by exit code.
#[derive(Debug)]
pub enum Stop {
    /// Unexpected results (1); what there is to say has been said.
    Unexpected,
    /// The command line, or a question in it, is wrong (2).
    Usage(String),
    /// The suite is invalid (3).
    Suite(String),
    /// The engine is unusable, or too few cases ran (4).
    Engine(String),
}

impl From<SuiteError> for Stop {
    fn from(error: SuiteError) -> Self {
        match error {
            // Problems say so themselves, each with its place.
            SuiteError::Problems(problems) => Stop::Suite(problems.to_string()),
            other => Stop::Suite(format!("error: {other}")),
        }
    }
}

/// Runs the command line; the result is the exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        None => run::run(&cli.places, &run::Options::default()),
        Some(Command::Run(options)) => run::run(&cli.places, &options),
        Some(Command::Report(reports)) => reports.print(),
        Some(Command::Turns(question)) => question.answer(&cli.places),
        Some(Command::Judge(question)) => question.answer(&cli.places),
        Some(Command::Outcome(question)) => question.answer(&cli.places),
        Some(Command::Opening(question)) => question.answer(&cli.places),
        Some(Command::Case(show)) => show.print(&cli.places),
        Some(Command::Variant(show)) => show.print(&cli.places),
        Some(Command::Matrix(options)) => options.print(&cli.places),
        Some(Command::Lint(options)) => lint::run(&cli.places, &options),
        Some(Command::Zoo(options)) => zoo::run(&cli.places, &options),
        Some(Command::Engine(served)) => engine(&served),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            let (code, text) = match stop {
                Stop::Unexpected => (1, None),
                // What is said of a file begins so by itself.
                Stop::Usage(text) if text.starts_with("error: ") => (2, Some(text)),
                Stop::Usage(text) => (2, Some(format!("error: {text}"))),
                Stop::Suite(text) => (3, Some(text)),
                Stop::Engine(text) => (4, Some(format!("error: {text}"))),
            };
            if let Some(text) = text {
                anstream::eprintln!("{text}");
            }
            ExitCode::from(code)
        }
    }
}

fn engine(served: &Served) -> Result<(), Stop> {
    let mut about = reference::about();
    let engine: Respond = match served.fault.as_deref() {
        None => Box::new(reference::answer),
        Some("list") => {
            anstream::print!("{}", zoo::list());
            return Ok(());
        }
        Some(name) => {
            about.engine.name = format!("nardy zoo: {name}");
            zoo::engine(name)?
        }
    };
    let served = server::serve(about, engine, std::io::stdin().lock(), std::io::stdout().lock());
    served.map_err(|error| Stop::Engine(format!("the connection broke: {error}")))
}

/// The variant that a command line names: the suite's profile of an id, or the house rules of a file.
fn variant(variants: &[Variant], given: &str) -> Result<Variant, Stop> {
    if given.contains(['/', '\\']) || given.ends_with(".yaml") || given.ends_with(".yml") {
        let source = read_file(Path::new(given)).map_err(|error| Stop::Usage(error.to_string()))?;
        let house = read_house(&Arc::new(source), variants);
        return house.map_err(|problems| Stop::Usage(Problems(problems).to_string()));
    }
    variants.iter().find(|variant| variant.id == given).cloned().ok_or_else(|| {
        let known: Vec<&str> = variants.iter().map(|variant| variant.id.as_str()).collect();
        Stop::Usage(format!("there is no variant `{given}`; there are {}", known.join(", ")))
    })
}

/// The case of an id.
fn case<'a>(suite: &'a Suite, id: &str) -> Result<&'a crate::case::Case, Stop> {
    let id = id.split('@').next().unwrap_or(id);
    suite.case(id).ok_or_else(|| {
        let last = id.rsplit('/').next().unwrap_or(id);
        let near: Vec<&str> =
            suite.cases.iter().map(|case| case.id.as_str()).filter(|known| known.contains(last)).take(5).collect();
        let near = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
        Stop::Usage(format!("there is no case `{id}`{near}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
