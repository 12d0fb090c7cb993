"""Walks over the accessibility bus as a screen reader does, and asks each thing there for all that it may tell.

Run by bus.py with the system's Python, which has pyatspi. Each line of the input is the number of a process; the
answer is a line of JSON: the roles found and how often, the names of windows, all that is said, fields with
caret and selection, and what failed. After a second number so many things are asked at random: how many were.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pyatspi

_MOST_CHILDREN = 400
_KNOWN, _AT_ONCE = 300, 6
"""Things among which one is chosen at random, and questions to it."""
_MILLISECONDS = 60_000
"""How long an answer may take: else it is 0.8 s, which a busy machine does not always keep to."""
_GRAINS = (
    pyatspi.TEXT_BOUNDARY_CHAR,
    pyatspi.TEXT_BOUNDARY_WORD_START,
    pyatspi.TEXT_BOUNDARY_SENTENCE_START,
    pyatspi.TEXT_BOUNDARY_LINE_START,
)
Said = Counter[str]


def of_thing(one: Any) -> Iterator[Callable[[], Any]]:
    """Return what everything is asked."""
    yield lambda: one.get_name()
    yield lambda: one.get_description()
    yield lambda: one.get_role_name()
    yield lambda: one.get_localized_role_name()
    yield lambda: one.getState().getStates()
    yield lambda: one.get_attributes()
    yield lambda: one.get_attributes_as_array()
    yield lambda: [(each.getRelationType(), each.getTarget(0)) for each in one.getRelationSet()]
    yield lambda: one.get_interfaces()
    yield lambda: one.get_index_in_parent()
    yield lambda: one.get_parent()
    yield lambda: one.get_application()
    yield lambda: one.get_accessible_id()
    yield lambda: one.get_object_locale()


def of_component(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask where it is."""
    it = one.queryComponent()
    box = it.getExtents(pyatspi.DESKTOP_COORDS)
    yield lambda: it.getExtents(pyatspi.WINDOW_COORDS)
    yield lambda: it.getPosition(pyatspi.DESKTOP_COORDS)
    yield it.getSize
    yield it.getLayer
    yield it.getMDIZOrder
    yield it.getAlpha
    yield lambda: it.contains(box.x, box.y, pyatspi.DESKTOP_COORDS)
    yield lambda: it.getAccessibleAtPoint(box.x + box.width // 2, box.y + box.height // 2, pyatspi.DESKTOP_COORDS)


def of_text(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask for the text, as a whole and by pieces, and for what is selected."""
    it = one.queryText()
    count = it.characterCount
    yield lambda: it.getText(0, -1)
    yield lambda: it.caretOffset
    yield lambda: [it.getSelection(number) for number in range(it.getNSelections())]
    yield it.getDefaultAttributes
    yield lambda: it.getOffsetAtPoint(1, 1, pyatspi.DESKTOP_COORDS)
    for place in {0, count // 2, max(0, count - 1), count}:
        yield partial(it.getAttributes, place)
        yield partial(it.getAttributeRun, place, True)
        yield partial(it.getCharacterExtents, place, pyatspi.DESKTOP_COORDS)
        yield partial(it.getRangeExtents, place, count, pyatspi.DESKTOP_COORDS)
        yield partial(it.getCharacterAtOffset, place)
        for grain in _GRAINS:
            yield partial(it.getTextAtOffset, place, grain)
            yield partial(it.getTextBeforeOffset, place, grain)
            yield partial(it.getTextAfterOffset, place, grain)
        for granularity in range(5):
            yield partial(it.getStringAtOffset, place, granularity)


def of_action(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask what can be done."""
    it = one.queryAction()
    for number in range(it.nActions):
        yield partial(it.getName, number)
        yield partial(it.getDescription, number)
        yield partial(it.getKeyBinding, number)


def of_value(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask for numbers."""
    it = one.queryValue()
    yield lambda: (it.currentValue, it.minimumValue, it.maximumValue, it.minimumIncrement)


def of_selection(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask what is chosen."""
    it = one.querySelection()
    yield lambda: [it.getSelectedChild(number) for number in range(min(3, it.nSelectedChildren))]
    yield lambda: it.isChildSelected(0)


def of_table(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask for rows and columns."""
    it = one.queryTable()
    yield lambda: (it.nRows, it.nColumns, it.nSelectedRows, it.nSelectedColumns)
    yield lambda: (it.caption, it.summary)
    yield lambda: (it.getSelectedRows(), it.getSelectedColumns())
    for place in range(2 if it.nRows and it.nColumns else 0):
        yield partial(it.getAccessibleAt, place, 0)
        for asked in (it.getRowAtIndex, it.getColumnAtIndex, it.getRowHeader, it.getColumnHeader):
            yield partial(asked, place)
        for asked in (it.getRowDescription, it.getColumnDescription, it.isRowSelected):
            yield partial(asked, place)
        yield partial(it.getIndexAt, place, 0)
        yield partial(it.isSelected, place, 0)


def of_cell(one: Any) -> Iterator[Callable[[], Any]]:
    """Ask where in a table it is."""
    it = one.queryTableCell()
    yield lambda: (it.columnSpan, it.rowSpan, it.position, it.table)
    yield lambda: (it.columnHeaderCells, it.rowHeaderCells)


KINDS = {
    "Component": of_component,
    "Text": of_text,
    "Action": of_action,
    "Value": of_value,
    "Selection": of_selection,
    "Table": of_table,
    "TableCell": of_cell,
}


_asked: set[tuple[str, str, str]] = set()
"""What Qt tells of widgets is asked once, and again under another name; what Axon tells itself, each time."""
_OF_AXON = {"document frame", "link", "list", "list item", "text"}


def is_known(one: Any, role: str, name: str) -> bool:
    """Tell whether a thing was asked all before, and note that it is now."""
    key = (one.path, role, name)
    known = key in _asked and role not in _OF_AXON
    _asked.add(key)
    return known


def ask(about: str, questions: Iterator[Callable[[], Any]], failed: Said) -> None:
    """Ask all questions, and note what fails."""
    try:
        for question in questions:
            try:
                question()
            except Exception as fault:  # noqa: BLE001  the next question is asked all the same
                failed[f"{about}: {type(fault).__name__}: {fault}"[:200]] += 1
    except Exception as fault:  # noqa: BLE001
        failed[f"{about}: {type(fault).__name__}: {fault}"[:200]] += 1


def note_text(one: Any, found: list[tuple[str, int, list[tuple[int, int]]]]) -> None:
    """Add the text of a field, its caret, and what is selected."""
    it = one.queryText()
    selected = [tuple(it.getSelection(number)) for number in range(it.getNSelections())]
    found.append((it.getText(0, -1), it.caretOffset, selected))


def walk(top: Any) -> dict[str, Any]:
    """Go through all that is below something."""
    roles: Said = Counter()
    failed: Said = Counter()
    windows: list[str] = []
    said: list[str] = []
    edited: list[tuple[str, int, list[tuple[int, int]]]] = []
    waiting = [(top, 0)]
    while waiting:
        one, depth = waiting.pop()
        try:
            one.clear_cache()
            role = one.get_role_name()
            name = one.get_name() or ""
            offered = one.get_interfaces()
            count = one.get_child_count()
            if depth == 1 and not one.getState().contains(pyatspi.STATE_SHOWING):
                continue  # a window that was closed, and not yet deleted
        except Exception as fault:  # noqa: BLE001  it may just have been closed
            failed[f"a thing: {fault}"[:200]] += 1
            continue
        roles[role] += 1
        said.append(f"{role}: {name}")
        if depth == 1:
            windows.append(name)
        if "EditableText" in offered:
            ask(role, iter([partial(note_text, one, edited)]), failed)
        if not is_known(one, role, name):
            ask(role, of_thing(one), failed)
            for kind in KINDS.keys() & set(offered):
                ask(f"{role} {kind}", KINDS[kind](one), failed)
        for number in reversed(range(min(count, _MOST_CHILDREN))):
            try:
                child = one.get_child_at_index(number)
            except Exception as fault:  # noqa: BLE001
                failed[f"{role} child: {fault}"[:200]] += 1
                continue
            if child is not None:
                waiting.append((child, depth + 1))
    return {"roles": roles, "failed": failed, "windows": windows, "said": said, "edited": edited}


def program_of(process: int) -> Any:
    """Return what a process shows on the bus; None while there is nothing."""
    desktop = pyatspi.Registry.getDesktop(0)
    desktop.clear_cache()
    for number in range(desktop.get_child_count()):
        one = desktop.get_child_at_index(number)
        try:
            if one is not None and one.get_process_id() == process:
                return one
        except Exception:  # noqa: BLE001  another program that just ended
            continue
    return None


def ask_at_random(top: Any, wanted: int) -> int:
    """Ask things that come and go, in no order; what is gone may refuse. Return how many questions there were."""
    chance = random.Random(wanted)
    known, asked = [top], 0
    while asked < wanted:
        one = chance.choice(known[-_KNOWN:])
        try:
            one.clear_cache()
            count = one.get_child_count()
            for _ in range(min(3, count)):
                child = one.get_child_at_index(chance.randrange(count + 1))  # one of them is not there
                known += [] if child is None else [child]
            questions = list(of_thing(one))
            for kind in KINDS.keys() & set(one.get_interfaces()):
                questions += KINDS[kind](one)
            asked += 2 + min(3, count)
        except Exception:  # noqa: BLE001
            known, questions = [top], []
            asked += 1
        for question in chance.sample(questions, min(_AT_ONCE, len(questions))):
            asked += 1
            with suppress(Exception):
                question()
    return asked


def main() -> None:
    """Answer until nobody asks any more."""
    pyatspi.setTimeout(_MILLISECONDS, _MILLISECONDS)
    for line in sys.stdin:
        process, *wanted = map(int, line.split())
        found = program_of(process)
        answer = None if found is None else ask_at_random(found, wanted[0]) if wanted else walk(found)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
