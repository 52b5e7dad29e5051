"""``probe(x)  # reveal: traced f32[3]``: the tracer's verdict, the marker and what JAX shows, compared."""

from __future__ import annotations

import _ast
import sys

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.project.project import Project
from jaxlint.syntax.module import Module
from jaxlint.syntax.nodes import walk
from jaxlint.text.source import Source
from jaxlint.tracing.program import known_of
from jaxlint.verify.trial.execution import call, load
from tests.fixtures_on_jax.fixture import Fixture

KINDS = {"bool": "b", "int": "iu", "float": "f", "complex": "c", "key": "k"}


def verdicts(fixture: Fixture) -> dict[int, str]:
    """Line of each probe -> the abstract value of its argument."""
    project = Project(str(fixture.path.parent))
    module: Module = project.add(Source(str(fixture.path), fixture.text))
    value_of = known_of(project, list(project.modules)).recorded.get
    probes = (node for node in walk(module.tree) if isinstance(node, _ast.Call) and _is_probe(node))
    return {node.lineno: repr(value_of(node.args[0])) for node in probes}


def _is_probe(node: _ast.Call) -> bool:
    return isinstance(node.func, _ast.Name) and node.func.id == "probe"


def observations(fixture: Fixture) -> tuple[dict[int, list[object]], list[str]]:
    """Line of each probe -> the values that JAX sends by; and what went wrong on the way."""
    seen: dict[int, list[object]] = {}

    def probe(value: object) -> object:
        seen.setdefault(sys._getframe(1).f_lineno, []).append(describe(value))
        return value

    module = load(fixture.path, fixture.text, probe=probe)
    complaints = [] if fixture.runs else ["nothing is run"]
    for run in fixture.runs:
        outcome = call(module, run.call, "random")
        if outcome.error is not None:
            complaints.append(f"line {run.line}: raises {outcome.error_name}: {outcome.error!s:.200}")
    return seen, complaints


def describe(value: object) -> object:
    """``(traced, dtype, shape)`` of arrays, item by item of containers, everything else as it is."""
    if isinstance(value, jax.core.Tracer):
        return ("traced", str(value.dtype), value.shape)
    if isinstance(value, (jax.Array, np.ndarray)):
        return ("concrete", str(value.dtype), value.shape)
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, [describe(item) for item in value])
    if isinstance(value, dict):
        return ("dict", {name: describe(item) for name, item in value.items()})
    return ("static", value)


def reveal_complaints(fixture: Fixture, found: dict[int, str]) -> list[str]:
    """``found``: the verdicts.  They are what the markers say, and never deny what JAX shows."""
    seen, complaints = observations(fixture)
    for line, marker in fixture.reveals.items():
        if line not in seen:
            complaints.append(f"line {line}: no run comes here")
        if found.get(line) != marker:
            complaints.append(f"line {line}: reveals {found.get(line)}, not {marker}")
        wrong = [shown for shown in seen.get(line, []) if not covers(marker, shown)]
        complaints += [f"line {line}: JAX shows {shown}, not {marker}" for shown in wrong]
    complaints += [f"line {line}: a probe without a marker" for line in sorted(set(found) - set(fixture.reveals))]
    return complaints


def marked(fixture: Fixture, found: dict[int, str]) -> str:
    """The text with the verdicts as its markers, but for those that JAX denies."""
    seen, _ = observations(fixture)
    lines = fixture.text.split("\n")
    for line, verdict in found.items():
        if line in seen and all(covers(verdict, shown) for shown in seen[line]):
            lines[line - 1] = f"{lines[line - 1].split('  # reveal:')[0]}  # reveal: {verdict}"
    return "\n".join(lines)


def covers(verdict: str, shown: object) -> bool:
    """Does the verdict hold of what JAX showed; ``unknown`` holds of anything."""
    if verdict == "unknown":
        return True
    kind, _, rest = verdict.partition(" ")
    if verdict == "traced pytree":
        return "traced" in str(shown)
    if kind in ("traced", "concrete"):
        return isinstance(shown, tuple) and shown[0] == kind and _covers_aval(rest, shown[1], shown[2])
    if kind == "static":
        return isinstance(shown, tuple) and shown[0] in ("static", "tuple") and _covers_static(rest, shown)
    return _covers_container(verdict, shown)


def _covers_aval(aval: str, dtype: object, shape: object) -> bool:
    name, _, dims = aval[:-1].partition("[")
    if name in KINDS and name != "bool":
        fits = _kind(str(dtype)) in KINDS[name]
    else:
        fits = name == "?" or name == short(str(dtype))
    if dims == "..." or not isinstance(shape, tuple):
        return fits
    sizes = dims.split(",") if dims else []
    return fits and len(sizes) == len(shape) and all(map(_covers_size, sizes, shape))


def _covers_size(size: str, shown: int) -> bool:
    return not size.isdigit() or int(size) == shown


def _kind(dtype: str) -> str:
    return "k" if dtype.startswith("key") else "f" if "float" in dtype else jnp.dtype(dtype).kind


def short(dtype: str) -> str:
    if dtype.startswith("key"):
        return "key"
    head = dtype.rstrip("0123456789")
    names = {"float": "f", "int": "i", "uint": "u", "bool": "bool", "complex": "c", "bfloat": "bf"}
    return names.get(head, head) + dtype[len(head) :]


def _covers_static(verdict: str, shown: tuple) -> bool:
    if shown[0] == "tuple":
        return verdict == "shape"
    value = shown[1]
    return verdict in (repr(value), type(value).__name__, "object")


def _covers_container(verdict: str, shown: object) -> bool:
    name, bracket, inner = verdict.partition("(")
    if not bracket or not isinstance(shown, tuple) or name != shown[0]:
        return name in ("function", "class", "partial", "method") and isinstance(shown, tuple) and shown[0] == "static"
    items = shown[1]
    if name == "dict":
        parts = dict(part.split(": ", 1) for part in split_top(inner[:-1]))
        return len(parts) == len(items) and all(covers(parts[repr(key)], item) for key, item in items.items())
    if inner.endswith("...)"):
        return all(covers(inner[:-4], item) for item in items)
    parts = split_top(inner[:-1])
    return len(parts) == len(items) and all(map(covers, parts, items))


def split_top(text: str) -> list[str]:
    """At the commas that are in no bracket."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
