"""Peak memory: what a solution itself takes, to the byte, wherever it puts it."""

import _imp
import hashlib
import importlib
import marshal
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib import resources
from types import ModuleType
from typing import Any

import pytest

from tallybench.counting.worker import Worker
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.gauge import GAUGE_VERSION, KEPT_OUTSIDE, build_gauge
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside import protocol
from tallybench.sandbox.jobs import run_program
from tallybench.sandbox.seal import CRAFTING, READING
from tallybench.values.wire import encode
from tests.sandbox.running import compiled, run

MEGABYTE = 1 << 20
FEW = 16 << 10  # bytes that a solution takes for what it consists of
NUMBERS = 100_000
# What this many numbers above 256 take: a pointer and 32 bytes each.
HELD = NUMBERS * 40
HIDDEN = 0.05  # of what is held, at most


@pytest.fixture(scope="module")
def gauged(worker: Worker) -> Zygote:
    return worker.gauged


def peak(native: Zygote, gauged: Zygote, solution: str, *arguments: object) -> int:
    answer = run(native, gauged, solution, *arguments)
    assert answer.failure is None, answer.failure
    assert answer.peak is not None
    return answer.peak


def test_memory_is_what_is_asked_for(native: Zygote, gauged: Zygote) -> None:
    assert 0 < peak(native, gauged, "def f(n):\n    pass\n", MEGABYTE) < FEW
    taken = [peak(native, gauged, "def f(n):\n    bytes(n)\n", size) for size in (MEGABYTE, MEGABYTE + 1)]
    assert MEGABYTE < taken[0] < MEGABYTE + FEW
    assert taken[1] == taken[0] + 1


@pytest.mark.parametrize(
    ("body", "failure"),
    [
        ("from collections import Counter\n    return Counter(a=n)", None),
        ("raise ValueError('no')", "ValueError: no"),
        ("return object()", "it returned a value of type object"),
    ],
)
def test_outputs_of_other_types_are_converted_where_memory_is_measured(
    native: Zygote, gauged: Zygote, body: str, failure: str | None
) -> None:
    answer = run(native, gauged, f"def f(n):\n    {body}\n", 1)
    assert (answer.failure.reason if answer.failure else None) == failure


def test_memory_is_that_of_the_highest_point(native: Zygote, gauged: Zygote) -> None:
    once = "def f(n):\n    one = bytes(n)\n    del one\n    bytes(n // 2)\n"
    both = "def f(n):\n    one = bytes(n)\n    return len(one + bytes(n // 2))\n"
    assert MEGABYTE <= peak(native, gauged, once, MEGABYTE) < MEGABYTE + FEW
    assert 3 * MEGABYTE <= peak(native, gauged, both, MEGABYTE) < 3 * MEGABYTE + FEW


def test_an_input_is_not_counted_nor_what_is_done_in_its_place(native: Zygote, gauged: Zygote) -> None:
    values = list(range(NUMBERS, 2 * NUMBERS))
    assert peak(native, gauged, "def f(x):\n    return len(x)\n", values) < FEW
    assert peak(native, gauged, "def f(x):\n    x.reverse()\n    return x\n", values) < FEW
    assert peak(native, gauged, "def f(x):\n    x.append(1)\n    return x[-1]\n", values) < 200_000  # what it grows by


def test_returning_a_large_value_takes_no_memory_of_its_own(native: Zygote, gauged: Zygote) -> None:
    same = "def f(x):\n    return x\n"
    for value in (list(range(NUMBERS)), "a" * 10 * MEGABYTE, {n: [n] for n in range(NUMBERS)}, b"a" * MEGABYTE):
        answer = run(native, gauged, same, value)
        assert answer.output == encode(value) and answer.peak is not None and answer.peak < 8 * FEW


