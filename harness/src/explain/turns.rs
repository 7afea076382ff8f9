//! The steps and turns of a roll, each with the clauses that it breaks.

use super::{Explainer, Reason, Said, after};
use nardy_engine::{BAR, GivenStep, OFF, Position, Question, Step, Unsupported, legal_turns, notation};
use std::collections::HashSet;

impl Explainer<'_> {
    /// The steps of a given turn up to the first that is at fault, and the turn itself.
    pub(super) fn judged(
        &self,
        question: &Question,
        given: &[GivenStep],
        text: &str,
    ) -> Result<(Vec<Said>, Vec<Said>), Unsupported> {
        let breaches = self.breaches(question, given)?;
        let mut steps = Vec::new();
        for (at, step) in given.iter().enumerate() {
            let of_step = breaches.iter().filter(|breach| breach.step == Some(at));
            let reasons: Vec<Reason> = of_step.map(|breach| self.reason(breach)).collect();
            let legal = reasons.is_empty();
            steps.push(Said { text: step_text(step.from, step.to), die: step.die, legal, reasons });
            if !legal {
                break;
            }
        }
        let reasons: Vec<Reason> = breaches.iter().map(|breach| self.reason(breach)).collect();
        let turn = Said { text: text.to_owned(), die: None, legal: reasons.is_empty(), reasons };
        Ok((steps, vec![turn]))
    }

    /// The first step of each checker with each die; the legal turns; and every sequence of steps that a clause refuses, as a
    /// whole or by its last step.
    pub(super) fn every_turn(&self, question: &Question) -> Result<(Vec<Said>, Vec<Said>), Unsupported> {
        let legal = legal_turns(self.rules, question)?;
        let ways = legal.ends().map(|end| notation::turn_ways(&question.position, &legal.sequences(end)));
        let turns = ways.map(|text| Said { text, die: None, legal: true, reasons: Vec::new() }).collect();
        let mut walk = Walk { with: self, question, seen: HashSet::new(), first: Vec::new(), turns };
        walk.from(&[], question.position, dice(question, self.rules))?;
        Ok((walk.first, walk.turns))
    }
}

/// The dice of a roll, higher first.
fn dice(question: &Question, rules: &nardy_engine::Rules) -> Vec<u8> {
    let roll = question.roll;
    if roll.is_double() { vec![roll.higher(); roll.steps(rules.doubles)] } else { vec![roll.higher(), roll.lower()] }
}

struct Walk<'a> {
    with: &'a Explainer<'a>,
    question: &'a Question,
    /// Sequences that reach the same position with the same dice left go on alike.
    seen: HashSet<(Position, Vec<u8>)>,
    first: Vec<Said>,
    turns: Vec<Said>,
}

impl Walk<'_> {
    fn from(&mut self, made: &[Step], position: Position, left: Vec<u8>) -> Result<(), Unsupported> {
        if !self.seen.insert((position, left.clone())) {
            return Ok(());
        }
        let whole = self.with.breaches(self.question, &given(made))?;
        if !whole.is_empty() {
            let reasons = whole.iter().map(|breach| self.with.reason(breach)).collect();
            let text = notation::turn(&self.question.position, made);
            self.turns.push(Said { text, die: None, legal: false, reasons });
        }
        let mut tried = left.clone();
        tried.dedup();
        for from in (1..=BAR).rev().filter(|&point| position.mover().on(point) > 0) {
            for &die in &tried {
                let step = Step::by(die, from);
                let longer = [made, &[step]].concat();
                let breaches = self.with.breaches(self.question, &given(&longer))?;
                let of_step = breaches.iter().filter(|breach| breach.step == Some(made.len()));
                let reasons: Vec<Reason> = of_step.map(|breach| self.with.reason(breach)).collect();
                let legal = reasons.is_empty();
                if made.is_empty() {
                    let text = step_text(from, step.to);
                    self.first.push(Said { text, die: Some(die), legal, reasons });
                } else if !legal {
                    self.turns.push(Said { text: self.text(made, step), die: None, legal, reasons });
                }
                if let Some(after) = after(&position, from, step.to).filter(|_| legal) {
                    let mut rest = left.clone();
                    rest.retain({
                        let mut is_taken = false;
                        move |other| *other != die || std::mem::replace(&mut is_taken, true)
                    });
                    self.from(&longer, after, rest)?;
                }
            }
        }
        Ok(())
    }

    /// The steps made and one more, which may not be possible.
    fn text(&self, made: &[Step], step: Step) -> String {
        let before = notation::turn(&self.question.position, made);
        let goes_on = made.last().is_some_and(|last| last.to == step.from) && !before.ends_with(')');
        let step = step_text(step.from, step.to);
        match step.split_once('/') {
            Some((_, to)) if goes_on => format!("{before}/{to}"),
            _ => format!("{before} {step}"),
        }
    }
}

fn given(steps: &[Step]) -> Vec<GivenStep> {
    steps.iter().map(|step| GivenStep::from(*step)).collect()
}

fn step_text(from: u8, to: u8) -> String {
    let point = |point| match point {
        OFF => "off".to_owned(),
        BAR => "bar".to_owned(),
        _ => point.to_string(),
    };
    format!("{}/{}", point(from), point(to))
}
