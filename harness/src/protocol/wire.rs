//! Lines and envelopes: what a message looks like before its content matters.

use super::reading;
use super::strict::Strict;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::io::{self, BufRead};

/// The longest line that is read.
pub const MAX_LINE: usize = 16 << 20;
/// What some programs put in front of UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

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
#[serde(deny_unknown_fields, expecting = "an object with code and message")]
pub struct RpcError {
    /// The code.
    pub code: i64,
    /// What the engine says.
    pub message: String,
    /// What belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Value>,
}

/// A reply, as far as it can be told which request it belongs to.
#[derive(Debug, PartialEq)]
pub struct Reply {
    /// The id of its request.
    pub id: i64,
    /// What it says, or what is wrong with how it says it.
    pub content: Result<Content, String>,
}

/// What a reply says.
#[derive(Debug, PartialEq)]
pub enum Content {
    /// The result.
    Result(Value),
    /// An error.
    Error(RpcError),
}

/// A request as a line.
pub fn request(id: i64, method: &str, params: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Request<'a, P> {
        jsonrpc: &'static str,
        id: i64,
        method: &'a str,
        params: &'a P,
    }
    serde_json::to_string(&Request { jsonrpc: "2.0", id, method, params }).expect("messages are plain data")
}

/// Reads a reply.
///
/// # Errors
/// What is wrong with a line that belongs to no request.
pub fn reply(line: &[u8]) -> Result<Reply, String> {
    if line.starts_with(BYTE_ORDER_MARK) {
        return Err("begins with a byte order mark; write UTF-8 without one".to_owned());
    }
    let text = std::str::from_utf8(line).map_err(|_| "is not UTF-8".to_owned())?;
    let elsewhere = "only replies belong on standard output, anything else on standard error";
    if text.trim().is_empty() {
        return Err(format!("is empty; {elsewhere}"));
    }
    let Strict(value) = serde_json::from_str(text).map_err(|error| {
        // What begins like a reply is meant as one.
        if text.trim_start().starts_with('{') {
            format!("is no JSON ({})", error.to_string().replace(" at line 1 column ", " at column "))
        } else {
            format!("is no JSON; {elsewhere}")
        }
    })?;
    let Value::Object(mut object) = value else { return Err(format!("is no JSON object; {elsewhere}")) };
    let id = match object.remove("id") {
        None => return Err("has no id; a reply carries the id of its request".to_owned()),
        Some(Value::Null) => {
            let said = object.get("error").and_then(|error| error.get("message")).and_then(Value::as_str);
            let said = said.map(|said| format!(" (`{}`)", cut(said.as_bytes()))).unwrap_or_default();
            return Err(format!("has the id null{said}; a reply carries the id of its request"));
        }
        Some(id) => {
            id.as_i64().ok_or_else(|| format!("has the id {id}; ids are integers and come back as they were sent"))?
        }
    };
    Ok(Reply { id, content: content(object) })
}

/// The content of a reply without its id.
fn content(mut object: Map<String, Value>) -> Result<Content, String> {
    object.retain(|key, _| !is_own(key));
    if object.remove("jsonrpc").is_none_or(|version| version != "2.0") {
        return Err("lacks \"jsonrpc\": \"2.0\"".to_owned());
    }
    let content = match (object.remove("result"), object.remove("error")) {
        (Some(result), None) => Content::Result(result),
        (None, Some(error)) => {
            let error = reading::read("", without_own_keys(error));
            Content::Error(error.map_err(|why| format!("has a malformed error: {why}"))?)
        }
        (Some(_), Some(_)) => return Err("has both a result and an error".to_owned()),
        (None, None) => return Err("has neither a result nor an error".to_owned()),
    };
    match object.keys().next() {
        Some(key) => Err(format!("has the unknown key `{key}`; {OWN_KEYS}")),
        None => Ok(content),
    }
}

/// What to say of an unknown key.
pub const OWN_KEYS: &str = "an engine's own keys begin with x_";

/// Whether a key is an engine's own.
fn is_own(key: &str) -> bool {
    key.starts_with("x_")
}

/// A value without an engine's own keys, at any depth.
pub fn without_own_keys(value: Value) -> Value {
    match value {
        Value::Object(object) => {
            let kept = object.into_iter().filter(|(key, _)| !is_own(key));
            Value::Object(kept.map(|(key, value)| (key, without_own_keys(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_own_keys).collect()),
        plain => plain,
    }
}

/// The beginning of a line, fit for a message: nothing in it moves a cursor.
pub fn cut(line: &[u8]) -> String {
    shown(line, 200)
}

/// The same with a length of one's own, in characters.
pub fn shown(line: &[u8], length: usize) -> String {
    // A character has at most four bytes, so the rest need not be looked at.
    let text = String::from_utf8_lossy(&line[..line.len().min(4 * (length + 1))]).into_owned();
    let mut characters = text.chars();
    let mut shown: String = characters.by_ref().take(length).map(|c| if is_visible(c) { c } else { ' ' }).collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    shown
}

fn is_visible(c: char) -> bool {
    !c.is_control() && c != '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_between_characters_and_moves_no_cursor() {
        assert_eq!(shown("нарды".as_bytes(), 5), "нарды");
        assert_eq!(shown("длинные нарды".as_bytes(), 7), "длинные…");
        assert_eq!(shown(b"a\tb\x1b[2J", 99), "a b [2J");
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit() {
        let mut text = vec![b'x'; MAX_LINE];
        text.extend_from_slice(b"\nnext");
        let mut input = text.as_slice();
        assert!(matches!(read_line(&mut input, |_| ()), Ok(Line::Whole(line)) if line.len() == MAX_LINE));
        assert_eq!(read_line(&mut input, |_| ()).unwrap(), Line::Cut(b"next".to_vec()));
        assert_eq!(read_line(&mut input, |_| ()).unwrap(), Line::End);
    }
}
