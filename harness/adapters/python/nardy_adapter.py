"""Connect a long-nardy engine written in Python to `nardy`, with one function.

The adapter protocol is JSON-RPC 2.0, one object per line, on standard input and
output. This file speaks it; the author of an engine writes `legal_turns` and
calls `run`. It needs Python 3.9 or later and nothing else: copy it next to the
engine, or put its folder on the path: `sys.path.insert(0, ".../adapters/python")`.

A complete adapter, for an engine that plays one built-in rule set:

    import nardy_adapter
    import my_engine

    def own_numbers(opponent):
        "The opponent's checkers by its own points: its head is the mover's 12."
        return [opponent[(point + 11) % 24 + 1] for point in range(1, 25)]

    def legal_turns(question):
        position = question.position
        if position.mover[25] or position.opponent[25]:
            raise nardy_adapter.UnsupportedPosition("this engine knows no bar")
        game = my_engine.Game(
            mine=position.mover[1:25],
            theirs=own_numbers(position.opponent),
            first_turn=question.first_turn is not None,
        )
        turns = game.turns(*question.roll)
        return [[[step.source, step.target] for step in turn] for turn in turns]

    if __name__ == "__main__":
        nardy_adapter.run(legal_turns, name="My engine", version="1.4")

and the command that tries it:

    nardy run --variant nard-online -- python3 my_adapter.py

An engine with one signed board, say slots 0 to 23 from each side's head with the
mover's checkers positive, reads it so:

    board = [position.mover[24 - i] - position.opponent[24 - i] for i in range(24)]

An engine without a notion of the first turn leaves `first_turn` alone.

Numbers. All points are the mover's: 24 is the mover's head, 6..1 its home, 0
borne off, 25 the bar. This holds for the opponent's checkers too, and the sides
are not swapped after a turn.

What `legal_turns` returns. A list of turns. A turn is a list of steps, and a
step is `[from, to]`, or `[from, to, die]`; every step uses one die. Where
nothing can be played the only turn is the empty one: `[[]]`. Instead of a list
of steps a turn may be `{"steps": [...], "end": {"mover": [26 integers],
"opponent": [26 integers]}}` with either key left out.

Optional functions, each named like its method:

    judge_turn(question, steps)
        True, False, or the id of the clause that the turn breaks. A step is
        `[from, to]` and may carry its die: `source, target, *die = step`.
    outcome(question, mover_started)
        The mover has just moved: {"state": "ongoing" | "last-turn" | "over",
        "winner": "mover" | "opponent" | None, "kind": ..., "points": ...}.
    opening(question, rolls, previous)
        {"starter": 1 | 2 | None, "dice": [a, b] | None, "consumed": n}.
    configure(variant, rules)
        Called once for each rule set, before any question under it.

Rule sets. `rules="fixed"`: one built-in rule set, never configured. "listed":
only the ids in `variants` are configured. "any": every rule set is, and
`question.rules` holds a value for each axis. Raise `UnsupportedRules` for an
axis value the engine cannot play, from `configure` or from any question, and
`Unsupported("why")` for whatever else it has no notion of; the case is then
counted as unsupported, not as wrong.

Whatever the engine prints while it is served goes to standard error; an engine
that prints while it is imported is best imported inside `legal_turns`. An
exception in one of the functions is reported as an internal error for that
question, its traceback goes to standard error, and the next question is answered
as usual.
"""

import json
import os
import sys
import traceback

PROTOCOL = 1
QUESTIONS = ("legal_turns", "judge_turn", "outcome", "opening")

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_SUPPORTED = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
RULES_NOT_SUPPORTED = -32001
POSITION_NOT_SUPPORTED = -32002
PROTOCOL_NOT_SUPPORTED = -32003


class AdapterError(Exception):
    """An error reply: its code, its message and, for some codes, its data."""

    def __init__(self, code, message, data=None):
        super().__init__(message)
        self.code = code
        self.data = data


class Unsupported(AdapterError):
    """The engine has no notion of what is asked."""

    def __init__(self, why):
        super().__init__(METHOD_NOT_SUPPORTED, why)


class UnsupportedRules(AdapterError):
    """The engine cannot play this value of this axis."""

    def __init__(self, axis, value):
        super().__init__(RULES_NOT_SUPPORTED, f"cannot play {axis} = {value}", {"axis": axis, "value": value})


class UnsupportedPosition(AdapterError):
    """The engine cannot answer for this position."""

    def __init__(self, message="position not supported"):
        super().__init__(POSITION_NOT_SUPPORTED, message)


class InvalidParams(AdapterError):
    """The request itself makes no sense."""

    def __init__(self, message):
        super().__init__(INVALID_PARAMS, message)


