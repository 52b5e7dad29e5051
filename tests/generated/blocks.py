"""Statements that templates can't say: branches of any length, loops, guards, closures."""

from __future__ import annotations

from tests.generated.templates import templates
from tests.generated.writer import Block, Scope, Writer

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
    ("i", "int", "range(1, {int} + 1)"),
    ("s", "scalar", "({scalar}, 0.25)"),
    ("v", "vec", "({vec} * k for k in range({int}))"),
    ("i", "int", "np.arange({int})"),
    ("v, s", "vec scalar", "zip(jnp.ones((3, 4)), {vec})"),
    ("v", "vec", "rows({vec}, {int})"),
    ("k", "str", "{dict}"),
)
ERRORS = ("Exception", "jax.errors.ConcretizationTypeError", "TypeError", "(TypeError, ValueError)")


def branch(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    writer.line(indent, f"if {writer.expr(scope, 'cond')}:")
    if returns and writer.rng.random() < 0.3:
        writer.finish(indent + 1, scope, returns)
        return
    writer.inner(indent + 1, scope, returns)
    if writer.rng.random() < 0.4:
        writer.line(indent, f"elif {writer.expr(scope, 'cond')}:")
        writer.inner(indent + 1, scope, returns)
    if writer.rng.random() < 0.5:
        writer.line(indent, "else:")
        writer.inner(indent + 1, scope, returns)


def ternary(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    type = writer.rng.choice(("vec", "scalar", "int"))
    name = writer.name(type[0])
    chosen, other = writer.expr(scope, type), writer.expr(scope, type)
    writer.line(indent, f"{name} = {chosen} if {writer.expr(scope, 'cond')} else {other}")
    scope[name] = type


def loop(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    if writer.rng.random() < 0.2:
        count = writer.name("k")
        writer.line(indent, f"{count} = 0")
        writer.line(indent, f"while {count} < {writer.expr(scope, 'int', 1)}:")
        writer.inner(indent + 1, {**scope, count: "count"}, returns)
        writer.line(indent + 1, f"{count} += 1")
        return
    targets, types, iterable = writer.rng.choice(ITERABLES)
    writer.line(indent, f"for {targets} in {writer.fill(scope, iterable, 1)}:")
    bound = dict(zip(targets.split(", "), types.split(), strict=True))
    writer.inner(indent + 1, {**scope, **bound}, returns)


def container(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    form = writer.rng.choice(
        ("{list}.append({vec})", '{dict}["a"] = {vec}', "{list}[0] = {vec}", '{dict}["b"] += {scalar}')
    )
    for type in ("list", "dict"):
        if "{" + type + "}" in form:
            name = writer.name(type[0])
            writer.line(indent, f"{name} = {writer.expr(scope, type)}")
            form = form.replace("{" + type + "}", name)
            scope[name] = type
    writer.line(indent, writer.fill(scope, form, 1))


def guard(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    if writer.rng.random() < 0.3:
        writer.line(indent, f"assert {writer.expr(scope, 'cond')} or True")
        return
    name = writer.name("s")
    writer.line(indent, "try:")
    writer.line(indent + 1, f"{name} = {writer.expr(scope, 'scalar')}")
    writer.line(indent, f"except {writer.rng.choice(ERRORS)}:")
    writer.line(indent + 1, f"{name} = {writer.rng.choice(('0.0', 'jnp.float32(0)', 'jnp.float32(0)'))}")
    scope[name] = "scalar"


def mutate(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    if writer.rng.random() > writer.expressions.risk * 2:
        writer.assign(indent, scope)
        return
    name = writer.name("v")
    writer.line(indent, f"{name} = {writer.rng.choice((writer.expr(scope, 'vec'), 'np.zeros(4)', 'np.zeros(4)'))}")
    writer.line(indent, f"{name}[{writer.expr(scope, 'int', 1)} % 4] = {writer.expr(scope, 'scalar', 1)}")
    scope[name] = "vec"


def unpack(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    forms = ("{v}, {s} = {pair}", "{v}, *{l} = {list}", "({v}, {s}), {n} = {pair}, {int}", "{n}, *_ = {vec}.shape")
    form = writer.rng.choice(forms)
    bound = {}
    for stem, type in (("v", "vec"), ("s", "scalar"), ("l", "list"), ("n", "int")):
        if "{" + stem + "}" in form:
            name = writer.name(stem)
            form = form.replace("{" + stem + "}", name)
            bound[name] = type
    writer.line(indent, writer.fill(scope, form, 1))
    scope.update(bound)
    for name, type in bound.items():
        if type == "list":
            writer.line(indent, f"{name} = {name} + [jnp.ones(4)]")


def use(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    """The number that an if or a loop may have changed, where it must be static."""
    name = writer.name("r")
    writer.line(indent, f"{name} = {writer.expr(scope, 'arr')}")
    scope[name] = "arr"


def scan(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    """A body, and one of the loops of jax.lax over it."""
    kind = writer.rng.choice(("scan", "fori", "while", "map", "switch"))
    body, result = writer.name("body"), writer.name("s")
    start = f"jnp.asarray({writer.expr(scope, 'scalar')}, jnp.float32)"
    params, signature, call = {
        "scan": (
            {"c": "scalar", "t": "scalar"},
            "c, t",
            f"jax.lax.scan({body}, {start}, {writer.expr(scope, 'vec')})[0]",
        ),
        "fori": (
            {"i": "int", "c": "scalar"},
            "i, c",
            f"jax.lax.fori_loop(0, {writer.expr(scope, 'int')}, {body}, {start})",
        ),
        "while": (
            {"c": "scalar"},
            "c",
            f"jax.lax.while_loop(lambda c: c < 2, lambda c: jnp.abs({body}(c)) + 2, {start})",
        ),
        "map": ({"t": "scalar"}, "t", f"jax.lax.map({body}, {writer.expr(scope, 'vec')}).sum()"),
        "switch": (
            {"c": "scalar"},
            "c",
            f"jax.lax.switch({writer.expr(scope, 'int')}, [{body}, lambda c: c * 2], {start})",
        ),
    }[kind]
    writer.line(indent, f"def {body}({signature}):")
    inside = {**scope, **params}
    writer.block(indent + 1, inside, writer.rng.choice((0, 1, 2)), None)
    value = f"jnp.asarray({writer.expr(inside, 'scalar')}, jnp.float32)"
    writer.line(indent + 1, f"return {value}, t" if kind == "scan" else f"return {value}")
    writer.line(indent, f"{result} = {call}")
    scope[result] = "scalar"


def closure(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    name = writer.name("f")
    if writer.rng.random() < 0.5:
        writer.line(indent, f"{name} = lambda t, n=2: {writer.expr({**scope, 't': 'vec', 'n': 'int'}, 'scalar')}")
    else:
        writer.function(indent, name, {**scope, "t": "vec", "n": "int"}, "t, n=2", "scalar", 1)
    form = writer.rng.choice(("{f}({vec})", "{f}({vec}, {int})", "partial({f}, n={int})({vec})", "jax.jit({f})({vec})"))
    result = writer.name("s")
    writer.line(indent, f"{result} = {writer.fill(scope, form.replace('{f}', name), 1)}")
    scope[result] = "scalar"


def cond(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    name = writer.name("v")
    yes, no = (writer.expr({**scope, "t": "vec"}, "vec") for _ in range(2))
    test = f"{writer.expr(scope, 'scalar')} > 0"
    writer.line(indent, f"{name} = jax.lax.cond({test}, lambda t: {yes}, lambda t: {no}, {writer.expr(scope, 'vec')})")
    scope[name] = "vec"


PYTHON_TEMPLATES = templates("python_statements.txt")
JAX_TEMPLATES = templates("jax_statements.txt")


def python_template(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    writer.template(indent, scope, writer.rng.choice(PYTHON_TEMPLATES))


def jax_template(writer: Writer, indent: int, scope: Scope, returns: str | None) -> None:
    writer.template(indent, scope, writer.rng.choice(JAX_TEMPLATES))


BLOCKS: tuple[Block, ...] = (
    *(branch, ternary, loop, scan, closure, container, guard, mutate, unpack, cond, use),
    *(python_template, python_template, python_template, python_template, jax_template, jax_template, jax_template),
)
