//! Turns: `24/18/13`, `24/18(2)`, `8/5* 6/off`, `bar/22`, `pass`.

use super::{NotationError, number, point_text};
use crate::landing;
use crate::position::{BAR, HEAD, OFF, Position};
use crate::roll::Roll;
use crate::rules::Rules;
use crate::step::{GivenStep, Step};

/// One stretch of a written move: from one named point to the next.
///
/// A leg made by one die is a step; one made by several is a hop, which exists in notation only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// Where it begins: 24 to 1, or 25 for the bar.
    pub from: u8,
    /// Where it ends: 24 to 1, or 0 for off.
    pub to: u8,
    /// Whether it is marked as a hit.
    pub hit: bool,
}

impl Leg {
    fn text(self) -> String {
        format!("{}/{}", point_text(self.from), point_text(self.to))
    }
}

/// Reads a turn; a pass has no legs.
///
/// # Errors
/// When a word is no move, or goes backward.
pub fn legs(text: &str) -> Result<Vec<Leg>, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [] => Err(NotationError::Empty),
        ["pass"] => Ok(Vec::new()),
        _ if words.contains(&"pass") => Err(NotationError::PassBesideMoves),
        _ => Ok(words.into_iter().map(word).collect::<Result<Vec<_>, _>>()?.concat()),
    }
}

/// One move with its stops, as often as it says.
fn word(word: &str) -> Result<Vec<Leg>, NotationError> {
    let wrong = || NotationError::Move(word.to_owned());
    let (path, times) = match word.strip_suffix(')').and_then(|rest| rest.split_once('(')) {
        Some((path, times)) => (path, number(times).filter(|times| (1..=4).contains(times)).ok_or_else(wrong)?),
        None => (word, 1),
    };
    let stops: Vec<&str> = path.split('/').collect();
    if stops.len() < 2 {
        return Err(wrong());
    }
    let mut legs = Vec::new();
    for (i, pair) in stops.windows(2).enumerate() {
        let start = if i == 0 { pair[0] } else { pair[0].trim_end_matches('*') };
        let (end, hit) = pair[1].strip_suffix('*').map_or((pair[1], false), |end| (end, true));
        let from = if start == "bar" { Some(BAR) } else { number(start).filter(|point| *point <= HEAD) };
        let to = if end == "off" { Some(OFF) } else { number(end).filter(|point| *point <= HEAD) };
        let (Some(from), Some(to)) = (from, to) else { return Err(wrong()) };
        if to >= from {
            return Err(NotationError::Backward(word.to_owned()));
        }
        legs.push(Leg { from, to, hit });
    }
    Ok(legs.repeat(usize::from(times)))
}

/// The position after the written moves, whether they are legal or not.
///
/// # Errors
/// When a move has no checker to move, ends on the opponent without being marked as a hit, or hits nothing.
pub fn end(position: &Position, legs: &[Leg]) -> Result<Position, NotationError> {
    let mut end = *position;
    for leg in legs {
        if end.mover.on(leg.from) == 0 {
            return Err(NotationError::NoChecker(leg.text(), leg.from));
        }
        let standing = if leg.to == OFF { 0 } else { end.opponent.on(leg.to) };
        match (leg.hit, standing) {
            (false, 0) | (true, 1) => {}
            (false, _) => return Err(NotationError::Occupied(leg.text(), leg.to)),
            (true, _) => return Err(NotationError::NoHit(leg.text(), leg.to)),
        }
        end.mover.shift(leg.from, leg.to);
        if leg.hit {
            end.opponent.shift(leg.to, BAR);
        }
    }
    Ok(end)
}

/// The legs taken as steps, without their dice.
pub fn steps(legs: &[Leg]) -> Vec<GivenStep> {
    legs.iter().map(|leg| GivenStep { from: leg.from, to: leg.to, die: None }).collect()
}

/// The sequences of steps that written moves can stand for: a leg that no die of the roll makes by itself is a hop, by any stops
/// that the dice allow.
pub fn readings(legs: &[Leg], roll: Roll, rules: &Rules) -> Vec<Vec<GivenStep>> {
    let dice = [roll.higher(), roll.lower()];
    let mut readings = vec![Vec::new()];
    for leg in legs {
        let direct = dice.iter().any(|&die| leg.from == leg.to + die || (leg.to == OFF && die > leg.from));
        let mut hops = if direct { Vec::new() } else { hops(*leg, roll, roll.steps(rules.doubles)) };
        if hops.is_empty() {
            hops.push(steps(&[*leg]));
        }
        readings = readings
            .iter()
            .flat_map(|so_far: &Vec<GivenStep>| hops.iter().map(|hop| [&so_far[..], hop].concat()))
            .collect();
    }
    readings
}

/// Every way of making a leg by two or more dice of the roll.
fn hops(leg: Leg, roll: Roll, most: usize) -> Vec<Vec<GivenStep>> {
    let orders = if roll.is_double() {
        vec![vec![roll.higher(); most]]
    } else {
        vec![vec![roll.higher(), roll.lower()], vec![roll.lower(), roll.higher()]]
    };
    let path = |order: Vec<u8>| {
        let mut stops = vec![leg.from];
        for die in order {
            let at = *stops.last()?;
            if at <= leg.to || at == OFF {
                break;
            }
            stops.push(at.saturating_sub(die));
        }
        let made = stops.windows(2).map(|pair| GivenStep { from: pair[0], to: pair[1], die: None }).collect();
        (stops.last() == Some(&leg.to)).then_some(made)
    };
    orders.into_iter().filter_map(path).collect()
}

