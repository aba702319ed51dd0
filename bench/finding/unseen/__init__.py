"""The half that is written without regard to the implementation: see bench.finding.property."""
