"""Texts of the search in the user's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from axon_desktop.errors import AxonError, MeaningUnavailableError
from axon_desktop.index.vault_index import IndexState
from axon_desktop.ui.language.error_texts import error_text, in_users_language
from axon_desktop.ui.language.translation import translate
from axon_desktop.vault.search.query import MAX_TERMS, QueryError

if TYPE_CHECKING:
    from axon_desktop.meaning.meaning_index import MeaningState
    from axon_desktop.ui.search.vault_search import Answer, Order
    from axon_desktop.vault.search.found import By


def failure_text(error: AxonError) -> str:
    """Return the error of a query, or why it could not be answered."""
    if not isinstance(error, QueryError):
        return error_text(error)
    texts = {
        "empty": translate("Search", "Enter a word, a tag or part of a path."),
        "value": translate("Search", "There is nothing after the operator."),
        "operator": translate("Search", "Unknown operator. The question mark shows those that there are."),
        "regex": translate("Search", "This is not a valid regular expression."),
        "long": translate("Search", "The query has more than {most} parts.").format(most=MAX_TERMS),
    }
    return texts[error.fault]


def count_text(answer: Answer) -> str:
    """Return the number of notes that were found, and of those that are shown."""
    shown, total = len(answer.found.notes), answer.found.total
    if answer.by_meaning and shown > 1:
        return translate("Search", "The {count} closest passages").format(count=_number(shown))
    if answer.by_meaning:
        return translate("Search", "The closest passage") if shown else ""
    if shown < total:
        words = translate("Search", "{shown} of {total} notes")
        return words.format(shown=_number(shown), total=_number(total))
    if total == 1:
        return translate("Search", "1 note")
    return translate("Search", "{total} notes").format(total=_number(total))


def missing_text(answer: Answer) -> str:
    """Return the words that are in no note; empty if each is in one."""
    missing = answer.found.missing
    if not missing:
        return ""
    words = translate("Search", "No note contains {words}.")
    return words.format(words=translate("Search", ", ").join(f"“{word}”" for word in missing))


def nothing_text(answer: Answer, query: str) -> str:
    """Return why no note is shown."""
    if answer.by_meaning:
        return translate("Search", "No passage is near enough to “{query}”.").format(query=query)
    return missing_text(answer) or translate("Search", "Nothing found for “{query}”.").format(query=query)


def condition_text(query: str) -> str:
    """Return why a query is not searched by meaning; empty if it means something."""
    from axon_desktop.ui.search.vault_search import means_something  # not before the first search

    if means_something(query):
        return ""
    return translate("Search", "Conditions and regular expressions are searched by words.")


def whole_text(answer: Answer) -> str:
    """Return that the notes contain only some of the words; empty if they contain all."""
    if answer.found.whole:
        return ""
    return translate("Search", "No note contains all the words; these contain some of them.")


def index_text(state: IndexState | None) -> str:
    """Return why the files themselves are searched."""
    if state is None or state.phase == "failed":
        return translate("Search", "There is no index, so the files themselves are searched.")
    if state.total:
        words = translate(
            "Search",
            "The index is being built ({done} of {total}). Until it is ready, the files themselves are searched.",
        )
        return words.format(done=_number(state.done), total=_number(state.total))
    return translate("Search", "The index is being built. Until it is ready, the files themselves are searched.")


def by_text(by: By) -> str:
    """Return how notes are found."""
    return {
        "words": translate("Search", "Words"),
        "meaning": translate("Search", "Meaning"),
        "both": translate("Search", "Both"),
    }[by]


def encoding_text(state: MeaningState) -> str:
    """Return how far the notes are read for their meaning; empty when they are."""
    if state.phase not in ("beginnings", "rests"):
        return ""
    words = translate("Search", "Reading {done} of {total} notes")
    return words.format(done=_number(state.done), total=_number(state.total))


def meaning_problem(answer: Answer) -> str:
    """Return why nothing was found by meaning; empty if something was, or will be once the notes are read."""
    problem = answer.found.problem
    return "" if not problem or problem == MeaningUnavailableError.EMPTY else in_users_language(problem)


def order_text(order: Order) -> str:
    """Return how results are sorted."""
    return {
        "relevance": translate("Search", "Best match first"),
        "name": translate("Search", "By name"),
        "modified": translate("Search", "Recently changed first"),
    }[order]


def operators() -> list[tuple[str, str]]:
    """Return the operators of a query, and what each means."""
    return [
        ("tag:#", translate("Search", "notes with this tag or a nested tag")),
        ("path:", translate("Search", "the path contains this")),
        ("file:", translate("Search", "the file name contains this")),
        ('""', translate("Search", "exactly these words, in this order")),
        ("-", translate("Search", "without this word")),
        ("OR ", translate("Search", "one or the other; () makes a group")),
        ("line:()", translate("Search", "all of it in one line")),
        ("section:()", translate("Search", "all of it between two headings")),
        ("task-todo:()", translate("Search", "in a task that is not done; also task-done: and task:")),
        ("[]", translate("Search", "a property; with a colon, its value")),
        ("//", translate("Search", "a line matches this regular expression")),
    ]


def _number(value: int) -> str:
    return QLocale(QLocale.Language.English).toString(value)
