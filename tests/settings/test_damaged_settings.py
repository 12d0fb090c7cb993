"""A settings file in which something is wrong: that alone gives way, and nothing of the user's is lost."""

import copy
import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.errors import SettingsError
from axon_desktop.settings.settings import (
    ChangedKeys,
    FolderRule,
    GeneralSettings,
    LimitSettings,
    ModelSettings,
    SafetySettings,
    Settings,
    TaskManagerSettings,
    ToolRule,
    ToolsFound,
    load,
    mend,
    save,
)

GOOD = """{
  "general": {"theme": "dark", "last_vault": "/home/me/Notes"},
  "model": {"provider": "openai_compatible", "base_url": "http://127.0.0.1:8080/v1", "model": "qwen3"},
  "safety": {"mode": "read_only", "rules": [{"vault": "v", "folder": "Diary", "allow": false}]},
  "limits": {"max_rounds": 7}
}
"""


def read(file: Path) -> tuple[Settings, list[str]]:
    problems: list[SettingsError] = []
    return load(file, problems.append), [str(problem) for problem in problems]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


DAMAGED = [
    ("an unknown choice", '"theme": "dark"', '"theme": "gloomy"', "Line 2: the setting general.theme cannot be"),
    ("a wrong type", '"theme": "dark"', '"theme": 5', "Line 2: the setting general.theme cannot be “5”"),
    ("null", '"theme": "dark"', '"theme": null', "Line 2: the setting general.theme cannot be “null”"),
    ("an object", '"theme": "dark"', '"theme": {"name": "dark"}', 'general.theme cannot be “{"name": "dark"}”'),
    ("a list", '"theme": "dark"', '"theme": ["dark"]', "Line 2: the setting general.theme cannot be"),
    ("nothing", '"theme": "dark"', '"theme": ', "Line 2: the setting general.theme cannot be “”"),
    ("no quotes", '"theme": "dark"', '"theme": dark', "Line 2: the setting general.theme cannot be “dark”"),
    (
        "a number too small",
        '"max_rounds": 7',
        '"max_rounds": -3',
        "Line 5: the setting limits.max_rounds cannot be",
    ),
    ("a number too large", '"max_rounds": 7', '"max_rounds": 1e99', "limits.max_rounds cannot be"),
    ("a text for a number", '"max_rounds": 7', '"max_rounds": "seven"', "limits.max_rounds cannot be “seven”"),
    ("a section that is none", '{"max_rounds": 7}', "5", "Line 5: the setting limits cannot be “5”"),
    ("a key that is there twice", '"theme": "dark"', '"theme": "light", "theme": "dark"', "theme is there twice"),
    ("an item that is none", '[{"vault": "v"', '[5, {"vault": "v"', "safety.rules[0] cannot be “5”"),
    ("an item without what it needs", "[{", '[{"folder": "x"}, {', "safety.rules[0] cannot be"),
    (
        "an item with a wrong part",
        "[{",
        '[{"vault": 5, "folder": "x", "allow": true}, {',
        "rules[0].vault cannot be",
    ),
]


@pytest.mark.parametrize(("old", "new", "words"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED])
def test_one_bad_value_gives_way_alone_and_is_reported_with_its_line(
    file: Path, old: str, new: str, words: str
) -> None:
    file.write_text(GOOD)
    whole = load(file)
    assert old in GOOD
    file.write_text(GOOD.replace(old, new, 1))
    settings, problems = read(file)
    assert len(problems) == 1
    assert words in problems[0]
    assert problems[0].startswith("Line ")
    assert settings.model == whole.model
    assert settings.general.last_vault == "/home/me/Notes"
    assert (settings.safety.mode, settings.safety.rules) == ("read_only", whole.safety.rules)
    assert settings.general.theme == (whole.general.theme if '"theme"' in new and "twice" in words else
                                      "system" if "theme" in old else "dark")  # fmt: skip
    assert settings.limits.max_rounds == (10 if "max_rounds" in old else 7)


HARMLESS = [
    ("a BOM", "\ufeff" + GOOD),
    ("UTF-16", None),
    ("comments", "// mine\n" + GOOD.replace('"limits"', '/* how far */ "limits"')),
    ("a comma at the end", GOOD.replace("7}\n", "7,},\n")),
    ("an unknown key", GOOD.replace('"theme"', '"later": {"x": [1]}, "theme"')),
]


@pytest.mark.parametrize("text", [text for _, text in HARMLESS], ids=[name for name, _ in HARMLESS])
def test_what_costs_no_value_is_read_without_a_word(file: Path, text: str | None) -> None:
    file.write_text(GOOD)
    whole = load(file)
    file.write_bytes(GOOD.encode("utf-16") if text is None else text.encode())
    assert read(file) == (whole, [])


