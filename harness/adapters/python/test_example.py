"""Checks of the adapter and of the example engine, each answer stated by hand.

    python3 -m unittest -v test_example
"""

import json
import os
import subprocess
import sys
import unittest

import example
from nardy_adapter import Adapter, Position, Question, UnsupportedPosition, UnsupportedRules

RULES = {
    "board.setup": "long", "board.direction": "same", "board.contact": "closed",
    "opening.starter": "higher-die", "opening.dice": "rerolled", "opening.next-game": "roll",
    "head.limit": "one", "head.exception.rolls": "3-4-6", "head.exception.turn": "first",
    "head.exception.player": "each", "head.exception.when": "always", "head.exception.use": "as-dice-require",
    "dice.usage": "most", "dice.single": "higher", "dice.doubles": "four", "dice.after-win": "all-dice",
    "block.six": "unless-ahead", "block.tested": "each-step", "block.route": "opponent",
    "bear-off.entry": "same-turn", "bear-off.overshoot": "highest", "bear-off.stuck-higher": "lost",
    "result.koks": "none", "result.home-mars": "none", "result.last-turn": "none",
    "result.points": {"oyn": 1, "mars": 2, "home-mars": 3, "koks": 4},
}
SHORT = {"board.setup": "short", "board.direction": "opposite", "board.contact": "hit",
         "head.limit": "unlimited", "block.six": "allowed"}
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "example.py")


def side(text):
    """`24x14 13`, with off3 and bar2 for the rest, as 26 integers."""
    points = [0] * 26
    for word in text.split():
        if word.startswith("off"):
            points[0] = int(word[3:])
        elif word.startswith("bar"):
            points[25] = int(word[3:])
        else:
            point, _, count = word.partition("x")
            points[int(point)] = int(count or 1)
    assert sum(points) == 15, text
    return points


def question(mover, opponent, roll=None, first_turn=None, **axes):
    """A question under RULES, with some axes changed; head_exception_use stands for head.exception.use."""
    return Question("test", rules(axes), Position(side(mover), side(opponent)), roll, first_turn)


def rules(axes):
    names = {axis.replace(".", "_").replace("-", "_"): axis for axis in RULES}
    return {**RULES, **{names.get(name, name): value for name, value in axes.items()}}


def ends(*asked, **axes):
    """The mover's final positions, as a set of sides."""
    return {tuple(turn["end"]["mover"]) for turn in example.legal_turns(question(*asked, **axes))}


def sides(*texts):
    return {tuple(side(text)) for text in texts}


class Head(unittest.TestCase):
    START = ("24x15", "12x15")

    def test_second_checker_when_it_is_required_optional_or_the_last_resort(self):
        expected = {
            (6, "as-dice-require"): ["24x13 18x2"],
            (6, "optional"): ["24x14 18", "24x13 18x2"],
            (6, "when-stuck"): ["24x13 18x2"],
            (4, "as-dice-require"): ["24x13 16x2"],
            (4, "optional"): ["24x14 16", "24x13 16x2"],
            (4, "when-stuck"): ["24x13 16x2"],
            (3, "as-dice-require"): ["24x13 21 15", "24x13 18x2"],
            (3, "optional"): ["24x14 15", "24x13 21 15", "24x13 18x2"],
            (3, "when-stuck"): ["24x13 21 15"],
        }
        for (die, use), turns in expected.items():
            with self.subTest(die=die, use=use):
                self.assertEqual(ends(*self.START, [die, die], "starter", head_exception_use=use), sides(*turns))

    def test_forced_second_checker_on_an_open_route(self):
        asked = ("24x15", "11x15", [3, 3], "starter")
        two = ["24x13 21 15", "24x13 18x2"]
        self.assertEqual(ends(*asked), sides("24x14 12", *two))
        self.assertEqual(ends(*asked, head_exception_use="forced"), sides(*two))
        self.assertEqual(ends(*asked, head_exception_when="blocked"), sides("24x14 12"))

    def test_five_five_when_the_opponent_stands_on_4(self):
        asked = ("24x15", "12x14 4", [5, 5], "second")
        self.assertEqual(ends(*asked), sides("24x14 9"))
        for when in ("always", "blocked"):
            self.assertEqual(ends(*asked, head_exception_rolls="any-double", head_exception_when=when),
                             sides("24x13 19 9", "24x13 14x2"))

    def test_four_four_when_an_opposing_checker_on_the_field_blocks(self):
        asked = ("24x15", "12x14 16", [4, 4], "second")
        self.assertEqual(ends(*asked), sides("24x13 20x2"))
        self.assertEqual(ends(*asked, head_exception_when="unless-field-blocked"), sides("24x14 20"))

    def test_the_exception_belongs_to_the_first_turn(self):
        self.assertEqual(ends(*self.START, [6, 6]), sides("24x14 18"))
        self.assertEqual(ends(*self.START, [6, 6], head_exception_turn="every"), sides("24x13 18x2"))
        self.assertEqual(ends(*self.START, [6, 6], "starter", head_exception_player="second"), sides("24x14 18"))


