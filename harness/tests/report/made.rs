//! Reports of the cases beside this file, by the reference engine and by one that is wrong in every way.

use chrono::{TimeZone, Utc};
use nardy_harness::engine::{Answer, Ask, Engine, Exchange, Failure, Task, Wire};
use nardy_harness::instance::instances;
use nardy_harness::known::Known;
use nardy_harness::protocol::message::{Initialized, Judged, OutcomeReply, State};
use nardy_harness::reference;
use nardy_harness::report::record::{Environment, Header, How, SCHEMA};
use nardy_harness::report::{Report, Run};
use nardy_harness::runner::{self, Manner};
use nardy_harness::suite::{Places, Suite};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What the wrong engine is known to fail, and one thing that it is not.
const KNOWN: &str = "schema: 1
known:
  - {cases: head/known-*, variants: '*', verdict: fail, reason: 'a second checker is let go', issue: 'https://example.org/7'}
  - {cases: game/two-turns, variants: 'arena', verdict: fail, reason: 'once it failed'}
";

/// The reference engine, with its answers made wrong.
struct Wrong(Initialized);

impl Engine for Wrong {
    fn about(&self) -> &Initialized {
        &self.0
    }

    fn run(&mut self, next: &mut dyn FnMut() -> Option<(usize, Task)>, done: &mut dyn FnMut(usize, Exchange)) {
        while let Some((number, task)) = next() {
            let answer = reference::answer(&task.rules, &task.ask).unwrap_or_else(|error| panic!("{error}"));
            let (answer, stderr) = wrong(&task, answer);
            // Other times would change the snapshots.
            let wire = Wire { request: "{}".to_owned(), reply: None, stderr: stderr.to_owned() };
            done(number, Exchange { answer, wire: Some(wire), duration: Duration::from_micros(1500) });
        }
    }
}

fn wrong(task: &Task, answer: Answer) -> (Result<Answer, Failure>, &'static str) {
    let is_arena = task.variant == "arena";
    match (&task.ask, answer) {
        (Ask::LegalTurns(_), Answer::LegalTurns(mut turns)) => {
            let mut moved = turns.turns.pop().unwrap();
            moved.steps = None;
            let end = moved.end.as_mut().unwrap();
            end.mover.0[24] -= 1;
            end.mover.0[17] += 1;
            turns.turns.push(moved);
            (Ok(Answer::LegalTurns(turns)), "")
        }
        (Ask::JudgeTurn(_), _) => (Ok(Answer::JudgeTurn(Judged { legal: true, clause: None })), ""),
        (Ask::Outcome(ask), answer) if ask.position.mover.off() < 15 => (Ok(answer), ""),
        (Ask::Outcome(_), _) if is_arena => {
            let why = "the engine exited with status 3 before it answered `outcome`";
            (
                Err(Failure::Crash(why.to_owned())),
                "\u{1b}[31mpanic\u{1b}[0m: a < b && `x` ```\u{0}\n</pre><script>alert(1)</script>",
            )
        }
        (Ask::Outcome(_), _) => {
            let winner = Some(nardy_engine::Winner::Mover);
            let reply = OutcomeReply { state: State::Ongoing, winner, kind: None, points: None };
            (Ok(Answer::Outcome(reply)), "")
        }
        (Ask::Opening(ask), answer) if ask.rolls == [[6, 1]] => (Ok(answer), ""),
        (_, _) => (Err(Failure::Unsupported("the engine does not support the method: error -32601".to_owned())), ""),
    }
}

/// A run in which all is as it should be.
pub fn passing() -> Report {
    report(reference::about(), Box::new(reference::Reference::new()), &|_| Known::default())
}

/// A run in which nothing is.
pub fn failing() -> Report {
    let mut about = reference::about();
    about.engine.name = "Wrong & <b>bold</b>".to_owned();
    about.engine.more.insert("author".to_owned(), "Имя".into());
    report(about.clone(), Box::new(Wrong(about)), &|whole| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known.yaml");
        std::fs::write(&path, KNOWN).unwrap();
        Known::read(&path, whole).unwrap()
    })
}

type MakeKnown<'a> = &'a dyn Fn(&[nardy_harness::instance::Instance<'_>]) -> Known;

fn report(about: Initialized, engine: Box<dyn Engine + Send>, known: MakeKnown<'_>) -> Report {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/cases");
    let suite = Suite::load(&Places { cases: Some(cases), variants: None }).unwrap();
    let variants: Vec<_> =
        suite.variants.iter().filter(|variant| ["arena", "nard-online"].contains(&variant.id.as_str())).collect();
    let whole = instances(&suite, &variants);
    let known = known(&whole);
    let manner = Manner { repeat: 1, stop: &AtomicBool::new(false), progress: &|| {} };
    let judged = runner::run(&whole, vec![engine], &manner);
    let run = Run {
        specification: &suite.specification,
        instances: &whole,
        judged: &judged,
        about: &about,
        known: &known,
        repeat: ("nardy run".to_owned(), " -- './my engine'".to_owned()),
    };
    stable(run.report(Header {
        schema: SCHEMA,
        instances: 0,
        suite: suite.version.clone(),
        engine: (&about).into(),
        run: Some(How {
            command: Some("'./my engine'".to_owned()),
            jobs: 2,
            repeat: 1,
            timeout_scale: 1.0,
            variants: vec!["arena".to_owned(), "nard-online".to_owned()],
            filter: None,
            known: Some("known.yaml".to_owned()),
            seconds: 1.25,
        }),
        environment: Some(Environment { os: "linux".to_owned(), arch: "x86_64".to_owned() }),
        started: Some(Utc.with_ymd_and_hms(2026, 11, 30, 23, 4, 19).unwrap()),
        rules: BTreeMap::new(),
        clauses: BTreeMap::new(),
    }))
}

/// Without what another folder, release or wording would change.
fn stable(mut report: Report) -> Report {
    report.header.suite.version = "1.0.0".to_owned();
    report.header.suite.digest = "0123456789abcdef".to_owned();
    report.header.engine.version = "1.0".to_owned();
    report.header.clauses.iter_mut().for_each(|(id, rule)| *rule = format!("What {id} rules, as in `one`."));
    for record in &mut report.records {
        record.place = record.place.rsplit('/').next().unwrap().to_owned();
        record.duration_ms = Some(1.5);
    }
    report
}
