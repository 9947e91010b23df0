"""Getting the environment: from a file, a package, the Hub; what is damaged or another one is refused."""

import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pytest

from tallybench.environment.artifact import identify, read_lock
from tallybench.environment.store import HUB_DATASET, environment_folder, install_environment, installed_environment
from tallybench.errors import InputError, MachineError
from tallybench.files import sha256_of
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tests.conftest import CommandLine
from tests.dataset.hub_repos import Blob, Commit, Repo
from tests.dataset.hub_server import running_hub

LOCK = read_lock()


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user who has no environment yet."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    installed_environment.cache_clear()
    yield home
    installed_environment.cache_clear()


def test_what_is_packed_has_the_bytes_that_the_lock_names(archive: Path) -> None:
    assert sha256_of(archive) == LOCK.archive_sha256
    assert archive.stat().st_size < 12 << 20


def test_nothing_runs_without_it_and_one_line_says_how_to_get_it(bare: Path) -> None:
    with pytest.raises(MachineError, match=r"not installed; run `tallybench environment install`"):
        installed_environment()


def test_a_file_is_installed_whole(bare: Path, archive: Path, tallybench: CommandLine) -> None:
    done = tallybench("environment", "install", str(archive))
    assert done.returncode == 0 and LOCK.id[:16] in done.stdout
    assert identify(environment_folder()) == LOCK.id
    assert [path.name for path in environment_folder().parent.iterdir()] == [LOCK.id]
    assert "from the cache" in tallybench("environment", "install").stdout


def test_a_cache_behind_a_link_is_as_good(bare: Path, archive: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "real")
    install_environment(archive)
    interpreter = probe_interpreter(default_interpreter())
    assert interpreter.executable == "/usr/bin/python3.11"
    assert interpreter.stdlib == "/usr/lib/python3.11" and interpreter.mapped


@pytest.mark.parametrize("cut", [0, -1000])
def test_a_file_that_was_cut_off_is_refused(bare: Path, archive: Path, tmp_path: Path, cut: int) -> None:
    part = tmp_path / "part.tar.xz"
    part.write_bytes(archive.read_bytes()[:cut])
    with pytest.raises(InputError, match=r"part\.tar\.xz: cannot be unpacked"):
        install_environment(part)
    assert not environment_folder().exists() and not list(environment_folder().parent.iterdir())


def test_a_file_that_is_not_there_is_named(bare: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tar\.xz: there is no such file"):
        install_environment(tmp_path / "none.tar.xz")


def packed(folder: Path, file: Path) -> Path:
    with tarfile.open(file, "w:xz") as tar:
        tar.add(folder, ".")
    return file


def test_another_environment_is_refused_by_its_id(bare: Path, tmp_path: Path) -> None:
    (tmp_path / "other/root").mkdir(parents=True)
    (tmp_path / "other/root/python").write_text("another")
    other = packed(tmp_path / "other", tmp_path / "other.tar.xz")
    with pytest.raises(
        InputError, match=rf"this is environment {identify(tmp_path / 'other')[:16]}; .* {LOCK.id[:16]}"
    ):
        install_environment(other)


@pytest.mark.parametrize("name", ["../outside", "/tmp/outside"])
def test_a_file_that_reaches_outside_is_refused(bare: Path, tmp_path: Path, name: str) -> None:
    with tarfile.open(tmp_path / "bad.tar.xz", "w:xz") as tar:
        tar.addfile(tarfile.TarInfo(name))
    with pytest.raises(InputError, match="not an environment"):
        install_environment(tmp_path / "bad.tar.xz")


def test_a_damaged_one_is_refused_and_can_be_installed_again(bare: Path, archive: Path) -> None:
    install_environment(archive)
    library = environment_folder() / "root/usr/lib/python3.11/random.py"
    added = library.with_name("sitecustomize.py")
    text, mode = library.read_text(), library.stat().st_mode
    damages: tuple[tuple[Callable[[], object], Callable[[], object]], ...] = (
        (lambda: library.write_text(text + "\n"), lambda: library.write_text(text)),
        (lambda: library.chmod(0o755), lambda: library.chmod(mode)),
        (lambda: added.write_text(""), added.unlink),
        (library.unlink, lambda: install_environment(archive)),
    )
    for damage, repair in damages:
        damage()
        installed_environment.cache_clear()
        with pytest.raises(MachineError, match="is damaged"):
            installed_environment()
        repair()
        assert installed_environment().id == LOCK.id


def test_a_package_that_carries_it_is_enough(
    bare: Path, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "packages/tallybench_environment"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(package.parent))
    with pytest.raises(MachineError, match=f"carries nothing, but this version of TallyBench needs {archive.name}"):
        installed_environment()
    shutil.copy(archive, package)
    assert installed_environment().id == LOCK.id
    sys.modules.pop("tallybench_environment")


def from_hub(content: bytes, name: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Ask a Hub for it, in a process of its own: the client reads the Hub's address when it is imported."""
    with running_hub() as hub:
        repo = hub.repos[HUB_DATASET] = Repo(private=False)
        repo.add(f"refs/tags/{LOCK.id[:16]}", Commit(None, "environment", {name: Blob(content, large=False)}))
        variables = {
            "HF_ENDPOINT": hub.address,
            "HF_HOME": str(home),
            "HF_HUB_DISABLE_XET": "1",
            "NO_PROXY": "127.0.0.1",
        }
        code = "from tallybench.environment.store import _from_hub; print(_from_hub())"
        return subprocess.run([sys.executable, "-c", code], env=os.environ | variables, capture_output=True, text=True)


def test_the_hub_has_it_under_its_id(archive: Path, tmp_path: Path) -> None:
    done = from_hub(archive.read_bytes(), archive.name, tmp_path)
    assert done.returncode == 0, done.stderr
    assert sha256_of(Path(done.stdout.strip())) == LOCK.archive_sha256


@pytest.mark.parametrize(
    ("name", "why"), [(LOCK.archive_name, "does not have the expected hash"), ("other", "does not have it")]
)
def test_a_hub_that_has_another_file_is_not_believed(name: str, why: str, tmp_path: Path) -> None:
    done = from_hub(b"another", name, tmp_path)
    assert done.returncode == 1 and why in done.stderr.splitlines()[-1]


def test_where_nothing_has_it_each_source_says_why(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://no-such-host.invalid")
    with pytest.raises(MachineError, match="cannot be obtained here") as raised:
        install_environment(addresses=["http://127.0.0.1:1/debian"])
    lines = str(raised.value).splitlines()
    assert len(lines) == 3 and "the Hub's dataset" in lines[1] and "127.0.0.1:1" in lines[2]
    assert not list(environment_folder().parent.iterdir())


def test_packages_of_debian_make_it(bare: Path) -> None:
    """Downloaded by hash, unpacked and compiled here: the same id."""
    found, source = install_environment()
    assert (found.id, source) == (LOCK.id, "Debian's packages")


def test_pack_is_compiled_by_the_environment_alone() -> None:
    """It is run by the environment's interpreter, which has no packages."""
    source = resources.files("tallybench.environment").joinpath("pack.py").read_text()
    imported = [line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))]
    assert set(imported) <= set(sys.stdlib_module_names)
