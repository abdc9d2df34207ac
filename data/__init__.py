"""What outlives the process: the store of tables, results and settings, and the word catalogues."""
