"""``python -m shortlex`` is the program ``shortlex``."""

import sys

from shortlex.cli.entry import main

sys.exit(main())
