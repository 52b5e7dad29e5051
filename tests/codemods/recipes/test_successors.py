"""Old names of JAX replaced: the imports read right afterwards, and what is uncertain is left alone."""

from __future__ import annotations

from textwrap import dedent

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from tests.codemods.recipes.mending import fixed, levels, lint

MENDED = [
    ("import jax\njax.tree_map(f, t)\n", "import jax\njax.tree.map(f, t)\n"),
    ("import jax as j\nj.tree_map(f, t)\n", "import jax as j\nj.tree.map(f, t)\n"),
    ("from jax import tree_map\ntree_map(f, t)\n", "import jax\njax.tree.map(f, t)\n"),
    ("from jax import jit, tree_map\njit(tree_map)\n", "import jax\nfrom jax import jit\njit(jax.tree.map)\n"),
    ("from jax import tree_map as tm\ntm(f, t)\n", "from jax.tree import map as tm\ntm(f, t)\n"),
    (
        "from jax import tree_map\n__all__ = ['tree_map']\n",
        "from jax.tree import map as tree_map\n__all__ = ['tree_map']\n",
    ),
    (
        "from jax import jit, tree_map\nfrom jax.tree import map as tree_map\njit(tree_map)\n",
        "from jax import jit\nfrom jax.tree import map as tree_map\njit(tree_map)\n",
    ),
    (
        "from jax import jit, tree_map\nfrom jax.tree_util import tree_map\njit(tree_map)\n",
        "from jax import jit\nfrom jax.tree_util import tree_map\njit(tree_map)\n",
    ),
    ("from jax.config import config\nconfig.x\n", "from jax import config\nconfig.x\n"),
    ("import jax.linear_util as lu\nlu.wrap_init\n", "import jax.extend.linear_util as lu\nlu.wrap_init\n"),
    ("from jax import linear_util as lu\nlu.wrap_init\n", "from jax.extend import linear_util as lu\nlu.wrap_init\n"),
    ("import jax\njax.experimental.stax.Dense(3)\n", "from jax.example_libraries import stax\nstax.Dense(3)\n"),
    (
        "import jax\nfrom jax.example_libraries import stax as nets\njax.experimental.stax.Dense(nets)\n",
        "from jax.example_libraries import stax as nets\nnets.Dense(nets)\n",
    ),
    ("from jax.experimental import maps\nmaps.Mesh\n", "import jax\njax.sharding.Mesh\n"),
    ("from jax.experimental.pjit import PartitionSpec as P\n", "from jax.sharding import PartitionSpec as P\n"),
    ("from jax.core import Primitive\nPrimitive\n", "from jax.extend.core import Primitive\nPrimitive\n"),
    ("import jax\njax.core.Primitive\n", "from jax.extend import core\ncore.Primitive\n"),
    (
        "import jax\nfrom jax.extend import core as jex\njax.core.Primitive\n",
        "from jax.extend import core as jex\njex.Primitive\n",
    ),
    ("import jax.numpy as np\nnp.trapz(y, x)\n", "import jax.numpy as np\nnp.trapezoid(y, x)\n"),
    ("import jax.numpy as jnp\njnp.clip(x, a_min=0)\n", "import jax.numpy as jnp\njnp.clip(x, min=0)\n"),
    ("import jax\njax.lax.tie_in(a, b + 1) * 2\n", "(b + 1) * 2\n"),
    ("import jax.numpy as jnp\n2 * jnp.NINF\n", "import jax.numpy as jnp\n2 * -jnp.inf\n"),
    ("import jax\njax.ops.index_add(x, i, v)\n", "x.at[i].add(v)\n"),
    ("import jax\njax.random.shuffle(k, x)\n", "import jax\njax.random.permutation(k, x, independent=True)\n"),
    ("import jax\ndef f(k: jax.random.KeyArray): pass\n", "import jax\ndef f(k: jax.Array): pass\n"),
    (
        "from jax.experimental.shard_map import shard_map\nshard_map(f, m, i, out_specs=o, check_rep=False)\n",
        "import jax\njax.shard_map(f, mesh=m, in_specs=i, out_specs=o, check_vma=False)\n",
    ),
    ("from jax import ops\nops.index_add(x, ops.index[1:, 0], v)\n", "x.at[1:, 0].add(v)\n"),
    ("import jax\njax.ops.index_add(x, (0, 1), jax.ops.index[0])\n", "import jax\nx.at[0, 1].add(jax.numpy.s_[0])\n"),
    ("import jax.numpy as np\nnp.in1d(x, y) & z\n", "import jax.numpy as np\nnp.isin(x, y).ravel() & z\n"),
    (
        "from jax.ops import index, index_add, index_update as put\n"
        "put(index_add(x, i, 1), index[0], put(y, (1,), 0))\n",
        "x.at[i].add(1).at[0].set(y.at[(1,)].set(0))\n",
    ),
    (
        "from jax.ops import index as at\ndef f(x):\n    return x[at[0]]\n",
        "import jax.numpy as jnp\ndef f(x):\n    return x[jnp.s_[0]]\n",
    ),
    ("from jax.experimental.maps import xmap\nx = 1\n", "x = 1\n"),
    ("from jax.lib.xla_client import ops as o, Frame\nx = 1\n", "x = 1\n"),
    ("with open(p): \n    import jax; jax.tree_map(f, t)\n", "with open(p): \n    import jax; jax.tree.map(f, t)\n"),
]


@pytest.mark.parametrize(("text", "after"), MENDED)
def test_mended(text: str, after: str) -> None:
    assert fixed(text) == after
    assert fixed(after) == after


