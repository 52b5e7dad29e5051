"""How much the tracer does not see: what stays UNKNOWN in functions that it runs under a trace.

    python -m benchmarks.unknown PATH... [--causes 15]

Prints, for each path, the share of calls whose callee is unknown, of calls, attributes and names whose value is
unknown, and the calls that are unknown most often.
"""

from __future__ import annotations

import _ast
import argparse
import collections
import os

from jaxlint.discovery.read import read
from jaxlint.discovery.walk import discover
from jaxlint.project.project import Project
from jaxlint.settings.model import Settings
from jaxlint.settings.nearest import Nearest
from jaxlint.syntax.nodes import walk
from jaxlint.text.source import Source
from jaxlint.tracing import program
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.values.value import UNKNOWN

KINDS = ("callees", "calls", "attributes", "names")


def measured(path: str) -> tuple[dict[str, list[int]], collections.Counter[str]]:
    """kind -> [seen, unknown], and how often each callee's text gives something unknown."""
    project = Project(path)
    for name in discover([path], Nearest(Settings(os.path.abspath(path)))).files:
        source = read(name)
        if isinstance(source, Source):
            try:
                project.add(source)
            except Exception:  # no Python: jaxlint itself tells of it
                continue
    interpreter = Interpreter(project, recording=True)
    program._run(interpreter, sorted(project.modules))
    counts = {kind: [0, 0] for kind in KINDS}
    causes: collections.Counter[str] = collections.Counter()
    done: set[_ast.AST] = set()
    for function in interpreter.staged:
        for node in walk(function):
            if node not in done and interpreter.whole.recorded.get(node) is not None:
                done.add(node)
                _count(interpreter, node, counts, causes)
    return counts, causes


def _count(
    interpreter: Interpreter, node: _ast.AST, counts: dict[str, list[int]], causes: collections.Counter[str]
) -> None:
    unknown = interpreter.whole.recorded.get(node) is UNKNOWN
    kind = {_ast.Call: "calls", _ast.Attribute: "attributes", _ast.Name: "names"}.get(type(node))
    if kind is None:
        return
    counts[kind][0] += 1
    counts[kind][1] += unknown
    if isinstance(node, _ast.Call):
        callee = interpreter.whole.recorded.get(node.func)
        counts["callees"][0] += 1
        counts["callees"][1] += callee is None or callee is UNKNOWN
        if unknown:
            causes[_text(node.func)] += 1


def _text(node: _ast.AST) -> str:
    if isinstance(node, _ast.Attribute):
        return f"{_text(node.value)}.{node.attr}"
    return node.id if isinstance(node, _ast.Name) else "(...)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--causes", type=int, default=0)
    options = parser.parse_args()
    print(f"{'share unknown':16}" + "".join(f"{kind:>18}" for kind in KINDS))
    everywhere: collections.Counter[str] = collections.Counter()
    for path in options.paths:
        counts, causes = measured(path)
        everywhere += causes
        cells = [f"{100 * bad / max(seen, 1):5.1f} % of {seen:6}" for seen, bad in counts.values()]
        print(f"{os.path.basename(os.path.normpath(path)):16}" + "".join(f"{cell:>18}" for cell in cells))
    for text, count in everywhere.most_common(options.causes):
        print(f"{count:6}  {text}")


if __name__ == "__main__":
    main()
