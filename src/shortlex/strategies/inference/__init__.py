"""Inference: strategies found by type. Start reading at ``types``."""
