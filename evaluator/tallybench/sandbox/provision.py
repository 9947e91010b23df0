"""What the sandbox of some tests has besides: packages that are mounted read-only, and a small folder of its own.

It is for correctness alone. Nothing is counted in such a sandbox, so what a count must be safe from may be there.
"""

from dataclasses import dataclass

SCRATCH_BYTES = 32 << 20
PACKAGES = "/tallybench/packages"  # where the folder is, inside


@dataclass(frozen=True)
class Provision:
    """What is there besides.

    Attributes:
        folder: of packages; empty for none.
        modules: what the zygote imports besides, before any solution runs: a child can load no library.
        scratch: solutions may write to /tmp, which is their working folder.
        identity: what tells one from another: a hash over the packages.
    """

    folder: str = ""
    modules: tuple[str, ...] = ()
    scratch: bool = False
    identity: str = ""

    def gives(self, name: str) -> bool:
        """Return whether a withheld module of the standard library is given to solutions."""
        return name in self.modules


NOTHING = Provision()
