"""Releases of JAX and its libraries: how they compare, and which of them a requirement means."""

from __future__ import annotations

from jaxlint.knowledge.tables import old_names
from jaxlint.record import Record
from jaxlint.text.numbers import whole_number

# The newest release that every supported Python can install: the newest for Python 3.11.
_EVERYWHERE = (0, 10, 2)
_LATEST = "9999"  # stands for whatever comes


class Target(Record):
    """The oldest and the newest release of a library that the code has to run on.

    ``asked``: the requirement that says so, None where there is none.
    """

    low: tuple[int, ...]
    high: tuple[int, ...]
    asked: str | None = None
    library: str = "jax"

    def __str__(self) -> str:
        low, high = (".".join(map(str, one)) for one in (self.low, self.high))
        return low if low == high else f"{low} to {high}"

    def sentence(self) -> str:
        """A sentence for who wonders which release counts."""
        name, hint = ("JAX", " (set `target-jax`)") if self.library == "jax" else (self.library, "")
        if self.asked is None:
            return f"has no {name} requirement: assuming {self}{hint}"
        return f"targets {name} {self}, as it requires `{self.library}{self.asked}`"


def release(version: str) -> tuple[int, ...]:
    """``0.4.30`` -> (0, 4, 30); what follows the numbers (``rc1``, ``.dev2``, ``+cuda``) doesn't count."""
    numbers = []
    for part in version.strip().lstrip("vV").split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        number = whole_number(digits)
        if number is None:
            break
        numbers.append(number)
        if digits != part:
            break
    return tuple(numbers)


def known(library: str = "jax") -> list[tuple[int, ...]]:
    """The releases that were probed, ascending."""
    found = old_names("releases")
    return [release(version) for version in found.get(library, found["jax"]).split()]


def target(requirement: str | None, library: str = "jax") -> Target:
    """``0.6.2`` and ``==0.6.2``: that release; ``>=0.4.30,<0.6``: from the one to the last before the other.

    None, or nothing that bounds it: what a fresh installation gets, on the oldest Python and on the newest.
    """
    releases = known(library)
    low = _EVERYWHERE if library == "jax" else releases[-1]
    fresh = Target(low, releases[-1], requirement, library)
    if requirement is None:
        return fresh
    from packaging.specifiers import InvalidSpecifier, SpecifierSet  # 20 ms that only old names ask for

    try:
        allowed = SpecifierSet(",".join(_standard(bound.strip()) for bound in requirement.split(",") if bound.strip()))
    except InvalidSpecifier:
        return Target(low, releases[-1], None, library)
    named = {release(one.version) for one in allowed} - {()}
    candidates = sorted({*releases, *named})
    fits = [one for one in candidates if allowed.contains(".".join(map(str, one)), prereleases=True)]
    operators = {one.operator for one in allowed}
    if not fits:
        fits = [max(named)] if named else list(releases[-1:])
    if operators & {">=", ">", "~=", "==", "==="}:
        return Target(fits[0], fits[-1], requirement, library)
    if operators & {"<", "<="}:  # nobody installs an older one
        return Target(fits[-1], fits[-1], requirement, library)
    return fresh


def allows(requirement: str | None, version: str) -> bool:
    """May this release of a library be installed, or a later one?"""
    if requirement is None:
        return True
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        allowed = SpecifierSet(",".join(map(_standard, filter(None, requirement.split(",")))))
    except InvalidSpecifier:
        return True
    named = [one.version.removesuffix(".*") for one in allowed]
    later = [one for one in (version, *named, _LATEST) if release(one) >= release(version)]
    return any(allowed.contains(one, prereleases=True) for one in later)


def _standard(bound: str) -> str:
    """Poetry's ``^`` and ``~``, conda's ``=``, and a bare version, as ``packaging`` reads them."""
    version = bound.lstrip("=<>~^! ")
    operator = bound[: len(bound) - len(version)].strip()
    numbers = release(version)
    if operator == "^" and numbers:
        at = next((place for place, number in enumerate(numbers) if number), len(numbers) - 1)
        return f">={version},<{'.'.join(map(str, (*numbers[:at], numbers[at] + 1)))}"
    if operator == "~" and numbers:
        return f">={version},<{'.'.join(map(str, (*numbers[:1], (*numbers[1:2], 0)[0] + 1)))}"
    if operator == "=":
        return f"=={version}" if version.endswith("*") else f"=={version}.*"
    return bound if operator else f"=={version}"