class Block(unittest.TestCase):
    SIX_ONE = "13 6x3 5x3 4x3 3x3 2x2"
    BOTH_DICE = sides("6x4 5x3 4x3 3x3 2x2", "7 6x2 5x4 4x3 3x3 2x2", "7 6x3 5x2 4x4 3x3 2x2",
                      "7 6x3 5x3 4x2 3x4 2x2", "7 6x3 5x3 4x3 3x2 2x3", "7 6x3 5x3 4x3 3x3 2 1")
    ONLY_THE_ONE = sides("13 6x2 5x4 4x3 3x3 2x2", "13 6x3 5x2 4x4 3x3 2x2",
                         "13 6x3 5x3 4x2 3x4 2x2", "13 6x3 5x3 4x3 3x2 2x3")
    PAST_THE_BLOCK = sides("6x4 5x3 4x3 3x3 2x2")

    def test_tested_after_each_step_or_at_the_end_of_the_turn(self):
        asked = (self.SIX_ONE, "12x15", [6, 1])
        self.assertEqual(ends(*asked), self.ONLY_THE_ONE)
        self.assertEqual(ends(*asked, block_tested="turn-end"), self.PAST_THE_BLOCK)
        self.assertEqual(ends(*asked, block_six="allowed"), self.BOTH_DICE)

    def test_a_double_that_passes_through_a_block(self):
        asked = ("13 6x2 5x3 4x3 3x3 2x3", "12x15", [6, 6])
        self.assertEqual(ends(*asked), sides("13 6x2 5x3 4x3 3x3 2x3"))
        self.assertEqual(ends(*asked, block_tested="turn-end"), sides("off2 5x3 4x3 3x3 2x3 1"))

    def test_released_by_a_checker_ahead_or_by_one_at_home(self):
        ahead, at_home = (self.SIX_ONE, "22 12x14", [6, 1]), (self.SIX_ONE, "18 12x14", [6, 1])
        for tested in ("each-step", "turn-end"):
            self.assertEqual(ends(*ahead, block_tested=tested), self.BOTH_DICE)
            for six in ("unless-ahead", "unless-home"):
                self.assertEqual(ends(*at_home, block_tested=tested, block_six=six), self.BOTH_DICE)
        self.assertEqual(ends(*ahead, block_six="unless-home"), self.ONLY_THE_ONE)
        self.assertEqual(ends(*ahead, block_six="unless-home", block_tested="turn-end"), self.PAST_THE_BLOCK)
        self.assertEqual(ends(*at_home, block_six="forbidden"), self.ONLY_THE_ONE)

    def test_the_movers_own_corner_is_on_the_opponents_route(self):
        turns = ends("24x10 23 22 9 2 1", "12x15", [6, 5])
        self.assertEqual(len(turns), 13)
        self.assertNotIn(tuple(side("24x9 23 22 19 3 2 1")), turns)

    def test_the_opponents_corner_counts_on_the_ring_only(self):
        asked = ("21 14 13 12 11 10 1x9", "9x10 8 7 6 5 4", [6, 6])
        stands, passes = sides("15 14 13 12 11 10 1x9"), sides("21 14 13 12 11 10 1x9")
        self.assertEqual(ends(*asked, block_six="unless-home"), stands)
        self.assertEqual(ends(*asked, block_six="unless-home", block_route="ring"), passes)
        self.assertEqual(ends(*asked, block_six="unless-ahead", block_route="ring"), stands)


