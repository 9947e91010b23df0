"""A file of `results/` as rows of a table, and back, to the byte.

A result's file and a record's are both JSON with sorted keys. What is large in them is one thing a sample or a problem:
each becomes a row. A fact that others want to filter by is a column of its own where the file states it in the usual
form; whatever else it states stays in `rest`, as JSON. So nothing is lost, however old or unusual the file is.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

import orjson

from evaluator.errors import InputError

Row = dict[str, Any]

# Where the rows of a part stand in the file. HEAD is all the rest of it; SHARED holds what problems have in common.
HEAD, SHARED = "head", "shared"
PARTS = {
    "samples": ("samples",),
    "problems": ("problems",),
    "fresh.samples": ("fresh", "samples"),
    "fresh.problems": ("fresh", "problems"),
}
TEXTS = ("verdict", "code_sha256", "tree_sha256", "code")  # of a sample, each a column
OUTCOME = {"verdict": str, "count": int, "reason": str, "memory": int, "memory_reason": str}
ALWAYS = {"verdict", "count", "reason"}  # in a result's file these stand there even where they are null
_INDENTED = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
_DENSE = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE


class Document(StrEnum):
    """What a file is; each kind has a form of its own, in which all its files are written."""

    RESULT = "result"
    RECORD = "record"


class NotPackable(InputError):
    """A file that does not come back to the byte from rows."""


def bytes_of(data: Any, document: Document) -> bytes:
    """The bytes of a file that holds this."""
    return orjson.dumps(data, option=_INDENTED if document is Document.RESULT else _DENSE)


def split(content: bytes, document: Document) -> list[Row]:
    """A file as rows, the head first.

    Raises:
        NotPackable: it is not as TallyBench writes it, so that its bytes would not come back.
    """
    try:
        data = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise NotPackable(f"is not JSON ({error.msg})") from None
    if not isinstance(data, dict) or bytes_of(data, document) != content:
        raise NotPackable("is not as TallyBench writes it, so that its bytes would not come back")
    rows = []
    for part, place in PARTS.items():
        if (holder := _holder(data, place)) is not None and _is_regular(holder.get(place[-1])):
            rows += [_row(document, part, taken) for taken in _items(holder.pop(place[-1]))]
            holder[place[-1]] = None  # says that the part is in rows, even where there are none
    head = {"document": str(document), "part": HEAD, "rest": orjson.dumps(data, option=orjson.OPT_SORT_KEYS).decode()}
    return [head, *rows]


def join(rows: list[Row], document: Document) -> dict[str, Any]:
    """What the file holds that was split into these rows."""
    parts: dict[str, list[Row]] = {part: [] for part in (HEAD, *PARTS)}
    for row in rows:
        if row["document"] == document:
            parts[row["part"]].append(row)
    data: dict[str, Any] = orjson.loads(parts[HEAD][0]["rest"])
    for part, place in PARTS.items():
        holder = _holder(data, place)
        if holder is None or place[-1] not in holder or holder[place[-1]] is not None:
            continue
        if place[-1] == "samples":
            holder["samples"] = [_sample(row, document) for row in parts[part]]
        else:
            holder["problems"] = {row["task_id"]: orjson.loads(row["rest"]) for row in parts[part]}
    return data


def _holder(data: dict[str, Any], place: tuple[str, ...]) -> dict[str, Any] | None:
    """The object that a part stands in."""
    found: dict[str, Any] | None = data
    for name in place[:-1]:
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def _is_regular(part: Any) -> bool:
    """Whether samples or problems can be rows: objects, each known by its task."""
    if isinstance(part, dict):
        return all(isinstance(value, dict) for value in part.values())
    return isinstance(part, list) and all(
        isinstance(item, dict) and isinstance(item.get("task_id"), str) and _is_number(item.get("index"))
        for item in part
    )


def _items(part: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(part, dict):
        yield from part.items()
    else:
        yield from ((item["task_id"], item) for item in part)


def _row(document: Document, part: str, item: tuple[str, dict[str, Any]]) -> Row:
    task_id, facts = item
    row: Row = {"document": str(document), "part": part, "task_id": task_id}
    rest = dict(facts)
    if part.endswith("samples"):
        del rest["task_id"]
        row["sample"] = rest.pop("index")
        for name in TEXTS:
            if isinstance(rest.get(name), str):
                row[name] = rest.pop(name)
        stress = rest.get("stress")
        if isinstance(stress, dict) and all(_is_outcome(outcome, document) for outcome in stress.values()):
            row["stress"] = [{"input": name, **outcome} for name, outcome in rest.pop("stress").items()]
    row["rest"] = orjson.dumps(rest, option=orjson.OPT_SORT_KEYS).decode()
    return row


def _sample(row: Row, document: Document) -> dict[str, Any]:
    sample: dict[str, Any] = orjson.loads(row["rest"]) | {"task_id": row["task_id"], "index": row["sample"]}
    sample |= {name: row[name] for name in TEXTS if row.get(name) is not None}
    if row.get("stress") is not None:
        sample["stress"] = {given["input"]: _outcome(given, document) for given in row["stress"]}
    return sample


def _outcome(given: Mapping[str, Any], document: Document) -> dict[str, Any]:
    stated = ALWAYS if document is Document.RESULT else frozenset[str]()
    values = {name: given.get(name) for name in OUTCOME}
    return {name: value for name, value in values.items() if value is not None or name in stated}


def _is_outcome(outcome: Any, document: Document) -> bool:
    """Whether what became of a sample on an input is stated in the usual form, and fits the columns."""
    if not isinstance(outcome, dict) or not outcome.keys() <= OUTCOME.keys():
        return False
    if document is Document.RESULT and not outcome.keys() >= ALWAYS:
        return False
    for name, value in outcome.items():
        if value is None:
            if document is Document.RECORD or name not in ALWAYS:
                return False
        elif not (_is_number(value) if OUTCOME[name] is int else isinstance(value, str)):
            return False
    return True


def _is_number(value: Any) -> bool:
    """Whether it is a whole number that a column can hold."""
    return type(value) is int and -(2**63) <= value < 2**63
