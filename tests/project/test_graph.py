"""Which file leads to which, and what stands for all that has a part in a file."""

import pytest

from jaxlint.project.around import Around
from jaxlint.project.graph import Graph, packed, unpacked

FILES = {
    "pkg/__init__.py": "from pkg.loss import loss as public\nfrom pkg.base import Solver\n",
    "pkg/loss.py": "def loss(x): ...\n",
    "pkg/base.py": "class Solver:\n    def step(self): ...\n",
    "pkg/euler.py": "from pkg.base import Solver\nclass Euler(Solver):\n    def step(self): ...\n",
    "pkg/protocol.py": "class Steps(Protocol):\n    def stride(self): ...\n",
    "pkg/walker.py": "class Walker:\n    def stride(self): ...\n",
    "tests/conftest.py": "import pkg.loss\n",
    "tests/test_loss.py": "from pkg import public\n",
    "tests/helper.py": "from pkg.base import Solver\nclass Fake(Solver): ...\n",
    "run.py": "import helpers\nfrom pkg import loss\n",
    "helpers.py": "x = 1\n",
    "alone.py": "import jax\n",
}


@pytest.fixture
def project(tmp_path):
    def make(changed=None):
        for name, text in {**FILES, **(changed or {})}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return Around(str(tmp_path), sorted(map(str, tmp_path.rglob("*.py"))), {})

    return make


def names(around, paths):
    return {str(path).removeprefix(around.root + "/") for path in paths}


def led_to(around, name):
    return names(around, around.graph.leads_to[f"{around.root}/{name}"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("run.py", {"helpers.py", "pkg/loss.py"}),
        ("alone.py", set()),
        ("tests/test_loss.py", {"pkg/loss.py", "tests/conftest.py"}),  # what a package hands on, and fixtures
        ("pkg/base.py", {"pkg/euler.py"}),  # a class below; what tests define is no matter of others
        ("tests/helper.py", {"pkg/base.py", "tests/conftest.py"}),
        ("pkg/protocol.py", {"pkg/walker.py"}),
    ],
)
def test_one_step(project, name, expected):
    assert led_to(project(), name) == expected


def test_all_that_lead_to_a_file(project):
    around = project()
    asked = around.root + "/pkg/loss.py"
    wanted = {"pkg/loss.py", "pkg/__init__.py", "run.py", "tests/conftest.py", "tests/helper.py", "tests/test_loss.py"}
    assert names(around, around.reaching([asked])) == wanted


def stamps(around):
    found = around.graph.stamps(around.index.digest)
    return {path.removeprefix(around.root + "/"): stamp for path, stamp in found.items()}


@pytest.mark.parametrize(
    ("changed", "touched"),
    [
        ({"alone.py": "import jax\nx = 1\n"}, {"alone.py"}),
        ({"helpers.py": "x = 2\n"}, {"helpers.py", "run.py", "pkg/loss.py"}),
    ],
)
def test_a_change_is_seen_where_it_has_a_part(project, changed, touched):
    before, after = stamps(project()), stamps(project(changed))
    assert {name for name in before if before[name] != after[name]} == touched


def test_what_hands_a_name_on_has_a_part(project):
    before = stamps(project())
    after = stamps(
        project({"pkg/__init__.py": "from pkg.loss import loss as public\nfrom pkg.base import Solver\nx = 1\n"})
    )
    assert before["tests/test_loss.py"] != after["tests/test_loss.py"]


def test_files_that_lead_to_one_another():
    graph = Graph({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"c"}, "e": set()}, {})
    texts = dict.fromkeys("abcde", b"1")
    before = graph.stamps(texts.__getitem__)
    after = graph.stamps({**texts, "d": b"2"}.__getitem__)
    assert {path for path in texts if before[path] != after[path]} == {"a", "b", "c", "d"}


def test_what_is_kept_says_the_same(project):
    around = project()
    graph, facts = unpacked(packed(around.graph, around.root, "facts"), around.root, around.files)
    assert (graph.leads_to, facts) == (around.graph.leads_to, "facts")
    assert {path: seen for path, seen in around.graph.looks_at.items() if seen} == graph.looks_at
