//! The test engines beside this file, and what is asked of them.

use nardy_engine::{FirstTurn, GivenStep, Roll, Side, sample::NARD_ONLINE};
use nardy_harness::engine::{Answer, Ask, Engine, Exchange, Failure, Task};
use nardy_harness::protocol::message::{End, LegalTurns, Sides, SuiteVersion, Turn, Turns};
use nardy_harness::protocol::{Client, ClientOptions, StartError, StartFailure};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// For engines that answer: the protocol's own limits.
pub const PATIENT: f64 = 1.0;
/// For engines that do not: 2.4 s for the first answer, 0.8 s for each other.
pub const HURRIED: f64 = 0.08;
/// The rolls of the eight questions. The test engines do something wrong at the marked one.
pub const ROLLS: [[u8; 2]; 8] = [[2, 1], [3, 1], [4, 1], [5, 1], [6, 1], [3, 2], [4, 2], [5, 2]];
pub const MARKED: usize = 3;

pub fn start() -> Sides {
    Sides { mover: Side::of(&[(24, 15)]), opponent: Side::of(&[(12, 15)]) }
}

pub fn legal_turns([higher, lower]: [u8; 2]) -> LegalTurns {
    let roll = Roll::new(higher, lower).unwrap();
    LegalTurns { variant: None, position: start(), roll, first_turn: Some(FirstTurn::Starter), history: None }
}

pub fn task(variant: &str, ask: Ask) -> Task {
    Task { variant: variant.to_owned(), rules: NARD_ONLINE, ask }
}

pub fn eight(variant: &str) -> Vec<Task> {
    ROLLS.map(|roll| task(variant, Ask::LegalTurns(legal_turns(roll)))).to_vec()
}

/// What the well-behaved engine answers.
pub fn right([higher, lower]: [u8; 2]) -> Answer {
    let (half, there) = (24 - higher, 24 - higher - lower);
    let steps = vec![GivenStep { from: 24, to: half, die: None }, GivenStep { from: half, to: there, die: None }];
    let end = End { mover: Side::of(&[(24, 14), (there, 1)]), opponent: None };
    Answer::LegalTurns(Turns { turns: vec![Turn { steps: Some(steps), end: Some(end) }] })
}

/// The command of a test engine. All its processes carry the mark in their environment.
pub fn command(script: &str, mark: &str) -> Vec<String> {
    let (file, engine) = script.split_once(' ').unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines").join(file).with_extension("py");
    let words = ["env", "PYTHONDONTWRITEBYTECODE=1", mark, "python3", "-S", path.to_str().unwrap(), engine];
    words.map(str::to_owned).to_vec()
}

pub fn mark() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    format!("NARDY_TEST={}.{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn suite() -> SuiteVersion {
    SuiteVersion { version: "0".to_owned(), digest: "0".to_owned() }
}

pub fn options(timeout_scale: f64) -> ClientOptions {
    ClientOptions { timeout_scale, ..ClientOptions::default() }
}

/// Runs something that must not take for ever.
pub fn watched<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, end) = channel();
    let thread = std::thread::spawn(move || done.send(run()).unwrap());
    match end.recv_timeout(Duration::from_secs(25)) {
        Ok(result) => result,
        Err(error) => {
            assert!(thread.is_finished(), "deadlock: {error}");
            std::panic::resume_unwind(thread.join().unwrap_err())
        }
    }
}

