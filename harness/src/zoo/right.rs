//! The parts of the engine without a fault: one function for each rule, in the order in which a turn meets them.

use super::engine::{Asked, Board, Lines, Moment, Parts};
use nardy_engine::rules::*;
use nardy_engine::{BAR, FirstTurn, HEAD, OFF, Side, Step, board};

/// The last point of a home.
pub const HOME: u8 = 6;

pub fn dice(asked: &Asked) -> Vec<u8> {
    let (a, b) = (asked.roll.higher(), asked.roll.lower());
    if a == b && asked.rules.doubles == Doubles::Four { vec![a; 4] } else { vec![a, b] }
}

pub fn goes(_: &Asked, die: u8, from: u8) -> Option<u8> {
    (from > die || from <= HOME).then(|| from.saturating_sub(die))
}

pub fn moves_now(moment: &Moment, step: Step) -> bool {
    step.from == BAR || moment.node.board.mover.on(BAR) == 0
}

/// How many opposing checkers close a point.
pub fn closes(rules: &Rules) -> u8 {
    match rules.contact {
        Contact::Closed => 1,
        Contact::Hit => 2,
    }
}

pub fn open(moment: &Moment, step: Step) -> bool {
    step.to == OFF || moment.node.board.opponent.on(step.to) < closes(&moment.asked.rules)
}

pub fn after(_: &Asked, board: &Board, step: Step) -> Board {
    let mut after = *board;
    shift(&mut after.mover, step.from, step.to);
    if step.to != OFF && after.opponent.on(step.to) > 0 {
        shift(&mut after.opponent, step.to, BAR);
    }
    after
}

/// Moves a checker of a side.
pub fn shift(side: &mut Side, from: u8, to: u8) {
    side.0[usize::from(from)] -= 1;
    side.0[usize::from(to)] += 1;
}

pub fn may_leave(moment: &Moment, step: Step) -> bool {
    step.from != HEAD || moment.limit.is_none_or(|limit| moment.node.left_head < limit)
}

pub fn granted(asked: &Asked, parts: &Parts) -> bool {
    asked.rules.head_limit == HeadLimit::One && is_listed(asked) && is_turn(asked) && is_condition(asked, parts)
}

/// Whether the roll has the exception.
pub fn is_listed(asked: &Asked) -> bool {
    let (number, double) = (asked.roll.higher(), asked.roll.is_double());
    match asked.rules.exception_rolls {
        ExceptionRolls::None => false,
        ExceptionRolls::ThreeFourSix => double && matches!(number, 3 | 4 | 6),
        ExceptionRolls::FourSix => double && matches!(number, 4 | 6),
        ExceptionRolls::AnyDouble => double,
        ExceptionRolls::AnyRoll => true,
    }
}

/// Whether the turn has it.
pub fn is_turn(asked: &Asked) -> bool {
    asked.rules.exception_turn == ExceptionTurn::Every
        || match asked.first_turn {
            None => false,
            Some(FirstTurn::Second) => true,
            Some(FirstTurn::Starter) => asked.rules.exception_player == ExceptionPlayer::Each,
        }
}

/// Whether the position has it.
pub fn is_condition(asked: &Asked, parts: &Parts) -> bool {
    match asked.rules.exception_when {
        ExceptionWhen::Always => true,
        ExceptionWhen::Blocked => Lines::new(asked, parts, Some(1)).most() < (parts.dice)(asked).len(),
        ExceptionWhen::UnlessFieldBlocked => !field(asked).any(|point| stands_off_head(asked, point)),
    }
}

/// The points one checker from the head would reach with the roll.
pub fn field(asked: &Asked) -> impl Iterator<Item = u8> {
    let (a, b, steps) = (asked.roll.higher(), asked.roll.lower(), asked.roll.steps(asked.rules.doubles) as u8);
    let pips = if a == b { (1..=steps).map(|steps| steps * a).collect() } else { vec![a, b, a + b] };
    pips.into_iter().filter_map(|pips| HEAD.checked_sub(pips)).filter(|&point| point > 0)
}

