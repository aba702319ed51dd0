"""Fresh cases: made from a seed, and never shown to the reducer before.

shapes, spellings, families   the grammar: what a strategy and a condition may be
compose                       a case from a seed and a number
plain                         a bare sampler, which decides whether a case is kept
watch                         one reduction, counted and timed
enumeration, search, ideals   the simplest failing value
minimality                    whether a result has a part too many
compare, tables               the command and its figures
"""
