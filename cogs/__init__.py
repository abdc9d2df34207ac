"""Discord's face: commands and buttons in, messages out. Knows no rule and sees no hidden card."""
