//! The independence check: the answer within an entry depends on no axis that the entry leaves open.
//!
//! A case claims its answer under every rule set that its `for` and `when` admit. The claim is put to the reference engine under
//! rule sets that differ from each profile in any one axis, and from one profile in any two.

use crate::bases::bases;
use crate::case::{Case, Entry, Expected, Setting};
use crate::compare::{Verdict, verdict};
use crate::engine::{Exchange, Failure};
use crate::instance::Instance;
use crate::problem::Problem;
use crate::reference;
use crate::suite::Suite;
use crate::variant::{POINTS, Variant};
use nardy_engine::{Axis, Judgement, Points, Rules, judge};
use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The profile around which pairs of axes are varied.
const AROUND: &str = "nard-online";

/// A change to a rule set: the name of what is changed, and the changed rule set.
type Change = (&'static str, Rules);

/// Checks cases; gives the problems, and how many rule sets were asked.
pub fn check(suite: &Suite, cases: &[&Case]) -> (Vec<Problem>, usize) {
    let next = AtomicUsize::new(0);
    let asked = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut check = Check { suite, case, seen: HashMap::new(), problems: Vec::new() };
                    check.run();
                    asked.fetch_add(check.seen.len(), Ordering::Relaxed);
                    let mut found = found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    found.append(&mut check.problems);
                }
            });
        }
    });
    let mut problems = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    problems.sort_by_key(|problem: &Problem| (problem.place.source.name.clone(), problem.place.line));
    (problems, asked.into_inner())
}

struct Check<'a> {
    suite: &'a Suite,
    case: &'a Case,
    /// The rule sets asked, and what was wrong under them.
    seen: HashMap<Rules, Option<String>>,
    problems: Vec<Problem>,
}

impl<'a> Check<'a> {
    fn run(&mut self) {
        if let Some(with) = &self.case.with {
            let base = self.suite.variants.iter().find(|variant| variant.id == with.on);
            if let Some(variant) = base {
                let rules = with.change(variant.rules);
                if let Some(wrong) = self.ask(variant, rules) {
                    self.report(&rules, format!("under {} {wrong}", with.label()));
                }
            }
            return;
        }
        // Where something is wrong around one profile it mostly is around the others too: each axis is named once.
        let mut named = BTreeSet::new();
        for variant in &self.suite.variants {
            for base in bases(self.case, variant.rules) {
                if let Some(wrong) = self.ask(variant, base) {
                    if named.insert(String::new()) {
                        self.report(&base, format!("under {} {wrong}", self.described(variant, &base)));
                    }
                    continue;
                }
                let singles = changes(self.suite, &base);
                for (axis, changed) in &singles {
                    if let Some(wrong) = self.ask(variant, *changed)
                        && named.insert((*axis).to_owned())
                    {
                        self.depends(&[axis], variant, changed, &wrong);
                    }
                }
                if variant.id == AROUND {
                    self.pairs(variant, &singles, &mut named);
                }
            }
        }
    }

    fn pairs(&mut self, variant: &'a Variant, singles: &[Change], named: &mut BTreeSet<String>) {
        for (first, changed) in singles {
            for (second, both) in changes(self.suite, changed).into_iter().filter(|(second, _)| second > first) {
                if named.contains(*first) || named.contains(second) {
                    continue;
                }
                if let Some(wrong) = self.ask(variant, both)
                    && named.insert(format!("{first} {second}"))
                {
                    self.depends(&[first, second], variant, &both, &wrong);
                }
            }
        }
    }

    /// What is wrong under a rule set, if the case speaks of it.
    fn ask(&mut self, variant: &'a Variant, rules: Rules) -> Option<String> {
        if let Some(known) = self.seen.get(&rules) {
            return known.clone();
        }
        let entry = self.case.expected(&rules)?;
        let instance = Instance { case: self.case, variant, label: variant.id.clone(), rules, entry };
        let wrong = wrong(&instance, entry);
        self.seen.insert(rules, wrong.clone());
        wrong
    }

