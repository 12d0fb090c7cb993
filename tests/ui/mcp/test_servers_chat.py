"""Servers in the chat: the strip above the message box, the light, progress, details on cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.events import Action, Observation, RoundStarted, Thought, ToolProgress, TurnStarted
from axon_desktop.errors import NoteNotFoundError, Text
from axon_desktop.llm.messages import Attachment, ToolCall, ToolResult
from axon_desktop.mcp_host.config.config import ServerConfig, save_configs
from axon_desktop.theme.colors import DARK
from axon_desktop.tools.tool import Progress
from axon_desktop.ui.chat.cards.diff import CardDiff
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard, card_height
from axon_desktop.ui.chat.cards.wording import progress_words, short_error
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.mcp.feature import show_strip
from axon_desktop.ui.mcp.pending_bar import PendingBar
from axon_desktop.ui.mcp.settings.changed_tools import ChangedTools
from axon_desktop.ui.mcp.status_light import ServersStatus
from axon_desktop.ui.status_bar.status_bar import StatusBar
from tests.mcp_host.scenes import crude, find_tool
from tests.ui.chat_world import Run, make_world, until
from tests.ui.colors import wear_colors
from tests.ui.hearing import hear
from tests.ui.server_world import Servers, opened, servers

Patch = pytest.MonkeyPatch


def picture() -> bytes:
    image = QImage(640, 480, QImage.Format.Format_RGB32)
    image.fill(0x3366CC)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # its stub wants bytes, which it refuses
    return bytes(buffer.data().data())


def strip(world: Servers) -> PendingBar:
    return PendingBar(world.host, world.keys)


def test_strip_shows_the_exact_command_and_starts_the_server_once_agreed(
    run_async: Run, tmp_path: Path, monkeypatch: Patch
) -> None:
    async def body() -> None:
        said = hear(monkeypatch)
        unseen = [crude(env={"LEVEL": "3"}), ServerConfig(name="weather", command="uvx", args=("weather",))]
        async with servers(tmp_path, monkeypatch, (), unseen) as world:
            shown = strip(world)
            await until(shown.isVisible)
            assert "“crude” is in the settings" in shown.words.text()
            assert shown.command.toPlainText() == crude().shown
            assert shown.facts.text() == "With the variable LEVEL = 3"
            assert said == [(shown.words.text(), True)]
            shown.agree.click()
            await world.ready()
            await until(lambda: shown.command.toPlainText() == "uvx weather")
            assert world.state("weather") in ("unknown", "unconfirmed")
            shown.later.click()
            assert not shown.isVisible()
            shown.leave()

    run_async(body())


def test_strip_leads_to_what_a_changed_tool_says_now(run_async: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    async def body() -> None:
        listed = tmp_path / "tools.json"
        tool = {"name": "echo", "description": "Does it.", "inputSchema": {"type": "object"}}
        listed.write_text(json.dumps([tool]))
        async with servers(tmp_path, monkeypatch, [crude("crude", "normal", listed)]) as world:
            await world.ready()
            shown = strip(world)
            assert not shown.isVisible()
            listed.write_text(json.dumps([{**tool, "description": "Does it, and more."}]))
            await world.host.restart("crude")
            await until(shown.isVisible)
            assert shown.words.text().startswith("1 tool from crude is new or has changed")
            shown.look.click()
            dialog = await opened(ChangedTools)
            assert isinstance(dialog, ChangedTools)
            dialog.approve.click()
            await until(lambda: not shown.isVisible())
            assert find_tool(world.host, "crude.echo").definition.description == "Does it, and more."
            shown.leave()

    run_async(body())


def test_strip_and_light_say_when_a_server_is_gone(
    run_async: Run, tmp_path: Path, monkeypatch: Patch, qapp: QApplication
) -> None:
    async def body() -> None:
        listed = tmp_path / "tools.json"
        listed.write_text("[]")
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\nexec {crude().shown}\n")
        program.chmod(0o755)
        config = ServerConfig(name="crude", command=str(program))
        async with servers(tmp_path, monkeypatch, [config]) as world:
            bar = StatusBar()
            bar.show()
            light = ServersStatus(world.host, bar)
            await world.ready()
            await until(lambda: light.label.text() == "● 1 MCP server")
            assert light.label.property("state") == "ok"
            Theme(qapp, "light")
            home = make_world(tmp_path)
            shown = show_strip(home.panel, world.host, world.keys)
            program.unlink()
            await world.host.restart("crude")
            await until(lambda: shown.isVisible() and "its tools cannot be used" in shown.words.text())
            assert "was not found" in shown.words.text()
            await until(lambda: light.label.text() == "● 0 of 1 MCP servers ready")
            assert light.label.property("state") == "err"
            assert "failed" in light.label.toolTip()
            asked: list[str] = []
            home.panel.settings_requested.connect(asked.append)
            shown.page.click()
            assert asked == ["servers"]
            wear_colors(DARK)
            await home.close()
            await world.host.restart("crude")  # nobody listens any more

    run_async(body())


def test_no_server_no_light(run_async: Run, tmp_path: Path, monkeypatch: Patch) -> None:
    async def body() -> None:
        async with servers(tmp_path, monkeypatch) as world:
            bar = StatusBar()
            bar.show()
            assert not ServersStatus(world.host, bar).label.isVisible()
            save_configs([])

    run_async(body())


# --- cards


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(3, 10, "step 3"), "step 3 · 30%"),
        (Progress(3, 10), "30%"),
        (Progress(12, 10), "100%"),
        (Progress(3, 0, "a\nb\u202e"), "a b\N{REPLACEMENT CHARACTER} · 3"),
        (Progress(0.5), "0.5"),
        (Progress(0), ""),
    ],
)
def test_progress_in_words(progress: Progress, words: str) -> None:
    assert progress_words(progress) == words


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (ToolResult(False, error="Tool 'a.b' is not available", kind="unavailable"), "not available"),
        (ToolResult(False, error="a.b was not called: it has changed", kind="unavailable"), "not available"),
        (ToolResult(False, error=Text("{seconds} s", seconds=30), kind="too_slow"), "took more than 30 s"),
        (ToolResult(False, error=Text("{seconds} s", seconds=0.5), kind="too_slow"), "took more than 0.5 s"),
        (ToolResult(False, error="the MCP server 'a' went away", kind="gone"), "server disconnected"),
        (ToolResult.of(NoteNotFoundError("a.md")), "File not found"),
    ],
)
def test_errors_of_servers_in_few_words(result: ToolResult, words: str) -> None:
    assert short_error(result) == words


def test_running_call_shows_how_far_it_is(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        call = ToolCall("crude.slow", {"seconds": 1})
        handle = world.panel.transcript.handle
        handle(TurnStarted(turn_id="t", text="wait", mode="react"))
        handle(RoundStarted(turn_id="t", round=2, confirm_at=5))
        handle(Thought(turn_id="t", content="", calls=1))
        handle(Action(turn_id="t", round=2, index=0, call=call))
        await until(lambda: world.cards)
        (card,) = world.cards
        before = card.height()
        handle(ToolProgress(turn_id="t", round=2, index=0, done=4, total=10, message="step 4"))
        assert card._status == "step 4 · 40%"
        assert f"{card._fraction}" == "0.4"
        handle(ToolProgress(turn_id="t", round=1, index=0, done=9, total=10))
        assert f"{card._fraction}" == "0.4", "another call's"
        assert not card.grab().isNull()
        assert card.height() == before
        error = Text("{tool} took longer than {seconds} s", tool="crude.slow", seconds=30)
        late = ToolResult(False, error=error, kind="too_slow")
        handle(Observation(turn_id="t", round=2, index=0, call=call, result=late, elapsed=30))
        assert (card._status, card._fraction) == ("took more than 30 s", None)
        await world.close()

    run_async(body())


def test_card_shows_pictures_and_links_and_opens_nothing(run_async: Run) -> None:
    async def body() -> None:
        things = (
            Attachment("image/png", "chart.png", picture()),
            Attachment("image/png", "", b"no picture"),
            Attachment("text/html", "The page", None, "https://example.org/?a=b"),
            Attachment("application/pdf", "paper.pdf", b"x" * 2000),
        )
        card = ToolOutputCard(ToolCall("crude.draw", {"what": "chart"}))
        card.set_result(ToolResult(True, data="done", attachments=things), 0.1)
        card.resize(400, card.sizeHint().height())
        card.show()
        assert card.sizeHint().height() == card_height(CardDiff(), things)
        shown = card._attachments
        assert shown is not None
        await until(lambda: len(shown._images) == 2)
        image = shown._images[0]
        assert image is not None
        assert image.height() <= 200 * image.devicePixelRatio()
        assert shown._images[1] is None
        blue = card.grab().toImage().pixelColor(40, 60)
        assert blue.name() == "#3366cc"
        assert "The page <https://example.org/?a=b>" in shown.accessibleName()
        assert "paper.pdf · application/pdf · 2 KB" in shown.accessibleName()
        card.toggle()
        assert card._details is not None
        assert "https://example.org/?a=b" in card._details.toPlainText()
        wear_colors(DARK)
        assert not card.grab().isNull()
        card.close()
        card.deleteLater()

    run_async(body())
