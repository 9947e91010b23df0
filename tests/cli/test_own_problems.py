"""A benchmark of one's own: from an empty folder to its pages, as a new user types it, and without a network."""

import shutil
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from tallybench.benchmarks import open_benchmark
from tallybench.benchmarks.new_benchmark import examples_folder
from tallybench.benchmarks.published import load_published
from tallybench.model.result import Result
from tallybench.sandbox.bubblewrap import find_bubblewrap
from tallybench.statistics.reading import load_result
from tests.conftest import ROOT, CommandLine
from tests.made_results import kept_result

# Types lines into the command line, one after the other, in one process with one session.
TYPING = """
import io, json, sys
from tallybench.cli import main
from tallybench.counting.session import Session

lines, answer, found = sys.argv[1:], sys.stdout, {}
with Session(workers=1) as session:
    for line in lines:
        sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        try:
            main(line.split(), session)
        except SystemExit as ended:
            code = ended.code or 0
        texts = []
        for stream in (sys.stdout, sys.stderr):
            stream.seek(0)
            texts.append(stream.read())
        found[line] = [code, *texts]
json.dump(found, answer)
"""


def type_offline(folder: Path, *lines: str) -> dict[str, tuple[int, str, str]]:
    """The exit code, output and errors of each line, typed in a folder without a network but its own loopback."""
    offline = [*find_bubblewrap(), "--dev-bind", "/", "/", "--unshare-net", "--chdir", str(folder)]
    done = subprocess.run([*offline, sys.executable, "-c", TYPING, *lines], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {line: tuple(found) for line, found in orjson.loads(done.stdout).items()}


def test_from_an_empty_folder_to_an_evaluated_model_and_its_page(tmp_path: Path) -> None:
    before = sorted(path.name for path in ROOT.iterdir())
    evaluating = "evaluate house/samples.jsonl --benchmark house --model Mine -o house/results/mine.json"
    pushing = [f"dev dataset push {what} --repo some/where" for what in ("house/dataset", "--benchmark house")]
    replacing = "site --benchmark house -o house/problems"
    typed = type_offline(
        tmp_path,
        "new house",
        "problems --benchmark house --check",
        "dev audit house --seeds 2",
        "dev tests generate --benchmark house -o house/tests.jsonl --count 20",
        evaluating,
        "dev measure house",
        "dev measure house --check",
        "dev dataset build house/dataset --benchmark house",
        *pushing,
        "site --benchmark house",
        replacing,
    )
    for line, (code, says, errors) in typed.items():
        assert code == (2 if line in (*pushing, replacing) else 0), f"{line}: {says}{errors}"

    assert "tallybench dev audit house" in typed["new house"][1]
    assert "1 problems checked, 0 faults" in typed["problems --benchmark house --check"][1]
    _, audited, _ = typed["dev audit house --seeds 2"]
    assert "House/1" in audited and "miss " not in audited
    (generated,) = map(orjson.loads, (tmp_path / "house/tests.jsonl").read_bytes().splitlines())
    assert (generated["task_id"], len(generated["inputs"]), generated["disputed"]) == ("House/1", 20, [])

    assert "to be ranked" not in typed[evaluating][2]
    result, benchmark = load_result(tmp_path / "house/results/mine.json"), open_benchmark(str(tmp_path / "house"))
    assert (result.benchmark.name, result.benchmark.version) == ("house", "0.1.0")
    assert result.benchmark.hash == benchmark.hash and not result.benchmark.partial
    assert [str(sample.verdict) for sample in result.samples] == ["passed", "wrong_output"]
    assert {str(stress.verdict) for stress in result.samples[0].stress.values()} == {"counted"}

    assert "up to date, 1 problems" in typed["dev measure house --check"][1]
    assert load_published(str(tmp_path / "house/dataset")).hash == benchmark.hash
    for line in pushing:
        assert "house is private" in typed[line][2]

    assert sorted(path.name for path in ROOT.iterdir()) == before  # nothing is built into the checkout
    site = tmp_path / "house/public"
    page = (site / "problems/house-1/index.html").read_text()
    assert "most_at_once" in page and "reference starts and ends" in page and "wrong output" in page
    assert "Mine" in (site / "leaderboard/index.html").read_text()
    (row,) = orjson.loads((site / "data/leaderboard-0.1.0.json").read_bytes())
    assert (row["model"], row["rank"], row["state"]) == ("Mine", 1, "measured here")
    for path in site.rglob("*.html"):
        text = path.read_text()
        assert "canonical" not in text.partition("</head>")[0], path  # no address of TallyBench's site is its own
        assert "HumanEval" not in text.partition("<footer")[2], path
    assert not list(site.glob("feed.xml")) and not list(site.glob("findings"))

    assert "not a site built before" in typed[replacing][2]
    assert (tmp_path / "house/problems/most_at_once_001.py").exists()


@pytest.fixture
def minimal(tmp_path: Path) -> Path:
    """A benchmark whose only problem has prompt, tests and solution."""
    shutil.copytree(examples_folder() / "function", tmp_path / "mine")
    path = tmp_path / "mine/problems/most_at_once_001.py"
    path.write_text(path.read_text().partition("# From here on")[0])
    return tmp_path / "mine"


def test_a_problem_without_contract_and_inputs_counts_for_correctness_and_says_what_is_missing(
    minimal: Path, tallybench: CommandLine
) -> None:
    missing = "no contract and no stressful inputs and no references yet"
    assert missing in tallybench("problems", "--benchmark", "mine").stdout
    checked = tallybench("problems", "--benchmark", "mine", "--check")
    assert checked.returncode == 0 and f"Mine/1: counts for pass@k only: {missing}" in checked.stdout
    audited = tallybench("dev", "audit", "mine")
    assert audited.returncode == 2 and "there is nothing to audit: Mine/1 has no contract" in audited.stderr
    (minimal / "results").mkdir()
    evaluated = tallybench(
        "evaluate", "mine/samples.jsonl", "--benchmark", "mine", "--model", "M", "-o", "mine/results/m.json"
    )
    assert evaluated.returncode == 0, evaluated.stderr
    result = load_result(minimal / "results/m.json")
    assert result.problems["Mine/1"].without_efficiency == missing
    assert _value(result, "pass@1") == 0.5
    assert tallybench("dev", "measure", "mine").returncode == 0
    built = tallybench("dev", "dataset", "build", "mine/dataset", "--benchmark", "mine")
    assert built.returncode == 0, built.stderr
    assert len(load_published(str(minimal / "dataset"))) == 1


def _value(result: Result, name: str) -> float | None:
    return result.metrics[name].value


def test_examples_that_the_solution_does_not_give_are_found(minimal: Path, tallybench: CommandLine) -> None:
    path = minimal / "problems/most_at_once_001.py"
    path.write_text(path.read_text().replace("(11, 14)])\n    2", "(11, 14)])\n    3"))
    checked = tallybench("problems", "--benchmark", "mine", "--check")
    assert checked.returncode == 1 and "of most_at_once gives '2', not '3'" in checked.stdout


def test_faults_of_all_files_are_named_at_once_each_with_its_place(minimal: Path, tallybench: CommandLine) -> None:
    problems = minimal / "problems"
    good = (problems / "most_at_once_001.py").read_text()
    (problems / "again_1.py").write_text(good)
    (problems / "no_check_002.py").write_text(good.replace("def check(", "def checks("))
    (problems / "no_space_003.py").write_text(good.replace(">>> most_at_once([(9, 10)", ">>>most_at_once([(9, 10)"))
    (problems / "never_closed_004.py").write_text(good.replace("def check(candidate):", "def check(candidate:"))
    (problems / "notes.py").write_text("")
    done = tallybench("problems", "--benchmark", "mine")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    lines = done.stderr.removeprefix("tallybench: ").splitlines()
    line_of = good[: good.index(">>> most_at_once([(9, 10)")].count("\n") + 1
    check_at = good[: good.index("def check(")].count("\n") + 1
    starts = {
        "most_at_once_001.py: has the number 1, like again_1.py",
        f"never_closed_004.py: '(' was never closed (never_closed_004.py, line {check_at})",
        "no_check_002.py: needs check",
        f"no_space_003.py:{line_of}: PROMPT has an example in the wrong format",
        "notes.py: is not named like a problem's file",
    }
    assert len(lines) == len(starts)
    for start in starts:
        assert any(line.startswith(f"mine/problems/{start}") for line in lines), (start, lines)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('name = "my-benchmark"', 'name = "mbpp"', "benchmark.toml:2: name is the name of a benchmark"),
        ('name = "my-benchmark"', 'name = "My Own"', "benchmark.toml:2: name must be lower-case letters"),
        ('version = "0.1.0"', 'version = "1"', "benchmark.toml:4: version must be three numbers"),
        ('title = "My benchmark"\n', "", "benchmark.toml: title is missing"),
        ("private = true", "privat = true", "benchmark.toml:9: privat is not a key of this file"),
        ("private = true", 'private = "no"', "benchmark.toml:9: private must be true or false"),
        ("private = true", "private", "is not TOML"),
    ],
)
def test_a_fault_of_the_manifest_is_named_with_its_line(
    minimal: Path, tallybench: CommandLine, old: str, new: str, says: str
) -> None:
    path = minimal / "benchmark.toml"
    path.write_text(path.read_text().replace(old, new))
    done = tallybench("dev", "audit", "mine")
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1


