//! `nardy case` and `nardy variant`: what the suite holds, for people.

use super::{Stop, case, explain, new_case, variant};
use crate::case::{Entry, Expected, ExpectedMatch, ExpectedMatchGame};
use crate::clause::Specification;
use crate::compare::json;
use crate::instance::{Instance, instances};
use crate::report::{asked, terminal};
use crate::scope::Scope;
use crate::suite::{Places, Suite};
use crate::text::Language::En;
use crate::variant::{self as profiles, Status};
use nardy_engine::{Player, legal_turns, notation};

#[derive(Debug, clap::Subcommand)]
pub enum Case {
    /// List the cases: id and title.
    List {
        /// Only those of this clause or chapter.
        #[arg(value_name = "CLAUSE")]
        clause: Option<String>,
    },
    /// Show a case: its board, and what it expects under which rules.
    Show {
        /// The case's id, or an instance's name.
        id: String,
    },
    /// Say which clause lets each step and turn of a case through, or does not.
    Explain(explain::Options),
    /// Print a new case to paste into a file: all but its ruling and its answer, which are stated by hand.
    New(new_case::Options),
}

#[derive(Debug, clap::Subcommand)]
pub enum Variant {
    /// List the profiles.
    List,
    /// Show a profile, every axis of it, with what its source states and what it takes from another.
    Show {
        /// The profile's id, or a file of house rules.
        #[arg(value_name = "ID|FILE")]
        id: String,
        /// Print the rule set as the adapter protocol sends it.
        #[arg(long)]
        json: bool,
    },
}

impl Case {
    pub fn print(&self, places: &Places) -> Result<(), Stop> {
        match self {
            Case::Explain(options) => options.print(places),
            Case::New(options) => options.print(places),
            Case::List { clause } => {
                let suite = Suite::load(places)?;
                let wanted = |case: &&crate::case::Case| {
                    clause.as_deref().is_none_or(|clause| case.clause == clause || case.chapter() == clause)
                };
                for case in suite.cases.iter().filter(wanted) {
                    anstream::println!("{:<50} {}", case.id, case.title);
                }
                Ok(())
            }
            Case::Show { id } => {
                let suite = Suite::load(places)?;
                show_case(&suite, case(&suite, id)?)
            }
        }
    }
}

fn show_case(suite: &Suite, case: &crate::case::Case) -> Result<(), Stop> {
    anstream::println!(
        "{}  ({})\n{}\nclause {}; source: {}",
        case.id,
        case.place,
        case.title,
        case.clause,
        case.source
    );
    let variants: Vec<&profiles::Variant> = suite.variants.iter().collect();
    let all = instances(suite, &variants);
    let of_case: Vec<&Instance<'_>> = all.iter().filter(|instance| instance.case.id == case.id).collect();
    if !case.scope.0.is_empty() {
        anstream::println!("for {}", scope_text(&case.scope));
    }
    if let Some(first) = of_case.first() {
        anstream::println!("\n{}", terminal::asked(&asked(first, None)).trim_end());
    }
    for entry in &case.expect {
        let labels: Vec<&str> = (of_case.iter())
            .filter(|instance| std::ptr::eq(instance.entry, entry))
            .map(|instance| instance.label.as_str())
            .collect();
        let when = match (entry.when.0.is_empty(), case.expect.len()) {
            (true, 1) => "always".to_owned(),
            (true, _) => "otherwise".to_owned(),
            _ => format!("when {}", scope_text(&entry.when)),
        };
        let labels = if labels.is_empty() { "no profile here".to_owned() } else { labels.join(", ") };
        anstream::println!("\n{when} ({labels})");
        for line in expected_lines(case, entry) {
            anstream::println!("  {line}");
        }
    }
    Ok(())
}