/// Whether an opposing checker stands there that is not on its head.
pub fn stands_off_head(asked: &Asked, point: u8) -> bool {
    asked.before.opponent.on(point) > 0 && point != asked.rules.direction.other_frame(HEAD)
}

pub fn limits(asked: &Asked, parts: &Parts) -> Vec<Option<u8>> {
    match (asked.rules.head_limit, asked.rules.exception_use) {
        (HeadLimit::Unlimited, _) => vec![None],
        _ if !(parts.granted)(asked, parts) => vec![Some(1)],
        (_, ExceptionUse::Optional) => vec![Some(1), Some(2)],
        _ => vec![Some(2)],
    }
}

/// `when-stuck`: the second checker leaves the head only when no other can use the die.
pub fn take_out_needless(asked: &Asked, lines: &mut Lines) {
    if asked.rules.exception_use != ExceptionUse::WhenStuck || lines.limit != Some(2) {
        return;
    }
    let without_head = lines.completes(|step| step.from != HEAD);
    for at in 0..lines.steps.len() {
        let here = lines.steps[at].clone();
        let others = |die| here.iter().any(|&(step, to)| step.from != HEAD && step.die == die && without_head[to]);
        let is_second = lines.nodes[at].left_head > 0;
        lines.steps[at].retain(|(step, _)| !(is_second && step.from == HEAD && others(step.die)));
    }
}

pub fn is_home(side: &Side) -> bool {
    (HOME + 1..=BAR).all(|point| side.on(point) == 0)
}

pub fn bears_off(moment: &Moment, step: Step) -> bool {
    let Moment { asked, parts, node, .. } = moment;
    let was_home = asked.rules.entry == Entry::SameTurn || (parts.is_home)(&asked.before.mover);
    let reaches = step.die == step.from || (parts.overshoots)(moment, step);
    (parts.is_home)(&node.board.mover) && was_home && reaches
}

pub fn overshoots(moment: &Moment, step: Step) -> bool {
    let (rules, side) = (&moment.asked.rules, &moment.node.board.mover);
    match rules.overshoot {
        Overshoot::Any => true,
        Overshoot::ExactOnly => false,
        Overshoot::NearestLower => is_nearest_lower(side, step),
        Overshoot::Highest => {
            is_nearest_lower(side, step) && above(side, step).all(|point| is_stuck(moment, point, step))
        }
    }
}

/// Whether the step takes the highest checker below the die's empty point.
pub fn is_nearest_lower(side: &Side, step: Step) -> bool {
    (step.from + 1..=step.die).all(|point| side.on(point) == 0)
}

/// The occupied home points above the die's.
pub fn above(side: &Side, step: Step) -> impl Iterator<Item = u8> {
    (step.die + 1..=HOME).filter(|&point| side.on(point) > 0)
}

/// `released`: a checker above the die's point whose landing is closed does not hold the die.
pub fn is_stuck(moment: &Moment, point: u8, step: Step) -> bool {
    let rules = &moment.asked.rules;
    rules.stuck_higher == StuckHigher::Released && moment.node.board.opponent.on(point - step.die) >= closes(rules)
}

pub fn blocks(rules: &Rules, board: &Board) -> bool {
    let (wall, theirs) = in_their_numbers(rules, board);
    rules.six != SixBlock::Allowed
        && windows(rules.six_route).any(|window| {
            window.iter().all(|&point| wall.on(point) > 0) && !is_released(rules, &wall, &theirs, window[5])
        })
}

/// The mover's and the opponent's checkers in the opponent's numbers.
pub fn in_their_numbers(rules: &Rules, board: &Board) -> (Side, Side) {
    (board::reframed(&board.mover, rules.direction), board::reframed(&board.opponent, rules.direction))
}

/// Six points each, in the opponent's numbers, as it passes them.
pub fn windows(route: BlockRoute) -> impl Iterator<Item = [u8; 6]> {
    let lowest = match route {
        BlockRoute::Opponent => 6,
        BlockRoute::Ring => 1,
    };
    (lowest..=HEAD).map(|first| std::array::from_fn(|i| (first + HEAD - 1 - i as u8) % HEAD + 1))
}

