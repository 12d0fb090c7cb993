"""Open the window: `python -m axon_desktop`."""

import sys

from axon_desktop.worker_process import run_if_worker

run_if_worker()  # before the window's modules: a worker needs none of them

from axon_desktop.app import main  # noqa: E402

sys.exit(main())