def test_the_same_program_takes_the_same_in_every_process(native: Zygote, gauged: Zygote) -> None:
    solution = (
        "import re, collections\ndef f(x):\n    words = re.findall('[a-z]+', x)\n"
        "    return sorted(set(collections.Counter(words).items()))\n"
    )
    text = " ".join("".join(random.Random(n).choices("abcdef", k=6)) for n in range(20_000))
    found = {peak(native, gauged, solution, text) for _ in range(5)}
    with closing(Zygote(gauged.setting)) as other:
        found |= {peak(native, other, solution, text) for _ in range(5)}
    assert len(found) == 1


KINDS = {
    "array": "import array\ndef f(n):\n    return len(array.array('q', bytes(8)) * n)\n",
    "bytearray": "def f(n):\n    return len(bytearray(8 * n))\n",
    "deque": "import collections\ndef f(n):\n    return len(collections.deque([None]) * n)\n",
    "dict": "def f(n):\n    return len(dict.fromkeys(range(n)))\n",
    "set": "def f(n):\n    return len(set(range(n)))\n",
    "text": "def f(n):\n    return len('x' * (8 * n))\n",
    "BytesIO": "import io\ndef f(n):\n    return io.BytesIO().write(b'x' * (8 * n))\n",
    "large number": "def f(n):\n    return (1 << (64 * n)).bit_length()\n",
    "json": "import json\ndef f(n):\n    return len(json.dumps([1000000] * n))\n",
    "zlib": "import zlib\ndef f(n):\n    return len(zlib.decompress(zlib.compress(bytes(8 * n))))\n",
    "lzma": "import lzma\ndef f(n):\n    return len(lzma.compress(bytes(10)))\n",
    "bz2": "import bz2\ndef f(n):\n    return len(bz2.compress(bytes(10)))\n",
    "decimal": "import decimal\ndef f(n):\n    return len(str(decimal.Decimal('9' * 8 * n)))\n",
    "tee": "import itertools\ndef f(n):\n    a, b = itertools.tee(range(n))\n    return sum(1 for _ in a)\n",
    "XML": (
        "from xml.parsers import expat\ndef f(n):\n    parser = expat.ParserCreate()\n"
        "    parser.Parse('<a b=\"' + 'x' * 8 * n)\n    return 0\n"
    ),
    "frames": (
        "import sys\ndef f(n):\n    sys.setrecursionlimit(n)\n    def deep(k):\n        return k and deep(k - 1)\n"
        "    return deep(n - 100)\n"
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_memory_of_every_kind_is_counted(native: Zygote, gauged: Zygote, kind: str) -> None:
    """The least that each of them needs for this many things; the compressors' state is larger."""
    assert peak(native, gauged, KINDS[kind], NUMBERS) >= 8 * NUMBERS


HOLDS = "    held = [n * 1000 + k for k in range(n)]\n"
HIDES = {
    "openly": f"def f(n):\n{HOLDS}    return len(held)\n",
    "in a thread": (
        f"import threading\ndef hold(n, told):\n{HOLDS}    told.append(len(held))\n"
        "def f(n):\n    told = []\n    one = threading.Thread(target=hold, args=(n, told))\n    one.start()\n"
        "    one.join()\n    return told[0]\n"
    ),
    "in a generator": f"def hold(n):\n{HOLDS}    yield len(held)\ndef f(n):\n    one = hold(n)\n    return next(one)\n",
    "in interned texts": "import sys\ndef f(n):\n    held = [sys.intern(str(k)) for k in range(n)]\n    return n\n",
    "in a list of a module": (
        "import sys\ndef f(n):\n    before = len(sys.path)\n    sys.path.extend(n * 1000 + k for k in range(n))\n"
        "    return len(sys.path) - before\n"
    ),
    "behind room that others gave": (
        "import sys, gc\nof_others = 'typing dataclasses re collections statistics decimal fractions functools enum'\n"
        "def f(n):\n    for name in of_others.split():\n        sys.modules.pop(name).__dict__.clear()\n"
        "    gc.unfreeze()\n    gc.collect()\n"
        f"{HOLDS}    return len(held)\n"
    ),
    "behind the input that it let go": f"def f(n, given):\n    given.clear()\n{HOLDS}    return len(held)\n",
    "with a tracer of its own": (
        "import _tracemalloc\ndef f(n):\n    _tracemalloc.start(1)\n"
        f"{HOLDS}    _tracemalloc.reset_peak()\n    _tracemalloc.clear_traces()\n    _tracemalloc.stop()\n"
        "    return len(held)\n"
    ),
    "with the gauge started again": (
        "import sys, _imp\nclass Spec:\n    def __init__(self, name):\n        self.name = name\n"
        "        self.origin = sys.modules['child'].GAUGE\n"
        "def again():\n    for name in ('gauge_page', 'gauge'):\n        try:\n"
        "            _imp.create_dynamic(Spec(name))\n"
        "        except SystemError:\n            pass\n"
        f"def f(n):\n    again()\n{HOLDS}    again()\n    return len(held)\n"
    ),
    "before it is asked": "held = [1000 + k for k in range(100000)]\ndef f(n):\n    return len(held)\n",
    "in cycles that are left": (
        "import gc\ndef f(n):\n    gc.disable()\n    for k in range(n // 10):\n        one = []\n"
        "        one.append(one)\n        one.append([k] * 40)\n    return n\n"
    ),
    "in small pieces": f"def f(n):\n{HOLDS}    return len([held.pop() for _ in range(len(held))])\n",
}


@pytest.mark.parametrize("way", HIDES)
def test_memory_cannot_be_hidden(native: Zygote, gauged: Zygote, way: str) -> None:
    given = (list(range(NUMBERS)),) if "input" in way else ()
    answer = run(native, gauged, HIDES[way], NUMBERS, *given)
    assert answer.failure is None, answer.failure
    assert answer.output == encode(NUMBERS)
    assert answer.peak is not None and answer.peak >= (1 - HIDDEN) * HELD


REFUSED = {
    "a mapping": "import mmap\ndef f(n):\n    return len(mmap.mmap(-1, n))\n",
    "a file": "def f(n):\n    return open('/tmp/one', 'wb').write(bytes(n))\n",
    "a file in memory": "import os\ndef f(n):\n    return os.memfd_create('one')\n",
    "a pipe": "import os\ndef f(n):\n    return os.pipe()\n",
    "shared memory": "from multiprocessing import shared_memory\ndef f(n):\n    return 0\n",
    "the environment": "import os\ndef f(n):\n    os.putenv('ONE', 'x' * n)\n    return 0\n",
    "the environment's mapping": "import os\ndef f(n):\n    os.environ['ONE'] = 'x' * n\n    return 0\n",
}


@pytest.mark.parametrize("way", REFUSED)
def test_there_is_no_other_place_for_it(native: Zygote, gauged: Zygote, way: str) -> None:
    answer = run(native, gauged, REFUSED[way], MEGABYTE)
    assert answer.failure is not None and answer.failure.verdict in (Verdict.EXCEPTION, Verdict.FORBIDDEN)
    assert not {*KEPT_OUTSIDE} & {*CRAFTING, *READING}, "it is refused besides what always is"


def test_a_solution_does_not_see_that_memory_is_measured(native: Zygote, gauged: Zygote) -> None:
    shows = "import os\ndef f():\n    return sorted(os.environ)\n"
    assert run(native, gauged, shows).output == run(native, native, shows).output


def test_one_that_ends_before_its_time_has_what_it_took(native: Zygote, gauged: Zygote) -> None:
    """The answer is written by hand, whatever was trusted to come after it is skipped."""
    forges = (
        "import os, marshal\ndef f(n):\n" + HOLDS + "    for one in range(3, 20):\n        try:\n"
        "            os.write(one, b'R' + marshal.dumps(n, 2))\n            os._exit(0)\n        except OSError:\n"
        "            pass\n"
    )
    answer = run(native, gauged, forges, NUMBERS)
    assert answer.output == encode(NUMBERS)
    assert answer.peak is not None and answer.peak >= HELD


def test_a_program_is_measured_like_a_function(native: Zygote, gauged: Zygote) -> None:
    source = f"n = int(input())\n{HOLDS.strip()}\nprint(len(held))\n"
    code = compiled(native, source)
    found = {(answer := run_program(gauged, code, b"100000\n", 30)).peak for _ in range(3)}
    assert answer.output == b"100000\n"
    (measured,) = found
    assert measured is not None and HELD <= measured < 1.5 * HELD


def test_no_figure_is_left_for_one_that_takes_nothing(native: Zygote, gauged: Zygote) -> None:
    peak(native, gauged, "def f(n):\n    bytes(n)\n", 10 * MEGABYTE)
    answer = run(native, gauged, "import os\nos._exit(3)\n")
    assert answer.peak is not None and answer.peak < FEW


def random_value(draw: random.Random, depth: int = 0) -> Any:
    plain: list[Callable[[], Any]] = [
        lambda: draw.randrange(-(1 << 70), 1 << 70),
        draw.random,
        lambda: None,
        lambda: draw.random() < 0.5,
        lambda: "é" * draw.choice((0, 3, 300, 9000)) + "\ud800" * draw.choice((0, 1)),
        lambda: bytes(draw.choice((0, 5, 5000))),
        lambda: complex(draw.random(), 1),
    ]
    if depth > 4 or draw.random() < 0.5:
        return draw.choice(plain)()
    inner = [random_value(draw, depth + 1) for _ in range(draw.choice((0, 1, 3, 600 if depth == 0 else 2)))]
    nested: list[Callable[[], Any]] = [
        lambda: inner,
        lambda: tuple(inner),
        lambda: {draw.randrange(1000) for _ in inner},
        lambda: frozenset(draw.random() for _ in inner),
        lambda: dict(enumerate(inner)),
    ]
    return draw.choice(nested)()


def test_encoding_in_pieces_gives_the_same_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """`pieces` itself, outside of the sandbox: the gauge is not there, and nothing is loaded for it."""
    inside = str(resources.files("tallybench.sandbox.inside"))
    monkeypatch.syspath_prepend(inside)
    monkeypatch.setitem(sys.modules, "function_child", importlib.import_module("child"))
    monkeypatch.setitem(sys.modules, "native_zygote", importlib.import_module("zygote"))
    monkeypatch.setitem(sys.modules, "program_child", ModuleType("program_child"))
    sys.modules["program_child"].JOBS = {}  # type: ignore[attr-defined]
    monkeypatch.setattr(_imp, "create_dynamic", lambda spec: None)
    pieces: Callable[[Any], Iterator[bytes]] = importlib.import_module("memory_child").pieces
    draw = random.Random(1)
    for _ in range(500):
        value = random_value(draw)
        encoded, usual = b"".join(pieces(value)), marshal.dumps(value, protocol.WIRE_VERSION)
        assert len(encoded) == len(usual)
        assert marshal.loads(encoded) == value
    with pytest.raises(ValueError, match="unmarshallable"):
        b"".join(pieces([1, [2, object()]]))


# Change one of these only with a new GAUGE_VERSION, peak memory measured again (`tallybench dev measure`, and the
# records in `results/`), and the new hash here.
HASH = "33944f0d86ebd7e6eb155fabdec727a84cac56ccaf5fe659d946eddf1371a64b"


def test_what_measures_memory_is_what_its_version_says() -> None:
    found = hashlib.sha256(build_gauge())
    for name in ("memory_child.py", "memory_zygote.py"):
        found.update(resources.files("tallybench.sandbox.inside").joinpath(name).read_bytes())
    assert (GAUGE_VERSION, found.hexdigest()) == (2, HASH)
