# The messages, and the loop over them.
#
# A message is its length in bytes (u64, little-endian) and so many bytes. A request
# is a byte that says what is wanted, and what that takes; an answer is a byte, 0
# when it was done and 1 when not, and the result, or two texts: of what kind the
# error is, and what it says. Numbers are little-endian u64; a text or an array is
# its length in bytes and its bytes; a list is its length and its items. The other
# end of this is src/message.rs.

import struct


class Request:
    """Takes a request apart."""

    def __init__(self, data):
        self.data = memoryview(data)
        self.at = 1

    def number(self):
        (value,) = struct.unpack_from("<Q", self.data, self.at)
        self.at += 8
        return value

    def bytes(self):
        length = self.number()
        self.at += length
        return self.data[self.at - length : self.at]

    def text(self):
        return str(self.bytes(), "utf-8")

    def list(self, item):
        return [item() for _ in range(self.number())]


class Answer:
    """Puts an answer together."""

    def __init__(self):
        self.parts = []

    def number(self, value):
        self.parts.append(struct.pack("<Q", value))

    def bytes(self, data):
        self.number(len(data))
        self.parts.append(data)

    def text(self, text):
        self.bytes(text.encode("utf-8", "replace"))

    def list(self, items, put):
        items = list(items)
        self.number(len(items))
        for item in items:
            put(item)


def answer_to(data):
    answer = Answer()
    try:
        CALLS[data[0]](Request(data), answer)
        return b"\0", answer.parts
    # A panic of Rust is no Exception.
    except BaseException as error:
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise
        answer = Answer()
        answer.text(type(error).__name__)
        answer.text(str(error))
        return b"\1", answer.parts


def serve():
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    # Whoever prints must not get between the messages.
    sys.stdout = sys.stderr
    while head := requests.read(8):
        (length,) = struct.unpack("<Q", head)
        data = requests.read(length)
        if len(data) < length:
            return
        status, parts = answer_to(data)
        total = 1 + sum(len(part) for part in parts)
        answers.write(struct.pack("<Q", total) + status)
        for part in parts:
            answers.write(part)
        answers.flush()


serve()
