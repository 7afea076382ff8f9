//! The zoo: engines that are each wrong in one way, to prove that the suite can fail.
//!
//! A wrong engine is the reference engine asked about other rules, or another question, or with its answer changed; or, where
//! the fault lies within the making of a turn, the `engine` whose parts can be put in wrong one by one. The reference engine
//! knows nothing of faults.

mod engine;
mod faults_axis;
mod faults_bear_off;
mod faults_block;
mod faults_dice;
mod faults_frame;
mod faults_head;
mod faults_idle;
mod faults_judge;
mod faults_landing;
mod faults_opening;
mod faults_protocol;
mod faults_result;
mod faults_state;
pub mod matrix;
mod right;

use crate::engine::{Answer, Ask};
use crate::reference::{self, Refusal};
use engine::{Parts, RIGHT};
use nardy_engine::Rules;

/// An engine as a function: an answer to a question under a rule set. It may remember what it was asked before.
pub type Respond = Box<dyn FnMut(&Rules, &Ask) -> Result<Answer, Refusal> + Send>;

/// Whether a fault can show in the answer to a question; where it cannot, the answer is the reference engine's.
type Concerns = Box<dyn Fn(&Rules, &Ask) -> bool + Send + Sync>;

/// A wrong engine.
pub struct Fault {
    /// Its name: a-z, 0-9 and -.
    pub name: String,
    /// What its fault is about.
    pub group: Group,
    /// What it does wrong, in a sentence.
    pub wrong: String,
    concerns: Concerns,
    make: Box<dyn Fn() -> Respond + Send + Sync>,
}

/// What a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The dice and the duty to use them.
    Dice,
    /// The head.
    Head,
    /// Landing, hitting and the bar.
    Landing,
    /// The six-point block.
    Block,
    /// Bearing off.
    BearOff,
    /// The end of the game.
    Result,
    /// The opening.
    Opening,
    /// One value of an axis played as another.
    Axis,
    /// What is remembered between questions.
    State,
    /// The numbers of the points, and the sides.
    Frame,
    /// What an answer holds.
    Protocol,
    /// The judgement of a given turn.
    Judge,
    /// Engines that hardly play.
    Idle,
}

impl Group {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Group::Dice => "dice",
            Group::Head => "head",
            Group::Landing => "landing",
            Group::Block => "block",
            Group::BearOff => "bear-off",
            Group::Result => "result",
            Group::Opening => "opening",
            Group::Axis => "axis",
            Group::State => "state",
            Group::Frame => "frame",
            Group::Protocol => "protocol",
            Group::Judge => "judge",
            Group::Idle => "idle",
        }
    }
}

impl Fault {
    /// A fault in one part of the making of turns.
    fn of_turns(group: Group, name: &str, wrong: &str, parts: Parts) -> Fault {
        Fault {
            name: name.to_owned(),
            group,
            wrong: wrong.to_owned(),
            concerns: Box::new(|_, ask| is_about_turns(ask)),
            make: Box::new(move || Box::new(move |rules, ask| parts.answer(rules, ask))),
        }
    }

    /// The reference engine under a changed rule set.
    fn of_rules(
        group: Group,
        name: &str,
        wrong: &str,
        change: impl Fn(&mut Rules) + Copy + Send + Sync + 'static,
    ) -> Fault {
        let changed = move |rules: &Rules| {
            let mut changed = *rules;
            change(&mut changed);
            changed
        };
        Fault {
            name: name.to_owned(),
            group,
            wrong: wrong.to_owned(),
            concerns: Box::new(move |rules, _| changed(rules) != *rules),
            make: Box::new(move || Box::new(move |rules, ask| reference::answer(&changed(rules), ask))),
        }
    }

    /// The reference engine, asked something else.
    fn of_question(group: Group, name: &str, wrong: &str, change: fn(&Rules, &mut Ask)) -> Fault {
        let changed = move |rules: &Rules, ask: &Ask| {
            let mut changed = ask.clone();
            change(rules, &mut changed);
            changed
        };
        Fault {
            name: name.to_owned(),
            group,
            wrong: wrong.to_owned(),
            concerns: Box::new(move |rules, ask| changed(rules, ask) != *ask),
            make: Box::new(move || Box::new(move |rules, ask| reference::answer(rules, &changed(rules, ask)))),
        }
    }

    /// The reference engine, its answer changed.
    fn of_answer(
        group: Group,
        name: &str,
        wrong: &str,
        change: impl Fn(&Rules, &Ask, Answer) -> Answer + Copy + Send + Sync + 'static,
    ) -> Fault {
        Fault {
            name: name.to_owned(),
            group,
            wrong: wrong.to_owned(),
            concerns: Box::new(|_, _| true),
            make: Box::new(move || Box::new(move |rules, ask| Ok(change(rules, ask, reference::answer(rules, ask)?)))),
        }
    }

    /// An engine that remembers something between questions.
    fn of_state(group: Group, name: &str, wrong: &str, make: fn() -> Respond) -> Fault {
        Fault {
            name: name.to_owned(),
            group,
            wrong: wrong.to_owned(),
            concerns: Box::new(|_, _| true),
            make: Box::new(make),
        }
    }

    /// Whether the fault can show in the answer to a question.
    pub fn concerns(&self, rules: &Rules, ask: &Ask) -> bool {
        (self.concerns)(rules, ask)
    }

    /// The wrong engine, as it is when it starts.
    pub fn engine(&self) -> Respond {
        (self.make)()
    }
}

fn is_about_turns(ask: &Ask) -> bool {
    matches!(ask, Ask::LegalTurns(_) | Ask::JudgeTurn(_))
}

/// The engine whose parts can be put in wrong, with all of them right.
pub fn faultless() -> Respond {
    Box::new(|rules, ask| RIGHT.answer(rules, ask))
}

/// Every wrong engine, by group.
pub fn faults() -> Vec<Fault> {
    let groups: [fn() -> Vec<Fault>; 13] = [
        faults_dice::all,
        faults_head::all,
        faults_landing::all,
        faults_block::all,
        faults_bear_off::all,
        faults_result::all,
        faults_opening::all,
        faults_axis::all,
        faults_state::all,
        faults_frame::all,
        faults_protocol::all,
        faults_judge::all,
        faults_idle::all,
    ];
    groups.into_iter().flat_map(|all| all()).collect()
}
