"""Putting memories into a context unasked: recall chooses them, here they are framed and recorded."""
