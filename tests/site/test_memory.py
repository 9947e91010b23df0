"""Peak memory on the site: beside counts where it was measured, and nowhere else."""

import csv
import io
from dataclasses import replace
from hashlib import sha256

import pytest
from generator.charts.spent import Both, memory_plot
from generator.downloads import leaderboard_csv, leaderboard_rows, problem_csv
from generator.page import Templates
from generator.page_charts import LEAST_BOTH, memory_of
from generator.pages import leaderboard_page, model_page, problem_page
from generator.references import reference_counts
from generator.render import memory, memory_cell
from generator.site import Site, read_site
from generator.tables import leaderboard
from generator.tables.board_column import PARTS

from tallybench.model.budget import MEMORY_FLOOR
from tallybench.model.result import Result, SampleResult
from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.reading import load_result
from tests.made_results import bytes_for, kept_result, made_results, telling, with_memory
from tests.site.conftest import templates_of
from tests.site.few_problems import of_few_problems
from tests.site.sites import linked_tree, tags_of, write_results

REFERENCES = "tallybench-references"
SLUGS = ("memory-a", "memory-b", "memory-c", "memory-d", "memory-e")
COLUMNS = ("memory score@1", "Memory reduction")
FRESH = "stale/humaneval-2026-02-02-0000000a.json"


def made(slug: str, result: Result) -> Entry:
    return Entry(slug, f"results/{slug}/humaneval-2026-02-02-0123abcd.json", "2026-02-02", result)


@pytest.fixture(scope="module")
def references() -> Result:
    found = load_result(kept_result(REFERENCES))
    return found.model_copy(update={"model": telling(found.model).model_copy(update={"baseline": False})})


