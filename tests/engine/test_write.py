"""Files are wholly old or wholly new."""

import os
import sys
from pathlib import Path

import pytest

from jaxlint.discovery.read import read
from jaxlint.engine import write as writing
from jaxlint.engine.write import write, write_all
from jaxlint.text import writing as writing_door
from jaxlint.text.source import Source
from jaxlint.text.writing import exchange, write_file


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "a.py"
    path.write_bytes(b"# coding: latin-1\r\nx = '\xe9'\r\n")
    return read(str(path))


def changed(old, text="y = 'é'\r\n"):
    return Source(old.path, text, old.encoding, old.bom)


def data(source):
    with open(source.path, "rb") as stream:
        return stream.read()


def test_bytes_mode_and_directory_are_as_before(old):
    os.chmod(old.path, 0o751)
    assert write(old, changed(old)) is None
    assert data(old) == b"y = '\xe9'\r\n"
    assert os.stat(old.path).st_mode & 0o777 == 0o751
    assert os.listdir(os.path.dirname(old.path)) == ["a.py"]


def test_a_link_stays_a_link(old, tmp_path):
    link = tmp_path / "link.py"
    link.symlink_to("a.py")
    assert write(read(str(link)), Source(str(link), "z = 1\n")) is None
    assert link.is_symlink()
    assert data(old) == b"z = 1\n"


def test_the_other_names_of_a_file_keep_the_old_text(old, tmp_path):
    before = data(old)
    os.link(old.path, tmp_path / "other.py")
    assert write(old, changed(old, "short\n")) is None
    assert data(old) == b"short\n"
    assert (tmp_path / "other.py").read_bytes() == before


def test_changed_meanwhile(old):
    with open(old.path, "ab") as stream:
        stream.write(b"more\n")
    before = data(old)
    assert str(write(old, changed(old))) == f"{old.path}: not fixed: changed meanwhile"
    assert data(old) == before


def test_gone_meanwhile(old):
    os.unlink(old.path)
    assert "changed meanwhile" in str(write(old, changed(old)))


def test_a_character_that_the_encoding_lacks(old):
    before = data(old)
    assert "iso8859-1 has no '日'" in str(write(old, changed(old, "日")))
    assert data(old) == before


