"""Canvases are read as the JSON Canvas 1.0 specification says, and as tolerantly as Obsidian does."""

import json
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.vault.canvas.reader import (
    FARTHEST,
    LARGEST,
    MAX_BYTES,
    MAX_CARDS,
    MAX_TEXT,
    Canvas,
    CanvasError,
    read_canvas,
    reading_order,
)

BOARDS = Path(__file__).parents[2] / "data" / "boards"


def read(name: str) -> Canvas:
    return read_canvas((BOARDS / f"{name}.canvas").read_bytes())


def canvas_of(*nodes: object, edges: tuple[object, ...] = ()) -> Canvas:
    return read_canvas(json.dumps({"nodes": nodes, "edges": edges}).encode())


def test_cards_have_what_the_file_says() -> None:
    text, file, link = read("plain").cards

    assert (text.kind, text.x, text.y, text.width, text.height) == ("text", -120, -80, 260, 140)
    assert text.text.startswith("## Plan")
    assert (file.kind, file.target) == ("file", "Home.md")
    assert (link.kind, link.target) == ("link", "https://example.org/start")


def test_edges_have_sides_ends_and_labels() -> None:
    first, second = read("plain").edges

    assert (first.start, first.end, first.start_side, first.end_side) == (0, 1, "right", "left")
    assert (first.start_arrow, first.end_arrow, first.label) == (False, True, "leads to")
    assert (second.start_arrow, second.end_arrow, second.start_side) == (True, False, "")


def test_groups_have_label_and_background() -> None:
    group = read("groups").cards[1]

    assert (group.kind, group.text, group.target, group.fit) == ("group", "春", "Pictures/leaf.png", "ratio")


def test_colours_are_presets_or_hex() -> None:
    colours = [card.color for card in read("colours").cards]

    assert colours == ["1", "2", "3", "4", "5", "6", "#ffe066", "#00aaff", ""]


def test_subpath_is_the_place_in_a_file() -> None:
    assert [card.anchor for card in read("places").cards] == ["Next steps", "^a1", "", ""]


def test_what_is_not_understood_is_counted_and_the_rest_is_there() -> None:
    canvas = read("strange")
    odd = dict(canvas.oddities)

    assert [card.text for card in canvas.cards] == ["first", "second", "far", ""]
    assert odd == {"same_id": 1, "odd_position": 2, "unknown_type": 4, "loose_edge": 2}
    far = canvas.cards[2]
    assert (far.x, far.y, far.width, far.height) == (FARTHEST, -FARTHEST, 1, 1)
    assert [(edge.start, edge.end, edge.start_side, edge.end_side) for edge in canvas.edges] == [(0, 2, "", "top")]


def test_edges_of_a_shared_id_lead_to_the_first() -> None:
    assert read("strange").edges[0].start == 0


def test_not_a_number_and_lone_surrogates_are_corrected() -> None:
    (card,) = read("lone_surrogates").cards

    assert card.x == 0
    assert card.text == "half ? of a sign"


@pytest.mark.parametrize("data", [b"", b"  \n", b"{}", (BOARDS / "mark.canvas").read_bytes()])
def test_new_canvas_is_empty(data: bytes) -> None:
    assert read_canvas(data) == Canvas()


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"# A note\n", "not_json"),
        (b'{"nodes":[', "not_json"),
        (b"[1, 2]", "no_canvas"),
        (b'"text"', "no_canvas"),
        (b"[" * 100_000, "not_json"),
        (b'{"nodes":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "not_json"),
        (b"\xff\xfe{}", "not_json"),
        (b" " * (MAX_BYTES + 1), "too_large"),
    ],
)
def test_no_canvas_says_what_is_wrong(data: bytes, fault: str) -> None:
    with pytest.raises(CanvasError) as caught:
        read_canvas(data)

    assert caught.value.fault == fault


def test_a_hundred_megabytes_are_refused_at_once() -> None:
    data = bytes(100_000_000)
    started = time.process_time()

    with pytest.raises(CanvasError):
        read_canvas(data)

    assert time.process_time() - started < 0.05


def test_too_many_cards_and_too_long_texts_are_cut_and_counted() -> None:
    card = {"type": "text", "x": 0, "y": 0, "width": 10, "height": 10}
    canvas = canvas_of(*[{**card, "id": str(n)} for n in range(MAX_CARDS + 5)])
    long = canvas_of({**card, "id": "a", "text": "x" * (MAX_TEXT + 1)})

    assert len(canvas.cards) == MAX_CARDS
    assert dict(canvas.oddities)["too_many_cards"] == 5
    assert len(long.cards[0].text) == MAX_TEXT
    assert dict(long.oddities) == {"text_cut": 1}


def test_cards_are_read_by_rows_and_groups_before_what_lies_in_them() -> None:
    cards = read("groups").cards
    order = [cards[number].id for number in reading_order(cards)]

    assert order == ["alone", "outer", "inner", "early", "below", "late"]


def test_groups_that_lie_in_each_other_are_read_once() -> None:
    same = {"type": "group", "x": 0, "y": 0, "width": 100, "height": 100}
    cards = canvas_of(*[{**same, "id": str(n)} for n in range(5)]).cards

    assert sorted(reading_order(cards)) == [0, 1, 2, 3, 4]


def test_reading_order_of_very_many_groups_takes_no_long() -> None:
    same = {"type": "group", "width": 5_000, "height": 5_000}
    cards = canvas_of(*[{**same, "id": str(n), "x": n, "y": n} for n in range(5_000)]).cards
    started = time.process_time()

    assert len(reading_order(cards)) == 5_000
    assert time.process_time() - started < 1


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
_NODE = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "file", "link", "group", "x"]) | _ANY},
    optional=dict.fromkeys(("id", "x", "y", "width", "height", "color", "text", "file", "url", "label"), _ANY),
)
_EDGE = st.fixed_dictionaries({}, optional=dict.fromkeys(("fromNode", "toNode", "fromSide", "color"), _ANY))


@given(nodes=st.lists(_NODE | _ANY, max_size=6) | _ANY, edges=st.lists(_EDGE | _ANY, max_size=6) | _ANY)
def test_any_json_is_read_within_bounds(nodes: object, edges: object) -> None:
    canvas = read_canvas(json.dumps({"nodes": nodes, "edges": edges}).encode())

    for card in canvas.cards:
        assert abs(card.x) <= FARTHEST
        assert abs(card.y) <= FARTHEST
        assert 1 <= card.width <= LARGEST
        assert 1 <= card.height <= LARGEST
        card.text.encode()
    assert sorted(reading_order(canvas.cards)) == list(range(len(canvas.cards)))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(CanvasError):
        read_canvas(data)
