//! The suite against the reference engine: one trial per instance, named `id@variant`, and one per case for the linter.

use libtest_mimic::{Arguments, Failed, Trial};
use nardy_harness::compare::Verdict;
use nardy_harness::engine::Engine;
use nardy_harness::instance::{Instance, instances};
use nardy_harness::known::Known;
use nardy_harness::lint;
use nardy_harness::reference::{Reference, about};
use nardy_harness::report::{Run, terminal};
use nardy_harness::runner::{self, Manner};
use nardy_harness::suite::{Places, Suite};
use nardy_harness::variant::Variant;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // The trials outlive this function's borrows, and the process ends with them.
    let suite: &'static Suite = match Suite::load(&Places::default()) {
        Ok(suite) => Box::leak(Box::new(suite)),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(3);
        }
    };
    let variants: Vec<&Variant> = suite.variants.iter().collect();
    let mut trials: Vec<Trial> =
        instances(suite, &variants).into_iter().map(|instance| conformance(suite, instance)).collect();
    trials.extend(suite.cases.iter().map(|case| {
        Trial::test(case.id.clone(), move || match &lint::check(suite, &[case]).0[..] {
            [] => Ok(()),
            problems => Err(Failed::from(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n"))),
        })
        .with_kind("lint")
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn conformance(suite: &'static Suite, instance: Instance<'static>) -> Trial {
    Trial::test(instance.name(), move || {
        let manner = Manner { repeat: 1, stop: &AtomicBool::new(false), progress: &|| {} };
        let reference: Box<dyn Engine + Send> = Box::new(Reference::new());
        let judged = runner::run(std::slice::from_ref(&instance), vec![reference], &manner);
        if judged[0].verdict == Verdict::Pass || !instance.counts() {
            return Ok(());
        }
        let run = Run {
            specification: &suite.specification,
            instances: std::slice::from_ref(&instance),
            judged: &judged,
            about: &about(),
            known: &Known::default(),
            repeat: ("cargo run --release -- run".to_owned(), String::new()),
        };
        let failure = terminal::failure(&run.record(0), &run.clauses());
        Err(Failed::from(anstream::adapter::strip_str(&failure).to_string()))
    })
}
