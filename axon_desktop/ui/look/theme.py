"""The look in force in Qt's terms: colours, palette, fonts, style sheet, and following the system's choices.

Colours are read where something is painted; nobody hands them on. Qt repaints and lays out everything when the
program's style sheet changes. What a widget has made from colours or sizes before that (rendered text, a height
that is set, its own style sheet) it makes again on `in_force.changed`.
"""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from string import Template

from PySide6.QtCore import QLocale, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication

from axon_desktop.paths import resources_dir
from axon_desktop.settings.languages import LANGUAGES
from axon_desktop.theme.colors import LIGHT, Colors, colors_of
from axon_desktop.theme.look import DESIGN_TEXT, Look, NoteStyle, ThemeChoice
from axon_desktop.ui.language.translation import is_english
from axon_desktop.ui.look.sizes import gap, is_compact, px, row_height, set_density

_OWN_FONTS = (
    "QMenuBar", "QMenu", "QMessageBox", "QTipLabel", "QStatusBar", "QToolButton", "QPushButton", "QAbstractButton",
    "QAbstractItemView", "QHeaderView", "QLabel", "QComboMenuItem", "QComboLineEdit", "QSmallFont", "QMiniFont",
)  # fmt: skip
_UI_FAMILIES = ("Inter", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei UI")
_MONO_FAMILIES = ("JetBrains Mono", "SF Mono", "Cascadia Mono", "Noto Sans Mono CJK SC")
_MONO_PIXELS = 12
_LIGATURES = ("calt", "liga", "clig")
"""Font features that join characters of code."""
_MEASURES = {"text": px, "row": row_height, "gap": gap}


class InForce(QObject):
    """The look that the application wears."""

    changed = Signal()
    """Other colours or sizes are in force; the application already wears them."""

    def __init__(self) -> None:
        super().__init__()
        self.colors: Colors = LIGHT
        self.notes = NoteStyle()
        """How the text of notes looks."""


in_force = InForce()


def current_colors() -> Colors:
    """Return the colours in force; cheap enough to be asked while painting."""
    return in_force.colors


class _Placeholders(dict[str, object]):
    """Values of the placeholders of the style sheet: colours, and measures of the design such as `row_25`."""

    def __missing__(self, name: str) -> object:
        if name == "mono":
            return ", ".join(f'"{family}"' for family in mono_font().families())
        kind, _, design = name.partition("_")
        return _MEASURES[kind](int(design))


def _installed(wanted: tuple[str, ...], system: QFontDatabase.SystemFont) -> list[str]:
    """Return the wanted families that exist, with the system's own after the first."""
    here = QLocale().territory()
    own = (dict(info.fonts) for info in LANGUAGES if info.fonts and QLocale(info.id).territory() == here)
    usual_here = next(own, {})
    wanted = tuple(usual_here.get(family, family) for family in wanted)
    known = [family for family in wanted if QFontDatabase.hasFamily(family)]
    known.insert(1 if wanted[0] in known else 0, QFontDatabase.systemFont(system).family())
    return known


def ui_font(pixels: int | None = None) -> QFont:
    """Return the font of the window, in the size of its text or in another one."""
    font = QFont(_installed(_UI_FAMILIES, QFontDatabase.SystemFont.GeneralFont))
    font.setPixelSize(pixels or px(DESIGN_TEXT))
    return font


def without_ligatures(font: QFont) -> QFont:
    """Return the font without ligatures: `->`, `==` and `---` are not joined to other characters."""
    font = QFont(font)
    for feature in _LIGATURES:
        font.setFeature(QFont.Tag(feature), 0)
    return font


def mono_font(pixels: int | None = None) -> QFont:
    """Return the font of tool cards, code and source, in the window's text size or in another one."""
    font = QFont(_installed(_MONO_FAMILIES, QFontDatabase.SystemFont.FixedFont))
    font.setPixelSize(pixels or px(_MONO_PIXELS))
    font.setStyleHint(QFont.StyleHint.Monospace)
    return without_ligatures(font)


def note_font(pixels: int) -> QFont:
    """Return the font of the text of notes."""
    font = ui_font(pixels)
    if chosen := in_force.notes.text_font:
        font.setFamilies([chosen, *font.families()])
    return font


def code_font(pixels: int) -> QFont:
    """Return the font of code in notes and of their source, in a size of the design."""
    notes, size = in_force.notes, max(8, round(pixels * in_force.notes.code_size / 100))
    font = mono_font(size)
    if notes.code_font:
        font.setFamilies([notes.code_font, *font.families()])
    if notes.ligatures:
        for feature in _LIGATURES:
            font.unsetFeature(QFont.Tag(feature))
    return font


def use_note_style(notes: NoteStyle) -> None:
    """Let the text of notes look so everywhere."""
    if notes != in_force.notes:
        in_force.notes = notes
        in_force.changed.emit()


def note_width(room: float) -> float:
    """Return the width of a note's text in a pane of this width, rendered or as source."""
    margin = max(16.0, min(64.0, room * 0.089))
    return max(60.0, min(in_force.notes.line_width or room, room - 2 * margin))


def make_palette(colors: Colors) -> QPalette:
    """Return the palette, so that what Qt draws by itself fits the style sheet."""
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


def fill_style_sheet(name: str, colors: Colors) -> str:
    """Fill the `${name}` placeholders of a file of `resources/styles`; an unknown name is a KeyError."""
    folder = resources_dir() / "styles"
    checks = [(folder / f"check_{kind}.svg").as_posix() for kind in ("light", "dark")]
    check, check_marked = reversed(checks) if colors.dark else checks
    places = _Placeholders(
        asdict(colors),
        check=check,
        check_marked=check_marked,
        chip_round=row_height(18) // 2 + 1,
        page_gap=gap(3) - 1,
        command_edge=colors.frame if colors.high else colors.card,
    )
    return Template((folder / name).read_text(encoding="utf-8")).substitute(places)


def make_style_sheet(colors: Colors) -> str:
    """Return the style sheet of the whole program."""
    names = ("app.qss", "high_contrast.qss") if colors.high else ("app.qss",)
    return "".join(fill_style_sheet(name, colors) for name in names)


def _set_own_fonts(app: QApplication) -> None:
    """Set the font also of the classes for which Windows and macOS have one of their own."""
    if sys.platform in ("win32", "darwin"):
        for name in _OWN_FONTS:
            app.setFont(app.font(), name)


def apply_theme(app: QApplication, colors: Colors, look: Look = Look()) -> None:  # noqa: B008
    """Apply a look to the whole program."""
    in_force.colors = colors
    if not app.styleSheet() or app.font().pixelSize() != look.text_size:
        app.setFont(ui_font(look.text_size))
    set_density(app, look.density)
    app.setPalette(make_palette(colors))
    app.setStyleSheet(make_style_sheet(colors))
    _set_own_fonts(app)  # the first style sheet brings those of the system back
    in_force.changed.emit()


class Theme(QObject):
    """The current look: the user's choice, or the system's if the user chose that."""

    def __init__(self, app: QApplication, look: Look | ThemeChoice) -> None:
        """Take the user's choice; with a mere theme the rest is as in the design."""
        super().__init__()
        self._app = app
        self.look = look if isinstance(look, Look) else Look(look)
        """The user's choice."""
        if not is_english():
            from axon_desktop.ui.look.style import LevelText

            app.setStyle(LevelText())
        apply_theme(app, self._resolve(), self.look)
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._update)
        hints.accessibility().contrastPreferenceChanged.connect(self._update)

    def choose(self, look: Look | ThemeChoice) -> None:
        """Set the user's choice; a mere theme leaves the rest unchanged."""
        self.look = look if isinstance(look, Look) else replace(self.look, theme=look)
        self._update()

    def _resolve(self) -> Colors:
        hints, look = self._app.styleHints(), self.look
        dark = look.theme == "dark"
        if look.theme == "system":
            dark = hints.colorScheme() is Qt.ColorScheme.Dark
        high = look.contrast == "high"
        if look.contrast == "system":
            high = hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast
        return colors_of(dark=dark, high=high, accent=look.accent)

    def _update(self) -> None:
        colors, look = self._resolve(), self.look
        sizes = self._app.font().pixelSize(), is_compact()
        if colors != current_colors() or sizes != (look.text_size, look.density == "compact"):
            apply_theme(self._app, colors, look)
