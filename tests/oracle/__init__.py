"""The brute-force oracle: the rule book's questions answered in the plainest way, sharing no code with the solver."""
