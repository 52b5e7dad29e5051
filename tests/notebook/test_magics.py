"""What IPython reads, as Python, and back; IPython's own way with each text is what it is compared with."""

import ast

import pytest
from IPython.core.inputtransformer2 import TransformerManager

from jaxlint.notebook.magics import SIGN, Altered, with_magics, without_magics

MAGICS = [
    "%matplotlib inline",
    "!pip install jax \\\n    flax\nx = 1",
    "x = !ls\ny = 2",
    "a, b = %time f()",
    "%time y = f(x)",
    "for i in range(3):\n    %timeit -n 10 -r 3 f(i)\n    print(i)",
    "if x:\n    %load_ext autoreload\ny = 1",
    "%timeit -o",
    "%time",
    "jnp.where?",
    "?jnp.where",
    "x??\ny = 1",
    "%prun -l 10 f(x)",
    "cd ..\nx = 1",
    "pip install jax",
    "x = (1\n% 2)\n%time f()",
    "'''\n%time f()\n'''\n!ls",
    "s = '''a\n!b'''; t = \"%c\"\n!ls",
    "# %time f()\n%time f()",
    "x = 'it\\'s %s' % y\n!ls",
    "!ls\r\nx = 1\r\n",
    "%time f(x)\r\n",
    "\n\n%%time\nf(x)",
]
PYTHON = [
    "x = 5 % 3",
    "x = (1\n% 2)",
    "x = (1\n!= 2)",
    "x = '''\n%time\n'''",
    "x = y != z",
    "# what?\nx = 1",
    "cat = 3\ncat",
    "run(3)",
    "ls = [1]\nls[0]",
]


@pytest.mark.parametrize("text", MAGICS)
def test_there_and_back(text):
    magics = []
    made = without_magics(text, magics)
    ast.parse(made)
    assert magics
    assert made.count("\n") == text.count("\n")
    assert with_magics(made, magics) == text


@pytest.mark.parametrize("text", PYTHON)
def test_python_stays_as_it_is(text):
    magics = []
    assert without_magics(text, magics) == text
    assert magics == []


@pytest.mark.parametrize("text", MAGICS)
def test_ipython_reads_them_so(text):
    """What stays of a text as Python is what IPython makes of it as Python, too."""
    theirs = TransformerManager().transform_cell(text)
    if text.startswith(("cd", "pip")):
        return  # decided when the cell is run
    assert "get_ipython()" in theirs


@pytest.mark.parametrize("text", PYTHON)
def test_ipython_has_no_magics_there(text):
    assert "get_ipython()" not in TransformerManager().transform_cell(text)


def test_what_is_timed_is_read_in_its_columns():
    made = without_magics("%time y = f(x)", [])
    assert made.index("y = f(x)") == len("%time ")
    assert made.startswith("None; ")


def test_cells_that_run_their_text():
    assert without_magics("%%time\nx = 1", []).endswith("\nx = 1")
    assert "x = 1" not in without_magics("%%bash\nx = 1", [])
    timed = "%%time\nhistory = dict(\n    a=1,\n)\nls += [\n    history]"
    assert without_magics(timed, []).partition("\n")[2] == timed.partition("\n")[2]
    assert "x = 1" not in without_magics("%%writefile a.py\nx = 1", [])


def test_a_line_that_was_changed_is_no_magic_any_more():
    magics = []
    made = without_magics("!ls\nx = 1", magics)
    with pytest.raises(Altered):
        with_magics(made.replace("pass", "past"), magics)
    assert SIGN in made


@pytest.mark.parametrize(
    "text",
    ["  x = [\n      1,\n  ]\n  if x:\n      y = 2\n\n  # done\n", " import jax\n x = jax.numpy.ones(3)\n print(x)"],
)
def test_cells_that_are_indented_as_a_whole(text):
    magics = []
    made = without_magics(text, magics)
    theirs = TransformerManager().transform_cell(text)
    assert ast.dump(ast.parse(made)) == ast.dump(ast.parse(theirs))
    assert with_magics(made, magics) == text


@pytest.mark.parametrize("text", ["x = 1\n  y = 2", "  x = 1\ny = 2", "  s = '''a\n  b'''", "  x = 1 + \\\n  2"])
def test_other_indents_stay(text):
    assert without_magics(text, []) == text