class Position:
    """Both sides as 26 integers, indexed by the mover's points (0 off, 25 bar)."""

    def __init__(self, mover, opponent):
        self.mover = mover
        self.opponent = opponent

    def __repr__(self):
        return f"Position(mover={self.mover}, opponent={self.opponent})"


class Question:
    """What is asked, and under which rules. A field the method lacks is None.

    variant     id of the rule set (None under rules "fixed")
    rules       its axes and values, as configured ({} under rules "fixed")
    position    position.mover and position.opponent
    roll        two dice, such as [6, 5]
    first_turn  "starter" or "second" on that player's first turn, else None
    history     the turns so far, [{"roll": ..., "steps": ...}, ...], or None
    """

    def __init__(self, variant=None, rules=None, position=None, roll=None, first_turn=None, history=None):
        self.variant = variant
        self.rules = {} if rules is None else rules
        self.position = position
        self.roll = roll
        self.first_turn = first_turn
        self.history = history


def run(legal_turns, **options):
    """Serve the engine on standard input and output until shutdown or end of input.

    The options are those of `Adapter`.
    """
    adapter = Adapter(legal_turns, **options)
    requests, replies = _take_over_standard_streams()
    try:
        for line in requests:
            if line.strip():
                replies.write(adapter.answer(line) + b"\n")
                replies.flush()
            if adapter.stopped:
                return
    except BrokenPipeError:
        return


class Adapter:
    """The protocol without the streams: `answer` turns a request line into a reply line.

    name, version    of the engine, for reports
    judge_turn, outcome, opening, configure
                     the optional functions
    rules            "any", "listed" or "fixed"; "listed" needs `variants`, the ids
    setup            "any", or "replay" for an engine that cannot set up positions
                     and plays `question.history` from the start instead
    max_in_flight    how many questions may wait here at once; answers keep their order
    """

    def __init__(self, legal_turns, *, name, version, judge_turn=None, outcome=None, opening=None,
                 configure=None, rules="fixed", variants=None, setup="any", max_in_flight=None):
        if rules not in ("any", "listed", "fixed"):
            raise ValueError('rules must be "any", "listed" or "fixed"')
        if (rules == "listed") != (variants is not None):
            raise ValueError('variants belong to rules "listed", and it needs them')
        if setup not in ("any", "replay"):
            raise ValueError('setup must be "any" or "replay"')
        functions = dict(zip(QUESTIONS, (legal_turns, judge_turn, outcome, opening)))
        self.functions = {method: function for method, function in functions.items() if function}
        self.configure_engine = configure
        self.rules = rules
        self.setup = setup
        self.hello = {"protocol": PROTOCOL, "engine": {"name": name, "version": version},
                      "methods": list(self.functions), "rules": rules, "setup": setup}
        if variants is not None:
            self.hello["variants"] = list(variants)
        if max_in_flight is not None:
            self.hello["max_in_flight"] = max_in_flight
        self.configured = {}
        self.initialized = False
        self.stopped = False

    def answer(self, line):
        """Reply to one line of bytes; never raises, whatever the line or the engine does."""
        request_id = None
        try:
            request = _request(line)
            request_id = request["id"]
            return _result(request_id, self._dispatch(request.get("method"), request.get("params", {})))
        except AdapterError as error:
            return _error(request_id, error.code, str(error), error.data)
        except (Exception, SystemExit) as error:
            traceback.print_exc(file=sys.stderr)
            return _error(request_id, INTERNAL_ERROR, f"{type(error).__name__}: {error}")

    def _dispatch(self, method, params):
        if not isinstance(method, str):
            raise AdapterError(INVALID_REQUEST, "a request must name a method")
        if method == "initialize":
            return self._initialize(params)
        if method == "shutdown":
            self.stopped = True
            return {}
        if not self.initialized:
            raise AdapterError(INVALID_REQUEST, "initialize comes first")
        if method == "configure" and self.rules != "fixed":
            return self._configure(params)
        if method not in self.functions:
            raise AdapterError(METHOD_NOT_SUPPORTED, f"method not supported: {method}")
        return getattr(self, "_" + method)(self.functions[method], self._question(method, params), params)

    def _initialize(self, params):
        if PROTOCOL not in _take(params, "protocol", list):
            raise AdapterError(PROTOCOL_NOT_SUPPORTED, "no common protocol version", {"supported": [PROTOCOL]})
        self.initialized = True
        return self.hello

    def _configure(self, params):
        variant, rules = _take(params, "variant", str), _take(params, "rules", dict)
        if variant not in self.hello.get("variants", [variant]):
            raise UnsupportedRules("variant", variant)
        if self.configure_engine:
            self.configure_engine(variant, rules)
        self.configured[variant] = rules
        return {}

    def _question(self, method, params):
        question = Question()
        if self.rules != "fixed":
            question.variant = _take(params, "variant", str)
            if question.variant not in self.configured:
                raise InvalidParams(f"variant not configured: {question.variant}")
            question.rules = self.configured[question.variant]
        if method == "opening":
            return question
        question.position = _position(_take(params, "position", dict))
        question.history = params.get("history")
        if not isinstance(question.history, (list, type(None))):
            raise InvalidParams("history must be a list of turns")
        if self.setup == "replay" and question.history is None:
            raise UnsupportedPosition("this engine plays positions from their history only")
        if method != "outcome":
            question.roll = _dice(params.get("roll"))
            question.first_turn = params.get("first_turn")
            if question.first_turn not in (None, "starter", "second"):
                raise InvalidParams("first_turn must be null, starter or second")
        return question

    def _legal_turns(self, function, question, _params):
        turns = [_turn(turn) for turn in function(question)]
        if not turns:
            raise ValueError("legal_turns returned no turn; a pass is one turn without steps: [[]]")
        return {"turns": turns}

    def _judge_turn(self, function, question, params):
        steps = _take(params, "steps", list)
        if not all(isinstance(step, list) and _is_step(step) for step in steps):
            raise InvalidParams("a step must be [from, to] or [from, to, die]")
        verdict = function(question, steps)
        if isinstance(verdict, str):
            return {"legal": False, "clause": verdict}
        if verdict not in (True, False):
            raise TypeError("judge_turn must return True, False or a clause id")
        return {"legal": bool(verdict)}

    def _outcome(self, function, question, params):
        return _object(function(question, _take(params, "mover_started", bool)), "outcome", "state")

    def _opening(self, function, question, params):
        rolls = [_dice(roll) for roll in _take(params, "rolls", list)]
        previous = params.get("previous")
        if previous is not None and not (
            isinstance(previous, dict)
            and previous.get("starter") in (1, 2)
            and previous.get("winner") in (1, 2, None)
        ):
            raise InvalidParams("previous needs a starter (1 or 2) and a winner (1, 2 or null)")
        return _object(function(question, rolls, previous), "opening", "starter")


