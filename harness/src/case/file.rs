//! Case files: `schema`, `clause`, and the cases of that clause.

use super::expect::{self, RawEntry, unknown_clause};
use super::matches::RawMatch;
use super::{Case, Level, With, setting};
use crate::clause::Specification;
use crate::problem::{Place, Problem, Source};
use crate::scope::{self, RawScope};
use crate::variant::unknown_axis;
use crate::yaml::{self, OneOrMany, Pairs, place_of};
use nardy_engine::{FirstTurn, Previous};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::sync::Arc;

/// The profile on which a case with `with:` runs when it does not say.
const USUAL_PROFILE: &str = "nard-online";

/// A case file as it is written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The format's version.
    #[schemars(with = "u32", range(min = 1, max = 1))]
    schema: Spanned<u32>,
    /// The clause that the cases pin down.
    #[schemars(with = "String")]
    clause: Spanned<String>,
    /// The cases.
    cases: Vec<RawCase>,
}

/// A case as it is written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RawCase {
    /// The permanent id: the chapter, a slash, and a-z, 0-9 and -.
    #[schemars(with = "String", regex(pattern = r"^[a-z-]+/[a-z0-9/-]+$"))]
    pub id: Spanned<String>,
    /// The ruling that the case shows.
    #[schemars(with = "String")]
    pub title: Spanned<String>,
    /// Where the ruling or the position comes from.
    pub source: String,
    /// Whether the case counts.
    #[serde(default)]
    pub level: Option<Level>,
    /// Both sides, in the mover's numbers.
    #[serde(default)]
    pub position: Option<RawPosition>,
    /// The turns from the start that reach the position, starter first: `6-5 24/18/13`.
    #[schemars(with = "Option<Vec<String>>")]
    #[serde(default)]
    pub after: Option<Vec<Spanned<String>>>,
    /// Whose first turn of the game it is.
    #[schemars(with = "Option<FirstTurn>")]
    #[serde(default)]
    pub first_turn: Option<Spanned<FirstTurn>>,
    /// The roll, `6-5`.
    #[schemars(with = "Option<String>", regex(pattern = r"^[1-6]-[1-6]$"))]
    #[serde(default)]
    pub roll: Option<Spanned<String>>,
    /// Whether the mover started the game.
    #[serde(default)]
    pub mover_started: Option<bool>,
    /// The opening throws, player 1's die first.
    #[schemars(with = "Option<Vec<String>>")]
    #[serde(default)]
    pub rolls: Option<Vec<Spanned<String>>>,
    /// The game before, in a match.
    #[serde(default)]
    pub previous: Option<Previous>,
    /// A record of turns: `6-5 24/18/13`.
    #[schemars(with = "Option<Vec<String>>")]
    #[serde(default)]
    pub record: Option<Vec<Spanned<String>>>,
    /// A match: games in a row, each opened and recorded.
    #[schemars(with = "Option<RawMatch>")]
    #[serde(default, rename = "match")]
    pub match_: Option<Spanned<RawMatch>>,
    /// For which rule sets the case speaks.
    #[schemars(schema_with = "scope::schema")]
    #[serde(default, rename = "for")]
    pub scope: RawScope,
    /// Axes that the case switches for itself.
    #[schemars(with = "Option<std::collections::BTreeMap<String, String>>")]
    #[serde(default)]
    pub with: Option<Spanned<Pairs<String>>>,
    /// The profile that `with` changes.
    #[schemars(with = "Option<String>")]
    #[serde(default)]
    pub on: Option<Spanned<String>>,
    /// The expected answer, or several, read from the top; the first whose `when` holds counts.
    pub expect: OneOrMany<RawEntry>,
}

/// Both sides, as they are written.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawPosition {
    /// The side to move: `24x14 13`, borne-off checkers as `off3`.
    #[schemars(with = "String")]
    pub mover: Spanned<String>,
    /// The other side, in the mover's numbers too.
    #[schemars(with = "String")]
    pub opponent: Spanned<String>,
}

