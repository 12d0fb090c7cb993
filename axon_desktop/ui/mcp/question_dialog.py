"""A server's question to the user: a form to fill in, or an address to open."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFormLayout, QFrame, QLabel, QScrollArea, QWidget

from axon_desktop.llm.messages import JsonObject
from axon_desktop.mcp_host.elicitation import ElicitationAnswer, ElicitationRequest
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.look.parts import STRETCH, add_parts, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import px, start_size
from axon_desktop.ui.look.stylesheet import BAR_BESIDE, mark, wear_dialog
from axon_desktop.ui.mcp.schema_fields import FormField, make_field
from axon_desktop.ui.widgets.address_parts import address_parts
from axon_desktop.ui.widgets.labels import WarningLabel, WrappedLabel

_WIDTH = 520
_TALLEST_FORM = 420
_LONGEST_LABEL = 60
_LABEL = 180


class ElicitDialog(QDialog):
    """The base of both kinds of questions; `answer` holds the answer after it is closed."""

    def __init__(self, request: ElicitationRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answer = ElicitationAnswer("cancel")
        """The answer of Escape and of closing the window: neither agreement nor refusal."""
        self._request = request
        wear_dialog(self)
        self.setWindowTitle(self.tr("Question from a server"))
        self.layout_ = fill_dialog(self, spacing=10)
        self.heading = self._label(self.tr("Question from the server “{server}”"), kind="title")
        self.message = self._add(QLabel(request.message, self), tone="")  # no symbol: it may be copied
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setAccessibleName(
            self.tr("Message from the server: {message}").format(message=request.message)
        )
        self.message.setVisible(bool(request.message.strip()))
        self.decline = push_button(
            self.tr("&Decline"),
            self,
            lambda: self._finish(ElicitationAnswer("decline")),
            tip=self.tr("Say no: the server is told that you declined"),
        )
        self.later = push_button(
            self.tr("&Cancel"),
            self,
            self.reject,
            tip=self.tr("Don’t answer: the server is told that you closed the question"),
        )
        self.accept_button = push_button("", self, self._accept, default=True, primary=True)

    def _label(self, words: str, **look: str) -> QLabel:
        text = words.format(server=show_invisible(self._request.server))
        return self._add(WrappedLabel(text, self), **look)

    def _warn(self, text: str) -> QLabel:
        return self._add(WarningLabel(text, self), tone="warn")

    def _add(self, label: QLabel, **look: str) -> QLabel:
        mark(label, **look)
        self.layout_.addWidget(label)
        return label

    def _add_buttons(self) -> None:
        row = hbox(self.decline, STRETCH, self.later, self.accept_button)
        add_parts(self.layout_, 2, row)
        self.setFixedWidth(start_size(self, _WIDTH, 0).width())

    def showEvent(self, event: QShowEvent) -> None:
        """Adopt the height that the texts need at this width."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        self.layout_.activate()
        self.resize(self.width(), self.layout_.totalHeightForWidth(self.width()))

    def _allow_sending(self) -> None:
        """Enable the button that sends the answer, or disable it."""
        self.accept_button.setEnabled(self._complete())

    def _complete(self) -> bool:
        """Whether there is something to send."""
        return True

    def _accept(self) -> None:
        self._finish(ElicitationAnswer("accept"))

    def _finish(self, answer: ElicitationAnswer) -> None:
        self.answer = answer
        self.done(QDialog.DialogCode.Accepted if answer.action == "accept" else QDialog.DialogCode.Rejected)


