//! What a case expects: a set of turns, a judgement, an outcome, an opening, or what a record or a match comes to.

use super::Setting;
use super::matches::{self, ExpectedMatch};
use super::setting::{made_by, one_die_each};
use crate::clause::Specification;
use crate::problem::{Place, Problem, Source};
use crate::protocol::message::State;
use crate::scope::{self, RawScope, Scope};
use crate::yaml::{place, place_of};
use nardy_engine::{GivenStep, Kind, Player, Position, Question, Roll, Winner, notation};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::BTreeSet;
use std::sync::Arc;

/// An expectation and the rule sets that it is for.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The rule sets, among those of the case.
    pub when: Scope,
    /// The expected answer.
    pub expected: Expected,
    /// Where it stands.
    pub place: Place,
}

/// An expected answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// The whole set of legal turns, by their ends.
    Turns(BTreeSet<Position>),
    /// What is to be said of a turn.
    Turn {
        /// Its steps, without dice.
        steps: Vec<GivenStep>,
        /// Its end.
        end: Position,
        /// The clause it breaks; none when it is legal.
        breaks: Option<String>,
        /// As it is written.
        text: String,
    },
    /// What a position means.
    Outcome(ExpectedOutcome),
    /// Who starts.
    Opening(ExpectedOpening),
    /// What a record comes to.
    Game(ExpectedGame),
    /// What a match comes to.
    Match(ExpectedMatch),
}

/// An expected outcome.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedOutcome {
    /// Whether the game goes on.
    pub state: State,
    /// Who won.
    #[serde(default)]
    pub winner: Option<Winner>,
    /// The kind of the win.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Its points: null when the rule set gives none, left out when not compared.
    #[schemars(with = "Option<u32>")]
    #[serde(default, deserialize_with = "present")]
    pub points: Option<Option<u32>>,
}

/// An expected opening.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedOpening {
    /// Who starts.
    #[serde(deserialize_with = "Option::deserialize")]
    pub starter: Option<Player>,
    /// With which dice.
    #[schemars(with = "Option<String>")]
    #[serde(deserialize_with = "roll_text")]
    pub dice: Option<Roll>,
    /// How many throws it took.
    pub consumed: usize,
}

/// What a record comes to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedGame {
    /// Whether the game goes on.
    pub state: State,
    /// Who won.
    #[serde(default)]
    pub winner: Option<Side>,
    /// The kind of the win.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Its points; left out when not compared.
    #[schemars(with = "Option<u32>")]
    #[serde(default, deserialize_with = "present")]
    pub points: Option<Option<u32>>,
}

/// A side of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player who started.
    Starter,
    /// The other.
    Second,
}

/// A value that is there, null or not.
fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<u32>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn roll_text<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Roll>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}

/// An entry of `expect:` as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawEntry {
    /// For which rule sets, among those of the case, this is the answer.
    #[schemars(schema_with = "scope::schema")]
    #[serde(default)]
    when: Option<Spanned<RawScope>>,
    /// The whole set of legal turns; a pass is `[pass]`.
    #[schemars(with = "Option<Vec<String>>")]
    #[serde(default)]
    turns: Option<Spanned<Vec<Spanned<String>>>>,
    /// A turn to judge, one die per step.
    #[schemars(with = "Option<String>")]
    #[serde(default)]
    turn: Option<Spanned<String>>,
    /// That the turn is legal.
    #[schemars(with = "Option<bool>")]
    #[serde(default)]
    legal: Option<Spanned<bool>>,
    /// The one clause that the turn breaks.
    #[schemars(with = "Option<String>")]
    #[serde(default)]
    illegal_because: Option<Spanned<String>>,
    /// What the position means.
    #[schemars(with = "Option<ExpectedOutcome>")]
    #[serde(default)]
    outcome: Option<Spanned<ExpectedOutcome>>,
    /// Who starts.
    #[schemars(with = "Option<ExpectedOpening>")]
    #[serde(default)]
    opening: Option<Spanned<ExpectedOpening>>,
    /// What the record comes to, every turn of it being legal.
    #[schemars(with = "Option<ExpectedGame>")]
    #[serde(default)]
    game: Option<Spanned<ExpectedGame>>,
    /// What the games of a match and their score come to, every turn of them being legal.
    #[schemars(with = "Option<ExpectedMatch>")]
    #[serde(default, rename = "match")]
    match_: Option<Spanned<ExpectedMatch>>,
}

/// What reading an entry needs to know of its case.
pub struct Context<'a> {
    /// The file.
    pub source: &'a Arc<Source>,
    /// The clauses.
    pub specification: &'a Specification,
    /// What is asked.
    pub setting: &'a Setting,
    /// Where the case stands.
    pub case: &'a Place,
}

/// Reads one entry.
pub fn read(context: &Context<'_>, raw: &RawEntry, problems: &mut Vec<Problem>) -> Option<Entry> {
    let source = context.source;
    let mut when_problems = Vec::new();
    let when = raw.when.as_ref().map(|when| scope::read(source, &when.value, &mut when_problems)).unwrap_or_default();
    problems.append(&mut when_problems);
    let (expected, place) = expected(context, raw).map_err(|problem| problems.push(problem)).ok()?;
    Some(Entry { when, expected, place })
}

