"""The words shown for changes, and for the effects of an undo."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

from axon_desktop.text.file_names import without_suffix
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.language.translation import translate
from axon_desktop.vault.history.by_file import ChangedFile, ChangedFileAction
from axon_desktop.vault.history.records import TurnSummary
from axon_desktop.vault.undo.preview import FileUndo, UndoPreview

_MAX_RANGES = 4

ACTION_ICONS: dict[ChangedFileAction, str] = {
    "created": "plus",
    "edited": "note",
    "renamed": "forward",
    "trashed": "cross",
    "removed": "minus",
    "returned": "undo",
}


def split_name(path: str) -> tuple[str, str]:
    """Return the name and the folder of a note."""
    folder, _, name = path.rpartition("/")
    return without_suffix(name), folder


def when(time: datetime) -> str:
    """Return a time in the user's format; of today only the hour."""
    moment = QDateTime.fromSecsSinceEpoch(int(time.timestamp()))
    locale = QLocale()
    if moment.date() == QDateTime.currentDateTime().date():
        return locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    return locale.toString(moment, QLocale.FormatType.ShortFormat)


def who(turn: TurnSummary, conversation: str | None) -> str:
    """Return who made the changes; `conversation` is the title of the turn's conversation, if known.

    Empty for an undo, whose title is enough.
    """
    if turn.origin == "undo":
        return ""
    if turn.origin == "user":
        return translate("Changes", "You")
    if turn.origin == "command":
        return translate("Changes", "Command")
    if turn.origin == "program":
        return translate("Changes", "Other program: {name}").format(name=turn.program)
    if turn.program:
        return translate("Changes", "{model} in the editor").format(model=turn.program)
    named = say_mentions(conversation or "")
    if title(turn).startswith(named.removesuffix("…")):  # its title is the beginning of the request
        return translate("Changes", "Agent")
    return translate("Changes", "Agent in “{title}”").format(title=named)


def title(turn: TurnSummary) -> str:
    """Return the first line of a turn's request, else its note; of an undo, what was undone."""
    text = say_mentions(turn.title)
    line = next((" ".join(line.split()) for line in text.splitlines() if line.strip()), "")
    line = line or split_name(turn.path)[0]
    if turn.origin == "undo":
        line = (
            translate("Changes", "Redo: {what}") if turn.redoes else translate("Changes", "Undo: {what}")
        ).replace("{what}", line)
    return line


def note_count(count: int) -> str:
    """Return a number of notes in words."""
    if count == 1:
        return translate("Changes", "1 note")
    return translate("Changes", "{count} notes").format(count=f"{count:,}")


def turn_state(turn: TurnSummary) -> str:
    """Return how much of a turn is undone; empty for none."""
    if not turn.undone:
        return ""
    if turn.undone == turn.changes:
        return undone()
    return translate("Changes", "partly undone")


def undone() -> str:
    """Return the words for something undone."""
    return translate("Changes", "undone")


def action_words(file: ChangedFile) -> str:
    """Return what was done to a file."""
    return {
        "created": translate("Changes", "created"),
        "edited": translate("Changes", "edited"),
        "renamed": translate("Changes", "renamed"),
        "trashed": translate("Changes", "moved to the trash"),
        "removed": translate("Changes", "removed"),
        "returned": translate("Changes", "restored"),
    }[file.action]


def sentence(file: FileUndo, *, held: bool = False) -> str:
    """Return what an undo would do to a file, or why it cannot; `held` means that other files prevent it."""
    if file.why is not None:
        return _obstacle(file)
    if held:
        return translate("Changes", "can only go back together with the others")
    done = {
        "edit": translate("Changes", "goes back to its earlier text"),
        "create": translate("Changes", "is restored"),
        "remove": translate("Changes", "is removed; its text stays in the history"),
        "move": translate("Changes", "is moved to {path}"),
        "trash": translate("Changes", "is moved to the vault’s trash"),
        "none": translate("Changes", "stays as it is"),
    }[file.action].format(path=file.target)
    if file.effect == "merged":
        return translate("Changes", "{done}; later edits are kept").format(done=done)
    if file.effect == "overwritten":
        return translate("Changes", "{done}; later edits stay only in the history").format(done=done)
    return done


def preview_summary(preview: UndoPreview, *, changed: bool = False) -> str:
    """Return the summary of a preview; `changed` means that it differs from one shown before."""
    stuck = sum(file.is_obstacle for file in preview.files)
    merged = sum(file.effect == "merged" for file in preview.files)
    lost = sum(file.effect == "overwritten" for file in preview.files)
    text = translate("Changes", "Nothing has been changed yet.")
    if any(file.effect == "conflict" for file in preview.files):
        text = translate(
            "Changes", "{count} cannot go back without losing something. Nothing has been changed yet."
        )
    elif stuck:
        text = translate("Changes", "{count} cannot go back. Nothing has been changed yet.")
    elif lost:
        text = translate("Changes", "In {count}, later edits stay only in the history.")
    elif merged:
        text = translate("Changes", "Your later edits in {count} are kept. Check the resulting text.")
    text = text.format(count=note_count(stuck or lost or merged))
    if stuck and lost:
        words = translate("Changes", "In {count}, later edits stay only in the history.")
        text = join_sentences(text, words.format(count=note_count(lost)))
    again = translate("Changes", "The notes have changed in the meantime; this is the current state.")
    return join_sentences(again, text) if changed else text


def _obstacle(file: FileUndo) -> str:
    other = file.detail
    words = {
        "same_lines": translate("Changes", "has since been edited in the same lines ({lines})"),
        "edited": translate(
            "Changes", "has been edited since it was created ({lines}); those edits would be lost"
        ),
        "gone": translate("Changes", "has since been moved or deleted"),
        "moved": translate("Changes", "has since been moved to {other}; undo that move first"),
        "recreated": translate("Changes", "{other} has since been created again"),
        "undone": translate("Changes", "is already undone"),
        "not_kept": translate("Changes", "its earlier text is no longer kept"),
        "read_only": translate("Changes", "is read-only"),
        "unreadable": translate("Changes", "cannot be read: {other}"),
        "together": translate("Changes", "can only go back together with {other}"),
    }
    if other == file.path and file.why == "together":
        return translate("Changes", "a later change to it cannot be undone")
    return words[file.why or "gone"].format(lines=_lines(file), other=other)


def _lines(file: FileUndo) -> str:
    if not file.lines:
        return translate("Changes", "too many lines to compare")
    ranges = [f"{first}" if first == last else f"{first}–{last}" for first, last in file.lines[:_MAX_RANGES]]
    more = "…" if len(file.lines) > _MAX_RANGES else ""
    if len(file.lines) == 1 and file.lines[0][0] == file.lines[0][1]:
        return translate("Changes", "line {numbers}").format(numbers=ranges[0])
    return translate("Changes", "lines {numbers}").format(numbers=", ".join(ranges) + more)
