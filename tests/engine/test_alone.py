"""What a fix leaves is fixed along with it, or it is no fix."""

import pytest

from jaxlint.engine import trials
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.text.edit import apply_edits
from jaxlint.tracing import program

HEAD = "import math\nimport jax\nimport jax.numpy as jnp\nimport numpy as np\n@jax.jit\n"


def findings(body, **request):
    outcome = run(Request(["f.py"], stdin=(HEAD + body).encode(), **request))
    assert not outcome.problems
    return outcome.diagnostics


def fixed(body, code, **request):
    (item,) = [one for one in findings(body, **request) if one.code == code]
    return item, apply_edits(HEAD + body, item.fix.alone["f.py"]).partition("@jax.jit\n")[2]


LEFT = "def f(x):\n    y = float(x.sum())\n    return x if y > 0 else -x\n"  # a fix of one of the two leaves the other
NOT = "def f(x):\n    if not x.sum() > 0:\n        x = x + 1\n    return x\n"


def test_an_operator_goes_with_the_statement_that_asks():
    item, text = fixed(NOT, "JAX304")
    assert text == "def f(x):\n    x = jnp.where(x.sum() > 0, x, x + 1)\n    return x\n"
    assert item.fix.summary == "select with `jnp.where`; both branches are computed"


def test_both_findings_of_one_test_have_one_fix():
    body = "def f(x):\n    if x.sum() > 0 and x.max() < 1:\n        x = x + 1\n    return x\n"
    fixes = {item.code: item.fix.edits for item in findings(body)}
    assert fixes["JAX301"] == fixes["JAX304"]


def test_a_number_goes_with_what_is_made_of_it():
    item, text = fixed("def f(x):\n    y = float(x.sum())\n    return x if y > 0 else -x\n", "JAX202")
    assert "float(" not in text.replace("astype(float)", "")
    assert "return jnp.where(y > 0, x, -x)" in text
    assert item.fix.applicability == "unsafe"


def test_an_array_goes_with_its_writes():
    body = "def f(x):\n    out = np.zeros(2)\n    out[0] = x.sum()\n    out[1] = 1\n    return out\n"
    _, text = fixed(body, "JAX204")
    assert text.count(".at[") == 2


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("def f(x):\n    n = int(x.sum())\n    return jnp.zeros(n)\n", "JAX106 on line 8"),
        ("def f(x):\n    if not x.sum() > 0:\n        raise RuntimeError\n    return x\n", None),
        ("def f(x):\n    return [v for v in (x, x) if not v.sum() > 0]\n", "JAX301 on line 7"),
    ],
)
def test_a_fix_that_stays_half_is_none(body, left):
    items = findings(body)
    assert all(item.fix is None or item.fix.applicability == "suggestion" for item in items)
    assert left is None or any(left in (item.no_fix or "") for item in items)


def test_what_a_fix_leaves_in_another_function_is_not_laid_to_a_fix_there():
    body = "def f(x):\n    print(x)\n    return jnp.zeros(int(host(x).sum()))\n\ndef host(x):\n    return np.array(x)\n"
    items = {item.code: item for item in findings(body)}
    assert items["JAX501"].fix is not None
    assert items["JAX204"].fix is None
    assert "on line 8" in items["JAX204"].no_fix


def test_rules_that_are_not_selected_mend_nothing():
    (item,) = findings(LEFT, select=("JAX202",))
    assert item.fix is None
    assert "JAX303" in item.no_fix


def test_safe_fixes_alone_leave_no_half_statement():
    outcome = run(Request(["f.py"], stdin=(HEAD + NOT).encode(), fix=True))
    assert outcome.sources["f.py"].text == HEAD + NOT


def test_all_fixes_take_idle_imports_away():
    body = "def f(x):\n    return math.sqrt(x.sum()), math.exp(x.sum()), np.exp(x)\n"
    outcome = run(Request(["f.py"], stdin=(HEAD + body).encode(), fix=True, unsafe=True))
    assert outcome.sources["f.py"].text.startswith("import jax\nimport jax.numpy as jnp\n@jax.jit")
    assert not [item for item in outcome.diagnostics if "math" in item.message]
    single = findings(body)[0].fix.alone["f.py"]
    assert apply_edits(HEAD + body, single).startswith("import math\n")  # the other use is still there


def test_what_rests_on_a_failure_is_not_static():
    body = "def f(x):\n    y = math.sqrt(x.sum())\n    if jnp.isfinite(y):\n        return x * y\n    return x\n"
    assert not any("np.isfinite" in text.replace("jnp.", "j") for _, text in [fixed(body, "JAX301")])


@pytest.mark.parametrize("fix", [False, True])
def test_no_text_is_traced_twice(fix, monkeypatch):
    traced, trace = [], program.trace

    def noted(project, *others):
        traced.append({path: module.source.text for path, module in project.modules.items()})
        return trace(project, *others)

    monkeypatch.setattr(program, "trace", noted)
    findings(LEFT, fix=fix, unsafe=fix)
    assert len(traced) > 2
    assert all(texts not in traced[:at] for at, texts in enumerate(traced))


def test_work_for_fixes_that_leave_something_has_an_end(monkeypatch):
    assert all(item.fix is not None for item in findings(LEFT))
    monkeypatch.setattr(trials, "_MOST_STEPS", -len(LEFT))
    untried = [item.no_fix for item in findings(LEFT) if item.fix is None]
    assert untried
    assert all("too many findings" in reason for reason in untried)


@pytest.mark.parametrize("names", ["abc", "abcdef"])
def test_fixes_that_leave_nothing_are_tried_together(names, tmp_path, monkeypatch):
    """Also those of a rule that no one has on unless they ask for it."""
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'p'\n")
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"import jax\n\nkey_{name} = jax.random.PRNGKey(0)\n")
    traced, trace = [], program.trace
    monkeypatch.setattr(program, "trace", lambda *given: traced.append(given) or trace(*given))
    outcome = run(Request([str(tmp_path)], select=("JAX405",)))
    assert [item.fix is not None for item in outcome.diagnostics] == [True] * len(names)
    assert len(traced) == 2  # as they are, and with all fixes
