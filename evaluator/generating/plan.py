"""What generating would send, before anything is sent."""

from dataclasses import dataclass

from evaluator.generating.settings import Settings
from evaluator.generating.strategies import strategy_of
from evaluator.problems.benchmark import Benchmark
from evaluator.results.spending import Price

CHARACTERS_A_TOKEN = 3.5  # of Python with its descriptions; from 3 to 4 with the tokenizers in use


@dataclass(frozen=True)
class Plan:
    """What would be sent for one file of samples.

    Attributes:
        samples: how many there would be.
        requests: at least; a strategy may ask on by what was answered.
        tokens_in: roughly.
        tokens_out: at most; None where the server decides.
    """

    samples: int
    requests: int
    tokens_in: int
    tokens_out: int | None

    def cost(self, price: Price) -> float | None:
        """At most, in dollars; None where the server decides on how long answers are."""
        return None if self.tokens_out is None else price.of(self.tokens_in, self.tokens_out)


def plan_samples(benchmark: Benchmark, settings: Settings) -> Plan:
    """Says what would be sent. Each conversation is played with empty answers.

    Raises:
        InputError: a problem cannot be asked for with the prompt.
    """
    strategy = strategy_of(settings.prompt)
    requests = characters = 0
    for problem in benchmark:
        conversation = strategy(problem, settings.asked)
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
