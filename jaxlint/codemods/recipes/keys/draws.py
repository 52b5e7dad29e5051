"""A draw of NumPy's, or of Python's ``random``, told as one of ``jax.random``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.proof import is_array, is_scalar
from jaxlint.codemods.recipes.keys.draw_table import DEFAULTS, DIRECT, MOVED, described
from jaxlint.codemods.recipes.wording.wording import operand
from jaxlint.tracing.joining import scalar_aval
from jaxlint.tracing.value import Const, Sequence, ShapeTuple, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site


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
        told = described(callee)
        if told is None or not isinstance(call, ast.Call):
            raise NoCounterpart
        self.library, spelled, self.base = told
        self.site = site
        self.key = key
        self.given: dict[str, ast.expr] = {}
        self.sizes = call.args if spelled == "*size" else []
        names = [] if spelled == "*size" else spelled.split()
        if len(call.args) > len(names) and not self.sizes:
            raise NoCounterpart
        self.given.update(zip(names, call.args, strict=False))
        for keyword in call.keywords:
            name = _RENAMED.get((callee.rpartition(".")[2], keyword.arg or ""), keyword.arg)
            if name is None or name not in names:
                raise NoCounterpart
            self.given[name] = keyword.value
        if any(isinstance(node, ast.Starred) for node in self.given.values()):
            raise NoCounterpart
        for name in [name for name, node in self.given.items() if _is_none(node)]:
            del self.given[name]

    def text(self) -> str:
        if self.base in MOVED:
            return self._moved(self._call(self._shape("loc", "scale")))
        if self.base in DIRECT:
            names = DIRECT[self.base].split()
            text = self._call(*(self._array(name) for name in names), self._shape())
            return self._moved(text)
        tell: Callable[[], str] | None = getattr(self, f"_{self.base}", None)
        if tell is None:
            raise NoCounterpart
        return tell()

    def _call(self, *arguments: str) -> str:
        given = ", ".join([self.key, *[argument for argument in arguments if argument]])
        return f"{self.site.name_of('jax.random')}.{self.base}({given})"

    def _named(self, name: str) -> str:
        return f"{self.site.name_of('jax.numpy')}.{name}"

    def _of(self, name: str, default: str = "") -> str:
        if name in self.given:
            return self.site.text(self.given[name])
        if not default:
            raise NoCounterpart
        return default

    def _array(self, name: str) -> str:
        """A list of numbers is no array to ``jax.random``."""
        text = self._of(name, DEFAULTS.get(name, ""))
        node = self.given.get(name)
        value = None if node is None else self.site.value(node)
        if isinstance(node, (ast.List, ast.Tuple)) or isinstance(value, Sequence):
            if not isinstance(value, Sequence) or not _are_numbers(value):
                raise NoCounterpart
            return f"{self._named('array')}({text})"
        if isinstance(value, Const) and not isinstance(value.value, (int, float)):
            raise NoCounterpart
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
        wide = [name for name in spread if name in self.given and not is_scalar(self.site, self.given[name])]
        if not wide:
            return ""
        if not all(is_plain(self.given[name]) and is_array(self.site, self.given[name]) for name in wide):
            raise NoCounterpart
        shapes = [f"{self._of(name)}.shape" for name in wide]
        return shapes[0] if len(shapes) == 1 else f"{self._named('broadcast_shapes')}({', '.join(shapes)})"

    def _tuple(self, size: ast.expr) -> str:
        value, text = self.site.value(size), self.site.text(size)
        if isinstance(size, (ast.Tuple, ast.List)) or isinstance(value, (Sequence, ShapeTuple)):
            return text
        if isinstance(value, (Const, Static)) and (isinstance(value, Const) or value.type == "int"):
            return f"({text},)"
        if str(getattr(size, "id", getattr(size, "attr", ""))).endswith("shape"):
            return text
        raise NoCounterpart

    def _moved(self, text: str) -> str:
        if "scale" in self.given and not self._is_number("scale", 1):
            text = f"{self._operand('scale')} * {text}"
        moved = "loc" in self.given and not self._is_number("loc", 0)
        return f"{self._operand('loc')} + {text}" if moved else text

    def _is_number(self, name: str, number: int) -> bool:
        """A constant that changes nothing."""
        node = self.given[name]
        return isinstance(node, ast.Constant) and node.value == number

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
        dtype = self._integer_type()
        low, high = ("low", "high") if self.given.keys() & {"high", "last"} else ("", "low")
        if "last" in self.given:
            high = "last"
        inclusive = high == "last" or self._flag("endpoint")
        last = self.given.get(high)
        if last is None:
            raise NoCounterpart
        number = last.value if isinstance(last, ast.Constant) else None
        if inclusive and isinstance(number, int):
            end = str(number + 1)
        else:
            end = f"{self._operand(high)} + 1" if inclusive else self._of(high)
        return self._call(shape, self._of(low) if low else "0", end, dtype)

    def _integer_type(self) -> str:
        """Python's and NumPy's own integers are what JAX draws, in 32 bits."""
        told = self.given.get("dtype")
        name = "" if told is None else self.site.text(told)
        if told is None or name == "int" or name.endswith(("int64", "int_")):
            return ""
        return f"dtype={name}"

    def _flag(self, name: str) -> bool:
        node = self.given.get(name)
        if node is None:
            return False
        if not isinstance(node, ast.Constant):
            raise NoCounterpart
        return bool(node.value)

    def _choice(self) -> str:
        rest = [f"replace={self._of('replace')}"] if "replace" in self.given else []
        rest += [f"p={self._array('p')}"] if "p" in self.given else []
        return self._call(self._population(), self._shape(), *rest)

    def _choices(self) -> str:
        if self.given.keys() & {"weights", "cum_weights"}:
            raise NoCounterpart
        self.base = "choice"
        return self._call(self._population(), self._shape() or "(1,)")

    def _sample(self) -> str:
        """``random.sample``."""
        self.base = "choice"
        count = self.site.value(self.given["count"]) if "count" in self.given else None
        if not isinstance(count, (Const, Static)):
            raise NoCounterpart
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
            raise NoCounterpart
        self.base = "permutation"
        return f"{self._of('x')} = {self._call(self._array('x'))}"

    def _expovariate(self) -> str:
        self.base = "exponential"
        return f"{self._call()} / {self._operand('rate')}" if "rate" in self.given else self._call()

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
_RENAMED = {
    ("gamma", "shape"): "a", ("standard_gamma", "shape"): "a", ("gauss", "mu"): "loc", ("gauss", "sigma"): "scale",
    ("normalvariate", "mu"): "loc", ("normalvariate", "sigma"): "scale", ("uniform", "a"): "low",
    ("uniform", "b"): "high", ("choices", "k"): "size", ("choices", "population"): "a", ("sample", "k"): "count",
    ("sample", "population"): "a", ("randint", "a"): "low", ("randint", "b"): "last", ("choice", "seq"): "a",
    ("betavariate", "alpha"): "a", ("betavariate", "beta"): "b", ("gammavariate", "alpha"): "a",
    ("gammavariate", "beta"): "scale", ("expovariate", "lambd"): "rate", ("lognormvariate", "mu"): "mean",
}  # fmt: skip


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _are_numbers(value: Sequence) -> bool:
    return value.items is not None and all(
        _are_numbers(one) if isinstance(one, Sequence) else scalar_aval(one) is not None for one in value.items
    )
