"""The question before an address is opened outside Axon: where it leads, and whose words may have led to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget

from axon_desktop.agent.approval.taint import Origin, Taint
from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.language.formats import origins_text
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.widgets.address_parts import address_parts, receiver
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.widgets.labels import WarningLabel

if TYPE_CHECKING:
    from axon_desktop.ui.session.chat_session import ChatSession


async def link_origins(session: ChatSession, source: str, *, by_agent: bool) -> tuple[Origin, ...]:
    """Return whose words may have led to a link, if not the user's.

    Args:
        session: the conversation.
        source: the note in which the link stands; empty for the conversation.
        by_agent: whether the agent wrote in that note.
    """
    found = Taint()
    if source:
        await asyncio.to_thread(found.read_notes, [source], session.vault)
    read = await session.find_origins() if by_agent or not source else ()
    return tuple(dict.fromkeys((*found.origins, *read)))


def outside_question(url: QUrl, origins: Sequence[Origin], parent: QWidget) -> Question:
    """Return the question; it is accepted when the user agrees."""
    title = translate("OutsideLink", "Open this address outside Axon?")
    question = Question(title, [], translate("OutsideLink", "&Open"), parent, careful=True)
    host, address, *warnings = address_parts(url, question)
    if origins:
        words = translate(
            "OutsideLink",
            "Text from elsewhere may have led to this link: {origins}. What the address holds goes to {host}, and"
            " may be words of your notes.",
        ).format(origins=origins_text(origins), host=receiver(url))
        warnings.append(WarningLabel(words, question, tone="warn"))
    for part in (host, address, *warnings):
        question.add_row(part)
    said = (host.text(), address.toPlainText(), *(label.text() for label in warnings))
    question.setAccessibleDescription(join_sentences(*said))
    return question
