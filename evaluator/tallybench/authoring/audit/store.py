"""Audits that are kept between runs, by fingerprint and content, so that a killed run resumes where it stopped."""

import hashlib
import pickle
from dataclasses import asdict
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.authoring.audit.problem import AuditTask, ProblemAudit
from tallybench.files import write_in_cache
from tallybench.model.problem import Solution

# Incremented whenever the audit changes what it measures.
PROTOCOL = "3"


class AuditStore:
    """The audits of one fingerprint.

    Args:
        root: a folder for this fingerprint alone.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._adapter = TypeAdapter(ProblemAudit)

    def load(self, task: AuditTask) -> ProblemAudit | None:
        """Return the kept audit of a task; None if it is missing or its file is damaged."""
        try:
            return self._adapter.validate_json(self._path(task).read_bytes())
        except (OSError, ValidationError):
            return None

    def keep(self, task: AuditTask, audit: ProblemAudit) -> None:
        """Keep the audit that a task has made."""
        write_in_cache(self._path(task), [orjson.dumps(asdict(audit))])

    def _path(self, task: AuditTask) -> Path:
        problem = task.problem
        content = hashlib.sha256(pickle.dumps(tuple(problem.invalid)))
        content.update(repr((task.seeds, problem.few_families, sorted(problem.cost_varies))).encode())
        programs = [*problem.slow, *task.pool] + (
            [Solution("growing", problem.growing.program)] if problem.growing else []
        )
        named = (text for solution in programs for text in (solution.name, solution.code))
        for text in (PROTOCOL, problem.hash, *named):
            content.update(text.encode("utf-8", "surrogatepass") + b"\0")
        return self._root / f"{problem.task_id.replace('/', '-')}-{content.hexdigest()[:16]}.json"
