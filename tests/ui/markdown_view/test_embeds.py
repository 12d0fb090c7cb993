"""Embedded notes are read in a thread, shown in place, limited, and updated when they change."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.html.embeds import Embedded, scan_embedded
from axon_desktop.ui.chat.conversation_view import ConversationView
from axon_desktop.ui.markdown_view import MarkdownView

Settle = Callable[[MarkdownView], None]


class Notes:
    """A vault in memory that records who read what."""

    def __init__(self) -> None:
        self.texts = {
            "A.md": "# Part\n\nText of A with [[B]]. ^one\n\n## Inner\n\nDeep text.\n\n# Other\n\nElse.\n",
            "B.md": "Text of B.\n\n![[A#Inner]]\n",
            "Self.md": "Round and round.\n\n![[Self]]\n",
            "X.md": "to Y\n\n![[Y]]\n",
            "Y.md": "to X\n\n![[X]]\n",
            "Big.md": "A long line of text in a big note.\n\n" * 20_000,
            **{f"D{n}.md": f"level {n}\n\n![[D{n + 1}]]\n" for n in range(20)},
        }
        self.read: list[str] = []
        self.threads: set[int] = set()

    def resolve(self, target: str) -> str | None:
        return f"{target}.md" if f"{target}.md" in self.texts or target == "Locked" else None

    def load(self, key: EmbedKey) -> Embedded | None:
        self.read.append(key.path)
        self.threads.add(threading.get_ident())
        return scan_embedded(key.path, self.texts[key.path], self.resolve) if key.path in self.texts else None


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def reading(qtbot: QtBot, notes: Notes) -> Iterator[MarkdownView]:
    made = MarkdownView(resolve_link=notes.resolve, load_note=notes.load)
    qtbot.addWidget(made)
    made.resize(720, 600)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.hide()


def shows(view: MarkdownView, words: str) -> bool:
    documents = [chunk.document for chunk in view._content.chunks()]
    return any(words in document.toPlainText() for document in documents if document is not None)


def test_embedded_note_is_read_in_a_thread(reading: MarkdownView, notes: Notes, qtbot: QtBot) -> None:
    reading.set_note("N", "Before\n\n![[A]]\n\nAfter")
    qtbot.waitUntil(lambda: shows(reading, "Text of A"))
    assert notes.read == ["A.md"]
    assert threading.get_ident() not in notes.threads
    assert reading.to_plain_text().splitlines() == [
        "N", "Before", "A", "Part", "Text of A with B.", "Inner", "Deep text.", "Other", "Else.", "After",
    ]  # fmt: skip


def test_section_block_and_nested_embeds(reading: MarkdownView, notes: Notes, qtbot: QtBot) -> None:
    reading.set_note("N", "![[A#^one]]\n\n![[B]]")
    qtbot.waitUntil(lambda: shows(reading, "Text of B") and shows(reading, "Deep text."))
    assert not shows(reading, "Else.")
    assert sorted(notes.read) == ["A.md", "B.md"]


@pytest.mark.parametrize("name", ["Self", "X"])
def test_circles_come_to_an_end_and_say_so(reading: MarkdownView, notes: Notes, qtbot: QtBot, name: str) -> None:
    reading.set_note("N", f"![[{name}]]")
    qtbot.waitUntil(lambda: shows(reading, "This note embeds itself"))
    assert len(notes.read) <= 2


def test_depth_is_bounded(reading: MarkdownView, notes: Notes, qtbot: QtBot) -> None:
    reading.set_note("N", "![[D0]]")
    qtbot.waitUntil(lambda: shows(reading, "Notes are nested too deeply"))
    assert shows(reading, "level 3")
    assert not shows(reading, "level 4")
    assert len(notes.read) == 4


def test_large_note_is_cut_with_a_link_to_it(reading: MarkdownView, qtbot: QtBot) -> None:
    reading.set_note("N", "![[Big]]\n\n![[Big]]\n")
    qtbot.waitUntil(lambda: shows(reading, "Open the note to read the rest"))
    assert sum(len(chunk.html or "") for chunk in reading._content.chunks()) < 40_000


def test_note_that_cannot_be_read_is_a_link(reading: MarkdownView, qtbot: QtBot) -> None:
    reading.set_note("N", "![[Locked]]")
    qtbot.waitUntil(lambda: shows(reading, "This note cannot be shown here"))


def test_change_of_an_embedded_note_is_seen(
    reading: MarkdownView, notes: Notes, settle: Settle, qtbot: QtBot
) -> None:
    reading.set_note("N", "![[B]]")
    qtbot.waitUntil(lambda: shows(reading, "Deep text."))
    notes.texts["A.md"] = "## Inner\n\nNew text.\n"
    reading.notes_changed(["A.md", "Never read.md"])
    qtbot.waitUntil(lambda: shows(reading, "New text."))
    assert shows(reading, "Text of B")
    assert "Never read.md" not in notes.read


def test_without_a_reader_an_embed_is_a_link(view: MarkdownView, settle: Settle) -> None:
    view.set_resolver(lambda target: f"{target}.md")
    view.set_note("N", "![[A]]")
    settle(view)
    assert view.to_plain_text() == "N\nA"


def test_link_to_a_block_goes_there(reading: MarkdownView, settle: Settle) -> None:
    filler = "".join(f"Paragraph {n} of many that fill the window.\n\n" for n in range(80))
    reading.set_note("N", f"{filler}The goal ^goal\n\n{filler}")
    settle(reading)
    reading.scroll_to_heading("%5Egoal")
    settle(reading)
    assert reading.place().source == pytest.approx(filler.__len__(), abs=900)
    assert reading.verticalScrollBar().value() > 0


def test_note_embeds_its_own_sections_but_not_itself(
    reading: MarkdownView, notes: Notes, settle: Settle, qtbot: QtBot
) -> None:
    reading.set_note("A", "![[#Inner]]\n\n![[A]]", path="A.md")
    qtbot.waitUntil(lambda: shows(reading, "Deep text."))
    qtbot.waitUntil(lambda: shows(reading, "This note embeds itself"))
    assert not shows(reading, "Else.")
    reading.set_note("A", "![[#Inner]]", path="B.md", keep_position=True)
    qtbot.waitUntil(lambda: shows(reading, "This note has no such part"))


def test_notes_are_embedded_in_a_conversation(qtbot: QtBot, notes: Notes) -> None:
    view = ConversationView(resolve_link=notes.resolve, load_note=notes.load)
    qtbot.addWidget(view)
    view.resize(400, 600)
    view.show()
    view.add_text("Look:\n\n![[A#Inner]]", "assistant")
    qtbot.waitUntil(lambda: shows(view, "Deep text."))
    notes.texts["A.md"] = "## Inner\n\nNew text.\n"
    view.notes_changed(["A.md"])
    qtbot.waitUntil(lambda: shows(view, "New text."))
