"""The words of a request that can tell what it is about."""

import pytest

from axon_desktop.vault.common_words import telling_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What is the door code at Ada Quill's?", ["door", "code", "Ada", "Quill"]),
        ("Please tell me. Where is it?", []),
        ("hello hello!", ["hello"]),
        ("陈静住在哪里？请告诉我地址。", ["陈静住在哪里", "请告诉我地址"]),
        ("My pulse on 7 March 2026", ["2026-03-07", "pulse", "March", "2026"]),
        ("lunch, March 3rd", ["03-03", "lunch", "March", "3rd"]),
        ("2026 年 5 月 20 日的会议", ["2026-05-20", "2026", "20", "日的会议"]),
        ("it may rain in May", ["rain"]),
    ],
)
def test_names_and_rare_words_tell_what_a_request_is_about(text: str, words: list[str]) -> None:
    assert telling_words(text, 16) == words


def test_of_a_long_request_the_first_words_are_taken() -> None:
    assert telling_words(" ".join(f"word{number}" for number in range(50)), 3) == ["word0", "word1", "word2"]