def _take_over_standard_streams():
    """Keep the protocol's two streams private; print, C code and child processes get stderr and no input."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    # What was printed before now and is still buffered leaves through the new stdout, which is stderr.
    sys.stdout.flush()
    sys.stdout = sys.stderr
    return requests, replies


def _request(line):
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise AdapterError(PARSE_ERROR, f"not a line of JSON: {error}") from None
    if not isinstance(request, dict) or type(request.get("id")) is not int:
        raise AdapterError(INVALID_REQUEST, "a request must be an object with an integer id")
    return request


def _result(request_id, result):
    reply = {"jsonrpc": "2.0", "id": request_id, "result": result}
    return json.dumps(reply, default=int, allow_nan=False).encode("utf-8")


def _error(request_id, code, message, data=None):
    error = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}, default=str).encode("utf-8")


def _take(params, key, kind):
    value = params.get(key) if isinstance(params, dict) else None
    if not isinstance(value, kind):
        raise InvalidParams(f"{key} must be given, as {kind.__name__}")
    return value


def _position(value):
    mover, opponent = _side(value.get("mover")), _side(value.get("opponent"))
    if any(mover[point] and opponent[point] for point in range(1, 25)):
        raise InvalidParams("both sides stand on one point")
    return Position(mover, opponent)


def _side(value):
    if not _integers(value) or len(value) != 26 or min(value) < 0 or sum(value) != 15:
        raise InvalidParams("a side must be 26 integers that add up to 15")
    return value


def _dice(value):
    if not _integers(value) or len(value) != 2 or not all(1 <= die <= 6 for die in value):
        raise InvalidParams("a roll must be two integers from 1 to 6")
    return value


def _integers(value):
    return isinstance(value, list) and all(type(number) is int for number in value)


def _is_step(step):
    return (_integers(step) and len(step) in (2, 3) and 1 <= step[0] <= 25 and 0 <= step[1] <= 24
            and (len(step) == 2 or 1 <= step[2] <= 6))


def _turn(turn):
    """A turn as the engine gave it, as the protocol wants it; int() accepts numpy's integers."""
    given = turn if isinstance(turn, dict) else {"steps": turn}
    result = {}
    if "steps" in given:
        result["steps"] = [[int(number) for number in step] for step in given["steps"]]
        if not all(_is_step(step) for step in result["steps"]):
            raise ValueError(f"not a list of steps: {result['steps']}")
    if "end" in given:
        result["end"] = {side: [int(number) for number in given["end"][side]] for side in given["end"]}
    if not result:
        raise ValueError("a turn needs steps, an end or both")
    return result


def _object(value, method, key):
    if not isinstance(value, dict) or key not in value:
        raise TypeError(f"{method} must return a dict with {key}")
    return value
