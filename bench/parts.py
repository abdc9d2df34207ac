"""The parts of the benchmark, in the order of the table."""

from bench import game, solver
from bench.figures import Part

PARTS: dict[str, Part] = {"solver": solver.figures, "game": game.figures}
