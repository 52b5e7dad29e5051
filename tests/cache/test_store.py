"""Whatever happens to the store, a run tells what it would tell without one."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from jaxlint.cache import store
from jaxlint.cache.store import FOLDER, Store, clean
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

BAD = "import jax\nfrom helper import scale\n\n\n@jax.jit\ndef f(x):\n    return scale(x)\n"
HELPER = "def scale(x):\n    return x.item()\n"
FIXED = "def scale(x):\n    return x.mean()\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "p"\n')
    (tmp_path / "bad.py").write_text(BAD)
    (tmp_path / "helper.py").write_text(HELPER)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(*paths):
    outcome = run(Request(list(paths) or ["."], cache=""))
    assert outcome.problems == []
    return [one.code for one in outcome.diagnostics]


def store_of(project):
    (found,) = (project / FOLDER).glob("*.json")
    return found


def traced(monkeypatch):
    """How many programs are traced from now on."""
    from jaxlint.tracing import program

    calls = []
    whole = program.trace
    monkeypatch.setattr(program, "trace", lambda *arguments: calls.append(1) or whole(*arguments))
    return calls


def test_a_second_run_traces_nothing(project, monkeypatch):
    assert codes() == ["JAX201"]
    calls = traced(monkeypatch)
    assert (codes(), codes("helper.py"), codes("bad.py"), calls) == (["JAX201"], ["JAX201"], ["JAX201"], [])


def test_what_git_and_backups_need(project):
    codes()
    assert (project / FOLDER / ".gitignore").read_text() == "*\n"
    assert (project / FOLDER / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55")


def test_only_what_a_change_has_a_part_in_is_traced_again(project, monkeypatch):
    (project / "other.py").write_text(BAD.replace("from helper import scale\n", "").replace("scale(x)", "float(x)"))
    assert codes() == ["JAX201", "JAX202"]
    (project / "helper.py").write_text(FIXED)
    calls = traced(monkeypatch)
    assert codes("helper.py", "bad.py") == []
    assert calls == [1]
    assert codes("other.py") == ["JAX202"]


@pytest.mark.parametrize("changed", ["helper.py", "bad.py"])
def test_a_change_of_the_same_size_at_the_same_time(project, changed):
    """As by an editor, a checkout, or a script that restores times."""
    assert codes("helper.py") == ["JAX201"]
    path = project / changed
    before = path.stat()
    text = path.read_text()
    new = text.replace("x.item()", "x.mean()").replace("@jax.jit\n", "#jax.jit\n")
    assert len(new) == len(text)
    path.write_text(new)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert codes("helper.py") == []


def test_a_clock_that_was_set_back(project):
    future = time.time() + 3600
    for name in ("bad.py", "helper.py"):
        os.utime(project / name, (future, future))
    assert codes() == ["JAX201"]
    (project / "helper.py").write_text(FIXED)
    os.utime(project / "helper.py", (future, future))
    assert codes() == []


def test_files_that_come_and_go(project):
    assert codes() == ["JAX201"]
    (project / "bad.py").unlink()
    assert codes() == []
    (project / "train.py").write_text(BAD)
    assert codes("helper.py") == ["JAX201"]


def test_settings_and_selections_have_answers_of_their_own(project):
    assert codes() == ["JAX201"]
    (project / "jaxlint.toml").write_text('ignore = ["JAX201"]\n')
    assert codes() == []
    (project / "jaxlint.toml").unlink()
    assert codes() == ["JAX201"]
    assert [one.code for one in run(Request(["."], select=("JAX3",), cache="")).diagnostics] == []


def test_the_jax_that_is_asked_for(project):
    (project / "old.py").write_text("import jax\n\nx = jax.tree_map(len, [])\n")
    assert codes("old.py") == ["JAX701"]
    (project / "pyproject.toml").write_text('[project]\nname = "p"\ndependencies = ["jax<0.4.20"]\n')
    assert codes("old.py") == []


def overwrite(path):
    path.write_bytes(b"no database at all " * 500)


def truncate(path):
    path.write_bytes(path.read_bytes()[:3000])


def empty(path):
    path.write_bytes(b"")


def flip(path):
    data = bytearray(path.read_bytes())
    for at in range(200, len(data), 97):
        data[at] ^= 0x55
    path.write_bytes(data)


def rewritten(path, change):
    """With the right digest, as somebody writes it who knows how."""
    data = json.loads(path.read_text().partition("\n")[2])
    text = json.dumps(change(data) or data)
    path.write_text(store._head(text) + text)


def other_rows(path):
    rewritten(path, lambda data: {"files": {}})


def without_digest(path):
    path.write_text(path.read_text().partition("\n")[2])


def another_code(path):
    path.write_text(path.read_text().replace("JAX201", "JAX999"))


def wrong_summaries(path):
    rewritten(path, lambda data: [row.__setitem__(5, "[]") for row in data["files"].values()] and data)


def wrong_types(path):
    rewritten(path, lambda data: data["files"]["bad.py"].__setitem__(2, "x"))


def endless_path(path):
    rewritten(path, lambda data: data["files"].update({"a\0" * 5000: [1, 1, 1, 1, "", ""]}))


def directory(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "harm",
    [
        overwrite,
        truncate,
        empty,
        flip,
        other_rows,
        without_digest,
        another_code,
        wrong_summaries,
        wrong_types,
        endless_path,
        directory,
    ],
)
def test_a_broken_store(project, harm):
    assert codes() == ["JAX201"]
    harm(store_of(project))
    assert codes() == ["JAX201"]
    assert codes("helper.py") == ["JAX201"]
    (project / "helper.py").write_text(FIXED)
    assert (codes(), codes()) == ([], [])
    if harm is not directory:  # it is in use again
        again = Store(str(project / FOLDER), str(project), store_of(project).stem)
        assert len(again.files()) == 2


def test_what_two_runs_have_found_is_kept_of_both(project, monkeypatch):
    (project / "other.py").write_text("import jax\n")
    assert codes("helper.py") == ["JAX201"]
    late = Store(str(project / FOLDER), str(project), store_of(project).stem)
    assert codes("other.py") == []
    late.keep({}, [], None, {})
    calls = traced(monkeypatch)
    assert (codes("helper.py"), codes("other.py"), calls) == (["JAX201"], [], [])


def test_a_place_where_nothing_can_be_written(project, monkeypatch):
    (project / FOLDER).write_text("a file")
    assert codes() == ["JAX201"]
    assert run(Request(["."], cache="/dev/null/here")).problems == []


def test_a_full_disk(project, monkeypatch):
    assert codes() == ["JAX201"]
    (project / "helper.py").write_text(FIXED + "# and more\n" * 9000)

    def full(path, data):
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr(store, "write_file", full)
    assert (codes(), codes()) == ([], [])


def command(project):
    return subprocess.Popen(
        [sys.executable, "-m", "jaxlint", "-q", "--output-format", "json", "."],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_runs_at_the_same_time(project):
    for number in range(30):
        (project / f"more{number}.py").write_text(BAD.replace("from helper import scale", f"x{number} = 1"))
    runs = [command(project) for _ in range(4)]
    told = [one.communicate(timeout=120) for one in runs]
    assert {error for _, error in told} == {b""}
    assert len({out for out, _ in told}) == 1
    assert codes() == ["JAX201"]


@pytest.mark.slow
def test_killed_at_any_moment(project):
    for number in range(30):
        (project / f"more{number}.py").write_text(BAD.replace("from helper import scale", f"x{number} = 1"))
    for round_ in range(25):
        shutil.rmtree(project / FOLDER, ignore_errors=round_ % 2 == 0)
        run_ = command(project)
        time.sleep(0.05 + 0.04 * round_)
        run_.send_signal(signal.SIGKILL)
        run_.wait()
        assert codes() == ["JAX201"]


def test_old_stores_do_not_pile_up(project):
    codes()
    for number in range(8):
        Store(str(project / FOLDER), str(project), f"{number:032x}").keep({}, [], None, {})
    assert len(list((project / FOLDER).glob("*.json"))) <= 4


def test_clean_takes_away_what_was_made_and_nothing_else(project):
    codes()
    folder = project / FOLDER
    (folder / "mine.txt").write_text("")
    assert clean(str(folder))
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]
    assert not clean(str(folder))


def test_a_file_that_is_saved_while_it_is_linted(project, monkeypatch):
    """What was read before the change is not what later runs take the file for."""
    from jaxlint.tracing import program

    whole = program.trace

    def trace(*arguments):
        (project / "helper.py").write_text(FIXED)
        past = time.time_ns() - 1_000_000_000
        os.utime(project / "helper.py", ns=(past, past))
        return whole(*arguments)

    monkeypatch.setattr(program, "trace", trace)
    assert codes() == ["JAX201"]
    monkeypatch.setattr(program, "trace", whole)
    assert codes() == []


def test_a_file_that_is_saved_before_its_answer_is_told(project, monkeypatch):
    from jaxlint.engine import unit

    assert codes() == ["JAX201"]
    whole = unit.read

    def read(path):
        if path == "helper.py":
            (project / "helper.py").write_text(FIXED)
        return whole(path)

    monkeypatch.setattr(unit, "read", read)
    assert codes("helper.py") == []


def stored(project, part, value):
    """What somebody may write who knows the form: ``part``: the body of an answer, or the texts of graph or files."""

    def change(data):
        if part == "answers":
            for row in rows_with_findings(data):
                row[3] = value
        elif part == "graph":
            data["graph"][1] = value
        else:
            for row in data["files"].values():
                row[5] = value

    rewritten(store_of(project), change)


def rows_with_findings(data):
    return [row for by_path in data["answers"].values() for rows in by_path.values() for row in rows if row[2]]


def body_of(project):
    return rows_with_findings(json.loads(store_of(project).read_text().partition("\n")[2]))[0][3]


DEEP = "[" * 100_000 + "]" * 100_000
PLACES = [
    None, "helper.py", [None, 2, 12, 2, 20], ["../other.py", 2, 12, 2, 20], ["a\0b", 2, 12, 2, 20],
    ["helper.py", 9, 12, 9, 20], ["helper.py", -2, 12, 2, 20], ["helper.py", 2, 0, 2, 20], ["helper.py", 2, 12, 1, 20],
    ["helper.py", 2, 12, 2, 10**9], ["helper.py", 2.0, 12, 2, 20], ["helper.py", "2", 12, 2, 20],
    ["helper.py", 2, 12, 2, 10**30], ["helper.py", 2, 12, 2], ["bad.py", 2, 1, 2, 2],
]  # fmt: skip
FIXES = [
    1, ["odd", "s", [], [], []], ["safe", None, [], [], []],
    ["safe", "s", [["helper.py", [[10**6, 10**6, "x"]]]], [], []],
    ["safe", "s", [], [["helper.py", [[5, 2, "x"]]]], []], ["safe", "s", [["helper.py", [[0, 0, None]]]], [], []],
    ["safe", "s", [["gone.py", [[0, 0, "x"]]]], [], []], ["safe", "s", [["../x.py", [[0, 0, "x"]]]], [], []],
]  # fmt: skip
ODD = [
    *((0, one) for one in (None, 7)), (1, []), *((2, one) for one in ("fatal", None)),
    *((3, one) for one in (None, 5)),
    *((4, one) for one in PLACES),
    *((5, one) for one in ([[None, None]], [["x", ["bad.py", 0, 0, 0, 0]]], {"a": 1}, 3)),
    *((6, one) for one in FIXES), (7, 5),
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD, ids=str)
def test_an_answer_of_another_shape_is_none(project, odd, monkeypatch):
    assert codes() == ["JAX201"]
    body = body_of(project)
    field, value = odd
    body["diagnostics"][0][field] = value
    stored(project, "answers", body)
    calls = traced(monkeypatch)
    assert codes() == ["JAX201"]
    assert calls


@pytest.mark.parametrize(
    "body",
    [[], None, 3, "x", *[{key: odd} for key, odds in {
        "diagnostics": [None, [1], "abc"], "elsewhere": [5], "gave_up": [[[1, 2]], [["x"]]],
        "outside": [[["/x", "abc"]], [["a\0", [0, 0, 0]]]], "requirement": [{"a": 1}, [5]], "more": [1],
    }.items() for odd in odds]],
    ids=lambda body: str(body)[:30],
)  # fmt: skip
def test_nor_is_what_is_no_answer(project, body, monkeypatch):
    assert codes() == ["JAX201"]
    stored(project, "answers", {**body_of(project), **body} if isinstance(body, dict) else body)
    calls = traced(monkeypatch)
    assert codes() == ["JAX201"]
    assert calls


@pytest.mark.parametrize(
    ("part", "body"),
    [
        *(("graph", one) for one in (DEEP, "{", "[]", "{}", "null", '[["a"],[[5]],[[]],"x"]', '[[3],[[0]],[[0]],"x"]')),
        *(
            ("graph", f'[["bad.py","helper.py"],{one},[[],[]],"x"]')
            for one in ("[[7],[]]", "[[-1],[]]", "[[]]", "[1,2]")
        ),
        *(("files", one) for one in (DEEP, "{", "[]", "{}", "null", "[[3],[],[]]", '[[["a",[["x"]]]],[],[]]')),
        *(("files", one) for one in ('[[],[["A",1,2,3]],[]]', "[[],[],[5]]", '[[["a",[[1,2]]]],[],[]]')),
    ],
    ids=lambda one: one[:40],
)
def test_graphs_and_summaries_of_another_shape_are_none(project, part, body):
    assert codes() == ["JAX201"]
    stored(project, part, body)
    (project / "bad.py").write_text(BAD + "\n")
    assert codes("helper.py") == ["JAX201"]
    assert codes() == ["JAX201"]


@pytest.mark.parametrize("text", [DEEP, "{", "null", "3", "1" * 5000, '{"files":NaN}'], ids=lambda one: one[:20])
def test_a_store_that_is_no_data_of_ours(project, text, monkeypatch):
    assert codes() == ["JAX201"]
    store_of(project).write_text(store._head(text) + text)
    calls = traced(monkeypatch)
    assert codes() == ["JAX201"]
    assert calls
    calls.clear()
    assert (codes(), calls) == (["JAX201"], [])


def test_a_store_of_any_size_is_neither_read_nor_written(project, monkeypatch):
    assert codes() == ["JAX201"]
    monkeypatch.setattr(store, "_LARGEST", store_of(project).stat().st_size - 1)
    before = store_of(project).read_bytes()
    assert codes() == ["JAX201"]
    calls = traced(monkeypatch)
    assert codes() == ["JAX201"]
    assert calls
    assert store_of(project).read_bytes() == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the peak is asked of /proc")
def test_nor_held_in_memory(project):
    assert codes() == ["JAX201"]
    with store_of(project).open("a") as stream:
        stream.truncate(1_500_000_000)
    code = "from jaxlint.cli.main import run; run(['-q', '.']); print(open('/proc/self/status').read())"
    done = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=True)
    assert "JAX201" in done.stdout
    assert int(done.stdout.split("VmHWM:")[1].split()[0]) < 120_000  # kilobytes


@pytest.mark.parametrize("name", ["-journal", "-wal", "-shm"])
def test_a_database_that_comes_with_a_clone_is_left_alone(project, name):
    codes()
    path = store_of(project).with_suffix(".sqlite")
    path.write_bytes(b"SQLite format 3\0")
    path.with_name(path.name + name).write_bytes(b"to be played back")
    assert codes() == ["JAX201"]
    assert path.with_name(path.name + name).read_bytes() == b"to be played back"


def test_a_fix_is_worked_out_anew_before_it_is_made(project):
    text = HELPER.replace("return", 'print("x", x)\n    return')
    (project / "helper.py").write_text(text)
    assert codes() == ["JAX501", "JAX201"]
    body = body_of(project)
    for one in body["diagnostics"]:
        if one[6] is not None:
            one[6][0] = "safe"
            one[6][2] = one[6][3] = [["helper.py", [[0, 0, "import evil\n"]]]]
    assert "evil" in json.dumps(body)
    stored(project, "answers", body)
    run(Request(["."], cache="", fix=True, write=True))
    made = (project / "helper.py").read_text()
    assert "evil" not in made
    assert 'jax.debug.print("x {}", x)' in made


def test_names_that_are_no_text(project, monkeypatch):
    with open(os.fsencode(project) + b"/\xff.py", "w") as stream:
        stream.write(BAD.replace("from helper import scale\n", "").replace("scale(x)", "float(x)"))
    assert sorted(codes()) == ["JAX201", "JAX202"]
    calls = traced(monkeypatch)
    assert sorted(codes()) == ["JAX201", "JAX202"]
    assert calls == []


@pytest.mark.parametrize("name", ["", ".gitignore", "CACHEDIR.TAG", "store"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_leads_elsewhere_is_not_used(project, tmp_path_factory, name, is_there):
    codes()
    path = project / FOLDER / name.replace("store", store_of(project).name)
    outside = tmp_path_factory.mktemp("outside")
    if name:
        path.unlink(missing_ok=True)
        if is_there:
            (outside / "target").write_text("mine")
        path.symlink_to(outside / "target")
    else:
        shutil.copytree(path, outside, dirs_exist_ok=True)
        for number in range(8):
            (outside / f"{number:032x}.json").write_text("mine")
        shutil.rmtree(path)
        path.symlink_to(outside if is_there else outside / "gone")
    before = {one.name: one.read_bytes() for one in outside.iterdir()}
    assert codes() == ["JAX201"]
    assert {one.name: one.read_bytes() for one in outside.iterdir()} == before
    clean(str(project / FOLDER))
    assert {one.name: one.read_bytes() for one in outside.iterdir()} == before


def test_another_users_folder_is_not_used(project, monkeypatch):
    assert codes() == ["JAX201"]
    calls = traced(monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert codes() == ["JAX201"]
    assert calls
    assert not clean(str(project / FOLDER))


def test_files_of_others_are_not_taken_for_stores(project):
    codes()
    mine = [project / FOLDER / name for name in ("notes.json", "0.json", "x.json-journal")]
    for one in mine:
        one.write_text("mine")
    for number in range(8):
        Store(str(project / FOLDER), str(project), f"{number:032x}").keep({}, [], None, {})
    assert clean(str(project / FOLDER))
    assert all(one.read_text() == "mine" for one in mine)
