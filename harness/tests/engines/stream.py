"""Engines whose lines are wrong, or look wrong and are not."""

import time

from engine import Engine, main


class Chatters(Engine):
    def marked(self, request):
        self.write(b"thinking...\n")
        self.answer(request)


class ChattersAlways(Engine):
    def answer(self, request):
        self.write(b"thinking...\n")
        super().answer(request)


class EmptyLine(Engine):
    def marked(self, request):
        self.write(b"\n")
        self.answer(request)


class ByteOrderMark(Engine):
    def marked(self, request):
        self.write(b"\xef\xbb\xbf")
        self.answer(request)


class Crlf(Engine):
    def write(self, data):
        super().write(data.replace(b"\n", b"\r\n"))


class NotUtf8(Engine):
    def marked(self, request):
        self.write(b'{"jsonrpc": "2.0", "id": %d, "result": {"x_note": "na\xefve"}}\n' % request["id"])


class NotJson(Engine):
    """A dictionary as Python prints it."""

    def marked(self, request):
        self.write(repr({"id": request["id"], "result": {}}).encode() + b"\n")


class KeyTwice(Engine):
    def marked(self, request):
        self.write(b'{"jsonrpc": "2.0", "id": %d, "result": {"turns": [], "turns": []}}\n' % request["id"])


class Split(Engine):
    def write(self, data):
        third = len(data) // 3
        for part in (data[:third], data[third:-1], data[-1:]):
            super().write(part)
            time.sleep(0.01)


class OutOfOrder(Engine):
    more = {"max_in_flight": 2}
    first = None

    def answer(self, request):
        if self.first is None:
            self.first = request
        else:
            super().answer(request)
            super().answer(self.first)
            self.first = None


class UnknownId(Engine):
    def marked(self, request):
        self.answer({**request, "id": 4711})


class TextId(Engine):
    def marked(self, request):
        self.answer({**request, "id": str(request["id"])})


class NoId(Engine):
    def marked(self, request):
        self.send({"jsonrpc": "2.0", "result": self.result(request)})


class NullId(Engine):
    def marked(self, request):
        self.send({"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "cannot parse"}})


class Twice(Engine):
    def marked(self, request):
        self.answer(request)
        self.answer(request)


class TwiceAhead(Twice):
    more = {"max_in_flight": 4}


class LongLine(Engine):
    def marked(self, request):
        for _ in range(100):
            self.write(b"x" * 1_000_000)
        self.answer(request)


if __name__ == "__main__":
    main()
