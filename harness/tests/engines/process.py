"""Engines whose process does something wrong."""

import os
import signal
import subprocess
import sys
import time

from engine import Engine, hang, main


class HangsOnFirst(Engine):
    def answer(self, request):
        if request["params"]["roll"] == [2, 1]:
            hang()
        super().answer(request)


class Hangs(Engine):
    def marked(self, request):
        hang()


class HangsInLine(Engine):
    def marked(self, request):
        self.write(b'{"jsonrpc": "2.0", "id"')
        hang()


class Drips(Engine):
    """It keeps writing, but never ends the line."""

    def marked(self, request):
        while True:
            self.write(b" ")
            time.sleep(0.01)


class HangsOnTerm(Engine):
    def marked(self, request):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hang()


class IgnoresTheEnd(Engine):
    """It answers everything, but neither shutdown nor the end of input nor SIGTERM ends it."""

    def run(self):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super().run()
        hang()

    def take(self, request):
        if request["method"] != "shutdown":
            super().take(request)


class Exits(Engine):
    def marked(self, request):
        print("out of memory", file=sys.stderr)
        sys.exit(0)


class ExitsInLine(Engine):
    def marked(self, request):
        self.write(b'{"jsonrpc": "2.0", "id"')
        sys.exit(4)


class Killed(Engine):
    def marked(self, request):
        os.kill(os.getpid(), signal.SIGSEGV)


class ExitsAfterEach(Engine):
    """It answers one question, then its process is used up."""

    def answer(self, request):
        super().answer(request)
        sys.exit(0)


class ExitsAhead(Engine):
    """It takes several questions at once."""
    more = {"max_in_flight": 4}

    def marked(self, request):
        sys.exit(7)


class HangsAhead(Engine):
    more = {"max_in_flight": 4}

    def marked(self, request):
        hang()


class ClosesStdout(Engine):
    def marked(self, request):
        os.close(1)
        hang()


class LeavesChild(Engine):
    """Its helper holds the pipes after its end."""

    def marked(self, request):
        subprocess.Popen(["sleep", "60"])
        os._exit(3)


class LeavesChildOfItsOwn(Engine):
    """Its helper holds the pipes, and has left the process group."""

    def marked(self, request):
        subprocess.Popen(["sleep", "5"], start_new_session=True)
        os._exit(3)


class HangsWithChild(Engine):
    def marked(self, request):
        subprocess.Popen(["sleep", "60"])
        hang()


class NoisyStderr(Engine):
    def answer(self, request):
        sys.stderr.write("warning: slow path\n" * 1000)
        super().answer(request)

    def marked(self, request):
        sys.stderr.write("warning: very slow path\n" * 450_000)
        super().answer(request)


class Floods(Engine):
    """It is sent more than a pipe holds and sends back more than a pipe holds, at the same time."""
    more = {"max_in_flight": 256}

    def answer(self, request):
        self.reply(request, {**self.result(request), "x_note": "x" * 20_000})

    marked = answer


class InternalError(Engine):
    def marked(self, request):
        print("Traceback: division by zero", file=sys.stderr, flush=True)
        self.error(request, -32603, "ZeroDivisionError")


class RefusesMethods(Engine):
    def answer(self, request):
        self.error(request, -32601, "not yet")


class RefusesPositions(Engine):
    def answer(self, request):
        self.error(request, -32002, "too many checkers")


class RefusesRules(Engine):
    def marked(self, request):
        self.error(request, -32001, "no walls", axis="block.six", value="unless-ahead")


if __name__ == "__main__":
    main()
