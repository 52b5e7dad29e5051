"""Random programs: some helpers, an entry under a stack of transforms, and one concrete call of it."""

from __future__ import annotations

import random

from tests.generated.grammar import Expressions

HEAD = """import functools
import math
import operator
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Pair(NamedTuple):
    a: jax.Array
    n: int


class Model:
    def __init__(self, n, scale):
        self.n = n
        self.scale = scale
        self.sizes = [n, 2]

    def apply(self, x):
        return x[: self.n].sum() * self.scale

    def __call__(self, x):
        return x * self.scale


"""
CALLS = {
    "vec": ["Pair({vec}, {int}).a", "Pair({vec}, {int})[0]", "Model({int}, {scalar})({vec})"],
    "scalar": ["Model({int}, {scalar}).apply({vec})", "Model({int}, {scalar}).scale"],
    "int": ["Pair({vec}, {int}).n", "Model({int}, 2.0).n", "Model({int}, 1.0).sizes[0]"],
}
BLOCKS = ("branch", "ternary", "loop", "scan", "closure", "container", "guard", "mutate", "unpack", "cond", "use")
ITERABLES = (
    ("i", "int", "range({int})"),
    ("i", "int", "range({vec}.shape[0])"),
    ("i", "int", "range(3)"),
    ("i", "int", "{vec}.shape"),
    ("i", "int", "(1, 2, 3)"),
    ("v", "vec", "{list}"),
    ("i, v", "int vec", "enumerate({list})"),
    ("v, w", "vec vec", "zip({list}, {list})"),
    ("i, v", "int vec", "zip(range(2), {list})"),
    ("s", "scalar", "{vec}"),
    ("k, v", "str any", "{dict}.items()"),
    ("i", "int", "reversed(range({int}))"),
    ("i, s", "int scalar", "enumerate({vec})"),
)
ERRORS = ("Exception", "jax.errors.ConcretizationTypeError", "TypeError", "(TypeError, ValueError)")


