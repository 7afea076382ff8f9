//! One step in a turn that is under way, and every clause it would break.

use super::block;
use super::board::{BAR, Board, HEAD};
use nardy_engine::rules::{BlockTested, Entry, Overshoot, Rules, StuckHigher};

/// How many checkers may leave the head, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Release {
    Unlimited,
    One,
    Two,
    /// Two, the second only when no other checker can use the die.
    TwoWhenStuck,
}

/// A turn under way: the board now, the dice still to play, and how many checkers have left the head.
#[derive(Debug, Clone)]
pub struct Walk {
    pub board: Board,
    pub dice: Vec<u8>,
    pub released: usize,
}

/// A step with the die that makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Made {
    pub die: u8,
    pub from: u8,
    pub to: u8,
}

impl Made {
    pub fn by(die: u8, from: u8) -> Made {
        Made { die, from, to: from.saturating_sub(die) }
    }
}

impl Walk {
    /// The numbers still to be played, each once.
    pub fn numbers(&self) -> Vec<u8> {
        let mut numbers = self.dice.clone();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Every step that a die still to be played makes with one of the mover's checkers, legal or not.
    pub fn steps(&self) -> Vec<Made> {
        let with = |die| (1..=BAR).filter(|&from| self.board.has(from)).map(move |from| Made::by(die, from));
        self.numbers().into_iter().flat_map(with).collect()
    }

    pub fn after(&self, step: Made) -> Walk {
        let mut walk = self.clone();
        let die = walk.dice.iter().position(|&die| die == step.die).expect("the die is still to be played");
        walk.dice.remove(die);
        walk.board = walk.board.after(step.from, step.to);
        walk.released += usize::from(step.from == HEAD);
        walk
    }
}

/// What a step is judged by: the rule set, the board before the turn, and how checkers leave the head.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    pub rules: &'a Rules,
    pub start: &'a Board,
    pub release: Release,
}

impl Frame<'_> {
    /// The clauses broken by going from a point to another; `die` is the one that makes the step, if any can.
    pub fn faults(&self, walk: &Walk, from: u8, to: u8, die: Option<u8>) -> Vec<&'static str> {
        let (rules, board) = (self.rules, &walk.board);
        let mut faults = Vec::new();
        let has_source = from > 0 && board.has(from);
        let closed = board.is_closed(to, rules.contact);
        if !has_source {
            faults.push("board.source");
        }
        if board.has(BAR) && from != BAR {
            faults.push("board.bar");
        }
        if die.is_none() {
            faults.push("dice.step");
        }
        if closed {
            faults.push("landing.closed");
        }
        if from == HEAD {
            faults.extend(self.head_fault(walk, die));
        }
        if to == 0
            && let Some(die) = die
        {
            faults.extend(self.bear_off_fault(board, from, die));
        }
        if rules.six_tested == BlockTested::EachStep
            && has_source
            && die.is_some()
            && !closed
            && block::is_forbidden(rules, &board.after(from, to))
        {
            faults.push("block.six");
        }
        faults
    }

    pub fn is_legal(&self, walk: &Walk, step: Made) -> bool {
        self.faults(walk, step.from, step.to, Some(step.die)).is_empty()
    }

    fn head_fault(&self, walk: &Walk, die: Option<u8>) -> Option<&'static str> {
        let limit = match self.release {
            Release::Unlimited => usize::MAX,
            Release::One => 1,
            Release::Two | Release::TwoWhenStuck => 2,
        };
        if walk.released >= limit {
            return Some("head.limit");
        }
        let second = self.release == Release::TwoWhenStuck && walk.released == 1;
        (second && die.is_some_and(|die| self.another_can_use(walk, die))).then_some("head.use")
    }

    /// Whether a checker off the head can step with the die so that, by further such steps if need be, a line results.
    fn another_can_use(&self, walk: &Walk, die: u8) -> bool {
        let mut others = walk.steps().into_iter().filter(|step| step.die == die && step.from != HEAD);
        others.any(|step| self.is_legal(walk, step) && self.can_be_completed(&walk.after(step)))
    }

    fn can_be_completed(&self, walk: &Walk) -> bool {
        self.may_end(walk) || {
            let mut others = walk.steps().into_iter().filter(|step| step.from != HEAD);
            others.any(|step| self.is_legal(walk, step) && self.can_be_completed(&walk.after(step)))
        }
    }

    /// Whether a turn with at least one step may leave the board as it is now.
    pub fn may_end(&self, walk: &Walk) -> bool {
        self.rules.six_tested == BlockTested::EachStep || !block::is_forbidden(self.rules, &walk.board)
    }

    fn bear_off_fault(&self, board: &Board, from: u8, die: u8) -> Option<&'static str> {
        if !board.is_home() {
            Some("bear-off.home")
        } else if self.rules.entry == Entry::NextTurn && !self.start.is_home() {
            Some("bear-off.entry")
        } else if die > from && !overshoots(self.rules, board, from, die) {
            Some("bear-off.overshoot")
        } else {
            None
        }
    }
}

/// Whether a die larger than the point may take a checker from it, all being home.
fn overshoots(rules: &Rules, board: &Board, from: u8, die: u8) -> bool {
    let is_highest_below = || !board.has(die) && (1..die).rev().find(|&point| board.has(point)) == Some(from);
    let is_stuck =
        |point: u8| rules.stuck_higher == StuckHigher::Released && board.is_closed(point - die, rules.contact);
    match rules.overshoot {
        Overshoot::Any => board.has(from),
        Overshoot::ExactOnly => false,
        Overshoot::NearestLower => is_highest_below(),
        Overshoot::Highest => is_highest_below() && (die + 1..=6).filter(|&point| board.has(point)).all(is_stuck),
    }
}
