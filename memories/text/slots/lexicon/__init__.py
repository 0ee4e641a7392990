"""What each language's words do: bind, soften, deny, oppose, count, and which of them say the same.

Lists of our own, made for the short statements that memories are; they are read once, at the first use.
"""
