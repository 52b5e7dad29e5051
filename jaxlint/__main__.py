"""``python -m jaxlint``: like the console script, it imports nothing from the directory that it is run in."""

import sys

if not sys.flags.safe_path:
    # ``python -m`` puts the working directory first: a click.py or ast.py there must not run.
    del sys.path[0]

from jaxlint.cli.main import main

main()
