"""Nothing of the host decides a verdict: on odd ones an evaluation has the same bytes, or ends with one message."""

import ast
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

import orjson
import pytest

from tallybench.counting.pool import Pool
from tallybench.counting.worker import Worker
from tallybench.sandbox.isolation import isolated_command
from tallybench.sandbox.messages import Lost, WorkerSetting
from tests.conftest import ROOT, CommandLine

COMMAND = Path(sys.executable).parent / "tallybench"  # as it is installed: it starts with its own folder in sys.path

# Three ways to give a solution, so that one is put together by the parser of samples, too; one passes.
SAMPLES = (
    {"task_id": "HumanEval/2", "raw": "```python\ndef truncate_number(number):\n    return number % 1.0\n```\n"},
    {"task_id": "HumanEval/8", "completion": "    return (0, 1)\n"},
    {"task_id": "HumanEval/23", "solution": "def strlen(string):\n    return None\n"},
)
VERDICTS = {"HumanEval/2": "passed", "HumanEval/8": "wrong_output", "HumanEval/23": "wrong_output"}
OPTIONS = ("--model", "x", "--ids", "2,8,23")

# To such a value a variable of Python is set; those that are not here, to 1.
VALUES = {
    "PYTHONCOERCECLOCALE": "warn",
    "PYTHONBREAKPOINT": "no.such",
    "PYTHONHASHSEED": "7",
    "PYTHONINTMAXSTRDIGITS": "640",
    "PYTHONIOENCODING": "ascii",
    "PYTHONMALLOC": "debug",
    "PYTHONOPTIMIZE": "2",
    "PYTHONPYCACHEPREFIX": "/nowhere",
    "PYTHONSTARTUP": "{modules}/random.py",
    "PYTHONTRACEMALLOC": "5",
    "PYTHONUSERBASE": "{modules}",
    "PYTHONWARNINGS": "error",
}
# With these two Python itself does not start; with the third, see `test_modules_on_the_path_of_python_are_not_used`.
NOT_ALONE = {"PYTHONHOME", "PYTHONPLATLIBDIR", "PYTHONPATH"}
NO_PYTHON = {"PYTHONHOME": "/nowhere", "PYTHONPLATLIBDIR": "nowhere", "PYTHONPATH": "{modules}"}


def _variables() -> list[str]:
    """Those that this Python names, and those that it knows besides."""
    told = subprocess.run([sys.executable, "--help-env"], capture_output=True, text=True).stdout
    more = {"PYTHONTRACEMALLOC", "PYTHONPROFILEIMPORTTIME", "PYTHONUSERBASE", "PYTHONMALLOCSTATS", "PYTHONASYNCIODEBUG"}
    return sorted({*VALUES, *more, *re.findall(r"^PYTHON\w+", told, re.MULTILINE)} - NOT_ALONE)


@dataclass(frozen=True)
class Host:
    """What is odd about a host.

    Attributes:
        set: variables of the environment; None unsets one. In values, {modules} is the folder of files that are named
            like modules, and {folder} an empty one.
        shell: what a shell does before it starts the command; `"$@"` is the command.
        message: what the command may say instead of an evaluation.
    """

    set: dict[str, str | None] = field(default_factory=dict)
    shell: str = 'exec "$@"'
    message: str | None = None


def crossed(*hosts: Host) -> Host:
    """A host with all that is odd about several, each of which evaluates."""
    named = [name for host in hosts for name in host.set]
    assert len(named) == len(set(named)) and not any(host.message for host in hosts)
    inner, *others = [host.shell for host in hosts if host.shell != Host.shell] or [Host.shell]
    for shell in others:
        inner = shell.replace('"$@"', f'/bin/bash -c {quote(inner)} - "$@"')
    return Host({name: value for host in hosts for name, value in host.set.items()}, inner)


