"""Open the window: `python -m axon_desktop`."""

import sys

from axon_desktop.app import main

sys.exit(main())
