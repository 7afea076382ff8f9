//! The rules model: a rule set is a value on every [`Axis`], and a table of points.
//!
//! An axis is a question on which published rule sets differ; its values are the answers they give. Names of axes and values
//! are the ones used in case files, variant profiles and the adapter protocol. There is no default: a [`Rules`] is complete,
//! and an unknown axis or value is refused.

use serde::{Deserialize, Serialize};

/// A name that is no axis, or no value of its axis.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// No axis has this name.
    #[error("unknown axis `{0}`")]
    UnknownAxis(String),
    /// The axis exists, the value does not.
    #[error("unknown value `{value}` for axis `{axis}`: it is one of {}", axis.values().join(", "))]
    UnknownValue {
        /// The axis.
        axis: Axis,
        /// The text that is none of its values.
        value: String,
    },
}

macro_rules! axes {
    ($(
        $(#[$doc:meta])*
        $field:ident : $type:ident = $axis:literal {
            $( $(#[$value_doc:meta])* $value:ident = $name:literal ),+ $(,)?
        }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
            #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
            pub enum $type {
                $( $(#[$value_doc])* #[serde(rename = $name)] $value ),+
            }

            impl $type {
                /// Every value, in the order of the documentation.
                pub const ALL: &'static [$type] = &[$( $type::$value ),+];
                const NAMES: &'static [&'static str] = &[$( $name ),+];

                /// The value's name in case files, profiles and the protocol.
                pub const fn name(self) -> &'static str {
                    Self::NAMES[self as usize]
                }
            }
        )+

        /// A question on which published rule sets differ.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Axis {
            $( $(#[$doc])* $type ),+
        }

        impl Axis {
            /// Every axis, in the order of the documentation.
            pub const ALL: &'static [Axis] = &[$( Axis::$type ),+];

            /// The axis's name in case files, profiles and the protocol.
            pub const fn name(self) -> &'static str {
                match self { $( Axis::$type => $axis ),+ }
            }

            /// The names of its values.
            pub const fn values(self) -> &'static [&'static str] {
                match self { $( Axis::$type => $type::NAMES ),+ }
            }
        }

        /// A complete rule set: a value on every axis, and the points of each kind of win.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct Rules {
            $( $(#[$doc])* #[serde(rename = $axis)] pub $field: $type, )+
            /// What each kind of win is worth.
            #[serde(rename = "result.points")]
            pub points: Points,
        }

        impl Rules {
            /// The rule set's value on an axis, by name.
            pub const fn get(&self, axis: Axis) -> &'static str {
                match axis { $( Axis::$type => self.$field.name() ),+ }
            }

            /// Puts another value on an axis.
            ///
            /// # Errors
            /// [`RulesError::UnknownValue`] when the axis has no such value; the rule set is then unchanged.
            pub fn set(&mut self, axis: Axis, value: &str) -> Result<(), RulesError> {
                let unknown = || RulesError::UnknownValue { axis, value: value.to_owned() };
                let index = axis.values().iter().position(|name| *name == value).ok_or_else(unknown)?;
                match axis { $( Axis::$type => self.$field = $type::ALL[index] ),+ }
                Ok(())
            }
        }
    };
}

axes! {
    /// How the checkers stand at the start.
    setup: Setup = "board.setup" {
        /// Fifteen on the head.
        Long = "long",
        /// Two on 24, five on 13, three on 8, five on 6.
        Short = "short",
        /// Four on the head, eleven on 6.
        Khachapuri = "khachapuri",
    }
    /// Whether the two sides run the same way round the board.
    direction: Direction = "board.direction" {
        /// The same way round; the heads lie diagonally opposite.
        Same = "same",
        /// Against each other.
        Opposite = "opposite",
    }
    /// What closes a point.
    contact: Contact = "board.contact" {
        /// One opposing checker; nothing is ever hit.
        Closed = "closed",
        /// Two opposing checkers; a single one is hit onto the bar.
        Hit = "hit",
    }
    /// Who starts a game.
    starter: Starter = "opening.starter" {
        /// Each throws one die, the higher starts, ties are thrown again.
        HigherDie = "higher-die",
        /// The organiser or program draws.
        Drawn = "drawn",
        /// White, player 1.
        White = "white",
    }
    /// Which dice the winner of the opening throw plays.
    opening_dice: OpeningDice = "opening.dice" {
        /// The two dice that decided.
        Played = "played",
        /// A fresh roll.
        Rerolled = "rerolled",
    }
    /// Who starts the next game of a match.
    next_game: NextGame = "opening.next-game" {
        /// Decided anew.
        Roll = "roll",
        /// The winner of the game before.
        Winner = "winner",
        /// The player who did not start the game before.
        Alternate = "alternate",
    }
    /// How many checkers may leave the head in a turn.
    head_limit: HeadLimit = "head.limit" {
        /// One.
        One = "one",
        /// Any number.
        Unlimited = "unlimited",
    }
    /// The rolls on which a second checker may leave the head.
    exception_rolls: ExceptionRolls = "head.exception.rolls" {
        /// No roll: the limit has no exception.
        None = "none",
        /// 3-3, 4-4 and 6-6.
        ThreeFourSix = "3-4-6",
        /// 4-4 and 6-6.
        FourSix = "4-6",
        /// Every double.
        AnyDouble = "any-double",
        /// Every roll.
        AnyRoll = "any-roll",
    }
    /// On which turns the exception exists.
    exception_turn: ExceptionTurn = "head.exception.turn" {
        /// The player's first.
        First = "first",
        /// Every turn.
        Every = "every",
    }
    /// Whose first turn carries the exception.
    exception_player: ExceptionPlayer = "head.exception.player" {
        /// Each player's.
        Each = "each",
        /// Only that of the player who moves second.
        Second = "second",
    }
    /// Under which condition the exception is granted.
    exception_when: ExceptionWhen = "head.exception.when" {
        /// Always.
        Always = "always",
        /// When no line with one checker off the head plays every die.
        Blocked = "blocked",
        /// Unless an opposing checker off its own head stands where one head checker would land.
        UnlessFieldBlocked = "unless-field-blocked",
    }
    /// How the exception is used once granted.
    exception_use: ExceptionUse = "head.exception.use" {
        /// Two may leave and dice use decides.
        AsDiceRequire = "as-dice-require",
        /// The player chooses between the limit of one and the limit of two.
        Optional = "optional",
        /// The second leaves only when no other checker can use the die.
        WhenStuck = "when-stuck",
        /// Two leave if a turn with two exists.
        Forced = "forced",
    }
    /// How much of the roll must be played.
    dice_usage: DiceUsage = "dice.usage" {
        /// As many dice as any line plays.
        Most = "most",
        /// Until no further step is possible.
        UntilStuck = "until-stuck",
    }
    /// Which die is played when only one of two different dice can be.
    dice_single: DiceSingle = "dice.single" {
        /// The higher, if it can be played.
        Higher = "higher",
        /// Either.
        Either = "either",
    }
    /// How many steps a double has.
    doubles: Doubles = "dice.doubles" {
        /// Four.
        Four = "four",
        /// Two, like any roll.
        Two = "two",
    }
    /// Whether a line that bears off the last checker must use as many dice as another line.
    after_win: AfterWin = "dice.after-win" {
        /// It must.
        AllDice = "all-dice",
        /// It need not.
        Any = "any",
    }
    /// What makes six occupied points in a row forbidden.
    six: SixBlock = "block.six" {
        /// Nothing: they are free.
        Allowed = "allowed",
        /// Always forbidden.
        Forbidden = "forbidden",
        /// Forbidden unless an opposing checker is ahead of them, or borne off.
        UnlessAhead = "unless-ahead",
        /// Forbidden unless an opposing checker is in its own home, or borne off.
        UnlessHome = "unless-home",
        /// Forbidden unless some opposing checker on the board can move.
        UnlessCanMove = "unless-can-move",
    }
    /// When the block rule is tested.
    six_tested: BlockTested = "block.tested" {
        /// After every step.
        EachStep = "each-step",
        /// After the turn.
        TurnEnd = "turn-end",
    }
    /// What counts as six in a row.
    six_route: BlockRoute = "block.route" {
        /// Six along the opponent's route, from its head to its home.
        Opponent = "opponent",
        /// Six anywhere on the ring of 24.
        Ring = "ring",
    }
    /// Whether a checker may be borne off in the turn in which the last one came home.
    entry: Entry = "bear-off.entry" {
        /// It may.
        SameTurn = "same-turn",
        /// All must have been home before the turn.
        NextTurn = "next-turn",
    }
    /// Which checker a die larger than its point may take.
    overshoot: Overshoot = "bear-off.overshoot" {
        /// The highest, when neither the die's point nor a higher one is occupied.
        Highest = "highest",
        /// The highest below the die's point, when that point is empty, whatever stands above.
        NearestLower = "nearest-lower",
        /// Any below the die's point.
        Any = "any",
        /// No checker.
        ExactOnly = "exact-only",
    }
    /// Whether checkers above an empty point that cannot move release the die for lower ones.
    stuck_higher: StuckHigher = "bear-off.stuck-higher" {
        /// The die is lost.
        Lost = "lost",
        /// The highest checker below may go.
        Released = "released",
    }
    /// When a win is koks: where the loser, with none borne off, still has a checker.
    koks: Koks = "result.koks" {
        /// Never.
        None = "none",
        /// On its head.
        OnHead = "on-head",
        /// In its first quarter, its points 24 to 19.
        InFirstQuarter = "in-first-quarter",
        /// In the winner's home or on the winner's head.
        InWinnerHomeOrHead = "in-winner-home-or-head",
        /// In the winner's home or on the bar.
        InWinnerHomeOrBar = "in-winner-home-or-bar",
    }
    /// When a win is home mars.
    home_mars: HomeMars = "result.home-mars" {
        /// Never.
        None = "none",
        /// The loser has none borne off and all fifteen home.
        AllHome = "all-home",
    }
    /// Whether the second player gets a closing turn when the starter finishes first.
    last_turn: LastTurn = "result.last-turn" {
        /// No.
        None = "none",
        /// Yes.
        SecondPlayer = "second-player",
        /// If fourteen of its checkers are borne off.
        SecondPlayerIf14Off = "second-player-if-14-off",
    }
}

/// What each kind of win is worth in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "PointsForm", into = "PointsForm")]
pub enum Points {
    /// A number for each kind, or none where the source gives none.
    Table(PointsTable),
    /// The loser's checkers not borne off, whatever the kind (khachapuri).
    Difference,
}

/// Points by kind of win; null where the source gives no number. No kind may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointsTable {
    /// An ordinary win.
    #[serde(deserialize_with = "Option::deserialize")]
    pub oyn: Option<u32>,
    /// The loser has borne off none.
    #[serde(deserialize_with = "Option::deserialize")]
    pub mars: Option<u32>,
    /// A mars with all the loser's checkers home.
    #[serde(rename = "home-mars", deserialize_with = "Option::deserialize")]
    pub home_mars: Option<u32>,
    /// A mars with a loser's checker in the zone of `result.koks`.
    #[serde(deserialize_with = "Option::deserialize")]
    pub koks: Option<u32>,
}

/// How [`Points`] is written: a table, or the word `difference`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum PointsForm {
    Table(PointsTable),
    Word(DifferenceWord),
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum DifferenceWord {
    #[serde(rename = "difference")]
    Difference,
}

impl From<PointsForm> for Points {
    fn from(form: PointsForm) -> Self {
        match form {
            PointsForm::Table(table) => Points::Table(table),
            PointsForm::Word(DifferenceWord::Difference) => Points::Difference,
        }
    }
}

impl From<Points> for PointsForm {
    fn from(points: Points) -> Self {
        match points {
            Points::Table(table) => PointsForm::Table(table),
            Points::Difference => PointsForm::Word(DifferenceWord::Difference),
        }
    }
}

impl std::fmt::Display for Axis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Axis {
    type Err = RulesError;

    fn from_str(name: &str) -> Result<Self, RulesError> {
        let found = Axis::ALL.iter().find(|axis| axis.name() == name);
        found.copied().ok_or_else(|| RulesError::UnknownAxis(name.to_owned()))
    }
}

impl Rules {
    /// Whether the axis cannot matter under the rule set's other values.
    ///
    /// Such an axis is not compared, branched on or counted: the exception's axes where there is no limit or no roll for it,
    /// whose first turn where every turn has it, how and where a block is tested where blocks are free, released dice where
    /// overshooting dice do not take the highest checker, and the opening dice where no dice decide who starts.
    pub fn is_inert(&self, axis: Axis) -> bool {
        let no_exception = self.head_limit == HeadLimit::Unlimited || self.exception_rolls == ExceptionRolls::None;
        match axis {
            Axis::ExceptionRolls => self.head_limit == HeadLimit::Unlimited,
            Axis::ExceptionTurn | Axis::ExceptionWhen | Axis::ExceptionUse => no_exception,
            Axis::ExceptionPlayer => no_exception || self.exception_turn == ExceptionTurn::Every,
            Axis::BlockTested | Axis::BlockRoute => self.six == SixBlock::Allowed,
            Axis::StuckHigher => self.overshoot != Overshoot::Highest,
            Axis::OpeningDice => self.starter != Starter::HigherDie,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::NARD_ONLINE;

    #[test]
    fn every_value_of_every_axis_can_be_set_and_read_back() {
        let mut rules = NARD_ONLINE;
        for &axis in Axis::ALL {
            assert_eq!(axis.name().parse(), Ok(axis));
            for value in axis.values() {
                rules.set(axis, value).unwrap();
                assert_eq!(rules.get(axis), *value);
            }
        }
    }

    #[test]
    fn an_unknown_axis_or_value_is_refused_and_named() {
        let mut rules = NARD_ONLINE;
        assert_eq!("head.limits".parse::<Axis>(), Err(RulesError::UnknownAxis("head.limits".into())));
        let error = rules.set(Axis::HeadLimit, "two").unwrap_err();
        assert_eq!(error.to_string(), "unknown value `two` for axis `head.limit`: it is one of one, unlimited");
        assert_eq!(rules, NARD_ONLINE);
    }

    #[test]
    fn axes_without_influence_are_inert() {
        let mut rules = NARD_ONLINE;
        assert!(!rules.is_inert(Axis::ExceptionWhen));
        rules.set(Axis::ExceptionRolls, "none").unwrap();
        assert!(rules.is_inert(Axis::ExceptionWhen) && !rules.is_inert(Axis::ExceptionRolls));
        rules.set(Axis::HeadLimit, "unlimited").unwrap();
        assert!(rules.is_inert(Axis::ExceptionRolls));
    }
}
