"""What must show a new kind of embed once its line is there; `test_embed.py` runs this with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from axon_desktop.ui.chat.conversation_view import ConversationView
from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.embeds.embed_kinds import load_embed
from axon_desktop.vault import Vault
from tests.waiting import PATIENCE


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "axon"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "One.acme").write_text("hello", "utf-8")
    (root / "Inner.md").write_text("Within: ![[One.acme]]\n\n![[One.acme]]\n", "utf-8")
    vault = Vault(root)
    vault.names.scan()
    return vault


@pytest.mark.parametrize("kind", [MarkdownView, ConversationView])
@pytest.mark.parametrize("text", ["![[One.acme]]", "![[Inner]]"])
def test_note_and_reply_show_it(vault: Vault, qtbot: QtBot, kind: type[MarkdownView], text: str) -> None:
    view = kind(
        resolve_link=lambda target: vault.names.resolve_link(target, "Note.md"),
        load_note=lambda key: load_embed(vault, None, key),
    )
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    if kind is MarkdownView:
        view.set_note("Note", text, path="Note.md")
    else:
        view.add_text(text, "assistant")
    qtbot.waitUntil(lambda: "Acme says hello" in view.to_plain_text(), timeout=round(PATIENCE * 1000))


def test_it_is_read_again_when_it_changes(vault: Vault, qtbot: QtBot) -> None:
    view = MarkdownView(
        resolve_link=lambda target: vault.names.resolve_link(target, "Note.md"),
        load_note=lambda key: load_embed(vault, None, key),
    )
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.set_note("Note", "![[One.acme]]", path="Note.md")
    qtbot.waitUntil(lambda: "Acme says hello" in view.to_plain_text(), timeout=round(PATIENCE * 1000))
    (vault.root / "One.acme").write_text("good-bye", "utf-8")
    view.notes_changed(["One.acme"])
    qtbot.waitUntil(lambda: "Acme says good-bye" in view.to_plain_text(), timeout=round(PATIENCE * 1000))


def test_one_that_is_gone_has_its_card(vault: Vault, qtbot: QtBot) -> None:
    (vault.root / "One.acme").unlink()
    view = MarkdownView(
        resolve_link=lambda _target: "One.acme", load_note=lambda key: load_embed(vault, None, key)
    )
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    view.set_note("Note", "![[One.acme]]", path="Note.md")
    qtbot.waitUntil(lambda: not view.at_work)
    assert "One.acme" in view.to_plain_text()
