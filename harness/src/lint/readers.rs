//! A file says the same to a second reader of YAML, with another parser.

use super::tokens::{Scalar, scalars};
use crate::problem::{Place, Problem, Source};
use crate::yaml;
use serde_json::Value;
use std::sync::Arc;

/// A problem where the two readers do not read the same.
pub fn check(source: &Arc<Source>) -> Option<Problem> {
    let first: Value = match yaml::read(source) {
        Ok(value) => value,
        Err(problem) => return Some(problem),
    };
    let second: Value = match serde_yaml::from_str(&source.text) {
        Ok(value) => value,
        Err(error) => {
            let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
            let place = Place { source: source.clone(), line, column, length: 1 };
            return Some(Problem::at(&place, format!("a second reader of YAML does not read this: {error}")));
        }
    };
    let path = difference(&first, &second)?;
    // A list or table is found by its key.
    let of_path = |scalar: &Scalar| scalar.path == path || scalar.path.starts_with(&format!("{path}/"));
    let found: Vec<Scalar> = scalars(source).into_iter().filter(of_path).collect();
    let place = found.iter().find(|scalar| scalar.path == path && !scalar.is_key).or(found.first()).cloned();
    let place = place.map_or_else(|| yaml::start(source), |scalar| scalar.place);
    let text = |value: &Value| value.pointer(&path).map_or_else(|| "nothing".to_owned(), Value::to_string);
    let message = format!("one reader of YAML reads {} here, and another {}", text(&first), text(&second));
    Some(Problem::at(&place, message).help("put the value in quotes"))
}

/// The JSON pointer of the first difference.
fn difference(one: &Value, other: &Value) -> Option<String> {
    let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match (one, other) {
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut items = one.iter().zip(other).enumerate();
            items.find_map(|(at, (one, other))| Some(format!("/{at}{}", difference(one, other)?)))
        }
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            one.iter().find_map(|(key, one)| Some(format!("/{}{}", escaped(key), difference(one, &other[key])?)))
        }
        _ => (one != other).then(String::new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<String> {
        let source = Arc::new(Source { name: "file.yaml".to_owned(), text: text.to_owned() });
        check(&source).map(|problem| format!("{} {}", problem.place, problem.message))
    }

    #[test]
    fn what_both_read_alike_is_right() {
        assert_eq!(said("a: [6-5, 24/18, 'on', 15]\nb: {c: null, d: true}\n"), None);
    }

    #[test]
    fn a_value_that_they_read_differently_is_named() {
        let wrong = said("a:\n  - {b/c: 1}\n  - {b/c: !!binary aGk=}\n");
        assert_eq!(wrong.as_deref(), Some("file.yaml:3:20 one reader of YAML reads \"hi\" here, and another \"aGk=\""));
        let wrong = said("x: 1\na: {<<: {b: 1}}\n");
        assert_eq!(
            wrong.as_deref(),
            Some("file.yaml:2:1 one reader of YAML reads {\"b\":1} here, and another {\"<<\":{\"b\":1}}")
        );
    }

    #[test]
    fn what_only_one_reads_is_named() {
        let wrong = said("a: 1\nb: 123456789012345678901\n").unwrap();
        assert!(wrong.starts_with("file.yaml:2:4 a second reader of YAML does not read this: "), "{wrong}");
    }
}
