"""``extend``: settings from another file, the nearest settings for each file."""

import pytest

from jaxlint.settings.extend import rebased
from jaxlint.settings.load import load
from jaxlint.settings.nearest import Nearest


@pytest.fixture
def tree(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)

    def make(**texts):
        for name, text in texts.items():
            path = tmp_path / name.replace("__", "/") / "jaxlint.toml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return make


def test_what_a_file_does_not_say_comes_from_the_one_that_it_extends(tree):
    top = tree(
        base='ignore = ["JAX501"]\nfail-on = "error"\n', own='extend = "../base/jaxlint.toml"\nfail-on = "info"\n'
    )
    loaded = load(str(top / "own"))
    assert (loaded.problems, loaded.settings.ignore, loaded.settings.fail_on) == ([], ("JAX501",), "info")
    assert (loaded.settings.root, loaded.settings.path) == (str(top / "own"), "own/jaxlint.toml")


def test_files_that_extend_one_another(tree):
    top = tree(
        a='ignore = ["JAX1"]\nselect = ["JAX"]\n',
        b='extend = "../a/jaxlint.toml"\nignore = ["JAX2"]\n',
        c='extend = "../b/jaxlint.toml"\n',
    )
    settings = load(str(top / "c")).settings
    assert (settings.ignore, settings.select) == (("JAX2",), ("JAX",))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('extend = "jaxlint.toml"', "own/jaxlint.toml:1: `extend` leads back to own/jaxlint.toml"),
        ("\nextend = 3", "own/jaxlint.toml:2: `extend` must be the path of a settings file"),
        ('extend = "no.toml"', "own/jaxlint.toml:1: `extend` names own/no.toml, which can't be read: No such file or"),
        ('extend = "../base/jaxlint.toml"', "base/jaxlint.toml:1: broken TOML"),
    ],
)
def test_what_can_be_wrong(tree, text, said):
    top = tree(own=text + '\nignore = ["JAX1"]\n', base="x = [\n")
    loaded = load(str(top / "own"))
    assert str(loaded.problems[0]).startswith(said)
    assert loaded.settings.ignore == ("JAX1",)  # what is right is used all the same


@pytest.mark.parametrize(
    ("pattern", "new", "found"),
    [
        ("third_party", "/p/a", "third_party"),
        ("*.gen.py", "/p/a", "*.gen.py"),
        ("**/x/y.py", "/p/a", "**/x/y.py"),
        ("a/x.py", "/p/a", "/x.py"),
        ("/a/b/*.py", "/p/a/b", "/*.py"),
        ("!a/x.py", "/p/a", "!/x.py"),
        ("*/x.py", "/p/a", "/x.py"),
        ("a/**/x.py", "/p/a/b", "/**/x.py"),
        ("other/x.py", "/p/a", None),
        ("/a/", "/p/a", "*"),
        ("x/y.py", "/", "/p/x/y.py"),
        ("x/y.py", "/q", None),
    ],
)
def test_a_pattern_means_the_same_files(pattern, new, found):
    assert rebased(pattern, "/p", new) == found


def test_each_file_has_the_settings_nearest_to_it(tree):
    top = tree(pkg='ignore = ["JAX1"]\n', pkg__inner='ignore = ["JAX2"]\n')
    nearest = Nearest()
    ignored = {name: nearest.of_file(str(top / name / "f.py")).ignore for name in (".", "pkg", "pkg/deep", "pkg/inner")}
    assert ignored == {".": (), "pkg": ("JAX1",), "pkg/deep": ("JAX1",), "pkg/inner": ("JAX2",)}
    assert nearest.of(str(top / "pkg")) is nearest.of(str(top / "pkg" / "deep"))
