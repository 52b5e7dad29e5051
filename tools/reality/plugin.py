"""``pytest -p tools.reality.plugin --reality-root PACKAGE --reality-out FOLDER``: works under xdist, too."""

from __future__ import annotations

import os
import re
import time
from collections import Counter

import pytest

from tools.reality.monitor import Monitor, start, stop
from tools.reality.store import Store

_EVERY = 20.0  # seconds between writes: a run that is killed keeps what it saw


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("reality")
    group.addoption("--reality-root", default=".", help="watch the functions of the files below this folder")
    group.addoption("--reality-out", default="reality", help="folder for what is seen, one file a process")
    group.addoption("--reality-seconds", type=float, default=0.0, help="stop after the test under way by then")


class _Watch:
    def __init__(self, out: str, seconds: float) -> None:
        os.makedirs(out, exist_ok=True)
        self.store = Store()
        self._file = os.path.join(out, f"{os.getpid()}.jsonl")
        self._seconds = seconds
        self._begun = self._written = time.monotonic()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Where time is short: one case of every test function first, then a second of each."""
        if self._seconds:
            nth: Counter[str] = Counter()
            rank: dict[pytest.Item, int] = {}
            for item in items:
                function = re.split(r"[\[\d]", item.nodeid.partition("::")[2], maxsplit=1)[0]
                name = item.nodeid.partition("::")[0] + function
                rank[item] = nth[name]
                nth[name] += 1
            items.sort(key=rank.__getitem__)

    @pytest.hookimpl
    def pytest_runtest_logfinish(self) -> None:
        if time.monotonic() - self._written > _EVERY:
            self.write()

    @pytest.hookimpl
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self._seconds and time.monotonic() - self._begun > self._seconds:
            item.session.shouldstop = "the time of the reality check is over"

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        stop()
        self.write()

    def write(self) -> None:
        self.store.write(self._file)
        self._written = time.monotonic()


def pytest_configure(config: pytest.Config) -> None:
    watch = _Watch(config.getoption("--reality-out"), config.getoption("--reality-seconds"))
    config.pluginmanager.register(watch)
    start(Monitor(config.getoption("--reality-root"), watch.store))
