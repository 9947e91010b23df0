"""What a model's solutions cost: tokens, and dollars if a price is known, for each correct or efficient one."""

from dataclasses import dataclass

from tallybench.errors import InputError
from tallybench.model.budget import TIE
from tallybench.model.counts import is_efficient
from tallybench.model.result import Result


@dataclass(frozen=True)
class Price:
    """A provider's prices, in US dollars per million tokens of prompts and of answers."""

    tokens_in: float
    tokens_out: float

    @classmethod
    def parse(cls, text: str) -> "Price":
        """Read `IN,OUT`.

        Raises:
            InputError: it is not in this form.
        """
        try:
            prices = [float(number) for number in text.split(",")]
            if len(prices) != 2 or not all(0 <= price < float("inf") for price in prices):
                raise ValueError
        except ValueError:
            raise InputError(
                f"--set price={text}: must be IN,OUT, in dollars per million tokens, such as 0.15,0.60"
            ) from None
        return cls(*prices)

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Return the cost of these tokens, in dollars."""
        return (self.tokens_in * tokens_in + self.tokens_out * tokens_out) / 1_000_000


@dataclass(frozen=True)
class Spent:
    """What a run's samples took, in total and for each good one; None if there is no good one, or no price.

    Efficient samples are those that spend no more than the ground truth, on problems that count for efficiency.
    """

    dollars: float | None
    correct: int
    tokens_per_correct: float | None
    tokens_per_efficient: float | None
    dollars_per_correct: float | None
    dollars_per_efficient: float | None


def spent_by(result: Result) -> Spent | None:
    """Return what the samples of a result took; None if that was not reported."""
    if (spending := result.spending) is None:
        return None
    problems = result.counts()
    pairs = [(problem, sample) for problem in problems for sample in problem.samples]
    correct = sum(sample.correct for _, sample in pairs)
    efficient = sum(problem.efficiency and is_efficient(problem, sample, TIE) for problem, sample in pairs)
    tokens = spending.tokens_in + spending.tokens_out
    dollars = None
    if spending.price_in is not None and spending.price_out is not None:
        dollars = Price(spending.price_in, spending.price_out).of(spending.tokens_in, spending.tokens_out)

    def each(amount: float | None, samples: int) -> float | None:
        return amount / samples if amount is not None and samples else None

    return Spent(
        dollars,
        correct,
        each(tokens, correct),
        each(tokens, efficient),
        each(dollars, correct),
        each(dollars, efficient),
    )


def spent_line(result: Result) -> str | None:
    """Return what a run's samples took, in a sentence; None if that was not reported."""
    if (spent := spent_by(result)) is None or (spending := result.spending) is None:
        return None
    cost = "" if spent.dollars is None else f", ${spent.dollars:.4g}"
    missing = f" (not reported for {spending.untold:,} answers)" if spending.untold else ""
    said = [f"{spending.tokens_in:,} tokens in and {spending.tokens_out:,} out{cost}{missing}"]
    for kind, tokens, dollars in (
        ("correct", spent.tokens_per_correct, spent.dollars_per_correct),
        ("efficient", spent.tokens_per_efficient, spent.dollars_per_efficient),
    ):
        if tokens is not None:
            price = "" if dollars is None else f" (${dollars:.4g})"
            said.append(f"{tokens:,.0f} for each {kind} solution{price}")
    return "; ".join(said)
