"""The arguments of a draw, by name, and what ``jax.random`` is to be told of them."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.proof import is_array, is_scalar
from jaxlint.codemods.recipes.keys.draw_table import DEFAULTS, described
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.text.quoted import quoted
from jaxlint.tracing.values.joining import scalar_aval
from jaxlint.tracing.values.value import Const, Sequence, ShapeTuple, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_RENAMED = {
    ("gamma", "shape"): "a", ("standard_gamma", "shape"): "a", ("gauss", "mu"): "loc", ("gauss", "sigma"): "scale",
    ("normalvariate", "mu"): "loc", ("normalvariate", "sigma"): "scale", ("uniform", "a"): "low",
    ("uniform", "b"): "high", ("choices", "k"): "size", ("choices", "population"): "a", ("sample", "k"): "count",
    ("sample", "population"): "a", ("randint", "a"): "low", ("randint", "b"): "last", ("choice", "seq"): "a",
    ("betavariate", "alpha"): "a", ("betavariate", "beta"): "b", ("gammavariate", "alpha"): "a",
    ("gammavariate", "beta"): "scale", ("expovariate", "lambd"): "rate", ("lognormvariate", "mu"): "mean",
}  # fmt: skip


class DrawnCall:
    """One call, its arguments by name."""

    def __init__(self, site: Site, call: ast.AST, callee: str, key: str) -> None:
        told = described(callee)
        if told is None or not isinstance(call, ast.Call):
            raise NoFix(f"`jax.random` has no equivalent of `{callee}`")
        self.call = call
        self.library, spelled, self.base = told
        self.site = site
        self.key = key
        self.given: dict[str, ast.expr] = {}
        self.sizes = call.args if spelled == "*size" else []
        names = [] if spelled == "*size" else spelled.split()
        if len(call.args) > len(names) and not self.sizes:
            raise NoFix(f"unsupported arguments: {quoted(site.text(call))}")
        self.given.update(zip(names, call.args, strict=False))
        for keyword in call.keywords:
            name = _RENAMED.get((callee.rpartition(".")[2], keyword.arg or ""), keyword.arg)
            if name is None or name not in names:
                raise NoFix(f"`jax.random` has no equivalent of `{keyword.arg or '**'}` in {quoted(site.text(call))}")
            self.given[name] = keyword.value
        if any(isinstance(node, ast.Starred) for node in self.given.values()):
            raise NoFix(f"{quoted(site.text(call))} unpacks its arguments with `*` or `**`")
        for name in [name for name, node in self.given.items() if _is_none(node)]:
            del self.given[name]

    def _call(self, *arguments: str) -> str:
        given = [self.key, *[argument for argument in arguments if argument]]
        return quote(self.site, "jax.random.{}(*{})", self.base, given)

    def _named(self, name: str) -> str:
        return quote(self.site, "jnp.{}", name)

    def _of(self, name: str, default: str = "") -> str:
        if name in self.given:
            return self.site.text(self.given[name])
        if not default:
            raise self._unfit(name)
        return default

    def _unfit(self, name: str) -> NoFix:
        """An argument that ``jax.random`` is not known to take, or the lack of it."""
        node, call = self.given.get(name), quoted(self.site.text(self.call))
        if node is None:
            return NoFix(f"{call} does not pass `{name}`")
        return NoFix(f"`jax.random` does not accept {quoted(self.site.text(node))} for `{name}` in {call}")

    def _array(self, name: str) -> str:
        """A list of numbers is no array to ``jax.random``."""
        text = self._of(name, DEFAULTS.get(name, ""))
        node = self.given.get(name)
        value = None if node is None else self.site.value(node)
        if isinstance(node, (ast.List, ast.Tuple)) or isinstance(value, Sequence):
            if not isinstance(value, Sequence) or not _are_numbers(value):
                raise self._unfit(name)
            return f"{self._named('array')}({text})"
        if isinstance(value, Const) and not isinstance(value.value, (int, float)):
            raise self._unfit(name)
        return text

    def _shape(self, *spread: str) -> str:
        """The shape as ``jax.random`` wants it: "" for a scalar.  ``spread``: arguments that would broadcast."""
        if len(self.sizes) == 1 and isinstance(self.sizes[0], ast.Starred):
            return self.site.text(self.sizes[0].value)
        if self.sizes:
            sizes = [self.site.text(size) for size in self.sizes]
            return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"
        if "size" in self.given:
            return self._tuple(self.given["size"])
        wide = [name for name in spread if self._is_wide(name)]
        if not wide:
            return ""
        if not all(is_plain(self.given[name]) and is_array(self.site, self.given[name]) for name in wide):
            raise self._unfit(wide[0])
        shapes = [f"{self._of(name)}.shape" for name in wide]
        return shapes[0] if len(shapes) == 1 else f"{self._named('broadcast_shapes')}({', '.join(shapes)})"

    def _is_wide(self, name: str) -> bool:
        """It may be an array, so that a number is drawn for each element."""
        return name in self.given and not is_scalar(self.site, self.given[name])

    def _tuple(self, size: ast.expr) -> str:
        value, text = self.site.value(size), self.site.text(size)
        if isinstance(size, (ast.Tuple, ast.List)) or isinstance(value, (Sequence, ShapeTuple)):
            return text
        if isinstance(value, (Const, Static)) and (isinstance(value, Const) or value.type == "int"):
            return f"({text},)"
        if str(getattr(size, "id", getattr(size, "attr", ""))).endswith("shape"):
            return text
        raise self._unfit("size")

    def _moved(self, text: str) -> str:
        if "scale" in self.given and not self._is_number("scale", 1):
            text = quote(self.site, "{} * {}", self._of("scale"), text)
        moved = "loc" in self.given and not self._is_number("loc", 0)
        return quote(self.site, "{} + {}", self._of("loc"), text) if moved else text

    def _is_number(self, name: str, number: int) -> bool:
        """A constant that changes nothing."""
        node = self.given[name]
        return isinstance(node, ast.Constant) and node.value == number


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _are_numbers(value: Sequence) -> bool:
    return value.items is not None and all(
        _are_numbers(one) if isinstance(one, Sequence) else scalar_aval(one) is not None for one in value.items
    )
