"""HTML: the report of a whole run as one file. Imported only when it is asked for.

``property_record`` makes plain data of each property in the process that ran it; ``page`` makes
one file of all of them, with pictures from ``charts`` and ``icicle``.
"""
