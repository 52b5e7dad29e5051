"""docs/found.md: each program does on JAX what the page says, and jaxlint finds it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jaxlint.engine.lint import Linter
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.text.source import Source

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[1] / "docs" / "found.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n# (JAX\d{3})(?: raises (\w+))?\n(.*?)```", PAGE, re.DOTALL)


def test_every_row_has_its_program() -> None:
    rows = re.findall(r"\| (JAX\d{3}) \|$", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(code for code, _, _ in PROGRAMS)


@pytest.mark.parametrize(("code", "error", "text"), PROGRAMS)
def test_jax_does_it_and_jaxlint_says_so(code: str, error: str, text: str, tmp_path: Path) -> None:
    if error:
        with pytest.raises(Exception) as raised:  # noqa: PT011
            exec(compile(text, "found.py", "exec"), {"__name__": "__main__"})
        assert error in [one.__name__ for one in type(raised.value).__mro__]
    else:
        exec(compile(text, "found.py", "exec"), {"__name__": "__main__"})
    settings, path = Settings(str(tmp_path)), str(tmp_path / "found.py")
    found = Linter(settings, Selection(settings, Request([path])))({path: Source(path, text)})
    assert code in [one.code for one in found]
