"""Extra: strategies for values of other packages, each imported only when it is used."""

import sys

from shortlex.extra.later import LaterFinder

if LaterFinder not in sys.meta_path:
    sys.meta_path.append(LaterFinder)
