//! A small engine that can be made wrong in one place.
//!
//! Every rule is one function among its [`Parts`]; a fault puts another function in the place of one. With the parts of
//! [`RIGHT`] it answers as the reference engine does, with which it shares no rule.

use super::right;
use crate::engine::{Answer, Ask};
use crate::protocol::message::{End, Judged, LegalTurns, Turn, Turns};
use crate::reference::{self, Refusal};
use nardy_engine::{BAR, FirstTurn, GivenStep, HEAD, Roll, Rules, Side, Step};
use std::collections::{BTreeMap, HashMap};

/// A question about turns.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub rules: Rules,
    pub before: Board,
    pub roll: Roll,
    pub first_turn: Option<FirstTurn>,
}

/// Both sides in the mover's numbers; unlike a position, it may be an impossible one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub mover: Side,
    pub opponent: Side,
}

/// Where sequences of steps meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    pub board: Board,
    /// How often each number is still to be played.
    pub dice: [u8; 7],
    /// The checkers that have left the head.
    pub left_head: u8,
    /// Whatever else a fault remembers of the steps so far.
    pub trail: u8,
}

/// What a rule sees when a step is about to be made.
pub struct Moment<'a> {
    pub asked: &'a Asked,
    pub parts: &'a Parts,
    pub node: &'a Node,
    /// The checkers that may leave the head in this turn; `None` for any number.
    pub limit: Option<u8>,
    /// The steps made so far.
    pub made: usize,
}

/// The rules of the engine, each in one function.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The dice of the roll, one for each step.
    pub dice: fn(&Asked) -> Vec<u8>,
    /// Where a die takes a checker from a point.
    pub goes: fn(&Asked, u8, u8) -> Option<u8>,
    /// Whether the step moves a checker that may be moved now: one on the bar first.
    pub moves_now: fn(&Moment, Step) -> bool,
    /// Whether the landing is open.
    pub open: fn(&Moment, Step) -> bool,
    /// The board after the step.
    pub after: fn(&Asked, &Board, Step) -> Board,
    /// Whether the step takes a checker off the head for the limit.
    pub leaves_head: fn(&Moment, Step) -> bool,
    /// Whether a checker may leave the head.
    pub may_leave: fn(&Moment, Step) -> bool,
    /// Whether the exception is granted.
    pub granted: fn(&Asked, &Parts) -> bool,
    /// The limits on the head under which turns are built.
    pub limits: fn(&Asked, &Parts) -> Vec<Option<u8>>,
    /// Whether all checkers are where bearing off begins.
    pub is_home: fn(&Side) -> bool,
    /// Whether a step off the board may be made.
    pub bears_off: fn(&Moment, Step) -> bool,
    /// Whether a die larger than the point may take a checker from it.
    pub overshoots: fn(&Moment, Step) -> bool,
    /// Whether the board holds a forbidden block.
    pub blocks: fn(&Rules, &Board) -> bool,
    /// Whether a step is refused for the block.
    pub step_blocks: fn(&Moment, Step) -> bool,
    /// Whether a turn of at least one step may not end on the board for the block.
    pub end_blocks: fn(&Asked, &Parts, &Board) -> bool,
    /// Which of the steps that could be made at a moment are.
    pub chosen: fn(&Moment, Vec<Step>) -> Vec<Step>,
    /// What is remembered after the step.
    pub trail: fn(&Moment, Step) -> u8,
    /// Which nodes end a legal turn.
    pub duty: fn(&Asked, &Lines) -> Vec<bool>,
}

/// The parts without a fault.
pub const RIGHT: Parts = Parts {
    dice: right::dice,
    goes: right::goes,
    moves_now: right::moves_now,
    open: right::open,
    after: right::after,
    leaves_head: |_, step| step.from == HEAD,
    may_leave: right::may_leave,
    granted: right::granted,
    limits: right::limits,
    is_home: right::is_home,
    bears_off: right::bears_off,
    overshoots: right::overshoots,
    blocks: right::blocks,
    step_blocks: right::step_blocks,
    end_blocks: right::end_blocks,
    chosen: |_, steps| steps,
    trail: |_, _| 0,
    duty: right::duty,
};

