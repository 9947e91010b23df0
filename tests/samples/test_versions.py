"""Programs are taken from answers by the measuring environment's Python, whichever Python runs TallyBench."""

import re
from pathlib import Path

import pytest

from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.samples.attempts import Sanitizer
from tests.sanitizing import sanitize, shared_sanitizer

PROMPT = 'def double(x):\n    """Twice as much."""\n'
RIGHT = "def double(x):\n    return 2 * x\n"
# What some versions from 3.11 on take for a program and others do not, and whether 3.11.2 does.
GRAMMAR = {
    'text = f"{x["a"]}"': False,
    "text = f\"{'\\n'.join(x)}\"": False,
    'text = f"{x # a comment\n}"': False,
    'text = f"{x\n}"': False,
    'text = f"{x:{y:{z}}}"': False,
    'text = f"{x!r }"': False,
    "type Number = int": False,
    "def first[T](x: T) -> T: return x": False,
    "try: pass\nexcept ValueError, TypeError: pass": False,
    'text = t"{x}"': False,
    f"x = {'-' * 4000}1": False,
    f"x = {'-' * 2000}1": True,
    "if 1: pass\n" + "elif 1: pass\n" * 4000: False,
    'text = "\\d" "\\q"': True,
    "x = 0xfor y in z": True,
}


@pytest.mark.parametrize(("source", "is_program"), GRAMMAR.items(), ids=[source[:30] for source in GRAMMAR])
def test_a_program_is_what_the_environments_python_takes_for_one(source: str, is_program: bool) -> None:
    assert shared_sanitizer().is_program(f"{source}\n") is is_program
    taken = sanitize("raw", f"```python\n{source}\n```\n```python\n{RIGHT}```\n", PROMPT, "double")
    assert taken.code == RIGHT
    whole = sanitize("raw", f"```python\n{source}\n\n{RIGHT}```\n", PROMPT, "double")
    assert ("dropped_statements" in whole.rules) is is_program


def test_the_process_that_takes_programs_runs_no_program_and_no_library_of_the_machine() -> None:
    with Sanitizer() as sanitizer:
        assert sanitizer.is_program("x = 1\n")
        assert sanitizer._started is not None
        folder = Path(f"/proc/{sanitizer._started.process.pid}")
        mapped = set(re.findall(r"^\S+ r-xp .* (/\S+)$", (folder / "maps").read_text(), re.MULTILINE))
        variables = (folder / "environ").read_text().strip("\0").split("\0")
    environment = installed_environment()
    assert environment.python in mapped
    assert all(path.startswith(f"{environment.root}/") for path in mapped)
    assert variables == [f"LOCPATH={environment.root}/usr/lib/locale"]


def test_without_the_environment_only_what_needs_no_parser_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("TALLYBENCH_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    installed_environment.cache_clear()
    try:
        with Sanitizer() as sanitizer:
            assert sanitizer.sanitize("solution", RIGHT, PROMPT, "double").code == RIGHT
            with pytest.raises(MachineError, match="not installed; run `tallybench environment install`"):
                sanitizer.sanitize("raw", RIGHT, PROMPT, "double")
    finally:
        installed_environment.cache_clear()
