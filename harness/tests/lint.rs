//! What `nardy lint` demands of the suite as a whole: that the shipped suite has it, and what is said where it is missing.

use nardy_harness::case::Case;
use nardy_harness::files::{Folder, read_file, yaml_files};
use nardy_harness::lint::{coverage, is_long, of_the_whole, pairs, readers, redundant, sameness, scalars, titles};
use nardy_harness::matrix::told_apart;
use nardy_harness::problem::{Problem, Source};
use nardy_harness::suite::{Places, Suite};
use nardy_harness::zoo::matrix::Row;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

fn shipped() -> Suite {
    Suite::load(&Places::default()).unwrap()
}

/// A suite of these cases, of the clause `head.limit`, in a folder of their own.
fn suite(cases: &str) -> Suite {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("head")).unwrap();
    let text = format!("schema: 1\nclause: head.limit\ncases:\n{cases}");
    std::fs::write(folder.path().join("head/own.yaml"), text).unwrap();
    Suite::load(&Places { cases: Some(folder.path().to_owned()), variants: None }).unwrap()
}

/// The line and column of each problem, and what it says.
fn said(problems: &[Problem]) -> Vec<String> {
    problems
        .iter()
        .map(|problem| format!("{}:{} {}", problem.place.line, problem.place.column, problem.message))
        .collect()
}

fn specification() -> Vec<Arc<Source>> {
    yaml_files(Folder::Spec, None).unwrap()
}

#[test]
fn the_shipped_suite_has_all_that_it_must_have() {
    let suite = shipped();
    assert_eq!(said(&of_the_whole(&Places::default(), &suite, true).unwrap()), Vec::<String>::new());
    let long = suite.cases.iter().filter(|case| is_long(&suite, case)).count();
    assert!(long >= 700, "{long} cases are of long nardy");
}

/// The files of known failures are shipped beside the suite.
#[test]
fn files_of_known_failures_are_read_alike() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/nard-backgammon/known.yaml");
    let source = Arc::new(read_file(&file).unwrap());
    assert_eq!(said(&scalars::check(&source)), Vec::<String>::new());
    assert_eq!(readers::check(&source), None);
}

#[test]
fn a_clause_with_too_few_cases_is_named_where_it_stands() {
    let suite = shipped();
    let without = |clause: &str| {
        let cases: Vec<&Case> = suite.cases.iter().filter(|case| case.clause != clause).collect();
        let problems = coverage::check(&suite.specification, &cases, &specification());
        problems.into_iter().filter(|problem| problem.message.starts_with(clause)).collect::<Vec<_>>()
    };
    let stack = without("board.stack");
    let messages: Vec<&str> = stack.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "board.stack: 0 of at least 2 cases show what is legal",
            "board.stack: 0 of at least 2 cases show a turn that is not legal",
        ]
    );
    let place = &stack[0].place;
    assert_eq!(place.source.name, "docs/spec/board.yaml");
    let line = place.source.text.lines().nth(place.line - 1).unwrap();
    assert_eq!((line.trim(), place.column), ("- id: board.stack", 9));
    assert_eq!(stack[0].help.as_deref(), Some("state further cases in a file of the clause, in cases/board/"));
    let source = said(&without("board.source"));
    assert!(source[0].ends_with("board.source: 0 of at least 2 cases show what is legal"), "{source:?}");
    let mars = said(&without("result.mars"));
    assert!(
        mars[0].ends_with("two different answers have to be expected by two cases each (there is none)"),
        "{mars:?}"
    );
}

/// An illegal turn counts for the clause that it breaks, in whatever file it stands.
#[test]
fn a_clause_that_no_turn_breaks_is_named() {
    let suite = shipped();
    let cases: Vec<&Case> = suite.cases.iter().filter(|case| case.clause != "dice.pass").collect();
    assert_eq!(coverage::missing("dice.pass", &cases), ["0 of at least 2 cases show what is legal"]);
    let none: Vec<&Case> = Vec::new();
    assert_eq!(coverage::missing("dice.pass", &none)[1], "0 of at least 2 cases show a turn that breaks it");
}

