//! The generated pages of docs/: text made of the suite's data, held fresh by a test.

pub mod axes;
pub mod glossary;
pub mod matrix;
mod page;
pub mod sources;
pub mod spec;
mod words;
