"""Commands on texts: pairs, lists, lines, styles and tables do what people expect."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from axon_desktop.text.edits import lines, ordered_lists, pairs, styles, tables
from axon_desktop.text.edits.edit import Command, apply_edits

_CASES = json.loads((Path(__file__).parents[2] / "data" / "edits.json").read_text("utf-8"))
_COMMANDS: dict[str, Command] = {
    "enter": ordered_lists.enter,
    "backspace behind a mark": ordered_lists.unmark,
    "indent": ordered_lists.indent,
    "outdent": ordered_lists.outdent,
    "move up": partial(lines.move_lines, down=False),
    "move down": partial(lines.move_lines, down=True),
    "duplicate": lines.duplicate_lines,
    "delete": lines.delete_lines,
    "delete in a list": ordered_lists.delete,
    "join": lines.join_lines,
    **{f"heading {level}": lines.heading(level) for level in range(7)},
    "bullets": lines.bullets,
    "numbers": lines.numbers,
    "task": lines.tasks,
    "quote": lines.quotes,
    "bold": styles.style("**"),
    "italic": styles.style("*"),
    "code": styles.style("`"),
    "highlight": styles.style("=="),
    "link": styles.link,
    "backspace": pairs.delete_pair,
    "next cell": tables.next_cell,
    "cell before": partial(tables.next_cell, back=True),
    "next row": tables.next_row,
    "align": tables.align,
    "row above": tables.insert_row_above,
    "row below": tables.insert_row_below,
    "delete row": tables.delete_row,
    "column left": tables.insert_column_left,
    "column right": tables.insert_column_right,
    "delete column": tables.delete_column,
}


@pytest.mark.parametrize(
    ("name", "before", "after"), [(name, *case) for name, cases in _CASES.items() for case in cases]
)
def test_a_command_gives_the_text_and_the_selection(name: str, before: str, after: str | None) -> None:
    """`‸` is the caret, `⌃` the other end of the selection; null: nothing to do."""
    command = _COMMANDS.get(name) or partial(pairs.typed, character=name.removeprefix("type "))
    anchor, caret = before.replace("‸", "").find("⌃"), before.replace("⌃", "").index("‸")
    text = before.replace("‸", "").replace("⌃", "")
    change = command(text, caret if anchor < 0 else anchor, caret)
    if change is None or after is None:
        assert change is None
        assert after is None
        return
    ends = sorted(((change.caret, "‸"), (change.anchor, "⌃")), reverse=True)
    made = apply_edits(text, change.edits)
    for place, mark in ends if change.anchor != change.caret else [(change.caret, "‸")]:
        made = made[:place] + mark + made[place:]
    assert made == after
