"""Packages are set up once, whoever else sets them up at the same time."""

from pathlib import Path

import pytest

from tallybench.sandbox import packages


def test_of_two_that_set_up_at_once_the_second_takes_what_the_first_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))
    folder = packages.packages_folder(packages.CLASSEVAL)

    def installed(target: Path, wanted: packages.PackageSet) -> None:
        for place in (target, folder):  # the other process ends while this one still installs
            record = place / "numpy-1.26.4.dist-info" / "RECORD"
            record.parent.mkdir(parents=True)
            record.write_text(f"{wanted.pins[0]}\n")

    monkeypatch.setattr(packages, "_pip", installed)
    found, identity = packages.install_packages(packages.CLASSEVAL)
    assert found == folder and len(identity) == 64
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
