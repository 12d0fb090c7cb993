"""Fixtures of the index's tests."""

from tests.forking.workers import forked_workers, real_workers

__all__ = ["forked_workers", "real_workers"]
