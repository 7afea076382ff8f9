//! The board of a question: its position, and the numbers in which it is written and drawn.

use super::Stop;
use crate::draw::View;
use crate::variant::Numbering;
use nardy_engine::notation::{self, Leg, NotationError};
use nardy_engine::{GivenStep, Position};

/// The position of a question, in notation: `24x14 13`, borne-off checkers as `off3`.
#[derive(Debug, clap::Args)]
pub(super) struct Board {
    /// The checkers of the side to move, in its own numbers.
    #[arg(long, value_name = "CHECKERS")]
    mover: String,
    /// The other side's checkers, in the mover's numbers too.
    #[arg(long, value_name = "CHECKERS")]
    opponent: String,
    /// The numbers that are written and drawn: the mover's, or those of a published board.
    #[arg(long, value_enum, default_value = "mover")]
    numbering: BoardNumbers,
    /// The mover's colour, where the numbers on the board are not the mover's own.
    #[arg(long = "as", value_enum, default_value = "white")]
    colour: Colour,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum BoardNumbers {
    /// 24 to 1 for each side, from its own head.
    Mover,
    /// White 24 to 1, black's head on 12.
    #[value(name = "white-24")]
    White24,
    /// Ascending, the heads on 1 and 13.
    #[value(name = "white-1")]
    White1,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Colour {
    White,
    Black,
}

impl Board {
    pub(super) fn view(&self) -> View {
        let numbering = match self.numbering {
            BoardNumbers::Mover => Numbering::Mover,
            BoardNumbers::White24 => Numbering::White24,
            BoardNumbers::White1 => Numbering::White1,
        };
        View { numbering, mover_is_white: self.colour == Colour::White }
    }

    pub(super) fn position(&self) -> Result<Position, Stop> {
        let side = |name: &str, text: &str| {
            let numbered = notation::side(text).map_err(|error| Stop::Usage(format!("--{name}: {error}")))?;
            let mut side = numbered;
            for number in 1..=24 {
                let point = self.view().point(number).unwrap_or(number);
                side.0[usize::from(point)] = numbered.on(number);
            }
            Ok::<_, Stop>(side)
        };
        let (mover, opponent) = (side("mover", &self.mover)?, side("opponent", &self.opponent)?);
        Position::new(mover, opponent).map_err(|error| Stop::Usage(error.to_string()))
    }
}

/// Reads a turn written in the numbers of a view.
pub(super) fn legs(text: &str, view: View) -> Result<Vec<Leg>, NotationError> {
    if view.numbering == Numbering::Mover {
        return notation::legs(text);
    }
    notation::legs(&translated(text, |number| view.point(number)))
}

/// A text in the mover's numbers, in those of a view.
pub(super) fn renumbered(text: &str, view: View) -> String {
    if view.numbering == Numbering::Mover {
        text.to_owned()
    } else {
        translated(text, |point| Some(view.number(point)))
    }
}

/// Replaces the points of every move, `24/18`, in a text.
fn translated(text: &str, number: impl Fn(u8) -> Option<u8>) -> String {
    let word = |word: &str| {
        if !word.contains('/') {
            return word.to_owned();
        }
        let stop = |stop: &str| {
            let digits = stop.chars().take_while(char::is_ascii_digit).count();
            let (point, rest) = stop.split_at(digits);
            match point.parse().ok().filter(|point| (1..=24).contains(point)).and_then(&number) {
                Some(point) => format!("{point}{rest}"),
                None => stop.to_owned(),
            }
        };
        word.split('/').map(stop).collect::<Vec<_>>().join("/")
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

pub(super) fn step_text(step: &GivenStep, view: View) -> String {
    let point = |point| match point {
        0 => "off".to_owned(),
        25 => "bar".to_owned(),
        _ => view.number(point).to_string(),
    };
    format!("{}/{}", point(step.from), point(step.to))
}
