//! What random questions meet: situations, clauses that turns break, and pairs of values between which the answer differs.

use crate::draw::{self, Combination, Source};
use crate::twin::{self, Judge, Line};
use fastrand::Rng;
use nardy_engine::rules::{Axis, Contact, Points, Rules};
use nardy_engine::{Position, Side};
use std::collections::{BTreeMap, BTreeSet};

/// How often each thing must be met. A pair of values may be met less often: some differ in few positions only.
const OFTEN: usize = 20;

type IsMet = fn(&Met<'_>) -> bool;

/// Situations of a question about turns.
const SITUATIONS: &[(&str, IsMet)] = &[
    ("a pass", |met| met.most() == 0),
    ("one die of two", |met| met.most() == 1 && met.dice() == 2),
    ("a part of a double", |met| (1..4).contains(&met.most()) && met.dice() == 4),
    ("a whole double", |met| met.most() == 4),
    ("a checker borne off", |met| met.some(|line| line.steps.iter().any(|step| step.to == 0))),
    ("the last checker borne off", |met| met.some(|line| line.board.counts().0[0] == 15)),
    ("a checker hit", |met| met.some(|line| line.board.counts().1[25] > met.asked.position.opponent().on(25))),
    ("a checker on the bar", |met| met.asked.position.mover().on(25) > 0),
    ("a pass on the bar", |met| met.asked.position.mover().on(25) > 0 && met.most() == 0),
    ("the exception granted", |met| met.twin.exception_is_granted()),
    ("two off the head by the exception", |met| {
        let off_head = |line: &Line| line.steps.iter().filter(|step| step.from == 24).count();
        met.twin.exception_is_granted() && met.some(|line| off_head(line) == 2)
    }),
];

/// Clauses that given turns break.
const CLAUSES: &[&str] = &[
    "board.source",
    "board.bar",
    "dice.step",
    "landing.closed",
    "head.limit",
    "head.use",
    "bear-off.home",
    "bear-off.entry",
    "bear-off.overshoot",
    "block.six",
    "dice.pass",
    "dice.most",
    "dice.until-stuck",
    "dice.higher",
];

/// Outcomes, and what they are worth.
const OUTCOMES: &[&str] = &[
    "ongoing",
    "last-turn",
    "none, the game being over before",
    "draw, a number",
    "oyn, a number",
    "mars, no number",
    "home-mars, a number",
    "koks, a number",
    "koks, the difference",
    "won by the mover",
    "won by the opponent",
    "won by nobody",
];

/// For each source of questions how many to ask, and the axes that it is there for.
const TOPICS: [(usize, &[Axis]); 6] = [
    (6_000, &[Axis::Direction, Axis::Contact, Axis::HeadLimit, Axis::ExceptionTurn, Axis::DiceUsage, Axis::DiceSingle]),
    (6_000, &[Axis::SixBlock, Axis::BlockTested, Axis::BlockRoute, Axis::Doubles]),
    (10_000, &[Axis::SixBlock, Axis::BlockTested, Axis::BlockRoute]),
    (20_000, BEAR_OFF_TOPICS),
    (6_000, &[Axis::DiceUsage, Axis::DiceSingle, Axis::Direction, Axis::ExceptionTurn]),
    (15_000, FIRST_TURN_TOPICS),
];
const BEAR_OFF_TOPICS: &[Axis] =
    &[Axis::DiceUsage, Axis::DiceSingle, Axis::AfterWin, Axis::Entry, Axis::Overshoot, Axis::StuckHigher];
const FIRST_TURN_TOPICS: &[Axis] = &[
    Axis::ExceptionRolls,
    Axis::ExceptionTurn,
    Axis::ExceptionPlayer,
    Axis::ExceptionWhen,
    Axis::ExceptionUse,
    Axis::HeadLimit,
];
const OUTCOME_TOPICS: &[Axis] = &[Axis::Koks, Axis::HomeMars, Axis::LastTurn];
const OPENING_TOPICS: &[Axis] = &[Axis::Starter, Axis::OpeningDice, Axis::NextGame];

/// What random questions seldom or never meet, with how often they do.
pub fn missed(rng: &mut Rng) -> Vec<(usize, String)> {
    let mut reach = Reach::default();
    for (mut source, (count, topics)) in Source::all().into_iter().zip(TOPICS) {
        for _ in 0..count {
            let asked = source.next(rng);
            let ends = reach.turns(rng, &asked, topics);
            source.play(rng, &ends);
        }
    }
    for _ in 0..40_000 {
        reach.outcome(rng);
        reach.opening(rng);
    }

    let situations = SITUATIONS.iter().map(|(name, _)| *name);
    let often = situations.chain(CLAUSES.iter().copied()).chain(OUTCOMES.iter().copied());
    let often = often.map(|name| (name.to_owned(), OFTEN));
    let topics = TOPICS.iter().flat_map(|(_, topics)| *topics).chain(OUTCOME_TOPICS).chain(OPENING_TOPICS);
    let once = topics.collect::<BTreeSet<_>>().into_iter().flat_map(|axis| pairs(*axis)).map(|pair| (pair, 1));
    let met = |name: &str| reach.0.get(name).copied().unwrap_or(0);
    let seldom = often.chain(once).filter(|(name, least)| met(name) < *least);
    seldom.map(|(name, _)| (met(&name), name)).collect()
}

fn pair(axis: Axis, a: &str, b: &str) -> String {
    format!("{axis}: {} or {}", a.min(b), a.max(b))
}

fn pairs(axis: Axis) -> impl Iterator<Item = String> {
    let values = axis.values();
    (1..values.len()).flat_map(move |i| values[..i].iter().map(move |a| pair(axis, a, values[i])))
}

/// The rule set with another value on one of the axes, and the name of the pair of values.
fn changed(rng: &mut Rng, rules: &Rules, topics: &[Axis]) -> (Rules, String) {
    let axis = *rng.choice(topics).expect("there are topics");
    let value = rng.choice(axis.values()).expect("an axis has values");
    let mut other = *rules;
    other.set(axis, value).expect("the axis has the value");
    (other, pair(axis, rules.get(axis), value))
}

/// A question with its legal turns.
struct Met<'a> {
    asked: &'a Combination,
    twin: &'a twin::Asked<'a>,
    legal: Vec<&'a Line>,
}

