//! `nardy run`: the cases against an engine.

use super::report::{Files, Wanted};
use super::{Stop, variant};
use crate::engine::Engine;
use crate::instance::{Instance, instances};
use crate::known::Known;
use crate::protocol::client::{Client, ClientOptions};
use crate::protocol::message::RulesSupport;
use crate::reference::Reference;
use crate::report::record::{Environment, Header, How, Record, SCHEMA, now};
use crate::report::tally::Tally;
use crate::report::terminal::Show;
use crate::report::{Report, Run, terminal};
use crate::runner::{self, Manner};
use crate::shell;
use crate::smoke;
use crate::suite::{Places, Suite};
use crate::variant::Variant;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use regex::Regex;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Judge by this variant only, a profile or a file of house rules; may be given several times. All profiles, if not given.
    #[arg(long = "variant", value_name = "ID|FILE")]
    variants: Vec<String>,
    /// Run only instances whose name, `case@variant`, matches this regular expression.
    #[arg(long, value_name = "RE")]
    filter: Option<Regex>,
    /// How many engines run side by side.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// The least number of cases that must run under each selected variant; unsupported ones do not run.
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_run: usize,
    /// Multiply every time limit by this.
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    timeout_scale: f64,
    #[command(flatten)]
    show: Show,
    /// Ask every question this often.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// A file of known failures (YAML); the run fails on whatever is not as it says.
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write the failures of this run to the file of known failures; entries that still hold stay, comments are lost.
    #[arg(long, requires = "known")]
    update_known: bool,
    /// Write reports to files: json (all of it, as JSON lines), junit, html and md. `-` is standard output; what is said of the
    /// run then goes to standard error.
    #[arg(long = "report", value_name = "FORM=FILE", value_delimiter = ',')]
    reports: Vec<Wanted>,
    /// Leave out the smoke check, which stops at an adapter that speaks another frame.
    #[arg(long)]
    no_smoke: bool,
    /// The engine to run: a command that speaks the adapter protocol. The reference engine, if not given.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            variants: Vec::new(),
            filter: None,
            jobs: 1,
            min_run: 1,
            timeout_scale: 1.0,
            show: Show::default(),
            repeat: 1,
            known: None,
            update_known: false,
            reports: Vec::new(),
            no_smoke: false,
            command: Vec::new(),
        }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if scale.is_finite() && scale > 0.0 => Ok(scale),
        _ => Err("it must be a number above 0".to_owned()),
    }
}

pub fn run(places: &Places, options: &Options) -> Result<(), Stop> {
    let suite = Suite::load(places)?;
    let named = named(&suite, options)?;
    let house = named.iter().filter(|variant| !suite.variants.iter().any(|other| other.id == variant.id));
    let whole = instances(&suite, &suite.variants.iter().chain(house).collect::<Vec<_>>());
    let is_named =
        |instance: &&Instance<'_>| named.is_empty() || named.iter().any(|variant| variant.id == instance.variant.id);
    let is_wanted = |instance: &&Instance<'_>| options.filter.as_ref().is_none_or(|re| re.is_match(&instance.name()));
    let selected: Vec<Instance<'_>> = whole.iter().filter(is_named).filter(is_wanted).cloned().collect();
    if selected.is_empty() {
        return Err(Stop::Engine("no case was selected, so nothing can be said of the engine".to_owned()));
    }
    let known = known(options, &whole)?;
    let files = Files::open(&options.reports)?;
    let stop = stop_on_interrupt();
    let (start, started) = (Instant::now(), now());
    let mut engines = engines(&suite, options, &named, &stop)?;
    if !options.no_smoke
        && !options.command.is_empty()
        && let Some(wrong) = smoke::check(&mut *engines[0], selected[0].variant)
    {
        return Err(Stop::Engine(wrong));
    }
    let about = engines[0].about().clone();
    let repeat_count = options.repeat as usize;
    let bar = progress(questions(&selected, &engines) * u64::from(options.repeat));
    let tick = || tick(&bar, start);
    let judged = runner::run(&selected, engines, &Manner { repeat: repeat_count, stop: &stop, progress: &tick });
    bar.finish_and_clear();
    let run = Run {
        specification: &suite.specification,
        instances: &selected,
        judged: &judged,
        about: &about,
        known: &known,
        repeat: repeat(places, options),
    };
    let report = run.report(Header {
        schema: SCHEMA,
        instances: selected.len(),
        suite: suite.version.clone(),
        engine: (&about).into(),
        run: Some(how(options, start.elapsed())),
        environment: Some(Environment::here()),
        started: Some(started),
        rules: BTreeMap::new(),
        clauses: BTreeMap::new(),
    });
    let is_held = options.known.is_some() && !options.update_known;
    let messages = if is_held { known.messages(&whole, &selected, &judged) } else { Vec::new() };
    let text = terminal::report(&report, options.show, &messages);
    if files.take_stdout() {
        anstream::eprint!("{text}");
    } else {
        anstream::print!("{text}");
    }
    files.write(&report)?;
    if let Some(path) = options.known.as_ref().filter(|_| options.update_known) {
        let text = crate::known::file(&known.updated(&whole, &selected, &judged));
        std::fs::write(path, text)
            .map_err(|error| Stop::Usage(format!("{} could not be written: {error}", path.display())))?;
        anstream::println!("{} says now what this run showed", path.display());
        return Ok(());
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Stop::Engine("the run was interrupted; the report shows what came before".to_owned()));
    }
    verdict(&report, &named, options)
}

