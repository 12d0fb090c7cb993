"""AppearancePage: the look of the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from axon_desktop.theme.colors import colors_of
from axon_desktop.theme.look import DESIGN_TEXT, LARGEST_TEXT, SMALLEST_TEXT, AccentName, Look
from axon_desktop.ui.look.icons import disc
from axon_desktop.ui.look.parts import STRETCH, add_parts, text_label
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.widgets.form_fields import Chooser, add_row, chooser, form_layout, page_layout

_DISC = 12


class AppearancePage(QWidget):
    """A page of the settings."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        layout = page_layout(self, self.tr("Appearance"))
        self._form = form_layout()
        system = {"system": self.tr("Same as the system")}
        self.theme = self._add(
            self.tr("&Theme"), system | {"light": self.tr("Light"), "dark": self.tr("Dark")}, look.theme
        )
        self.accent = self._add(self.tr("&Accent colour"), self._accents(), look.accent)
        self.accent.setIconSize(QSize(px(_DISC), px(_DISC)))
        self._show_accents()
        in_force.changed.connect(self._show_accents)
        contrasts = {"normal": self.tr("Normal"), "high": self.tr("High")}
        self.contrast = self._add(self.tr("&Contrast"), system | contrasts, look.contrast)
        sizes = {str(pixels): self._size_words(pixels) for pixels in range(SMALLEST_TEXT, LARGEST_TEXT + 1)}
        self.text_size = self._add(self.tr("Text si&ze"), sizes, str(look.text_size))
        self.text_size.setMaxVisibleItems(len(sizes))
        densities = {"comfortable": self.tr("Comfortable"), "compact": self.tr("Compact")}
        self.density = self._add(self.tr("S&pacing"), densities, look.density)
        add_parts(layout, self._form, 10)
        hint = text_label(
            self.tr(
                "High contrast makes text and borders stand out everywhere. You can also make all"
                " text larger or smaller in the View menu, or just the note’s text with Ctrl and the"
                " mouse wheel."
            ),
            self,
            wraps=True,
            tone="muted",
        )
        add_parts(layout, hint, STRETCH)

    def _show_accents(self) -> None:
        colors = current_colors()
        for row, name in enumerate(get_args(AccentName)):
            color = colors_of(dark=colors.dark, high=colors.high, accent=name).accent
            self.accent.setItemIcon(row, disc(color, _DISC))

    def _add(self, label: str, choices: Mapping[str, str], chosen: str) -> Chooser:
        box = chooser(choices, chosen)
        add_row(self._form, label, box)
        return box

    def _accents(self) -> dict[str, str]:
        words: dict[AccentName, str] = {
            "iris": self.tr("Iris"),
            "blue": self.tr("Blue"),
            "teal": self.tr("Teal"),
            "green": self.tr("Green"),
            "amber": self.tr("Amber"),
            "rose": self.tr("Rose"),
            "graphite": self.tr("Graphite"),
        }
        return {name: words[name] for name in get_args(AccentName)}

    def _size_words(self, pixels: int) -> str:
        if pixels == DESIGN_TEXT:
            return self.tr("{pixels} px (default)").format(pixels=pixels)
        return self.tr("{pixels} px").format(pixels=pixels)

    def look(self) -> Look:
        """Return the chosen look."""
        return Look(
            self.theme.currentData(),
            self.accent.currentData(),
            self.contrast.currentData(),
            int(self.text_size.currentData()),
            self.density.currentData(),
        )
