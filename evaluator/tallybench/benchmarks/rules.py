"""The rules for judging: TallyBench's own, or those of the benchmark's authors.

COFFE (`is_equal` in its public code) accepts an output if it equals the expected one; or if both are texts that are
equal without spaces, newlines and square brackets; or if they are equal with every tuple as a list; or if both are
floats or flat lists of floats that differ by at most 1e-6 + 1e-7 of the output's value. Keys of dictionaries are not
changed, and sets are not lists.

ECCO compares outputs as TallyBench does, but credits cost differently: `--rules ecco` changes no verdict and no
version, and shows ECCO's figures next to the result (`tallybench.studies.ecco_rules`).

ClassEval's code runs every class with the packages in its requirements installed. Here a class has them if its
skeleton or its tests import one of them; `--rules classeval` gives them to all classes.
"""

from dataclasses import replace
from fnmatch import fnmatch

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.sandbox.packages import CLASSEVAL as CLASSEVAL_PACKAGES

OWN, COFFE, ECCO, CLASSEVAL = "own", "coffe", "ecco", "classeval"
RULES = (OWN, COFFE, ECCO, CLASSEVAL)

COFFE_ACCEPTS = '''\
def accepts(output, expected, *arguments):
    """Whether COFFE takes an output for the expected one."""
    if output == expected:
        return True
    if isinstance(output, str) and isinstance(expected, str):
        return _bare(output) == _bare(expected)
    if _listed(output) == _listed(expected):
        return True
    return _floats(output) and _floats(expected) and _close(output, expected)


def _bare(text):
    for mark in ("\\n", " ", "[", "]"):
        text = text.replace(mark, "")
    return text


def _listed(value):
    if isinstance(value, (list, tuple)):
        return [_listed(one) for one in value]
    if isinstance(value, dict):
        return {key: _listed(one) for key, one in value.items()}
    return value


def _floats(value):
    if isinstance(value, (list, tuple)):
        return all(isinstance(one, float) for one in value)
    return isinstance(value, float)


def _close(output, expected):
    many = [len(one) for one in (output, expected) if not isinstance(one, float)]
    if len(set(many)) > 1:
        return False
    length = many[0] if many else 1
    pairs = zip(*([one] * length if isinstance(one, float) else one for one in (output, expected)))
    return all(
        one == other or (one != one and other != other) or abs(one - other) <= 1e-6 + 1e-7 * abs(one)
        for one, other in pairs
    )
'''


def under_rules(benchmark: Benchmark, rules: str) -> Benchmark:
    """Return the benchmark under these rules; all but ECCO's change its version and its problems' hashes.

    Raises:
        InputError: there are no such rules, or they are not for this benchmark.
    """
    if rules not in RULES:
        raise InputError(f"rules {rules}: choose one of {', '.join(RULES)}")
    if rules == OWN:
        return benchmark
    only = "classeval*" if rules == CLASSEVAL else f"{rules}-*"
    if not fnmatch(benchmark.name, only):
        raise InputError(f"rules {rules}: are for the benchmarks {only}, not for {benchmark.name}; leave it out")
    if rules == ECCO:
        return benchmark
    changed = _with_packages if rules == CLASSEVAL else _as_coffe
    # The version says which rules were used.
    return replace(
        benchmark, version=f"{benchmark.version}+{rules}-rules", problems=tuple(map(changed, benchmark.problems))
    )


def _as_coffe(problem: Problem) -> Problem:
    return replace(problem, accepts=COFFE_ACCEPTS, tolerance=None)


def _with_packages(problem: Problem) -> Problem:
    assert problem.suites is not None
    return replace(problem, suites=replace(problem.suites, packages=CLASSEVAL_PACKAGES))
