"""The table of all benchmarks: a row each, and a module each that reads its data.

A new benchmark is a module in this folder and a row in this table. The module has one function, from the folder (or the
file) of the data to a `SourceData`; the row names it by a function that imports it when the benchmark is loaded.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluator.benchmarks.sources.source_data import SourceData
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark, Texts


@dataclass(frozen=True)
class BenchmarkSource:
    """A row: the facts of a benchmark that hold without its data, and what reads the data.

    Attributes:
        name: such as `humaneval`.
        load: reads the data. Raises an InputError where they are missing or not in the layout.
        data: what has to be given with --data; empty where the benchmark comes with TallyBench.
        title: the benchmark's.
        authors: whose work it is.
        paper: where it was published; empty where there is no paper.
        texts: whether its texts may be shown, and under which licence.
        audited: whether its problems were written or audited here.
        folder: of one that comes with TallyBench, in `hf_dataset/problems`; empty where it is called as the benchmark.
        prefix: what the names of its problems' files start with, before the number.
        listed: reads the same without what takes long, to look ids up; None where `load` is quick.
        edits: the benchmark whose slow solutions are to be made faster; empty where solutions are to be written.
    """

    name: str
    load: Callable[[Path], SourceData]
    data: str
    title: str
    authors: str
    paper: str
    texts: Texts
    audited: bool = False
    folder: str = ""
    prefix: str = ""
    edits: str = ""
    listed: Callable[[Path], SourceData] | None = None

    @property
    def embedded(self) -> bool:
        """Whether it comes with TallyBench."""
        return not self.data

    def read(self, data: Path) -> Benchmark:
        """Reads the benchmark.

        Args:
            data: the folder of its data, or the file.

        Raises:
            InputError: they are missing, not in the layout, or nothing of them can be used.
        """
        found = self.load(data)
        if not found.problems and not found.exclusions:
            raise InputError(f"data {data}: holds no problems of {self.name}; get the public files again")
        if not found.problems:
            count, (_, reason) = len(found.exclusions), found.exclusions[0]
            raise InputError(f"data {data}: none of the {count} problems of {self.name} can be used: {reason}")
        return Benchmark(
            name=self.name,
            version=found.version,
            problems=found.problems,
            texts=self.texts,
            audited=self.audited,
            exclusions=found.exclusions,
            human_solutions=found.human_solutions,
            urls=found.urls,
            files=found.files,
        )


def _humaneval(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.humaneval import load_humaneval

    return load_humaneval(data)


def _tally_classes(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.tally_classes import load_tally_classes

    return load_tally_classes(data)


def _humaneval_edit(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.editing import load_humaneval_edit

    return load_humaneval_edit(data)


def _classes_edit(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.editing import load_classes_edit

    return load_classes_edit(data)


def _coffe_functions(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.coffe import load_functions

    return load_functions(data)


def _coffe_code_contests(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.coffe import load_code_contests

    return load_code_contests(data)


def _contest_pairs(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.contest_pairs import load_contest_pairs

    return load_contest_pairs(data)


def _coffe_programs(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.coffe import load_programs

    return load_programs(data)


def _mbpp(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.mbpp import load_mbpp

    return load_mbpp(data)


def _mbpp_plus(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.mbpp_plus import load_mbpp_plus

    return load_mbpp_plus(data)


def _mbpp_plus_listed(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.mbpp_plus import list_mbpp_plus

    return list_mbpp_plus(data)


def _apps(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.apps import load_apps

    return load_apps(data)


def _ecco_edit(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.ecco import load_ecco_edit

    return load_ecco_edit(data)


def _ecco_generate(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.ecco import load_ecco_generate

    return load_ecco_generate(data)


def _classeval(data: Path) -> SourceData:
    from evaluator.benchmarks.sources.classeval import load_classeval

    return load_classeval(data)


_coffe = partial(
    BenchmarkSource,
    data="COFFE's `datasets` folder",
    authors="Peng, Wan, Li, Ren: COFFE, FSE 2025",
    paper="https://arxiv.org/abs/2502.02827",
    texts=Texts(shown=False, licence="Apache-2.0", url="https://github.com/JohnnyPeng18/Coffe"),
)

_ecco = partial(
    BenchmarkSource,
    data="the folder of ECCO's tables (CodeEff/ECCO on the Hub) and of its `test_cases`",
    authors="Waghjale, Veerendranath, Wang, Fried: ECCO, EMNLP 2024",
    paper="https://arxiv.org/abs/2407.14044",
    texts=Texts(shown=False, licence="none stated", url="https://github.com/CodeEff/ECCO"),
)

_ROWS = (
    BenchmarkSource(
        name="humaneval",
        load=_humaneval,
        data="",
        title="HumanEval",
        authors="Chen et al.: Evaluating Large Language Models Trained on Code, 2021",
        paper="https://arxiv.org/abs/2107.03374",
        texts=Texts(shown=True, licence="MIT", url="https://github.com/openai/human-eval"),
        audited=True,
        prefix="he_",
    ),
    BenchmarkSource(
        name="tally-classes",
        load=_tally_classes,
        data="",
        title="tally-classes",
        authors="TallyBench: classes of our own, each with its date of writing",
        paper="",
        texts=Texts(shown=True, licence="MIT", url="https://github.com/tallybench/tallybench"),
        audited=True,
        folder="classes",
        prefix="tc_",
    ),
    BenchmarkSource(
        name="humaneval-edit",
        load=_humaneval_edit,
        data="",
        title="HumanEval, editing",
        authors="TallyBench: slow solutions of our own to HumanEval's problems, to be made faster",
        paper="",
        texts=Texts(shown=True, licence="MIT", url="https://github.com/tallybench/tallybench"),
        audited=True,
        folder="humaneval",
        prefix="he_",
        edits="humaneval",
    ),
    BenchmarkSource(
        name="classes-edit",
        load=_classes_edit,
        data="",
        title="tally-classes, editing",
        authors="TallyBench: slow classes of our own, to be made faster",
        paper="",
        texts=Texts(shown=True, licence="MIT", url="https://github.com/tallybench/tallybench"),
        audited=True,
        folder="classes",
        prefix="tc_",
        edits="tally-classes",
    ),
    _coffe(name="coffe-function", load=_coffe_functions, title="COFFE, functions"),
    _coffe(name="coffe-code-contests", load=_coffe_code_contests, title="COFFE, programs of Code Contests"),
    _coffe(
        name="coffe-code-contests-edit", load=_contest_pairs, title="COFFE, programs of Code Contests to make faster"
    ),
    _coffe(name="coffe-file", load=_coffe_programs, title="COFFE, programs"),
    BenchmarkSource(
        name="mbpp",
        load=_mbpp,
        data="the folder of MBPP's `data.jsonl` (the sanitized ones)",
        title="MBPP, sanitized",
        authors="Austin et al.: Program Synthesis with Large Language Models, 2021",
        paper="https://arxiv.org/abs/2108.07732",
        texts=Texts(
            shown=False,
            licence="CC-BY-4.0",
            url="https://github.com/google-research/google-research/tree/master/mbpp",
        ),
    ),
    BenchmarkSource(
        name="mbpp+",
        load=_mbpp_plus,
        listed=_mbpp_plus_listed,
        data="the folder of EvalPlus' `MbppPlus.jsonl`",
        title="MBPP+",
        authors="Liu, Xia, Wang, Zhang: EvalPlus, NeurIPS 2023",
        paper="https://arxiv.org/abs/2305.01210",
        texts=Texts(shown=False, licence="Apache-2.0", url="https://github.com/evalplus/mbppplus_release"),
    ),
    BenchmarkSource(
        name="apps",
        load=_apps,
        data="the folder of APPS' `test.jsonl` or `train.jsonl` (codeparrot/apps on the Hub)",
        title="APPS",
        authors="Hendrycks et al.: Measuring Coding Challenge Competence With APPS, NeurIPS 2021",
        paper="https://arxiv.org/abs/2105.09938",
        texts=Texts(shown=False, licence="MIT", url="https://huggingface.co/datasets/codeparrot/apps"),
    ),
    _ecco(name="ecco-edit", load=_ecco_edit, title="ECCO, programs to make faster"),
    _ecco(name="ecco-generate", load=_ecco_generate, title="ECCO, programs from a text"),
    BenchmarkSource(
        name="classeval",
        load=_classeval,
        data="the folder of ClassEval's `ClassEval_data.json`",
        title="ClassEval",
        authors="Du et al.: Evaluating Large Language Models in Class-Level Code Generation, ICSE 2024",
        paper="https://arxiv.org/abs/2308.01861",
        texts=Texts(shown=False, licence="CC-BY-NC-4.0", url="https://github.com/FudanSELab/ClassEval"),
    ),
)
BENCHMARKS = {row.name: row for row in _ROWS}