pub fn is_released(rules: &Rules, wall: &Side, theirs: &Side, last: u8) -> bool {
    let stands = |points: std::ops::RangeInclusive<u8>| points.into_iter().any(|point| theirs.on(point) > 0);
    match rules.six {
        SixBlock::Allowed => true,
        SixBlock::Forbidden => false,
        // Borne off is 0.
        SixBlock::UnlessAhead => stands(0..=last - 1),
        SixBlock::UnlessHome => stands(0..=HOME),
        SixBlock::UnlessCanMove => {
            let free = |from: u8| (1..=6).any(|die| die < from && wall.on(from - die) == 0);
            (is_home(theirs) && !theirs.is_done()) || theirs.points().any(free)
        }
    }
}

pub fn step_blocks(moment: &Moment, step: Step) -> bool {
    let Moment { asked, parts, node, .. } = moment;
    asked.rules.six_tested == BlockTested::EachStep
        && (parts.blocks)(&asked.rules, &(parts.after)(asked, &node.board, step))
}

pub fn end_blocks(asked: &Asked, parts: &Parts, board: &Board) -> bool {
    asked.rules.six_tested == BlockTested::TurnEnd && (parts.blocks)(&asked.rules, board)
}

pub fn duty(asked: &Asked, lines: &Lines) -> Vec<bool> {
    forced(asked, lines, single(asked, lines, usage(asked, lines)))
}

/// Which nodes end a line that plays enough dice.
pub fn usage(asked: &Asked, lines: &Lines) -> Vec<bool> {
    let most = lines.most();
    let enough = |at: usize| match asked.rules.dice_usage {
        DiceUsage::Most => lines.depth[at] == most,
        DiceUsage::UntilStuck => !lines.goes_on[at],
    };
    let won = |at: usize| asked.rules.after_win == AfterWin::Any && lines.nodes[at].board.mover.is_done();
    lines.ending(|at| enough(at) || won(at))
}

/// Where no line has two steps, those with the higher die, if there are any.
pub fn single(asked: &Asked, lines: &Lines, legal: Vec<bool>) -> Vec<bool> {
    let applies = asked.rules.dice_single == DiceSingle::Higher && !asked.roll.is_double() && lines.most() < 2;
    if applies { keep_if_any(legal, |at| plays_higher(asked, lines, at)) } else { legal }
}

/// Whether the higher of two different dice is played on the way to the node.
pub fn plays_higher(asked: &Asked, lines: &Lines, at: usize) -> bool {
    lines.nodes[at].dice[usize::from(asked.roll.higher())] == 0
}

/// `forced`: the turns in which two leave the head, if there are any.
pub fn forced(asked: &Asked, lines: &Lines, legal: Vec<bool>) -> Vec<bool> {
    let applies = asked.rules.exception_use == ExceptionUse::Forced && lines.limit == Some(2);
    if applies { keep_if_any(legal, |at| lines.nodes[at].left_head == 2) } else { legal }
}

/// The legal ends that `keep` holds for, or all, if it holds for none.
pub fn keep_if_any(legal: Vec<bool>, keep: impl Fn(usize) -> bool) -> Vec<bool> {
    let kept: Vec<bool> = legal.iter().enumerate().map(|(at, &legal)| legal && keep(at)).collect();
    if kept.contains(&true) { kept } else { legal }
}

/// The legal ends that `keep` holds for, or the pass, if it holds for none.
pub fn keep_or_pass(legal: &[bool], keep: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut kept: Vec<bool> = legal.iter().enumerate().map(|(at, &legal)| legal && keep(at)).collect();
    kept[0] |= !kept.contains(&true);
    kept
}

impl Lines {
    /// The nodes at which a line ends and `keep` holds.
    pub fn ending(&self, keep: impl Fn(usize) -> bool) -> Vec<bool> {
        (0..self.nodes.len()).map(|at| self.ends[at] && keep(at)).collect()
    }
}
