"""Rounds of refinement on the site: results that go on from one another."""

from dataclasses import replace
from pathlib import Path

from generator.relations import refinements

from tallybench.statistics.published.entries import Entry
from tests.made_results import made_results
from tests.site.sites import BuiltSite

FIRST, SECOND = (
    f"two-runs/humaneval-2026-0{month}-0{month}-0000000{number}.json" for month, number in ((2, 4), (3, 5))
)


def entry(path: str, **generation: object) -> Entry:
    result = made_results()[path]
    model = result.model.model_copy(update={"generation": dict(result.model.generation) | generation})
    date = path.partition("humaneval-")[2][:10]
    return Entry(Path(path).parent.name, f"results/{path}", date, result.model_copy(update={"model": model}))


def test_a_result_goes_on_from_that_of_the_samples_it_names() -> None:
    first, second = entry(FIRST), entry(SECOND)
    found = refinements([second, first])
    assert found.keys() == {first.path, second.path} and found[first.path] == found[second.path]
    (refined,) = found[first.path]
    assert refined.kind == "exec" and refined.entries == (first, second)
    ((name, values), *_) = refined.figures
    told = [one.result.metrics["pass@1"].value for one in (first, second)]
    assert name == "pass@1" and values == [100 * (value or 0) for value in told]
    assert refined.told("pass@1", 1) == f"{values[1]:.1f}" and refined.told("optimized@1", 1) == ""


def test_a_round_of_nothing_that_is_there_is_none() -> None:
    assert refinements([entry(FIRST)]) == {}
    assert refinements([entry(SECOND)]) == {}
    itself = entry(SECOND, of="5" * 64)
    assert refinements([itself]) == {}


def test_the_longest_chain_of_a_kind_is_shown() -> None:
    first, second = entry(FIRST), entry(SECOND)
    model = second.submitted.model.model_copy(
        update={"answers_sha256": "6" * 64, "generation": {"refine": "exec", "round": 2, "of": "5" * 64}}
    )
    third = replace(second, path="results/m/x.json", submitted=second.submitted.model_copy(update={"model": model}))
    (refined,) = refinements([first, second, third])[first.path]
    assert refined.entries == (first, second, third)


def test_a_models_page_has_its_rounds_as_a_chart_and_as_a_table(built_site: BuiltSite) -> None:
    page = built_site.read("models/two-runs/")
    assert "Rounds of refinement" in page and "exec-refine, by attempt: pass@1 " in page
    assert "Rounds of refinement" not in built_site.read("models/two-versions/")
