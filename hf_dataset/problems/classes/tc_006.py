"""TypingPad: a text with a cursor that moves by characters and by lines, and questions for lines and offsets.

One string that is cut at every change and split into lines for every question costs the whole text in each call. Lines
in blocks that know their characters let a change touch one line, and find an offset by passing over whole blocks.
Decided here: moving by lines remembers the column that was wanted, until another method moves the cursor or edits.
"""

WRITTEN = "2026-11-24"

PROMPT = r'''class TypingPad:
    """A text that is edited at a cursor.

    Offsets count characters from 0; the cursor stands before the character with its offset, or at the end of the text.
    Line feeds ("\\n") are characters that end a line; the text has one line more than line feeds. Lines and the columns
    in them count from 0; a line feed itself stands in the last column of its line, and the text of a line is without
    it.

    A call that raises an exception changes nothing.

    >>> pad = TypingPad("red\\nyellow\\nblue")
    >>> pad.jump(1, 5)
    9
    >>> pad.move_lines(1)
    (2, 4)
    >>> pad.move_lines(-1)
    (1, 5)
    >>> pad.erase(-3), pad.position()
    ('llo', (1, 2))
    """

    def __init__(self, text: str) -> None:
        """Start with a text, which may be empty, and with the cursor before its first character."""

    def insert(self, text: str) -> int:
        """Insert a text at the cursor, which stands behind it afterwards. Return the offset of the cursor."""

    def erase(self, count: int) -> str:
        """Erase up to `count` characters behind the cursor, or up to -`count` before it if the count is negative.

        Return the erased characters in the order of the text. At the ends of the text there may be fewer. The cursor
        stands where they were.
        """

    def move(self, count: int) -> int:
        """Move the cursor by `count` characters, backwards if it is negative, but not beyond the ends of the text.

        Return the offset of the cursor.
        """

    def move_lines(self, count: int) -> tuple[int, int]:
        """Move the cursor by `count` lines, upwards if it is negative, but not beyond the first or last line.

        The cursor goes to the wanted column, or to the end of the line if that is shorter. The wanted column is the one
        in which the cursor was put by the last call of any method but this that moves the cursor or edits (`insert`,
        `erase`, `move` and `jump`, even if they changed nothing, but not one that raised an exception); 0 at the start.

        Return line and column of the cursor.
        """

    def jump(self, line: int, column: int) -> int:
        """Put the cursor in a line, at a column or at the end of the line if it is shorter. Return the new offset.

        Raise IndexError if the text has no such line.
        """

    def position(self) -> tuple[int, int]:
        """Return line and column of the cursor."""

    def line_of(self, offset: int) -> int:
        """Return the line in which the character with this offset stands.

        The offset behind the last character belongs to the last line; for a larger one raise IndexError.
        """

    def line_text(self, line: int) -> str:
        """Return the text of a line. Raise IndexError if the text has no such line."""

    def size(self) -> tuple[int, int]:
        """Return the number of characters and the number of lines of the text."""
'''

ARGUMENTS = {
    "__init__": 1,
    "insert": 1,
    "erase": 1,
    "move": 1,
    "move_lines": 1,
    "jump": 2,
    "position": 0,
    "line_of": 1,
    "line_text": 1,
    "size": 0,
}


def contract(calls):
    assert type(calls) is list and 1 <= len(calls) <= 50_000, "calls must be a list of 1 to 50,000 calls"
    for place, call in enumerate(calls):
        assert type(call) is tuple and call and call[0] in ARGUMENTS, "a call must be a tuple that starts with a method"
        name, *values = call
        assert (name == "__init__") == (place == 0), "the first call, and no other, must be __init__"
        assert len(values) == ARGUMENTS[name], f"{name} must be called with {ARGUMENTS[name]} values"
        if name in ("__init__", "insert"):
            assert type(values[0]) is str, "text must be a str"
            assert len(values[0]) <= 10**6 and values[0].isascii(), "text must be ASCII of at most 1,000,000 characters"
            continue
        assert all(type(value) is int for value in values), "counts, lines, columns and offsets must be ints"
        assert all(abs(value) <= 10**7 for value in values), "ints must be at most 10,000,000"
        if name in ("jump", "line_of", "line_text"):
            assert all(value >= 0 for value in values), "lines, columns and offsets must not be negative"


