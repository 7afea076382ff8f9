//! Reports of a run: one record of it, and every form that is made from the record.

pub mod diff;
pub mod file;
pub mod group;
pub mod html;
pub mod junit;
mod make;
pub mod markdown;
pub mod record;
pub mod tally;
pub mod terminal;
pub mod verdict;

pub use make::{Run, asked, roll_text};
pub use record::Report;

/// Without colours and other control characters, which an engine may write to its standard error.
fn clean(text: &str) -> String {
    let plain = anstream::adapter::strip_str(text).to_string();
    plain.chars().filter(|c| *c == '\n' || *c == '\t' || !c.is_control()).collect()
}
