#!/usr/bin/env python3
"""An example engine behind `nardy_adapter`: it plays every rule set of the model.

Run it as `nardy run -- python3 example.py`. It is written to be read: one
function per rule, named as the players name it, and no cleverness but one: two
orders of steps that reach the same state are followed only once.

A *state* is what one step changes. A *turn* here is what the whole turn keeps:
the rules and what was fixed before the first step. A *line* is a sequence of
legal steps, and a *fault* the id of the clause that a step or a line breaks.
"""

from collections import namedtuple
from functools import cached_property

import nardy_adapter
from nardy_adapter import InvalidParams, UnsupportedPosition, UnsupportedRules

OFF, HEAD, BAR, ALL = 0, 24, 25, 15

AXES = {
    "board.setup": ("long", "short", "khachapuri"),
    "board.direction": ("same", "opposite"),
    "board.contact": ("closed", "hit"),
    "opening.starter": ("higher-die", "drawn", "white"),
    "opening.dice": ("played", "rerolled"),
    "opening.next-game": ("roll", "winner", "alternate"),
    "head.limit": ("one", "unlimited"),
    "head.exception.rolls": ("none", "3-4-6", "4-6", "any-double", "any-roll"),
    "head.exception.turn": ("first", "every"),
    "head.exception.player": ("each", "second"),
    "head.exception.when": ("always", "blocked", "unless-field-blocked"),
    "head.exception.use": ("as-dice-require", "optional", "when-stuck", "forced"),
    "dice.usage": ("most", "until-stuck"),
    "dice.single": ("higher", "either"),
    "dice.doubles": ("four", "two"),
    "dice.after-win": ("all-dice", "any"),
    "block.six": ("allowed", "forbidden", "unless-ahead", "unless-home", "unless-can-move"),
    "block.tested": ("each-step", "turn-end"),
    "block.route": ("opponent", "ring"),
    "bear-off.entry": ("same-turn", "next-turn"),
    "bear-off.overshoot": ("highest", "nearest-lower", "any", "exact-only"),
    "bear-off.stuck-higher": ("lost", "released"),
    "result.koks": ("none", "on-head", "in-first-quarter", "in-winner-home-or-head", "in-winner-home-or-bar"),
    "result.home-mars": ("none", "all-home"),
    "result.last-turn": ("none", "second-player", "second-player-if-14-off"),
}

# left: checkers that have left the head in this turn.
State = namedtuple("State", "mover opponent dice left")
# was_home: all checkers were home before the first step. limit: checkers that may leave the head.
# hold_back: the second one only when no other checker can move.
Turn = namedtuple("Turn", "rules dice was_home limit hold_back")


# The board

def route(rules, side):
    """A side's checkers along the opponent's route: item 0 is the opponent's own point 1, item 23 its head."""
    if rules["board.direction"] == "same":
        return side[13:25] + side[1:13]
    return side[24:0:-1]


def closed(rules, state, point):
    """Closed point: one opposing checker closes it; where checkers can be hit, two do."""
    return state.opponent[point] >= (1 if rules["board.contact"] == "closed" else 2)


def play(state, source, target, die):
    """The state after a step; a single opposing checker on an open target is hit onto its bar."""
    mover, dice = list(state.mover), list(state.dice)
    mover[source] -= 1
    mover[target] += 1
    dice.remove(die)
    opponent = state.opponent
    if target != OFF and opponent[target]:
        opponent = list(opponent)
        opponent[BAR] += opponent[target]
        opponent[target] = 0
        opponent = tuple(opponent)
    return State(tuple(mover), opponent, tuple(dice), state.left + (source == HEAD))


# The head

def head_faults(turn, state, die):
    """The head: only so many checkers may leave it in a turn, and the second perhaps only when the rest is stuck."""
    if state.left >= turn.limit:
        return ["head.limit"]
    if turn.hold_back and state.left == 1 and die and others_can_move(turn, state, die):
        return ["head.use"]
    return []


def others_can_move(turn, state, die):
    """Can another checker make a step with this die, and the turn end without the head being touched again?"""
    return any(ends_without_head(turn, after) for step, after in steps(turn, state, [die], head=False))


def ends_without_head(turn, state):
    """May the turn end here, or after further steps of checkers that are not on the head?"""
    return may_end(turn, state) or any(
        ends_without_head(turn, after) for step, after in steps(turn, state, set(state.dice), head=False))


