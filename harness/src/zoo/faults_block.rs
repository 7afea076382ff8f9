//! Faults in the six-point block.

use super::engine::{Board, Moment, Parts, RIGHT};
use super::right;
use super::{Fault, Group};
use nardy_engine::rules::{BlockRoute, BlockTested, Rules, SixBlock};
use nardy_engine::{BAR, HEAD, Side};
use std::ops::RangeInclusive;

pub fn all() -> Vec<Fault> {
    let fault = |name, wrong, parts| Fault::of_turns(Group::Block, name, wrong, parts);
    let blocks = |name, wrong, blocks| fault(name, wrong, Parts { blocks, ..RIGHT });
    vec![
        blocks("no-block-rule", "Six points in a row are free.", |_, _| false),
        blocks("every-six-forbidden", "Six points in a row are forbidden, whatever releases them.", |rules, board| {
            let forbidden = if rules.six == SixBlock::Allowed { rules.six } else { SixBlock::Forbidden };
            right::blocks(&Rules { six: forbidden, ..*rules }, board)
        }),
        blocks("five-forbidden", "Five points in a row are held for six.", |rules, board| {
            let fives = right::windows(rules.six_route).map(|six| six[..5].to_vec());
            holds(rules, board, fives)
        }),
        blocks("seven-needed", "Only seven points in a row are a block.", |rules, board| {
            let sevens = right::windows(rules.six_route).filter(|six| six[0] < HEAD).map(|six| {
                let mut seven = six.to_vec();
                seven.insert(0, six[0] + 1);
                seven
            });
            holds(rules, board, sevens)
        }),
        blocks("six-exactly", "A row of seven or more is no block.", |rules, board| {
            let wall = right::in_their_numbers(rules, board).0;
            let is_free = |point: u8| !(1..=HEAD).contains(&point) || wall.on(point) == 0;
            let is_alone = |six: &[u8; 6]| is_free(six[0] + 1) && is_free(six[5] - 1);
            holds(rules, board, right::windows(rules.six_route).filter(is_alone))
        }),
        blocks(
            "row-on-the-movers-route",
            "Rows are looked for along the mover's route, which ends at 1.",
            |rules, board| {
                let frame = |point| rules.direction.other_frame(point);
                let windows = right::windows(BlockRoute::Opponent).map(|six| six.map(frame));
                holds(rules, board, windows)
            },
        ),
        blocks("row-across-the-opponents-start", "A row goes on from the opponent's 1 to its 24.", |rules, board| {
            holds(rules, board, right::windows(BlockRoute::Ring))
        }),
        blocks("row-on-the-ring-cut", "A row ends at the opponent's 1, also where the ring counts.", |rules, board| {
            holds(rules, board, right::windows(BlockRoute::Opponent))
        }),
        blocks("last-row-forgotten", "The row that ends on the opponent's 1 is not looked at.", |rules, board| {
            holds(rules, board, right::windows(rules.six_route).filter(|six| six[5] != 1))
        }),
        blocks("first-row-forgotten", "The row that begins on the opponent's 24 is not looked at.", |rules, board| {
            holds(rules, board, right::windows(rules.six_route).filter(|six| six[0] != HEAD))
        }),
        blocks("row-in-one-half", "A row across the middle of the opponent's route is not seen.", |rules, board| {
            let in_half = |six: &[u8; 6]| six[0] <= 12 || six[5] > 12;
            holds(rules, board, right::windows(rules.six_route).filter(in_half))
        }),
        blocks("row-of-pairs", "Only points with two checkers count in a row.", |rules, board| {
            let mut pairs = *board;
            (1..=HEAD)
                .filter(|&point| board.mover.on(point) == 1)
                .for_each(|point| pairs.mover.0[usize::from(point)] = 0);
            right::blocks(rules, &pairs)
        }),
        blocks("head-in-no-row", "The mover's head counts in no row.", |rules, board| {
            let mut without = *board;
            without.mover.0[usize::from(HEAD)] = 0;
            right::blocks(rules, &without)
        }),
        blocks("row-of-both-sides", "Points of either side make up a row.", |rules, board| {
            let mut both = *board;
            (1..=HEAD).for_each(|point| both.mover.0[usize::from(point)] += board.opponent.on(point));
            right::blocks(rules, &both)
        }),
        blocks(
            "ahead-by-the-movers-larger-numbers",
            "A checker is ahead when the mover's number of its point is larger.",
            |rules, board| {
                released(rules, board, SixBlock::UnlessAhead, |last| {
                    let last = rules.direction.other_frame(last);
                    board.opponent.off() > 0 || any(&board.opponent, last.min(HEAD - 1) + 1..=HEAD)
                })
            },
        ),
        blocks(
            "ahead-by-the-movers-smaller-numbers",
            "A checker is ahead when the mover's number of its point is smaller.",
            |rules, board| {
                released(rules, board, SixBlock::UnlessAhead, |last| {
                    any(&board.opponent, 0..=rules.direction.other_frame(last) - 1)
                })
            },
        ),
        blocks("ahead-inverted", "A block is free while a checker is still behind it.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessAhead, |last| any(&theirs, (last + 5).min(HEAD)..=HEAD))
        }),
        blocks("ahead-only-at-home", "Only a checker in its home counts as ahead.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessAhead, |_| any(&theirs, 0..=right::HOME))
        }),
        blocks(
            "ahead-around-the-corner",
            "Seen from the end of its route, checkers on the opponent's head are ahead.",
            |rules, board| {
                let theirs = right::in_their_numbers(rules, board).1;
                released(rules, board, SixBlock::UnlessAhead, |last| {
                    any(&theirs, 0..=last - 1) || last <= right::HOME && any(&theirs, 19..=HEAD)
                })
            },
        ),
        blocks(
            "ahead-must-be-close",
            "Only a checker within six points of the block counts as ahead.",
            |rules, board| {
                let theirs = right::in_their_numbers(rules, board).1;
                released(rules, board, SixBlock::UnlessAhead, |last| {
                    theirs.off() > 0 || any(&theirs, last.saturating_sub(6).max(1)..=last - 1)
                })
            },
        ),
        blocks("borne-off-is-not-ahead", "A borne-off checker is not ahead.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessAhead, |last| any(&theirs, 1..=last - 1))
        }),
        blocks("two-must-be-ahead", "Two opposing checkers must be ahead.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessAhead, |last| {
                (0..last).map(|point| theirs.on(point)).sum::<u8>() > 1
            })
        }),
        blocks("borne-off-is-not-home", "A borne-off checker is not home.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessHome, |_| any(&theirs, 1..=right::HOME))
        }),
        blocks(
            "home-is-the-movers",
            "A checker in the mover's home releases a block, not one in its own.",
            |rules, board| {
                released(rules, board, SixBlock::UnlessHome, |_| {
                    board.opponent.off() > 0 || any(&board.opponent, 1..=right::HOME)
                })
            },
        ),
        blocks("home-begins-at-7", "Point 7 counts as home.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessHome, |_| any(&theirs, 0..=7))
        }),
        blocks("home-ends-at-5", "Point 6 does not count as home.", |rules, board| {
            let theirs = right::in_their_numbers(rules, board).1;
            released(rules, board, SixBlock::UnlessHome, |_| any(&theirs, 0..=5))
        }),
        blocks(
            "can-move-by-1-to-5",
            "Whether a checker can move is tested with the dice from 1 to 5.",
            |rules, board| {
                let (wall, theirs) = right::in_their_numbers(rules, board);
                released(rules, board, SixBlock::UnlessCanMove, |_| {
                    bears_off(&theirs) || can_step(&wall, &theirs, 1..=5)
                })
            },
        ),
        blocks("can-move-from-the-bar", "A checker that can enter from the bar can move.", |rules, board| {
            let (wall, theirs) = right::in_their_numbers(rules, board);
            let enters = theirs.on(BAR) > 0 && (19..=HEAD).any(|point| wall.on(point) == 0);
            released(rules, board, SixBlock::UnlessCanMove, |_| {
                enters || bears_off(&theirs) || can_step(&wall, &theirs, 1..=6)
            })
        }),
        blocks("can-move-without-bearing-off", "A checker that can only be borne off cannot move.", |rules, board| {
            let (wall, theirs) = right::in_their_numbers(rules, board);
            released(rules, board, SixBlock::UnlessCanMove, |_| can_step(&wall, &theirs, 1..=6))
        }),
        blocks("can-move-when-done", "An opponent with all its checkers borne off can move.", |rules, board| {
            let (wall, theirs) = right::in_their_numbers(rules, board);
            released(rules, board, SixBlock::UnlessCanMove, |_| {
                theirs.is_done() || bears_off(&theirs) || can_step(&wall, &theirs, 1..=6)
            })
        }),
        blocks(
            "can-move-when-some-are-home",
            "A checker that is home can be borne off before the others are.",
            |rules, board| {
                let (wall, theirs) = right::in_their_numbers(rules, board);
                released(rules, board, SixBlock::UnlessCanMove, |_| {
                    any(&theirs, 1..=right::HOME) || can_step(&wall, &theirs, 1..=6)
                })
            },
        ),
        fault(
            "source-still-counts",
            "The point that the checker has left still counts in a row.",
            Parts {
                step_blocks: |moment, step| {
                    let mut after = right::after(moment.asked, &moment.node.board, step);
                    let from = &mut after.mover.0[usize::from(step.from)];
                    *from = (*from).max(1);
                    tests_steps(moment) && right::blocks(&moment.asked.rules, &after)
                },
                ..RIGHT
            },
        ),
        fault(
            "landing-counts-only-when-it-completes",
            "Only a row that the landing of the step is part of is looked at.",
            Parts {
                step_blocks: |moment, step| {
                    let after = right::after(moment.asked, &moment.node.board, step);
                    let mut without = after;
                    if step.to > 0 {
                        without.mover.0[usize::from(step.to)] = 0;
                    }
                    let rules = &moment.asked.rules;
                    tests_steps(moment) && right::blocks(rules, &after) && !right::blocks(rules, &without)
                },
                ..RIGHT
            },
        ),
        fault(
            "old-block-may-stand",
            "A block that stood before the turn may be left standing.",
            Parts {
                step_blocks: |moment, step| right::step_blocks(moment, step) && !stood_before(moment),
                end_blocks: |asked, parts, board| {
                    right::end_blocks(asked, parts, board) && !right::blocks(&asked.rules, &asked.before)
                },
                ..RIGHT
            },
        ),
        fault(
            "block-tested-before-the-step",
            "The position before a step is tested, not the one after it.",
            Parts {
                step_blocks: |moment, _| tests_steps(moment) && right::blocks(&moment.asked.rules, &moment.node.board),
                ..RIGHT
            },
        ),
        fault(
            "block-rule-after-dice",
            "The duty to use dice is reckoned without the block rule; what breaks it is then struck out.",
            Parts {
                step_blocks: |_, _| false,
                end_blocks: |_, _, _| false,
                trail: |moment, step| {
                    let after = right::after(moment.asked, &moment.node.board, step);
                    moment.node.trail.max(u8::from(tests_steps(moment) && right::blocks(&moment.asked.rules, &after)))
                },
                duty: |asked, lines| {
                    let at_end = asked.rules.six_tested == BlockTested::TurnEnd;
                    right::keep_or_pass(&right::duty(asked, lines), |at| {
                        let node = &lines.nodes[at];
                        node.trail == 0 && !(at_end && right::blocks(&asked.rules, &node.board))
                    })
                },
                ..RIGHT
            },
        ),
        fault(
            "block-at-the-end-after-dice",
            "A block at the end of the turn is struck out after the duty to use dice was reckoned.",
            Parts {
                end_blocks: |_, _, _| false,
                duty: |asked, lines| {
                    let at_end = asked.rules.six_tested == BlockTested::TurnEnd;
                    right::keep_or_pass(&right::duty(asked, lines), |at| {
                        !(at_end && right::blocks(&asked.rules, &lines.nodes[at].board))
                    })
                },
                ..RIGHT
            },
        ),
        fault(
            "block-not-tested-on-the-first-step",
            "The position is tested from the second step on.",
            Parts { step_blocks: |moment, step| moment.made > 0 && right::step_blocks(moment, step), ..RIGHT },
        ),
    ]
}

