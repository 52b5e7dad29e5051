"""Where a hazard can be planted, and the text with it: after ``name = jnp.f(...)`` on lines that ran with tracers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

HAZARD = "if ({0} > 0).any(): pass"
LOOKALIKES = (
    "if {0}.ndim > 9: pass",
    "if {0} is None: pass",
    "if {0}.shape[0] < 0: pass",
    "if isinstance({0}, int): pass",
)
# What gives no array, or several of them.
_OTHERS = frozenset(
    """array_equal array_split broadcast_arrays broadcast_shapes divmod dtype finfo frexp histogram iinfo isscalar
    issubdtype iterable linspace meshgrid modf ndim nonzero promote_types result_type shape size split stack unique
    vectorize float32 int32""".split()
)


class Plant(NamedTuple):
    """``line``: of the hazard in the new text, which stands last; ``first``: of the first look-alike."""

    function: str
    name: str
    first: int
    line: int


def planted(text: str, lines: set[int]) -> tuple[str, list[Plant]]:
    """The text with look-alikes and a hazard in each function that has room for them; ``lines``: those that ran."""
    tree = ast.parse(text)
    homes = _homes(tree)
    places = {
        place.end_lineno or place.lineno: (place, function)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for place in [next(_places(function, lines, homes), None)]
        if place is not None
    }
    rows, found = text.split("\n"), []
    for at in sorted(places):
        place, function = places[at]
        name, before = ast.unparse(place.targets[0]), len(found) * (len(LOOKALIKES) + 1)
        new = [" " * place.col_offset + form.format(name) for form in (*LOOKALIKES, HAZARD)]
        rows[at + before : at + before] = new
        found.append(Plant(function.name, name, at + before + 1, at + before + len(new)))
    return "\n".join(rows), found


def _homes(tree: ast.Module) -> set[str]:
    """How the file writes ``jax.numpy``."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.asname or one.name for one in node.names if one.name == "jax.numpy"}
        elif isinstance(node, ast.ImportFrom) and node.module == "jax":
            found |= {one.asname or one.name for one in node.names if one.name == "numpy"}
    return found


def _places(function: ast.FunctionDef, lines: set[int], homes: set[str]) -> Iterator[ast.Assign]:
    for node in ast.walk(function):
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            for one, following in pairwise(block) if isinstance(block, list) else ():
                ran = one.lineno in lines and following.lineno in lines and one.end_lineno < following.lineno
                if ran and _makes_array(one, homes):
                    yield one


def _makes_array(statement: ast.stmt, homes: set[str]) -> bool:
    plain = isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.Call)
    if not plain or not isinstance(statement.targets[0], ast.Name):  # type: ignore[attr-defined]
        return False
    called = statement.value.func  # type: ignore[attr-defined]
    if not isinstance(called, ast.Attribute) or called.attr in _OTHERS or ast.unparse(called.value) not in homes:
        return False
    return not any(isinstance(inner, (ast.FunctionDef, ast.Lambda)) for inner in ast.walk(statement))