/// The variants that are asked for.
fn named(suite: &Suite, options: &Options) -> Result<Vec<Variant>, Stop> {
    let mut named: Vec<Variant> = Vec::new();
    for given in &options.variants {
        let found = variant(&suite.variants, given)?;
        if let Some(other) = named.iter().find(|other| other.id == found.id && other.given_as != found.given_as) {
            let (one, two) = (&other.given_as, &found.given_as);
            return Err(Stop::Usage(format!("{one} and {two} have the same id, `{}`", found.id)));
        }
        named.push(found);
    }
    Ok(named)
}

fn how(options: &Options, took: Duration) -> How {
    let known = options.known.as_ref().filter(|_| !options.update_known);
    How {
        command: (!options.command.is_empty()).then(|| shell::words(&options.command)),
        jobs: options.jobs,
        repeat: options.repeat as usize,
        timeout_scale: options.timeout_scale,
        variants: options.variants.clone(),
        filter: options.filter.as_ref().map(ToString::to_string),
        known: known.map(|path| path.display().to_string()),
        seconds: took.as_secs_f64(),
    }
}

/// The known failures; none where no file is named, or it is yet to be written.
fn known(options: &Options, whole: &[Instance<'_>]) -> Result<Known, Stop> {
    match &options.known {
        None => Ok(Known::default()),
        Some(path) if options.update_known && !path.exists() => Ok(Known::default()),
        Some(path) => Known::read(path, whole).map_err(|error| Stop::Usage(error.to_string())),
    }
}

/// A flag that an interrupt raises: the run ends, its engines too, and the report so far is written. A second one ends at once.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    // Without a handler an interrupt ends the program at once, as it did before.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
}

fn engines(
    suite: &Suite,
    options: &Options,
    named: &[Variant],
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Box<dyn Engine + Send>>, Stop> {
    let mut engines: Vec<Box<dyn Engine + Send>> = Vec::new();
    for _ in 0..options.jobs {
        if options.command.is_empty() {
            engines.push(Box::new(Reference::new()));
            continue;
        }
        let client_options = ClientOptions { timeout_scale: options.timeout_scale, stop: Arc::clone(stop) };
        let client = Client::start(&options.command, suite.version.clone(), client_options)
            .map_err(|error| Stop::Engine(error.to_string()))?;
        if client.about().rules == RulesSupport::Fixed && named.len() != 1 {
            let ids: Vec<&str> = suite.variants.iter().map(|variant| variant.id.as_str()).collect();
            let why = "the engine has one built-in rule set; name exactly one variant to judge it by, with --variant";
            return Err(Stop::Engine(format!("{why}: {}", ids.join(", "))));
        }
        engines.push(Box::new(client));
    }
    Ok(engines)
}

fn questions(selected: &[Instance<'_>], engines: &[Box<dyn Engine + Send>]) -> u64 {
    let judges = engines.iter().all(|engine| engine.answers("judge_turn"));
    selected.iter().map(|instance| instance.asks(judges).len() as u64).sum()
}

/// A bar that is drawn on a terminal only, and only once the run has lasted two seconds.
fn progress(questions: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} questions, {eta} left");
    ProgressBar::with_draw_target(Some(questions), ProgressDrawTarget::hidden())
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn tick(bar: &ProgressBar, start: Instant) {
    bar.inc(1);
    if bar.is_hidden() && start.elapsed() > Duration::from_secs(2) {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

fn verdict(report: &Report, named: &[Variant], options: &Options) -> Result<(), Stop> {
    let tallies = Tally::by_profile(&report.records);
    let few = |id: &str| tallies.get(id).copied().unwrap_or_default().run() < options.min_run;
    let short: Vec<&str> = if named.is_empty() {
        tallies.keys().copied().filter(|id| few(id)).collect()
    } else {
        named.iter().map(|variant| variant.id.as_str()).filter(|id| few(id)).collect()
    };
    if report.records.iter().any(Record::is_unexpected) {
        Err(Stop::Unexpected)
    } else if !short.is_empty() {
        let few = match options.min_run {
            1 => "no case".to_owned(),
            least => format!("fewer than {least} cases"),
        };
        Err(Stop::Engine(format!("{few} ran under {}", short.join(", "))))
    } else {
        Ok(())
    }
}

/// The command line that repeats an instance: what stands before its `--variant` and `--filter`, and what after.
fn repeat(places: &Places, options: &Options) -> (String, String) {
    let mut before = vec![std::env::args().next().unwrap_or_else(|| "nardy".to_owned())];
    for (name, folder) in [("--cases", &places.cases), ("--variants", &places.variants)] {
        if let Some(folder) = folder {
            before.extend([name.to_owned(), folder.display().to_string()]);
        }
    }
    before.push("run".to_owned());
    let after =
        if options.command.is_empty() { String::new() } else { format!(" -- {}", shell::words(&options.command)) };
    (shell::words(&before), after)
}
