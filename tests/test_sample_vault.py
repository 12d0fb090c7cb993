"""The sample vault shows the program at its best: every link in it leads somewhere."""

import re
from pathlib import Path

import pytest

from axon_desktop import paths

VAULT = paths.resources_dir() / "sample_vault"
NOTES = sorted(VAULT.rglob("*.md"))
LINK = re.compile(r"!?\[\[([^\]|#]*)(?:#[^\]|]*)?(?:\|[^\]]*)?\]\]")


def test_sample_vault_has_notes_in_two_languages() -> None:
    texts = [note.read_text(encoding="utf-8") for note in NOTES]
    chinese = [text for text in texts if len(re.findall(r"[\u4e00-\u9fff]", text)) > 60]

    assert len(NOTES) >= 25
    assert len(chinese) >= 4


@pytest.mark.parametrize("note", NOTES, ids=lambda note: str(note.relative_to(VAULT)))
def test_every_link_resolves(note: Path) -> None:
    files = [file for file in VAULT.rglob("*") if file.is_file()]
    names = {file.name for file in files} | {file.stem for file in files if file.suffix == ".md"}
    names |= {str(file.relative_to(VAULT).with_suffix("")) for file in files}
    text = re.sub(r"`[^`]*`", "", note.read_text(encoding="utf-8"))

    missing = [target for target in LINK.findall(text) if target and target not in names]

    assert missing == []
