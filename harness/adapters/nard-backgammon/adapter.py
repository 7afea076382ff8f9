#!/usr/bin/env python3
"""Put nard-backgammon, a package of PyPI, before the cases of `nardy`.

    nardy run --variant federation-2026 -- VENV/bin/python adapter.py [--black]

There is no rule of the game in this file. It sets the package's board, hands it
the dice, plays every move that its `get_valid_moves` offers with its own
`play_move`, and says where that leads. Points are counted by the package from 0,
the head, to 23, so the mover's point p is its slot 24 - p; the first twelve and
the last twelve slots change places when black looks at them.

The mover is white, or black with --black: the package does not treat the two
alike.
"""

import copy
import itertools
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

import nardy_adapter
from nard_backgammon import Board, Nard, NardError, NardState, Player, nard
from nard_backgammon.board import Move
from nardy_adapter import Unsupported, UnsupportedPosition

MOVER, OPPONENT = (Player.BLACK, Player.WHITE) if "--black" in sys.argv[1:] else (Player.WHITE, Player.BLACK)
OFF, BAR, ALL = 0, 25, 15


def throw(rolls):
    """The package throws dice of its own; from now on it throws these."""
    nard.random_nums = lambda: tuple(next(rolls))


def game_of(question):
    """The package's game in which the mover has just thrown its dice."""
    throw(itertools.repeat(question.roll))
    if question.first_turn == "starter":
        # Whoever starts plays the dice that `new` throws, of which a double is two numbers and not four.
        game = Nard.new(first_roll_player=MOVER)
    else:
        game = Nard(Board(), NardState.PLAYING, MOVER)
        game._roll_dice()
    set_up(game.board, question.position)
    return game


def set_up(board, position):
    """Checkers onto the board: white's are positive numbers, black's negative ones. The package has no call for it."""
    if position.mover[BAR] or position.opponent[BAR]:
        raise UnsupportedPosition("nard-backgammon has no bar")
    if ALL in (position.mover[OFF], position.opponent[OFF]):
        raise UnsupportedPosition("to nard-backgammon the game is over when one side is off the board")
    sign = 1 if MOVER == Player.WHITE else -1
    seen = [sign * (position.mover[24 - slot] - position.opponent[24 - slot]) for slot in range(24)]
    board._set_new_slots(MOVER, seen)
    off = {MOVER: position.mover[OFF], OPPONENT: position.opponent[OFF]}
    board._white_off, board._black_off = off[Player.WHITE], off[Player.BLACK]


def played(game, move):
    """A copy of the game in which the move is played."""
    after = copy.copy(game)
    after.board = copy.copy(game.board)
    after.play_move(move)
    return after


def turn_is_over(game):
    return game.player_turn != MOVER or game.state == NardState.ENDED


def step(move):
    return [24 - move.source, 0 if move.direction is None else 24 - move.direction]


def legal_turns(question):
    """Every end that moves of the package lead to, each by the first way to it."""
    game = game_of(question)
    turns, seen = {}, set()

    def follow(game, steps):
        moves = game.get_valid_moves()
        if not moves:
            turns.setdefault(board(game), steps)
        for move in moves:
            after, longer = played(game, move), [*steps, step(move)]
            if turn_is_over(after):
                turns.setdefault(board(after), longer)
            elif (state := (board(after), after.dice_nums)) not in seen:
                seen.add(state)
                follow(after, longer)

    follow(game, [])
    return list(turns.values())


def board(game):
    return game.board.slots, game.board.white_off, game.board.black_off


def judge_turn(question, steps):
    """Are these steps a turn? Each is played, and the turn must then be over or leave nothing to play."""
    game = game_of(question)
    try:
        for source, target, *_die in steps:
            if turn_is_over(game):
                return False
            game = played(game, Move(24 - source, 24 - target if target else None))
        if not turn_is_over(game):
            game.skip()
    except NardError:
        return False
    return True


def opening(_question, rolls, previous):
    """The first roll, by which the package finds out who starts, and which is played."""
    if previous:
        raise Unsupported("nard-backgammon knows no game before this one")
    game, left = Nard(Board(), NardState.FIRST_ROLL), iter(rolls)
    throw(left)
    try:
        starter = game.first_roll()
    except StopIteration:
        return {"starter": None, "dice": None, "consumed": len(rolls)}
    return {"starter": 1 if starter == Player.WHITE else 2, "dice": sorted(game.dice_nums, reverse=True),
            "consumed": len(rolls) - len(list(left))}


if __name__ == "__main__":
    nardy_adapter.run(legal_turns, name="nard-backgammon", version=version("nard-backgammon"),
                      judge_turn=judge_turn, opening=opening)
