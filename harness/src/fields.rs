//! Answers of named fields, compared with what is expected of them.

use serde_json::Value;

/// A field: its name, what is expected of it, if it is compared at all, and what was answered.
pub type Field<'f> = (&'f str, Option<Value>, Value);

/// A value as JSON.
pub fn value(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Compares fields.
///
/// # Errors
/// Both sides, and which fields differ. What is not compared, and what is null on a side and differs nowhere, is left out.
pub fn by_field(fields: &[Field<'_>]) -> Result<(), String> {
    let differs = |(_, expected, given): &&Field<'_>| expected.as_ref().is_some_and(|expected| expected != given);
    let differing: Vec<&str> = fields.iter().filter(differs).map(|(name, ..)| *name).collect();
    let Some((last, others)) = differing.split_last() else { return Ok(()) };
    let object = |side: &dyn Fn(&Field<'_>) -> Option<Value>| {
        let said = fields.iter().filter_map(|field| Some((field.0, side(field)?)));
        let said = said.filter(|(name, value)| !value.is_null() || differing.contains(name));
        let said: Vec<String> = said.map(|(name, value)| format!("\"{name}\":{value}")).collect();
        format!("{{{}}}", said.join(","))
    };
    let expected = object(&|(_, expected, _)| expected.clone());
    let given = object(&|(_, _, given)| Some(given.clone()));
    let differing = match others {
        [] => format!("{last} differs"),
        others => format!("{} and {last} differ", others.join(", ")),
    };
    Err(format!("expected {expected}, answered {given}: {differing}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_sent_is_shown_with_what_differs() {
        let winner = |given| {
            by_field(&[("state", Some(json!("ongoing")), json!("ongoing")), ("winner", Some(Value::Null), given)])
        };
        assert_eq!(winner(Value::Null), Ok(()));
        assert_eq!(
            winner(json!("mover")).unwrap_err(),
            r#"expected {"state":"ongoing","winner":null}, answered {"state":"ongoing","winner":"mover"}: winner differs"#
        );
    }

    #[test]
    fn what_is_not_compared_is_not_expected() {
        let fields = [
            ("kind", Some(json!("mars")), json!("oyn")),
            ("winner", Some(json!("mover")), Value::Null),
            ("points", None, json!(1)),
        ];
        assert_eq!(
            by_field(&fields).unwrap_err(),
            r#"expected {"kind":"mars","winner":"mover"}, answered {"kind":"oyn","winner":null,"points":1}: kind and winner differ"#
        );
        assert_eq!(by_field(&[("points", None, json!(1))]), Ok(()));
    }
}
