//! The client against engines that are wrong in every way an engine can be wrong: each question has one fate, the right one, and
//! nothing is left behind.

mod engines;
#[path = "protocol/lines.rs"]
mod lines;
#[path = "protocol/results.rs"]
mod results;
#[path = "protocol/traffic.rs"]
mod traffic;

use nardy_harness::engine::{Ask, Engine};
use nardy_harness::protocol::message::{AskOutcome, JudgeTurn, LegalTurns};
use nardy_harness::protocol::{Client, ClientOptions, StartFailure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

mod at_the_start {
    use super::engines::*;
    use super::*;

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn no_such_program() {
        let error = Client::start(&["./no-such-engine".to_owned()], suite(), options(PATIENT)).map(drop).unwrap_err();
        assert!(error.to_string().starts_with("`./no-such-engine` could not be started: No such file"), "{error}");
        assert!(Client::start(&[], suite(), options(PATIENT)).is_err());
    }

    const IS_TIMEOUT: fn(&StartFailure) -> bool = |reason| matches!(reason, StartFailure::Timeout { .. });

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn hangs() {
        let words = ["no reply to `initialize` in 2.4 s", "flushed?", "loading the weights"];
        assert_unusable("start Hangs", IS_TIMEOUT, &words);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn answers_only_at_its_end() {
        assert_unusable("start NeverFlushes", IS_TIMEOUT, &["flushed?"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn ends_no_line() {
        assert_unusable("start NoNewline", IS_TIMEOUT, &["ends with a newline: `{\"jsonrpc\""]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn exits() {
        let is_end = |reason: &StartFailure| matches!(reason, StartFailure::Ended { .. });
        assert_unusable("start Exits", is_end, &["exited with status 1 before it answered", "no licence found"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn speaks_otherwise() {
        let is_protocol = |reason: &StartFailure| matches!(reason, StartFailure::Protocol(_));
        assert_unusable("start Banner", is_protocol, &["no JSON", "standard error", "`Nardy Master 3000 (c) 1999`"]);
        assert_unusable("start ByteOrderMark", is_protocol, &["byte order mark"]);
        assert_unusable("start ChoosesOtherVersion", is_protocol, &["version 2", "1 alone was offered"]);
        assert_unusable("start UnknownKey", is_protocol, &["unknown field `rating`"]);
        assert_unusable("start ListsNothing", is_protocol, &["`variants` lists none"]);
        assert_unusable(
            "start Misspelt",
            is_protocol,
            &["methods: `judgeTurn` is no method; the nearest is `judge_turn`"],
        );
        assert_unusable("start NoneInFlight", is_protocol, &["`max_in_flight` is 0"]);
        assert_unusable(
            "start OtherVersion",
            |reason| matches!(reason, StartFailure::Version(_)),
            &["[7]", "only version 7"],
        );
        assert_unusable(
            "start Refuses",
            |reason| matches!(reason, StartFailure::Refused(_)),
            &["-32603", "opening book"],
        );
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn says_more_of_itself() {
        assert_good("start SaysMore");
        let client = Client::start(&command("start SaysMore", &mark()), suite(), options(PATIENT)).unwrap();
        assert_eq!(client.identity().name, "talkative");
        assert_eq!(client.identity().more["x_build"], 7);
    }
}

mod configuring {
    use super::engines::*;
    use super::*;

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn is_ignored() {
        let fates = ask("start IgnoresConfigure", HURRIED, eight("nard-online"));
        assert_failure(&fates[0], "timeout", &["no reply to `configure` in 0.8 s"]);
        fates[1..].iter().for_each(|fate| assert_failure(fate, "not run", &["configured to `nard-online`"]));
        assert_fates("start IgnoresConfigure", &fates);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn is_refused() {
        let words = ["`nard-online` is not configured", "block.six = unless-ahead", "-32001", "no walls"];
        assert_all("start CannotPlayRules", "unsupported", &words);
        assert_all("start ClaimsAndRefuses", "unsupported", &["`nard-online` is listed, yet not configured"]);
        assert_all("start CannotConfigure", "unsupported", &["-32601", "says \"rules\": \"fixed\""]);
        assert_all("start ConfiguredWithMore", "protocol", &["malformed: it must be {}: `"]);
        assert_all("start FailsToConfigure", "error", &["`nard-online`", "-32603", "table overflow"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn breaks_the_engine() {
        let labels = ["lucky", "lucky", "unlucky", "unlucky", "unlucky", "lucky"];
        let tasks = labels.map(|label| task(label, Ask::LegalTurns(legal_turns([2, 1])))).to_vec();
        let fates = ask("start ExitsOnConfigure", PATIENT, tasks);
        for number in [0, 1, 5] {
            assert_eq!(fates[number].answer, Ok(right([2, 1])), "{number}");
        }
        let words = ["exited with status 5 before it answered `configure`"];
        assert_failure(&fates[2], "crash", &words);
        assert_failure(&fates[3], "crash", &words);
        assert_failure(&fates[4], "not run", &["configured to `unlucky`"]);
        assert_fates("start ExitsOnConfigure", &fates);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn is_left_out_where_rules_are_built_in() {
        assert_good("start Fixed");
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn is_only_for_listed_variants() {
        assert_good("start Listed");
        let fates = ask("start Listed", PATIENT, eight("dulga-narda"));
        fates.iter().for_each(|fate| assert_failure(fate, "unsupported", &["does not list the variant `dulga-narda`"]));
        assert_fates("start Listed", &fates);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn waits_until_nothing_is_in_flight() {
        let mut tasks = eight("a");
        tasks.iter_mut().skip(1).step_by(2).for_each(|task| task.variant = "b".to_owned());
        let fates = ask("process ExitsAhead", PATIENT, tasks);
        let right = fates.iter().enumerate().filter(|(number, fate)| fate.answer == Ok(right(ROLLS[*number])));
        assert_eq!(right.count(), 7);
        assert_failure(&fates[MARKED], "crash", &["status 7"]);
    }
}

mod histories {
    use super::engines::*;
    use super::*;

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn are_sent_to_engines_that_replay() {
        let with = LegalTurns { history: Some(Vec::new()), ..legal_turns([2, 1]) };
        let judge = JudgeTurn { question: legal_turns([2, 1]), steps: Vec::new() };
        let outcome = AskOutcome { variant: None, position: start(), mover_started: true };
        let asks = vec![
            task("v", Ask::LegalTurns(with.clone())),
            task("v", Ask::LegalTurns(legal_turns([2, 1]))),
            task("v", Ask::JudgeTurn(judge)),
            task("v", Ask::Outcome(outcome)),
        ];
        let fates = ask("start Replay", PATIENT, asks);
        assert_eq!(fates[0].answer, Ok(right([2, 1])));
        assert_failure(&fates[1], "unsupported", &["cannot set up positions"]);
        assert_failure(&fates[2], "unsupported", &["does not list the method `judge_turn`"]);
        assert_failure(&fates[3], "unsupported", &["does not list the method `outcome`"]);
        assert_fates("start Replay", &fates);
        let fates = ask("start WithoutHistory", PATIENT, vec![task("v", Ask::LegalTurns(with))]);
        assert_eq!(fates[0].answer, Ok(right([2, 1])));
    }
}

mod processes {
    use super::engines::*;
    use super::*;

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn hang() {
        let fates = ask("process HangsOnFirst", HURRIED, eight("nard-online"));
        assert_failure(&fates[0], "timeout", &["no reply to `legal_turns` in 0.8 s; is the reply flushed?"]);
        (1..8).for_each(|number| assert_eq!(fates[number].answer, Ok(right(ROLLS[number]))));
        assert_fates("process HangsOnFirst", &fates);
        let fate = assert_marked("process Hangs", "timeout", &["0.8 s"]);
        assert!(fate.wire.unwrap().reply.is_none() && fate.duration >= Duration::from_millis(800));
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn hang_in_a_line() {
        let fate =
            assert_marked("process HangsInLine", "timeout", &["ends with a newline: `{\"jsonrpc\": \"2.0\", \"id\"`"]);
        assert_eq!(fate.wire.unwrap().reply.unwrap(), "{\"jsonrpc\": \"2.0\", \"id\"");
        assert_marked("process Drips", "timeout", &["ends with a newline"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn ignore_sigterm() {
        assert_marked("process HangsOnTerm", "timeout", &["0.8 s"]);
        let fates = ask("process IgnoresTheEnd", HURRIED, eight("nard-online"));
        assert!(fates.iter().all(|fate| fate.answer.is_ok()));
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn exit() {
        let fate = assert_marked("process Exits", "crash", &["exited with status 0 before it answered `legal_turns`"]);
        assert_eq!(fate.wire.unwrap().stderr, "out of memory");
        let fate =
            assert_marked("process ExitsInLine", "crash", &["exited with status 4 in the middle of its reply to"]);
        assert!(fate.wire.unwrap().reply.unwrap().starts_with('{'));
        assert_marked("process Killed", "crash", &["was killed by signal 11 (SIGSEGV)"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn exit_between_questions() {
        let fates = ask("process ExitsAfterEach", PATIENT, eight("nard-online"));
        for (number, fate) in fates.iter().enumerate() {
            if number % 2 == 0 {
                assert_eq!(fate.answer, Ok(right(ROLLS[number])));
            } else {
                assert_failure(fate, "crash", &["exited with status 0"]);
            }
        }
        assert_fates("process ExitsAfterEach", &fates);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn break_with_several_questions_in_flight() {
        assert_marked("process ExitsAhead", "crash", &["status 7", "4 questions were in flight"]);
        assert_marked("process HangsAhead", "timeout", &["0.8 s", "4 questions were in flight"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn close_their_output_and_live() {
        assert_marked(
            "process ClosesStdout",
            "crash",
            &["closed its standard output, but did not end, before it answered"],
        );
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn leave_a_child_that_holds_the_pipes() {
        assert_marked("process LeavesChild", "crash", &["exited with status 3"]);
        assert_marked("process HangsWithChild", "timeout", &["0.8 s"]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn leave_a_child_in_a_group_of_its_own() {
        let mark = mark();
        let command = command("process LeavesChildOfItsOwn", &mark);
        let begin = Instant::now();
        let fates =
            watched(move || fates(&mut Client::start(&command, suite(), options(PATIENT)).unwrap(), eight("v")));
        assert!(begin.elapsed() < Duration::from_secs(5), "the child is not waited for");
        assert_failure(&fates[MARKED], "crash", &["exited with status 3"]);
        assert_eq!(fates.iter().filter(|fate| fate.answer.is_ok()).count(), 7);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn write_much_to_standard_error() {
        let fates = ask("process NoisyStderr", PATIENT, eight("nard-online"));
        for (number, fate) in fates.iter().enumerate() {
            assert_eq!(fate.answer, Ok(right(ROLLS[number])));
            let stderr = &fate.wire.as_ref().unwrap().stderr;
            let warning = if number == MARKED { "warning: very slow path" } else { "warning: slow path" };
            assert!(stderr.starts_with("…\n") && stderr.ends_with(warning), "{stderr}");
            assert_eq!(stderr.lines().count(), 41);
        }
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn are_another_after_a_restart() {
        let fates = ask("start AnotherAfterRestart", PATIENT, eight("nard-online"));
        (0..3).for_each(|number| assert_eq!(fates[number].answer, Ok(right(ROLLS[number]))));
        assert_failure(&fates[3], "crash", &["status 1"]);
        let words = ["after a restart the engine is another one", "it was `engine "];
        assert_failure(&fates[4], "protocol", &words);
        fates[5..].iter().for_each(|fate| assert_failure(fate, "not run", &words));
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn are_given_up_after_ten_restarts() {
        let tasks = (0..14).map(|_| task("v", Ask::LegalTurns(legal_turns([2, 1])))).collect();
        let fates = ask("stream ChattersAlways", PATIENT, tasks);
        fates[..11].iter().for_each(|fate| assert_failure(fate, "protocol", &["`thinking...`"]));
        fates[11..].iter().for_each(|fate| assert_failure(fate, "not run", &["10 times", "`thinking...`"]));
        assert_fates("stream ChattersAlways", &fates);
    }

    /// What one engine does not take, another may.
    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn leave_their_questions_to_others_once_given_up() {
        let command = command("stream ChattersAlways", &mark());
        let taken = watched(move || {
            let mut client = Client::start(&command, suite(), options(PATIENT)).unwrap();
            let mut taken = 0;
            client.run(
                &mut || {
                    taken += 1;
                    Some((0, task("v", Ask::LegalTurns(legal_turns([2, 1])))))
                },
                &mut |_, _| {},
            );
            assert!(client.unusable().unwrap().contains("10 times"));
            taken
        });
        assert_eq!(taken, 12, "eleven broke it, and with the twelfth it was found to be lost");
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn are_stopped_on_demand() {
        let mark = mark();
        let command = command("process HangsOnFirst", &mark);
        let begin = Instant::now();
        let fates = watched(move || {
            let stop = Arc::new(AtomicBool::new(false));
            let options = ClientOptions { timeout_scale: PATIENT, stop: Arc::clone(&stop) };
            let mut client = Client::start(&command, suite(), options).unwrap();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            fates(&mut client, eight("nard-online"))
        });
        assert!(begin.elapsed() < Duration::from_secs(5));
        fates.iter().for_each(|fate| assert_failure(fate, "not run", &["interrupted"]));
        assert_eq!(left_behind(&mark), [""; 0]);
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn answer_with_errors() {
        let fate = assert_marked("process InternalError", "error", &["-32603", "ZeroDivisionError"]);
        assert_eq!(fate.wire.unwrap().stderr, "Traceback: division by zero");
        assert_all("process RefusesMethods", "unsupported", &["does not support the method", "-32601", "not yet"]);
        assert_all("process RefusesPositions", "unsupported", &["does not support the position", "too many checkers"]);
        assert_marked("process RefusesRules", "unsupported", &["the rules", "block.six = unless-ahead", "no walls"]);
    }
}
