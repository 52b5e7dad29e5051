"""Writes statements, at some indentation, with the variables that are in scope."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from tests.generated.grammar import Expressions
from tests.generated.pieces import calls

Scope = dict[str, str]  # name -> type
Block = Callable[["Writer", int, Scope, "str | None"], None]
_NAME = re.compile(r"\$([a-z]+)(?::([a-z]+))?")
TYPES = ("vec", "vec", "scalar", "scalar", "int", "mask", "arr", "list", "pair", "dict", "cond", "shape", "idx", "key")
TYPES += ("layer", "state", "cfg", "int", "text")


class Writer:
    """``blocks``: what statements may be, beside assignments."""

    def __init__(self, rng: random.Random, blocks: Sequence[Block]) -> None:
        self.rng = rng
        self.blocks = blocks
        self.expressions = Expressions(rng, rng.choice((0.03, 0.08, 0.2)))
        self.expressions.calls = calls()
        self.lines: list[str] = []
        self.count = 0

    def line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def expr(self, scope: Scope, type: str, depth: int = 2) -> str:
        return self.expressions.make(scope, type, depth)

    def fill(self, scope: Scope, form: str, depth: int) -> str:
        return self.expressions.fill(scope, form, depth)

    def function(self, indent: int, name: str, params: Scope, signature: str, returns: str, size: int) -> None:
        """def name(signature): size statements, and what it returns."""
        self.line(indent, f"def {name}({signature}):")
        scope = dict(params)
        self.block(indent + 1, scope, size, returns)
        self.finish(indent + 1, scope, returns)

    def finish(self, indent: int, scope: Scope, returns: str) -> None:
        if returns == "carry":
            self.line(indent, f"return jnp.asarray({self.expr(scope, 'scalar')}, jnp.float32).reshape(())")
        elif returns == "loss":
            self.line(indent, f"return jnp.sum({self.expr(scope, 'vec')}) + {self.expr(scope, 'scalar')}")
        else:
            self.line(indent, f"return {self.expr(scope, returns)}")

    def block(self, indent: int, scope: Scope, size: int, returns: str | None) -> None:
        for _ in range(size):
            if self.rng.random() < 0.5 or indent > 4:
                self.assign(indent, scope)
            else:
                self.rng.choice(self.blocks)(self, indent, scope, returns)

    def assign(self, indent: int, scope: Scope) -> None:
        type = self.rng.choice(TYPES)
        names = [name for name, known in scope.items() if known == type and name.isidentifier()]
        value = self.expr(scope, type, 3)
        if names and type in ("vec", "scalar", "int") and self.rng.random() < 0.3:
            self.line(indent, f"{self.rng.choice(names)} {self.rng.choice(('+=', '*=', '='))} {value}")
            return
        name = self.rng.choice(names) if names and self.rng.random() < 0.3 else self.name(type[0])
        self.line(indent, f"{name} = {value}")
        scope[name] = type

    def inner(self, indent: int, scope: Scope, returns: str | None) -> None:
        """An indented block; what it binds is not counted on after it."""
        self.block(indent, dict(scope), self.rng.choice((1, 1, 2)), returns)

    def template(self, indent: int, scope: Scope, lines: list[str]) -> None:
        """The statements of a template; what they bind is in scope afterwards."""
        names: dict[str, str] = {}
        declared: list[tuple[int, Scope]] = [(0, {})]  # (from which depth on, what)
        for text in lines:
            depth = (len(text) - len(text.lstrip())) // 4
            declared = [(level, bound) for level, bound in declared if level <= depth]
            visible = dict(scope)
            for _, bound in declared:
                visible.update(bound)
            if text.startswith("export "):
                stem, type = text.removeprefix("export ").split(":")
                declared[0][1][names[stem]] = type
            elif text.strip() == "{BLOCK}":
                self.inner(indent + depth, visible, None)
            else:
                bound = self._declare(names, text)
                filled = self.fill(visible, text.strip(), 1)
                self.line(indent + depth, _NAME.sub(lambda match: names[match.group(1)], filled))
                declared.append((depth + text.endswith(":"), bound))
        for level, bound in declared:
            scope.update(bound if level == 0 else {})

    def _declare(self, names: dict[str, str], text: str) -> Scope:
        """Fresh names for a template's; those of the line that have a type."""
        bound = {}
        for stem, type in _NAME.findall(text):
            if stem not in names:
                names[stem] = self.name(stem)
            if type:
                bound[names[stem]] = type
        return bound
