"""Thoughts and end tokens: what marks them, and where such a mark is the program's own."""

import pytest

from tests.sanitizing import sanitize

PROMPT = 'def double(x):\n    """Twice as much."""\n'
DRAFT = "```python\ndef double(x):\n    return x\n```\n"
RIGHT = "def double(x):\n    return 2 * x\n"
ANSWER = f"```python\n{RIGHT}```"
CHANNEL = "<|channel|>{}<|message|>"


def code_of(text: str, field: str = "raw") -> str | None:
    return sanitize(field, text, PROMPT, "double").code


THOUGHTS = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<Thought>", "</Thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<antThinking>", "</antThinking>"),
    ("<seed:think>", "</seed:think>"),
    ("<longcat_think>", "</longcat_think>"),
    ('<details type="reasoning" done="true">', "</details>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|think|>", "<|/think|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),
    ("<|channel>thought", "<channel|>"),
    (CHANNEL.format("analysis"), "<|end|><|start|>assistant" + CHANNEL.format("final")),
    (CHANNEL.format("commentary to=python <|constrain|>json"), "<|call|><|start|>assistant" + CHANNEL.format("final")),
    ("analysisWe try:", "assistantfinal"),
    ("Here is my thought process:", "Here is my response:"),
    ("Here are my reasoning steps:", "[BEGIN FINAL RESPONSE]"),
]


@pytest.mark.parametrize(("begin", "end"), THOUGHTS)
def test_the_code_behind_a_thought_is_taken(begin: str, end: str) -> None:
    thought = f"{begin}\nFirst:\n{DRAFT}No.\n{end}\n"
    assert code_of(thought + ANSWER) == RIGHT
    assert code_of(f"{thought}\n{RIGHT}") == RIGHT
    assert sanitize("raw", thought + ANSWER, PROMPT, "double").rules == ("dropped_reasoning", "fenced_block")
    # What the template began, the answer ends.
    assert code_of(thought.removeprefix(begin) + ANSWER) == RIGHT
    # Open within the thought: a fence.
    assert code_of(f"{begin}\n{DRAFT[:-4]}{end}\n{ANSWER}") == RIGHT


@pytest.mark.parametrize(("begin", "end"), THOUGHTS)
def test_a_thought_that_never_ends_has_no_answer(begin: str, end: str) -> None:
    for field in ("raw", "completion", "solution"):
        taken = sanitize(field, f"{begin}\nFirst:\n{DRAFT}But", PROMPT, "double")
        assert taken.code is None, field
        assert "unfinished_reasoning" in taken.rules


@pytest.mark.parametrize(
    "text",
    [
        f"<think>\n{DRAFT}\n<answer>\n{ANSWER}\n</answer>",
        f"<think>a</think>\n{DRAFT}<think>b</think>\n{ANSWER}",
        f"<thinking>a<reflection>\n{DRAFT}</reflection>\n{DRAFT}</thinking>\n<output>\n{ANSWER}\n</output>",
        f"Sure.\n<think>\n{DRAFT}</think>\n{ANSWER}",
        f"<think>a</think>\n{ANSWER}\n<think>Or else\n{DRAFT}",
        f"{ANSWER}\n<reflection>That is right.</reflection>",
        f"{ANSWER}\nIt needs no `<think>` and no `</think>`.",
        f"Without a `<think>` tag:\n{ANSWER}",
        f"<|im_start|>assistant\n<think>\n{DRAFT}</think>\n{ANSWER}<|im_end|>\n<|im_start|>user\n{DRAFT}",
    ],
)
def test_an_answer_is_what_is_outside_of_thoughts(text: str) -> None:
    assert code_of(text) == RIGHT


PRINTS = (
    "def double(x):\n    # <think> ends with </think>\n    text = '''\n<think>\n</think>\n<|endoftext|>\n</s>'''\n"
    '    print("<think>", "</think>", "[THINK]", f"{x}<|im_end|>")\n    return 2 * x\n'
)


