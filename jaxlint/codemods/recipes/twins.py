"""NumPy's, math's and Python's functions of numbers, and the functions of jax.numpy that do the same to arrays."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.proof import aval, is_array, kind
from jaxlint.codemods.recipes.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.knowledge.api import has_twin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_MATH = {
    **{name: name for name in "sqrt exp expm1 log log1p log2 log10 sin cos tan sinh cosh tanh".split()},
    **{name: name for name in "hypot copysign floor ceil trunc isnan isinf isfinite degrees radians".split()},
    "asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2", "asinh": "arcsinh",
    "acosh": "arccosh", "atanh": "arctanh", "fabs": "abs", "pow": "power", "fmod": "fmod",
}  # fmt: skip
_COPIES = ("array", "asarray", "ascontiguousarray", "asanyarray")
# NumPy gives these in its own default width for integers, JAX in 32 bits.
_INTEGERS = frozenset("argmax argmin argsort searchsorted count_nonzero bincount digitize".split())


def numpy_twin(site: Site, call: ast.Call, callee: str) -> Rewrite | None:
    """``np.sin(x)`` -> ``jnp.sin(x)``."""
    name = callee.removeprefix("numpy.")
    if not has_twin(callee) or any(keyword.arg in ("out", "where", "order") for keyword in call.keywords):
        return None
    wanted = "asarray" if name in _COPIES else name
    text = f"{site.name_of('jax.numpy')}.{wanted}"
    level = "safe" if _same_dtype(site, call, name) else "unsafe"
    return Rewrite(level, f"`jnp.{wanted}` takes tracers", [Replace(call.func, text)])


def _same_dtype(site: Site, call: ast.Call, name: str) -> bool:
    """NumPy keeps the 32 bits of an array beside Python numbers, and widens integers in its own way."""
    if call.keywords or "." in name or name in _INTEGERS:
        return False
    arrays = [argument for argument in call.args if is_array(site, argument)]
    if not arrays or any(kind(site, argument) != "f" for argument in arrays):
        return name in _COPIES and len(call.args) == 1
    dtypes = {aval(site, argument).dtype for argument in arrays}
    numbers = len(arrays) < len(call.args)
    if numbers and dtypes & {None, "bfloat16"}:
        return False  # beside a Python float NumPy makes float32 of bfloat16
    return len(dtypes) == 1 and all(is_array(site, argument) or _is_weak(site, argument) for argument in call.args)


def _is_weak(site: Site, node: ast.expr) -> bool:
    return aval(site, node).weak


def math_twin(site: Site, call: ast.Call, callee: str) -> Rewrite | None:
    """``math.exp(x)`` -> ``jnp.exp(x)``; an array comes out in place of a Python float."""
    name = _MATH.get(callee.removeprefix("math.")) if callee.startswith("math.") else None
    if name is None or call.keywords:
        return None
    text = f"{site.name_of('jax.numpy')}.{name}"
    return Rewrite("unsafe", f"`jnp.{name}` takes tracers; it gives an array", [Replace(call.func, text)])


def as_array(site: Site, call: ast.Call, how: str) -> Rewrite | None:
    """``float(x)``, ``int(x)``, ``x.item()`` as arrays without axes."""
    if how == "item":
        return _item(site, call)
    if how not in ("int", "float") or len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        return None
    value = call.args[0]
    text = site.text(value)
    if how == "float" and kind(site, value) == "f":
        new = text
    else:
        new = f"{site.name_of('jax.numpy')}.asarray({text}).astype({how})"
    return Rewrite("unsafe", "stay an array: the number is not known while tracing", [Replace(call, new)])


def _item(site: Site, call: ast.Call) -> Rewrite | None:
    if call.args or call.keywords or not isinstance(call.func, ast.Attribute):
        return None
    value = call.func.value
    text = site.text(value)
    new = text if aval(site, value).is_scalar else f"{atom(text)}.reshape(())"
    return Rewrite("unsafe", "stay an array: the number is not known while tracing", [Replace(call, new)])
