"""Provisional: strategies whose values may change, because the standards they follow change.

::

    from shortlex import provisional
"""

from shortlex.strategies.internet import domains, urls

__all__ = ["domains", "urls"]
