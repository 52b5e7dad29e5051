"""``float(x)``, ``int(x)``, ``x.item()``, ``x.tolist()``: the number stays an array."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import sole_assignment
from jaxlint.codemods.recipes.analysis.certain import is_array_without_jit
from jaxlint.codemods.recipes.analysis.destinations import check_destination
from jaxlint.codemods.recipes.analysis.proof import aval, callee, kind, method, rank
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.tracing.values.value import Const, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DROPPED = "remove the conversion"
_KEPT = "keep the JAX scalar, without the conversion"
_KINDS = {"bool": "b", "int": "i", "float": "f", "complex": "c", "index": "i"}
_WIDE = ("int32", "int64", "float32", "float64")
_KEEPING = frozenset("max min sum prod item reshape ravel squeeze abs maximum minimum clip cumsum sort dot".split())
_CONVERSIONS = frozenset(["__int__", "__float__", "__complex__", "__bool__", "__index__", "__len__", "__hash__"])
_GO_THROUGH = frozenset("sum min max any all sorted len enumerate zip reversed map filter print".split())


@recipe
def as_array(site: Site, call: ast.Call, how: str) -> Rewrite | None:
    """The call that asks for the number, without asking."""
    if any(isinstance(argument, ast.Starred) for argument in call.args) or call.keywords:
        raise NoFix(f"{code_at(site, call)} unpacks its arguments, or passes them by name")
    if _is_conversion(site, call):
        raise NoFix(f"`{getattr(site.function, 'name', '')}` must return a Python number")
    check_destination(site, call)
    _check_repetition(site, call)
    if how in ("item", "tolist"):
        receiver = method(call)
        if receiver is None:
            return None
        new = _item(site, receiver[0], call) if how == "item" else _listed(site, receiver[0], call)
    else:
        new = _cast(site, call, how)
    new = None if new is None else _counted(site, call, new)
    if new is None:
        nested = "may return nested lists, which have" if how == "tolist" else "has"
        raise NoFix(f"{code_at(site, call)} {nested} no equivalent in JAX")
    is_dropped = new in [site.text(one) for one in (*call.args, getattr(call.func, "value", call))]
    return Rewrite(UNSAFE, _DROPPED if is_dropped else _KEPT, [Replace(call, new)])


def _check_repetition(site: Site, call: ast.Call) -> None:
    """``[0] * int(n)``: the number is a length."""
    parent = site.module.parents[call]
    if not isinstance(parent, ast.BinOp) or not isinstance(parent.op, ast.Mult):
        return
    repeated = site.value(parent.left if parent.right is call else parent.right)
    is_text = isinstance(repeated, Const) and isinstance(repeated.value, (str, bytes))
    if isinstance(repeated, Sequence) or is_text:
        raise NoFix(f"the length of {code_at(site, parent)} depends on the number")


def _is_conversion(site: Site, call: ast.Call) -> bool:
    """What Python asks a class for must be a number of its own: ``def __int__(self): return int(self.x)``."""
    function = site.module.function_of(call)
    returned = isinstance(site.module.parents[call], ast.Return)
    return returned and isinstance(function, ast.FunctionDef) and function.name in _CONVERSIONS


def _cast(site: Site, call: ast.Call, how: str) -> str | None:
    """Dropped where the number is of that kind already."""
    if how == "complex" and len(call.args) == 2:
        return _complex(site, call.args[0], call.args[1])
    if how not in _KINDS or len(call.args) != 1:
        return None
    value = call.args[0]
    text, known = site.text(value), kind(site, value)
    if how == "bool":
        return text if known == "b" else quote(site, "{} != 0", text)
    fits = known == _KINDS[how] or how == "index" or (how == "float" and _is_fraction(site, value))
    if fits and not _is_narrow(site, value):
        return text
    of_arrays = is_array_without_jit(site, value) or isinstance(value, ast.Call)
    return quote(site, "{}.astype({})" if of_arrays else "jnp.asarray({}, dtype={})", text, how)


def _is_narrow(site: Site, node: ast.expr) -> bool:
    """Of a dtype in which sums and products wrap, or are rounded, sooner than those of Python's numbers."""
    known = aval(site, node)
    return known.dtype is not None and known.kind in ("i", "f") and known.dtype not in _WIDE


