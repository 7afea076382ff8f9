//! Random rule sets: some like published ones, some a few axes away from them, some anywhere in the model.

use fastrand::Rng;
use nardy_engine::rules::{Axis, Points, PointsTable, Rules};
use nardy_engine::sample::NARD_ONLINE;

/// Rule sets such as are published, as changes to the sample.
const PUBLISHED: &[&[&str]] = &[
    &[],
    &["head.exception.when=always", "opening.dice=played"],
    &[
        "head.exception.when=always",
        "opening.starter=drawn",
        "bear-off.overshoot=nearest-lower",
        "result.koks=on-head",
        "result.home-mars=all-home",
    ],
    &["head.exception.when=always", "head.exception.player=second", "opening.dice=played", "dice.after-win=any"],
    &[
        "head.exception.when=always",
        "head.exception.rolls=any-roll",
        "bear-off.stuck-higher=released",
        "opening.next-game=winner",
    ],
    &["head.exception.when=always", "head.exception.rolls=4-6"],
    &[
        "head.exception.when=always",
        "dice.usage=until-stuck",
        "block.six=unless-home",
        "block.tested=turn-end",
        "block.route=ring",
        "result.koks=in-winner-home-or-head",
    ],
    &[
        "head.exception.when=always",
        "head.exception.turn=every",
        "block.six=unless-home",
        "result.koks=on-head",
        "result.home-mars=all-home",
    ],
    &["head.exception.use=when-stuck", "block.six=unless-can-move", "result.home-mars=all-home"],
    &["head.exception.rolls=any-double"],
    &["head.exception.when=unless-field-blocked", "result.last-turn=second-player"],
    &["head.exception.use=forced", "head.exception.when=always"],
    &["head.exception.use=optional", "block.tested=turn-end"],
    &["bear-off.entry=next-turn", "bear-off.overshoot=exact-only"],
    &["board.setup=khachapuri", "head.limit=unlimited", "opening.next-game=winner"],
    &[
        "board.setup=short",
        "board.direction=opposite",
        "board.contact=hit",
        "head.limit=unlimited",
        "block.six=allowed",
        "dice.after-win=any",
        "result.koks=in-winner-home-or-bar",
    ],
];

/// A rule set: as published, near one that is, or drawn axis by axis.
pub fn rule_set(rng: &mut Rng) -> Rules {
    let mut rules = NARD_ONLINE;
    for change in rng.choice(PUBLISHED).copied().unwrap_or_default() {
        let (axis, value) = change.split_once('=').expect("a change is axis=value");
        set(&mut rules, axis.parse().expect("the axis exists"), value);
    }
    let redrawn = match rng.u8(0..8) {
        0..3 => 0,
        3..6 => rng.usize(1..=3),
        _ => Axis::ALL.len(),
    };
    for axis in rng.choose_multiple(Axis::ALL.iter().copied(), redrawn) {
        let value = rng.choice(axis.values()).copied().expect("an axis has values");
        set(&mut rules, axis, value);
    }
    // Where heads know no limit, five axes say nothing.
    if redrawn > 3 && rng.bool() {
        set(&mut rules, Axis::HeadLimit, "one");
    }
    rules.points = points(rng);
    rules
}

fn set(rules: &mut Rules, axis: Axis, value: &str) {
    rules.set(axis, value).expect("the axis has the value");
}

fn points(rng: &mut Rng) -> Points {
    if rng.u8(0..6) == 0 {
        return Points::Difference;
    }
    let mut number = |worth: u32| (rng.u8(0..4) > 0).then_some(worth);
    Points::Table(PointsTable { oyn: number(1), mars: number(2), home_mars: number(4), koks: number(3) })
}
