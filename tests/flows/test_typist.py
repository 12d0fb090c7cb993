"""A typist by true keys, while questions come: nothing is answered by mistake, nothing typed is lost."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2]))

import ime
import screen
import typist

HERE = Path(__file__).parent
SAMPLE, ALL = 40, 1000
PART = 25
"""Trials in one window."""
LEAST_BY_THEMSELVES = 100
PLANTED = 12
"""Trials within which the old fault must have shown."""
PATIENCE = 60.0
"""Seconds for what may never come, once the fault shows."""

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(bool(screen.missing_tools()), reason=f"needs {', '.join(screen.missing_tools())}"),
    pytest.mark.skipif(
        bool(ime.missing()) and not ime.can_be_installed(),
        reason=f"needs {', '.join(ime.missing())}, which cannot be installed here",
    ),
]


def played(
    folder: Path,
    numbers: list[int],
    pinyin: type[ime.Pinyin] = ime.FcitxPinyin,
    take: Callable[[typist.Outcome], None] = lambda _outcome: None,
) -> list[typist.Outcome]:
    """Play trials in one window; `take` gets each outcome as soon as it is known."""
    found = []
    with screen.screen(typist.SIZE, folder / "shots") as desk:
        for outcome in typist.play(desk, folder, numbers, pinyin=pinyin):
            take(outcome)
            found.append(outcome)
    return found


@pytest.mark.parametrize(("part", "pinyin"), [(0, ime.FcitxPinyin), (1, ime.IbusPinyin)], ids=["fcitx", "ibus"])
def test_sample_of_typists_decides_nothing_unseen_and_loses_no_letter(
    tmp_path: Path, part: int, pinyin: type[ime.Pinyin]
) -> None:
    assert not ime.missing(), "`packaging/setup.sh desktop` installs these"
    outcomes = played(tmp_path, list(range(part, SAMPLE, 2)), pinyin)
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert len(outcomes) == SAMPLE // 2


def test_the_old_hold_of_600_ms_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "PATIENCE", PATIENCE)
    program = (sys.executable, str(HERE / "planted_hold.py"))
    bad: list[typist.Outcome] = []
    try:
        with screen.screen(typist.SIZE, tmp_path / "shots") as desk:
            for outcome in typist.play(desk, tmp_path, list(range(PLANTED)), program=program):
                bad += [outcome] if not outcome.good else []
                if bad:
                    break
    except AssertionError:
        return  # a question was answered that the trial waits for
    assert bad


@pytest.mark.soak
@pytest.mark.timeout(6 * 3600)
def test_thousand_typists(tmp_path: Path) -> None:
    """In parts that resume: what was played before is kept in out/typist.jsonl (or AXON_TYPIST)."""
    file = Path(os.environ.get("AXON_TYPIST", "out/typist.jsonl"))
    known = typist.kept(file)
    rest = [number for number in range(ALL) if number not in known]
    for start in range(0, len(rest), PART):
        folder = tmp_path / str(start)
        played(folder, rest[start : start + PART], take=lambda outcome: typist.keep(file, outcome))
    outcomes = list(typist.kept(file).values())
    assert len(outcomes) == ALL
    assert [outcome for outcome in outcomes if not outcome.good] == []
    assert sum(outcome.by_itself for outcome in outcomes) >= LEAST_BY_THEMSELVES