/// Every sequence of steps that is legal step by step, under one limit on the head.
pub struct Lines {
    pub nodes: Vec<Node>,
    /// How many steps lead to each node.
    pub depth: Vec<usize>,
    /// The steps from each node, and the later nodes they lead to.
    pub steps: Vec<Vec<(Step, usize)>>,
    /// Whether a line ends at each node.
    pub ends: Vec<bool>,
    /// Whether a longer line goes on from each node.
    pub goes_on: Vec<bool>,
    /// The limit on the head.
    pub limit: Option<u8>,
}

impl Parts {
    /// The answer to a question about turns; to any other, the reference engine's.
    pub fn answer(&self, rules: &Rules, ask: &Ask) -> Result<Answer, Refusal> {
        // What has no answer is refused as the reference does.
        match ask {
            Ask::LegalTurns(ask) => {
                refuse(rules, ask)?;
                Ok(Answer::LegalTurns(self.turns(&Asked::new(rules, ask))))
            }
            Ask::JudgeTurn(ask) => {
                refuse(rules, &ask.question)?;
                let legal = self.is_legal(&Asked::new(rules, &ask.question), &ask.steps);
                Ok(Answer::JudgeTurn(Judged { legal, clause: None }))
            }
            Ask::Outcome(_) | Ask::Opening(_) => reference::answer(rules, ask),
        }
    }

    /// Every legal turn, by its end.
    fn turns(&self, asked: &Asked) -> Turns {
        let mut ends: BTreeMap<Board, Vec<Step>> = BTreeMap::new();
        for lines in self.constructions(asked) {
            let ways = lines.ways();
            for (at, _) in (self.duty)(asked, &lines).into_iter().enumerate().filter(|(_, legal)| *legal) {
                if let Some(way) = &ways[at] {
                    ends.entry(lines.nodes[at].board).or_insert_with(|| way.clone());
                }
            }
        }
        let turn = |(end, steps): (Board, Vec<Step>)| Turn {
            steps: Some(steps.into_iter().map(given).collect()),
            end: Some(End { mover: end.mover, opponent: Some(end.opponent) }),
        };
        Turns { turns: ends.into_iter().map(turn).collect() }
    }

    /// Whether the steps make a legal turn, with some of the dice.
    fn is_legal(&self, asked: &Asked, steps: &[GivenStep]) -> bool {
        self.constructions(asked).iter().any(|lines| {
            let legal = (self.duty)(asked, lines);
            let mut nodes = vec![0];
            for given in steps {
                let makes = |step: &Step| {
                    (step.from, step.to) == (given.from, given.to) && given.die.is_none_or(|die| die == step.die)
                };
                let next = nodes.iter().flat_map(|&at: &usize| &lines.steps[at]);
                nodes = next.filter(|(step, _)| makes(step)).map(|&(_, to)| to).collect();
            }
            nodes.into_iter().any(|at| legal[at])
        })
    }

    fn constructions(&self, asked: &Asked) -> Vec<Lines> {
        (self.limits)(asked, self).into_iter().map(|limit| Lines::new(asked, self, limit)).collect()
    }

    /// Whether a step breaks no rule.
    pub fn allows(&self, moment: &Moment, step: Step) -> bool {
        (self.moves_now)(moment, step)
            && (self.open)(moment, step)
            && (self.may_leave)(moment, step)
            && (step.to > 0 || (self.bears_off)(moment, step))
            && !(self.step_blocks)(moment, step)
    }
}

impl Asked {
    pub fn new(rules: &Rules, ask: &LegalTurns) -> Asked {
        let before = Board { mover: ask.position.mover, opponent: ask.position.opponent };
        Asked { rules: *rules, before, roll: ask.roll, first_turn: ask.first_turn }
    }
}

/// The reference's refusal, where it has one.
fn refuse(rules: &Rules, ask: &LegalTurns) -> Result<(), Refusal> {
    let is_refused = ask.position.mover.is_done() || ask.position.mover.on(BAR) + ask.position.opponent.on(BAR) > 0;
    if is_refused { reference::answer(rules, &Ask::LegalTurns(ask.clone())).map(drop) } else { Ok(()) }
}

