"""Learn the public names of the installed JAX: one command per new release.

    python -m tools.probe_deprecations             # snapshot the installed JAX, add it to the history, write the tables
    python -m tools.probe_deprecations --compile   # only write the tables anew, from the history (needs no JAX)

Run it with the interpreter of each environment whose JAX is to be added; the order does not matter.
"""

from __future__ import annotations

import argparse

from tools.compile_names import compile_names
from tools.jax_history import History


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compile", action="store_true", help="write the tables from the history that there is")
    history = History.read()
    if not parser.parse_args().compile:
        from tools.jax_snapshot import snapshot

        history = history.extended(snapshot())
        history.write()
    compile_names(history)


if __name__ == "__main__":
    main()
