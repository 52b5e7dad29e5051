"""Programs of several modules in one text, and what the fixes make of them: ``==== program``, ``---- module.py``."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from tests.fixtures_on_jax.report import Broken, suggestions

FOLDER = Path(__file__).parents[2] / "fixtures" / "threaded"
_PROGRAM = re.compile(r"^==== (.+)\n", re.MULTILINE)
_MODULE = re.compile(r"^---- (.+)\n", re.MULTILINE)


def files() -> list[Path]:
    return [path for path in sorted(FOLDER.glob("*.txt")) if not path.name.endswith(".unsafe.txt")]


def programs(path: Path) -> dict[str, str]:
    """The text of each, by name."""
    _, *parts = _PROGRAM.split(path.read_text())
    return dict(zip(parts[::2], parts[1::2], strict=True))


def modules(text: str) -> dict[str, str]:
    _, *parts = _MODULE.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def written(folder: Path, text: str) -> list[str]:
    """The modules as files; their paths."""
    for name, source in modules(text).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return [str(folder / name) for name in modules(text)]


def mended(text: str, unsafe: bool = True) -> str:
    """The program as the fixes leave it, and what is suggested then."""
    with TemporaryDirectory() as folder:
        paths = written(Path(folder), text)
        outcome = run(Request(paths, select=("ALL",), fix=True, unsafe=unsafe, write=False))
        if outcome.problems:
            raise Broken("; ".join(map(str, outcome.problems)).replace(folder, ""))
        sources = [(name, outcome.sources[path]) for name, path in zip(modules(text), paths, strict=True)]
        return "".join(f"---- {name}\n{source.text}" for name, source in sources) + suggestions(
            outcome.diagnostics, {path: one.text for path, one in outcome.sources.items()}
        )
