//! The lines of a roll: every sequence of steps that is legal step by step.
//!
//! Sequences that reach the same position with the same dice left and as many checkers off the head go on alike, so they meet
//! in one [`Node`]; the lines are the paths from the first node.

use crate::board::HOME;
use crate::fault::Fault;
use crate::position::{BAR, HEAD, Position};
use crate::roll::Roll;
use crate::rules::Rules;
use crate::step::Step;
use crate::turns::Question;
use crate::{bear_off, block, head, landing, source};
use std::collections::HashMap;

/// What a rule sees when a step is about to be made.
pub(crate) struct Moment<'a> {
    pub rules: &'a Rules,
    /// The position before the turn.
    pub start: &'a Position,
    /// The position before the step.
    pub position: &'a Position,
    /// The checkers that may leave the head in this turn; `None` for any number.
    pub head_limit: Option<u8>,
    /// Those that have left it.
    pub left_head: u8,
}

type Rule = fn(&Moment, Step) -> Option<Fault>;

/// The rules that a step can break by where it begins and ends, in the order of their clauses.
const RULES: [Rule; 5] = [source::own_checker, source::bar_first, landing::open, head::limit, bear_off::allowed];

/// Whether a step, made with a die that fits its distance, breaks no rule.
fn is_legal(moment: &Moment, step: Step) -> bool {
    RULES.iter().all(|rule| rule(moment, step).is_none()) && block::after_step(moment, step).is_none()
}

/// Every fault of a step made with a die that fits its distance. There is a position after it, for the block rule to look at,
/// only if there is a checker to move and its landing is open.
pub(crate) fn faults(moment: &Moment, step: Step) -> Vec<Fault> {
    let mut found: Vec<Fault> = RULES.iter().filter_map(|rule| rule(moment, step)).collect();
    if !found.iter().any(|fault| matches!(fault, Fault::NoChecker { .. } | Fault::Closed { .. })) {
        found.extend(block::after_step(moment, step));
    }
    found
}

/// The dice of a roll not yet played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DiceLeft {
    roll: Roll,
    higher: u8,
    lower: u8,
}

impl DiceLeft {
    pub(crate) fn new(roll: Roll, rules: &Rules) -> DiceLeft {
        let steps = roll.steps(rules.doubles) as u8;
        if roll.is_double() {
            DiceLeft { roll, higher: steps, lower: 0 }
        } else {
            DiceLeft { roll, higher: 1, lower: 1 }
        }
    }

    /// The different dice left, higher first.
    pub(crate) fn dice(self) -> impl Iterator<Item = u8> {
        let higher = (self.higher > 0).then_some(self.roll.higher());
        let lower = (self.lower > 0).then_some(self.roll.lower());
        higher.into_iter().chain(lower)
    }

    pub(crate) fn without(mut self, die: u8) -> DiceLeft {
        if die == self.roll.higher() {
            self.higher -= 1
        } else {
            self.lower -= 1
        }
        self
    }

    /// Whether the higher of two different dice is among those played.
    pub(crate) fn higher_is_played(self) -> bool {
        self.higher == 0
    }
}

/// Where sequences of steps meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Node {
    pub position: Position,
    pub dice: DiceLeft,
    pub left_head: u8,
}

impl Node {
    pub(crate) fn after(&self, step: Step) -> Node {
        Node {
            position: landing::after(&self.position, step),
            dice: self.dice.without(step.die),
            left_head: self.left_head + u8::from(step.from == HEAD),
        }
    }
}

/// Every line of a roll under one limit on the head.
pub(crate) struct Lines {
    pub nodes: Vec<Node>,
    /// How many steps lead to each node.
    pub depth: Vec<usize>,
    /// The steps from each node, and the nodes they lead to: always later ones.
    pub steps: Vec<Vec<(Step, usize)>>,
    /// Whether a turn may stop at the node as far as the block rule goes.
    pub may_stop: Vec<bool>,
    /// Whether some line ends at each node, or goes on from it without a further checker leaving the head.
    completes_without_head: Vec<bool>,
    index: HashMap<Node, usize>,
}

