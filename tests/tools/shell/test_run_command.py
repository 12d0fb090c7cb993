import asyncio
import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, ToolExecutionError
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.tools import ToolManager
from axon_desktop.tools.shell import sandbox
from axon_desktop.tools.shell.command_rules import judge
from axon_desktop.tools.shell.run_command import OUTPUT_LIMIT
from axon_desktop.vault import Vault
from tests.waiting import Clock, until

LONG = str(100_000 + os.getpid())
"""Seconds of sleep, by which the tests of this process know their children from those of others."""
sandboxed = pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("home\n")
    (tmp_path / "secret.md").write_text("secret\n")
    return root


def _run(root: Path, **params: Any) -> ToolResult:
    async def scene() -> ToolResult:
        manager = ToolManager(Vault(root, data_dir=root.parent / "data"), commands=True)
        return await manager.execute(ToolCall("run_command", params))

    return asyncio.run(scene())


def _shape(result: ToolResult) -> dict[str, Any]:
    assert result.success, result.error
    shape: dict[str, Any] = json.loads(result.data or "")
    return shape


PRINTED = st.text(max_size=20) | st.sampled_from(
    ["", "\n", " a \n\n", "b\r\n", "中文" * 3_000, "\x1b[1m", "{}", "\x00"]
)


@given(PRINTED, PRINTED, st.integers(0, 255) | st.sampled_from([0, 1, -9, -15]))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_command_output_is_captured(root: Path, out: str, err: str, code: int) -> None:
    """Feature: vscode-agent, Property 10: command output capture.

    Validates: Requirements 5.2
    """
    (root / "out").write_bytes(out.encode("utf-8", "replace"))
    (root / "err").write_bytes(err.encode("utf-8", "replace"))
    end = f"exit {code}" if code >= 0 else f"kill {code} $$"
    (root / "say.sh").write_text(f"cat out\ncat err >&2\n{end}\n")
    shape = _shape(_run(root, command=["sh", "say.sh"]))
    assert shape["stdout"] == out.encode("utf-8", "replace").decode()
    assert shape["stderr"] == err.encode("utf-8", "replace").decode()
    assert shape["exit_code"] in (code, 128 - code if code < 0 else code)  # by way of a sandbox's own process
    assert shape["truncated"] is False


@pytest.mark.parametrize(
    "command",
    [
        "cat ../secret.md", "cat /etc/passwd", "cat ~/x", "cat a/../../secret.md", ["cat", "../secret.md"],
        "grep --file=../secret.md x", "grep -f../secret.md x", "cat file:///etc/passwd", "/bin/cat Home.md",
        ["cat", "C:\\secret.md"], ["cat", "out"], "../evil", "cat a\\\\..\\\\..\\\\x", 'cat "/etc/passwd"',
        ["sh", "-c", "cat /etc/passwd"], ["sh", "-c", "cd ..; cat secret.md"], ["env", "-S", "cat /etc/passwd"],
        ["python3", "-c", "open('/etc/passwd')"], ["grep", "-rf/etc/passwd", "."], ["curl", "-d@/etc/passwd", "x"],
        ["cp", "-at/etc", "Home.md"], ["vim", "+r /etc/passwd"], ["sh", "-c", "cat ~/x"],
        ["cat", "/proc/1/root/etc/passwd"], ["sh", "-c", "ls /proc/1/root/"],
    ],
)  # fmt: skip
def test_paths_outside_the_vault_are_refused(root: Path, command: str | list[str]) -> None:
    (root / "out").symlink_to(root.parent / "secret.md")
    with pytest.raises(InvalidPathError):
        judge(command, shell=False, root=root)
    result = _run(root, command=command)
    assert (result.error or "").startswith("Invalid path: ")


@pytest.mark.parametrize(
    "line", ["cat /etc/passwd", "cat<../secret.md", "x=$(cat ../secret.md)", "cat 'a' ~/b", "cd ..; ls"]
)
def test_a_shell_line_may_not_name_what_is_outside_either(root: Path, line: str) -> None:
    with pytest.raises(InvalidPathError):
        judge(line, shell=True, root=root)


