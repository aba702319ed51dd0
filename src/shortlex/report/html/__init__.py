"""HTML: the report of a whole run as one file. It is imported only when asked for.

``property_record`` turns each property into plain data, in the process that ran it; ``page`` turns
all of them into one file, with pictures from ``charts`` and ``icicle``.
"""
