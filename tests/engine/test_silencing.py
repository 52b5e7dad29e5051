"""Comments that silence nothing, and those that name no rule."""

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.text.edit import apply_edits

HEAD = "import jax\n\n\n@jax.jit\ndef f(x):\n"


def linted(tmp_path, text, **request):
    path = tmp_path / "a.py"
    path.write_text(text)
    request = {"extend_select": ("JAX001",), **request}
    return run(Request([str(path)], **request))


def told(tmp_path, text, **request):
    return [(one.location.line, one.code, one.message) for one in linted(tmp_path, text, **request).diagnostics]


def codes(tmp_path, body, **request):
    return [code for _, code, _ in told(tmp_path, HEAD + body, **request)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    return x  # jaxlint: ignore[JAX201]\n", ["JAX001"]),
        ("    return x  # jaxlint: ignore\n", ["JAX001"]),
        ("    return x  # jaxlint: ignore[JAX2]\n", ["JAX001"]),
        ("    return x  # jaxlint: ignore[ALL]\n", ["JAX001"]),
        ("    return x  # noqa\n", []),
        ("    return x  # noqa: E501\n", []),
        ("    return x  # noqa: JAX201\n", ["JAX001"]),
        ("    return x  # noqa: JAX299\n", ["JAX002"]),
        ("    return x  # noqa: JAXTYPING\n", []),
        ("    return x  # jaxlint: ignore[E501]\n", ["JAX002"]),
        ("    return x  # jaxlint: ignore[]\n", ["JAX002"]),
        ("    return x.item()  # jaxlint: ignore[JAX201, JAX501]\n", ["JAX001"]),
        ("    return x.item()  # jaxlint: ignore[JAX201]  # noqa: JAX201\n", []),
        ("    return x.item()  # jaxlint: ignore[concretization]\n", []),
        ("    # jaxlint: disable[JAX201]\n    y = x.item()\n    return x.item()\n", []),
        ("    # jaxlint: disable[JAX501]\n    return x\n", ["JAX001"]),
        ("    return x  # jaxlint: ignore-file[JAX201]\n", ["JAX001"]),
        ("    return x  # jaxlint: ignore[JAX201, JAX001]\n", []),
        ("    return x  # jaxlint: ignore[JAX2O1, unknown-ignore]\n", []),
        ("    return x  # jaxlint: ignore-file[comments]\n    # jaxlint: ignore[JAX2O1]\n", []),
        ("    return x  # jaxlint: ignore[JAX405]\n", []),
        ("    return x  # jaxlint: traced\n", []),
        ("    return x  # jaxlint: expect[JAX201]\n", ["JAX003"]),
        ("    return x  # jaxlint: expect\n", ["JAX003"]),
        ("    return x  # jaxlint: expect[JAX2O1]\n", ["JAX002"]),
        ("    return x.item()  # jaxlint: expect[JAX201] -- why\n", []),
        ("    # jaxlint: expect[JAX201]\n    return x.item()\n", []),
    ],
)
def test_found(tmp_path, body, expected):
    assert codes(tmp_path, body) == expected


def test_no_rule_is_called_idle_that_did_not_run(tmp_path):
    body = "    return x  # jaxlint: ignore[JAX201]\n"
    assert codes(tmp_path, body, ignore=("JAX201",)) == []
    assert codes(tmp_path, body, select=("JAX5", "JAX001")) == []
    assert codes(tmp_path, body, select=("JAX201", "JAX001"), extend_select=()) == ["JAX001"]
    (tmp_path / "jaxlint.toml").write_text('per-file-ignores = { "*" = ["JAX201"] }\n')
    assert codes(tmp_path, body) == []


def test_advice_is_off_unless_asked_for(tmp_path):
    body = "    return x  # jaxlint: ignore[JAX201, JAX2O1]\n"
    assert codes(tmp_path, body, extend_select=()) == ["JAX002"]
    assert codes(tmp_path, "    return x  # jaxlint: expect[JAX201]\n", extend_select=()) == ["JAX003"]


def test_files_that_speak_of_nothing_else(tmp_path):
    """Not one event, and yet the comment is read."""
    assert told(tmp_path, "x = 1  # jaxlint: ignore[JAX2O1]\n") == [
        (1, "JAX002", "unknown rule `JAX2O1` in ignore comment; did you mean `JAX201`?")
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1  # jaxlint: ignore[JAX201] -- why\ny = 2\n", "x = 1\ny = 2\n"),
        ("x = 1  # jaxlint: ignore[JAX201, JAX2O1]\n", "x = 1  # jaxlint: ignore[JAX201]\n"),
        ("x = 1  # type: ignore # noqa: JAX201\n", "x = 1  # type: ignore\n"),
        ("x = 1  # noqa: E501, JAX299 # why\n", "x = 1  # noqa: E501 # why\n"),
        ("x = 1  # jaxlint: ignore # why\n", "x = 1  # why\n"),
        ("# jaxlint: ignore\nx = 1\n", "x = 1\n"),
        ("if 1:\n    # jaxlint: ignore[JAX2O1]\n    x = 1\n", "if 1:\n    x = 1\n"),
        ("x = 1\n# jaxlint: ignore-file[JAX1]", "x = 1\n"),
        ("x = 'é'  # jaxlint: ignore[]\r\ny = 2\r\n", "x = 'é'\r\ny = 2\r\n"),
    ],
)
def test_the_fix_takes_no_more_than_it_names(tmp_path, before, after):
    path = tmp_path / "a.py"
    path.write_bytes(before.encode())
    outcome = run(Request([str(path)], extend_select=("JAX001",)))
    one = max(outcome.diagnostics, key=lambda it: it.code)
    (edits,) = one.fix.edits.values()
    assert apply_edits(before, edits) == after


def test_what_is_unused_goes_with_unsafe_fixes_only(tmp_path):
    text = HEAD + "    return x  # jaxlint: ignore[JAX201]  # jaxlint: ignore[JAX2O1]\n"
    outcome = linted(tmp_path, text, fix=True)
    (source,) = outcome.sources.values()
    assert source.text == HEAD + "    return x  # jaxlint: ignore[JAX201]\n"
    (source,) = linted(tmp_path, text, fix=True, unsafe=True).sources.values()
    assert source.text == HEAD + "    return x\n"
