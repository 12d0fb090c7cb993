"""The box with a command: lines wrap between words, and copying gives exactly the command."""

from PySide6.QtGui import QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from axon_desktop.ui.widgets.command_box import CommandBox

COMMAND = "npx -y @someone/weather-mcp@2.1.0 --units metric --city 'Porto do Sol' --log=/var/log/a-b/c-d.log"


def lines(box: CommandBox) -> list[str]:
    """Return the text of each line."""
    box.document().size()
    block = box.document().firstBlock()
    layout = block.layout()
    found = [layout.lineAt(number) for number in range(layout.lineCount())]
    return [block.text()[line.textStart() : line.textStart() + line.textLength()] for line in found]


def test_lines_end_between_words_only(qtbot: QtBot) -> None:
    box = CommandBox()
    qtbot.addWidget(box)
    box.show()
    for width in range(320, 700, 20):
        box.resize(width, box.height())
        box.show_text(COMMAND)
        shown = lines(box)
        assert len(shown) > 1
        assert all(line.endswith(" ") for line in shown[:-1]), shown
        assert not box.verticalScrollBar().maximum(), "nothing is hidden"


def test_word_longer_than_the_line_is_broken(qtbot: QtBot) -> None:
    box = CommandBox()
    qtbot.addWidget(box)
    box.resize(200, box.height())
    box.show()
    box.show_text("run " + "a-b/" * 40)
    assert len(lines(box)) > 3
    assert not box.horizontalScrollBar().maximum()


def test_copied_command_is_the_shown_one(qtbot: QtBot) -> None:
    box = CommandBox()
    qtbot.addWidget(box)
    box.show_text(COMMAND + " --hidden\u2060\n-- more")
    shown = COMMAND + " --hidden⟨U+2060⟩\n-- more"
    assert box.toPlainText() == shown
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.selectAll()
    box.copy()
    assert QGuiApplication.clipboard().text() == shown


def test_bar_covers_no_end_of_a_line(qtbot: QtBot) -> None:
    box = CommandBox()
    qtbot.addWidget(box)
    box.show_text("x" * 4000)
    box.resize(420, 100)
    box.show()
    assert box.verticalScrollBar().isVisible()
    line = box.document().firstBlock().layout().lineAt(0)
    assert line.naturalTextWidth() <= box.viewport().width() - 2 * box.document().documentMargin() + 1