INVALID = [
    ("no text", ([("__init__", None)],)),
    ("a count that is a float", ([("__init__", ""), ("move", 1.0)],)),
    ("a negative line", ([("__init__", ""), ("line_text", -1)],)),
    ("a letter beyond ASCII", ([("__init__", ""), ("insert", chr(233))],)),
    ("a count out of range", ([("__init__", ""), ("erase", 10**8)],)),
    ("a size with an argument", ([("__init__", ""), ("size", 0)],)),
]

TESTS = {
    "insert: words one after another, and lines": (
        [
            ("__init__", ""),
            ("insert", "ab"),
            ("insert", ""),
            ("insert", "c\nd"),
            ("position",),
            ("line_text", 0),
            ("line_text", 1),
            ("insert", "\n"),
            ("position",),
            ("size",),
        ],
        [None, 2, 2, 5, (1, 1), "abc", "d", 6, (2, 0), (6, 3)],
    ),
    "insert: in the middle of a line": (
        [
            ("__init__", "start\nend"),
            ("move", 2),
            ("insert", "XY"),
            ("line_text", 0),
            ("insert", "1\n2\n3"),
            ("line_text", 0),
            ("line_text", 1),
            ("line_text", 2),
            ("line_text", 3),
            ("position",),
            ("insert", "!"),
            ("line_text", 2),
        ],
        [None, 2, 4, "stXYart", 9, "stXY1", "2", "3art", "end", (2, 1), 10, "3!art"],
    ),
    "erase: forwards and backwards, over line feeds": (
        [
            ("__init__", "one\ntwo\nthree"),
            ("move", 2),
            ("erase", 3),
            ("line_text", 0),
            ("position",),
            ("erase", -1),
            ("line_text", 0),
            ("size",),
            ("erase", 4),
            ("line_text", 0),
            ("move", 3),
            ("erase", -2),
            ("line_text", 0),
            ("position",),
        ],
        [None, 2, "e\nt", "onwo", (0, 2), "n", "owo", (9, 2), "wo\nt", "ohree", 4, "re", "ohe", (0, 2)],
    ),
    "erase: no more than there is": (
        [
            ("__init__", "ab\ncd"),
            ("erase", -5),
            ("erase", 0),
            ("move", 4),
            ("erase", 5),
            ("erase", 5),
            ("erase", -9),
            ("size",),
            ("position",),
            ("erase", 1),
        ],
        [None, "", "", 4, "d", "", "ab\nc", (0, 1), (0, 0), ""],
    ),
    "erase: several whole lines": (
        [
            ("__init__", "a\nb\nc\nd\ne"),
            ("jump", 3, 1),
            ("erase", -4),
            ("position",),
            ("line_text", 1),
            ("size",),
            ("line_of", 3),
            ("line_of", 4),
        ],
        [None, 7, "\nc\nd", (1, 1), "b", (5, 3), 1, 2],
    ),
    "move: over lines, and not beyond the ends": (
        [
            ("__init__", "ab\n\ncde"),
            ("move", 3),
            ("position",),
            ("move", 1),
            ("position",),
            ("move", 100),
            ("position",),
            ("move", 0),
            ("move", -4),
            ("position",),
            ("move", -100),
            ("position",),
        ],
        [None, 3, (1, 0), 4, (2, 0), 7, (2, 3), 7, 3, (1, 0), 0, (0, 0)],
    ),
    "move: the end of a line is before its line feed": (
        [
            ("__init__", "ab\ncd"),
            ("move", 2),
            ("position",),
            ("insert", "X"),
            ("line_text", 0),
            ("move", 1),
            ("position",),
        ],
        [None, 2, (0, 2), 3, "abX", 4, (1, 0)],
    ),
    "move_lines: the wanted column is kept over short lines": (
        [
            ("__init__", "12345\n12\n\n1234\n123456"),
            ("jump", 0, 4),
            ("move_lines", 1),
            ("move_lines", 1),
            ("position",),
            ("move_lines", 1),
            ("move_lines", 1),
            ("move_lines", -3),
            ("move_lines", -1),
        ],
        [None, 4, (1, 2), (2, 0), (2, 0), (3, 4), (4, 4), (1, 2), (0, 4)],
    ),
    "move_lines: first and last line are the limit, the column is kept there": (
        [
            ("__init__", "123\n1\n12345"),
            ("move", 2),
            ("move_lines", 9),
            ("move_lines", 5),
            ("move_lines", -1),
            ("move_lines", -9),
            ("move_lines", -1),
            ("move_lines", 0),
            ("line_of", 2),
        ],
        [None, 2, (2, 2), (2, 2), (1, 1), (0, 2), (0, 2), (0, 2), 0],
    ),
    "move_lines: other methods set the wanted column, also when they change nothing": (
        [
            ("__init__", "12345\n12\n12345\n12345"),
            ("move_lines", 3),
            ("jump", 0, 5),
            ("move_lines", 1),
            ("move", 0),
            ("move_lines", 1),
            ("jump", 0, 5),
            ("move_lines", 1),
            ("erase", 0),
            ("move_lines", 1),
            ("jump", 0, 5),
            ("move_lines", 1),
            ("insert", ""),
            ("move_lines", 1),
            ("jump", 1, 9),
            ("move_lines", 1),
            ("move_lines", -2),
        ],
        [None, (3, 0), 5, (1, 2), 8, (2, 2), 5, (1, 2), "", (2, 2), 5, (1, 2), 8, (2, 2), 8, (2, 2), (0, 2)],
    ),
    "move_lines: a refused jump and questions leave the wanted column": (
        [
            ("__init__", "12345\n12\n12345"),
            ("jump", 0, 4),
            ("move_lines", 1),
            ("jump", 3, 0),
            ("position",),
            ("line_of", 0),
            ("line_text", 0),
            ("size",),
            ("move_lines", 1),
            ("insert", "\nab"),
            ("move_lines", -1),
        ],
        [None, 4, (1, 2), IndexError, (1, 2), 0, "12345", (14, 3), (2, 4), 16, (2, 2)],
    ),
    "jump: back and forth, and beyond the end of a line": (
        [
            ("__init__", "ab\n\ncdef"),
            ("jump", 2, 1),
            ("jump", 0, 9),
            ("position",),
            ("jump", 1, 1),
            ("jump", 2, 4),
            ("jump", 2, 5),
            ("insert", "!"),
            ("line_text", 2),
        ],
        [None, 5, 2, (0, 2), 3, 8, 8, 9, "cdef!"],
    ),
    "jump: only to a line of the text": (
        [
            ("__init__", ""),
            ("jump", 1, 0),
            ("jump", 0, 3),
            ("insert", "\n"),
            ("jump", 1, 0),
            ("jump", 2, 0),
            ("position",),
        ],
        [None, IndexError, 0, 1, 1, IndexError, (1, 0)],
    ),
    "position: at the start, and after changes at the end": (
        [
            ("__init__", "a\nb"),
            ("position",),
            ("move", 3),
            ("position",),
            ("insert", "c\n"),
            ("position",),
            ("erase", -4),
            ("position",),
        ],
        [None, (0, 0), 3, (1, 1), 5, (2, 0), "\nbc\n", (0, 1)],
    ),
    "position: does not depend on the text behind": (
        [("__init__", "x\ny"), ("insert", "1\n"), ("position",), ("erase", 3), ("position",), ("size",)],
        [None, 2, (1, 0), "x\ny", (1, 0), (2, 2)],
    ),
    "line_of: a line feed belongs to the line that it ends": (
        [
            ("__init__", "ab\n\nc"),
            ("line_of", 0),
            ("line_of", 2),
            ("line_of", 3),
            ("line_of", 4),
            ("line_of", 5),
            ("line_of", 6),
        ],
        [None, 0, 0, 1, 2, 2, IndexError],
    ),
    "line_of: the end of a text that ends with a line feed": (
        [
            ("__init__", "a\n"),
            ("line_of", 1),
            ("line_of", 2),
            ("line_of", 3),
            ("erase", 2),
            ("line_of", 0),
            ("line_of", 1),
        ],
        [None, 0, 1, IndexError, "a\n", 0, IndexError],
    ),
    "line_text: every line, and none behind the last": (
        [("__init__", "ab\n\nc\n"), *[("line_text", line) for line in range(5)]],
        [None, "ab", "", "c", "", IndexError],
    ),
    "line_text: of an empty text": (
        [("__init__", ""), ("line_text", 0), ("line_text", 1), ("insert", "a"), ("line_text", 0)],
        [None, "", IndexError, 1, "a"],
    ),
    "size: an empty text has one line": (
        [("__init__", ""), ("size",), ("insert", "\n\n"), ("size",), ("erase", -1), ("size",)],
        [None, (0, 1), 2, (2, 3), "\n", (1, 2)],
    ),
    "size: of the first text": (
        [("__init__", "one\ntwo\n"), ("size",), ("erase", 5), ("size",)],
        [None, (8, 3), "one\nt", (3, 2)],
    ),
    "class: lines are joined and split": (
        [
            ("__init__", "alpha\nbeta\ngamma"),
            ("jump", 1, 0),
            ("erase", -1),
            ("line_text", 0),
            ("move", 2),
            ("insert", "\n"),
            ("line_text", 0),
            ("line_text", 1),
            ("position",),
            ("move_lines", 1),
            ("erase", -1),
            ("line_text", 1),
            ("line_of", 9),
            ("size",),
            ("position",),
        ],
        [None, 6, "\n", "alphabeta", 7, 8, "alphabe", "ta", (1, 0), (2, 0), "\n", "tagamma", 1, (15, 2), (1, 2)],
    ),
    "class: a column that is written downwards": (
        [
            ("__init__", "a1\nb\nc333"),
            ("jump", 0, 2),
            ("insert", "|"),
            ("move_lines", 1),
            ("insert", "|"),
            ("move_lines", 1),
            ("insert", "|"),
            ("line_text", 0),
            ("line_text", 1),
            ("line_text", 2),
            ("move_lines", -2),
            ("erase", -9),
            ("position",),
        ],
        [None, 2, 3, (1, 1), 6, (2, 2), 10, "a1|", "b|", "c3|33", (0, 3), "a1|", (0, 0)],
    ),
    "class: offsets follow what is inserted before them": (
        [
            ("__init__", "x\ny\nz"),
            ("line_of", 4),
            ("insert", "12\n34\n"),
            ("line_of", 4),
            ("line_of", 10),
            ("jump", 4, 1),
            ("erase", -2),
            ("move", -9),
            ("erase", 100),
            ("size",),
            ("jump", 0, 0),
            ("position",),
        ],
        [None, 2, 6, 1, 4, 11, "\nz", 0, "12\n34\nx\ny", (0, 1), 0, (0, 0)],
    ),
}


