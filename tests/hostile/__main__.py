"""``python -m tests.hostile --bodies 100000 --seed 0 --jobs 2 --json FILE``."""

import sys

from tests.hostile.campaign import main

if __name__ == "__main__":
    sys.exit(main())
