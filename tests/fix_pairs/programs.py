"""The programs: pairs of fragments in each container, and triples by seed."""

from __future__ import annotations

import itertools
import random
import textwrap
from typing import NamedTuple

from tests.fix_pairs.fragments import ALL, CONTAINERS, LOOPS, PAIRED

HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"
EXAMPLE = "\n\ndef example(x, y, a, k):\n"
SHOWN = "    {name}(jnp.zeros(4), jnp.zeros(4), jnp.float32(0), jnp.int32(0))\n"


class Program(NamedTuple):
    """``lines``: of the body of a function of ``x``, ``y``, ``a`` and ``k``."""

    label: str
    body: str

    def text(self, name: str = "f") -> str:
        return f"\n\n@jax.jit\ndef {name}(x, y, a, k):\n{textwrap.indent(self.body, '    ')}\n"


def module(programs: dict[str, Program]) -> str:
    """All of them in one file, and a call of each that tells of the shapes."""
    functions = "".join(one.text(name) for name, one in programs.items())
    return HEAD + functions + EXAMPLE + "".join(SHOWN.format(name=name) for name in programs)


def program(container: str, kinds: tuple[str, ...]) -> Program:
    index, around = CONTAINERS[container]
    inner = "\n".join(ALL[kind] for kind in kinds).replace("$i", index)
    body = around.replace("$body", textwrap.indent(inner, "    "))
    return Program(f"{container}: {', '.join(kinds)}", f"t = a * 1\nout = x * 1\n{body}\nreturn t, out")


def _fits(container: str, kinds: tuple[str, ...]) -> bool:
    """What leaves a loop stands in one; nothing comes after what leaves every turn."""
    return CONTAINERS[container][0] == "i" or not LOOPS & set(kinds)


def pairs() -> list[Program]:
    made = itertools.product(CONTAINERS, itertools.product(PAIRED, repeat=2))
    return [program(container, kinds) for container, kinds in made if _fits(container, kinds)]


def triples(start: int, stop: int) -> list[Program]:
    """Each depends on its seed alone."""
    found = []
    for seed in range(start, stop):
        rng = random.Random(seed)
        while True:
            container, kinds = rng.choice(list(CONTAINERS)), tuple(rng.choices(list(ALL), k=3))
            if _fits(container, kinds):
                break
        found.append(program(container, kinds))
    return found
