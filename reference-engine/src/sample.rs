//! A complete rule set for examples and tests.

use crate::rules::*;

/// The rule set of the Nard Online article, as read in this project's profile of that name.
pub const NARD_ONLINE: Rules = Rules {
    setup: Setup::Long,
    direction: Direction::Same,
    contact: Contact::Closed,
    starter: Starter::HigherDie,
    opening_dice: OpeningDice::Rerolled,
    next_game: NextGame::Roll,
    head_limit: HeadLimit::One,
    exception_rolls: ExceptionRolls::ThreeFourSix,
    exception_turn: ExceptionTurn::First,
    exception_player: ExceptionPlayer::Each,
    exception_when: ExceptionWhen::Blocked,
    exception_use: ExceptionUse::AsDiceRequire,
    dice_usage: DiceUsage::Most,
    dice_single: DiceSingle::Higher,
    doubles: Doubles::Four,
    after_win: AfterWin::AllDice,
    six: SixBlock::UnlessAhead,
    six_tested: BlockTested::EachStep,
    six_route: BlockRoute::Opponent,
    entry: Entry::SameTurn,
    overshoot: Overshoot::Highest,
    stuck_higher: StuckHigher::Lost,
    koks: Koks::None,
    home_mars: HomeMars::None,
    last_turn: LastTurn::None,
    points: Points::Table(PointsTable { oyn: Some(1), mars: Some(2), home_mars: None, koks: None }),
};
