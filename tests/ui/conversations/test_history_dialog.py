import re
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from axon_desktop.conversations.models import Item, Message
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.ui.conversations.history_dialog import HistoryDialog
from axon_desktop.ui.language.formats import model_text, provider_text
from tests.ui.chat_world import Run, until

TEXTS = ["Summarise this week", "整理阅读清单", "Where is the budget?"]


async def _open(tmp_path: Path) -> tuple[ConversationStore, HistoryDialog, list[str]]:
    store = ConversationStore(tmp_path / "conversations.sqlite")
    await store.open()
    ids = []
    for number, text in enumerate(TEXTS):
        made = await store.create(vault="v", title=text)
        moment = int(time.time() * 1000) + number
        store.record(made, Item("t", "turn_started", {}, Message(f"m{number}", "user", text, moment)))
        ids.append(made)
    await store.create(vault="another", title="not of this vault")
    await store.flush()
    dialog = HistoryDialog(store, "v")
    dialog.show()
    await until(lambda: dialog.list.count() == 3)
    return store, dialog, ids


async def _close(store: ConversationStore, dialog: HistoryDialog) -> None:
    dialog.close()
    dialog.deleteLater()
    await store.close()


def test_conversations_of_this_vault_are_listed_and_opened_by_keys(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, ids = await _open(tmp_path)
        opened: list[str] = []
        dialog.open_requested.connect(opened.append)
        first = dialog.selected()
        QTest.keyClick(dialog.search, Qt.Key.Key_Down)
        second = dialog.selected()
        assert first != second
        QTest.keyClick(dialog.search, Qt.Key.Key_Return)
        assert opened == [second]
        assert second in ids
        assert not dialog.isVisible()
        await _close(store, dialog)

    run_async(body())


def test_search_finds_two_chinese_characters(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, ids = await _open(tmp_path)
        dialog.search.setText("阅读")
        await until(lambda: dialog.list.count() == 1)
        assert dialog.selected() == ids[1]
        dialog.search.setText("no such words")
        await until(dialog.empty.isVisible)
        assert "no such words" in dialog.empty.text()
        assert not dialog.open_button.isEnabled()
        dialog.search.clear()
        await until(lambda: dialog.list.count() == 3)
        await _close(store, dialog)

    run_async(body())


def test_what_was_found_is_shown_as_plain_words(run_async: Run, tmp_path: Path) -> None:
    answer = (
        "words before the table " * 20
        + "\n\n# 《雾城》人物分析\n\n**林晚**与[[沈默]]，见 @[[雾 城]]\n\n"
        + "| 人物 | 身份 |\n|---|---|\n| **林晚** | [[记者]] |\n\n"
        + "and **more** " * 40
    )

    async def body() -> None:
        store, dialog, ids = await _open(tmp_path)
        said = Message("m9", "assistant", answer, int(time.time() * 1000))
        store.record(ids[0], Item("t", "thought", {}, said))
        await store.flush()
        dialog.search.setText("身份")
        await until(lambda: dialog.list.count() == 1)
        words = dialog.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
        shown = words.rpartition(", ")[2]
        assert "人物分析 林晚与沈默，见 @雾 城 人物 身份 林晚 记者 and more and more" in shown
        assert shown.startswith("…")
        assert shown.endswith("…")
        assert not set("*[]|#-") & set(shown)
        assert len(shown) < 110
        dialog.grab()  # paints it
        await _close(store, dialog)

    run_async(body())


def test_a_conversation_is_renamed_without_being_opened(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, _ = await _open(tmp_path)
        renamed: list[tuple[str, str]] = []
        dialog.renamed.connect(lambda *args: renamed.append(args))
        chosen = dialog.selected()
        dialog.list.setFocus()
        QTest.keyClick(dialog, Qt.Key.Key_F2)
        dialog.title_field.setText("  Week   47 ")
        QTest.keyClick(dialog.title_field, Qt.Key.Key_Return)
        assert dialog.isVisible()
        await until(lambda: renamed == [(chosen, "Week 47")])
        stored = await store.load(chosen)
        assert stored.conversation.title == "Week 47"
        await until(lambda: dialog.selected() == chosen)
        await _close(store, dialog)

    run_async(body())


def test_deleting_asks_first(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, ids = await _open(tmp_path)
        gone: list[str] = []
        dialog.deleted.connect(gone.append)
        chosen = dialog.selected()
        dialog.list.setFocus()
        QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
        assert gone == []
        assert "for good" in dialog.delete_button.text()
        QTest.keyClick(dialog.search, Qt.Key.Key_Down)  # another one is selected: the confirmation is reset
        assert "for good" not in dialog.delete_button.text()
        QTest.keyClick(dialog.search, Qt.Key.Key_Up)
        dialog.delete_button.click()
        dialog.delete_button.click()
        await until(lambda: dialog.list.count() == 2)
        assert gone == [chosen]
        assert {row.id for row in await store.list(vault="v")} == set(ids) - {chosen}
        await _close(store, dialog)

    run_async(body())


def test_a_copy_is_opened(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, ids = await _open(tmp_path)
        opened: list[str] = []
        dialog.open_requested.connect(opened.append)
        dialog.fork_button.click()
        await until(lambda: len(opened) == 1)
        assert opened[0] not in ids
        assert len(await store.list(vault="v")) == 4
        await _close(store, dialog)

    run_async(body())


def test_every_control_has_a_name(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, _ = await _open(tmp_path)
        assert dialog.search.accessibleName()
        assert dialog.list.accessibleName()
        assert dialog.title_field.accessibleName()
        assert all(button.text() for button in dialog.findChildren(QPushButton))
        for row in range(3):
            assert dialog.list.item(row).data(Qt.ItemDataRole.AccessibleTextRole)
        await _close(store, dialog)

    run_async(body())


def test_deleting_what_is_running_says_that_it_is_stopped(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, closed, ids = await _open(tmp_path)
        closed.close()
        running = True
        dialog = HistoryDialog(store, "v", current=ids[0], is_running=lambda: running)
        dialog.show()
        await until(lambda: dialog.list.count() == 3)
        assert dialog.selected() == ids[0]
        dialog.delete_button.click()
        assert "Stop" in dialog.delete_button.text()
        running = False
        dialog.list.setCurrentRow((dialog.list.currentRow() + 1) % 3)
        dialog.delete_button.click()
        assert "Stop" not in dialog.delete_button.text()
        await _close(store, dialog)

    run_async(body())


def test_button_closes_without_opening(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store, dialog, _ = await _open(tmp_path)
        opened: list[str] = []
        dialog.open_requested.connect(opened.append)
        letters = re.findall("&(.)", "".join(button.text() for button in dialog.findChildren(QPushButton)))
        assert len(letters) == len({letter.lower() for letter in letters})
        next(button for button in dialog.findChildren(QPushButton) if button.text() == "&Close").click()
        assert not dialog.isVisible()
        assert opened == []
        await _close(store, dialog)

    run_async(body())


def test_conversation_without_a_model_says_so_in_the_users_words() -> None:
    assert model_text("no AI") == provider_text("Offline", "")
    assert model_text("deepseek-flash") == "deepseek-flash"


async def _ask(store: ConversationStore, conversation: str, turn: str, text: str) -> None:
    said = Message(f"m{turn}", "user", text, int(time.time() * 1000))
    store.record(conversation, Item(turn, "turn_started", {}, said))
    await store.flush()


def _below(dialog: HistoryDialog, conversation: str) -> str:
    for at in range(dialog.list.count()):
        item = dialog.list.item(at)
        if item.data(Qt.ItemDataRole.UserRole).id == conversation:
            spoken = str(item.data(Qt.ItemDataRole.AccessibleTextRole))
            below = str(item.data(Qt.ItemDataRole(Qt.ItemDataRole.UserRole + 1)))
            assert spoken.endswith(below), "what is seen is heard"
            return below
    raise AssertionError(conversation)


def test_copies_can_be_told_from_each_other_and_from_the_original(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        store = ConversationStore(tmp_path / "conversations.sqlite")
        await store.open()
        original = await store.create(vault="v", title="Plan my reviews")
        await _ask(store, original, "t1", "Plan my reviews")
        await _ask(store, original, "t2", "And next week?")
        whole, edited, renamed = [await store.fork(original) for _ in range(3)]
        cut = await store.fork(original, before_turn="t2")
        await _ask(store, edited, "t3", "What about @[[Garden plan]]?")
        await _ask(store, edited, "t4", "One more")
        await _ask(store, cut, "t5", "In which week is the exam?")
        await store.rename(renamed, "Another name")
        again = await store.fork(edited)
        await _ask(store, again, "t6", "and of the copy?")
        dialog = HistoryDialog(store, "v")
        dialog.show()
        await until(lambda: dialog.list.count() == 6)
        assert _below(dialog, original) == "2 messages"
        assert _below(dialog, whole) == "A copy · nothing new yet · 2 messages"
        assert _below(dialog, edited) == "A copy · goes on with “What about @Garden plan?” · 4 messages"
        assert _below(dialog, cut) == "A copy · goes on with “In which week is the exam?” · 2 messages"
        assert _below(dialog, renamed) == "Copy of “Plan my reviews” · nothing new yet · 2 messages"
        assert _below(dialog, again) == "A copy · goes on with “and of the copy?” · 5 messages"
        dialog.search.setText("exam")
        await until(lambda: dialog.list.count() == 1)
        assert _below(dialog, cut).startswith("A copy · ")
        dialog.search.clear()
        await store.delete(original)
        dialog.refresh()
        await until(lambda: dialog.list.count() == 5)
        assert _below(dialog, whole) == "A copy · 2 messages"
        await _close(store, dialog)

    run_async(body())
