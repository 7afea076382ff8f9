//! `nardy turns`, `judge`, `outcome` and `opening`: one question, answered by the reference engine.

use super::board::{Board, legs, renumbered, step_text};
use super::{Stop, variant};
use crate::clause::Specification;
use crate::draw::board;
use crate::engine::{Answer, Ask};
use crate::instance::sides;
use crate::protocol::message::{AskOpening, AskOutcome, LegalTurns, State};
use crate::reference;
use crate::report::roll_text;
use crate::suite::{Places, Suite};
use crate::text::Language::En;
use nardy_engine::notation::{self, Leg};
use nardy_engine::{
    Axis, FirstTurn, GivenStep, Judgement, Player, Previous, Question, Roll, Rules, judge, legal_turns,
};

/// The rule set of a question.
#[derive(Debug, clap::Args)]
struct RuleSet {
    /// The variant profile whose rules are taken, or a file of house rules.
    #[arg(long, value_name = "ID|FILE", default_value = "nard-online")]
    variant: String,
    /// Change one axis of it; may be given several times.
    #[arg(long = "rule", value_name = "AXIS=VALUE")]
    changes: Vec<String>,
    /// Print the result object of the adapter protocol.
    #[arg(long)]
    json: bool,
}

/// Whose first turn of the game it is.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum First {
    /// The player who started.
    Starter,
    /// The other.
    Second,
}

/// A position, a roll and the rest.
#[derive(Debug, clap::Args)]
pub(super) struct Asked {
    #[command(flatten)]
    board: Board,
    /// The roll, as in 6-5.
    #[arg(long)]
    roll: Roll,
    /// Whose first turn of the game it is, if it is one.
    #[arg(long, value_enum)]
    first_turn: Option<First>,
}

#[derive(Debug, clap::Args)]
pub struct Turns {
    #[command(flatten)]
    rules: RuleSet,
    #[command(flatten)]
    asked: Asked,
    /// List every ordered sequence of steps of each turn.
    #[arg(long)]
    all: bool,
}

#[derive(Debug, clap::Args)]
pub struct Judge {
    #[command(flatten)]
    rules: RuleSet,
    #[command(flatten)]
    asked: Asked,
    /// The turn, in notation: 24/18/13, 24/18(2), 8/5* 6/off, pass.
    #[arg(long)]
    turn: String,
}

#[derive(Debug, clap::Args)]
pub struct Outcome {
    #[command(flatten)]
    rules: RuleSet,
    #[command(flatten)]
    board: Board,
    /// Whether the side that has just moved started the game.
    #[arg(long, value_name = "BOOL", default_value_t = true, action = clap::ArgAction::Set)]
    mover_started: bool,
}

#[derive(Debug, clap::Args)]
pub struct Opening {
    #[command(flatten)]
    rules: RuleSet,
    /// The throws, player 1's die first: `4-4 2-5`. Player 1 is white.
    #[arg(long, default_value = "")]
    rolls: String,
    /// Who started the game before (1 or 2), in a match.
    #[arg(long, value_name = "PLAYER", requires = "previous_winner", value_parser = player)]
    previous_starter: Option<Player>,
    /// Who won the game before (1, 2, or none after a draw).
    #[arg(long, value_name = "PLAYER", requires = "previous_starter")]
    previous_winner: Option<String>,
}

fn player(text: &str) -> Result<Player, String> {
    let number: u8 = text.parse().map_err(|_| "players are 1 (white) and 2".to_owned())?;
    number.try_into()
}

impl RuleSet {
    fn rules(&self, places: &Places) -> Result<Rules, Stop> {
        let variants = Suite::load_variants(places)?;
        let mut rules = variant(&variants, &self.variant)?.rules;
        for change in &self.changes {
            let usage = |error: String| Stop::Usage(format!("--rule {change}: {error}"));
            let (axis, value) = change.split_once('=').ok_or_else(|| usage("write axis=value".to_owned()))?;
            let axis: Axis = axis.parse().map_err(|error: nardy_engine::RulesError| usage(error.to_string()))?;
            rules.set(axis, value).map_err(|error| usage(error.to_string()))?;
        }
        Ok(rules)
    }

