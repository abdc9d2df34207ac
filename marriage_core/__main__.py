"""`python -m marriage_core …`: see marriage_core.cli."""

from marriage_core.cli import run_process

if __name__ == "__main__":
    run_process()
