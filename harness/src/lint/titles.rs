//! Titles are rulings: sentences about the game, each standing once.

use crate::case::Case;
use crate::problem::Problem;
use std::collections::HashMap;

/// Words by which a title speaks of the case, or of a wish, and not of the game.
const NOT_A_RULING: [&str; 5] = ["test", "tests", "testing", "case", "should"];

/// A problem for every title that is no ruling, or that stands twice.
pub fn check(cases: &[Case]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen: HashMap<&str, &Case> = HashMap::new();
    for case in cases {
        let title = case.title.as_str();
        let wrong = |message: String| Problem::at(&case.title_place, message);
        let mut words = title.split(|c: char| !c.is_alphanumeric());
        if let Some(word) = words.find(|word| NOT_A_RULING.iter().any(|other| word.eq_ignore_ascii_case(other))) {
            let problem = wrong(format!("a title states a ruling of the game, without the word `{word}`"));
            problems
                .push(problem.help("say what holds in the position, as in: A second checker may not leave the head"));
        }
        if !title.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) {
            problems.push(wrong("a title begins with a capital letter or a number".to_owned()));
        }
        if title.ends_with(|c: char| c.is_ascii_punctuation() && c != ')' && c != '\'') || title.ends_with('…') {
            problems
                .push(wrong("a title ends without a full stop or another mark".to_owned()).help("leave the mark out"));
        }
        if let Some(other) = seen.insert(title, case) {
            let problem = wrong(format!("`{}` has the title of `{}`", case.id, other.id));
            problems.push(problem.help(format!("say in what the two differ (the other is at {})", other.title_place)));
        }
    }
    problems
}
