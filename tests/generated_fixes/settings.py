"""The module around a body: who jits it, what is imported, how the file is laid out."""

from __future__ import annotations

import random
import re

DTYPES = {"f32": "", "i32": ", jnp.int32", "bf16": ", jnp.bfloat16"}
SPECS = {
    "x": "{kind}[4]", "y": "{kind}[4]", "a": "{kind}[]", "m": "bool[4]", "k": "i32[] % 4", "w": "{kind}[4, 4]",
    "j": "i32[4] % 4", "key": "key",
}  # fmt: skip
EXAMPLES = {
    "x": "jnp.ones(4{dtype})", "y": "jnp.ones(4{dtype})", "a": "jnp.ones((){dtype})", "m": "jnp.ones(4, bool)",
    "k": "jnp.array(2)", "w": "jnp.ones((4, 4){dtype})", "j": "jnp.arange(4)", "key": "jax.random.key(0)",
}  # fmt: skip
BATCHED = {"{kind}[": "{kind}[3, ", "bool[": "bool[3, ", "i32[": "i32[3, ", ", ]": "]"}

# Heads, and how they spell what the templates say.
HEADS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("import jax\nimport jax.numpy as jnp\nimport numpy as np\n", ()),
    ("import jax\nimport jax.numpy as jnp\nimport numpy as np\n", ()),
    ('"""A module."""\n\nfrom __future__ import annotations\n\nimport jax, jax.numpy as jnp\nimport numpy as np\n', ()),
    ("import numpy as np\nimport jax\nfrom jax import numpy as jnp  # ours\n", ()),
    ("import jax\nimport jax.numpy as J\nimport numpy as onp\n", (("jnp.", "J."), ("np.", "onp."))),
    ("import numpy\nimport jax\n", (("jnp.", "jax.numpy."), ("np.", "numpy."))),
    ("import jax\nimport jax.numpy as np\nimport numpy as onp\n", (("np.", "onp."), ("jnp.", "np."))),
    (
        "import jax\nfrom jax import jit, lax, vmap\nimport jax.numpy as jnp, numpy as np\n",
        (("jax.jit", "jit"), ("jax.lax.", "lax."), ("jax.vmap", "vmap")),
    ),
    (
        "import jax\nimport numpy as np\nfrom jax import numpy as jnp\nfrom jax.numpy import where, abs as jabs\n",
        (("jnp.where", "where"), ("jnp.abs", "jabs")),
    ),
)
MODULES = ("functools", "logging", "math")