    fn described(&self, variant: &Variant, rules: &Rules) -> String {
        let changed = Axis::ALL.iter().filter(|axis| rules.get(**axis) != variant.rules.get(**axis));
        let changed: Vec<String> = changed.map(|axis| format!("{axis} {}", rules.get(*axis))).collect();
        if changed.is_empty() { variant.id.clone() } else { format!("{} with {}", variant.id, changed.join(", ")) }
    }

    fn depends(&mut self, axes: &[&str], variant: &Variant, changed: &Rules, wrong: &str) {
        let names = axes.join(" and ");
        let example = self.described(variant, changed);
        self.report(
            changed,
            format!("the answer depends on {names}, which the entry leaves open: under {example} {wrong}"),
        );
    }

    fn report(&mut self, rules: &Rules, message: String) {
        let place = self.case.expected(rules).map_or(&self.case.place, |entry| &entry.place);
        let problem = Problem::at(place, format!("{}: {message}", self.case.id));
        self.problems.push(problem.help("name the axis in `for` or `when`, or reason again from the clause"));
    }
}

/// Every rule set that differs from this one in one axis, or in its points.
fn changes(suite: &Suite, rules: &Rules) -> Vec<Change> {
    let mut changes = Vec::new();
    for &axis in Axis::ALL {
        for value in axis.values().iter().filter(|value| **value != rules.get(axis)) {
            let mut changed = *rules;
            if changed.set(axis, value).is_ok() {
                changes.push((axis.name(), changed));
            }
        }
    }
    let tables = suite.variants.iter().map(|variant| variant.rules.points).chain([Points::Difference]);
    changes.extend(tables.filter(|points| *points != rules.points).map(|points| (POINTS, Rules { points, ..*rules })));
    changes
}

/// How the reference engine's answer differs from the expectation.
fn wrong(instance: &Instance<'_>, entry: &Entry) -> Option<String> {
    let exchange = |ask| Exchange {
        answer: reference::answer(&instance.rules, ask).map_err(|refusal| Failure::Unsupported(refusal.to_string())),
        wire: None,
        duration: Duration::ZERO,
    };
    let exchanges: Vec<Exchange> = instance.asks(true).iter().map(exchange).collect();
    match verdict(instance, &exchanges) {
        Verdict::Pass => breaks_another_clause(instance, entry),
        Verdict::Fail(finding) => {
            let turns = |name: &str, turns: &[String]| match turns {
                [] => String::new(),
                _ => format!("; {name} {}", turns.iter().take(3).cloned().collect::<Vec<_>>().join(", ")),
            };
            // Of a match the summary says in which game it is.
            let turn = finding.turn.filter(|_| matches!(instance.case.setting, Setting::Game(_)));
            let at = turn.map(|at| format!("turn {}: ", at + 1)).unwrap_or_default();
            let (missing, unexpected) = (turns("missing", &finding.missing), turns("unexpected", &finding.unexpected));
            Some(format!("{at}{}{missing}{unexpected}", finding.summary))
        }
        Verdict::Unsupported(why) => Some(format!("the question has no answer: {why}")),
        other => Some(other.name().to_owned()),
    }
}

/// An illegal turn breaks exactly the clause that the case names.
fn breaks_another_clause(instance: &Instance<'_>, entry: &Entry) -> Option<String> {
    let (Setting::Turn { question, .. }, Expected::Turn { steps, breaks: Some(clause), text, .. }) =
        (&instance.case.setting, &entry.expected)
    else {
        return None;
    };
    match judge(&instance.rules, question, steps) {
        Ok(Judgement::Illegal(breaches)) => {
            let broken: BTreeSet<&str> = breaches.iter().map(|breach| breach.fault.clause()).collect();
            let as_named = broken.len() == 1 && broken.contains(clause.as_str());
            let broken: Vec<&str> = broken.into_iter().collect();
            (!as_named).then(|| format!("{text} breaks {}, not {clause} alone", broken.join(" and ")))
        }
        _ => None,
    }
}
