//! The suite can fail: every wrong engine of the zoo is caught, and what is right is not.

mod random;

use assert_cmd::Command;
use nardy_engine::Rules;
use nardy_harness::engine::{Answer, Ask};
use nardy_harness::instance::{Instance, instances};
use nardy_harness::protocol::message::{JudgeTurn, LegalTurns, Turns};
use nardy_harness::reference;
use nardy_harness::suite::{Places, Suite};
use nardy_harness::variant::Variant;
use nardy_harness::zoo::matrix::{self, Questions, Row};
use nardy_harness::zoo::{Fault, Group, faultless, faults};
use std::collections::BTreeSet;
use std::sync::LazyLock;

static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(&Places::default()).unwrap());
static INSTANCES: LazyLock<Vec<Instance<'_>>> = LazyLock::new(|| {
    let variants: Vec<&Variant> = SUITE.variants.iter().collect();
    instances(&SUITE, &variants)
});
static QUESTIONS: LazyLock<Questions<'_>> = LazyLock::new(|| Questions::new(&INSTANCES));

#[test]
fn every_fault_is_caught_by_three_cases() {
    let faults = faults();
    let rows = QUESTIONS.ask_all(&faults, Row::is_caught, || {});
    let missed = faults.iter().zip(&rows).filter(|(_, row)| !row.is_caught());
    let missed: Vec<String> = missed.map(|(fault, row)| format!("{}: {:?}", fault.name, row.cases())).collect();
    assert!(missed.is_empty(), "caught by fewer than three cases of a profile: {missed:#?}");
}

#[test]
fn what_is_right_is_not_caught() {
    assert_eq!(matrix::reference(&QUESTIONS).cases(), BTreeSet::new());
    let row = QUESTIONS.ask(faultless(), |_, _| true, |_| false);
    assert_eq!(row.cases(), BTreeSet::new());
    assert!(row.lists > 1000 && row.lists == row.lists_passed, "{row:?}");
}

#[test]
fn engines_that_hardly_play_pass_hardly_a_list_of_turns() {
    let share = |fault: &Fault| {
        let row = QUESTIONS.ask_fault(fault, |_| false);
        row.lists_passed as f64 / row.lists as f64
    };
    for fault in faults().iter().filter(|fault| fault.group == Group::Idle) {
        // A pass, or one step, is the whole turn in some cases; no other list is right.
        let most = match fault.name.as_str() {
            "answers-nothing" => 0.0,
            "always-passes" | "echoes-the-position" => 0.15,
            "lists-single-steps" => 0.25,
            name => panic!("{name} is not expected here"),
        };
        assert!(share(fault) <= most, "{} passes {:.3} of the lists", fault.name, share(fault));
    }
}

/// The turns of an answer, by their ends.
fn ends(turns: &Turns) -> BTreeSet<String> {
    turns.turns.iter().map(|turn| format!("{:?}", turn.end)).collect()
}

#[test]
fn without_a_fault_the_engine_agrees_with_the_reference_on_random_questions() {
    // `NARDY_SEED` draws other questions.
    let seed = std::env::var("NARDY_SEED").map_or(1, |seed| seed.parse().expect("a seed is a number"));
    let mut random = random::Random::new(seed);
    let mut faultless = faultless();
    for number in 0..6000 {
        let (rules, ask) = random.question();
        let asked = Ask::LegalTurns(ask.clone());
        let right = reference::answer(&rules, &asked).unwrap();
        let own = faultless(&rules, &asked).unwrap();
        let (Answer::LegalTurns(right), Answer::LegalTurns(own)) = (right, own) else { panic!("turns were asked for") };
        assert_eq!(ends(&own), ends(&right), "question {number}: {ask:?} under {rules:?}");
        for steps in random.turns(&right) {
            judged_alike(&rules, &ask, steps, &mut faultless);
        }
        random.play(&right);
    }
}

fn judged_alike(
    rules: &Rules,
    question: &LegalTurns,
    steps: Vec<nardy_engine::GivenStep>,
    faultless: &mut nardy_harness::zoo::Respond,
) {
    let ask = Ask::JudgeTurn(JudgeTurn { question: question.clone(), steps });
    let legal = |answer| match answer {
        Answer::JudgeTurn(judged) => judged.legal,
        other => panic!("a judgement was asked for, not {other:?}"),
    };
    let right = legal(reference::answer(rules, &ask).unwrap());
    assert_eq!(legal(faultless(rules, &ask).unwrap()), right, "{ask:?} under {rules:?}");
}

fn nardy(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nardy")).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn faults_have_names_of_their_own() {
    let (code, out, _) = nardy(&["engine", "--fault", "list"]);
    assert_eq!(code, 0);
    let names: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names.len(), faults().len());
    assert!(names.len() >= 60, "{}", names.len());
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "a name stands twice");
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    assert!(names.iter().all(|name| name.chars().all(plain)), "{names:?}");
    assert!(out.lines().all(|line| line.ends_with('.')), "each is a sentence");
    let (code, _, error) = nardy(&["engine", "--fault", "no-head"]);
    assert!(code == 2 && error.contains("did you mean no-head-rule?"), "{error}");
}

#[test]
fn a_wrong_engine_is_caught_over_the_protocol_too() {
    let program = env!("CARGO_BIN_EXE_nardy");
    let run = |engine: &[&str]| {
        let words = ["run", "--variant", "nard-online", "--filter", "^(dice|head)/", "--", program, "engine"];
        nardy(&[&words[..], engine].concat())
    };
    assert_eq!(run(&[]).0, 0);
    for fault in faults().iter().filter(|fault| fault.group == Group::Protocol) {
        // Nothing is hit in these cases. Some faults stop the run before its first case (4), as those of another frame.
        if fault.name != "ends-without-hits" {
            let code = run(&["--fault", &fault.name]).0;
            assert!(code == 1 || code == 4, "{} exits with {code}", fault.name);
        }
    }
    let (_, out, _) = run(&["--fault", "steps-listed-twice"]);
    assert!(out.contains("the same steps as in"), "{out}");
    assert_eq!(run(&["--fault", "no-head-rule"]).0, 1);
}

#[test]
fn the_table_names_the_cases_that_catch_a_fault() {
    let (code, out, _) = nardy(&["zoo", "--fault", "point-1-never-closed"]);
    assert_eq!(code, 0, "{out}");
    assert!(
        out.contains("\n    Point 1 is never closed.\n    ") && out.contains("1 wrong engine, each caught by 3"),
        "{out}"
    );
    let (code, out, _) = nardy(&["zoo", "--fault", "always-passes", "--variant", "nard-online", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["faults"][0]["caught"]), (0, &serde_json::json!(true)));
    assert_eq!(nardy(&["zoo", "--variant", "nowhere"]).0, 2);
}
