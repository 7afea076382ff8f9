//! Random positions, some near what play brings about, some far from it.

use fastrand::Rng;
use nardy_engine::rules::{Contact, Rules, Setup};
use nardy_engine::{BAR, CHECKERS, OFF, Position, Side, board};

/// Places a side's checkers one by one where `draw` says, but on no point of the other side's.
fn place(rng: &mut Rng, other: Option<&Side>, mut draw: impl FnMut(&mut Rng) -> u8) -> Side {
    let mut counts = [0; 26];
    for _ in 0..CHECKERS {
        let point = loop {
            let point = draw(rng);
            if matches!(point, OFF | BAR) || other.is_none_or(|other| other.on(point) == 0) {
                break point;
            }
        };
        counts[usize::from(point)] += 1;
    }
    Side(counts)
}

fn position(mover: Side, opponent: Side) -> Position {
    Position::new(mover, opponent).expect("fifteen a side, and no point shared")
}

/// Now and then the bar, where there is one.
fn or_bar(rng: &mut Rng, rules: &Rules, point: u8) -> u8 {
    if rules.contact == Contact::Hit && rng.u8(0..20) == 0 { BAR } else { point }
}

/// Both sides on a few points anywhere, sometimes with checkers borne off or on the bar.
pub fn placement(rng: &mut Rng, rules: &Rules) -> Position {
    let spread = |rng: &mut Rng| {
        let points: Vec<u8> = (0..rng.usize(3..=12)).map(|_| rng.u8(1..=24)).collect();
        let off = if rng.bool() { 0 } else { rng.u8(0..=60) };
        move |rng: &mut Rng| if rng.u8(0..100) < off { 0 } else { *rng.choice(&points).expect("there are points") }
    };
    let mine = spread(rng);
    let mover = loop {
        let mover = place(rng, None, |rng| {
            let point = mine(rng);
            or_bar(rng, rules, point)
        });
        if !mover.is_done() {
            break mover;
        }
    };
    let theirs = spread(rng);
    let opponent = place(rng, Some(&mover), |rng| {
        // The points drawn may all be the mover's.
        let point = if rng.u8(0..4) == 0 { rng.u8(1..=24) } else { theirs(rng) };
        or_bar(rng, rules, point)
    });
    position(mover, opponent)
}

/// The mover at home or nearly so, opposing checkers in its way.
pub fn bear_off(rng: &mut Rng, rules: &Rules) -> Position {
    let depth = *rng.choice(&[1, 2, 6, 6, 6, 6]).expect("there are depths");
    let home: Vec<u8> = (0..rng.usize(1..=6)).map(|_| rng.u8(1..=depth)).collect();
    let off = if rng.u8(0..4) == 0 { rng.u8(13..=14) } else { rng.u8(0..=14) };
    let stragglers = if rng.bool() { 0 } else { rng.u8(1..=2) };
    let farthest = *rng.choice(&[8, 12, 24]).expect("there are distances");
    let mut placed = 0;
    let mover = place(rng, None, |rng| {
        placed += 1;
        let point = match placed {
            placed if placed <= off => 0,
            placed if placed <= off + stragglers => rng.u8(7..=farthest),
            _ => *rng.choice(&home).expect("there are points"),
        };
        if placed > off { or_bar(rng, rules, point) } else { point }
    });
    let intruding = if rng.bool() { 10 } else { 40 };
    let gone = rng.u8(0..3) * 45;
    let opponent = place(rng, Some(&mover), |rng| match rng.u8(0..100) {
        percent if percent < intruding => rng.u8(1..=6),
        percent if percent < gone => 0,
        _ => {
            let point = rng.u8(1..=24);
            or_bar(rng, rules, point)
        }
    });
    position(mover, opponent)
}

/// The mover's checkers on five to seven points of a row, somewhere on the ring, and about it.
pub fn around_row(rng: &mut Rng, rules: &Rules) -> Position {
    let (first, length) = (rng.u8(0..24), rng.u8(5..=7));
    let mut row = (0..length).map(|i| (first + i) % 24 + 1).collect::<Vec<_>>();
    if rng.bool() {
        row.swap_remove(rng.usize(0..row.len()));
    }
    let mut placed = 0;
    let mover = place(rng, None, |rng| {
        placed += 1;
        match row.get(placed - 1) {
            Some(&point) => point,
            None if rng.bool() => *rng.choice(&row).expect("the row has points"),
            None => (first + length + rng.u8(0..7)) % 24 + 1,
        }
    });
    // Opposing checkers in one region mostly; in a stack right beside the row, all of them may be held up by it.
    let (region, width) = match rng.u8(0..4) {
        0 => (first + length, 1),
        1 => (first + 23, 1),
        _ => (rng.u8(0..24), rng.u8(3..=24)),
    };
    let (gone, strays) = (if rng.u8(0..8) == 0 { 30 } else { 0 }, if rng.bool() { 0 } else { 5 });
    let opponent = place(rng, Some(&mover), |rng| {
        let percent = rng.u8(0..100);
        let point = (region + rng.u8(0..width)) % 24 + 1;
        if percent < gone {
            0
        } else if percent >= 100 - strays || mover.on(point) > 0 {
            let anywhere = rng.u8(1..=24);
            or_bar(rng, rules, anywhere)
        } else {
            point
        }
    });
    position(mover, opponent)
}

/// The mover's head full, or nearly; some opposing checkers on the way.
pub fn first_turn(rng: &mut Rng, rules: &Rules) -> Position {
    let moved = rng.u8(0..4).saturating_sub(1);
    let mut placed = 0;
    let mover = place(rng, None, |rng| {
        placed += 1;
        if placed <= moved { rng.u8(1..=24) } else { 24 }
    });
    let head = board::start(Setup::Long, rules.direction).opponent().points().next();
    let head = head.filter(|&head| mover.on(head) == 0 && rng.u8(0..8) > 0);
    let advanced = rng.u8(0..=5);
    let mut placed = 0;
    let opponent = place(rng, Some(&mover), |rng| {
        placed += 1;
        match head {
            // A point that a checker from the head reaches by some double.
            _ if placed <= advanced => 24 - rng.u8(1..=6) * rng.u8(1..=3),
            Some(head) => head,
            None => rng.u8(1..=24),
        }
    });
    position(mover, opponent)
}

/// One side finished, or both, or none; the checkers left mostly in one quarter, which matters to the kind of win.
pub fn finish(rng: &mut Rng, rules: &Rules) -> Position {
    let who = rng.u8(0..8);
    let mover = remaining(rng, rules, None, who < 5);
    let opponent = remaining(rng, rules, Some(&mover), matches!(who, 3..6));
    position(mover, opponent)
}

fn remaining(rng: &mut Rng, rules: &Rules, other: Option<&Side>, is_done: bool) -> Side {
    let quarter = rng.u8(0..4) * 6;
    let off = match rng.u8(0..4) {
        _ if is_done => CHECKERS,
        0 => 14,
        1 => rng.u8(0..=14),
        _ => 0,
    };
    let strays = rng.bool();
    let mut gone = 0;
    place(rng, other, |rng| {
        if gone < off {
            gone += 1;
            return 0;
        }
        let point = quarter + rng.u8(1..=6);
        let is_taken = other.is_some_and(|other| other.on(point) > 0);
        match rng.u8(0..10) {
            0 if strays || is_taken => {
                let anywhere = rng.u8(1..=24);
                or_bar(rng, rules, anywhere)
            }
            _ => point,
        }
    })
}
