"""The tool run_command: what may be run, and how."""