VARIABLES = tuple(_variables())
LIMITED = r"sandbox|worker|process|memory|cannot|limit"
HOSTS = {
    "ASCII alone": Host({"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}),
    "a locale that is not there": Host({"LC_ALL": "tr_TR.ISO-8859-9", "LANG": "xx"}),
    "started by python -O": Host(shell='exec {python} -OO "$@"'),
    "started by python -W error -X dev": Host(shell='exec {python} -W error -X dev "$@"'),
    "an environment with nothing": Host(shell='exec env -i TALLYBENCH_CACHE="$TALLYBENCH_CACHE" "$@"'),
    "PATH is empty": Host({"PATH": ""}),
    "PATH and HOME are unset": Host({"PATH": None, "HOME": None}),
    "no place for a cache": Host(
        {"HOME": "/proc/nowhere", "XDG_CACHE_HOME": None, "TALLYBENCH_CACHE": None}, message="is not installed"
    ),
    "nothing to preload": Host({"LD_PRELOAD": "/nowhere.so", "LD_LIBRARY_PATH": "/nowhere"}),
    "no folder for temporary files": Host({"TMPDIR": "/nowhere"}),
    "an odd terminal": Host({"TERM": "odd", "COLUMNS": "1", "NO_COLOR": "1", "FORCE_COLOR": "1", "LINES": "x"}),
    "an odd malloc": Host({"MALLOC_PERTURB_": "165", "MALLOC_ARENA_MAX": "1", "GLIBC_TUNABLES": "glibc.malloc.x=1"}),
    "an odd time zone": Host({"TZ": "Asia/Kathmandu", "SOURCE_DATE_EPOCH": "0"}),
    "no time zone": Host({"TZ": ":/nowhere"}),
    "odd options of valgrind": Host({"VALGRIND_OPTS": "--tool=none --no-such-option", "VALGRIND_LIB": "/nowhere"}),
    "umask 0": Host(shell='umask 0; exec "$@"'),
    "umask 777": Host(shell='umask 777; exec "$@"', message="cannot be|Permission denied"),
    "20 open files": Host(shell='ulimit -n 20; exec "$@"', message="Too many open files"),
    "64 open files": Host(shell='ulimit -n 64; exec "$@"', message="Too many open files"),
    "a stack of 256 KiB": Host(shell='ulimit -s 256; exec "$@"', message="the stack is limited to 256 KiB"),
    "a stack of 1 MiB unless asked for more": Host(shell='ulimit -Ss 1024; exec "$@"'),
    "a stack without an end": Host(shell='ulimit -Ss "$(ulimit -Hs)"; exec "$@"'),
    "little address space": Host(shell='ulimit -v 1000000; exec "$@"', message=LIMITED),
    "files of one KiB": Host(shell='ulimit -f 1; exec "$@"', message="File too large|the sandbox does not start"),
    "few processes": Host(shell='ulimit -u 5; exec "$@"', message=LIMITED + "|Resource temporarily unavailable"),
    "dumps of any size": Host(shell='ulimit -Sc "$(ulimit -Hc)"; exec "$@"'),
    "no standard input": Host(shell='exec "$@" <&-'),
    "no standard error": Host(shell='exec "$@" 2>&-'),
    "no standard streams": Host(shell='exec "$@" <&- >&- 2>&-'),
    "many open files of others": Host(shell='exec 3<. 4<. 5<. 6<. 7<. 8<. 9<. 63<.; exec "$@"'),
    "SIGCHLD is ignored": Host(shell='exec env --ignore-signal=CHLD --ignore-signal=PIPE "$@"'),
    "signals are blocked": Host(shell='exec env --block-signal=PROF --block-signal=VTALRM --block-signal=CHLD "$@"'),
    "a folder that is gone": Host(shell='cd {folder}; rmdir {folder}; exec "$@"'),
    "a folder that cannot be read": Host(shell='cd {folder}; chmod 0 {folder}; exec "$@"'),
    "a folder with an odd name": Host(shell='cd {folder}; mkdir $\'a \\n"é\\xff\'; cd a*; exec "$@"'),
    "files named like modules": Host(shell='cd {modules}; exec "$@"'),
    "modules in the folder, and asserts left out": Host({"PYTHONOPTIMIZE": "1"}, shell='cd {modules}; exec "$@"'),
}
# Which hosts one evaluation crosses, the outermost shell last. A host that may get a message instead is alone.
_TOGETHER = """
ASCII alone | umask 0 | no standard input | a folder that is gone | an odd terminal
a locale that is not there | no standard error | a stack of 1 MiB unless asked for more
started by python -O | a stack without an end | a folder with an odd name | an odd malloc | an odd time zone
started by python -W error -X dev | signals are blocked | dumps of any size | no folder for temporary files
an environment with nothing | no standard streams | many open files of others
PATH and HOME are unset | files named like modules
nothing to preload | SIGCHLD is ignored | a folder that cannot be read | odd options of valgrind | no time zone
modules in the folder, and asserts left out | PATH is empty
"""
CROSSED = (
    *(tuple(line.split(" | ")) for line in _TOGETHER.strip().splitlines()),
    *((name,) for name, host in HOSTS.items() if host.message is not None),
)


def lay_modules(folder: Path, names: list[str] | tuple[str, ...]) -> Path:
    """Files that say where they ran, in `ran` beside the folder."""
    folder.mkdir()
    for name in names:
        (folder / f"{name}.py").write_text(
            f"with open({str(folder.with_name('ran'))!r}, 'a') as file:\n    file.write(__file__)\n"
        )
    return folder


@pytest.fixture(scope="module")
def imported() -> list[str]:
    """The modules that a worker and the parser of samples import."""
    code = "import sys, tallybench.counting.worker, tallybench.samples.attempts\nprint(*sys.modules)"
    names = subprocess.run(isolated_command(code), capture_output=True, text=True, check=True).stdout.split()
    found = sorted({name.partition(".")[0] for name in names} - {"__main__", "sys", "builtins"})
    assert len(found) > 50 and {"random", "types", "struct", "json", "resource", "tallybench", "orjson"} <= set(found)
    return found


def run_on(host: Host, folder: Path, modules: Path, *options: str) -> tuple[subprocess.CompletedProcess[str], Path]:
    """Evaluates the samples on a host; the result's file."""
    samples, result = folder / "samples.jsonl", folder / "result.json"
    samples.write_bytes(b"\n".join(map(orjson.dumps, SAMPLES)))
    (folder / "empty").mkdir()
    places = {"modules": str(modules), "folder": str(folder / "empty"), "python": sys.executable}
    environment = dict(os.environ)
    for name, value in host.set.items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = value.format(**places)
    shell = host.shell
    for name, place in places.items():
        shell = shell.replace(f"{{{name}}}", place)
    command = ["evaluate", str(samples), *OPTIONS, "--workers", "1", *options, "-o", str(result)]
    done = subprocess.run(
        ["/bin/bash", "-c", shell, "-", str(COMMAND), *command],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )
    if result.exists():
        result.chmod(0o644)
    return done, result


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory, imported: list[str]) -> Path:
    return lay_modules(tmp_path_factory.mktemp("odd") / "modules", imported)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, modules: Path) -> bytes:
    """The result on a host that is not odd."""
    done, result = run_on(Host(), tmp_path_factory.mktemp("plain"), modules, "--no-count")
    assert done.returncode == 0, done.stderr
    verdicts = {sample["task_id"]: sample["verdict"] for sample in orjson.loads(result.read_bytes())["samples"]}
    assert verdicts == VERDICTS
    return result.read_bytes()


