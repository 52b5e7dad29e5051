"""docs/errors.md: what JAX says of twenty programs, and what jaxlint says of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from jaxlint.rules.page import Page
from jaxlint.rules.registry import all_rules
from tests.explain.programs import Program, programs
from tools.site.running import block, folder, jaxlint, python

HERE = Path(__file__).parent
LONGEST = 14  # lines of a message that are quoted

INTRODUCTION = """\
# JAX errors, explained

Find your error in the table. Each section shows a program, the error of JAX {version}, and the report of jaxlint, which reads
the program without running it. Long messages are cut after {longest} lines.

To explain a traceback of your own, run `python train.py 2>&1 | jaxlint explain -`.

| exception | message | cause |
|---|---|---|
{rows}

jaxlint reports nothing in {missed} of the {count} programs: {names}.
"""
# What follows the part of a message that is the same for every program.
REST = re.compile(r"\.(?= |$)|: |; | with shape|, but ")
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
        said = {path[:-3]: (kind, _alike(text.replace(f"{place}/", ""))) for path, (kind, text) in answer.items()}
    return version, said


def _alike(text: str) -> str:
    """Without the addresses, which differ in each run."""
    return re.sub(r"(?<=object id )\d+", "140437000000000", text)


def by_jaxlint() -> dict[str, str]:
    """The report on each program."""
    texts = {f"{one.name}.py": one.text for one in classics()}
    with folder(texts) as place:
        return {path[:-3]: jaxlint(place, path) for path in texts}


def page(version: str, said: dict[str, tuple[str, str]], reports: dict[str, str]) -> str:
    titles = {one.name: title(one, *said[one.name]) for one in classics()}
    silent = [f"[{titles[one.name]}](#{slug(titles[one.name])})" for one in classics() if one.code is None]
    head = {"count": len(classics()), "missed": len(silent), "names": ", ".join(silent)}
    rows = "\n".join(
        sorted(
            [_row(one, titles[one.name]) for one in classics()],
            key=lambda row: row.partition("](")[0].lower().replace("| no", "~"),
        )
    )
    parts = [INTRODUCTION.format(version=version, longest=LONGEST, rows=rows, **head)]
    for one in classics():
        kind, text = said[one.name]
        parts += [f"## {titles[one.name]}\n", block("python", one.text)]
        parts += [
            "JAX raises:\n" if kind != "-" else "JAX raises no error; the program prints:\n",
            block("text", _cut(text)),
        ]
        parts += ["jaxlint reports:\n", block("text", reports[one.name])]
    return "\n".join(parts)


def title(program: Program, kind: str, text: str) -> str:
    """The exception and how its message begins; where JAX is silent, what jaxlint finds."""
    code = f" ({program.code})" if program.code else ""
    if kind == "-":
        return f"No error: {summary(program)}{code}"
    message = REST.split(text.strip().splitlines()[0].partition(f"{kind}: ")[2])[0]
    return f"`{kind}`: " + re.sub(r"\S*__\S*", "`\\g<0>`", message) + code


def summary(program: Program) -> str:
    found = next((Page(rule).summary for rule in all_rules() if rule.code == program.code), "jaxlint reports nothing")
    return found.removesuffix(".")


def _row(program: Program, title: str) -> str:
    exception, _, message = title.removesuffix(f" ({program.code})").partition(": ")
    page = next((f"[{one.code}](rules/{one.name}.md)" for one in all_rules() if one.code == program.code), "")
    cause = [one for one in (page, summary(program)) if one and one != message]
    return f"| {exception} | [{message}](#{slug(title)}) | {': '.join(cause)} |"


def slug(title: str) -> str:
    """The anchor of a heading, as GitHub and MyST make it."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def quoted_reports(text: str) -> list[str]:
    """The reports on a page, in order: what can be asked again without JAX."""
    return re.findall(r"jaxlint reports:\n\n(```text\n.*?\n```\n)", text, flags=re.DOTALL)


def _cut(text: str) -> str:
    lines = text.strip().splitlines()
    return "\n".join(lines if len(lines) <= LONGEST else [*lines[:LONGEST], "[...]"])
