"""Uses of a library's names: resolved through imports and scopes, silent behind guards."""

from textwrap import dedent

import pytest

from jaxlint.syntax.parse import parse
from jaxlint.syntax.spelling import spelled
from jaxlint.syntax.uses import uses
from jaxlint.text.source import Source


def found(text):
    return [(use.how, use.dotted) for use in uses(parse(Source("a.py", dedent(text))), "jax") if use.how != "name"]


def attributes(text):
    return [
        dotted for how, dotted in found("import jax\nimport jax.numpy as jnp\n" + dedent(text)) if how == "attribute"
    ]


def test_imports():
    text = """
        import os, jax.numpy as jnp
        from jax import (tree_map as over,
            vmap)
        from jaxopt import x
        from . import jax
        """
    assert found(text) == [("import", "jax.numpy"), ("from", "jax.tree_map"), ("from", "jax.vmap")]
    assert spelled(text, "jax") >= {"jax.tree_map", "jax.vmap"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("jax.tree_map(f, jnp.trapz)", ["jax.tree_map", "jax.numpy.trapz"]),
        ("jax.a.b().c", ["jax.a.b"]),
        ("def f(jax): jax.x", []),
        ("def f():\n    jax = 1\n    jax.x", []),
        ("def f():\n    jax.x", ["jax.x"]),
        ("def f():\n    from numpy import jax\n    jax.x", []),
        ("lambda jnp: jnp.x", []),
        ("class A:\n    jax = 1\n    def f(self): jax.x", ["jax.x"]),
        ("class A:\n    jax = 1\n    y = jax.x", []),
        ("for jax in []: jax.x", []),
        ("[jnp.x for jnp in []]", []),
        ("try: pass\nexcept E as jax: pass\njax.x", []),
        ("match 1:\n    case {**jax}: jax.x", []),
        ("global jnp\njnp.x", []),
        ("jax.x = 1\njax.x", []),
        ("@jax.x\ndef f(a=jax.y): pass", ["jax.x", "jax.y"]),
    ],
)
def test_scopes(text, names):
    assert attributes(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "if hasattr(jax, 'x'): jax.x",
        "if not hasattr(jax, 'x'): pass\nelse: jax.x",
        "jax.x if hasattr(jax, 'x') else None",
        "hasattr(jax, 'x') and jax.x",
        "if jax.__version_info__ >= (0, 4): jax.x",
        "if Version(jax.__version__) < Version('0.4'): jax.x",
        "NEW = hasattr(jax, 'x')\nif NEW: jax.x",
        "try: jax.x\nexcept AttributeError: pass",
        "try: jax.y()\nexcept (TypeError, ImportError): jax.x",
        "try:\n    import z\n    OK = True\nexcept ImportError:\n    OK = False\nif OK: jax.x",
        "with suppress(AttributeError): jax.x",
        "with pytest.raises(AttributeError): jax.x",
        "@skipif(jax.__version__ < '0.4')\ndef f(): jax.x",
    ],
)
def test_guards(text):
    assert "jax.x" not in attributes(text)


@pytest.mark.parametrize(
    "text",
    [
        "if sys.version_info > (3, 12): jax.x",
        "if hasattr(self, 'x'): jax.x",
        "try: jax.x\nexcept KeyError: pass",
        "if debug: jax.x",
        "with open('x'): jax.x",
        "if jax.__version__ < '0.4':\n    raise ImportError\njax.x",
    ],
)
def test_no_guards(text):
    assert "jax.x" in attributes(text)


def test_behind_a_guard_that_returns():
    text = "def f():\n    if hasattr(jax, 'x'):\n        return jax.x\n    return jax.y\njax.z"
    assert attributes(text) == ["jax.z"]


def test_a_name_of_two_homes_is_not_known():
    text = "try: from jax import x\nexcept ImportError: from jax.old import x\nx()"
    assert [use.dotted for use in uses(parse(Source("a.py", text)), "jax")] == []


def test_annotations():
    def evaluated(text):
        return [use.evaluated for use in uses(parse(Source("a.py", text)), "jax") if use.how == "attribute"]

    assert evaluated("import jax\ndef f(x: jax.x) -> jax.y: pass") == [True, True]
    assert evaluated("from __future__ import annotations\nimport jax\ndef f(x: jax.x): pass\ny = jax.y") == [
        False,
        True,
    ]
    assert evaluated("import jax\ndef f():\n    x: jax.x = 1") == [False]
    assert evaluated("import jax\nif TYPE_CHECKING:\n    jax.x") == [False]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import jax\njax.tree_map(f)", "jax.tree_map"),
        ("import jax as j\nx = j.tree_map", "jax.tree_map"),
        ("import jax.numpy as jnp\njnp.trapz(y)", "jax.numpy.trapz"),
        ("def f():\n    from jax import tree_util as tu\n    tu.x", "jax.tree_util.x"),
        ("from jax import (  # why\n    a,  # b\n    c,\n)", "jax.c"),
        ("from jax import a, \\\n    b", "jax.b"),
        ("from jax.config import config", "jax.config.config"),
        ("import jax.experimental.maps", "jax.experimental.maps"),
        ("import numpy, jax.numpy as jn\njn.trapz", "jax.numpy.trapz"),
        ("import jax.numpy as jnp; import jax\njax.x", "jax.x"),
    ],
)
def test_what_the_text_spells(text, name):
    assert name in spelled(text, "jax")
