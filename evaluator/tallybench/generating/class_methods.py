"""Ask for a class method by method: ClassEval's incremental and compositional strategies, section 4.2 of its paper.

The sample is the class: the answers put into the skeleton. Incremental shows the methods written so far,
compositional the other methods' signatures.
"""

from tallybench.errors import InputError
from tallybench.generating.conversation import Conversation, fields_of, opening
from tallybench.generating.prompt import Prompt
from tallybench.model.problem import Problem
from tallybench.samples.assembling import assemble_class, contract_of, method_names, skeleton_of, without_methods

METHOD = "method"  # the text of a prompt that asks for one


def ask_incrementally(problem: Problem, prompt: Prompt) -> Conversation:
    """Send one message per method, with the methods written so far; the sample is the whole class."""
    return (yield from _ask_methods(problem, prompt, shows_written=True))


def ask_compositionally(problem: Problem, prompt: Prompt) -> Conversation:
    """Send one message per method, with the other methods' signatures; the sample is the whole class."""
    return (yield from _ask_methods(problem, prompt, shows_written=False))


def _ask_methods(problem: Problem, prompt: Prompt, *, shows_written: bool) -> Conversation:
    answers: list[str] = []
    if problem.level != "class":
        raise InputError(f"--prompt {prompt.name}: asks for a class method by method, {problem.task_id} is not a class")
    names = method_names(problem)
    for name in names:
        others = [other for other in names if other != name]
        if shows_written:
            shown = without_methods(assemble_class(problem, answers), names[len(answers) :])
        else:
            shown = without_methods(skeleton_of(problem), [name], signatures=others)
        fields = fields_of(problem, prompt) | {"context": shown.strip("\n"), "method": name}
        fields["contract"] = contract_of(problem, name)
        answers.append((yield opening(prompt, prompt.fill(METHOD, fields))))
    return assemble_class(problem, answers)
