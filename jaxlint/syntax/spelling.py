"""A look at the text: which names of a library a file spells, as far as that can be told without reading the tree.

It answers too much rather than too little: what it names is looked up in the tree (uses.py) only where it matters.
"""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 80  # characters of a dotted name
_ENDS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "._")}


def spelled(text: str, library: str) -> set[str]:
    """Dotted names below ``library`` that imports and attributes in the text may mean; ``jax.config:`` for a module
    that an import statement names."""
    found: set[str] = set()
    aliases = {library: library}
    for home, names in _imports(text, library):
        found.update(f"{module.partition(' as ')[0].strip()}:" for module in ([home] if home else names))
        for name in names:
            word, _, alias = name.partition(" as ")
            word, alias = word.strip(), alias.strip()
            dotted = f"{home}.{word}" if home else word
            found.add(dotted)
            if home or alias:
                aliases[alias or word] = dotted
    for alias, dotted in aliases.items():
        pieces = text.split(alias + ".")
        heads = {  # most names are called
            piece[:_LONGEST].partition("(")[0]
            for before, piece in pairwise(pieces)
            if not (before[-1:].isalnum() or before.endswith(("_", ".")))
        }
        rest = {head.translate(_ENDS).partition(" ")[0] for head in heads}
        found.update(f"{dotted}.{chain}" for chain in rest if chain)
    return found


def _imports(text: str, library: str) -> Iterator[tuple[str, list[str]]]:
    """("jax", ["numpy as jnp"]) for ``from jax import numpy as jnp``; ("", ["jax.numpy as jnp"]) for ``import``."""
    at = text.find("import")
    while at >= 0:
        head = text[text.rfind("\n", 0, at) + 1 : at].rpartition(";")[2].strip()
        after = at + len("import")
        if head == "from " + library or head.startswith(f"from {library}."):
            yield head.removeprefix("from ").strip(), _names(_statement(text, after))
        elif not head and text[after : after + 1].isspace():
            yield "", [name for name in _names(_statement(text, after)) if name.startswith(library)]
        at = text.find("import", after)


def _statement(text: str, at: int) -> str:
    """The rest of a statement: to the closing parenthesis, or to the end of a line that no backslash continues."""
    end = text.find("\n", at)
    if text[at:end].lstrip().startswith("("):
        return text[text.find("(", at) + 1 : text.find(")", at)]
    while end > 0 and text[end - 1] == "\\":
        end = text.find("\n", end + 1)
    return text[at : end if end >= 0 else len(text)].replace("\\", " ").partition(";")[0]


def _names(text: str) -> list[str]:
    rows = [line.partition("#")[0] for line in text.split("\n")]
    return [name for name in (part.strip() for part in " ".join(rows).split(",")) if name]
