//! The duty to use the dice: which of the lines are legal turns.
//!
//! Clauses `dice.most`, `dice.until-stuck`, `dice.higher`, `dice.after-win` and `dice.pass`, and `head.use` where two checkers are forced. A forbidden
//! block ends no line, so it is outside the duty (clause `block.duty`).

use crate::block;
use crate::fault::Fault;
use crate::head;
use crate::lines::Lines;
use crate::notation;
use crate::roll::Roll;
use crate::rules::{AfterWin, DiceSingle, DiceUsage, ExceptionUse, Rules};
use crate::turns::Question;

/// The lines under one limit on the head, and which of their ends the duties allow.
pub(crate) struct Played {
    pub lines: Lines,
    /// The checkers that may leave the head in these lines; `None` for any number.
    pub head_limit: Option<u8>,
    /// Whether each node ends a legal turn.
    pub legal: Vec<bool>,
    /// Whether each node ends a line, legal or not.
    ends: Vec<bool>,
    /// Whether each node begins a longer line.
    goes_on: Vec<bool>,
    most: usize,
}

impl Played {
    pub(crate) fn new(rules: &Rules, question: &Question, head_limit: Option<u8>) -> Played {
        let mut lines = Lines::new(rules, question, head_limit);
        let excepted = head_limit == Some(head::WITH_EXCEPTION);
        if excepted && rules.exception_use == ExceptionUse::WhenStuck {
            lines.take_out_needless_head_steps();
        }
        let reached = lines.reached();
        let ends: Vec<bool> = reached.iter().zip(&lines.may_stop).map(|(&reached, &stop)| reached && stop).collect();
        let most = (0..ends.len()).filter(|&at| ends[at]).map(|at| lines.depth[at]).max().unwrap_or(0);
        let completes = lines.completes(|_| true);
        let goes_on = lines.steps.iter().map(|steps| steps.iter().any(|&(_, to)| completes[to])).collect();
        let mut played = Played { lines, head_limit, legal: Vec::new(), ends, goes_on, most };
        played.legal = (0..played.ends.len()).map(|at| played.ends[at] && played.uses_enough(rules, at)).collect();
        if lower_is_refused(rules, question.roll, most) {
            played.keep_if_any(|played, at| played.lines.nodes[at].dice.higher_is_played());
        }
        if excepted && rules.exception_use == ExceptionUse::Forced {
            played.keep_if_any(|played, at| played.lines.nodes[at].left_head == 2);
        }
        played
    }

    /// Clauses `dice.most`, `dice.until-stuck` and `dice.after-win`.
    fn uses_enough(&self, rules: &Rules, at: usize) -> bool {
        let won = rules.after_win == AfterWin::Any && self.lines.nodes[at].position.mover.is_done();
        won || match rules.dice_usage {
            DiceUsage::Most => self.lines.depth[at] == self.most,
            DiceUsage::UntilStuck => !self.goes_on[at],
        }
    }

    fn keep_if_any(&mut self, keep: impl Fn(&Played, usize) -> bool) {
        let kept: Vec<bool> = (0..self.legal.len()).map(|at| self.legal[at] && keep(self, at)).collect();
        if kept.contains(&true) {
            self.legal = kept;
        }
    }

    /// Whether some line has as many steps as the roll.
    pub(crate) fn plays_every_die(&self, steps: usize) -> bool {
        self.most == steps
    }

    /// The duty that a sequence ending at the node breaks; every step of it is legal.
    pub(crate) fn fault(&self, rules: &Rules, roll: Roll, at: usize) -> Option<Fault> {
        if self.legal[at] {
            return None;
        }
        let node = &self.lines.nodes[at];
        let played = self.lines.depth[at];
        let instead = self.example();
        Some(if let Some(fault) = block::after_turn(rules, &node.position).filter(|_| played > 0) {
            fault
        } else if played == 0 {
            Fault::NeedlessPass { instead }
        } else if !self.uses_enough(rules, at) {
            match rules.dice_usage {
                DiceUsage::Most => Fault::FewerDice { played, possible: self.most, instead },
                DiceUsage::UntilStuck => Fault::NotStuck { instead: self.longer(at) },
            }
        } else if lower_is_refused(rules, roll, self.most) && !node.dice.higher_is_played() {
            Fault::LowerDie { lower: roll.lower(), higher: roll.higher(), instead }
        } else {
            Fault::OneLeaves { instead }
        })
    }

    /// A legal turn to name beside an illegal one.
    fn example(&self) -> String {
        let at = self.legal.iter().position(|&legal| legal);
        let steps = at.and_then(|at| self.lines.sequences_to(at).into_iter().next());
        notation::turn(&self.lines.nodes[0].position, &steps.unwrap_or_default())
    }

    /// A step that goes on from the node.
    fn longer(&self, at: usize) -> String {
        let completes = self.lines.completes(|_| true);
        let step = self.lines.steps[at].iter().find(|(_, to)| completes[*to]).map(|&(step, _)| step);
        notation::turn(&self.lines.nodes[at].position, step.as_slice())
    }
}

/// Clause `dice.higher`: whether only one of two different dice can be played, and the rule set wants it to be the higher.
fn lower_is_refused(rules: &Rules, roll: Roll, most: usize) -> bool {
    rules.dice_single == DiceSingle::Higher && !roll.is_double() && most < 2
}
