"""Small programs that hold a branch: what JAX does with each, and what jaxlint has to say of it.

Some are harmless because their arms exclude each other, others fail in the arm that is taken.
"""

from __future__ import annotations

from typing import NamedTuple

from tests.spellings.constructs import HEAD, spelled


class Phenomenon(NamedTuple):
    """``text``: a program, in which BODY is the branch of ``question`` between ``yes`` and ``no``.

    ``code``: the rule that has to report the line that contains ``mark``, else ``yes``; none where all is right.
    ``weaker``: a rule that will do, too; ``beside``: a rule that is right on other lines.
    ``raises``: the exception, which JAX raises in the line that contains ``at``, else in the marked line.
    ``run``: what is run, and not linted; it asserts something where all that JAX does is to give a wrong value.
    """

    name: str
    yes: str
    text: str
    no: str = "x + 1"
    question: str = "flag()"
    code: str = ""
    mark: str = ""
    raises: str | None = None
    weaker: str = ""
    beside: str = ""
    at: str = ""
    run: str = ""

    def program(self, construct: str) -> str:
        """The text that is linted."""
        return HEAD + self.text.lstrip("\n").replace("    BODY", spelled(construct, self.question, self.yes, self.no))


JITTED = """
@jax.jit
def f(x):
    BODY
f(jnp.float32(2))
"""
MAPPED = """
def f(x):
    BODY
jax.vmap(f, axis_name="rows")(jnp.ones(3))
"""
DRAWN_TWICE = """
def draw(key, wanted):
    BODY
def f(key, wanted):
    return draw(key, wanted) + draw(key, {})
"""
DRAWS = """
with jax.debug_key_reuse(True):
    f(jax.random.key(0), True)
    f(jax.random.key(0), False)
"""

HARMLESS = [
    Phenomenon(
        "one key in two arms", "jax.random.normal(key)", no="jax.random.uniform(key)", question="wanted", run=DRAWS,
        text="""
def f(key, wanted):
    BODY
def main(answers):
    for wanted in answers:
        f(jax.random.key(0), wanted)
"""),
    Phenomenon(
        "draws under opposite answers", "jax.random.normal(key)", no="0.0", question="wanted", run=DRAWS,
        text=DRAWN_TWICE.format("not wanted")),
    Phenomenon(
        "the arm of NumPy", "float(x.sum())", no="x.sum()", question="isinstance(x, np.ndarray)", text="""
def f(x):
    BODY
jax.jit(f)(jnp.ones(3))
f(np.ones(3))
"""),
    Phenomenon(
        "the arm of None", "(1.0 if x else 0.0)", no="x.sum()", question="x is None", text=JITTED + "f(None)\n"),
    Phenomenon(
        "jit by the same question", "float(x[0])", no="x[0]", question='mode == "host"',
        run='main(["host", "device"])', text="""
def f(x, mode):
    BODY
def main(modes):
    for mode in modes:
        g = f if mode == "host" else jax.jit(f, static_argnames="mode")
        g(jnp.ones(3), mode)
"""),
    Phenomenon("an axis that vmap binds", 'lax.psum(x, "rows")', MAPPED),
]  # fmt: skip

WRITTEN = [
    Phenomenon(
        "written and tested in one arm", "put(d, x)", code="JAX303", mark="return 1.0 if",
        raises="TracerBoolConversionError", text="""
def put(d, x):
    d["n"] = x
    return 1.0 if d["n"] else 2.0
@jax.jit
def f(x):
    d = {"n": 0}
    BODY
f(jnp.float32(2))
"""),
    Phenomenon(
        "written between two calls", "(1.0 if get() else 2.0)", code="JAX303", beside="JAX507",
        raises="TracerBoolConversionError", text="""
CONFIG = {"n": 0}
def get():
    return CONFIG["n"]
@jax.jit
def f(x):
    get()
    CONFIG["n"] = x
    BODY
f(jnp.float32(2))
"""),
    Phenomenon(  # out of scope as yet: the tracer runs the body of a generator where it is called
        "a generator that writes", "use(fill(d, x), d)", code="JAX303", mark="return early",
        raises="TracerBoolConversionError", text="""
def fill(d, x):
    d["n"] = x
    yield 1.0
def use(steps, d):
    early = 1.0 if d["n"] else 2.0
    late = next(steps)
    return early + late + (3.0 if d["n"] else 4.0)
@jax.jit
def f(x):
    d = {"n": 0}
    BODY
f(jnp.float32(2))
"""),
]  # fmt: skip

