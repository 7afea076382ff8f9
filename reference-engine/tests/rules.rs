//! Answers stated by hand, one for each rule of the engine.

use nardy_engine::rules::*;
use nardy_engine::sample::NARD_ONLINE;
use nardy_engine::{Axis, FirstTurn, GivenStep, Judgement, Question, judge, legal_turns, notation};
use rstest::rstest;

fn rules(changes: &str) -> Rules {
    let mut rules = NARD_ONLINE;
    for change in changes.split_whitespace() {
        let (axis, value) = change.split_once('=').unwrap();
        rules.set(axis.parse::<Axis>().unwrap(), value).unwrap();
    }
    rules
}

fn question(mover: &str, opponent: &str, roll: &str, first_turn: Option<FirstTurn>) -> Question {
    Question { position: notation::position(mover, opponent).unwrap(), roll: roll.parse().unwrap(), first_turn }
}

const FIRST: Option<FirstTurn> = Some(FirstTurn::Second);

#[rstest]
#[case::one_checker_plays_both("", "24x15", "12x15", "6-5", FIRST, "24/13")]
#[case::exception_3_3("", "24x15", "12x15", "3-3", FIRST, "24/21 24/15, 24/18(2)")]
#[case::exception_optional(
    "head.exception.use=optional",
    "24x15",
    "12x15",
    "3-3",
    FIRST,
    "24/15, 24/21 24/15, 24/18(2)"
)]
#[case::exception_when_stuck("head.exception.use=when-stuck", "24x15", "12x15", "3-3", FIRST, "24/21 24/15")]
#[case::exception_6_6("", "24x15", "12x15", "6-6", FIRST, "24/18(2)")]
#[case::not_the_first_turn("", "24x15", "12x15", "6-6", None, "24/18")]
#[case::any_double("head.exception.rolls=any-double", "24x15", "12x14 4", "5-5", FIRST, "24/19 24/9, 24/14(2)")]
#[case::listed_only("", "24x15", "12x14 4", "5-5", FIRST, "24/9")]
#[case::field_blocked("head.exception.when=unless-field-blocked", "24x15", "12x14 16", "4-4", FIRST, "24/20")]
#[case::unblocked("", "24x15", "11x15", "3-3", FIRST, "24/12")]
#[case::unblocked_always("head.exception.when=always", "24x15", "11x15", "3-3", FIRST, "24/12, 24/15 24/21, 24/18(2)")]
#[case::forced(
    "head.exception.when=always head.exception.use=forced",
    "24x15",
    "11x15",
    "3-3",
    FIRST,
    "24/15 24/21, 24/18(2)"
)]
#[case::order_matters("", "11 2x7 1x7", "14x14 6", "5-3", None, "11/8/3")]
#[case::which_checker("", "16 11 2x7 1x6", "12x13 7 4", "4-3", None, "16/13/9")]
#[case::lower_die_dies("", "24x15", "16 12x14", "6-2", FIRST, "24/18")]
#[case::higher_blocked("", "20 2x7 1x7", "14 12x13 11", "6-3", None, "20/17")]
#[case::step_block("", "13 6x3 5x3 4x3 3x3 2x2", "12x15", "6-1", None, "6/5, 5/4, 4/3, 3/2")]
#[case::end_block("block.tested=turn-end", "13 6x3 5x3 4x3 3x3 2x2", "12x15", "6-1", None, "13/7/6")]
#[case::block_free(
    "block.six=allowed",
    "13 6x3 5x3 4x3 3x3 2x2",
    "12x15",
    "6-1",
    None,
    "13/7 7/6, 13/7 6/5, 13/7 5/4, 13/7 4/3, 13/7 3/2, 13/7 2/1"
)]
#[case::block_behind("", "13 6x3 5x3 4x3 3x3 2x2", "12x14 8", "6-6", None, "pass")]
#[case::block_released("", "13 6x3 5x3 4x3 3x3 2x2", "20 12x14", "6-6", None, "13/7/1 6/off(2)")]
#[case::opponents_corner("", "21 14 13 12 11 10 1x9", "9x10 8 7 6 5 4", "6-6", None, "21/15")]
#[case::opponents_corner_ring(
    "block.route=ring block.six=unless-home",
    "21 14 13 12 11 10 1x9",
    "9x10 8 7 6 5 4",
    "6-6",
    None,
    "pass"
)]
#[case::whole_home("", "18x4 17x3 16x3 15x3 14x2", "12x12 11 10 9", "5-4", None, "18/14")]
#[case::same_turn("", "7 3x14", "12x15", "3-1", None, "7/4 3/2, 7/3, 7/6 3/off")]
#[case::next_turn("bear-off.entry=next-turn", "7 3x14", "12x15", "3-1", None, "7/4 3/2, 7/3")]
#[case::overshoot_highest("", "6 4 2 off12", "12x15", "5-3", None, "6/1 4/1, 6/3 4/off")]
#[case::overshoot_nearest(
    "bear-off.overshoot=nearest-lower",
    "6 4 2 off12",
    "12x15",
    "5-3",
    None,
    "6/1 4/1, 6/3 4/off, 6/1 2/off, 4/1 2/off, 4/off 2/off"
)]
#[case::stuck("", "6 3 off13", "12x14 1", "5-5", None, "pass")]
#[case::stuck_released("bear-off.stuck-higher=released", "6 3 off13", "12x14 1", "5-5", None, "3/off")]
#[case::last_checker("", "6 off14", "14x15", "6-1", None, "6/off")]
#[case::game_ends_mid_double("", "2 1x2 off12", "14x15", "5-5", None, "2/off 1/off(2)")]
#[case::bar_first(
    "board.contact=hit board.direction=opposite",
    "bar 8 off13",
    "5x2 24x13",
    "3-1",
    None,
    "bar/22/21, bar/22 8/7, bar/21"
)]
fn legal(
    #[case] changes: &str,
    #[case] mover: &str,
    #[case] opponent: &str,
    #[case] roll: &str,
    #[case] first: Option<FirstTurn>,
    #[case] expected: &str,
) {
    let question = question(mover, opponent, roll, first);
    let mut expected: Vec<_> = (expected.split(", "))
        .map(|text| notation::end(&question.position, &notation::legs(text).unwrap()).unwrap())
        .collect();
    expected.sort();
    expected.dedup();
    let turns = legal_turns(&rules(changes), &question).unwrap();
    let got: Vec<_> = turns.ends().copied().collect();
    let text =
        |ends: &[nardy_engine::Position]| ends.iter().map(|end| notation::side_text(end.mover())).collect::<Vec<_>>();
    assert_eq!(text(&got), text(&expected));
}