class Canonical:
    def __init__(self, text):
        self.lines = text.split("\n")
        self.length = len(text)
        self.line = 0
        self.column = 0
        self.offset = 0
        self.wanted = 0

    def insert(self, text):
        line = self.lines[self.line]
        parts = text.split("\n")
        column = len(parts[-1]) if len(parts) > 1 else self.column + len(text)
        parts[0] = line[: self.column] + parts[0]
        parts[-1] += line[self.column :]
        self.lines[self.line : self.line + 1] = parts
        self.line += len(parts) - 1
        self.column = self.wanted = column
        self.length += len(text)
        self.offset += len(text)
        return self.offset

    def erase(self, count):
        if count < 0:
            before = self.offset
            self.move(count)
            count = before - self.offset
        self.wanted = self.column
        count = min(count, self.length - self.offset)
        last = self.line
        column = self.column + count
        while column > len(self.lines[last]):
            column -= len(self.lines[last]) + 1
            last += 1
        if last == self.line:
            erased = self.lines[last][self.column : column]
        else:
            between = self.lines[self.line + 1 : last]
            erased = "\n".join([self.lines[self.line][self.column :], *between, self.lines[last][:column]])
        self.lines[self.line : last + 1] = [self.lines[self.line][: self.column] + self.lines[last][column:]]
        self.length -= count
        return erased

    def move(self, count):
        target = max(0, min(self.length, self.offset + count))
        self.column += target - self.offset
        self.offset = target
        while self.column < 0:
            self.line -= 1
            self.column += len(self.lines[self.line]) + 1
        while self.column > len(self.lines[self.line]):
            self.column -= len(self.lines[self.line]) + 1
            self.line += 1
        self.wanted = self.column
        return self.offset

    def _go_to(self, line, column):
        if line > self.line:
            lines = sum(len(text) + 1 for text in self.lines[self.line : line])
        else:
            lines = -sum(len(text) + 1 for text in self.lines[line : self.line])
        column = min(column, len(self.lines[line]))
        self.offset += lines + column - self.column
        self.line = line
        self.column = column

    def move_lines(self, count):
        self._go_to(max(0, min(len(self.lines) - 1, self.line + count)), self.wanted)
        return self.line, self.column

    def jump(self, line, column):
        if line >= len(self.lines):
            raise IndexError("no such line")
        self._go_to(line, column)
        self.wanted = self.column
        return self.offset

    def position(self):
        return self.line, self.column

    def line_of(self, offset):
        if offset > self.length:
            raise IndexError("no such offset")
        line = 0
        while offset > len(self.lines[line]):
            offset -= len(self.lines[line]) + 1
            line += 1
        return line

    def line_text(self, line):
        return self.lines[line]

    def size(self):
        return self.length, len(self.lines)


