"""Options that speak of settings and of fixes."""

import json

import pytest
from jsonschema import Draft7Validator

from tests.cli.command_line import BAD, GOOD, jaxlint


@pytest.fixture
def directory(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    return tmp_path


def findings(directory, *arguments):
    done = jaxlint("--output-format", "json", *arguments, cwd=directory)
    return {one["code"]: one for one in json.loads(done.stdout)["findings"]}


def levels(directory, *arguments):
    return {code: one["fix"] and one["fix"]["applicability"] for code, one in findings(directory, *arguments).items()}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], {"JAX201": "unsafe", "JAX501": "safe"}),
        (["--unfixable", "purity"], {"JAX201": "unsafe", "JAX501": None}),
        (["--fixable", "JAX2"], {"JAX201": "unsafe", "JAX501": None}),
        (["--fixable", "ALL", "--unfixable", "JAX201"], {"JAX201": None, "JAX501": "safe"}),
        (["--unfixable", "ALL", "--fixable", "JAX501"], {"JAX201": None, "JAX501": "safe"}),
        (["--config", 'extend-safe-fixes = ["JAX2"]'], {"JAX201": "safe", "JAX501": "safe"}),
        (["--config", 'extend-unsafe-fixes = ["ALL"]'], {"JAX201": "unsafe", "JAX501": "unsafe"}),
        (
            ["--config", 'extend-safe-fixes = ["JAX201"]', "--config", 'extend-unsafe-fixes = ["ALL"]'],
            {"JAX201": "safe", "JAX501": "unsafe"},
        ),
        (
            ["--config", 'extend-safe-fixes = ["JAX2"]', "--config", 'extend-unsafe-fixes = ["JAX2"]'],
            {"JAX201": "unsafe", "JAX501": "safe"},
        ),
    ],
    ids=str,
)
def test_which_fixes_are_trusted(directory, arguments, expected):
    assert levels(directory, *arguments) == expected


def test_fixes_that_are_not_wanted_are_not_made_and_it_is_said_why(directory):
    (directory / "jaxlint.toml").write_text('unfixable = ["JAX501"]\n')
    assert jaxlint("--fix", "--unsafe-fixes", cwd=directory).returncode == 1
    text = (directory / "bad.py").read_text()
    assert "print(" in text
    assert ".item()" not in text
    assert findings(directory)["JAX501"]["no_fix"] == "the settings disable the fixes of this rule"


def test_suggestions_stay_what_they_are(directory):
    text = "import jax\nimport numpy as np\n\n@jax.jit\ndef f(x):\n    return x + np.random.normal(size=x.shape)\n"
    (directory / "bad.py").write_text(text)
    assert levels(directory, "--config", 'extend-safe-fixes = ["ALL"]') == {"JAX401": "suggestion"}


def test_fix_only(directory):
    done = jaxlint("--fix-only", cwd=directory)
    assert (done.returncode, done.stdout) == (0, "Fixed 1 finding.\n")
    assert "jax.debug.print" in (directory / "bad.py").read_text()
    assert jaxlint("--fix-only", cwd=directory).stdout == "No fixes applied.\n"


def test_fix_only_of_a_buffer(directory):
    done = jaxlint("--fix-only", "-", cwd=directory, given=BAD)
    assert "jax.debug.print" in done.stdout
    assert (done.returncode, done.stderr) == (0, "Fixed 1 finding.\n")
    assert jaxlint("--fix-only", "--select", "x", "-", cwd=directory, given=BAD).stdout == BAD


def test_what_was_fixed_is_listed(directory):
    (directory / "sub").mkdir()
    (directory / "sub" / "x.py").write_text(BAD + "    print(x)\n")
    done = jaxlint("--fix", "--show-fixes", "--exit-non-zero-on-fix", "--select", "JAX501", cwd=directory)
    assert done.returncode == 1
    assert done.stdout == (
        "Fixed 2 findings.\nNo findings left in 3 files.\n"
        "- bad.py\n    1 x JAX501 (print-in-trace)\n- sub/x.py\n    1 x JAX501 (print-in-trace)\n"
    )
    assert jaxlint("--fix", "--exit-non-zero-on-fix", "--select", "JAX501", cwd=directory).returncode == 0


def test_statistics(directory):
    (directory / "bad.py").write_text(BAD.replace("    print", "    print(x)\n    print"))
    done = jaxlint("--statistics", cwd=directory)
    assert done.returncode == 1
    assert done.stdout.startswith("2  JAX501  [*] print-in-trace\n1  JAX201  [ ] item-on-tracer\nFound ")
    rows = json.loads(jaxlint("--statistics", "--output-format", "json", "--unsafe-fixes", cwd=directory).stdout)
    assert rows[0] == {"code": "JAX501", "name": "print-in-trace", "count": 2, "fixable": True, "fixable_count": 2}
    assert rows[1]["fixable_count"] == 1


