"""What a text says that must not differ: its slots, and whether two texts say the same, or contradict.

`reading.Reading` is a text read once, `compare.compare` says what two of them are to each other,
`thresholds.thresholds_for` knows how close a model puts what. Pure: no database, no engine.
"""
