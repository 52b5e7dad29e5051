"""Options of the test suite."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile

import pytest

_COMPILED = "JAX_COMPILATION_CACHE_DIR"
_KEPT = 20  # tests whose compiled programs JAX keeps: each new one costs more where there are many


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--bless", action="store_true", help="write the fixed forms of the fixtures and the reveal markers anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    """What one worker compiled, no other compiles again; most compilations are small, so that each is kept."""
    if _COMPILED not in os.environ:
        folder = tempfile.mkdtemp(prefix="jaxlint-compiled-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        os.environ |= {
            _COMPILED: folder,
            "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
        }


_ended = 0


def pytest_runtest_teardown() -> None:
    """JAX keeps each program that it lowered, with what MLIR made of it: gigabytes in the end."""
    global _ended
    if "jax" in sys.modules:
        _ended += 1
        if _ended % _KEPT == 0:
            sys.modules["jax"].clear_caches()
