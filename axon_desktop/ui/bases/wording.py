"""The words shown for a base: names of columns, unsupported parts, numbers of notes."""

from __future__ import annotations

from collections.abc import Iterable

from axon_desktop.ui.language.translation import translate
from axon_desktop.vault.bases.base_file import Base, BaseError, Filter, Group, Problem, Statement, View
from axon_desktop.vault.bases.query import MAX_ROWS, Table

_MOST_NAMED = 6


def column_title(key: str, base: Base) -> str:
    """Return the title of a column."""
    if key in base.names:
        return base.names[key]
    files = {
        "file.name": translate("BaseView", "Name"),
        "file.basename": translate("BaseView", "Name"),
        "file.path": translate("BaseView", "Path"),
        "file.folder": translate("BaseView", "Folder"),
        "file.ext": translate("BaseView", "Extension"),
        "file.size": translate("BaseView", "Size"),
        "file.ctime": translate("BaseView", "Created"),
        "file.mtime": translate("BaseView", "Modified"),
        "file.tags": translate("BaseView", "Tags"),
        "file.links": translate("BaseView", "Links"),
        "file.embeds": translate("BaseView", "Embeds"),
    }
    return files.get(key) or key.partition(".")[2]


def fault_sentence(error: BaseError) -> str:
    """Return why a file cannot be shown as a base."""
    if error.fault == "too_large":
        return translate("BaseView", "This base is too large or too deeply nested to show.")
    if error.fault == "no_base":
        return translate("BaseView", "This file is not a base: it contains no views or filters.")
    if error.where:
        words = translate(
            "BaseView",
            "This base is not valid YAML (line {line}). Fix it in a text editor to see it here.",
        )
        return words.format(line=error.where)
    return translate("BaseView", "This base is not valid YAML. Fix it in a text editor to see it here.")


def problem_sentences(base: Base, view: View, table: Table | None) -> list[str]:
    """Return in what ways the view differs from Obsidian's, worst first."""
    problems = (*base.problems, *view.problems)
    found: list[str] = []
    filters = [item for item in problems if item.kind in ("filter", "too_many")]
    if filters:
        found.append(
            translate(
                "BaseView",
                "Not supported in the filter: {parts}. Notes that the filter cannot evaluate are shown anyway.",
            ).format(parts=_named(filters))
        )
    elif table is not None and table.unsure:
        found.append(
            translate(
                "BaseView", "The filter cannot evaluate some notes ({number}); they are shown anyway."
            ).format(number=f"{table.unsure:,}")
        )
    for kind, sentence in (
        ("formula", translate("BaseView", "Formulas that are not supported: {parts}.")),
        ("column", translate("BaseView", "Columns that are not supported: {parts}.")),
        ("key", translate("BaseView", "Not supported: {parts}.")),
    ):
        if some := [item for item in problems if item.kind == kind]:
            found.append(sentence.format(parts=_named(some)))
    if layouts := [item.text for item in problems if item.kind == "layout"]:
        found.append(translate("BaseView", "This {layout} view is shown as a table.").format(layout=layouts[0]))
    if table is not None and table.ctime_guessed:
        found.append(
            translate(
                "BaseView", "This system does not report when files were created; the earliest known time is used."
            )
        )
    return found


def _named(problems: Iterable[Problem]) -> str:
    """Return the unsupported parts, in short."""
    names = [
        f"{item.text} ({', '.join(item.names[:3])})" if item.names and item.names != (item.text,) else item.text
        for item in problems
    ]
    return "; ".join(names[:_MOST_NAMED]) + ("; …" if len(names) > _MOST_NAMED else "")


def count_sentence(table: Table) -> str:
    """Return how many files there are, and how many of them are shown."""
    shown, total = len(table.rows), table.total
    if shown == total:
        return (
            translate("BaseView", "1 file")
            if total == 1
            else translate("BaseView", "{number} files").format(number=f"{total:,}")
        )
    words = translate("BaseView", "{shown} of {number} files")
    if shown == MAX_ROWS:
        words = translate("BaseView", "the first {shown} of {number} files")
    return words.format(shown=f"{shown:,}", number=f"{total:,}")


def raw_filter(base: Base, view: View) -> str:
    """Return the filters as written in the file."""
    lines: list[str] = []
    for found in (base.filters, view.filters):
        if found is not None:
            lines += _filter_lines(found, 0)
    return "\n".join(lines)


def _filter_lines(found: Filter, depth: int) -> list[str]:
    match found:
        case Statement(text, _):
            return ["    " * depth + text]
        case Group(kind, members):
            inner = [line for member in members for line in _filter_lines(member, depth + 1)]
            return ["    " * depth + f"{kind}:", *inner]
