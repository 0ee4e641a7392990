"""What a text claims of which things, by local rules: pure, and rather silent than wrong. `reading.read` is
the way in.
"""
