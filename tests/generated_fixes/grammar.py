"""Fills templates with the names that are there, and with one another."""

from __future__ import annotations

import random
import re

from tests.generated_fixes.templates import branches, early, expressions, loops, plain, reads, values, writes

HOLE = re.compile(r"\$(\w+)")
LEAVES = {"vec": "$v", "scalar": "$s", "mask": "$m", "cond": "($s > 0)", "mat": "$w", "int": "$k"}
ALWAYS = ("level", "point", "number")
HARD = {"hvec": "vec", "hscalar": "scalar", "hcond": "cond"}
STEMS = ("t", "t", "res", "loss", "score", "energy", "state", "weight", "h")  # no template has these


def parted(text: str) -> list[str]:
    return [form.strip() for form in text.split("||")]


def blocks(text: str) -> list[tuple[str, str, str]]:
    """(name, type, statements) of each block."""
    found = []
    for block in text.strip().split("\n\n"):
        head, _, rest = block.partition("\n")
        name, kind = head.split()
        found.append((name, kind, rest))
    return found


PLAIN = {kind: parted(text) for kind, text in plain.PLAIN.items()}
HAZARDS = {
    kind: {family: parted(text) for family, text in families.items()}
    for kind, families in (("scalar", expressions.SCALARS), ("vec", expressions.VECTORS), ("cond", expressions.CONDS))
}
POSITIONS = {kind: parted(text) for kind, text in expressions.POSITIONS.items()}
STATEMENTS = {
    "branches": blocks(branches.BRANCHES),
    "loops": blocks(loops.LOOPS),
    "reads": blocks(reads.READS),
    "writes": blocks(writes.WRITES),
    "values": blocks(values.VALUES),
}
HELPERS = {
    head.split()[0]: (f"{text}\n", head.split()[1], parted(head.split(" ", 2)[2]))
    for head, _, text in (block.partition("\n") for block in values.HELPERS.strip().split("\n\n"))
}
EARLY = early.EARLY.strip().split("\n\n")


class Writer:
    """``families``: which templates went in; ``helpers``: the functions that the module needs."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        names = {"v": "x", "y": "y x", "s": "a", "m": "m", "k": "k", "w": "w", "j": "j", "made": ""}
        self.names = {kind: words.split() for kind, words in names.items()}
        self.families: list[str] = []
        self.helpers: list[str] = []

    def fill(self, form: str, depth: int) -> str:
        """Each hole becomes a name, or an expression in brackets."""
        return HOLE.sub(lambda hole: self.part(hole[1], depth), form)

    def part(self, kind: str, depth: int) -> str:
        if kind in self.names:
            return self.rng.choice(self.names[kind])
        if kind in HARD:
            kind = HARD[kind]
            return self.hazard(kind) if self.rng.random() < 0.3 else self.part(kind, depth)
        if kind not in ALWAYS and (depth <= 0 or self.rng.random() < 0.5):
            return self.fill(LEAVES[kind], 0)
        made = self.fill(self.rng.choice(PLAIN[kind]), depth - 1)
        return made if re.fullmatch(r"[\w.]+", made) else f"({made})"

    def hazard(self, kind: str) -> str:
        """An expression with a hazard, somewhere in a larger one."""
        whole = self.rng.choice(POSITIONS[kind])
        parts = {"h": self._core(kind)}
        if "$h2" in whole:
            parts["h2"] = self._core(kind)
        return HOLE.sub(lambda hole: parts[hole[1]] if hole[1] in parts else self.part(hole[1], 1), whole)

    def _core(self, kind: str) -> str:
        helpers = [name for name, (_, one, _) in HELPERS.items() if one == kind]
        if helpers and self.rng.random() < 0.08:
            name = self.rng.choice(helpers)
            self.families.append("helpers")
            self.helpers.append(name)
            return self.fill(self.rng.choice(HELPERS[name][2]), 0)
        family = self.rng.choice(list(HAZARDS[kind]))
        self.families.append(f"{kind} {family}")
        return self.fill(self.rng.choice(HAZARDS[kind][family]), self.rng.choice((0, 1, 2)))

    def name(self) -> str:
        stem = self.rng.choice(STEMS)
        taken = self.names["made"]
        return next(name for name in (stem, *(f"{stem}{n}" for n in range(2, 20))) if name not in taken)

    def statement(self) -> str:
        """One statement, or a few; what they bind may be used by the next."""
        family = self.rng.choice(("expression", "expression", *STATEMENTS))
        name = self.name()
        if family == "expression":
            kind = self.rng.choice(("scalar", "vec"))
            text = f"{name} = {self.hazard(kind)}"
        else:
            self.families.append(family)
            bound, kind, form = self.rng.choice(STATEMENTS[family])
            # A word of the template, not what its holes became.
            form = re.sub(rf"(?<![$.])\b{bound}\b(?!=[^=])", name, form)
            text = self.fill(form, 1)
        for wanted, types in (("v", ("vec",)), ("s", ("scalar",))):
            if kind in types:
                self.names[wanted].append(name)
        self.names["made"].append(name)
        return text

    def early(self) -> str:
        """A body that is left at several places."""
        self.families.append("early")
        return self.fill(self.rng.choice(EARLY), 1)