class SchemaFormDialog(ElicitDialog):
    """Asks for the fields of a form."""

    def __init__(self, request: ElicitationRequest, parent: QWidget | None = None) -> None:
        super().__init__(request, parent)
        self.fields: dict[str, FormField] = {}
        """The fields by their names."""
        self._labels: dict[str, str] = {}
        page = QWidget(self)
        page.setObjectName("form_page")
        self._form = QFormLayout(page)
        self._form.setContentsMargins(1, 1, 1, 1)
        self._form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        for name, schema in request.fields.items():
            self._add_field(name, schema)
        if request.required:
            hint = text_label(self.tr("* required"), self, tone="muted", kind="small")
            self._form.addRow("", hint)
        if request.secret:
            names = ", ".join(self._labels[name] for name in request.secret)
            self._warn(
                self.tr(
                    "This form seems to ask for a secret ({names}). Servers are not allowed to do that"
                    " in a form: what you enter goes to “{server}” as plain text, and possibly on to the"
                    " model. If in doubt, decline."
                ).format(names=names, server=show_invisible(request.server))
            )
        self._scroll = QScrollArea(self)
        self._scroll.setObjectName("form_scroll")
        self._scroll.setStyleSheet(BAR_BESIDE)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes to its contents
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(page)
        self._scroll.setVisible(bool(self.fields))
        self.layout_.addWidget(self._scroll)
        self.problem = text_label("", self, wraps=True, tone="err")
        self.problem.hide()
        self.layout_.addWidget(self.problem)
        self.accept_button.setText(self.tr("&Send answer"))
        self._allow_sending()
        self._add_buttons()
        stops = [part for part in page.findChildren(QWidget) if part.focusPolicy() & Qt.FocusPolicy.TabFocus]
        for above, below in pairwise([*stops[-1:], self.decline, self.later, self.accept_button]):
            QWidget.setTabOrder(above, below)  # the buttons were created before the fields
        page.setMinimumWidth(1)
        height = self._form.heightForWidth(self.width() - 50) if self._form.hasHeightForWidth() else 0
        self._scroll.setFixedHeight(min(_TALLEST_FORM, max(height, self._form.sizeHint().height()) + 4))
        first = next(iter(self.fields.values()), None)
        (first.widget if first is not None else self.accept_button).setFocus()

    def _add_field(self, name: str, schema: JsonObject) -> None:
        field = make_field(schema, secret=name in self._request.secret)
        title = schema.get("title")
        words = show_invisible(" ".join((title if isinstance(title, str) and title.strip() else name).split()))
        words = words if len(words) <= _LONGEST_LABEL else f"{words[:_LONGEST_LABEL]}…"
        self._labels[name] = words
        needed = name in self._request.required
        label = WrappedLabel(f"{words} *" if needed else words, self)
        label.setMaximumWidth(px(_LABEL))
        label.setMinimumWidth(min(px(_LABEL), label.fontMetrics().horizontalAdvance(label.text()) + 2))
        field.widget.setAccessibleName(self.tr("{field}, required").format(field=words) if needed else words)
        self._form.addRow(label, field.widget)
        about = schema.get("description")
        if isinstance(about, str) and about.strip():
            hint = WrappedLabel(show_invisible(about[:1000].strip()), self)
            mark(hint, tone="muted", kind="small")
            self._form.addRow("", hint)
            field.widget.setAccessibleDescription(hint.text())
        self.fields[name] = field
        for signal in field.changes:
            signal.connect(self._allow_sending)

    def _complete(self) -> bool:
        """Whether all required fields are filled in; errors are shown on sending."""
        needed = [field for name, field in self.fields.items() if name in self._request.required]
        return all(field.problem() or field.value() is not None for field in needed)

    def _accept(self) -> None:
        for name, field in self.fields.items():
            if problem := field.problem():
                text = f"{self._labels[name]}: {problem}"
                self.problem.setText(text)
                self.problem.setAccessibleName(text)
                self.problem.show()
                self._fit()
                field.widget.setFocus()
                self._scroll.ensureWidgetVisible(field.widget)
                return
        values = {name: field.value() for name, field in self.fields.items()}
        data = {name: value for name, value in values.items() if value is not None}
        self._finish(ElicitationAnswer("accept", data))


class AddressDialog(ElicitDialog):
    """Asks whether an address may be opened in the browser."""

    def __init__(self, request: ElicitationRequest, parent: QWidget | None = None) -> None:
        super().__init__(request, parent)
        url = QUrl(request.url)
        self._label(self.tr("It wants to open this address in your browser:"), tone="muted")
        place, self.address, *warnings = address_parts(url, self)
        for part in (place, self.address, *warnings):
            self.layout_.addWidget(part)
        self._label(self.tr("Axon does not see what you enter there."))
        if url.scheme() != "https":
            self._warn(self.tr("The connection is not encrypted: others can read what you enter."))
        self.accept_button.setText(self.tr("&Open in browser"))
        self._add_buttons()
        self.accept_button.setFocus()
