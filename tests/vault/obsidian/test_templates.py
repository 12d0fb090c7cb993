from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from axon_desktop.vault.obsidian.templates import (
    TemplateSettings,
    fill_template,
    find_templates,
    read_template_settings,
)

NOW = datetime(2026, 11, 22, 15, 4, 5, tzinfo=UTC)
USUAL = TemplateSettings()


def test_settings_are_read_and_have_defaults(tmp_path: Path) -> None:
    assert read_template_settings(tmp_path) == USUAL
    (tmp_path / ".obsidian").mkdir()
    file = tmp_path / ".obsidian" / "templates.json"
    file.write_text(json.dumps({"folder": "Meta/Templates/", "dateFormat": "D.M.YY", "timeFormat": ""}))
    assert read_template_settings(tmp_path) == TemplateSettings("Meta/Templates", "D.M.YY", "HH:mm")
    file.write_text("{")
    assert read_template_settings(tmp_path) == USUAL


def test_only_notes_of_the_folder_are_templates() -> None:
    paths = ["T/a.md", "T/sub/b.md", "T/pic.png", "Tx/c.md", "d.md"]
    assert find_templates(paths, TemplateSettings("T")) == ["T/a.md", "T/sub/b.md"]
    assert find_templates(paths, USUAL) == []


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("# {{title}}", "# My note"),
        ("{{date}} {{time}}", "2026-11-22 15:04"),
        ("{{ Date }} {{TIME}}", "2026-11-22 15:04"),
        ("{{date:dddd, MMMM Do}}", "Sunday, November 22nd"),
        ("{{time:HH:mm:ss}}", "15:04:05"),
        ("{{date:YYYY}}-{{date:MM}}", "2026-11"),
        ("{{other}} {{date", "{{other}} {{date"),
        ("{{title:x}}", "My note"),
        ("{{{date}}}", "{2026-11-22}"),
    ],
)
def test_variables_are_replaced(text: str, filled: str) -> None:
    found = fill_template(text, "My note", NOW, USUAL)
    assert found.text == filled
    assert not found.keeps_tags


def test_a_title_is_never_read_as_a_variable() -> None:
    assert fill_template("{{title}}", r"{{date}} \1", NOW, USUAL).text == r"{{date}} \1"


def test_names_of_days_follow_the_language() -> None:
    settings = TemplateSettings(date_format="dddd")
    assert fill_template("{{date}} {{date:MMMM}}", "x", NOW, settings, "zh-CN").text == "星期日 十一月"


@pytest.mark.parametrize("tag", ["<% tp.date.now() %>", "<%* await x()\n -%>", "a <%+ tp.file.title %> b"])
def test_tags_of_plugins_stay_and_are_reported(tag: str) -> None:
    found = fill_template(f"{tag} {{{{title}}}}", "T", NOW, USUAL)
    assert found.text == f"{tag} T"
    assert found.keeps_tags
