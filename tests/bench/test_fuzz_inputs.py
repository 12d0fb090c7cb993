"""A sample of the damaged inputs; `python -m bench.fuzz_inputs` plays a hundred thousand."""

from bench.fuzz_inputs import run


def test_damaged_input_is_an_error_with_a_name() -> None:
    figures = run(1500, seed=20261122)
    assert figures.faults == []
    assert figures.done.total() == 1500
