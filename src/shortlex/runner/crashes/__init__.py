"""Crashes: tests that kill their process, and cases that run in a process of their own."""