def _counted(site: Site, call: ast.Call, text: str) -> str:
    """Of bools of Python's, arithmetic makes integers; of JAX's, bools, or an error."""
    is_bool = kind(site, call) == "b"
    return quote(site, "{}.astype(int)", text) if is_bool and _is_operand_of_bools(site, call) else text


def _is_operand_of_bools(site: Site, call: ast.Call) -> bool:
    parent = site.module.parents.get(call)
    if isinstance(parent, ast.UnaryOp):
        return isinstance(parent.op, (ast.USub, ast.UAdd, ast.Invert))
    if not isinstance(parent, ast.BinOp) or not isinstance(parent.op, (ast.Add, ast.Sub, ast.Mult)):
        return False
    return kind(site, parent.right if parent.left is call else parent.left) == "b"


def _is_fraction(site: Site, node: ast.expr) -> bool:
    """No whole number, though its dtype is not known: something was divided, or met a float on the way."""
    known = kind(site, node)
    if known is not None:
        return known == "f"
    if isinstance(node, ast.Name):
        statement = sole_assignment(site, node.id)
        return statement is not None and _is_fraction_named(site, statement)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div) or _is_fraction(site, node.left) or _is_fraction(site, node.right)
    if isinstance(node, ast.UnaryOp):
        return _is_fraction(site, node.operand)
    if isinstance(node, ast.Subscript):
        return _is_fraction(site, node.value)
    receiver = method(node)
    if receiver is not None and receiver[1] in _KEEPING and not callee(site, node):
        return _is_fraction(site, receiver[0])
    if isinstance(node, ast.Call) and callee(site, node).rpartition(".")[2] in _KEEPING and node.args:
        return _is_fraction(site, node.args[0])
    return False


def _is_fraction_named(site: Site, statement: ast.Assign) -> bool:
    return isinstance(statement.targets[0], ast.Name) and _is_fraction(site, statement.value)


def _complex(site: Site, real: ast.expr, imaginary: ast.expr) -> str:
    both = [aval(site, node) for node in (real, imaginary)]
    if all(one.dtype == "float32" and not one.weak for one in both):
        return quote(site, "lax.complex({}, {})", real, imaginary)
    return quote(site, "{} + 1j * {}", real, imaginary)


def _item(site: Site, value: ast.expr, call: ast.Call) -> str | None:
    """``x.item()`` of the only element, ``x.item(i)`` of the flat array, ``x.item(i, j)``."""
    text, parent = site.text(value), site.module.parents[call]
    if isinstance(parent, ast.Subscript) and parent.value is call:
        raise NoFix(f"{code_at(site, parent)} uses the number as a container")
    indices = call.args
    index = ", ".join([site.text(one) for one in indices])
    if _is_narrow(site, value):
        text = quote(site, "{}.astype({})", text, "int" if kind(site, value) == "i" else "float")
    if not indices:
        return text if aval(site, value).is_scalar else quote(site, "{}.reshape(())", text)
    if len(indices) > 1 or rank(site, value) == 1:
        return quote(site, "{}[{}]", text, index)
    return quote(site, "{}.ravel()[{}]", text, index)


def _listed(site: Site, value: ast.expr, call: ast.Call) -> str | None:
    """An array goes through its elements as a list does; ``list(x)`` is one of its numbers."""
    text, own = site.text(value), rank(site, value)
    if own == 0 or _goes_through(site, call):
        return text
    return f"list({text})" if own == 1 else None


def _goes_through(site: Site, call: ast.Call) -> bool:
    """Is it all the same whether it is a list?"""
    parent = site.module.parents.get(call)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is call
    if isinstance(parent, ast.Subscript):
        return parent.value is call
    if isinstance(parent, ast.Call) and call in parent.args:
        name = callee(site, parent)
        return name.startswith(("jax.numpy.", "jax.debug.")) or name.removeprefix("builtins.") in _GO_THROUGH
    return False
