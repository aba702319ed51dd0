"""Hypothesis alias: Shortlex under the names of Hypothesis, so that its suites run unchanged.

``finder`` makes ``import hypothesis`` and its submodules succeed, and ``contents`` says which names
of ours each of them has. The other modules are what Hypothesis has and Shortlex has not, or has
under another name: small equivalents of our own, as far as other packages use them.

Nothing here is imported unless ``shortlex.as_hypothesis`` is.
"""
