"""Engines that cannot be used from the start, or not again, or only in part."""

import os
import sys

from engine import Engine, hang, main


class Hangs(Engine):
    def run(self):
        print("loading the weights", file=sys.stderr)
        hang()


class Exits(Engine):
    def run(self):
        sys.exit("no licence found")


class Banner(Engine):
    def run(self):
        self.write(b"Nardy Master 3000 (c) 1999\n")
        super().run()


class ByteOrderMark(Engine):
    def run(self):
        self.write(b"\xef\xbb\xbf")
        super().run()


class NeverFlushes(Engine):
    """Its replies come when it exits."""
    kept = b""

    def run(self):
        super().run()
        sys.stdout.buffer.write(self.kept)

    def write(self, data):
        self.kept += data


class NoNewline(Engine):
    def write(self, data):
        super().write(data.rstrip())


class OtherVersion(Engine):
    def initialize(self, request):
        self.error(request, -32003, "only version 7", supported=[7])


class ChoosesOtherVersion(Engine):
    more = {"protocol": 2}


class Refuses(Engine):
    def initialize(self, request):
        self.error(request, -32603, "the opening book is missing")


class UnknownKey(Engine):
    more = {"rating": 2400}


class ListsNothing(Engine):
    rules = "listed"


class NoneInFlight(Engine):
    more = {"max_in_flight": 0}


class SaysMore(Engine):
    """An engine may say anything of itself, and add keys of its own."""
    engine = {"name": "talkative", "version": "2", "author": "somebody", "x_build": 7}
    more = {"x_threads": 4}


class AnotherAfterRestart(Engine):
    engine = {"name": "engine %d" % os.getpid(), "version": "1"}

    def marked(self, request):
        sys.exit(1)


class IgnoresConfigure(Engine):
    def configure(self, request):
        pass


class CannotConfigure(Engine):
    def configure(self, request):
        self.error(request, -32601, "no method configure")


class ConfiguredWithMore(Engine):
    def configure(self, request):
        self.reply(request, {"ok": True})


class Misspelt(Engine):
    methods = ["legal_turns", "judgeTurn"]


class FailsToConfigure(Engine):
    def configure(self, request):
        self.error(request, -32603, "table overflow")


class CannotPlayRules(Engine):
    def configure(self, request):
        value = request["params"]["rules"]["block.six"]
        self.error(request, -32001, "no walls", axis="block.six", value=value)


class ClaimsAndRefuses(CannotPlayRules):
    rules = "listed"
    more = {"variants": ["nard-online"]}


class ExitsOnConfigure(Engine):
    """It can play one rule set only."""
    played = set()

    def configure(self, request):
        self.played.add(request["params"]["variant"])
        if len(self.played) > 1 or "unlucky" in self.played:
            sys.exit(5)
        super().configure(request)


class Fixed(Engine):
    rules = "fixed"

    def configure(self, request):
        sys.exit("configured")

    def answer(self, request):
        assert request["params"]["variant"] is None
        super().answer(request)


class Listed(Engine):
    rules = "listed"
    more = {"variants": ["nard-online"]}


class Replay(Engine):
    setup = "replay"

    def answer(self, request):
        assert request["params"]["history"] == []
        super().answer(request)


class WithoutHistory(Engine):
    def answer(self, request):
        assert "history" not in request["params"]
        super().answer(request)


if __name__ == "__main__":
    main()
