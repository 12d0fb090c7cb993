"""The Test button of a model: first the connection, then a tool call; the results go into the settings."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.errors import Text
from axon_desktop.llm.http.failures import no_answer
from axon_desktop.llm.models.probe import ProbeResult
from axon_desktop.llm.models.tool_probe import PROBE_TOOL, CallForm, ToolProbe
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import ModelSettings, Settings, ToolsFound
from axon_desktop.theme.colors import LIGHT
from axon_desktop.theme.look import LARGEST_TEXT, Look
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.look.theme import apply_theme
from axon_desktop.ui.settings.dialog import SettingsDialog
from axon_desktop.ui.settings.model.model_form import ModelForm
from axon_desktop.ui.settings.model.model_test import ModelTest
from axon_desktop.ui.settings.model.model_test_result import probe_sentence, tools_sentence
from tests.llm.local_servers import MODEL, HomeServer, llama_cpp
from tests.llm.loopback import Reply, Stall, Step
from tests.ui.chat_world import Run, until

NATIVE = Reply(calls=[(PROBE_TOOL.name, {"path": "Shopping"})])
AS_TEXT = Reply('```json:tool\n{"tool": "read_note", "params": {"path": "Shopping"}}\n```')
PLAIN = Reply("The note says: milk.")


def open_dialog(server: HomeServer, found: ToolsFound | None = None) -> SettingsDialog:
    model = ModelSettings(provider="openai_compatible", base_url=server.base_url, model=MODEL, tools_found=found)
    return SettingsDialog(Settings(model=model), KeyStore({}))


@pytest.mark.parametrize(
    ("replies", "words", "protocol"),
    [
        ((NATIVE,), "Tools: native calls work. Context: 16.4k tokens.", "native"),
        ((PLAIN, AS_TEXT), "Tools: text calls work. Context: 16.4k tokens.", "text"),
        ((PLAIN, PLAIN), "This model could not make a tool call", None),
    ],
)
def test_what_the_test_finds_is_said_and_kept_when_the_dialog_is_accepted(
    run_async: Run, replies: tuple[Step, ...], words: str, protocol: str | None
) -> None:
    async def body() -> None:
        with HomeServer(llama_cpp(16384)) as server:
            server.script(Reply("ok"), *replies)
            dialog = open_dialog(server, ToolsFound(server.base_url, MODEL, "text"))
            answer = spawn(ask(dialog), name="settings")
            await until(dialog.isActiveWindow)
            form = dialog.models.form
            form.test.click()
            assert not form.test.isEnabled()
            await until(lambda: words in form.test_result.text(), 30)
            assert "answers" in form.test_result.text().splitlines()[0]
            assert form.test.isEnabled()
            dialog.save.click()
            assert await answer == QDialog.DialogCode.Accepted
            found = dialog.new_settings.model.tools_found
            assert found == (protocol and ToolsFound(server.base_url, MODEL, protocol))  # type: ignore[arg-type]

    run_async(body())


def test_answer_to_the_first_question_is_shown_while_the_second_runs_and_closing_ends_it(run_async: Run) -> None:
    async def body() -> None:
        with HomeServer(llama_cpp(16384)) as server:
            server.script(Reply("ok"), Stall(keep_alive=0.05))
            dialog = open_dialog(server)
            answer = spawn(ask(dialog), name="settings")
            await until(dialog.isActiveWindow)
            form = dialog.models.form
            form.test.click()
            await until(lambda: "Trying a tool call" in form.test_result.text(), 30)
            assert "answers" in form.test_result.text()
            await until(lambda: sum(request.method == "POST" for request in server.requests) == 2, 30)
            dialog.reject()
            await answer
            left = asyncio.to_thread(server.wait_for_disconnects, 1, 10)
            assert await left

    run_async(body())


def test_another_model_in_the_fields_ends_the_test(run_async: Run) -> None:
    async def body() -> None:
        with HomeServer(llama_cpp(16384)) as server:
            server.script(Reply("ok"), Stall(keep_alive=0.05))
            dialog = open_dialog(server)
            answer = spawn(ask(dialog), name="settings")
            await until(dialog.isActiveWindow)
            form = dialog.models.form
            form.test.click()
            await until(lambda: "Trying a tool call" in form.test_result.text(), 30)
            form.set_model(ModelSettings(provider="deepseek"))
            assert (form.test_result.text(), form.test.isEnabled()) == ("", True)
            dialog.done(0)
            await answer

    run_async(body())


@pytest.mark.parametrize("form", ["native", "text", "neither", "unknown"])
def test_every_outcome_has_its_own_sentence(form: CallForm) -> None:
    said = tools_sentence(ToolProbe(form, "Why." if form == "unknown" else ""))
    assert said
    assert said.endswith("Why.") == (form == "unknown")
    assert "tokens" not in said


def test_a_window_that_nobody_has_told_is_not_said_to_be_the_models() -> None:
    sentence = tools_sentence(ToolProbe("native", context_window=8192))
    assumed = tools_sentence(ToolProbe("native", context_window=8192, window_assumed=True))
    assert sentence.endswith("Context: 8.2k tokens.")
    assert "Axon assumes 8.2k tokens" in assumed


def test_form_says_what_is_counted_on_until_the_size_is_entered(qtbot: QtBot) -> None:
    form = ModelForm(KeyStore({}))
    qtbot.addWidget(form)
    form.show()
    local = ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:11434/v1", model="my-own")
    form.set_model(local)
    assert form.window_words.isVisible()
    assert "32,768 tokens" in form.window_words.text()
    QTest.keyClicks(form.window_size, "16k")
    assert not form.window_words.isVisible()
    form.window_size.selectAll()
    QTest.keyClick(form.window_size, Qt.Key.Key_Backspace)
    assert form.window_words.isVisible()
    form.set_model(replace(local, model=""))
    assert not form.window_words.isVisible(), "nothing is asked yet"
    form.set_model(ModelSettings(provider="deepseek"))
    assert not form.window_words.isVisible()


@pytest.mark.parametrize(
    ("detail", "lines"),
    [
        (Text("Cannot reach {address} ({why}).", address="http://127.0.0.1:9/v1", why="refused"), 1),
        (no_answer(20), 2),
    ],
)
def test_server_that_cannot_be_reached_is_said_once(detail: Text, lines: int) -> None:
    said = probe_sentence(ProbeResult(False, "network", detail, (), 1.0), "A server")
    assert len(said.splitlines()) == lines
    assert said.endswith(detail)


def test_what_is_said_is_scrolled_into_view(run_async: Run) -> None:
    async def body() -> None:
        area, page = QScrollArea(), QWidget()
        column = QVBoxLayout(page)
        column.addSpacing(600)
        test = ModelTest()
        column.addWidget(test)
        area.setWidgetResizable(True)
        area.setWidget(page)
        area.resize(300, 200)
        area.show()
        for words in ("No.", "This server cannot be reached, whatever is tried. " * 6):
            test.show_words(words, "err")
            await until(lambda: test.visibleRegion().boundingRect() == test.rect())
        area.close()

    run_async(body())


def test_what_is_said_is_never_cut_in_the_form(qapp: QApplication, run_async: Run) -> None:
    async def body() -> None:
        apply_theme(qapp, LIGHT, Look(text_size=LARGEST_TEXT))
        model = ModelSettings(provider="openai_compatible", base_url="http://127.0.0.1:9/v1", model="m")
        dialog = SettingsDialog(Settings(model=model), KeyStore({}), page="models")
        dialog.resize(900, 1100)
        dialog.show()
        test = dialog.models.form._test
        await until(lambda: dialog.models.form.key_row.place.text()[:1] == "○")
        for width, counts in ((860, range(3, 40, 3)), (1000, range(5, 40, 6))):
            dialog.resize(width, 1100)
            for count in counts:
                test.show_words("Whatever is tried. " * count, "err")
                await until(lambda: test.height() >= test.heightForWidth(test.width()))
        dialog.close()
        apply_theme(qapp, LIGHT)

    run_async(body())