fn any(side: &Side, points: RangeInclusive<u8>) -> bool {
    points.into_iter().any(|point| side.on(point) > 0)
}

/// Whether a row is held, of those given, that the rule set does not release.
fn holds<Row: AsRef<[u8]>>(rules: &Rules, board: &Board, rows: impl IntoIterator<Item = Row>) -> bool {
    let (wall, theirs) = right::in_their_numbers(rules, board);
    let forbidden = |row: &[u8]| {
        let last = row.last().copied().unwrap_or(1);
        row.iter().all(|&point| wall.on(point) > 0) && !right::is_released(rules, &wall, &theirs, last)
    };
    rules.six != SixBlock::Allowed && rows.into_iter().any(|row| forbidden(row.as_ref()))
}

/// The block rule, with another release under one value of the axis; the release is given the last point of a row.
fn released(rules: &Rules, board: &Board, under: SixBlock, release: impl Fn(u8) -> bool) -> bool {
    if rules.six != under {
        return right::blocks(rules, board);
    }
    let (wall, _) = right::in_their_numbers(rules, board);
    right::windows(rules.six_route).any(|row| row.iter().all(|&point| wall.on(point) > 0) && !release(row[5]))
}

fn can_step(wall: &Side, theirs: &Side, dice: RangeInclusive<u8>) -> bool {
    theirs.points().any(|from| dice.clone().any(|die| die < from && wall.on(from - die) == 0))
}

fn bears_off(theirs: &Side) -> bool {
    right::is_home(theirs) && !theirs.is_done()
}

fn tests_steps(moment: &Moment) -> bool {
    moment.asked.rules.six_tested == BlockTested::EachStep
}

fn stood_before(moment: &Moment) -> bool {
    right::blocks(&moment.asked.rules, &moment.asked.before)
}
