"""The table of all benchmarks: one row for each, and a module that reads its data.

To add a benchmark, add a module to this folder and a row to this table. The module has a function that takes what the
row says, as a benchmark without problems, and the folder (or file) with the data, and returns the benchmark. The row
names both; the module is imported when the benchmark is loaded.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from pkgutil import resolve_name

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark, Texts


@dataclass(frozen=True)
class BenchmarkRow:
    """A row of the table: what is known about a benchmark without its data, and how to read the data."""

    name: str  # such as `humaneval`
    load: str  # `MODULE:FUNCTION`, which reads the data; raises an InputError if they are missing or malformed
    data: str  # what --data must be; empty if the benchmark comes with TallyBench
    title: str  # the benchmark's title
    authors: str  # whose work it is
    paper: str  # where it was published; empty if there is no paper
    texts: Texts  # whether its texts may be shown, and under which licence
    folder: str = ""  # if it comes with TallyBench, its folder in `hf_dataset/problems`
    prefix: str = ""  # what the names of its problems' files start with, before the number
    edits: str = ""  # the benchmark whose slow solutions are to be made faster; empty if solutions are to be written
    listed: str = ""  # the same without the parts that take long to read; empty if there are none
    training: str = ""  # `MODULE:FUNCTION`, which reads its training split; empty if it has none of its own

    @property
    def empty(self) -> Benchmark:
        """The benchmark without its problems."""
        return Benchmark(name=self.name, version="", problems=(), texts=self.texts, audited=self.embedded)

    @property
    def embedded(self) -> bool:
        """Whether it comes with TallyBench; its problems were written or audited here."""
        return not self.data

    def read(self, data: Path, *, listed: bool = False) -> Benchmark:
        """Read the benchmark from the folder or file with its data, which must hold a usable problem.

        With `listed`, problems lack the parts that take long to read.
        """
        found: Benchmark = resolve_name(f"{__name__}.{self.listed if listed else self.load}")(self.empty, data)
        if self.embedded and self.edits:
            found = resolve_name(f"{__name__}.embedded:as_editing")(found)
        if not found.problems and not found.exclusions:
            raise InputError(f"data {data}: holds no problems of {self.name}; get the public files again")
        if not found.problems:
            count, (_, reason) = len(found.exclusions), found.exclusions[0]
            raise InputError(f"data {data}: none of the {count} problems of {self.name} can be used: {reason}")
        return found


_ours = partial(
    BenchmarkRow,
    data="",
    paper="",
    texts=Texts(shown=True, licence="MIT", url="https://github.com/tallybench/tallybench"),
)

_coffe = partial(
    BenchmarkRow,
    data="COFFE's `datasets` folder",
    authors="Peng, Wan, Li, Ren: COFFE, FSE 2025",
    paper="https://arxiv.org/abs/2502.02827",
    texts=Texts(shown=False, licence="Apache-2.0", url="https://github.com/JohnnyPeng18/Coffe"),
)

_ecco = partial(
    BenchmarkRow,
    data="the folder with ECCO's tables (CodeEff/ECCO on the Hub) and its unpacked test_cases.zip",
    training="ecco:load_ecco_training",
    authors="Waghjale, Veerendranath, Wang, Fried: ECCO, EMNLP 2024",
    paper="https://arxiv.org/abs/2407.14044",
    texts=Texts(shown=False, licence="none stated", url="https://github.com/CodeEff/ECCO"),
)

_evalplus = partial(
    BenchmarkRow,
    load="evalplus:load_evalplus",
    listed="evalplus:list_evalplus",
    authors="Liu, Xia, Wang, Zhang: EvalPlus, NeurIPS 2023",
    paper="https://arxiv.org/abs/2305.01210",
    texts=Texts(shown=False, licence="Apache-2.0", url="https://github.com/evalplus/evalplus"),
)

_classeval = partial(
    BenchmarkRow,
    data="the folder with ClassEval's `ClassEval_data.json`",
    authors="Du et al.: Evaluating Large Language Models in Class-Level Code Generation, ICSE 2024",
    paper="https://arxiv.org/abs/2308.01861",
    texts=Texts(shown=False, licence="CC-BY-NC-4.0", url="https://github.com/FudanSELab/ClassEval"),
)

_ROWS = (
    BenchmarkRow(
        name="humaneval",
        load="embedded:load_humaneval",
        data="",
        title="HumanEval",
        authors="Chen et al.: Evaluating Large Language Models Trained on Code, 2021",
        paper="https://arxiv.org/abs/2107.03374",
        texts=Texts(shown=True, licence="MIT", url="https://github.com/openai/human-eval"),
        folder="humaneval",
        prefix="he_",
    ),
    _ours(
        name="tally-classes",
        load="embedded:load_tally_classes",
        title="tally-classes",
        authors="TallyBench: classes of our own, each with its date of writing",
        folder="classes",
        prefix="tc_",
    ),
    _ours(
        name="humaneval-edit",
        load="embedded:load_humaneval",
        title="HumanEval, editing",
        authors="TallyBench: slow solutions of our own to HumanEval's problems, to be made faster",
        folder="humaneval",
        prefix="he_",
        edits="humaneval",
    ),
    _ours(
        name="classes-edit",
        load="embedded:load_tally_classes",
        title="tally-classes, editing",
        authors="TallyBench: slow classes of our own, to be made faster",
        folder="classes",
        prefix="tc_",
        edits="tally-classes",
    ),
    _coffe(name="coffe-function", load="coffe:load_functions", title="COFFE, functions"),
    _coffe(name="coffe-code-contests", load="coffe:load_code_contests", title="COFFE, programs of Code Contests"),
    _coffe(
        name="coffe-code-contests-edit",
        load="contest_pairs:load_contest_pairs",
        training="contest_pairs:load_contest_training",
        title="COFFE, programs of Code Contests to make faster",
    ),
    _coffe(name="coffe-file", load="coffe:load_programs", title="COFFE, programs"),
    BenchmarkRow(
        name="mbpp",
        load="mbpp:load_mbpp",
        data="the folder with MBPP's sanitized `data.jsonl`",
        title="MBPP, sanitized",
        authors="Austin et al.: Program Synthesis with Large Language Models, 2021",
        paper="https://arxiv.org/abs/2108.07732",
        texts=Texts(
            shown=False,
            licence="CC-BY-4.0",
            url="https://github.com/google-research/google-research/tree/master/mbpp",
        ),
    ),
    _evalplus(name="mbpp+", title="MBPP+", data="the folder with EvalPlus' `MbppPlus.jsonl`, or the file"),
    _evalplus(
        name="mbpp+noextreme",
        title="MBPP+ without extreme inputs",
        data="the folder with EvalPlus' `MbppPlus-NoExtreme.jsonl`, or the file",
    ),
    _evalplus(
        name="humaneval+",
        title="HumanEval+",
        data="the folder with EvalPlus' `HumanEvalPlus.jsonl`, or the file",
    ),
    _evalplus(
        name="humaneval+mini",
        title="HumanEval+ mini",
        data="the folder with EvalPlus' `HumanEvalPlus-Mini.jsonl`, or the file",
    ),
    _evalplus(
        name="humaneval+noextreme",
        title="HumanEval+ without extreme inputs",
        data="the folder with EvalPlus' `HumanEvalPlus-NoExtreme.jsonl`, or the file",
    ),
    BenchmarkRow(
        name="apps",
        load="apps:load_apps",
        data="the folder with APPS' `test.jsonl` or `train.jsonl` (codeparrot/apps on the Hub)",
        title="APPS",
        authors="Hendrycks et al.: Measuring Coding Challenge Competence With APPS, NeurIPS 2021",
        paper="https://arxiv.org/abs/2105.09938",
        texts=Texts(shown=False, licence="MIT", url="https://huggingface.co/datasets/codeparrot/apps"),
    ),
    _ecco(name="ecco-edit", load="ecco:load_ecco_edit", title="ECCO, programs to make faster"),
    _ecco(name="ecco-generate", load="ecco:load_ecco_generate", title="ECCO, programs from a text"),
    _classeval(name="classeval", load="classeval:load_classeval", title="ClassEval"),
    _classeval(name="classeval-scripts", load="classeval:load_classeval_scripts", title="ClassEval, with call scripts"),
)
BENCHMARKS = {row.name: row for row in _ROWS}
