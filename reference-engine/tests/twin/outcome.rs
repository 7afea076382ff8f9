//! Whether a game is over, and how.

use super::board::{Board, across};
use nardy_engine::rules::{HomeMars, Koks, LastTurn, Points, Rules};

/// What a game has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    pub state: &'static str,
    pub winner: Option<&'static str>,
    pub kind: Option<&'static str>,
    pub points: Option<u32>,
}

/// The outcome when the mover has just moved; none when the game was over before.
pub fn outcome(rules: &Rules, board: &Board, mover_started: bool) -> Option<Outcome> {
    let off = |side: &[u8; 15]| side.iter().filter(|&&checker| checker == 0).count();
    let unfinished = |state| Outcome { state, winner: None, kind: None, points: None };
    let won = |winner, loser: &[u8; 15]| {
        let kind = kind(rules, board, loser);
        Outcome { state: "over", winner: Some(winner), kind: Some(kind), points: points(rules, kind, 15 - off(loser)) }
    };
    Some(match (off(&board.mine) == 15, off(&board.theirs) == 15, mover_started) {
        (_, true, true) => return None,
        (true, true, false) => Outcome { state: "over", winner: None, kind: Some("draw"), points: Some(0) },
        (false, true, false) => won("opponent", &board.mine),
        (true, false, started) => {
            let closing_turn = match rules.last_turn {
                LastTurn::None => false,
                LastTurn::SecondPlayer => true,
                LastTurn::SecondPlayerIf14Off => off(&board.theirs) == 14,
            };
            if started && closing_turn { unfinished("last-turn") } else { won("mover", &board.theirs) }
        }
        (false, false, _) => unfinished("ongoing"),
    })
}

/// The first that applies of koks, home mars, mars and oyn. The loser's checkers are in the loser's numbers.
fn kind(rules: &Rules, board: &Board, loser: &[u8; 15]) -> &'static str {
    let somewhere = |zone: &dyn Fn(u8) -> bool| loser.iter().any(|&checker| zone(checker));
    // The winner's points, in the winner's numbers.
    let in_winner_home = |checker| (1..=6).any(|home| across(board.direction, home) == checker);
    let on_winner_head = |checker| across(board.direction, 24) == checker;
    let koks = match rules.koks {
        Koks::None => false,
        Koks::OnHead => somewhere(&|checker| checker == 24),
        Koks::InFirstQuarter => somewhere(&|checker| (19..=24).contains(&checker)),
        Koks::InWinnerHomeOrHead => somewhere(&|checker| in_winner_home(checker) || on_winner_head(checker)),
        Koks::InWinnerHomeOrBar => somewhere(&|checker| in_winner_home(checker) || checker == 25),
    };
    match () {
        () if loser.contains(&0) => "oyn",
        () if koks => "koks",
        () if rules.home_mars == HomeMars::AllHome && loser.iter().all(|&checker| checker <= 6) => "home-mars",
        () => "mars",
    }
}

fn points(rules: &Rules, kind: &str, left: usize) -> Option<u32> {
    match (rules.points, kind) {
        (Points::Difference, _) => Some(left as u32),
        (Points::Table(table), "koks") => table.koks,
        (Points::Table(table), "home-mars") => table.home_mars,
        (Points::Table(table), "mars") => table.mars,
        (Points::Table(table), _) => table.oyn,
    }
}
