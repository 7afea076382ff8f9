//! An engine in this process, served over the adapter protocol: what `nardy engine` runs.

use super::message::{Initialized, VERSION, code};
use super::params::{self, Params};
use super::wire::{BYTE_ORDER_MARK, Line, MAX_LINE, RpcError, read_line};
use crate::engine::{Answer, Ask};
use crate::reference::Refusal;
use nardy_engine::Rules;
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::LazyLock;

/// The result of a method that has nothing to say.
const NOTHING: &str = "{}";

/// Answers requests until `shutdown` or the end of the input: one reply per line, in order, flushed at once.
///
/// `engine` answers the questions; it is the reference engine's [`answer`](crate::reference::answer), or something in its place, and
/// `about` is what it says of itself.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn serve(
    about: Initialized,
    engine: impl FnMut(&Rules, &Ask) -> Result<Answer, Refusal>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut server = Server { about, engine, configured: HashMap::new(), initialized: false, finished: false };
    let mut first = true;
    while !server.finished {
        let mut line = match read_line(&mut input, |_| ())? {
            Line::Whole(line) | Line::Cut(line) => line,
            Line::TooLong(_) => {
                input.skip_until(b'\n')?;
                let error = refused(code::PARSE, format!("the line is longer than {MAX_LINE} bytes"));
                respond(&mut output, None, Err(error))?;
                continue;
            }
            Line::End => break,
        };
        if std::mem::take(&mut first) && line.starts_with(BYTE_ORDER_MARK) {
            line.drain(..BYTE_ORDER_MARK.len());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (id, result) = server.reply(&line);
        respond(&mut output, id, result)?;
    }
    Ok(())
}

/// Writes a reply; a result is JSON already.
fn respond(output: &mut impl Write, id: Option<i64>, result: Result<String, RpcError>) -> io::Result<()> {
    let id = json!(id);
    match result {
        Ok(result) => writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)?,
        Err(error) => writeln!(output, r#"{{"jsonrpc":"2.0","id":{id},"error":{}}}"#, serde_json::to_string(&error)?)?,
    }
    output.flush()
}

fn refused(code: i64, message: impl Into<String>) -> RpcError {
    RpcError { code, message: message.into(), data: None }
}

struct Server<E> {
    about: Initialized,
    engine: E,
    configured: HashMap<String, Rules>,
    initialized: bool,
    finished: bool,
}

impl<E: FnMut(&Rules, &Ask) -> Result<Answer, Refusal>> Server<E> {
    /// The id and the content of the reply to a line.
    fn reply(&mut self, line: &[u8]) -> (Option<i64>, Result<String, RpcError>) {
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => return (None, Err(refused(code::PARSE, format!("the line is no JSON: {error}")))),
        };
        let id = request.get("id").and_then(Value::as_i64);
        let result = envelope(&request).and_then(|(method, params)| self.dispatch(method, params));
        (id, result)
    }

    fn dispatch(&mut self, method: &str, params: &Params) -> Result<String, RpcError> {
        if !self.initialized && method != "initialize" {
            return Err(refused(code::INVALID_REQUEST, format!("`initialize` comes first, then `{method}`")));
        }
        match method {
            "initialize" => self.initialize(params),
            "configure" => {
                let variant = params::variant(params)?;
                self.configured.insert(variant, params::rules(params)?);
                Ok(NOTHING.to_owned())
            }
            "shutdown" => {
                self.finished = true;
                Ok(NOTHING.to_owned())
            }
            "legal_turns" => self.ask(params, Ask::LegalTurns(params::legal_turns(params)?)),
            "judge_turn" => self.ask(params, Ask::JudgeTurn(params::judge_turn(params)?)),
            "outcome" => self.ask(params, Ask::Outcome(params::outcome(params)?)),
            "opening" => self.ask(params, Ask::Opening(params::opening(params)?)),
            _ => {
                let known = self.about.methods.join(", ");
                let message = format!("there is no method `{method}`: initialize, configure, {known}, shutdown");
                Err(refused(code::METHOD_NOT_FOUND, message))
            }
        }
    }

    fn initialize(&mut self, params: &Params) -> Result<String, RpcError> {
        let offered: Vec<Value> = params::take(params, "protocol")?;
        if !offered.contains(&json!(VERSION)) {
            return Err(RpcError {
                code: code::PROTOCOL,
                message: format!("only version {VERSION} of the protocol is spoken here"),
                data: Some(json!({"supported": [VERSION]})),
            });
        }
        self.initialized = true;
        content(&self.about)
    }

    fn ask(&mut self, params: &Params, ask: Ask) -> Result<String, RpcError> {
        let variant = params::variant(params)?;
        let Some(rules) = self.configured.get(&variant) else {
            let message =
                format!("variant: `{variant}` has not been configured; send `configure` with its rules first");
            return Err(refused(code::INVALID_PARAMS, message));
        };
        match (self.engine)(rules, &ask) {
            Ok(Answer::LegalTurns(answer)) => content(&answer),
            Ok(Answer::JudgeTurn(answer)) => content(&answer),
            Ok(Answer::Outcome(answer)) => content(&answer),
            Ok(Answer::Opening(answer)) => content(&answer),
            Err(Refusal::Unsupported(why)) => Err(refused(code::POSITION, why.to_string())),
            Err(Refusal::Position(why)) => Err(refused(code::INVALID_PARAMS, format!("position: {why}"))),
            Err(Refusal::Roll(why)) => Err(refused(code::INVALID_PARAMS, format!("rolls: {why}"))),
        }
    }
}

