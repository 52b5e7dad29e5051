"""Loops of a seed that branches leave, skip or go on with: what one branch binds, others read."""

from __future__ import annotations

import random

from tests.generated_fixes.programs import Program

NAMES = ("a", "b", "c")
HEADS = {
    "for": "for i in range(4):",
    "counted": "for i in range(n):",
    "while": "i = -1\n    while i < n - 1:\n        i += 1",
}
JUMPS = (
    ("continue",), ("break",), ("break", "continue"), ("return a + b", "continue"), ("return c",),
    ("return a + b", "return c"), ("return a, 1", "return b, 2"), ("return i, c", "continue", "return 7, a"),
)  # fmt: skip
AFTER = {"return a, 1": "b, 0", "return i, c": "-1, c"}


class Loops:
    """``jumps``: those that end an iteration early."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.kind = rng.choice((*HEADS, "for"))
        self.jumps = rng.choice(JUMPS if self.kind == "for" else JUMPS[:3])

    def program(self) -> Program:
        body = self.block("        ", 0)
        leaves = self.jumps[0].startswith("return")
        result = AFTER.get(self.jumps[0], "a * 2") if leaves else "a, b, c, w"
        begin = "    a, b, c = 0.0, 1.0, x[0]\n    s = t = 0.0\n"
        text = f"def f(x: jax.Array, w: jax.Array, n):\n{begin}    {HEADS[self.kind]}\n{body}\n    return {result}\n"
        return Program(f"import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\n{text}", "f(f32[4], f32[4], 3)", [])

    def block(self, indent: str, depth: int) -> str:
        lines = [self.statement(indent, depth) for _ in range(self.rng.randint(1, 3))]
        return "\n".join(lines)

    def statement(self, indent: str, depth: int) -> str:
        one, other = self.rng.sample(NAMES, 2)
        kind = self.rng.choices(("plain", "grown", "swapped", "held", "written", "branch"), (8, 3, 1, 1, 1, 6))[0]
        if kind == "branch" and depth < 2:
            return self.branch(indent, depth)
        said = {
            "grown": f"{one} {self.rng.choice('+-*')}= {self.value()}",
            "swapped": f"{one}, {other} = {other}, {one}",
            "held": f"t = {self.value()}\n{indent}{one} = t + s",
            "written": f"w[{self.rng.choice('i0')}] = {self.value()}",
        }
        return indent + said.get(kind, f"{one} = {self.value()}")

    def branch(self, indent: str, depth: int) -> str:
        lines = [f"{indent}if {self.test()}:", self.block(indent + "    ", depth + 1)]
        if self.rng.random() < 0.45:
            lines.append(f"{indent}    {self.rng.choice(self.jumps)}")
        if self.rng.random() < 0.4:
            lines += [f"{indent}else:", self.block(indent + "    ", depth + 1)]
            if self.rng.random() < 0.2:
                lines.append(f"{indent}    {self.rng.choice(self.jumps)}")
        return "\n".join(lines)

    def value(self, depth: int = 0) -> str:
        if depth < 2 and self.rng.random() < 0.4:
            return f"{self.value(depth + 1)} {self.rng.choice('+-*')} {self.value(depth + 1)}"
        return self.rng.choice((*NAMES, "x[i]", "0.5", "2.0"))

    def test(self) -> str:
        text = f"{self.rng.choice((*NAMES, 'x[i]', 'x[i]'))} {self.rng.choice('<>')} {self.rng.choice(('0.3', '-0.5'))}"
        if self.rng.random() < 0.2:
            text = f"{text} {self.rng.choice(('and', 'or'))} x[i] {self.rng.choice('<>')} 0.9"
        return f"not ({text})" if self.rng.random() < 0.1 else text


def loops(seed: int) -> Program:
    return Loops(random.Random(seed)).program()
