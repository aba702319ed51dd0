from __future__ import annotations
def narrow(base, conditions):
    return base, ()
