//! The ways a turn can break a clause, each with a sentence that a player understands.

use crate::block::Block;
use crate::position::BAR;
use crate::rules::SixBlock;

/// One way to break a clause. Its text is the sentence; points are the mover's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No checker of the mover's stands where the step begins.
    NoChecker {
        /// That point.
        from: u8,
    },
    /// A checker is on the bar, and another is moved.
    BarFirst {
        /// Where the other stands.
        from: u8,
    },
    /// No die left makes the step.
    NotADie {
        /// Where it begins.
        from: u8,
        /// Where it ends.
        to: u8,
        /// The die that is said to make it, where it cannot.
        unfit: Option<u8>,
        /// The dice left.
        left: Vec<u8>,
    },
    /// The opponent closes the point.
    Closed {
        /// The die.
        die: u8,
        /// The point.
        to: u8,
    },
    /// More checkers leave the head than may.
    HeadLimit {
        /// How many may in this turn.
        limit: u8,
    },
    /// A further checker leaves the head although another checker can use the die.
    HeadNeedless {
        /// The die.
        die: u8,
    },
    /// A checker is borne off while another is not home.
    NotHome {
        /// Where the farthest one stands.
        outside: u8,
    },
    /// A checker is borne off in the turn in which the last one came home.
    NotHomeBefore,
    /// A die larger than the point takes a checker that it may not.
    Overshoot {
        /// The die.
        die: u8,
        /// The checker's point.
        from: u8,
    },
    /// The position holds a forbidden block.
    Block {
        /// The block.
        block: Block,
        /// The rule that forbids it.
        six: SixBlock,
    },
    /// Nothing is played although something can be.
    NeedlessPass {
        /// A legal turn.
        instead: String,
    },
    /// Fewer dice are played than can be.
    FewerDice {
        /// How many are played.
        played: usize,
        /// How many can be.
        possible: usize,
        /// A legal turn.
        instead: String,
    },
    /// A further step is possible.
    NotStuck {
        /// The step.
        instead: String,
    },
    /// The lower die is played where the higher must be.
    LowerDie {
        /// The lower die.
        lower: u8,
        /// The higher die.
        higher: u8,
        /// A legal turn.
        instead: String,
    },
    /// Fewer checkers leave the head than the exception forces to.
    OneLeaves {
        /// A legal turn.
        instead: String,
    },
}

impl Fault {
    /// The clause that is broken.
    pub fn clause(&self) -> &'static str {
        match self {
            Fault::NoChecker { .. } => "board.source",
            Fault::BarFirst { .. } => "board.bar",
            Fault::NotADie { .. } => "dice.step",
            Fault::Closed { .. } => "landing.closed",
            Fault::HeadLimit { .. } => "head.limit",
            Fault::HeadNeedless { .. } | Fault::OneLeaves { .. } => "head.use",
            Fault::NotHome { .. } => "bear-off.home",
            Fault::NotHomeBefore => "bear-off.entry",
            Fault::Overshoot { .. } => "bear-off.overshoot",
            Fault::Block { .. } => "block.six",
            Fault::NeedlessPass { .. } => "dice.pass",
            Fault::FewerDice { .. } => "dice.most",
            Fault::NotStuck { .. } => "dice.until-stuck",
            Fault::LowerDie { .. } => "dice.higher",
        }
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::NoChecker { from: BAR } => write!(f, "the mover has no checker on the bar"),
            Fault::NoChecker { from } => write!(f, "the mover has no checker on {from}"),
            Fault::BarFirst { from } => write!(f, "the checker on {from} may not move while one is on the bar"),
            Fault::NotADie { from, to, unfit, left } => {
                let distance = from.saturating_sub(*to);
                let long = if distance == 1 { "1 point".to_owned() } else { format!("{distance} points") };
                match (unfit, &left[..]) {
                    (_, []) => write!(f, "no die is left for a further step"),
                    _ if to >= from => write!(f, "checkers move from higher points to lower ones"),
                    (Some(die), _) => {
                        write!(f, "the step is {long} long, but its third number says that a {die} makes it")
                    }
                    (None, [die]) => write!(f, "the step is {long} long, but only a {die} is left"),
                    (None, [a, b, ..]) => write!(f, "the step is {long} long, but the dice left are {a} and {b}"),
                }
            }
            Fault::Closed { die, to } => write!(f, "the {die} lands on {to}, which the opponent holds"),
            Fault::HeadLimit { limit: 1 } => {
                write!(f, "a second checker leaves the head, but only one may in this turn")
            }
            Fault::HeadLimit { limit } => write!(f, "more than {limit} checkers leave the head in this turn"),
            Fault::HeadNeedless { die } => {
                write!(f, "a second checker leaves the head although another checker can play the {die}")
            }
            Fault::NotHome { outside: BAR } => write!(f, "a checker is on the bar, so none may be borne off"),
            Fault::NotHome { outside } => write!(f, "a checker still stands on {outside}, so none may be borne off"),
            Fault::NotHomeBefore => {
                write!(f, "a checker was outside home before the turn, so none may be borne off until the next")
            }
            Fault::Overshoot { die, from } => write!(f, "the {die} may not take the checker from {from}"),
            Fault::Block { block, six } => {
                let Block { first, last } = block;
                let because = match six {
                    SixBlock::Allowed | SixBlock::Forbidden => "which is forbidden",
                    SixBlock::UnlessAhead => "with no opposing checker ahead of them",
                    SixBlock::UnlessHome => "with no opposing checker in its own home",
                    SixBlock::UnlessCanMove => "which leaves the opponent no checker that can move",
                };
                write!(f, "{first} to {last} are six occupied points in a row, {because}")
            }
            Fault::NeedlessPass { instead } => {
                write!(f, "a pass is legal only when nothing can be played, and {instead} can")
            }
            Fault::FewerDice { played, possible, instead } => {
                write!(f, "{} played, but {possible} can be: {instead}", dice(*played))
            }
            Fault::NotStuck { instead } => write!(f, "the turn stops although {instead} can still be played"),
            Fault::LowerDie { lower, higher, instead } => write!(
                f,
                "the {lower} is played, but when only one of two dice can be played it must be the {higher} if that can: {instead}"
            ),
            Fault::OneLeaves { instead } => {
                write!(f, "one checker leaves the head, but two must where they can: {instead}")
            }
        }
    }
}

fn dice(count: usize) -> String {
    if count == 1 { "1 die is".to_owned() } else { format!("{count} dice are") }
}
