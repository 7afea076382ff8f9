//! What the twin must answer, worked out by hand from the clauses before it was asked.

use super::{Counts, judge, legal_turns, opening, outcome};
use nardy_engine::rules::{Axis, Rules};
use nardy_engine::sample::NARD_ONLINE;
use std::collections::BTreeSet;

/// `24x14 13`, `bar2`, `off3`.
fn side(text: &str) -> Counts {
    let mut counts = [0; 26];
    for word in text.split_whitespace() {
        let (point, count) = match (word.strip_prefix("off"), word.strip_prefix("bar"), word.split_once('x')) {
            (Some(count), ..) => ("0", count),
            (_, Some(count), _) => ("25", count),
            (.., Some((point, count))) => (point, count),
            _ => (word, "1"),
        };
        counts[point.parse::<usize>().unwrap()] += count.parse::<u8>().unwrap();
    }
    assert_eq!(counts.iter().sum::<u8>(), 15, "{text}");
    counts
}

fn rules(changes: &[&str]) -> Rules {
    let mut rules = NARD_ONLINE;
    for change in changes {
        let (axis, value) = change.split_once('=').unwrap();
        rules.set(axis.parse::<Axis>().unwrap(), value).unwrap();
    }
    rules
}

struct Asked {
    mover: &'static str,
    opponent: &'static str,
    roll: (u8, u8),
    first: Option<bool>,
}

impl Asked {
    /// Checks the whole set of ends, of which only the mover's side is stated.
    #[track_caller]
    fn ends_in(&self, changes: &[&str], expected: &[&str]) {
        let (mover, opponent) = (side(self.mover), side(self.opponent));
        let ends = legal_turns(&rules(changes), &mover, &opponent, self.roll, self.first);
        let ends: BTreeSet<Counts> = ends.into_iter().map(|(mover, _)| mover).collect();
        assert_eq!(ends, expected.iter().map(|text| side(text)).collect(), "{changes:?}");
    }

