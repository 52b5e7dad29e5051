"""An outcome with one finding of each severity, that every format renders."""

from jaxlint.diagnostic import SAFE, UNSAFE, Diagnostic, Fix, Location, Problem, Related, Severity
from jaxlint.engine.request import Outcome
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span

TEXT = """\
import jax

@jax.jit
def total(x, mask):
\tkept = x[mask]
\treturn kept.sum()
"""


def located(path, start, end, text=TEXT):
    source = Source(path, text)
    return Location(path, *source.position(start), *source.position(end))


def outcome(path="a.py"):
    start = TEXT.index("x[mask]")
    where = located(path, start, start + 7)
    because = (
        Related("`total` is traced by jax.jit", located(path, TEXT.index("@jax"), TEXT.index("@jax") + 8)),
        Related("argument `mask`", None),
    )
    edit = Edit(Span(start, start + 7), "jnp.where(mask, x, 0)")
    imports = Edit(Span(11, 11), "import jax.numpy as jnp\n")
    fix = Fix(SAFE, "select by value", {path: [edit, imports]})
    unsafe = Fix(UNSAFE, "drop it", {path: [Edit(Span(0, 11), "")]})
    result = Outcome()
    result.before = {path: Source(path, TEXT), "b.py": Source("b.py", "")}
    result.sources = dict(result.before)
    result.diagnostics = [
        Diagnostic("JAX402", "key-reused", Severity.WARNING, "a warning", located(path, 0, 6), (), unsafe),
        Diagnostic("JAX103", "boolean-mask-read", Severity.ERROR, "100%: `x[mask]`\nis bad", where, because, fix),
    ]
    result.problems = [Problem("c,d.py", "can't be read: so it goes", 3)]
    return result
