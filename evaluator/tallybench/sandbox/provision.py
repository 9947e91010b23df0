"""What the sandbox also has for some tests: packages that are mounted read-only, and a small writable folder.

It is for correctness only. Nothing is counted in such a sandbox, so it may have things that a count must be safe from.
"""

from dataclasses import dataclass

SCRATCH_BYTES = 32 << 20
PACKAGES = "/tallybench/packages"  # where the folder is, inside


@dataclass(frozen=True)
class Provision:
    """What the sandbox also has.

    Attributes:
        folder: that of the packages; empty for none.
        modules: what else the zygote imports before any solution runs, because a child cannot load a library.
        scratch: solutions may write to /tmp, which is their working folder.
        identity: what distinguishes it from others: a hash over the packages.
    """

    folder: str = ""
    modules: tuple[str, ...] = ()
    scratch: bool = False
    identity: str = ""

    def gives(self, name: str) -> bool:
        """Return whether a withheld module of the standard library is given to solutions."""
        return name in self.modules


NOTHING = Provision()
