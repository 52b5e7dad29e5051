"""docs/tutorial.md and the report on the front page: examples are linted and fixed while the page is made."""

from __future__ import annotations

from tools.site.running import ROOT, block, folder, jaxlint

EXAMPLE = ROOT / "examples" / "train.py"
ENERGY = ROOT / "examples" / "pairwise_energy.py"


def tutorial() -> str:
    text = EXAMPLE.read_text(encoding="utf-8")
    with folder({"train.py": text}) as place:
        report = jaxlint(place, "train.py")
        diff = jaxlint(place, "--fix", "--unsafe-fixes", "--diff", "train.py")
        jaxlint(place, "--fix", "--unsafe-fixes", "train.py")
        left = jaxlint(place, "train.py")
    return "\n".join(
        [
            "<!-- Written by `python -m tools.site`: edit tools/site/tutorial.py, or examples/train.py. -->\n",
            "# Tutorial: a training script\n",
            "`examples/train.py` fits a small network. It is plain JAX, and Python sees nothing wrong with it:\n",
            block("python", text),
            "Ask jaxlint. It reads the file, and does not run it:\n",
            block("console", "$ jaxlint train.py"),
            block("text", report),
            "Each finding says what goes wrong, and why the value is traced: from the argument of the function that"
            " `jax.jit` traces, through the calls, to the line. The level in brackets says what a fix may change:\n",
            "- A *safe* fix keeps values, shapes, dtypes and gradients wherever the original ran un-jitted."
            " `jaxlint --fix` makes these.\n"
            "- An *unsafe* fix may change results. `jaxlint --fix --unsafe-fixes` makes it as well.\n"
            "- A *suggestion* is shown, and you make it.\n",
            "Look at the changes before anything is written:\n",
            block("console", "$ jaxlint --fix --unsafe-fixes --diff train.py"),
            block("diff", diff),
            "Without `--diff` the file is written. What jaxlint says of it afterwards:\n",
            block("text", left),
            "What a rule means, with examples, is on its page: see [the rules](rules/index.md), or ask `jaxlint rule JAX301`."
            " `jaxlint verify` runs the original and the fixed form of one of your functions, and compares them.\n",
        ]
    )


def front_report() -> str:
    """The finding on the front page, as the command reports it."""
    with folder({ENERGY.name: ENERGY.read_text(encoding="utf-8")}) as place:
        return block("text", jaxlint(place, "--select", "JAX103", ENERGY.name))
