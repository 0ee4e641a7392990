"""Text as Continuum sees it: cleaning, words, passages, names, days and links.

Pure Python: no Django, no database, no I/O but the time-zone tables. Import from the modules themselves.
"""
