from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.mcp_host.elicitation import ElicitationRequest, form_request, url_request
from axon_desktop.ui.mcp.elicitation import DialogElicitation
from axon_desktop.ui.mcp.question_dialog import AddressDialog, SchemaFormDialog
from axon_desktop.ui.mcp.schema_fields import (
    BooleanField,
    ChoiceField,
    FormField,
    MultiChoiceField,
    NumberField,
    TextField,
    make_field,
)
from tests.mcp_host.scenes import call, crude, ready, running
from tests.ui.chat_world import Run, until
from tests.ui.decisions_world import eager
from tests.ui.server_world import closed, opened

NAME = {"type": "string", "title": "Your name", "description": "As on the\u200b ticket."}
PROPERTIES: dict[str, Any] = {
    "name": NAME,
    "nights": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
    "price": {"type": "number"},
    "breakfast": {"type": "boolean", "default": True},
    "class": {"type": "string", "enum": ["a", "b"], "enumNames": ["First", "Second"], "default": "b"},
    "extras": {"type": "array", "items": {"type": "string", "enum": ["sea", "late"]}, "maxItems": 1},
    "mail": {"type": "string", "format": "email"},
}


def form(required: tuple[str, ...] = ("name",), **properties: Any) -> ElicitationRequest:
    schema = {"type": "object", "properties": properties or PROPERTIES, "required": list(required)}
    request = form_request("booking", "Who travels?", schema)
    assert request is not None
    return request


def shown(qtbot: QtBot, request: ElicitationRequest) -> SchemaFormDialog:
    dialog = SchemaFormDialog(request)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


def line(field: FormField) -> QLineEdit:
    assert isinstance(field, TextField | NumberField)
    return field.line


def test_each_kind_of_field_gives_the_value_of_its_type(qtbot: QtBot) -> None:
    dialog = shown(qtbot, form())
    kinds = [type(field) for field in dialog.fields.values()]
    assert kinds == [TextField, NumberField, NumberField, BooleanField, ChoiceField, MultiChoiceField, TextField]
    line(dialog.fields["name"]).setText("李雷")
    line(dialog.fields["price"]).setText("9,5")
    extras = dialog.fields["extras"]
    assert isinstance(extras, MultiChoiceField)
    extras.boxes[1][1].click()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.answer.action == "accept"
    expected = {"name": "李雷", "nights": 2, "price": 9.5, "breakfast": True, "class": "b", "extras": ["late"]}
    assert dialog.answer.data == expected
    assert isinstance(dialog.answer.data["nights"], int)


@pytest.mark.parametrize(("required", "said"), [(("name",), True), ((), False)])
def test_star_is_explained_where_there_is_one(qtbot: QtBot, required: tuple[str, ...], said: bool) -> None:
    dialog = shown(qtbot, form(required))
    assert ("* required" in [label.text() for label in dialog.findChildren(QLabel)]) is said


@pytest.mark.parametrize("count", [2, 30])
def test_fields_end_where_the_buttons_end_but_for_the_bar(qtbot: QtBot, count: int) -> None:
    dialog = shown(qtbot, form((), **{f"field {number}": {"type": "string"} for number in range(count)}))

    def right(widget: QWidget) -> int:
        return widget.mapTo(dialog, widget.rect().topRight()).x()

    bar = dialog._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.isVisible() == (count > 2))
    field = right(dialog.fields["field 0"].widget)
    if bar.isVisible():
        assert field <= right(bar) - bar.width()
        assert bar.width() >= 16, "its handle keeps some room"
    else:
        assert abs(field - right(dialog.accept_button)) <= 1


def test_words_of_the_server_are_shown_as_its_own_with_nothing_hidden(qtbot: QtBot) -> None:
    dialog = shown(qtbot, form())
    assert dialog.heading.text() == "Question from the server “booking”"
    assert dialog.message.text() == "Who travels?"
    name = dialog.fields["name"].widget
    assert name.accessibleName() == "Your name, required"
    assert "⟨U+200B⟩" in name.accessibleDescription()


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("nights", "2.5", "whole number"),
        ("nights", "0", "smallest number allowed is 1"),
        ("nights", "10", "largest number allowed is 9"),
        ("price", "much", "must be a number"),
        ("price", "1e999", "must be a number"),
        ("mail", "nobody", "must look like"),
    ],
)
def test_what_does_not_fit_is_said_and_not_sent(qtbot: QtBot, field: str, text: str, words: str) -> None:
    dialog = shown(qtbot, form())
    line(dialog.fields["name"]).setText("x")
    line(dialog.fields[field]).setText(text)
    dialog.accept_button.click()
    assert words in dialog.problem.text()
    assert dialog.isVisible()
    dialog.decline.click()
    assert dialog.answer.action == "decline"


