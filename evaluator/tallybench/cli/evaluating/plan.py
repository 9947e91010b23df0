"""The cost of an evaluation, in words."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybench.evaluation.preparation import Plan


def plan_lines(plan: "Plan") -> list[str]:
    """Return what an evaluation will cost, one fact per line."""
    least, most = plan.instructions
    vetting = [f"data to try out      {plan.vetting:,} runs of the best solutions"] if plan.vetting else []
    return [
        f"samples              {plan.samples:,} ({plan.solutions:,} distinct solutions to check)",
        *vetting,
        f"references to count  {plan.references:,} measurements (what is not in the cache yet)",
        f"samples to count     {plan.measurements:,} measurements, if every solution passes (likewise)",
        f"instructions         {least / 1e9:,.1f} billion if each is as fast as the best known solution,",
        f"                     {most / 1e9:,.1f} billion if each is so slow that it is stopped at the budget",
        f"minutes              {plan.minutes[0]:,} to {plan.minutes[1]:,} with {plan.workers} workers",
    ]
