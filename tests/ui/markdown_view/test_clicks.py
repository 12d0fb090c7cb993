"""Clicks on tags and task boxes, scrolling to lines, and the heading at the upper edge."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.scan.tasks import set_task
from axon_desktop.ui.markdown_view import MarkdownView

Settle = Callable[[MarkdownView], None]

TASKS = "Intro\n\n- [ ] one\n- [x] two\n\nA #tag/里 here.\n"


def click_link(view: MarkdownView, qtbot: QtBot, href: str) -> None:
    """Click in the middle of the link with this address."""
    for chunk in view.visible_chunks():
        for link in chunk.stops():
            if link.href == href:
                assert chunk.document is not None
                start, end = chunk.document.position_rect(link.start), chunk.document.position_rect(link.end)
                middle = (start.center() + end.center()) / 2 if link.area is None else link.area.center()
                point = view.chunk_origin(chunk) + middle
                qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point.toPoint())
                return
    pytest.fail(f"{href} is not shown")


def test_click_on_a_box_asks_for_the_change(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", TASKS)
    settle(view)
    with qtbot.waitSignal(view.task_toggled) as ticked:
        click_link(view, qtbot, "axon-task:3+")
    assert ticked.args == [3, True]
    with qtbot.waitSignal(view.task_toggled) as cleared:
        click_link(view, qtbot, "axon-task:4-")
    assert cleared.args == [4, False]


def test_box_is_ticked_by_keyboard(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", TASKS)
    settle(view)
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.focusNextPrevChild(True)
    with qtbot.waitSignal(view.task_toggled) as ticked:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert ticked.args == [3, True]


def test_boxes_below_a_change_know_their_new_lines(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    filler = "".join(f"Paragraph {number} of some words.\n\n" for number in range(90))
    text = f"{filler}- [ ] last\n"
    view.set_note("N", text)
    settle(view)
    text = "New line.\n\n" + text
    view.set_note("N", text, keep_position=True)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    settle(view)
    line = text.splitlines().index("- [ ] last") + 1
    with qtbot.waitSignal(view.task_toggled) as ticked:
        click_link(view, qtbot, f"axon-task:{line}+")
    assert ticked.args == [line, True]
    changed = set_task(text, line, done=True)
    assert changed is not None
    view.set_note("N", changed, keep_position=True)
    settle(view)
    qtbot.waitUntil(lambda: "☑ last" in view.to_plain_text())


def test_boxes_of_a_conversation_are_no_links(view: MarkdownView, settle: Settle) -> None:
    view.add_text(TASKS, "assistant")
    settle(view)
    hrefs = [link.href for chunk in view.visible_chunks() for link in chunk.stops()]
    assert hrefs == ["axon-tag:tag/%E9%87%8C"]


def test_click_on_a_tag_is_told(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", TASKS)
    settle(view)
    with qtbot.waitSignal(view.link_activated) as followed:
        click_link(view, qtbot, "axon-tag:tag/%E9%87%8C")
    assert followed.args == ["axon-tag:tag/%E9%87%8C"]


def test_line_is_gone_to(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    text = "".join(f"Paragraph {number} of some words.\n\n" for number in range(400))
    view.set_note("N", text)
    view.go_to_line(2 * 250 + 1)
    settle(view)
    place = view.place_at(QPoint(200, 30))
    assert place is not None
    assert place.chunk.document is not None
    shown = place.chunk.document.findBlock(place.position).text()
    assert abs(int(shown.split()[1]) - 250) <= 2


def test_heading_at_the_top_is_known(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    parts = [f"# Part *{number}*\n\n" + "Some words.\n\n" * 40 for number in range(12)]
    view.set_note("N", "Before.\n\n" * 30 + "".join(parts))
    settle(view)
    assert view.heading_at_top() == ""
    with qtbot.waitSignal(view.moved):
        view.scroll_to_heading("Part 7")
        settle(view)
    assert view.heading_at_top() == "Part *7*"
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() - 60)
    settle(view)
    assert view.heading_at_top() == "Part *6*"


def test_line_ends_are_blanks_where_they_are_strict(view: MarkdownView, settle: Settle) -> None:
    view.set_note("N", "one\ntwo  \nthree")
    settle(view)
    assert view.to_plain_text() == "N\none\ntwo\nthree"
    view.set_strict_line_breaks(True)
    settle(view)
    assert view.to_plain_text() == "N\none two\nthree"


def test_nodes_of_a_diagram_are_links_by_mouse_and_keyboard(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_resolver(lambda target: f"{target}.md" if target == "Home" else None)
    nodes = "A[Home] --> B[Plain] --> C[Not there]"
    view.set_note("N", f"Text\n\n```mermaid\ngraph LR\n{nodes}\nclass A,C internal-link\n```\n")
    qtbot.waitUntil(lambda: any(chunk.stops() for chunk in view.visible_chunks()))
    links = [link for chunk in view.visible_chunks() for link in chunk.stops()]
    assert [link.href for link in links] == ["axon-note:Home.md", "axon-new:Not%20there"]
    with qtbot.waitSignal(view.link_activated) as followed:
        click_link(view, qtbot, "axon-note:Home.md")
    assert followed.args == ["axon-note:Home.md"]
    home, other = (link.area for link in links)
    assert home is not None
    assert other is not None
    chunk = next(chunk for chunk in view.visible_chunks() if chunk.stops())
    between = view.chunk_origin(chunk) + (home.center() + other.center()) / 2
    assert not view.link_at(between)  # the node that is no link
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    view.focusNextPrevChild(True)
    view.focusNextPrevChild(True)
    with qtbot.waitSignal(view.link_activated) as entered:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert entered.args == ["axon-new:Not%20there"]
