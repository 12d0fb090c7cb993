"""Which writes pass, which are asked about and which are refused."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from axon_desktop.agent.approval import AskReason, Decision, SafetyMode, Verdict
from axon_desktop.agent.repetition import call_key
from axon_desktop.llm.messages import ToolCall
from axon_desktop.settings import FolderRule
from axon_desktop.vault.changes import ChangePreview


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say about one write."""

    answer: Literal["allow", "ask", "deny"]
    reasons: tuple[AskReason, ...] = ()
    """Why the user is asked."""
    text: str = ""
    """What the model is told when the write is denied."""


class ApprovalPolicy:
    """Rules over writes, in the order built-in, deny, confirm, allow, default. Reads never come here."""

    def __init__(self, mode: SafetyMode, rules: Sequence[FolderRule] = (), vault_id: str = "") -> None:
        self.mode: SafetyMode = mode
        """May be set at any time; holds from the next call on."""
        self.added_rules: list[FolderRule] = []
        """Rules that the user's answers made since the start, oldest first, for the settings."""
        self._rules = [rule for rule in rules if rule.vault == vault_id]
        self._vault_id = vault_id
        self._turn = ""
        self._turn_allowed = False
        self._rejected: set[str] = set()

    def begin_turn(self, turn_id: str) -> None:
        """Forget what was answered for another turn; a turn that goes on keeps its answers."""
        if turn_id != self._turn:
            self._turn = turn_id
            self._turn_allowed = False
            self._rejected.clear()

    def decide(self, call: ToolCall, preview: ChangePreview, *, journal_writable: bool = True) -> Ruling:
        """Answer for one write."""
        folder = _folder(preview.path)
        if self.mode == "read_only":
            return Ruling("deny", text="Not allowed: Axon is set to read only. Nothing can be written.")
        if any(not rule.allow and _covers(rule.folder, folder, fold=True) for rule in self._rules):
            return Ruling(
                "deny", text=f"Not allowed: the user does not let anything in {folder or '/'} be changed."
            )
        if self._rejected & _marks(call, preview):
            return Ruling("deny", text=f"Not allowed: the user already refused this change to {preview.path}.")
        reasons = _always_asks(call, preview, journal_writable=journal_writable)
        if reasons:
            return Ruling("ask", reasons)
        allowed = any(rule.allow and _covers(rule.folder, folder, fold=False) for rule in self._rules)
        if allowed or self._turn_allowed or self.mode == "apply":
            return Ruling("allow")
        return Ruling("ask", ("write",))

    def remember(self, call: ToolCall, preview: ChangePreview, decision: Decision) -> None:
        """Keep what the user's answer means for later calls."""
        match decision.verdict:
            case Verdict.TURN:
                self._turn_allowed = True
            case Verdict.FOLDER:
                self._add_rule(_folder(preview.path), allow=True)
            case Verdict.NEVER:
                self._add_rule(_folder(preview.path), allow=False)
            case Verdict.REJECT:
                self._rejected |= _marks(call, preview)
            case Verdict.ONCE:
                pass

    def _add_rule(self, folder: str, *, allow: bool) -> None:
        rule = FolderRule(self._vault_id, folder, allow)
        for rules in (self._rules, self.added_rules):
            rules[:] = [old for old in rules if old.folder != folder] + [rule]


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _covers(rule: str, folder: str, *, fold: bool) -> bool:
    """Return whether `folder` is at or below the rule's folder; a ban also holds for other spellings of it."""
    if fold:
        rule, folder = (unicodedata.normalize("NFC", text).casefold() for text in (rule, folder))
    return not rule or folder == rule or folder.startswith(f"{rule}/")


def _always_asks(call: ToolCall, preview: ChangePreview, *, journal_writable: bool) -> tuple[AskReason, ...]:
    reasons: list[AskReason] = []
    if call.near_miss:
        reasons.append("near_miss")
    if preview.empties:
        reasons.append("empties")
    elif preview.shrinks:
        reasons.append("shrinks")
    if not journal_writable:
        reasons.append("journal")
    return tuple(reasons)


def _marks(call: ToolCall, preview: ChangePreview) -> set[str]:
    """Return what makes a call the same as a refused one: its arguments, or what it would leave in the note."""
    return {call_key(call), f"{preview.path} {hashlib.sha256(preview.after).hexdigest()}"}