@pytest.mark.parametrize(
    "line",
    ["ls | wc", "ls > a", "ls; rm a", "echo $HOME", "echo `id`", 'echo "$HOME"', "ls *.md", "a && b", "ls\nid"],
)
def test_shell_syntax_is_refused_with_the_way_out(root: Path, line: str) -> None:
    with pytest.raises(ToolExecutionError, match="only a shell understands"):
        judge(line, shell=False, root=root)


@pytest.mark.parametrize("text", ["TODO / DONE", "a ~ b", "s/a/b/", "^/foo|a/b", "and/or", "#tag/sub", "1/2, 3/4"])
def test_text_with_slashes_is_no_path(root: Path, text: str) -> None:
    assert judge(["grep", text, "Home.md"], shell=False, root=root).argv[1] == text


def test_a_line_in_a_list_is_a_shell_line_all_the_same(root: Path) -> None:
    assert not judge(["sh", "say.sh"], shell=False, root=root).by_shell
    for argv in (
        ["sh", "-c", "id"],
        ["bash", "-lc", "id"],
        ["env", "X=1", "sh", "-c", "id"],
        ["bash", "-x", "-c", "id"],
    ):
        assert judge(argv, shell=False, root=root).by_shell


def test_a_program_that_leaves_its_group_does_not_hold_us_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "find", lambda: sandbox.SandboxStatus(None, ()))
    (root / "leave.sh").write_text(
        f"#!/bin/sh\nsetsid sh -c 'echo $$ > pid; exec sleep {LONG}' &\n"
        "while [ ! -s pid ]; do :; done\necho begun\n"
    )
    try:
        (root / "leave.sh").chmod(0o755)
        assert _shape(_run(root, command=["./leave.sh"]))["stdout"] == "begun\n"
        assert psutil.pid_exists(int((root / "pid").read_text()))
    finally:
        os.kill(int((root / "pid").read_text()), signal.SIGKILL)


def test_quoted_marks_are_plain_text(root: Path) -> None:
    assert judge("grep 'a|b' \"c;d\" Home.md", shell=False, root=root).argv == ("grep", "a|b", "c;d", "Home.md")
    assert judge("printf '%s $x'", shell=False, root=root).argv == ("printf", "%s $x")


@pytest.mark.parametrize("command", ["", "  ", [""], "echo 'open", "a\0b", ["a", "b\0"]])
def test_what_is_no_command_is_an_error(root: Path, command: str | list[str]) -> None:
    result = _run(root, command=command)
    assert (result.error or "").startswith("Invalid parameters: ")


def test_a_program_that_is_not_there_is_an_error(root: Path) -> None:
    result = _run(root, command=["no-such-program-here"])
    assert not result.success or _shape(result)["exit_code"] != 0


def test_a_slow_command_is_ended_with_its_children_and_what_it_printed_comes_back(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "slow.sh").write_text(f"echo begun\nsleep {LONG} &\nsleep {LONG}\n")

    async def scene() -> ToolResult:
        clock = Clock(monkeypatch)
        manager = ToolManager(Vault(root, data_dir=root.parent / "data"), commands=True)
        call = ToolCall("run_command", {"command": ["sh", "slow.sh"], "timeout": 100})
        running = asyncio.ensure_future(manager.execute(call))
        await until(lambda: len(_sleepers()) == 2)
        await clock.run_ahead(100)
        return await running

    result = asyncio.run(scene())
    assert not result.success
    assert "took longer than 100 s" in (result.error or "")
    assert '"stdout": "begun\\n"' in (result.error or "")
    asyncio.run(until(lambda: not _sleepers()))


def _sleepers() -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "status"])
        if process.info["cmdline"] == ["sleep", LONG] and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


def test_a_child_left_behind_ends_with_the_command(root: Path) -> None:
    (root / "leave.sh").write_text(f"sleep {LONG} >/dev/null 2>&1 &\necho done\n")
    assert _shape(_run(root, command=["sh", "leave.sh"]))["stdout"] == "done\n"
    asyncio.run(until(lambda: not _sleepers()))