    fn label(&self) -> String {
        std::iter::once(self.variant.clone()).chain(self.changes.iter().map(|change| format!("+{change}"))).collect()
    }
}

impl Asked {
    pub(super) fn question(&self) -> Result<Question, Stop> {
        let first_turn = self.first_turn.map(|first| match first {
            First::Starter => FirstTurn::Starter,
            First::Second => FirstTurn::Second,
        });
        Ok(Question { position: self.board.position()?, roll: self.roll, first_turn })
    }

    /// The rule set, the roll, and the board.
    fn heading(&self, rules: &RuleSet, question: &Question) -> String {
        let board = board(&question.position, self.board.view());
        let roll = roll_text(&question.roll.to_string(), question.first_turn);
        format!("{}: {roll}\n\n{board}", rules.label())
    }
}

fn refused(error: impl std::fmt::Display) -> Stop {
    Stop::Usage(error.to_string())
}

/// Prints an answer as the protocol's result object.
fn print_json(answer: &Answer) {
    let text = match answer {
        Answer::LegalTurns(turns) => crate::compare::json(turns),
        Answer::JudgeTurn(judged) => crate::compare::json(judged),
        Answer::Outcome(outcome) => crate::compare::json(outcome),
        Answer::Opening(opening) => crate::compare::json(opening),
    };
    anstream::println!("{text}");
}

impl Turns {
    pub fn answer(&self, places: &Places) -> Result<(), Stop> {
        let rules = self.rules.rules(places)?;
        let question = self.asked.question()?;
        if self.rules.json {
            let (position, roll) = (sides(&question.position), question.roll);
            let first_turn = question.first_turn;
            let ask = Ask::LegalTurns(LegalTurns { variant: None, position, roll, first_turn, history: None });
            print_json(&reference::answer(&rules, &ask).map_err(refused)?);
            return Ok(());
        }
        let turns = legal_turns(&rules, &question).map_err(refused)?;
        anstream::println!("{}", self.asked.heading(&self.rules, &question));
        anstream::println!("{} legal turn{}", turns.len(), if turns.len() == 1 { "" } else { "s" });
        let view = self.asked.board.view();
        for end in turns.ends() {
            let sequences = turns.sequences(end);
            if self.all {
                for sequence in sequences {
                    anstream::println!("  {}", renumbered(&notation::turn(&question.position, &sequence), view));
                }
            } else {
                anstream::println!("  {}", renumbered(&notation::turn_ways(&question.position, &sequences), view));
            }
        }
        Ok(())
    }
}