def check(host: Host, folder: Path, modules: Path, plain: bytes, *options: str) -> None:
    done, result = run_on(host, folder, modules, *options)
    assert not modules.with_name("ran").exists(), modules.with_name("ran").read_text()
    assert "Traceback" not in done.stderr, done.stderr
    if done.returncode == 0:
        assert result.read_bytes() == plain
    else:
        (line,) = [line for line in done.stderr.splitlines() if line.startswith("tallybench:")]
        assert done.returncode == 2 and host.message is not None and re.search(host.message, line), done.stderr
        assert not result.exists()


@pytest.mark.parametrize("names", CROSSED, ids=", ".join)
def test_an_odd_host_changes_no_byte_or_says_what_it_lacks(
    names: tuple[str, ...], tmp_path: Path, modules: Path, plain: bytes
) -> None:
    host = HOSTS[names[0]] if len(names) == 1 else crossed(*(HOSTS[name] for name in names))
    check(host, tmp_path, modules, plain, "--no-count")


def test_modules_beside_the_samples_and_on_the_path_of_python_are_not_imported(
    tmp_path: Path, imported: list[str], plain: bytes
) -> None:
    # What Python and the installed script load before anything of TallyBench is under the control of PYTHONPATH.
    before = "import sys, re\nprint(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", before], capture_output=True, text=True, check=True).stdout.split()
    ours = [name for name in imported if name not in {"tallybench", *loaded}]
    assert {"random", "resource", "orjson"} <= set(ours)
    modules = lay_modules(tmp_path / "modules", ours)
    for file in modules.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    check(Host({"PYTHONPATH": "{modules}"}), tmp_path, modules, plain, "--no-count")


