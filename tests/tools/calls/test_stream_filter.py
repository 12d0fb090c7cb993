import time

from axon_desktop.tools.calls.stream_filter import StreamFilter

_BLOCK = '```json:tool\n{"tool": "read_note", "params": {"path": "A"}}\n```\n'


def test_text_is_shown_at_once() -> None:
    stream = StreamFilter()
    assert stream.feed("Hel") == "Hel"
    assert stream.feed("lo\nwor") == "lo\nwor"
    assert stream.feed("ld") == "ld"


def test_inline_code_is_shown_once_it_cannot_be_a_fence() -> None:
    stream = StreamFilter()
    assert stream.feed("``") == ""
    assert stream.feed("x`` is") == "``x`` is"


def test_a_tool_block_is_never_shown() -> None:
    stream = StreamFilter()
    shown = [stream.feed(letter) for letter in "Reading.\n" + _BLOCK + "Done."]
    assert "".join(shown) + stream.finish() == "Reading.\nDone."


def test_an_ordinary_fence_is_shown_while_it_comes() -> None:
    stream = StreamFilter()
    assert stream.feed("```py\nx = 1") == "```py\nx = 1"


def test_a_json_fence_is_shown_as_soon_as_it_is_no_call() -> None:
    stream = StreamFilter(["read_note"])
    assert stream.feed('```json\n{"a": 1}\n') == ""
    assert stream.feed("```\n") == '```json\n{"a": 1}\n```\n'


def test_a_near_miss_is_shown_when_text_follows() -> None:
    stream = StreamFilter(["read_note"])
    fence = '```json\n{"name": "read_note", "arguments": {"path": "A"}}\n```\n'
    assert stream.feed(fence) == ""
    assert stream.feed("So you see.\n") == fence + "So you see.\n"
    assert stream.finish() == ""


def test_a_carriage_return_waits_for_its_line_feed() -> None:
    stream = StreamFilter()
    assert stream.feed("a\r") == "a"
    assert stream.feed("\nb") == "\r\nb"


def test_ten_times_the_text_costs_about_ten_times_the_time() -> None:
    """One letter at a time, as the slowest stream comes; a quadratic reader would take a hundred times as long."""

    def cost(size: int) -> float:
        best = float("inf")
        for _ in range(2):
            start = time.process_time()
            for piece in ("long line without an end ", "{", "`", " ", "```json\n{\n", "- x\n", "\r"):
                stream = StreamFilter(["read_note"])
                for letter in piece * (size // len(piece)):
                    stream.feed(letter)
                stream.finish()
            best = min(best, time.process_time() - start)
        return best

    assert cost(30_000) < 40 * cost(3_000)
