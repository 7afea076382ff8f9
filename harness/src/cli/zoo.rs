//! `nardy zoo`: wrong engines, each of which the cases must catch.

use super::{Stop, variant};
use crate::compare::json;
use crate::instance::{Instance, instances};
use crate::suite::{Places, Suite};
use crate::variant::Variant;
use crate::zoo::matrix::{self, ENOUGH, Questions, Row};
use crate::zoo::{Fault, Group, Respond, faults};
use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Run this wrong engine only, and name the cases that catch it; `list` lists them.
    #[arg(long, value_name = "NAME")]
    fault: Option<String>,
    /// Ask under this variant only, a profile or a file of house rules. What its cases cannot see is then no failure.
    #[arg(long, value_name = "ID|FILE")]
    variant: Option<String>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Runs the wrong engines against all cases, in process.
///
/// # Errors
/// When a fault is caught by too few cases, or the reference engine fails one.
pub fn run(places: &Places, options: &Options) -> Result<(), Stop> {
    if options.fault.as_deref() == Some("list") {
        anstream::print!("{}", list());
        return Ok(());
    }
    let suite = Suite::load(places)?;
    let named = options.variant.as_ref().map(|given| variant(&suite.variants, given)).transpose()?;
    let variants: Vec<&Variant> = named.as_ref().map_or_else(|| suite.variants.iter().collect(), |named| vec![named]);
    let faults = match &options.fault {
        Some(name) => vec![find(name)?],
        None => faults(),
    };
    let instances: Vec<Instance<'_>> = instances(&suite, &variants);
    let questions = Questions::new(&instances);
    let bar = progress(faults.len() as u64 + 1);
    let start = Instant::now();
    let done = || tick(&bar, start);
    let reference = matrix::reference(&questions);
    done();
    let rows = questions.ask_all(&faults, |_| false, done);
    bar.finish_and_clear();
    let mut table: Vec<(&Fault, &Row<'_>)> = faults.iter().zip(&rows).collect();
    // Those that fewest cases catch come first; the others stay by group.
    table.sort_by_key(|(_, row)| row.best().map_or(0, |(_, cases)| cases.min(ENOUGH)));
    if options.json {
        anstream::println!("{}", as_json(&table, &reference, questions.len()));
    } else {
        anstream::print!("{}", as_text(&table, &reference, &questions, options));
    }
    let is_weak = options.variant.is_none() && rows.iter().any(|row| !row.is_caught());
    if is_weak || !reference.caught.is_empty() { Err(Stop::Unexpected) } else { Ok(()) }
}

/// The wrong engine of a name, to be served over the protocol.
///
/// # Errors
/// When there is none.
pub fn engine(name: &str) -> Result<Respond, Stop> {
    find(name).map(|fault| fault.engine())
}

fn find(name: &str) -> Result<Fault, Stop> {
    let found = faults().into_iter().find(|fault| fault.name == name);
    found.ok_or_else(|| {
        let near: Vec<String> =
            faults().into_iter().map(|fault| fault.name).filter(|known| known.contains(name)).collect();
        let near = if near.is_empty() {
            "`--fault list` lists them".to_owned()
        } else {
            format!("did you mean {}?", near.join(", "))
        };
        Stop::Usage(format!("there is no fault `{name}`; {near}"))
    })
}

/// Every fault with its group and what it does wrong.
pub fn list() -> String {
    let faults = faults();
    let width = faults.iter().map(|fault| fault.name.len()).max().unwrap_or(0);
    faults.iter().fold(String::new(), |mut text, fault| {
        let _ = writeln!(text, "{:width$}  {:8}  {}", fault.name, fault.group.name(), fault.wrong);
        text
    })
}

/// A bar that is drawn on a terminal only, and only once the run has lasted two seconds.
fn progress(engines: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} engines, {eta} left");
    ProgressBar::with_draw_target(Some(engines), ProgressDrawTarget::hidden())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tick(bar: &ProgressBar, start: Instant) {
    bar.inc(1);
    if bar.is_hidden() && start.elapsed() > Duration::from_secs(2) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

const GREEN: Style = AnsiColor::Green.on_default();
const RED: Style = AnsiColor::Red.on_default();

fn as_text(table: &[(&Fault, &Row<'_>)], reference: &Row<'_>, questions: &Questions<'_>, options: &Options) -> String {
    let width = table.iter().map(|(fault, _)| fault.name.len()).max().unwrap_or(0).max("fault".len());
    let mut text = format!("{:width$}  {:8}  cases  most under one profile\n", "fault", "group");
    for (fault, row) in table {
        let best = row.best().map_or_else(|| "none".to_owned(), |(profile, cases)| format!("{cases} {profile}"));
        let style = if row.is_caught() { GREEN } else { RED };
        let (name, group, cases) = (&fault.name, fault.group.name(), row.cases().len());
        let _ = write!(text, "{style}{name:width$}{style:#}  {group:8}  {cases:5}  {best}");
        if fault.group == Group::Idle {
            let _ = write!(text, "; passes {} of {} lists of turns", row.lists_passed, row.lists);
        }
        text.push('\n');
        if !row.is_caught() || options.fault.is_some() {
            let _ = writeln!(text, "    {}", fault.wrong);
        }
        if options.fault.is_some() {
            row.cases().into_iter().for_each(|case| {
                let _ = writeln!(text, "    {case}");
            });
        }
    }
    text + "\n" + &closing(table, reference, questions.len(), options)
}

fn closing(table: &[(&Fault, &Row<'_>)], reference: &Row<'_>, asked: usize, options: &Options) -> String {
    let weak = table.iter().filter(|(_, row)| !row.is_caught()).count();
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let engines = count(table.len(), "wrong engine");
    let faults = match weak {
        0 => format!("{GREEN}{engines}, each caught by {ENOUGH} cases of one profile or more{GREEN:#}"),
        _ if options.variant.is_some() => {
            format!("{engines}, {weak} of them caught by fewer than {ENOUGH} cases of this profile")
        }
        _ => format!("{RED}{engines}, {weak} of them caught by fewer than {ENOUGH} cases of any one profile{RED:#}"),
    };
    let passed = match reference.cases().into_iter().next() {
        None => format!("{GREEN}the reference engine passes all {}{GREEN:#}", count(asked, "instance")),
        Some(case) => {
            format!("{RED}the reference engine fails {}, {case} first{RED:#}", count(reference.cases().len(), "case"))
        }
    };
    format!("{faults}; {passed}\n")
}

/// What `nardy zoo --json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report<'a> {
    /// How many cases of one profile must catch a wrong engine.
    enough: usize,
    /// The reference engine, which must pass.
    reference: ReferenceRow<'a>,
    /// Every wrong engine, those that fewest cases catch first.
    faults: Vec<FaultRow<'a>>,
}

/// What the cases say of the reference engine.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReferenceRow<'a> {
    /// How many instances were asked.
    instances: usize,
    /// The ids of the cases that it fails.
    fails: BTreeSet<&'a str>,
}

/// What the cases say of a wrong engine.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FaultRow<'a> {
    /// Its name.
    name: &'a str,
    /// What its fault is about.
    group: &'a str,
    /// What it does wrong, in a sentence.
    wrong: &'a str,
    /// Whether enough cases of one profile catch it.
    caught: bool,
    /// The ids of the cases that catch it, under any profile.
    cases: BTreeSet<&'a str>,
    /// The profile under which most cases catch it; null where none does.
    most: Option<Most<'a>>,
    /// The lists of turns that it was asked for.
    lists: Lists,
}

/// A profile, and how many cases catch a wrong engine under it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Most<'a> {
    /// The profile's id.
    variant: &'a str,
    /// How many cases catch the engine.
    cases: usize,
}

/// Lists of turns.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Lists {
    /// How many were asked for.
    asked: usize,
    /// How many of them were right.
    passed: usize,
}

fn as_json<'a>(table: &[(&'a Fault, &Row<'a>)], reference: &Row<'a>, asked: usize) -> String {
    let faults = table.iter().map(|(fault, row)| FaultRow {
        name: &fault.name,
        group: fault.group.name(),
        wrong: &fault.wrong,
        caught: row.is_caught(),
        cases: row.cases(),
        most: row.best().map(|(variant, cases)| Most { variant, cases }),
        lists: Lists { asked: row.lists, passed: row.lists_passed },
    });
    let reference = ReferenceRow { instances: asked, fails: reference.cases() };
    json(&Report { enough: ENOUGH, reference, faults: faults.collect() })
}
