//! Boards drawn as SVG, for pages in light and dark.

use crate::draw::{ROWS, View};
use maud::{Markup, PreEscaped, html};
use nardy_engine::{BAR, OFF, Position, Roll, Side};

/// The look of every board on a page. A page may set the colours anew; these follow the reader's preference.
pub const STYLE: &str = include_str!("svg.css");

/// How many discs of a stack are drawn; of a higher one the last bears the number.
const STACK: u8 = 5;
const POINT: u32 = 32;
const DISC: u32 = 13;
const EDGE: u32 = 10;
const BAR_WIDTH: u32 = 30;
const TRAY: u32 = 40;
const NUMBERS: u32 = 18;
const HALF: u32 = 2 * DISC * STACK as u32 + 6;
const MIDDLE: u32 = 34;
const WIDTH: u32 = 2 * EDGE + 12 * POINT + BAR_WIDTH + TRAY;
const HEIGHT: u32 = 2 * NUMBERS + 2 * HALF + MIDDLE;

/// A board to draw.
#[derive(Debug, Clone, Copy)]
pub struct Board<'a> {
    /// The position.
    pub position: &'a Position,
    /// The numbers on it.
    pub view: View,
    /// The dice beside it.
    pub roll: Option<Roll>,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// A name that no other element of the page has.
    pub id: &'a str,
}

impl Board<'_> {
    /// The board for a page whose style holds [`STYLE`].
    pub fn inline(&self) -> Markup {
        self.svg(None)
    }

    /// The board as a file of its own.
    pub fn file(&self) -> String {
        let style = html! { style { (PreEscaped(STYLE)) } };
        self.svg(Some(style)).into_string() + "\n"
    }

    fn svg(&self, style: Option<Markup>) -> Markup {
        let (title, description) = (format!("{}-title", self.id), format!("{}-text", self.id));
        let size = format!("0 0 {WIDTH} {HEIGHT}");
        html! {
            svg.nardy-board xmlns="http://www.w3.org/2000/svg" viewBox=(size) role="img" aria-labelledby={ (title) " " (description) } {
                title id=(title) { (self.title) }
                desc id=(description) { (self.words()) }
                @if let Some(style) = style { (style) }
                rect.frame width=(WIDTH) height=(HEIGHT) rx="6" {}
                @let right = EDGE + 12 * POINT + BAR_WIDTH;
                rect.field x=(EDGE) y=(NUMBERS) width=(6 * POINT) height=(HEIGHT - 2 * NUMBERS) {}
                rect.field x=(EDGE + 6 * POINT + BAR_WIDTH) y=(NUMBERS) width=(6 * POINT) height=(HEIGHT - 2 * NUMBERS) {}
                path.odd d=(triangles(1)) {}
                path.even d=(triangles(0)) {}
                @for point in 1..=24u8 { (self.number(point)) }
                @for point in 1..=24u8 { (self.stack(point)) }
                @if let Some(roll) = self.roll { (dice(roll)) }
                @let bar = EDGE + 6 * POINT + BAR_WIDTH / 2;
                (aside("bar", bar, self.position, BAR))
                (aside("off", right + TRAY / 2 + EDGE / 2, self.position, OFF))
            }
        }
    }

    /// The position in words, for those who do not see it.
    fn words(&self) -> String {
        let roll = self.roll.map(|roll| format!(" Roll {roll}.")).unwrap_or_default();
        let (mover, opponent) = (self.side(self.position.mover()), self.side(self.position.opponent()));
        format!("Mover: {mover}. Opponent: {opponent}.{roll}")
    }

    fn side(&self, side: &Side) -> String {
        let place = |index: u8| match index {
            OFF => "borne off".to_owned(),
            BAR => "on the bar".to_owned(),
            point => format!("on {}", self.view.number(point)),
        };
        let held = (0..=BAR).rev().filter(|&index| side.on(index) > 0);
        held.map(|index| format!("{} {}", side.on(index), place(index))).collect::<Vec<_>>().join(", ")
    }

    fn number(&self, point: u8) -> Markup {
        let (x, is_above) = place(point);
        let y = if is_above { NUMBERS - 6 } else { HEIGHT - 6 };
        html! { text.number x=(x) y=(y) { (self.view.number(point)) } }
    }

    fn stack(&self, point: u8) -> Markup {
        let (mover, opponent) = (self.position.mover().on(point), self.position.opponent().on(point));
        let (class, count) = if mover > 0 { ("mover", mover) } else { ("opponent", opponent) };
        let (x, is_above) = place(point);
        let y = |at: u32| {
            let depth = NUMBERS + DISC + 1 + 2 * DISC * at;
            if is_above { depth } else { HEIGHT - depth }
        };
        html! {
            @for at in 0..u32::from(count.min(STACK)) { circle class=(class) cx=(x) cy=(y(at)) r=(DISC) {} }
            @if count > STACK { (counted(class, x, y(u32::from(STACK) - 1), count)) }
        }
    }
}

