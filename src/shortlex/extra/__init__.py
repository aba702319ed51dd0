"""Extra: strategies for values of other packages, each imported only when it is used."""
