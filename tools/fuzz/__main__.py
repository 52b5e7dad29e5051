"""Feed jaxlint what nobody would write, and tell what it should not have done.

    python -m tools.fuzz KIND [--seed 1] [--count 100] [--seconds 5] [--keep FOLDER] [FILE or FOLDER ...]

KIND is one of those below, or `all`.  The same seed and count give the same trials.  A trial fails where an exception
comes out, an internal error is told, a fix breaks a file, or the trial takes more than `--seconds` of CPU.  What failed
is kept in a folder (`--keep`), one file for each, so that it can become a fixture.  The exit status is 1 if any failed.

  mutants        fixtures with expressions and lines changed, all fixes made
  traced         each FILE with all functions assumed traced (default: the standard library)
  prefixes       every prefix of a fixture, line by line, as an editor sends it
  settings       jaxlint.toml and pyproject.toml
  ignores        .gitignore files and patterns
  requirements   requirements.txt, setup.cfg, lock files and environment.yml
  notebooks      notebooks with bytes changed
  cache          a project whose kept answers were damaged
  messages       a language server that is sent edits, requests and nonsense

Development only.
"""

from __future__ import annotations

import argparse
import os
import sys

from tools.fuzz.trials import KINDS, Campaign


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kind", choices=[*KINDS, "all"])
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--keep")
    options = parser.parse_args(arguments)
    kinds = list(KINDS) if options.kind == "all" else [options.kind]
    paths = [os.path.abspath(path) for path in options.paths]
    failures = 0
    for kind in kinds:
        campaign = Campaign(kind, options.seed, options.count, options.seconds, options.keep, paths)
        for failure in campaign.run():
            print(f"{kind}: {failure}", flush=True)
            failures += 1
        print(f"{kind}: {campaign}", flush=True)
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
