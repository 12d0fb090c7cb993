from __future__ import annotations

import pytest
from PySide6.QtGui import QFontDatabase, QFontMetricsF
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionFrame
from pytestqt.qtbot import QtBot

from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.chat.header import ChatHeader
from axon_desktop.ui.look.stylesheet import wear
from axon_desktop.ui.look.theme import apply_theme

QT_MARGIN = 2
"""Qt's margin on each side of a line edit's text, in pixels."""


@pytest.fixture
def header(qapp: QApplication, qtbot: QtBot) -> ChatHeader:
    qapp.setStyleSheet("")  # the widths of texts matter here
    qapp.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
    header = ChatHeader()
    qtbot.addWidget(header)
    header.set_saved(saved=True, can_save=True)
    header.set_provider("DeepSeek", "deepseek-flash")
    header.set_title("Summarise this week")
    header.show()
    return header


def test_wide_line_shows_everything(header: ChatHeader) -> None:
    header.resize(600, header.height())
    assert header.chip.text() == "DeepSeek · deepseek-flash ▾"
    assert header.title.text() == "Summarise this week"
    assert header.history.text() == "History"


def test_where_it_is_narrow_the_providers_name_goes_first(header: ChatHeader) -> None:
    header.resize(440, header.height())
    assert header.chip.text() == "deepseek-flash ▾"
    assert header.title.text() == "Summarise this week"
    assert header.history.text() == "History"
    assert "DeepSeek · deepseek-flash" in header.chip.toolTip()
    assert "DeepSeek · deepseek-flash" in header.chip.accessibleName()


def test_where_it_is_narrower_the_history_is_an_icon(header: ChatHeader) -> None:
    header.resize(400, header.height())
    QApplication.sendPostedEvents()
    assert header.chip.text() == "deepseek-flash ▾"
    assert header.title.text() == "Summarise this week"
    assert (header.history.text(), header.history.icon().isNull()) == ("", False)
    assert header.history.accessibleName() == "Earlier conversations"
    header.resize(600, header.height())
    assert (header.history.text(), header.history.icon().isNull()) == ("History", True)


@pytest.mark.parametrize("width", [300, 340, 440])
def test_long_names_leave_room_for_each_other(header: ChatHeader, width: int) -> None:
    header.set_provider("http://127.0.0.1:8123/v1", "qwen2.5-coder-1.5b-instruct-q4_k_m")
    header.set_title("A long title about the reading list and what it needs")
    header.resize(width, header.height())
    QApplication.sendPostedEvents()
    assert header.chip.text().startswith("qwen2")
    assert len(header.title.text()) > 12
    assert header.minimumSizeHint().width() <= width


def test_new_conversation_is_named_beside_a_long_model(header: ChatHeader) -> None:
    header.set_provider("http://127.0.0.1:8123/v1", "qwen2.5-coder-1.5b-instruct-q4_k_m")
    header.set_title("")
    header.resize(420, header.height())
    QApplication.sendPostedEvents()
    assert header.title.text() == "New conversation"
    assert header.chip.text().endswith("… ▾")


@pytest.mark.parametrize(
    "title", ["New conversation", "A long title about the reading list", "新的一段很长的对话标题"]
)
def test_title_has_room_for_what_is_shown_of_it(
    title: str, header: ChatHeader, qapp: QApplication, qtbot: QtBot
) -> None:
    apply_theme(qapp, LIGHT)
    wear(header, "chat.qss")
    header.set_title(title)
    line = header.title
    for width in range(line.needed_width() + 250, 260, -7):
        header.resize(width, header.height())
        QApplication.sendPostedEvents()
        option = QStyleOptionFrame()
        line.initStyleOption(option)
        room = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line).width()
        room -= 2 * QT_MARGIN
        assert QFontMetricsF(line.font()).horizontalAdvance(line.text()) <= room, width
        assert line.text().endswith("…") or line.text() == title
    assert line.text().endswith("…")


def test_mentions_in_a_title_read_as_people_say_them(header: ChatHeader) -> None:
    header.resize(600, header.height())
    header.set_title("Read @[[My list]]")
    assert header.title.text() == "Read @My list"


def test_offline_is_named_in_short(header: ChatHeader) -> None:
    header.set_provider("Offline", "no AI")
    header.resize(600, header.height())
    assert header.chip.text() == "Offline · no AI ▾"
    header.resize(400, header.height())
    QApplication.sendPostedEvents()
    assert header.chip.text() == "Offline ▾"