/// A scope as people read it.
fn scope_text(scope: &Scope) -> String {
    let text =
        |condition: &crate::scope::Condition| format!("{} {}", condition.key.name(), condition.values.join(" or "));
    scope.0.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn expected_lines(case: &crate::case::Case, entry: &Entry) -> Vec<String> {
    match &entry.expected {
        Expected::Turns(ends) => ends.iter().map(|end| end_line(case, entry, end)).collect(),
        Expected::Turn { text, breaks: None, .. } => vec![format!("{text} is legal")],
        Expected::Turn { text, breaks: Some(clause), .. } => vec![format!("{text} is not legal: it breaks {clause}")],
        Expected::Outcome(outcome) => {
            let part =
                |name: &str, value: Option<String>| value.map(|value| format!(", {name} {value}")).unwrap_or_default();
            let winner = part("winner", outcome.winner.map(|winner| json(&winner)));
            let kind = part("kind", outcome.kind.map(|kind| json(&kind)));
            let points = part("points", outcome.points.map(|points| json(&points)));
            vec![format!("{}{winner}{kind}{points}", json(&outcome.state)).replace('"', "")]
        }
        Expected::Opening(opening) => {
            let starter = opening.starter.map_or("nobody".to_owned(), |player| format!("player {}", u8::from(player)));
            let dice = opening.dice.map_or("no dice".to_owned(), |dice| dice.to_string());
            vec![format!("{starter} starts with {dice}; throws used: {}", opening.consumed)]
        }
        Expected::Match(expected) => match_lines(expected),
        Expected::Game(game) => vec![format!("every turn is legal, and then {}", json(&game.state).replace('"', ""))],
    }
}

/// A line for each game of a match, and one for the match.
fn match_lines(expected: &ExpectedMatch) -> Vec<String> {
    let player = |player: Player| format!("player {}", u8::from(player));
    let game = |(game, at): (&ExpectedMatchGame, usize)| {
        let won = game.winner.map(|winner| format!("{} wins, ", player(winner))).unwrap_or_default();
        let (kind, [one, two]) = (json(&game.kind).replace('"', ""), game.score);
        let starter = player(game.starter);
        format!("game {at}: {starter} starts; {won}kind {kind}, points {}; the score is {one}:{two}", game.points)
    };
    let mut lines: Vec<String> = expected.games.iter().zip(1..).map(game).collect();
    lines.push(expected.winner.map_or("the match goes on".to_owned(), |won| format!("{} wins the match", player(won))));
    lines
}

/// An end, by a way to it where one is known, and the mover's checkers.
fn end_line(case: &crate::case::Case, entry: &Entry, end: &nardy_engine::Position) -> String {
    let checkers = notation::side_text(end.mover());
    let crate::case::Setting::Turn { question, .. } = &case.setting else { return checkers };
    let mut rules = nardy_engine::sample::NARD_ONLINE;
    for condition in case.scope.0.iter().chain(&entry.when.0) {
        if let (crate::scope::Key::Axis(axis), Some(value)) = (condition.key, condition.values.first()) {
            // Loading has refused values that the axis does not have.
            let _ = rules.set(axis, value);
        }
    }
    let rules = case.with.as_ref().map_or(rules, |with| with.change(rules));
    let sequences = legal_turns(&rules, question).map(|turns| turns.sequences(end)).unwrap_or_default();
    if sequences.is_empty() {
        checkers
    } else {
        format!("{:<24} {checkers}", notation::turn_ways(&question.position, &sequences))
    }
}

impl Variant {
    pub fn print(&self, places: &Places) -> Result<(), Stop> {
        let variants = Suite::load_variants(places)?;
        match self {
            Variant::List => {
                for variant in &variants {
                    let of = |status| variant.statements.iter().filter(|statement| statement.status == status).count();
                    let (stated, ambiguous, silent) = (of(Status::Stated), of(Status::Ambiguous), of(Status::Silent));
                    let counts = format!("{stated} stated, {ambiguous} ambiguous, {silent} silent");
                    anstream::println!("{:<22} {:<40} {counts}", variant.id, variant.name.get(En));
                }
            }
            Variant::Show { id, json: true } => {
                anstream::println!("{}", json(&variant(&variants, id)?.rules));
            }
            Variant::Show { id, json: false } => show_variant(&variant(&variants, id)?)?,
        }
        Ok(())
    }
}

fn show_variant(variant: &profiles::Variant) -> Result<(), Stop> {
    anstream::println!("{}: {}", variant.id, variant.name.get(En));
    if let Some(base) = &variant.based_on {
        anstream::println!("based on {base}");
    }
    if let Some(source) = &variant.source {
        anstream::println!("{}, {}", source.title.get(En), source.publisher.get(En));
        if let Some(url) = &source.url {
            anstream::println!("{url}");
        }
    }
    let specification = Specification::load().map_err(|error| Stop::Suite(error.to_string()))?;
    for statement in &variant.statements {
        let section = statement.section.as_ref().map(|section| format!(", {section}")).unwrap_or_default();
        let from = statement.taken_from.as_ref().map(|from| format!("; from {from}")).unwrap_or_default();
        let status = statement.status.name();
        anstream::println!("\n{} {} ({status}{section}{from})", statement.axis, statement.value);
        if !statement.readings.is_empty() {
            anstream::println!("  readings: {}", statement.readings.join(", "));
        }
        // A house rule that says nothing of itself is said in the words of its axis.
        if let Some(says) = statement.says.as_ref().or(specification.axes.value(&statement.axis, &statement.value)) {
            anstream::println!("  {}", says.get(En));
        }
    }
    Ok(())
}
