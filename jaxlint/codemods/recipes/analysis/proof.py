"""What the tracer proves of an expression, as the answers that recipes need."""

from __future__ import annotations

import ast

from jaxlint.knowledge.api import has_twin
from jaxlint.tracing.values.aval import Aval, Dim, same_shape
from jaxlint.tracing.values.joining import aval_of, scalar_aval
from jaxlint.tracing.values.value import Array, Const, Library, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

ARRAYS_OWN = ("astype", "reshape", "squeeze", "ravel", "clip")  # methods that only arrays have


def aval(site: Site, node: ast.AST) -> Aval:
    return aval_of(site.value(node))


def rank(site: Site, node: ast.AST) -> int | None:
    return aval(site, node).rank


def kind(site: Site, node: ast.AST) -> str | None:
    return aval(site, node).kind


def is_scalar(site: Site, node: ast.AST) -> bool:
    """A Python number, or an array of rank 0."""
    value = site.value(node)
    if isinstance(value, (Traced, Array)):
        return value.aval.is_scalar
    return scalar_aval(value) is not None


def is_array(site: Site, node: ast.AST) -> bool:
    """An array of JAX's or NumPy's, not a pytree of them."""
    value = site.value(node)
    return isinstance(value, Array) or (isinstance(value, Traced) and value.is_array)


def same_shapes(site: Site, left: ast.AST, right: ast.AST) -> bool:
    return is_array(site, left) and is_array(site, right) and same_shape(aval(site, left), aval(site, right))


def size_of(site: Site, node: ast.AST, axis: int) -> int | Dim | None:
    """The size of one axis: equal sizes compare equal, unknown ones only with themselves."""
    shape = aval(site, node).shape
    if isinstance(shape, tuple):
        return shape[axis] if axis < len(shape) else None
    return shape.dim(axis)


def constant(site: Site, node: ast.AST) -> object:
    """The number or string that an expression is known to be, or None."""
    value = site.value(node)
    if isinstance(value, Const):
        return value.value
    return node.value if isinstance(node, ast.Constant) else None


def callee(site: Site, call: ast.AST) -> str:
    """``jax.numpy.sum`` for a call of it, however the module spells it; "" for what is no library's."""
    if not isinstance(call, ast.Call):
        return ""
    value = site.value(call.func)
    return value.name if isinstance(value, Library) else ""


def jax_name(site: Site, call: ast.AST) -> str:
    """The same, of a function of NumPy's that of its twin in JAX, which must stand there as soon as JAX traces it."""
    name = callee(site, call)
    return f"jax.{name}" if name.startswith("numpy.") and has_twin(name) else name


def method(call: ast.AST) -> tuple[ast.expr, str] | None:
    """Receiver and name of ``x.name(...)``."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        return call.func.value, call.func.attr
    return None


def runs_backwards(site: Site, node: ast.AST) -> bool:
    """May reverse-mode gradients flow through the function around ``node``?"""
    function = site.module.function_of(node)
    known = None if function is None else site.value(function.args)  # type: ignore[attr-defined]
    return isinstance(known, Static) or (isinstance(known, Const) and known.value is True)


def is_mapped(site: Site, node: ast.AST) -> bool:
    """May a value be that of one row among those of a ``vmap``, as far as the modules tell that it comes through?"""
    value = site.value(node)
    if not isinstance(value, Traced) or runs_backwards(site, node):
        return False
    origins = [value.origin]
    while origins[-1].parent is not None:
        origins.append(origins[-1].parent)
    return any("vmap" in module.source.text for module in (site.module, *(one.module for one in origins)))


def divides_whole(site: Site, divided: str, by: ast.expr) -> bool:
    """Whole numbers by a number that isn't 0: of floats, and of 0, NumPy's ``//`` and ``%`` leave something else."""
    divisor = site.value(by)
    return divided == "i" and isinstance(divisor, Const) and divisor.value not in (None, 0)


def number_of(node: ast.expr) -> int | float | complex | None:
    """Of a literal, the sign with it."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if isinstance(value, (int, float, complex)) else None
