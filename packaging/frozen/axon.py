"""What a frozen `axon` runs: a worker if it was started as one, else the command line."""

import sys

from axon_desktop.worker_process import run_if_worker

run_if_worker()

from axon_desktop.cli import main  # noqa: E402

sys.exit(main())
