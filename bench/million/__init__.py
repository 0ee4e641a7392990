"""A million passages in one workspace: how long recall takes, and what its vector index misses."""
