//! Scalars that a reader of YAML 1.1 takes for something else: a truth value, a number in another base, a time or a date.

use super::tokens::scalars;
use crate::problem::{Problem, Source};
use regex::RegexSet;
use std::sync::{Arc, LazyLock};

/// What YAML 1.1, or 1.2 alone, reads as no text; by the name of what it reads.
const TAKEN: [(&str, &str); 7] = [
    ("a truth value", "^(y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|True|TRUE|False|FALSE)$"),
    ("no value", "^(~|Null|NULL|)$"),
    ("a number in base 8, 2 or 16", "^[-+]?0(o?[0-9_]+|b[01_]+|x[0-9a-fA-F_]+)$"),
    ("a number in base 60", r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?$"),
    (
        "a number",
        r"^([-+]?[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?|\+[0-9]+|[-+]?([0-9]+\.|\.[0-9]|[0-9]+[eE])[0-9_eE.+-]*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$",
    ),
    ("a date", r"^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?$"),
    ("a sign of its own", "^(<<|=)$"),
];

static PATTERNS: LazyLock<Result<RegexSet, regex::Error>> =
    LazyLock::new(|| RegexSet::new(TAKEN.map(|(_, pattern)| pattern)));

/// What some reader of YAML takes an unquoted text for, if not for the text, a plain decimal number, `true`, `false` or `null`.
fn taken_for(text: &str) -> Option<&'static str> {
    let at = PATTERNS.as_ref().ok()?.matches(text).iter().next()?;
    Some(TAKEN[at].0)
}

/// A problem for every such scalar of a file.
pub fn check(source: &Arc<Source>) -> Vec<Problem> {
    let plain = scalars(source).into_iter().filter(|scalar| scalar.is_plain);
    let wrong = plain.filter_map(|scalar| {
        let taken = taken_for(&scalar.text)?;
        let message = match scalar.text.as_str() {
            "" => "a value is missing: readers of YAML take that for null".to_owned(),
            text => format!("`{text}` without quotes is {taken} to some readers of YAML"),
        };
        Some(Problem::at(&scalar.place, message).help(format!("write '{}'", scalar.text)))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("on", "a truth value")]
    #[case("Yes", "a truth value")]
    #[case("n", "a truth value")]
    #[case("~", "no value")]
    #[case("012", "a number in base 8, 2 or 16")]
    #[case("0o17", "a number in base 8, 2 or 16")]
    #[case("0x1F", "a number in base 8, 2 or 16")]
    #[case("12:30", "a number in base 60")]
    #[case("1_000", "a number")]
    #[case("+5", "a number")]
    #[case("1.5", "a number")]
    #[case("1e3", "a number")]
    #[case(".inf", "a number")]
    #[case("2026-12-01", "a date")]
    #[case("<<", "a sign of its own")]
    fn it_is_taken_for(#[case] text: &str, #[case] taken: &str) {
        assert_eq!(taken_for(text), Some(taken));
    }

    #[rstest]
    #[case("6-5")]
    #[case("24/18")]
    #[case("24x14 13")]
    #[case("15")]
    #[case("0")]
    #[case("true")]
    #[case("null")]
    #[case("off15")]
    #[case("3-4-6")]
    #[case("none")]
    fn it_is_read_alike(#[case] text: &str) {
        assert_eq!(taken_for(text), None);
    }

    #[test]
    fn keys_and_values_are_named_with_their_place() {
        let text = "cases:\n  - on: 12:30\n    quoted: 'yes'\n    flow: [no, 1-2]\n    empty:\n";
        let source = Arc::new(Source { name: "file.yaml".to_owned(), text: text.to_owned() });
        let said: Vec<String> =
            check(&source).iter().map(|problem| format!("{} {}", problem.place, problem.message)).collect();
        assert_eq!(
            said,
            [
                "file.yaml:2:5 `on` without quotes is a truth value to some readers of YAML",
                "file.yaml:2:9 `12:30` without quotes is a number in base 60 to some readers of YAML",
                "file.yaml:4:12 `no` without quotes is a truth value to some readers of YAML",
                "file.yaml:5:10 a value is missing: readers of YAML take that for null",
            ]
        );
    }
}
