//! Results, read strictly: what is taken here has the form of the protocol, right or wrong.

use super::message::{End, Initialized, Judged, RulesSupport, Sides, Turn, Turns, VERSION};
use super::reading;
use super::wire::{OWN_KEYS, without_own_keys};
use crate::engine::{Answer, Ask, Task};
use nardy_engine::rules::Contact;
use nardy_engine::{BAR, CHECKERS, GivenStep, HEAD, OFF, Rules, Side};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::HashMap;

/// Reads the result of a question.
///
/// # Errors
/// How the result breaks the protocol.
pub fn answer(task: &Task, result: Value) -> Result<Answer, String> {
    match &task.ask {
        Ask::LegalTurns(ask) => turns(&task.rules, &ask.position, result).map(Answer::LegalTurns),
        Ask::JudgeTurn(_) => {
            let judged: Judged = read(result)?;
            match judged.clause {
                Some(clause) if judged.legal => Err(format!("the turn is legal, yet breaks the clause `{clause}`")),
                _ => Ok(Answer::JudgeTurn(judged)),
            }
        }
        Ask::Outcome(_) => read(result).map(Answer::Outcome),
        Ask::Opening(_) => {
            let order = higher_first(&result);
            let opening = read(result).map(Answer::Opening)?;
            order.map(|()| opening)
        }
    }
}

/// Opening dice have the higher first. Which was thrown by whom does not show in a reply, so one pair has one form.
fn higher_first(result: &Value) -> Result<(), String> {
    let dice = result.get("dice").and_then(Value::as_array).map(Vec::as_slice);
    match dice.unwrap_or_default() {
        [first, second] if first.as_i64() < second.as_i64() => {
            Err(format!("dice: [{first},{second}] has the lower die first; the higher comes first, [{second},{first}]"))
        }
        _ => Ok(()),
    }
}

/// Reads the result of `initialize`.
///
/// # Errors
/// How the result breaks the protocol.
pub fn initialized(result: Value) -> Result<Initialized, String> {
    // What an engine says of itself is its own, with any key.
    let engine = result.get("engine").cloned();
    let mut result = without_own_keys(result);
    if let (Some(object), Some(engine)) = (result.as_object_mut(), engine) {
        object.insert("engine".to_owned(), engine);
    }
    let hello: Initialized = typed("", result)?;
    if hello.protocol != VERSION {
        return Err(format!("version {} of the protocol is chosen, but {VERSION} alone was offered", hello.protocol));
    }
    hello.methods.iter().try_for_each(|method| method_name(method))?;
    if hello.rules == RulesSupport::Listed && hello.variants.is_none() {
        return Err("the rules are `listed`, but `variants` lists none".to_owned());
    }
    if hello.max_in_flight == Some(0) {
        return Err("`max_in_flight` is 0, so nothing could be asked".to_owned());
    }
    Ok(hello)
}

/// The questions that an engine can say it answers.
const METHODS: [&str; 4] = ["legal_turns", "judge_turn", "outcome", "opening"];
/// What every engine answers, whether it lists it or not.
const ALWAYS: [&str; 3] = ["initialize", "configure", "shutdown"];

/// Refuses a name that is no method: a misspelt one would leave its questions unasked, and nobody would know why.
fn method_name(name: &str) -> Result<(), String> {
    if METHODS.contains(&name) || ALWAYS.contains(&name) || name.starts_with("x_") {
        return Ok(());
    }
    let likeness = |known: &&str| strsim::normalized_damerau_levenshtein(known, &name.to_lowercase());
    let nearest = METHODS.into_iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    match nearest.filter(|known| likeness(known) > 0.5) {
        Some(known) => Err(format!("methods: `{name}` is no method; the nearest is `{known}`")),
        None => Err(format!("methods: `{name}` is no method; they are {}", METHODS.join(", "))),
    }
}

/// Reads a result that says nothing.
///
/// # Errors
/// That it says something; what, is seen in the line.
pub fn nothing(result: Value) -> Result<(), String> {
    match without_own_keys(result) {
        Value::Object(object) if object.is_empty() => Ok(()),
        _ => Err("it must be {}".to_owned()),
    }
}

fn read<T: DeserializeOwned>(result: Value) -> Result<T, String> {
    typed("", without_own_keys(result))
}

