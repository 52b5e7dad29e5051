"""What quoted source reads as: the template's tree, with the operands in its holes."""

import ast
import itertools
import random

import pytest

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.site import Site
from jaxlint.syntax.module import Module
from jaxlint.text.source import Source

OPERANDS = """a
a.b
a[0]
f(a)
1
-1
1.5
"s"
-a
~a
not a
a + b
a - b
a * b
a % b
a ** b
a @ b
a & b
a | b
a ^ b
a << b
a < b
a == b < c
a in b
a and b
a or b
a if b else c
lambda: a
lambda x: x + 1
(a := b)
a, b
(a, b)
[a, b]
{a: b}
(a + b)
(a for a in b)
[a for a in b]
(yield a)
f(a)(b).c
a\\
.b""".replace("\\\n", "\x00").split("\n")  # fmt: skip
OPERANDS = [one.replace("\x00", "\n") for one in OPERANDS]
TEMPLATES = """{x} + {y}
{x} - {y}
{x} * {y}
{x} / {y}
{x} ** {y}
{x} @ {y}
{x} & {y}
{x} | {y}
{x} < {y}
{x} == 0
{x} != {y}
-{x}
~{x}
not {x}
{x} and {y}
{x} or {y}
{x} if {y} else 0
0 if {x} else {y}
({x}) + {y}
{x}.astype({y})
{x}[{y}]
{x}[:, None]
{x}({y})
f({x}, {y})
f({x}, k={y})
f(*{x})
lambda: {x}
{x}.at[{y}].set(0)
({x} > 0) & ({y} < 1)
{x} + 2 * {y}
[{x}, {y}]
({x}, {y})
{x}""".split("\n")


def _site(text="import jax.numpy as jnp\n"):
    return Site(Module(Source("file.py", text), ast.parse(text)), None, lambda node: None)


def _read(text):
    return ast.parse(f"({text}\n)", mode="eval").body


class _Fill(ast.NodeTransformer):
    def __init__(self, trees):
        self.trees = trees

    def visit_Name(self, node):
        return self.trees.get(node.id, node)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_tree_is_the_templates_with_the_operands_in_it(template):
    site = _site()
    names = [name for name in "xy" if f"{{{name}}}" in template]
    pairs = list(itertools.product(OPERANDS, repeat=len(names)))
    for operands in random.Random(0).sample(pairs, min(len(pairs), 300)):
        holes = dict(zip(names, operands, strict=True))
        made = quote(site, template, **holes)
        plain = _read(template.replace("{x}", "X").replace("{y}", "Y"))
        trees = {name.upper(): _read(text) for name, text in holes.items()}
        wanted = trees["X"] if template == "{x}" else _Fill(trees).visit(plain)
        assert ast.dump(_read(made)) == ast.dump(wanted), (template, holes, made)


def test_quoted_in_quoted_reads_as_both():
    rng, site = random.Random(0), _site()
    for _ in range(500):
        text = None
        for _ in range(4):
            template = rng.choice(TEMPLATES)
            holes = {name: rng.choice(OPERANDS) for name in "xy" if f"{{{name}}}" in template}
            if text is not None:
                holes[rng.choice(list(holes))] = text
            trees = {name.upper(): _read(one) for name, one in holes.items()}
            wanted = _Fill(trees).visit(ast.Expr(_read(template.replace("{x}", "X").replace("{y}", "Y")))).value
            text = quote(site, template, **holes)
            assert ast.dump(_read(text)) == ast.dump(wanted), (template, holes, text)