class BearingOff(unittest.TestCase):
    def test_a_larger_die_takes_the_highest_or_the_nearest_lower_checker(self):
        asked = ("off12 6 4 2", "12x15", [5, 3])
        standard = sides("off12 2 1x2", "off13 3 2")
        self.assertEqual(ends(*asked), standard)
        self.assertEqual(ends(*asked, bear_off_overshoot="nearest-lower"),
                         standard | sides("off13 4 1", "off13 6 1", "off14 6"))

    def test_a_higher_checker_that_cannot_move(self):
        asked = ("off13 6 3", "12x14 1", [5, 5])
        self.assertEqual(ends(*asked), sides("off13 6 3"))
        self.assertEqual(ends(*asked, bear_off_stuck_higher="released"), sides("off14 6"))

    def test_entering_and_bearing_off_in_one_turn(self):
        asked = ("7 3x14", "12x15", [3, 1])
        next_turn = sides("4 3x13 2", "3x15")
        self.assertEqual(ends(*asked, bear_off_entry="next-turn"), next_turn)
        self.assertEqual(ends(*asked), next_turn | sides("off1 6 3x13"))


class ShortNardy(unittest.TestCase):
    def test_a_checker_enters_from_the_bar_and_hits(self):
        asked = ("bar1 1x14", "22 20x2 19x12", [5, 3])
        (turn,) = example.legal_turns(question(*asked, **SHORT))
        self.assertEqual(turn["steps"], [(25, 22), (22, 17)])
        self.assertEqual(turn["end"], {"mover": tuple(side("17 1x14")), "opponent": tuple(side("bar1 20x2 19x12"))})


class Judgement(unittest.TestCase):
    def judge(self, steps, *asked, **axes):
        return example.judge_turn(question(*asked, **axes), steps)

    def test_the_clause_that_a_turn_breaks(self):
        start, wall = ("24x15", "12x15", [6, 5]), (Block.SIX_ONE, "12x15", [6, 1])
        single = ("13 1x14", "18x14 6", [6, 1])
        for steps, asked, clause in (
            ([[24, 18], [18, 13]], start, True),
            ([[24, 18], [24, 19]], start, "head.limit"),
            ([[24, 18]], start, "dice.most"),
            ([], start, "dice.pass"),
            ([[24, 13]], start, "dice.step"),
            ([[23, 18]], start, "board.source"),
            ([[13, 7], [7, 6]], wall, "block.six"),
            ([[13, 12]], wall, "landing.closed"),
            ([[13, 7]], single, True),
            ([[13, 12]], single, "dice.higher"),
            ([[6, 0]], ("off12 6 4 2", "12x15", [5, 3]), "dice.step"),
            ([[4, 0]], ("off12 6 4 2", "12x15", [5, 3]), "bear-off.overshoot"),
            ([[3, 0], [3, 2]], ("7 3x14", "12x15", [3, 1]), "bear-off.home"),
        ):
            with self.subTest(steps=steps, clause=clause):
                self.assertEqual(self.judge(steps, *asked), clause)

    def test_the_axis_decides(self):
        self.assertEqual(self.judge([[13, 7], [7, 6]], Block.SIX_ONE, "12x15", [6, 1], block_tested="turn-end"), True)
        self.assertEqual(self.judge([[24, 18], [24, 18]], *Head.START, [6, 6], "starter"), True)
        self.assertEqual(self.judge([[24, 18]], *Head.START, [6, 6], "starter"), "dice.most")
        self.assertEqual(self.judge([[24, 18]], *Head.START, [6, 6], "starter", head_exception_use="optional"), True)
        self.assertEqual(self.judge([[24, 21], [24, 21]], *Head.START, [3, 3], "starter",
                                    head_exception_use="when-stuck"), "head.use")


