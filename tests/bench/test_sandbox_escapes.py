"""A sample of the ways out of the sandbox: each succeeds without one, and none in one."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from axon_desktop.tools.sandbox.limits import Bounds, Launch
from bench.escape_world import CANARY
from bench.sandbox_escapes import Attempt, attempts, run_all, sandboxes, try_out

SAMPLE = (
    "bash and /dev/tcp",
    "UDP by Python",
    "a socket in the file system, as of dbus or X11",
    "write beside the vault",
    "write a note",
    "write a hook of Git",
    "read keys of plugins",
    "put a link in the place of the folder for writing",
    "write through another name of a note",
    "change the mode of a note and of what is outside",
    "kill another process without the shell",
    "trace another process",
    "a daemon",
    "secrets of the environment",
    "open files of the program",
)


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_ESCAPE_SECRET", CANARY)


def sample() -> list[Attempt]:
    return [attempt for attempt in attempts() if attempt.name in SAMPLE]


def test_there_are_enough_attempts_and_each_has_a_name_of_its_own() -> None:
    names = [attempt.name for attempt in attempts()]
    assert len(names) >= 100
    assert len(set(names)) == len(names)
    assert set(SAMPLE) <= set(names)


def test_none_of_the_sample_gets_out() -> None:
    enters = {name: enter for name, enter in sandboxes().items() if "6.10" not in name}
    if not enters:
        pytest.skip("no sandbox works here")
    for score in run_all(sample(), enters):
        assert score.escaped == {}
        assert len(score.held) + len(score.not_tried) == len(SAMPLE)
        assert len(score.held) >= 5


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("write a note", "changed: "),
        ("UDP by Python", "it was heard at udp"),
        ("secrets of the environment", "it has read a secret"),
        ("a daemon", "processes were left"),
    ],
)
def test_what_gets_out_is_seen(name: str, seen: str) -> None:
    (attempt,) = (attempt for attempt in attempts() if attempt.name == name)
    if attempt.obstacle():
        pytest.skip(attempt.obstacle())
    assert any(seen in what for what in try_out(attempt, None))


def test_what_cannot_be_tried_is_not_counted_as_held() -> None:
    def enter(argv: Sequence[str], bounds: Bounds) -> Launch:
        raise AssertionError("nothing is left to try")

    missing = Attempt("x", "sh", "true", needs=("no-such-program",))
    harmless = Attempt("y", "sh", "true")
    (score,) = run_all([missing, harmless], {"none": enter})
    assert (score.held, score.escaped) == ([], {})
    assert score.not_tried == {
        "x": "there is no no-such-program",
        "y": "it does not succeed without a sandbox either",
    }


def test_root_is_not_said_to_be_limited() -> None:
    (attempt,) = (attempt for attempt in attempts() if attempt.name == "a thousand processes")
    assert bool(attempt.obstacle()) == (os.getuid() == 0)