def test_much_output_is_cut_and_says_so(root: Path) -> None:
    (root / "much.sh").write_text("head -c 3000000 /dev/zero | tr '\\0' x\n")
    shape = _shape(_run(root, command=["sh", "much.sh"]))
    assert len(shape["stdout"]) == OUTPUT_LIMIT
    assert shape["truncated"] is True


def test_stopping_the_turn_ends_the_command(root: Path) -> None:
    (root / "slow.sh").write_text(f"echo begun > /dev/null\nsleep {LONG}\n")

    async def scene() -> None:
        tool = ToolManager(Vault(root), commands=True).registry.get("run_command")
        assert tool is not None
        assert tool.run is not None
        task = asyncio.ensure_future(tool.run({"command": ["sh", "slow.sh"], "timeout": 60}))
        await until(_sleepers)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(scene())
    asyncio.run(until(lambda: not _sleepers()))


def test_a_command_sees_no_environment(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPSEEK_API_KEY", "sk-canary")
    assert "canary" not in _shape(_run(root, command=["env"]))["stdout"]


@sandboxed
def test_the_sandbox_lets_nothing_out_and_nothing_be_written(root: Path) -> None:
    if not sandbox.works():
        pytest.skip("bubblewrap cannot make namespaces here")
    home = Path.home()
    (root / ".obsidian").mkdir()
    (root / ".obsidian" / "data.json").write_text("secret key\n")
    (root / "try.sh").write_text(
        "cat .obsidian/data.json\necho x > Home.md\nrm -f Home.md\n"
        f"ls {home}\ncat {root.parent}/secret.md\nls /proc/{os.getpid()}\n"
        "echo open > /dev/tcp/127.0.0.1/80\ngetent hosts example.org\n"
    )
    shape = _shape(_run(root, command=["sh", "try.sh"]))
    assert shape["stdout"] == ""
    assert shape["exit_code"] != 0
    assert (root / "Home.md").read_text() == "home\n"


@sandboxed
def test_the_sandbox_limits_memory(root: Path) -> None:
    if not sandbox.works() or shutil.which("prlimit") is None:
        pytest.skip("bubblewrap cannot make namespaces here, or there is no prlimit")
    (root / "much.sh").write_text("ulimit -d\nulimit -c\n")
    assert _shape(_run(root, command=["sh", "much.sh"]))["stdout"] == "2097152\n0\n"


@sandboxed
def test_a_shell_line_runs_in_the_sandbox(root: Path) -> None:
    if not sandbox.works():
        pytest.skip("bubblewrap cannot make namespaces here")
    shape = _shape(_run(root, command="cat Home.md | tr a-z A-Z && echo $TERM", shell=True))
    assert shape["stdout"] == "HOME\ndumb\n"


def test_a_command_that_is_refused_is_so_before_anybody_is_asked(root: Path) -> None:
    manager = ToolManager(Vault(root, data_dir=root.parent / "data"), commands=True)
    for params in ({"command": "cat /etc/passwd"}, {"command": "ls | wc"}, {"command": "sudo ls"}):
        refused = manager.check(ToolCall("run_command", params))
        assert refused is not None
        assert (refused.error or "").startswith(("Invalid path: ", "Invalid parameters: ", "Not allowed: "))
    assert manager.check(ToolCall("run_command", {"command": "ls"})) is None


def test_manager_offers_commands_only_when_enabled(root: Path) -> None:
    vault = Vault(root, data_dir=root.parent / "data")
    assert ToolManager(vault).effect("run_command") is None
    assert ToolManager(vault, commands=True).effect("run_command") == "command"


def test_command_has_a_limit_of_its_own_not_that_of_the_manager(root: Path) -> None:
    manager = ToolManager(Vault(root, data_dir=root.parent / "data"), timeout=0.05, commands=True)
    result = asyncio.run(manager.execute(ToolCall("run_command", {"command": ["sleep", "0.3"]})))
    assert result.success, result.error
