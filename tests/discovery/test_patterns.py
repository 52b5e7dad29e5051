"""Gitignore patterns: they mean what git and pathspec take them for, and none of them takes long."""

import random
import subprocess
import sys

import pytest

from jaxlint.discovery.patterns import Patterns
from tests.cli.command_line import environment

# pathspec lets a negated set match a slash, and reads a row of ``**`` otherwise than git.
UNLIKE_GIT = ("[!", "[^", "**/**", "[[")
PIECES = ["a", "b", "*", "?", "[ab]", "[!a]", "[^b]", "[a-b]", "ab", ".", "\\*", "\\a", "[[:alpha:]]", "[]a]"]


def part(dice):
    return "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 4)))


def pattern(dice):
    parts = [dice.choice([part(dice), part(dice), "**", "a", "b"]) for _ in range(dice.randint(1, 4))]
    return dice.choice(["", "/"]) + "/".join(parts) + dice.choice(["", "/"])


def path(dice):
    parts = ["".join(dice.choice("aab.*]-[") for _ in range(dice.randint(1, 3))) for _ in range(dice.randint(1, 4))]
    return "/".join(one.replace(".", "") or "a" for one in parts)


@pytest.mark.parametrize("seed", range(3))
def test_one_pattern_means_what_pathspec_takes_it_for(seed):
    pathspec = pytest.importorskip("pathspec")
    dice = random.Random(seed)
    matched = 0
    for _ in range(400):
        line = pattern(dice)
        if line.endswith("**/") or any(one in line for one in UNLIKE_GIT):
            continue
        theirs, ours = pathspec.GitIgnoreSpec.from_lines([line]), Patterns("/top", [line])
        for one in {path(dice) for _ in range(10)}:
            assert ours.match(f"/top/{one}") == theirs.match_file(one), (line, one)
            matched += ours.match(f"/top/{one}")
    assert matched > 100


@pytest.mark.parametrize("seed", range(3))
def test_several_lines_mean_what_git_takes_them_for(tmp_path, seed):
    dice = random.Random(seed)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    ignored = 0
    for _ in range(40):
        lines = [dice.choice(["", "!"]) + pattern(dice) for _ in range(dice.randint(1, 4))] + ["# a", "", "b  ", "!"]
        (tmp_path / ".gitignore").write_text("\n".join(lines))
        paths = sorted({path(dice) for _ in range(40)})
        command = ["git", "check-ignore", "--no-index", "--stdin", "-z"]
        told = subprocess.run(command, cwd=tmp_path, input="\0".join(paths), capture_output=True, text=True)
        ours = Patterns(str(tmp_path), lines)
        mine = [one for one in paths if ours.match(str(tmp_path / one))]
        assert mine == told.stdout.split("\0")[:-1], lines
        ignored += len(mine)
    assert ignored > 100


@pytest.mark.parametrize("line", ["!", "a\\", "[z-a]", "[a", "[[:nothing:]]", "[", "[!"])
def test_what_is_no_pattern_is_named_and_matches_nothing(line):
    patterns = Patterns("/top", ["good.py", line])
    assert patterns.broken == [line]
    assert patterns.match("/top/good.py")
    assert not patterns.match("/top/a")


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("*a" * 15 + "b", "a" * 40 + ".py"),
        ("*?a" * 30 + "b", "a" * 250),
        ("**/a/" * 25 + "b", "a/" * 40 + "x.py"),
        ("**/*a*a/" * 25 + "b", "aaaaaaaa/" * 40 + "x.py"),
        ("/" + "**/" * 500 + "x", "a/" * 1500 + "y"),
    ],
)
def test_no_pattern_takes_long(line, path):
    code = (
        f"from jaxlint.discovery.patterns import Patterns as P; assert P('/t', [{line!r}]).decide('/t/{path}') is None"
    )
    subprocess.run([sys.executable, "-c", code], env=environment(), timeout=20, check=True)
