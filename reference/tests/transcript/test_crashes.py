"""A writer may die at any system call, and any call may fail: what was reported stays, and nothing is half there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import randrange

import pytest

from toolwire.transcript import JSONLStore, StoreError

from .crashes import SCENARIOS, modes

SCRIPT = Path(__file__).with_name("crashes.py")


def run(*arguments: object) -> str:
    done = subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def struck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one folder for each crash and each failure."""
    folder = tmp_path_factory.mktemp("crashes")
    run(folder, "points")
    return folder


def ids(path: Path) -> list[str]:
    return [entry.id for entry in JSONLStore(path).load().entries]


def cases(folder: Path, *kinds: str) -> list[tuple[str, Path, dict[str, object]]]:
    """The scenario, the log, and what its writer came to say, of each crash of these kinds."""
    found: list[tuple[str, Path, dict[str, object]]] = []
    for crash in sorted(folder.iterdir()):
        scenario, _, rest = crash.name.partition(".")
        if rest.partition(".")[0] in kinds:
            outcome = crash / "outcome.json"
            said = json.loads(outcome.read_text()) if outcome.exists() else {}
            found.append((scenario, crash / "sessions" / "log.jsonl", said))
    return found


def allowed(scenario: str) -> list[list[str]]:
    """The ids that a log may have after a crash: the old ones and a beginning of the batch, or all the new ones."""
    old = [f"e{seq}" for seq in range(SCENARIOS[scenario][0])]
    if scenario.startswith("replace"):
        return [old, ["new0", "new1"]]
    return [[*old, *(f"e{seq}" for seq in range(len(old), len(old) + more))] for more in range(4)]


def test_a_kill_at_any_system_call_leaves_a_log_that_loads(struck):
    tried = Counter(scenario for scenario, _, _ in cases(struck, "before", "after", "half"))
    assert set(tried) == set(SCENARIOS)
    assert min(tried.values()) > 15
    for scenario, path, said in cases(struck, "before", "after", "half"):
        found = ids(path)
        assert found in allowed(scenario), path
        if said.get("reported"):
            assert found == allowed(scenario)[-1], path


def test_a_new_log_is_there_whole_or_not_at_all(struck):
    for scenario, path, _ in cases(struck, "before", "after", "half"):
        if scenario == "first":
            assert ids(path) in ([], ["e0", "e1", "e2"])
            assert not path.exists() or path.stat().st_size > 0


def test_what_a_kill_left_can_be_appended_to(struck):
    for _, path, _ in cases(struck, "before", "after", "half"):
        before = ids(path)
        with JSONLStore(path) as store:
            store.append(modes(len(before), 2, "later"))
        assert ids(path) == [*before, f"later{len(before)}", f"later{len(before) + 1}"]


def test_a_call_that_fails_leaves_the_old_log_and_the_same_can_be_done_again(struck):
    outcomes: Counter[str] = Counter()
    for scenario, path, said in cases(struck, "fail"):
        outcomes[str(said.get("refused") or said.get("error") or "nothing")] += 1
        assert ids(path) in allowed(scenario), path
        if "refused" in said and "again" not in said:
            assert said["reported"], path
        if said["reported"]:
            assert ids(path) == allowed(scenario)[-1], path
        assert not list(path.parent.glob(".toolwire-*")), path
    assert {"store.append.rollback", "store.replace.failed", "store.tail.cut"} <= set(outcomes)


def test_a_batch_of_which_the_system_takes_a_part_is_undone(struck):
    outcome = json.loads((struck / "limited" / "outcome.json").read_text())
    assert outcome == {"rules": ["store.append.rollback"], "kept": True}
    assert ids(struck / "limited" / "sessions" / "log.jsonl") == [f"e{seq}" for seq in range(23)]


def test_a_thousand_kills_at_random_moments(tmp_path):
    grown = run(tmp_path, "random", randrange(1 << 32), 1000).split()
    assert len(grown) == 1000
    assert sum(map(int, grown)) > 1000, "the writers were killed before they wrote"


def test_a_store_that_is_killed_lets_its_lock_go(tmp_path):
    path = tmp_path / "log.jsonl"
    hold = (
        "import sys, time; from toolwire.transcript import *; "
        "store = JSONLStore(sys.argv[1]); store.append(sequence_entries([new_plan_mode(True)], 0)); "
        "print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", hold, path], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match=r"store\.lock"):
            JSONLStore(path).append(modes(1, 1))
        holder.kill()
    with JSONLStore(path) as store:
        store.append(modes(1, 1))
    assert len(ids(path)) == 2
