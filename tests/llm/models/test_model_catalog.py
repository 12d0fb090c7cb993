from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from axon_desktop import paths
from axon_desktop.errors import SettingsError
from axon_desktop.llm.messages import Usage
from axon_desktop.llm.models import model_catalog as catalog

BEIJING = timezone(timedelta(hours=8))
MILLION = Usage(prompt_tokens=1_000_000)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path))
    paths.config_dir().mkdir(parents=True)
    return paths.config_dir()


def info_of(provider: str, model: str) -> catalog.ModelInfo:
    info = catalog.load().find(provider, model)
    assert info is not None, model
    return info


@pytest.mark.parametrize(
    ("provider", "model", "found"),
    [
        ("deepseek", "deepseek-flash", "deepseek-flash"),
        ("deepseek", "deepseek-v4-flash", "deepseek-flash"),
        ("deepseek", "deepseek-chat", None),
        ("anthropic", "claude-sonnet-5-5", "claude-sonnet-5-5"),
        ("anthropic", "claude-haiku-4-5-20251001", "claude-haiku-4-5"),
        ("anthropic", "claude-opus-4-7", "claude-opus-4-8"),
        ("anthropic", "claude-novel-7", "claude"),
        ("anthropic", "deepseek-flash", None),
        ("openai", "gpt-5.6", "gpt-5.6-sol"),
        ("openai", "gpt-6-luna-2026-09-22", "gpt-6-luna"),
        ("openai", "gpt-6-luna-mini", None),
        ("openai_compatible", "claude-opus-5", None),
    ],
)
def test_models_are_found_by_id_alias_issue_and_prefix(provider: str, model: str, found: str | None) -> None:
    info = catalog.load().find(provider, model)
    assert (info.id if info else None) == found


def test_shipped_data_holds_together() -> None:
    shipped = catalog.load()
    assert shipped.checked is not None
    names = [(info.provider, name) for info in shipped.models for name in (info.id, *info.aliases)]
    assert len(names) == len(set(names))
    for info in shipped.models:
        assert info.max_output <= info.context_window
        assert (info.peak is None) == (info.schedule is None)
        for prices in (info.prices, info.peak, info.long):
            assert prices is None or (prices.cached or 0) < prices.input < prices.output
    holidays = [day for info in shipped.models if info.schedule for day in info.schedule.holidays]
    assert all(day.weekday() < 5 for day in holidays)


@pytest.mark.parametrize(
    ("when", "peak"),
    [
        (datetime(2026, 11, 23, 0, 59, 59, tzinfo=UTC), False),  # a Monday
        (datetime(2026, 11, 23, 1, 0, tzinfo=UTC), True),
        (datetime(2026, 11, 23, 3, 59, 59, tzinfo=UTC), True),
        (datetime(2026, 11, 23, 4, 0, tzinfo=UTC), False),
        (datetime(2026, 11, 23, 5, 59, 59, tzinfo=UTC), False),
        (datetime(2026, 11, 23, 6, 0, tzinfo=UTC), True),
        (datetime(2026, 11, 23, 10, 0, tzinfo=UTC), False),
        (datetime(2026, 11, 23, 9, 0, tzinfo=BEIJING), True),
        (datetime(2026, 11, 23, 13, 0, tzinfo=BEIJING), False),
        (datetime(2026, 11, 22, 2, 0, tzinfo=UTC), False),  # a Sunday
        (datetime(2026, 10, 10, 2, 0, tzinfo=UTC), False),  # a Saturday on which China works
        (datetime(2026, 10, 7, 2, 0, tzinfo=UTC), False),  # a holiday
        (datetime(2026, 10, 8, 2, 0, tzinfo=UTC), True),
    ],
)
def test_deepseek_costs_double_in_peak_hours(when: datetime, peak: bool) -> None:
    usage = Usage(prompt_tokens=2_000_000, completion_tokens=1_000_000, cached_tokens=1_000_000)
    flash = catalog.cost(usage, info_of("deepseek", "deepseek-flash"), when)
    pro = catalog.cost(usage, info_of("deepseek", "deepseek-v4-pro"), when)
    assert flash == pytest.approx(0.753 * (2 if peak else 1))
    assert pro == pytest.approx(2.662 * (2 if peak else 1))


def test_reading_and_writing_the_cache_have_their_prices() -> None:
    now = datetime(2026, 11, 23, tzinfo=UTC)
    usage = Usage(1_000_000, 100_000, cached_tokens=600_000, cache_write_tokens=300_000)
    opus = catalog.cost(usage, info_of("anthropic", "claude-opus-5-5"), now)
    assert opus == pytest.approx(0.1 * 4 + 0.6 * 0.20 + 0.3 * 5 + 0.1 * 20)
    sol = catalog.cost(Usage(200_000, cache_write_tokens=200_000), info_of("openai", "gpt-6.2-sol"), now)
    assert sol == pytest.approx(0.2 * 2)  # no surcharge known


