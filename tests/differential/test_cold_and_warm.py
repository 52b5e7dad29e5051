"""A run with the cache says what one without says, byte for byte, after any edit and with any hash seed.

The driver has more seeds: ``python -m tests.differential.driver SEED``.
"""

import json

import pytest

from tests.cli.command_line import another_process, jaxlint
from tests.differential.driver import rows
from tests.differential.edits import EDITS, comment, write
from tests.differential.programs import PROGRAMS

# A process for several programs, as it imports for two seconds.
FAST = [("arithmetic", "notebook_with_classes"), ("equinox_module", "package_of_a_library", "fixes_over_files")]


def differing(found):
    """What a failed test shows: where, and what differs in the second run and in the third."""
    return [(one["program"], one["edit"], one["warm"], one["again"]) for one in found if not one["same"]]


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_program_has_findings_of_several_rules(tmp_path, name):
    write(tmp_path, PROGRAMS[name])
    done = jaxlint("--no-cache", "--output-format", "json", ".", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert len({one["code"] for one in json.loads(done.stdout)["findings"]}) > 1


@pytest.mark.parametrize("names", [FAST[0], pytest.param(FAST[1], marks=pytest.mark.slow)], ids=",".join)
def test_a_warm_run_is_a_cold_one(names):
    found = [*rows(0, programs=names)]
    assert len(found) == len(EDITS) * len(names)
    assert differing(found) == []
    assert [one["traced again"] for one in found] == [0] * len(found)  # else the cache was not asked


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_each_program_with_one_of_four_seeds(seed):
    names = [*PROGRAMS][seed::4]
    found = [*rows(seed, programs=names)]
    assert len(found) == len(EDITS) * len(names)
    assert differing(found) == []
    assert [one["traced again"] for one in found] == [0] * len(found)


@pytest.mark.slow
def test_what_is_found_does_not_depend_on_the_seed():
    by_seed = [[*rows(seed, programs=FAST[0])] for seed in (1, 2)]
    cold = [[(one["program"], one["edit"], one["cold"]) for one in found] for found in by_seed]
    assert cold[0] == cold[1]


def test_processes_of_different_seeds_say_the_same(tmp_path):
    """As users have it: each run has a seed of its own."""

    def command(seed, *arguments):
        env = {"PYTHONHASHSEED": str(seed)}
        done = another_process("--output-format", "json", *arguments, ".", cwd=tmp_path, env=env)
        return done.returncode, done.stdout, done.stderr

    write(tmp_path, PROGRAMS["arithmetic"])
    command(1)
    comment(tmp_path, PROGRAMS["arithmetic"])
    warm, again, cold = command(2), command(3), command(4, "--no-cache")
    assert cold[0] == 1
    assert warm == cold
    assert again == cold
