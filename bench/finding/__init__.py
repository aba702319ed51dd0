"""Finding: how often, how soon and how fast random cases find planted bugs, beside Hypothesis.

``property`` says how a bug is written; ``seen`` and ``unseen`` are two halves of them.
"""
