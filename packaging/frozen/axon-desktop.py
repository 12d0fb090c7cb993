"""What a frozen `axon-desktop` runs: a worker if it was started as one, else the window."""

import sys

from axon_desktop.worker_process import run_if_worker

run_if_worker()

from axon_desktop.app import main  # noqa: E402

sys.exit(main())
