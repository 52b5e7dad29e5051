"""Functions of JAX, optax, equinox and flax that give a tree like an argument: trees.txt, measured on the libraries."""

from __future__ import annotations

# What the leaves of the result are, beside those of the argument.
SAME = "same"  # the same arrays
NUMBERS = "numbers"  # computed of them; of the same shapes and dtypes
SHAPES = "shapes"  # made of their shapes and dtypes alone
ARRAYS = "arrays"  # of the same shapes; the dtypes may be others
BLURRED = "blurred"  # of other shapes

TABLE = __file__.removesuffix("py") + "txt"

# What the leaves are; for which arguments the tree may stand, by place and name, all of one structure; with which
# optional arguments no more is known than the structure ("" is any other keyword).
Argument = tuple[int, str]
Row = tuple[str, tuple[Argument, ...], tuple[Argument, ...]]


def rows() -> dict[str, Row]:
    """By function."""
    with open(TABLE, encoding="utf-8") as stream:
        split = [line.rstrip("\n").split("\t") for line in stream if not line.startswith("#")]
    return {name: (kind, _arguments(trees), _arguments(changing)) for name, kind, trees, changing in split}


def _arguments(text: str) -> tuple[Argument, ...]:
    """``0:tree 2:min_value``."""
    pairs = [one.partition(":") for one in text.split()]
    return tuple((int(place), name) for place, _, name in pairs)


LIKE = rows()
