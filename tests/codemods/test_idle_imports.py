"""Imports that are used no more."""

import pytest

from jaxlint.codemods.idle.imports import idle_imports, words_gone
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.source import Source
from jaxlint.text.span import Span


@pytest.mark.parametrize(
    ("before", "after", "result"),
    [
        ("import math\n\nimport jax\n\nmath.pi\n", "import math\n\nimport jax\n\njax.x\n", "import jax\n\njax.x\n"),
        ("import math\nimport os\n\nmath.pi\n", "import math\nimport os\n\n1\n", "import os\n\n1\n"),  # os never was
        ("import math, os\nmath.pi, os\n", "import math, os\nos\n", "import os\nos\n"),
        ("from math import pi, e as E\npi, E\n", "from math import pi, e as E\nE\n", "from math import e as E\nE\n"),
        ("import scipy.special\nscipy.special.x\n", "import scipy.special\n1\n", "1\n"),
        ("import numpy as np\nnp\n", "import numpy as np\n'np.ndarray'\n", "import numpy as np\n'np.ndarray'\n"),
        ("import math  # why\nmath\n", "import math  # why\n1\n", "import math  # why\n1\n"),
        ("from mine import a\na\n", "from mine import a\n1\n", "from mine import a\n1\n"),
        ("import mine\nmine\n", "import mine\n1\n", "import mine\n1\n"),
        ("import math\ndef f(): return math.pi\n", "import math\ndef f(): return 3\n", "def f(): return 3\n"),
        (
            "def f():\n  import math\n\n  return math.pi\n",
            "def f():\n  import math\n\n  return 3\n",
            "def f():\n  return 3\n",
        ),
        ("def f():\n  import pdb; pdb.a()\n", "def f():\n  import pdb; b()\n", "def f():\n  b()\n"),
        (  # one function still reads it, and an only statement must stay
            "def f():\n  import math\n  math\n\ndef g():\n  import math\n  math\n  if 1:\n    import os\n  os\n",
            "def f():\n  import math\n  1\n\ndef g():\n  import math\n  math\n  if 1:\n    import os\n  1\n",
            "def f():\n  1\n\ndef g():\n  import math\n  math\n  if 1:\n    import os\n  1\n",
        ),
        (
            "def f():\n  def g():\n    import math\n    return math.pi\n",
            "def f():\n  def g():\n    import math\n    return 3\n",
            "def f():\n  def g():\n    return 3\n",
        ),
    ],
)
def test_what_goes(before, after, result):
    assert apply_edits(after, idle_imports(Source("m.py", before), after)) == result


def test_a_name_that_becomes_an_attribute_is_gone():
    edits = [Edit(Span(0, 5), "linalg.solve"), Edit(Span(7, 8), "a")]
    assert words_gone("solve, a", edits) == {"solve"}


def test_a_package_imports_for_others():
    assert idle_imports(Source("m/__init__.py", "import math\nmath\n"), "import math\n1\n") == []