LEFT = [
    "from jax import *\ntree_map(f, t)\n",
    "from .jax import tree_map\ntree_map(f, t)\n",
    "import jaxopt as jax\njax.tree_map(f, t)\n",
    "# jax.tree_map\nimport jax\nx = 'jax.tree_map(a)'\n",
    "import jax\njax.tree_map = jax.tree.map\njax.tree_map(f, t)\n",
    "import jax.numpy as jnp\njnp.clip(x, min=0)\n",
    "import numpy as jnp\njnp.clip(x, a_min=0)\n",
]


@pytest.mark.parametrize("text", LEFT)
def test_nothing_to_tell(text: str) -> None:
    assert [one.code for one in lint(text).diagnostics] == []


UNSURE = [
    "import jax\njax.xla_computation(f)(x)\n",  # no successor
    "import jax\njax.device_put_replicated(x, d)\n",  # the successor is for another use
    "import jax\njax.ops.index_add(*a)\n",
    "import jax\njax.ops.index_add(x, i, y=v)\n",
    "import jax\nf = jax.ops.index_add\n",
    "import jax.numpy as jnp\njnp.clip(x, a_min=0, min=1)\n",
    "import jax.numpy as jnp\njnp.clip(a=x)\n",  # only by position now
    "from jax.experimental.maps import xmap\nxmap(f)\n",
    "from jax.ops import index_update as put\nput(x, i, v, True)\n",
    "from jax.experimental.maps import xmap\n__all__ = ['xmap']\n",
    "from jax.ops import index_update\n__all__ = ['index_update']\n",
    "from jax.experimental import host_callback as hcb\nhcb.id_print(x)\n",
    "from jax.ops import index_add\nuse(index_add)\n",
    "from jax.experimental.pjit import pjit\npjit(f, in_shardings=s)\n",  # of `with mesh:`, perhaps
]


@pytest.mark.parametrize("text", UNSURE)
def test_told_and_left_alone(text: str) -> None:
    assert lint(text).diagnostics
    assert fixed(text) == text


def test_levels() -> None:
    assert levels("import jax\njax.tree_map(f, t)\n", "JAX701") == ["safe"]
    assert levels("import jax\nx: jax.random.KeyArray\n", "JAX701") == ["unsafe"]
    assert levels("import jax\njax.lax.tie_in(a, b)\n", "JAX701") == ["unsafe"]


def test_a_long_list_of_imports_is_mended_in_one_go() -> None:
    words = "ClosedJaxpr Jaxpr JaxprEqn Literal Primitive Token Var jaxpr_as_fun".split()
    listed = "".join(f"    {word},\n" for word in words)
    text = f"from jax.core import (\n    Tracer,\n{listed})\n"
    after = f"from jax.core import Tracer\nfrom jax.extend.core import (\n{listed})\n"
    assert fixed(text) == after


def outcome(folder, target: str, text: str):
    (folder / ".git").mkdir(exist_ok=True)
    (folder / "jaxlint.toml").write_text(f'target-jax = "{target}"\n')
    (folder / "a.py").write_text(dedent(text))
    done = run(Request([str(folder / "a.py")], select=("JAX7",), fix=True, unsafe=True))
    assert not done.problems
    (source,) = done.sources.values()
    return [one.code for one in (*done.fixed, *done.diagnostics)], source.text


@pytest.mark.parametrize(
    ("target", "code", "changed"),
    [
        ("0.4.20", None, False),
        ("0.4.26", "JAX702", True),
        ("0.6.2", "JAX701", True),
        (">=0.4.20", "JAX701", False),  # 0.4.20 has no jax.tree
        (">=0.4.30", "JAX701", True),
        (">=0.4.20,<0.5", "JAX702", False),
        (">=0.4.20,<0.4.26", None, False),
    ],
)
def test_the_target_decides(tmp_path, target: str, code: str | None, changed: bool) -> None:
    codes, text = outcome(tmp_path, target, "import jax\njax.tree_map(f, t)\n")
    assert codes == ([code] if code else [])
    assert ("jax.tree.map" in text) == changed
    assert ("jax.tree_util.tree_map" in text) == (code is not None and not changed)


def test_no_successor_came_with_the_release_that_the_tables_begin_with(tmp_path) -> None:
    text = "from jax.tree_util import tree_multimap\ntree_multimap(f, t)\n"
    wanted = "import jax\njax.tree_util.tree_map(f, t)\n"
    assert outcome(tmp_path, ">=0.2.26", text) == (["JAX701"], wanted)


def test_the_lock_file_decides(tmp_path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "jax"\nversion = "0.5.3"\n')
    (tmp_path / "a.py").write_text("import jax\njax.tree_map(f, t)\n")
    (one,) = run(Request([str(tmp_path / "a.py")])).diagnostics
    assert (one.code, one.severity) == ("JAX702", "warning")


def test_a_module_of_the_project_called_jax_is_not_jax(tmp_path) -> None:
    (tmp_path / "a.py").write_text("import jax\njax.tree_map(f, t)\n")
    assert run(Request([str(tmp_path / "a.py")])).diagnostics
    (tmp_path / "jax").mkdir()
    assert run(Request([str(tmp_path / "a.py")])).diagnostics  # a mere folder
    (tmp_path / "jax" / "__init__.py").write_text("")
    assert not run(Request([str(tmp_path / "a.py")])).diagnostics


def test_an_annotation_that_nobody_evaluates_is_no_error() -> None:
    text = "from __future__ import annotations\nimport jax\ndef f(k: jax.random.KeyArray): pass\n"
    assert [(one.code, one.severity) for one in lint(text).diagnostics] == [("JAX702", "warning")]