def exception(rules, state, question):
    """The exception: may a second checker leave the head in this turn?"""
    first, second = question.roll
    double = first == second
    rolls = {"none": False, "3-4-6": double and first in (3, 4, 6), "4-6": double and first in (4, 6),
             "any-double": double, "any-roll": True}
    if rules["head.limit"] != "one" or not rolls[rules["head.exception.rolls"]]:
        return False
    players = ("second",) if rules["head.exception.player"] == "second" else ("starter", "second")
    if rules["head.exception.turn"] == "first" and question.first_turn not in players:
        return False
    if rules["head.exception.when"] == "blocked":
        return blocked(rules, state)
    if rules["head.exception.when"] == "unless-field-blocked":
        return not field_blocked(rules, state)
    return True


def blocked(rules, state):
    """Blocked: with one checker off the head, no line plays every die."""
    return Lines(rules, state, limit=1).longest < len(state.dice)


def field_blocked(rules, state):
    """Field blocked: an opposing checker off its own head stands where one head checker would stop with this roll."""
    dice = state.dice
    if len(set(dice)) == 1:
        travelled = [dice[0] * count for count in range(1, len(dice) + 1)]
    else:
        travelled = [dice[0], dice[1], sum(dice)]
    opponents_head = 12 if rules["board.direction"] == "same" else 1
    stops = [HEAD - distance for distance in travelled]
    return any(state.opponent[stop] for stop in stops if stop >= 1 and stop != opponents_head)


# Six in a row

def forbidden_block(rules, mover, opponent):
    """Six in a row: does a run of six exist that nothing releases? Every six of a longer run count by themselves."""
    if rules["block.six"] == "allowed":
        return False
    points = route(rules, mover)
    if rules["block.route"] == "ring":
        points += points[:5]
    run = 0
    for number, checkers in enumerate(points, 1):
        run = run + 1 if checkers else 0
        if run >= 6 and not released(rules, mover, opponent, number - 5):
            return True
    return False


def released(rules, mover, opponent, last):
    """Release of a run whose last point on the opponent's route is `last`. The bar is neither ahead nor home."""
    theirs = route(rules, opponent)
    if rules["block.six"] == "unless-ahead":
        return opponent[OFF] > 0 or any(theirs[:last - 1])
    if rules["block.six"] == "unless-home":
        return opponent[OFF] > 0 or any(theirs[:6])
    if rules["block.six"] == "unless-can-move":
        return opponent_can_move(theirs, route(rules, mover), opponent[BAR])
    return False


def opponent_can_move(theirs, ours, on_bar):
    """Can an opposing checker on the board go 1 to 6 points to a point free of the mover, or be borne off?"""
    if any(theirs) and not any(theirs[6:]) and not on_bar:
        return True
    return any(not ours[index - die] for index in range(24) if theirs[index] for die in range(1, 7) if index >= die)


def blocks_at(turn, state, moment):
    """Is the block rule tested at this moment (each-step or turn-end), and broken?"""
    return turn.rules["block.tested"] == moment and forbidden_block(turn.rules, state.mover, state.opponent)


# Bearing off

def all_home(mover):
    """All home: every checker still in play stands on 6..1."""
    return not any(mover[7:])


def bear_off_faults(turn, state, point, die):
    """Bearing off: all home, perhaps since before the turn; by the exact die, or a larger one if it may overshoot."""
    if not all_home(state.mover):
        return ["bear-off.home"]
    if turn.rules["bear-off.entry"] == "next-turn" and not turn.was_home:
        return ["bear-off.entry"]
    if die > point and not overshoot(turn.rules, state, point, die):
        return ["bear-off.overshoot"]
    return []


def overshoot(rules, state, point, die):
    """Overshoot: may a die larger than the point bear off from it?"""
    rule = rules["bear-off.overshoot"]
    if rule in ("exact-only", "any"):
        return rule == "any"
    if any(state.mover[point + 1:die + 1]):
        return False
    higher = [above for above in range(die + 1, 7) if state.mover[above]]
    if rule == "nearest-lower" or not higher:
        return True
    return rules["bear-off.stuck-higher"] == "released" and all(closed(rules, state, above - die) for above in higher)


# Steps and lines

def try_step(turn, state, source, target, die):
    """(every clause a step breaks, the state after it); `die` is None when no die makes the step."""
    faults, after = [], None
    if not state.mover[source]:
        faults.append("board.source")
    if die is None:
        faults.append("dice.step")
    if target != OFF and closed(turn.rules, state, target):
        faults.append("landing.closed")
    if not faults:
        after = play(state, source, target, die)
    if source != BAR and state.mover[BAR]:
        faults.append("board.bar")
    if source == HEAD:
        faults += head_faults(turn, state, die)
    if target == OFF and die:
        faults += bear_off_faults(turn, state, source, die)
    if after and blocks_at(turn, after, "each-step"):
        faults.append("block.six")
    return faults, after


