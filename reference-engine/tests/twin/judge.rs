//! The clauses that a given turn breaks.

use super::board::HEAD;
use super::lines::{Asked, Line};
use super::step::{Frame, Made, Release, Walk};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The clauses, none when the turn is legal.
pub type Clauses = BTreeSet<&'static str>;

/// What comes of a turn when its steps are made by certain dice.
struct Verdict {
    /// The first faulty step; the number of steps if all of them can be made.
    fails_at: usize,
    clauses: Clauses,
    dice: Vec<u8>,
}

impl Verdict {
    fn new(made: &[Made], faulty: Option<u8>, clauses: Clauses) -> Verdict {
        Verdict { fails_at: made.len(), clauses, dice: made.iter().map(|step| step.die).chain(faulty).collect() }
    }
}

/// Judges turns that answer one question, whose lines are worked out once.
pub struct Judge<'a> {
    asked: &'a Asked<'a>,
    sets: Vec<(Release, Vec<Line>)>,
}

impl<'a> Judge<'a> {
    pub fn new(asked: &'a Asked<'a>) -> Judge<'a> {
        let sets = asked.releases().into_iter().map(|release| (release, asked.lines(release))).collect();
        Judge { asked, sets }
    }

    /// The lines that are legal turns.
    pub fn legal(&self) -> impl Iterator<Item = &Line> {
        self.lines().filter(|line| line.neglects.is_none())
    }

    /// Every line, whatever duty it neglects.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.sets.iter().flat_map(|(_, lines)| lines)
    }

    /// The clauses that a turn breaks; a step may name its die.
    pub fn clauses(&self, steps: &[(u8, u8, Option<u8>)]) -> Clauses {
        let leaving = steps.iter().filter(|step| step.0 == HEAD).count();
        // Where the player may choose between limits, a turn that needs only the lower one may be legal under either, and
        // breaks what it breaks under the lower.
        let sets = if leaving > 1 { &self.sets[self.sets.len() - 1..] } else { &self.sets[..] };
        let answers: Vec<Clauses> = sets.iter().map(|(release, lines)| self.judge(*release, lines, steps)).collect();
        if answers.contains(&Clauses::new()) { Clauses::new() } else { answers.into_iter().next().unwrap_or_default() }
    }

    fn judge(&self, release: Release, lines: &[Line], steps: &[(u8, u8, Option<u8>)]) -> Clauses {
        let mut verdicts = Vec::new();
        let trial = Trial { frame: self.asked.frame(release), lines };
        trial.walk(&self.asked.walk(), &mut Vec::new(), steps, &mut verdicts);
        let best = verdicts.into_iter().min_by_key(|verdict| {
            let legal = verdict.clauses.is_empty();
            (!legal, Reverse(verdict.fails_at), verdict.clauses.len(), verdict.dice.clone())
        });
        best.expect("there is a verdict").clauses
    }
}

struct Trial<'a> {
    frame: Frame<'a>,
    lines: &'a [Line],
}

impl Trial<'_> {
    /// Collects a verdict for every way to make the steps by dice.
    fn walk(&self, walk: &Walk, made: &mut Vec<Made>, rest: &[(u8, u8, Option<u8>)], verdicts: &mut Vec<Verdict>) {
        let Some((&(from, to, said), rest)) = rest.split_first() else {
            return verdicts.push(Verdict::new(made, None, self.duty(walk, made)));
        };
        let makes = |die: u8| from > 0 && Made::by(die, from).to == to && said.is_none_or(|said| said == die);
        let mut dice: Vec<Option<u8>> = walk.numbers().into_iter().filter(|&die| makes(die)).map(Some).collect();
        if dice.is_empty() {
            dice.push(None);
        }
        for die in dice {
            let clauses: Clauses = self.frame.faults(walk, from, to, die).into_iter().collect();
            match die {
                Some(die) if clauses.is_empty() => {
                    let step = Made { die, from, to };
                    made.push(step);
                    self.walk(&walk.after(step), made, rest, verdicts);
                    made.pop();
                }
                _ => verdicts.push(Verdict::new(made, die, clauses)),
            }
        }
    }

    /// What a turn breaks whose every step could be made.
    fn duty(&self, walk: &Walk, made: &[Made]) -> Clauses {
        if !made.is_empty() && !self.frame.may_end(walk) {
            return Clauses::from(["block.six"]);
        }
        let line = self.lines.iter().find(|line| line.steps == made).expect("steps that can be made are a line");
        let neglected = if made.is_empty() { line.neglects.and(Some("dice.pass")) } else { line.neglects };
        neglected.into_iter().collect()
    }
}
