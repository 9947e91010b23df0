"""What runs within the sandbox: files that import the standard library and each other, and agree with this side."""

import ast
import hashlib
import sys
from importlib import resources

import pytest

from tallybench.counting.fingerprint import PROTOCOL
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.counters import find_valgrind
from tallybench.sandbox.inside import protocol
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.process import zygote_files
from tallybench.values import wire

INSIDE = resources.files("tallybench.sandbox.inside")
# What a file may be called in a zygote's home; `process.py` puts it there under that name.
NAMES_INSIDE = {"function_child", "native_zygote", "program_child"}
FOR_THE_HARDWARE_COUNTER = {"child.py": {"cirron"}}  # a package that is mounted for it alone, by the same file


def imported(source: str | bytes) -> set[str]:
    """The top-level modules that a program imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import: inside there is no package"
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in INSIDE.iterdir() if path.name.endswith(".py")))
def test_a_file_imports_the_standard_library_and_its_siblings_only(name: str) -> None:
    siblings = {path.name.removesuffix(".py") for path in INSIDE.iterdir()}
    assert siblings >= {"batch_child", "child", "launch", "memory_zygote", "probe", "program_child", "zygote"}
    allowed = sys.stdlib_module_names | siblings | NAMES_INSIDE | FOR_THE_HARDWARE_COUNTER.get(name, set())
    assert imported(INSIDE.joinpath(name).read_bytes()) <= allowed


@pytest.mark.parametrize("kind", ["native", "functions", "programs"])
def test_whatever_a_zygotes_file_imports_is_in_its_home(kind: str) -> None:
    valgrind = None if kind == "native" else find_valgrind()
    setting = Setting(probe_interpreter(default_interpreter()), valgrind=valgrind, programs=kind == "programs")
    files = {name: content for name, content in zygote_files(setting).items() if name.endswith(".py")}
    home = {name.removesuffix(".py") for name in files}
    for name, content in files.items():
        assert imported(content) - sys.stdlib_module_names <= home | {"cirron"}, name


def test_both_sides_of_the_border_use_one_version_of_marshal() -> None:
    assert wire.VERSION == protocol.WIRE_VERSION


# A function more in one of these files has moved the counts of programs by up to 1 %. Who changes one raises PROTOCOL
# in evaluator/tallybench/counting/fingerprint.py, measures what comes with TallyBench again, and then puts the new
# hashes here.
# The one exception so far: calls that ask about the machine left the filter (`sysinfo`, `uname`, `getrusage`, limits
# that are the host's), and no published count moved (see test_published_counts.py).
HASHES = {
    "functions": "c70d4b17802886ecfa1b6b16e6c704865518f986104ebea3e1548e4cd7d7d7da",
    "programs": "64c68b7cc4a641f7c6f00146f707ee8b92929fd72eb962605b21b87e7012186b",
}


@pytest.mark.parametrize("programs", [False, True], ids=["functions", "programs"])
def test_what_counts_is_what_the_protocol_says(programs: bool) -> None:
    interpreter = probe_interpreter(default_interpreter())
    files = zygote_files(Setting(interpreter, valgrind=find_valgrind(), programs=programs))
    found = hashlib.sha256()
    for name, content in sorted(files.items()):
        found.update(f"{name} {len(content)}\n".encode() + content)
    assert (PROTOCOL, found.hexdigest()) == ("4", HASHES["programs" if programs else "functions"])
