"""Samples that are public elsewhere: evaluated, fetched from a real server, and measured again."""

import functools
import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from generator.site import read_site
from pydantic import ValidationError

from tallybench.errors import InputError
from tallybench.model.parts import Source
from tallybench.samples.public import ADDRESSES, address_of, place_of
from tallybench.statistics.reading import load_result
from tallybench.submissions.checks import check_content
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.programs import public_code
from tests.cli.test_cli import error_of
from tests.conftest import CommandLine

RIGHT = "def concatenate(strings: List[str]) -> str:\n    return ''.join(strings)\n"
WRONG = "def concatenate(strings):\n    raise ValueError('words of mine')\n"
FILES = {
    "data/answers of one.jsonl": json.dumps({"id": "HumanEval/28", "answer": f"So:\n```python\n{RIGHT}```"}) + "\n",
    "more/HumanEval_28.py": WRONG,
}
SOURCE = Source(
    repository="https://github.com/someone/answers",
    commit="0123456789" * 4,
    files={path: hashlib.sha256(text.encode()).hexdigest() for path, text in FILES.items()},
    fields={"task_id": "id", "raw": "answer"},
    licence="MIT",
)


@pytest.fixture
def fetched(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        place = place_of(SOURCE, path, tmp_path / "fetched")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return tmp_path / "fetched"


@pytest.fixture
def server(fetched: Path) -> Iterator[str]:
    """The address of a server that has the files."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(fetched))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_port}"
        served.shutdown()


@pytest.fixture
def result(tallybench: CommandLine, fetched: Path, tmp_path: Path) -> Path:
    about = {"model": {"name": "Someone's", "released": "2026-05"}, "source": SOURCE.model_dump(mode="json")}
    (tmp_path / "about.json").write_text(json.dumps(about))
    done = tallybench("evaluate", fetched, "--about", "about.json", "--ids", "28", "--no-count")
    assert done.returncode == 0, done.stderr
    return tmp_path / "result.json"


def test_a_result_names_its_source_and_has_no_text_of_it(result: Path) -> None:
    loaded = load_result(result)
    assert loaded.source == SOURCE
    assert (loaded.model.released, loaded.model.answers_sha256) == ("2026-05", SOURCE.answers_sha256)
    assert [str(sample.verdict) for sample in loaded.samples] == ["passed", "exception"]
    assert loaded.samples[0].sanitized == ("fenced_block", "prompt_preamble")
    assert result_faults(loaded) == []
    assert b"join" not in result.read_bytes() and b"words of mine" not in result.read_bytes()


def test_the_result_itself_tells_what_a_further_one_is_about(
    tallybench: CommandLine, result: Path, fetched: Path, tmp_path: Path
) -> None:
    done = tallybench("evaluate", fetched, "--about", result, "--ids", "28", "--no-count", "-o", "again.json")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "again.json").read_bytes() == result.read_bytes()


@pytest.mark.parametrize(
    ("licence", "confirmed", "shown"),
    [
        ("MIT", f"{SOURCE.commit} MIT", True),
        ("MIT", "", False),
        ("MIT", f"{SOURCE.commit} Apache-2.0", False),
        ("MIT", f"{'0' * 40} MIT", False),
        ("CC-BY-NC-4.0", f"{SOURCE.commit} CC-BY-NC-4.0", False),
        (None, "", False),
    ],
)
def test_pages_show_the_code_where_an_open_licence_was_confirmed_at_its_commit(
    result: Path, fetched: Path, tmp_path: Path, licence: str | None, confirmed: str, shown: bool
) -> None:
    data = json.loads(result.read_text())
    data["source"]["licence"] = licence
    path = "results/someones/humaneval-2026-02-02-00000000.json"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(json.dumps(data))
    if confirmed:
        (tmp_path / "results/APPROVED").write_text(f"licence {SOURCE.repository} {confirmed}\n")
    unshown: list[str] = []
    code = public_code(tmp_path, fetched, unshown.append)
    assert list(code) == [path] * shown
    assert len(unshown) == (licence == "MIT" and not shown)
    site = read_site(tmp_path, code)
    (entry,) = site.entries
    programs = [sample.code for sample in entry.result.samples]
    if shown:
        assert "return ''.join(strings)" in str(programs[0]) and "ValueError" in str(programs[1])
    else:
        assert programs == [None, None]
    place_of(SOURCE, "more/HumanEval_28.py", fetched).unlink()
    said: list[str] = []
    assert public_code(tmp_path, fetched, said.append) == {}, "a source that is gone costs its own code alone"
    assert [line.startswith(f"{path}: its code is not shown: ") for line in said] == [True] * (licence == "MIT")


def test_samples_are_fetched_once_from_a_server_and_the_result_is_verified_with_them(
    tallybench: CommandLine, result: Path, server: str, tmp_path: Path
) -> None:
    first, again = (
        tallybench("dev", "samples", "fetch", "got", "--result", file, "--mirror", server)
        for file in ("about.json", result)
    )
    assert (first.returncode, again.returncode) == (0, 0), first.stderr
    assert first.stdout.endswith("2 files fetched, 0 already there\n")
    assert again.stdout == "0 files fetched, 2 already there\n"
    for path, text in FILES.items():
        assert place_of(SOURCE, path, tmp_path / "got").read_text() == text
    done = tallybench("dev", "verify", result, "--samples", "got")
    assert done.returncode == 0, done.stderr
    shown = tallybench("dev", "samples", "show", result, "--samples", "got")
    codes = [json.loads(line)["solution"] for line in shown.stdout.splitlines()]
    assert codes == [f"from typing import List\n\n{RIGHT}", WRONG]


def test_what_is_another_file_there_is_not_kept_and_the_rest_is(
    tallybench: CommandLine, result: Path, server: str, fetched: Path, tmp_path: Path
) -> None:
    changed = place_of(SOURCE, "more/HumanEval_28.py", fetched)
    changed.write_text(RIGHT)
    done = tallybench("dev", "samples", "fetch", "got", "--result", result, "--mirror", server)
    assert done.returncode == 2
    assert "HumanEval_28.py: is not the file that the result was made from" in done.stderr
    assert sorted(path.name for path in (tmp_path / "got").rglob("*.*") if path.is_file()) == ["answers of one.jsonl"]
    done = tallybench("dev", "verify", result, "--samples", fetched)
    assert done.returncode == 2
    assert f"{changed}: is not the file that the result was made from" in done.stderr


def test_what_is_gone_is_said_in_a_line(tallybench: CommandLine, result: Path, server: str, fetched: Path) -> None:
    place_of(SOURCE, "more/HumanEval_28.py", fetched).unlink()
    done = tallybench("dev", "samples", "fetch", "got", "--result", result, "--mirror", server)
    assert done.returncode == 2
    assert "HumanEval_28.py: no longer exists" in done.stderr
    for missing in (("dev", "verify", result), ("dev", "samples", "show", result)):
        done = tallybench(*missing)
        assert done.returncode == 2
        assert "its samples are public at https://github.com/someone/answers" in done.stderr
    done = tallybench("dev", "verify", result, "--samples", fetched)
    assert done.returncode == 2
    assert "HumanEval_28.py: is not there; tallybench dev samples fetch gets it" in done.stderr


@pytest.mark.parametrize(
    ("mirror", "says"), [("http://127.0.0.1:9", "cannot be fetched"), ("nowhere", "--mirror: unknown url type")]
)
def test_a_mirror_that_does_not_answer_or_is_no_address_is_said_in_a_line(
    tallybench: CommandLine, result: Path, mirror: str, says: str
) -> None:
    assert says in error_of(tallybench("dev", "samples", "fetch", "got", "--result", result, "--mirror", mirror))


@pytest.mark.parametrize(
    ("edit", "where", "what"),
    [
        (lambda data: data["model"].update(answers_sha256="0" * 64), "model.answers_sha256", "source's files"),
        (lambda data: data.update(code_withheld=False), "code_withheld", "public elsewhere"),
        (lambda data: data["samples"][1]["failure"].update(reason="words of mine"), "samples[1]", "not ours"),
        (
            lambda data: data["source"].update(repository="https://example.com/a/b"),
            "source.repository",
            "only github.com",
        ),
    ],
)
def test_a_result_that_does_not_fit_its_source_is_refused(result: Path, edit, where: str, what: str) -> None:  # type: ignore[no-untyped-def]
    data = json.loads(result.read_bytes())
    edit(data)
    result.write_text(json.dumps(data))
    faults = {fault.where: fault.what for fault in check_content(result.read_bytes())[1]}
    assert what in faults[where]


@pytest.mark.parametrize(
    "changed",
    [
        *({"files": {path: "0" * 64}} for path in ("/etc/passwd", "../up", "a/../b", "a//b", "a\\b", "a\nb", "")),
        *(
            {"repository": address}
            for address in ("http://github.com/a/b", "https://github.com/../b", "https://../a/b")
        ),
        *({"repository": address} for address in ("https://github.com/a/b/c", "x")),
    ],
)
def test_a_source_has_an_address_and_files_that_lead_nowhere_else(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Source(**SOURCE.model_dump() | changed)


def test_a_file_has_one_address_at_each_host_that_is_known() -> None:
    for host in ADDRESSES:
        source = SOURCE.model_copy(update={"repository": f"https://{host}/someone/answers"})
        address = address_of(source, "data/answers of one.jsonl")
        assert "someone/answers" in address and SOURCE.commit in address
        assert address.endswith("/data/answers%20of%20one.jsonl")
    with pytest.raises(InputError, match=r"only github\.com"):
        address_of(SOURCE.model_copy(update={"repository": "https://example.com/a/b"}), "x")


def test_predictions_of_classes_are_measured_again_with_the_data_of_their_benchmark(
    tallybench: CommandLine, shared_data: Path, tmp_path: Path
) -> None:
    """ClassEval's data are not in the project: `--data` gives them, to `verify` as to `evaluate`."""
    data = shared_data / "classeval"
    content = (data / "predictions_GPT-3.5-Turbo_class_H_greedy.json").read_bytes()
    files = {"output/greedy.json": hashlib.sha256(content).hexdigest()}
    source = SOURCE.model_copy(update={"files": files, "fields": {}, "licence": "CC-BY-NC-4.0"})
    place = place_of(source, "output/greedy.json", tmp_path / "fetched")
    place.parent.mkdir(parents=True)
    place.write_bytes(content)
    about = {"model": {"name": "GPT-3.5 Turbo"}, "source": source.model_dump(mode="json")}
    (tmp_path / "about.json").write_text(json.dumps(about))
    asked = ["--benchmark", "classeval", "--data", data, "--ids", "0,1,5", "--no-count"]
    done = tallybench("evaluate", "fetched", "--about", "about.json", *asked)
    assert done.returncode == 0, done.stderr

    done = tallybench("dev", "verify", "result.json", "--samples", "fetched", "--data", data)
    assert done.returncode == 0 and "compared: 3 samples of 3 problems" in done.stdout, done.stderr
    done = tallybench("dev", "verify", "result.json", "--samples", "fetched")
    assert done.returncode == 2 and "give `data`" in done.stderr
