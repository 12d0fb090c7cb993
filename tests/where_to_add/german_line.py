"""A plugin of pytest that adds German, with some of its texts, before anything else of Axon is imported."""

import atexit
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from axon_desktop import paths
from axon_desktop.settings import languages

GERMAN = languages.LanguageInfo("de", "Deutsch")
TEXTS = {"SettingsDialog": {"General": "Allgemein", "&Language": "&Sprache"}}


def _write_texts(file: Path) -> None:
    """Write the texts as `make strings` does and compile them as `make translations` does."""
    root = ElementTree.Element("TS", version="2.1", language=GERMAN.id)
    for context, texts in TEXTS.items():
        part = ElementTree.SubElement(root, "context")
        ElementTree.SubElement(part, "name").text = context
        for source, translation in texts.items():
            message = ElementTree.SubElement(part, "message")
            ElementTree.SubElement(message, "source").text = source
            ElementTree.SubElement(message, "translation").text = translation
    ElementTree.ElementTree(root).write(file, "utf-8", xml_declaration=True)
    compiler = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run([compiler, "-silent", file, "-qm", file.with_suffix(".qm")], check=True)


def _with_texts(shipped: Path) -> Path:
    """Return a folder with the resources, and German among their texts; the help is beside it."""
    around = Path(tempfile.mkdtemp(prefix="axon-german-"))
    atexit.register(shutil.rmtree, around)
    for name in ("docs", "CHANGELOG.md"):
        (around / name).symlink_to(shipped.parent / name)
    folder = around / "resources"
    folder.mkdir()
    for part in shipped.iterdir():
        if part.name != "i18n":
            (folder / part.name).symlink_to(part)
    (folder / "i18n").mkdir()
    for texts in (shipped / "i18n").iterdir():
        (folder / "i18n" / texts.name).symlink_to(texts)
    _write_texts(folder / "i18n" / f"axon_{GERMAN.id}.ts")
    return folder


_RESOURCES = _with_texts(paths.resources_dir())
paths.resources_dir = cache(lambda: _RESOURCES)
languages.LANGUAGES = (*languages.LANGUAGES, GERMAN)
