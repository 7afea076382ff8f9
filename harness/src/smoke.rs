//! The smoke check: a few questions whose wrong answers mean that the adapter speaks another frame, not that its rules differ.

use crate::engine::{Answer, Ask, Engine, Exchange, Task};
use crate::instance::sides;
use crate::protocol::message::{End, LegalTurns, Turn};
use crate::variant::Variant;
use nardy_engine::notation::side_text;
use nardy_engine::rules::{Direction, Setup};
use nardy_engine::{FirstTurn, GivenStep, Position, Question, Roll, Side, board, legal_turns};

/// A frame that is not the protocol's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// Checkers move from lower points to higher ones.
    Mirrored,
    /// Points are counted from 0.
    ZeroBased,
    /// The opponent's checkers are moved.
    SwappedSides,
    /// One step is made by two dice.
    Hops,
    /// Some steps have a length that no die shows.
    WrongLength,
}

impl Frame {
    fn says(self) -> (&'static str, &'static str) {
        match self {
            Frame::Mirrored => (
                "mirrored numbering: its checkers move from lower points to higher ones",
                "points are the mover's own numbers, 24 the head and 6 to 1 the home: send 25 - p where the engine counts up",
            ),
            Frame::ZeroBased => (
                "points counted from 0: its checkers leave points one off those they stand on",
                "points are 24 to 1, with 0 for borne off and 25 for the bar",
            ),
            Frame::SwappedSides => (
                "swapped sides: it moves the opponent's checkers",
                "`position.mover` is the side to move, in the mover's numbers like the other",
            ),
            Frame::Hops => (
                "hops instead of steps: one step is made by two dice",
                "a step moves one checker by one die: 24/13 with 6-5 is [[24,18],[18,13]]",
            ),
            Frame::WrongLength => (
                "steps of another length: some are as long as no die of the roll",
                "a step is [from, to] in points of the mover, and a die of 6 leads from 24 to 18",
            ),
        }
    }
}

/// Asks the questions under a profile, and says what is wrong with the frame, if something is.
pub fn check(engine: &mut (dyn Engine + Send), variant: &Variant) -> Option<String> {
    let questions = questions();
    let mut tasks = questions.iter().enumerate().map(|(number, (question, from_start))| {
        let ask = LegalTurns {
            variant: None,
            position: sides(&question.position),
            roll: question.roll,
            first_turn: question.first_turn,
            history: from_start.then(Vec::new),
        };
        (number, Task { variant: variant.id.clone(), rules: variant.rules, ask: Ask::LegalTurns(ask) })
    });
    let mut answers: Vec<Option<Exchange>> = vec![None; questions.len()];
    engine.run(&mut || tasks.next(), &mut |number, exchange| answers[number] = Some(exchange));
    let given = questions.iter().zip(answers).filter_map(|((question, _), exchange)| match exchange?.answer {
        Ok(Answer::LegalTurns(given)) => Some((question, given.turns)),
        _ => None,
    });
    given.into_iter().find_map(|(question, turns)| {
        let frame = recognised(variant, question, &turns)?;
        let (what, remedy) = frame.says();
        let (mover, opponent) = (side_text(question.position.mover()), side_text(question.position.opponent()));
        let answered = crate::compare::json(&turns.first()?);
        Some(format!(
            "the adapter speaks another frame, {what}\n  asked: mover {mover}, opponent {opponent}, roll {}\n  \
             answered, first: {answered}\n  {remedy}\n  --no-smoke runs the cases all the same",
            question.roll
        ))
    })
}

/// The start, and a position in which no two sides or numbers look alike; with each, whether play has reached it.
fn questions() -> Vec<(Question, bool)> {
    let roll = |a, b| Roll::new(a, b).ok();
    let start = board::start(Setup::Long, Direction::Same);
    let lopsided = Position::new(Side::of(&[(20, 1), (15, 1), (1, 13)]), Side::of(&[(12, 9), (7, 6)])).ok();
    let start = roll(6, 5).map(|roll| Question { position: start, roll, first_turn: Some(FirstTurn::Starter) });
    let lopsided = lopsided.zip(roll(2, 1)).map(|(position, roll)| Question { position, roll, first_turn: None });
    start.map(|question| (question, true)).into_iter().chain(lopsided.map(|question| (question, false))).collect()
}

/// The frame in which an answer makes sense, where it does not in the protocol's.
fn recognised(variant: &Variant, question: &Question, turns: &[Turn]) -> Option<Frame> {
    let steps: Vec<&[GivenStep]> = turns.iter().filter_map(|turn| turn.steps.as_deref()).collect();
    if steps.iter().all(|steps| steps.is_empty()) {
        by_ends(variant, question, turns)
    } else {
        by_steps(question, &steps)
    }
}

fn by_steps(question: &Question, turns: &[&[GivenStep]]) -> Option<Frame> {
    let (mover, opponent) = (question.position.mover(), question.position.opponent());
    let dice = [question.roll.higher(), question.roll.lower()];
    let first: Vec<GivenStep> = turns.iter().filter_map(|steps| steps.first()).copied().collect();
    let all: Vec<GivenStep> = turns.concat();
    let goes_up = |step: &GivenStep| step.to > step.from;
    if !first.iter().all(|step| mover.on(step.from) > 0) {
        let off_by_one = |step: &GivenStep| mover.on(step.from + 1) > 0 || mover.on(step.from.wrapping_sub(1)) > 0;
        return if first.iter().all(|step| opponent.on(step.from) > 0) {
            Some(Frame::SwappedSides)
        } else if all.iter().all(goes_up) {
            Some(Frame::Mirrored)
        } else {
            first.iter().all(off_by_one).then_some(Frame::ZeroBased)
        };
    }
    let length = |step: &GivenStep| step.from.saturating_sub(step.to);
    if all.iter().any(goes_up) {
        Some(Frame::Mirrored)
    } else if turns.iter().any(|steps| matches!(steps, [step] if length(step) == dice[0] + dice[1])) {
        Some(Frame::Hops)
    } else {
        all.iter().any(|step| !dice.contains(&length(step))).then_some(Frame::WrongLength)
    }
}