fn content(answer: &impl serde::Serialize) -> Result<String, RpcError> {
    serde_json::to_string(answer).map_err(|error| refused(code::INTERNAL, error.to_string()))
}

/// The method and the params of a request.
fn envelope(request: &Value) -> Result<(&str, &Params), RpcError> {
    static NONE: LazyLock<Params> = LazyLock::new(Map::new);
    let invalid = |message: &str| refused(code::INVALID_REQUEST, message);
    let object = request.as_object().ok_or_else(|| {
        invalid(if request.is_array() {
            "there are no batches: send one request per line"
        } else {
            "a request is an object"
        })
    })?;
    if object.get("jsonrpc").is_none_or(|version| version != "2.0") {
        return Err(invalid("a request carries \"jsonrpc\": \"2.0\""));
    }
    if object.get("id").and_then(Value::as_i64).is_none() {
        return Err(invalid("a request carries an id, and it is an integer; there are no notifications"));
    }
    let method = object.get("method").and_then(Value::as_str).ok_or_else(|| invalid("a request names its method"))?;
    let params = match object.get("params") {
        None => &NONE,
        Some(params) => {
            params.as_object().ok_or_else(|| refused(code::INVALID_PARAMS, "params: it must be an object"))?
        }
    };
    Ok((method, params))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;
    use nardy_engine::{Axis, sample::NARD_ONLINE};

    const START: &str = "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,15,0]";
    const THEIRS: &str = "[0,0,0,0,0,0,0,0,0,0,0,0,15,0,0,0,0,0,0,0,0,0,0,0,0,0]";

    /// The replies to these lines.
    fn talk(lines: &[String]) -> Vec<Value> {
        let mut output = Vec::new();
        serve(reference::about(), reference::answer, lines.join("\n").as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn request(id: i64, method: &str, params: &str) -> String {
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
    }

    fn hello() -> String {
        request(0, "initialize", r#"{"protocol":[1],"client":{"name":"test","version":"0"},"later":true}"#)
    }

    fn configure(rules: &Value) -> String {
        request(1, "configure", &json!({"variant": "v", "rules": rules}).to_string())
    }

    fn rules() -> Value {
        serde_json::to_value(NARD_ONLINE).unwrap()
    }

    /// The reply to one question after `initialize` and `configure`.
    fn ask(method: &str, params: &str) -> Value {
        let params = params.replace("START", &format!(r#""position":{{"mover":{START},"opponent":{THEIRS}}}"#));
        talk(&[hello(), configure(&rules()), request(2, method, &params)]).pop().unwrap()
    }

    fn error(reply: &Value) -> (i64, &str) {
        (reply["error"]["code"].as_i64().unwrap(), reply["error"]["message"].as_str().unwrap())
    }

    #[track_caller]
    fn assert_error(reply: &Value, code: i64, words: &str) {
        let (found, message) = error(reply);
        assert!(found == code && message.contains(words), "{reply}");
    }

    #[test]
    fn every_question_is_answered() {
        let turns = ask("legal_turns", r#"{"variant":"v",START,"roll":[5,6],"first_turn":null,"extra":1}"#);
        let mut mover = [0; 26];
        (mover[24], mover[13]) = (14, 1);
        let opponent: Value = serde_json::from_str(THEIRS).unwrap();
        let turn = json!({"steps": [[24, 19], [19, 13]], "end": {"mover": mover, "opponent": opponent}});
        assert_eq!(turns["result"], json!({"turns": [turn]}));

        let judged = |steps| {
            let params = format!(r#"{{"variant":"v",START,"roll":[6,5],"first_turn":"starter","steps":{steps}}}"#);
            ask("judge_turn", &params)["result"].take()
        };
        assert_eq!(judged("[[24,18],[18,13]]"), json!({"legal": true}));
        assert_eq!(judged("[[24,18,6],[24,19]]"), json!({"legal": false, "clause": "head.limit"}));

        let outcome = |mover: &str, opponent: &str, started: bool| {
            let params = json!({
                "variant": "v", "mover_started": started,
                "position": {"mover": side(mover), "opponent": side(opponent)},
            });
            ask("outcome", &params.to_string())["result"].take()
        };
        assert_eq!(outcome("0 24", "12", true), json!({"state": "ongoing"}));
        assert_eq!(outcome("0", "12", true), json!({"state": "over", "winner": "mover", "kind": "mars", "points": 2}));
        assert_eq!(outcome("0", "0", false), json!({"state": "over", "winner": null, "kind": "draw", "points": 0}));

        let opening = ask("opening", r#"{"variant":"v","rolls":[[4,4],[2,5]]}"#);
        assert_eq!(opening["result"], json!({"starter": 2, "dice": null, "consumed": 2}));
    }

    /// A side with one checker on each point named and the rest on the first.
    fn side(points: &str) -> Vec<u8> {
        let points: Vec<usize> = points.split(' ').map(|point| point.parse().unwrap()).collect();
        let mut side = vec![0; 26];
        side[points[0]] = 15 - (points.len() - 1) as u8;
        points[1..].iter().for_each(|&point| side[point] = 1);
        side
    }

    #[test]
    fn a_conversation_has_an_order() {
        let opening = request(7, "opening", r#"{"variant":"v","rolls":[]}"#);
        assert_error(&talk(std::slice::from_ref(&opening))[0], code::INVALID_REQUEST, "`initialize` comes first");
        assert_error(&talk(&[hello(), opening.clone()])[1], code::INVALID_PARAMS, "`v` has not been configured");
        let two = request(0, "initialize", r#"{"protocol":[2,3]}"#);
        let replies = talk(&[two, opening.clone()]);
        assert_eq!(replies[0]["error"]["data"], json!({"supported": [1]}));
        assert_error(&replies[0], code::PROTOCOL, "version 1");
        assert_error(&replies[1], code::INVALID_REQUEST, "`initialize` comes first");
        let replies = talk(&[hello(), request(5, "shutdown", "{}"), opening]);
        assert_eq!(replies[1..], [json!({"jsonrpc": "2.0", "id": 5, "result": {}})]);
        assert_eq!(replies[0]["result"]["methods"], json!(reference::about().methods));
    }

    #[test]
    fn lines_are_read_as_programs_write_them() {
        let replies = talk(&[format!("\u{feff}{}\r", hello()), String::new(), "\r".into(), configure(&rules())]);
        assert_eq!(replies.len(), 2);
        assert_eq!(replies[1], json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
        let replies = talk(&["x".repeat(MAX_LINE + 1), hello()]);
        assert_error(&replies[0], code::PARSE, "longer than 16777216 bytes");
        assert!(replies[1]["result"].is_object());
    }

    #[test]
    fn what_is_no_request_is_refused_and_the_next_is_answered() {
        let wrong = [
            ("{", code::PARSE, Value::Null, "no JSON"),
            ("\"\u{fffd}\"", code::INVALID_REQUEST, Value::Null, "object"),
            ("[]", code::INVALID_REQUEST, Value::Null, "no batches"),
            (r#"{"jsonrpc":"2.0","method":"opening"}"#, code::INVALID_REQUEST, Value::Null, "integer"),
            (r#"{"jsonrpc":"2.0","id":"1","method":"opening"}"#, code::INVALID_REQUEST, Value::Null, "integer"),
            (r#"{"id":3,"method":"opening"}"#, code::INVALID_REQUEST, json!(3), "jsonrpc"),
            (r#"{"jsonrpc":"2.0","id":3}"#, code::INVALID_REQUEST, json!(3), "method"),
            (r#"{"jsonrpc":"2.0","id":3,"method":"opening","params":[]}"#, code::INVALID_PARAMS, json!(3), "object"),
            (r#"{"jsonrpc":"2.0","id":3,"method":"fly"}"#, code::METHOD_NOT_FOUND, json!(3), "`fly`"),
        ];
        for (line, code, id, words) in wrong {
            let replies = talk(&[hello(), line.to_owned(), configure(&rules())]);
            assert_error(&replies[1], code, words);
            assert_eq!(replies[1]["id"], id, "{line}");
            assert!(replies[2]["result"].is_object(), "{line}");
        }
    }

    #[test]
    fn wrong_params_are_named() {
        let short = START.replace("15", "14");
        let wrong = [
            ("legal_turns", r#"{START,"roll":[6,5],"first_turn":null}"#, "variant: it is missing"),
            (
                "legal_turns",
                r#"{"variant":null,START,"roll":[6,5],"first_turn":null}"#,
                "variant: a string is wanted, not null",
            ),
            ("legal_turns", r#"{"variant":"v",START,"roll":[7,1],"first_turn":null}"#, "roll: `7-1` is no roll"),
            ("legal_turns", r#"{"variant":"v",START,"roll":[6,5]}"#, "first_turn: it is missing"),
            (
                "legal_turns",
                r#"{"variant":"v",START,"roll":[6,5],"first_turn":"white"}"#,
                "first_turn: unknown value `white`; known: `starter`, `second`",
            ),
            (
                "judge_turn",
                r#"{"variant":"v",START,"roll":[6,5],"first_turn":null,"steps":[[30,1]]}"#,
                "steps[0]: [30, 1] is no step",
            ),
            ("outcome", r#"{"variant":"v","mover_started":true}"#, "position: it is missing"),
            ("outcome", r#"{"variant":"v",START}"#, "mover_started: it is missing"),
            (
                "outcome",
                r#"{"variant":"v","position":{"mover":[15],"opponent":[]}}"#,
                "position.mover: an array of length 26 is wanted, and this one has 1",
            ),
            ("opening", r#"{"variant":"v","rolls":[[0,9]]}"#, "rolls: `0-9` is no roll"),
            (
                "opening",
                r#"{"variant":"v","rolls":[],"previous":{"starter":3,"winner":null}}"#,
                "previous.starter: there is no player 3",
            ),
        ];
        for (method, params, words) in wrong {
            assert_error(&ask(method, params), code::INVALID_PARAMS, words);
        }
        let two = |mover: &str, opponent: &str| {
            let position = format!(r#"{{"mover":{mover},"opponent":{opponent}}}"#);
            ask("outcome", &format!(r#"{{"variant":"v","position":{position},"mover_started":true}}"#))
        };
        assert_error(&two(START, &short), code::INVALID_PARAMS, "position.opponent: its counts add up to 14");
        assert_error(&two(START, START), code::INVALID_PARAMS, "position: both sides stand on the mover's point 24");
    }

    #[test]
    fn a_position_without_an_answer_is_not_supported() {
        let off = START.replace("[0", "[15").replace(",15,", ",0,");
        let position = format!(r#"{{"mover":{off},"opponent":{THEIRS}}}"#);
        let params = format!(r#"{{"variant":"v","position":{position},"roll":[6,5],"first_turn":null}}"#);
        assert_error(&ask("legal_turns", &params), code::POSITION, "borne off all fifteen");
    }

    #[test]
    fn an_unknown_rule_is_not_supported_and_a_missing_one_is_a_mistake() {
        let configured = |change: &dyn Fn(&mut Params)| {
            let mut rules = rules();
            change(rules.as_object_mut().unwrap());
            talk(&[hello(), configure(&rules)]).pop().unwrap()
        };
        for (axis, value, path) in [
            ("head.limit", json!("two"), "head.limit"),
            ("head.limits", json!("one"), "head.limits"),
            ("head.limit", json!(1), "head.limit"),
            ("result.points", json!("double"), "result.points"),
        ] {
            let reply = configured(&|rules| drop(rules.insert(axis.into(), value.clone())));
            assert_error(&reply, code::RULES, path);
            assert_eq!(reply["error"]["data"], json!({"axis": path, "value": value}));
        }
        let reply = configured(&|rules| rules["result.points"]["gin"] = json!(5));
        assert_eq!(reply["error"]["data"], json!({"axis": "result.points.gin", "value": 5}));
        for name in Axis::ALL.iter().map(|axis| axis.name()).chain(["result.points"]) {
            assert_error(&configured(&|rules| drop(rules.remove(name))), code::INVALID_PARAMS, name);
        }
        let no_oyn = configured(&|rules| rules["result.points"] = json!({"mars": 2, "home-mars": null, "koks": null}));
        assert_error(&no_oyn, code::INVALID_PARAMS, "rules.result.points: missing field `oyn`");
    }
}
