"""`tallybench growth`: how the cost of published programs grows with the size of their input."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evaluator.cli.checkout import check_root
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import BenchmarkName, Ids, Python, Root, SampleFolder, Workers, parse_ids
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.results.published.growth import BenchmarkGrowth


def growth(
    root: Root = Path("."),
    benchmark: BenchmarkName = "humaneval",
    ids: Ids = None,
    samples: SampleFolder = None,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Measures how published programs' cost grows with their input.

    Each distinct correct program of the published results is counted on inputs of rising size, for problems whose
    inputs can be of any size. Writes results/growth.json, anew after each problem; of problems that are left out it
    keeps what it has. A run that was interrupted goes on. Needs the extra `statistics`.
    """
    need_packages("growth", "statistics", "scipy")
    from evaluator.audit.sample_growth import measure_samples, unmeasured
    from evaluator.benchmarks import load_benchmark, select
    from evaluator.benchmarks.measured import load_measured
    from evaluator.cli.progress import Display
    from evaluator.results.published.boards import make_boards
    from evaluator.results.published.entries import read_entries
    from evaluator.results.published.growth import merge_growth, read_growth, write_growth
    from evaluator.submissions.public_code import correct_programs

    check_root(root)
    whole = load_benchmark(benchmark)
    boards = {board.benchmark: board for board in make_boards(read_entries(root, benchmark=whole.name))}
    if whole.name not in boards:
        raise InputError(f"--benchmark {benchmark}: there is no ranked result on it, so nothing to measure")
    board = boards[whole.name]
    chosen = select(whole, parse_ids(ids))
    wanted = {problem.task_id for problem in chosen}
    programs = correct_programs([row.entry for row in (*board.rows, *board.baselines)], samples)
    programs = {task_id: programs[task_id] for task_id in programs if task_id in wanted}
    held = read_growth(root).benchmarks.get(whole.name)
    contents = {problem.task_id: problem.hash for problem in whole}

    def keep(found: "BenchmarkGrowth") -> Path:
        return write_growth(root, whole.name, merge_growth(held, found, contents))

    with after_interrupt(SAME_COMMAND), Display() as display:
        found = measure_samples(
            chosen,
            load_measured(whole.name),
            programs,
            python=python,
            session=open_session(workers),
            progress=display,
            keep=keep,
        )
    path = keep(found)
    _print(found)
    for task_id, digests in unmeasured(programs, found).items():
        named = ", ".join(digest[:12] for digest in digests)
        typer.echo(f"{task_id}: {len(digests)} programs were not measured, run it again: {named}", err=True)
    typer.echo(f"\n{path.relative_to(root)}: written")
    without = [problem.task_id for problem in chosen if problem.growing is None]
    if without:
        typer.echo(f"not measured, for their inputs are not of any size: {', '.join(without)}")


def _print(found: "BenchmarkGrowth") -> None:
    from evaluator.statistics.orders import fit_growth, grows_faster

    rows = []
    for task_id, problem in found.problems.items():
        best = fit_growth(problem.best)
        fits = [fit_growth(program.points) for program in problem.measured]
        worse = sum(best is not None and fit is not None and grows_faster(fit, best) for fit in fits)
        fitted = sum(fit is not None for fit in fits)
        rows.append((task_id, "-" if best is None else best.order, str(len(fits)), str(fitted), str(worse)))
    print_rows(("problem", "best known", "programs", "fitted", "of a worse order"), rows)
