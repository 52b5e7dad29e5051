"""docs/errors.md: what JAX says of twenty programs, and what jaxlint says of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.explain.programs import Program, programs
from tools.site.running import block, folder, jaxlint, python

HERE = Path(__file__).parent
LONGEST = 14  # lines of a message that are quoted

INTRODUCTION = """\
# JAX errors, explained

{count} programs that fail or silently misbehave when JAX traces them. Each shows the error of JAX {version} and the report of
jaxlint, which reads the program without running it. Long messages are cut after {longest} lines. jaxlint reports nothing in
{missed} of them: {names}.

To explain a traceback of your own, run `python train.py 2>&1 | jaxlint explain -`.
"""
# Runs every program, and says as JSON what came of it.
CHILD = """\
import contextlib, io, json, sys, traceback
import jax
said = {"": jax.__version__}
for path in sys.argv[1:]:
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__"})
        said[path] = ["-", out.getvalue()]
    except Exception as error:
        text = "".join(traceback.format_exception_only(error))
        said[path] = [type(error).__name__, text]
print(json.dumps(said))
"""


def classics() -> list[Program]:
    """Those that `jaxlint explain` is tested with come first."""
    more = (HERE / "errors.txt").read_text(encoding="utf-8").split("#---\n")
    return [*programs(), *map(Program, more)]


def by_jax() -> tuple[str, dict[str, tuple[str, str]]]:
    """JAX's version; and of each program the class of its error, `-` where there is none, and what was said."""
    texts = {f"{one.name}.py": one.text for one in classics()}
    with folder(texts) as place:
        answer = json.loads(python(place, "-c", CHILD, *texts).splitlines()[-1])
        version = answer.pop("")
        said = {path[:-3]: (kind, text.replace(f"{place}/", "")) for path, (kind, text) in answer.items()}
    return version, said


def by_jaxlint() -> dict[str, str]:
    """The report on each program."""
    texts = {f"{one.name}.py": one.text for one in classics()}
    with folder(texts) as place:
        return {path[:-3]: jaxlint(place, path) for path in texts}


def page(version: str, said: dict[str, tuple[str, str]], reports: dict[str, str]) -> str:
    silent = [one.name for one in classics() if one.code is None]
    head = {"count": len(classics()), "missed": len(silent), "names": ", ".join(silent)}
    parts = [INTRODUCTION.format(version=version, longest=LONGEST, **head)]
    for one in classics():
        kind, text = said[one.name]
        head = f"`{kind}`" if kind != "-" else "No error"
        parts += [f"## {one.name.capitalize()}: {head}\n", block("python", one.text)]
        parts += [
            "JAX raises:\n" if kind != "-" else "JAX raises no error; the program prints:\n",
            block("text", _cut(text)),
        ]
        parts += ["jaxlint reports:\n", block("text", reports[one.name])]
    return "\n".join(parts)


def quoted_reports(text: str) -> list[str]:
    """The reports on a page, in order: what can be asked again without JAX."""
    return re.findall(r"jaxlint reports:\n\n(```text\n.*?\n```\n)", text, flags=re.DOTALL)


def _cut(text: str) -> str:
    lines = text.strip().splitlines()
    return "\n".join(lines if len(lines) <= LONGEST else [*lines[:LONGEST], "[...]"])
