"""What a text says that must not differ: its slots, and whether two texts say the same, or contradict.

`extract.slots_of` reads the slots that a fingerprint keeps, `compare.compare` sets two texts side by side,
`thresholds.thresholds_for` knows how close a model puts what. Pure: no database, no engine.
"""
