"""What others can use of a benchmark with a published catalogue, and this machine cannot: that ends a run.

Figures over fewer problems would not be comparable with those of others, and nothing in them would say so.
"""

from collections.abc import Mapping

from tallybench.benchmarks.catalogue import NAME, Catalogue, CataloguedProblem, catalogue_folder, load_catalogue
from tallybench.errors import MachineError
from tallybench.model.problem import Problem
from tallybench.sandbox.jobs import CPU_LIMIT, ENDED_BY, OUT_OF_MEMORY, WALL_LIMIT

CANNOT_BE_JUDGED = "its own best solution cannot be judged"
# Parts of reasons that may not hold on another machine.
_BY_MACHINE = (CPU_LIMIT, WALL_LIMIT, OUT_OF_MEMORY, ENDED_BY, "MemoryError", CANNOT_BE_JUDGED)


def published_catalogue(name: str) -> Catalogue | None:
    """Return the catalogue of a benchmark that does not come with TallyBench; None if none is published.

    Raises:
        InputError: it is broken.
    """
    published = NAME.fullmatch(name) is not None and (catalogue_folder() / f"{name}.json").is_file()
    return load_catalogue(name) if published else None


def by_machine(reason: str) -> bool:
    """Return whether a reason why something cannot be used may hold on this machine only."""
    return any(said in reason for said in _BY_MACHINE)


def contradiction(
    catalogue: Catalogue | None, problem: Problem, fault: str | None, inputs: Mapping[str, str] | None = None
) -> str | None:
    """Return why this machine cannot use what the catalogue has of a problem; None if it can.

    A whole problem is never left out silently, whatever the reason. An input is, if the reason does not lie with the
    machine: another interpreter may honestly find one.

    Args:
        catalogue: the benchmark's; None if none is published.
        problem: as it was before it was vetted.
        fault: why the whole problem cannot be used here; None if it can.
        inputs: why a stressful input cannot be used, by name.
    """
    known = _known(catalogue, problem)
    if known is None:
        return None
    if fault is not None:
        return fault
    for name, reason in (inputs or {}).items():
        if name in known.inputs and by_machine(reason):
            return f"stressful input {name}: {reason}"
    return None


def check_counted(catalogue: Catalogue | None, problem: Problem, reason: str) -> None:
    """Raise MachineError if others counted the problem's own solutions and this machine could not.

    Args:
        catalogue: the benchmark's; None if none is published.
        problem: with its stressful inputs.
        reason: why it could not.
    """
    if inputs_of(catalogue, problem) and by_machine(reason):
        raise too_weak(problem.task_id, reason)


def inputs_of(catalogue: Catalogue | None, problem: Problem) -> frozenset[str]:
    """Return the names of a problem's stressful inputs in the catalogue."""
    known = _known(catalogue, problem)
    return frozenset() if known is None else frozenset(known.inputs)


def _known(catalogue: Catalogue | None, problem: Problem) -> CataloguedProblem | None:
    """Return the catalogue's entry for exactly this problem, if it has one."""
    known = None if catalogue is None else catalogue.problems.get(problem.task_id)
    return known if known is not None and known.hash == problem.hash else None


def too_weak(task_id: str, reason: str) -> MachineError:
    """Return the error for a machine that cannot use what others can."""
    advice = (
        "this machine is slow, busy or short of memory. Run again when it is idle, or with fewer workers"
        if by_machine(reason)
        else "take the Python that measures, as `tallybench doctor` names it, or evaluate only other ids"
    )
    return MachineError(
        f"{task_id}: {reason}. The published catalogue has it, and figures without it would not compare with those of "
        f"others: {advice}"
    )
