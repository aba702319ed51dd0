"""Plugin: how pytest runs properties. ``_shortlex_pytest`` loads it with the first one."""