class ReferenceBlocksOfLines:
    # Lines stand in blocks of at most 80. `sizes` has the characters of each block, with a line feed for every line.
    def __init__(self, text):
        lines = text.split("\n")
        self.blocks = [lines[first : first + 40] for first in range(0, len(lines), 40)]
        self.sizes = [sum(map(len, block)) + len(block) for block in self.blocks]
        self.length = len(text)
        self.count = len(lines)
        self.block = self.row = self.column = self.offset = self.wanted = 0
        self.above = 0

    # Block, row in it, column and number of lines in front of the block, for an offset.
    def _find(self, offset):
        above = 0
        block = 0
        blocks = self.blocks
        for size in self.sizes:
            if offset < size:
                break
            offset -= size
            above += len(blocks[block])
            block += 1
        row = 0
        for line in blocks[block]:
            if offset <= len(line):
                break
            offset -= len(line) + 1
            row += 1
        return block, row, offset, above

    def _go_to(self, line, column):
        block = self.block
        blocks = self.blocks
        sizes = self.sizes
        above = self.above
        offset = self.offset - self.column - sum(map(len, blocks[block][: self.row])) - self.row
        while line < above:
            block -= 1
            above -= len(blocks[block])
            offset -= sizes[block]
        while line >= above + len(blocks[block]):
            above += len(blocks[block])
            offset += sizes[block]
            block += 1
        row = line - above
        lines = blocks[block]
        if column > len(lines[row]):
            column = len(lines[row])
        self.block = block
        self.above = above
        self.row = row
        self.column = column
        self.offset = offset + sum(map(len, lines[:row])) + row + column

    def insert(self, text):
        block = self.block
        lines = self.blocks[block]
        row = self.row
        column = self.column
        line = lines[row]
        size = len(text)
        self.length += size
        self.offset += size
        self.sizes[block] += size
        if "\n" in text:
            parts = text.split("\n")
            self.count += len(parts) - 1
            self.row = row + len(parts) - 1
            self.column = self.wanted = len(parts[-1])
            parts[0] = line[:column] + parts[0]
            parts[-1] += line[column:]
            lines[row : row + 1] = parts
            if len(lines) > 80:
                pieces = [lines[first : first + 40] for first in range(0, len(lines), 40)]
                self.blocks[block : block + 1] = pieces
                self.sizes[block : block + 1] = [sum(map(len, piece)) + len(piece) for piece in pieces]
                self.block += self.row // 40
                self.above += self.row // 40 * 40
                self.row %= 40
        else:
            lines[row] = line[:column] + text + line[column:]
            self.column = self.wanted = column + size
        return self.offset

    def erase(self, count):
        offset = self.offset
        if count < 0:
            self.move(count)
            count = offset - self.offset
        elif count > self.length - offset:
            count = self.length - offset
        block = self.block
        lines = self.blocks[block]
        row = self.row
        column = self.wanted = self.column
        line = lines[row]
        end = column + count
        if end <= len(line):
            lines[row] = line[:column] + line[end:]
            self.sizes[block] -= count
            self.length -= count
            return line[column:end]
        last = block
        last_row = row
        lines_there = lines
        while end > len(lines_there[last_row]):
            end -= len(lines_there[last_row]) + 1
            last_row += 1
            if last_row == len(lines_there):
                last += 1
                last_row = 0
                lines_there = self.blocks[last]
                while end >= self.sizes[last] and last + 1 < len(self.blocks):
                    end -= self.sizes[last]
                    last += 1
                    lines_there = self.blocks[last]
        pieces = [line[column:]]
        if last == block:
            pieces += lines[row + 1 : last_row]
        else:
            pieces += lines[row + 1 :]
            for between in self.blocks[block + 1 : last]:
                pieces += between
            pieces += lines_there[:last_row]
        tail = lines_there[last_row]
        pieces.append(tail[:end])
        joined = line[:column] + tail[end:]
        if last == block:
            lines[row : last_row + 1] = [joined]
            self.sizes[block] -= count
        else:
            lines[row:] = [joined, *lines_there[last_row + 1 :]]
            del self.blocks[block + 1 : last + 1], self.sizes[block + 1 : last + 1]
            if len(lines) > 80:
                self.blocks[block : block + 1] = [lines[: row + 1], lines[row + 1 :]]
                self.sizes.insert(block + 1, sum(map(len, lines[row + 1 :])) + len(lines) - row - 1)
                lines = self.blocks[block]
            self.sizes[block] = sum(map(len, lines)) + len(lines)
        self.count -= len(pieces) - 1
        self.length -= count
        return "\n".join(pieces)

    def move(self, count):
        target = self.offset + count
        if target < 0:
            target = 0
        elif target > self.length:
            target = self.length
        column = self.column + target - self.offset
        self.offset = target
        lines = self.blocks[self.block]
        row = self.row
        while column < 0 and row:
            row -= 1
            column += len(lines[row]) + 1
        last = len(lines) - 1
        while column > len(lines[row]) and row < last:
            column -= len(lines[row]) + 1
            row += 1
        if 0 <= column <= len(lines[row]):
            self.row = row
            self.column = self.wanted = column
        else:
            self.block, self.row, self.column, self.above = self._find(target)
            self.wanted = self.column
        return target

    def move_lines(self, count):
        lines = self.blocks[self.block]
        row = self.row
        target = self.above + row + count
        if target < 0:
            target = 0
        elif target >= self.count:
            target = self.count - 1
        other = target - self.above
        if 0 <= other < len(lines):
            column = self.wanted
            if column > len(lines[other]):
                column = len(lines[other])
            if other >= row:
                moved = sum(map(len, lines[row:other])) + other - row
            else:
                moved = other - row - sum(map(len, lines[other:row]))
            self.offset += moved + column - self.column
            self.row = other
            self.column = column
        else:
            self._go_to(target, self.wanted)
        return target, self.column

    def jump(self, line, column):
        if line >= self.count:
            raise IndexError("no such line")
        self._go_to(line, column)
        self.wanted = self.column
        return self.offset

    def position(self):
        return self.above + self.row, self.column

    def line_of(self, offset):
        if offset > self.length:
            raise IndexError("no such offset")
        _, row, _, above = self._find(offset)
        return above + row

    def line_text(self, line):
        if line >= self.count:
            raise IndexError("no such line")
        line -= self.above
        block = self.block
        blocks = self.blocks
        while line < 0:
            block -= 1
            line += len(blocks[block])
        while line >= len(blocks[block]):
            line -= len(blocks[block])
            block += 1
        return blocks[block][line]

    def size(self):
        return self.length, self.count


