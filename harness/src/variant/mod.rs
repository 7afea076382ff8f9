//! Variant profiles: published rule sets, and how well each source supports each value.

mod base;
mod file;

pub use base::{read_all, read_house};
pub use file::File;

use crate::problem::{Place, Problem};
use crate::text::Text;
use nardy_engine::{Axis, Points, PointsTable, Rules};
use schemars::JsonSchema;
use serde::Deserialize;

/// The name under which profiles, cases and the protocol write the table of points.
pub const POINTS: &str = "result.points";

/// A published rule set, or the house rules that somebody keeps in a file.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its id.
    pub id: String,
    /// How a command line names it: by its id, or by the path of its file.
    pub given_as: String,
    /// The name people know it by.
    pub name: Text,
    /// The numbers that its source puts on the board.
    pub numbering: Numbering,
    /// The page or document; house rules need none.
    pub source: Option<Publication>,
    /// The profile that it takes its other rules from.
    pub based_on: Option<String>,
    /// The rule set.
    pub rules: Rules,
    /// What the source says on each axis, in the order of the axes, and last on points.
    pub statements: Vec<Statement>,
}

/// The numbers on people's boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// 24 to 1 for each side, from its own head.
    Mover,
    /// White 24 to 1, black's head on 12.
    #[serde(rename = "white-24")]
    White24,
    /// Ascending, the heads on 1 and 13.
    #[serde(rename = "white-1")]
    White1,
}

/// A published page or document.
#[derive(Debug, Clone)]
pub struct Publication {
    /// Its title.
    pub title: Text,
    /// Who publishes it.
    pub publisher: Text,
    /// Where it stands.
    pub url: Option<String>,
}

/// What a source says on one axis.
#[derive(Debug, Clone)]
pub struct Statement {
    /// The axis's name, or `result.points`.
    pub axis: String,
    /// Its value, as text.
    pub value: String,
    /// How well the source supports it.
    pub status: Status,
    /// Where the source speaks of it.
    pub section: Option<String>,
    /// The readings of an ambiguous text.
    pub readings: Vec<String>,
    /// What there is to say; a house rule may speak for itself.
    pub says: Option<Text>,
    /// The profile that it is taken from, where that is another.
    pub taken_from: Option<String>,
}

/// How well a source supports a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The source states it.
    Stated,
    /// The text can be read in several ways.
    Ambiguous,
    /// The source does not speak of it: the value is an assumption.
    Silent,
    /// Agreed on by those who play so; there is no source to hold it against.
    #[serde(skip)]
    House,
}

impl Status {
    /// The word in profiles and tables.
    pub fn name(self) -> &'static str {
        match self {
            Status::Stated => "stated",
            Status::Ambiguous => "ambiguous",
            Status::Silent => "silent",
            Status::House => "house rule",
        }
    }
}

/// Every name that a profile has a statement on: the axes, then the points.
pub fn names() -> impl Iterator<Item = &'static str> {
    Axis::ALL.iter().map(|axis| axis.name()).chain([POINTS])
}

/// An unknown axis, with the one it may have meant.
pub fn unknown_axis(place: &Place, error: &nardy_engine::RulesError) -> Problem {
    let axes: Vec<&str> = names().collect();
    Problem::at(place, error.to_string()).help(format!("the axes are {}", axes.join(", ")))
}

/// The table of points in a line.
pub fn points_text(points: &Points) -> String {
    match points {
        Points::Difference => "difference".to_owned(),
        Points::Table(PointsTable { oyn, mars, home_mars, koks }) => {
            let number = |points: &Option<u32>| points.map_or("none".to_owned(), |points| points.to_string());
            let (oyn, mars, home_mars, koks) = (number(oyn), number(mars), number(home_mars), number(koks));
            format!("oyn {oyn}, mars {mars}, home-mars {home_mars}, koks {koks}")
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::suite::{Places, Suite};
    use crate::text::Language;
    use regex::Regex;

    #[test]
    fn both_languages_speak_of_the_same_numbers() {
        let number = Regex::new(r"\d+").unwrap();
        for variant in Suite::load_variants(&Places::default()).unwrap() {
            for statement in &variant.statements {
                let of = |language| {
                    let says = statement.says.as_ref().map(|says| says.get(language)).unwrap_or_default();
                    let mut numbers: Vec<&str> = number.find_iter(says).map(|found| found.as_str()).collect();
                    numbers.sort_unstable();
                    numbers
                };
                assert_eq!(of(Language::En), of(Language::Ru), "{} {}", variant.id, statement.axis);
            }
        }
    }
}
