"""Texts that outlive the program: strict JSON and the one-line record of a deal. No game is named here."""