/// Processes whose environment carries the mark, where the system shows it.
pub fn left_behind(mark: &str) -> Vec<String> {
    let has_mark = |process: &Path| {
        let environment = std::fs::read(process.join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|entry| entry == mark.as_bytes())
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten().map(|entry| entry.path());
    processes.filter(|process| has_mark(process)).map(|process| process.display().to_string()).collect()
}

/// The fates of these questions, each handed over exactly once; one that an unusable engine did not take is not run.
pub fn fates(engine: &mut impl Engine, tasks: Vec<Task>) -> Vec<Exchange> {
    let mut fates: Vec<Option<Exchange>> = vec![None; tasks.len()];
    let mut tasks = tasks.into_iter().enumerate();
    engine.run(&mut || tasks.next(), &mut |number, exchange| {
        assert!(fates[number].replace(exchange).is_none(), "question {number} has two fates");
    });
    let lost = |number: usize| {
        let why = engine.unusable().unwrap_or_else(|| panic!("question {number} is lost"));
        assert!(tasks.len() > 0 || number + 1 == fates.len(), "question {number} was taken and is lost");
        Exchange { answer: Err(Failure::NotRun(why.to_owned())), wire: None, duration: Duration::ZERO }
    };
    fates.iter().cloned().enumerate().map(|(number, fate)| fate.unwrap_or_else(|| lost(number))).collect()
}

/// Asks an engine these questions, and sees to it that nothing is left behind.
pub fn ask(script: &str, timeout_scale: f64, tasks: Vec<Task>) -> Vec<Exchange> {
    let mark = mark();
    let command = command(script, &mark);
    let fates = watched(move || {
        let mut client =
            Client::start(&command, suite(), options(timeout_scale)).unwrap_or_else(|error| panic!("{error}"));
        fates(&mut client, tasks)
    });
    assert_eq!(left_behind(&mark), [""; 0], "{script}");
    fates
}

/// Asks the eight questions. All are answered rightly but the marked one, whose fate is given back.
pub fn marked(script: &str, timeout_scale: f64) -> Exchange {
    let mut fates = ask(script, timeout_scale, eight("nard-online"));
    for (number, fate) in fates.iter().enumerate().filter(|&(number, _)| number != MARKED) {
        assert_eq!(fate.answer, Ok(right(ROLLS[number])), "{script}: question {number}");
    }
    fates.swap_remove(MARKED)
}

pub fn kind(failure: &Failure) -> (&'static str, &str) {
    match failure {
        Failure::Unsupported(why) => ("unsupported", why),
        Failure::Error(why) => ("error", why),
        Failure::Crash(why) => ("crash", why),
        Failure::Timeout(why) => ("timeout", why),
        Failure::Protocol(why) => ("protocol", why),
        Failure::NotRun(why) => ("not run", why),
    }
}

/// Holds what is said of an engine against its snapshot, without what differs from run to run.
pub fn assert_said(script: &str, said: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    // One engine writes blanks for as long as it is let.
    let said =
        said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n");
    settings.bind(|| insta::assert_snapshot!(script.replace(' ', "-"), said));
}

/// What is said of each question without an answer.
pub fn assert_fates(script: &str, fates: &[Exchange]) {
    let mut said = String::new();
    for (number, fate) in fates.iter().enumerate() {
        match &fate.answer {
            Ok(_) => said += &format!("{number}: answered\n"),
            Err(failure) => {
                let (found, why) = kind(failure);
                said += &format!("{number}: {found}: {why}\n");
            }
        }
    }
    assert_said(script, &said);
}

#[track_caller]
pub fn assert_failure(fate: &Exchange, expected: &str, words: &[&str]) {
    let (found, why) = kind(fate.answer.as_ref().expect_err("a failure"));
    println!("{found}: {why}");
    assert_eq!(found, expected, "{why}");
    for word in words {
        assert!(why.contains(word), "`{word}` is not in: {why}");
    }
}

/// The marked question fails so, and the engine answers every other.
#[track_caller]
pub fn assert_marked(script: &str, expected: &str, words: &[&str]) -> Exchange {
    let scale = if expected == "timeout" { HURRIED } else { PATIENT };
    let fate = marked(script, scale);
    assert_failure(&fate, expected, words);
    assert_fates(script, std::slice::from_ref(&fate));
    fate
}

/// The engine answers every question.
#[track_caller]
pub fn assert_good(script: &str) {
    let fate = marked(script, PATIENT);
    assert_eq!(fate.answer, Ok(right(ROLLS[MARKED])), "{script}");
}

/// Every question fails so.
#[track_caller]
pub fn assert_all(script: &str, expected: &str, words: &[&str]) {
    let fates = ask(script, PATIENT, eight("nard-online"));
    fates.iter().for_each(|fate| assert_failure(fate, expected, words));
    assert_fates(script, &fates[..1]);
}

/// The engine cannot be used.
#[track_caller]
pub fn assert_unusable(script: &str, is_expected: fn(&StartFailure) -> bool, words: &[&str]) {
    let mark = mark();
    let command = command(script, &mark);
    let words_of_command = command.join(" ");
    let started = watched(move || Client::start(&command, suite(), options(HURRIED)).map(drop));
    let error: StartError = started.expect_err("an error");
    println!("{error}");
    assert_said(script, &error.to_string().replace(&words_of_command, "COMMAND"));
    assert!(is_expected(&error.reason), "{error:?}");
    for word in words {
        assert!(error.to_string().contains(word), "`{word}` is not in: {error}");
    }
    assert_eq!(left_behind(&mark), [""; 0], "{script}");
}