impl Judge {
    pub fn answer(&self, places: &Places) -> Result<(), Stop> {
        let rules = self.rules.rules(places)?;
        let question = self.asked.question()?;
        let view = self.asked.board.view();
        let legs = legs(&self.turn, view).map_err(|error| Stop::Usage(format!("--turn: {error}")))?;
        let (steps, judgement) = best_reading(&rules, &question, &legs)?;
        if self.rules.json {
            let clause = match &judgement {
                Judgement::Legal => None,
                Judgement::Illegal(breaches) => breaches.first().map(|breach| breach.fault.clause().to_owned()),
            };
            print_json(&Answer::JudgeTurn(crate::protocol::message::Judged { legal: clause.is_none(), clause }));
            return Ok(());
        }
        anstream::println!("{}", self.asked.heading(&self.rules, &question));
        match judgement {
            Judgement::Legal => anstream::println!("{} is legal", self.turn),
            Judgement::Illegal(breaches) => {
                let specification = Specification::load().map_err(|error| Stop::Suite(error.to_string()))?;
                anstream::println!("{} is not legal", self.turn);
                for breach in breaches {
                    let at = breach.step.and_then(|at| Some((at, steps.get(at)?)));
                    let step = at
                        .map(|(at, step)| format!("step {}, {}: ", at + 1, step_text(step, view)))
                        .unwrap_or_default();
                    anstream::println!("  {step}{}", renumbered(&breach.fault.to_string(), view));
                    if let Some(clause) = specification.get(breach.fault.clause()) {
                        anstream::println!("  {}: {}", clause.id, clause.rule.get(En));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Judges a written turn: a hop is legal if it is by some of its stops.
fn best_reading(rules: &Rules, question: &Question, legs: &[Leg]) -> Result<(Vec<GivenStep>, Judgement), Stop> {
    let mut refusal = None;
    for reading in notation::readings(legs, question.roll, rules) {
        let judgement = judge(rules, question, &reading).map_err(refused)?;
        if judgement == Judgement::Legal {
            return Ok((reading, judgement));
        }
        refusal.get_or_insert((reading, judgement));
    }
    refusal.ok_or_else(|| Stop::Usage("the turn cannot be read".to_owned()))
}

impl Outcome {
    pub fn answer(&self, places: &Places) -> Result<(), Stop> {
        let rules = self.rules.rules(places)?;
        let position = self.board.position()?;
        let ask = AskOutcome { variant: None, position: sides(&position), mover_started: self.mover_started };
        let answer = reference::answer(&rules, &Ask::Outcome(ask)).map_err(refused)?;
        if self.rules.json {
            print_json(&answer);
            return Ok(());
        }
        let who = if self.mover_started { "the starter" } else { "the second player" };
        anstream::println!(
            "{}: {who} (X) has just moved\n\n{}",
            self.rules.label(),
            board(&position, self.board.view())
        );
        let Answer::Outcome(outcome) = answer else { return Ok(()) };
        let text = match (outcome.state, outcome.winner, outcome.kind) {
            (State::Ongoing, ..) => "the game goes on".to_owned(),
            (State::LastTurn, ..) => "the second player has one closing turn".to_owned(),
            (State::Over, winner, kind) => {
                let kind = kind.map(|kind| crate::compare::json(&kind).replace('"', "")).unwrap_or_default();
                let points = outcome.points.map_or("no points given".to_owned(), |points| match points {
                    1 => "1 point".to_owned(),
                    _ => format!("{points} points"),
                });
                let winner = match winner {
                    None => "nobody wins".to_owned(),
                    Some(nardy_engine::Winner::Mover) => "X wins".to_owned(),
                    Some(nardy_engine::Winner::Opponent) => "O wins".to_owned(),
                };
                format!("the game is over: {winner}, {kind}, {points}")
            }
        };
        anstream::println!("{text}");
        Ok(())
    }
}

impl Opening {
    pub fn answer(&self, places: &Places) -> Result<(), Stop> {
        let rules = self.rules.rules(places)?;
        let throw = |text: &str| {
            let roll: Result<Roll, _> = text.parse();
            let (one, two) = text.split_once('-').unwrap_or_default();
            roll.map(|_| [one.parse().unwrap_or(0), two.parse().unwrap_or(0)])
                .map_err(|error| Stop::Usage(format!("--rolls: {error}")))
        };
        let rolls = self.rolls.split_whitespace().map(throw).collect::<Result<Vec<[u8; 2]>, Stop>>()?;
        let previous = self.previous_starter.map(|starter| {
            let winner = match self.previous_winner.as_deref() {
                Some("none") | None => Ok(None),
                Some(text) => {
                    player(text).map(Some).map_err(|error| Stop::Usage(format!("--previous-winner: {error}")))
                }
            };
            winner.map(|winner| Previous { starter, winner })
        });
        let ask = AskOpening { variant: None, rolls, previous: previous.transpose()? };
        let answer = reference::answer(&rules, &Ask::Opening(ask)).map_err(refused)?;
        if self.rules.json {
            print_json(&answer);
            return Ok(());
        }
        let Answer::Opening(opening) = answer else { return Ok(()) };
        let starter = opening.starter.map_or("nobody yet".to_owned(), |player| format!("player {}", u8::from(player)));
        let dice = opening.dice.map_or("a fresh roll".to_owned(), |dice| dice.to_string());
        anstream::println!("{}: {starter} starts, with {dice}; throws used: {}", self.rules.label(), opening.consumed);
        Ok(())
    }
}