def test_a_full_disk_leaves_the_original(old, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    before = data(old)
    monkeypatch.setattr(writing, "exchange", lambda *_: False)
    monkeypatch.setattr(writing.os, "replace", full)
    assert str(write(old, changed(old))) == f"{old.path}: not fixed: No space left on device"
    assert data(old) == before
    assert os.listdir(os.path.dirname(old.path)) == ["a.py"]


def files(tmp_path, *names):
    before = {}
    for name in names:
        (tmp_path / name).write_text("old\n")
        before[name] = read(str(tmp_path / name))
    return before, {name: Source(one.path, "new\n") for name, one in before.items()}


def texts(tmp_path):
    return {path.name: path.read_text().strip() for path in sorted(tmp_path.iterdir())}


@pytest.mark.parametrize("gone", ["a", "b", "c"])
def test_files_that_share_a_fix_are_all_written_or_none(tmp_path, gone):
    before, after = files(tmp_path, "a", "b", "c", "d")
    (tmp_path / gone).write_text("another's\n")
    problems, unwritten = write_all(before, after, list("abcd"), [["a", "b"], ["b", "c"], ["d"]])
    assert unwritten == set("abc")
    assert texts(tmp_path) == {**dict.fromkeys("abc", "old"), "d": "new", gone: "another's"}
    assert os.path.basename(problems[0].path) == gone
    assert len(problems) == 3


def test_all_are_written_where_nothing_is_in_the_way(tmp_path):
    before, after = files(tmp_path, "a", "b")
    assert write_all(before, after, ["a", "b"], [["a", "b"], ["a", "elsewhere"]]) == ([], set())
    assert texts(tmp_path) == {"a": "new", "b": "new"}


def test_nothing_takes_its_place_before_all_texts_are_ready(tmp_path, monkeypatch):
    before, after = files(tmp_path, "a", "b", "c")
    after["c"] = Source(before["c"].path, "日", "latin-1")
    monkeypatch.setattr(writing.os, "replace", lambda *_: pytest.fail("a file was touched"))
    problems, unwritten = write_all(before, after, list("abc"), [["a", "b", "c"]])
    assert unwritten == set("abc")
    assert "has no '日'" in str(problems[0])
    assert texts(tmp_path) == dict.fromkeys("abc", "old")


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failure_between_two_files_takes_the_first_back(tmp_path, monkeypatch, error):
    before, after = files(tmp_path, "a", "b")
    replace = os.replace

    def fails_at_b(temporary, path):
        if os.path.basename(path) == "b":
            raise error
        replace(temporary, path)

    monkeypatch.setattr(writing, "exchange", lambda *_: False)
    monkeypatch.setattr(writing.os, "replace", fails_at_b)
    if isinstance(error, OSError):
        assert write_all(before, after, ["a", "b"], [["a", "b"]])[1] == {"a", "b"}
    else:
        with pytest.raises(KeyboardInterrupt):
            write_all(before, after, ["a", "b"], [["a", "b"]])
    assert texts(tmp_path) == {"a": "old", "b": "old"}


def test_a_read_only_file_keeps_its_partner_unwritten(tmp_path, monkeypatch):
    before, after = files(tmp_path, "a", "b")
    monkeypatch.setattr(writing.os, "access", lambda path, _: os.path.basename(path) != "b")  # root may write anywhere
    assert write_all(before, after, ["a", "b"], [["a", "b"]])[1] == {"a", "b"}
    assert texts(tmp_path) == {"a": "old", "b": "old"}


@pytest.mark.parametrize("together", [[], [["a", "b"]]])
def test_a_file_that_is_saved_while_the_new_texts_are_written_is_left_alone(tmp_path, monkeypatch, together):
    before, after = files(tmp_path, "a", "b")
    sync = os.fsync

    def saved(handle):
        sync(handle)
        (tmp_path / "b").write_text("the user's\n")

    monkeypatch.setattr(writing_door.os, "fsync", saved)
    problems, unwritten = write_all(before, after, ["a", "b"], together)
    assert "changed meanwhile" in str(problems[0])
    assert unwritten == ({"a", "b"} if together else {"b"})
    assert texts(tmp_path) == {"a": "old" if together else "new", "b": "the user's"}


def test_extended_attributes_are_kept(old, monkeypatch):
    """As far as they may be set: not every file system has them, so they are made up here."""
    kept = {}
    monkeypatch.setattr(os, "listxattr", lambda path: ["user.one", "trusted.two"] if path == old.path else [])
    monkeypatch.setattr(os, "getxattr", lambda path, name: f"{name} of {os.path.basename(path)}".encode())

    def put(path, name, value):
        if name.startswith("trusted"):
            raise PermissionError(1, "Operation not permitted")
        kept[name] = value

    monkeypatch.setattr(os, "setxattr", put)
    assert write(old, changed(old)) is None
    assert kept == {"user.one": b"user.one of a.py"}


@pytest.mark.parametrize("leads_to", ["victim", "nowhere"])
def test_nothing_is_written_through_a_link(tmp_path, leads_to):
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "report").symlink_to(leads_to)
    write_file(str(tmp_path / "report"), b"new")
    assert texts(tmp_path) == {"report": "new", "victim": "mine"}
    assert not (tmp_path / "report").is_symlink()


def test_streams_are_written_to_and_not_replaced(tmp_path):
    reading, writing_end = os.pipe()
    write_file(f"/dev/fd/{writing_end}", b"new")
    os.close(writing_end)
    assert os.read(reading, 10) == b"new"
    os.close(reading)
    with open(tmp_path / "out", "wb") as stream:
        stream.write(b"before ")
        stream.flush()
        write_file(f"/dev/fd/{stream.fileno()}", b"new")
    assert (tmp_path / "out").read_bytes() == b"before new"
    assert os.path.islink("/dev/fd")


def test_what_is_written_looks_like_what_was_there_and_else_like_a_new_file(tmp_path):
    path = tmp_path / "report"
    before = os.umask(0o027)
    try:
        write_file(str(path), b"new")
        assert path.stat().st_mode & 0o777 == 0o640
        path.chmod(0o604)
        write_file(str(path), b"newer")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == 0o604
    assert texts(tmp_path) == {"report": "newer"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not exchange files")
def test_what_an_editor_saves_at_the_last_moment_stays(old, monkeypatch):
    """Between the last look at the file and the step that changes it."""

    def saved_before(one, other):
        if not saved:
            saved.append(other)
            Path(other).write_text("saved = 1\n")
        return exchange(one, other)

    saved = []
    monkeypatch.setattr("jaxlint.engine.write.exchange", saved_before)
    assert "changed meanwhile" in str(write(old, changed(old)))
    assert Path(old.path).read_text() == "saved = 1\n"
    assert [one.name for one in Path(old.path).parent.iterdir()] == [Path(old.path).name]


def test_files_that_cannot_be_exchanged_are_renamed(old, monkeypatch):
    monkeypatch.setattr("jaxlint.engine.write.exchange", lambda *_: False)
    assert write(old, changed(old)) is None
    assert data(old) == changed(old).text.encode(old.encoding)