def test_files_that_would_be_checked(directory):
    (directory / "gen").mkdir()
    (directory / "gen" / "x.py").write_text(BAD)
    (directory / "jaxlint.toml").write_text('exclude = ["good.py"]\n')
    assert jaxlint("--show-files", cwd=directory).stdout == "bad.py\ngen/x.py\n"
    assert jaxlint("--show-files", "--extend-exclude", "gen", cwd=directory).stdout == "bad.py\n"
    assert jaxlint("--show-files", "--exclude", "gen,bad.py", cwd=directory).stdout == "good.py\n"
    assert jaxlint("--show-files", "--isolated", cwd=directory).stdout == "bad.py\ngen/x.py\ngood.py\n"
    assert jaxlint("--show-files", "gone.py", cwd=directory).returncode == 2


def test_excludes_are_relative_to_the_working_directory(directory):
    (directory / "jaxlint.toml").write_text("")
    below = directory / "sub"
    (below / "gen").mkdir(parents=True)
    (directory / "gen").mkdir()
    for folder in (below, directory):
        (folder / "gen" / "x.py").write_text("")
    assert jaxlint("--show-files", "--exclude", "gen/x.py", "..", cwd=below).stdout.split() == [
        "../bad.py",
        "../gen/x.py",
        "../good.py",
    ]
    assert jaxlint("--show-files", "--exclude", "x.py", cwd=below).stdout == ""


def test_the_settings_that_hold(directory):
    (directory / "pyproject.toml").write_text('[tool.jaxlint]\nselect = ["JAX5"]\nseverity = { keys = "error" }\n')
    shown = jaxlint("--show-settings", "--config", "fail-on=error", cwd=directory).stdout.splitlines()
    assert shown[0] == "# from pyproject.toml"
    assert {'select = ["JAX5"]', 'severity = { "keys" = "error" }', 'fail-on = "error"', "# ignore: []"} <= set(shown)
    (directory / "again.toml").write_text("\n".join(shown))
    again = jaxlint("--show-settings", "--config", "again.toml", cwd=directory)
    assert again.stdout.splitlines()[2:] == shown[2:]
    assert again.stderr == ""


def test_a_file_of_settings(directory):
    (directory / "jaxlint.toml").write_text('ignore = ["JAX2"]\n')
    (directory / "other.toml").write_text('ignore = ["JAX5"]\n')
    assert set(findings(directory)) == {"JAX501"}
    assert set(findings(directory, "--config", "other.toml")) == {"JAX201"}
    assert set(findings(directory, "--isolated")) == {"JAX201", "JAX501"}
    assert set(findings(directory, "--config", 'ignore=["ALL"]')) == set()
    both = set(findings(directory, "--config", "other.toml", "--config", "extend-select=['JAX501']"))
    assert both == {"JAX201", "JAX501"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--config", "gone.toml"], "error: gone.toml: settings can't be read: No such file or directory"),
        (["--config", "ignore=JAX5"], "error: --config: `ignore` must be a list of strings"),
        (["--config", "ignore=["], "error: --config: 'ignore=[' is neither a file nor KEY=VALUE in TOML: "),
        (["--config", 'ignore=["JAX999"]'], "error: --config: unknown rule 'JAX999'"),
        (["--config", 'unfixable=["JAX999"]'], "error: --config: unknown rule 'JAX999'"),
        (["--unfixable", "JAX999"], "error: --unfixable: unknown rule 'JAX999'"),
        (["--config", 'exclude=["[z-a]"]'], "error: --config: invalid pattern '[z-a]'"),
        (["--config", "a.toml", "--config", "b.toml"], "error: --config: names more than one file: a.toml, b.toml"),
        (["--config", "a.toml", "--isolated"], "error: --config: can't be given with --isolated: a.toml"),
        (["--config", "broken.toml"], "error: broken.toml:2: broken TOML"),
    ],
    ids=str,
)
def test_settings_that_can_not_be_read(directory, arguments, said):
    (directory / "broken.toml").write_text("# \nx = = 1\n")
    done = jaxlint(*arguments, cwd=directory)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(said)
    assert "JAX201" in done.stdout


def test_an_unknown_key_on_the_command_line(directory):
    done = jaxlint("--config", "ignroe=[]", "good.py", cwd=directory)
    assert (done.returncode, done.stderr) == (
        0,
        "warning: --config: unknown setting `ignroe`; did you mean `ignore`?\n",
    )


def test_pages_of_settings(directory):
    assert "extend-safe-fixes" in jaxlint("config", cwd=directory).stdout.split()
    assert jaxlint("config", "fail-on", cwd=directory).stdout.startswith("fail-on\n=======\n")
    assert (
        json.loads(jaxlint("config", "fail-on", "--output-format", "json", cwd=directory).stdout)["default"] == '"info"'
    )
    done = jaxlint("config", "fail-om", cwd=directory)
    assert (done.returncode, done.stderr) == (2, "error: unknown setting `fail-om`; did you mean `fail-on`?\n")
    schema = json.loads(jaxlint("config", "--schema", cwd=directory).stdout)
    Draft7Validator.check_schema(schema)


