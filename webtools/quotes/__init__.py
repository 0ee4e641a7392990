"""Whether a quote stands on a page, word for word."""
