"""Whether a request was fulfilled: what the answer says, what became of the files asked for, and of all others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from bench.competence.facts import holds, holds_any, normalise
from bench.competence.requests import FileCheck, Request

Files: TypeAlias = Mapping[str, bytes]
"""Every file of a vault by its path; the vault's trash is no part of it."""


@dataclass(frozen=True)
class Verdict:
    """What came of one request."""

    reasons: tuple[str, ...]
    """Why it is not fulfilled, one line each; empty when it is."""
    stray: tuple[str, ...]
    """Files that changed though nobody asked for it."""

    @property
    def solved(self) -> bool:
        """Whether the request is fulfilled."""
        return not self.reasons


def read_files(vault: Path) -> dict[str, bytes]:
    """Return every file of a vault but for its trash."""
    files = {file.relative_to(vault).as_posix(): file.read_bytes() for file in vault.rglob("*") if file.is_file()}
    return {path: data for path, data in sorted(files.items()) if PurePosixPath(path).parts[0] != ".trash"}


def changed_paths(before: Files, after: Files) -> list[str]:
    """Return the paths of files that are new, gone or different."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))


def judge(request: Request, before: Files, after: Files, answer: str) -> Verdict:
    """Compare an outcome with what was asked for."""
    asked = {check.path for check in request.file}
    stray = tuple(path for path in changed_paths(before, after) if path not in asked)
    reasons = _answer_problems(request, answer)
    for check in request.file:
        problem = _file_problem(check, before, after)
        if problem:
            reasons.append(f"{check.path}: {problem}")
    if stray:
        reasons.append(f"changed without being asked: {', '.join(stray)}")
    return Verdict(tuple(reasons), stray)


def _answer_problems(request: Request, answer: str) -> list[str]:
    if request.answer is None:
        return []
    text = normalise(answer)
    if not text:
        return ["no answer"]
    if len(text) > request.answer.longest:
        return [f"the answer has {len(text)} characters"]
    problems = [f"the answer lacks {facts[0]}" for facts in request.answer.has if not holds_any(text, facts)]
    return problems + [f"the answer says {fact}" for fact in request.answer.lacks if holds(text, fact)]


def _file_problem(check: FileCheck, before: Files, after: Files) -> str:
    """Return what is wrong with a file, empty if nothing is."""
    if check.gone:
        return "is still there" if check.path in after else ""
    if check.path not in after:
        return "is missing"
    new = after[check.path].decode("utf-8", "replace")
    old = before.get(check.moved_from or check.path, b"").decode("utf-8", "replace")
    if new == old and not check.moved_from:
        return "is as it was"
    text = normalise(new)
    for facts in check.has:
        if not holds_any(text, facts):
            return f"lacks {facts[0]}"
    for fact in check.lacks:
        if holds(text, fact):
            return f"holds {fact}"
    if check.adds:
        return _addition_problem(check, _lines(old), _lines(new))
    if check.changes or check.moved_from:
        return _change_problem(check, old, new)
    return f"has {len(text)} characters" if len(text) > check.longest else ""


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _addition_problem(check: FileCheck, old: list[str], new: list[str]) -> str:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    added: list[int] = []
    for kind, _, _, start, end in matcher.get_opcodes():
        if kind in ("delete", "replace"):
            return "lost an old line"
        if kind == "insert":
            added += range(start, end)
    if len(added) > check.most_added:
        return f"has {len(added)} new lines"
    text = normalise("\n".join(new[number] for number in added))
    for facts in check.adds:
        if not holds_any(text, facts):
            return f"the new line lacks {facts[0]}"
    if check.last and added[0] != len(old):
        return "the new line does not stand at the end"
    if check.under and any(_heading(new, number) != normalise(check.under) for number in added):
        return f"the new line does not stand under {check.under}"
    return ""


def _heading(lines: list[str], number: int) -> str:
    above = (line for line in reversed(lines[:number]) if line.startswith("#"))
    return normalise(next(above, "").lstrip("#"))


def _change_problem(check: FileCheck, old: str, new: str) -> str:
    """Compare line by line; a changed line may write a number or a space in another way."""
    for before, after in check.changes:
        assert before in old, f"{check.path} never held {before}"
        old = old.replace(before, after)
    wanted, got = _lines(old), _lines(new)
    if wanted == got:
        return ""
    if len(wanted) == len(got):
        fresh = {normalise(line) for _, after in check.changes for line in after.splitlines()}
        wrong = [pair for pair in zip(wanted, got, strict=True) if pair[0] != pair[1]]
        if all(_same_but_for_form(want, have, fresh) for want, have in wrong):
            return ""
        return f"says “{wrong[0][1]}” instead of “{wrong[0][0]}”"
    return f"has {len(got)} lines instead of {len(wanted)}"


def _same_but_for_form(wanted: str, got: str, fresh: set[str]) -> bool:
    if not any(part in normalise(wanted) for part in fresh):
        return False
    return _bare(wanted) == _bare(got)


def _bare(line: str) -> str:
    return "".join(character for character in normalise(line) if character not in " ,.")
