//! Every form of a report, of a run in which all is well and of one in which nothing is; and reports read back and compared.

#[path = "report/chromium.rs"]
mod chromium;
#[path = "report/commands.rs"]
mod commands;
#[path = "report/made.rs"]
mod made;

use made::{failing, passing};
use nardy_engine::sample::NARD_ONLINE;
use nardy_harness::report::diff::Diff;
use nardy_harness::report::record::Record;
use nardy_harness::report::verdict::VerdictName;
use nardy_harness::report::{Report, file, html, junit, markdown, terminal};
use rstest::rstest;

mod forms {
    use super::*;

    #[test]
    fn on_a_terminal() {
        let text = |report: &Report| {
            let text = terminal::report(
                report,
                terminal::Show { failures: 10, wire: true },
                &terminal::surprises(&report.records),
            );
            anstream::adapter::strip_str(&text).to_string()
        };
        insta::assert_snapshot!("terminal-passing", text(&passing()));
        insta::assert_snapshot!("terminal-failing", text(&failing()));
    }

    /// With `--show 0` the failures are counted, not shown.
    #[test]
    fn without_failures() {
        let show = |failures| terminal::report(&failing(), terminal::Show { failures, wire: false }, &[]);
        let none = show(0);
        assert!(none.contains("\n\n5 failures, of 7 instances; --show 5 shows them\n\n"), "{none}");
        assert!(!none.contains("FAIL"), "{none}");
        let one = show(1);
        assert!(one.contains("… and 4 more failures, of 5 instances; --show 5 shows them all"), "{one}");
        assert!(one.contains("the same under nard-online\n"), "{one}");
    }

    /// The last line says what ran of what.
    #[test]
    fn closing() {
        let last = |report: &Report| {
            let text = terminal::report(report, terminal::Show::default(), &[]);
            let line = anstream::adapter::strip_str(text.lines().last().unwrap()).to_string();
            line.split_once(" (").unwrap().0.to_owned()
        };
        let counted = |asked: usize, kept: usize| {
            let mut report = passing();
            report.records.retain(Record::counts);
            report.records.truncate(kept);
            report.records.iter_mut().skip(asked).for_each(|record| record.verdict = VerdictName::NotRun);
            last(&report)
        };
        assert_eq!(counted(1, 1), "1 instance of 1 case passes");
        assert_eq!(counted(3, 3), "all 3 instances of 3 cases pass");
        assert_eq!(counted(2, 3), "2 of 3 instances ran, and all pass");
        assert_eq!(counted(0, 3), "nothing ran: 3 instances of 3 cases selected, none run");
    }

    /// A reason that differs by the rule set's name alone is one reason.
    #[test]
    fn what_was_not_run_is_grouped() {
        let mut report = failing();
        for record in &mut report.records {
            record.verdict = VerdictName::Unsupported;
            if let Some(details) = &mut record.details {
                details.summary = format!("`{}` is not configured: no walls", record.variant);
            }
        }
        report.records.retain(|record| record.details.is_some());
        let text = terminal::report(&report, terminal::Show::default(), &[]);
        assert_eq!(text.matches("not run, unsupported: the rule set is not configured: no walls").count(), 1, "{text}");
    }

    #[test]
    fn in_markdown() {
        insta::assert_snapshot!("markdown-passing", markdown::report(&passing()));
        insta::assert_snapshot!("markdown-failing", markdown::report(&failing()));
    }

    #[test]
    fn in_junit_xml() {
        insta::assert_snapshot!("junit-passing", junit::report(&passing()));
        insta::assert_snapshot!("junit-failing", junit::report(&failing()));
    }

    #[test]
    fn as_a_page() {
        insta::assert_snapshot!("page-passing", body(&html::report(&passing())));
        insta::assert_snapshot!("page-failing", body(&html::report(&failing())));
    }

