"""The laws hold, but for what is known; enough cases have a fix; and a law that is broken is found."""

from __future__ import annotations

import jax
import pytest

from jaxlint.codemods.recipes.masks import reductions
from tests.laws import judge
from tests.laws.laws import LAWS, WRONG, Law, Wrong

NAMED = {law.name: law for law in LAWS}


def by_name(value: Law | Wrong) -> str:
    return value.name if isinstance(value, Law) else f"{value.law}: {value.body.removeprefix('return ')}"


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS, ids=by_name)
def test_the_law_holds(law: Law) -> None:
    jax.clear_caches()
    found = judge.examined(law)
    unknown = {case: said for case, said in found.wrong.items() if not any(map(case.is_known, WRONG))}
    assert unknown == {}
    assert found.fixed >= law.least


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", [pytest.param(one, marks=pytest.mark.xfail(strict=True, reason=one.reason)) for one in WRONG], ids=by_name
)
def test_what_is_known_to_be_wrong(wrong: Wrong) -> None:
    law = NAMED[wrong.law]
    found = judge.examined(law._replace(bodies=[body for body in law.bodies if wrong.body in body]))
    assert not any(case.is_known(wrong) for case in found.wrong)


@pytest.mark.parametrize("law", LAWS, ids=by_name)
def test_a_part_of_the_law_holds(law: Law) -> None:
    assert judge.examined(law._replace(bodies=law.bodies[:1], grid=law.grid[:1])).wrong == {}


def test_a_wrong_neutral_element_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    law = NAMED["masked"]._replace(bodies=["m = w > 0\nreturn x[m].max()"], grid=NAMED["masked"].grid[:1])
    assert judge.examined(law).wrong == {}
    monkeypatch.setattr(reductions, "outermost", lambda *_: "0")
    judge.fixed.cache_clear()
    found = judge.examined(law)
    judge.fixed.cache_clear()
    assert {case.input for case in found.wrong} == {"plain, one", "infinite, one", "infinite, rest"}
