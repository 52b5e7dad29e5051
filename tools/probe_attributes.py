"""Ask the installed JAX which attributes its arrays and tracers have, and keep those of all versions that were asked.

    python -m tools.probe_attributes --output FILE   ask, and write the answers into a file
    python -m tools.probe_attributes --take FILE...  write what such files say into knowledge/array_attributes.py

Development only.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from pathlib import Path

_WIDTH = 116


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--take", type=Path, nargs="+")
    options = parser.parse_args()
    if options.take:
        return take([json.loads(file.read_text()) for file in options.take])
    import jax

    options.output.write_text(json.dumps({"version": jax.__version__, "names": sorted(everything())}, indent=1))
    return 0


def everything() -> set[str]:
    """Of arrays, of keys, of the tracers of each kind of transform, and of the avals that answer for tracers."""
    import jax
    import jax.numpy as jnp

    found: set[str] = set()

    def look(value: object) -> object:
        found.update(dir(value), dir(getattr(value, "aval", None)))
        return value

    for value in (jnp.ones(3), jax.random.key(0)):
        look(value)
        jax.jit(look)(value)
    jax.vmap(look)(jnp.ones(3))
    jax.vmap(look)(jax.random.split(jax.random.key(0)))
    jax.grad(lambda x: look(x))(1.0)
    return {name for name in found if not name.startswith("_")}


def take(answers: list[dict[str, object]]) -> int:
    names = sorted({name for one in answers for name in one["names"]})  # type: ignore[attr-defined]
    path = Path(__file__).parents[1] / "jaxlint/knowledge/array_attributes.py"
    text = path.read_text()
    before, marker, _ = text.partition("_VERSIONS = ")
    versions = ", ".join(str(one["version"]) for one in answers)
    rows = "\n".join(textwrap.wrap(" ".join(names), _WIDTH, initial_indent="    ", subsequent_indent="    "))
    path.write_text(f'{before}{marker}"{versions}"\n_NAMES = frozenset(\n    """\n{rows}\n    """.split()\n)\n')
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
