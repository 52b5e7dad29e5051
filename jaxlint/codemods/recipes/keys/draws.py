"""A draw of NumPy's, or of Python's ``random``, told as one of ``jax.random``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.keys.draw_table import DIRECT, MOVED
from jaxlint.codemods.recipes.keys.drawn_call import DrawnCall
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.text.quoted import quoted
from jaxlint.tracing.values.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site


def draw_text(site: Site, call: ast.AST, callee: str, key: str) -> str:
    """The draw with this key; raises NoFix where JAX has none like it."""
    return Draw(site, call, callee, key).text()


class Draw(DrawnCall):
    """How each distribution is told."""

    def text(self) -> str:
        if self.base in MOVED:
            return self._moved(self._call(self._shape("loc", "scale")))
        if self.base in DIRECT:
            names = DIRECT[self.base].split()
            spread = (*names, "scale") if self._is_wide("scale") else ()
            text = self._call(*(self._array(name) for name in names), self._shape(*spread))
            return self._moved(text)
        tell: Callable[[], str] | None = getattr(self, f"_{self.base}", None)
        if tell is None:
            raise NoFix(f"`jax.random` has no equivalent of {quoted(self.site.text(self.call.func))}")
        return tell()

    def _uniform(self) -> str:
        shape = self._shape("low", "high")
        if not self.given.keys() & {"low", "high"}:
            return self._call(shape)
        bounds = f"minval={self._of('low', '0.0')}, maxval={self._of('high', '1.0')}"
        return self._call(shape, bounds)

    def _randint(self) -> str:
        shape = self._shape("low", "high", "last") or "()"
        dtype = self._integer_type()
        low, high = ("low", "high") if self.given.keys() & {"high", "last"} else ("", "low")
        if "last" in self.given:
            high = "last"
        inclusive = high == "last" or self._flag("endpoint")
        last = self.given.get(high)
        if last is None:
            raise self._unfit("high")
        number = last.value if isinstance(last, ast.Constant) else None
        if inclusive and isinstance(number, int):
            end = str(number + 1)
        else:
            end = quote(self.site, "{} + 1", self._of(high)) if inclusive else self._of(high)
        return self._call(shape, self._of(low) if low else "0", end, dtype)

    def _integer_type(self) -> str:
        """Python's and NumPy's own integers are what JAX draws, in 32 bits."""
        told = self.given.get("dtype")
        name = "" if told is None else self.site.text(told)
        if told is None or name == "int" or name.endswith(("int64", "int_")):
            return ""
        if "bool" in name:
            raise self._unfit("dtype")
        return f"dtype={name}"

    def _flag(self, name: str) -> bool:
        node = self.given.get(name)
        if node is None:
            return False
        if not isinstance(node, ast.Constant):
            raise self._unfit(name)
        return bool(node.value)

    def _choice(self) -> str:
        rest = [f"replace={self._of('replace')}"] if "replace" in self.given else []
        rest += [f"p={self._array('p')}"] if "p" in self.given else []
        return self._call(self._population(), self._shape(), *rest)

    def _choices(self) -> str:
        if self.given.keys() & {"weights", "cum_weights"}:
            raise self._unfit("weights")
        self.base = "choice"
        return self._call(self._population(), self._shape() or "(1,)")

    def _sample(self) -> str:
        """``random.sample``."""
        self.base = "choice"
        count = self.site.value(self.given["count"]) if "count" in self.given else None
        if not isinstance(count, (Const, Static)):
            raise self._unfit("count")
        return self._call(self._population(), f"({self._of('count')},)", "replace=False")

    def _population(self) -> str:
        node = self.given.get("a")
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range" and len(node.args) == 1:
            return self.site.text(node.args[0])
        return self._array("a")

    def _binomial(self) -> str:
        return f"{self._call(self._array('n'), self._array('p'), self._shape())}.astype(int)"

    def _rayleigh(self) -> str:
        return self._call(self._of("scale", "1.0"), self._shape())

    def _permutation(self) -> str:
        return self._call(self._array("x"))

    def _shuffle(self) -> str:
        """Of an array: what it is bound to anew."""
        if not isinstance(self.given.get("x"), ast.Name):
            raise self._unfit("x")
        self.base = "permutation"
        return f"{self._of('x')} = {self._call(self._array('x'))}"

    def _expovariate(self) -> str:
        self.base = "exponential"
        return quote(self.site, "{} / {}", self._call(), self._of("rate")) if "rate" in self.given else self._call()

    def _lognormal(self) -> str:
        self.base = "normal"
        self.given = {_MOMENTS.get(name, name): node for name, node in self.given.items()}
        return f"{self._named('exp')}({self._moved(self._call(self._shape('loc', 'scale')))})"

    def _weibull(self) -> str:
        self.base = "weibull_min"
        return self._call("1.0", self._of("a"), self._shape("a"))

    def _pareto(self) -> str:
        """NumPy's begins at 0, and that of ``jax.random`` at 1."""
        return f"{self._call(self._of('a'), self._shape())} - 1.0"


_MOMENTS = {"mean": "loc", "sigma": "scale"}
