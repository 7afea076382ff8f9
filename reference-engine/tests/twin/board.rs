//! The board as a list of checkers: each side's fifteen, as the points they still have to go in that side's own count.

use super::Counts;
use nardy_engine::rules::{Contact, Direction};

/// Where a side's checkers begin when they are on the bar.
pub const BAR: u8 = 25;
/// The point a side's head is on, in its own count.
pub const HEAD: u8 = 24;

/// Both sides' checkers, each in its **own** side's numbers, in ascending order: 0 borne off, 25 on the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    pub mine: [u8; 15],
    pub theirs: [u8; 15],
    pub direction: Direction,
}

/// The number one side gives to the point that the other side calls `point`. Borne off and bar belong to one side only.
pub fn across(direction: Direction, point: u8) -> u8 {
    match (point, direction) {
        (0 | BAR, _) => point,
        (_, Direction::Same) => (point + 11) % 24 + 1,
        (_, Direction::Opposite) => 25 - point,
    }
}

fn checkers(counts: impl Iterator<Item = (u8, u8)>) -> [u8; 15] {
    let mut list: Vec<u8> = counts.flat_map(|(point, count)| std::iter::repeat_n(point, count.into())).collect();
    list.sort_unstable();
    list.try_into().expect("a side has fifteen checkers")
}

fn numbered(counts: &Counts) -> impl Iterator<Item = (u8, u8)> + '_ {
    (0..).zip(counts.iter().copied())
}

fn counted(points: impl Iterator<Item = u8>) -> Counts {
    let mut counts = [0; 26];
    points.for_each(|point| counts[usize::from(point)] += 1);
    counts
}

impl Board {
    /// From two tables in the mover's numbers.
    pub fn new(direction: Direction, mover: &Counts, opponent: &Counts) -> Board {
        let theirs = numbered(opponent).map(|(point, count)| (across(direction, point), count));
        Board { mine: checkers(numbered(mover)), theirs: checkers(theirs), direction }
    }

    /// Both sides as tables in the mover's numbers.
    pub fn counts(&self) -> (Counts, Counts) {
        let theirs = self.theirs.iter().map(|&own| across(self.direction, own));
        (counted(self.mine.iter().copied()), counted(theirs))
    }

    /// Whether one of the mover's checkers stands on its point.
    pub fn has(&self, point: u8) -> bool {
        self.mine.contains(&point)
    }

    /// Whether all of the mover's checkers still in play are on its 6 to 1.
    pub fn is_home(&self) -> bool {
        self.mine.iter().all(|&point| point <= 6)
    }

    /// Whether a point on the board, in the mover's numbers, is closed to the mover.
    pub fn is_closed(&self, point: u8, contact: Contact) -> bool {
        let enough = match contact {
            Contact::Closed => 1,
            Contact::Hit => 2,
        };
        (1..=HEAD).contains(&point) && self.opposing_on(point) >= enough
    }

    fn opposing_on(&self, point: u8) -> usize {
        let own = across(self.direction, point);
        self.theirs.iter().filter(|&&checker| checker == own).count()
    }

    /// The board after one of the mover's checkers has gone from a point to another; a single opposing checker there, which
    /// can only be where checkers are hit, goes to the bar.
    pub fn after(&self, from: u8, to: u8) -> Board {
        let mut board = *self;
        let checker =
            board.mine.iter().position(|&point| point == from).expect("a checker stands on the point it leaves");
        board.mine[checker] = to;
        board.mine.sort_unstable();
        let landing = across(self.direction, to);
        if (1..=HEAD).contains(&to)
            && let Some(hit) = board.theirs.iter().position(|&checker| checker == landing)
        {
            board.theirs[hit] = BAR;
            board.theirs.sort_unstable();
        }
        board
    }
}
