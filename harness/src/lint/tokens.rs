//! The scalars of a YAML file as its parser meets them, each with its path and its place.

use crate::problem::{Place, Source};
use serde_saphyr::granit_parser::{Event, Parser, ScalarStyle, Span};
use std::sync::Arc;

/// A scalar, a key or a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// The JSON pointer of the value; a key has the pointer of its value.
    pub path: String,
    /// Its text, without quotes.
    pub text: String,
    /// Whether it is written without quotes, on one line.
    pub is_plain: bool,
    /// Whether it is a key.
    pub is_key: bool,
    /// Where it stands.
    pub place: Place,
}

/// A collection that is being read.
enum Level {
    List(usize),
    Table(Option<String>),
}

/// Every scalar of a file, in its order; those before the first error where the file is no YAML.
pub fn scalars(source: &Arc<Source>) -> Vec<Scalar> {
    let mut found = Vec::new();
    let mut levels: Vec<Level> = Vec::new();
    for (event, span) in Parser::new_from_str(&source.text).map_while(Result::ok) {
        match event {
            Event::Scalar(text, style, ..) => {
                // The parser gives `~` for a value that is missing.
                let text = if span.is_empty() { "".into() } else { text };
                let is_key = matches!(levels.last(), Some(Level::Table(None)));
                if is_key {
                    levels.pop();
                    levels.push(Level::Table(Some(text.to_string())));
                }
                let (path, is_plain) = (path(&levels), style == ScalarStyle::Plain);
                found.push(Scalar { path, text: text.to_string(), is_plain, is_key, place: place(source, &span) });
                if !is_key {
                    next(&mut levels);
                }
            }
            Event::SequenceStart(..) => levels.push(Level::List(0)),
            Event::MappingStart(..) => levels.push(Level::Table(None)),
            Event::SequenceEnd | Event::MappingEnd => {
                levels.pop();
                next(&mut levels);
            }
            _ => {}
        }
    }
    found
}

/// A value has ended: the level is at its next one.
fn next(levels: &mut [Level]) {
    match levels.last_mut() {
        Some(Level::List(at)) => *at += 1,
        Some(Level::Table(key)) => *key = None,
        None => {}
    }
}

fn path(levels: &[Level]) -> String {
    let part = |level: &Level| match level {
        Level::List(at) => format!("/{at}"),
        Level::Table(key) => {
            let key = key.as_deref().unwrap_or_default();
            format!("/{}", key.replace('~', "~0").replace('/', "~1"))
        }
    };
    levels.iter().map(part).collect()
}

fn place(source: &Arc<Source>, span: &Span) -> Place {
    let length = span.end.index().saturating_sub(span.start.index()).max(1);
    Place { source: source.clone(), line: span.start.line(), column: span.start.col() + 1, length }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scalar_has_its_path_and_place() {
        let text = "# a comment\na: [x, {'b/c': 24/18}]\nd:\n  - e: \"y\"\n    f: z\n";
        let source = Arc::new(Source { name: "file.yaml".to_owned(), text: text.to_owned() });
        let found = scalars(&source);
        let said: Vec<String> = (found.iter().filter(|scalar| !scalar.is_key))
            .map(|scalar| format!("{} {} {} {}", scalar.path, scalar.text, scalar.place, scalar.is_plain))
            .collect();
        assert_eq!(
            said,
            [
                "/a/0 x file.yaml:2:5 true",
                "/a/1/b~1c 24/18 file.yaml:2:16 true",
                "/d/0/e y file.yaml:4:8 false",
                "/d/0/f z file.yaml:5:8 true",
            ]
        );
        let keys: Vec<&str> = found.iter().filter(|scalar| scalar.is_key).map(|scalar| scalar.path.as_str()).collect();
        assert_eq!(keys, ["/a", "/a/1/b~1c", "/d", "/d/0/e", "/d/0/f"]);
    }
}
