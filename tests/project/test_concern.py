"""Which files have nothing to do with a library, as far as names and imports tell."""

import pytest

from jaxlint.project.around import Around
from jaxlint.project.concern import unconcerned
from jaxlint.text.source import Source


def left(tmp_path, files, asked=None):
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    around = Around(str(tmp_path), sorted(map(str, tmp_path.rglob("*.py"))), {})
    sources = [Source(str(tmp_path / name), files[name]) for name in asked or files]
    found = unconcerned(around, sources, lambda text: "jax" in text)
    return {path.removeprefix(f"{tmp_path}/") for path in found}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": "import csv\n", "b.py": "import jax\n"}, {"a.py"}),
        ({"a.py": "import b\n", "b.py": "import c\n", "c.py": "import jax\n"}, set()),
        ({"a.py": "import b\n", "b.py": "import a\n"}, {"a.py", "b.py"}),
        ({"p/__init__.py": "from . import b\n", "p/b.py": "import jax\n", "p/c.py": "x = 1\n"}, {"p/c.py"}),
        ({"p/__init__.py": "import jax\n", "p/b.py": "", "p/c.py": "from p import b\n"}, {"p/b.py"}),
        ({"p/__init__.py": "", "p/b.py": "from .c import x\n", "p/c.py": "import jax\n"}, {"p/__init__.py"}),
        ({"p/b.py": "def f():\n    import p.c\n", "p/c.py": "import jax\n"}, set()),
    ],
)
def test_one(tmp_path, files, expected):
    assert left(tmp_path, files) == expected


def test_what_is_imported_need_not_be_asked_for(tmp_path):
    files = {"a.py": "import b\n", "b.py": "import c\n", "c.py": "import jax\n", "d.py": "import e\n", "e.py": ""}
    assert left(tmp_path, files, ["a.py", "d.py"]) == {"d.py"}
