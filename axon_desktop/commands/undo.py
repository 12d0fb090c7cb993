"""`axon undo`: turns that changed notes, listed and taken back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence, Set
from itertools import groupby
from typing import TYPE_CHECKING

from axon_desktop.agent.approval.change_lines import SAME_LINES, compare_lines
from axon_desktop.commands import DONE, FAILED
from axon_desktop.commands.open_vault import open_vault
from axon_desktop.commands.terminal import agrees
from axon_desktop.errors import AxonError
from axon_desktop.text.visible import visible

if TYPE_CHECKING:
    from axon_desktop.vault import Change, Vault
    from axon_desktop.vault.undo.preview import UndoPreview


def undo(options: argparse.Namespace) -> int:
    """Undo or redo a turn, say what that would do, or list what can be undone."""
    from axon_desktop.vault.history.by_file import changed_files

    with open_vault(options.vault) as vault:
        if options.rescued is not None:
            return _print_rescued(vault, options.rescued)
        if options.list:
            for item in vault.journal.rescued():
                time = f"{item.time.astimezone():%Y-%m-%d %H:%M:%S}"
                print(f"rescued {item.id}  {time}  {item.path}  (--rescued {item.id} prints it)")
            for turn in vault.journal.turns(1_000):
                undone = "  (undone)" if all(change.undone for change in turn.changes) else ""
                print(f"{turn.turn}  {turn.time.astimezone():%Y-%m-%d %H:%M:%S}  {turn.title}{undone}")
                for line in _change_lines(turn.changes):
                    print(f"    {line}")
            return DONE
        ids = [change.id for change in _selected_changes(vault, options.turn, options.redo)]
        if not ids:
            print(f"axon: There is nothing to {'redo' if options.redo else 'undo'}.", file=sys.stderr)
            return FAILED
        over = frozenset(options.over)
        preview = vault.undo_preview(ids, over=over) if options.preview or over else None
        if preview is not None:
            _refuse_more(preview, over)
            _print_preview(preview)
        if options.preview:
            return DONE if preview is not None and preview.ok else FAILED
        if preview is not None and preview.ok and not _agrees("Redo" if options.redo else "Undo"):
            return FAILED
        changes = vault.undo_changes(ids, agreed=preview, over=over)
    for file in changed_files(changes):
        moved = f" -> {file.target}" if file.target else ""
        print(f"{'Redone' if options.redo else 'Undone'}: {file.path}{moved}")
    return DONE


def _selected_changes(vault: Vault, turn: str | None, redo: bool) -> list[Change]:
    """Return the changes that are to be undone; to redo, these are undos."""
    journal = vault.journal
    if redo and turn:
        return journal.redoable(journal.changes(turn))
    found = turn or (journal.last_undo() if redo else journal.last_turn())
    return journal.undoable([found]) if found else []


def _refuse_more(preview: UndoPreview, over: Set[str]) -> None:
    """Refuse to overwrite files where that is impossible or unnecessary."""
    if over and not preview.may_overwrite:
        raise AxonError("Files move with this undo: it goes over no later edits. Take them back by hand first.")
    for path in sorted(over - {file.path for file in preview.files if file.effect == "overwritten"}):
        raise AxonError(f"No later edits stand in the way in {path}. `axon undo --preview` names the files.")


def _agrees(action: str) -> bool:
    """Ask about what was printed."""
    if not sys.stdin.isatty():
        raise AxonError("There is no terminal to ask at: nothing was done.")
    sys.stdout.flush()
    return agrees(f"{action}, and lose what was written since? [y/n] ")


def _print_preview(preview: UndoPreview) -> None:
    """Print a line for each file; below those whose later edits go, how their text changes."""
    for file in preview.files:
        line = f"{file.effect}  {file.action}  {file.path}"
        line += f" -> {file.target}" if file.target else ""
        line += f"  ({file.why.replace('_', ' ')})" if file.why else ""
        if file.detail and file.detail != file.path:
            line += f"  {file.detail}"
        if file.lines:
            line += "  lines " + ", ".join(f"{first}-{last}" for first, last in file.lines)
        print(line)
        if file.effect == "overwritten":
            for line in compare_lines(file.before, file.after or b"", None).lines or (SAME_LINES,):
                print(f"    {visible(line)}")


def _change_lines(changes: Sequence[Change]) -> list[str]:
    """Return a line for each change; what was done together, such as a move and the links to it, is one."""
    lines = []
    for key, group in groupby(changes, lambda change: change.batch or change.id):
        first, *others = sorted(group, key=lambda change: change.id != key)
        line = f"{first.kind}  {first.path}"
        if first.kind == "move":
            line += f" -> {first.target}"
        elif first.kind == "trash":
            line += f" -> {first.target or 'the trash of the system'}"
        more = len({change.path for change in others} - {first.path, first.target})
        if more:
            line += f"  (and {more} other note{'s' if more > 1 else ''})"
        lines.append(line)
    return lines


def _print_rescued(vault: Vault, number: int) -> int:
    item = next((item for item in vault.journal.rescued(limit=-1) if item.id == number), None)
    if item is None:
        raise AxonError(f"There is no rescued text {number}. `axon undo --list` shows what there is.")
    sys.stdout.flush()
    sys.stdout.buffer.write(vault.journal.text(item.sha256))
    return DONE
