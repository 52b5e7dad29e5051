"""Dotted names of files, by where packages begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxlint.project.naming import Naming


@pytest.mark.parametrize(
    ("packages", "file", "name"),
    [
        (["", "model"], "model/layers.py", "repo.model.layers"),
        (["", "repo"], "repo/layers.py", "repo.layers"),
        ([""], "layers.py", "repo.layers"),
        (["model"], "model/__init__.py", "model"),
        ([], "layers.py", "layers"),
    ],
)
def test_a_package_begins_below_the_repository(tmp_path: Path, packages: list[str], file: str, name: str) -> None:
    for package in packages:
        (tmp_path / "repo" / package).mkdir(parents=True, exist_ok=True)
        (tmp_path / "repo" / package / "__init__.py").touch()
    (tmp_path / "repo").mkdir(exist_ok=True)
    (tmp_path / "repo" / "pyproject.toml").touch()
    assert Naming().name_and_root(str(tmp_path / "repo" / file))[0] == name


def test_a_package_may_hold_one_of_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "repo" / "repo").mkdir(parents=True)
    (tmp_path / "repo" / "__init__.py").touch()
    (tmp_path / "repo" / "repo" / "__init__.py").touch()
    assert Naming().name_and_root(str(tmp_path / "repo" / "repo" / "layers.py"))[0] == "repo.repo.layers"


def test_a_folder_that_no_import_can_name_is_no_package(tmp_path: Path) -> None:
    folder = tmp_path / "my-repo" / "model"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (tmp_path / "my-repo" / "__init__.py").touch()
    assert Naming().name_and_root(str(folder / "layers.py")) == ("model.layers", str(tmp_path / "my-repo"))
