"""The sandboxes: how they are started, what they hide, and that the self-test knows good ones from bad ones."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest

from axon_desktop.errors import ToolExecutionError
from axon_desktop.tools.sandbox import bubblewrap, landlock, seatbelt, syscalls
from axon_desktop.tools.sandbox.limits import Bounds, Launch, environment, hidden, protected_below
from axon_desktop.tools.sandbox.self_test import run_self_test
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.shell.run_command import run_launch
from tests.waiting import until


@pytest.fixture(params=["bubblewrap", "landlock"])
def kind(request: pytest.FixtureRequest) -> sandbox.Kind:
    found: sandbox.Kind = request.param
    if not sandbox.try_kind(found).works:
        pytest.skip(f"{found} does not work here: {sandbox.try_kind(found).problem}")
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    for name in ("Notes/deep", ".obsidian", ".git", ".trash"):
        (root / name).mkdir(parents=True)
        (root / name / "file").write_text(f"{name}\n")
    (root / ".env").write_text("secret\n")
    (root / ".gitignore").write_text("x\n")
    (root / "Home.md").write_text("home\n")
    return root


def run(kind: sandbox.Kind, root: Path, script: str, writes: Sequence[Path] = ()) -> dict[str, Any]:
    launch = sandbox.prepare(["/bin/sh", "-c", script], root, kind, {path: path for path in writes})
    try:
        result = asyncio.run(run_launch(launch, root, 20))
    finally:
        launch.close()
    assert result.success, result.error
    shape: dict[str, Any] = json.loads(result.data or "")
    return shape


def bare(argv: Sequence[str], bounds: Bounds) -> Launch:
    return Launch(tuple(argv), environment("/tmp"))


def test_the_self_test_finds_that_no_sandbox_is_none() -> None:
    trial = run_self_test(bare)
    assert not trial.works
    assert set(trial.broke) >= {"write_vault", "write_outside", "read_outside", "connect", "signal", "write_git"}
    assert trial.broke == trial.tried


def test_the_self_test_finds_a_sandbox_in_which_nothing_runs() -> None:
    trial = run_self_test(lambda argv, bounds: Launch(("/bin/sh", "-c", "echo no room >&2; exit 1"), {}))
    assert (trial.works, trial.problem) == (False, "no room")
    assert not run_self_test(lambda argv, bounds: Launch(("/no/such/program",), {})).works


def test_the_self_test_finds_a_sandbox_with_one_hole() -> None:
    if not bubblewrap.is_here():
        pytest.skip("bubblewrap is not installed")

    def leaky(argv: Sequence[str], bounds: Bounds) -> Launch:
        launch = bubblewrap.launch(argv, bounds)
        at = launch.argv.index("--seccomp")
        line = (*launch.argv[:at], "--share-net", *launch.argv[at + 2 :])
        return Launch(line, launch.environment, launch.handles, launch.close)

    assert run_self_test(leaky).broke == ("connect",)


def test_the_first_sandbox_that_works_is_taken_and_tried_once() -> None:
    found = sandbox.find()
    assert found is sandbox.find()
    assert sandbox.works() == (found.kind is not None)
    assert all(not trial.works for _, trial in found.trials[:-1])
    if found.kind is not None:
        assert (found.trials[-1][0], found.trials[-1][1].works, found.trials[-1][1].broke) == (
            found.kind,
            True,
            (),
        )
        assert len(found.trials[-1][1].tried) >= 7


def test_the_vault_is_read_only_and_what_is_no_part_of_it_is_hidden(kind: sandbox.Kind, root: Path) -> None:
    script = (
        "cat Home.md Notes/deep/file .git/file .gitignore; cat .obsidian/file .trash/file .env; echo x > Home.md"
    )
    shape = run(kind, root, script)
    assert shape["stdout"] == "home\nNotes/deep\n.git\nx\n"
    assert shape["exit_code"] != 0
    assert (root / "Home.md").read_text() == "home\n"


def test_only_what_is_named_can_be_written_to(kind: sandbox.Kind, root: Path) -> None:
    script = (
        "echo new > Notes/New.md; mkdir Notes/more; mv Notes/deep/file Notes/more/moved; echo x >> Home.md;"
        "echo x > Other.md; echo x > .git/file; rm .gitignore"
    )
    run(kind, root, script, [root / "Notes", root / "Home.md"])
    assert (root / "Notes" / "New.md").read_text() == "new\n"
    assert (root / "Notes" / "more" / "moved").read_text() == "Notes/deep\n"
    assert (root / "Home.md").read_text() == "home\nx\n"
    assert not (root / "Other.md").exists()
    assert (root / ".git" / "file").read_text() == ".git\n"
    assert (root / ".gitignore").exists()


def test_a_repository_in_a_folder_for_writing_stays_as_it_is(kind: sandbox.Kind, root: Path) -> None:
    (root / "Notes" / ".git").mkdir()
    (root / "Notes" / ".git" / "config").write_text("kept\n")
    if kind == "landlock":
        with pytest.raises(ToolExecutionError, match=r"Notes holds \.git"):
            sandbox.prepare(["true"], root, kind, {root / "Notes": root / "Notes"})
        return
    run(kind, root, "echo x > Notes/.git/config; echo x > Notes/New.md", [root / "Notes"])
    assert (root / "Notes" / ".git" / "config").read_text() == "kept\n"
    assert (root / "Notes" / "New.md").exists()


def test_nothing_of_a_launch_is_left(kind: sandbox.Kind, root: Path) -> None:
    launch = sandbox.prepare(["/bin/sh", "-c", 'mkdir -m 0 "$HOME/shut"; echo "$HOME"; ls -A "$HOME"'], root, kind)
    result = asyncio.run(run_launch(launch, root, 20))
    home, *entries = json.loads(result.data or "")["stdout"].split()
    assert "shut" in entries
    launch.close()
    assert not Path(home, "shut").exists()
    for handle in launch.handles:
        with pytest.raises(OSError):
            os.fstat(handle)


def test_a_large_flat_vault_can_be_entered(kind: sandbox.Kind, root: Path) -> None:
    for number in range(3000):
        (root / f"A note with a rather long name, number {number}.md").touch()
    assert run(kind, root, "ls | wc -l; cat *9.md")["stdout"].strip() == "3002"


@pytest.mark.parametrize("version", [3, 4, 5, 6])
def test_older_versions_of_landlock_hold_as_well(version: int) -> None:
    if not landlock.is_here():
        pytest.skip("this kernel has no Landlock")
    trial = run_self_test(partial(landlock.launch, version=version))
    assert (trial.works, trial.broke, trial.problem) == (True, (), "")


def test_a_program_that_is_not_there_is_reported(kind: sandbox.Kind, root: Path) -> None:
    launch = sandbox.prepare(["no-such-program"], root, kind)
    result = asyncio.run(run_launch(launch, root, 20))
    launch.close()
    shape = json.loads(result.data or "")
    assert shape["exit_code"] in (1, 127)
    assert "no-such-program" in shape["stderr"]


def test_ordinary_programs_do_their_work(kind: sandbox.Kind, root: Path) -> None:
    shutil.rmtree(root / ".git")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    ask = {
        "git": ("git status --short | grep -c Home", "1"),
        "node": ("""node -e "console.log(require('child_process').execSync('echo hi').toString())" """, "hi"),
        "python3": ("""python3 -c "import asyncio; asyncio.run(asyncio.sleep(0)); print('ran')" """, "ran"),
        "perl": ("perl -e 'print 5'", "5"),
        "bash": ("bash -c 'cat <(echo sub) && sleep 0.01 & wait'", "sub"),
        "tar": ('tar -cf "$TMPDIR/a.tar" Home.md && tar -tf "$TMPDIR/a.tar"', "Home.md"),
    }
    for program, (script, answer) in ask.items():
        if shutil.which(program, path="/usr/local/bin:/usr/bin:/bin"):
            shape = run(kind, root, script)
            assert shape["stdout"].strip() == answer, shape["stderr"]


def test_landlock_starts_nothing_for_another_parent(root: Path) -> None:
    if not landlock.is_here():
        pytest.skip("this kernel has no Landlock")
    launch = landlock.launch(["/bin/echo", "started"], Bounds(root))
    through = subprocess.run(
        ["/bin/sh", "-c", '"$@"; exit $?', "sh", *launch.argv],
        capture_output=True,
        pass_fds=launch.handles,
        start_new_session=True,
        check=False,
    )
    launch.close()
    assert (through.returncode, through.stdout) == (125, b"")


def test_what_is_hidden_and_what_must_stay_is_found_at_any_depth(root: Path) -> None:
    (root / "Notes" / "deep" / ".OBSIDIAN").mkdir()
    assert [path.name for path in hidden(root)] == [".env", ".obsidian", ".trash"]
    assert {path.name for path in protected_below(root)} == {".git", ".obsidian", ".trash", ".OBSIDIAN"}


def test_the_filter_is_whole_and_longer_where_there_are_no_namespaces() -> None:
    if not syscalls.known_machine():
        pytest.skip("there are no numbers for this kind of machine")
    short, long = (syscalls.build_filter(foreign=foreign, signals=foreign) for foreign in (False, True))
    assert len(short) % 8 == len(long) % 8 == 0
    assert len(short) < len(long) < 4096 * 8


def without_texts(profile: str) -> str:
    return re.sub(r'#?"[^"]*"', "", profile)


def balanced(profile: str) -> bool:
    depth = 0
    for character in without_texts(profile):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.parametrize(("writes", "unseen"), [(0, 0), (2, 3)])
def test_the_profile_for_macos_is_well_formed_and_denies_last(writes: int, unseen: int) -> None:
    text = seatbelt.profile(writes, unseen)
    assert text.startswith("(version 1)\n(deny default)\n")
    assert balanced(text)
    assert set(re.findall(r"\((\w[\w-]*)", without_texts(text))) <= {
        "version", "deny", "allow", "target", "literal", "subpath", "param", "regex",
    }  # fmt: skip
    assert text.count('(param "WRITE_') == writes
    assert text.count('(param "UNSEEN_') == unseen
    last_allowed = text.rindex("(allow")
    for denied in ("(deny network*)", "(deny file-write* (regex", "(deny mach-lookup)"):
        assert text.index(denied) > last_allowed


def test_no_name_of_the_vault_becomes_part_of_the_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seatbelt, "_HOMES", str(tmp_path))
    root = tmp_path / 'a") (allow default) ("'
    (root / ".obsidian").mkdir(parents=True)
    launch = seatbelt.launch(["ls"], Bounds(root, {root / "x": root / "x"}))
    profile = launch.argv[launch.argv.index("-p") + 1]
    assert "allow default" not in profile
    assert f"VAULT={root}" in launch.argv
    assert f"WRITE_0={root / 'x'}" in launch.argv
    assert f"UNSEEN_0={root / '.obsidian'}" in launch.argv
    assert launch.argv[-1] == "ls"
    home = Path(launch.environment["HOME"])
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    launch.close()
    assert not home.exists()


_KEPT = """
import asyncio, sys
from pathlib import Path
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.shell.run_command import run_launch
from tests.waiting import until
kind, root, seconds = sys.argv[1:]
script = f"sleep {seconds} & sleep {seconds}"
asyncio.run(run_launch(sandbox.prepare(["/bin/sh", "-c", script], Path(root), kind), Path(root), 60))
"""


def test_a_command_ends_with_the_program_even_if_that_is_killed(kind: sandbox.Kind, root: Path) -> None:
    seconds = str(300_000 + os.getpid())

    def sleepers() -> list[int]:
        return [
            process.pid
            for process in psutil.process_iter(["cmdline"])
            if process.info["cmdline"] == ["sleep", seconds]
        ]

    with subprocess.Popen([sys.executable, "-c", _KEPT, kind, str(root), seconds]) as program:
        asyncio.run(until(lambda: len(sleepers()) == 2))
        program.kill()
    asyncio.run(until(lambda: not sleepers()))