def test_a_count_is_the_same_whatever_variables_and_limits_a_host_has(
    tmp_path: Path, modules: Path, tallybench: CommandLine
) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "samples.jsonl").write_bytes(b"\n".join(map(orjson.dumps, SAMPLES)))
    done = tallybench("evaluate", "samples.jsonl", *OPTIONS, "-o", "result.json")
    assert done.returncode == 0, done.stderr
    plain = (tmp_path / "result.json").read_bytes()
    assert any(sample["stress"] for sample in orjson.loads(plain)["samples"])
    values: dict[str, str | None] = {name: VALUES.get(name, "1") for name in VARIABLES}
    assert len(values) > 20
    values["PATH"] = "/nowhere"  # nothing of valgrind and bubblewrap is needed on the machine
    values |= {"VALGRIND_OPTS": "--cache-sim=yes", "GLIBC_TUNABLES": "glibc.cpu.x86_shared_cache_size=4096"}
    odd = Host(
        values | {"X": "x" * 9999},
        shell='ulimit -Ss "$(ulimit -Hs)"; umask 0; cd {modules}; exec "$@" <&-',
    )
    check(odd, tmp_path / "odd", modules, plain, "--recount")


@dataclass(frozen=True)
class Judging:
    """A task that says of its worker what its host decides."""

    def run(self, worker: Worker) -> tuple[list[str], list[str], int, bool]:
        foreign = [name for name in os.environ if name.startswith(("PYTHON", "LD_PRELOAD", "GLIBC"))]
        return foreign, sys.path[:1], sys.flags.isolated, __debug__


def test_workers_of_a_program_that_imports_tallybench_are_isolated_too(
    tmp_path: Path, modules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(modules)
    for name, value in (NO_PYTHON | VALUES).items():
        monkeypatch.setenv(name, value.format(modules=modules))
    with Pool(1, WorkerSetting("/usr/bin/python3")) as pool:
        ((_, outcome),) = pool.run([(0, Judging())])
    assert not isinstance(outcome, Lost)
    foreign, path, isolated, asserts = outcome
    assert (foreign, isolated, asserts) == ([], 1, True)
    assert str(modules) not in path and not modules.with_name("ran").exists()


def test_every_program_of_a_benchmark_is_compiled_with_its_assertions() -> None:
    """Outside of the sandbox, where the interpreter is the user's own."""
    seen = 0
    for file in (ROOT / "evaluator").rglob("*.py"):
        if file.parent.name != "inside":
            for call in ast.walk(ast.parse(file.read_bytes())):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "compile":
                    given = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
                    assert given == {"dont_inherit": "True", "optimize": "0"}, f"{file}:{call.lineno}"
                    seen += 1
    assert seen > 10


def test_each_host_is_tried_once() -> None:
    assert sorted(name for names in CROSSED for name in names) == sorted(HOSTS)
