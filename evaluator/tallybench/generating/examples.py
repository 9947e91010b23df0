"""Few-shot examples: solved problems of the training split, shown before the question (ECCO, section 4.1)."""

from random import Random

from tallybench.benchmarks import in_training, load_benchmark
from tallybench.benchmarks.measured import costed_solutions
from tallybench.errors import InputError
from tallybench.generating.prompt import Prompt
from tallybench.generating.settings import Examples
from tallybench.generating.strategies import question_of


def draw_examples(benchmark: str, prompt: Prompt, count: int, seed: int) -> Examples:
    """Draw examples: the question as the prompt asks it, and the best known solution as the answer.

    Args:
        benchmark: the name of a benchmark that comes with TallyBench.
        prompt: the prompt that asks the question.
        count: how many to draw.
        seed: the seed by which they are drawn; the same for all problems of a run.

    Raises:
        InputError: there are fewer than that.
    """
    try:
        whole = load_benchmark(benchmark)
    except InputError:
        raise InputError(f"--examples: there are none of {benchmark}, which does not come with TallyBench") from None
    answers = {task_id: found[0] for task_id, found in costed_solutions(whole).items() if in_training(task_id)}
    if count > len(answers):
        raise InputError(f"--examples {count}: the training split of {benchmark} has {len(answers)} solved problems")
    drawn = Random(f"examples {seed}").sample(sorted(answers), count)
    turns = [(question_of(whole.by_id[task_id], prompt), in_a_block(answers[task_id].code)) for task_id in drawn]
    return Examples(seed, tuple(drawn), tuple(turns))


def in_a_block(code: str) -> str:
    """Return a program in a fenced block, as a chat model would answer."""
    return f"```python\n{code.strip()}\n```"
