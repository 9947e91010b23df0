"""The rounds of a refinement: each is a file of samples of its own, and continues from the previous one."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from tallybench.counting.pool import Pool
from tallybench.counting.session import Session, lend_workers
from tallybench.errors import InputError
from tallybench.generating.prompt import refining_prompt
from tallybench.generating.refining.conversations import Before, asking_anew
from tallybench.generating.refining.feedback import feedback_text
from tallybench.generating.refining.public_tests import PublicTest, make_public_tests, run_public_tests
from tallybench.generating.settings import Kind, Refinement, Settings
from tallybench.generating.strategies import Asking
from tallybench.model.benchmark import Benchmark
from tallybench.samples.attempts import attempt_of
from tallybench.samples.digest import answers_digest
from tallybench.samples.reading import Sample, read_samples
from tallybench.samples.sanitizer import Sanitizer
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

Progress = Callable[[str, int, int], None]

KINDS: tuple[Kind, ...] = ("self", "exec", "nl+exec")
_STAND_IN = "It passed 3 of 3 public tests.\n" + "Test 1, an input of size 512 (numbers): passed, instructions\n" * 3


def round_path(first: Path, kind: Kind, number: int) -> Path:
    """Return the file of a round: samples.jsonl of the first attempt, samples.nl-exec.round-1.jsonl of the next one."""
    if number == 0:
        return first
    suffix = ".jsonl" if first.name.endswith(".jsonl") else ""
    return first.with_name(f"{first.name.removesuffix(suffix)}.{kind.replace('+', '-')}.round-{number}{suffix}")


def round_settings(first: Settings, kind: Kind, number: int, of: str) -> Settings:
    """Return how a round is generated.

    Args:
        first: the settings of the first attempt.
        kind: the kind of refinement.
        number: the number of the round, from 1.
        of: SHA-256 of the previous round's file.
    """
    return replace(first, prompt=refining_prompt(kind), refinement=Refinement(kind, number, of), examples=None)


def planned_asking(first: Settings, settings: Settings, benchmark: Benchmark) -> Asking:
    """Show how a round would be asked for, with the problems' own solutions in place of the model's."""
    before = {
        (problem.task_id, 0): Before("", problem.ground_truth.code, None if _is_self(settings) else _STAND_IN)
        for problem in benchmark
    }
    return asking_anew(first, settings, before)


class Rounds:
    """Makes the rounds of one refinement after the first. Workers start when the first program is run.

    Args:
        benchmark: the problems.
        first: the settings of the first attempt.
        kind: the kind of refinement.
        progress: called as work gets done.
        session: the session whose workers run programs; None opens one.

    Raises:
        MachineError: this machine cannot run or count programs, and the refinement needs that.
    """

    def __init__(
        self,
        benchmark: Benchmark,
        first: Settings,
        kind: Kind,
        progress: Progress,
        session: Session | None = None,
    ) -> None:
        self._benchmark, self._first, self._kind, self._progress = benchmark, first, kind, progress
        self._session = session
        self._stack = ExitStack()
        self._pool: Pool | None = None
        self._tests: Mapping[str, tuple[PublicTest, ...]] = {}

    def __enter__(self) -> Self:
        if self._kind != "self":
            check_platform()
            find_bubblewrap()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def settings(self, number: int, previous: Path) -> Settings:
        """Return the settings of a round that continues from a file of samples."""
        digest = answers_digest(str(previous))
        assert digest is not None
        return round_settings(self._first, self._kind, number, digest)

    def asking(self, settings: Settings, previous: Path) -> Asking:
        """Return how the samples of a round are asked for; this runs the programs of the previous round.

        Raises:
            InputError: the file lacks samples, or the benchmark has no public tests.
        """
        samples = list(read_samples(previous, self._benchmark.by_id))
        with Sanitizer() as sanitizer:
            codes = [attempt_of(s, self._benchmark.by_id[s.task_id], sanitizer).code for s in samples]
        before = {
            (sample.task_id, sample.index): Before(sample.text, code, feedback)
            for sample, code, feedback in zip(samples, codes, self._feedback(samples, codes), strict=True)
        }
        wanted = {(problem.task_id, index) for problem in self._benchmark for index in range(settings.samples)}
        if not wanted <= before.keys():
            raise InputError(f"{previous}: has not the samples of all problems; make it anew with --force")
        return asking_anew(self._first, settings, before)

    def _feedback(self, samples: Iterable[Sample], codes: Iterable[str | None]) -> list[str | None]:
        pairs = [(sample.task_id, code) for sample, code in zip(samples, codes, strict=True)]
        if self._kind == "self":
            return [None] * len(pairs)
        if self._pool is None:
            setting = WorkerSetting(default_interpreter())
            self._pool = self._stack.enter_context(lend_workers(self._session, setting))
            self._tests = make_public_tests(self._benchmark, self._pool, self._progress)
            if not any(self._tests.values()):
                raise InputError(
                    f"--refine {self._kind}: there are no public tests for these problems of {self._benchmark.name}; "
                    "take --refine self"
                )
        programs = [(task_id, code) for task_id, code in pairs if code is not None]
        done = run_public_tests(self._benchmark, programs, self._tests, self._pool, self._progress)
        return [feedback_text(None if code is None else done.get((task_id, code), ())) for task_id, code in pairs]


def _is_self(settings: Settings) -> bool:
    return settings.refinement is not None and settings.refinement.kind == "self"
