//! Every sequence of steps a roll allows, and which of them are turns.

use super::board::{Board, HEAD, across};
use super::step::{Frame, Made, Release, Walk};
use nardy_engine::rules::*;

/// A sequence of steps, each legal when made, that may stand as a turn as far as the board is concerned.
#[derive(Debug, Clone)]
pub struct Line {
    pub steps: Vec<Made>,
    pub board: Board,
    /// The duty that the line neglects; a line without one is a legal turn.
    pub neglects: Option<&'static str>,
}

impl Line {
    /// Where the steps begin and end, without the dice.
    pub fn moves(&self) -> Vec<(u8, u8)> {
        self.steps.iter().map(|step| (step.from, step.to)).collect()
    }
}

/// A question with the rule set it is asked under.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    pub rules: &'a Rules,
    pub start: Board,
    pub roll: (u8, u8),
    /// Whether it is a player's first turn of the game, and if so whether that player started.
    pub first: Option<bool>,
}

impl Asked<'_> {
    pub fn frame(&self, release: Release) -> Frame<'_> {
        Frame { rules: self.rules, start: &self.start, release }
    }

    pub fn walk(&self) -> Walk {
        let (a, b) = self.roll;
        let dice = if a == b && self.rules.doubles == Doubles::Four { vec![a; 4] } else { vec![a, b] };
        Walk { board: self.start, dice, released: 0 }
    }

    /// The ways in which checkers may leave the head this turn; more than one where the player may choose between them.
    pub fn releases(&self) -> Vec<Release> {
        match self.rules.exception_use {
            _ if self.rules.head_limit == HeadLimit::Unlimited => vec![Release::Unlimited],
            _ if !self.exception_is_granted() => vec![Release::One],
            ExceptionUse::AsDiceRequire | ExceptionUse::Forced => vec![Release::Two],
            ExceptionUse::WhenStuck => vec![Release::TwoWhenStuck],
            ExceptionUse::Optional => vec![Release::One, Release::Two],
        }
    }

    pub fn exception_is_granted(&self) -> bool {
        let (a, b) = self.roll;
        let roll_has_it = match self.rules.exception_rolls {
            ExceptionRolls::None => false,
            ExceptionRolls::ThreeFourSix => a == b && [3, 4, 6].contains(&a),
            ExceptionRolls::FourSix => a == b && [4, 6].contains(&a),
            ExceptionRolls::AnyDouble => a == b,
            ExceptionRolls::AnyRoll => true,
        };
        let turn_has_it = match (self.rules.exception_turn, self.rules.exception_player) {
            (ExceptionTurn::Every, _) => true,
            (ExceptionTurn::First, ExceptionPlayer::Each) => self.first.is_some(),
            (ExceptionTurn::First, ExceptionPlayer::Second) => self.first == Some(false),
        };
        self.rules.head_limit == HeadLimit::One
            && roll_has_it
            && turn_has_it
            && match self.rules.exception_when {
                ExceptionWhen::Always => true,
                ExceptionWhen::Blocked => {
                    let dice = self.walk().dice.len();
                    self.lines(Release::One).iter().all(|line| line.steps.len() < dice)
                }
                ExceptionWhen::UnlessFieldBlocked => !self.field_is_blocked(),
            }
    }

    /// Whether an opposing checker off its own head stands where one checker from the head would come with this roll.
    fn field_is_blocked(&self) -> bool {
        let dice = self.walk().dice;
        let mut reached: Vec<u8> = (1..=dice.len()).map(|steps| dice[..steps].iter().sum()).collect();
        reached.extend(&dice);
        let points = reached.into_iter().filter(|&pips| pips < HEAD).map(|pips| HEAD - pips);
        let mut opposing = points.map(|point| across(self.start.direction, point));
        opposing.any(|own| own != HEAD && self.start.theirs.contains(&own))
    }

    /// All lines, the empty one included, each marked with the duty it neglects.
    pub fn lines(&self, release: Release) -> Vec<Line> {
        let mut lines = Vec::new();
        self.grow(self.frame(release), &self.walk(), &mut Vec::new(), &mut lines);
        lines.sort_by(|a, b| a.steps.cmp(&b.steps));
        self.mark_usage(&mut lines);
        self.mark_lower_die(&mut lines);
        if self.rules.exception_use == ExceptionUse::Forced && release == Release::Two {
            mark_unforced(&mut lines);
        }
        lines
    }

    fn grow(&self, frame: Frame<'_>, walk: &Walk, steps: &mut Vec<Made>, lines: &mut Vec<Line>) {
        if steps.is_empty() || frame.may_end(walk) {
            lines.push(Line { steps: steps.clone(), board: walk.board, neglects: None });
        }
        for step in walk.steps() {
            if frame.is_legal(walk, step) {
                steps.push(step);
                self.grow(frame, &walk.after(step), steps, lines);
                steps.pop();
            }
        }
    }

    fn mark_usage(&self, lines: &mut [Line]) {
        match self.rules.dice_usage {
            DiceUsage::Most => {
                let most = lines.iter().map(|line| line.steps.len()).max().unwrap_or(0);
                for line in lines.iter_mut().filter(|line| line.steps.len() < most) {
                    let won = line.board.mine == [0; 15];
                    if !(won && self.rules.after_win == AfterWin::Any) {
                        line.neglects = Some("dice.most");
                    }
                }
            }
            // In sorted order the lines that begin with a given one come right after it.
            DiceUsage::UntilStuck => {
                for i in 1..lines.len() {
                    if lines[i].steps.starts_with(&lines[i - 1].steps) {
                        lines[i - 1].neglects = Some("dice.until-stuck");
                    }
                }
            }
        }
    }

    fn mark_lower_die(&self, lines: &mut [Line]) {
        let (a, b) = self.roll;
        let plays_higher = |line: &Line| line.steps.iter().any(|step| step.die == a.max(b));
        let applies = self.rules.dice_single == DiceSingle::Higher && a != b;
        if applies && lines.iter().all(|line| line.steps.len() < 2) && lines.iter().any(plays_higher) {
            for line in lines.iter_mut().filter(|line| !plays_higher(line)) {
                line.neglects = line.neglects.or(Some("dice.higher"));
            }
        }
    }
}

/// Marks the lines in which fewer than two leave the head, if two leave in a legal one.
fn mark_unforced(lines: &mut [Line]) {
    let two_leave = |line: &Line| line.steps.iter().filter(|step| step.from == HEAD).count() == 2;
    if lines.iter().any(|line| line.neglects.is_none() && two_leave(line)) {
        for line in lines.iter_mut().filter(|line| line.neglects.is_none() && !two_leave(line)) {
            line.neglects = Some("head.use");
        }
    }
}
