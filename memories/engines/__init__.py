"""Texts to vectors. Callers need three names: `registry.embedder`, `deadline.embed_within`,
`base.Embedder`.
"""
