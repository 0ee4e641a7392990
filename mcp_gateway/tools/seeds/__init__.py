"""The tools of the systems that Continuum unites, by their own names and parameters, over the same verbs.

A guide, a prompt or a habit that was written for one of them goes on working. A connection chooses them as
toolsets.
"""
