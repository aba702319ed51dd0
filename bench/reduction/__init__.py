"""The benchmark of reduction: many small bugs, each with the smallest case that shows it."""
