"""Marriage and its relatives as pure values: cards, rules, events, views, a solver and computer players.

Standard library only. Nothing here reads a clock, a random source or a file, except `hosting` and `cli`.
"""
