"""The fields of a server's form, created from its schema: text, number, yes or no, one or several choices."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QLineEdit, QWidget

from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import vbox
from axon_desktop.ui.widgets.form_fields import chooser

_LONGEST_CHOICE = 100
_FORMS = {
    "email": re.compile(r"[^@\s]+@[^@\s]+"),
    "uri": re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d.*"),
}


class FormField(ABC):
    """One field: its widget, its value, and its error."""

    widget: QWidget
    changes: Sequence[SignalInstance]
    """Signals of a changed value."""

    @abstractmethod
    def value(self) -> object:
        """Return the value of the field; None when it is left empty."""

    def problem(self) -> str:
        """Return the error as a sentence; empty if there is none."""
        return ""


class TextField(FormField):
    """A line of text."""

    def __init__(self, schema: JsonObject, *, secret: bool) -> None:
        self._schema = schema
        self.line = QLineEdit(_text(schema.get("default", "")))
        if secret:
            self.line.setEchoMode(QLineEdit.EchoMode.Password)
        hints = {
            "email": "name@example.org",
            "uri": "https://example.org",
            "date": "2026-01-31",
            "date-time": "2026-01-31T12:00:00Z",
        }
        self.line.setPlaceholderText(hints.get(str(schema.get("format")), ""))
        self.widget = self.line
        self.changes = (self.line.textChanged,)

    def value(self) -> object:
        """Return the text."""
        return self.line.text() or None

    def problem(self) -> str:
        """Check length and format."""
        text = self.line.text()
        if not text:
            return ""
        least, most = _number(self._schema.get("minLength")), _number(self._schema.get("maxLength"))
        if least is not None and len(text) < least:
            words = translate("Elicitation", "Enter at least {count} characters.").format(count=f"{least:g}")
            return translate("Elicitation", "Enter at least 1 character.") if least == 1 else words
        if most is not None and len(text) > most:
            words = translate("Elicitation", "Enter at most {count} characters.").format(count=f"{most:g}")
            return translate("Elicitation", "Enter at most 1 character.") if most == 1 else words
        form = _FORMS.get(str(self._schema.get("format")))
        if form is not None and not form.fullmatch(text.strip()):
            words = translate("Elicitation", "This must look like {example}.")
            return words.format(example=self.line.placeholderText())
        return ""


class NumberField(FormField):
    """A number, perhaps an integer."""

    def __init__(self, schema: JsonObject) -> None:
        self._schema = schema
        self._whole = schema.get("type") == "integer"
        default = _number(schema.get("default"))
        self.line = QLineEdit("" if default is None else f"{default:.15g}")
        self.line.setPlaceholderText(
            translate("Elicitation", "a whole number") if self._whole else translate("Elicitation", "a number")
        )
        self.widget = self.line
        self.changes = (self.line.textChanged,)

    def value(self) -> object:
        """Return the number; None also for an invalid one, see `problem`."""
        text = self.line.text().strip()
        try:
            return int(text) if self._whole else _finite(float(text.replace(",", ".")))
        except ValueError:
            return None

    def problem(self) -> str:
        """Check that it is a number within its bounds."""
        if not self.line.text().strip():
            return ""
        value = _number(self.value())
        if value is None:
            return (
                translate("Elicitation", "This must be a whole number.")
                if self._whole
                else translate("Elicitation", "This must be a number.")
            )
        least, most = _number(self._schema.get("minimum")), _number(self._schema.get("maximum"))
        if least is not None and value < least:
            return translate("Elicitation", "The smallest number allowed is {number}.").format(number=f"{least:g}")
        if most is not None and value > most:
            return translate("Elicitation", "The largest number allowed is {number}.").format(number=f"{most:g}")
        return ""


class BooleanField(FormField):
    """A check box."""

    def __init__(self, schema: JsonObject) -> None:
        self.box = CheckBox(translate("Elicitation", "Yes"))
        self.box.setChecked(schema.get("default") is True)
        self.widget = self.box
        self.changes = (self.box.toggled,)

    def value(self) -> object:
        """Return whether it is checked."""
        return self.box.isChecked()


class ChoiceField(FormField):
    """One of some values."""

    def __init__(self, choices: Sequence[tuple[object, str]], schema: JsonObject) -> None:
        self._values: list[object] = [None, *(value for value, _ in choices)]
        words = {"0": translate("Elicitation", "Choose…")}
        words |= {str(number): text for number, (_, text) in enumerate(choices, start=1)}
        default = schema.get("default")
        chosen = self._values.index(default) if default in self._values else 0
        self.box = chooser(words, str(chosen))
        self.widget = self.box
        self.changes = (self.box.currentIndexChanged,)

    def value(self) -> object:
        """Return the chosen value."""
        return self._values[self.box.currentIndex()]


class MultiChoiceField(FormField):
    """Any of some values."""

    def __init__(self, choices: Sequence[tuple[object, str]], schema: JsonObject) -> None:
        self._schema = schema
        default = schema.get("default")
        chosen = default if isinstance(default, list) else []
        self.widget = QWidget()
        layout = vbox(parent=self.widget, spacing=4)
        self.boxes: list[tuple[object, CheckBox]] = []
        for value, text in choices:
            box = CheckBox(text.replace("&", "&&"))
            box.setChecked(value in chosen)
            layout.addWidget(box)
            self.boxes.append((value, box))
        self.changes = [box.toggled for _, box in self.boxes]
        self.widget.setFocusProxy(self.boxes[0][1])

    def value(self) -> object:
        """Return the checked values; None for none, as for an empty field."""
        return [value for value, box in self.boxes if box.isChecked()] or None

    def problem(self) -> str:
        """Check the number of checked values."""
        count = sum(box.isChecked() for _, box in self.boxes)
        least, most = _number(self._schema.get("minItems")), _number(self._schema.get("maxItems"))
        if count and least is not None and count < least:
            return translate("Elicitation", "Choose at least {count}.").format(count=f"{least:g}")
        if most is not None and count > most:
            return translate("Elicitation", "Choose at most {count}.").format(count=f"{most:g}")
        return ""


def make_field(schema: JsonObject, *, secret: bool = False) -> FormField:
    """Return the field for a schema; an unknown one gives a line of text, which the server checks itself."""
    kind = schema.get("type")
    if kind == "array":
        items = schema.get("items")
        choices = _choices(items) if isinstance(items, dict) else []
        return MultiChoiceField(choices, schema) if choices else TextField({}, secret=secret)
    if choices := _choices(schema):
        return ChoiceField(choices, schema)
    if kind == "boolean":
        return BooleanField(schema)
    if kind in ("number", "integer"):
        return NumberField(schema)
    return TextField(schema, secret=secret)


def _choices(schema: JsonObject) -> list[tuple[object, str]]:
    """Return (value, text) of each choice, in all formats that the protocol has had."""
    for key in ("oneOf", "anyOf"):
        options = schema.get(key)
        if isinstance(options, list):
            found = [item for item in options if isinstance(item, dict) and "const" in item]
            return [(item["const"], _words(item.get("title", item["const"]))) for item in found]
    values = schema.get("enum")
    if not isinstance(values, list):
        return []
    names = schema.get("enumNames")
    words = names if isinstance(names, list) and len(names) == len(values) else values
    return [(value, _words(word)) for value, word in zip(values, words, strict=True)]


def _words(value: object) -> str:
    text = show_invisible(" ".join(str(value).split()))
    return text if len(text) <= _LONGEST_CHOICE else f"{text[:_LONGEST_CHOICE]}…"


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _finite(value: float) -> float:
    if value - value != 0:  # infinite, or not a number
        raise ValueError(value)
    return value
