"""Which files are tests, by their paths."""

from __future__ import annotations

import pytest

from jaxlint.discovery.roles import is_test


@pytest.mark.parametrize(
    "path",
    ["tests/model.py", "pkg/tests/model.py", "test_model.py", "pkg/model_test.py", "conftest.py", "benchmarks/run.py",
     "/home/me/pkg/test_model.py", "bench_scan.py", "bench/scan.py", "pkg/testing.py"],
)  # fmt: skip
def test_tests_and_benchmarks(path: str) -> None:
    assert is_test(path)


@pytest.mark.parametrize(
    "path", ["pkg/model.py", "latest.py", "contest.py", "attest_model.py", "pkg/testify.py", "/home/tests/pkg/model.py"]
)
def test_other_code(path: str) -> None:
    assert not is_test(path)
