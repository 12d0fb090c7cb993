"""Dialogs open larger with larger text, and their pages fit into little room: nothing scrolls sideways."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from axon_desktop.agent.approval.approval import ApprovalRequest, RoundSummary
from axon_desktop.agent.approval.taint import Origin
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.host import McpHost
from axon_desktop.mcp_host.status import ServerStatus, ToolChange
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.theme.look import LARGEST_TEXT, Look
from axon_desktop.ui.approval.dialog_approver import approval_dialog
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.approval.rounds_dialog import RoundsDialog
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog
from axon_desktop.ui.editor.saving.three_way import ThreeWayTexts
from axon_desktop.ui.file_actions.conflict_copies import ComparisonDialog
from axon_desktop.ui.look.check_box import BOX, CheckBox
from axon_desktop.ui.look.sizes import px, start_size
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.mcp.settings.changed_tools import ChangedTools
from axon_desktop.ui.mcp.settings.log_dialog import LogDialog
from axon_desktop.ui.mcp.settings.server_list import ListedServer
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.settings.model.model_form import ModelForm
from axon_desktop.ui.widgets.flow_layout import FlowLayout
from axon_desktop.ui.widgets.labels import WrappedLabel, breakable
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from tests.ui.chat_world import Run, until

LONG = "MNW" * 50
"""A name without blanks, as addresses are."""

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def large_text(qapp: QApplication) -> Iterator[None]:
    apply_theme(qapp, LIGHT, Look(text_size=LARGEST_TEXT))
    yield
    apply_theme(qapp, LIGHT)


def test_dialog_opens_as_in_the_design_with_usual_text(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, LIGHT)
    dialog = QDialog()
    qtbot.addWidget(dialog)
    assert start_size(dialog, 300, 200) == QSize(300, 200)


def test_no_dialog_opens_larger_than_the_screen(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, LIGHT)
    room = qapp.primaryScreen().availableSize()
    dialog = SettingsDialog(Settings(), KeyStore({}, backend=None))
    qtbot.addWidget(dialog)
    assert start_size(dialog, 300, 5000) == QSize(300, round(room.height() * 0.9))
    assert dialog.width() < room.width() or room.width() > 860
    dialog.resize(400, 400)
    assert dialog.minimumSizeHint().height() < 400, "its pages scroll"


@pytest.mark.usefixtures("large_text")
def test_dialog_opens_larger_with_larger_text_as_far_as_the_screen_goes(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    room = dialog.screen().availableSize()
    assert start_size(dialog, 200, 100) == QSize(px(200), px(100)) == QSize(308, 154)
    wide = start_size(dialog, room.width() * 0.8, 100)
    assert room.width() * 0.8 < wide.width() < room.width()


@pytest.mark.usefixtures("large_text")
def test_larger_text_makes_no_dialog_larger_than_its_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(500, 300)
    dialog = QDialog(window)
    assert start_size(dialog, 400, 100) == QSize(450, 154)
    assert start_size(dialog, 600, 100) == QSize(600, 154), "what the design has is not taken away"


def _asked(call: ToolCall, proposal: Proposal | None, **more: Any) -> QDialog:
    origins = (Origin("clipped", f"Clippings/{LONG}.md"), Origin("server", LONG))
    request = ApprovalRequest(call, proposal, ("outside",), LONG, origins=origins, **more)
    changes = proposal.changes if proposal else ()
    return approval_dialog(request, [compare(change.before, change.after) for change in changes])


DIALOGS: dict[str, Callable[[], QDialog]] = {
    "write": lambda: _asked(
        ToolCall("edit_note", {}), Proposal.write(ChangePreview(f"{LONG}/{LONG}.md", b"a\n", b"b\n", "edit"))
    ),
    "move": lambda: _asked(
        ToolCall("move_note", {}),
        Proposal("move", LONG, (ChangePreview(f"{LONG}.md", b"[[a]]\n", b"[[b]]\n", "links"),), f"{LONG}/{LONG}"),
    ),
    "command": lambda: _asked(
        ToolCall("run_command", {"command": ["ls", LONG], "writes": [LONG], LONG: LONG}),
        None,
        effect="command",
        sandboxed=True,
    ),
    "tool": lambda: _asked(ToolCall(f"{LONG}.{LONG}", {LONG: LONG}), None, effect="external"),
    "plan": lambda: PlanDialog(Plan.draft(LONG, [(LONG, LONG)])),
    "rounds": lambda: RoundsDialog(RoundSummary(2, ((1, ToolCall(LONG, {"path": LONG})),), Usage())),
    "merge": lambda: MergeDialog(LONG, ThreeWayTexts(b"a\n", b"b\n"), compare(b"b\n", b"a\n")),
    "comparison": lambda: ComparisonDialog(LONG, LONG, compare(b"a\n", b"a\n")),
    "tools": lambda: ChangedTools([ToolChange(LONG, LONG, "changed", "a", "b")]),
    "log": lambda: LogDialog(LONG, lambda: [LONG]),
}


@pytest.mark.usefixtures("large_text")
@pytest.mark.parametrize("name", DIALOGS)
def test_no_long_name_makes_a_dialog_wider_than_a_small_screen(qtbot: QtBot, name: str) -> None:
    dialog = DIALOGS[name]()
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.minimumSizeHint().width() < 1000
    for menu in dialog.findChildren(QMenu):
        assert menu.sizeHint().width() < 1000
    wrapped = [label for label in dialog.findChildren(QLabel) if label.isVisible() and label.wordWrap()]
    for label in wrapped:
        assert label.minimumSizeHint().width() <= label.width(), label.text()


def test_words_of_a_label_are_as_they_were(qtbot: QtBot) -> None:
    label = WrappedLabel(f"Look at {LONG}")
    qtbot.addWidget(label)
    assert label.text() == label.accessibleName() == f"Look at {LONG}"
    label.setText("Look here")
    assert label.text() == "Look here"
    assert not label.accessibleName()
    assert breakable("很长的名字也要放得下" * 5) == "很长的名字也要放得下" * 5, "such lines can end anywhere"


@pytest.mark.usefixtures("large_text")
def test_no_page_of_the_settings_scrolls_sideways(run_async: Run) -> None:
    async def body() -> None:
        settings = Settings(model=ModelSettings(provider="openai_compatible", model="m", base_url="http://h/v1"))
        settings.safety.commands = True
        host = McpHost([], KeyStore({}, backend=None))
        dialog = SettingsDialog(settings, KeyStore({}, backend=None), vault_id="v", host=host)
        dialog.resize(900, 600)
        dialog.show()
        config = ServerConfig(name="calendar", command="calendar-server")
        status = ServerStatus(name="calendar", state="ready", shown="calendar-server", title="A calendar " * 9)
        assert dialog.servers is not None
        dialog.servers.details.show()
        dialog.servers.details.show_server(ListedServer(config, status))
        for number in range(dialog.list.count()):
            dialog.search.show_page(number)
            await asyncio.sleep(0)
            scrolls = dialog.findChildren(QScrollArea, "settings_scroll")
            scroll = next(one for one in scrolls if one.isVisible())
            page, room = scroll.widget(), scroll.viewport().width()
            assert page is not None
            assert room > 500
            assert page.minimumSizeHint().width() <= room, dialog.list.item(number).text()
        dialog.reject()
        dialog.deleteLater()

    run_async(body())


def test_whatever_is_said_of_the_key_no_field_of_the_model_is_cut(run_async: Run, qapp: QApplication) -> None:
    async def body() -> None:
        settings = Settings(model=ModelSettings(provider="deepseek"))
        keys = KeyStore({}, backend=None)
        dialog = SettingsDialog(settings, keys, page="models")
        dialog.resize(842, 645)
        dialog.show()
        form = dialog.models.form
        await until(lambda: form.key_row.place.text().startswith("○"))
        for width in (842, 700):
            dialog.resize(width, 645)
            await until(lambda: _cut_in(form) == [])
            form.key_row._show("The keyring cannot be read at the moment. " * 9, "err", own=True)
            await until(lambda: form.key_row.place.height() > 60 and _cut_in(form) == [])
            form.key_row._show("● from the environment variable DEEPSEEK_API_KEY", "ok", own=False)
            await until(lambda: form.key_row.place.height() < 30 and _cut_in(form) == [])
        dialog.reject()
        dialog.deleteLater()

    apply_theme(qapp, LIGHT)
    run_async(body())


def _cut_in(form: ModelForm) -> list[str]:
    """Return the widgets of a form that extend beyond their parents."""
    parts = [(part, part.parentWidget()) for part in form.findChildren(QWidget) if part.isVisible()]
    return [str(part) for part, around in parts if around and not around.rect().contains(part.geometry())]


def test_box_shows_where_the_keyboard_is_and_whether_it_can_be_changed(qtbot: QtBot) -> None:
    group = QWidget()
    qtbot.addWidget(group)
    box, other = CheckBox("Words", group), CheckBox("Words", group)
    other.move(0, 60)
    group.show()
    group.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    picture = box.grab().toImage()
    middle = picture.height() // 2
    ring = [x for x in range(30, box.width()) if picture.pixelColor(x, middle).name() == LIGHT.accent]
    assert ring, "a solid frame around the words has a right side"
    top = [[picture.pixelColor(x, y).name() for x in range(28, ring[-1] - 5)] for y in range(4)]
    assert any(set(line) == {LIGHT.accent} for line in top), "dots would have gaps"
    for enabled, line in ((True, LIGHT.faint), (False, LIGHT.line)):
        other.setEnabled(enabled)
        look = other.grab().toImage()
        seen = (look.pixelColor(x, look.height() // 2).name() for x in range(BOX + 4))
        assert next(color for color in seen if color in (LIGHT.faint, LIGHT.line)) == line


@pytest.mark.usefixtures("large_text")
def test_words_of_a_check_box_take_more_lines_where_room_is_short(qtbot: QtBot) -> None:
    long, short = CheckBox("&Notify me when Axon waits or is done " * 3), CheckBox("Yes")
    for box in (long, short):
        qtbot.addWidget(box)
    assert long.minimumSizeHint().width() < long.sizeHint().width() / 2
    assert long.heightForWidth(long.sizeHint().width() // 2) > long.sizeHint().height() * 1.5
    assert long.heightForWidth(long.sizeHint().width() + 1) == long.sizeHint().height()
    assert short.minimumSizeHint() == short.sizeHint()


def test_widgets_flow_into_more_rows_where_room_is_short(qtbot: QtBot) -> None:
    area = QWidget()
    qtbot.addWidget(area)
    row = FlowLayout(8)
    area.setLayout(row)
    buttons = [QPushButton(word * 6, area) for word in ("one ", "two ", "three ")]
    for button in buttons:
        row.addWidget(button)
    wide = row.sizeHint()
    assert row.heightForWidth(wide.width()) == wide.height()
    assert row.heightForWidth(wide.width() - 1) == 2 * wide.height() + 8
    area.resize(row.minimumSize().width(), 300)
    area.show()
    assert len({button.y() for button in buttons}) == 3
    buttons[1].hide()
    assert row.heightForWidth(row.minimumSize().width()) == 2 * wide.height() + 8
