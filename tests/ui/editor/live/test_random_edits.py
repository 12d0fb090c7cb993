"""Random edits of every kind in Live give the text that the same edit gives on the source as a plain string.

Typed, pasted, composed, undone, redone, at several carets, replaced, by the keys and commands of tables, in the
form of the properties, by clicks on boxes, with folding in between. `AXON_LIVE_EDITS` says how many there are, and
`AXON_LIVE_SEED` which.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.markdown.properties.edits import add, put_list, put_scalar, remove, rename
from axon_desktop.markdown.properties.edits import move as move_property
from axon_desktop.markdown.properties.entries import Entry, read_front_matter
from axon_desktop.markdown.properties.kinds import FREE, LISTS, convert, write_value
from axon_desktop.text.edits import ordered_lists, pairs, tables
from axon_desktop.text.edits.edit import Change, Command, Edit, apply_edits, in_code, insertion
from axon_desktop.text.edits.replacement import Search
from axon_desktop.text.edits.smart_paste import paste
from axon_desktop.ui.editor.editing.feature import COMMANDS
from axon_desktop.ui.editor.live.drawing import box_of
from axon_desktop.ui.editor.live.targets import box_in
from axon_desktop.ui.editor.properties.row import PropertyRow
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.utf16 import part_before, units
from bench.texts import markdown
from tests.ui.ime import commit

_EDITS_OF_A_NOTE = 200
_PIECES = (
    "**", "*", "`", "```\n", "[[", "]]", "|", "# ", "- ", "- [ ] ", "> ", "> [!tip] ", "\n", "\n\n", "word ",
    "中文", "😀", "~~", "==", "%%", "$", "$$\n", "---\n", "\t", "| a | b |\n", "[^1]", "\\", "1. ", "(", '"',
    "<u>", "مرحبا ", "שלום", "<br>", "</u>",
)  # fmt: skip
_PASTED = (
    "one\ntwo", "https://example.com/a_(b)", "a\tb\nc\td", "| x | y |\n| - | - |\n| 1 | 2 |\n",
    "- [x] done\n- [ ] 😀", "\r\nends\r\n", "笔记", "---\na: b\n---\n",
)  # fmt: skip
_START = """---
tags: [one, "two"] # kept
status: open
due: 2026-12-01
done: false
---
# Title

- [ ] first task
  - [x] 😀 inner
- [ ] last **task**

| a | b |
| - | :-: |
| 1 | 中文 |
| `x\\|y` | |

1. one
2. two
\t1. inner
3. three

> [!note] callout
> - [ ] a task in it