class Writer:
    """Writes statements, at some indentation, with the variables that are in scope."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.expressions = Expressions(rng, rng.choice((0.03, 0.08, 0.2)))
        self.expressions.calls = {type: list(forms) for type, forms in CALLS.items()}
        self.lines: list[str] = []
        self.count = 0

    def line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def expr(self, scope: dict[str, str], type: str, depth: int = 2) -> str:
        return self.expressions.make(scope, type, depth)

    def function(self, indent: int, name: str, params: dict[str, str], signature: str, returns: str, size: int) -> None:
        """def name(signature): size statements, and what it returns."""
        self.line(indent, f"def {name}({signature}):")
        scope = dict(params)
        self.block(indent + 1, scope, size, returns)
        self.finish(indent + 1, scope, returns)

    def finish(self, indent: int, scope: dict[str, str], returns: str) -> None:
        if returns == "carry":
            self.line(indent, f"return jnp.asarray({self.expr(scope, 'scalar')}, jnp.float32).reshape(())")
        elif returns == "loss":
            self.line(indent, f"return jnp.sum({self.expr(scope, 'vec')}) + {self.expr(scope, 'scalar')}")
        else:
            self.line(indent, f"return {self.expr(scope, returns)}")

    def block(self, indent: int, scope: dict[str, str], size: int, returns: str | None) -> None:
        for _ in range(size):
            if self.rng.random() < 0.5 or indent > 4:
                self.assign(indent, scope)
            else:
                getattr(self, self.rng.choice(BLOCKS))(indent, scope, returns)

    def assign(self, indent: int, scope: dict[str, str]) -> None:
        type = self.rng.choice(("vec", "vec", "scalar", "scalar", "int", "mask", "arr", "list", "pair", "dict", "cond"))
        names = [name for name, known in scope.items() if known == type]
        value = self.expr(scope, type, 3)
        if names and type in ("vec", "scalar", "int") and self.rng.random() < 0.3:
            self.line(indent, f"{self.rng.choice(names)} {self.rng.choice(('+=', '*=', '='))} {value}")
            return
        name = self.rng.choice(names) if names and self.rng.random() < 0.3 else self.name(type[0])
        self.line(indent, f"{name} = {value}")
        scope[name] = type

    def inner(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        """An indented block; what it binds is not counted on after it."""
        self.block(indent, dict(scope), self.rng.choice((1, 1, 2)), returns)

    def branch(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        self.line(indent, f"if {self.expr(scope, 'cond')}:")
        if returns and self.rng.random() < 0.3:
            self.finish(indent + 1, scope, returns)
            return
        self.inner(indent + 1, scope, returns)
        if self.rng.random() < 0.4:
            self.line(indent, f"elif {self.expr(scope, 'cond')}:")
            self.inner(indent + 1, scope, returns)
        if self.rng.random() < 0.5:
            self.line(indent, "else:")
            self.inner(indent + 1, scope, returns)

    def ternary(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        type = self.rng.choice(("vec", "scalar", "int"))
        name = self.name(type[0])
        chosen, other = self.expr(scope, type), self.expr(scope, type)
        self.line(indent, f"{name} = {chosen} if {self.expr(scope, 'cond')} else {other}")
        scope[name] = type

    def loop(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        if self.rng.random() < 0.2:
            count = self.name("k")
            self.line(indent, f"{count} = 0")
            self.line(indent, f"while {count} < {self.expr(scope, 'int', 1)}:")
            self.inner(indent + 1, {**scope, count: "count"}, returns)
            self.line(indent + 1, f"{count} += 1")
            return
        targets, types, iterable = self.rng.choice(ITERABLES)
        self.line(indent, f"for {targets} in {self.expressions.fill(scope, iterable, 1)}:")
        bound = dict(zip(targets.split(", "), types.split(), strict=True))
        self.inner(indent + 1, {**scope, **bound}, returns)

    def scan(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        """A body, and one of the loops of jax.lax over it."""
        kind = self.rng.choice(("scan", "fori", "while", "map", "switch"))
        body, result = self.name("body"), self.name("s")
        start = f"jnp.asarray({self.expr(scope, 'scalar')}, jnp.float32)"
        params, signature, call = {
            "scan": (
                {"c": "scalar", "t": "scalar"},
                "c, t",
                f"jax.lax.scan({body}, {start}, {self.expr(scope, 'vec')})[0]",
            ),
            "fori": (
                {"i": "int", "c": "scalar"},
                "i, c",
                f"jax.lax.fori_loop(0, {self.expr(scope, 'int')}, {body}, {start})",
            ),
            "while": (
                {"c": "scalar"},
                "c",
                f"jax.lax.while_loop(lambda c: c < 2, lambda c: jnp.abs({body}(c)) + 2, {start})",
            ),
            "map": ({"t": "scalar"}, "t", f"jax.lax.map({body}, {self.expr(scope, 'vec')}).sum()"),
            "switch": (
                {"c": "scalar"},
                "c",
                f"jax.lax.switch({self.expr(scope, 'int')}, [{body}, lambda c: c * 2], {start})",
            ),
        }[kind]
        self.line(indent, f"def {body}({signature}):")
        inside = {**scope, **params}
        self.block(indent + 1, inside, self.rng.choice((0, 1, 2)), None)
        value = f"jnp.asarray({self.expr(inside, 'scalar')}, jnp.float32)"
        self.line(indent + 1, f"return {value}, t" if kind == "scan" else f"return {value}")
        self.line(indent, f"{result} = {call}")
        scope[result] = "scalar"

    def closure(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        name = self.name("f")
        if self.rng.random() < 0.5:
            self.line(indent, f"{name} = lambda t, n=2: {self.expr({**scope, 't': 'vec', 'n': 'int'}, 'scalar')}")
        else:
            self.function(indent, name, {**scope, "t": "vec", "n": "int"}, "t, n=2", "scalar", 1)
        form = self.rng.choice(
            ("{f}({vec})", "{f}({vec}, {int})", "partial({f}, n={int})({vec})", "jax.jit({f})({vec})")
        )
        result = self.name("s")
        self.line(indent, f"{result} = {self.expressions.fill(scope, form.replace('{f}', name), 1)}")
        scope[result] = "scalar"

    def container(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        form = self.rng.choice(
            ("{list}.append({vec})", '{dict}["a"] = {vec}', "{list}[0] = {vec}", '{dict}["b"] += {scalar}')
        )
        for type in ("list", "dict"):
            if "{" + type + "}" in form:
                name = self.name(type[0])
                self.line(indent, f"{name} = {self.expr(scope, type)}")
                form = form.replace("{" + type + "}", name)
                scope[name] = type
        self.line(indent, self.expressions.fill(scope, form, 1))

    def guard(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        if self.rng.random() < 0.3:
            self.line(indent, f"assert {self.expr(scope, 'cond')} or True")
            return
        name = self.name("s")
        self.line(indent, "try:")
        self.line(indent + 1, f"{name} = {self.expr(scope, 'scalar')}")
        self.line(indent, f"except {self.rng.choice(ERRORS)}:")
        self.line(indent + 1, f"{name} = {self.rng.choice(('0.0', 'jnp.float32(0)', 'jnp.float32(0)'))}")
        scope[name] = "scalar"

    def mutate(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        if self.rng.random() > self.expressions.risk * 2:
            self.assign(indent, scope)
            return
        name = self.name("v")
        self.line(indent, f"{name} = {self.rng.choice((self.expr(scope, 'vec'), 'np.zeros(4)', 'np.zeros(4)'))}")
        self.line(indent, f"{name}[{self.expr(scope, 'int', 1)} % 4] = {self.expr(scope, 'scalar', 1)}")
        scope[name] = "vec"

    def unpack(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        forms = ("{v}, {s} = {pair}", "{v}, *{l} = {list}", "({v}, {s}), {n} = {pair}, {int}", "{n}, *_ = {vec}.shape")
        form = self.rng.choice(forms)
        bound = {}
        for stem, type in (("v", "vec"), ("s", "scalar"), ("l", "list"), ("n", "int")):
            if "{" + stem + "}" in form:
                name = self.name(stem)
                form = form.replace("{" + stem + "}", name)
                bound[name] = type
        self.line(indent, self.expressions.fill(scope, form, 1))
        scope.update(bound)
        for name, type in bound.items():
            if type == "list":
                self.line(indent, f"{name} = {name} + [jnp.ones(4)]")

    def cond(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        name = self.name("v")
        yes, no = (self.expr({**scope, "t": "vec"}, "vec") for _ in range(2))
        test = f"{self.expr(scope, 'scalar')} > 0"
        self.line(indent, f"{name} = jax.lax.cond({test}, lambda t: {yes}, lambda t: {no}, {self.expr(scope, 'vec')})")
        scope[name] = "vec"

    def use(self, indent: int, scope: dict[str, str], returns: str | None) -> None:
        """The number that an if or a loop may have changed, where it must be static."""
        name = self.name("r")
        self.line(indent, f"{name} = {self.expr(scope, 'arr')}")
        scope[name] = "arr"


def _helpers(writer: Writer) -> None:
    for number in range(writer.rng.choice((1, 2, 3))):
        name, returns = f"h{number}", writer.rng.choice(("vec", "scalar", "int"))
        signature, params, forms = writer.rng.choice(
            (
                ("x, n=2", {"x": "vec", "n": "int"}, ["{h}({vec})", "{h}({vec}, {int})", "{h}(n={int}, x={vec})"]),
                ("n, s", {"n": "int", "s": "scalar"}, ["{h}({int}, {scalar})", "{h}(2, s={scalar})"]),
                ("x, *args", {"x": "vec", "args": "list"}, ["{h}({vec}, {vec})", "{h}({vec}, *{list})"]),
                ("x, flag=True, **kw", {"x": "vec", "flag": "cond", "kw": "dict"}, ["{h}({vec}, {cond}, **{dict})"]),
            )
        )
        writer.function(0, name, params, signature, returns, writer.rng.choice((1, 2, 3)))
        writer.lines += ["", ""]
        writer.expressions.calls[returns] += [form.replace("{h}", name) for form in forms] * 3


PARAMETERS = {  # type, concrete argument, the same with a batch axis
    "x": ("vec", "jnp.arange(4.0)", "jnp.ones((3, 4))"),
    "y": ("vec", "jnp.ones(4)", "jnp.ones((3, 4))"),
    "s": ("scalar", "1.5", "jnp.arange(3.0)"),
    "n": ("int", "2", "jnp.arange(3)"),
    "m": ("int", "3", "jnp.arange(3)"),
    "flag": ("cond", "True", "jnp.array([True, False, True])"),
    "d": ("dict", '{"a": jnp.ones(4), "b": 0.5}', '{"a": jnp.ones((3, 4)), "b": jnp.ones(3)}'),
    "ls": ("list", "[jnp.ones(4), jnp.zeros(4)]", "[jnp.ones((3, 4)), jnp.zeros((3, 4))]"),
    "p": ("pair", "(jnp.ones(4), 1.0)", "(jnp.ones((3, 4)), jnp.ones(3))"),
}
STACKS = (
    "jit", "jit", "jit", "jit", "", "vmap", "grad", "value_and_grad", "checkpoint", "vmap jit", "jit vmap", "grad jit",
    "jit grad", "jit value_and_grad", "jit checkpoint", "jit vmap grad", "vmap grad",
)  # fmt: skip


def program(seed: int) -> str:
    """The program of this seed."""
    rng = random.Random(seed)
    writer = Writer(rng)
    _helpers(writer)
    names = ["x"] + [name for name in list(PARAMETERS)[1:] if rng.random() < 0.45]
    stack = rng.choice(STACKS).split()
    returns = "loss" if any("grad" in transform for transform in stack) else rng.choice(("vec", "scalar", "loss"))
    decorator = rng.random() < 0.5
    batched = [name == "x" or rng.random() < 0.6 for name in names]
    whole = [not batch or "vmap" not in stack for batch in batched]
    wraps = [_wrap(rng, transform, names, batched, whole) for transform in stack]
    if decorator:
        writer.lines += [f"@{wrap}" for wrap in wraps]
    writer.function(
        0, "entry", {name: PARAMETERS[name][0] for name in names}, ", ".join(names), returns, rng.choice((3, 5, 8))
    )
    writer.lines += ["", ""]
    if not decorator:
        for wrap in reversed(wraps):
            call = wrap[len("partial(") : -1].split(", ", 1) if wrap.startswith("partial(") else [wrap]
            rest = f", {call[1]}" if len(call) > 1 else ""
            writer.line(0, f"entry = {call[0]}(entry{rest})")
    column = 2 if "vmap" in stack else 1
    arguments = [PARAMETERS[name][column if batch else 1] for name, batch in zip(names, batched, strict=True)]
    writer.line(0, f"entry({', '.join(arguments)})")
    return HEAD + _without_unused("\n".join(writer.lines)) + "\n"


def _without_unused(text: str) -> str:
    """Helpers that nobody calls are left out: a later one, seen first, may be the only one to call an earlier one."""
    parts = text.split("\n\n\n")
    for name in ("h2", "h1", "h0"):
        called = sum(part.count(f"{name}(") for part in parts) > 1
        parts = [part for part in parts if called or not part.startswith(f"def {name}(")]
    return "\n\n\n".join(parts)


def _wrap(rng: random.Random, transform: str, names: list[str], batched: list[bool], whole: list[bool]) -> str:
    """The transform as a decorator."""
    if transform == "vmap":
        axes = ", ".join("0" if batch else "None" for batch in batched)
        return "jax.vmap" if all(batched) else f"partial(jax.vmap, in_axes=({axes},))"
    if transform == "jit":
        numbers = [name for name, one in zip(names, whole, strict=True) if one and name in ("n", "m", "flag", "s")]
        static = [name for name in numbers if rng.random() < 0.6]
        if static and rng.random() < 0.5:
            return f"partial(jax.jit, static_argnames={tuple(static)!r})"
        if static:
            return f"partial(jax.jit, static_argnums={tuple(names.index(name) for name in static)!r})"
    return f"jax.{transform}"
