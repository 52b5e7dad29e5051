"""Damage that an open file does to files that are not open is shown in both, and withdrawn when it is gone."""

import pytest
from lsprotocol import types

from tests.server.client import uri, wait

HELPER = "import jax.numpy as jnp\n\n\ndef clip(x):\n    if x.sum() > 0:\n        return x\n    return jnp.zeros(3)\n"
CALM = "from helper import clip\n\n\ndef step(x):\n    return clip(x)\n"
USE = "import jax\nfrom helper import clip\n\n\n@jax.jit\ndef step(x):\n    return clip(x)\n"


@pytest.fixture
def files(top):
    (top / "helper.py").write_text(HELPER)
    (top / "use.py").write_text(CALM)
    return top / "use.py", top / "helper.py"


def severities(found):
    return [(one.code, one.severity.name) for one in found]


def reports(one, known=()):
    previous = [types.PreviousResultId(where, name) for where, name in known]
    found = one.ask("workspace_diagnostic", types.WorkspaceDiagnosticParams(previous)).items
    return {report.uri: report for report in found}


def test_what_a_decorator_breaks_elsewhere_is_pushed(files, editor):
    use, helper = files
    one = editor()
    one.open(use)
    assert one.codes(use) == []
    one.change(use, 2, USE)
    one.until(helper, ["JAX301"])
    (cause,) = one.diagnostics(use, 2)
    assert (cause.code, cause.severity) == ("JAX301", types.DiagnosticSeverity.Information)
    assert cause.message.startswith("causes JAX301 in helper.py:5: `if` needs a concrete bool")
    assert cause.range.start.line == 4  # the decorator
    assert [place.location.uri for place in cause.related_information] == [uri(helper)]
    one.change(use, 3, CALM)
    one.until(helper, [])
    assert one.codes(use, 3) == []


def test_a_file_that_is_opened_says_it_itself(files, editor):
    use, helper = files
    one = editor()
    one.open(use, USE)
    one.until(helper, ["JAX301"])
    one.open(helper)
    wait(lambda: one.shown[uri(helper)].version == 1)
    assert severities(one.diagnostics(helper, 1)) == [("JAX301", "Error")]
    one.change(helper, 2, HELPER.replace("x.sum() > 0", "x.ndim > 0"))
    one.until(helper, [])
    one.until(use, [])
    one.close(helper)  # on disk the branch is still there
    one.until(helper, ["JAX301"])
    one.close(use)
    one.until(helper, [])


def test_what_a_decorator_breaks_elsewhere_is_pulled(files, editor):
    use, helper = files
    one = editor(pulls=True)
    one.open(use, USE)
    assert severities(one.pull(use).items) == [("JAX301", "Information")]
    wait(lambda: uri(helper) in reports(one))
    report = reports(one)[uri(helper)]
    assert [item.code for item in report.items] == ["JAX301"]
    assert reports(one, [(uri(helper), report.result_id)])[uri(helper)].kind == "unchanged"
    refreshes = one.refreshes
    one.change(use, 2, CALM)
    wait(lambda: one.refreshes > refreshes)
    assert list(reports(one, [(uri(helper), report.result_id)])[uri(helper)].items) == []
    assert one.pushes == []


def test_findings_at_one_step_are_one_information(files, editor):
    use, helper = files
    helper.write_text(HELPER.replace("        return x\n", "        return float(x) + x\n"))
    one = editor()
    one.open(use, USE)
    one.until(helper, ["JAX301", "JAX202"])
    (cause,) = one.diagnostics(use)
    assert "helper.py:5 (and 1 more)" in cause.message
    assert len(cause.related_information) == 2
