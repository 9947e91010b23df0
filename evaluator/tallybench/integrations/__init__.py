"""What other tools load or read: Inspect AI, lm-evaluation-harness, lighteval, Judge0.

Harnesses score sample by sample and do not say when they are done: one session lasts as long as their process.
"""

import atexit
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tallybench.counting.session import Session
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.scoring import Score
    from tallybench.generating.prompt import Prompt
    from tallybench.model.problem import Problem
    from tallybench.samples.reading import Sample


def score_answer(options: "Options", sample: "Sample") -> "Score":
    """Score one answer in this process's session."""
    from tallybench.evaluation.scoring import scorer_of

    (found,) = scorer_of(options, _lasting_session()).score([sample])
    return found


def question_of(problem: "Problem", prompt: "Prompt") -> str:
    """Return the single message with which a prompt asks for a problem."""
    from tallybench.generating.strategies import strategy_of

    (message,) = next(strategy_of(prompt)(problem, prompt))
    return message.text


@cache
def _lasting_session() -> "Session":
    from tallybench.counting.session import Session

    session = Session()
    atexit.register(session.close)
    return session
