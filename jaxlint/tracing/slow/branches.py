"""``lax.cond`` under vmap: where the predicate is mapped, both branches are computed for each row."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import given_by
from jaxlint.syntax.binders import own_nodes, parameters_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.event import BOTH_BRANCHES
from jaxlint.tracing.value import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.interpreter import Interpreter
    from jaxlint.tracing.slow.found import Found

_HEAVY = frozenset(
    """scan while_loop fori_loop dot matmul einsum tensordot conv conv_general_dilated solve inv eigh svd cholesky
    qr lstsq expm fft ifft fftn""".split()
)
_DEPTH = 3


def both_branches(interpreter: Interpreter) -> Iterator[tuple[Module, Found]]:
    for one in (one for applied in interpreter.whole.pending.values() for one in applied):
        function = one.func
        if one.transform != "jax.vmap" or not isinstance(function, Function) or "in_axes" in one.kwargs:
            continue
        if function.module.path not in interpreter.project.modules:
            continue
        names = {parameter.arg for parameter in parameters_of(function.node.args)}
        for call in own_nodes(function.node):
            if _is_wasted(function.module, call, names):
                yield function.module, (call, BOTH_BRANCHES, one.node, None)  # type: ignore[misc]


def _is_wasted(module: Module, call: _ast.AST, names: set[str]) -> bool:
    """A cond that asks about one of ``names``, and whose branches cost something."""
    if not isinstance(call, _ast.Call) or not _is_cond(module, call):
        return False
    return _follows(module, call.args[0], names, _DEPTH) and any(_is_heavy(module, one) for one in call.args[1:3])


def _is_cond(module: Module, node: _ast.AST) -> bool:
    if not isinstance(node, _ast.Call) or getattr(node.func, "attr", "") != "cond" or len(node.args) < 3:
        return False
    root = node.func.value  # type: ignore[attr-defined]
    if isinstance(root, _ast.Attribute):
        return root.attr == "lax" and getattr(root.value, "id", "") == module.imports.get("jax")
    return getattr(root, "id", "") == module.imports.get("jax.lax")


def _follows(module: Module, node: _ast.AST, names: set[str], depth: int) -> bool:
    """It is made of a parameter, which vmap maps."""
    for part in walk(node):
        if not isinstance(part, _ast.Name):
            continue
        if part.id in names:
            return True
        given = given_by(module, part) if depth else None
        if given is not None and _follows(module, given, names, depth - 1):
            return True
    return False


def _is_heavy(module: Module, branch: _ast.AST) -> bool:
    """A lambda, or a function of this file, that does more than a few steps for each element."""
    body: _ast.AST | None = branch
    if isinstance(branch, _ast.Name):
        defined = [one for one in walk(module.tree) if isinstance(one, _ast.FunctionDef) and one.name == branch.id]
        body = defined[0] if len(defined) == 1 else None
    if body is None:
        return False
    return any(getattr(one, "attr", "") in _HEAVY or isinstance(one, _ast.MatMult) for one in walk(body))
