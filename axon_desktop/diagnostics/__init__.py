"""Finding faults: log files, the event log, `axon doctor`, and the report for others."""
