//! The generated pages of docs/: text made of the suite's data, held fresh by a test.

mod page;
pub mod sources;
pub mod spec;