@pytest.mark.parametrize(
    ("template", "holes", "expected"),
    [
        ("{x} + {y}", {"x": "a + b", "y": "c - d"}, "a + b + (c - d)"),
        ("{x} != 0", {"x": "a + b"}, "a + b != 0"),
        ("{x} & {y}", {"x": "a & b", "y": "~c"}, "a & b & ~c"),
        ("{x} & {y}", {"x": "a | b", "y": "c + d"}, "(a | b) & (c + d)"),
        ("{x} | {y}", {"x": "a & b", "y": "c"}, "(a & b) | c"),  # hard to read without
        ("{x} == {y}", {"x": "a & b", "y": "c"}, "(a & b) == c"),
        ("{x} and {y}", {"x": "a > 0", "y": "b or c"}, "a > 0 and (b or c)"),
        ("{x}.sum()", {"x": "-a"}, "(-a).sum()"),
        ("{x}.sum()", {"x": "1"}, "(1).sum()"),
        ("f({x})", {"x": "a, b"}, "f((a, b))"),
        ("{x}[{y}]", {"x": "a", "y": "1, 2"}, "a[1, 2]"),
        ("{x} + 1", {"x": "f(a,\n  b)"}, "f(a,\n  b) + 1"),
        ("{x} + 1", {"x": "f(a)\n  .b"}, "(f(a)\n  .b) + 1"),
        ("f({x})", {"x": "a +\n  b"}, "f(a +\n  b)"),
        ("{x}[{y}]", {"x": "a", "y": ":, None"}, "a[:, None]"),
        ("{x}.{y}({y}=1)", {"x": "a", "y": "sum"}, "a.sum(sum=1)"),
        ("f(*{x})", {"x": "a"}, "f(*a)"),
        ("f(*{x})", {"x": ["a", "b=1", "*c"]}, "f(a, b=1, *c)"),
        ("f(*{x}, z)", {"x": []}, "f(z)"),
        ("f(z, *{x})", {"x": []}, "f(z)"),
        ("f(*{x})", {"x": []}, "f()"),
        ("jnp.where({x}, 0, 1)", {"x": "a"}, "jnp.where(a, 0, 1)"),
    ],
)
def test_where_parentheses_are(template, holes, expected):
    assert quote(_site(), template, **holes) == expected


def test_an_argument_among_several_may_be_a_walrus():
    site = _site("f((a := 1), (b for b in c))\n")
    assert quote(site, "g(*{x})", x=site.module.tree.body[0].value.args) == "g((a := 1), (b for b in c))"


def test_holes_without_a_name_are_filled_in_order():
    assert quote(_site(), "{} - {two} - {}", "a", "b", two=2) == "a - 2 - b"
    assert quote(None, "{}.x[{}](*{})", "-a", -1, ["b", "c"]) == "(-a).x[-1](b, c)"
    assert quote(None, "{}.{}({}={})", "a", "sum", "axis", 0) == "a.sum(axis=0)"


def test_modules_are_spelled_as_the_file_spells_them():
    site = _site("import jax.numpy as np\nfrom jax import lax as L\n")
    assert quote(site, "jnp.sin(lax.exp({x}))", x="a") == "np.sin(L.exp(a))"
    assert not site.imports
    assert quote(_site(""), "{x}.jnp", x="a") == "a.jnp"


def test_modules_of_jax_that_the_file_has_by_a_name_of_their_own():
    site = _site("import jax\nfrom jax import random\n")
    assert quote(site, "jax.random.split({})", "key") == "random.split(key)"
    assert quote(site, "jax.debug.print({}, jax.vmap(f))", "x") == "jax.debug.print(x, jax.vmap(f))"
    assert quote(_site("import jax as j\n"), "jax.random.split({})", "key") == "j.random.split(key)"


def test_holes_that_run_into_each_other_are_refused():
    with pytest.raises(AssertionError, match="neighbour"):
        quote(_site(), "f({}{})", "a", ", b")


def test_a_module_that_is_not_there_is_imported():
    site = _site("")
    assert quote(site, "jnp.sin({x})", x="a") == "jnp.sin(a)"
    assert site.imports == [("jax.numpy", "jnp")]


def test_what_is_written_twice_must_be_pure():
    text = "import jax.numpy as jnp\ny = print(1)\nz = x[0] + 1\n"
    site = _site(text)
    call, plain = [one.value for one in site.module.tree.body[1:]]
    assert quote(site, "{x} * {x}", x=plain) == "(x[0] + 1) * (x[0] + 1)"
    assert quote(site, "{x} * 2", x=call) == "print(1) * 2"
    for hole in (call, "f(a)", "(a := 1)", quote(site, "{x} + 1", x=call)):
        with pytest.raises(NoFix, match="would be evaluated twice"):
            quote(site, "{x} * {x}", x=hole)
    assert quote(site, "{x} * {x}", x=quote(site, "{y}.b + 1", y=plain)).count("x[0] + 1") == 2
