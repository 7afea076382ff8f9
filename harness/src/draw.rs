//! Boards drawn in text, in the mover's numbers or in those of a published board.

use crate::variant::Numbering;
use nardy_engine::{BAR, OFF, Position, Side};
use std::fmt::Write;

/// The points as they lie on a board: 13 to 24 above, 12 to 1 below.
pub const ROWS: [[u8; 12]; 2] =
    [[13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24], [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]];

/// Whose eyes a board is seen with: the numbers on it, and the colour of the mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The numbers.
    pub numbering: Numbering,
    /// The mover's colour; it matters only where the numbers are not the mover's.
    pub mover_is_white: bool,
}

impl View {
    /// The mover's own numbers.
    pub const MOVER: View = View { numbering: Numbering::Mover, mover_is_white: true };

    /// The board's number of the mover's point (1 to 24).
    pub fn number(self, point: u8) -> u8 {
        let opposite = (point + 11) % 24 + 1;
        match (self.numbering, self.mover_is_white) {
            (Numbering::Mover, _) | (Numbering::White24, true) => point,
            (Numbering::White24, false) => opposite,
            (Numbering::White1, true) => 25 - point,
            (Numbering::White1, false) => 25 - opposite,
        }
    }

    /// The mover's point of the board's number (1 to 24).
    pub fn point(self, number: u8) -> Option<u8> {
        (1..=24).find(|&point| self.number(point) == number)
    }
}

/// A position as a board of four lines, X the mover and O the opponent.
pub fn board(position: &Position, view: View) -> String {
    let (mover, opponent) = (position.mover(), position.opponent());
    let [top, bottom] = ROWS;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", row(top, |point| view.number(point).to_string()));
    let _ = writeln!(text, "{}", row(top, |point| cell(mover, opponent, point)));
    let _ = writeln!(text, "{}", row(bottom, |point| cell(mover, opponent, point)));
    let _ = writeln!(text, "{}", row(bottom, |point| view.number(point).to_string()));
    for (index, name) in [(OFF, "off"), (BAR, "bar")] {
        let counts = [("X", mover.on(index)), ("O", opponent.on(index))];
        let counts: Vec<String> =
            counts.iter().filter(|(_, count)| *count > 0).map(|(side, count)| format!("{side}{count}")).collect();
        if !counts.is_empty() {
            let _ = writeln!(text, "  {name}: {}", counts.join(" "));
        }
    }
    text
}

fn row(points: [u8; 12], text: impl Fn(u8) -> String) -> String {
    let cells = |half: &[u8]| half.iter().map(|&point| format!("{:>4}", text(point))).collect::<String>();
    format!("{} |{}", cells(&points[..6]), cells(&points[6..]))
}

fn cell(mover: &Side, opponent: &Side, point: u8) -> String {
    match (mover.on(point), opponent.on(point)) {
        (0, 0) => "·".to_owned(),
        (0, count) => format!("O{count}"),
        (count, _) => format!("X{count}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_numbers_put_the_heads_where_their_sources_do() {
        let heads = |numbering| [true, false].map(|mover_is_white| View { numbering, mover_is_white }.number(24));
        assert_eq!(heads(Numbering::Mover), [24, 24]);
        assert_eq!(heads(Numbering::White24), [24, 12]);
        assert_eq!(heads(Numbering::White1), [1, 13]);
    }

    #[test]
    fn red_opens_from_13_to_24_in_ascending_numbers() {
        let red = View { numbering: Numbering::White1, mover_is_white: false };
        assert_eq!([24, 18, 13].map(|point| red.number(point)), [13, 19, 24]);
        assert_eq!(
            (1..=24).map(|point| red.point(red.number(point))).collect::<Vec<_>>(),
            (1..=24).map(Some).collect::<Vec<_>>()
        );
    }
}