/// The middle of a point, and whether it lies in the upper row.
fn place(point: u8) -> (u32, bool) {
    let [upper, lower] = ROWS;
    let is_above = upper.contains(&point);
    let row = if is_above { upper } else { lower };
    let column = row.iter().position(|known| *known == point).unwrap_or_default() as u32;
    let bar = if column < 6 { 0 } else { BAR_WIDTH };
    (EDGE + column * POINT + POINT / 2 + bar, is_above)
}

/// Every second point as a path.
fn triangles(parity: u8) -> String {
    let triangle = |point: u8| {
        let (x, is_above) = place(point);
        let (base, tip) =
            if is_above { (NUMBERS, NUMBERS + HALF) } else { (HEIGHT - NUMBERS, HEIGHT - NUMBERS - HALF) };
        format!("M{} {base}h{POINT}L{x} {tip}z", x - POINT / 2)
    };
    (1..=24).filter(|point| point % 2 == parity).map(triangle).collect()
}

/// The checkers on the bar or borne off: one disc a side, with their number. The opponent's lie above.
fn aside(name: &str, x: u32, position: &Position, index: u8) -> Markup {
    let sides = [
        ("opponent", position.opponent().on(index), HEIGHT / 2 - 32),
        ("mover", position.mover().on(index), HEIGHT / 2 + 32),
    ];
    html! {
        @if sides.iter().any(|(_, count, _)| *count > 0) { text.number x=(x) y=(HEIGHT / 2 + 4) { (name) } }
        @for (class, count, y) in sides {
            @if count > 0 {
                circle class=(class) cx=(x) cy=(y) r=(DISC) {}
                (counted(class, x, y, count))
            }
        }
    }
}

fn counted(class: &str, x: u32, y: u32, count: u8) -> Markup {
    html! { text class={ (class) "-count" } x=(x) y=(y + 5) { (count) } }
}

/// Two dice between the rows.
fn dice(roll: Roll) -> Markup {
    let side = 24;
    let y = (HEIGHT - side) / 2;
    let middle = EDGE + 9 * POINT + BAR_WIDTH;
    html! {
        @for (x, die) in [(middle - side - 4, roll.higher()), (middle + 4, roll.lower())] {
            rect.die x=(x) y=(y) width=(side) height=(side) rx="4" {}
            @for (column, row) in pips(die) { circle.pip cx=(x + 6 * column) cy=(y + 6 * row) r="2.2" {} }
        }
    }
}

/// The pips of a die on a grid of three by three.
fn pips(die: u8) -> Vec<(u32, u32)> {
    let mut pips = Vec::new();
    if die % 2 == 1 {
        pips.push((2, 2));
    }
    if die > 1 {
        pips.extend([(1, 1), (3, 3)]);
    }
    if die > 3 {
        pips.extend([(3, 1), (1, 3)]);
    }
    if die == 6 {
        pips.extend([(1, 2), (3, 2)]);
    }
    pips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Numbering;

    fn file(view: View) -> String {
        let mover = Side::of(&[(BAR, 2), (24, 6), (8, 5), (OFF, 2)]);
        let opponent = Side::of(&[(1, 15)]);
        let position = &Position::new(mover, opponent).unwrap();
        Board { position, view, roll: Roll::new(6, 5).ok(), title: "5 < 6 & «бар»", id: "board" }.file()
    }

    #[test]
    fn a_stack_of_more_than_five_bears_its_number() {
        let svg = file(View::MOVER);
        let discs = |class: &str| svg.matches(&format!(r#"<circle class="{class}""#)).count();
        assert_eq!((discs("mover"), discs("opponent"), discs("pip")), (5 + 5 + 1 + 1, 5, 6 + 5));
        let counts: Vec<&str> =
            svg.split(r#"-count""#).skip(1).map(|text| text.split(['>', '<']).nth(1).unwrap()).collect();
        assert_eq!(counts, ["15", "6", "2", "2"]);
    }

    #[test]
    fn the_position_is_told_in_words_and_in_the_numbers_of_the_board() {
        let says = "<desc id=\"board-text\">Mover: 2 on the bar, 6 on 24, 5 on 8, 2 borne off. Opponent: 15 on 1. Roll 6-5.</desc>";
        assert!(file(View::MOVER).contains(says));
        let white = file(View { numbering: Numbering::White1, mover_is_white: true });
        assert!(white.contains("6 on 1, 5 on 17, 2 borne off. Opponent: 15 on 24."), "{white}");
    }

    #[test]
    fn texts_are_escaped() {
        assert!(file(View::MOVER).contains("<title id=\"board-title\">5 &lt; 6 &amp; «бар»</title>"));
    }
}