class SlowOneString:
    def __init__(self, text):
        self.text = text
        self.offset = 0
        self.wanted = 0

    def insert(self, text):
        self.text = self.text[: self.offset] + text + self.text[self.offset :]
        self.offset += len(text)
        self.wanted = self.position()[1]
        return self.offset

    def erase(self, count):
        start = max(0, min(self.offset, self.offset + count))
        end = max(self.offset, self.offset + count)
        erased = self.text[start:end]
        self.text = self.text[:start] + self.text[end:]
        self.offset = start
        self.wanted = self.position()[1]
        return erased

    def move(self, count):
        self.offset = max(0, min(len(self.text), self.offset + count))
        self.wanted = self.position()[1]
        return self.offset

    def _put(self, line, column):
        lines = self.text.split("\n")
        column = min(column, len(lines[line]))
        self.offset = len("\n".join([*lines[:line], ""])) + column
        return column

    def move_lines(self, count):
        line = max(0, min(self.text.count("\n"), self.position()[0] + count))
        return line, self._put(line, self.wanted)

    def jump(self, line, column):
        if line > self.text.count("\n"):
            raise IndexError("no such line")
        self.wanted = self._put(line, column)
        return self.offset

    def position(self):
        before = self.text[: self.offset].split("\n")
        return len(before) - 1, len(before[-1])

    def line_of(self, offset):
        if offset > len(self.text):
            raise IndexError("no such offset")
        return len(self.text[:offset].split("\n")) - 1

    def line_text(self, line):
        return self.text.split("\n")[line]

    def size(self):
        return len(self.text), len(self.text.split("\n"))


