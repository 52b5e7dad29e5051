"""The program of a seed, and the call that is to be made of it."""

from __future__ import annotations

import random

from tests.generated_fixes.grammar import HELPERS, Writer
from tests.generated_fixes.settings import Setting, laid_out, with_imports

COMMENTS = ("", "", "", "", "  # as in the paper", "  # noqa: E501")


class Program:
    """``call``: in the language of fixtures/README.md; ``families``: the templates that went in."""

    def __init__(self, text: str, call: str, families: list[str]) -> None:
        self.text = text
        self.call = call
        self.families = families


def program(seed: int, dressed: bool = True) -> Program:
    """Depends on the seed alone.  ``dressed``: in any line ends and indentation."""
    rng = random.Random(seed)
    kind = rng.choice(("f32", "f32", "f32", "f32", "i32", "bf16"))
    writer = Writer(rng)
    body = writer.early() if rng.random() < 0.12 else _statements(writer)
    setting = Setting(rng, body, kind)
    helpers = "".join(f"{HELPERS[name][0]}\n\n" for name in dict.fromkeys(writer.helpers))
    text = with_imports(rng, helpers + setting.text())
    return Program(laid_out(rng, text) if dressed else text, setting.call(), writer.families)


def _statements(writer: Writer) -> str:
    """A few statements, and all that they bind is returned."""
    rng = writer.rng
    body: list[str] = []
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3))):
        first, parted, rest = writer.statement().partition("\n")
        if not first.rstrip().endswith(("(", "\\")):
            first += rng.choice(COMMENTS)
        body.append(first + parted + rest)
        if rng.random() < 0.12:
            body += ["# between", ""]
    made = writer.names["made"]
    last = body[-1]
    if len(made) == 1 and rng.random() < 0.4 and last.startswith(f"{made[0]} = ") and "\n" not in last:
        return "\n".join([*body[:-1], f"return {last.partition(' = ')[2]}"])
    if rng.random() < 0.15:
        return "\n".join([*body, f"return ({', '.join(made)},)"])
    return "\n".join([*body, f"return {', '.join(made)}"])
