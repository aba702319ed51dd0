"""Provisional: strategies whose values may change, since the rules they follow do.

::

    from shortlex import provisional
"""

from shortlex.strategies.internet import domains, urls

__all__ = ["domains", "urls"]
