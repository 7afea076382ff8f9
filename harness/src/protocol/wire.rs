//! Lines and envelopes: what a message looks like before its content matters.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, BufRead};

/// The longest line that is read.
pub const MAX_LINE: usize = 16 << 20;

/// What was read up to the end of a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// The last line, which the input ended in the middle of.
    Cut(Vec<u8>),
    /// The beginning of a line that is longer than [`MAX_LINE`]; the rest has not been read.
    TooLong(Vec<u8>),
    /// The input has ended.
    End,
}

/// Reads one line. `partial` sees how it grows while its end has not come.
///
/// # Errors
/// As the input gives them.
pub fn read_line(input: &mut impl BufRead, mut partial: impl FnMut(&[u8])) -> io::Result<Line> {
    let mut line = Vec::new();
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            return Ok(if line.is_empty() { Line::End } else { Line::Cut(line) });
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        line.extend_from_slice(&chunk[..taken]);
        input.consume(taken);
        if line.len() > MAX_LINE {
            line.truncate(MAX_LINE);
            return Ok(Line::TooLong(line));
        }
        if end.is_some() {
            input.consume(1);
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(Line::Whole(line));
        }
        partial(&line);
    }
}

/// An error reply: a code of [`code`](super::message::code) or the engine's own, what it says, and what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RpcError {
    /// The code.
    pub code: i64,
    /// What the engine says.
    pub message: String,
    /// What belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}
