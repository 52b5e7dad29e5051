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
        ("import os\n\nx = OLD\n", f"import os\n\n{LINE}\n\nx = new\n"),
        ("import os\r\n\r\nx = OLD\r\n", f"import os\r\n\r\n{LINE}\r\n\r\nx = new\r\n"),
        ("import os  # why\nx = OLD", f"import os  # why\n\n{LINE}\nx = new"),
        ("import os; import sys\nx = OLD\n", f"import os; import sys\n\n{LINE}\nx = new\n"),
        ("import a; x = '''\n'''; y = 1\nOLD\n", f"import a; x = '''\n'''; y = 1\n{LINE}\nnew\n"),
        ("from a import (\n    b,\n)\nx = OLD\n", f"{LINE}\nfrom a import (\n    b,\n)\nx = new\n"),
        ("import a, \\\n  b\nOLD\n", f"import a, \\\n  b\n{LINE}\nnew\n"),
        (
            '"""Doc."""\nfrom __future__ import annotations\nOLD\n',
            f'"""Doc."""\nfrom __future__ import annotations\n\n{LINE}\nnew\n',
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
            f"{LINE}\nfrom t import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\n\ndef f(): new\n",
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
    assert made == "import math\n\nimport jax\nimport jax.numpy as jnp\nx = new\n"


def test_imports_of_one_place_are_one_insertion_apart_from_the_mended_statement() -> None:
    tree = module("import a\n\nx = OLD\n")
    made = edits_of(tree, [Replace(named(tree), "new")], [JNP, ("numpy", "np"), ("math", None)])
    assert made is not None
    assert [(edit.span.start, edit.span.end) for edit in made] == [(0, 0), (9, 9), (14, 17)]


LAX: tuple[str, str | None] = ("jax.lax", "lax")
CHECKIFY: tuple[str, str | None] = ("jax.experimental.checkify", "checkify")


@pytest.mark.parametrize(
    ("text", "wanted", "result"),
    [
        ("import jax\nOLD\n", LAX, "import jax\nfrom jax import lax\nnew\n"),
        ("from jax import lax\nOLD\n", LAX, "from jax import lax\nnew\n"),
        ("import jax\nOLD\n", ("jax.lax", "_lax"), "import jax\nfrom jax import lax as _lax\nnew\n"),
        ("import jax\nOLD\n", CHECKIFY, "import jax\nfrom jax.experimental import checkify\nnew\n"),
        (  # ``from`` after ``import``, in the order of the names
            "import os\n\nimport jax\nimport numpy as np\nfrom flax import linen as nn\nfrom zoo import z\n\nOLD\n",
            LAX,
            "import os\n\nimport jax\nimport numpy as np\nfrom flax import linen as nn\nfrom jax import lax\n"
            "from zoo import z\n\nnew\n",
        ),
        (  # a file that sorts by the names alone
            "from flax import linen\nimport jax\nfrom jax import random\nimport numpy as np\nOLD\n",
            JNP,
            f"from flax import linen\nimport jax\nfrom jax import random\n{LINE}\nimport numpy as np\nOLD\n".replace(
                "OLD", "new"
            ),
        ),
        ("import os\n\nfrom . import a\n\nOLD\n", JNP, f"import os\n\n{LINE}\n\nfrom . import a\n\nnew\n"),
        ("from . import a\n\nOLD\n", JNP, f"{LINE}\n\nfrom . import a\n\nnew\n"),
        ("import jax\n\nOLD\n", ("math", None), "import math\n\nimport jax\n\nnew\n"),
    ],
)
def test_as_people_write_them_and_among_their_like(text: str, wanted: tuple[str, str | None], result: str) -> None:
    assert with_imports(text, wanted) == result


def test_an_import_for_type_checkers_does_not_count() -> None:
    made = with_imports("if TYPE_CHECKING:\n    import jax.numpy as jnp\nx = OLD\n")
    assert made == f"{LINE}\n\nif TYPE_CHECKING:\n    import jax.numpy as jnp\nx = new\n"
