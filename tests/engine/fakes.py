"""A program that the tracer did not make, and rules that fit it."""

import ast
from types import SimpleNamespace

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import Severity
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source
from jaxlint.tracing.events.event import Point
from jaxlint.tracing.events.values import Concretized
from jaxlint.tracing.values.origin import Origin


def program(text, path="f.py"):
    """An event for each call of a plain name; its origin is the module's first statement, then the call."""
    module = parse(Source(path, text))
    events = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            origin = Origin("argument `x`", module, node, Origin("`f` is traced by jit", module, module.tree.body[0]))
            value = SimpleNamespace(origin=origin)
            events.append(Concretized(Point(module, None, "abstract"), node, value, how=node.func.id))
    project = SimpleNamespace(about=None)
    return SimpleNamespace(events=events, value=lambda node: None, failed_in=lambda path: False, project=project)


def rule(
    code="JAX201", name="item-on-tracer", flags="bad", severity=Severity.ERROR, check=None, fix=None,
    family="shapes", groups=(),
):  # fmt: skip
    """Calls of ``flags`` are hazards."""

    def flag(event):
        return Hazard(f"`{event.how}` is bad") if event.how == flags else None

    made = Rule(code, severity, ("concretized",), "ConcretizationTypeError", check or flag, fix, groups=groups)
    made.name, made.family = name, family
    return made


def rename(event, site):
    """A fix: call ``good``."""
    return Rewrite("safe", "call `good`", [Replace(event.node.func, "good")])
