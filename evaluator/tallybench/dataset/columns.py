"""The columns of the config `results`: those of the data frames, and those that the frames leave out."""

from tallybench.statistics.frames import COLUMNS, type_of

_OF_RESULT = {
    "submitter": "who sent the result",
    "counter": "what counted: `valgrind`",
    "fingerprint": "the measuring environment: counts are comparable where it is the same",
    "evaluator_version": "of TallyBench",
    "budget": "in multiples of the best known solution's instructions",
}
_OF_SAMPLE = {
    "problem_hash": "of the problem as it was then",
    "code": "the program; missing if it is withheld or public elsewhere (`source`), or the answer has none",
    "stress": "a struct for each stressful input: `input`, `verdict`, `count`, and `memory`: peak memory in bytes, "
    "missing where it was not measured",
}

# Each column of `results` in order, and what it holds.
RESULTS = COLUMNS["results"] | _OF_RESULT | COLUMNS["samples"] | _OF_SAMPLE


def column_type(name: str) -> str:
    """Return pandas' name for the type of a column of `results` that is not a struct, as in the data frames."""
    if name in _OF_RESULT or name in _OF_SAMPLE:
        return "Int64" if name == "budget" else "string"
    return type_of("samples" if name in COLUMNS["samples"] else "results", name)
