"""Versions: the newest by default with what is gone since, another one exactly when it is chosen."""

from __future__ import annotations

import cmath
import math

import pytest

from jaxlint.knowledge import tables, versions
from jaxlint.knowledge.api import attribute, host_function, is_dtype, lookup
from jaxlint.knowledge.versions import available, nearest
from tools.probe import store


@pytest.fixture(autouse=True)
def _default_version():
    yield
    tables.use_version(None)


def test_newest_first() -> None:
    assert list(available()) == sorted(available(), key=store.order, reverse=True)
    assert len(available()) > 1


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("0.4.30", "0.4.30"),
        ("0.4.38", "0.4.30"),
        ("0.3.1", "0.4.30"),
        ("0.6.0", "0.6.2"),
        ("0.5.3", "0.4.30"),
        ("0.10.2.1", "0.10.2"),
        ("0.10.0rc1", "0.10.2"),
        ("99.0", "0.12.0.1"),
        ("1", "0.12.0.1"),
        ("0.8.2", "0.10.2"),
    ],
)
def test_nearest(monkeypatch: pytest.MonkeyPatch, asked: str, found: str) -> None:
    monkeypatch.setattr(versions, "versions", lambda: ["0.12.0.1", "0.10.2", "0.6.2", "0.4.30"])
    assert nearest(asked) == found


def test_a_chosen_version_answers_alone() -> None:
    newest, oldest = available()[0], available()[-1]
    old, new = tables.everything(oldest), tables.everything(newest)
    only_old = next(name for name in sorted(old) if name not in new)
    only_new = next(name for name in sorted(new) if name not in old)
    assert tables.row(only_old) == old[only_old]  # the default remembers what is gone
    assert tables.row(only_new) == new[only_new]
    tables.use_version(newest)
    assert [tables.row(only_old), tables.row(only_new)] == [None, new[only_new]]
    tables.use_version(oldest)
    assert [tables.row(only_old), tables.row(only_new)] == [old[only_old], None]


def test_answers_are_forgotten_with_the_version() -> None:
    newest, oldest = available()[0], available()[-1]
    old, new = tables.everything(oldest), tables.everything(newest)
    functions = [name for name in sorted(old) if name.startswith("jax.") and old[name][0] not in "=!@-"]
    changed = next(name for name in functions if name in new and parameters(old[name]) != parameters(new[name]))
    for version, rows in ((oldest, old), (newest, new)):
        tables.use_version(version)
        record = lookup(changed)
        assert record is not None
        assert {one.name for one in record.parameters} == parameters(rows[changed]) - {"self"}


def parameters(row: str) -> set[str]:
    return {text.partition(":")[0] for text in row.split(";")[1:]}


def test_versions_differ_by_what_is_stored() -> None:
    shipped = store.load()
    newest = available()[0]
    for version in available()[1:]:
        changes = store.differences(shipped[version], shipped[newest])
        assert 0 < len(changes) < len(shipped[newest])
        merged = {name: row for name, row in {**shipped[newest], **changes}.items() if row != "-"}
        assert merged == shipped[version]


def test_saved_tables_load_again(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_FOLDER", tmp_path / "tables")
    monkeypatch.setattr(tables, "FOLDER", str(tmp_path / "tables"))
    rows = {
        "0.2": {"jax.numpy.a": "new", "jax.Array.b": "same", "math.c": "came"},
        "0.1": {"jax.numpy.a": "old", "jax.Array.b": "same", "jax.ops.d": "went"},
    }
    store.save(rows, {"0.2": "JAX 0.2, NumPy 2", "0.1": "JAX 0.1, NumPy 1"})
    assert store.load() == rows
    assert store.provenances()["0.1"] == "JAX 0.1, NumPy 1"
    tables.use_version("0.1")
    tables.use_version(None)
    assert [tables.row(name) for name in ("jax.numpy.a", "jax.ops.d", "math.c")] == ["new", "went", "came"]
    tables.use_version("0.1")
    assert [tables.row(name) for name in ("jax.numpy.a", "jax.ops.d", "math.c")] == ["old", "went", None]


def test_other_sorts_of_names() -> None:
    assert is_dtype("jax.numpy.float32")
    assert not is_dtype("jax.numpy.arange")
    assert lookup("jax.numpy.pi") is None
    assert attribute("ndim") == "static int"
    assert attribute("sum") is None
    sums = host_function("math.fsum")
    assert sums is not None
    assert (sums.jit, sums.of_sequence, sums.result) == ("raises", True, "float")
    assert host_function("math.nothing") is None


def test_rows_of_other_libraries_are_no_records():
    assert lookup("builtins.len") is None
    assert lookup("numpy.sin") is None


@pytest.mark.parametrize("module", [math, cmath])
def test_all_of_python_s_mathematics_is_known(module):
    names = [name for name in dir(module) if name[0] != "_" and callable(getattr(module, name))]
    assert [name for name in names if host_function(f"{module.__name__}.{name}") is None] == []
