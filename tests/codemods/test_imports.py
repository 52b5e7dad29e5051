"""Where imports go."""

import ast

import pytest

from jaxlint.codemods.rewrite import Replace
from tests.codemods.workbench import edits_of, mended, module, named

JNP: tuple[str, str | None] = ("jax.numpy", "jnp")


def with_imports(text: str, *wanted: tuple[str, str | None]) -> str | None:
    tree = module(text)
    return mended(tree, [Replace(named(tree), "new")], list(wanted or [JNP]))


LINE = "import jax.numpy as jnp"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("import os\n\nx = OLD\n", f"import os\n{LINE}\n\nx = new\n"),
        ("import os\r\n\r\nx = OLD\r\n", f"import os\r\n{LINE}\r\n\r\nx = new\r\n"),
        ("import os  # why\nx = OLD", f"import os  # why\n{LINE}\nx = new"),
        ("import os; import sys\nx = OLD\n", f"import os; import sys\n{LINE}\nx = new\n"),
        ("import a; x = '''\n'''; y = 1\nOLD\n", f"import a; x = '''\n'''; y = 1\n{LINE}\nnew\n"),
        ("from a import (\n    b,\n)\nx = OLD\n", f"from a import (\n    b,\n)\n{LINE}\nx = new\n"),
        ("import a, \\\n  b\nOLD\n", f"import a, \\\n  b\n{LINE}\nnew\n"),
        (
            '"""Doc."""\nfrom __future__ import annotations\nOLD\n',
            f'"""Doc."""\nfrom __future__ import annotations\n{LINE}\nnew\n',
        ),
        ('"""Doc.\n\nMore."""\n\nx = OLD\n', f'"""Doc.\n\nMore."""\n\n{LINE}\n\nx = new\n'),
        ('"""Doc."""\nx = OLD\n', f'"""Doc."""\n\n{LINE}\n\nx = new\n'),
        ("x = OLD\n", f"{LINE}\n\nx = new\n"),
        ("x = OLD", f"{LINE}\n\nx = new"),
        ("#!/bin/sh\n# -*- coding: utf-8 -*-\nx = OLD\n", f"#!/bin/sh\n# -*- coding: utf-8 -*-\n{LINE}\n\nx = new\n"),
        ("# Licence.\n\n# about x\nx = OLD\n", f"# Licence.\n\n{LINE}\n\n# about x\nx = new\n"),
        ("# Licence.\n\n@OLD\ndef f(): pass\n", f"# Licence.\n\n{LINE}\n\n@new\ndef f(): pass\n"),
        (
            "import os\nos.environ['A'] = 'b'\nimport jax\n\ndef f(): OLD\n",
            f"import os\nos.environ['A'] = 'b'\nimport jax\n{LINE}\n\ndef f(): new\n",
        ),
        (
            "from t import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\n\ndef f(): OLD\n",
            f"from t import TYPE_CHECKING\n{LINE}\nif TYPE_CHECKING:\n    import a\n\ndef f(): new\n",
        ),
        (
            "try:\n    import a\nexcept ImportError:\n    a = None\nOLD\n",
            f"{LINE}\n\ntry:\n    import a\nexcept ImportError:\n    a = None\nnew\n",
        ),
        ("import a\ndef f(): OLD\nimport b\n", f"import a\n{LINE}\ndef f(): new\nimport b\n"),
        ("import a\nx = OLD\nimport b\n", f"import a\n{LINE}\nx = new\nimport b\n"),
        ("import jax.numpy\nx = OLD\n", f"import jax.numpy\n{LINE}\nx = new\n"),
        ("import jax.numpy as jnp\nx = OLD\n", "import jax.numpy as jnp\nx = new\n"),
    ],
)
def test_the_place(text: str, result: str) -> None:
    made = with_imports(text)
    assert made == result
    assert made is not None
    ast.parse(made)


def test_several_are_sorted_and_only_the_missing_are_added() -> None:
    made = with_imports("import math\nx = OLD\n", ("jax.numpy", "jnp"), ("math", None), ("jax", None), ("jax", None))
    assert made == "import math\nimport jax\nimport jax.numpy as jnp\nx = new\n"


def test_all_imports_are_one_insertion_apart_from_the_mended_statement() -> None:
    tree = module("import a\n\nx = OLD\n")
    made = edits_of(tree, [Replace(named(tree), "new")], [JNP, ("math", None)])
    assert made is not None
    assert [(edit.span.start, edit.span.end) for edit in made] == [(9, 9), (14, 17)]


def test_an_import_for_type_checkers_does_not_count() -> None:
    made = with_imports("if TYPE_CHECKING:\n    import jax.numpy as jnp\nx = OLD\n")
    assert made == f"{LINE}\n\nif TYPE_CHECKING:\n    import jax.numpy as jnp\nx = new\n"
