"""Which functions may write into an array of their own, or of their module or object: a look at their trees."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import parameters_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_DISPLAYS = (_ast.Dict, _ast.DictComp, _ast.List, _ast.ListComp, _ast.Set, _ast.SetComp, _ast.Constant)
_MAKERS = ("dict", "list", "set", "defaultdict", "OrderedDict", "bytearray")


def may_write_to_array(
    function: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda, body: list[_ast.stmt], numpy: str | None
) -> bool:
    """False where all that it writes items to is a parameter, of which nothing is known, or is made as no JAX array.

    ``body``: of its module; ``numpy``: what that calls NumPy.
    """
    parts = walk(function)
    own, around = _given(parts), _given(body)
    parameters = {one.arg for one in parameters_of(function.args)}
    for holder in _written_to(parts):
        if not isinstance(holder, _ast.Name):
            return True
        values = own.get(holder.id) or ([] if holder.id in parameters else around.get(holder.id, [None]))
        if not all(_is_no_jax_array(value, numpy) for value in values):
            return True
    return False


def _written_to(parts: list[_ast.AST]) -> list[_ast.expr]:
    """What ``holder[index] = value`` writes to."""
    found = []
    for part in parts:
        if isinstance(part, _ast.Subscript) and not isinstance(part.ctx, _ast.Load):
            found.append(part.value)
    return found


def _given(statements: Sequence[_ast.AST]) -> dict[str, list[_ast.expr | None]]:
    """What names are set to; None: to a part of something, or to what the text does not show."""
    found: dict[str, list[_ast.expr | None]] = {}
    alone = set()
    for one in statements:
        targets = (
            one.targets if isinstance(one, _ast.Assign) else [one.target] if isinstance(one, _ast.AnnAssign) else []
        )
        for target in targets:
            if isinstance(target, _ast.Name):
                alone.add(target)
                found.setdefault(target.id, []).append(one.value)  # type: ignore[attr-defined]
    for one in statements:
        if isinstance(one, _ast.Name) and isinstance(one.ctx, _ast.Store) and one not in alone:
            found.setdefault(one.id, []).append(None)
    return found


def _is_no_jax_array(value: _ast.expr | None, numpy: str | None) -> bool:
    if not isinstance(value, _ast.Call):
        return isinstance(value, _DISPLAYS)
    root = value.func
    while isinstance(root, _ast.Attribute):
        root = root.value
    name = getattr(root, "id", None)
    return name == numpy if isinstance(value.func, _ast.Attribute) else name in _MAKERS
