"""Servers in the whole program: called in a conversation, reporting, stopped, killed; and ended with it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.events import Action, AgentEvent, Answer, Cancelled, ToolProgress
from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.on_demand import FIND_TOOLS
from axon_desktop.ui.chat.cards.notices import TurnTail
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard
from axon_desktop.ui.mcp.question_dialog import SchemaFormDialog
from tests.mcp_host.real_servers import npm_programs, python_program
from tests.mcp_host.scenes import agree, crude, polite
from tests.ui.chat_world import Run
from tests.ui.mcp_window import ServersWindow, calls, progress, results, window_with
from tests.ui.server_world import opened
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def vault(qapp: QApplication, tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("Welcome.\n")
    return root


def marked(config_name: str) -> dict[str, str]:
    return {"AXON_MARK": config_name}


def kill_after(window: ServersWindow, mark: str, begun: type[AgentEvent]) -> list[float]:
    """Return a list that gets the time at which the server was killed, in the middle of its next call."""
    killed: list[float] = []

    def listen(event: AgentEvent) -> None:
        if isinstance(event, begun) and not killed:
            killed.append(time.monotonic())
            window.process_of(mark).send_signal(signal.SIGKILL)

    window.session.event_received.connect(listen)
    return killed


def test_a_conversation_uses_servers_and_they_end_with_the_window(
    qapp: QApplication, home: Path, vault: Path, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        agree(
            home,
            crude("old", reading=("echo", "slow"), env=marked("old")),
            polite("new", env=marked("new")),
            crude("dead", "crash"),
        )
        async with window_with(qapp, vault) as window:
            assert window.state("dead") in ("waiting", "failed")
            events = await window.turn(
                "use them",
                calls(
                    ("old.echo", {"text": "said"}),
                    ("new.add", {"a": 1, "b": 2}),
                    ("dead.echo", {"text": "x"}),
                    ("read_note", {"path": "Home"}),
                ),
                "Done.",
            )
            said, added, dead, note = (event.result for event in results(events))
            assert (said.data, added.data) == ("said", "3")
            assert "'dead'" in (dead.error or "")
            assert note.success
            ((words, arguments),) = window.asked
            assert "new.add" in words
            assert "“new”, another program" in words
            assert json.loads(arguments) == {"a": 1, "b": 2}

            events = await window.turn("slowly", calls(("old.slow", {"seconds": 1})), "Done.")
            reports = progress(events)
            assert len(reports) > 3
            assert reports[-1].done == 10

            def stop(event: AgentEvent) -> None:
                if isinstance(event, ToolProgress):
                    window.session.stop()

            begun = time.monotonic()
            events = await window.turn("wait", calls(("old.slow", {"seconds": 20})), during=stop)
            assert isinstance(events[-1], Cancelled)
            assert time.monotonic() - begun < PATIENCE
            await until(lambda: "cancelled" in window.host.log("old"))

            window.session.set_mode("plan")
            trace = tmp_path / "trace"
            events = await window.turn(
                "plan it",
                calls(("old.write", {"path": str(trace), "text": "x"}), ("old.echo", {"text": "read"})),
                "I have no plan.",
                "I still have no plan.",
            )
            refused, read = (event.result for event in results(events))
            assert "plan" in (refused.error or "")
            assert read.data == "read"
            assert not trace.exists()
            assert len(window.asked) == 1

    run_async(body())
    with closing(sqlite3.connect(home / "data" / "conversations.sqlite")) as kept:
        kinds = {kind for (kind,) in kept.execute("SELECT kind FROM item")}
    assert "observation" in kinds
    assert "tool_progress" not in kinds


def test_question_of_a_server_is_shown_as_waiting_for_the_user(
    qapp: QApplication, home: Path, vault: Path, run_async: Run
) -> None:
    async def body() -> None:
        agree(home, crude("old", reading=("ask",), env=marked("old")))
        async with window_with(qapp, vault) as window:
            turn = asyncio.ensure_future(window.turn("ask", calls(("old.ask", {})), "Done."))
            dialog = await opened(SchemaFormDialog)
            assert isinstance(dialog, SchemaFormDialog)
            (card,) = window.desktop.window.chat.findChildren(ToolOutputCard)
            (tail,) = window.desktop.window.chat.findChildren(TurnTail)
            states = [card.state]
            assert tail.progress.summary() == "Waiting for you… 0 of 1"
            assert tail.status.text() == "Waiting for your answer…"
            dialog.decline.click()
            await turn
            assert [*states, card.state] == ["waiting", "ok"]

    run_async(body())


LONG = "trigger-long-running-operation"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.soak
def test_the_servers_of_the_mcp_project_work_at_once_in_one_conversation(
    qapp: QApplication, home: Path, vault: Path, tmp_path: Path, run_async: Run
) -> None:
    programs = npm_programs()
    time_server, git_server = python_program("mcp-server-time"), python_program("mcp-server-git")
    subprocess.run(["git", "init", "-q", str(vault)], check=True)
    port = free_port()
    path = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    everything = str(programs / "mcp-server-everything")

    def program(name: str, command: str, *args: str, **options: object) -> ServerConfig:
        env = {**path, **marked(name), **options.pop("env", {})}  # type: ignore[dict-item]
        return ServerConfig(name=name, command=command, args=args, env=env, **options)  # type: ignore[arg-type]

    configs = [
        program("everything", everything, "stdio", reading=(LONG,)),
        program("writer", everything, "stdio"),
        ServerConfig(name="web", url=f"http://127.0.0.1:{port}/mcp", reading=(LONG, "echo")),
        program("files", str(programs / "mcp-server-filesystem"), str(vault)),
        program("memory", str(programs / "mcp-server-memory"), env={"MEMORY_FILE_PATH": str(tmp_path / "memory")}),
        program("time", time_server),
        program("git", git_server, "--repository", str(vault)),
    ]

    async def conversation(window: ServersWindow) -> None:
        assert {window.state(config.name) for config in configs} == {"ready"}
        counts = {server.name: len(server.tools) for server in window.host.status()}
        assert counts["everything"] == counts["writer"] >= 13
        assert counts["web"] >= 13
        assert (counts["files"], counts["memory"], counts["time"], counts["git"]) == (14, 9, 2, 12)

        # # there are many: they are searched, then called, each server once
        wanted: tuple[tuple[str, JsonObject], ...] = (
            ("everything.echo", {"message": "over stdio"}),
            ("web.get-sum", {"a": 2, "b": 3}),
            ("files.write_file", {"path": str(vault / "New.md"), "content": "By a server.\n"}),
            ("memory.create_entities", {"entities": [{"name": "Mei", "entityType": "p", "observations": ["x"]}]}),
            ("time.get_current_time", {"timezone": "Europe/Lisbon"}),
            ("git.git_status", {"repo_path": str(vault)}),
        )
        names = " ".join((*(tool for tool, _ in wanted), f"everything.{LONG}", f"web.{LONG}", f"writer.{LONG}"))
        events = await window.turn(
            "use all of them",
            calls((FIND_TOOLS, {"query": names})),
            calls(*wanted, ("files.no_such_tool", {})),
            "Done.",
        )
        found, echo, total, written, kept, now, status, unknown = (event.result for event in results(events))
        assert all(name in (found.data or "") for name, _ in wanted)
        assert "over stdio" in (echo.data or "")
        assert "5" in (total.data or "")
        assert (vault / "New.md").read_text() == "By a server.\n"
        assert "Mei" in (tmp_path / "memory").read_text()
        assert written.success
        assert kept.success
        assert "Europe/Lisbon" in (now.data or "")
        assert "New.md" in (status.data or "")
        assert "not available" in (unknown.error or "")
        assert isinstance(events[-1], Answer)
        assert [tool in words for (tool, _), (words, _) in zip(wanted, window.asked, strict=True)] == [True] * 6
        assert json.loads(window.asked[1][1]) == {"a": 2, "b": 3}

        for name in ("everything", "web"):
            events = await window.turn("slowly", calls((f"{name}.{LONG}", {"duration": 2, "steps": 4})), "Done.")
            assert [event.done for event in progress(events)][-1] == 4
            assert results(events)[0].result.success

            def stop(event: AgentEvent) -> None:
                if isinstance(event, ToolProgress):
                    window.session.stop()

            begun = time.monotonic()
            events = await window.turn(
                "wait", calls((f"{name}.{LONG}", {"duration": 60, "steps": 60})), during=stop
            )
            assert isinstance(events[-1], Cancelled)
            assert time.monotonic() - begun < PATIENCE
            assert window.state(name) == "ready"

        # # killed in the middle of a call: a reading call is repeated, one that may write is not
        killed = kill_after(window, "everything", ToolProgress)
        events = await window.turn("read", calls((f"everything.{LONG}", {"duration": 3, "steps": 3})), "Done.")
        assert results(events)[0].result.success
        assert "went away" in (results(events)[0].result.data or "")
        assert len(killed) == 1

        killed = kill_after(window, "writer", ToolProgress)
        events = await window.turn("write", calls((f"writer.{LONG}", {"duration": 3, "steps": 3})), "Done.")
        assert "it was not called again" in (results(events)[0].result.error or "")
        await until(lambda: window.state("writer") == "ready")
        assert time.monotonic() - killed[0] < 10
        assert sum(isinstance(event, Action) for event in events) == 1
        events = await window.turn("again", calls((f"writer.{LONG}", {"duration": 0.2, "steps": 2})), "Done.")
        assert results(events)[0].result.success

    async def body() -> None:
        agree(home, *configs)
        async with window_with(qapp, vault) as window:
            await conversation(window)

    web = subprocess.Popen(
        [everything, "streamableHttp"],
        env={**os.environ, **path, "PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert web.stderr is not None
        web.stderr.readline()  # it prints its address
        run_async(body())
    finally:
        web.kill()
        web.wait()
        web.stderr.close()  # type: ignore[union-attr]
