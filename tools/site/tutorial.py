"""docs/tutorial.md, and the findings in README and on the front page: examples are linted while the page is made."""

from __future__ import annotations

import re

from tools.site.running import ROOT, block, folder, jaxlint

EXAMPLE = ROOT / "examples" / "train.py"
ENERGY = ROOT / "examples" / "pairwise_energy.py"
README = ROOT / "README.md"


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
            "# Tutorial: fix a training script\n",
            "`examples/train.py` fits a small network. It has three mistakes, and Python reports none of them before it runs:\n",
            block("python", text),
            "## Find the mistakes\n",
            "Check the file. jaxlint reads it, and does not run it:\n",
            block("console", "$ jaxlint train.py"),
            block("text", report),
            "Each finding names the mistake and, below *because*, its reason. The reason of a traced value is a path: from the"
            " argument of the function that `jax.jit` traces, through the calls, to the line.\n",
            "The level in parentheses shows what a fix may change:\n",
            "- A *safe* fix keeps values, shapes, dtypes and gradients wherever the original ran un-jitted."
            " `jaxlint --fix` applies it.\n"
            "- An *unsafe* fix may change results. `jaxlint --fix --unsafe-fixes` applies it, too.\n"
            "- A *suggestion* has a part that you fill in. jaxlint never applies it.\n",
            "## Fix them\n",
            "Look at the changes before jaxlint writes them:\n",
            block("console", "$ jaxlint --fix --unsafe-fixes --diff train.py"),
            block("diff", diff),
            "Run the command without `--diff` to write the file. Then check it again:\n",
            block("text", left),
            "## Next steps\n",
            "- Each rule has a page with examples: see [the rules](rules/index.md), or run `jaxlint rule JAX301`.\n"
            "- [Verify a fix](verify.md) compares a function with its fixed version.\n"
            "- [Run jaxlint in CI](ci.md), or [set up your editor](editors.md).\n",
        ]
    )


def front_report() -> str:
    """The finding on the front page, as the command reports it."""
    with folder({ENERGY.name: ENERGY.read_text(encoding="utf-8")}) as place:
        return block("text", jaxlint(place, "--select", "JAX103", ENERGY.name))


def readme() -> str:
    """README with the first finding that the command of its "Try it" reports."""
    finding = block("text", jaxlint(ROOT, "examples").split("\n\n")[0])
    return re.sub(r"```text\n.*?```\n", lambda _: finding, README.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
