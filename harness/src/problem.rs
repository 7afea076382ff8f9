//! What is wrong with a file that people write: the file, line and column, the offending line, and what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::sync::Arc;

/// A file's name, as it is shown, and its text.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// The path, with forward slashes.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub source: Arc<Source>,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// How many characters the place spans.
    pub length: usize,
}

impl Place {
    /// The bytes of the text that the place spans, within its line.
    fn bytes(&self) -> std::ops::Range<usize> {
        let before: usize = self.source.text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let line = self.source.text[before..].lines().next().unwrap_or_default();
        let byte_of = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        before + byte_of(self.column - 1)..before + byte_of(self.column - 1 + self.length)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.source.name, self.line, self.column)
    }
}

/// One thing that is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to do, where that is not plain.
    pub help: Option<String>,
}

impl Problem {
    /// A problem at a place.
    pub fn at(place: &Place, message: impl Into<String>) -> Problem {
        Problem { place: place.clone(), message: message.into(), help: None }
    }

    /// The same with a word on what to do.
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = AnnotationKind::Primary.span(self.place.bytes());
        let snippet = Snippet::source(&self.place.source.text).path(&self.place.source.name).annotation(mark);
        let mut group: Group<'_> = Level::ERROR.primary_title(&self.message).element(snippet);
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help));
        }
        f.write_str(&Renderer::plain().render(&[group]))
    }
}

/// Everything that is wrong with the files of a suite.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n\n"))]
pub struct Problems(pub Vec<Problem>);
