"""The parts of edit in place that know only texts: answers, changes word by word, places that follow edits."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from axon_desktop.settings.settings import PromptSettings
from axon_desktop.ui.inline_edit.comments.comment import Comment
from axon_desktop.ui.inline_edit.following import Place, Places, units
from axon_desktop.ui.inline_edit.hunks import apply, compare
from axon_desktop.ui.inline_edit.prompts import new_text
from axon_desktop.ui.settings.prompt_field import PromptField

_KEPT = json.loads((Path(__file__).parents[2] / "data" / "inline_answers.json").read_text("utf-8"))


@pytest.mark.parametrize("row", _KEPT["answers"], ids=lambda row: row["answer"][:24] or "empty")
def test_the_new_text_is_found_in_an_answer(row: dict[str, str]) -> None:
    assert new_text(row["answer"], row.get("passage", _KEPT["passage"])) == row["text"]


@pytest.mark.parametrize(
    ("old", "new", "hunks"),
    [
        ("a quick fox", "a slow fox", [("quick", "slow")]),
        ("cat and dog", "Cat and Dog", [("cat", "Cat"), ("dog", "Dog")]),
        ("should be delivered by us", "come with us", [("should be delivered by", "come with")]),
        ("on Friday, weather permitting.", "on Friday, if the weather holds.",
         [("weather permitting", "if the weather holds")]),
        ("我们种植百里香和薄荷。", "我们种植百里香和鼠尾草。", [("薄荷", "鼠尾草")]),
        ("one\ntwo", "one\ntwo\nthree", [("", "\nthree")]),
        ("it's fine", "it’s fine", [("it's", "it’s")]),
        ("same", "same", []),
        ("", "new", [("", "new")]),
    ],
)  # fmt: skip
def test_changes_are_words(old: str, new: str, hunks: list[tuple[str, str]]) -> None:
    found = compare(old, new)
    assert [(hunk.old, hunk.new) for hunk in found] == hunks
    assert apply(old, found) == new


def test_any_choice_of_changes_leaves_the_rest() -> None:
    rng, words = random.Random(26), ["the", "a", "stone", "石", "头", "come,", "goes.", "\n", "🌿", "on", "by"]
    for _ in range(300):
        old, new = (" ".join(rng.choices(words, k=rng.randrange(12))) for _ in range(2))
        hunks = compare(old, new)
        assert apply(old, hunks) == new
        assert all(one.end < other.start for one, other in pairwise(hunks))
        chosen = [hunk for hunk in hunks if rng.random() < 0.5]
        left = [hunk for hunk in hunks if hunk not in chosen]
        taken = apply(old, chosen)
        assert all(hunk.new in taken for hunk in chosen)
        assert all(hunk.old in taken for hunk in left)


def _edited(text: str, passage: str, new: str) -> str:
    """Return where a passage is after another text has come; `gone` when it is not there."""
    places = Places(units(text))
    start = units(text).index(units(passage))
    place = places.add(start, start + len(units(passage)))
    places.replaced(units(new))
    return _text_of(places, place)


def _text_of(places: Places, place: Place) -> str:
    return "gone" if place.gone else places.text[slice(*place.span)]


@pytest.mark.parametrize(
    ("text", "new", "passage"),
    [
        ("Water is [cold here] today.", "All water is [cold here] today.", "[cold here]"),
        ("Water is [cold here] today.", "Water is [very cold here] today.", "[very cold here]"),
        ("Water 🌿 is [cold 🌿 here] today.", "🌿🌿 Water is [cold 🌿 here] today!", None),
        ("One [two three] four five.", "One [two three four five.", "[two three"),
        ("One [two three] four five.", "One four five.", "gone"),
        ("A.\n\nOne [two three] four.\n\nB.", "B.\n\nA.\n\nOne [two three] four.", "[two three]"),
        ("call Bob\ncall [Bob now] ok\ncall Bob", "call Bob\ncall Eve now ok\ncall Bob", "gone"),
        (
            "Say [the words] and go. Again [the words] stand.",
            "Say and go. Again [the words] stand.",
            "gone",
        ),
    ],
)
def test_a_passage_follows_what_others_write(text: str, new: str, passage: str | None) -> None:
    inside = text[text.index("[") : text.index("]") + 1]
    found = _edited(text, inside, new)
    assert found == units(inside if passage is None else passage)


def test_a_passage_that_comes_back_by_undo_is_found_again() -> None:
    places = Places("Before it. The passage here. After it.")
    place = places.add(11, 28)
    places.edited(5, 26, "")
    assert _text_of(places, place) == "gone"
    places.edited(0, 0, "New. ")
    places.edited(10, 0, " it. The passage here. Af")
    assert _text_of(places, place) == "The passage here."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Changed start. Water comes from the barrel; it lasted nine days. The rest", "it lasted nine days"),
        ("Water comes from the barrel; it lasted ten days. The rest of it is gravel.", "it lasted ten days"),
        ("Water comes from the well. The rest of it is gravel.", None),
        ("it lasted nine days. it lasted nine days.", None),
    ],
)
def test_a_comment_finds_its_passage_in_a_file_that_changed(text: str, found: str | None) -> None:
    comment = Comment(
        path="A.md",
        quote="it lasted nine days",
        before="Water comes from the barrel; ",
        behind=". The rest of it is gravel.",
    )
    span = comment.find(text)
    assert (span and text[slice(*span)]) == found


def test_prompts_are_lines(qapp: object) -> None:
    field = PromptField([PromptSettings("Letter", "Make a letter: short")])
    field.appendPlainText("书信： 写一封信\n\n  Only an instruction without a name at all ")
    assert field.prompts() == [
        PromptSettings("Letter", "Make a letter: short"),
        PromptSettings("书信", "写一封信"),
        PromptSettings("Only an instruction without a name at a…", "Only an instruction without a name at all"),
    ]
