"""Tiny shared libraries, written out byte by byte, that the import system can load.

They need no compiler on the user's machine and no headers of the measuring interpreter. The layout follows the ELF
specification (System V ABI, x86-64 supplement): one or more readable and executable pages with the headers, the symbols
and the code, then a writable one with the dynamic section, the addresses that the loader fills in, and the data.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_PAGE = 4096
_HEADER, _SEGMENT, _SYMBOL, _RELOCATION = 64, 56, 24, 24
_READ, _WRITE, _EXECUTE = 4, 2, 1
_SEGMENTS = 4


@dataclass(frozen=True)
class Ref:
    """Four bytes of code: the distance from their end to a label."""

    label: str  # that of a part, of an imported function (where the loader puts its address) or of a variable
    beyond: int = 0  # an offset from the label, in bytes


@dataclass(frozen=True)
class Part:
    """A piece of the library."""

    label: str  # the name by which others refer to it
    content: Sequence[bytes | Ref]  # its bytes, and the references among them
    alignment: int = 16  # in bytes
    exported: bool = False  # it is a function that can be looked up by label

    @property
    def size(self) -> int:
        """The size in bytes."""
        return sum(4 if isinstance(piece, Ref) else len(piece) for piece in self.content)

    def placed(self, at: int, places: Mapping[str, int]) -> bytes:
        """Return its bytes, given its own offset and those of the labels."""
        code = bytearray()
        for piece in self.content:
            if isinstance(piece, Ref):
                piece = struct.pack("<i", places[piece.label] + piece.beyond - (at + len(code) + 4))
            code += piece
        return bytes(code)


def read_listing(listing: str, exported: Sequence[str] = ()) -> Iterator[Part]:
    """Read machine code as an assembler lists it; the exported parts can be looked up, as PyInit_NAME.

    A line has the bytes in hexadecimal, and after a semicolon what they mean. `NAME:` begins a part, `.NAME:` is a
    place within it, to which `>.NAME` jumps (one byte); `@NAME` or `@NAME+8` is a `Ref`.
    """
    for block in listing.strip().split("\n\n"):
        head, *lines = block.splitlines()
        label = head.rstrip(":")
        content: list[bytes | Ref] = []
        places: dict[str, int] = {}
        jumps: list[tuple[int, str, int]] = []
        size = 0
        for line in lines:
            code, _, _ = line.partition(";")
            if code.strip().endswith(":"):
                places[code.strip()[:-1]] = size
                continue
            for word in code.split():
                if word[0] == "@":
                    name, _, beyond = word[1:].partition("+")
                    content.append(Ref(name, int(beyond or 0)))
                    size += 4
                elif word[0] == ">":
                    jumps.append((len(content), word[1:], size + 1))
                    content.append(b"\0")
                    size += 1
                else:
                    content.append(bytes.fromhex(word))
                    size += len(word) // 2
        for index, name, behind in jumps:
            content[index] = struct.pack("<b", places[name] - behind)
        is_exported = label in exported
        yield Part(f"PyInit_{label}" if is_exported else label, content, 16 if is_exported else 1, is_exported)


def build_library(
    parts: Sequence[Part], imported: Sequence[str], variables: Mapping[str, bytes] | None = None
) -> bytes:
    """Return the library, as the bytes of an ELF file for x86-64, with its parts in this order.

    `imported` are the functions of other libraries that it calls; the variables have initial contents, each a multiple
    of 8 bytes.
    """
    variables = variables or {}
    exported = [part for part in parts if part.exported]
    names = b"".join(b"\0" + name.encode() for name in (*(part.label for part in exported), *imported)) + b"\0"
    symbols = 1 + len(exported) + len(imported)
    symbols_at = _HEADER + _SEGMENTS * _SEGMENT
    names_at = symbols_at + symbols * _SYMBOL
    hash_at = _align(names_at + len(names), 8)
    following = (0, *range(2, symbols), 0)  # one bucket with all symbols
    symbol_hash = struct.pack(f"<{3 + len(following)}I", 1, symbols, 1, *following)
    relocations_at = _align(hash_at + len(symbol_hash), 8)
    relocations_size = _RELOCATION * len(imported)
    places: dict[str, int] = {}
    end = relocations_at + relocations_size
    for part in parts:
        places[part.label] = _align(end, part.alignment)
        end = places[part.label] + part.size
    dynamic_at = _align(end, _PAGE)
    # DT_HASH, STRTAB, SYMTAB, STRSZ, SYMENT, RELA, RELASZ, RELAENT
    tags = [(4, hash_at), (5, names_at), (6, symbols_at), (10, len(names)), (11, _SYMBOL)]
    tags += [(7, relocations_at), (8, relocations_size), (9, _RELOCATION), (0, 0)]
    dynamic = b"".join(struct.pack("<QQ", tag, value) for tag, value in tags)
    size = dynamic_at + len(dynamic)
    for label, content in (*((name, bytes(8)) for name in imported), *variables.items()):
        places[label] = size
        size += len(content)

    def symbol(name: str, section: int, offset: int, length: int) -> bytes:
        global_function = 0x12
        at = names.index(b"\0" + name.encode() + b"\0") + 1
        return struct.pack("<IBBHQQ", at, global_function, 0, section, offset, length)

    table = [symbol(part.label, 1, places[part.label], part.size) for part in exported]
    table += [symbol(name, 0, 0, 0) for name in imported]
    first = symbols - len(imported)
    relocations = [  # R_X86_64_GLOB_DAT of each symbol
        struct.pack("<QQq", places[name], index << 32 | 6, 0) for index, name in enumerate(imported, first)
    ]
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, _HEADER, 0, 0, _HEADER, _SEGMENT, _SEGMENTS, 0, 0, 0
    )
    load, dynamic_kind, stack = 1, 2, 0x6474E551
    segments = (
        _segment(load, _READ | _EXECUTE, 0, end, _PAGE),
        _segment(load, _READ | _WRITE, dynamic_at, size - dynamic_at, _PAGE),
        _segment(dynamic_kind, _READ | _WRITE, dynamic_at, len(dynamic), 8),
        _segment(stack, _READ | _WRITE, 0, 0, 16),
    )
    library = bytearray(size)
    for offset, content in (
        (0, header),
        (_HEADER, b"".join(segments)),
        (symbols_at + _SYMBOL, b"".join(table)),
        (names_at, names),
        (hash_at, symbol_hash),
        (relocations_at, b"".join(relocations)),
        *((places[part.label], part.placed(places[part.label], places)) for part in parts),
        (dynamic_at, dynamic),
        *((places[label], content) for label, content in variables.items()),
    ):
        library[offset : offset + len(content)] = content
    return bytes(library)


def _align(offset: int, to: int) -> int:
    return (offset + to - 1) // to * to


def _segment(kind: int, flags: int, offset: int, size: int, alignment: int) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, offset, offset, offset, size, size, alignment)
