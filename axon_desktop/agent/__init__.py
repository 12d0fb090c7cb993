"""Who decides: the engine, the loop, approval and the events of a turn."""
