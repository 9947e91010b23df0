"""What a model's solutions cost: tokens, and dollars where a price was given, for each that is correct or efficient."""

from dataclasses import dataclass

from tallybench.errors import InputError
from tallybench.model.budget import TIE
from tallybench.model.counts import is_efficient, problem_counts
from tallybench.model.result import Result, Spending

_MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """A provider's prices, in US dollars per million tokens.

    Attributes:
        tokens_in: the price of tokens in prompts.
        tokens_out: the price of tokens in answers.
    """

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
        return (self.tokens_in * tokens_in + self.tokens_out * tokens_out) / _MILLION


@dataclass(frozen=True)
class Spent:
    """What a run's samples took, in all and for each good one.

    Attributes:
        tokens: in and out together.
        dollars: None if no price was given.
        correct: samples that passed the correctness tests.
        efficient: those that also spend no more than the ground truth; only on problems that count for efficiency.
        complete: whether the server reported the tokens of every answer.
    """

    tokens: int
    dollars: float | None
    correct: int
    efficient: int
    complete: bool

    @property
    def tokens_per_correct(self) -> float | None:
        """Tokens for each correct solution; None without one."""
        return self.tokens / self.correct if self.correct else None

    @property
    def tokens_per_efficient(self) -> float | None:
        """Tokens for each efficient solution; None without one."""
        return self.tokens / self.efficient if self.efficient else None

    @property
    def dollars_per_correct(self) -> float | None:
        """Dollars for each correct solution; None without one, or without a price."""
        return None if self.dollars is None or not self.correct else self.dollars / self.correct

    @property
    def dollars_per_efficient(self) -> float | None:
        """Dollars for each efficient solution; None without one, or without a price."""
        return None if self.dollars is None or not self.efficient else self.dollars / self.efficient


def spent_by(result: Result) -> Spent | None:
    """Return what the samples of a result took; None if that was not reported."""
    spending = result.spending
    if spending is None:
        return None
    problems = problem_counts(result.problems, result.samples, result.budget)
    efficient = [
        problem.efficiency and is_efficient(problem, sample, TIE) for problem in problems for sample in problem.samples
    ]
    return Spent(
        tokens=spending.tokens_in + spending.tokens_out,
        dollars=_dollars(spending),
        correct=sum(sample.correct for problem in problems for sample in problem.samples),
        efficient=sum(efficient),
        complete=not spending.untold,
    )


def _dollars(spending: Spending) -> float | None:
    if spending.price_in is None or spending.price_out is None:
        return None
    return Price(spending.price_in, spending.price_out).of(spending.tokens_in, spending.tokens_out)


def spent_line(result: Result) -> str | None:
    """Return what a run's samples took, in a sentence; None if that was not reported."""
    if (spent := spent_by(result)) is None or (spending := result.spending) is None:
        return None
    shares = [
        f"{tokens:,.0f} for each {kind} solution" + (f" (${dollars:.4g})" if dollars is not None else "")
        for kind, tokens, dollars in (
            ("correct", spent.tokens_per_correct, spent.dollars_per_correct),
            ("efficient", spent.tokens_per_efficient, spent.dollars_per_efficient),
        )
        if tokens is not None
    ]
    cost = f", ${spent.dollars:.4g}" if spent.dollars is not None else ""
    untold = "" if spent.complete else f" (not reported for {spending.untold:,} answers)"
    total = f"{spending.tokens_in:,} tokens in and {spending.tokens_out:,} out{cost}{untold}"
    return "; ".join([total, *shares])
