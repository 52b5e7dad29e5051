"""Which names of JAX, flax and optax are old, or private, by an index that every run can afford."""

from __future__ import annotations

from jaxlint.knowledge import jax_name_index, library_names
from jaxlint.knowledge.jax_name_index import KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEGACY_KEY = "jax.random.PRNGKey"
LIBRARIES = ("jax", *library_names.VERSIONS)
_NAMES = jax_name_index.NAMES | library_names.NAMES


def may_have_story(parts: Sequence[str]) -> bool:
    return bool(words_with_story(parts))


def words_with_story(parts: Sequence[str]) -> list[str]:
    """Asks the index only: words of a dotted name that may have a story below what stands before them."""
    found = []
    home = parts[0]
    for word in parts[1:]:
        if f" {word} " in _NAMES.get(home, ""):
            found.append(word.rstrip(":"))
        home = f"{home}.{word}"
    return found


def keywords(name: str) -> list[str]:
    """The parameters of a function that have a story."""
    return KEYWORDS.get(name, "").split()


def is_private(word: str) -> bool:
    return word.startswith("_") and not word.endswith("__")
