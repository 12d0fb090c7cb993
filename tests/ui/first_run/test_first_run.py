"""The first run: vault, model, mode and a first question by keyboard alone; each page can be skipped."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from axon_desktop.desktop import Desktop
from axon_desktop.llm.models import discovery
from axon_desktop.options import parse_options
from axon_desktop.sample_vault import SAMPLE_NAME
from axon_desktop.settings import settings as settings_file
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.theme.colors import LIGHT
from axon_desktop.ui.chat.panel import ChatPanel
from axon_desktop.ui.first_run.choice_list import Choice, ChoiceList
from axon_desktop.ui.first_run.choices import Choices, with_choices
from axon_desktop.ui.first_run.dialog import WelcomeDialog
from axon_desktop.ui.first_run.model_page import ModelPage
from axon_desktop.ui.first_run.question_page import first_note
from axon_desktop.ui.look.theme import apply_theme
from tests.llm.listing_server import PAGE, ListingServer
from tests.llm.loopback import Reply
from tests.llm.openai_server import OpenAIServer
from tests.ui.chat_world import Run, dialog, until
from tests.waiting import PATIENCE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home folder of a user who has Obsidian with one vault, and nothing of Axon."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "axon"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("APPDATA", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(discovery, "PORTS", {})
    notes = tmp_path / "Garden"
    notes.mkdir()
    (notes / "Beds.md").write_text("# Beds\n", "utf-8")
    known = tmp_path / "config" / "obsidian" / "obsidian.json"
    known.parent.mkdir(parents=True)
    known.write_text(json.dumps({"vaults": {"1": {"path": str(notes), "ts": 1}}}), "utf-8")
    return tmp_path


def start(app: QApplication, *arguments: str) -> tuple[Desktop, asyncio.Future[int]]:
    desktop = Desktop(app, parse_options(arguments), KeyStore())
    return desktop, asyncio.ensure_future(desktop.run())


async def welcome() -> WelcomeDialog:
    await until(lambda: isinstance(dialog(), WelcomeDialog))
    shown = dialog()
    assert isinstance(shown, WelcomeDialog)
    return shown


async def press(shown: WelcomeDialog, key: Qt.Key) -> None:
    """Press a key where the focus is, and wait until the page has handled it."""
    QTest.keyClick(shown.focusWidget() or shown, key)
    await until(lambda: shown._task is None)


async def close(desktop: Desktop, running: asyncio.Future[int]) -> None:
    desktop.window.close()
    assert await running == 0


def panel_of(desktop: Desktop) -> ChatPanel:
    assert isinstance(desktop.window.chat, ChatPanel)
    return desktop.window.chat


def test_return_four_times_opens_obsidians_vault_and_asks_about_it(
    qapp: QApplication, home: Path, run_async: Run
) -> None:
    async def body() -> None:
        desktop, running = start(qapp)
        shown = await welcome()
        assert shown.page.list.value == home / "Garden"
        await press(shown, Qt.Key.Key_Return)
        assert shown.page.list.value == ModelSettings()
        await press(shown, Qt.Key.Key_Return)
        await press(shown, Qt.Key.Key_Down)
        await press(shown, Qt.Key.Key_Return)
        await press(shown, Qt.Key.Key_Down)
        assert shown.page.list.value == "read Beds"
        QTest.keyClick(shown.focusWidget(), Qt.Key.Key_Return)
        await until(lambda: desktop.workspace is not None and desktop.workspace.vault.name == "Garden")
        await until(lambda: desktop.workspace is not None and len(desktop.workspace.session.history) > 2)
        assert desktop.workspace is not None
        assert "Beds" in desktop.workspace.session.history[0].content
        await until(lambda: not desktop.workspace.session.running)  # type: ignore[union-attr]
        kept = settings_file.load()
        assert (kept.general.last_vault, kept.safety.mode) == (str(home / "Garden"), "apply")
        await close(desktop, running)

    run_async(body())


def test_escape_skips_all_and_nothing_asks_again(qapp: QApplication, run_async: Run) -> None:
    async def first() -> None:
        desktop, running = start(qapp)
        shown = await welcome()
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        await until(lambda: dialog() is None)
        assert desktop.workspace is not None
        assert desktop.workspace.vault.name == SAMPLE_NAME
        await close(desktop, running)

    async def second() -> None:
        desktop, running = start(qapp)
        await until(lambda: isinstance(desktop.window.chat, ChatPanel))
        assert not isinstance(dialog(), WelcomeDialog)
        desktop.window.menus.actions["help.welcome"].trigger()  # from the Help menu, however often
        shown = await welcome()
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        await until(lambda: dialog() is None)
        await close(desktop, running)

    run_async(first())
    run_async(second())


def test_what_was_chosen_before_the_rest_was_skipped_holds(qapp: QApplication, home: Path, run_async: Run) -> None:
    async def body() -> None:
        desktop, running = start(qapp)
        shown = await welcome()
        await press(shown, Qt.Key.Key_Return)
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        await until(lambda: settings_file.load().general.last_vault == str(home / "Garden"))
        assert not panel_of(desktop).composer.input.toPlainText()
        await close(desktop, running)

    run_async(body())


def test_who_lost_the_vault_is_told_why_the_sample_is_open(qapp: QApplication, home: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.general.last_vault = str(home / "Lost")
        settings_file.save(settings)
        desktop, running = start(qapp)
        bar = desktop.window.error_bar
        await until(bar.isVisible)
        assert "Lost is no longer there. The sample vault is open instead." in bar.text.text()
        assert bar.action_button.isVisible()
        assert desktop.workspace is not None
        assert desktop.workspace.vault.name == SAMPLE_NAME
        await close(desktop, running)

    run_async(body())


def test_who_names_a_vault_is_not_asked(qapp: QApplication, home: Path, run_async: Run) -> None:
    async def body() -> None:
        desktop, running = start(qapp, str(home / "Garden"))
        await until(lambda: isinstance(desktop.window.chat, ChatPanel))
        assert not isinstance(dialog(), WelcomeDialog)
        await close(desktop, running)

    run_async(body())


def test_local_server_is_found_and_chosen(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setattr(discovery, "_SECONDS", PATIENCE)

    async def body(server: OpenAIServer) -> None:
        port = int(server.base_url.split(":")[2].split("/")[0])
        made = ModelPage(Settings(), KeyStore(), ports={port: "Ollama"})
        await made.begin(Choices())
        await until(lambda: made.list.value is not None and made.list.value.model == server.model)
        choices = Choices()
        assert await made.settle(choices)
        assert choices.model is not None
        assert choices.model.base_url == server.base_url
        made.deleteLater()

    with OpenAIServer(keyless=True) as server:
        run_async(body(server))


def test_key_in_the_environment_chooses_its_provider_and_that_is_said(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, run_async: Run
) -> None:
    monkeypatch.setattr(discovery, "_SECONDS", PATIENCE)

    async def body(server: OpenAIServer) -> None:
        keys = KeyStore.from_environment({"ANTHROPIC_API_KEY": "sk-ant-key"})
        port = int(server.base_url.split(":")[2].split("/")[0])
        made = ModelPage(Settings(), keys, ports={port: "Ollama"})
        chosen = ModelSettings(provider="anthropic")
        assert made.list.value == chosen
        assert made.list.choice is not None
        assert "Its key is already in ANTHROPIC_API_KEY." in made.list.choice.words
        assert made.list.choice.badge == "key found"
        assert "Axon uses the key in ANTHROPIC_API_KEY." in made.fields.words.text()
        rows = made.list.count()
        await made.begin(Choices())
        await until(lambda: made.list.count() > rows)  # a server of this computer is listed, and not selected
        assert made.list.value == chosen
        made.list.choose(ModelSettings(provider="deepseek"))
        assert made.fields.words.text() == ""
        assert made.list.choice is not None
        assert "Needs a key from platform.deepseek.com." in made.list.choice.words
        made.deleteLater()

    with OpenAIServer(keyless=True) as server:
        run_async(body(server))


def test_key_in_the_environment_changes_nothing_that_is_set_up(qapp: QApplication) -> None:
    now = ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:1/v1", model="m")
    made = ModelPage(Settings(model=now), KeyStore({"deepseek": "sk-key"}), ports={})
    assert made.list.value == now
    made.deleteLater()


def test_wrong_key_says_so_and_the_right_one_is_kept(qapp: QApplication, run_async: Run) -> None:
    async def body(server: OpenAIServer) -> None:
        keys = KeyStore()
        made = ModelPage(Settings(), keys, ports={})
        made.list.choose(ModelSettings(provider="openai_compatible"))
        fields, choices = made.fields, Choices()
        assert not await made.settle(choices)
        assert "address" in fields.words.text()
        fields.base_url.setText(server.base_url)
        fields.model.setText(server.model)
        fields.key.setText("sk-wrong-key")
        fields.only_now.setChecked(True)
        assert not await made.settle(choices)
        assert (choices, "does not accept the key" in fields.words.text()) == (Choices(), True)
        fields.key.setText(server.key)
        server.script(Reply("ok"))
        assert await made.settle(choices), fields.words.text()
        assert choices.model is not None
        assert keys.get(f"openai_compatible/127.0.0.1:{server.base_url.split(':')[2].split('/')[0]}") == server.key
        made.deleteLater()

    with OpenAIServer(strict=True) as server:
        run_async(body(server))


async def other_server(qapp: QApplication) -> ModelPage:
    """Return a page in a window of its own, with the fields for another server."""
    apply_theme(qapp, LIGHT)
    made = ModelPage(Settings(), KeyStore(), ports={})
    made.resize(560, 430)
    made.show()
    made.activateWindow()
    made.list.choose(ModelSettings(provider="openai_compatible"))
    await until(made.fields.models.isVisible)
    return made


def places(made: ModelPage) -> list[QRect]:
    fields = made.fields
    parts = (made.list, fields.base_url, fields.models, fields.key, fields.words)
    return [QRect(part.mapTo(made, QPoint(0, 0)), part.size()) for part in parts]


def test_address_as_people_write_it_gives_a_choice_of_the_servers_models(
    qapp: QApplication, run_async: Run
) -> None:
    async def body(server: ListingServer) -> None:
        made = await other_server(qapp)
        fields, choices = made.fields, Choices()
        fields.base_url.setFocus()
        await until(fields.base_url.hasFocus)
        QTest.keyClicks(fields.base_url, server.where)
        QTest.keyClick(fields.base_url, Qt.Key.Key_Tab)
        await until(lambda: fields.models.offered == server.models)
        assert fields.base_url.text() == f"{server.base_url}/v1"
        assert "2 models" in fields.words.text()
        assert fields.model.text() == "", "which of them is for the user to say"
        QTest.keyClick(fields.model, Qt.Key.Key_Down)
        await until(fields.models.view().isVisible)
        QTest.keyClick(fields.models.view(), Qt.Key.Key_Down)
        QTest.keyClick(fields.models.view(), Qt.Key.Key_Return)
        await until(lambda: fields.model.text() in server.models)
        QTest.keyClicks(fields.model, "-mine")  # also a name that is not in the list
        assert fields.value().model.endswith("-mine")
        fields.model.clear()
        assert not await made.settle(choices)
        assert fields.models.view().isVisible(), "Next without a model opens the list"
        fields.models.hidePopup()
        fields.base_url.setText("127.0.0.1:1")
        assert not await made.settle(choices)
        assert "Cannot reach" in fields.words.text()
        assert fields.models.offered == (), "what another server has is not offered"
        assert not fields.models.view().isVisible()
        made.close()
        made.deleteLater()

    with ListingServer(["qwen3:4b", "llama3.2:3b"]) as server:
        run_async(body(server))


def test_the_one_model_of_a_server_is_taken(qapp: QApplication, run_async: Run) -> None:
    async def body(server: OpenAIServer) -> None:
        made = await other_server(qapp)
        choices = Choices()
        where = server.base_url.removeprefix("http://").removesuffix("/v1")
        made.fields.base_url.setText(where.replace(":", "："))
        server.script(Reply("ok"))
        assert await made.settle(choices), made.fields.words.text()
        assert choices.model is not None
        assert (choices.model.base_url, choices.model.model) == (server.base_url, server.model)
        made.close()
        made.deleteLater()

    with OpenAIServer(keyless=True) as server:
        run_async(body(server))


def test_root_of_a_server_without_v1_stays_its_root(qapp: QApplication, run_async: Run) -> None:
    async def body(server: ListingServer) -> None:
        made = await other_server(qapp)
        made.fields.base_url.setText(server.where)
        assert await made.fields.find_model()
        assert made.fields.value().base_url == server.base_url
        made.close()
        made.deleteLater()

    with ListingServer(root="") as server:
        run_async(body(server))


def test_nothing_moves_whatever_is_said(qapp: QApplication, run_async: Run) -> None:
    async def body(locked: ListingServer, page: ListingServer) -> None:
        made = await other_server(qapp)
        before, said = places(made), set()
        for text, words in (
            ("", "no address"),
            ("what is this", "no address"),
            ("127.0.0.1:1", "Cannot reach"),
            (locked.where, "does not accept the key"),
            (page.where, "No model answers at this address"),
        ):
            made.fields.base_url.setText(text)
            assert not await made.settle(Choices())
            assert words in made.fields.words.text()
            said.add(made.fields.words.text())
            QApplication.sendPostedEvents()
            assert places(made) == before, words
        made.fields.say("A long answer of a server. " * 40, "err")
        assert places(made) == before
        assert made.fields.words.toolTip()
        made.fields.say("")
        assert places(made) == before
        assert len(said) == 4
        made.close()
        made.deleteLater()

    with ListingServer(needs_key=True) as locked, ListingServer(root="/x", elsewhere=PAGE) as page:
        run_async(body(locked, page))


def test_no_key_but_the_typed_one_goes_to_an_address_that_was_just_typed(
    qapp: QApplication, run_async: Run
) -> None:
    async def body(server: ListingServer) -> None:
        made = ModelPage(Settings(), KeyStore({"openai": "sk-of-the-environment"}), ports={})
        made.show()
        made.list.choose(ModelSettings(provider="openai_compatible"))
        made.fields.base_url.setText(server.where)
        made.fields.look_for_models()
        await until(lambda: made.fields.models.offered)
        assert [request.headers.get("authorization") for request in server.requests] == [None]
        made.fields.key.setText("sk-typed-for-it")
        made.fields.look_for_models()
        await until(lambda: len(server.requests) == 2)
        assert server.requests[1].headers["authorization"] == "Bearer sk-typed-for-it"
        made.fields.look_for_models()
        await until(lambda: made.fields.models._asking is None)
        assert len(server.requests) == 2, "what was asked is not asked again"
        made.close()
        made.deleteLater()

    with ListingServer() as server:
        run_async(body(server))


def test_provider_without_a_key_is_not_left_by_mistake(qapp: QApplication, run_async: Run) -> None:
    class Empty:
        """A key store without keys."""

        def get_password(self, service: str, username: str) -> str | None:
            return None

        def set_password(self, service: str, username: str, password: str) -> None:
            raise AssertionError

        def delete_password(self, service: str, username: str) -> None:
            raise AssertionError

    async def body() -> None:
        made = ModelPage(Settings(), KeyStore(backend=Empty()), ports={})
        made.list.choose(ModelSettings(provider="deepseek"))
        assert not await made.settle(Choices())
        assert "Enter a key" in made.fields.words.text()
        made.deleteLater()

    run_async(body())


def test_model_that_answered_before_can_be_switched_to() -> None:
    old, new = ModelSettings(provider="deepseek"), ModelSettings(provider="openai")
    changed = with_choices(Settings(model=old), Choices(model=new, safety="read_only"))
    assert (changed.model, changed.other_models, changed.safety.mode) == (new, [old], "read_only")
    assert with_choices(Settings(model=old), Choices()) == Settings(model=old)
    assert with_choices(Settings(), Choices(model=new)).other_models == []


def test_question_is_about_a_note_that_is_there(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    assert first_note(root) == ""
    (root / ".obsidian").mkdir(parents=True)
    (root / "Inbox").mkdir()
    assert first_note(root) == ""
    (root / "Inbox" / "Idea.md").touch()
    assert first_note(root) == "Inbox/Idea"
    (root / "Zoo.md").touch()
    (root / "Index.md").touch()
    assert first_note(root) == "Index"


@pytest.mark.parametrize("name", ["直接应用，可撤销", "Apply jg"])
def test_rows_show_the_whole_of_their_letters(qapp: QApplication, qtbot: QtBot, name: str) -> None:
    apply_theme(qapp, LIGHT)
    rows = ChoiceList("Rows")
    qtbot.addWidget(rows)
    rows.add(Choice(name, "普通更改直接执行。", 1))
    rows.add(Choice(name, "", 2))
    rows.resize(300, 200)
    rows.show()
    bold = QFont(rows.font())
    bold.setBold(True)
    needed = QFontMetrics(bold).size(0, name).height()
    assert rows.sizeHintForRow(1) >= needed + 16
    row = rows.visualItemRect(rows.item(0))
    drawn, whole = QImage(row.size(), QImage.Format.Format_RGB32), QImage(row.size(), QImage.Format.Format_RGB32)
    option = QStyleOptionViewItem()
    option.font, option.rect = rows.font(), drawn.rect()
    for image in (drawn, whole):
        image.fill(QColor("white"))
    with QPainter(drawn) as painter:
        rows.itemDelegate().paint(painter, option, rows.indexFromItem(rows.item(0)))
    with QPainter(whole) as painter:
        painter.setFont(bold)
        painter.setPen(QColor(LIGHT.text))
        painter.drawText(drawn.rect().adjusted(12, 8, -12, 0), Qt.TextFlag.TextDontClip, name)
    assert drawn.copy(0, 0, row.width(), 8 + needed) == whole.copy(0, 0, row.width(), 8 + needed)


def test_choices_stay_whole_beside_the_fields_of_another_server(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        desktop = Desktop(qapp, parse_options([]), KeyStore({"deepseek": "sk-0"}))
        running = asyncio.ensure_future(desktop.run())
        shown = await welcome()
        await press(shown, Qt.Key.Key_Return)
        page = shown._pages[1]
        assert isinstance(page, ModelPage)
        await until(lambda: "No model server" in page.looking.text())
        rows = page.list
        place = rows.visualItemRect(rows.item(3)).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
        await until(rows.verticalScrollBar().isVisible)

        def is_whole() -> bool:
            places = [rows.visualItemRect(rows.item(row)) for row in range(rows.count())]
            below_each_other = all(one.bottom() + 1 == next_.top() for one, next_ in pairwise(places))
            return below_each_other and rows.viewport().rect().contains(places[3])

        await until(is_whole)
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        await close(desktop, running)

    run_async(body())


def test_last_step_offers_nothing_to_skip(qapp: QApplication, home: Path, run_async: Run) -> None:
    async def body() -> None:
        desktop, running = start(qapp)
        shown = await welcome()
        while shown._stack.currentIndex() + 1 < len(shown._pages):
            assert shown.skip.isVisible()
            assert shown.vault.isVisible() == (shown._stack.currentIndex() > 0)
            await press(shown, Qt.Key.Key_Return)
            assert (shown.vault.text(), shown.vault.toolTip()) == ("Notes: Garden", str(home / "Garden"))
        assert not shown.skip.isVisible()
        QTest.mouseClick(shown.back, Qt.MouseButton.LeftButton)
        assert shown.skip.isVisible()
        QTest.keyClick(shown, Qt.Key.Key_Escape)
        await until(lambda: not isinstance(dialog(), WelcomeDialog))
        await close(desktop, running)

    run_async(body())
