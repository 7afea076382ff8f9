//! The command line as a user meets it: what it prints, and its exit codes.

use assert_cmd::Command;
use rstest::rstest;
use std::path::Path;

/// Runs `nardy` with words; gives the exit code, standard output and standard error.
fn nardy(words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nardy")).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn turns(words: &[&str]) -> usize {
    let (code, out, error) = nardy(&[&["turns", "--json"], words].concat());
    assert_eq!(code, 0, "{error}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    answer["turns"].as_array().unwrap().len()
}

#[test]
fn without_a_command_every_case_runs_and_passes() {
    let (code, out, _) = nardy(&[]);
    assert_eq!(code, 0, "{out}");
    assert!(out.starts_with("Long nardy conformance suite "), "{out}");
    assert!(out.contains("\ntotal ") && out.contains(" cases pass ("), "{out}");
}

#[test]
fn an_axis_changes_the_answer() {
    let question = ["--variant", "arena", "--mover", "6 4 2 off12", "--opponent", "15x15", "--roll", "5-3"];
    assert_eq!(turns(&question), 5);
    assert_eq!(turns(&[&question[..], &["--rule", "bear-off.overshoot=highest"]].concat()), 2);
}

#[test]
fn one_turn_by_either_stop_on_a_drawn_board() {
    let (code, out, _) =
        nardy(&["turns", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5", "--first-turn", "starter"]);
    assert_eq!(code, 0);
    assert!(
        out.contains(" X15\n") && out.contains(" O15 ") && out.contains("1 legal turn\n  24/13 by 18 or 19\n"),
        "{out}"
    );
}

#[test]
fn the_numbers_of_a_published_board_go_in_and_come_out() {
    let red = ["--numbering", "white-1", "--as", "black"];
    let question = ["turns", "--mover", "13x15", "--opponent", "1x15", "--roll", "6-5"];
    let (_, out, _) = nardy(&[&question[..], &red].concat());
    assert!(out.contains("13/24 by 18 or 19\n"), "{out}");
}

#[rstest]
#[case("24/18 24/19", "step 2, 24/19: a second checker leaves the head, but only one may in this turn\n  head.limit: ")]
#[case("24/18", "1 die is played, but 2 can be: 24/18/13\n  dice.most: ")]
#[case("24/13", "24/13 is legal\n")]
#[case("pass", "a pass is legal only when nothing can be played, and 24/18/13 can\n  dice.pass: ")]
fn a_judgement_is_a_sentence_with_its_clause(#[case] turn: &str, #[case] says: &str) {
    let (code, out, _) = nardy(&["judge", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5", "--turn", turn]);
    assert_eq!(code, 0);
    assert!(out.contains(says), "{out}");
}

/// 24/13 with both stops closed: no order of the dice makes it.
#[test]
fn a_hop_over_two_closed_stops_is_refused() {
    let question = ["judge", "--mover", "24x14 1", "--opponent", "19 18 12x13", "--roll", "6-5", "--turn", "24/13"];
    let (_, out, _) = nardy(&question);
    assert!(out.contains("24/13 is not legal\n  step 1, 24/18: the 6 lands on 18, which the opponent holds"), "{out}");
}

#[rstest]
#[case::outcome(&["outcome", "--mover", "off15", "--opponent", "20x5 15x10"], "the game is over: X wins, mars, 2 points")]
#[case::closing(&["outcome", "--rule", "result.last-turn=second-player", "--mover", "off15", "--opponent", "20x5 15x10"], "one closing turn")]
#[case::opening(&["opening", "--rolls", "4-4 2-5", "--variant", "dulga-narda"], "player 2 starts, with 5-2; throws used: 2")]
#[case::variants(&["variant", "list"], "nard-online")]
#[case::variant(&["variant", "show", "arena"], "bear-off.overshoot nearest-lower (ambiguous")]
#[case::case(&["case", "show", "head/starter-3-3"], "otherwise (")]
#[case::cases(&["case", "list", "head.exception"], "head/starter-3-3")]
fn a_question_is_answered(#[case] words: &[&str], #[case] says: &str) {
    let (code, out, error) = nardy(words);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains(says), "{out}");
}

#[rstest]
#[case::no_such_variant(&["run", "--variant", "nardonline"], 2, "there is no variant `nardonline`; there are arena")]
#[case::no_such_axis(&["turns", "--rule", "head.limits=one", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5"], 2, "unknown axis `head.limits`")]
#[case::no_such_value(&["turns", "--rule", "head.limit=two", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5"], 2, "it is one of one, unlimited")]
#[case::sum(&["turns", "--mover", "24x14", "--opponent", "12x15", "--roll", "6-5"], 2, "the mover's checkers add up to 14, not 15")]
#[case::shared(&["turns", "--mover", "24x15", "--opponent", "24x15", "--roll", "6-5"], 2, "both sides stand on the mover's point 24")]
#[case::bar(&["turns", "--mover", "bar 24x14", "--opponent", "12x15", "--roll", "6-5"], 2, "has a checker on the bar")]
#[case::over(&["turns", "--mover", "off15", "--opponent", "12x15", "--roll", "6-5"], 2, "the game is over")]
#[case::roll(&["turns", "--mover", "24x15", "--opponent", "12x15", "--roll", "7-1"], 2, "`7-1` is no roll")]
#[case::turn(&["judge", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5", "--turn", "24/снятие"], 2, "`24/снятие` is no move")]
#[case::no_such_clause(&["case", "new", "--clause", "head.limits", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5"], 2, "unknown clause `head.limits`; there are head.limit, ")]
#[case::taken_id(&["case", "new", "--clause", "head.limit", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5", "--id", "head/starter-3-3"], 2, "`head/starter-3-3` is taken (it stands at cases/head/exception.yaml:")]
#[case::other_chapter(&["case", "new", "--clause", "head.limit", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5", "--id", "dice/own"], 2, "`dice/own` is no id: write head/ and a-z, 0-9 and -")]
#[case::no_such_value_of_a_case(&["case", "new", "--clause", "head.limit", "--mover", "24x15", "--opponent", "12x15", "--roll", "6-5", "--for", "head.limit=two"], 2, "--for head.limit=two: ")]
#[case::not_of_that_variant(&["case", "explain", "opening/three-ties@arena"], 2, "opening/three-ties does not speak of arena, but of azerbaijan, ")]
#[case::nothing_selected(&["run", "--filter", "no-such-case"], 4, "no case was selected")]
#[case::too_few(&["run", "--variant", "arena", "--min-run", "100000"], 4, "fewer than 100000 cases ran under arena")]
#[case::no_engine(&["run", "--", "false"], 4, "`false` exited with status 1")]
#[case::no_program(&["run", "--", "./no-such-engine"], 4, "could not be started")]
#[case::no_folder(&["--cases", "no-such-folder"], 3, "error: no-such-folder could not be read")]
fn what_cannot_be_done_is_said_with_its_exit_code(#[case] words: &[&str], #[case] code: i32, #[case] says: &str) {
    let (got, out, error) = nardy(words);
    assert_eq!(got, code, "{out}{error}");
    assert!(error.contains(says), "{error}");
}

/// A case to explain: a list of turns, turns judged by a step and as a whole, an outcome, an opening and a record.
#[rstest]
#[case::turns("landing/closed-five-with-checker-on-10")]
#[case::head("head/second-6-6@azerbaijan")]
#[case::step("head/limit-start-6-5-two-checkers")]
#[case::turn("dice/most-other-checker-has-the-second-die")]
#[case::outcome("result/koks-past-winners-head@home-gate-koks")]
#[case::closing_turn("result/closing-turn-with-14-off")]
#[case::opening("opening/one-tie")]
#[case::next_game("game/third-game-after-player-2-began-and-won")]
#[case::record("game/pass-before-the-last-turn")]
fn a_case_is_explained_in_a_hundred_columns(#[case] id: &str) {
    let (code, out, error) = nardy(&["case", "explain", id]);
    assert_eq!(code, 0, "{error}");
    // The first line is a name and a place, which are as long as they are.
    assert!(out.lines().skip(1).all(|line| line.chars().count() <= 100), "{out}");
    let name = id.split('@').next().unwrap().replace('/', "-");
    // The place moves with every case that is put in before it.
    let (first, rest) = out.split_once("  (").unwrap();
    insta::assert_snapshot!(format!("explain-{name}"), format!("{first}\n{}", rest.split_once('\n').unwrap().1));
}

#[test]
fn an_explanation_is_json_too() {
    let (_, out, _) = nardy(&["case", "explain", "head/limit-start-6-5-two-checkers", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["steps"][1]["reasons"][0]["clause"], "head.limit");
    assert_eq!(said["turns"][0]["legal"], false);
}

/// The new case reads, and lacks nothing but its ruling and its answer.
#[test]
fn a_new_case_lacks_its_ruling_and_its_answer() {
    let (code, out, error) = nardy(&[
        "case",
        "new",
        "--clause",
        "head.limit",
        "--mover",
        "24x14 13",
        "--opponent",
        "12x15",
        "--roll",
        "6-5",
        "--first-turn",
        "second",
        "--for",
        "head.limit=one",
        "--for",
        "head.exception.rolls=none,3-4-6",
    ]);
    assert_eq!(code, 0, "{error}");
    insta::assert_snapshot!("case-new", out);
    let folder = tempfile::tempdir().unwrap();
    let put = |case: &str| {
        std::fs::create_dir_all(folder.path().join("head")).unwrap();
        let text = format!("schema: 1\nclause: head.limit\ncases:\n{case}");
        std::fs::write(folder.path().join("head/own.yaml"), text).unwrap();
        nardy(&["--cases", folder.path().to_str().unwrap(), "lint"])
    };
    assert_eq!(put(&out).0, 3, "it has no answer yet");
    let answered = out.replace("expect:", "expect: {turns: [24/18/13, 24/18 13/8, 24/19 13/7, 13/7/2]}");
    let (_, _, error) = put(&answered);
    assert!(error.contains("a title begins with a capital letter") && error.contains("1 problem"), "{error}");
    let (code, out, error) = put(&answered.replace("''", "The second player's 6-5 is shared between head and field"));
    assert_eq!((code, out.starts_with("1 cases, 1 of them of long nardy, hold under ")), (0, true), "{out}{error}");
}

/// A wrong engine is not taken for the reference engine.
#[test]
fn a_wrong_engine_says_which() {
    let nardy_path = env!("CARGO_BIN_EXE_nardy");
    let words = ["run", "--variant", "nard-online", "--filter", "^dice/", "--wire", "--"];
    let fault = [nardy_path, "engine", "--fault", "no-duty-to-use-dice"];
    let (code, out, error) = nardy(&[&words[..], &fault].concat());
    assert_eq!(code, 1, "{out}{error}");
    assert!(out.contains("Engine: nardy zoo: no-duty-to-use-dice "), "{out}");
    assert!(out.contains("  sent       {\"jsonrpc\"") && out.contains("  received   {\"jsonrpc\""), "{out}");
}

/// The adapters that come with the suite.
mod python {
    use super::*;

    fn adapters() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/python")
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn the_example_engine_passes_every_case() {
        let example = adapters().join("example.py");
        let (code, out, error) = nardy(&["run", "--", "python3", example.to_str().unwrap()]);
        assert_eq!(code, 0, "{out}{error}");
        assert!(!out.contains("not run"), "{out}");
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn without_the_rule_of_the_higher_die_it_fails_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let example = std::fs::read_to_string(adapters().join("example.py")).unwrap();
        let wrong = example.replace("    return higher_fault(lines, state)\n", "    return None\n");
        assert_ne!(wrong, example);
        std::fs::write(folder.path().join("example.py"), wrong).unwrap();
        std::fs::copy(adapters().join("nardy_adapter.py"), folder.path().join("nardy_adapter.py")).unwrap();
        let engine = folder.path().join("example.py");
        let (code, out, _) = nardy(&["run", "--", "python3", engine.to_str().unwrap()]);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains("dice.higher: ") && out.contains("repeat: "), "{out}");
    }

    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn an_engine_that_answers_nothing_is_told_so() {
        let engine = "import json, sys
for line in sys.stdin:
    hello = {'protocol': 1, 'engine': {'name': 'mute', 'version': '1'}, 'methods': [], 'rules': 'any', 'setup': 'any'}
    print(json.dumps({'jsonrpc': '2.0', 'id': json.loads(line)['id'], 'result': hello}), flush=True)";
        let (code, out, error) = nardy(&["run", "--variant", "arena", "--no-smoke", "--", "python3", "-c", engine]);
        assert_eq!(code, 4, "{out}{error}");
        assert!(out.contains(" not run, unsupported: the engine does not list the method `legal_turns`\n"), "{out}");
        assert!(out.contains("\nnothing ran: "), "{out}");
        assert!(error.contains("error: no case ran under arena\n"), "{error}");
    }

    /// Ctrl-C in the middle of a run: the engine ends, and what came before is reported.
    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn an_interrupt_ends_the_engine_and_reports_what_came_before() {
        let folder = tempfile::tempdir().unwrap();
        let (engine, report) = (folder.path().join("slow.py"), folder.path().join("run.jsonl"));
        let alive = folder.path().join("alive");
        let slow = format!(
            "import sys, time\nsys.path.insert(0, {:?})\nimport example, nardy_adapter\n\
             def legal_turns(question):\n    open({alive:?}, 'w').close()\n    time.sleep(0.05)\n    return example.legal_turns(question)\n\
             nardy_adapter.run(legal_turns, name='slow', version='1', rules='any')\n",
            adapters()
        );
        std::fs::write(&engine, slow).unwrap();
        let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_nardy"))
            .args(["run", "--variant", "nard-online", "--report"])
            .arg(format!("json={}", report.display()))
            .args(["--", "python3", engine.to_str().unwrap()])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        while !alive.exists() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let id = rustix::process::Pid::from_raw(run.id().try_into().unwrap()).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
        assert_eq!(run.wait().unwrap().code(), Some(4));
        let mut error = String::new();
        std::io::Read::read_to_string(&mut run.stderr.take().unwrap(), &mut error).unwrap();
        assert!(error.contains("interrupted"), "{error}");
        assert!(std::fs::read_to_string(&report).unwrap().contains("\"not-run\""));
        std::fs::remove_file(&alive).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
        assert!(!alive.exists(), "the engine still answers");
    }

    /// The example engine's own tests.
    #[test]
    #[cfg_attr(not(python), ignore = "needs python3")]
    fn the_adapters_own_tests_pass() {
        let tests =
            Command::new("python3").args(["-B", "-m", "unittest", "-q"]).current_dir(adapters()).output().unwrap();
        assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stderr));
    }
}

/// A folder with a file of house rules in it, and the file's path.
fn house_rules(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("our club.yaml");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

const CLUB: &str = "\
schema: 1
id: our-club
name: {en: Our club, ru: Наш клуб}
based-on: nard-online
rules:
  opening.dice: played
  bear-off.overshoot:
    value: nearest-lower
    says: Settled at the meeting of May.
  result.points: difference
";

#[test]
fn house_rules_in_a_file_stand_wherever_a_variant_does() {
    let (_folder, club) = house_rules(CLUB);
    let variant = ["--variant", &club];
    let position = ["--mover", "6 4 2 off12", "--opponent", "15x15", "--roll", "5-3"];
    assert_eq!(turns(&[&variant[..], &position].concat()), 5);
    assert_eq!(turns(&position), 2);
    let ask = |words: &[&str]| {
        let (code, out, error) = nardy(&[words, &variant].concat());
        assert_eq!(code, 0, "{error}");
        out
    };
    assert!(ask(&[&["judge", "--turn", "4/off 6/3"], &position[..]].concat()).contains("4/off 6/3 is legal"));
    let lost = ["outcome", "--mover", "off15", "--opponent", "6x9 off6"];
    assert!(ask(&lost).contains("X wins, oyn, 9 points"));
    assert!(ask(&["opening", "--rolls", "2-5"]).contains("player 2 starts, with 5-2"));
    assert!(ask(&["run", "--filter", "bear-off/"]).contains("our-club"));
}

#[test]
fn house_rules_are_shown_expanded_with_where_each_comes_from() {
    let (_folder, club) = house_rules(CLUB);
    let (code, out, error) = nardy(&["variant", "show", &club]);
    assert_eq!(code, 0, "{error}");
    assert!(out.starts_with("our-club: Our club\nbased on nard-online\n\nboard.setup long (stated, "), "{out}");
    assert!(out.contains("; from nard-online)\n"), "{out}");
    assert!(
        out.contains("\nopening.dice played (house rule)\n  The starter plays the two dice of the opening throw.\n"),
        "{out}"
    );
    assert!(out.contains("nearest-lower (house rule)\n  Settled at the meeting of May.\n"), "{out}");
    assert_eq!(out.matches("(house rule)").count(), 3);
    let (_, rules, _) = nardy(&["variant", "show", "--json", &club]);
    assert!(rules.contains(r#""result.points":"difference""#), "{rules}");
}

#[test]
fn a_failure_under_house_rules_says_how_to_repeat_it() {
    let (_folder, club) = house_rules(CLUB);
    let engine = [env!("CARGO_BIN_EXE_nardy"), "engine", "--fault", "no-overshoot"];
    let (code, out, error) = nardy(&[&["run", "--variant", &club, "--"], &engine[..]].concat());
    assert_eq!(code, 1, "{error}");
    assert!(out.contains(&format!("run --variant '{club}' --filter '^")), "{out}");
}

#[rstest]
#[case(
    "based-on: nard-online",
    "based-on: nard-onlin",
    ":4:11\n",
    "there is no profile `nard-onlin` to base this one on"
)]
#[case("id: our-club", "id: arena", ":2:5\n", "`arena` is the id of a published profile")]
#[case("opening.dice: played", "opening.dice: rolled", ":6:17\n", "unknown value `rolled` for axis `opening.dice`")]
#[case("opening.dice: played", "opening.dices: played", ":6:3\n", "unknown axis `opening.dices`")]
#[case("based-on: nard-online\n", "", ":2:5\n", "a profile that is not based on another needs `numbering`")]
#[case("based-on: nard-online\n", "", ":5:3\n", "only a profile that is based on another may give a value alone")]
fn house_rules_that_are_wrong_are_refused_with_their_place(
    #[case] right: &str,
    #[case] wrong: &str,
    #[case] place: &str,
    #[case] says: &str,
) {
    let (_folder, club) = house_rules(&CLUB.replace(right, wrong));
    let (code, _, error) = nardy(&["opening", "--variant", &club]);
    assert_eq!(code, 2, "{error}");
    assert!(error.contains(says) && error.contains(&format!("{club}{place}")), "{error}");
}

#[test]
fn two_files_of_one_id_are_not_judged_together() {
    let (_one, club) = house_rules(CLUB);
    let (_two, other) = house_rules(CLUB);
    let (code, _, error) = nardy(&["run", "--variant", &club, "--variant", &other]);
    assert_eq!((code, error.contains("have the same id, `our-club`")), (2, true), "{error}");
    assert_eq!(nardy(&["turns", "--variant", "no/such.yaml", "--mover", "24x15"]).0, 2);
}

#[test]
fn the_house_rules_of_the_book_are_as_it_says() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/house-rules.md")).unwrap();
    let example = page.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    let (_folder, club) = house_rules(example);
    let (_, shown, error) = nardy(&["variant", "show", &club]);
    let shows = page.split("$ nardy variant show club.yaml\n").nth(1).unwrap().split("\n```").next().unwrap();
    assert!(shows.split("\n…").all(|part| shown.contains(part.trim())), "{shown}{error}");
    let judge = ["judge", "--mover", "7 3x14", "--opponent", "14x15", "--roll", "3-1", "--turn", "7/6 3/off"];
    let (_, judged, _) = nardy(&[&judge[..], &["--variant", &club]].concat());
    let says = page.split("--turn \"7/6 3/off\"\nclub.yaml").nth(1).unwrap().split("…\n```").next().unwrap();
    assert!(judged.starts_with(&format!("{club}{says}")), "{judged}");
}
