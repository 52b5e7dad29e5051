"""A warm run and a cold one, for a hash seed: ``python -m tests.differential.driver SEED [--tree CHECKOUT]``.

A line of JSON for each program and edit: is what the command says with its cache what it says without, and if not, what
differs?  ``--tree``: another checkout, whose jaxlint is asked with the programs of this one.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.differential.edits import EDITS
from tests.differential.programs import PROGRAMS

ROOT = Path(__file__).parents[2]


def rows(seed, tree=ROOT, programs=(), edits=()):
    """As they come, from a process that has this seed from its start; no programs or edits are all of them."""
    tree = Path(tree).resolve()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("JAXLINT_")}
    found = {**kept, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join([str(tree), str(ROOT)])}
    asked = [sys.executable, "-P", "-m", "tests.differential.cells", ",".join(programs), ",".join(edits)]
    with subprocess.Popen(asked, env=found, stdout=subprocess.PIPE, text=True) as process:
        asked_of = json.loads(process.stdout.readline())["tree"]
        assert asked_of == str(tree), f"{asked_of} was asked, not {tree}"
        yield from map(json.loads, process.stdout)
    assert process.returncode == 0, "the process came to no end"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--tree", default=ROOT, help="a checkout of jaxlint")
    parser.add_argument("--programs", default=[], nargs="+", choices=PROGRAMS)
    parser.add_argument("--edits", default=[], nargs="+", choices=EDITS)
    asked = parser.parse_args()
    differ = 0
    for row in rows(asked.seed, asked.tree, asked.programs, asked.edits):
        print(json.dumps({"seed": asked.seed, **row}), flush=True)
        differ += not row["same"]
    sys.exit(min(differ, 1))


if __name__ == "__main__":
    main()