"""


def _moved(position: int, edits: Sequence[Edit]) -> int:
    """Return where a cursor of Qt is after edits: behind what takes the place of the text that it was in."""
    shift = 0
    for edit in edits:
        if edit.start > position:
            break
        if edit.end >= position:
            return edit.start + shift + len(edit.text)
        shift += len(edit.text) - (edit.end - edit.start)
    return position + shift


class Twin:
    """A text box with a note, and the same note as a string."""

    def __init__(self, edit: NoteTextEdit, chance: random.Random) -> None:
        self.edit, self.chance = edit, chance
        self.first = self.text = self.end = ""
        self.states: dict[int, str] = {}
        """The texts by how much can be undone."""
        self.done: list[str] = []

    def open(self) -> None:
        """Begin another note."""
        self.end = self.chance.choice(("\n", "\n", "\r\n"))
        begin = _START if self.chance.random() < 0.8 else "\ufeff" * (self.chance.random() < 0.3)
        self.text = (begin + markdown(900)).removeprefix("\ufeff")
        self.first = self.text
        self.edit.open_text(("\ufeff" if begin.startswith("\ufeff") else "") + self.text.replace("\n", self.end))
        self.states, self.done = {0: self.text}, []

    # --- places

    def units_of(self, index: int) -> int:
        return units(self.text[:index])

    def index_of(self, position: int) -> int:
        return len(part_before(self.text, position))

    def place(self, *, table: bool = False) -> int:
        """Return a place at random, often one in a line that is more than text."""
        lines, at = [], 0
        for line in self.text.split("\n"):
            if ("|" in line) if table else line.lstrip(" \t>").startswith(("-", "#", "|", "1", "2", "3", "---")):
                lines.append((at, at + len(line)))
            at += len(line) + 1
        if lines and (table or self.chance.random() < 0.5):
            return self.chance.randint(*self.chance.choice(lines))
        return self.chance.randint(0, len(self.text))

    def select(self, *, table: bool = False) -> tuple[int, int]:
        """Put the caret somewhere, perhaps with a selection; return anchor and caret."""
        anchor = caret = self.place(table=table)
        if not table and self.chance.random() < 0.35:
            caret = min(max(0, anchor + self.chance.choice((-30, -5, -1, 1, 2, 12, 60))), len(self.text))
        cursor = QTextCursor(self.edit.document())
        cursor.setPosition(self.units_of(anchor))
        cursor.setPosition(self.units_of(caret), QTextCursor.MoveMode.KeepAnchor)
        self.edit.setTextCursor(cursor)
        return anchor, caret

    def selected(self) -> tuple[int, int]:
        cursor = self.edit.textCursor()
        return self.index_of(cursor.anchor()), self.index_of(cursor.position())

    # --- what is expected

    def expect(self, command: Command, anchor: int, caret: int) -> None:
        change = command(self.text, anchor, caret)
        if change is not None:
            self.text = apply_edits(self.text, change.edits)

    def check(self, what: str) -> None:
        """Compare the note with the string, and note the step of undo."""
        self.done.append(what)
        edit = self.edit
        whole = edit.note_text.bom + self.text.replace("\n", self.end)
        assert edit.note_text.restore(edit.raw) == whole, self.done[-6:]
        steps = edit.document().availableUndoSteps()
        if not edit.document().isRedoAvailable():
            self.states = {number: text for number, text in self.states.items() if number < steps}
        self.states[steps] = self.text

    def before_properties(self) -> bool:
        """Tell whether Backspace here would join the first line of the text with the properties."""
        layout, cursor = self.edit.note_layout, self.edit.textCursor()
        previous = cursor.block().previous()
        return (
            cursor.atBlockStart() and not cursor.hasSelection() and layout.form_shown
            and layout.replaced(previous) and not layout.replaced(cursor.block())
            if previous.isValid()
            else layout.form_shown and cursor.atStart() and not cursor.hasSelection()
        )  # fmt: skip

    # --- kinds of edits

    def type(self) -> None:
        self.select()
        for character in self.chance.choice(_PIECES):
            anchor, caret = self.selected()
            self.press(character)
            self.expect(_typing(character), anchor, caret)
            self.check(f"type {character!r} at {anchor}, {caret}")

    def press(self, character: str) -> None:
        keys = {"\n": Qt.Key.Key_Return, "\t": Qt.Key.Key_Tab}
        if character in keys:
            QTest.keyClick(self.edit, keys[character])
        else:
            typed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, character)
            QApplication.sendEvent(self.edit, typed)

    def delete(self) -> None:
        anchor, caret = self.select()
        back = self.chance.random() < 0.6
        if back and self.before_properties():
            block = self.edit.textCursor().block()
            if not block.text() and block.next().isValid():
                self.text = self.text[:caret] + self.text[caret + 1 :]
        else:
            self.expect(_backspace if back else _delete, anchor, caret)
        QTest.keyClick(self.edit, Qt.Key.Key_Backspace if back else Qt.Key.Key_Delete)
        self.check(f"{'backspace' if back else 'delete'} at {anchor}, {caret}")

    def compose(self) -> None:
        anchor, caret = self.select()
        commit(self.edit, "中文")
        self.expect(partial(insertion, typed="中文"), anchor, caret)
        self.check(f"compose at {anchor}, {caret}")

    def paste(self) -> None:
        anchor, caret = self.select()
        words, plain = self.chance.choice(_PASTED), self.chance.random() < 0.3
        given = QMimeData()
        given.setText(words)
        self.edit.editing.paste.take(given, plain=plain)
        words = words.replace("\r\n", "\n")
        as_it_is = plain or in_code(self.text, caret)
        self.expect(partial(insertion, typed=words) if as_it_is else paste(words), anchor, caret)
        self.check(f"paste {words!r} at {anchor}, {caret}")

    def cut(self) -> None:
        anchor, caret = self.select()
        self.edit.cut()
        self.expect(partial(insertion, typed=""), anchor, caret)
        self.check(f"cut {anchor}, {caret}")

    def command(self) -> None:
        name = self.chance.choice([*COMMANDS])
        anchor, caret = self.select(table=name.startswith("table."))
        before = self.text
        self.edit.editing.run(COMMANDS[name])
        self.expect(COMMANDS[name], anchor, caret)
        self.check(f"{name} at {anchor}, {caret}")
        if self.text != before:
            self.edit.undo()
            assert self.edit.note_text.clean(self.edit.raw) == before, "it is one step of undo"
            self.edit.redo()

    def table_key(self) -> None:
        keys: Sequence[tuple[Qt.Key, Command]] = (
            (Qt.Key.Key_Tab, _tab), (Qt.Key.Key_Backtab, _back_tab), (Qt.Key.Key_Return, _enter)
        )  # fmt: skip
        anchor, caret = self.select(table=True)
        for key, command in self.chance.choices(keys, k=self.chance.randint(1, 4)):
            QTest.keyClick(self.edit, key)
            self.expect(command, anchor, caret)
            self.check(f"{key} at {anchor}, {caret}")
            anchor, caret = self.selected()

    def several_carets(self) -> None:
        count = self.chance.randint(2, 4)
        places = sorted({self.place() for _ in range(count)})
        cursors = []
        for place in places:
            cursor = QTextCursor(self.edit.document())
            cursor.setPosition(self.units_of(place))
            cursors.append(cursor)
        self.chance.shuffle(cursors)
        self.edit.editing.carets._take(cursors[0], cursors[1:])  # as Alt and a click
        for _ in range(self.chance.randint(1, 4)):
            if self.chance.random() < 0.3:
                QTest.keyClick(self.edit, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
            if not self.edit.editing.carets.others:
                break
            self.key_at_each()
        self.edit.editing.carets.clear()

    def key_at_each(self) -> None:
        edit, kind = self.edit, self.chance.randrange(6)
        cursors = sorted((edit.textCursor(), *edit.editing.carets.others), key=QTextCursor.position, reverse=True)
        spans = [[self.index_of(one.anchor()), self.index_of(one.position())] for one in cursors]
        commands: list[Command]
        if kind == 0:
            QTest.keyClick(edit, Qt.Key.Key_Backspace)
            commands = [_delete_before] * len(spans)
        elif kind == 1:
            QTest.keyClick(edit, Qt.Key.Key_Delete)
            commands = [_delete_after] * len(spans)
        elif kind == 2:
            words = self.chance.choice(("one", "1\n2", "a\nb\nc"))
            edit.editing.carets.insert(words)
            lines = words.split("\n")
            each = lines[::-1] if len(lines) == len(spans) else [words] * len(spans)
            commands = [partial(insertion, typed=one) for one in each]
        elif kind == 3:
            name = self.chance.choice([name for name in COMMANDS if name.startswith("format.")])
            edit.editing.run(COMMANDS[name], at_each=True)
            commands = [COMMANDS[name]] * len(spans)
        else:
            character = self.chance.choice(("a", "字", "😀", "(", "*", "\n", "`", ")"))
            self.press(character)
            commands = [_enter if character == "\n" else _typing(character)] * len(spans)
        for span, command in zip(spans, commands, strict=True):
            change = command(self.text, *span)
            if change is not None:
                self.text = apply_edits(self.text, change.edits)
                for other in spans:
                    other[:] = [_moved(place, change.edits) for place in other]
        self.check(f"kind {kind} at {len(spans)} carets")

    def replace(self) -> None:
        search = Search(
            self.chance.choice(("word", "the", "a", "中", "- ", "one")), case=self.chance.random() < 0.5
        )
        instead = self.chance.choice(("", "x", "**b**", "😀\n", "word"))
        self.edit.finding.start(search)
        self.edit.finding.replace_all(instead)
        self.edit.finding.stop()
        self.text = apply_edits(self.text, search.edits(self.text, instead, 0, len(self.text)))
        self.check(f"replace {search.text!r} by {instead!r}")

    def tick(self) -> None:
        """Click the box of a task that is shown as one."""
        edit, layout, boxes = self.edit, self.edit.note_layout, []
        block = edit.document().firstBlock()
        while block.isValid():
            if block.isVisible() and block != edit.textCursor().block() and box_in(layout, block) >= 0:
                boxes.append(block)
            block = block.next()
        if not boxes or not edit.note_looks.live:
            return
        block = self.chance.choice(boxes)
        edit.verticalScrollBar().setValue(layout.top_of(block) - 60)
        edit.grab()
        data = layout.laid_out(block)
        if data.revealed or data.group is not None:
            return
        y = layout.top_of(block) - edit.verticalScrollBar().value()
        place = box_of(data).center() + QPointF(0, y)
        at = self.index_of(box_in(layout, block))
        QTest.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())
        self.text = self.text[:at] + ("x" if self.text[at] == " " else " ") + self.text[at + 1 :]
        self.check(f"tick {at}")

    def use_form(self) -> None:
        """Do something in the form of the properties."""
        edit, chance = self.edit, self.chance
        edit.moveCursor(QTextCursor.MoveOperation.End)
        edit.grab()
        front = read_front_matter(self.text)
        if not edit.note_layout.form_shown or not front.entries or front.trouble:
            return
        name = chance.choice(("new", "tags", "Datum", "a b", "on", "1"))
        if chance.random() < 0.2:
            edit.properties.add_property()
            row = edit.properties.form.row_named("")
            assert row is not None
            taken = edit.properties.form.row_named(name) is not None
            row.renamed.emit(name)
            edits = None if taken else add(front, name, write_value("", row.kind))
            self.put(f"add {name}", edits)
            return
        entry = chance.choice(front.entries)
        row = edit.properties.form.row_named(entry.name)
        assert row is not None
        self.put(*self.use_row(row, entry, name))

    def use_row(self, row: PropertyRow, entry: Entry, name: str) -> tuple[str, list[Edit] | None]:
        chance, text, front = self.chance, self.text, read_front_matter(self.text)
        kind = chance.randrange(6)
        if kind == 0 and not row.is_text:
            if row.kind in LISTS:
                values = chance.choices(("one", "two", "a: b", "三"), k=chance.randrange(4))
                row.listed.emit(values)
                return f"list {values}", put_list(text, entry, values) if entry.shape != "other" else None
            value = chance.choice(("", "words", "2026-01-02", "12", "true", "a: #b", '"q"'))
            like = text[entry.items[0].start : entry.items[0].end] if entry.items else ""
            written = write_value(value, row.kind, like)
            row.written.emit(value)
            return f"write {value!r}", put_scalar(text, entry, written)
        if kind == 1:
            others = [one.name for one in front.entries if one.name != entry.name]
            row.renamed.emit(name)
            return f"rename {entry.name} {name}", None if name in others else rename(text, front, entry, name)
        if kind == 2 and chance.random() < 0.3:
            row.removed.emit()
            return f"remove {entry.name}", remove(text, front, entry)
        if kind == 3:
            by = chance.choice((-1, 1))
            row.shifted.emit(by)
            return f"shift {entry.name} {by}", move_property(text, front, entry, by)
        if kind == 4 and not row.is_text:
            wanted = chance.choice(FREE)
            row.kind_wanted.emit(wanted)
            return f"{entry.name} as {wanted}", convert(text, entry, wanted)
        return "nothing in the form", None

    def put(self, what: str, edits: list[Edit] | None) -> None:
        self.text = apply_edits(self.text, sorted(edits or ()))
        self.check(what)
        self.edit.setFocus()

    def fold(self) -> None:
        self.select()
        gutter = self.edit.gutter
        folded = self.chance.random() < 0.7
        (gutter.fold_all if self.chance.random() < 0.2 else gutter.fold_at_caret)(folded=folded)
        self.check("fold" if folded else "unfold")

    def look(self) -> None:
        if self.chance.random() < 0.2:
            self.edit.set_live(not self.edit.note_looks.live)
        self.edit.grab()
        self.check("look")

    def step(self) -> None:
        """Take back some steps, and do some of them again."""
        document = self.edit.document()
        for step in (self.edit.undo, self.edit.redo):
            for _ in range(self.chance.randrange(4)):
                step()
                self.text = self.states[document.availableUndoSteps()]
                self.check(step.__name__)

    def close(self) -> None:
        """Take all back and do all again."""
        last, document = self.states[max(self.states)], self.edit.document()
        while document.isUndoAvailable():
            self.edit.undo()
        self.edit.grab()
        self.text = self.first
        self.check("undo all")
        while document.isRedoAvailable():
            self.edit.redo()
        self.text = last
        self.check("redo all")


def _typing(character: str) -> Command:
    if character == "\n":
        return _enter
    if character == "\t":
        return _tab

    def typed(text: str, anchor: int, caret: int) -> Change | None:
        found = pairs.typed(text, anchor, caret, character) if character in pairs.TYPED else None
        return found or insertion(text, anchor, caret, character)

    return typed


def _enter(text: str, anchor: int, caret: int) -> Change | None:
    return tables.next_row(text, anchor, caret) or ordered_lists.enter(text, anchor, caret)


def _tab(text: str, anchor: int, caret: int) -> Change | None:
    in_a_line = "\n" not in text[min(anchor, caret) : max(anchor, caret)]
    cell = tables.next_cell(text, anchor, caret) if in_a_line else None
    return cell or ordered_lists.indent(text, anchor, caret)


def _back_tab(text: str, anchor: int, caret: int) -> Change | None:
    return tables.next_cell(text, anchor, caret, back=True) or ordered_lists.outdent(text, anchor, caret)


def _delete_before(text: str, anchor: int, caret: int) -> Change | None:
    return insertion(text, anchor if anchor != caret else max(0, caret - 1), caret, "")


def _delete_after(text: str, anchor: int, caret: int) -> Change | None:
    return insertion(text, anchor, caret if anchor != caret else min(len(text), caret + 1), "")


def _backspace(text: str, anchor: int, caret: int) -> Change | None:
    if anchor != caret:
        found = ordered_lists.delete(text, anchor, caret)
    else:
        found = ordered_lists.unmark(text, anchor, caret) or pairs.delete_pair(text, anchor, caret)
    return found or _delete_before(text, anchor, caret)


def _delete(text: str, anchor: int, caret: int) -> Change | None:
    found = ordered_lists.delete(text, anchor, caret) if anchor != caret else None
    return found or _delete_after(text, anchor, caret)


def test_random_edits_are_those_of_the_source(edit: NoteTextEdit, qtbot: QtBot) -> None:
    rounds = int(os.environ.get("AXON_LIVE_EDITS", "60"))
    twin = Twin(edit, random.Random(int(os.environ.get("AXON_LIVE_SEED", "7"))))
    kinds: Sequence[tuple[int, Callable[[], None]]] = (
        (6, twin.type), (3, twin.delete), (1, twin.compose), (2, twin.paste), (1, twin.cut), (4, twin.command),
        (3, twin.table_key), (4, twin.several_carets), (1, twin.replace), (3, twin.tick), (4, twin.use_form),
        (2, twin.fold), (2, twin.look), (3, twin.step),
    )  # fmt: skip
    weights, acts = zip(*kinds, strict=True)
    for number in range(rounds):
        if number % _EDITS_OF_A_NOTE == 0:
            if number:
                twin.close()
            twin.open()
        (act,) = twin.chance.choices(acts, weights)
        act()
    twin.close()
    QApplication.clipboard().clear()  # what was cut goes before Qt does
