"""Versions and what a requirement aims at."""

import pytest

from jaxlint.knowledge.history import story
from jaxlint.knowledge.releases import allows, known, release, target

NEWEST = ".".join(map(str, known()[-1]))


@pytest.mark.parametrize(
    ("requirement", "aim"),
    [
        (None, f"0.10.2 to {NEWEST}"),
        ("0.6.2", "0.6.2"),
        ("==0.6.2", "0.6.2"),
        (">=0.4.30", f"0.4.30 to {NEWEST}"),
        (">=0.4.30,<0.6", "0.4.30 to 0.5.3"),
        (">=0.4.38,!=0.7.0", f"0.4.38 to {NEWEST}"),
        ("<0.5", "0.4.38"),
        ("<=0.5.3", "0.5.3"),
        ("~=0.4.30", "0.4.30 to 0.4.38"),
        ("^0.4.30", "0.4.30 to 0.4.38"),
        ("==0.4.*", "0.4 to 0.4.38"),
        (">=99.1", "99.1"),
        ("nonsense", f"0.10.2 to {NEWEST}"),
        (">0.4.30", f"0.4.31 to {NEWEST}"),
        (">=0.4.38,!=0.4.38", f"0.5.0 to {NEWEST}"),
        ("!=0.7.0", f"0.10.2 to {NEWEST}"),
        ("~=0.4", f"0.4 to {NEWEST}"),
        ("~0.4.30", "0.4.30 to 0.4.38"),
        ("=0.4", "0.4 to 0.4.38"),
        ("=0.4.*", "0.4 to 0.4.38"),
        ("<0.3", "0.3"),
    ],
)
def test_target(requirement, aim):
    assert str(target(requirement)) == aim


@pytest.mark.parametrize(
    ("requirement", "allowed"),
    [
        (None, True),
        (">=0.8", True),
        ("==0.12.0", True),
        ("==0.12.5", True),
        (">=0.12.5,<0.13", True),
        ("~=0.12.4", True),
        ("==0.12.*", True),
        ("==0.10.2", False),
        ("<0.12", False),
        (">=0.8,<0.11.3", False),
        ("~=0.10.1", False),
        ("nonsense", True),
    ],
)
def test_a_release_or_a_later_one_may_be_installed(requirement, allowed):
    assert allows(requirement, "0.12.0") is allowed


def test_release():
    assert release("0.4.30") < release("0.10.2")
    assert release("v0.9.0.1") == (0, 9, 0, 1)
    assert release("0.6.2.dev3+cuda") == (0, 6, 2)
    assert release("0.7rc1") == (0, 7)


@pytest.mark.parametrize(
    ("requirement", "removed", "old", "replaced"),
    [
        ("0.4.24", False, False, False),  # jax.tree.map came with 0.4.25
        ("0.4.25", False, False, True),
        ("0.4.30", False, True, True),
        ("0.6.0", True, True, True),
        (">=0.4.20", True, True, False),
        (">=0.4.30", True, True, True),
    ],
)
def test_a_story_for_a_target(requirement, removed, old, replaced):
    told, aim = story("jax.tree_map"), target(requirement)
    assert (told.is_removed(aim), told.is_old(aim), told.is_replaced(aim)) == (removed, old, replaced)
