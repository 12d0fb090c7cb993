"""A real vault for the tool tests; each test takes its own."""

from collections.abc import Callable, Iterator

import pytest

from tests.tools.desk import KNOWN, Desk


@pytest.fixture(scope="session")
def make_desk(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Desk]:
    def make() -> Desk:
        folder = tmp_path_factory.mktemp("desk")
        (folder / "vault").mkdir()
        return Desk(folder / "vault", folder / "data")

    return make


@pytest.fixture
def desk(make_desk: Callable[[], Desk]) -> Iterator[Desk]:
    """A vault for one test."""
    desk = make_desk()
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def shared_desk(make_desk: Callable[[], Desk]) -> Iterator[Desk]:
    """One vault for all examples of a module's properties, each of which works in its own folder."""
    desk = make_desk()
    yield desk
    desk.close()


@pytest.fixture(scope="module")
def full_desk(make_desk: Callable[[], Desk]) -> Iterator[Desk]:
    """A vault with notes, which its properties must leave as they are."""
    desk = make_desk()
    for path in KNOWN:
        desk.put(f"{path}.md", f"text of {path}".encode())
    yield desk
    desk.close()
