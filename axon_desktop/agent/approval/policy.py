"""Which calls pass, which are asked about and which are refused."""

from __future__ import annotations

import hashlib
import itertools
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from axon_desktop.agent.approval.approval import AskReason, Decision, SafetyMode, Verdict
from axon_desktop.agent.context.from_vault import FILE as INSTRUCTIONS
from axon_desktop.agent.context.repetition import call_key
from axon_desktop.llm.messages import ToolCall
from axon_desktop.settings.settings import FolderRule, SafetySettings, ToolRule
from axon_desktop.text.file_names import is_canvas
from axon_desktop.tools.tool import Effect
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.trust.executable_code import new_executable
from axon_desktop.vault.trust.untrusted_text import count_invisible


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say about one call."""

    answer: Literal["allow", "ask", "deny"]
    reasons: tuple[AskReason, ...] = ()
    """Why the user is asked."""
    text: str = ""
    """The message to the model when the call is denied."""


class ApprovalPolicy:
    """Rules over calls, in the order built-in, deny, confirm, allow, default. Reads never come here."""

    def __init__(
        self,
        mode: SafetyMode,
        rules: Sequence[FolderRule] = (),
        vault_id: str = "",
        tool_rules: Sequence[ToolRule] = (),
    ) -> None:
        self.mode: SafetyMode = mode
        """May be set at any time; holds from the next call on."""
        self.added_rules: list[FolderRule] = []
        """Rules that the user's answers made since the start, oldest first, for the settings."""
        self.added_tool_rules: list[ToolRule] = []
        """The same for tools of other programs."""
        self._rules = [rule for rule in rules if rule.vault == vault_id]
        self._tool_rules = {rule.tool: rule.allow for rule in tool_rules}
        self._vault_id = vault_id
        self._turn = ""
        self._turn_writes = False
        self._turn_tools: set[str] = set()
        self._rejected: set[str] = set()

    def begin_turn(self, turn_id: str) -> None:
        """Forget what was answered for another turn; a turn that is continued keeps its answers."""
        if turn_id != self._turn:
            self._turn = turn_id
            self._turn_writes = False
            self._turn_tools.clear()
            self._rejected.clear()

    def decide(
        self,
        call: ToolCall,
        proposal: Proposal | None,
        effect: Effect = "write",
        *,
        outside: bool = False,
        unrecorded: bool = False,
    ) -> Ruling:
        """Answer for one call that is not a reading one.

        Args:
            call: the call that the model made.
            proposal: what a writing call would do.
            effect: what the call may do.
            outside: whether words were read that are not the user's, who did not name what would be changed.
            unrecorded: whether the change cannot be recorded, and so not be undone.
        """
        if self.mode == "read_only":
            return Ruling("deny", text="Not allowed: Axon is set to read only. Nothing can be written or run.")
        denied = self._denied(call, proposal, effect)
        if denied:
            return Ruling("deny", text=f"Not allowed: {denied}.")
        reasons = (
            *_always_asks(call, proposal, effect),
            *(("unrecorded",) if unrecorded else ()),
            *(("outside",) if outside else ()),
        )
        if reasons:
            return Ruling("ask", reasons)
        if effect == "external":
            allowed = self._tool_rules.get(call.tool, False) or call.tool in self._turn_tools
            return Ruling("allow") if allowed else Ruling("ask", ("external",))
        allowed = self.mode == "apply" or self._turn_writes or self._folders_allowed(proposal)
        return Ruling("allow") if allowed else Ruling("ask", ("write",))

    def _denied(self, call: ToolCall, proposal: Proposal | None, effect: Effect) -> str:
        """Return why the user's own words forbid this, empty if they do not."""
        if effect == "external" and self._tool_rules.get(call.tool) is False:
            return f"the user does not let {call.tool} be used"
        for folder in _folders(proposal):
            if any(not rule.allow and _covers(rule.folder, folder, fold=True) for rule in self._rules):
                return f"the user does not let anything in {folder or '/'} be changed"
        if self._rejected & _marks(call, proposal):
            return f"the user already refused this {_noun(proposal)}"
        return ""

    def _folders_allowed(self, proposal: Proposal | None) -> bool:
        """Tell whether rules cover every file that would be touched."""
        folders = _folders(proposal)
        return bool(folders) and all(
            any(rule.allow and _covers(rule.folder, folder, fold=False) for rule in self._rules)
            for folder in folders
        )

    def remember(
        self, call: ToolCall, proposal: Proposal | None, decision: Decision, effect: Effect = "write"
    ) -> None:
        """Keep what the user's answer means for later calls."""
        match decision.verdict:
            case Verdict.TURN if effect == "external":
                self._turn_tools.add(call.tool)
            case Verdict.TURN if effect == "write":
                self._turn_writes = True
            case Verdict.FOLDER | Verdict.NEVER if effect == "external":
                self._add_tool_rule(call.tool, allow=decision.allowed)
            case Verdict.FOLDER if proposal:
                self._add_rule(shared_folder(proposal), allow=True)
            case Verdict.NEVER if proposal:
                self._add_rule(parent_folder(proposal.path), allow=False)
            case Verdict.REJECT | Verdict.NEVER if not decision.resend:
                self._rejected |= _marks(call, proposal)
            case _:
                pass

    def _add_rule(self, folder: str, *, allow: bool) -> None:
        rule = FolderRule(self._vault_id, folder, allow)
        for rules in (self._rules, self.added_rules):
            rules[:] = [old for old in rules if old.folder != folder] + [rule]

    def _add_tool_rule(self, tool: str, *, allow: bool) -> None:
        self._tool_rules[tool] = allow
        self.added_tool_rules = [old for old in self.added_tool_rules if old.tool != tool] + [
            ToolRule(tool, allow)
        ]


