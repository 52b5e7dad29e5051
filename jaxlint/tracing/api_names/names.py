"""Which names of JAX, flax and optax are old, or private, by an index that every run can afford."""

from __future__ import annotations

from jaxlint.knowledge.tables import old_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEGACY_KEY = "jax.random.PRNGKey"
LIBRARIES = tuple(old_names("releases"))


def may_have_story(parts: Sequence[str]) -> bool:
    return bool(words_with_story(parts))


def words_with_story(parts: Sequence[str]) -> list[str]:
    """Asks the index only: words of a dotted name that may have a story below what stands before them."""
    found = []
    home, names = parts[0], old_names("index")
    for word in parts[1:]:
        if f" {word} " in names.get(home, ""):
            found.append(word.rstrip(":"))
        home = f"{home}.{word}"
    return found


def keywords(name: str) -> list[str]:
    """The parameters of a function that have a story."""
    return old_names("keywords").get(name, "").split()


def is_private(word: str) -> bool:
    return word.startswith("_") and not word.endswith("__")