def test_pages_of_all_rules(directory):
    pages = jaxlint("rule", "keys", "--all", cwd=directory).stdout
    assert pages.count("\nHow to confirm\n") == 5
    assert pages.startswith("JAX402  key-reused")


def test_the_format_of_the_settings(directory):
    (directory / "jaxlint.toml").write_text('# one\noutput-format = "pylint"\n')
    assert jaxlint("bad.py", cwd=directory).stdout.startswith("bad.py:6: [JAX501] ")
    assert jaxlint("bad.py", "--output-format", "text", cwd=directory).stdout.startswith("bad.py:6:5: ")
    env = {"JAXLINT_OUTPUT_FORMAT": "concise"}
    assert jaxlint("bad.py", cwd=directory, env=env).stdout.startswith("bad.py:6:5: warning JAX501 [*] ")
    (directory / "jaxlint.toml").write_text('# one\noutput-format = "pylnt"\n')
    done = jaxlint("bad.py", cwd=directory)
    assert done.returncode == 2
    assert done.stderr.startswith("error: jaxlint.toml:2: output-format: unknown format 'pylnt'; the formats are ")
    assert "bad.py:6:5: " in done.stdout


def test_unsafe_fixes_by_the_settings(directory):
    (directory / "jaxlint.toml").write_text("unsafe-fixes = true\n")
    assert "error JAX201 [*] " in jaxlint("bad.py", cwd=directory).stdout
    assert jaxlint("--fix", "bad.py", cwd=directory).returncode == 0
    assert ".item()" not in (directory / "bad.py").read_text()


def test_unsafe_fixes_of_a_folder_need_consent(directory):
    (directory / ".git").mkdir(exist_ok=True)
    folder = directory / "vendored"
    folder.mkdir()
    (folder / "jaxlint.toml").write_text("unsafe-fixes = true\n")
    (folder / "bad.py").write_text(BAD)
    for path, cwd in ((".", directory), ("vendored", directory), ("bad.py", folder)):
        done = jaxlint("--fix", path, cwd=cwd)
        assert ".item()" in (folder / "bad.py").read_text()
        assert ("ignoring `unsafe-fixes`: it needs the same" in done.stderr) == (path != ".")
        assert "[*]" not in done.stdout
    (directory / "jaxlint.toml").write_text("unsafe-fixes = true\n")
    assert jaxlint("--fix", "vendored", cwd=directory).stderr == ""
    assert ".item()" not in (folder / "bad.py").read_text()


@pytest.mark.parametrize(
    "top", ["", "unsafe-fixes = true", 'extend-safe-fixes = ["JAX2"]', 'extend-safe-fixes = ["JAX5"]']
)
@pytest.mark.parametrize(("path", "below"), [(".", ""), ("vendored", ""), ("bad.py", "vendored")])
def test_safe_fixes_of_a_folder_need_consent(directory, path, below, top):
    (directory / ".git").mkdir(exist_ok=True)
    folder = directory / "vendored"
    folder.mkdir()
    (folder / "jaxlint.toml").write_text('# ours\nextend-safe-fixes = ["JAX201"]\n')
    (folder / "bad.py").write_text(BAD)
    (directory / "jaxlint.toml").write_text(f"{top}\n")
    done = jaxlint("--fix", path, cwd=directory / below)
    consents = top not in ("", 'extend-safe-fixes = ["JAX5"]')
    assert (".item()" in (folder / "bad.py").read_text()) == (not consents)
    assert ("jaxlint.toml:2: `extend-safe-fixes` needs the same" in done.stderr) == (not consents)


def test_safe_fixes_of_a_folder_with_consent_of_the_command_line(directory):
    (directory / ".git").mkdir(exist_ok=True)
    folder = directory / "vendored"
    folder.mkdir()
    (folder / "jaxlint.toml").write_text('extend-safe-fixes = ["JAX201"]\n')
    (folder / "bad.py").write_text(BAD)
    done = jaxlint("--fix", "--config", 'extend-safe-fixes = ["JAX201"]', "vendored", cwd=directory)
    assert ".item()" not in (folder / "bad.py").read_text()
    assert done.stderr == ""


@pytest.mark.parametrize("text", ["unsafe-fixes = 1", "baseline = []", "output-format = true"])
def test_wrong_types(directory, text):
    (directory / "jaxlint.toml").write_text(f"\n{text}\n")
    done = jaxlint("good.py", cwd=directory)
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: jaxlint.toml:2: `{text.split()[0]}` must be ")