def shared_folder(proposal: Proposal) -> str:
    """Return the folder that everything touched lies in: what "this folder always" is about."""
    first, *others = (folder.split("/") for folder in _folders(proposal))
    shared = [part for part in first if part]
    for parts in others:
        same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(shared, parts, strict=False))
        shared = [part for part, _ in same]
    return "/".join(shared)


def _folders(proposal: Proposal | None) -> list[str]:
    return [parent_folder(path) for path in proposal.paths] if proposal else []


def parent_folder(path: str) -> str:
    """Return the folder of a file; empty for the root."""
    return path.rpartition("/")[0]


def _covers(rule: str, folder: str, *, fold: bool) -> bool:
    """Return whether `folder` is at or below the rule's folder; a ban also holds for other spellings of it."""
    if fold:
        rule, folder = (unicodedata.normalize("NFC", text).casefold() for text in (rule, folder))
    return not rule or folder == rule or folder.startswith(f"{rule}/")


def _always_asks(call: ToolCall, proposal: Proposal | None, effect: Effect) -> tuple[AskReason, ...]:
    reasons: list[AskReason] = []
    if effect == "command":
        reasons.append("command")
    if call.near_miss:
        reasons.append("near_miss")
    if proposal and proposal.empties:
        reasons.append("empties")
    elif proposal and proposal.shrinks:
        reasons.append("shrinks")
    if proposal and any(_is_instructions(path) for path in proposal.paths):
        reasons.append("instructions")
    if proposal and any(executable_kinds(change) for change in proposal.changes):
        reasons.append("executable")
    if proposal and any(_hides(change) for change in proposal.changes):
        reasons.append("hidden")
    return tuple(reasons)


def executable_kinds(change: ChangePreview) -> list[str]:
    """Return the kinds of code that a change would add to a note, for other programs to run."""
    return new_executable(_text(change.before or b"", change.path), _text(change.after, change.path))


def _hides(change: ChangePreview) -> bool:
    """Tell whether a change adds characters that nobody sees."""
    return count_invisible(_text(change.after)) > count_invisible(_text(change.before or b""))


def _text(data: bytes, path: str = "") -> str:
    """Return the text of a file; of a canvas, each string of its JSON on lines of its own."""
    text = data.decode("utf-8", "replace")
    return text.replace("\\n", "\n").replace('"', "\n") if is_canvas(path) else text


def _is_instructions(path: str) -> bool:
    """Tell whether what the file says becomes part of every prompt, on any file system."""
    return unicodedata.normalize("NFC", path).casefold() == INSTRUCTIONS.casefold()


def _noun(proposal: Proposal | None) -> str:
    if proposal is None:
        return "call"
    return f"change to {proposal.path}" if proposal.action == "write" else f"{proposal.action} of {proposal.path}"


def _marks(call: ToolCall, proposal: Proposal | None) -> set[str]:
    """Return what makes a call the same as a refused one: its arguments, or what it would do to the vault."""
    marks = {call_key(call)}
    if proposal and proposal.action == "write":
        marks |= {f"{change.path} {hashlib.sha256(change.after).hexdigest()}" for change in proposal.changes}
    elif proposal:
        target = proposal.target if proposal.action == "move" else ""
        marks.add(f"{proposal.action} {proposal.path}\n{target}")
    return marks


def keep_rules(policy: ApprovalPolicy, safety: SafetySettings) -> bool:
    """Move the rules that a policy has gathered into the settings; tell whether there were any."""
    if not policy.added_rules and not policy.added_tool_rules:
        return False
    folders = {(rule.vault, rule.folder) for rule in policy.added_rules}
    tools = {rule.tool for rule in policy.added_tool_rules}
    kept = [rule for rule in safety.rules if (rule.vault, rule.folder) not in folders]
    kept_tools = [rule for rule in safety.tools if rule.tool not in tools]
    safety.rules = [*kept, *policy.added_rules]
    safety.tools = [*kept_tools, *policy.added_tool_rules]
    policy.added_rules.clear()
    policy.added_tool_rules.clear()
    return True
