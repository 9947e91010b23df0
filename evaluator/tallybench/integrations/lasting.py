"""The session for harnesses, which score sample by sample and do not say when they are done."""

import atexit
from functools import cache

from tallybench.counting.session import Session


@cache
def lasting_session() -> Session:
    """Return this process's session, which ends with the process."""
    session = Session()
    atexit.register(session.close)
    return session
