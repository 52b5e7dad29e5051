"""From snapshots of JAX to the history, the stories, and the notes on a new release."""

from itertools import permutations

import pytest

from tools.compile_names import compiled
from tools.jax_history import History, version_key
from tools.name_stories import Stories, split, takes_all_calls
from tools.version_diff import Diff, notes


def snapshot(version, failed=(), **names):
    found = {name.replace("__", "."): record for name, record in names.items()}
    return {"jax": version, "names": found, "failed": list(failed)}


def live(parameters=None, **more):
    return {"state": "live", "kind": "function", "message": None, "parameters": parameters, **more}


WARNS = {"state": "warns", "kind": "function", "message": "jax.old is deprecated: use jax.new.", "parameters": "x:p"}
GONE = {"state": "gone", "kind": "value", "message": "jax.old was removed: use jax.new."}
RELEASES = [
    snapshot("0.4.9", jax__old=live("x:p"), jax__plain=live("a:p b:p=")),
    snapshot("0.4.10", jax__old=WARNS, jax__new=live("x:p"), jax__plain=live("a:p b:pd")),
    snapshot("0.5.0", jax__old=GONE, jax__new=live("x:p"), jax__plain=live("a:p c:k=")),
    snapshot("0.6.0", jax__new=live("x:p"), jax__plain=live("a:p c:k=")),
]


def history(releases):
    found = History([], {})
    for release in releases:
        found = found.extended(release)
    return found


def test_the_order_of_the_snapshots_does_not_matter():
    plain = history(RELEASES)
    assert plain.versions == ["0.4.9", "0.4.10", "0.5.0", "0.6.0"]
    assert plain.changes("jax.old") == [("0.4.9", "live"), ("0.4.10", "warns"), ("0.5.0", "gone")]
    for order in permutations(RELEASES):
        found = history(order)
        assert (found.versions, found.names) == (plain.versions, plain.names)


def test_a_snapshot_counts_once():
    assert history([*RELEASES, RELEASES[1]]).names == history(RELEASES).names


def test_written_and_read(tmp_path):
    history(RELEASES).write(tmp_path / "history.json")
    assert History.read(tmp_path / "history.json").names == history(RELEASES).names


def test_what_could_not_be_imported_is_as_it_was():
    releases = [snapshot("0.5.0", jax__gpu__kernel=live()), snapshot("0.6.0", failed=["jax.gpu"])]
    assert history(releases).state("jax.gpu.kernel", "0.6.0") == "live"


def test_a_story():
    told = Stories(history(RELEASES)).told["jax.old"]
    assert (told.deprecated, told.removed, told.replacement, told.since) == ("0.4.10", "0.5.0", "jax.new", "0.4.10")
    assert told.fits
    assert not told.same
    assert "jax.new" not in Stories(history(RELEASES)).told


@pytest.mark.parametrize("message", ["Use -jax.new instead", "Use jax.new(x, 1) instead", "see https://jax.new"])
def test_a_message_that_names_no_successor(message):
    second = snapshot("0.4.10", jax__old={**WARNS, "message": message}, jax__new=live("x:p"))
    assert Stories(history([RELEASES[0], second])).told["jax.old"].replacement is None


def test_a_name_that_came_back():
    releases = [*RELEASES, snapshot("0.7.0", jax__old=live("x:p"))]
    assert "jax.old" not in Stories(history(releases)).told


@pytest.mark.parametrize(
    ("old", "new", "takes"),
    [
        ("x:p", "x:p y:p=", True),
        ("x:p y:p=", "x:p", False),
        ("x:p y:p", "y:p x:p", False),
        ("x:p", "x:o", False),
        ("x:o", "a:o", True),
        ("x:p", "x:p y:k", False),
        ("f:p rest:v k:k=", "f:p rest:v k:k=", True),
        ("x:p k:p=", "x:p k:k=", False),
        ("x:p gone:kd", "x:p", True),
    ],
)
def test_does_it_take_all_calls(old, new, takes):
    assert takes_all_calls(split(old), split(new)) is takes


def test_notes():
    assert notes(Diff(history(RELEASES), "0.4.9", "0.6.0")) == (
        "# JAX 0.4.9 to 0.6.0\n\n## Removed (0)\n\n## Moved or renamed (1)\n- jax.old -> jax.new\n\n"
        "## Deprecated (0)\n\n"
        "## Changed parameters (1)\n- jax.plain: no longer b; new c\n\n## New (1)\n- jax: new\n"
    )
    assert "## Deprecated (1)\n- jax.old -> jax.new\n" in notes(Diff(history(RELEASES), "0.4.9", "0.4.10"))


def test_the_shipped_tables_are_those_of_the_shipped_history():
    for path, text in compiled(History.read()).items():
        assert path.read_text() == text, f"{path.name}: run python -m tools.probe_deprecations --compile"


@pytest.mark.slow
def test_the_shipped_history():
    kept = History.read()
    assert kept.versions == sorted(kept.versions, key=version_key)
    text = notes(Diff(kept, "0.4.30", "0.10.2"))
    for line in ("- jax.tree_map -> jax.tree.map", "- jax.numpy.clip: no longer a, a_min, a_max"):
        assert line in text.splitlines()
    assert "jax.interpreters" not in text
