"""How well duplicates and conflicts are told apart: labelled pairs of texts, thresholds, figures."""
