//! Names of files that every system takes: lower-case, without reserved words, in a folder of the chapter.

use crate::problem::{Problem, Source};
use crate::yaml;
use std::sync::Arc;

/// Names that Windows keeps for devices, with whatever ending.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The longest path within the folder of the suite. Systems that allow the least allow 260 characters, and most of them belong to
/// whoever checks the suite out.
const LONGEST: usize = 100;

/// What is wrong with the name of a file of cases, given by its path within the folder of the cases, whose clause is of a chapter.
pub fn check_cases(source: &Arc<Source>, path: &str, chapter: &str) -> Vec<Problem> {
    let mut problems = check(source, path);
    let folder = path.rsplit_once('/').map(|(folder, _)| folder);
    if folder != Some(chapter) {
        let message = format!("cases of the chapter `{chapter}` lie in a folder `{chapter}`");
        problems.push(Problem::at(&yaml::start(source), message).help(format!("move the file to {chapter}/")));
    }
    problems
}

/// What is wrong with the name of any file, given by its path within its folder.
pub fn check(source: &Arc<Source>, path: &str) -> Vec<Problem> {
    let wrong = |message: String, help: &str| Problem::at(&yaml::start(source), message).help(help);
    let mut problems = Vec::new();
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let stem = path.strip_suffix(".yaml");
    if stem.is_none_or(|stem| stem.split('/').any(|part| part.is_empty() || !part.chars().all(is_plain))) {
        let message = format!("`{path}` is no name that every system keeps as it is");
        problems.push(wrong(message, "use a-z, 0-9 and -, and the ending .yaml"));
    }
    if let Some(part) = path.split('/').find(|part| is_reserved(part)) {
        problems.push(wrong(format!("Windows keeps the name `{part}` for a device"), "choose another name"));
    }
    if path.len() > LONGEST {
        let message = format!("the path has {} characters; {LONGEST} are the most", path.len());
        problems.push(wrong(message, "choose a shorter name"));
    }
    problems
}

fn is_reserved(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).to_ascii_lowercase();
    RESERVED.iter().any(|reserved| match stem.strip_prefix(reserved) {
        Some("") => !["com", "lpt"].contains(reserved),
        Some(number) => ["com", "lpt"].contains(reserved) && matches!(number.as_bytes(), [b'1'..=b'9']),
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn said(path: &str) -> Vec<String> {
        let source = Arc::new(Source { name: format!("cases/{path}"), text: "schema: 1\n".to_owned() });
        let problems = check_cases(&source, path, "head");
        problems.iter().map(|problem| format!("{} {}", problem.place, problem.message)).collect()
    }

    #[rstest]
    #[case("head/Limit.yaml", "`head/Limit.yaml` is no name that every system keeps as it is")]
    #[case("head/the limit.yaml", "is no name")]
    #[case("head/limit.yml", "is no name")]
    #[case("head/голова.yaml", "is no name")]
    #[case("head/aux.yaml", "Windows keeps the name `aux.yaml` for a device")]
    #[case("head/com1.yaml", "Windows keeps")]
    #[case("heads/limit.yaml", "cases of the chapter `head` lie in a folder `head`")]
    #[case("limit.yaml", "lie in a folder `head`")]
    fn a_name_that_is_not_portable_is_refused(#[case] path: &str, #[case] says: &str) {
        let said = said(path);
        assert!(said.len() == 1 && said[0].contains(says), "{said:?}");
        assert!(said[0].starts_with(&format!("cases/{path}:1:1 ")), "{said:?}");
    }

    #[test]
    fn a_long_path_is_refused() {
        let of_length = |length: usize| said(&format!("head/{}.yaml", "a".repeat(length - "head/.yaml".len())));
        assert!(of_length(100).is_empty());
        assert!(of_length(101)[0].contains("the path has 101 characters; 100 are the most"));
    }

    #[test]
    fn plain_names_are_right() {
        assert!(
            ["limit", "exception-3-3", "com", "console", "com10"]
                .iter()
                .all(|stem| said(&format!("head/{stem}.yaml")).is_empty())
        );
    }
}