WORDS = ("and", "a", "cursor", "line", "that", "moves", "up", "down", "over", "text", "x")


def text_of(rng, lines, words):
    return "\n".join([" ".join(rng.choices(WORDS, k=rng.randrange(1, 2 * words))) for _ in range(lines)])


def stress_typing_all_over(rng):
    """large_random: jumps to random lines of a text of 1,500, a few words typed or erased there, and questions."""
    calls = [("__init__", text_of(rng, 1_500, 5))]
    for step in range(540):
        calls.append(("jump", rng.randrange(1_400), rng.randrange(30)))
        calls.append(("insert", rng.choice(WORDS) + " "))
        calls.append(("move_lines", rng.randrange(-3, 4)))
        calls.append(("erase", rng.randrange(-6, 7)))
        if step % 4 == 0:
            calls.append(("insert", "\n"))
        calls.append(("line_of", rng.randrange(30_000)))
        calls.append(("position",))
        if step % 80 == 0:
            calls += [("move", 10**6), ("erase", 5), ("line_text", rng.randrange(200)), ("move_lines", -5_000)]
            calls += [("line_of", 10**6), ("line_text", 10**6)]
    return (calls,)


def stress_typing_at_the_start(rng):
    """worst_of_slow: letters typed in the first lines of a long text; in one string its rest moves every time."""
    calls = [("__init__", text_of(rng, 1_600, 5))]
    for step in range(1_000):
        calls.append(("insert", rng.choice("abcde ") if step % 40 else "\n"))
        calls.append(("line_text", rng.randrange(1_000, 1_600)))
        if step % 3 == 0:
            calls.append(("size",))
            calls.append(("line_of", rng.randrange(20_000, 30_000)))
    return (calls,)