def steps(turn, state, dice, head=True):
    """The legal steps with any of these dice, as ((source, target), state after); without the head on demand."""
    for die in dice:
        for source in range(1, 26):
            if state.mover[source] and (head or source != HEAD):
                target = max(source - die, OFF)
                faults, after = try_step(turn, state, source, target, die)
                if not faults:
                    yield (source, target), after


def may_end(turn, state):
    """May a turn end here? A pass always may; otherwise a block tested at the turn's end must not stand."""
    return len(state.dice) == len(turn.dice) or not blocks_at(turn, state, "turn-end")


class Lines:
    """Every line of a roll under one head limit: the states reached, a path to each, and which of them end a line."""

    def __init__(self, rules, start, limit, hold_back=False):
        self.turn = Turn(rules, start.dice, all_home(start.mover), limit, hold_back)
        self.paths, self.after = {start: []}, {}
        reached = [start]
        for state in reached:  # grows meanwhile, so every state found is walked from once
            self.after[state] = []
            for step, after in steps(self.turn, state, sorted(set(state.dice), reverse=True)):
                self.after[state].append(after)
                if after not in self.paths:
                    self.paths[after] = [*self.paths[state], step]
                    reached.append(after)
        self.ends = [state for state in reached if may_end(self.turn, state)]
        self.longest = max(len(self.paths[state]) for state in self.ends)

    def goes_on(self, state):
        """Is a line that ends here the beginning of a longer one?"""
        return any(may_end(self.turn, after) or self.goes_on(after) for after in self.after[state])

    @cached_property
    def two_can_leave(self):
        """Does a line that uses the dice as it must take two checkers off the head?"""
        return any(end.left == 2 and not dice_fault(self, end) for end in self.ends)


# The use of the dice

def duty_fault(lines, state):
    """The duty to play: the clause broken by a line that ends here, each of its steps being legal."""
    return dice_fault(lines, state) or forced_fault(lines, state)


def dice_fault(lines, state):
    """Dice use: no pass while something can be played, then as many dice as possible, then the higher one."""
    rules = lines.turn.rules
    length = len(lines.paths[state])
    if lines.longest and not length:
        return "dice.pass"
    if rules["dice.usage"] == "most":
        won = state.mover[OFF] == ALL and rules["dice.after-win"] == "any"
        if length < lines.longest and not won:
            return "dice.most"
    elif lines.goes_on(state):
        return "dice.until-stuck"
    return higher_fault(lines, state)


def higher_fault(lines, state):
    """Higher die: where only one of two different dice can be played, the higher one if it can be."""
    dice = lines.turn.dice
    lower_left = (min(dice),)
    if (lines.turn.rules["dice.single"] == "higher" and lines.longest == 1 and len(set(dice)) == 2
            and state.dice != lower_left and any(end.dice == lower_left for end in lines.ends)):
        return "dice.higher"
    return None


def forced_fault(lines, state):
    """Forced exception: where two checkers can leave the head, two must."""
    forced = lines.turn.limit == 2 and lines.turn.rules["head.exception.use"] == "forced"
    return "head.use" if forced and state.left < 2 and lines.two_can_leave else None


def constructions(question):
    """The sets of lines whose legal ones are the legal turns: one, or two where the exception is a mere right."""
    rules, roll = question.rules, sorted(question.roll, reverse=True)
    if roll[0] == roll[1] and rules["dice.doubles"] == "four":
        roll *= 2
    start = State(tuple(question.position.mover), tuple(question.position.opponent), tuple(roll), 0)
    if start.mover[OFF] == ALL:
        raise UnsupportedPosition("the mover has borne off all its checkers")
    if rules["head.limit"] == "unlimited":
        return [Lines(rules, start, limit=ALL)]
    if not exception(rules, start, question):
        return [Lines(rules, start, limit=1)]
    use = rules["head.exception.use"]
    limits = (1, 2) if use == "optional" else (2,)
    return [Lines(rules, start, limit, hold_back=use == "when-stuck") for limit in limits]


# The questions

def configure(variant, rules):
    """Refuse an axis or a value this engine has never heard of; it plays all others."""
    for axis, value in rules.items():
        table = axis == "result.points" and (value == "difference" or isinstance(value, dict))
        if not table and value not in AXES.get(axis, ()):
            raise UnsupportedRules(axis, value)
    missing = [axis for axis in (*AXES, "result.points") if axis not in rules]
    if missing:
        raise InvalidParams(f"no value for {', '.join(missing)}")