def test_long_prompts_have_their_own_price() -> None:
    haiku, now = info_of("anthropic", "claude-haiku-5-5"), datetime(2026, 11, 23, tzinfo=UTC)
    assert catalog.cost(Usage(100_000), haiku, now) == pytest.approx(0.01)
    assert catalog.cost(Usage(100_001), haiku, now) == pytest.approx(0.0500005)


def test_unknown_price_is_none_and_no_tokens_cost_nothing() -> None:
    now = datetime.now(UTC)
    assert catalog.cost(MILLION, None, now) is None
    assert catalog.cost(MILLION, info_of("anthropic", "claude-fable-5-2"), now) is None
    assert catalog.cost(Usage(), info_of("deepseek", "deepseek-flash"), now) == 0


def test_own_file_lies_over_the_shipped_one(home: Path) -> None:
    assert catalog.find_model("openai_compatible", "llama") is None
    catalog.user_file().write_text(
        """
        checked = 2027-01-02
        [schedules.china]
        hours = [[0, 24]]
        holidays = [2027-01-01]
        [[models]]
        provider = "openai_compatible"
        id = "llama"
        context_window = 8192
        max_output = 2048
        prices = { input = 1, output = 2 }
        [[models]]
        provider = "deepseek"
        id = "deepseek-v4-pro"
        context_window = 5000
        max_output = 100
        schedule = "china"
        prices = { input = 1, output = 2 }
        peak = { input = 3, output = 4 }
        """
    )
    llama, pro = (
        catalog.find_model("openai_compatible", "llama"),
        catalog.find_model("deepseek", "deepseek-v4-pro"),
    )
    assert llama is not None
    assert pro is not None
    assert (llama.context_window, pro.context_window) == (8192, 5000)
    assert catalog.cost(MILLION, pro, datetime(2027, 1, 4, 22, tzinfo=UTC)) == 3
    assert catalog.cost(MILLION, pro, datetime(2027, 1, 1, 22, tzinfo=UTC)) == 1
    # the schedule is laid over for the shipped entries too
    flash = catalog.find_model("deepseek", "deepseek-flash")
    assert catalog.cost(MILLION, flash, datetime(2027, 1, 4, 22, tzinfo=UTC)) == pytest.approx(0.30)
    both = catalog.load(catalog.user_file())
    assert both.checked == date(2027, 1, 2)
    assert sum(info.id == "deepseek-v4-pro" for info in both.models) == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("checked = \n", 1, "Invalid value"),
        ('\n[[models]]\nprovider = "x"\nid = "y"\ncontext_window = 1\nmax_output = "z"\n', 6, "Expected `int`"),
        ('[[models]]\nprovider = "x"\nid = "y"\ncontext_window = 1\n', 1, "max_output"),
        ('[[models]]\nprovider = "x"\nid = "y"\ncontext_window = 1\nmax_output = 1\nprize = 3\n', 1, "prize"),
        (
            2 * '[[models]]\nprovider = "x"\nid = "a"\ncontext_window = 1\nmax_output = 1\n'
            + "prices = { input = -1 }",
            11,
            ">= 0",
        ),
        ('[[models]]\nprovider = "x"\nid = "a"\nschedule = "mars"\n', 4, "no schedule 'mars'"),
        ("[schedules.china]\nhours = [[1, 25]]\n", 2, "<= 24"),
        ("models = 3\n", 1, "Expected `array`"),
        ("\n\nsurprise = 3\n", 3, "surprise"),
    ],
)
def test_wrong_own_file_names_the_line_and_the_shipped_one_is_used(
    home: Path, caplog: pytest.LogCaptureFixture, text: str, line: int, words: str
) -> None:
    file = catalog.user_file()
    good = '[[models]]\nprovider = "x"\nid = "good"\ncontext_window = 7000\nmax_output = 1\n'
    file.write_text(text if text.startswith("models") else f"{text}\n{good}")
    problems: list[SettingsError] = []
    found = catalog.load(file, problems.append)
    assert f"{file}, line {line}: " in str(problems[0])
    assert words in str(problems[0])
    assert found.find("deepseek", "deepseek-flash") is not None
    assert text.startswith("models") or found.find("x", "good") is not None, "the other entries hold"
    assert catalog.find_model("deepseek", "deepseek-flash") is not None
    assert "Going on without" in caplog.text


def test_file_that_is_no_text_is_named(home: Path) -> None:
    catalog.user_file().write_bytes(b"\xff\xfe")
    problems: list[SettingsError] = []
    catalog.load(catalog.user_file(), problems.append)
    assert "models.toml" in str(problems[0])