class EndOfTheGame(unittest.TestCase):
    def outcome(self, mover, opponent, mover_started, **axes):
        return example.outcome(question(mover, opponent, **axes), mover_started)

    def test_kinds_of_win(self):
        head, quarter = "13x14 12", "18x14 8"  # the loser's own head, and its own point 20
        for opponent, axes, kind, points in (
            ("off1 13x14", {}, "oyn", 1),
            (head, {}, "mars", 2),
            (head, {"result_koks": "on-head"}, "koks", 4),
            (quarter, {"result_koks": "on-head"}, "mars", 2),
            (quarter, {"result_koks": "in-first-quarter"}, "koks", 4),
            ("18x14 6", {"result_koks": "in-winner-home-or-head"}, "koks", 4),
            ("18x15", {"result_home_mars": "all-home"}, "home-mars", 3),
            ("off4 13x11", {"result_points": "difference"}, "oyn", 11),
        ):
            with self.subTest(opponent=opponent, axes=axes):
                self.assertEqual(self.outcome("off15", opponent, True, **axes),
                                 {"state": "over", "winner": "mover", "kind": kind, "points": points})

    def test_the_closing_turn(self):
        granted = {"result_last_turn": "second-player-if-14-off"}
        self.assertEqual(self.outcome("off15", "off14 13", True, **granted), {"state": "last-turn"})
        self.assertEqual(self.outcome("off15", "off13 13x2", True, **granted)["state"], "over")
        self.assertEqual(self.outcome("off15", "off15", False, **granted),
                         {"state": "over", "winner": None, "kind": "draw", "points": 0})
        self.assertEqual(self.outcome("off14 1", "off15", False, **granted)["winner"], "opponent")
        self.assertEqual(self.outcome("off14 1", "13x15", True), {"state": "ongoing"})
        with self.assertRaises(UnsupportedPosition):
            self.outcome("off14 1", "off15", True)

    def test_who_starts(self):
        def opening(previous=None, **axes):
            return example.opening(Question("test", rules(axes)), [[4, 4], [2, 5]], previous)
        self.assertEqual(opening(), {"starter": 2, "dice": None, "consumed": 2})
        self.assertEqual(opening(opening_dice="played"), {"starter": 2, "dice": [5, 2], "consumed": 2})
        lost = {"starter": 2, "winner": 1}
        self.assertEqual(opening(lost, opening_next_game="winner")["starter"], 1)
        self.assertEqual(opening(lost, opening_next_game="alternate")["starter"], 1)
        self.assertEqual(opening({"starter": 2, "winner": None}, opening_next_game="winner")["consumed"], 2)


