"""Engines whose replies have the wrong form, or an unusual one."""

from engine import Engine, main


class OwnKeys(Engine):
    """Keys that begin with x_ are an engine's own."""

    def reply(self, request, result):
        for turn in result.get("turns", []):
            turn["x_score"] = 0.5
            turn["end"]["x_hash"] = {"depth": 3}
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": {**result, "x_nodes": 17}, "x_time": 4})


class UnknownKey(Engine):
    def marked(self, request):
        self.reply(request, {**self.result(request), "score": 3})


class UnknownKeyInTurn(Engine):
    def marked(self, request):
        result = self.result(request)
        result["turns"][0]["score"] = 3
        self.reply(request, result)


class UnknownKeyBesideResult(Engine):
    def marked(self, request):
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": self.result(request), "time": 4})


class NoJsonrpc(Engine):
    def marked(self, request):
        self.send({"id": request["id"], "result": self.result(request)})


class ResultAndError(Engine):
    def marked(self, request):
        error = {"code": 1, "message": "both"}
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": self.result(request), "error": error})


class NoResult(Engine):
    def marked(self, request):
        self.send({"jsonrpc": "2.0", "id": request["id"]})


class ErrorAsText(Engine):
    def marked(self, request):
        self.send({"jsonrpc": "2.0", "id": request["id"], "error": "sorry"})


class ResultAsList(Engine):
    def marked(self, request):
        self.reply(request, self.result(request)["turns"])


class WrongSum(Engine):
    def marked(self, request):
        result = self.result(request)
        result["turns"][0]["end"]["mover"][24] = 15
        self.reply(request, result)


class ShortList(Engine):
    def marked(self, request):
        result = self.result(request)
        del result["turns"][0]["end"]["mover"][25]
        self.reply(request, result)


class NoSuchPoint(Engine):
    def marked(self, request):
        self.reply(request, {"turns": [{"steps": [[30, 25]]}]})


class Disagrees(Engine):
    def marked(self, request):
        result = self.result(request)
        end = result["turns"][0]["end"]["mover"]
        end[18], end[1] = end[18] - 1, end[1] + 1
        self.reply(request, result)


class SameSteps(Engine):
    def marked(self, request):
        turns = self.result(request)["turns"]
        again = {"steps": [[*step, step[0] - step[1]] for step in turns[0]["steps"]]}
        self.reply(request, {"turns": [*turns, again]})


class NeitherStepsNorEnd(Engine):
    def marked(self, request):
        self.reply(request, {"turns": [{}]})


class NoTurns(Engine):
    """The right form, and a wrong answer."""

    def marked(self, request):
        self.reply(request, {"turns": []})


class WrongPath(Engine):
    """Steps that no checker can make: the right form, and a wrong answer."""

    def marked(self, request):
        result = self.result(request)
        result["turns"][0]["steps"][0][0] = 23
        self.reply(request, result)


class Other(Engine):
    """It answers the other methods, with what the first roll asks for."""
    methods = ["judge_turn", "outcome", "opening"]
    replies = {
        "judge_turn": [{"legal": True}, {"legal": False, "clause": "head.limit"}, {"legal": True, "clause": "head.limit"},
                       {"legal": "yes"}, {}],
        "outcome": [{"state": "ongoing"}, {"state": "over", "winner": None, "kind": "draw", "points": 0},
                    {"state": "won"}, {"state": "over", "points": 1.5}, {"winner": "mover"}],
        "opening": [{"starter": 2, "dice": [5, 2], "consumed": 1}, {"starter": None, "dice": None, "consumed": 0},
                    {"starter": 3, "dice": None, "consumed": 1}, {"starter": 1, "consumed": 1},
                    {"starter": 1, "dice": [7, 1], "consumed": 1}],
    }

    def answer(self, request):
        replies = self.replies[request["method"]]
        self.reply(request, replies.pop(0))


if __name__ == "__main__":
    main()
