from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from axon_desktop.vault.obsidian.daily_note import DailySettings, read_daily_settings
from axon_desktop.vault.obsidian.moment_format import format_moment, relative_time

DAY = datetime(2026, 11, 22, 15, 4, 5, 678901, tzinfo=UTC)


def write_config(root: Path, name: str, found: object) -> None:
    (root / ".obsidian" / name).parent.mkdir(parents=True, exist_ok=True)
    (root / ".obsidian" / name).write_text(json.dumps(found), encoding="utf-8")


def test_without_settings_the_note_is_named_after_the_day(tmp_path: Path) -> None:
    assert read_daily_settings(tmp_path) == DailySettings()
    assert read_daily_settings(tmp_path).path(DAY) == "2026-11-22.md"


def test_folder_format_and_template_are_followed(tmp_path: Path) -> None:
    settings = {
        "folder": "/Daily/",
        "format": "YYYY/MM-MMMM/[Day] D",
        "template": "Templates/Daily",
        "autorun": True,
    }
    write_config(tmp_path, "daily-notes.json", settings)
    found = read_daily_settings(tmp_path)
    assert found.template == "Templates/Daily"
    assert found.path(DAY) == "Daily/2026/11-November/Day 22.md"
    assert found.path(DAY, "zh-CN") == "Daily/2026/11-十一月/Day 22.md"


def test_periodic_notes_come_first_where_they_are_on(tmp_path: Path) -> None:
    write_config(tmp_path, "daily-notes.json", {"folder": "Core"})
    plugin = {"daily": {"enabled": True, "folder": "Journal", "format": "", "template": ""}}
    write_config(tmp_path, "plugins/periodic-notes/data.json", plugin)
    assert read_daily_settings(tmp_path).path(DAY) == "Journal/2026-11-22.md"
    write_config(tmp_path, "plugins/periodic-notes/data.json", {"daily": {"enabled": False, "folder": "Journal"}})
    assert read_daily_settings(tmp_path).folder == "Core"


def test_damaged_settings_are_none(tmp_path: Path) -> None:
    write_config(tmp_path, "daily-notes.json", {"folder": 5, "format": None, "template": ["x"]})
    assert read_daily_settings(tmp_path) == DailySettings()


@pytest.mark.parametrize(
    ("pattern", "english", "chinese"),
    [
        ("YYYY-MM-DD", "2026-11-22", "2026-11-22"),
        ("YY M D", "26 11 22", "26 11 22"),
        ("MMMM MMM", "November Nov", "十一月 11月"),
        ("dddd ddd dd d", "Sunday Sun Su 0", "星期日 周日 日 0"),
        ("Do Mo", "22nd 11th", "22日 11月"),
        ("DDD DDDD DDDo", "326 326 326th", "326 326 326日"),
        ("Q Qo", "4 4th", "4 4"),
        ("E e", "7 0", "7 6"),
        ("gggg-[W]ww", "2026-W48", "2026-W47"),
        ("GGGG-[W]WW", "2026-W47", "2026-W47"),
        ("wo Wo", "48th 47th", "47周 47周"),
        ("HH:mm:ss", "15:04:05", "15:04:05"),
        ("h:mm A a", "3:04 PM pm", "3:04 下午 下午"),
        ("hh kk Hmm hmmss", "03 15 1504 30405", "03 15 1504 30405"),
        ("S SSS SSSSSS SSSSSSSSS", "6 678 678901 678901000", "6 678 678901 678901000"),
        ("[Week of] [YYYY]", "Week of YYYY", "Week of YYYY"),
        ("\\Y \\[D]", "Y [22]", "Y [22]"),
        ("L", "11/22/2026", "2026/11/22"),
        ("LL", "November 22, 2026", "2026年11月22日"),
        ("LLLL", "Sunday, November 22, 2026 3:04 PM", "2026年11月22日星期日下午3点04分"),
        ("ll", "Nov 22, 2026", "2026年11月22日"),
        ("LT LTS", "3:04 PM 3:04:05 PM", "15:04 15:04:05"),
        ("YYYY年MM月DD日 dddd", "2026年11月22日 Sunday", "2026年11月22日 星期日"),
        ("Z ZZ X x", "+00:00 +0000 1795359845 1795359845678", "+00:00 +0000 1795359845 1795359845678"),
        ("", "", ""),
    ],
)
def test_patterns_read_as_moment_reads_them(pattern: str, english: str, chinese: str) -> None:
    assert format_moment(pattern, DAY) == english
    assert format_moment(pattern, DAY, "zh-CN") == chinese


def test_traditional_chinese_has_its_own_week_and_names() -> None:
    assert format_moment("ddd gggg-ww LLLL", DAY, "zh-TW") == "週日 2026-48 2026年11月22日 星期日 15:04"
    assert format_moment("ddd", DAY, "zh-Hant-HK") == "週日"


def test_an_unclosed_bracket_stands_for_itself() -> None:
    assert format_moment("[-YYYY", DAY) == "[-2026"


@pytest.mark.parametrize(
    ("day", "english", "iso"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-01", "2026-01"),
        (datetime(2027, 1, 1, tzinfo=UTC), "2027-01", "2026-53"),
        (datetime(2025, 12, 28, tzinfo=UTC), "2026-01", "2025-52"),
        (datetime(2024, 12, 31, tzinfo=UTC), "2025-01", "2025-01"),
        (datetime(2021, 1, 3, tzinfo=UTC), "2021-02", "2020-53"),
    ],
)
def test_weeks_at_the_turn_of_the_year(day: datetime, english: str, iso: str) -> None:
    assert format_moment("gggg-ww", day) == english
    assert format_moment("GGGG-WW", day) == iso
    assert format_moment("gggg-ww", day, "zh-CN") == iso


def test_a_pattern_cannot_grow_without_end() -> None:
    assert len(format_moment("LLLL" * 10_000, DAY)) < 10_000


def test_parts_of_the_day_in_chinese() -> None:
    hours = {3: "凌晨", 8: "早上", 10: "上午", 12: "中午", 15: "下午", 20: "晚上"}
    for hour, name in hours.items():
        assert format_moment("A", DAY.replace(hour=hour), "zh-CN") == name


@pytest.mark.parametrize(
    ("minutes", "english", "simplified", "traditional"),
    [
        (-0.5, "a few seconds ago", "几秒前", "幾秒前"),
        (-1, "a minute ago", "1 分钟前", "1 分鐘前"),
        (-44, "44 minutes ago", "44 分钟前", "44 分鐘前"),
        (60, "in an hour", "1 小时后", "1 小時後"),
        (300, "in 5 hours", "5 小时后", "5 小時後"),
        (-1440, "a day ago", "1 天前", "1 天前"),
        (-3 * 1440, "3 days ago", "3 天前", "3 天前"),
        (31 * 1440, "in a month", "1 个月后", "1 個月後"),
        (150 * 1440, "in 5 months", "5 个月后", "5 個月後"),
        (-366 * 1440, "a year ago", "1 年前", "1 年前"),
        (-1200 * 1440, "3 years ago", "3 年前", "3 年前"),
    ],
)
def test_distances_of_time_read_as_moment_says_them(
    minutes: float, english: str, simplified: str, traditional: str
) -> None:
    when = DAY + timedelta(minutes=minutes)
    said = [relative_time(when, DAY, language) for language in ("en", "zh-CN", "zh-TW")]
    assert said == [english, simplified, traditional]
