"""Old names and parameters of JAX, flax and optax: what the generated tables say, for the releases aimed at."""

from __future__ import annotations

from jaxlint.knowledge.releases import Target, known, release
from jaxlint.knowledge.tables import old_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


_TREES = "jax.tree."  # new names for what jax.tree_util has had all along


class Story:
    """What became of a name, or of a parameter (``parameter`` is "" for names).

    ``since``, ``until``: the releases that bring and drop the replacement.  ``same``: it is the very object;
    ``fits``: it takes every call that the old name took; ``alike``: another class, module or value; ``mapping``:
    where it does not fit, what becomes of each parameter (``mesh>mesh``: by keyword, ``auto!``: not taken any more).
    ``is_module``: the name is a module's, and so is its replacement.
    """

    __slots__ = (
        "alike", "deprecated", "fits", "is_module", "mapping", "message", "name", "parameter", "removed",
        "replacement", "same", "since", "until",
    )  # fmt: skip

    def __init__(self, name: str, fields: Sequence[str], parameter: str = "") -> None:
        self.name = name.removesuffix(":module")
        self.is_module = self.name != name
        self.parameter = parameter
        self.deprecated, self.removed, self.replacement, self.since, self.until, flags, self.mapping, self.message = (
            fields
        )
        self.same = "s" in flags
        self.fits = "f" in flags
        self.alike = "a" in flags

    @property
    def library(self) -> str:
        return self.name.partition(".")[0]

    @property
    def library_title(self) -> str:
        return "JAX" if self.library == "jax" else self.library

    def is_removed(self, target: Target) -> bool:
        """Gone in a release that is asked for; where none is, already in the oldest that is assumed."""
        return bool(self.removed) and release(self.removed) <= (target.high if target.asked else target.low)

    def for_all_of(self, target: Target) -> Story:
        """With the successor that all releases aimed at have, where the newest one came too late for some."""
        function = self.replacement.removeprefix(_TREES)
        if function == self.replacement or self.is_replaced(target):
            return self
        fields = [self.deprecated, self.removed, f"jax.tree_util.tree_{function}", "", "", "f", "", self.message]
        return Story(self.name, fields)

    def came_too_late(self, target: Target) -> bool:
        """The replacement is newer than the oldest release aimed at; of what the first known one has, nobody knows."""
        since = release(self.since) if self.since else ()
        return since > target.low and since > known(self.library)[0]

    def is_old(self, target: Target) -> bool:
        """Deprecated or gone in the newest release that is aimed at."""
        return any(version and release(version) <= target.high for version in (self.deprecated, self.removed))

    def is_replaced(self, target: Target) -> bool:
        """The replacement is there in every release that is aimed at, and not old itself."""
        next_one = None if self.parameter else story(self.replacement)
        if next_one is not None and next_one.is_old(target):
            return False
        if not self.replacement or self.came_too_late(target):
            return False
        return not self.until or release(self.until) > target.high


def story(name: str) -> Story | None:
    """``jax.tree_map``, or ``jax.config:module`` for the module that is imported."""
    found = old_names("stories").get(name)
    return None if found is None else Story(name, found.split("|"))


def longest_story(parts: Sequence[str], suffix: str = "") -> tuple[int, Story] | None:
    """The most specific start of a dotted name that has a story, and how many of its parts that are."""
    for count in range(len(parts), 1, -1):
        found = story(".".join(parts[:count]) + suffix)
        if found is not None:
            return count, found
    return None


def parameter_story(function: str, parameter: str) -> Story | None:
    for row in old_names("parameters").get(function, "").split():
        name, deprecated, removed, new, since = row.split("|")
        if name == parameter:
            return Story(function, (deprecated, removed, new, since, "", "f", "", ""), parameter)
    return None


def call_form(name: str, count: int | None) -> str | None:
    """What a call with ``count`` arguments becomes, or (None) the name itself, where its form changed."""
    return old_names("calls").get(name if count is None else f"{name}/{count}")


def example(name: str) -> str | None:
    """The form of today, to be shown: ``x.at[y].set(z)``."""
    form = next((form for count in (None, 3, 2, 1, 0) if (form := call_form(name, count)) is not None), None)
    return None if form is None else form.replace("@", "").format("x", "y", "z")


def comes_with_jax(module: str) -> bool:
    """Does a bare ``import jax`` bring this module?"""
    return module in old_names("loaded")["jax"].split()
