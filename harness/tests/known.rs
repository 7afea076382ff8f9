//! Known failures, from both sides: an engine that may play either die where only one can be played.

use nardy_harness::engine::{Engine, Exchange, Task};
use nardy_harness::instance::{Instance, instances};
use nardy_harness::known::{self, Known};
use nardy_harness::protocol::message::Initialized;
use nardy_harness::reference;
use nardy_harness::runner::{self, Judged, Manner};
use nardy_harness::suite::{Places, Suite};
use rstest::rstest;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(&Places::default()).unwrap());

/// The reference engine without the rule of the higher die; `right` leaves it right.
struct EitherDie {
    about: Initialized,
    right: bool,
}

impl Engine for EitherDie {
    fn about(&self) -> &Initialized {
        &self.about
    }

    fn run(&mut self, next: &mut dyn FnMut() -> Option<(usize, Task)>, done: &mut dyn FnMut(usize, Exchange)) {
        while let Some((number, mut task)) = next() {
            if !self.right {
                task.rules.dice_single = nardy_engine::rules::DiceSingle::Either;
            }
            let answer = reference::answer(&task.rules, &task.ask).map_err(|error| panic!("{error}"));
            done(number, Exchange { answer, wire: None, duration: Duration::ZERO });
        }
    }
}

fn whole() -> Vec<Instance<'static>> {
    let variants: Vec<_> = SUITE.variants.iter().filter(|variant| variant.id == "nard-online").collect();
    instances(&SUITE, &variants)
}

fn run(whole: &[Instance<'_>], right: bool) -> Vec<Judged> {
    let engine = EitherDie { about: reference::about(), right };
    let manner = Manner { repeat: 1, stop: &AtomicBool::new(false), progress: &|| {} };
    runner::run(whole, vec![Box::new(engine)], &manner)
}

fn read(text: &str, whole: &[Instance<'_>]) -> Result<Known, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.yaml");
    std::fs::write(&path, text).unwrap();
    Known::read(&path, whole).map_err(|error| error.to_string())
}

/// Everything that the wrong engine fails.
fn everything(whole: &[Instance<'_>]) -> String {
    let entries = Known::default().updated(whole, whole, &run(whole, false));
    assert!(entries.len() > 5);
    known::file(&entries)
}

#[test]
fn what_an_update_writes_is_true_of_the_run() {
    let whole = whole();
    let known = read(&everything(&whole), &whole).unwrap();
    let judged = run(&whole, false);
    assert!(known.surprises(&whole, &judged).is_empty());
    assert!(known.messages(&whole, &whole, &judged).is_empty());
    assert_eq!(known::file(&known.updated(&whole, &whole, &judged)), everything(&whole));
}

#[test]
fn a_failure_that_is_not_known_comes_with_the_lines_to_add() {
    let whole = whole();
    let all = everything(&whole);
    let (kept, dropped) = all.rsplit_once("- cases: ").unwrap();
    let known = read(kept, &whole).unwrap();
    let messages = known.messages(&whole, &whole, &run(&whole, false));
    assert_eq!(messages.len(), 1);
    assert!(messages[0].starts_with("1 not known to fail:\n  "), "{}", messages[0]);
    assert!(messages[0].ends_with(&format!("add these lines:\n- cases: {}", dropped.trim_end())), "{}", messages[0]);
}

#[test]
fn a_pass_that_is_known_to_fail_comes_with_the_lines_to_remove() {
    let whole = whole();
    let known = read(&everything(&whole), &whole).unwrap();
    let judged = run(&whole, true);
    let messages = known.messages(&whole, &whole, &judged);
    assert_eq!(messages.len(), known.surprises(&whole, &judged).len());
    assert!(messages[0].contains(" is no longer so (not yet explained)\n  "), "{}", messages[0]);
    assert!(messages[0].contains(": passes\nremove these lines:\n- cases: "), "{}", messages[0]);
    assert!(known.updated(&whole, &whole, &judged).is_empty());
}

/// A glob keeps its reason where some of what it covers passes again.
#[test]
fn a_glob_that_is_no_longer_true_is_narrowed() {
    let whole = whole();
    let glob = "schema: 1\nknown:\n- {cases: 'dice/higher-*', variants: '*', verdict: fail, reason: either die}\n";
    let known = read(glob, &whole).unwrap();
    let judged = run(&whole, false);
    let narrowed = known.updated(&whole, &whole, &judged);
    assert!(narrowed.iter().any(|entry| entry.reason == "either die"));
    let known = read(&known::file(&narrowed), &whole).unwrap();
    assert!(known.surprises(&whole, &judged).is_empty());
}

#[test]
fn another_verdict_than_the_known_one_is_told() {
    let whole = whole();
    let changed = everything(&whole).replacen("verdict: fail", "verdict: crash", 1);
    told(&changed, "fail, not crash");
}

#[test]
fn another_answer_than_the_known_one_is_told() {
    let whole = whole();
    let all = everything(&whole);
    let line = all.lines().skip_while(|line| !line.contains("answers:")).nth(1).unwrap();
    let (name, _) = line.rsplit_once(": ").unwrap();
    told(&all.replacen(line, &format!("{name}: '00000000'"), 1), "fail, but with another answer");
}

fn told(file: &str, says: &str) {
    let whole = whole();
    let known = read(file, &whole).unwrap();
    let messages = known.messages(&whole, &whole, &run(&whole, false));
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(messages[0].contains(says), "{}", messages[0]);
}

#[rstest]
#[case::nothing("[{cases: dice/no-such, variants: '*', verdict: fail, reason: r}]", "no instance is `dice/no-such`")]
#[case::everything("[{cases: '*', variants: '*', verdict: fail, reason: r}]", "covers every case")]
#[case::twice(
    "[{cases: 'dice/*', variants: '*', verdict: fail, reason: r}, {cases: 'dice/higher-*', variants: '*', verdict: fail, reason: r}]",
    "is known twice"
)]
#[case::pass("[{cases: 'dice/*', variants: '*', verdict: pass, reason: r}]", "`pass` cannot be a known failure")]
#[case::reason("[{cases: 'dice/*', variants: '*', verdict: fail, reason: ''}]", "a known failure has a reason")]
#[case::glob("[{cases: 'dice/[', variants: '*', verdict: fail, reason: r}]", "error parsing glob")]
#[case::key("[{cases: 'dice/*', variant: '*', verdict: fail, reason: r}]", "unknown field `variant`")]
fn a_wrong_file_is_refused_with_its_place(#[case] entries: &str, #[case] says: &str) {
    let whole = whole();
    let error = read(&format!("schema: 1\nknown: {entries}\n"), &whole).unwrap_err();
    assert!(error.contains(says) && error.contains("known.yaml:2:"), "{error}");
}