def test_a_result_of_another_benchmark_among_its_results_is_refused(minimal: Path, tallybench: CommandLine) -> None:
    (minimal / "results").mkdir()
    shutil.copy(kept_result("tallybench-references"), minimal / "results/theirs.json")
    done = tallybench("site", "--benchmark", "mine")
    assert done.returncode == 2 and "theirs.json: is a result on humaneval, not on my-benchmark" in done.stderr


def test_a_folder_that_is_not_empty_or_whose_name_is_taken_is_not_laid(tmp_path: Path, tallybench: CommandLine) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/notes").write_text("mine")
    for arguments, says in (
        (["full"], "not empty"),
        (["new", "--name", "humaneval"], "is the name of a benchmark that TallyBench has"),
        (["новый"], "give --name"),
    ):
        done = tallybench("new", *arguments)
        assert done.returncode == 2 and says in done.stderr, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["full"]
    (tmp_path / "empty").mkdir()
    assert tallybench("new", ".", cwd=tmp_path / "empty").returncode == 0
    assert open_benchmark(str(tmp_path / "empty")).name == "empty"
    assert tallybench("new", "Some Where", "--name", "own_2", "--class").returncode == 0
    named = open_benchmark(str(tmp_path / "Some Where"))
    assert (named.name, named.problems[0].task_id, named.problems[0].level) == ("own_2", "Own2/1", "class")