#[rstest]
#[case("24x15", "12x15", "6-5", "24/18 24/19", "a second checker leaves the head, but only one may in this turn")]
#[case("24x15", "12x15", "6-6", "24/18/12", "the 6 lands on 12, which the opponent holds")]
#[case("24x15", "12x15", "6-5", "pass", "a pass is legal only when nothing can be played, and 24/18/13 can")]
#[case("24x15", "12x15", "6-5", "24/18", "1 die is played, but 2 can be: 24/18/13")]
#[case(
    "13 6x3 5x3 4x3 3x3 2x2",
    "12x15",
    "6-1",
    "13/7",
    "7 to 2 are six occupied points in a row, with no opposing checker ahead of them"
)]
#[case("6 3 off13", "12x15", "5-4", "3/off", "the 4 may not take the checker from 3")]
#[case(
    "24x15",
    "16 12x14",
    "6-2",
    "24/22",
    "the 2 is played, but when only one of two dice can be played it must be the 6 if that can: 24/18"
)]
fn illegal(
    #[case] mover: &str,
    #[case] opponent: &str,
    #[case] roll: &str,
    #[case] turn: &str,
    #[case] sentence: &str,
) {
    let steps = notation::steps(&notation::legs(turn).unwrap());
    let Judgement::Illegal(breaches) = judge(&NARD_ONLINE, &question(mover, opponent, roll, None), &steps).unwrap()
    else {
        panic!("{turn} is said to be legal")
    };
    assert_eq!(breaches.iter().map(|breach| breach.fault.to_string()).collect::<Vec<_>>(), [sentence]);
}

/// Every sequence of every legal turn is judged legal, with and without its dice.
#[test]
fn a_legal_turn_is_judged_legal() {
    let question = question("24x9 23 22 7 6 3 2", "12x15", "3-3", FIRST);
    let turns = legal_turns(&NARD_ONLINE, &question).unwrap();
    for end in turns.ends() {
        for sequence in turns.sequences(end) {
            let given: Vec<GivenStep> = sequence.iter().map(|&step| step.into()).collect();
            let bare: Vec<GivenStep> = given.iter().map(|&step| GivenStep { die: None, ..step }).collect();
            assert_eq!(judge(&NARD_ONLINE, &question, &given), Ok(Judgement::Legal));
            assert_eq!(judge(&NARD_ONLINE, &question, &bare), Ok(Judgement::Legal));
        }
    }
}