#[test]
fn values_that_too_few_cases_tell_apart_are_named_where_the_axis_stands() {
    let suite = suite(
        "  - id: head/one\n    title: A title\n    source: constructed\n    position: {mover: 24x15, opponent: 12x15}\n    roll: 6-5\n    \
         expect:\n      - {when: {head.limit: unlimited}, turn: 24/18 24/19, legal: true}\n      \
         - {turn: 24/18 24/19, illegal-because: head.limit}\n",
    );
    let problems = pairs::check(&told_apart(&suite), &specification());
    let of_limit: Vec<&Problem> = problems.iter().filter(|problem| problem.message.starts_with("head.limit")).collect();
    assert_eq!(of_limit.len(), 1);
    assert_eq!(of_limit[0].message, "head.limit: 1 of at least 3 cases tell `one` and `unlimited` apart");
    assert_eq!(of_limit[0].place.source.name, "docs/spec/axes.yaml");
    assert!(of_limit[0].help.is_some());
    assert!(!problems.iter().any(|problem| problem.message.starts_with("board.setup")), "nothing tells set-ups apart");
}

#[test]
fn a_title_that_is_no_ruling_is_named_where_it_stands() {
    let case = |id: &str, title: &str, roll: &str| {
        format!(
            "  - id: head/{id}\n    title: {title}\n    source: constructed\n    position: {{mover: 24x15, opponent: 12x15}}\n    \
             roll: {roll}\n    expect: {{turns: [pass]}}\n"
        )
    };
    let cases = [
        case("a", "Test of the head", "6-5"),
        case("b", "One checker should leave", "6-4"),
        case("c", "One checker leaves.", "6-3"),
        case("d", "One checker leaves", "6-2"),
        case("e", "One checker leaves", "6-1"),
        case("f", "one checker stays", "5-4"),
        case("g", "24/18/13 is a turn (the only one)", "5-3"),
    ];
    assert_eq!(
        said(&titles::check(&suite(&cases.concat()).cases)),
        [
            "5:12 a title states a ruling of the game, without the word `Test`",
            "11:12 a title states a ruling of the game, without the word `should`",
            "17:12 a title ends without a full stop or another mark",
            "29:12 `head/e` has the title of `head/d`",
            "35:12 a title begins with a capital letter or a number",
        ]
    );
}

/// The first two differ in checkers that cannot move and that nobody meets; the third has a checker in the way.
#[test]
fn cases_that_differ_in_nothing_that_matters_are_named() {
    let case = |id: &str, mover: &str, opponent: &str, turns: &str| {
        format!(
            "  - id: head/{id}\n    title: A title\n    source: constructed\n    position: {{mover: {mover}, opponent: {opponent}}}\n    \
             roll: 6-5\n    for: {{board.direction: same}}\n    expect: {{turns: [{turns}]}}\n"
        )
    };
    let cases = [
        case("a", "20 1x14", "12x15", "20/9"),
        case("b", "20 1x14", "12x14 22", "20/9"),
        case("c", "20 1x14", "12x13 15x2", "20/14/9"),
    ];
    assert_eq!(
        said(&sameness::check(&suite(&cases.concat()).cases)),
        ["11:9 `head/b` asks and answers the same as `head/a`, but for checkers that play no part"]
    );
    let walled = cases[..2].concat().replace("board.direction: same", "block.six: allowed");
    assert_eq!(
        said(&sameness::check(&suite(&walled).cases)),
        Vec::<String>::new(),
        "the whole board matters to a block"
    );
}

#[test]
fn a_case_is_redundant_when_nothing_rests_on_it() {
    let suite = shipped();
    let told = told_apart(&suite);
    let caught_by = |cases: &[&'static str]| {
        let cases: BTreeSet<&'static str> = cases.iter().copied().collect();
        Row { caught: BTreeMap::from([("arena", cases)]), ..Row::default() }
    };
    let found = |rows: &[Row<'_>]| -> BTreeSet<String> {
        redundant::redundant(&suite, rows).into_iter().map(|case| case.id.to_owned()).collect()
    };
    let without_faults = found(&[]);
    for told in told.iter().filter(|told| pairs::is_demanded(told) && told.cases.len() == pairs::ENOUGH) {
        assert!(told.cases.iter().all(|id| !without_faults.contains(*id)), "{told:?}");
    }
    let four = [
        "result/koks-on-the-bar",
        "result/koks-in-winners-home",
        "result/koks-past-winners-head",
        "result/koks-two-zones",
    ];
    assert!(four.iter().all(|id| without_faults.contains(*id)));
    let resting = found(&[caught_by(&four[..3])]);
    assert!(
        four[..3].iter().all(|id| !resting.contains(*id)),
        "it takes three cases, and only these three catch the fault"
    );
    assert_eq!(found(&[caught_by(&four)]), without_faults, "any one of four may go");
}
