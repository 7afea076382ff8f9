//! The messages of the adapter protocol, version 1, as they travel.
//!
//! Requests come from the harness, replies from an engine. A reply is refused when it has an unknown key, unless the key begins
//! with `x_`; an engine ignores unknown keys in requests.

use nardy_engine::{FirstTurn, GivenStep, Kind, Opening, Outcome, Player, Previous, Roll, Rules, Side, Winner};
use schemars::JsonSchema;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// The protocol version spoken here.
pub const VERSION: u32 = 1;

/// What the harness says of itself in `initialize`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Initialize {
    /// The protocol versions that the harness speaks.
    pub protocol: Vec<u32>,
    /// The program that asks.
    pub client: Program,
    /// The suite it asks from.
    pub suite: SuiteVersion,
}

/// A program and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The suite's version, and a digest of its cases and variants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteVersion {
    /// The suite's version.
    pub version: String,
    /// A digest of every case and variant.
    pub digest: String,
}

/// What an engine says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Initialized {
    /// The protocol version it chose.
    pub protocol: u32,
    /// Its name and version, and whatever else it says of itself.
    pub engine: Identity,
    /// The methods that it answers.
    pub methods: Vec<String>,
    /// Which rule sets it can be configured to.
    pub rules: RulesSupport,
    /// The profiles that it knows, where `rules` is `listed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<Vec<String>>,
    /// Whether it can be asked of any position, or only of one that play has reached.
    pub setup: SetupSupport,
    /// How many questions it takes before it has answered the first; one, if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_in_flight: Option<usize>,
}

/// An engine's name and version, and whatever else it says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Anything else.
    #[serde(flatten)]
    pub more: serde_json::Map<String, serde_json::Value>,
}

/// Which rule sets an engine can play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RulesSupport {
    /// Any: it is configured with expanded axes.
    Any,
    /// The profiles it lists.
    Listed,
    /// One, built in: it is never configured.
    Fixed,
}

/// Which positions an engine can be asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SetupSupport {
    /// Any.
    Any,
    /// Those that the turns of a history reach from the start.
    Replay,
}

/// Tells an engine a rule set, before anything is asked under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Configure {
    /// The label under which questions will name it.
    pub variant: String,
    /// The rule set, every axis of it.
    pub rules: Rules,
}

/// Both sides in the mover's numbers, unchecked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sides {
    /// The side to move.
    pub mover: Side,
    /// The other side.
    pub opponent: Side,
}

/// A turn of a history, in the numbers of the side that plays it; a pass has no steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PlayedTurn {
    /// The roll.
    pub roll: Roll,
    /// The steps in order.
    pub steps: Vec<GivenStep>,
}

/// Asks for the legal turns of a position and a roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LegalTurns {
    /// The label of the rule set; null for an engine with a built-in one.
    pub variant: Option<String>,
    /// The position.
    pub position: Sides,
    /// The roll.
    pub roll: Roll,
    /// Whose first turn it is, if it is one.
    pub first_turn: Option<FirstTurn>,
    /// The turns from the start that reach the position, starter first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<PlayedTurn>>,
}

/// An engine's legal turns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// Every legal turn; a pass is one with no steps.
    pub turns: Vec<Turn>,
}

/// One turn, by its steps, its end, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The steps in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<GivenStep>>,
    /// The position after the turn, sides not swapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// The position after a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The side that moved.
    pub mover: Side,
    /// The other; left out, it stands as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<Side>,
}

/// Asks whether a turn is legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JudgeTurn {
    /// The position, the roll and the rest.
    #[serde(flatten)]
    pub question: LegalTurns,
    /// The turn's steps in order.
    pub steps: Vec<GivenStep>,
}

/// An engine's judgement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// Whether the turn is legal.
    pub legal: bool,
    /// The clause it breaks, if the engine says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// Asks what a position means in which the mover has just moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskOutcome {
    /// The label of the rule set.
    pub variant: Option<String>,
    /// The position.
    pub position: Sides,
    /// Whether the mover started the game.
    pub mover_started: bool,
}

/// An engine's outcome.
///
/// As JSON, the outcome of a game that is over carries winner, kind and points, null where there is none; any other carries of them
/// only what it has, and a right one has none. A reply may leave out what is null.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeReply {
    /// Whether the game goes on.
    pub state: State,
    /// Who won; none in a draw, or while nobody has.
    #[serde(default)]
    pub winner: Option<Winner>,
    /// The kind of the win.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Its points; none where the rule set gives none.
    #[serde(default)]
    pub points: Option<u32>,
}

impl Serialize for OutcomeReply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let over = self.state == State::Over;
        let mut reply = serializer.serialize_struct("OutcomeReply", 4)?;
        reply.serialize_field("state", &self.state)?;
        if over || self.winner.is_some() {
            reply.serialize_field("winner", &self.winner)?;
        }
        if over || self.kind.is_some() {
            reply.serialize_field("kind", &self.kind)?;
        }
        if over || self.points.is_some() {
            reply.serialize_field("points", &self.points)?;
        }
        reply.end()
    }
}

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It goes on.
    Ongoing,
    /// One closing turn is left.
    LastTurn,
    /// It is over.
    Over,
}

impl From<Outcome> for OutcomeReply {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Ongoing => OutcomeReply { state: State::Ongoing, winner: None, kind: None, points: None },
            Outcome::LastTurn => OutcomeReply { state: State::LastTurn, winner: None, kind: None, points: None },
            Outcome::Over { winner, kind, points } => {
                OutcomeReply { state: State::Over, winner, kind: Some(kind), points }
            }
        }
    }
}

/// Asks who starts a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AskOpening {
    /// The label of the rule set.
    pub variant: Option<String>,
    /// The throws, each player 1's die and player 2's die.
    pub rolls: Vec<[u8; 2]>,
    /// The game before, in a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous>,
}

/// An engine's opening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningReply {
    /// Who starts, or null.
    #[serde(deserialize_with = "Option::deserialize")]
    pub starter: Option<Player>,
    /// The dice of the first turn, the higher first, or null.
    #[serde(deserialize_with = "Option::deserialize")]
    pub dice: Option<Roll>,
    /// How many throws it took.
    pub consumed: usize,
}

impl From<Opening> for OpeningReply {
    fn from(opening: Opening) -> Self {
        OpeningReply { starter: opening.starter, dice: opening.dice, consumed: opening.consumed }
    }
}

/// The error codes of the protocol.
pub mod code {
    /// The line is no JSON.
    pub const PARSE: i64 = -32700;
    /// The JSON is no request.
    pub const INVALID_REQUEST: i64 = -32600;
    /// The engine does not answer this method.
    pub const METHOD_NOT_FOUND: i64 = -32601;
    /// The params are not those of the method.
    pub const INVALID_PARAMS: i64 = -32602;
    /// The engine failed.
    pub const INTERNAL: i64 = -32603;
    /// The engine does not play the rule set.
    pub const RULES: i64 = -32001;
    /// The engine cannot be asked of the position.
    pub const POSITION: i64 = -32002;
    /// The engine speaks none of the versions offered.
    pub const PROTOCOL: i64 = -32003;
}
