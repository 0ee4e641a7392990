-- The least that finds the same candidates: the nearest passages and those that hold the telling words, by id.
-- Frozen: a faster product must show in the ratio. It runs as the application's role, under row-level security.
(SELECT p.id FROM memories_passage p
 WHERE p.workspace_id = ANY(%(workspaces)s) AND p.dimensions = 384 AND p.model = %(model)s
 ORDER BY p.vector::halfvec(384) <=> %(vector)s::halfvec(384) LIMIT %(most)s)
UNION ALL
SELECT bench_floor_words(%(workspaces)s, %(terms)s, %(most)s)
