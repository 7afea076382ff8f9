//! Much traffic over real pipes.

use super::engines::*;
use nardy_engine::{FirstTurn, Question, Roll, board, legal_turns as legal, sample::NARD_ONLINE};
use nardy_harness::engine::{Ask, Engine, Task};
use nardy_harness::protocol::message::{AskOpening, AskOutcome, JudgeTurn, LegalTurns, Sides};
use nardy_harness::protocol::{Client, server};
use nardy_harness::reference::{Reference, about, answer};
use std::io::{BufReader, Write};

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn both_pipes_are_full() {
    let tasks: Vec<Task> = (0..50).flat_map(|_| eight("v")).collect();
    let fates = ask("process Floods", PATIENT, tasks);
    for (number, fate) in fates.iter().enumerate() {
        assert_eq!(fate.answer, Ok(right(ROLLS[number % ROLLS.len()])), "{number}");
    }
}

/// Every kind of question, along a game in which each side plays its first legal turn.
fn along_a_game() -> Vec<Task> {
    let mut position = board::start(NARD_ONLINE.setup, NARD_ONLINE.direction);
    let mut tasks = Vec::new();
    let rolls: Vec<Roll> = Roll::all().collect();
    for (ply, &roll) in rolls.iter().cycle().enumerate() {
        let first_turn = [FirstTurn::Starter, FirstTurn::Second].get(ply).copied();
        let sides = Sides { mover: *position.mover(), opponent: *position.opponent() };
        let question = LegalTurns { variant: None, position: sides, roll, first_turn, history: None };
        let label = if ply / 10 % 2 == 0 { "a" } else { "b" };
        tasks.push(task(label, Ask::LegalTurns(question.clone())));
        tasks.push(task(label, Ask::JudgeTurn(JudgeTurn { question, steps: Vec::new() })));
        let mover_started = ply % 2 == 1;
        tasks.push(task(label, Ask::Outcome(AskOutcome { variant: None, position: sides, mover_started })));
        let rolls = vec![[3, 3], [roll.higher(), roll.lower()]];
        tasks.push(task(label, Ask::Opening(AskOpening { variant: None, rolls, previous: None })));
        let turns = legal(&NARD_ONLINE, &Question { position, roll, first_turn }).unwrap();
        let end = *turns.ends().next().unwrap();
        if end.mover().is_done() {
            break;
        }
        position = board::swapped(&end, NARD_ONLINE.direction);
    }
    tasks
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn the_served_engine_answers_as_the_engine_does() {
    let command = [env!("CARGO_BIN_EXE_nardy"), "engine"].map(str::to_owned);
    let (served, direct) = watched(move || {
        let mut client = Client::start(&command, suite(), options(PATIENT)).unwrap_or_else(|error| panic!("{error}"));
        let mut reference = Reference::new();
        assert_eq!(client.about(), reference.about());
        (fates(&mut client, along_a_game()), fates(&mut reference, along_a_game()))
    });
    assert!(served.len() > 200, "a whole game");
    for (number, (served, direct)) in served.iter().zip(&direct).enumerate() {
        assert_eq!(served.answer, direct.answer, "{number}");
    }
}

#[test]
#[cfg_attr(not(python), ignore = "needs python3")]
fn a_reply_is_flushed_before_the_next_request_is_read() {
    let (requests, to_server) = std::io::pipe().unwrap();
    let (from_server, replies) = std::io::pipe().unwrap();
    watched(move || {
        let server = std::thread::spawn(move || server::serve(about(), answer, BufReader::new(requests), replies));
        let mut to_server = to_server;
        let mut from_server = BufReader::new(from_server);
        for id in 0..3 {
            writeln!(to_server, r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{"protocol":[1]}}}}"#)
                .unwrap();
            let mut reply = String::new();
            std::io::BufRead::read_line(&mut from_server, &mut reply).unwrap();
            assert!(reply.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result""#)), "{reply}");
        }
        drop(to_server);
        server.join().unwrap().unwrap();
    });
}