/// Reads the value of a place, which must be an object.
fn typed<T: DeserializeOwned>(place: &str, value: Value) -> Result<T, String> {
    if !value.is_object() {
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        return Err(format!("{place}an object is wanted, not {}", kind(&value)));
    }
    reading::read(place, value)
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Reads turns one by one, so that a message can name the one at fault. An empty list has the right form; it is a wrong answer.
fn turns(rules: &Rules, before: &Sides, result: Value) -> Result<Turns, String> {
    let mut result: Map<String, Value> = read(result)?;
    let list = match result.remove("turns") {
        Some(Value::Array(list)) => list,
        Some(other) => return Err(format!("turns: an array is wanted, not {}", kind(&other))),
        None => return Err("`turns` is missing".to_owned()),
    };
    if let Some(key) = result.keys().next() {
        return Err(format!("unknown field `{key}`, expected `turns`; {OWN_KEYS}"));
    }
    let mut turns = Vec::with_capacity(list.len());
    let mut seen = HashMap::new();
    for (at, value) in list.into_iter().enumerate() {
        let wrong = |what| format!("turns[{at}]: {what}");
        let turn: Turn = typed(&format!("turns[{at}]"), value)?;
        check(rules, before, &turn).map_err(wrong)?;
        if let Some(steps) = &turn.steps
            && let Some(before) =
                seen.insert(steps.iter().map(|step| (step.from, step.to, die(step))).collect::<Vec<_>>(), at)
        {
            return Err(format!("turns[{at}]: the same steps as in turns[{before}]"));
        }
        turns.push(turn);
    }
    Ok(Turns { turns })
}

/// The die of a step on the board is its length, said or not; a step off the board has the die it says.
fn die(step: &GivenStep) -> Option<u8> {
    if step.to == OFF { step.die } else { step.die.or(step.from.checked_sub(step.to)) }
}

fn check(rules: &Rules, before: &Sides, turn: &Turn) -> Result<(), String> {
    if turn.steps.is_none() && turn.end.is_none() {
        return Err("a turn needs `steps`, an `end`, or both".to_owned());
    }
    if let Some(step) = turn.steps.iter().flatten().find(|step| step.from == OFF) {
        return Err(format!("the step [{}, {}] begins at 0; steps begin on 25 to 1", step.from, step.to));
    }
    let Some(end) = &turn.end else { return Ok(()) };
    sum(&end.mover, "end.mover")?;
    if let Some(opponent) = &end.opponent {
        sum(opponent, "end.opponent")?;
    }
    match turn.steps.as_ref().and_then(|steps| replay(rules, before, steps)) {
        Some(after) => agree(&after, before, end),
        // The steps are no path at all. Whether that is wrong is not a matter of form.
        None => Ok(()),
    }
}

fn sum(side: &Side, place: &str) -> Result<(), String> {
    let sum: u32 = side.0.iter().map(|&count| u32::from(count)).sum();
    if sum == u32::from(CHECKERS) { Ok(()) } else { Err(format!("{place} adds up to {sum}, not 15")) }
}

/// Where the steps lead, whether or not a rule forbids them; nothing when a checker is missing or a landing is closed.
fn replay(rules: &Rules, before: &Sides, steps: &[GivenStep]) -> Option<Sides> {
    let mut sides = *before;
    for step in steps {
        let from = &mut sides.mover.0[usize::from(step.from)];
        *from = from.checked_sub(1)?;
        let to = usize::from(step.to);
        let there = if (1..=HEAD).contains(&step.to) { sides.opponent.0[to] } else { 0 };
        match (there, rules.contact) {
            (0, _) => {}
            (1, Contact::Hit) => {
                sides.opponent.0[to] = 0;
                sides.opponent.0[usize::from(BAR)] += 1;
            }
            _ => return None,
        }
        sides.mover.0[to] += 1;
    }
    Some(sides)
}

/// Whether the steps lead to the end that is given with them; an opponent left out stands as before.
fn agree(after: &Sides, before: &Sides, end: &End) -> Result<(), String> {
    let differs = |who: &str, led: &Side, given: &Side| {
        let point = (0..=BAR).rev().find(|&point| led.on(point) != given.on(point));
        point.map_or(Ok(()), |point| {
            let (led, given) = (led.on(point), given.on(point));
            Err(format!("steps and end disagree: on {point} the {who} has {led} after the steps, but {given} in `end`"))
        })
    };
    differs("mover", &after.mover, &end.mover)?;
    differs("opponent", &after.opponent, &end.opponent.unwrap_or(before.opponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nardy_engine::{notation, sample::NARD_ONLINE};
    use serde_json::json;

    fn sides(mover: &str, opponent: &str) -> Sides {
        let position = notation::position(mover, opponent).unwrap();
        Sides { mover: *position.mover(), opponent: *position.opponent() }
    }

    /// What is wrong with a turn of these steps that ends so.
    fn check(contact: Contact, before: &Sides, steps: &Value, end: &Value) -> Result<(), String> {
        let rules = Rules { contact, ..NARD_ONLINE };
        turns(&rules, before, json!({"turns": [{"steps": steps, "end": end}]})).map(drop)
    }

    #[test]
    fn a_hit_happens_where_a_step_lands() {
        let before = sides("24 1x14", "20 18 16x13");
        let after = sides("18 1x14", "bar1 20 16x13");
        let steps = json!([[24, 21], [21, 18]]);
        let end = json!({"mover": after.mover, "opponent": after.opponent});
        assert_eq!(check(Contact::Hit, &before, &steps, &end), Ok(()));
        let silent = check(Contact::Hit, &before, &steps, &json!({"mover": after.mover}));
        assert_eq!(
            silent.unwrap_err(),
            "turns[0]: steps and end disagree: on 25 the opponent has 1 after the steps, but 0 in `end`"
        );
        let both = sides("18 1x14", "bar2 16x13");
        assert!(
            check(Contact::Hit, &before, &steps, &json!({"mover": both.mover, "opponent": both.opponent})).is_err()
        );
        let other = json!([[24, 20], [20, 18]]);
        assert_eq!(
            check(Contact::Hit, &before, &other, &json!({"mover": both.mover, "opponent": both.opponent})),
            Ok(())
        );
    }

    #[test]
    fn opening_dice_have_the_higher_first() {
        let ask = crate::protocol::message::AskOpening { variant: None, rolls: vec![[2, 5]], previous: None };
        let task = Task { variant: String::new(), rules: NARD_ONLINE, ask: Ask::Opening(ask) };
        let read = |dice| answer(&task, json!({"starter": 2, "dice": dice, "consumed": 1})).map(drop);
        assert_eq!(read(json!([5, 2])), Ok(()));
        assert_eq!(read(json!(null)), Ok(()));
        let wrong = "dice: [2,5] has the lower die first; the higher comes first, [5,2]";
        assert_eq!(read(json!([2, 5])), Err(wrong.to_owned()));
    }

    #[test]
    fn a_misspelt_method_is_refused_with_the_nearest() {
        let hello = |method: &str| {
            let engine = json!({"name": "x", "version": "1"});
            let hello = json!({"protocol": 1, "engine": engine, "rules": "any", "setup": "any", "methods": [method]});
            initialized(hello).map(drop)
        };
        for known in ["judge_turn", "configure", "x_own"] {
            assert_eq!(hello(known), Ok(()));
        }
        assert_eq!(hello("legalTurns"), Err("methods: `legalTurns` is no method; the nearest is `legal_turns`".into()));
        let far = "methods: `evaluate` is no method; they are legal_turns, judge_turn, outcome, opening";
        assert_eq!(hello("evaluate"), Err(far.into()));
    }

    #[test]
    fn steps_that_are_no_path_are_left_to_the_comparison() {
        let before = sides("24x15", "18 16x2 12x12");
        let end = json!({"mover": sides("24x14 1", "12x15").mover});
        for steps in [json!([[23, 18]]), json!([[24, 16]])] {
            assert_eq!(check(Contact::Hit, &before, &steps, &end), Ok(()), "{steps}");
        }
        assert_eq!(check(Contact::Closed, &before, &json!([[24, 18]]), &end), Ok(()));
        assert!(check(Contact::Closed, &before, &json!([[24, 17]]), &end).is_err());
    }

    #[test]
    fn the_same_steps_are_the_same_with_their_dice_said_or_not() {
        let before = sides("off13 2 1", "12x15");
        let turns = |one: Value, other: Value| {
            turns(&NARD_ONLINE, &before, json!({"turns": [{"steps": one}, {"steps": other}]})).map(drop)
        };
        assert!(turns(json!([[2, 1], [1, 0, 6]]), json!([[2, 1, 1], [1, 0, 6]])).is_err());
        assert!(turns(json!([]), json!([])).is_err());
        assert_eq!(turns(json!([[2, 0, 5]]), json!([[2, 0, 6]])), Ok(()));
    }
}
