"""Verdicts on HumanEval+ and MBPP+ beside those of `evalplus.evaluate`, program by program.

Usage: python -m benchmarks.against_evalplus run BENCHMARK DATA WORK SAMPLES... --evalplus PYTHON [--processes N]
       python -m benchmarks.against_evalplus table
       python -m benchmarks.against_evalplus seconds BENCHMARK DATA

- `run`: BENCHMARK is such as humaneval+, DATA its file, SAMPLES files of answers, JSON Lines; the first of each problem
  is taken. Both sides get the same programs, those that TallyBench takes from the answers. PYTHON is the interpreter of
  an environment with `evalplus` 0.3.1, which gets the problems that are usable here. Its results stay in the folder
  WORK: it is run for models that have none. Its limits go by the clock, so they are wide: `--seconds` for a call, or
  eight times the ground truth. Its 60 seconds for all calls are fixed, so leave the machine to it; what fails there
  alone gets a second try. Writes benchmarks/against_evalplus/BENCHMARK.json: by model how many programs pass on either
  side, and each program that one side alone passes. It holds no text of an answer.
- `table`: prints what the page has of these files.
- `seconds`: prints the CPU time, as an ordinary machine takes it, of ground truths that take more than one second for
  all tests of their problem.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from tallybench.benchmarks import read_benchmark
from tallybench.benchmarks.sources.data_files import read_problems
from tallybench.benchmarks.sources.evalplus import FILES
from tallybench.cli.terminal import Display
from tallybench.counting.fingerprint import take_fingerprint
from tallybench.counting.session import Session
from tallybench.files import write_atomically
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import CheckOutcome, SuiteOutcome
from tallybench.model.problem import code_hash
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.channel import Channel, serve_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.limits import STRESS_MEMORY
from tallybench.sandbox.messages import WorkerSetting
from tallybench.studies.study import check_programs

FOLDER = Path(__file__).parent / "against_evalplus"
SUITES = ("base", "plus")
FIELDS = ("solution", "completion", "raw")
GROUND_TRUTH_FACTOR = 8

Program = tuple[str, str]  # a task id, and the SHA-256 of a program


@dataclass
class Compared:
    """The programs of a run.

    Attributes:
        benchmark: the usable problems.
        lines: by task id, the usable problems as EvalPlus has them.
        code: the text of each program.
        models: by the name of a file of samples, its programs.
    """

    benchmark: Benchmark
    lines: dict[str, Any]
    code: dict[Program, str]
    models: dict[str, list[Program]]


def first_answers(path: Path, benchmark: Benchmark) -> Iterator[Sample]:
    """Yield the first answer of each problem; ids are written in many ways, so their numbers count."""
    seen = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        number = re.search(r"\d+$", str(record["task_id"]))
        task_id = benchmark.full_id(str(int(number[0]))) if number else ""
        if task_id in benchmark.by_id and task_id not in seen:
            seen.add(task_id)
            field = next(field for field in FIELDS if record.get(field) is not None)
            yield Sample(task_id, 0, field, record[field])  # type: ignore[arg-type]


def take_programs(benchmark: Benchmark, data: Path, paths: list[Path]) -> Compared:
    """Take the programs from files of samples."""
    file = read_problems(data, FILES[benchmark.name])
    lines = {line["task_id"]: line for line in file.value if line["task_id"] in benchmark.by_id}
    found = Compared(benchmark, lines, {}, {})
    for path in paths:
        programs = found.models[path.stem] = []
        for attempt in read_attempts(first_answers(path, benchmark), benchmark):
            if attempt.code is not None:
                key = attempt.task_id, code_hash(attempt.code)
                found.code[key] = attempt.code
                programs.append(key)
    return found


def their_verdicts(compared: Compared, arguments: argparse.Namespace) -> dict[Program, dict[str, str]]:
    """Return what EvalPlus makes of each program: its status by suite."""
    dataset = "humaneval" if compared.benchmark.name.startswith("humaneval") else "mbpp"
    arguments.work.mkdir(parents=True, exist_ok=True)
    problems = arguments.work / "problems.jsonl"
    problems.write_text("".join(json.dumps(line) + "\n" for line in compared.lines.values()), encoding="utf-8")
    override = {f"{dataset.upper()}_OVERRIDE_PATH": str(problems), "HF_HUB_OFFLINE": "1"}
    statuses = {}
    for name, programs in compared.models.items():
        samples, result = arguments.work / f"{name}.jsonl", arguments.work / f"{name}_eval_results.json"
        if not result.is_file():
            # It takes no file without a sample of each problem.
            others = compared.lines.keys() - {task_id for task_id, _ in programs}
            lines = [{"task_id": key[0], "solution": compared.code[key]} for key in programs]
            lines += [{"task_id": task_id, "solution": "pass"} for task_id in sorted(others)]
            samples.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            command = [arguments.evalplus, "-m", "evalplus.evaluate", "--dataset", dataset, "--samples", str(samples)]
            command += ["--parallel", str(arguments.processes), "--min_time_limit", str(arguments.seconds)]
            command += ["--gt_time_limit_factor", str(GROUND_TRUTH_FACTOR)]
            subprocess.run(["nice", "-n", "1", *command], env=os.environ | override, check=True)
        for task_id, rows in orjson.loads(result.read_bytes())["eval"].items():
            for row in rows:
                statuses[task_id, code_hash(row["solution"])] = {suite: row[f"{suite}_status"] for suite in SUITES}
    return statuses


def our_verdicts(compared: Compared) -> dict[tuple[str, Program], CheckOutcome | SuiteOutcome]:
    """Return what became of each program here: on the base inputs, and on all of them."""
    python = default_interpreter()
    kept = "against-evalplus-suites", take_fingerprint(probe_interpreter(python), "none")
    programs = {key: (compared.benchmark.by_id[key[0]], code) for key, code in compared.code.items()}
    with Session() as session:
        found = check_programs(programs, WorkerSetting(python), session, Display(), "base and plus inputs", kept)
    base = {("base", key): outcome.tests.get("base", outcome) for key, outcome in found.items()}
    return base | {("plus", key): outcome for key, outcome in found.items()}


def run(arguments: argparse.Namespace) -> None:
    """Compare, and write what was found."""
    benchmark = read_benchmark(arguments.benchmark, arguments.data)
    compared = take_programs(benchmark, arguments.data, arguments.samples)
    print(f"{len(compared.code)} distinct programs of {len(compared.models)} models", flush=True)
    theirs = their_verdicts(compared, arguments)
    ours = our_verdicts(compared)
    failed = [
        key for key in compared.code if ours["plus", key].verdict is Verdict.PASSED and _both(theirs[key]) != "pass"
    ]
    if failed:
        print(f"{len(failed)} programs pass here and not there, where they get a second try", flush=True)
        theirs |= their_verdicts(replace(compared, models={"second-try": failed}), arguments)
    models: dict[str, dict[str, Counter[str]]] = {}
    differing = []
    for suite in SUITES:
        for key in compared.code:
            status = theirs[key]["base"] if suite == "base" else _both(theirs[key])
            outcome = ours[suite, key]
            sides = {"here": outcome.verdict is Verdict.PASSED, "evalplus": status == "pass"}
            holders = [name for name, programs in compared.models.items() if key in programs]
            for name in holders:
                counts = models.setdefault(name, {}).setdefault(
                    suite, Counter(programs=0, here=0, evalplus=0, differ=0)
                )
                counts.update(programs=1, differ=sides["here"] != sides["evalplus"], **sides)
            if sides["here"] != sides["evalplus"]:
                reason = None if outcome.failure is None else outcome.failure.reason.partition(":")[0]
                differing.append(
                    {
                        "task_id": key[0],
                        "program_sha256": key[1],
                        "suite": suite,
                        "models": sorted(holders),
                        "here": outcome.verdict,
                        "reason": reason,
                        "evalplus": status,
                    }
                )
    digests = {path.stem: hashlib.sha256(path.read_bytes()).hexdigest() for path in arguments.samples}
    content = {
        "benchmark": benchmark.name,
        "version": benchmark.version,
        "exclusions": dict(benchmark.exclusions),
        "programs": len(compared.code),
        "models": {name: {"samples_sha256": digests[name], **models[name]} for name in sorted(models)},
        "differing": sorted(differing, key=lambda one: (one["task_id"], one["program_sha256"], one["suite"])),
    }
    FOLDER.mkdir(exist_ok=True)
    option = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    write_atomically(FOLDER / f"{benchmark.name}.json", [orjson.dumps(content, option=option)])


def _both(status: dict[str, str]) -> str:
    """Return the status for all inputs: EvalPlus counts a program that passes the base and the plus inputs."""
    return next((status[suite] for suite in SUITES if status[suite] != "pass"), "pass")


def table() -> None:
    """Print the tables of the page."""
    for path in sorted(FOLDER.glob("*.json")):
        content = orjson.loads(path.read_bytes())
        print(f"{content['benchmark']}: {content['programs']:,} distinct programs\n")
        print("| model | programs | base: here | EvalPlus | base and plus: here | EvalPlus | verdicts that differ |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name, counts in content["models"].items():
            base, plus = counts["base"], counts["plus"]
            cells = [base["programs"], base["here"], base["evalplus"], plus["here"], plus["evalplus"]]
            print(f"| {name} | {' | '.join(map(str, cells))} | {base['differ'] + plus['differ']} |")
        print("\n| problem | inputs | here | EvalPlus | programs |\n|---|---|---|---|---:|")
        kinds = Counter(
            (one["task_id"], one["suite"], one["here"], one["reason"] or "", one["evalplus"])
            for one in content["differing"]
        )
        for (task_id, suite, here, reason, there), count in sorted(kinds.items()):
            print(f"| {task_id} | {suite} | `{here}` {reason} | {there} | {count} |")
        print()


def seconds(name: str, data: Path) -> None:
    """Print what ground truths take."""
    zygote = Zygote(Setting(probe_interpreter(default_interpreter())))
    try:
        for problem in read_benchmark(name, data):

            def talk(channel: Channel, cases: Any = problem.cases) -> None:
                channel.refusal()
                for case in cases:
                    channel.call(case.arguments, {})

            ended = serve_solution(zygote, problem.canonical.code, problem.entry_point, 600, talk, STRESS_MEMORY)
            if ended.cpu_seconds > 1 and (taken := ended.cpu_seconds / zygote.measure_slowness()) > 1:
                print(f"{problem.task_id} {taken:.2f}", flush=True)
    finally:
        zygote.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    running = modes.add_parser("run")
    running.add_argument("benchmark", choices=sorted(FILES))
    running.add_argument("data", type=Path)
    running.add_argument("work", type=Path)
    running.add_argument("samples", type=Path, nargs="+")
    running.add_argument("--evalplus", default=sys.executable, help="an interpreter that has evalplus 0.3.1")
    running.add_argument("--processes", type=int, default=1)
    running.add_argument("--seconds", type=float, default=10)
    modes.add_parser("table")
    timing = modes.add_parser("seconds")
    timing.add_argument("benchmark", choices=sorted(FILES))
    timing.add_argument("data", type=Path)
    asked = parser.parse_args()
    if asked.mode == "run":
        run(asked)
    elif asked.mode == "seconds":
        seconds(asked.benchmark, asked.data)
    else:
        table()


if __name__ == "__main__":
    main()
