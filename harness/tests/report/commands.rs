//! `nardy run --report` and `nardy report` as a user meets them.

use super::made::{failing, passing};
use assert_cmd::Command;
use nardy_harness::report::file;
use rstest::rstest;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Few cases, so that a run is short.
const RUN: [&str; 5] = ["run", "--variant", "arena", "--filter", "^landing/"];

fn nardy(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_nardy")).args(words).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn run(folder: &Path, more: &[&str]) -> (i32, String, String) {
    nardy(folder, &[&RUN[..], more].concat())
}

/// A folder with both reports.
fn saved() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("good.jsonl"), file::write(&passing())).unwrap();
    std::fs::write(folder.path().join("bad.jsonl"), file::write(&failing())).unwrap();
    let path = folder.path().to_owned();
    (folder, path)
}

#[test]
fn one_run_writes_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) =
        run(folder.path(), &["--report", "json=r.jsonl,junit=r.xml", "--report", "html=r.html,md=r.md"]);
    assert_eq!(code, 0, "{error}");
    assert!(out.contains(" cases pass ("), "{out}");
    let written = |name| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(written("r.xml").starts_with("<?xml") && written("r.html").starts_with("<!DOCTYPE html>"));
    assert!(written("r.md").contains("instances pass"));
    let report = file::read("r.jsonl", &written("r.jsonl")).unwrap();
    assert_eq!(report.header.run.unwrap().filter.as_deref(), Some("^landing/"));
    // The saved report makes the same page as the run.
    let (_, html, _) = nardy(folder.path(), &["report", "html", "r.jsonl"]);
    assert_eq!(html, written("r.html"));
}

#[test]
fn a_report_on_standard_output_has_it_to_itself() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = run(folder.path(), &["--report", "json=-"]);
    assert_eq!(code, 0);
    assert!(file::read("-", &out).is_ok());
    assert!(error.contains(" cases pass ("), "{error}");
}

#[rstest]
#[case::no_such_form("xml=r.xml", "there is no report `xml`; there are json, junit, html and md")]
#[case::no_file("json", "write a form and a file, as in json=report.jsonl")]
#[case::empty_file("json=", "`json=` names no file")]
#[case::no_such_folder("html=none/r.html", "none/r.html could not be created: ")]
#[case::twice("html=r.html,md=r.html", "two reports cannot both go to `r.html`")]
#[case::standard_output_twice("json=-,md=-", "two reports cannot both go to `-`")]
fn what_cannot_be_written_is_said_before_the_run(#[case] report: &str, #[case] says: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = run(folder.path(), &["--report", report]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(error.contains(says), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no file is left behind");
}

#[test]
fn a_run_that_never_began_leaves_files_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("old.md"), "before").unwrap();
    let (code, _, _) = run(folder.path(), &["--report", "md=old.md,json=new.jsonl", "--", "./no-such-engine"]);
    assert_eq!(code, 4);
    assert_eq!(std::fs::read_to_string(folder.path().join("old.md")).unwrap(), "before");
    assert!(!folder.path().join("new.jsonl").exists());
}

#[test]
fn two_runs_of_one_engine_are_the_same_when_normalised() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["--report", "json=one.jsonl"]);
    run(folder.path(), &["--jobs", "2", "--report", "json=two.jsonl"]);
    let normalised = |name| nardy(folder.path(), &["report", "normalise", name]).1;
    assert_eq!(normalised("one.jsonl"), normalised("two.jsonl"));
    assert_eq!(nardy(folder.path(), &["report", "diff", "one.jsonl", "two.jsonl"]).0, 0);
}

#[test]
fn a_difference_fails_only_where_something_got_worse() {
    let (_folder, path) = saved();
    let (code, out, _) = nardy(&path, &["report", "diff", "good.jsonl", "bad.jsonl"]);
    assert_eq!(code, 1);
    assert!(out.contains("  result/won: pass → crash (arena)\n"), "{out}");
    let (code, out, _) = nardy(&path, &["report", "diff", "bad.jsonl", "good.jsonl", "--json"]);
    assert_eq!(code, 0);
    let diff: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(diff["worse"], serde_json::json!([]));
    assert_eq!(diff["better"][0]["from"], "fail");
}

#[rstest]
#[case::shown(&["report", "show", "bad.jsonl", "--show", "1"], "… and 4 more failures, of 5 instances; --show 5 shows them all")]
#[case::junit(&["report", "junit", "bad.jsonl"], "</testsuites>")]
#[case::markdown(&["report", "md", "bad.jsonl"], "**✗ 9 of 12 instances fail, 2 of them known")]
#[case::page(&["report", "html", "bad.jsonl"], "</html>")]
fn a_saved_report_takes_every_form(#[case] words: &[&str], #[case] says: &str) {
    let (_folder, path) = saved();
    let (code, out, error) = nardy(&path, words);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains(says), "{out}");
}

#[test]
fn a_report_is_read_from_standard_input_too() {
    let input = file::write(&passing());
    let mut command = Command::new(env!("CARGO_BIN_EXE_nardy"));
    command.args(["report", "md", "-"]).write_stdin(input).assert().success();
}

#[test]
fn a_wrong_line_is_named() {
    let (_folder, path) = saved();
    let text = std::fs::read_to_string(path.join("good.jsonl")).unwrap();
    std::fs::write(path.join("torn.jsonl"), &text[..text.len() / 2]).unwrap();
    let (code, _, error) = nardy(&path, &["report", "md", "torn.jsonl"]);
    assert_eq!(code, 2);
    assert!(error.starts_with("error: torn.jsonl:"), "{error}");
    let (code, _, error) = nardy(&path, &["report", "md", "none.jsonl"]);
    assert_eq!(code, 2);
    assert!(error.contains("none.jsonl could not be read"), "{error}");
}
