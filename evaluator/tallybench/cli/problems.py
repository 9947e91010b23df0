"""`tallybench problems`, which shows the problems of a benchmark, and `tallybench new`, which starts one."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.preconditions import need_packages
from tallybench.cli.terminal import print_json, print_rows, warn
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.counting.worker import Worker
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.problem import Problem


def problems(
    task: str | None = None,
    *,
    benchmark: str = "humaneval",
    data: Path | None = None,
    json: bool = False,
    check: bool = False,
) -> None:
    """List the problems of a benchmark, or show one in full.

    Args:
        task (TASK): A task id, its number, or the function's name or a part of it. Default: all.
        check: Check that the parts of each problem fit together.
    """
    from tallybench.benchmarks import open_benchmark, select
    from tallybench.benchmarks.published import RUN_BY_AUDIT

    if check:
        need_packages("problems --check", "audit")
    chosen = open_benchmark(benchmark, RUN_BY_AUDIT if check else (), data)
    if check and not chosen.audited:
        raise InputError(f"--check: is for problems written here, not for {chosen.name}")
    if task is not None:
        chosen = select(chosen, _find_tasks(task, chosen))
    if check:
        _check_problems(chosen)
    elif json:
        print_json([_as_json(problem) for problem in chosen])
    elif task is not None and len(chosen) == 1:
        _show_problem(chosen.problems[0])
    else:
        _list_problems(chosen)


def new(folder: Path, *, class_: bool = False, name: str | None = None) -> None:
    """Create a folder for problems of your own.

    It holds benchmark.toml, a complete problem as an example, and two samples for it; its README.md has the next
    commands. Nothing in it leaves this machine.

    Args:
        folder (DIR): The folder. It must be empty or not exist yet.
        class_: Make the example problem a class. Default: a function.
        name (NAME): The benchmark's name. Default: made from the folder's name.
    """
    import shlex

    from tallybench.benchmarks.new_benchmark import lay_folder

    named = lay_folder(folder, "class" if class_ else "function", name)
    quoted = shlex.quote(str(folder))
    typer.echo(f"{named}: {folder}\n\nNext:")
    typer.echo(f"    tallybench problems --benchmark {quoted} --check\n    tallybench dev audit {quoted}")
    typer.echo(f"{folder / 'README.md'} has the rest.")


def _find_tasks(text: str, benchmark: "Benchmark") -> list[str]:
    """Return the ids of the problems that a task id, a number or a name refers to.

    A name is an entry point, or a part of one or of a task id; if nothing matches, similar entry points are used.
    """
    from difflib import get_close_matches

    from tallybench.model.benchmark import unknown_task

    names = {problem.task_id: problem.entry_point for problem in benchmark}
    prefix = benchmark.problems[0].task_id.rpartition("/")[0]
    task_id = f"{prefix}/{text}" if text.isdecimal() else text
    if task_id in names:
        return [task_id]
    if (reason := dict(benchmark.exclusions).get(task_id)) is not None:
        raise InputError(f"TASK {text}: {benchmark.name} leaves {task_id} out: {reason}")
    if text.isdecimal():
        raise InputError(f"TASK {text}: {unknown_task(task_id, benchmark)}")
    if found := [task_id for task_id, name in names.items() if name == text]:
        return found
    part = text.casefold()
    if found := [task_id for task_id, name in names.items() if part in name.casefold() or part in task_id.casefold()]:
        return found
    near = get_close_matches(part, [name.casefold() for name in names.values() if name], n=5, cutoff=0.75)
    if found := [task_id for task_id, name in names.items() if name.casefold() in near]:
        warn(f"note: nothing is called {text}; these names are similar")
        return found
    raise InputError(f"TASK {text}: {unknown_task(task_id, benchmark)}; tallybench problems lists them")


def _list_problems(benchmark: "Benchmark") -> None:
    rows = [
        [
            problem.task_id,
            problem.entry_point,
            str(len(problem.stressful)),
            str(len(problem.references)),
            problem.without_efficiency or "counts",
        ]
        for problem in benchmark
    ]
    print_rows(("task", "entry point", "inputs", "references", "efficiency"), rows)
    typer.echo(f"{benchmark.name} {benchmark.version}, {len(benchmark)} problems, content {benchmark.hash[:16]}")
    for problem in benchmark:
        for stressful, reason in problem.left_out:
            typer.echo(f"left out of {problem.task_id}: {stressful.name}: {reason}")
    for task_id, reason in benchmark.exclusions:
        typer.echo(f"left out: {task_id}: {reason}")


def _as_json(problem: "Problem") -> dict[str, object]:
    """Return a problem for JSON, which has neither long ints nor tuples: arguments are literals."""
    from dataclasses import asdict

    from tallybench.values.literals import write_literal

    wrong = problem.canonical_wrong
    return asdict(problem) | {
        "invalid": [{"reason": reason, "arguments": write_literal(arguments)} for reason, arguments in problem.invalid],
        "canonical_wrong": None if wrong is None else {"arguments": write_literal(wrong[0]), "why": wrong[1]},
        "hash": problem.hash,
        "cases": [[repr(case.arguments), repr(case.expected)] for case in problem.cases],
    }


def _show_problem(problem: "Problem") -> None:
    typer.echo(f"{problem.task_id}  {problem.entry_point}  content {problem.hash[:16]}\n\n{problem.prompt.rstrip()}\n")
    if problem.notes:
        typer.echo(problem.notes + "\n")
    if problem.without_efficiency:
        typer.echo(f"counts for pass@k only: {problem.without_efficiency}\n")
    for stressful in problem.stressful:
        typer.echo(f"stressful input {stressful.name} ({stressful.format}, {stressful.kind}): {stressful.exposes}")
    for solution in (*problem.references, *problem.slow):
        typer.echo(f"\n# {solution.name}\n{solution.code.rstrip()}")


def _check_problems(chosen: "Benchmark") -> None:
    from tallybench.authoring.audit.thoroughness import untested
    from tallybench.benchmarks.check import problem_faults
    from tallybench.counting.worker import Worker
    from tallybench.sandbox.interpreter import default_interpreter
    from tallybench.sandbox.messages import WorkerSetting

    worker = Worker(WorkerSetting(default_interpreter()))
    found = 0
    written = [problem for problem in chosen if problem.contract is not None or problem.missing]
    for problem in written:
        faults = problem_faults(problem, worker.native)
        if problem.missing:
            typer.echo(f"{problem.task_id}: counts for pass@k only: {problem.without_efficiency}")
        if problem.level == "class" and problem.is_complete:
            faults += untested(problem)
            faults += [] if faults else [*_show_scripts(problem, worker), *_show_mutants(problem, worker)]
        for fault in faults:
            typer.echo(f"{problem.task_id}: {fault}")
        found += len(faults)
    worker.close()
    typer.echo(f"{len(written)} problems checked, {found} faults")
    if found:
        raise typer.Exit(1)


def _show_scripts(problem: "Problem", worker: "Worker") -> list[str]:
    """Print what a class's solutions spend on its scripts; return what is wrong with these figures."""
    from tallybench.authoring.audit.inputs import audit_scripts, script_faults
    from tallybench.authoring.audit.thoroughness import unreached
    from tallybench.benchmarks.class_format import calls_of

    best, figures = audit_scripts(worker.meter, problem)
    typer.echo(f"{problem.task_id}  {problem.entry_point}: best known {best}; million instructions (native seconds)")
    rows = []
    for script in figures:
        counts = [
            f"{'budget' if count is None else f'{count / 1e6:.1f}'} ({script.seconds[name]:.3f})"
            for name, count in script.counts.items()
        ]
        rows.append([script.name, f"{script.calls:,}", f"{script.build_seconds:.2f} s", *counts])
    print_rows(("script", "calls", "built in", *figures[0].counts), rows)
    own = {solution.name: solution for solution in (*problem.references, problem.ground_truth)}
    scripts = [(calls_of(script, worker.native),) for script in problem.stressful]
    return [*script_faults(problem, best, figures), *unreached(problem, own[best], scripts)]


def _show_mutants(problem: "Problem", worker: "Worker") -> list[str]:
    """Print which mutants of a class's canonical solution pass its tests; return a fault if there are too many."""
    from tallybench.authoring.audit.thoroughness import LEAST_MUTATION_SCORE, try_mutants
    from tallybench.errors import MachineError

    try:
        found = try_mutants(worker.native, problem)
    except MachineError as error:
        typer.echo(f"{problem.task_id}: mutants were not tried: {error}")
        return []
    killed = found.mutants - len(found.survivors)
    typer.echo(f"{problem.task_id}: the tests find {killed} of {found.mutants} mutants wrong ({found.score:.0%})")
    for survivor in found.survivors:
        typer.echo(f"    not {survivor}")
    if found.score >= LEAST_MUTATION_SCORE:
        return []
    return [f"TESTS find fewer than {LEAST_MUTATION_SCORE:.0%} of the mutants wrong"]