NEEDED = Phenomenon("a value that is needed", "float(x)", JITTED, code="JAX202", raises="ConcretizationTypeError")
IN_ONE_ARM = [
    NEEDED,
    Phenomenon(
        "draws under one answer", "jax.random.normal(key)", no="0.0", question="wanted", code="JAX402",
        mark="draw(key, wanted) +", raises="KeyReuseError", run=DRAWS, text=DRAWN_TWICE.format("wanted")),
    Phenomenon(
        "a helper called five times", "(1.0 if e else 2.0)", code="JAX303", raises="TracerBoolConversionError",
        run="f(1, 2, 3, 4, 5)", text="""
def twice(x):
    return x * 2.5  # what is multiplied so is no list
@jax.jit
def f(a, b, c, d, e):
    x = twice(a) + twice(b) + twice(c) + twice(d) + twice(e)
    BODY
"""),
    Phenomenon("an axis that nothing binds", 'lax.psum(x, "rows")', JITTED, code="JAX618", raises="NameError"),
    Phenomenon("an axis of another name", 'lax.psum(x, "columns")', MAPPED, code="JAX618", raises="NameError"),
    Phenomenon(
        "read after a donation", "new + state", no="new", code="JAX607", raises="RuntimeError", text="""
step = jax.jit(lambda state: state * 2, donate_argnums=0)
def f(state):
    new = step(state)
    BODY
f(jnp.ones(3))
"""),
    Phenomenon(
        "donated in one arm", "step(state)", no="state + 1", code="JAX607", mark="new + state",
        raises="RuntimeError", text="""
step = jax.jit(lambda state: state * 2, donate_argnums=0)
def f(state):
    BODY
state = jnp.ones(3)
new = f(state)
print(new + state)
"""),
    Phenomenon(
        "a global that changes between two calls", "x * RATE", code="JAX608", mark="f(jnp.float32(3))",
        raises="AssertionError", at="assert f(", run="assert f(jnp.float32(3)) == f.__wrapped__(jnp.float32(3))",
        text="RATE = 1.0" + JITTED + "RATE = 4.0\nf(jnp.float32(3))\n"),
]  # fmt: skip

KEPT = Phenomenon(
    "a tracer that is kept", "KEPT.append(x) or x", code="JAX503", raises="UnexpectedTracerError", at="KEPT[0] + 1",
    text="KEPT = []" + JITTED + "KEPT[0] + 1\n")  # fmt: skip
TWO_CALLERS = Phenomenon(
    "kept by a second caller of a helper", "KEPT.append(double(x)) or x", code="JAX503", weaker="JAX507",
    beside="JAX507", raises="UnexpectedTracerError", at="KEPT[0] + 1", text="""
OTHERS, KEPT = [], []
def double(x):
    return x * 2
@jax.jit
def first(x):
    OTHERS.append(double(x))
    return x
@jax.jit
def f(x):
    BODY
first(jnp.float32(2))
f(jnp.float32(2))
KEPT[0] + 1
""")  # fmt: skip
# What a jitted function makes with another transform is a tracer of its own trace.
MAKERS = {
    "vmap": "jax.vmap(jnp.sin)(jnp.ones(3) * x)",
    "grad": "jax.grad(jnp.sin)(x)",
    "scan": "lax.scan(lambda carry, v: (carry + v, v), x, jnp.ones(3))[0]",
    "cond": "lax.cond(x > 0, jnp.sin, jnp.cos, x)",
    "checkpoint": "jax.checkpoint(jnp.sin)(x)",
    "jit": "jax.jit(jnp.sin)(x)",
    "while_loop": "lax.while_loop(lambda v: v < 9, lambda v: v * 2, x)",
    "map": "lax.map(jnp.sin, jnp.ones(3) * x)",
    "remat": "jax.remat(jnp.sin)(x)",
}


def kept_from(maker: str) -> Phenomenon:
    """Behind a question the weaker rule counts, too: here it is asked whether the value is known to be a tracer."""
    return KEPT._replace(name=f"kept from {maker}", yes=f"KEPT.append({MAKERS[maker]}) or x", weaker="JAX507")


PHENOMENA = [*HARMLESS, *WRITTEN, *IN_ONE_ARM, KEPT, TWO_CALLERS, *map(kept_from, MAKERS)]
