"""Every dialog of the program, each opened as the program opens it, for the accessibility walk."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from axon_desktop.agent.approval.approval import ApprovalRequest, RoundSummary
from axon_desktop.agent.plan.plan import Plan
from axon_desktop.conversations.models import Item, Message
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.llm.messages import ToolCall, Usage
from axon_desktop.settings.settings import FolderRule, ModelSettings, Settings, ToolRule
from axon_desktop.ui.approval.dialog_approver import approval_dialog
from axon_desktop.ui.approval.move_dialog import MoveApproval, TrashApproval
from axon_desktop.ui.approval.plan_dialog import PlanDialog
from axon_desktop.ui.approval.review.review_dialog import ReviewDialog
from axon_desktop.ui.approval.review.review_rows import Compared
from axon_desktop.ui.approval.rounds_dialog import RoundsDialog
from axon_desktop.ui.approval.tool_dialog import CommandApproval, ToolApproval
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.changes.changes_dialog import ChangesDialog
from axon_desktop.ui.changes.undo.rescued_dialog import RescuedDialog
from axon_desktop.ui.changes.undo.undo_dialog import UndoDialog
from axon_desktop.ui.conversations.history_dialog import HistoryDialog
from axon_desktop.ui.conversations.rewind_dialog import RewindDialog
from axon_desktop.ui.conversations.save_prompt import SavePrompt
from axon_desktop.ui.diagnostics.dialog import BundleDialog
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog
from axon_desktop.ui.editor.saving.save_state import SaveState
from axon_desktop.ui.editor.saving.three_way import ThreeWayTexts
from axon_desktop.ui.editor.saving.unsaved_question import UnsavedQuestion
from axon_desktop.ui.file_actions import (
    move_file as file_moves,
)
from axon_desktop.ui.file_actions import (
    move_folder as folder_moves,
)
from axon_desktop.ui.file_actions import (
    new_note as new_notes,
)
from axon_desktop.ui.file_actions.confirm_move import ConfirmMoveDialog
from axon_desktop.ui.file_actions.conflict_copies import ComparisonDialog
from axon_desktop.ui.file_actions.name_prompt import NamePrompt
from axon_desktop.ui.file_actions.templates import TemplateChoice
from axon_desktop.ui.first_run.dialog import WelcomeDialog
from axon_desktop.ui.first_run.model_page import ModelPage
from axon_desktop.ui.first_run.question_page import QuestionPage
from axon_desktop.ui.first_run.safety_page import SafetyPage
from axon_desktop.ui.first_run.vault_page import VaultPage
from axon_desktop.ui.help.about_dialog import AboutDialog
from axon_desktop.ui.session.user_messages import UserMessage
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.shortcuts.dialog import ShortcutsDialog
from axon_desktop.ui.vault_picker.known_vaults import OfferedVault
from axon_desktop.ui.vault_picker.list import VaultList
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.ui.window.error_bar import ErrorBar
from axon_desktop.ui.window.main_window import MainWindow
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.moves.new_path import NewPath
from tests.mcp_host.scenes import make_keys
from tests.ui.accessible_table import Make, Shelf, listed
from tests.ui.changes_world import open_dialog, unfold, write
from tests.ui.chat_world import call, dialog, make_world
from tests.ui.many_changes import many
from tests.ui.obsidian_window import vault_window
from tests.waiting import until

LINES = "".join(f"line {number}\n" for number in range(40))


# --- questions about calls


def _asked(proposal: Proposal | None, tool: ToolCall, *reasons: str, effect: str = "write") -> ApprovalRequest:
    return ApprovalRequest(tool, proposal, ("write", *reasons), "tidy up", effect)  # type: ignore[arg-type]


@listed(WriteApproval)
async def write_approval(_shelf: Shelf) -> QDialog:
    after = LINES.replace("line 3\n", "three\n").replace("line 30\n", "thirty\n").encode()
    change = ChangePreview("Home.md", LINES.encode(), after, "edit")
    request = _asked(Proposal.write(change), ToolCall("edit_note", {"path": "Home"}), "instructions")
    return approval_dialog(request, [compare(change.before, change.after)])


@listed(WriteApproval)
async def write_approval_with_note(shelf: Shelf) -> QDialog:
    shown = await write_approval(shelf)
    shown.show()
    shown.reject_menu.actions()[1].trigger()  # type: ignore[attr-defined]
    return shown


@listed(WriteApproval)
async def write_approval_edited(shelf: Shelf) -> QDialog:
    shown = await write_approval(shelf)
    shown.edit_button.click()  # type: ignore[attr-defined]
    return shown


@listed(MoveApproval)
async def move_approval(_shelf: Shelf) -> QDialog:
    links = tuple(ChangePreview(f"Daily/{n}.md", b"[[Idea]]\n", b"[[B/Idea]]\n", "links") for n in range(2))
    proposal = Proposal("move", "Idea.md", links, "B/Idea.md")
    request = _asked(proposal, ToolCall("move_note", {"path": "Idea"}))
    return approval_dialog(request, [compare(one.before, one.after) for one in links])


@listed(TrashApproval)
async def trash_approval(_shelf: Shelf) -> QDialog:
    proposal = Proposal("trash", "Idea.md", ())
    request = ApprovalRequest(ToolCall("trash_note", {}), proposal, ("write",), "tidy", removed=LINES.encode())
    return approval_dialog(request, [compare(LINES.encode(), b"")])


@listed(ReviewDialog)
async def review(_shelf: Shelf) -> QDialog:
    return ReviewDialog([*map(Compared.of, many(23))], approval_dialog)


@listed(CommandApproval)
async def command_approval(_shelf: Shelf) -> QDialog:
    run = ToolCall("run_command", {"command": ["wc", "Home.md"], "timeout": 5})
    return approval_dialog(ApprovalRequest(run, None, ("command",), "", "command"), [])


@listed(ToolApproval)
async def tool_approval(_shelf: Shelf) -> QDialog:
    run = ToolCall("notes.add", {"title": "New"})
    return approval_dialog(ApprovalRequest(run, None, ("external",), "", "external"), [])


@listed(PlanDialog)
async def plan(_shelf: Shelf) -> QDialog:
    steps = [("Read Home", "Its text is known"), ("Write B", "B holds the text")]
    shown = PlanDialog(Plan.draft("tidy the reading list", steps))
    shown.show()
    shown.revise_button.click()
    return shown


@listed(RoundsDialog)
async def rounds(_shelf: Shelf) -> QDialog:
    done = tuple((number, ToolCall("read_note", {"path": "Home"})) for number in range(1, 5))
    return RoundsDialog(RoundSummary(5, done, Usage()))


# --- settings and first run


def _settings() -> Settings:
    settings = Settings()
    settings.model.provider = "deepseek"
    settings.other_models = [
        ModelSettings(),
        ModelSettings(provider="openai_compatible", base_url="http://a.b/v1"),
    ]
    settings.safety.rules = [FolderRule("v", "Inbox", True)]
    settings.safety.tools = [ToolRule("a.b", True)]
    return settings


def _settings_page(name: str) -> Make:
    async def make(_shelf: Shelf) -> QDialog:
        shown = SettingsDialog(_settings(), make_keys(), page=name, vault_id="v")
        shown.show()
        await until(lambda: shown.models.form.key_row.place.text()[:1] in "●○")
        return shown

    return make


for _page in ("general", "models", "safety", "appearance", "editor", "task_manager"):
    listed(SettingsDialog, f"settings_{_page}")(_settings_page(_page))


def _welcome_page(number: int) -> Make:
    async def make(shelf: Shelf) -> QDialog:
        settings = Settings()
        made = [
            VaultPage([OfferedVault(shelf.folder, True, True, False)]),
            ModelPage(settings, make_keys(), ports={}),
            SafetyPage(settings),
            QuestionPage(settings, shelf.folder),
        ]
        shown = WelcomeDialog(made)
        shown.show()
        for before in range(number):
            await made[before + 1].begin(shown.choices)
            shown._show(before + 1)
        return shown

    return make


for _number in range(4):
    listed(WelcomeDialog, f"welcome_{_number}")(_welcome_page(_number))


@listed(ShortcutsDialog)
async def shortcuts(shelf: Shelf) -> QDialog:
    return ShortcutsDialog(shelf.window().menus.keymap)


@listed(ShortcutsDialog)
async def shortcuts_recording(shelf: Shelf) -> QDialog:
    shown = ShortcutsDialog(shelf.window().menus.keymap)
    shown.show()
    QTest.keyClick(shown.search, Qt.Key.Key_Down)
    QTest.keyClick(shown.list, Qt.Key.Key_Down)
    QTest.keyClick(shown.list, Qt.Key.Key_F2)
    assert shown.recorder.isVisible()
    return shown


@listed(AboutDialog)
async def about(shelf: Shelf) -> QDialog:
    return AboutDialog(QIcon(), shelf.window())


@listed(BundleDialog)
async def diagnostics(_shelf: Shelf) -> QDialog:
    shown = BundleDialog()
    shown.show_parts({"events.txt": "started\n", "system.txt": "Linux\n"})
    return shown


@listed(QDialog)
async def error_details(shelf: Shelf) -> QDialog:
    window = shelf.window()
    window.show()
    bar = window.findChild(ErrorBar)
    assert bar is not None
    bar.show_error("The disk is full.", OSError("no room"))
    next(button for button in bar.findChildren(QPushButton) if button.isVisible()).click()
    await until(lambda: dialog() is not None)
    shown = dialog()
    assert shown is not None
    return shown


# --- the history of changes


@listed(ChangesDialog)
async def changes(shelf: Shelf) -> QDialog:
    vault = shelf.vault()
    write(vault, "Home.md", "one\n", "first")
    write(vault, "Home.md", "two\n", "second")
    write(vault, "B.md", "two\n", "second")
    shown = await open_dialog(vault, rows=2)
    await unfold(shown, 0)
    shown.changes.table.go_to(1)
    await until(shown.pane.isVisible)
    shown.storage.more.click()
    return shown


@listed(RescuedDialog)
async def rescued(shelf: Shelf) -> QDialog:
    vault = shelf.vault()
    write(vault, "Home.md", "one\n", "first")
    for text in (b"two\n", b"three\n"):
        vault.journal.rescue("Home.md", text)
    shown = RescuedDialog(vault)
    shown.show()
    await until(shown.copy_button.isEnabled)
    return shown


@listed(UndoDialog)
async def undo(shelf: Shelf) -> QDialog:
    vault = shelf.vault()
    change = write(vault, "Home.md", "one\n", "first")
    shown = UndoDialog(vault.undo_preview([change.id]))
    shown.show()
    await until(shown.pane.diff.isVisible)
    return shown


@listed(RewindDialog)
async def back(shelf: Shelf) -> QDialog:
    vault = shelf.vault()
    write(vault, "Home.md", "one\n", "first")
    write(vault, "Home.md", "two\n", "second")
    requests = [UserMessage("first", "write", ("first", "second")), UserMessage("second", "again", ("second",))]
    shown = RewindDialog(vault, requests, chosen="first")
    shown.show()
    await until(shown.pane.diff.isVisible)
    return shown


@listed(HistoryDialog)
async def history(shelf: Shelf) -> QDialog:
    store = ConversationStore(shelf.folder / "conversations.sqlite")
    await store.open()
    shelf.stack.push_async_callback(store.close)
    for title in ("Tidy", ""):
        made = await store.create(vault="v", title=title)
        store.record(made, Item("t", "turn_started", {}, Message("m" + title, "user", "read", 0)))
    await store.flush()
    shown = HistoryDialog(store, "v", current=made)
    shown.show()
    await until(lambda: shown.list.count() == 2)
    shown.rename_button.click()
    return shown


# --- files


@listed(MergeDialog)
async def merge(_shelf: Shelf) -> QDialog:
    theirs, mine = b"same\ntheirs 1\nsame\nsame\ntheirs 2\n", b"same\nmine 1\nsame\nsame\nmine 2\n"
    return MergeDialog("Note", ThreeWayTexts(mine, theirs), compare(theirs, mine))


@listed(ComparisonDialog)
async def comparison(_shelf: Shelf) -> QDialog:
    return ComparisonDialog("Home (conflict).md", "Home.md", compare(b"a\nb\n", b"a\nc\n"))


@listed(NamePrompt)
async def name_prompt(_shelf: Shelf) -> QDialog:
    shown = NamePrompt("New note", lambda _typed: NewPath("A.md"), name="A")
    await until(shown.accept_button.isEnabled)
    return shown


def _prompt_of_window(open_prompt: Callable[[MainWindow], None]) -> Make:
    async def make(shelf: Shelf) -> QDialog:
        notes = {"Home.md": "# Home\n", "Daily/Day.md": "A day.\n"}
        world = await shelf.stack.enter_async_context(vault_window(shelf.app, shelf.folder, notes))
        open_prompt(world.window)
        await until(lambda: isinstance(dialog(), NamePrompt))
        shown = dialog()
        assert isinstance(shown, NamePrompt)
        await until(lambda: shown.found is not None)
        return shown

    return make


listed(NamePrompt, "new_note")(_prompt_of_window(lambda window: window.menus.actions["file.new_note"].trigger()))
listed(new_notes._FolderPrompt, "new_folder")(
    _prompt_of_window(lambda window: window.tree.new_folder_requested.emit(""))
)
listed(file_moves._RenamePrompt, "rename_note")(
    _prompt_of_window(lambda window: window.tree.rename_requested.emit("Home.md", False))
)
listed(folder_moves._FolderPrompt, "rename_folder")(
    _prompt_of_window(lambda window: window.tree.rename_requested.emit("Daily", True))
)


@listed(ConfirmMoveDialog)
async def file_question(_shelf: Shelf) -> QDialog:
    touched = [("Home.md", 2), ("Daily/Day.md", 1)]
    return ConfirmMoveDialog("Move Plan?", ["Two notes link to it."], touched, "&Move")


@listed(VaultList)
async def vaults(shelf: Shelf) -> QDialog:
    return VaultList(
        [
            OfferedVault(shelf.folder, True, True, True),
            OfferedVault(shelf.folder / "gone", False, False, False, is_recent=True),
            OfferedVault(shelf.folder.parent, False, True, False, is_recent=True),
        ],
    )


@listed(TemplateChoice)
async def templates(_shelf: Shelf) -> QDialog:
    return TemplateChoice(["T/Daily.md", "T/Meeting.md"], "T")


# --- the conversation


async def _opened() -> QDialog:
    await until(lambda: dialog() is not None)
    shown = dialog()
    assert shown is not None
    return shown


@listed(Question)
async def delete_conversation(shelf: Shelf) -> QDialog:
    world = make_world(shelf.folder, ["Fine."], keep=True)
    shelf.stack.push_async_callback(world.close)
    await world.ask("tidy")
    await until(lambda: world.kept.id)
    world.panel.conversation_actions.delete()
    return await _opened()


@listed(SavePrompt)
async def save_to_note(shelf: Shelf) -> QDialog:
    world = make_world(shelf.folder, [call("read_note", path="Home"), "Fine."], keep=True)
    shelf.stack.push_async_callback(world.close)
    await world.ask("tidy")
    await until(lambda: world.kept.id)
    world.panel.conversation_actions.save_to_note()
    shown = await _opened()
    assert isinstance(shown, SavePrompt)
    await until(shown.accept_button.isEnabled)
    return shown


@listed(Question)
async def revise_plan(shelf: Shelf) -> QDialog:
    world = make_world(shelf.folder, [])
    shelf.stack.push_async_callback(world.close)
    world.panel.conversation_actions.revise_plan()
    return await _opened()


@listed(UnsavedQuestion)
async def three_ways(shelf: Shelf) -> QDialog:
    state = SaveState("conflict", "The same lines were changed in the file.")
    parent = QWidget()
    shelf.stack.callback(parent.deleteLater)
    return UnsavedQuestion("Home.md", state, parent, hangs=False, kept=True, conflict=True, text=lambda: "text")
