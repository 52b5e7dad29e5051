"""Releases of JAX: how they compare, and which of them a requirement means."""

from __future__ import annotations

# The newest release that every supported Python can install: the newest for Python 3.11.
_EVERYWHERE = (0, 10, 2)


class Target:
    """The oldest and the newest release of JAX that the code has to run on."""

    __slots__ = ("high", "low")

    def __init__(self, low: tuple[int, ...], high: tuple[int, ...]) -> None:
        self.low = low
        self.high = high

    def __str__(self) -> str:
        low, high = (".".join(map(str, one)) for one in (self.low, self.high))
        return low if low == high else f"{low} to {high}"


def release(version: str) -> tuple[int, ...]:
    """``0.4.30`` -> (0, 4, 30); what follows the numbers (``rc1``, ``.dev2``, ``+cuda``) doesn't count."""
    numbers = []
    for part in version.strip().lstrip("vV").split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if not digits:
            break
        numbers.append(int(digits))
        if digits != part:
            break
    return tuple(numbers)


def known() -> list[tuple[int, ...]]:
    """The releases that were probed, ascending."""
    from jaxlint.knowledge.jax_names import VERSIONS

    return [release(version) for version in VERSIONS.split()]


def target(requirement: str | None) -> Target:
    """``0.6.2`` and ``==0.6.2``: that release; ``>=0.4.30,<0.6``: from the one to the last before the other.

    None, or nothing that bounds it: what a fresh installation gets, on the oldest Python and on the newest.
    """
    releases = known()
    if requirement is None:
        return Target(_EVERYWHERE, releases[-1])
    low: tuple[int, ...] | None = None
    high = releases[-1]
    for bound in (requirement or "").split(","):
        bound = bound.strip()
        operator = bound[: len(bound) - len(bound.lstrip("=<>~^!"))]
        version = release(bound[len(operator) :])
        if not version or operator == "!=":
            continue
        if operator in ("", "==", "==="):
            return Target(version, _last_of(releases, version) if bound.endswith(".*") else version)
        if operator in (">=", ">", "~=", "^"):
            low = version
        if operator in ("~=", "^"):
            # ``~=0.4.30`` and (below 1.0) ``^0.4.30`` allow 0.4.*.
            high = min(high, _last_of(releases, version[:-1] or version))
        if operator in ("<", "<="):
            high = min(high, version if operator == "<=" else _last_before(releases, version))
    return Target(high if low is None else low, max(high, low or high))


def _last_of(releases: list[tuple[int, ...]], series: tuple[int, ...]) -> tuple[int, ...]:
    return _last_before(releases, (*series[:-1], series[-1] + 1))


def _last_before(releases: list[tuple[int, ...]], stop: tuple[int, ...]) -> tuple[int, ...]:
    before = [one for one in releases if one < stop]
    return before[-1] if before else stop
