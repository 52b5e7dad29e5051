"""A look at the text: which names of a library a file spells, as far as that can be told without reading the tree.

It answers too much rather than too little: what it names is looked up in the tree (uses.py) only where it matters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 80  # characters of a dotted name
_ENDS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) in "._")}


def spelled(text: str, library: str) -> set[str]:
    """Dotted names below ``library`` that imports and attributes in the text may mean."""
    found: set[str] = set()
    aliases = {library: library}
    for home, names in _imports(text, library):
        for name in names:
            word, _, alias = name.partition(" as ")
            word, alias = word.strip(), alias.strip()
            dotted = f"{home}.{word}" if home else word
            found.add(dotted)
            if home or alias:
                aliases[alias or word] = dotted
    for alias, dotted in aliases.items():
        pieces = text.split(alias + ".")
        rest = {piece[:_LONGEST].translate(_ENDS).partition(" ")[0] for piece in pieces[1:]}
        found.update(f"{dotted}.{chain}" for chain in rest if chain)
    return found


def _imports(text: str, library: str) -> Iterator[tuple[str, list[str]]]:
    """("jax", ["numpy as jnp"]) for ``from jax import numpy as jnp``; ("", ["jax.numpy as jnp"]) for ``import``."""
    for keyword in ("from ", "import "):
        start = keyword + library
        at = text.find(start)
        while at >= 0:
            end = text.find("\n", at)
            statement = text[at : end if end >= 0 else len(text)]
            if keyword == "import ":
                yield "", [name for name in _names(statement[len(keyword) :]) if name.startswith(library)]
            else:
                home, _, names = statement[len(keyword) :].partition(" import ")
                if names.lstrip().startswith("("):
                    names = text[text.find("(", at) + 1 : text.find(")", at)]
                elif names.rstrip().endswith("\\"):
                    names = text[at + len(statement) - len(names) : text.find("\n\n", at)].replace("\\", " ")
                if home == library or home.startswith(library + "."):
                    yield home.strip(), _names(names)
            at = text.find(start, at + len(start))


def _names(text: str) -> list[str]:
    rows = [line.partition("#")[0] for line in text.split("\n")]
    return [name for name in (part.strip() for part in " ".join(rows).split(",")) if name]
