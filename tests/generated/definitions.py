"""Helpers that programs define for themselves: functions, decorated or not, methods, generators, derivative rules."""

from __future__ import annotations

from tests.generated.writer import Scope, Writer

# signature, types of the parameters, forms of calls
SIGNATURES: tuple[tuple[str, Scope, list[str]], ...] = (
    ("x, n=2", {"x": "vec", "n": "int"}, ["{h}({vec})", "{h}({vec}, {int})", "{h}(n={int}, x={vec})"]),
    ("n, s", {"n": "int", "s": "scalar"}, ["{h}({int}, {scalar})", "{h}(2, s={scalar})"]),
    ("x, *args", {"x": "vec", "args": "list"}, ["{h}({vec}, {vec})", "{h}({vec}, *{list})"]),
    ("x, flag=True, **kw", {"x": "vec", "flag": "cond", "kw": "dict"}, ["{h}({vec}, {cond}, **{dict})"]),
    ("x, cfg", {"x": "vec", "cfg": "cfg"}, ["{h}({vec}, {cfg})", "{h}({vec}, cfg=Config({int}))"]),
    ("layer, x", {"layer": "layer", "x": "vec"}, ["{h}({layer}, {vec})", "{h}(Layer({vec}, 0.5), {vec})"]),
    ("state, *, n=1", {"state": "state", "n": "int"}, ["{h}({state})", "{h}(Pair({vec}, 2), n={int})"]),
    ("x, mode='relu'", {"x": "vec", "mode": "text"}, ["{h}({vec})", "{h}({vec}, {text})", "{h}({vec}, mode='tanh')"]),
    ("key, shape", {"key": "key", "shape": "shape"}, ["{h}({key}, {shape})", "{h}(jax.random.key(0), (4,))"]),
    ("x: jax.Array, n: int = 2", {"x": "vec", "n": "int"}, ["{h}({vec})", "{h}({vec}, {int})"]),
)
DECORATORS = (
    *("", "", "", "", "", "", ""),
    *("@logged", "@jax.jit", "@jax.checkpoint", "@jax.named_call", "@functools.partial(jax.jit, inline=True)"),
)


def helper(writer: Writer, number: int) -> None:
    kind = writer.rng.choice((plain, plain, plain, plain, static, method, generator, jvp, vjp))
    kind(writer, f"h{number}")
    writer.lines += ["", ""]


def known(writer: Writer, type: str, forms: list[str], name: str) -> None:
    writer.expressions.calls.setdefault(type, []).extend([form.replace("{h}", name) for form in forms] * 4)


def plain(writer: Writer, name: str) -> None:
    returns = writer.rng.choice(("vec", "scalar", "int", "pair", "dict", "vec", "scalar"))
    signature, params, forms = writer.rng.choice(SIGNATURES)
    decorator = writer.rng.choice(DECORATORS)
    if decorator and "cfg" not in params and "mode" not in params and returns in ("vec", "scalar"):
        writer.line(0, decorator)
    writer.function(0, name, params, signature, returns, writer.rng.choice((1, 2, 3)))
    known(writer, returns, forms, name)


def static(writer: Writer, name: str) -> None:
    """Under jit, told what is static."""
    options = writer.rng.choice(("static_argnames='n'", "static_argnums=1", "static_argnames=('n',)"))
    writer.line(0, f"@partial(jax.jit, {options})")
    returns = writer.rng.choice(("vec", "scalar"))
    writer.function(0, name, {"x": "vec", "n": "int"}, "x, n=2", returns, writer.rng.choice((1, 2, 3)))
    known(writer, returns, ["{h}({vec})", "{h}({vec}, {int})", "{h}({vec}, n={int})"], name)


def method(writer: Writer, name: str) -> None:
    """A class of its own, and a method that may be under jit, its self static."""
    kind = name.upper()
    writer.line(0, f"class {kind}:")
    writer.line(1, "def __init__(self, w, depth=2):")
    writer.line(2, "self.w = w")
    writer.line(2, "self.depth = depth")
    writer.line(0, "")
    if writer.rng.random() < 0.4:
        writer.line(1, "@partial(jax.jit, static_argnums=(0, 2))")
    returns = writer.rng.choice(("vec", "scalar"))
    scope = {"self.w": "vec", "self.depth": "int", "x": "vec", "n": "int"}
    writer.function(1, name, scope, "self, x, n=2", returns, writer.rng.choice((1, 2, 3)))
    made = f"{kind}({{vec}}, {{int}})"
    known(writer, returns, [f"{made}.{{h}}({{vec}})", f"{kind}(jnp.ones(4)).{{h}}({{vec}}, {{int}})"], name)


def generator(writer: Writer, name: str) -> None:
    writer.line(0, f"def {name}(x, n=2):")
    scope = {"x": "vec", "n": "int", "i": "int"}
    writer.line(1, "for i in range(n):")
    writer.inner(2, scope, None)
    writer.line(2, f"yield {writer.expr(scope, 'vec')}")
    known(writer, "list", ["list({h}({vec})) + [{vec}]", "[v * 2 for v in {h}({vec}, {int})] + [{vec}]"], name)
    known(writer, "vec", ["next({h}({vec}))", "sum({h}({vec}, {int}), {vec})"], name)


def jvp(writer: Writer, name: str) -> None:
    """jax.custom_jvp and its rule."""
    writer.line(0, "@jax.custom_jvp")
    writer.function(0, name, {"x": "vec"}, "x", "vec", 1)
    writer.lines += ["", "", f"@{name}.defjvp", f"def {name}_rule(primals, tangents):"]
    writer.line(1, "(x,), (dx,) = primals, tangents")
    scope = {"x": "vec"}
    writer.block(1, scope, 1, None)
    writer.line(1, f"return {name}(x), dx * 2.0")
    known(writer, "vec", ["{h}({vec})"], name)


def vjp(writer: Writer, name: str) -> None:
    """jax.custom_vjp and its rules, with a number that is not differentiated."""
    writer.line(0, "@partial(jax.custom_vjp, nondiff_argnums=(1,))")
    writer.function(0, name, {"x": "vec", "n": "int"}, "x, n", "vec", 1)
    writer.lines += ["", "", f"def {name}_fwd(x, n):"]
    writer.line(1, f"return {name}(x, n), (x, {writer.expr({'x': 'vec', 'n': 'int'}, 'vec')})")
    writer.lines += ["", "", f"def {name}_bwd(n, kept, g):"]
    writer.line(1, "x, y = kept")
    writer.block(1, {"x": "vec", "y": "vec", "g": "vec", "n": "int"}, 1, None)
    writer.line(1, "return (g * y,)")
    writer.lines += ["", "", f"{name}.defvjp({name}_fwd, {name}_bwd)"]
    known(writer, "vec", ["{h}({vec}, {int})"], name)
