"""The texts of question cards."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from axon_desktop.agent.approval.approval import ApprovalRequest, RoundSummary
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.text.visible import visible
from axon_desktop.ui.decisions.card_lines import MOST_LINES, lines_of
from axon_desktop.ui.decisions.pending import CardWords
from axon_desktop.ui.diff.rows import Diff
from axon_desktop.ui.diff.spoken import change_words
from axon_desktop.ui.language.translation import translate
from axon_desktop.vault.history.changes import Proposal

_LONGEST = 300
"""Characters of a command that its card shows; the dialog shows all."""


def words_of_call(request: ApprovalRequest, diffs: Sequence[Diff]) -> CardWords:
    """Return the texts for one call; its lines only if there is nothing else to know."""
    proposal = request.proposal
    if proposal is None:
        return _words_of_program(request)
    counts = sum(diff.added for diff in diffs), sum(diff.removed for diff in diffs)
    if proposal.action == "write" and set(request.reasons) <= {"write"} and len(diffs) == 1:
        lines = lines_of(diffs[0])
        if 0 < len(lines) <= MOST_LINES:
            return CardWords(_title(proposal), counts, lines, changes=_changes(proposal, diffs))
    counted = counts if proposal.action == "write" else None
    return CardWords(_title(proposal), counted, changes=_changes(proposal, diffs))


def _changes(proposal: Proposal, diffs: Sequence[Diff]) -> str:
    """Return what a proposal changes, for somebody who hears it."""
    if proposal.action == "move":
        return translate("DecisionCard", "The new path is {path}").format(path=visible(proposal.target))
    if proposal.action == "trash":
        return ""
    pairs = zip(proposal.changes, diffs, strict=True)
    return "\n".join(change_words(change.before, change.after, diff) for change, diff in pairs)


def _title(proposal: Proposal) -> str:
    path = visible(proposal.path).replace("*", "∗")  # asterisks mark bold text
    match proposal.action:
        case "move":
            words = translate("DecisionCard", "Axon wants to move *{path}*")
        case "trash":
            words = translate("DecisionCard", "Axon wants to move *{path}* to the trash")
        case _ if proposal.changes and proposal.changes[0].kind == "create":
            words = translate("DecisionCard", "Axon wants to create *{path}*")
        case _:
            words = translate("DecisionCard", "Axon wants to change *{path}*")
    return words.format(path=path)


def words_of_calls(requests: Sequence[ApprovalRequest], diffs: Sequence[Sequence[Diff]]) -> CardWords:
    """Return the texts for several changes that are decided together."""
    words = translate("DecisionCard", "Axon wants to make *{count} changes*")
    added = sum(diff.added for each in diffs for diff in each)
    removed = sum(diff.removed for each in diffs for diff in each)
    said = []
    for request, own in zip(requests, diffs, strict=True):
        if request.proposal is not None:
            said.append(f"{_title(request.proposal).replace('*', '')}\n{_changes(request.proposal, own)}".strip())
    return CardWords(words.format(count=len(requests)), (added, removed), changes="\n".join(said))


def _words_of_program(request: ApprovalRequest) -> CardWords:
    if request.effect == "command":
        line = visible(command_line(request.call.params.get("command", "")))
        shown = line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
        return CardWords(translate("DecisionCard", "Axon wants to run a command"), quoted=shown)
    words = translate("DecisionCard", "Axon wants to use *{tool}*")
    return CardWords(words.format(tool=visible(request.call.tool).replace("*", "∗")))


def words_of_plan(plan: Plan) -> CardWords:
    """Return the texts for a plan."""
    count = len(plan.steps)
    words = translate("DecisionCard", "Axon has made a plan of *{count} steps*")
    if count == 1:
        words = translate("DecisionCard", "Axon has made a plan of *one step*")
    return CardWords(words.format(count=count))


def words_of_rounds(summary: RoundSummary) -> CardWords:
    """Return the texts for the question whether to continue."""
    words = translate("DecisionCard", "Axon asks whether to go on with *round {round}*")
    return CardWords(words.format(round=summary.next_round))


def words_of_server(server: str) -> CardWords:
    """Return the texts for a question of an MCP server."""
    words = translate("DecisionCard", "The server *{server}* has a question for you")
    return CardWords(words.format(server=visible(server).replace("*", "∗")))


def command_line(command: object) -> str:
    """Return a command as one line of shell, with arguments quoted where necessary."""
    if isinstance(command, list):
        return shlex.join(map(str, command))
    return str(command)
