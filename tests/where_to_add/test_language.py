"""A language is one line and its texts; where Axon reads people's words, a list says so."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from axon_desktop.settings.languages import LANGUAGES, WORDS
from tests.where_to_add.with_plugin import ROOT, run_checks

NO_WORDS = {
    "axon_desktop/settings/languages.py",  # names of languages
    "axon_desktop/theme/fonts.py",  # letters that a font must have
    "axon_desktop/ui/look/style.py",  # a letter that is measured
    "axon_desktop/ui/settings/editor_page.py",  # a text in which fonts are seen
    "axon_desktop/ui/selftest/selftest.py",  # a word that the search must find
    "axon_desktop/meaning/server_encoder.py",  # texts that have nothing in common
    "axon_desktop/ui/selftest/tour.py",  # a text of a picture
}
"""What has letters of other scripts, but says and reads nothing in a language."""


@pytest.mark.forks
def test_new_language_works_everywhere() -> None:
    run_checks("german")


def _words(source: str) -> Iterator[str]:
    """Yield the letters of other scripts in the texts of some code; docstrings are no texts, nor are ranges."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield from (letter for letter in node.value if letter in source and _is_of_another_script(letter))


def _is_of_another_script(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith(("CJK UNIFIED", "HIRAGANA", "KATAKANA", "HANGUL"))


def test_list_has_each_place_with_words_of_other_languages() -> None:
    files = (ROOT / "axon_desktop").rglob("*.py")
    found = {file.relative_to(ROOT).as_posix() for file in files if any(_words(file.read_text("utf-8")))}
    assert found - NO_WORDS == {place for place in WORDS if place.endswith(".py")}
    assert all((ROOT / place).is_file() for place in WORDS)


def test_each_language_has_its_texts_and_is_packed() -> None:
    project, desktop = (ROOT / name for name in ("pyproject.toml", "packaging/linux/axon-desktop.desktop"))
    for info in LANGUAGES:
        assert (ROOT / "docs" / info.guide).is_file()
        assert project.read_text("utf-8").count(f'"docs/{info.guide}"') == 2, info.guide
    others = [info.id for info in LANGUAGES if info.id != "en"]
    texts = sorted(file.stem for file in Path(ROOT, "resources/i18n").glob("*.ts"))
    assert texts == sorted(f"axon_{language}" for language in others)
    for key in (f"{name}[{language}]=" for name in ("GenericName", "Comment") for language in others):
        assert key in desktop.read_text("utf-8")
