//! Positions: `24x14 13`, borne-off checkers as `off3`, those on the bar as `bar2`.

use super::{NotationError, number, point_text};
use crate::position::{BAR, CHECKERS, HEAD, OFF, Position, Side};

/// Reads both sides, in the mover's numbers.
///
/// # Errors
/// When a text does not read, a side does not add up to fifteen, or a point is shared.
///
/// ```
/// use nardy_engine::notation;
/// assert!(notation::position("24x14 13", "12x15").is_ok());
/// let error = notation::position("24x14", "12x15").unwrap_err();
/// assert!(error.to_string().starts_with("the mover's checkers add up to 14"));
/// ```
pub fn position(mover: &str, opponent: &str) -> Result<Position, NotationError> {
    Ok(Position::new(side(mover)?, side(opponent)?)?)
}

/// Reads one side's table of counts; whether it adds up is checked by [`position`].
///
/// # Errors
/// When a word is no part of a position, or a point is named twice.
pub fn side(text: &str) -> Result<Side, NotationError> {
    let mut counts = [0; 26];
    let mut words = text.split_whitespace().peekable();
    if words.peek().is_none() {
        return Err(NotationError::Empty);
    }
    for word in words {
        let (index, count) = part(word).ok_or_else(|| NotationError::Part(word.to_owned()))?;
        let place: &mut u8 = &mut counts[usize::from(index)];
        if *place > 0 {
            return Err(NotationError::Twice(word.to_owned()));
        }
        if count > CHECKERS {
            return Err(NotationError::TooMany(word.to_owned()));
        }
        *place = count;
    }
    Ok(Side(counts))
}

/// `off3`, `bar`, `24x14` or `13`.
fn part(word: &str) -> Option<(u8, u8)> {
    let counted = |rest: &str| if rest.is_empty() { Some(1) } else { number(rest) };
    if let Some(rest) = word.strip_prefix("off") {
        return Some((OFF, counted(rest)?));
    }
    if let Some(rest) = word.strip_prefix("bar") {
        return Some((BAR, counted(rest)?));
    }
    let (point, count) = match word.split_once('x') {
        Some((point, count)) => (number(point)?, number(count)?),
        None => (number(word)?, 1),
    };
    (1..=HEAD).contains(&point).then_some((point, count))
}

/// Writes one side: the bar, the points from 24 to 1, then the borne-off checkers.
pub fn side_text(side: &Side) -> String {
    let words = [BAR].into_iter().chain(side.points()).chain([OFF]).filter_map(|point| {
        let name = point_text(point);
        match (side.on(point), point) {
            (0, _) => None,
            (1, OFF) => Some("off1".to_owned()),
            (1, _) => Some(name),
            (count, OFF | BAR) => Some(format!("{name}{count}")),
            (count, _) => Some(format!("{name}x{count}")),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("24x14 13")]
    #[case("bar2 24 6x3 1x6 off3")]
    #[case("off15")]
    fn a_side_reads_back_as_written(#[case] text: &str) {
        assert_eq!(side_text(&side(text).unwrap()), text);
    }

    #[rstest]
    #[case("25", NotationError::Part("25".into()))]
    #[case("24x0", NotationError::Part("24x0".into()))]
    #[case("24 x14", NotationError::Part("x14".into()))]
    #[case("024x15", NotationError::Part("024x15".into()))]
    #[case("24x16", NotationError::TooMany("24x16".into()))]
    #[case("24 24x14", NotationError::Twice("24x14".into()))]
    #[case("снятие", NotationError::Part("снятие".into()))]
    #[case(" ", NotationError::Empty)]
    fn a_wrong_word_is_named(#[case] text: &str, #[case] error: NotationError) {
        assert_eq!(side(text), Err(error));
    }
}
