"""What the site says of a model beside others: whose samples it has, when it came out, what we measured otherwise."""

from dataclasses import replace
from datetime import date

import pytest
from generator.relations import Release, Releases, explains, said_copies
from generator.site import Site
from generator.tables import about_model
from generator.tables.column import Links
from generator.tables.passes import COLUMNS, PassLine, lines_of

from tallybench.benchmarks.copies import SAID_RESULT, copies_among
from tallybench.model.result import Model
from tallybench.statistics.published.boards import Row
from tallybench.statistics.published.data_files import PassTable
from tests.statistics.test_data_files import some_table


def asked(name: str, organization: str | None = "OpenAI", revision: str | None = "gpt-5.4-2026-03-05") -> Model:
    return Model(name=name, organization=organization, revision=revision)


def agent(name: str, told: str, pipeline: bool = True) -> Model:
    return Model(name=name, pipeline=pipeline, generation={"pipeline": told})


def test_one_model_asked_in_two_ways_and_an_agent_beside_what_it_starts_from_are_no_copies() -> None:
    assert explains(asked("GPT-5.4"), asked("GPT-5.4 (asked for performance)"))
    assert explains(asked("GPT-3.5", revision=None), asked("GPT-3.5, 5 samples", revision=None))
    reflexion, ldb = agent("Reflexion with GPT-4", "tries again"), agent("LDB", "runs and debugs what Reflexion wrote")
    assert explains(reflexion, ldb) and explains(ldb, reflexion)


@pytest.mark.parametrize(
    "other",
    [
        asked("GPT-5.4", revision="gpt-5-2025"),
        asked("GPT-5.4, 5 samples", revision=None),
        asked("Mine", organization="Somebody else"),
        agent("LDB", "runs and debugs what Reflexion wrote"),
    ],
)
def test_nothing_else_explains_a_copy(other: Model) -> None:
    assert not explains(asked("GPT-5.4"), other) and not explains(other, asked("GPT-5.4"))


def test_models_that_do_not_say_what_they_are_explain_nothing() -> None:
    assert not explains(asked("A", None, None), asked("B", None, None))
    assert not explains(asked("A", None, None), asked("A, 5 samples", None, None))
    assert not explains(asked("A", revision=None), asked("B, 5 samples", revision=None))
    told = "runs and debugs what Reflexion wrote"
    assert not explains(agent("Reflexion", "tries", pipeline=False), agent("LDB", told))


def test_a_model_of_another_organisation_with_the_same_samples_is_named(kept_site: Site) -> None:
    rows = {row.entry.slug: row for row in kept_site.default.board.models}
    first, second = rows["gpt-5.4-performance-structured"], rows["gpt-5.4-performance"]
    results = [("first", first.entry.result), ("second", second.entry.result)]
    assert copies_among(results, None)[1][0].share > SAID_RESULT
    assert said_copies([first, second], None) == {}
    (copied,) = said_copies([first, _by(second, "Somebody else")], None)[second.entry.slug]
    assert copied.said


def test_a_whole_copy_is_named_whatever_its_model_says(kept_site: Site) -> None:
    row = next(row for row in kept_site.default.board.models if row.entry.slug == "gpt-5.4")
    assert set(said_copies([row, _by(row, "OpenAI", "the same")], None)) == {"gpt-5.4"}


def why_of(line: PassLine) -> str:
    """The cell that says why figures differ."""
    return next(str(column.show(line, Links("", frozenset()))) for column in COLUMNS if column.name == "why")


def _by(row: Row, organization: str, name: str = "Another") -> Row:
    submitted = row.entry.submitted
    model = submitted.model.model_copy(update={"organization": organization, "name": name})
    entry = replace(row.entry, submitted=submitted.model_copy(update={"model": model}), record=None)
    return replace(row, entry=entry)


def test_a_claim_that_we_measured_otherwise_says_on_which_sample(kept_site: Site) -> None:
    rows = {row.entry.slug: row for row in kept_site.default.board.claims}
    found = {slug: about_model.otherwise_in_words(row.entry) for slug, row in rows.items()}
    assert found["qwen2.5-32b"] == "HumanEval/129: passed, here timeout"
    assert found["gpt-4o"] == ""
    assert "HumanEval/129" in about_model.why_cell(rows["qwen2.5-32b"])
    assert "measured otherwise" in about_model.state(rows["qwen2.5-32b"])
    assert about_model.state(rows["gpt-4o"]) == "code withheld"


def test_releases_are_parted_by_the_day_and_a_month_is_not_before_its_days() -> None:
    known = (Release("2026-01-31", "A", "a"), Release("2026-02", "B", "b"), Release("2026-02-10", "C", "c"))
    releases = Releases(known)
    assert [one.name for one in releases.before(date(2026, 2, 10))] == ["A"]
    assert [one.name for one in releases.since(date(2026, 2, 10))] == ["B", "C"]
    assert [one.name for one in releases.before(date(2026, 3, 1))] == ["A", "B", "C"]


def test_the_site_knows_the_releases_of_all_boards_models_and_of_no_baseline(kept_site: Site) -> None:
    slugs = [one.slug for one in kept_site.releases.known]
    assert len(slugs) > 15 and len(set(slugs)) == len(slugs)
    assert list(kept_site.releases.known) == sorted(kept_site.releases.known)
    assert not {row.entry.slug for row in kept_site.default.board.baselines} & set(slugs)


@pytest.mark.parametrize(
    ("published", "changes", "told"),
    [
        ("50.0", {}, ""),
        (
            "82.0",
            {"answered": 100},
            "answers to 100 of 164 problems, and the others count as failed here; 82 of 100 are",
        ),
        ("70.0", {"answered": 100}, "answers to 100 of 164 problems"),
        ("45.0 (mean of all samples)", {}, "the mean of all samples"),
        ("54.0", {}, "54.0 % is no whole number of 164 problems; HumanEval&#39;s own harness with the prompt"),
        ("45.1", {"with_prompt": 45.1}, "the data do not tell why"),
        ("45.1", {"with_prompt": None, "plain": 82}, "a plain harness gives 50.0 % for the same file"),
    ],
)
def test_a_figure_of_the_source_that_is_far_from_ours_has_a_reason(
    published: str, changes: dict[str, object], told: str
) -> None:
    table = some_table()
    row = table.rows[0].model_copy(update={"published": published, "differing": (), **changes})
    found = why_of(PassLine(row, PassTable(problems=164, rows=(row,)), {}))
    assert told in found and bool(told) == bool(found)
    if told.startswith("answers to 100 of 164 problems") and published == "70.0":
        assert "are 70.0" not in found


def test_every_row_of_the_table_that_is_far_from_its_source_has_a_reason(kept_site: Site) -> None:
    assert kept_site.passes is not None
    for line in lines_of(kept_site.passes, {}):
        if (figure := line.row.published.partition(" ")[0]) and abs(line.here - float(figure)) > 100 * 1.5 / 164:
            assert why_of(line), line.row.file
