"""What a rank asks for has to be told: words that tell nothing are refused, short answers are not."""

import pytest

from evaluator.results.result import Model
from evaluator.submissions.placeholders import placeholder_faults


@pytest.mark.parametrize(
    "text",
    [
        *("Not stated by the source.", "not stated", "UNKNOWN", "n/a", "N.A.", "none", "unspecified", "-", "?"),
        *("(TBD)", "not known", "It is not disclosed", "...", "\uff35nknown"),
        *("none given", "Confidential", "withheld", "N\u2215A", "not public", "secret."),
    ],
)
def test_words_that_tell_nothing_are_faults_of_their_field(text: str) -> None:
    for name in ("revision", "prompt", "submitter"):
        (fault,) = placeholder_faults(Model(name="A model").model_copy(update={name: text}))
        assert fault.where == f"model.{name}"


@pytest.mark.parametrize("text", ["{prompt}", "0123abc", "gpt-4o-2024-08-06", "An unknown function: {prompt}"])
def test_what_tells_something_is_no_fault(text: str) -> None:
    assert list(placeholder_faults(Model(name="A model", revision=text, prompt=text, submitter=text))) == []


@pytest.mark.parametrize("text", ["latest", "HEAD", "main", "the current version", "Latest model"])
def test_what_moves_names_no_revision(text: str) -> None:
    (fault,) = placeholder_faults(Model(name="A model", revision=text, prompt=text, submitter=text))
    assert fault.where == "model.revision"


def test_a_setting_may_be_none_but_not_all_of_them_and_none_is_not_stated() -> None:
    def faults(**settings: str | int | None) -> list[str]:
        return [fault.where for fault in placeholder_faults(Model(name="A model", generation=settings))]

    assert faults(temperature=0, stop=None, quantization="none") == []
    assert faults(temperature=0, top_p="not stated") == ["model.generation.top_p"]
    assert faults(temperature="n/a", stop=None) == ["model.generation"]
