"""The program of a seed, and the call that is to be made of it."""

from __future__ import annotations

import random
import re

from tests.generated_fixes.templates import EARLY, HAZARDS, HEADS, PLAIN, POSITIONS, SPELLINGS, STATEMENTS


def _forms(table: dict[str, str]) -> dict[str, list[str]]:
    return {name: [form.strip() for form in text.split("|") if form.strip()] for name, text in table.items()}


PLAIN_FORMS, HAZARD_FORMS = _forms(PLAIN), _forms(HAZARDS)
# A | inside a position would be an operator; none is used.
POSITION_FORMS = _forms(POSITIONS)
LEAVES = {"vec": "{v}", "scalar": "{s}", "mask": "{m}", "cond": "{s} > 0", "mat": "{w}", "int": "{k}"}
ALWAYS = ("level", "point", "number")
HOLE = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")
DTYPES = {"f32": "", "i32": ", jnp.int32", "bf16": ", jnp.bfloat16"}
COMMENTS = ("", "", "", "  # as in the paper", "  # noqa: E501")


class Program:
    """``call``: in the language of fixtures/README.md."""

    def __init__(self, text: str, call: str) -> None:
        self.text = text
        self.call = call


class Writer:
    """Fills forms with the variables that are there."""

    def __init__(self, rng: random.Random, names: dict[str, list[str]]) -> None:
        self.rng = rng
        self.names = names  # of each kind: v and y vectors, s scalars, m masks, k integers, w matrices
        self.count = 0

    def fill(self, form: str, depth: int) -> str:
        """Each hole becomes a variable or an expression in brackets."""
        return HOLE.sub(lambda hole: self.part(hole[1], depth), form)

    def part(self, kind: str, depth: int) -> str:
        if kind in self.names:
            return self.rng.choice(self.names[kind])
        if kind not in ALWAYS and (depth <= 0 or self.rng.random() < 0.5):
            return self.fill(LEAVES[kind], 0) if kind != "cond" else f"({self.fill(LEAVES[kind], 0)})"
        made = self.fill(self.rng.choice(PLAIN_FORMS[kind]), depth - 1)
        return made if re.fullmatch(r"[\w.]+", made) else f"({made})"

    def hazard(self, kind: str) -> str:
        """An expression with a hazard, somewhere in a larger one."""
        core = self.fill(self.rng.choice(HAZARD_FORMS[kind]), self.rng.choice((0, 1, 2)))
        whole = self.fill(self.rng.choice(POSITION_FORMS[kind]).replace("{h}", "\0"), 1)
        return whole.replace("{{", "{").replace("}}", "}").replace("\0", core)

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"


def _statement(writer: Writer) -> list[str]:
    """One statement, or a few; what they bind may be used by the next."""
    rng = writer.rng
    if rng.random() < 0.55:
        kind = rng.choice(("scalar", "vec"))
        name = writer.name("r")
        lines = [f"{name} = {writer.hazard(kind)}{rng.choice(COMMENTS)}"]
    else:
        bound, kind, form = rng.choice(STATEMENTS)
        text = writer.fill(form, 1).replace("{{", "{").replace("}}", "}")
        name = writer.name("t")
        text = re.sub(rf"\b{bound}\b(?!=)", name, text)
        lines = text.split(";;")
        lines[0] += rng.choice(COMMENTS) if not lines[0].endswith("\\") else ""
    if kind in ("vec", "scalar"):
        writer.names["v" if kind == "vec" else "s"].append(name)
    writer.names["made"].append(name)
    return [_indented(line) for line in lines]


def _indented(line: str) -> str:
    inner = len(line) - len(line.lstrip(" "))
    return "    " * (inner // 2) + line.lstrip(" ") if "\n" not in line else line


def _early(writer: Writer) -> list[str]:
    """A body that is left at several places."""
    return [_indented(line) for line in writer.fill(writer.rng.choice(EARLY), 1).split(";;")]


def _statements(writer: Writer) -> list[str]:
    """A few statements, and all that they bind is returned."""
    rng = writer.rng
    body: list[str] = []
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        body += _statement(writer)
        if rng.random() < 0.15:
            body += ["# between", ""]
    made = ", ".join(writer.names["made"])
    if rng.random() < 0.2:
        return [*body, f"return ({made},)"]
    last = body[-1]
    if rng.random() < 0.3 and " = " in last and not last.startswith((" ", "if", "for", "#")):
        return [*body[:-1], f"return {last.partition(' = ')[2]}"]
    return [*body, f"return {made}"]


def program(seed: int) -> Program:
    """Text and call depend on the seed alone."""
    rng = random.Random(seed)
    spelling = rng.randrange(len(HEADS))
    kind = rng.choice(("f32", "f32", "f32", "f32", "i32", "bf16"))
    names = {"v": ["x"], "y": ["y", "x"], "s": ["a"], "m": ["m"], "k": ["k"], "w": ["w"], "made": []}
    writer = Writer(rng, names)
    body = _early(writer) if rng.random() < 0.15 else _statements(writer)
    text = _module(rng, spelling, body, DTYPES[kind])
    for old, new in SPELLINGS[spelling]:
        text = re.sub(rf"(?<![\w.]){re.escape(old)}", new, text)
    shapes = f"x={kind}[4], y={kind}[4], a={kind}[], m=bool[4], k=i32[] % 4, w={kind}[4, 4]"
    return Program(text, f"f({shapes})")


def _module(rng: random.Random, spelling: int, body: list[str], dtype: str) -> str:
    """The function in one of several settings; a second function shows by its call what shapes come."""
    lines = [f"    {line}" if line else "" for line in body]
    head = HEADS[spelling]
    setting = rng.randrange(5)
    signature = "x, y, a, m, k, w"
    shapes = (f"4{dtype}", f"4{dtype}", f"(){dtype}", "4, bool", "(), int", f"(4, 4){dtype}")
    example = ", ".join(f"jnp.ones({shape})" for shape in shapes)
    after = f"\n\ndef example():\n    return f({example})\n"
    text = "\n".join(lines)
    if setting == 0:
        return f"{head}\n\ndef g({signature}):\n{text}\n\n\nf = jax.jit(g)\n{after}"
    if setting == 1:
        inner = "\n".join(f"    {line}" if line else "" for line in lines)
        return f"{head}\n\n@jax.jit\ndef f({signature}):\n    def g():\n{inner}\n\n    return g()\n{after}"
    if setting == 2:
        call = f"\n\n@jax.jit\ndef f({signature}):\n    return g({signature})\n"
        return f"{head}\n\ndef g({signature}):\n{text}\n{call}{after}"
    return f"{head}\n\n@jax.jit\ndef f({signature}):\n{text}\n{after}"