def stress_written_and_erased(rng):
    """growth_then_shrink: a text grows at its end line by line and is then erased backwards, over the line feeds."""
    calls = [("__init__", "")]
    for _ in range(2_200):
        calls.append(("insert", " ".join(rng.choices(WORDS, k=4)) + "\n"))
        calls.append(("position",))
    for _ in range(1_100):
        calls.append(("erase", -rng.randrange(20, 44)))
        calls.append(("position",))
    return (calls,)


def stress_questions_to_a_long_text(rng):
    """build_then_query: lines of offsets and texts of lines in a text of 1,400 lines that does not change."""
    calls = [("__init__", text_of(rng, 1_400, 5))]
    for _ in range(1_005):
        calls.append(("line_of", rng.randrange(28_000)))
        calls.append(("line_text", rng.randrange(1_400)))
    return (calls,)


def stress_long_lines(rng):
    """long_value: lines of some thousand characters, in the middle of which letters are typed and erased."""
    calls = [("__init__", "\n".join([" ".join(rng.choices(WORDS, k=rng.randrange(480, 521))) for _ in range(30)]))]
    for step in range(3_000):
        if step % 5 == 0:
            calls.append(("jump", rng.randrange(30), rng.randrange(400, 3_000)))
        calls.append(("insert", rng.choice("abcde")) if step % 3 else ("erase", rng.choice((-2, 2))))
        calls.append(("line_of", rng.randrange(45_000)) if step % 2 else ("position",))
    return (calls,)


