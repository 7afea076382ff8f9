//! The judgement of a given turn: legal, or the clauses it breaks, each with the step at fault.

use crate::dice_use::Played;
use crate::fault::Fault;
use crate::head;
use crate::landing;
use crate::lines::{DiceLeft, Moment, Node, faults, reaches};
use crate::position::{HEAD, OFF};
use crate::rules::{ExceptionUse, Rules};
use crate::step::{GivenStep, Step};
use crate::turns::{Question, Unsupported, constructions};

/// A clause that a turn breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The step at fault, counted from 0; `None` when the turn as a whole is.
    pub step: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is to be said of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// It is legal.
    Legal,
    /// It breaks these clauses: all those of its first faulty step, or one of the turn as a whole.
    Illegal(Vec<Breach>),
}

/// Judges a turn, given as steps in the order in which they are made.
///
/// A step off the board may be made by several dice; the turn is legal if it is with some of them. Otherwise the breaches are
/// those of the choice of dice that comes farthest.
///
/// # Errors
/// [`Unsupported`] when the question has no turns under the rule set.
pub fn judge(rules: &Rules, question: &Question, steps: &[GivenStep]) -> Result<Judgement, Unsupported> {
    Unsupported::turn(rules, &question.position)?;
    let constructions = constructions(rules, question);
    let first = Node { position: question.position, dice: DiceLeft::new(question.roll, rules), left_head: 0 };
    let mut walks = Vec::new();
    let walk = Walk { rules, question, steps, constructions: &constructions };
    walk.from(first, 0, &mut walks);
    // The latest fault first, then the fewest; walks were taken with the smaller die earlier, and the sort keeps that order.
    walks.sort_by_key(|breaches| {
        let at = breaches.first().map_or(usize::MAX, |breach| breach.step.unwrap_or(steps.len()));
        (std::cmp::Reverse(at), breaches.len())
    });
    let best = walks.into_iter().next().unwrap_or_default();
    Ok(if best.is_empty() { Judgement::Legal } else { Judgement::Illegal(best) })
}

struct Walk<'a> {
    rules: &'a Rules,
    question: &'a Question,
    steps: &'a [GivenStep],
    constructions: &'a [Played],
}

impl Walk<'_> {
    /// Walks on from a node with every choice of dice, and notes the breaches of each walk.
    fn from(&self, node: Node, at: usize, walks: &mut Vec<Vec<Breach>>) {
        let Some(given) = self.steps.get(at) else {
            walks.push(self.duty(&node).map(|fault| Breach { step: None, fault }).into_iter().collect());
            return;
        };
        let mut dice: Vec<u8> = node.dice.dice().filter(|&die| fits(*given, die)).collect();
        dice.sort_unstable();
        if dice.is_empty() {
            walks.push(self.at(at, self.without_die(&node, *given)));
        }
        for die in dice {
            let step = Step { from: given.from, to: given.to, die };
            let found = self.of_step(&node, step);
            if found.is_empty() {
                self.from(node.after(step), at + 1, walks);
            } else {
                walks.push(self.at(at, found));
            }
        }
    }

    fn at(&self, step: usize, faults: Vec<Fault>) -> Vec<Breach> {
        faults.into_iter().map(|fault| Breach { step: Some(step), fault }).collect()
    }

    fn moment<'a>(&'a self, node: &'a Node) -> Moment<'a> {
        let base = head::base_limit(self.rules);
        let granted = self.constructions.iter().any(|played| played.head_limit != base);
        let head_limit = if granted { Some(head::WITH_EXCEPTION) } else { base };
        let start = &self.question.position;
        Moment { rules: self.rules, start, position: &node.position, head_limit, left_head: node.left_head }
    }

    fn of_step(&self, node: &Node, step: Step) -> Vec<Fault> {
        let moment = self.moment(node);
        let mut found = faults(&moment, step);
        if self.is_needless(node, step) {
            found.push(Fault::HeadNeedless { die: step.die });
        }
        found
    }

    /// Clause `head.use`, `when-stuck`: whether a second checker leaves the head although another checker can use the die.
    fn is_needless(&self, node: &Node, step: Step) -> bool {
        let second_leaves = step.from == HEAD && node.left_head == 1;
        second_leaves
            && self.rules.exception_use == ExceptionUse::WhenStuck
            && self.constructions.iter().filter(|played| played.head_limit == Some(head::WITH_EXCEPTION)).any(
                |played| {
                    let at = played.lines.find(node);
                    at.is_some_and(|at| played.lines.another_checker_plays(at, step.die))
                },
            )
    }

    /// The faults of a step that no die left makes; those that need its die or the position after it are not asked.
    fn without_die(&self, node: &Node, given: GivenStep) -> Vec<Fault> {
        let moment = self.moment(node);
        let step = Step { from: given.from, to: given.to, die: given.from.saturating_sub(given.to) };
        let rules = [crate::source::own_checker, crate::source::bar_first, landing::open, head::limit];
        let mut found: Vec<Fault> = rules.iter().filter_map(|rule| rule(&moment, step)).collect();
        let unfit = given.die.filter(|&die| !fits(given, die));
        found.push(Fault::NotADie { from: given.from, to: given.to, unfit, left: node.dice.dice().collect() });
        found
    }

    /// Clauses of the turn as a whole; every step of it is legal.
    fn duty(&self, node: &Node) -> Option<Fault> {
        let mut found = Vec::new();
        for played in self.constructions {
            if let Some(at) = played.lines.find(node) {
                found.push(played.fault(self.rules, self.question.roll, at));
            }
        }
        if found.contains(&None) { None } else { found.into_iter().flatten().next() }
    }
}

/// Whether a die makes the step, by its distance or by bearing off.
fn fits(given: GivenStep, die: u8) -> bool {
    let makes =
        if given.to == OFF { die >= given.from && reaches(die, given.from) } else { given.from == given.to + die };
    makes && given.die.is_none_or(|said| said == die)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Roll, notation, sample::NARD_ONLINE};

    /// What is said of a first step with a wrong length, or with a wrong die.
    #[test]
    fn a_step_is_held_to_its_die() {
        let position = notation::position("24x15", "12x15").unwrap();
        let question = Question { position, roll: Roll::new(6, 5).unwrap(), first_turn: None };
        let said = |die| {
            let step = GivenStep { from: 24, to: 18, die };
            match judge(&NARD_ONLINE, &question, &[step]).unwrap() {
                Judgement::Illegal(breaches) => breaches[0].fault.to_string(),
                Judgement::Legal => String::new(),
            }
        };
        assert_eq!(said(Some(5)), "the step is 6 points long, but its third number says that a 5 makes it");
        assert!(said(Some(6)).starts_with("1 die is played, but 2 can be"));
        let short = judge(&NARD_ONLINE, &question, &[GivenStep { from: 24, to: 23, die: None }]).unwrap();
        let Judgement::Illegal(breaches) = short else { panic!("a 1 was not thrown") };
        assert_eq!(breaches[0].fault.to_string(), "the step is 1 point long, but the dice left are 6 and 5");
    }
}
