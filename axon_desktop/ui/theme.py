"""The two themes in Qt's terms: palette, fonts, style sheet, and following the system's choice."""

from __future__ import annotations

from dataclasses import asdict
from string import Template
from typing import Literal, TypeAlias

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from axon_desktop.paths import resources_dir
from axon_desktop.ui.icons import icon
from axon_desktop.vault.markdown.colors import DARK, LIGHT, Colors

__all__ = ["TEXT_PAIRS", "Theme", "ThemeChoice", "apply_theme", "icon", "mono_font", "ui_font"]

ThemeChoice: TypeAlias = Literal["system", "light", "dark"]

_UI_FAMILIES = ("Inter", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei UI")
_MONO_FAMILIES = ("JetBrains Mono", "SF Mono", "Cascadia Mono", "Noto Sans Mono CJK SC")
_TAIWAN = {
    "Noto Sans CJK SC": "Noto Sans CJK TC",
    "PingFang SC": "PingFang TC",
    "Microsoft YaHei UI": "Microsoft JhengHei UI",
    "Noto Sans Mono CJK SC": "Noto Sans Mono CJK TC",
}
"""One sign, two shapes: which fonts have those that are usual in Taiwan."""
_UI_PIXELS = 13
_MONO_PIXELS = 12

TEXT_PAIRS = tuple(
    (text, ground)
    for grounds, texts in (
        (("bg", "panel", "raised"), ("text", "muted", "faint", "accent", "ok", "warn", "err")),
        (("card",), ("text", "muted", "ok", "warn", "err")),
        (("code", "call", "add", "delete"), ("text",)),
        (("accent_soft",), ("text", "accent")),
        (("accent",), ("on_accent",)),
    )
    for ground in grounds
    for text in texts
)
"""Every (text colour, ground) that the window draws; each must reach a contrast of 4.5 : 1."""


def _installed(wanted: tuple[str, ...], system: QFontDatabase.SystemFont) -> list[str]:
    """Return the wanted families that exist, with the system's own after the first."""
    if QLocale().territory() == QLocale.Country.Taiwan:
        wanted = tuple(_TAIWAN.get(family, family) for family in wanted)
    known = [family for family in wanted if QFontDatabase.hasFamily(family)]
    known.insert(1 if wanted[0] in known else 0, QFontDatabase.systemFont(system).family())
    return known


def ui_font(pixels: int = _UI_PIXELS) -> QFont:
    """Return the font of the window."""
    font = QFont(_installed(_UI_FAMILIES, QFontDatabase.SystemFont.GeneralFont))
    font.setPixelSize(pixels)
    return font


def mono_font(pixels: int = _MONO_PIXELS) -> QFont:
    """Return the font of tool cards, code and source."""
    font = QFont(_installed(_MONO_FAMILIES, QFontDatabase.SystemFont.FixedFont))
    font.setPixelSize(pixels)
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def make_palette(colors: Colors) -> QPalette:
    """Return the palette: what Qt draws by itself then fits the style sheet."""
    role = QPalette.ColorRole
    palette = QPalette()
    for target, value in {
        role.Window: colors.panel,
        role.WindowText: colors.text,
        role.Base: colors.raised,
        role.AlternateBase: colors.panel,
        role.Text: colors.text,
        role.PlaceholderText: colors.faint,
        role.Button: colors.raised,
        role.ButtonText: colors.text,
        role.BrightText: colors.err,
        role.ToolTipBase: colors.raised,
        role.ToolTipText: colors.text,
        role.Highlight: colors.accent,
        role.HighlightedText: colors.on_accent,
        role.Accent: colors.accent,
        role.Link: colors.accent,
        role.LinkVisited: colors.accent,
        role.Light: colors.raised,
        role.Midlight: colors.line,
        role.Mid: colors.line,
        role.Dark: colors.line,
        role.Shadow: colors.line,
    }.items():
        palette.setColor(target, QColor(value))
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, QColor(colors.faint))
    return palette


def make_style_sheet(colors: Colors) -> str:
    """Fill the style sheet's `${name}` places; an unknown name is a KeyError."""
    template = (resources_dir() / "styles" / "app.qss").read_text(encoding="utf-8")
    mono = ", ".join(f'"{family}"' for family in mono_font().families())
    return Template(template).substitute(asdict(colors), mono=mono)


def apply_theme(app: QApplication, colors: Colors) -> None:
    """Give the whole program its look."""
    if not app.styleSheet():  # the first time: a style sheet hides the style's own name
        app.setStyle("fusion")
        app.setFont(ui_font())
    app.setPalette(make_palette(colors))
    app.setStyleSheet(make_style_sheet(colors))


class Theme(QObject):
    """The theme in force: the user's choice, or the system's while the user leaves it to that."""

    colors_changed = Signal(object)
    """The new Colors; the application already wears them."""

    def __init__(self, app: QApplication, choice: ThemeChoice) -> None:
        super().__init__()
        self._app = app
        self._choice = choice
        self.colors = self._resolve()
        """The Colors in force."""
        apply_theme(app, self.colors)
        app.styleHints().colorSchemeChanged.connect(self._update)

    def choose(self, choice: ThemeChoice) -> None:
        """Take the user's choice."""
        self._choice = choice
        self._update()

    def _resolve(self) -> Colors:
        if self._choice == "system":
            return DARK if self._app.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT
        return DARK if self._choice == "dark" else LIGHT

    def _update(self) -> None:
        colors = self._resolve()
        if colors != self.colors:
            self.colors = colors
            apply_theme(self._app, colors)
            self.colors_changed.emit(colors)
