"""A well-behaved engine of the adapter protocol, for scripts that spoil one thing about it.

A script makes subclasses of `Engine` and calls `main`; the first argument names the subclass to run. The engine answers
legal_turns for the start of a game with one turn: one checker from the head, by the higher die and then by the lower. `marked`
is called for the questions whose roll is MARKED, and is what most of the scripts override.
"""

import json
import sys
import time

MARKED = [5, 1]


def hang():
    while True:
        time.sleep(60)


class Engine:
    engine = {"name": "test engine", "version": "1"}
    methods = ["legal_turns"]
    rules = "any"
    setup = "any"
    more = {}

    def run(self):
        for line in sys.stdin.buffer:
            self.take(json.loads(line))

    def take(self, request):
        method = request["method"]
        if method == "initialize":
            self.initialize(request)
        elif method == "configure":
            self.configure(request)
        elif method == "shutdown":
            self.reply(request, {})
            sys.exit(0)
        elif request["params"].get("roll") == MARKED:
            self.marked(request)
        else:
            self.answer(request)

    def initialize(self, request):
        self.reply(request, {"protocol": 1, "engine": self.engine, "methods": self.methods, "rules": self.rules,
                             "setup": self.setup, **self.more})

    def configure(self, request):
        self.reply(request, {})

    def answer(self, request):
        self.reply(request, self.result(request))

    def marked(self, request):
        self.answer(request)

    def result(self, request):
        higher, lower = request["params"]["roll"]
        there = 24 - higher - lower
        end = list(request["params"]["position"]["mover"])
        end[24] -= 1
        end[there] += 1
        return {"turns": [{"steps": [[24, 24 - higher], [24 - higher, there]], "end": {"mover": end}}]}

    def reply(self, request, result):
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def error(self, request, code, message, **data):
        self.send({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message, "data": data}})

    def send(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, data):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def main():
    engine = next(engine for engine in below(Engine) if engine.__name__ == sys.argv[1])
    engine().run()


def below(engine):
    for spoilt in engine.__subclasses__():
        yield spoilt
        yield from below(spoilt)
