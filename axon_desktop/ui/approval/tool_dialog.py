"""CommandApproval and ToolApproval: dialogs about calls that Axon can neither show beforehand nor undo."""

from __future__ import annotations

import json

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QTextOption
from PySide6.QtWidgets import QFormLayout, QPlainTextEdit, QWidget

from axon_desktop.agent.approval.approval import ApprovalRequest
from axon_desktop.llm.messages import JsonObject
from axon_desktop.text.visible import visible
from axon_desktop.ui.approval.dialog import ApprovalDialog
from axon_desktop.ui.decisions.wording import command_line
from axon_desktop.ui.language.error_texts import join_sentences
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.stylesheet import mark, mono_font
from axon_desktop.ui.widgets.labels import WrappedLabel

_MOST_LINES = 20
_WIDTH = 780
_NAME = 200
"""The width of the name column, unless a part of a name needs more."""
_MARGIN = 7
_FRAME = 4
"""The border, and a pixel more on each side: without it there would be a scroll bar."""
_MEASURED = 20_000


class CommandApproval(ApprovalDialog):
    """Asks about running a program; every answer holds for this run only."""

    def __init__(self, request: ApprovalRequest, parent: QWidget | None = None) -> None:
        super().__init__(request, parent)
        self.all_button.hide()
        self.apply_button.setText(self.tr("R&un"))
        self._summarise(self.tr("run a program on this computer"))
        params = dict(request.call.params)
        self.command = _Code(command_line(params.pop("command", "")), self)
        self.command.setAccessibleName(self.tr("Command"))
        self._compose(self.tr("Run this command?"), self.command, self._build_facts(params))

    def _warnings(self) -> list[str]:
        if self._request.sandboxed:
            return super()._warnings()
        warning = self.tr("This computer has no sandbox for commands: the program can change whatever you can.")
        return [*super()._warnings(), warning]

    def _build_facts(self, params: JsonObject) -> QWidget:
        """Show where it runs and the other arguments: nothing that the model sent is hidden."""
        facts = QWidget(self)
        form = QFormLayout(facts)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setContentsMargins(0, 10, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(4)
        rows = [(self.tr("Working folder"), self.tr("the vault’s folder"))]
        if self._request.sandboxed:
            writes = self.tr("none of your files: it runs in a sandbox")
            if named := params.pop("writes", None):
                writes = self.tr("{paths}. Changes it makes there can be undone.").format(paths=", ".join(named))
            rows.append((self.tr("Can write"), writes))
        if params.pop("shell", False):
            rows.append((self.tr("Shell"), self.tr("yes: characters like | > & ; have their special meaning")))
        if "timeout" in params:
            rows.append((self.tr("Time limit"), self.tr("{seconds} s").format(seconds=params.pop("timeout"))))
        rows += [(name, json.dumps(value, ensure_ascii=False)) for name, value in params.items()]
        for name, value in rows:
            label, words = WrappedLabel(visible(name), facts), WrappedLabel(visible(value), facts)
            needed = min(px(_NAME), label.fontMetrics().horizontalAdvance(label.text()) + 2)
            label.setFixedWidth(max(label.minimumSizeHint().width(), needed))
            mark(label, tone="muted")
            form.addRow(label, words)
        return facts


class ToolApproval(ApprovalDialog):
    """Asks about a tool of an MCP server."""

    def __init__(self, request: ApprovalRequest, parent: QWidget | None = None) -> None:
        super().__init__(request, parent)
        call = request.call
        server = call.tool.partition(".")[0]
        self._summarise(self.tr("a tool from another program"))
        self._offer_rules(
            turn=self.tr("Allow {tool} for this request").format(tool=visible(call.tool)),
            always=self.tr("Always allow {tool}").format(tool=visible(call.tool)),
            never=self.tr("Never allow {tool}").format(tool=visible(call.tool)),
        )
        self._label_as_allow()
        self.apply_button.setText(self.tr("&Allow once"))
        origin = self.tr("It comes from “{server}”, another program.").format(server=visible(server))
        limits = self.tr("Axon cannot show in advance what it will do, and cannot undo it.")
        words = WrappedLabel(join_sentences(origin, limits), self)
        words.setContentsMargins(0, 0, 0, 10)
        self._compose(self.tr("Use this tool?"), words, self._build_arguments(call.params))

    def _build_arguments(self, params: JsonObject) -> QWidget:
        if not params:
            return text_label(self.tr("No arguments"), self, tone="muted")
        self.arguments = _Code(json.dumps(params, ensure_ascii=False, indent=2), self)
        self.arguments.setAccessibleName(self.tr("Arguments"))
        return self.arguments


class _Code(QPlainTextEdit):
    """Read-only monospaced text, as high as its lines."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFont(mono_font())
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setCursorWidth(0)  # read-only
        self.setStyleSheet("QPlainTextEdit { background: transparent; }")
        self.document().setDocumentMargin(_MARGIN)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setPlainText(visible(text))
        widths = map(QFontMetrics(mono_font()).horizontalAdvance, self.toPlainText()[:_MEASURED].split("\n"))
        # A broken line ends before the edge, so it takes a little more room than its width.
        self._lines = min(_MOST_LINES, sum(1 if width < _WIDTH else 2 + width // _WIDTH for width in widths))

    def _height(self, lines: int) -> int:
        return lines * QFontMetrics(mono_font()).lineSpacing() + 2 * _MARGIN + _FRAME

    def sizeHint(self) -> QSize:
        """Return the height of all lines, up to a limit."""
        return QSize(_WIDTH, self._height(self._lines))

    def minimumSizeHint(self) -> QSize:
        """Return the smallest useful size."""
        return QSize(200, self._height(min(4, self._lines)))
