"""The benchmark: `python -m bench`. Figures are ratios to peers measured in the same run, medians of several."""
