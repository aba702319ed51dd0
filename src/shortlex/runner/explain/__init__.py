"""Explain: finds out what matters in a failing case. Start at ``experiment``."""
