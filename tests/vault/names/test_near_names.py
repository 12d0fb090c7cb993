"""A path that leads nowhere is never answered with another note of a series."""

from __future__ import annotations

import datetime as dt
import random
from pathlib import Path

import pytest

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.vault import Vault

SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sta", "tre", "vi", "wo", "zu"]


def make_vault(root: Path, names: list[str]) -> Vault:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("text")
    return Vault(root)


def test_no_missing_day_is_answered_with_another_one(tmp_path: Path) -> None:
    """A folder with 25 daily notes spread over a year; each other day of it is asked for."""
    start = dt.date(2026, 1, 1)
    days = [start + dt.timedelta(days=number) for number in range(331)]
    there = set(random.Random(7).sample(days, 25))
    vault = make_vault(tmp_path, [f"Daily/{day}.md" for day in there])
    missing = [day for day in days if day not in there]
    assert len(missing) == 306
    for day in missing:
        with pytest.raises(NoteNotFoundError, match=r"did you mean: Daily/"):
            vault.resolve(f"Daily/{day}")


def test_no_random_name_is_answered_with_another_note(tmp_path: Path) -> None:
    """Two thousand names of syllables, numbers and Chinese words; a thousand that are not among them."""
    chance = random.Random(11)

    def name() -> str:
        words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(chance.randint(1, 3))]
        extra = chance.choice(
            ["", f" {chance.randint(1, 40)}", f" 第{chance.choice('一二三四五六七八')}章", " Q3"]
        )
        return " ".join(words) + extra

    there = {name() for _ in range(2_000)}
    vault = make_vault(tmp_path, [f"{one}.md" for one in there])
    missing = [one for one in (name() for _ in range(1_300)) if one not in there][:1_000]
    assert len(missing) == 1_000
    answered = []
    for one in missing:
        found, _ = vault.names.find_near(one)
        if found is not None:
            answered.append((one, found))
    assert answered == []