/// Reads a case file.
///
/// # Errors
/// Everything that is wrong with it, each with its place.
pub fn read(source: &Arc<Source>, specification: &Specification) -> Result<Vec<Case>, Vec<Problem>> {
    let file: File = yaml::read(source).map_err(|problem| vec![problem])?;
    let mut problems = Vec::new();
    if file.schema.value != 1 {
        let message = format!("schema {} is not known; this program reads schema 1", file.schema.value);
        problems.push(Problem::at(&place_of(source, &file.schema), message));
    }
    if specification.get(&file.clause.value).is_none() {
        problems.push(unknown_clause(&place_of(source, &file.clause), &file.clause.value, specification));
    }
    let mut cases = Vec::new();
    for raw in &file.cases {
        cases.extend(case(source, &file.clause.value, raw, specification, &mut problems));
    }
    if problems.is_empty() { Ok(cases) } else { Err(problems) }
}

fn case(
    source: &Arc<Source>,
    clause: &str,
    raw: &RawCase,
    specification: &Specification,
    problems: &mut Vec<Problem>,
) -> Option<Case> {
    let place = place_of(source, &raw.id);
    id(&place, &raw.id.value, clause, problems);
    let scope = scope::read(source, &raw.scope, problems);
    let with = with(source, raw, problems);
    let setting = setting::read(source, raw, &scope, problems)?;
    let context = expect::Context { source, specification, setting: &setting, case: &place };
    let entries = raw.expect.0.iter().map(|entry| expect::read(&context, entry, problems));
    let expect: Vec<_> = entries.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?;
    if let Some((last, others)) = expect.split_last() {
        for entry in others.iter().filter(|entry| entry.when.0.is_empty()) {
            problems.push(Problem::at(&entry.place, "every entry of `expect` but the last has a `when`"));
        }
        if !last.when.0.is_empty() {
            problems.push(Problem::at(&last.place, "the last entry of `expect` has no `when`: it is for the rest"));
        }
    } else {
        problems.push(Problem::at(&place, "`expect` is empty"));
    }
    let level = raw.level.unwrap_or(Level::Required);
    Some(Case {
        id: raw.id.value.clone(),
        title: raw.title.value.clone(),
        title_place: place_of(source, &raw.title),
        source: raw.source.clone(),
        clause: clause.to_owned(),
        level,
        setting,
        scope,
        with,
        expect,
        place,
    })
}

fn id(place: &Place, id: &str, clause: &str, problems: &mut Vec<Problem>) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '/';
    let chapter = clause.split('.').next().unwrap_or_default();
    if !id.chars().all(plain) {
        problems.push(Problem::at(place, format!("`{id}` is no id: use a-z, 0-9, - and /")));
    } else if id.strip_prefix(chapter).is_none_or(|rest| !rest.starts_with('/') || rest.len() < 2) {
        let message = format!("the id `{id}` does not begin with its chapter: {chapter}/…");
        problems.push(Problem::at(place, message));
    }
}

fn with(source: &Arc<Source>, raw: &RawCase, problems: &mut Vec<Problem>) -> Option<With> {
    let Some(changes) = &raw.with else {
        if let Some(on) = &raw.on {
            problems.push(Problem::at(
                &place_of(source, on),
                "`on` names the profile that `with` changes; there is no `with`",
            ));
        }
        return None;
    };
    let mut axes = Vec::new();
    let mut rules = nardy_engine::sample::NARD_ONLINE;
    for (name, value) in &changes.value.0 {
        match name.value.parse() {
            Ok(axis) => match rules.set(axis, &value.value) {
                Ok(()) => axes.push((axis, value.value.clone())),
                Err(error) => problems.push(Problem::at(&place_of(source, value), error.to_string())),
            },
            Err(error) => problems.push(unknown_axis(&place_of(source, name), &error)),
        }
    }
    let on = raw.on.as_ref().map_or_else(|| USUAL_PROFILE.to_owned(), |on| on.value.clone());
    Some(With { axes, on })
}
