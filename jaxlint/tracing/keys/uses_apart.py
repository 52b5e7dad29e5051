"""Two uses of one key that hand nobody the same numbers twice: only one of them counts, or both are meant to agree."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import parameters_of
from jaxlint.tracing.events.keys import LEAF
from jaxlint.tracing.keys.taken_branches import called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.keys.key_use import Use

_PICKING = ("jax.random.choice", "jax.random.randint")
_INVERSE = ("inverse", "inv", "un", "undo", "de")
_SELECTING = ("where", "select", "select_n")


def are_one(before: Use, use: Use) -> bool:
    """Do the two never meet as numbers that should differ?

    Several arrays permuted by one key, or rows picked of them, so that these stay together; one number for all leaves
    of a tree; a step and its inverse; two draws of which one is selected; one row of each split; what a module sets up.
    """
    if before.callee == use.callee == "jax.random.permutation":
        return True
    if before.calls[-1][2] is use.calls[-1][2] and (_takes_one_row(use) or _is_set_up(before, use)):
        return True
    if before.repeated_for(use) == LEAF and _is_one_for_all(use):
        return True
    return _pick_the_same_rows(before, use) or _are_inverse(before, use) or _are_selected_from(before, use)


def _takes_one_row(use: Use) -> bool:
    """``split(key, n)[i]`` with the ``i`` of the loop: the same keys once more, and another one of them."""
    module, function, call = use.calls[-1]
    around = module.parents.get(call)
    if use.callee != "jax.random.split" or not isinstance(around, _ast.Subscript) or around.value is not call:
        return False
    return isinstance(around.slice, _ast.Name) and _differs_by_turn(module, function, around)


def _differs_by_turn(module: Module, function: _ast.AST | None, item: _ast.Subscript) -> bool:
    """Is the index what the loop around it counts with, or, where there is none, handed to the body of one?"""
    above = module.parents.get(item)
    while above is not None and above is not function:
        loops = getattr(above, "generators", [above])
        targets = [loop.target for loop in loops if hasattr(loop, "target") and hasattr(loop, "iter")]
        if targets or isinstance(above, _ast.While):
            return any(_binds(target, item.slice.id) for target in targets)  # type: ignore[attr-defined]
        above = module.parents.get(above)
    spec = getattr(function, "args", None)
    return spec is not None and any(one.arg == item.slice.id for one in parameters_of(spec))  # type: ignore[attr-defined]


def _binds(target: _ast.AST, name: str) -> bool:
    """``i``, ``(i, x)``"""
    return getattr(target, "id", None) == name or any(_binds(part, name) for part in getattr(target, "elts", ()))


def _is_set_up(before: Use, use: Use) -> bool:
    """In the ``setup`` of a module, which Flax runs again for each call of it, to the same end."""
    parted = before.parting(use)
    return any(_is_setup(module, function) for module, function, _ in use.calls[parted + 1 :])


def _is_setup(module: Module, function: _ast.AST | None) -> bool:
    return getattr(function, "name", "") == "setup" and isinstance(module.parents.get(function), _ast.ClassDef)  # type: ignore[arg-type]


def _is_one_for_all(use: Use) -> bool:
    """It says nothing of the leaf: rows are picked, or one number is drawn, for all of them."""
    draw = use.calls[-1][2]
    return use.callee in _PICKING or (isinstance(draw, _ast.Call) and len(draw.args) + len(draw.keywords) == 1)


def _pick_the_same_rows(before: Use, use: Use) -> bool:
    """``batch(key, inputs)`` and ``batch(key, labels)``: calls that differ in the array alone."""
    level = before.parting(use)
    if before.callee != use.callee or use.callee not in _PICKING or level >= min(len(before.calls), len(use.calls)):
        return False
    (module, _, first), (other, _, second) = before.calls[level], use.calls[level]
    bounds = use.callee == _PICKING[-1] and level == len(use.calls) - 1  # a number of them differs
    if module is not other or bounds or not (isinstance(first, _ast.Call) and isinstance(second, _ast.Call)):
        return False
    text = module.source.segment
    given, others = [*first.args, *first.keywords], [*second.args, *second.keywords]
    different = [pair for pair in zip(given, others, strict=False) if text(pair[0]) != text(pair[1])]
    arrays = all(isinstance(part, (_ast.Name, _ast.Attribute)) for pair in different for part in pair)
    return text(first.func) == text(second.func) and len(given) == len(others) and len(different) == 1 and arrays


def _are_inverse(before: Use, use: Use) -> bool:
    """``rotate(x, key)`` and ``inverse_rotate(y, key)``, which has to draw what the first one drew."""
    level = before.parting(use)
    if level >= min(len(before.calls), len(use.calls)):
        return False
    names = sorted((called(before.calls[level][2]), called(use.calls[level][2])), key=len)
    rest = names[1].replace(names[0], "").strip("_") if names[0] else ""
    return names[0] in names[1] and rest in _INVERSE


def _are_selected_from(before: Use, use: Use) -> bool:
    """``jnp.where(small, jax.random.normal(key), jax.random.cauchy(key))``."""
    level = before.parting(use)
    if level >= len(before.calls) or level >= len(use.calls):
        return False
    module, _, node = use.calls[level]
    first, second = _operands(module, before.calls[level][2]), _operands(module, node)
    return any(second.get(call, operand) is not operand for call, operand in first.items())


def _operands(module: Module, node: _ast.AST) -> dict[_ast.AST, _ast.AST]:
    """The calls around an expression that select from their operands, each with the operand that it stands in."""
    found: dict[_ast.AST, _ast.AST] = {}
    above = module.parents.get(node)
    while isinstance(above, _ast.expr):
        name = getattr(getattr(above, "func", None), "attr", None) or getattr(getattr(above, "func", None), "id", None)
        if name in _SELECTING and node in above.args[1:]:  # type: ignore[attr-defined]
            found[above] = node
        node, above = above, module.parents.get(above)
    return found