class Setting:
    """The text of a module whose ``f`` has the body, and the call to make of it."""

    def __init__(self, rng: random.Random, body: str, kind: str) -> None:
        self.rng = rng
        self.body = body
        self.kind = kind
        self.parameters = [name for name in SPECS if re.search(rf"(?<![\w.]){name}\b(?!\s*=[^=])", body)] or ["x"]
        self.signature = ", ".join(self.parameters)
        self.target = "f"
        self.batched = False
        self.hidden = False  # a call in a function that nobody calls is not followed to where it leads

    def text(self) -> str:
        ways = [self._decorated, self._decorated, self._wrapped, self._nested, self._called, self._static, self._method]
        ways += [self._batched, self._scanned, self._inline]
        if self.kind != "i32" and "x" in self.parameters:
            ways.append(self._differentiated)
        if re.fullmatch(r"return [^,]*(?:\(.*\)[^,]*)?", self.body):
            ways += [self._lambda] * 6
        return self.rng.choice(ways)() + self._example()

    def call(self) -> str:
        specs = [SPECS[name].format(kind=self.kind) for name in self.parameters]
        if self.batched:
            first = SPECS[self.parameters[0]]
            for old, new in BATCHED.items():
                first = first.replace(old, new)
            specs[0] = first.format(kind=self.kind)
            return f"{self.target}({', '.join(specs)})"
        pairs = zip(self.parameters, specs, strict=True)
        return f"{self.target}({', '.join(f'{name}={spec}' for name, spec in pairs)})"

    def _example(self) -> str:
        """A second function shows by its call what shapes come."""
        given = [EXAMPLES[name].format(dtype=DTYPES[self.kind]) for name in self.parameters]
        if self.batched:
            given[0] = f"jnp.stack([{given[0]}] * 3)"
        call = f"{self.target}({', '.join(given)})"
        head, verb = self.rng.choice((("def example():", "return "), ('if __name__ == "__main__":', "")))
        if self.hidden:
            head, verb = 'if __name__ == "__main__":', ""
        return f"\n\n{head}\n    {verb}{call}\n"

    def _def(self, name: str = "f", first: str = "") -> str:
        return f"def {name}({first}{self.signature}):\n{_indented(self.body)}\n"

    def _decorated(self) -> str:
        return f"@jax.jit\n{self._def()}"

    def _wrapped(self) -> str:
        return f"{self._def('g')}\n\nf = jax.jit(g)\n"

    def _nested(self) -> str:
        inner = _indented(f"def g():\n{_indented(self.body)}\n\nreturn g()")
        return f"@jax.jit\ndef f({self.signature}):\n{inner}\n"

    def _called(self) -> str:
        return f"{self._def('g')}\n\n@jax.jit\ndef f({self.signature}):\n    return g({self.signature})\n"

    def _static(self) -> str:
        head = '@functools.partial(jax.jit, static_argnames=("n",))\n'
        return f"{head}def f({self.signature}, n=2):\n{_indented(self.body)}\n"

    def _method(self) -> str:
        self.target, self.hidden = "Model(2.0).f", True
        method = f"@functools.partial(jax.jit, static_argnums=0)\n{self._def(first='self, ')}"
        init = "def __init__(self, scale):\n    self.scale = scale\n"
        return f"class Model:\n{_indented(init)}\n\n{_indented(method)}\n"

    def _batched(self) -> str:
        self.batched = True
        axes = str((0, *[None] * (len(self.parameters) - 1)))
        return f"{self._def('g')}\n\nf = jax.jit(jax.vmap(g, in_axes={axes}))\n"

    def _scanned(self) -> str:
        """As what a scan does for each row."""
        self.batched = True
        first = self.parameters[0]
        rest = ", ".join(["row", *self.parameters[1:]])
        step = f"    def step(carry, row):\n        return carry + 1, g({rest})\n"
        scan = f"    return jax.lax.scan(step, 0, {first})\n"
        return f"{self._def('g')}\n\n@jax.jit\ndef f({self.signature}):\n{step}\n{scan}"

    def _inline(self) -> str:
        self.hidden = True
        return f"{self._def('g')}\n\ndef f({self.signature}):\n    return jax.jit(g)({self.signature})\n"

    def _differentiated(self) -> str:
        whole = f"sum(jnp.sum(leaf * 1.0) for leaf in jax.tree.leaves(g({self.signature})))"
        loss = f"def loss({self.signature}):\n    return {whole}\n"
        place = self.parameters.index("x")
        f = f"@jax.jit\ndef f({self.signature}):\n    return jax.grad(loss, {place})({self.signature})\n"
        return f"{self._def('g')}\n\n{loss}\n\n{f}"

    def _lambda(self) -> str:
        value, parted, comment = self.body.removeprefix("return ").partition("  #")
        return f"f = jax.jit(lambda {self.signature}: {value}){parted}{comment}\n"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line.strip() else line for line in text.rstrip("\n").split("\n"))


def with_imports(rng: random.Random, text: str) -> str:
    head, spellings = rng.choice(HEADS)
    for old, new in spellings:
        text = re.sub(
            rf"(?<![\w.]){re.escape(old)}(?!\w)" if old[-1] != "." else rf"(?<![\w.]){re.escape(old)}", new, text
        )
    needed = "".join(f"import {name}\n" for name in MODULES if f"{name}." in text)
    lines = head.split("\n")
    place = next(row for row, line in enumerate(lines) if line.startswith(("import", "from jax")))
    return "\n".join(lines[:place]) + ("\n" if place else "") + needed + "\n".join(lines[place:]) + "\n\n" + text


def laid_out(rng: random.Random, text: str) -> str:
    """Line ends and indentation as some write them."""
    kind = rng.choice(("", "", "", "", "", "crlf", "tabs", "two", "last"))
    if kind == "crlf":
        return text.replace("\n", "\r\n")
    if kind == "last":
        return text.rstrip("\n")
    unit = {"tabs": "\t", "two": "  "}.get(kind, "    ")
    return re.sub(r"^(?:    )+", lambda blanks: unit * (len(blanks[0]) // 4), text, flags=re.MULTILINE)