fn expected(context: &Context<'_>, raw: &RawEntry) -> Result<(Expected, Place), Problem> {
    let source = context.source;
    let mark = |location| place(source, &location);
    let found: Vec<(&str, Place)> = [
        raw.turns.as_ref().map(|value| ("turns", mark(value.referenced))),
        raw.turn.as_ref().map(|value| ("turn", mark(value.referenced))),
        raw.outcome.as_ref().map(|value| ("outcome", mark(value.referenced))),
        raw.opening.as_ref().map(|value| ("opening", mark(value.referenced))),
        raw.game.as_ref().map(|value| ("game", mark(value.referenced))),
        raw.match_.as_ref().map(|value| ("match", mark(value.referenced))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let [(name, place)] = &found[..] else {
        let place = found.last().map_or(context.case, |(_, place)| place);
        let message =
            "an entry of `expect` holds exactly one of `turns`, `turn`, `outcome`, `opening`, `game` and `match`";
        return Err(Problem::at(place, message));
    };
    if *name != "turn" && (raw.legal.is_some() || raw.illegal_because.is_some()) {
        return Err(Problem::at(place, "`legal` and `illegal-because` are said of a `turn`"));
    }
    let expected = match (context.setting, raw) {
        (Setting::Turn { question, .. }, RawEntry { turns: Some(turns), .. }) => {
            turn_set(source, question, place, &turns.value)?
        }
        (Setting::Turn { question, .. }, RawEntry { turn: Some(turn), .. }) => judged(context, question, turn, raw)?,
        (Setting::Outcome { .. }, RawEntry { outcome: Some(outcome), .. }) => Expected::Outcome(outcome.value.clone()),
        (Setting::Opening { .. }, RawEntry { opening: Some(opening), .. }) => Expected::Opening(opening.value.clone()),
        (Setting::Game(_), RawEntry { game: Some(game), .. }) => Expected::Game(game.value.clone()),
        (Setting::Match(asked), RawEntry { match_: Some(expected), .. }) => {
            if let Some(problem) = matches::contradiction(asked, &expected.value, place) {
                return Err(problem);
            }
            Expected::Match(expected.value.clone())
        }
        (setting, _) => {
            let asked = match setting {
                Setting::Turn { .. } => "a `roll` asks for `turns` or a `turn`",
                Setting::Outcome { .. } => "`mover-started` asks for an `outcome`",
                Setting::Opening { .. } => "`rolls` ask for an `opening`",
                Setting::Game(_) => "a `record` asks for a `game`",
                Setting::Match(_) => "a `match` asks for a `match`",
            };
            return Err(Problem::at(place, format!("{asked}, not for `{name}`")));
        }
    };
    Ok((expected, place.clone()))
}

fn turn_set(
    source: &Arc<Source>,
    question: &Question,
    place: &Place,
    texts: &[Spanned<String>],
) -> Result<Expected, Problem> {
    if texts.is_empty() {
        return Err(Problem::at(place, "no turn at all is never right").help("a pass is one turn: [pass]"));
    }
    let mut ends = BTreeSet::new();
    for text in texts {
        let place = place_of(source, text);
        let wrong = |error: notation::NotationError| Problem::at(&place, error.to_string());
        let legs = notation::legs(&text.value).map_err(wrong)?;
        made_by(&place, &legs, question.roll)?;
        let end = notation::end(&question.position, &legs).map_err(wrong)?;
        if !ends.insert(end) {
            let message = format!("`{}` ends like a turn before it; turns are told apart by their ends", text.value);
            return Err(Problem::at(&place, message));
        }
    }
    Ok(Expected::Turns(ends))
}

fn judged(
    context: &Context<'_>,
    question: &Question,
    text: &Spanned<String>,
    raw: &RawEntry,
) -> Result<Expected, Problem> {
    let place = place_of(context.source, text);
    let wrong = |error: notation::NotationError| Problem::at(&place, error.to_string());
    let breaks = match (&raw.legal, &raw.illegal_because) {
        (Some(legal), None) if legal.value => None,
        (None, Some(clause)) => {
            if context.specification.get(&clause.value).is_none() {
                return Err(unknown_clause(&place_of(context.source, clause), &clause.value, context.specification));
            }
            Some(clause.value.clone())
        }
        _ => return Err(Problem::at(&place, "a `turn` has `legal: true`, or `illegal-because` with a clause")),
    };
    let legs = notation::legs(&text.value).map_err(wrong)?;
    if breaks.as_deref() != Some("dice.step") {
        one_die_each(&place, &legs, question.roll)?;
        made_by(&place, &legs, question.roll)?;
    }
    let steps = notation::steps(&legs);
    // Where the moves cannot be made at all, the turn ends nowhere; the position before it stands for that.
    let end = notation::end(&question.position, &legs);
    let end = if breaks.is_none() { end.map_err(wrong)? } else { end.unwrap_or(question.position) };
    Ok(Expected::Turn { steps, end, breaks, text: text.value.clone() })
}

/// An unknown clause, with the clauses of its chapter.
pub fn unknown_clause(place: &Place, id: &str, specification: &Specification) -> Problem {
    let chapter = id.split('.').next().unwrap_or_default();
    let known: Vec<&str> = specification.ids().filter(|known| known.split('.').next() == Some(chapter)).collect();
    let help = match known[..] {
        [] => format!("the chapters are {}", crate::clause::CHAPTERS.join(", ")),
        _ => format!("the chapter's clauses are {}", known.join(", ")),
    };
    Problem::at(place, format!("unknown clause `{id}`")).help(help)
}