    /// The page without style, script and rule sets, an element a line.
    fn body(page: &str) -> String {
        let (_, body) = page.split_once("<body>").unwrap();
        let (body, rest) = body.split_once(r#"<section aria-labelledby="rules""#).unwrap();
        assert!(rest.contains("</body>"));
        body.replace("><", ">\n<")
    }

    #[test]
    fn in_json_lines() {
        let report = failing();
        let first = report.records.iter().find(|record| record.id == "head/both-ways").unwrap();
        insta::assert_snapshot!("json-record", serde_json::to_string(first).unwrap().replace(",\"", ",\n\""));
        let mut header = report.header;
        header.rules.clear();
        insta::assert_snapshot!("json-header", serde_json::to_string_pretty(&header).unwrap());
    }

    /// A page holds whatever an engine writes, and none of it is markup.
    #[test]
    fn texts_are_no_markup() {
        let page = html::report(&failing());
        assert_eq!(page.matches("<script>").count(), 1);
        assert!(!page.contains("<b>bold") && !page.contains('\u{1b}') && !page.contains('\0'));
        assert!(!page.contains("http://") || !page.contains("src="), "nothing is loaded");
        let xml = junit::report(&failing());
        assert!(!xml.contains('\u{1b}') && !xml.contains('\0') && !xml.contains("<b>bold"));
    }
}

mod reading {
    use super::*;

    #[test]
    fn a_report_reads_back_as_it_was() {
        for report in [passing(), failing()] {
            assert_eq!(file::read("r.jsonl", &file::write(&report)), Ok(report));
        }
    }

    #[rstest]
    #[case::empty("", "r.jsonl:1: the report is empty")]
    #[case::no_json("{\n", "r.jsonl:1: EOF while parsing an object (column 1)")]
    #[case::no_report("[]\n", "r.jsonl:1: ")]
    #[case::of_the_future(
        "{\"schema\": 2, \"news\": []}\n",
        "r.jsonl:1: schema 2 is not known; this program reads schema 1"
    )]
    #[case::no_header("{\"schema\": 1}\n", "r.jsonl:1: missing field `instances`")]
    fn no_report(#[case] text: &str, #[case] says: &str) {
        let error = file::read("r.jsonl", text).unwrap_err().to_string();
        assert!(error.starts_with(says), "{error}");
    }

    #[rstest]
    #[case::cut_short(|lines: &mut Vec<String>| drop(lines.pop()), 15, "the report ends after 14 of 15 instances")]
    #[case::twice(|lines: &mut Vec<String>| lines[3] = lines[2].clone(), 4, "head/first-turn@arena stands twice")]
    #[case::unknown_key(|lines: &mut Vec<String>| lines[2] = lines[2].replacen("{", "{\"no\":1,", 1), 3, "unknown field `no`")]
    #[case::unknown_verdict(|lines: &mut Vec<String>| lines[2] = lines[2].replace(r#""verdict":"pass""#, r#""verdict":"good""#), 3, "unknown variant `good`")]
    #[case::unknown_label(|lines: &mut Vec<String>| lines[2] = lines[2].replace(r#""variant":"arena","profile""#, r#""variant":"other","profile""#), 3, "the first line has no rules for the variant `other`")]
    #[case::torn(|lines: &mut Vec<String>| lines[2].truncate(40), 3, "EOF while parsing")]
    fn a_wrong_line(#[case] spoil: fn(&mut Vec<String>), #[case] line: usize, #[case] says: &str) {
        let mut lines: Vec<String> = file::write(&passing()).lines().map(str::to_owned).collect();
        spoil(&mut lines);
        let error = file::read("r.jsonl", &lines.join("\n")).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.message.contains(says), "{error}");
    }

    /// Another run on another machine by another command.
    #[test]
    fn a_normalised_report_says_nothing_of_time_and_place() {
        let again = |mut report: Report| {
            report.header.started = None;
            let run = report.header.run.as_mut().unwrap();
            (run.seconds, run.jobs, run.command) = (99.0, 1, None);
            report.header.environment.as_mut().unwrap().os = "other".to_owned();
            for record in &mut report.records {
                record.duration_ms = Some(77.0);
                record.exchanges.iter_mut().for_each(|exchange| exchange.stderr = Some("now".to_owned()));
                if let Some(details) = &mut record.details {
                    details.repeat = Some("other".to_owned());
                }
            }
            report
        };
        let once = file::write(&file::normalised(failing()));
        assert_eq!(once, file::write(&file::normalised(again(failing()))));
        let read = file::read("r.jsonl", &once).unwrap();
        assert_eq!(file::write(&file::normalised(read.clone())), once);
        // It is still a report, of which every form can be made.
        assert!(Diff::of(&read, &failing()).is_empty());
        assert!(html::report(&read).contains("head/both-ways"));
        assert!(markdown::report(&read).contains("head/both-ways"));
        assert!(junit::report(&read).contains("head/both-ways"));
    }
}

