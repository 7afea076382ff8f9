//! The reference engine for long nardy: legal turns, judgement of a given turn, outcome and opening, under any rule set of the
//! model.
//!
//! Everything is in the **mover's** numbers, for both sides: 24 is the mover's head, 6 to 1 its home, 0 borne off, 25 the bar
//! (short nardy only). A [`Rules`] is complete; a [`Question`] is a position, a roll and whether it is the player's first turn.
//!
//! ```
//! use nardy_engine::{Question, Rules, legal_turns, notation};
//! # fn first_turn(rules: &Rules) -> Result<(), Box<dyn std::error::Error>> {
//! // The start, 6-5: one checker leaves the head and plays both dice, by 18 or by 19.
//! let question = Question {
//!     position: notation::position("24x15", "12x15")?,
//!     roll: "6-5".parse()?,
//!     first_turn: None,
//! };
//! let turns = legal_turns(rules, &question)?;
//! assert_eq!(turns.len(), 1);
//! let end = turns.ends().next().unwrap();
//! assert_eq!(turns.sequences(end).len(), 2);
//! # Ok(()) }
//! # first_turn(&nardy_engine::sample::NARD_ONLINE).unwrap();
//! ```
//!
//! One rule stands in one module: [`head`], [`landing`], [`block`], [`bear_off`], [`dice_use`], [`outcome()`], [`opening()`]. A
//! [`Fault`] is one way to break one of them, with its clause and a sentence for the player.

pub mod bear_off;
pub mod block;
pub mod board;
pub mod dice_use;
mod fault;
pub mod head;
mod judge;
pub mod landing;
mod lines;
pub mod notation;
mod opening;
mod outcome;
mod position;
mod roll;
pub mod rules;
pub mod sample;
#[cfg(feature = "schema")]
mod schema;
mod source;
mod step;
mod turns;

pub use fault::Fault;
pub use judge::{Breach, Judgement, judge};
pub use opening::{Opening, Player, Previous, opening};
pub use outcome::{Kind, Outcome, Winner, outcome};
pub use position::{BAR, CHECKERS, HEAD, OFF, Position, PositionError, Side};
pub use roll::{Roll, RollError};
pub use rules::{Axis, Points, PointsTable, Rules, RulesError};
pub use step::{GivenStep, Step};
pub use turns::{FirstTurn, LegalTurns, Question, Unsupported, legal_turns};
