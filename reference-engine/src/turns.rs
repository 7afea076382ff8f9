//! Legal turns: the distinct positions in which a legal turn can end.
//!
//! Clause `game.identity`: two turns are the same when they end in the same position. A pass is one turn with no steps.

use crate::dice_use::Played;
use crate::head;
use crate::position::{BAR, Position};
use crate::roll::Roll;
use crate::rules::{Contact, ExceptionUse, Rules};
use crate::step::Step;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whose first turn of the game it is. The flag alone decides, never the look of the head; a pass uses it up too.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstTurn {
    /// Of the player who started.
    Starter,
    /// Of the other.
    Second,
}

/// What is asked of an engine: a position, a roll, and whether it is the mover's first turn of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Question {
    /// The position, in the mover's numbers.
    pub position: Position,
    /// The roll.
    pub roll: Roll,
    /// `None` when it is not the mover's first turn.
    pub first_turn: Option<FirstTurn>,
}

/// A position to which the rule set has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// A checker on the bar where nothing is hit.
    #[error("the {0} has a checker on the bar, but under `board.contact: closed` nothing is ever hit")]
    Bar(&'static str),
    /// The mover has borne off all its checkers.
    #[error("the mover has borne off all fifteen checkers: the game is over and there is no turn to play")]
    MoverIsDone,
    /// The starter has just moved, but the opponent had finished before.
    #[error("the second player had borne off all fifteen before the starter moved: the game was over")]
    OpponentWasDone,
}

impl Unsupported {
    /// Refuses a bar checker where the rule set knows no bar.
    pub(crate) fn bar(rules: &Rules, position: &Position) -> Result<(), Unsupported> {
        let sides = [("mover", position.mover), ("opponent", position.opponent)];
        match sides.into_iter().find(|(_, side)| side.on(BAR) > 0) {
            Some((who, _)) if rules.contact == Contact::Closed => Err(Unsupported::Bar(who)),
            _ => Ok(()),
        }
    }

    /// Refuses a question that has no turns.
    pub(crate) fn turn(rules: &Rules, position: &Position) -> Result<(), Unsupported> {
        Unsupported::bar(rules, position)?;
        if position.mover.is_done() { Err(Unsupported::MoverIsDone) } else { Ok(()) }
    }
}

/// The legal turns of a question, by their distinct ends. There is always at least one.
pub struct LegalTurns {
    constructions: Vec<Played>,
    ends: BTreeMap<Position, Vec<(usize, usize)>>,
}

/// The legal turns of a question under a rule set.
///
/// # Errors
/// [`Unsupported`] when a checker is on a bar that the rule set does not know, or the mover has none left.
pub fn legal_turns(rules: &Rules, question: &Question) -> Result<LegalTurns, Unsupported> {
    Unsupported::turn(rules, &question.position)?;
    let constructions = constructions(rules, question);
    let mut ends: BTreeMap<Position, Vec<(usize, usize)>> = BTreeMap::new();
    for (which, played) in constructions.iter().enumerate() {
        for at in (0..played.legal.len()).filter(|&at| played.legal[at]) {
            ends.entry(played.lines.nodes[at].position).or_default().push((which, at));
        }
    }
    Ok(LegalTurns { constructions, ends })
}

/// The lines among which dice use decides: one set, or two where the player chooses whether to use the exception.
pub(crate) fn constructions(rules: &Rules, question: &Question) -> Vec<Played> {
    let limit = head::base_limit(rules);
    let with = |limit| Played::new(rules, question, limit);
    let mut one = None;
    let granted = head::exception_granted(rules, question, || {
        one.insert(with(limit)).plays_every_die(question.roll.steps(rules.doubles))
    });
    let mut one = || one.take().unwrap_or_else(|| with(limit));
    match (granted, rules.exception_use) {
        (false, _) => vec![one()],
        (true, ExceptionUse::Optional) => vec![one(), with(Some(head::WITH_EXCEPTION))],
        (true, _) => vec![with(Some(head::WITH_EXCEPTION))],
    }
}

impl LegalTurns {
    /// The ends, in a fixed order.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = &Position> {
        self.ends.keys()
    }

    /// How many turns are legal: one or more.
    #[allow(clippy::len_without_is_empty, reason = "there is always a legal turn, if only a pass")]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether a legal turn ends in the position.
    pub fn contains(&self, end: &Position) -> bool {
        self.ends.contains_key(end)
    }

    /// Every ordered sequence of steps that makes the turn, each once; empty when the turn is not legal.
    pub fn sequences(&self, end: &Position) -> Vec<Vec<Step>> {
        let nodes = self.ends.get(end).into_iter().flatten();
        let mut sequences: Vec<Vec<Step>> =
            nodes.flat_map(|&(which, at)| self.constructions[which].lines.sequences_to(at)).collect();
        sequences.sort_by_key(|steps| std::cmp::Reverse(steps.clone()));
        sequences.dedup();
        sequences
    }
}