def dearer(sample: SampleResult, number: int) -> SampleResult:
    """A sample with another program, which spends a number of tenths more."""
    code = f"{sample.code}\n# {number}\n"
    stress = {
        name: one.model_copy(update={"count": one.count and one.count * (10 + number) // 10})
        for name, one in sample.stress.items()
    }
    digest = sha256(code.encode()).hexdigest()
    return sample.model_copy(update={"code": code, "code_sha256": digest, "tree_sha256": None, "stress": stress})


@pytest.fixture(scope="module")
def site(references: Result, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Five models of which memory was measured, with programs of rising cost; one on fresh inputs, too; one without."""
    found = {}
    for number, slug in enumerate(SLUGS):
        samples = tuple(dearer(sample, number) for sample in references.samples[:12])
        result = with_memory(references.model_copy(update={"samples": samples}), 1 + number / 4)
        name = f"Memory {slug[-1]}"
        found[f"{slug}/humaneval-2026-02-02-0000000{number}.json"] = result.model_copy(
            update={"model": result.model.model_copy(update={"name": name})}
        )
    found[FRESH] = with_memory(made_results()[FRESH])
    found["silent/humaneval-2026-02-02-0000000b.json"] = made_results()["silent/humaneval-2026-02-02-0000000b.json"]
    root = linked_tree(tmp_path_factory.mktemp("memory") / "tree")
    few = {path: of_few_problems(result) for path, result in found.items()}
    return read_site(write_results(root, few, tuple(found)))


@pytest.fixture(scope="module")
def templates(site: Site) -> Templates:
    return templates_of(site)


@pytest.mark.parametrize(
    ("peak", "text"),
    [
        (1, "under 64 KiB"),
        (MEMORY_FLOOR - 1, "under 64 KiB"),
        (MEMORY_FLOOR, "64.0 KiB"),
        (999 << 10, "999 KiB"),
        ((1 << 20) - 1, "1.00 MiB"),
        (1_234_567, "1.18 MiB"),
        (123 << 20, "123 MiB"),
        (3 << 30, "3.00 GiB"),
        (None, "–"),
    ],
)
def test_bytes_are_told_with_three_digits(peak: int | None, text: str) -> None:
    assert memory(peak) == text
    assert str(memory_cell(peak)).endswith(f">{text}</span>")
    assert peak is None or f'title="{peak:,} bytes"' in memory_cell(peak)


def board(*entries: Entry) -> Board:
    return make_boards(entries)[0]


def test_a_board_without_memory_is_as_it_was(references: Result) -> None:
    plain = board(made("a", references))
    assert not leaderboard.has_memory(plain)
    heads = [column.head for part in PARTS for column in leaderboard.columns_of(part, plain)]
    assert not [head for head in heads if "emory" in head]
    assert not [key for key in leaderboard_rows(plain)[0] if "memory" in key]


def test_a_board_with_memory_has_it_in_every_table_and_download(references: Result) -> None:
    mixed = board(made("a", with_memory(references, 2)), made("b", references))
    assert leaderboard.has_memory(mixed)
    for part in PARTS:
        columns = {column.head.removesuffix(", claimed"): column for column in leaderboard.columns_of(part, mixed)}
        assert set(COLUMNS) <= set(columns)
        assert all(columns[head].sort == "number" for head in COLUMNS)
    rows = {row["model"]: row for row in csv.DictReader(io.StringIO(leaderboard_csv(mixed)))}
    assert len(rows) == 1, "both have one name"
    with_it, without = leaderboard_rows(mixed)
    for name in ("memory_score@1", "memory_reduction"):
        assert with_it[f"{name} low"] < with_it[name] < with_it[f"{name} high"]
        assert without[name] is None


def test_the_leaderboard_says_of_whom_memory_was_not_measured(site: Site, templates: Templates) -> None:
    benchmark = site.default
    html = leaderboard_page(templates, benchmark, benchmark.board).html
    assert 'id="memory"' in html and "input and interpreter are not in it" in html.lower()
    assert html.count('<span class="tb-interval">not measured</span>') == 2 * 1, "of the silent one, in two columns"


def test_a_models_page_has_the_figures_and_its_solutions_peaks(site: Site, templates: Templates) -> None:
    html = {model.slug: model_page(templates, model).html for model in site.models}
    assert "memory score@1" in html["memory-a"] and "geometric mean" in html["memory-a"]
    assert 'data-key="memory"' in html["memory-a"] and 'data-key="memory"' not in html["silent"]
    assert "emory score" not in html["silent"]
    assert html["stale"].count("measured on the public inputs alone") == 2, "not under the head of fresh inputs"


def test_a_problems_page_has_peaks_by_solution_and_by_input(site: Site, templates: Templates) -> None:
    benchmark = site.default
    problem = benchmark.problems[0]
    html = problem_page(templates, benchmark, problem).html
    told = [solution.in_memory.peak for solution in problem.written]
    assert len([peak for peak in told if peak]) >= len(SLUGS)
    for solution in problem.written:
        spent = [stress.count or 0 for stress in solution.in_memory.sample.stress.values()]
        if (peak := solution.in_memory.peak) is not None:
            assert f'title="{peak:,} bytes"' in html
            assert peak >= bytes_for(max(spent))
    assert problem.references is not None
    for name, peaks in problem.references.memory.items():
        assert name in problem.facts.inputs
        assert all(peak is None or f'title="{peak:,} bytes"' in html for peak in peaks.values())
    heads = ["".join(tag.text) for tag in tags_of(html) if tag.name == "th"]
    assert heads.count("Peak memory") >= 2 and "Peak memory on" in heads
    assert "Instructions against peak memory on" in html


def test_a_problems_file_has_the_peak_of_each_sample(site: Site) -> None:
    problem = site.default.problems[0]
    rows = list(csv.DictReader(io.StringIO(problem_csv(problem))))
    told = {row["model"]: row["peak_memory"] for row in rows}
    assert told["silent"] == "" and all(int(told[slug]) > 0 for slug in SLUGS)
    outcomes = {outcome.row.entry.slug: outcome for outcome in problem.outcomes}
    assert {slug: str(outcomes[slug].peak) for slug in SLUGS} == {slug: told[slug] for slug in SLUGS}


def test_without_measurements_the_peaks_are_those_that_samples_were_compared_with(references: Result) -> None:
    result = with_memory(references).problems["HumanEval/0"]
    found = reference_counts(None, [references.problems["HumanEval/0"], result])
    assert found is not None and found.in_memory == ["least known", "ground truth"]
    peaks = [given.memory.least for given in result.inputs.values() if given.memory]
    assert found.peak_of("least known") == max(peaks)
    plain = reference_counts(None, [references.problems["HumanEval/0"]])
    assert plain is not None and plain.memory == {} and plain.peak_of("ground truth") is None


def test_a_chart_of_memory_has_a_mark_a_solution_and_names_our_own(site: Site) -> None:
    problem = site.default.problems[0]
    svg = str(memory_of(problem))
    both = [solution for solution in problem.written if solution.in_memory.peak]
    assert svg.count('href="#solution-') == len(both) >= 5
    assert 'role="group"' in svg and "the table below has the figures" in svg


def test_few_solutions_make_no_chart(site: Site) -> None:
    problem = site.default.problems[0]
    few = replace(problem, outcomes=problem.outcomes[:3], baselines=())
    assert 0 < sum(solution.in_memory.peak is not None for solution in few.written) < LEAST_BOTH
    assert memory_of(few) == ""


def test_what_takes_less_than_the_floor_is_drawn_on_it() -> None:
    def drawn(peak: int) -> str:
        low = Both(name="low", total=10**6, peak=peak, told="little", href="#solution-1")
        high = Both(name="high", total=10**7, peak=10**7, told="10 MB", href="#solution-2")
        return memory_plot([low, high], [Both(name="reference 0", total=10**6, peak=10**6, told="1 MB")], label="l")

    assert drawn(1) == drawn(MEMORY_FLOOR) != drawn(2 * MEMORY_FLOOR)
    assert ">reference 0<" in drawn(1) and "KiB" in drawn(1) and "MiB" in drawn(1)
