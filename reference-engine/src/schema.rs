//! JSON Schemas of the words that serde writes as plain numbers.

use crate::{GivenStep, Player, Roll, Side};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

macro_rules! schema {
    ($type:ident, $schema:tt) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    };
}

schema!(Side, {
    "description": "Checkers of one side by the mover's points 1 to 24; 0 holds the borne-off ones, 25 those on the bar. They add up to 15.",
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": 15},
    "minItems": 26,
    "maxItems": 26
});

schema!(Roll, {
    "description": "Two dice.",
    "type": "array",
    "items": {"type": "integer", "minimum": 1, "maximum": 6},
    "minItems": 2,
    "maxItems": 2
});

schema!(GivenStep, {
    "description": "One checker moved by one die: [from, to], or [from, to, die]. Points are the mover's; 25 is the bar, 0 is borne off.",
    "type": "array",
    "prefixItems": [
        {"type": "integer", "minimum": 0, "maximum": 25},
        {"type": "integer", "minimum": 0, "maximum": 24},
        {"type": "integer", "minimum": 1, "maximum": 6}
    ],
    "items": false,
    "minItems": 2
});

schema!(Player, {
    "description": "Player 1 is white.",
    "enum": [1, 2]
});