@pytest.mark.parametrize("kept", range(len(GOOD)))
def test_file_cut_anywhere_gives_what_is_before_the_cut(file: Path, kept: int) -> None:
    file.write_text(GOOD[:kept])
    settings, problems = read(file)
    if GOOD[:kept].strip() and not GOOD[:kept].rstrip().endswith("}\n}"):
        assert problems
    assert settings.general.theme == ("dark" if '"dark"' in GOOD[:kept] else "system")
    assert settings.general.last_vault == ("/home/me/Notes" if '/Notes"' in GOOD[:kept] else "")
    assert settings.model.base_url == ("http://127.0.0.1:8080/v1" if '8080/v1"' in GOOD[:kept] else "")
    assert settings.safety.mode == ("read_only" if '"read_only"' in GOOD[:kept] else "ask")
    assert settings.limits.max_rounds == (7 if "7}" in GOOD[:kept] else 10)


def test_model_whose_address_is_damaged_asks_no_other_server(file: Path) -> None:
    """Its provider's own server is another one than was meant to read the notes."""
    models = '{"provider": "openai", "base_url": ["http://proxy.lan"]}'
    file.write_text(f'{{"model": {models}, "other_models": [7, {models}, {{"provider": "openai"}}]}}')
    settings, _ = read(file)
    providers = [model.provider for model in (settings.model, *settings.other_models)]
    assert providers == ["openai_compatible", "openai_compatible", "openai"]


def test_refusal_that_is_damaged_stays_a_refusal(file: Path) -> None:
    file.write_text('{"safety": {"rules": [{"vault": "v", "folder": "Diary", "allow": "never"}], '
                    '"tools": [{"tool": "t", "allow": 0}]}}')  # fmt: skip
    settings, _ = read(file)
    assert settings.safety.rules == [FolderRule("v", "Diary", allow=False)]
    assert settings.safety.tools == [ToolRule("t", allow=False)]


def test_address_without_scheme_is_read_as_it_is_meant(file: Path) -> None:
    file.write_text('{"model": {"provider": "openai_compatible", "base_url": "127.0.0.1:18431", "model": "m"}}')
    settings, problems = read(file)
    assert (settings.model.base_url, problems) == ("http://127.0.0.1:18431/v1", [])


# --- saving ------------------------------------------------------------------------------------------------------


def test_saving_something_else_leaves_a_bad_value_to_its_owner(file: Path) -> None:
    text = GOOD.replace('"dark"', '"gloomy"').replace("[{", '[{"vault": 5}, {').replace(": 7", ': "seven"')
    file.write_text(text)
    settings, _ = read(file)
    settings.general.accent = "teal"
    assert save(settings, file) is None
    kept = json.loads(file.read_text())
    assert (kept["general"]["theme"], kept["general"]["accent"]) == ("gloomy", "teal")
    assert kept["limits"]["max_rounds"] == "seven"
    assert kept["safety"]["rules"][0] == {"vault": 5}
    assert load(file) == settings
    assert os.listdir(file.parent) == [file.name]


def test_value_that_the_user_chooses_takes_the_place_of_a_bad_one_and_the_original_is_kept(file: Path) -> None:
    text = GOOD.replace('"dark"', '"gloomy"')
    file.write_text(text)
    settings, _ = read(file)
    settings.general.theme = "light"
    original = save(settings, file)
    assert original is not None
    assert original.read_text() == text
    assert read(file) == (settings, [])


def test_mending_leaves_no_bad_value_and_keeps_the_original(file: Path) -> None:
    text = GOOD.replace('"dark"', '"gloomy"')
    file.write_text(text)
    settings, _ = read(file)
    original = mend(settings, file)
    assert original is not None
    assert original.read_text() == text
    assert read(file) == (settings, [])
    assert mend(settings, file) is None


@pytest.mark.parametrize(
    "text", ["{ broken", GOOD[:90], "// mine\n" + GOOD, GOOD + "x", "[1]", GOOD.replace(": 7", ": NaN")]
)
def test_original_of_what_is_no_json_is_kept_once_before_it_is_written(file: Path, text: str) -> None:
    file.write_text(text)
    (file.parent / "settings.json.damaged").write_text("of an older breakdown")
    settings, _ = read(file)
    original = save(settings, file)
    assert original == file.parent / "settings.json.damaged-2"
    assert original.read_text() == text
    assert (file.parent / "settings.json.damaged").read_text() == "of an older breakdown"
    assert read(file) == (settings, [])
    assert save(settings, file) is None