def legal_turns(question):
    """The legal turns, one for each position in which a turn can end."""
    turns = {}
    for lines in constructions(question):
        for end in lines.ends:
            if not duty_fault(lines, end):
                turns[end.mover, end.opponent] = {
                    "steps": lines.paths[end], "end": {"mover": end.mover, "opponent": end.opponent}}
    return list(turns.values())


def judge_turn(question, turn):
    """True, or the first clause that the turn breaks."""
    sets = constructions(question)
    lines = sets[0] if sum(step[0] == HEAD for step in turn) <= 1 else sets[-1]
    start = lines.ends[0]  # the pass
    return verdict(lines, start, turn)[2] or True


def verdict(lines, state, turn, walked=0):
    """(steps before the fault, minus its faults, its first clause), under the dice that carry the turn furthest."""
    if walked == len(turn):
        clause = duty_fault(lines, state) if may_end(lines.turn, state) else "block.six"
        return walked + (not clause), -1, clause
    source, target, *given = turn[walked]
    dice = [die for die in sorted(set(state.dice)) if given in ([], [die])
            and (die == source - target or (target == OFF and source <= HEAD and die > source))]
    found = []
    for die in dice or [None]:
        faults, after = try_step(lines.turn, state, source, target, die)
        found.append((walked, -len(faults), faults[0]) if faults else verdict(lines, after, turn, walked + 1))
    return max(found, key=lambda verdict: verdict[:2])


def outcome(question, mover_started):
    """Is the game over after the mover's turn, who has won, how, and for how many points?"""
    rules, mover, opponent = question.rules, tuple(question.position.mover), tuple(question.position.opponent)
    if opponent[OFF] == ALL:
        if mover_started:
            raise UnsupportedPosition("the second player had won before the starter moved")
        if mover[OFF] == ALL:
            return {"state": "over", "winner": None, "kind": "draw", "points": 0}
        return win(rules, "opponent", mover, mover[1:25])
    if mover[OFF] < ALL:
        return {"state": "ongoing"}
    if mover_started and last_turn(rules, opponent):
        return {"state": "last-turn"}
    return win(rules, "mover", opponent, route(rules, opponent))


def last_turn(rules, second):
    """Last turn: does the second player get a closing turn after the starter has finished?"""
    rule = rules["result.last-turn"]
    return rule == "second-player" or (rule == "second-player-if-14-off" and second[OFF] == ALL - 1)


def win(rules, winner, loser, own):
    """A win and its points; `own` are the loser's points by its own numbers, its point 1 first."""
    kind, table = kind_of_win(rules, loser, own), rules["result.points"]
    points = ALL - loser[OFF] if table == "difference" else table.get(kind)
    return {"state": "over", "winner": winner, "kind": kind, "points": points}


def kind_of_win(rules, loser, own):
    """Oyn, and where the loser has borne off none: koks, home mars or mars, the first that applies."""
    same = rules["board.direction"] == "same"
    winners_home, winners_head = (own[12:18], own[11:12]) if same else (own[18:24], own[:1])
    koks = {"none": (), "on-head": own[23:], "in-first-quarter": own[18:],
            "in-winner-home-or-head": winners_home + winners_head,
            "in-winner-home-or-bar": winners_home + (loser[BAR],)}
    if loser[OFF]:
        return "oyn"
    if any(koks[rules["result.koks"]]):
        return "koks"
    return "home-mars" if rules["result.home-mars"] == "all-home" and sum(own[:6]) == ALL else "mars"


def opening(question, rolls, previous):
    """Who starts, with which dice, and how many of the rolls that took."""
    rules = question.rules
    if previous and rules["opening.next-game"] == "alternate":
        return {"starter": 3 - previous["starter"], "dice": None, "consumed": 0}
    if previous and rules["opening.next-game"] == "winner" and previous.get("winner"):
        return {"starter": previous["winner"], "dice": None, "consumed": 0}
    if rules["opening.starter"] != "higher-die":
        return {"starter": 1 if rules["opening.starter"] == "white" else None, "dice": None, "consumed": 0}
    for consumed, (first, second) in enumerate(rolls, 1):
        if first != second:
            dice = sorted((first, second), reverse=True) if rules["opening.dice"] == "played" else None
            return {"starter": 1 if first > second else 2, "dice": dice, "consumed": consumed}
    return {"starter": None, "dice": None, "consumed": len(rolls)}


if __name__ == "__main__":
    nardy_adapter.run(legal_turns, name="nardy Python example", version="1", judge_turn=judge_turn,
                      outcome=outcome, opening=opening, configure=configure, rules="any")
