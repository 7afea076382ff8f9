//! The conditions of outcomes and openings. The engine's answer says which of them decides; those before it did not hold.

use super::{Condition, Explainer};
use nardy_engine::{
    Axis, Kind, Opening, Outcome, Player, Position, Previous, Side, Unsupported, Winner, opening, outcome,
};

impl Explainer<'_> {
    fn value(&self, axis: Axis) -> &'static str {
        self.rules.get(axis)
    }

    /// What a position means in which the mover has just moved.
    pub(super) fn outcome(&self, position: &Position, mover_started: bool) -> Result<Vec<Condition>, Unsupported> {
        let (mover, opponent) = (position.mover(), position.opponent());
        let mut found = Vec::new();
        for (name, side) in [("X", mover), ("O", opponent)] {
            let says = format!("{name} has borne off all fifteen ({} off)", side.off());
            found.push(self.condition("result.win", side.is_done(), says));
        }
        let answer = outcome(self.rules, position, mover_started)?;
        let is_last_turn = answer == Outcome::LastTurn;
        if mover.is_done() && !opponent.is_done() {
            let says = format!(
                "the second player has a closing turn (result.last-turn is {}; {}, and O has {} off)",
                self.value(Axis::LastTurn),
                if mover_started { "the starter has just moved" } else { "the second player himself has just moved" },
                opponent.off()
            );
            found.push(self.condition("result.last-turn", is_last_turn, says));
        }
        if let Outcome::Over { winner, kind, points } = answer {
            let loser = if winner == Some(Winner::Mover) { opponent } else { mover };
            found.extend(self.kinds(kind, loser));
            let points = points.map_or("no number of points is given for it".to_owned(), |points| match points {
                1 => "it is worth 1 point".to_owned(),
                _ => format!("it is worth {points} points"),
            });
            found.push(self.condition("result.points", true, points));
        }
        Ok(found)
    }

    /// The kinds of a win in the order in which they are looked at, up to the one that it is.
    fn kinds(&self, kind: Kind, loser: &Side) -> Vec<Condition> {
        if kind == Kind::Draw {
            return vec![self.condition("result.draw", true, "both have borne off all fifteen")];
        }
        let conditions = [
            (Kind::Oyn, "result.oyn", format!("the loser has borne off at least one ({})", loser.off())),
            (
                Kind::Koks,
                "result.koks",
                format!("a checker of the loser stands in the zone (result.koks is {})", self.value(Axis::Koks)),
            ),
            (
                Kind::HomeMars,
                "result.home-mars",
                format!("all of the loser's are home (result.home-mars is {})", self.value(Axis::HomeMars)),
            ),
            (Kind::Mars, "result.mars", "none of the loser's is off, and nothing above holds".to_owned()),
        ];
        let mut found = Vec::new();
        for (of, clause, says) in conditions {
            found.push(self.condition(clause, of == kind, says));
            if of == kind {
                break;
            }
        }
        found
    }

    /// Who starts.
    pub(super) fn opening(&self, rolls: &[(u8, u8)], previous: Option<Previous>) -> Vec<Condition> {
        let Opening { starter, dice, consumed } = opening(self.rules, rolls, previous);
        let name = |player: Option<Player>| match player {
            Some(player) => format!("player {}", u8::from(player)),
            None => "nobody yet".to_owned(),
        };
        let mut found = Vec::new();
        if let Some(previous) = previous {
            let (before, winner) = (u8::from(previous.starter), previous.winner.map(u8::from));
            let winner = winner.map_or("nobody won it".to_owned(), |winner| format!("player {winner} won it"));
            let next_game = self.value(Axis::NextGame);
            let decides = next_game == "alternate" || (next_game == "winner" && previous.winner.is_some());
            let says = format!(
                "the game before decides (opening.next-game is {next_game}; player {before} began it and {winner})"
            );
            found.push(self.condition("opening.next-game", decides, says));
            if decides {
                found.push(self.condition("opening.starter", true, format!("{} starts", name(starter))));
                return found;
            }
        }
        let by = self.value(Axis::Starter);
        let thrown = by == "higher-die";
        if thrown {
            let ties = rolls.iter().take_while(|(one, two)| one == two).count();
            let says = format!("the first throws are equal ({ties} of {})", rolls.len());
            found.push(self.condition("opening.ties", ties > 0, says));
        }
        let says = format!("{} starts (opening.starter is {by}; throws used: {consumed})", name(starter));
        found.push(self.condition("opening.starter", starter.is_some(), says));
        if thrown {
            let value = self.value(Axis::OpeningDice);
            let says = match dice {
                Some(dice) => format!("the first turn is played with {dice} (opening.dice is {value})"),
                None => format!("the deciding dice are played in the first turn (opening.dice is {value})"),
            };
            found.push(self.condition("opening.dice", dice.is_some(), says));
        }
        found
    }
}
