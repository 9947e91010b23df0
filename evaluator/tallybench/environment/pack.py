"""Compile the standard library of an environment, and pack the environment into one file.

Run by the environment's own interpreter, so that the bytes do not depend on the machine: compiled code and compression
are those of its own Python and of its own liblzma. Arguments: the folder with the environment; the file to write, or
nothing to compile only.
"""

import lzma
import os
import py_compile
import sys
import tarfile

EPOCH = 315532800  # 1980, the earliest time that every archive format can hold


def compile_library(root: str, library: str = "usr/lib/python3.11") -> None:
    """Compile each module beside its source, to be loaded without checking the source's time."""
    for folder, folders, names in os.walk(f"{root}/{library}"):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                path = f"{folder}/{name}"
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(path, dfile=path.removeprefix(root), doraise=True, invalidation_mode=mode)


def pack(folder: str, archive: str) -> None:
    """Write all files below a folder, in the order of their names, without times and owners."""
    paths = sorted(
        os.path.relpath(f"{parent}/{name}", folder) for parent, _, names in os.walk(folder) for name in names
    )
    with (
        lzma.open(archive, "wb", preset=4) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in paths:
            info = tar.gettarinfo(f"{folder}/{path}", path)
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mtime = EPOCH
            info.mode = 0o755 if info.mode & 0o100 else 0o644
            if info.issym():
                tar.addfile(info)
                continue
            with open(f"{folder}/{path}", "rb") as file:
                tar.addfile(info, file)


def set_times(folder: str) -> None:
    """Give all files below a folder the time they have in the packed file."""
    for parent, _, names in os.walk(folder):
        for name in names:
            os.utime(f"{parent}/{name}", (EPOCH, EPOCH), follow_symlinks=False)


if __name__ == "__main__":
    compile_library(f"{sys.argv[1]}/root")
    set_times(sys.argv[1])
    if sys.argv[2:]:
        pack(sys.argv[1], sys.argv[2])
