"""Files are wholly old or wholly new."""

import os

import pytest

from jaxlint.discovery.read import read
from jaxlint.engine import write as writing
from jaxlint.engine.write import write
from jaxlint.text.source import Source


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


def test_hard_links_stay_together(old, tmp_path):
    os.link(old.path, tmp_path / "other.py")
    assert write(old, changed(old, "short\n")) is None
    assert (tmp_path / "other.py").read_bytes() == b"short\n"


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
    monkeypatch.setattr(writing.os, "replace", full)
    assert str(write(old, changed(old))) == f"{old.path}: not fixed: No space left on device"
    assert data(old) == before
    assert os.listdir(os.path.dirname(old.path)) == ["a.py"]
