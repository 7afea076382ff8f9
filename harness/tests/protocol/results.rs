//! Replies whose content has the wrong form, or an unusual one.

use super::engines::*;
use nardy_harness::engine::{Answer, Ask};
use nardy_harness::protocol::message::{AskOpening, AskOutcome, JudgeTurn, Turns};

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn with_keys_of_an_engines_own() {
    assert_good("content OwnKeys");
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn with_unknown_keys() {
    assert_marked("content UnknownKey", "protocol", &["`legal_turns`", "unknown field `score`", "x_"]);
    assert_marked("content UnknownKeyInTurn", "protocol", &["turns[0]: unknown field `score`"]);
    assert_marked("content UnknownKeyBesideResult", "protocol", &["unknown key `time`", "x_"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn in_a_wrong_envelope() {
    assert_marked("content NoJsonrpc", "protocol", &["the reply lacks \"jsonrpc\": \"2.0\""]);
    assert_marked("content ResultAndError", "protocol", &["both a result and an error"]);
    assert_marked("content NoResult", "protocol", &["neither a result nor an error"]);
    assert_marked(
        "content ErrorAsText",
        "protocol",
        &["a malformed error", "an object with code and message is wanted, not \"sorry\""],
    );
    assert_marked("content ResultAsList", "protocol", &["malformed: an object is wanted, not an array"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn that_do_not_add_up() {
    assert_marked("content WrongSum", "protocol", &["turns[0]: end.mover adds up to 16, not 15"]);
    assert_marked(
        "content ShortList",
        "protocol",
        &["turns[0].end.mover: an array of length 26 is wanted, and this one has 25"],
    );
    assert_marked(
        "content NoSuchPoint",
        "protocol",
        &["turns[0].steps[0]: [30, 25] is no step: a step begins on 25 to 1"],
    );
    assert_marked(
        "content Disagrees",
        "protocol",
        &["steps and end disagree: on 18 the mover has 1", "but 0 in `end`"],
    );
    assert_marked("content SameSteps", "protocol", &["turns[1]: the same steps as in turns[0]"]);
    assert_marked("content NeitherStepsNorEnd", "protocol", &["turns[0]: a turn needs `steps`, an `end`, or both"]);
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn that_are_wrong_but_well_formed() {
    let fate = marked("content NoTurns", PATIENT);
    assert_eq!(fate.answer, Ok(Answer::LegalTurns(Turns { turns: Vec::new() })));
    assert!(
        matches!(marked("content WrongPath", PATIENT).answer, Ok(Answer::LegalTurns(turns)) if turns.turns.len() == 1)
    );
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn of_the_other_methods() {
    let judge = Ask::JudgeTurn(JudgeTurn { question: legal_turns([2, 1]), steps: Vec::new() });
    let outcome = Ask::Outcome(AskOutcome { variant: None, position: start(), mover_started: true });
    let opening = Ask::Opening(AskOpening { variant: None, rolls: vec![[2, 5]], previous: None });
    let five = |asked: Ask| ask("content Other", PATIENT, vec![task("v", asked); 5]);
    let wrong = [
        (judge, ["yet breaks the clause `head.limit`", "legal: a boolean is wanted", "missing field `legal`"]),
        (outcome, ["state: unknown value `won`", "points: `1.5`: numbers are integers", "missing field `state`"]),
        (opening, ["starter: there is no player 3", "missing field `dice`", "dice: `7-1` is no roll"]),
    ];
    for (asked, words) in wrong {
        let fates = five(asked.clone());
        assert_fates(&format!("content Other {}", asked.method()), &fates);
        assert!(fates[..2].iter().all(|fate| fate.answer.is_ok()), "{fates:?}");
        fates[2..].iter().zip(words).for_each(|(fate, words)| assert_failure(fate, "protocol", &[words]));
    }
}
