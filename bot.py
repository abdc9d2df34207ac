"""Starts the bot: see cogs/start.py.

Nothing else is imported here, for every process in which computer players think reads this file anew.
"""

import sys

if __name__ == "__main__":
    from cogs.start import main

    sys.exit(main())