def test_marks_in_the_texts_and_comments_of_a_program_are_its_own() -> None:
    for frame in ("{}", "Here:\n```python\n{}```\nDone.", "<think>hm</think>\n```python\n{}```"):
        assert code_of(frame.replace("{}", PRINTS, 1)) == PRINTS
        assert code_of(frame.replace("{}", PRINTS, 1), "solution") == PRINTS
    body = PRINTS.partition("\n")[2]
    for tail in ("", "<|endoftext|>", "\n<|im_end|>", "</s><pad><pad>"):
        assert (code_of(body + tail, "completion") or "").strip() == (PROMPT + body).strip()
    assert code_of(f"<think>hm\n{DRAFT}</think>\n{body}", "completion") == f"{PROMPT}\n{body}"


def test_a_thought_that_the_prompt_began_is_none_of_a_completion_or_a_solution() -> None:
    body = "    return 2 * x\n"
    assert code_of(f"We double it.\n{DRAFT}</think>\n\n{body}", "completion") == f"{PROMPT}\n\n{body}"
    assert code_of(f"We double it.\n</think>\n{RIGHT}", "solution") == RIGHT
    assert code_of(f"{body}</think>\nThat is it.", "completion") == PROMPT + body
    assert code_of(f"<|assistant|><think>\n{DRAFT}") is None


ENDS = [
    "<|endoftext|>",
    "<|im_end|>",
    "</s>",
    "<|eot_id|>",
    "<end_of_turn>",
    "<|end|>",
    "<|END_OF_TURN_TOKEN|>",
    "<\uff5cend▁of▁sentence\uff5c>",
    "[EOS]",
    "[DONE]",
    "<eos>",
    "<|EOT|>",
    "<|return|>",
    "<|end_of_text|>",
    "<|eom_id|>",
    "</s></s>",
    "<|im_end|>\n<|endoftext|>",
    "<|im_end|>\n<|im_start|>user\nThank you.\n```python\nx = 1\n```",
    "<|endoftext|>import os\nprint(os)",
    "<|some_other_token|>",
    "<|fim_pad|><\uff5cfim▁end\uff5c>",
]


@pytest.mark.parametrize("end", ENDS)
def test_an_end_token_is_no_code(end: str) -> None:
    body = "    return 2 * x"
    assert (code_of(body + end, "completion") or "").strip() == PROMPT + body
    assert (code_of(RIGHT.rstrip() + end, "solution") or "").strip() == RIGHT.strip()
    assert code_of(ANSWER + end) == RIGHT
    assert (code_of(f"```python\n{RIGHT.rstrip()}{end}") or "").strip() == RIGHT.strip()


@pytest.mark.parametrize(
    "asked", ["<|system|>\n<|end|>\n<|user|>\nDouble it.<|end|>\n<|assistant|>\n", "Double it.</s>\n<|assistant|>\n"]
)
def test_the_end_of_what_was_asked_is_not_that_of_the_answer(asked: str) -> None:
    assert code_of(f"{asked}{ANSWER}\n<|end|>") == RIGHT


def test_a_name_in_brackets_at_the_end_of_a_program_is_code() -> None:
    for name in ("EOS", "PAD", "DONE"):
        program = f"{name} = 0\n\n\ndef double(x):\n    return x + [{name}]"
        assert code_of(program, "solution") == program


def test_fenced_text_under_solution_is_an_answer() -> None:
    taken = sanitize("solution", f"Here it is:\n{ANSWER}\nDone.", PROMPT, "double")
    assert (taken.code, taken.rules) == (RIGHT, ("solution_read_as_raw", "fenced_block"))
    assert code_of(f"{RIGHT}```\nThis doubles it.", "solution") == RIGHT
    documented = 'def double(x):\n    """Twice.\n    ```\n    double(1)\n    ```\n    """\n    return 2 * x\n'
    assert code_of(documented, "solution") == documented
    # It goes on within a fence that the prompt opened.
    assert code_of("    return 2 * x\n```\n\nUsage:\n```python\nprint(1)\n```\n") == f"{PROMPT}    return 2 * x\n"


@pytest.mark.parametrize(
    "kind", ["def double(x):\n    return {}\n", "class Two:\n    n = {}\n", "print(int(input()), {})\n"]
)
def test_the_first_block_that_answers_is_taken_for_functions_classes_and_programs(kind: str) -> None:
    blocks = "n = 1\n", kind.format(1), kind.format(2)
    answer = "".join(f"Then:\n```python\n{block}```\n" for block in blocks)
    entry_point = {"def": "double", "cla": "Two"}.get(kind[:3], "")
    assert sanitize("raw", answer, "", entry_point).code == kind.format(1)
