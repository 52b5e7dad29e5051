"""Options of the test suite."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests import cheap_jax
from tests.needs import missing, refuse_to_skip

_SCRATCH = "JAXLINT_TESTS_SCRATCH"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless", action="store_true", help="write the fixed forms of the fixtures and the reveal markers anew"
    )
    parser.addoption("--no-skips", action="store_true", help="a test that is skipped fails, but for want of an editor")


def pytest_configure(config: pytest.Config) -> None:
    """The first process makes a folder for what all workers, and the processes that they start, compile."""
    if _SCRATCH not in os.environ:
        folder = tempfile.mkdtemp(prefix="jaxlint-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        config.add_cleanup(lambda: os.environ.pop(_SCRATCH, None))
        os.environ[_SCRATCH] = folder
        os.environ["XDG_CACHE_HOME"] = folder  # no test writes to the user's own
    cheap_jax.before_import(Path(os.environ[_SCRATCH]))
    # Many tests start jaxlint as a user does; where Python may not write its bytecode, each would compile it all.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(scope="session", autouse=True)
def _nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Texts that tests lint are files of no project: within this repository each run would look at all of it."""
    with contextlib.chdir(tmp_path_factory.mktemp("nowhere")):
        yield


def pytest_runtest_teardown() -> None:
    cheap_jax.after_test()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if names := missing(item):
            item.add_marker(pytest.mark.skip(f"needs {', '.join(names)}: python -m pip install '.[libraries]'"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if item.config.getoption("--no-skips"):
        refuse_to_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if collector.config.getoption("--no-skips"):
        refuse_to_skip(report)
    return report