/// Writes a sequence of steps from a position; it reads back as the same steps in the same order.
pub fn turn(position: &Position, steps: &[Step]) -> String {
    let mut now = *position;
    let mut moves: Vec<(String, usize)> = Vec::new();
    let mut path = String::new();
    for (i, step) in steps.iter().enumerate() {
        let hit = (1..=HEAD).contains(&step.to) && now.opponent.on(step.to) > 0;
        now = landing::after(&now, *step);
        if path.is_empty() {
            path = point_text(step.from);
        }
        path = format!("{path}/{}{}", point_text(step.to), if hit { "*" } else { "" });
        if steps.get(i + 1).is_none_or(|next| next.from != step.to) {
            match moves.last_mut() {
                Some((last, times)) if *last == path => *times += 1,
                _ => moves.push((path, 1)),
            }
            path = String::new();
        }
    }
    if moves.is_empty() {
        return "pass".to_owned();
    }
    let text = |(path, times): (String, usize)| if times == 1 { path } else { format!("{path}({times})") };
    moves.into_iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Writes the different ways of making one turn: `24/13 by 18 or 19` where one checker can stop at either.
pub fn turn_ways(position: &Position, sequences: &[Vec<Step>]) -> String {
    if let [[first, second], [other, last]] = sequences.iter().map(Vec::as_slice).collect::<Vec<_>>()[..]
        && (first.to, other.to) == (second.from, last.from)
        && (first.from, second.to) == (other.from, last.to)
    {
        let plain = |step: &Step| position.opponent.on(step.to) == 0 || step.to == OFF;
        if [first, second, other, last].into_iter().all(plain) {
            let (from, to) = (point_text(first.from), point_text(second.to));
            let stops = [first.to.min(other.to), first.to.max(other.to)];
            return format!("{from}/{to} by {} or {}", stops[0], stops[1]);
        }
    }
    let mut ways: Vec<(Vec<Step>, String)> = Vec::new();
    for sequence in sequences {
        let mut steps = sequence.clone();
        steps.sort_unstable_by_key(|step| (step.from, step.to));
        let text = turn(position, sequence);
        match ways.iter_mut().find(|(known, _)| known.iter().map(places).eq(steps.iter().map(places))) {
            Some((_, shorter)) if text.len() < shorter.len() => *shorter = text,
            Some(_) => {}
            None => ways.push((steps, text)),
        }
    }
    let texts: Vec<String> = ways.into_iter().map(|(_, text)| text).collect();
    match texts.split_at_checked(3) {
        Some((shown, rest)) if !rest.is_empty() => format!("{} or {} more ways", shown.join(" or "), rest.len()),
        _ => texts.join(" or "),
    }
}

fn places(step: &Step) -> (u8, u8) {
    (step.from, step.to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position;
    use crate::sample::NARD_ONLINE;
    use rstest::rstest;

    #[rstest]
    #[case("24x15", "24/18(2)")]
    #[case("24x15", "24/18/13")]
    #[case("24x14 8", "24/21 24/21/18")]
    #[case("8 6 off13", "8/4 6/off")]
    #[case("bar 8 off13", "bar/22 8/5*")]
    #[case("24x15", "pass")]
    fn a_turn_reads_back_as_written(#[case] mover: &str, #[case] text: &str) {
        let start = position(mover, "12x14 5").unwrap();
        let made: Vec<Step> = (legs(text).unwrap().iter())
            .map(|leg| Step { from: leg.from, to: leg.to, die: leg.from - leg.to })
            .collect();
        assert_eq!(turn(&start, &made), text);
    }

    #[rstest]
    #[case("24")]
    #[case("24-18")]
    #[case("24/18(0)")]
    #[case("24/18(5)")]
    #[case("26/20")]
    #[case("24/снятие")]
    #[case("24/af")]
    #[case("off/3")]
    #[case("24/018")]
    fn a_wrong_move_is_named(#[case] text: &str) {
        assert_eq!(legs(text), Err(NotationError::Move(text.to_owned())));
    }

    #[test]
    fn a_hop_is_read_by_every_order_of_the_dice() {
        let roll = "6-5".parse().unwrap();
        let read = |text| readings(&legs(text).unwrap(), roll, &NARD_ONLINE);
        assert_eq!(read("24/13").len(), 2);
        assert_eq!(read("24/18 24/19").len(), 1);
        assert_eq!(read("24/12"), vec![steps(&legs("24/12").unwrap())], "no dice make it: it stays one wrong step");
        assert_eq!(read("6/off"), vec![steps(&legs("6/off").unwrap())], "a die makes it: no hop");
        let threes = readings(&legs("24/15").unwrap(), "3-3".parse().unwrap(), &NARD_ONLINE);
        assert_eq!(threes, vec![steps(&legs("24/21/18/15").unwrap())]);
    }

    #[test]
    fn an_end_needs_a_checker_and_a_free_point() {
        let start = position("24x15", "12x14 13").unwrap();
        let after = |text| end(&start, &legs(text).unwrap());
        assert_eq!(after("24/18/14"), Ok(position("24x14 14", "12x14 13").unwrap()));
        assert_eq!(after("23/18"), Err(NotationError::NoChecker("23/18".into(), 23)));
        assert_eq!(after("24/12"), Err(NotationError::Occupied("24/12".into(), 12)));
        assert_eq!(after("24/12*"), Err(NotationError::NoHit("24/12".into(), 12)));
        assert_eq!(after("24/13*").unwrap().opponent().on(BAR), 1);
    }
}
