"""Refinement: further rounds, in which a model rewrites its program (ECCO, EMNLP 2024, section 4.2).

Each round is a separate file of samples, and continues from the previous one: the messages show the program and
feedback on it, and ask for a new version.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

from tallybench.counting.pool import Pool, Progress
from tallybench.counting.session import Session, lend_workers
from tallybench.errors import InputError
from tallybench.generating.prompt import Prompt, refining_prompt
from tallybench.generating.public_tests import Execution, PublicTest, make_public_tests, run_public_tests
from tallybench.generating.settings import Kind, Refinement, Settings
from tallybench.generating.strategies import Asking, Conversation, opening, question_of
from tallybench.model.benchmark import Benchmark
from tallybench.model.verdicts import StressVerdict
from tallybench.samples.attempts import Sanitizer, attempt_of
from tallybench.samples.reading import Sample, read_samples
from tallybench.samples.sources import answers_digest
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.values.text import clean_text

KINDS: tuple[Kind, ...] = ("self", "exec", "nl+exec")
ERROR_LIMIT = 160  # characters of an error
_LONGEST_ANSWER = 4_000  # how many characters of an answer without code are shown
_DIGITS = 3  # significant digits of a figure; further ones may differ between two builds of an interpreter
NO_TESTS: Final = "There are no public tests for this problem: the program was not run."
NO_CODE: Final = "The answer held no Python code that could be run."
_WORDS = {
    StressVerdict.WRONG_OUTPUT: "failed: the output is wrong",
    StressVerdict.TIMEOUT: "failed: it took too much time",
    StressVerdict.MEMORY: "failed: it took too much memory",
}
_STAND_IN = "It passed 3 of 3 public tests.\n" + "Test 1, an input of size 512 (numbers): passed, instructions\n" * 3


@dataclass(frozen=True)
class Before:
    """The sample from the previous round."""

    answer: str  # the model's answer
    code: str | None  # the program in it; None if it has none
    feedback: str | None = None  # the feedback on its execution; None in `self`, where nothing is run


def refine(question: str, before: Before, prompt: Prompt) -> Conversation:
    """Send one message, or two if the model is first asked for a critique of the program."""
    shown = before.answer[:_LONGEST_ANSWER] if before.code is None else before.code
    fields = {"question": question, "code": shown.strip("\n"), "feedback": before.feedback or ""}
    if "critique" in prompt.text:
        said = yield opening(prompt, prompt.fill("critique", fields | {"execution": before.feedback or ""}))
        fields["feedback"] = said.strip()
    return (yield opening(prompt, prompt.fill("rewrite", fields)))


def _asking_again(first: Settings, settings: Settings, before: Mapping[tuple[str, int], Before]) -> Asking:
    """Return how the samples of a round are asked for; `before` has those of the previous round."""
    return lambda problem, index: refine(
        question_of(problem, first.prompt), before[problem.task_id, index], settings.asked
    )


def feedback_text(executions: Sequence[Execution] | None) -> str:
    """Return the feedback on a program: fixed phrases, figures, and one bounded line per error.

    It never contains an input, an output or an expected output. After an exception it contains the solution's own
    error, on one line, without anything that could end a block of the prompt. The executions are empty if the problem
    has no public tests, and None if there was no program.
    """
    if executions is None:
        return NO_CODE
    if not executions:
        return NO_TESTS
    passed = sum(execution.outcome.verdict is StressVerdict.COUNTED for execution in executions)
    lines = [f"It passed {passed} of {len(executions)} public tests."]
    lines += [f"Test {number}, {_in_words(execution)}" for number, execution in enumerate(executions, 1)]
    return "\n".join(lines)


def _in_words(execution: Execution) -> str:
    outcome = execution.outcome
    size_of = execution.size_of[:1].lower() + execution.size_of[1:].rstrip(".")
    test = f"an input of size {execution.size:,} ({size_of}): " if execution.size else "not ended: "
    if outcome.verdict is StressVerdict.COUNTED:
        memory = "" if execution.memory is None else f", peak memory {_rounded(-(-execution.memory // 1024))} KB"
        return f"{test}passed, {_rounded(outcome.count or 0)} instructions{memory}"
    if outcome.verdict is StressVerdict.OVER_BUDGET:
        return f"{test}stopped after {_rounded(execution.budget)} instructions, before it ended"
    if outcome.verdict is StressVerdict.EXCEPTION:
        # One bounded line in which nothing opens or ends a block of a prompt.
        plain = (outcome.reason or "").translate({ord("`"): "'", ord("<"): "(", ord(">"): ")", ord("|"): "/"})
        return f"{test}failed with an error: {clean_text(plain, ERROR_LIMIT) or 'no message'}"
    return test + _WORDS.get(outcome.verdict, "failed: it did what it must not")


def _rounded(figure: int) -> str:
    """Round a figure for feedback, such as 1,234,567 to 1,230,000."""
    return f"{round(figure, _DIGITS - len(str(figure))):,}" if figure else "0"


def round_path(first: Path, kind: Kind, number: int) -> Path:
    """Return a round's file: samples.jsonl for the first attempt, samples.nl-exec.round-1.jsonl for the next round."""
    if number == 0:
        return first
    suffix = ".jsonl" if first.name.endswith(".jsonl") else ""
    return first.with_name(f"{first.name.removesuffix(suffix)}.{kind.replace('+', '-')}.round-{number}{suffix}")


def round_settings(first: Settings, kind: Kind, number: int, of: str) -> Settings:
    """Return how a round is generated; `of` is the SHA-256 of the previous round's file."""
    return replace(first, prompt=refining_prompt(kind), refinement=Refinement(kind, number, of), examples=None)


def planned_asking(first: Settings, settings: Settings, kind: Kind, benchmark: Benchmark) -> Asking:
    """Return how a round would be asked for, with the problems' own solutions in place of the model's."""
    feedback = None if kind == "self" else _STAND_IN
    before = {(problem.task_id, 0): Before("", problem.ground_truth.code, feedback) for problem in benchmark}
    return _asking_again(first, settings, before)


class Rounds:
    """Makes the rounds of one refinement after the first attempt. Workers start when the first program is run.

    Raises:
        MachineError: this machine cannot run or count programs, and the refinement needs that.
    """

    def __init__(
        self, benchmark: Benchmark, first: Settings, kind: Kind, progress: Progress, session: Session | None = None
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

    def __exit__(self, *error: object) -> None:
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
            raise InputError(f"{previous}: lacks samples of some problems; make it again with --force")
        return _asking_again(self._first, settings, before)

    def _feedback(self, samples: Iterable[Sample], codes: Sequence[str | None]) -> list[str | None]:
        if self._kind == "self":
            return [None] * len(codes)
        if self._pool is None:
            setting = WorkerSetting(default_interpreter())
            self._pool = self._stack.enter_context(lend_workers(self._session, setting))
            self._tests = make_public_tests(self._benchmark, self._pool, self._progress)
            if not any(self._tests.values()):
                raise InputError(
                    f"--refine {self._kind}: there are no public tests for these problems of {self._benchmark.name}; "
                    "use --refine self"
                )
        pairs = [(sample.task_id, code) for sample, code in zip(samples, codes, strict=True)]
        programs = [(task_id, code) for task_id, code in pairs if code is not None]
        done = run_public_tests(self._benchmark, programs, self._tests, self._pool, self._progress)
        return [feedback_text(None if code is None else done.get((task_id, code), ())) for task_id, code in pairs]
