//! The pips of a written turn: every move of it is as long as dice of its roll that no other move has used.

use nardy_engine::notation::Leg;
use nardy_engine::{OFF, Roll};

/// The first move that no dice left make, if there is one: whatever the rules say, it is an error of writing.
pub fn unmade(legs: &[Leg], roll: Roll) -> Option<Leg> {
    let dice = if roll.is_double() { vec![roll.higher(); 4] } else { vec![roll.higher(), roll.lower()] };
    legs.get(made(legs, &dice)).copied()
}

/// How many moves, from the first, can be made at most.
fn made(legs: &[Leg], dice: &[u8]) -> usize {
    let Some((leg, rest)) = legs.split_first() else { return 0 };
    let ways = ways(leg.from, leg.to, dice);
    ways.iter().map(|left| 1 + made(rest, left)).max().unwrap_or(0)
}

/// The dice left after a move, for each way of making it.
fn ways(from: u8, to: u8, dice: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for (at, &die) in dice.iter().enumerate() {
        let mut left = dice.to_vec();
        left.remove(at);
        match from.checked_sub(die) {
            Some(stop) if stop == to => found.push(left),
            // A die larger than the point bears off too; whether it may is a matter of the rules.
            None if to == OFF => found.push(left),
            Some(stop) if stop > to => found.extend(ways(stop, to, &left)),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use nardy_engine::notation::legs;
    use rstest::rstest;

    #[rstest]
    #[case("6-5", "24/18/13")]
    #[case("6-5", "24/13")]
    #[case("6-5", "24/19")]
    #[case("3-3", "24/15 13/10")]
    #[case("3-3", "24/21(4)")]
    #[case("6-5", "4/off 3/off")]
    #[case("6-5", "10/off")]
    #[case("6-5", "5/off 6/off")]
    #[case("6-5", "pass")]
    fn dice_make_it(#[case] roll: &str, #[case] turn: &str) {
        assert_eq!(unmade(&legs(turn).unwrap(), roll.parse().unwrap()), None);
    }

    #[rstest]
    #[case("6-5", "24/17", 24)]
    #[case("6-5", "24/18 13/7", 13)]
    #[case("6-5", "24/13 10/5", 10)]
    #[case("3-3", "24/21(3) 20/14", 20)]
    #[case("3-3", "24/22", 24)]
    #[case("6-5", "12/off", 12)]
    #[case("6-5", "6/off 6/off", 6)]
    #[case("2-1", "6/off", 6)]
    fn no_dice_make_it(#[case] roll: &str, #[case] turn: &str, #[case] from: u8) {
        assert_eq!(unmade(&legs(turn).unwrap(), roll.parse().unwrap()).map(|leg| leg.from), Some(from));
    }
}