impl Lines {
    pub(crate) fn new(rules: &Rules, question: &Question, head_limit: Option<u8>) -> Lines {
        let start = &question.position;
        let first = Node { position: *start, dice: DiceLeft::new(question.roll, rules), left_head: 0 };
        let mut lines = Lines {
            nodes: vec![first],
            depth: vec![0],
            steps: Vec::new(),
            may_stop: vec![true],
            completes_without_head: Vec::new(),
            index: HashMap::from([(first, 0)]),
        };
        let mut at = 0;
        while at < lines.nodes.len() {
            let node = lines.nodes[at];
            let moment = Moment { rules, start, position: &node.position, head_limit, left_head: node.left_head };
            let sources: Vec<u8> = (1..=BAR).rev().filter(|&point| node.position.mover.on(point) > 0).collect();
            let mut steps = Vec::new();
            for die in node.dice.dice() {
                let tried = sources.iter().filter(|&&from| reaches(die, from)).map(|&from| Step::by(die, from));
                for step in tried.filter(|&step| is_legal(&moment, step)) {
                    steps.push((step, lines.enter(rules, node.after(step), at)));
                }
            }
            lines.steps.push(steps);
            at += 1;
        }
        lines.completes_without_head = lines.completes(|step| step.from != HEAD);
        lines
    }

    fn enter(&mut self, rules: &Rules, node: Node, from: usize) -> usize {
        let next = self.nodes.len();
        let at = *self.index.entry(node).or_insert(next);
        if at == next {
            self.nodes.push(node);
            self.depth.push(self.depth[from] + 1);
            self.may_stop.push(block::after_turn(rules, &node.position).is_none());
        }
        at
    }

    /// The node of a sequence made so far, if every step of it was legal.
    pub(crate) fn find(&self, node: &Node) -> Option<usize> {
        self.index.get(node).copied()
    }

    /// For each node, whether some line ends at it, or goes on from it by steps that `counts` and ends later.
    pub(crate) fn completes(&self, counts: impl Fn(Step) -> bool) -> Vec<bool> {
        let mut completes = self.may_stop.clone();
        for at in (0..self.nodes.len()).rev() {
            completes[at] |= self.steps[at].iter().any(|&(step, to)| counts(step) && completes[to]);
        }
        completes
    }

    /// Clause `head.use`, `when-stuck`: takes out every step by which a further checker leaves the head while another checker
    /// can use that die.
    pub(crate) fn take_out_needless_head_steps(&mut self) {
        let kept: Vec<Vec<(Step, usize)>> = (0..self.nodes.len())
            .map(|at| {
                let needless = |step: Step| {
                    step.from == HEAD && self.nodes[at].left_head > 0 && self.another_checker_plays(at, step.die)
                };
                self.steps[at].iter().copied().filter(|&(step, _)| !needless(step)).collect()
            })
            .collect();
        self.steps = kept;
    }

    /// Whether a checker off the head can use the die, in a way that can be completed without a further checker leaving the
    /// head.
    pub(crate) fn another_checker_plays(&self, at: usize, die: u8) -> bool {
        let mut others = self.steps[at].iter().filter(|(step, _)| step.from != HEAD && step.die == die);
        others.any(|&(_, to)| self.completes_without_head[to])
    }

    /// Which nodes are still reached from the first.
    pub(crate) fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        reached[0] = true;
        for at in 0..self.nodes.len() {
            if reached[at] {
                self.steps[at].iter().for_each(|&(_, to)| reached[to] = true);
            }
        }
        reached
    }

    /// Every sequence of steps from the first node to the given one.
    pub(crate) fn sequences_to(&self, target: usize) -> Vec<Vec<Step>> {
        let mut leads = vec![false; target + 1];
        leads[target] = true;
        for at in (0..target).rev() {
            leads[at] = self.steps[at].iter().any(|&(_, to)| to <= target && leads[to]);
        }
        let mut sequences: Vec<Vec<Vec<Step>>> = vec![Vec::new(); target + 1];
        sequences[0].push(Vec::new());
        for at in (0..target).filter(|&at| leads[at]) {
            let here = std::mem::take(&mut sequences[at]);
            for &(step, to) in self.steps[at].iter().filter(|(_, to)| *to <= target && leads[*to]) {
                let longer = here.iter().map(|so_far| so_far.iter().copied().chain([step]).collect());
                sequences[to].extend(longer);
            }
        }
        sequences.swap_remove(target)
    }
}

/// Whether a die takes a checker from a point to another, or off the board from home.
pub(crate) fn reaches(die: u8, from: u8) -> bool {
    from > die || from <= HOME
}
