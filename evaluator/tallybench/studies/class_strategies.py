"""ClassEval's files of answers by their names, its published figures, and its three strategies beside each other.

The paper's figures are over the answers in `output/model_output` of ClassEval's repository, and `output/result` there
has them for each model and strategy; `output/model_output_v1.0.0` and `output/result_v1.0.0` are of a later run.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tallybench.benchmarks.sources.data_files import read_json
from tallybench.model.result import Result
from tallybench.studies.class_predictions import SuiteVerdicts, figures_by_k
from tallybench.studies.study import PaperFigure, Row, Run, Section, figure_of

# The strategy whose figures table 7 has, by model: those that the repository's result file has for it.
TABLE_7 = {
    **{"GPT-4": "holistic", "GPT-3.5": "holistic", "WizardCoder": "compositional", "Instruct-StarCoder": "holistic"},
    **{"SantaCoder": "incremental", "Instruct-CodeGen": "incremental", "CodeGeeX": "incremental"},
    **{"InCoder": "incremental", "Vicuna": "incremental", "ChatGLM": "compositional", "PolyCoder": "incremental"},
}
_STRATEGIES = {"c": "holistic", "m_iter": "incremental", "m_dire": "compositional"}
_STRATEGIES |= {"class_H": "holistic", "method_I": "incremental", "method_C": "compositional"}
_FILE = re.compile(rf"(?:predictions_)?(.+?)(?:_100)?_({'|'.join(_STRATEGIES)})(?:_([^_]+))?")
_MODELS = {"ChatGPT": "GPT-3.5", "incoder": "InCoder", "instruct-CodeGen(16b)": "Instruct-CodeGen"}
_MODELS |= {"instruct-StarCoder": "Instruct-StarCoder"}
_RENAMED = {"InCoder": "Incoder", "starcoder-instruct-15B": "starcoder-gpteacher-code-instruct-15B"}
_SAMPLED = {"5", "rep5", "t0.2"}  # in a file's name: five samples; otherwise one by greedy decoding
_RESULTS = (
    "published_pass_at_k.json",
    *(f"../output/{folder}/pass_at_k_result.json" for folder in ("result", "result_v1.0.0")),
)


@dataclass(frozen=True)
class AnswersFile:
    """Whose answers a file has, as its name says."""

    model: str  # as the paper calls it
    strategy: str
    greedy: bool

    @classmethod
    def named(cls, stem: str) -> "AnswersFile | None":
        """Return what a file's name says; None if it is not named as in ClassEval's repository."""
        if (found := _FILE.fullmatch(stem)) is None:
            return None
        return cls(_MODELS.get(found[1], found[1]), _STRATEGIES[found[2]], found[3] not in _SAMPLED)

    @property
    def key(self) -> str:
        """What the result file of 2023 calls it."""
        name = f"{_RENAMED.get(self.model, self.model)}_{self.strategy[0].upper()}"
        return f"{name}(greedy)" if self.greedy else name


def published_of(data: Path, stem: str) -> dict[int, dict[str, float]]:
    """Return the published figures of a file of predictions, in percent, by k, as far as the data have them.

    They are looked for in the data's folder, and where it is `data` of ClassEval's repository, in its results.
    """
    folder = data if data.is_dir() else data.parent
    names = {stem.removeprefix("predictions_")}
    if (file_of := AnswersFile.named(stem)) is not None:
        renamed = _RENAMED.get(file_of.model, file_of.model)
        names |= {file_of.key, stem.removeprefix("predictions_").replace(file_of.model, renamed)}
    found = {}
    for path in (folder / name for name in _RESULTS):
        if path.is_file():
            file = read_json(path, "ClassEval's published pass@k")
            results = file.expect(file.value, dict, "", "an object")
            for key, k in (("pass_1_greedy", 1), ("pass_1", 1), ("pass_3", 3), ("pass_5", 5)):
                for name in names & results.get(key, {}).keys():
                    found[k] = {figure: 100 * value for figure, value in results[key][name].items()}
    return found


@dataclass(frozen=True)
class Measured:
    """A file of predictions, by our rules and by ClassEval's."""

    path: Path
    own: Result
    theirs: SuiteVerdicts


def table_section(run: Run, measured: Sequence[Measured]) -> Section:
    """Return table 7, with ours for the files of five samples that were given."""
    by_file = {AnswersFile.named(one.path.stem): one for one in measured}
    rows = []
    for model, strategy in TABLE_7.items():
        one = by_file.get(AnswersFile(model, strategy, greedy=False))
        figures = {} if one is None else figures_by_k(one.own, one.theirs)
        for level, own, name in (("class", "pass", "class_success"), ("method", "fun_success", "fun_success")):
            for k in (1, 3, 5):
                paper = run.paper[f"7/{model}/{level} pass@{k}"]
                ours = None if one is None else figure_of(one.own, f"{own}@{k}")
                why = f"{strategy}" if one else f"{strategy}; its five samples a class were not given"
                theirs = figures.get(k, {}).get(name)
                rows.append(Row(f"{model}: {level} pass@{k}", paper, ours, "", why, "%", theirs, "", 1))
    note = (
        "By the repository's own result file PolyCoder is best in compositional generation (class pass@1 2.6), "
        "not in the one that the table shows."
    )
    return Section("7", "Table 7: the best strategy of each model", tuple(rows), (note,))


def strategies_section(data: Path, measured: Sequence[Measured]) -> Section:
    """Return figures 5 and 6: class pass@k by strategy, for the files that were given."""
    rows: list[tuple[tuple[str, str, int], Row]] = []
    for one in measured:
        if (file := AnswersFile.named(one.path.stem)) is None:
            continue
        published: Mapping[int, Mapping[str, float]] = published_of(data, one.path.stem)
        for k, by_their_rules in figures_by_k(one.own, one.theirs).items():
            paper = PaperFigure(value=published.get(k, {}).get("class_success"), source="the public result file")
            ours, theirs = figure_of(one.own, f"pass@{k}"), by_their_rules["class_success"]
            how = "greedy" if file.greedy else "5 samples"
            figure = f"{file.model}, {file.strategy}, {how}: class pass@{k}"
            row = Row(figure, paper, ours, f"over {len(one.own.problems)} classes", "", "%", theirs, "", 1)
            rows.append(((file.model, how, k), row))
    rows.sort(key=lambda pair: pair[0])
    return Section("6", "Figures 5 and 6: the strategies", tuple(row for _, row in rows))