fn given(step: Step) -> GivenStep {
    GivenStep { from: step.from, to: step.to, die: None }
}

impl Lines {
    pub fn new(asked: &Asked, parts: &Parts, limit: Option<u8>) -> Lines {
        let mut dice = [0; 7];
        (parts.dice)(asked).into_iter().for_each(|die| dice[usize::from(die)] += 1);
        let first = Node { board: asked.before, dice, left_head: 0, trail: 0 };
        let mut nodes = vec![first];
        let (mut depth, mut steps) = (vec![0], Vec::new());
        let mut index = HashMap::from([(first, 0)]);
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at];
            let moment = Moment { asked, parts, node: &node, limit, made: depth[at] };
            let mut here = Vec::new();
            for step in (parts.chosen)(&moment, moment.steps()) {
                let next = moment.next(step);
                let to = *index.entry(next).or_insert(nodes.len());
                if to == nodes.len() {
                    nodes.push(next);
                    depth.push(depth[at] + 1);
                }
                here.push((step, to));
            }
            steps.push(here);
            at += 1;
        }
        let ends = (0..nodes.len()).map(|at| at == 0 || !(parts.end_blocks)(asked, parts, &nodes[at].board)).collect();
        let mut lines = Lines { nodes, depth, steps, ends, goes_on: Vec::new(), limit };
        right::take_out_needless(asked, &mut lines);
        let completes = lines.completes(|_| true);
        lines.goes_on = lines.steps.iter().map(|steps| steps.iter().any(|&(_, to)| completes[to])).collect();
        let reached = lines.ways();
        lines.ends = lines.ends.iter().zip(reached).map(|(&ends, way)| ends && way.is_some()).collect();
        lines
    }

    /// The most steps of a line.
    pub fn most(&self) -> usize {
        (0..self.nodes.len()).filter(|&at| self.ends[at]).map(|at| self.depth[at]).max().unwrap_or(0)
    }

    /// For each node, whether some line ends at it, or goes on from it by steps that count.
    pub fn completes(&self, counts: impl Fn(Step) -> bool) -> Vec<bool> {
        let mut completes = self.ends.clone();
        for at in (0..self.nodes.len()).rev() {
            completes[at] |= self.steps[at].iter().any(|&(step, to)| counts(step) && completes[to]);
        }
        completes
    }

    /// One sequence of steps to each node that is reached.
    pub fn ways(&self) -> Vec<Option<Vec<Step>>> {
        let mut ways: Vec<Option<Vec<Step>>> = vec![None; self.nodes.len()];
        ways[0] = Some(Vec::new());
        for at in 0..self.nodes.len() {
            let Some(way) = ways[at].clone() else { continue };
            for &(step, to) in &self.steps[at] {
                ways[to].get_or_insert_with(|| way.iter().copied().chain([step]).collect());
            }
        }
        ways
    }
}

impl Moment<'_> {
    /// The numbers still to be played, higher first.
    pub fn numbers(&self) -> impl Iterator<Item = u8> {
        let dice = self.node.dice;
        (1..=6).rev().filter(move |&die| dice[usize::from(die)] > 0)
    }

    /// Every step that breaks no rule.
    pub fn steps(&self) -> Vec<Step> {
        let points = || (1..=BAR).rev().filter(|&point| self.node.board.mover.on(point) > 0);
        let by = |die| {
            points().filter_map(move |from| (self.parts.goes)(self.asked, die, from).map(|to| Step { from, to, die }))
        };
        self.numbers().flat_map(by).filter(|&step| self.parts.allows(self, step)).collect()
    }

    /// The node after a step.
    pub fn next(&self, step: Step) -> Node {
        let mut dice = self.node.dice;
        dice[usize::from(step.die)] -= 1;
        Node {
            board: (self.parts.after)(self.asked, &self.node.board, step),
            dice,
            left_head: self.node.left_head + u8::from((self.parts.leaves_head)(self, step)),
            trail: (self.parts.trail)(self, step),
        }
    }
}
