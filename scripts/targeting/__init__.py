"""Fitting the weights of target scoring: the collected cases, the fit, and its report."""