fn by_ends(variant: &Variant, question: &Question, turns: &[Turn]) -> Option<Frame> {
    let (mover, opponent) = (question.position.mover(), question.position.opponent());
    let legal = legal_turns(&variant.rules, question).ok()?;
    let ends: Vec<End> = turns.iter().filter_map(|turn| turn.end).collect();
    if ends.is_empty() || ends.iter().any(|end| legal.ends().any(|known| *known.mover() == end.mover)) {
        return None;
    }
    let pips = |side: &Side| side.points().map(|point| u32::from(point) * u32::from(side.on(point))).sum::<u32>();
    if ends.iter().all(|end| end.mover == *mover || end.mover == *opponent || end.opponent == Some(*mover)) {
        Some(Frame::SwappedSides)
    } else {
        ends.iter().all(|end| pips(&end.mover) > pips(mover)).then_some(Frame::Mirrored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::message::{Initialized, Turns};
    use crate::reference::{Reference, answer};
    use crate::suite::{Places, Suite};
    use rstest::rstest;
    use std::time::Duration;

    /// The reference engine behind an adapter that gets a frame wrong, in what it reads or in what it says.
    struct Wrong {
        about: Initialized,
        reads: fn(&mut LegalTurns),
        says: fn(&mut Turn),
    }

    impl Engine for Wrong {
        fn about(&self) -> &Initialized {
            &self.about
        }

        fn run(&mut self, next: &mut dyn FnMut() -> Option<(usize, Task)>, done: &mut dyn FnMut(usize, Exchange)) {
            while let Some((number, mut task)) = next() {
                if let Ask::LegalTurns(ask) = &mut task.ask {
                    (self.reads)(ask);
                }
                let Ok(Answer::LegalTurns(Turns { mut turns })) = answer(&task.rules, &task.ask) else { panic!() };
                turns.iter_mut().for_each(self.says);
                let answer = Ok(Answer::LegalTurns(Turns { turns }));
                done(number, Exchange { answer, wire: None, duration: Duration::ZERO });
            }
        }
    }

    fn no_ends(turn: &mut Turn) {
        turn.end = None;
    }

    fn flip(point: u8) -> u8 {
        25 - point
    }

    fn flipped(side: &Side) -> Side {
        let mut side = *side;
        side.0.reverse();
        side
    }

    fn mirror(ask: &mut LegalTurns) {
        (ask.position.mover, ask.position.opponent) = (flipped(&ask.position.mover), flipped(&ask.position.opponent));
    }

    fn mirror_back(turn: &mut Turn) {
        no_ends(turn);
        turn.steps.iter_mut().flatten().for_each(|step| (step.from, step.to) = (flip(step.from), flip(step.to)));
    }

    fn mirror_ends_back(turn: &mut Turn) {
        turn.steps = None;
        let end = turn.end.as_mut().unwrap();
        (end.mover, end.opponent) = (flipped(&end.mover), end.opponent.map(|side| flipped(&side)));
    }

    fn swap(ask: &mut LegalTurns) {
        std::mem::swap(&mut ask.position.mover, &mut ask.position.opponent);
    }

    fn from_zero(turn: &mut Turn) {
        no_ends(turn);
        turn.steps
            .iter_mut()
            .flatten()
            .for_each(|step| (step.from, step.to) = (step.from - 1, step.to.saturating_sub(1)));
    }

    fn hop(turn: &mut Turn) {
        no_ends(turn);
        if let Some([first, .., last]) = turn.steps.as_deref()
            && last.from == first.to
        {
            turn.steps = Some(vec![GivenStep { from: first.from, to: last.to, die: None }]);
        }
    }

    fn one_short(turn: &mut Turn) {
        no_ends(turn);
        turn.steps.iter_mut().flatten().for_each(|step| step.to += 1);
    }

    #[rstest]
    #[case::short(|_: &mut LegalTurns| {}, one_short, Some("steps of another length"))]
    #[case::mirrored(mirror, mirror_back, Some("mirrored numbering"))]
    #[case::mirrored_ends(mirror, mirror_ends_back, Some("mirrored numbering"))]
    #[case::swapped(swap, no_ends, Some("swapped sides"))]
    #[case::zero(|_: &mut LegalTurns| {}, from_zero, Some("points counted from 0"))]
    #[case::hops(|_: &mut LegalTurns| {}, hop, Some("hops instead of steps"))]
    #[case::right(|_: &mut LegalTurns| {}, no_ends, None)]
    fn a_wrong_frame_is_named(
        #[case] reads: fn(&mut LegalTurns),
        #[case] says: fn(&mut Turn),
        #[case] named: Option<&str>,
    ) {
        let variants = Suite::load_variants(&Places::default()).unwrap();
        let mut engine = Wrong { about: Reference::new().about().clone(), reads, says };
        let said = check(&mut engine, &variants[0]);
        match named {
            Some(named) => assert!(said.as_deref().unwrap_or_default().contains(named), "{said:?}"),
            None => assert_eq!(said, None),
        }
    }
}
