"""The warnings that are shown before a call is approved."""

from __future__ import annotations

from collections.abc import Callable

from axon_desktop.agent.approval.approval import ApprovalRequest
from axon_desktop.agent.approval.policy import executable_kinds
from axon_desktop.ui.language.error_texts import trouble_words
from axon_desktop.ui.language.formats import format_size, origins_text
from axon_desktop.ui.language.translation import translate


def warnings(request: ApprovalRequest) -> list[str]:
    """Return a sentence for each reason for care."""
    words: dict[str, Callable[[], str]] = {
        "near_miss": lambda: translate(
            "ApprovalDialog",
            "The model did not use the proper format for this call. Check that this is what it intended.",
        ),
        "empties": lambda: translate("ApprovalDialog", "This empties the note ({old} now).").format(
            **_sizes(request)
        ),
        "shrinks": lambda: translate(
            "ApprovalDialog", "This removes more than half of the note ({old} → {new})."
        ).format(**_sizes(request)),
        "instructions": lambda: translate(
            "ApprovalDialog",
            "Every conversation about this vault starts with the contents of AGENTS.md. Check each line.",
        ),
        "executable": lambda: translate(
            "ApprovalDialog", "This adds code that Obsidian or a plugin would run: {kinds}."
        ).format(kinds=", ".join(_code_kinds(request))),
        "hidden": lambda: translate("ApprovalDialog", "This adds invisible characters. They are shown as �."),
        "unrecorded": lambda: _unrecorded(request),
        "outside": lambda: translate(
            "ApprovalDialog",
            "You may not have asked for this. The agent has read text from elsewhere that may have led to it:"
            " {origins}.",
        ).format(origins=origins_text(request.origins)),
    }
    return [words[reason]() for reason in request.reasons if reason in words]


def _unrecorded(request: ApprovalRequest) -> str:
    assert request.trouble is not None
    words = translate("ApprovalDialog", "This change cannot be undone. {why}")
    return words.format(why=trouble_words(request.trouble))


def _code_kinds(request: ApprovalRequest) -> list[str]:
    changes = request.proposal.changes if request.proposal else ()
    return list(dict.fromkeys(kind for change in changes for kind in executable_kinds(change)))


def _sizes(request: ApprovalRequest) -> dict[str, str]:
    changes = request.proposal.changes if request.proposal else ()
    lost = next(change for change in changes if change.empties or change.shrinks)
    return {"old": format_size(len(lost.before or b"")), "new": format_size(len(lost.after))}
