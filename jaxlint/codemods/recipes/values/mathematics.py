"""Functions of ``math``, ``cmath`` and ``statistics``, and what says the same of arrays."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import try_around
from jaxlint.codemods.recipes.analysis.proof import constant, kind
from jaxlint.codemods.recipes.values.handed_on import handed_on, is_handed_on
from jaxlint.codemods.recipes.wording.elements import collected
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.knowledge.operations import OF_MATH
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SPECIAL = {"gamma": "gamma", "lgamma": "gammaln", "erf": "erf", "erfc": "erfc"}
_OF_TWO = frozenset(["hypot", "gcd", "lcm"])
_TO_INT = frozenset(["floor", "ceil", "trunc"])
_OF_ALL = {
    "math.fsum": ("sum", ""), "statistics.mean": ("mean", ""), "statistics.fmean": ("mean", ""),
    "statistics.median": ("median", ""), "statistics.pstdev": ("std", ""), "statistics.pvariance": ("var", ""),
    "statistics.stdev": ("std", ", ddof=1"), "statistics.variance": ("var", ", ddof=1"),
}  # fmt: skip
_COMPLEX = frozenset("sqrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh phase".split())
_TOTAL = frozenset("sin cos tan atan atan2 sinh cosh tanh asinh fabs copysign hypot degrees radians erf erfc".split())
_TESTS = frozenset(["isnan", "isinf", "isfinite"])


def math_twin(site: Site, call: ast.Call, callee: str) -> Rewrite | None:
    """``math.exp(x)`` -> ``jnp.exp(x)``; an array comes out in place of a Python number, so it is never safe."""
    library, _, name = callee.partition(".")
    if try_around(site, call) is not None and name not in _TOTAL:
        site.refuse(f"`{callee}` raises outside its domain, and an `except` handles that; `jax.numpy` computes NaN")
        return None
    if is_handed_on(site, call, callee):
        return handed_on(site, call, callee, OF_MATH[name]) if library == "math" and name in OF_MATH else None
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    if name == "isclose":
        return _close(site, call)
    if call.keywords:
        return None
    if callee in _OF_ALL:
        return _of_all(site, call, callee)
    if library == "cmath":
        return _complex(site, call, name)
    return _of_numbers(site, call, name) if library == "math" else None


def _of_numbers(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    jnp, given = site.name_of("jax.numpy"), call.args
    if name in _SPECIAL:
        function = spelled(site, f"jax.scipy.special.{_SPECIAL[name]}")
        return _made(function, Replace(call.func, function))
    if name in _TO_INT:
        return _made(name, Replace(call, f"{jnp}.{name}({site.text(given[0])}).astype(int)"))
    text = _written(site, call, name)
    if text is not None:
        return _made(name, Replace(call, text))
    new = OF_MATH.get(name)
    if new is None:
        site.refuse(f"`jax.numpy` has no equivalent of `math.{name}`")
        return None
    return _made(new, Replace(call.func, f"{jnp}.{new}"))


def _written(site: Site, call: ast.Call, name: str) -> str | None:
    """What is more than another name."""
    jnp, given = site.name_of("jax.numpy"), call.args
    texts = [site.text(argument) for argument in given]
    if name == "log" and len(given) == 2:
        return _logarithm(site, call)
    if name in _OF_TWO and len(given) == 1:
        return f"{jnp}.abs({texts[0]})"
    if name in _OF_TWO and len(given) > 2:
        text = texts[0]
        for other in texts[1:]:
            text = f"{jnp}.{name}({text}, {other})"
        return text
    if name == "pow":
        floats = any(kind(site, argument) == "f" for argument in given)
        return f"{jnp}.{'power' if floats else 'float_power'}({', '.join(texts)})"
    if name == "fmod":
        text = f"{jnp}.fmod({', '.join(texts)})"
        return f"{text}.astype(float)" if all(kind(site, argument) in ("i", "b") for argument in given) else text
    if name == "remainder":
        return quote(site, "{x} - {by} * jnp.round({x} / {by})", x=given[0], by=given[1])
    if name == "isqrt":
        return f"{jnp}.sqrt({texts[0]}).astype(int)"
    if name == "dist":
        here, there = (collected(site, argument) for argument in given)
        if here is not None and there is not None:
            return quote(site, "jnp.linalg.norm({} - {})", here.text, there.text)
    return None


def _logarithm(site: Site, call: ast.Call) -> str:
    """Of any base."""
    jnp, (value, base) = site.name_of("jax.numpy"), call.args
    text, number = site.text(value), constant(site, base)
    if number in (2, 10) and isinstance(base, ast.Constant):
        return f"{jnp}.log{number:.0f}({text})"
    function = f"{jnp}.log" if number is None else site.text(call.func)
    return f"{jnp}.log({text}) / {function}({site.text(base)})"


def _close(site: Site, call: ast.Call) -> Rewrite | None:
    """``math.isclose`` has other tolerances than ``jnp.isclose``, and its relative one is of the larger number."""
    names = {"rel_tol": "1e-09", "abs_tol": "0.0"}
    for keyword in call.keywords:
        if keyword.arg not in names:
            site.refuse(f"{quoted(site.text(call))} unpacks its arguments with `*` or `**`")
            return None
        names[keyword.arg] = site.text(keyword.value)
    jnp = site.name_of("jax.numpy")
    given = ", ".join([site.text(argument) for argument in call.args])
    text = f"{jnp}.isclose({given}, rtol={names['rel_tol']}, atol={names['abs_tol']})"
    return _made("isclose", Replace(call, text))


def _of_all(site: Site, call: ast.Call, callee: str) -> Rewrite | None:
    """``statistics.mean(x)`` -> ``jnp.mean(x)``."""
    numbers = collected(site, call.args[0]) if len(call.args) == 1 else None
    if numbers is None:
        site.refuse(f"{quoted(site.text(call))} does not pass just one array of numbers")
        return None
    name, more = _OF_ALL[callee]
    cast = ".astype(float)" if callee == "math.fsum" and numbers.kind in ("i", "b") else ""
    text = f"{site.name_of('jax.numpy')}.{name}({numbers.text}{more}){cast}"
    return _made(name, Replace(call, text))


def _complex(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """``cmath`` takes a real number for a complex one, and gives complex ones."""
    jnp = site.name_of("jax.numpy")
    new = OF_MATH.get(name)
    if new is None or name not in (_COMPLEX | _TESTS) or len(call.args) != 1:
        site.refuse(f"{quoted(site.text(call))} has no single equivalent in `jax.numpy`")
        return None
    value = call.args[0]
    if name in _TESTS or name == "phase" or kind(site, value) == "c":
        return _made(new, Replace(call.func, f"{jnp}.{new}"))
    return _made(new, Replace(call, quote(site, "jnp.{}({} + 0j)", new, value)))


def _made(name: str, replace: Replace) -> Rewrite:
    """``name``: of a function of ``jax.numpy``, or a dotted one; some are written with several of JAX's."""
    written = "jnp" if name not in replace.source else name if "." in name else f"jnp.{name}"
    return Rewrite(UNSAFE, f"use `{written}`; it returns an array", [replace])
