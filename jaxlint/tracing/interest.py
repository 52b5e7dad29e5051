"""A look at the text before the work: which files and functions can hold anything for the tracer."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source

_LIBRARIES = ("jax", "flax", "equinox", "haiku", "numpyro", "optax")
# Words that start a trace, use a key, or write into an array.
_WORDS = (
    "jit", "vmap", "pmap", "grad(", "grad,", "jacfwd", "jacrev", "jacobian", "hessian", "scan", "while_loop",
    "fori_loop", "cond(", "switch(", "checkpoint", "remat", "lax.map", "make_jaxpr", "eval_shape", "jvp", "vjp",
    "linearize", "custom_", "random.", "PRNGKey", "] = ", "] += ", "] -= ", "] *= ", "] /= ",
)  # fmt: skip
# Where keys are used up, those who hand one on.
_KEY_WORDS = ("key)", "key,", "rng)", "rng,")


def mentions_jax(text: str) -> bool:
    return any(word in text for word in _LIBRARIES)


def interesting_lines(source: Source) -> list[int]:
    """Sorted 1-based lines that hold one of the words."""
    text = source.text
    offsets: set[int] = set()
    find = text.find
    for word in _WORDS + _KEY_WORDS if "random." in text else _WORDS:
        at = find(word)
        while at >= 0:
            offsets.add(at)
            at = find(word, at + 1)
    lines: list[int] = []
    starts = source.starts
    line = 0
    for offset in sorted(offsets):
        while line < len(starts) and starts[line] <= offset:
            line += 1
        if not lines or lines[-1] != line:
            lines.append(line)
    return lines