mod differences {
    use super::*;

    fn names(changes: &[nardy_harness::report::diff::Change]) -> Vec<String> {
        let name = |verdict: Option<VerdictName>| verdict.map_or("absent", VerdictName::name);
        changes.iter().map(|at| format!("{}@{} {} {}", at.id, at.variant, name(at.from), name(at.to))).collect()
    }

    /// Changes one record of the passing report.
    fn changed(name: &str, change: fn(&mut Record)) -> Report {
        let mut report = passing();
        change(report.records.iter_mut().find(|record| record.name() == name).unwrap());
        report
    }

    #[test]
    fn a_report_does_not_differ_from_itself() {
        let diff = Diff::of(&failing(), &failing());
        assert!(diff.is_empty());
        assert_eq!(diff.text(false), "no instance changed\n");
    }

    #[test]
    fn what_passed_and_does_not_is_worse_and_back_again_better() {
        let diff = Diff::of(&passing(), &failing());
        insta::assert_snapshot!("diff", diff.text(false));
        let back = Diff::of(&failing(), &passing());
        assert_eq!((back.worse.len(), back.better.len()), (0, diff.worse.len()));
    }

    #[test]
    fn not_run_is_worse_than_passed() {
        let new = changed("result/won@arena", |record| record.verdict = VerdictName::Unsupported);
        assert_eq!(names(&Diff::of(&passing(), &new).worse), ["result/won@arena pass unsupported"]);
    }

    #[test]
    fn an_instance_that_is_there_no_more_is_worse_and_a_new_one_is_not() {
        let mut less = passing();
        let gone = less.records.remove(0);
        let diff = Diff::of(&passing(), &less);
        assert_eq!(names(&diff.worse), [format!("{} pass absent", gone.name())]);
        let diff = Diff::of(&less, &passing());
        assert_eq!((diff.worse.len(), names(&diff.other)), (0, vec![format!("{} absent pass", gone.name())]));
    }

    #[test]
    fn what_is_disputed_is_never_worse() {
        let new = changed("head/disputed@arena", |record| record.verdict = VerdictName::Fail);
        let diff = Diff::of(&passing(), &new);
        assert_eq!((diff.worse.len(), names(&diff.other)), (0, vec!["head/disputed@arena pass fail".to_owned()]));
    }

    #[test]
    fn one_failure_for_another_is_told_apart_by_the_answer() {
        let mut new = failing();
        let is_listed = |record: &&mut Record| record.name() == "head/both-ways@arena";
        let details = new.records.iter_mut().find(is_listed).unwrap().details.as_mut().unwrap();
        details.missing.push("24/21".to_owned());
        assert_eq!(names(&Diff::of(&failing(), &new).other), ["head/both-ways@arena fail fail"]);
        details_of(&mut new, "result/won@arena").summary = "exited with status 4".to_owned();
        assert_eq!(Diff::of(&failing(), &new).other.len(), 1, "how an engine breaks down is not compared");
    }

    fn details_of<'a>(report: &'a mut Report, name: &str) -> &'a mut nardy_harness::report::record::Details {
        report.records.iter_mut().find(|record| record.name() == name).unwrap().details.as_mut().unwrap()
    }

    #[test]
    fn a_long_list_is_cut_unless_all_is_asked_for() {
        let mut old = passing();
        let first = old.records[0].clone();
        for number in 0..30 {
            let label = format!("arena+{number}");
            old.header.rules.insert(label.clone(), NARD_ONLINE);
            old.records.push(Record { id: format!("head/more-{}", number / 2), variant: label, ..first.clone() });
        }
        let diff = Diff::of(&old, &passing());
        let short = diff.text(false);
        assert!(short.contains("worse: 30\n") && short.contains("  … and 5 more cases; --all shows them\n"), "{short}");
        assert!(diff.text(true).contains("head/more-14: pass → absent (arena+28, arena+29)\n"));
    }
}
