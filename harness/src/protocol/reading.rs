//! Values read from JSON, with the place and the reason of what is wrong with them, in words that need no Rust.

use serde::{Deserialize, Deserializer};

/// What is said of a key that is not known.
const OWN_KEYS: &str = super::wire::OWN_KEYS;

/// Reads a value that stands at a place; the place of the whole is empty.
///
/// # Errors
/// The place within it of what is wrong, and the reason.
pub fn read<'v, T: Deserialize<'v>, D: Deserializer<'v>>(place: &str, value: D) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (path, reason) = (error.path().to_string(), error.inner().to_string());
        let what = said(&reason);
        // An unknown key is named in the reason; its place is the object that it stands in.
        let path = match path.as_str() {
            "." => "",
            path if reason.starts_with("unknown field ") => path.rsplit_once('.').map_or("", |(object, _)| object),
            path => path,
        };
        match (place, path) {
            ("", "") => what,
            ("", path) => format!("{path}: {what}"),
            (place, "") => format!("{place}: {what}"),
            (place, path) if path.starts_with('[') => format!("{place}{path}: {what}"),
            (place, path) => format!("{place}.{path}: {what}"),
        }
    })
}

/// A reason of serde's, said for somebody who sees the JSON alone.
fn said(reason: &str) -> String {
    if let Some((found, wanted)) = parts(reason, "invalid type: ") {
        let found = match found {
            "null" => "null".to_owned(),
            "sequence" => "an array".to_owned(),
            "map" => "an object".to_owned(),
            found => match found.split_once('`') {
                Some(("floating point ", number)) => {
                    return format!("`{number}: numbers are integers, written without a decimal point");
                }
                Some((_, value)) => format!("`{value}"),
                None => found.strip_prefix("string ").unwrap_or(found).to_owned(),
            },
        };
        return format!("{} is wanted, not {found}", kind(wanted));
    }
    if let Some((found, wanted)) = parts(reason, "invalid value: ")
        && let Some((_, number)) = found.split_once("integer ")
    {
        return format!("{number} is out of range, {} is wanted", kind(wanted));
    }
    if let Some((found, wanted)) = parts(reason, "invalid length ") {
        return format!("{wanted} is wanted, and this one has {found}");
    }
    if let Some((found, known)) = parts(reason, "unknown variant ") {
        return format!(
            "unknown value {found}; known: {}",
            known.trim_start_matches("one of ").replace("` or `", "`, `")
        );
    }
    if reason.starts_with("unknown field ") {
        return format!("{reason}; {OWN_KEYS}");
    }
    reason.to_owned()
}

/// The two sides of `…, expected …`.
fn parts<'r>(reason: &'r str, beginning: &str) -> Option<(&'r str, &'r str)> {
    reason.strip_prefix(beginning)?.rsplit_once(", expected ")
}

/// A kind of value, by the name that serde gives it.
fn kind(wanted: &str) -> &str {
    match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "an integer, 0 or more,",
        "i64" => "an integer",
        "a sequence" => "an array",
        "string or map" | "variant identifier" => "a string",
        "a map" => "an object",
        wanted if wanted.starts_with("struct ") => "an object",
        wanted => wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::message::{Initialized, OpeningReply, OutcomeReply, Turn};
    use serde_json::{Value, json};

    fn wrong<T: for<'v> Deserialize<'v>>(place: &str, value: &Value) -> String {
        read::<T, _>(place, value).map(drop).unwrap_err()
    }

    #[test]
    fn a_reason_names_its_place_and_needs_no_rust() {
        let outcome = |value| wrong::<OutcomeReply>("", &value);
        assert_eq!(
            outcome(json!({"state": "won"})),
            "state: unknown value `won`; known: `ongoing`, `last-turn`, `over`"
        );
        assert_eq!(outcome(json!({"state": 3})), "state: a string is wanted, not `3`");
        assert_eq!(
            outcome(json!({"state": "over", "winner": "white"})),
            "winner: unknown value `white`; known: `mover`, `opponent`"
        );
        assert_eq!(
            outcome(json!({"state": "over", "points": 2.0})),
            "points: `2.0`: numbers are integers, written without a decimal point"
        );
        assert_eq!(
            outcome(json!({"state": "over", "points": "2"})),
            "points: an integer, 0 or more, is wanted, not \"2\""
        );
        assert_eq!(
            outcome(json!({"state": "over", "points": -2})),
            "points: `-2` is out of range, an integer, 0 or more, is wanted"
        );
        assert_eq!(wrong::<OpeningReply>("", &json!({"starter": 1, "dice": null})), "missing field `consumed`");
        let turn = |value| wrong::<Turn>("turns[0]", &value);
        assert_eq!(
            turn(json!({"steps": [[24, 18], [20, 25]]})),
            "turns[0].steps[1]: [20, 25] is no step: a step begins on 25 to 1 and ends on 24 to 0"
        );
        assert_eq!(
            turn(json!({"steps": [[24, 18, 7]]})),
            "turns[0].steps[0]: [24, 18, 7] is no step: the third number is its die, 1 to 6, and not 7"
        );
        assert_eq!(turn(json!({"steps": 5})), "turns[0].steps: an array is wanted, not `5`");
        let hello = json!({"protocol": 1, "engine": {"name": "x", "version": 1}});
        assert_eq!(wrong::<Initialized>("", &hello), "engine.version: a string is wanted, not `1`");
    }

    #[test]
    fn an_unknown_key_is_named_with_those_that_are_known() {
        let error = wrong::<Turn>("turns[2]", &json!({"steps": [], "score": 1}));
        assert_eq!(
            error,
            "turns[2]: unknown field `score`, expected `steps` or `end`; an engine's own keys begin with x_"
        );
    }
}