impl Met<'_> {
    fn most(&self) -> usize {
        self.legal.iter().map(|line| line.steps.len()).max().unwrap_or(0)
    }

    fn dice(&self) -> usize {
        self.twin.walk().dice.len()
    }

    fn some(&self, is: impl Fn(&Line) -> bool) -> bool {
        self.legal.iter().any(|line| is(line))
    }
}

/// How often each thing was met.
#[derive(Default)]
struct Reach(BTreeMap<String, usize>);

impl Reach {
    fn note(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn turns(&mut self, rng: &mut Rng, asked: &Combination, topics: &[Axis]) -> Vec<Position> {
        let twin = asked.of_twin(&asked.rules);
        let judge = Judge::new(&twin);
        let met = Met { asked, twin: &twin, legal: judge.legal().collect() };
        for (name, _) in SITUATIONS.iter().filter(|(_, is_met)| is_met(&met)) {
            self.note(*name);
        }
        let lines: Vec<_> = judge.lines().map(Line::moves).collect();
        for given in draw::turns(rng, asked, &lines, 2) {
            judge.clauses(&draw::plain(&given)).into_iter().for_each(|clause| self.note(clause));
        }
        let (other, pair) = changed(rng, &asked.rules, topics);
        let on_bar = asked.position.mover().on(25) + asked.position.opponent().on(25);
        if other.contact == Contact::Hit || on_bar == 0 {
            let twin = asked.of_twin(&other);
            let others: BTreeSet<_> = Judge::new(&twin).legal().map(Line::moves).collect();
            if others != met.legal.iter().map(|line| line.moves()).collect() {
                self.note(pair);
            }
        }
        let end = |line: &&Line| {
            let (mover, opponent) = line.board.counts();
            Position::new(Side(mover), Side(opponent)).expect("a turn ends in a position")
        };
        met.legal.iter().map(end).collect()
    }

    fn outcome(&mut self, rng: &mut Rng) {
        let rules = draw::rule_set(rng);
        let position = draw::finish(rng, &rules);
        let started = rng.bool();
        let ask = |rules| twin::outcome(rules, &position.mover().0, &position.opponent().0, started);
        let Some(outcome) = ask(&rules) else { return self.note("none, the game being over before") };
        match outcome.kind {
            None => self.note(outcome.state),
            Some(kind) => {
                let worth = match (outcome.points, rules.points) {
                    (_, Points::Difference) => "the difference",
                    (Some(_), _) => "a number",
                    (None, _) => "no number",
                };
                self.note(format!("{kind}, {worth}"));
                self.note(outcome.winner.map_or("won by nobody".to_owned(), |winner| format!("won by the {winner}")));
            }
        }
        let (other, pair) = changed(rng, &rules, OUTCOME_TOPICS);
        if ask(&other) != Some(outcome) {
            self.note(pair);
        }
    }

    fn opening(&mut self, rng: &mut Rng) {
        let rules = draw::rule_set(rng);
        let (throws, previous) = draw::opening(rng);
        let (other, pair) = changed(rng, &rules, OPENING_TOPICS);
        if twin::opening(&rules, &throws, previous) != twin::opening(&other, &throws, previous) {
            self.note(pair);
        }
    }
}
