"""The calls of a turn: cards while it runs, one line in the user's words afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.agent.events import Action, Answer, Cancelled, Observation, RoundStarted, TurnStarted
from axon_desktop.errors import Text
from axon_desktop.llm.messages import Attachment, ResultKind, ToolCall, ToolResult
from axon_desktop.settings.settings import Settings
from axon_desktop.theme.colors import DARK
from axon_desktop.ui.chat.activity.call_wording import EndState, FinishedCall, call_words, summary
from axon_desktop.ui.chat.activity.summary_row import SummaryRow
from axon_desktop.ui.chat.cards.entries import CallEntry, CallRequests
from axon_desktop.ui.chat.cards.tool_card import ToolOutputCard
from axon_desktop.ui.chat.cards.undo_button import UndoButton
from axon_desktop.ui.markdown_view.layout.chunk import WidgetRow
from tests.ui.chat_world import Run, World, call, child, make_world, until
from tests.ui.colors import wear_colors

NOTES = (("Home.md", "# Home\n\nWelcome\n"), ("Projects/Plan.md", "ship\n" * 300), ("知识图谱 方案.md", "知识\n"))
LOOKS = call("list_folder", path="Projects") + call("search_notes", query="ship") + call("read_note", path="Home")
HITS = "No note matches all of old ship; 3 notes hold some of it:\n"


def apply_settings() -> Settings:
    settings = Settings()
    settings.safety.mode = "apply"
    return settings


def row(world: World) -> SummaryRow:
    found = [row for row in world.panel.view.findChildren(SummaryRow) if row.isVisibleTo(world.panel.view)]
    return found[-1]


def ok(data: str = "", **more: Any) -> ToolResult:
    return ToolResult(True, data, **more)


def no(error: str, kind: ResultKind = "") -> ToolResult:
    return ToolResult(False, error=error, kind=kind)


@pytest.mark.parametrize(
    ("tool", "params", "result", "words", "detail"),
    [
        ("read_note", {"path": "Home"}, ok("x" * 1800), "Read Home", "1.8 KB"),
        ("read_note", {"path": "hom"}, ok("x", path="Daily/Home.md"), "Read Daily/Home", "1 byte"),
        ("read_note", {"path": "知识 方案.md"}, ok("x"), "Read 知识 方案", "1 byte"),
        ("list_folder", {"path": "Daily/"}, ok('{"items": [1, 2]}'), "Looked into Daily", "2 items"),
        ("list_folder", {"path": ""}, ok('{"items": []}'), "Looked into the vault", "0 items"),
        ("search_notes", {"query": "a: b"}, ok(f"{HITS}A.md:3: x\nA.md:4: y\nB/C.md:1: z: w"),
         "Searched “a: b”", "3 hits in 2 notes"),
        ("search_notes", {"query": "ship"}, ok("1 note matches ship:\nship.md: ship (the name)"),
         "Searched “ship”", "1 hit"),
        ("search_notes", {"query": "x"}, ok("No note matches x. Try fewer words."), "Searched “x”", "no hits"),
        ("search_notes", {"query": "", "tag": "book"}, ok("1 note matches #book:\na.md:2: b\na.md:3: c"),
         "Searched #book", "2 hits in 1 note"),
        ("find_notes", {"pattern": "*.md"}, ok("a.md\nb.md\n(7 more; make the pattern narrower)"),
         "Looked for “*.md”", "9 found"),
        ("find_notes", {"pattern": "zz"}, ok("No path matches zz. A …"), "Looked for “zz”", "none found"),
        ("note_links", {"path": "Home.md"}, ok("{}"), "Looked at the links of Home", ""),
        ("create_note", {"path": "Idea"}, ok("Created", path="Idea.md", kind="created"), "Created Idea", ""),
        ("create_note", {"path": "Log"}, ok("Appended 3 bytes to Log.md."), "Changed Log", ""),
        ("edit_note", {"path": "Home"}, ok("Edited Home.md (9 bytes).", unrecorded=True),
         "Changed Home", "cannot be undone"),
        ("move_note", {"path": "a.md", "to": "B/a"}, ok("Moved", path="B/a.md"), "Moved a → B/a", ""),
        ("trash_note", {"path": "a"}, ok("Moved a.md"), "Moved a to the trash", ""),
        ("run_command", {"command": ["ls", "-la"]}, ok('{"exit_code": 0}'), "Ran “ls -la”", ""),
        ("run_command", {"command": "false"}, ok('{"exit_code": 3}'), "Ran “false”", "exit code 3"),
        ("harbour.tide_chart", {"day": "x"}, ok("high"), "Used harbour: tide chart", "4 bytes"),
        ("read_note", {"path": "2026-11-19"}, no("File not found: 2026-11-19.md", "not_found"),
         "Could not read 2026-11-19", "no such note"),
        ("edit_note", {"path": "Home"}, no("Not allowed: the user said no.", "not_allowed"),
         "Could not change Home", "not allowed"),
        ("run_command", {"command": "x"}, no(Text("x took longer than {seconds} s", seconds=30), "too_slow"),
         "Could not run “x”", "took more than 30 s"),
        ("harbour.export", {}, no("Tool 'harbour.export' is not available", "unavailable"),
         "Could not use harbour: export", "not available"),
        ("", {}, no("Invalid JSON: x"), "Made a call that cannot be understood", "Invalid JSON"),
        ("no_such", {"x": 1}, None, "Could not use no such", "not finished"),
        ("fail_step", {"reason": "x"}, ok("x"), "Gave up a step of the plan", ""),
    ],
)  # fmt: skip
def test_each_call_has_words_of_the_user(
    tool: str, params: dict[str, Any], result: ToolResult | None, words: str, detail: str
) -> None:
    failed = result is None or not result.success or tool == "fail_step"
    line = call_words(ToolCall(tool, params), result, failed=failed)
    assert (line.text, line.detail) == (words, detail)


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ([("read_note", "A"), ("read_note", "B"), ("read_note", "A.md"), ("search_notes", "x")],
         "Read 2 notes, searched once"),
        ([("search_notes", "x"), ("find_notes", "y"), ("edit_note", "A"), ("edit_note", "A")],
         "Searched twice, changed 1 note"),
        ([("search_notes", "x")] * 3, "Searched 3 times"),
        ([("list_folder", ""), ("list_folder", "B"), ("trash_note", "C")],
         "Looked into 2 folders, moved 1 note to the trash"),
        ([("harbour.a", "1"), ("harbour.b", "2"), ("library.c", "3"), ("run_command", "ls")],
         "Ran 1 command, used harbour 2 times, used library once"),
        ([("read_note", "A"), ("read_note", "!B"), ("move_note", "-C")],
         "Read 1 note, 1 change undone, 1 attempt failed"),
        ([("read_note", "!B"), ("", "!")], "2 attempts failed"),
    ],
)  # fmt: skip
def test_all_calls_are_one_sentence(calls: list[tuple[str, str]], words: str) -> None:
    """A call with `!` has failed, one with `-` was undone."""
    done = []
    for tool, path in calls:
        state: EndState = "error" if path[:1] == "!" else "undone" if path[:1] == "-" else "ok"
        done.append(FinishedCall(ToolCall(tool, {"path": path.strip("!-")}), ok(), state))
    assert summary(done) == words


def test_calls_fold_with_the_answer_and_changes_and_errors_stay(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        writes = call("read_note", path="no/such") + call("edit_note", path="Home", old="Welcome", new="Hello")
        world = make_world(tmp_path, [LOOKS + writes, "FinishedCall."], settings=apply_settings(), notes=NOTES)
        seen: list[list[str]] = []
        world.session.event_received.connect(
            lambda event: seen.append([card.state for card in world.cards]) if isinstance(event, Action) else None
        )
        await world.ask("look")
        assert seen[-1] == ["ok", "ok", "ok", "error", "running"], "each call is a card while the turn runs"
        await until(lambda: not world.cards)
        found = row(world)
        sentence = "Read 1 note, looked into 1 folder, searched once, changed 1 note, 1 attempt failed"
        assert (found.head.text(), found.unfolded) == (sentence, False)
        names = [line.accessibleName() for line in world.lines]
        assert names == ["Could not read no/such, no such note", "Changed Home, +1, −1"]
        change = world.lines[-1]
        assert change.height() > world.lines[0].height() + 2 * 17, "the changed lines are seen"
        assert child(change, UndoButton).text() == "Undo"
        QTest.keyClick(found.head, Qt.Key.Key_Return)
        assert [line.accessibleName() for line in world.lines] == [
            "Looked into Projects, 1 item", "Searched “ship”, 3 hits in 1 note", "Read Home, 16 bytes", *names,
        ]  # fmt: skip
        await until(lambda: found.height() >= sum(line.height() for line in world.lines))
        QTest.mouseClick(found.head, Qt.MouseButton.LeftButton)
        assert [line.accessibleName() for line in world.lines] == names
        await world.close()

    run_async(body())


def test_line_opens_arguments_and_result_in_the_old_card(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [LOOKS, "FinishedCall."], notes=NOTES)
        asked: list[str] = []
        world.panel.note_requested.connect(asked.append)
        await world.ask("look")
        await until(lambda: not world.cards)
        row(world).head.click()
        line = world.lines[2]
        folded = line.sizeHint().height()
        await until(lambda: line.isVisible() and line.height() == folded)
        QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=QPoint(line.width() - 4, 8))
        (card,) = world.cards
        assert (card.call.tool, card.unfolded) == ("read_note", True)
        details = card._details_text().toPlainText()
        assert '"path": "Home"' in details
        assert "Welcome" in details
        await until(lambda: line.height() > folded + 60)
        QTest.keyClick(line, Qt.Key.Key_Space)
        await until(lambda: not world.cards and line.height() == folded)
        line.grab()  # the position of a link is known after painting
        QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line._subject.center())
        assert asked == ["Home.md"]
        assert not world.cards
        await world.close()

    run_async(body())


def test_every_line_is_reached_by_tab(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        writes = call("edit_note", path="Home", old="Welcome", new="Hello")
        world = make_world(tmp_path, [LOOKS + writes, "FinishedCall."], settings=apply_settings(), notes=NOTES)
        await world.ask("look")
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        found = row(world)
        found.head.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(found.head, Qt.Key.Key_Space)
        undo = child(world.lines[-1], UndoButton)
        for expected in (*world.lines, undo):
            focused = QApplication.focusWidget()
            assert focused is not None
            QTest.keyClick(focused, Qt.Key.Key_Tab)
            assert QApplication.focusWidget() is expected
        await world.close()

    run_async(body())


def test_undo_and_redo_are_followed_by_line_and_sentence(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        writes = call("edit_note", path="Home", old="Welcome", new="Hello")
        replies = [call("read_note", path="Home") + writes, "FinishedCall."]
        world = make_world(tmp_path, replies, settings=apply_settings(), notes=NOTES, keep=True)
        await world.ask("look")
        found = row(world)
        child(world.lines[-1], UndoButton).click()
        await until(lambda: found.head.text() == "Read 1 note, 1 change undone")
        (line,) = world.lines
        assert line.accessibleName() == "Changed Home, undone"
        assert child(line, UndoButton).text() == "Redo"
        assert "Welcome" in (world.root / "Home.md").read_text()
        conversation = world.kept.id
        world.session.new_conversation()
        world.kept.open(conversation)
        await until(lambda: [line.accessibleName() for line in world.lines] == ["Changed Home, undone"])
        await until(lambda: row(world).head.text() == "Read 1 note, 1 change undone")
        child(world.lines[0], UndoButton).click()
        await until(lambda: row(world).head.text() == "Read 1 note, changed 1 note")
        assert "Hello" in (world.root / "Home.md").read_text()
        await world.close()

    run_async(body())


def test_conversation_opens_folded_as_it_was(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        replies = [LOOKS, "First.", "Text on the way.\n\n" + LOOKS, call("read_note", path="Home"), "Second."]
        world = make_world(tmp_path, replies, notes=NOTES, keep=True)
        await world.ask("one")
        await world.ask("two")
        world.panel.view.copy_all()
        said = QGuiApplication.clipboard().text()
        line = "Read 1 note, looked into 1 folder, searched once"
        assert said == f"one\n{line}\nFirst.\ntwo\nText on the way.\n{line}\nSecond."
        conversation = world.kept.id
        world.session.new_conversation()
        world.kept.open(conversation)
        await until(lambda: "Second." in world.text and not world.panel.feed.replaying)
        world.panel.view.copy_all()
        assert QGuiApplication.clipboard().text() == said
        assert not world.cards
        await world.close()

    run_async(body())


def test_card_that_is_read_stays_open_when_the_answer_comes(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        handle = world.panel.transcript.handle
        handle(TurnStarted(turn_id="t", text="look", mode="react"))
        handle(RoundStarted(turn_id="t", round=1, confirm_at=5))
        for index, path in enumerate(("Home", "B")):
            read = ToolCall("read_note", {"path": path}, path)
            handle(Action(turn_id="t", round=1, index=index, call=read))
            handle(Observation(turn_id="t", round=1, index=index, call=read, result=ok("text"), elapsed=0.1))
        await until(lambda: len(world.cards) == 2 and world.cards[1].isVisible())
        world.panel.activateWindow()
        await until(world.panel.isActiveWindow)
        world.cards[0].toggle()
        world.cards[1].setFocus()
        handle(Answer(turn_id="t", content="FinishedCall."))
        found = row(world)
        assert found.unfolded
        await until(found.head.hasFocus)
        await world.close()

    run_async(body())


@pytest.mark.parametrize("end", [Answer(turn_id="t", content="FinishedCall."), Cancelled(turn_id="t")])
def test_things_that_a_tool_gave_stay_to_be_seen(tmp_path: Path, run_async: Run, end: Answer | Cancelled) -> None:
    async def body() -> None:
        world = make_world(tmp_path)
        handle = world.panel.transcript.handle
        handle(TurnStarted(turn_id="t", text="look", mode="react"))
        handle(RoundStarted(turn_id="t", round=1, confirm_at=5))
        drawn = ToolResult(True, "drawn", attachments=(Attachment("text/html", "Page", None, "https://e.org"),))
        for index, result in enumerate((ok("text"), drawn)):
            used = ToolCall("crude.draw", {"n": index}, str(index))
            handle(Action(turn_id="t", round=1, index=index, call=used))
            handle(Observation(turn_id="t", round=1, index=index, call=used, result=result, elapsed=0.1))
        handle(end)
        await until(lambda: not world.cards)
        (line,) = world.lines
        assert line.entry.result is drawn
        assert line._attachments is not None
        assert line._attachments.isVisibleTo(line)
        wear_colors(DARK)
        assert not line.grab().isNull()
        await world.close()

    run_async(body())


def test_long_conversation_has_no_more_widgets_than_a_short_one(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, notes=NOTES)
        handle, view = world.panel.transcript.handle, world.panel.view
        for turn in range(80):
            name = f"t{turn}"
            handle(TurnStarted(turn_id=name, text="look", mode="react"))
            handle(RoundStarted(turn_id=name, round=1, confirm_at=5))
            for index in range(4):
                read = ToolCall("read_note", {"path": f"N{index}"}, f"{turn}-{index}")
                handle(Action(turn_id=name, round=1, index=index, call=read))
                data = json.dumps({"n": index})
                handle(Observation(turn_id=name, round=1, index=index, call=read, result=ok(data), elapsed=0.1))
            handle(Answer(turn_id=name, content="FinishedCall."))
        await until(lambda: not view.busy)
        assert not view.findChildren(ToolOutputCard)
        rows = [row for row in view._column.rows if isinstance(row, WidgetRow) and row.card is not None]
        assert len(rows) == 160, "one for what was done and one for what can be done, for each turn"
        assert sum(row.widget is not None for row in rows) <= 121
        await world.close()

    run_async(body())


def test_lines_of_hundreds_of_changes_come_a_few_at_a_time_in_their_room(
    qapp: QApplication, run_async: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window may not stand still for them; undoing all of them makes the sentence once more, not 100 times."""

    async def body() -> None:
        entries = []
        for number in range(100):
            entry = CallEntry(ToolCall("edit_note", {"path": f"N{number}"}, str(number)), CallRequests())
            entry.set_result(ok(f"Edited N{number}.md (9 bytes).", path=f"N{number}.md", kind="changed"), 0.1)
            entries.append(entry)
        row = SummaryRow(entries, unfolded=True)
        few, height = len(row._lines), row.sizeHint().height()
        assert few < 30
        await until(lambda: len(row._lines) == 100)
        assert row.sizeHint().height() == height
        assert [line.entry for line in row._lines.values()] == entries
        said: list[str] = []
        monkeypatch.setattr(row.head, "say", lambda words, **_: said.append(words))
        for entry in entries:
            entry.set_undone(7)
        await until(lambda: said)
        assert len(said) == 1
        row.deleteLater()

    run_async(body())