@pytest.mark.parametrize("data", [b"", b"\0" * 40, b" \n"])
def test_empty_file_is_reported_and_there_is_nothing_to_keep_of_it(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    settings, problems = read(file)
    assert problems == [f"{file} is empty. The defaults are used."]
    assert save(settings, file) is None
    assert os.listdir(file.parent) == [file.name]


def test_what_is_in_the_place_of_the_file_is_kept(file: Path) -> None:
    file.mkdir()
    (file / "mine.txt").write_text("mine")
    settings, problems = read(file)
    assert "Cannot read" in problems[0]
    original = save(settings, file)
    assert original is not None
    assert (original / "mine.txt").read_text() == "mine"
    assert load(file) == settings


# --- any settings, any damage ------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
MODELS = st.builds(
    ModelSettings,
    base_url=st.sampled_from(["", "http://127.0.0.1:1/v1", "https://a.example/v1"]),
    model=st.sampled_from(["", "qwen3"]),
    tools_found=st.none() | st.builds(ToolsFound, base_url=TEXT, model=TEXT),
    temperature=st.none() | st.floats(0, 2),
    max_tokens=st.none() | st.integers(1, 9999),
    stop=st.lists(TEXT, max_size=3).map(tuple),
    context_window=st.none() | st.integers(1024, 99999),
)
SETTINGS = st.builds(
    Settings,
    general=st.builds(GeneralSettings, text_size=st.integers(11, 20), last_vault=TEXT),
    model=MODELS,
    other_models=st.lists(MODELS, max_size=3),
    safety=st.builds(
        SafetySettings,
        rules=st.lists(st.builds(FolderRule, vault=TEXT, folder=TEXT), max_size=3),
        tools=st.lists(st.builds(ToolRule, tool=TEXT), max_size=3),
    ),
    limits=st.builds(
        LimitSettings,
        tool_timeout=st.floats(1, 3600),
        calls_per_round=st.integers(1, 100),
        confirm_round=st.integers(2, 1000),
        max_rounds=st.integers(1, 1000),
        turn_tokens=st.none() | st.integers(1000, 9999),
        turn_cost=st.none() | st.floats(0.5, 9),
    ),
    task_manager=st.builds(TaskManagerSettings, url=TEXT, execution_id=TEXT),
    shortcuts=st.lists(
        st.builds(ChangedKeys, command=TEXT, keys=st.lists(TEXT, max_size=2).map(tuple)), max_size=3
    ),
)
Spot = tuple[str | int, ...]


def leaves(tree: Any, spot: Spot = ()) -> list[Spot]:
    """Return the places of the plain values; what a list holds counts as one."""
    if isinstance(tree, dict) and tree:
        return [found for key, value in tree.items() for found in leaves(value, (*spot, key))]
    return [spot]


def at(tree: Any, spot: Spot) -> Any:
    for key in spot:
        tree = tree[key]
    return tree


@given(SETTINGS, st.data())
def test_every_value_that_is_not_damaged_holds(settings: Settings, data: st.DataObject) -> None:
    import tempfile

    tree = json.loads(msgspec.json.encode(settings))
    spots = leaves(tree)
    hit = data.draw(st.lists(st.sampled_from(spots), min_size=1, max_size=6, unique=True))
    damaged = copy.deepcopy(tree)
    for spot in hit:
        at(damaged, spot[:-1])[spot[-1]] = data.draw(
            st.sampled_from([{"x": 1}, -(10**9), {"a": [None]}, {}, [[], 5], [{}], -1.5])
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_text(json.dumps(damaged, indent=data.draw(st.sampled_from([None, 2]))), "utf-8")
        found, problems = read(file)
        again = found
        save(again, file)
        assert load(file) == again
        assert json.loads(file.read_text("utf-8")) == damaged
    fits: tuple[object, object] = ("other_models",), [{}]  # a model of which all is left to the defaults
    assert problems or all((spot, at(damaged, spot)) == fits for spot in hit)
    loaded = json.loads(msgspec.json.encode(found))
    asks_nobody = ("model", "base_url") in hit
    for spot in spots:
        if any(spot[: len(other)] == other or other[: len(spot)] == spot for other in hit):
            continue
        if spot[:2] == ("model", "tools_found") and any(other[:2] == spot[:2] for other in hit):
            continue  # of which nothing is known without the rest
        if spot == ("model", "provider") and asks_nobody:
            continue
        assert at(loaded, spot) == at(tree, spot), spot


@given(SETTINGS, st.data())
def test_every_item_of_a_list_that_is_not_damaged_holds(settings: Settings, data: st.DataObject) -> None:
    import tempfile

    tree = json.loads(msgspec.json.encode(settings))
    lists: list[Spot] = [
        ("other_models",),
        ("safety", "rules"),
        ("safety", "tools"),
        ("shortcuts",),
        ("model", "stop"),
    ]
    damaged = copy.deepcopy(tree)
    for spot in lists:
        items = at(damaged, spot)
        for place in sorted(data.draw(st.lists(st.integers(0, len(items)), max_size=2)), reverse=True):
            items.insert(
                place, data.draw(st.sampled_from([5, None, [], {"x": 1} if spot != ("other_models",) else 7]))
            )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        file.write_text(json.dumps(damaged), "utf-8")
        found, _ = read(file)
    assert found == settings
