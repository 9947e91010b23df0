"""What a hundred thousand, a million and ten million samples take: machines, hours and money, from measured costs.

Usage: python benchmarks/scale_table.py [--seconds S] [--run-seconds S] [--a-run N] [--processors N]
           [--price DOLLARS] [--as-of DATE]

Prints the table of `site/pages/at-scale.md` in Markdown. What a sample and a run cost comes from `benchmarks/scale.py`.
The price is an assumption: pass your own.
"""

import argparse
from collections.abc import Iterator
from math import ceil

SAMPLES = (10**5, 10**6, 10**7)
MACHINES = (1, 4, 16, 64)
HOUR = 3600


def rows(options: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    """Of each number of samples: runs, processor hours, hours on so many machines, money."""
    for samples in SAMPLES:
        runs = ceil(samples / options.a_run)
        hours = (samples * options.seconds + runs * options.run_seconds) / HOUR
        clock = (hours / (machines * options.processors) for machines in MACHINES)
        yield (
            f"{samples:,}",
            f"{runs:,}",
            f"{hours:,.0f}",
            *map(told, clock),
            f"${hours * options.price:,.0f}",
        )


def told(hours: float) -> str:
    """Return a span of time, in minutes below an hour."""
    return f"{hours:,.1f} h" if hours >= 1 else f"{60 * hours:.0f} min"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.9, help="of a processor, for a sample")
    parser.add_argument("--run-seconds", type=float, default=25, help="of a processor, that a run on a cluster adds")
    parser.add_argument("--a-run", type=int, default=3280, help="samples of a model: 164 problems, 20 each")
    parser.add_argument("--processors", type=int, default=16, help="of a machine")
    parser.add_argument("--price", type=float, default=0.05, help="dollars for a processor and hour, assumed")
    parser.add_argument("--as-of", default="November 2026", help="when somebody last looked at the price")
    options = parser.parse_args()
    print(
        f"Assumed: {options.processors} processors a machine; ${options.price:.2f} for a processor and hour "
        f"({options.as_of}); {options.a_run:,} samples a run. Measured: {options.seconds:g} processor seconds a "
        f"sample, {options.run_seconds:g} more a run.\n"
    )
    head = ["samples", "runs", "processor hours"]
    head += [f"{machines} machine" + "s" * (machines > 1) for machines in MACHINES]
    head.append("money")
    print(f"| {' | '.join(head)} |\n|{'---:|' * len(head)}")
    for row in rows(options):
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