    #[track_caller]
    fn breaks(&self, changes: &[&str], steps: &[(u8, u8)], clauses: &[&'static str]) {
        let (mover, opponent) = (side(self.mover), side(self.opponent));
        let broken = judge(&rules(changes), &mover, &opponent, self.roll, self.first, steps);
        assert_eq!(broken, clauses.iter().copied().collect(), "{changes:?} {steps:?}");
    }
}

fn start(roll: (u8, u8)) -> Asked {
    Asked { mover: "24x15", opponent: "12x15", roll, first: Some(false) }
}

#[test]
fn two_routes_to_one_end_are_one_turn() {
    start((6, 5)).ends_in(&[], &["24x14 13"]);
}

#[test]
fn a_second_head_checker_may_must_or_may_only_when_stuck() {
    let uses = ["as-dice-require", "optional", "when-stuck", "forced"].map(|u| format!("head.exception.use={u}"));
    let [as_dice_require, optional, when_stuck, forced] = uses.each_ref().map(|u| [u.as_str()]);
    for (roll, one, two) in [((6, 6), "24x14 18", "24x13 18x2"), ((4, 4), "24x14 16", "24x13 16x2")] {
        start(roll).ends_in(&as_dice_require, &[two]);
        start(roll).ends_in(&optional, &[one, two]);
        start(roll).ends_in(&when_stuck, &[two]);
        start(roll).ends_in(&forced, &[two]);
    }
    start((3, 3)).ends_in(&as_dice_require, &["24x13 21 15", "24x13 18x2"]);
    start((3, 3)).ends_in(&optional, &["24x14 15", "24x13 21 15", "24x13 18x2"]);
    start((3, 3)).ends_in(&when_stuck, &["24x13 21 15"]);
    Asked { first: None, ..start((3, 3)) }.ends_in(&as_dice_require, &["24x14 15"]);
    start((3, 3)).breaks(&when_stuck, &[(24, 21), (24, 21)], &["head.use"]);
    start((3, 3)).breaks(&as_dice_require, &[(24, 21), (24, 21), (24, 21)], &["head.limit"]);
}

#[test]
fn forced_takes_two_where_one_would_do() {
    let open = Asked { mover: "24x15", opponent: "11x15", roll: (3, 3), first: Some(true) };
    open.ends_in(&[], &["24x14 12"]);
    let (one, two) = ("24x14 12", ["24x13 21 15", "24x13 18x2"]);
    open.ends_in(&["head.exception.when=always"], &[one, two[0], two[1]]);
    let forced = ["head.exception.when=always", "head.exception.use=forced"];
    open.ends_in(&forced, &two);
    open.breaks(&forced, &[(24, 21), (21, 18), (18, 15), (15, 12)], &["head.use"]);
}

#[test]
fn which_doubles_release_a_second_checker() {
    let blocked = Asked { mover: "24x15", opponent: "12x14 4", roll: (5, 5), first: Some(false) };
    blocked.ends_in(&[], &["24x14 9"]);
    blocked.ends_in(&["head.exception.rolls=any-double"], &["24x13 19 9", "24x13 14x2"]);
    let any = ["head.exception.rolls=any-double", "head.exception.when=always"];
    start((5, 5)).ends_in(&any, &["24x14 4", "24x13 19 9", "24x13 14x2"]);
    start((5, 5)).ends_in(&any[..1], &["24x14 4"]);
    let met = Asked { mover: "24x15", opponent: "12x14 16", roll: (4, 4), first: Some(false) };
    met.ends_in(&["head.exception.when=always"], &["24x13 20x2"]);
    met.ends_in(&["head.exception.when=unless-field-blocked"], &["24x14 20"]);
}

#[test]
fn a_chosen_limit_of_one_has_its_own_duties() {
    // One checker plays one die only, the 6 if it likes one at all; two play both.
    let asked = Asked { mover: "24x15", opponent: "14 1x14", roll: (6, 4), first: Some(true) };
    let optional = ["head.exception.rolls=any-roll", "head.exception.when=always", "head.exception.use=optional"];
    asked.ends_in(&optional, &["24x14 18", "24x13 20 18"]);
    asked.breaks(&optional, &[(24, 20)], &["dice.higher"]);
    asked.breaks(&optional, &[(24, 20), (24, 18)], &[]);
}

const WALL: Asked = Asked { mover: "13 6x3 5x3 4x3 3x3 2x2", opponent: "12x15", roll: (6, 1), first: None };
const SINGLE_ONES: [&str; 4] =
    ["13 6x2 5x4 4x3 3x3 2x2", "13 6x3 5x2 4x4 3x3 2x2", "13 6x3 5x3 4x2 3x4 2x2", "13 6x3 5x3 4x3 3x2 2x3"];
const BOTH_DICE: [&str; 6] = [
    "6x4 5x3 4x3 3x3 2x2",
    "7 6x2 5x4 4x3 3x3 2x2",
    "7 6x3 5x2 4x4 3x3 2x2",
    "7 6x3 5x3 4x2 3x4 2x2",
    "7 6x3 5x3 4x3 3x2 2x3",
    "7 6x3 5x3 4x3 3x3 2 1",
];

#[test]
fn a_block_is_tested_at_each_step_or_at_the_end() {
    WALL.ends_in(&[], &SINGLE_ONES);
    WALL.ends_in(&["block.tested=turn-end"], &BOTH_DICE[..1]);
    WALL.ends_in(&["block.six=allowed"], &BOTH_DICE);
    WALL.breaks(&[], &[(13, 7), (7, 6)], &["block.six"]);
    WALL.breaks(&["block.tested=turn-end"], &[(13, 7), (7, 6)], &[]);
    WALL.breaks(&["block.tested=turn-end"], &[(13, 7), (6, 5)], &["block.six"]);
    WALL.breaks(&["block.tested=turn-end"], &[(6, 5)], &["dice.most"]);
    let double = Asked { mover: "13 6x2 5x3 4x3 3x3 2x3", roll: (6, 6), ..WALL };
    double.ends_in(&[], &["13 6x2 5x3 4x3 3x3 2x3"]);
    double.ends_in(&["block.tested=turn-end"], &["5x3 4x3 3x3 2x3 1 off2"]);
}

#[test]
fn a_block_is_released_by_a_checker_ahead_or_at_home() {
    let passed = Asked { opponent: "12x14 22", ..WALL };
    passed.ends_in(&[], &BOTH_DICE);
    passed.ends_in(&["block.six=unless-home"], &SINGLE_ONES);
    passed.ends_in(&["block.six=unless-home", "block.tested=turn-end"], &BOTH_DICE[..1]);
    let home = Asked { opponent: "12x14 18", ..WALL };
    home.ends_in(&["block.six=unless-home"], &BOTH_DICE);
    home.ends_in(&["block.six=forbidden"], &SINGLE_ONES);
}

#[test]
fn a_block_may_cross_the_movers_corner() {
    let corner = Asked { mover: "24x10 23 22 9 2 1", opponent: "12x15", roll: (6, 5), first: None };
    let count = |changes: &[&str]| {
        let (mover, opponent) = (side(corner.mover), side(corner.opponent));
        legal_turns(&rules(changes), &mover, &opponent, corner.roll, None).len()
    };
    assert_eq!((count(&[]), count(&["block.six=allowed"])), (13, 14));
    corner.breaks(&[], &[(9, 3), (24, 19)], &["block.six"]);
    corner.breaks(&["block.six=allowed"], &[(9, 3), (24, 19)], &[]);
}

#[test]
fn only_on_the_ring_does_a_block_cross_the_opponents_corner() {
    let seam = Asked { mover: "21 14 13 12 11 10 1x9", opponent: "9x10 8 7 6 5 4", roll: (6, 6), first: None };
    seam.ends_in(&[], &["15 14 13 12 11 10 1x9"]);
    seam.ends_in(&["block.route=ring", "block.six=unless-home"], &["21 14 13 12 11 10 1x9"]);
}

#[test]
fn nobody_can_be_ahead_of_a_block_on_its_own_home() {
    let mover = "18x4 17x3 16x3 15x3 14x2";
    let asked = Asked { mover, opponent: "12x12 11 10 9", roll: (5, 4), first: None };
    asked.ends_in(&[], &["18x3 17x3 16x3 15x3 14x3"]);
    asked.ends_in(&["block.tested=turn-end"], &["18x4 17x2 16x3 15x3 14x2 8"]);
    asked.breaks(&[], &[(18, 13)], &["block.six"]);
}

#[test]
fn which_checker_an_overshooting_die_takes() {
    let asked = Asked { mover: "6 4 2 off12", opponent: "18x15", roll: (5, 3), first: None };
    let standard = ["2 1x2 off12", "3 2 off13"];
    asked.ends_in(&[], &standard);
    let literal = ["2 1x2 off12", "3 2 off13", "4 1 off13", "6 1 off13", "6 off14"];
    asked.ends_in(&["bear-off.overshoot=nearest-lower"], &literal);
    asked.ends_in(&["bear-off.overshoot=exact-only"], &["2 1x2 off12"]);
    asked.breaks(&[], &[(4, 0), (6, 3)], &["bear-off.overshoot"]);
}

#[test]
fn a_stuck_checker_above_may_release_the_die() {
    let asked = Asked { mover: "6 3 off13", opponent: "18x14 1", roll: (5, 5), first: None };
    asked.ends_in(&[], &["6 3 off13"]);
    asked.ends_in(&["bear-off.stuck-higher=released"], &["6 off14"]);
}

#[test]
fn bearing_off_begins_in_the_turn_of_coming_home_or_in_the_next() {
    let asked = Asked { mover: "7 3x14", opponent: "18x15", roll: (3, 1), first: None };
    asked.ends_in(&[], &["4 3x13 2", "3x15", "6 3x13 off1"]);
    asked.ends_in(&["bear-off.entry=next-turn"], &["4 3x13 2", "3x15"]);
    asked.breaks(&["bear-off.entry=next-turn"], &[(7, 6), (3, 0)], &["bear-off.entry"]);
    asked.breaks(&[], &[(3, 0), (7, 6)], &["bear-off.home"]);
}

#[test]
fn the_whole_roll_is_played_where_some_order_plays_it() {
    let asked = Asked { mover: "16 11 2x7 1x6", opponent: "12x13 7 4", roll: (4, 3), first: None };
    asked.ends_in(&[], &["11 9 2x7 1x6"]);
    asked.ends_in(&["dice.usage=until-stuck"], &["11 9 2x7 1x6", "16 8 2x7 1x6"]);
    asked.breaks(&[], &[(11, 8)], &["dice.most"]);
    asked.breaks(&[], &[], &["dice.pass"]);
}

#[test]
fn of_two_dice_that_exclude_each_other_the_higher_is_played() {
    let asked = Asked { mover: "13 1x14", opponent: "18x14 6", roll: (6, 1), first: None };
    asked.ends_in(&[], &["7 1x14"]);
    asked.ends_in(&["dice.single=either"], &["7 1x14", "12 1x14"]);
    asked.breaks(&[], &[(13, 12)], &["dice.higher"]);
}

#[test]
fn a_winning_line_may_leave_dice_where_the_rules_say_so() {
    let asked = Asked { mover: "6 off14", opponent: "18x15", roll: (6, 1), first: None };
    asked.breaks(&[], &[(6, 0)], &["dice.most"]);
    asked.breaks(&["dice.after-win=any"], &[(6, 0)], &[]);
    asked.breaks(&["dice.after-win=any"], &[(6, 5), (5, 0)], &[]);
}

#[test]
fn a_single_checker_is_hit_and_the_bar_comes_first() {
    let short = rules(&["board.direction=opposite", "board.contact=hit", "head.limit=unlimited", "block.six=allowed"]);
    // From 8 the 6 meets a single checker on 2, the 5 one on 3.
    let (mover, opponent) = (side("bar1 8x14"), side("24x2 21x2 2 3 1x9"));
    let broken = |steps: &[(u8, u8)]| judge(&short, &mover, &opponent, (6, 5), None, steps);
    assert_eq!(broken(&[(8, 3), (25, 19)]), BTreeSet::from(["board.bar"]));
    let ends = legal_turns(&short, &mover, &opponent, (6, 5), None);
    let opposing: BTreeSet<Counts> = ends.iter().map(|(_, opponent)| *opponent).collect();
    let expected = ["24x2 21x2 2 3 1x9", "24x2 21x2 2 bar1 1x9", "24x2 21x2 3 bar1 1x9"];
    assert_eq!(opposing, expected.iter().map(|text| side(text)).collect());
    assert_eq!(ends.len(), 3, "one checker to 14; one to 20 and one to 2; one to 19 and one to 3");
}

#[test]
fn a_win_is_named_by_where_the_loser_stands() {
    let all = ["result.koks=in-winner-home-or-head", "result.home-mars=all-home"];
    let named = |changes: &[&str], mover: &str, opponent: &str, started| {
        outcome(&rules(changes), &side(mover), &side(opponent), started).map(|outcome| (outcome.state, outcome.kind))
    };
    assert_eq!(named(&all, "off15", "12x14 off1", true), Some(("over", Some("oyn"))));
    assert_eq!(named(&all, "off15", "18x14 12", true), Some(("over", Some("mars"))));
    assert_eq!(named(&all, "off15", "18x14 24", true), Some(("over", Some("koks"))));
    assert_eq!(named(&all, "off15", "18x14 1", true), Some(("over", Some("koks"))));
    assert_eq!(named(&all, "off15", "18x14 13", true), Some(("over", Some("home-mars"))));
    assert_eq!(named(&[], "off15", "18x14 13", true), Some(("over", Some("mars"))));
    let closing = ["result.last-turn=second-player-if-14-off"];
    assert_eq!(named(&closing, "off15", "18 off14", true), Some(("last-turn", None)));
    assert_eq!(named(&closing, "off15", "18x2 off13", true), Some(("over", Some("oyn"))));
    assert_eq!(named(&closing, "off15", "off15", false), Some(("over", Some("draw"))));
    assert_eq!(named(&closing, "off15", "off15", true), None);
    assert_eq!(named(&closing, "2 off14", "off15", false), Some(("over", Some("oyn"))));
}

#[test]
fn an_opening_throw_is_repeated_until_the_dice_differ() {
    let rolls = [(4, 4), (2, 5), (6, 1)];
    assert_eq!(opening(&rules(&[]), &rolls, None), (Some(2), None, 2));
    assert_eq!(opening(&rules(&["opening.dice=played"]), &rolls, None), (Some(2), Some((5, 2)), 2));
    assert_eq!(opening(&rules(&[]), &rolls[..1], None), (None, None, 1));
    let alternate = rules(&["opening.next-game=alternate"]);
    assert_eq!(opening(&alternate, &rolls, Some((2, Some(2)))), (Some(1), None, 0));
    let winner = rules(&["opening.next-game=winner"]);
    assert_eq!(opening(&winner, &rolls, Some((1, None))), (Some(2), None, 2));
}
