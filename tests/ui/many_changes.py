"""Approval requests for many changes at once, as of an agent that tidies a shelf of notes."""

from __future__ import annotations

from axon_desktop.agent.approval.approval import ApprovalRequest, AskReason
from axon_desktop.llm.messages import ToolCall
from axon_desktop.vault.history.changes import ChangePreview, Proposal

REQUEST = "Give every book a status"
TITLES = (
    "卡片笔记法",
    "A Field of Small Things",
    "The Left Hand of Winter",
    "慢慢读完的书",
    "How to read a river",
    "Letters from a garden",
)


def ask(proposal: Proposal, *reasons: AskReason, removed: bytes | None = None) -> ApprovalRequest:
    call = ToolCall("edit_note", {"path": proposal.path}, proposal.path + proposal.target)
    return ApprovalRequest(call, proposal, reasons or ("write",), REQUEST, removed=removed)


def book(number: int) -> str:
    title = TITLES[number % len(TITLES)]
    return f"Reading/{title}.md" if number < len(TITLES) else f"Reading/{title} {number}.md"


def status(number: int) -> ApprovalRequest:
    """Ask to change one line."""
    before = f"# {book(number)}\n\nstatus: ?\n\nRead in the garden.\n".encode()
    return ask(Proposal.write(ChangePreview(book(number), before, before.replace(b"?", b"read"), "edit")))


def line_more(number: int) -> ApprovalRequest:
    """Ask to add one line."""
    before = f"# {book(number)}\n".encode()
    return ask(Proposal.write(ChangePreview(book(number), before, before + b"status: new\n", "append")))


def replaced() -> ApprovalRequest:
    """Ask to rewrite a whole note."""
    before = "".join(f"- book {number}\n" for number in range(96)).encode()
    after = "".join(f"- [[Book {number}]], read\n" for number in range(40)).encode()
    change = ChangePreview("Reading/Index.md", before, after, "overwrite")
    return ask(Proposal.write(change))


def moved(links: int = 14) -> ApprovalRequest:
    """Ask to move a note that others link to."""
    changes = tuple(
        ChangePreview(f"Daily/2026-11-{day:02}.md", b"[[Books]] today\n", b"[[Reading/Books]] today\n", "links")
        for day in range(1, links + 1)
    )
    return ask(Proposal("move", "Inbox/Books.md", changes, "Reading/Books.md"))


def trashed() -> ApprovalRequest:
    """Ask to put a note into the trash."""
    return ask(Proposal("trash", "Inbox/Old list.md", (), ".trash/Inbox/Old list.md"), removed=b"one\ntwo\n")


def many(count: int) -> list[ApprovalRequest]:
    """Return requests, two of which need care; from three on, of every kind."""
    changed = [status(number) for number in range((count - 2 + 1) // 2)]
    added = [line_more(number) for number in range(len(changed), count - 2)]
    return [*changed, replaced(), *added, moved()]
