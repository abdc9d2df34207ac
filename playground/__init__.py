"""A Discord of our own on loopback: REST, gateway and a web page, for trying and testing a bot without an account.

It knows nothing of any game. ``serve`` starts one in this process, ``python -m playground`` from the command line.
"""

from playground.server import Playground, serve

__all__ = ["Playground", "serve"]
