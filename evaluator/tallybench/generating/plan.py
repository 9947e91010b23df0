"""What generating would send, before anything is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Asking, by_prompt
from tallybench.model.benchmark import Benchmark
from tallybench.statistics.spending import Price

CHARACTERS_A_TOKEN = 3.5  # of Python with its descriptions; from 3 to 4 with the tokenizers in use


@dataclass(frozen=True)
class Plan:
    """What would be sent for one file of samples.

    Attributes:
        samples: how many samples there would be.
        requests: the least number of requests; a strategy may ask more, depending on the answers.
        tokens_in: the approximate number of input tokens.
        tokens_out: the most output tokens; None if the server decides.
    """

    samples: int
    requests: int
    tokens_in: int
    tokens_out: int | None

    @classmethod
    def together(cls, plans: "Sequence[Plan]") -> Self:
        """Return what several files of samples take."""
        out = [plan.tokens_out for plan in plans]
        return cls(
            samples=sum(plan.samples for plan in plans),
            requests=sum(plan.requests for plan in plans),
            tokens_in=sum(plan.tokens_in for plan in plans),
            tokens_out=None if None in out else sum(number or 0 for number in out),
        )

    def cost(self, price: Price) -> float | None:
        """Return the estimated highest cost in dollars; None if the server decides how long answers are."""
        return None if self.tokens_out is None else price.of(self.tokens_in, self.tokens_out)


def plan_samples(benchmark: Benchmark, settings: Settings, asking: Asking | None = None) -> Plan:
    """Plan what would be sent, by playing each conversation with empty answers.

    Args:
        benchmark: the problems.
        settings: what would be asked of which model.
        asking: how a sample is asked for; None asks by the prompt.

    Raises:
        InputError: a problem cannot be asked for with the prompt.
    """
    asking = asking or by_prompt(settings)
    requests = characters = 0
    for problem in benchmark:
        conversation = asking(problem, 0)
        try:
            messages = next(conversation)
            while True:
                requests += 1
                characters += sum(len(message.text) for message in messages)
                messages = conversation.send("")
        except StopIteration:
            pass
    requests *= settings.samples
    return Plan(
        samples=len(benchmark) * settings.samples,
        requests=requests,
        tokens_in=round(characters * settings.samples / CHARACTERS_A_TOKEN),
        tokens_out=None if settings.max_tokens is None else requests * settings.max_tokens,
    )
