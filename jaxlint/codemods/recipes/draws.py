"""A draw of NumPy's, or of Python's ``random``, told as one of ``jax.random``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.proof import is_scalar
from jaxlint.codemods.recipes.wording import operand
from jaxlint.tracing.value import UNKNOWN, Const, Sequence, ShapeTuple, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site

# The parameters in their order; the shape comes under the name ``size``.
_PARAMETERS = {
    "numpy.random.normal": "loc scale size",
    "numpy.random.standard_normal": "size",
    "numpy.random.randn": "*size",
    "numpy.random.rand": "*size",
    "numpy.random.random": "size",
    "numpy.random.random_sample": "size",
    "numpy.random.ranf": "size",
    "numpy.random.sample": "size",
    "numpy.random.uniform": "low high size",
    "numpy.random.randint": "low high size",
    "numpy.random.exponential": "scale size",
    "numpy.random.gumbel": "loc scale size",
    "numpy.random.laplace": "loc scale size",
    "numpy.random.logistic": "loc scale size",
    "numpy.random.poisson": "lam size",
    "numpy.random.choice": "a size replace p",
    "numpy.random.permutation": "x",
    "random.random": "",
    "random.uniform": "low high",
    "random.gauss": "loc scale",
    "random.normalvariate": "loc scale",
    "random.randint": "low last",
    "random.randrange": "low high",
}
_LIKE_NORMAL = ("normal", "gumbel", "laplace", "logistic")
_SAME_AS = {
    "standard_normal": "normal", "randn": "normal", "gauss": "normal", "normalvariate": "normal", "rand": "uniform",
    "random": "uniform", "random_sample": "uniform", "ranf": "uniform", "sample": "uniform", "randrange": "randint",
}  # fmt: skip


class NoCounterpart(Exception):
    """jax.random has nothing like it, or the shape is not known to be static."""


def draw_text(site: Site, call: ast.AST, callee: str, key: str) -> str | None:
    """The draw with this key, or None."""
    try:
        return Draw(site, call, callee, key).text()
    except NoCounterpart:
        return None


class Draw:
    """One call, its arguments by name."""

    def __init__(self, site: Site, call: ast.AST, callee: str, key: str) -> None:
        spelled = _PARAMETERS.get(callee)
        if spelled is None or not isinstance(call, ast.Call):
            raise NoCounterpart
        self.site = site
        self.key = key
        base = callee.rsplit(".", 1)[-1]
        self.base = _SAME_AS.get(base, base)
        self.given: dict[str, ast.expr] = {}
        self.sizes = call.args if spelled == "*size" else []
        names = [] if spelled == "*size" else spelled.split()
        if len(call.args) > len(names) and not self.sizes:
            raise NoCounterpart
        self.given.update(zip(names, call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg not in names:
                raise NoCounterpart
            self.given[keyword.arg] = keyword.value
        if any(isinstance(node, ast.Starred) for node in (*self.given.values(), *self.sizes)):
            raise NoCounterpart

    def text(self) -> str:
        if self.base in _LIKE_NORMAL:
            return self._moved(self._call(self._shape("loc", "scale")))
        if self.base == "exponential":
            return self._moved(self._call(self._shape("scale")))
        if self.base == "permutation":
            return self._call(self._of("x"))
        tell: Callable[[], str] = getattr(self, f"_{self.base}")
        return tell()

    def _call(self, *arguments: str) -> str:
        given = ", ".join([self.key, *[argument for argument in arguments if argument]])
        return f"{self.site.name_of('jax.random')}.{self.base}({given})"

    def _of(self, name: str, default: str = "") -> str:
        if name in self.given:
            return self.site.text(self.given[name])
        if not default:
            raise NoCounterpart
        return default

    def _shape(self, *spread: str) -> str:
        """The shape as ``jax.random`` wants it: "" for a scalar.  ``spread``: arguments that would broadcast."""
        if self.sizes:
            sizes = [self.site.text(size) for size in self.sizes]
            return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"
        size = self.given.get("size")
        if size is not None and not (isinstance(size, ast.Constant) and size.value is None):
            return self._tuple(size)
        if not all(is_scalar(self.site, self.given[name]) for name in spread if name in self.given):
            raise NoCounterpart
        return ""

    def _tuple(self, size: ast.expr) -> str:
        value, text = self.site.value(size), self.site.text(size)
        if isinstance(size, (ast.Tuple, ast.List)) or isinstance(value, (Sequence, ShapeTuple)) or value is UNKNOWN:
            return text
        if isinstance(value, (Const, Static)) and (isinstance(value, Const) or value.type == "int"):
            return f"({text},)"
        raise NoCounterpart

    def _moved(self, text: str) -> str:
        if "scale" in self.given:
            text = f"{self._operand('scale')} * {text}"
        return f"{self._operand('loc')} + {text}" if "loc" in self.given else text

    def _operand(self, name: str) -> str:
        return operand(self.given[name], self._of(name))

    def _uniform(self) -> str:
        shape = self._shape("low", "high")
        if not self.given.keys() & {"low", "high"}:
            return self._call(shape)
        bounds = f"minval={self._of('low', '0.0')}, maxval={self._of('high', '1.0')}"
        return self._call(shape, bounds)

    def _randint(self) -> str:
        shape = self._shape("low", "high", "last") or "()"
        if "last" in self.given:
            return self._call(shape, self._of("low"), f"{self._operand('last')} + 1")
        if "high" in self.given:
            return self._call(shape, self._of("low"), self._of("high"))
        return self._call(shape, "0", self._of("low"))

    def _poisson(self) -> str:
        return self._call(self._of("lam", "1.0"), self._shape("lam"))

    def _choice(self) -> str:
        rest = [f"{name}={self._of(name)}" for name in ("replace", "p") if name in self.given]
        return self._call(self._of("a"), self._shape(), *rest)