class Protocol(unittest.TestCase):
    POSITION = {"mover": side("24x15"), "opponent": side("12x15")}
    HELLO = ("initialize", {"protocol": [1], "client": {"name": "test"}, "later": 1})
    START = ("legal_turns", {"variant": "v", "position": POSITION, "roll": [6, 5], "first_turn": None, "extra": {}})

    def talk(self, lines, program=(EXAMPLE,)):
        """The replies of a process to these lines, and its exit code; a request may be (method, params)."""
        requests = [line if isinstance(line, bytes) else json.dumps(
            {"jsonrpc": "2.0", "id": number, "method": line[0], "params": line[1]}).encode()
            for number, line in enumerate(lines)]
        process = subprocess.run([sys.executable, *program], input=b"\r\n".join(requests) + b"\r\n",
                                 capture_output=True, timeout=30, cwd=os.path.dirname(EXAMPLE))
        return [json.loads(line) for line in process.stdout.splitlines()], process.returncode

    def test_a_conversation(self):
        replies, code = self.talk([
            self.HELLO, b"garbage", ("fly", {}), self.START,
            ("configure", {"variant": "v", "rules": RULES}),
            ("configure", {"variant": "w", "rules": {**RULES, "board.contact": "pin"}}),
            self.START, ("legal_turns", {**self.START[1], "roll": [7, 1]}),
            ("judge_turn", {**self.START[1], "steps": [[24, 18], [24, 19]]}), ("shutdown", {}), self.START])
        self.assertEqual([reply["id"] for reply in replies], [0, None, 2, 3, 4, 5, 6, 7, 8, 9])
        self.assertEqual([reply.get("error", {}).get("code") for reply in replies],
                         [None, -32700, -32601, -32602, None, -32001, None, -32602, None, None])
        self.assertEqual(replies[0]["result"]["methods"], ["legal_turns", "judge_turn", "outcome", "opening"])
        self.assertEqual(replies[5]["error"]["data"], {"axis": "board.contact", "value": "pin"})
        (turn,) = replies[6]["result"]["turns"]
        self.assertIn(turn["steps"], ([[24, 18], [18, 13]], [[24, 19], [19, 13]]))
        self.assertEqual(turn["end"], {"mover": side("24x14 13"), "opponent": side("12x15")})
        self.assertEqual(replies[8]["result"], {"legal": False, "clause": "head.limit"})
        self.assertEqual(code, 0)

    def test_end_of_input_ends_the_process(self):
        replies, code = self.talk([("initialize", {"protocol": [2]})])
        self.assertEqual(replies[0]["error"]["code"], -32003)
        self.assertEqual(replies[0]["error"]["data"], {"supported": [1]})
        self.assertEqual(code, 0)

    def test_prints_and_exceptions_stay_out_of_the_replies(self):
        program = ("import os, nardy_adapter\n"
                   "def legal_turns(question):\n"
                   "    print('thinking')\n"
                   "    os.system('echo thinking')\n"
                   "    return [[(24, 18), (18, 13)]] if question.roll == [6, 5] else 1 / 0\n"
                   "nardy_adapter.run(legal_turns, name='noisy', version='0')\n")
        other = ("legal_turns", {**self.START[1], "roll": [1, 2]})
        replies, code = self.talk([self.HELLO, other, self.START, ("outcome", {}), ("configure", {})], ("-c", program))
        self.assertEqual(replies[0]["result"]["methods"], ["legal_turns"])
        self.assertEqual(replies[1]["error"], {"code": -32603, "message": "ZeroDivisionError: division by zero"})
        self.assertEqual(replies[2]["result"], {"turns": [{"steps": [[24, 18], [18, 13]]}]})
        self.assertEqual([reply["error"]["code"] for reply in replies[3:]], [-32601, -32601])
        self.assertEqual(code, 0)

    def test_what_the_engine_may_raise_and_return(self):
        answers = {1: UnsupportedPosition(), 2: UnsupportedRules("head.limit", "one"), 3: [], 4: [[]],
                   5: [{"end": {"mover": self.POSITION["mover"]}}], 6: [[(30, 24)]]}

        def legal_turns(question):
            answer = answers[question.roll[0]]
            if isinstance(answer, Exception):
                raise answer
            return answer

        adapter = Adapter(legal_turns, name="any", version="0")
        sys.stderr, stderr = open(os.devnull, "w"), sys.stderr
        try:
            replies = [json.loads(adapter.answer(json.dumps({"id": 1, "method": method, "params": params}).encode()))
                       for method, params in [self.HELLO, *(("legal_turns", {**self.START[1], "roll": [die, 1]})
                                                            for die in answers)]]
        finally:
            sys.stderr.close()
            sys.stderr = stderr
        self.assertEqual([reply.get("error", {}).get("code") for reply in replies],
                         [None, -32002, -32001, -32603, None, None, -32603])
        self.assertEqual(replies[2]["error"]["data"], {"axis": "head.limit", "value": "one"})
        self.assertEqual(replies[4]["result"], {"turns": [{"steps": []}]})
        self.assertEqual(replies[5]["result"], {"turns": [answers[5][0]]})


if __name__ == "__main__":
    unittest.main()