def test_nothing_is_sent_before_what_must_be_is_filled_in(qtbot: QtBot) -> None:
    color = {"type": "string", "oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]}
    beds = {"type": "array", "items": {"enum": [1, 2]}}
    text, number = {"type": "string"}, {"type": "integer"}
    asked = form(("name", "color", "beds", "n"), name=text, color=color, beds=beds, n=number, more=text)
    dialog = shown(qtbot, asked)
    choice, several = dialog.fields["color"], dialog.fields["beds"]
    assert isinstance(choice, ChoiceField)
    assert isinstance(several, MultiChoiceField)
    fills: list[Callable[[], None]] = [
        lambda: line(dialog.fields["name"]).setText("x"),
        lambda: choice.box.setCurrentIndex(2),
        lambda: several.boxes[1][1].click(),
        lambda: line(dialog.fields["n"]).setText("many"),
    ]
    for fill in fills:
        assert not dialog.accept_button.isEnabled()
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        fill()
    dialog.accept_button.click()
    assert "n: This must be a whole number." in dialog.problem.text()
    line(dialog.fields["n"]).clear()
    assert not dialog.accept_button.isEnabled()
    line(dialog.fields["n"]).setText("3")
    dialog.accept_button.click()
    assert dialog.answer.data == {"name": "x", "color": "g", "beds": [2], "n": 3}


def test_lengths_and_counts_are_checked(qtbot: QtBot) -> None:
    short = make_field({"type": "string", "minLength": 3, "maxLength": 4})
    for text, words in (("ab", "Enter at least 3"), ("abcde", "Enter at most 4"), ("abc", ""), ("", "")):
        line(short).setText(text)
        assert short.problem().startswith(words)
    several = make_field({"type": "array", "minItems": 2, "items": {"enum": [1, 2, 3]}})
    assert isinstance(several, MultiChoiceField)
    several.boxes[0][1].click()
    assert "at least 2" in several.problem()


def test_form_that_asks_for_a_secret_warns_and_masks_it(qtbot: QtBot) -> None:
    dialog = shown(qtbot, form((), password={"type": "string"}))
    texts = [label.text() for label in dialog.findChildren(type(dialog.message))]
    assert any("seems to ask for a secret (password)" in text for text in texts)
    assert line(dialog.fields["password"]).echoMode() is QLineEdit.EchoMode.Password


def test_address_is_shown_whole_with_its_host_and_warnings(qtbot: QtBot) -> None:
    url = "http://xn--gthub-3ya.example/login?" + "x" * 300
    request = url_request("github", "Sign in", url)
    assert request is not None
    dialog = AddressDialog(request)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.address.toPlainText() == url
    texts = [label.text() for label in dialog.findChildren(type(dialog.message))]
    assert any("It leads to xn--gthub-3ya.example." in text for text in texts)
    assert any("not encrypted" in text for text in texts)
    assert any("other scripts" in text for text in texts)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.answer.action == "cancel"


def test_server_gets_the_answers_of_the_dialogs(run_async: Run, tmp_path: Path) -> None:
    async def body() -> None:
        visited: list[str] = []
        elicit = DialogElicitation(eager(), lambda url: visited.append(url.toString()))
        async with running(tmp_path, crude(), elicit=elicit) as host:
            await ready(host)
            asked = asyncio.ensure_future(call(host, "crude.ask"))
            dialog = await opened(SchemaFormDialog)
            assert isinstance(dialog, SchemaFormDialog)
            assert dialog.message.text() == "Who⟨U+200B⟩?"
            line(dialog.fields["name"]).setText("Mei")
            dialog.accept_button.click()
            answer = json.loads((await asked).data or "")
            assert answer == {"action": "accept", "content": {"name": "Mei", "color": "blue"}}

            asked = asyncio.ensure_future(call(host, "crude.visit"))
            address = await opened(AddressDialog)
            assert visited == []
            QTest.keyClick(address, Qt.Key.Key_Return)
            assert json.loads((await asked).data or "")["action"] == "accept"
            assert visited == ["https://example.org/sign-in"]

            asked = asyncio.ensure_future(call(host, "crude.visit"))
            address = await opened(AddressDialog)
            address.close()
            assert json.loads((await asked).data or "")["action"] == "cancel"
            assert len(visited) == 1

    run_async(body())


def test_one_question_at_a_time_and_none_after_the_call_was_given_up(run_async: Run) -> None:
    async def body() -> None:
        elicit = DialogElicitation(eager(), QUrl)
        servers: list[str] = []
        elicit.asking.connect(servers.append)
        first = asyncio.ensure_future(elicit(form(name={"type": "string"})))
        second = asyncio.ensure_future(elicit(form(other={"type": "string"}, required=())))
        dialog = await opened(SchemaFormDialog)
        assert isinstance(dialog, SchemaFormDialog)
        assert list(dialog.fields) == ["name"]
        assert servers == ["booking"]
        first.cancel()
        await until(first.done)
        await closed(dialog)
        later = await opened(SchemaFormDialog)
        assert isinstance(later, SchemaFormDialog)
        assert list(later.fields) == ["other"]
        QTest.keyClick(later, Qt.Key.Key_Escape)
        assert (await second).action == "cancel"
        assert servers == ["booking", "", "booking", ""]

    run_async(body())


def test_buttons_tell_a_refusal_from_a_closed_question(qtbot: QtBot) -> None:
    dialog = shown(qtbot, form())
    assert "declined" in dialog.decline.toolTip()
    assert "closed" in dialog.later.toolTip()