def stress_up_and_down(rng):
    """interleaved: the cursor goes up and down over ragged lines and keeps its column, with a letter typed at times."""
    calls = [("__init__", text_of(rng, 1_000, 6))]
    for step in range(1_700):
        calls.append(("move_lines", rng.randrange(2, 30)))
        calls.append(("move_lines", -rng.randrange(1, 28)))
        if step % 8 == 0:
            calls.append(("insert", "|"))
        if step % 300 == 0:
            calls.append(("jump", rng.randrange(400), 20))
    return (calls,)


def stress_lines_joined_and_split(rng):
    """boundary: line feeds are erased and typed again at random places, and pieces of lines cut and put elsewhere."""
    calls = [("__init__", text_of(rng, 1_200, 4))]
    for step in range(460):
        calls.append(("jump", rng.randrange(1, 1_000), 0))
        calls.append(("erase", -1))
        calls.append(("insert", "\n"))
        if step % 5 == 0:
            calls.append(("erase", 100))
            calls.append(("move", rng.randrange(-2_000, 2_000)))
            calls.append(("insert", text_of(rng, 6, 4) + "\n"))
        calls.append(("line_of", rng.randrange(15_000)))
    return (calls,)


def growing(rng, size):
    """The number of calls: lines written one after another, each followed by the question where the cursor stands."""
    calls = [("__init__", "")]
    for _ in range(size // 2):
        calls += [("insert", rng.choice(WORDS) + "\n"), ("position",)]
    return (calls,)
