import msgspec
import pytest

from axon_desktop.agent.plan.plan import Plan, PlanStep, decode_plan, encode_plan
from axon_desktop.errors import PlanError

PLAN = Plan.draft("整理", [("Do A", "A is there"), ("做 B", "B 在")])


def test_file_has_exactly_the_keys_of_the_schema() -> None:
    value = msgspec.json.decode(encode_plan(PLAN.with_step(1, "completed", "Done.")))
    assert list(value) == ["id", "goal", "steps", "status", "createdAt", "updatedAt"]
    assert list(value["steps"][0]) == ["id", "description", "expectedOutcome", "status", "result"]
    assert list(value["steps"][1]) == ["id", "description", "expectedOutcome", "status"]
    assert isinstance(value["createdAt"], int)


def test_plan_comes_back_as_it_was() -> None:
    assert decode_plan(encode_plan(PLAN)) == PLAN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"goal": "g"}',
        encode_plan(PLAN).replace("pending", "waiting"),
        encode_plan(PLAN).replace("Do A", " "),
        encode_plan(PLAN).replace('"id":2', '"id":1'),
    ],
)
def test_damaged_plan_is_a_named_error(text: str) -> None:
    with pytest.raises(PlanError):
        decode_plan(text)


def test_step_that_was_cut_off_is_the_next_one() -> None:
    running = PLAN.with_step(1, "completed").with_step(2, "running")
    assert running.next_step == running.steps[1]
    assert running.with_step(2, "skipped").next_step is None


def test_revising_keeps_finished_steps_first_and_unchanged() -> None:
    half = PLAN.with_step(2, "completed", "Done.")
    new = PlanStep(id=3, description="Do C", expected_outcome="C is there", status="pending")
    other = msgspec.structs.replace(half.steps[1], description="something else")
    assert half.revised([new, other]).steps == (half.steps[1], new)
