"""The documentation site: generated pages are current, JAX still says what is quoted, and the site builds."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from tools.site.errors import by_jax, by_jaxlint, classics, quoted_reports
from tools.site.reference import FOLDER, PAGES
from tools.site.running import ROOT, block, folder, jaxlint, python
from tools.site.tutorial import EXAMPLE, README, front_report, readme, tutorial

HOW = "python -m tools.site writes it anew"


def read(name):
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_references_are_current(name):
    assert read(name) == PAGES[name](), HOW


def test_the_finding_in_readme_is_current():
    assert README.read_text(encoding="utf-8") == readme(), HOW


@pytest.mark.slow
def test_the_explanation_in_readme_is_current(tmp_path):
    command = r"^    \$ python (\S+) 2>&1 \| jaxlint explain -\n((?: {4}.*\n)+)"
    shown = re.search(command, README.read_text(encoding="utf-8"), re.MULTILINE)
    log = tmp_path / "log"
    log.write_text(python(ROOT, shown[1]), encoding="utf-8")
    explained = python(ROOT, "-P", "-m", "jaxlint", "explain", str(log))
    quoted = [line[4:] for line in shown[2].splitlines() if line != "    ..."]
    assert len(quoted) >= 4
    assert [line for line in quoted if line not in explained.splitlines()] == []


@pytest.mark.slow
def test_the_tutorial_is_current():
    assert read("tutorial.md") == tutorial(), HOW
    assert read("report.inc") == front_report(), HOW


@pytest.mark.slow
def test_the_reports_on_classic_errors_are_current():
    reports = by_jaxlint()
    assert quoted_reports(read("errors.md")) == [block("text", text) for text in reports.values()], HOW
    for one in classics():
        assert set(re.findall(r"(?:error|warning) (JAX\d+)", reports[one.name])) == ({one.code} - {None}), one.name


def test_errors_are_listed_by_exception_and_by_message():
    page = read("errors.md")
    rows = re.findall(r"^\| (.+) \| \[(.+)\]\(#(.+)\) \| .+ \|$", page, re.MULTILINE)
    headings = [re.sub(r" \(JAX\d+\)$", "", one) for one in re.findall(r"^## (.+)$", page, re.MULTILINE)]
    assert sorted(f"{exception}: {message}" for exception, message, _ in rows) == sorted(headings)
    assert len({anchor for *_, anchor in rows}) == len(rows) == len(classics())


def test_errors_come_first_in_the_sidebar():
    assert re.search(r":caption: Start\n\n(?:\w+\n)*errors\n", read("index.md"))


@pytest.mark.slow
def test_jax_says_what_is_said_of_it():
    version, said = by_jax()
    assert {name: kind for name, (kind, _) in said.items()} == {one.name: one.error for one in classics()}
    quoted = read("errors.md")
    if f"JAX {version}," in quoted:  # another release may word it differently
        for name, (_, text) in said.items():
            assert text.strip().splitlines()[0].rstrip() in quoted, name


@pytest.mark.slow
def test_jax_refuses_the_script_of_the_tutorial_and_runs_what_is_made_of_it():
    with folder({"train.py": EXAMPLE.read_text(encoding="utf-8")}) as place:
        assert "TracerBoolConversionError" in python(place, "train.py")
        jaxlint(place, "--fix", "--unsafe-fixes", "train.py")
        assert re.fullmatch(r"(loss: \d+\.\d+\n){3}", python(place, "train.py"))


class Links(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids.add(found.get("id"))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])


@pytest.mark.slow
def test_the_site_builds_and_its_links_lead_somewhere(tmp_path):
    if importlib.util.find_spec("furo") is None:
        pytest.skip("the extra `docs` is not installed")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-d", str(tmp_path / "trees")]
    done = subprocess.run([*command, str(ROOT / "docs"), str(tmp_path / "html")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert dead_links(tmp_path / "html") == []


def dead_links(site: Path) -> list[str]:
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 90
    dead = []
    for path, page in pages.items():
        for link in page.links:
            address, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", link):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            known = target.exists() and (not anchor or target not in pages or unquote(anchor) in pages[target].ids)
            if not known:
                dead.append(f"{path.relative_to(site)}: {link}")
    return dead
