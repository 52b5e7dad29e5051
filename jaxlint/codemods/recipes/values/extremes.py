"""``max(a, b)``, ``min(x)``, ``any(x)``, ``sorted(x)``, computed by JAX."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.destinations import check_destination
from jaxlint.codemods.recipes.analysis.proof import aval, is_array, size_of
from jaxlint.codemods.recipes.values.by_key import PLACES, by_key
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.elements import Collected, collected
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, UNSAFE, Level, safe_if
from jaxlint.tracing.values.joining import scalar_aval
from jaxlint.tracing.values.value import Array, Traced, Unknown, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_OF_TWO = {"max": "maximum", "min": "minimum"}
_OF_MANY = 4  # so many arguments read better as one array
_OF_LISTS = {
    "index": ("argmax", "use `jnp.argmax`; it gives 0 where no element is equal"),
    "count": ("sum", "compare all elements and count"),
    "remove": ("", ""),
}


@recipe
def computed(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """The call of a builtin, told by functions of ``jax.numpy``."""
    given = call.args
    if any(isinstance(argument, ast.Starred) for argument in given):
        raise NoFix(f"{code_at(site, call)} unpacks its arguments with `*`")
    if not given:
        raise NoFix(f"{code_at(site, call)} sorts a Python list in place")
    check_destination(site, call)
    if isinstance(call.func, ast.Attribute) and name in _OF_LISTS:
        return _found(site, call, call.func.value, name)
    if name.startswith("bisect"):
        return _place(site, call, name)
    if name.startswith("heap"):
        raise NoFix("the length of a heap changes")
    if name == "filter":
        raise NoFix("the number of elements that `filter` keeps is data-dependent")
    if len(given) > 1:
        if name in _OF_TWO and not call.keywords:
            return _among(site, call, name)
        raise NoFix(f"{code_at(site, call)} has no equivalent in `jax.numpy`")
    key = next((one.value for one in call.keywords if one.arg == "key"), None)
    if key is not None and name in PLACES:
        return by_key(site, call, name, key)
    numbers = collected(site, given[0])
    if numbers is None:
        raise NoFix(f"{code_at(site, given[0])} may not form one array of scalars")
    if name in ("any", "all") and not call.keywords:
        text = quote(site, "jnp.{}({})", name, numbers.text)
        return Rewrite(safe_if(numbers.exact), _summary(name), [Replace(call, text)])
    if name in _OF_TWO:
        return _extreme(site, call, name, numbers)
    return _in_order(site, call, numbers) if name == "sorted" else None


def _found(site: Site, call: ast.Call, elements: ast.expr, name: str) -> Rewrite | None:
    """``elements.index(value)``, or how often the value is among them."""
    numbers = collected(site, elements) if name != "remove" and len(call.args) == 1 else None
    if numbers is None:
        raise NoFix(f"{code_at(site, call)} has no equivalent in `jax.numpy`")
    function, summary = _OF_LISTS[name]
    text = quote(site, f"jnp.{function}({{}} == {{}})", numbers.text, call.args[0])
    return Rewrite(UNSAFE, summary, [Replace(call, text)])


def _place(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """Of a value in a sorted list."""
    numbers = collected(site, call.args[0]) if len(call.args) == 2 and not call.keywords else None
    if numbers is None:
        raise NoFix(f"{code_at(site, call)} has no equivalent in `jax.numpy`")
    side = "" if name == "bisect_left" else ', side="right"'
    text = quote(site, f"jnp.searchsorted({{}}, {{}}{side})", numbers.text, call.args[1])
    return Rewrite(UNSAFE, "use `jnp.searchsorted`", [Replace(call, text)])


def _among(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """The extreme of several numbers."""
    given, jnp = call.args, site.name_of("jax.numpy")
    if not _are_numbers(site, given):
        raise NoFix(f"an argument of `{name}` may not be a scalar")
    texts = [site.text(argument) for argument in given]
    function, text = _OF_TWO[name], texts[0]
    for other in texts[1:]:
        text = f"{jnp}.{function}({text}, {other})"
    if len(given) >= _OF_MANY:
        function = name
        text = f"{jnp}.{name}({jnp}.array([{', '.join(texts)}]))"
    floats = any(aval(site, one).kind not in ("b", "i") for one in given)
    return Rewrite(_level(site, given), _summary(function, floats), [Replace(call, text)])


def _are_numbers(site: Site, given: list[ast.expr]) -> bool:
    """Only of those does Python find the larger; so what stands beside one is another."""
    values = [value for value in map(site.value, given) if not isinstance(value, Unknown)]
    return bool(values) and all(map(_is_number, values))


def _is_number(value: Value) -> bool:
    if isinstance(value, (Traced, Array)):
        return value.aval.rank in (None, 0)
    return scalar_aval(value) is not None


def _level(site: Site, given: list[ast.expr]) -> Level:
    """Whichever is chosen has the same dtype, and none is NaN."""
    avals = [aval(site, one) for one in given]
    dtypes = {one.dtype for one in avals if not one.weak}
    if not all(one.is_scalar for one in avals) or {one.kind for one in avals} not in ({"i"}, {"b"}):
        return UNSAFE
    if any(one.weak for one in avals):
        return SAFE if dtypes == {"int32"} else UNSAFE  # what a number of Python becomes
    return safe_if(len(dtypes) == 1 and None not in dtypes)


def _extreme(site: Site, call: ast.Call, name: str, numbers: Collected) -> Rewrite | None:
    """Of one array.  A default counts only where there is nothing, which the shape tells while tracing."""
    text = quote(site, "jnp.{}({})", name, numbers.text)
    safe = numbers.exact and numbers.kind in ("i", "b")
    for keyword in call.keywords:
        if keyword.arg != "default":
            raise NoFix(f"`jnp.{name}` has no equivalent of `{site.text(keyword)}`")
        size = size_of(site, call.args[0], 0) if is_array(site, call.args[0]) else None
        if size is None or (isinstance(size, int) and size == 0):
            raise NoFix(f"{code_at(site, call.args[0])} may be empty")
        if not isinstance(size, int):
            text = quote(site, "{} if {}.size else {}", text, call.args[0], keyword.value)
    return Rewrite(safe_if(safe), _summary(name, numbers.kind not in ("b", "i")), [Replace(call, text)])


def _in_order(site: Site, call: ast.Call, numbers: Collected) -> Rewrite | None:
    """``sorted(x, reverse=True)``; an array comes out in place of a list."""
    order = [f"descending={site.text(keyword.value)}" for keyword in call.keywords]
    text = quote(site, "jnp.sort({}, *{})", numbers.text, order)
    return Rewrite(UNSAFE, "use `jnp.sort`; it returns an array, with NaNs last", [Replace(call, text)])


def _summary(name: str, floats: bool = False) -> str:
    told = f"use `jnp.{name}`"
    return f"{told}; ties share the gradient, and any NaN is the result" if floats else told
