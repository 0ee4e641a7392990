-- One index for each vector size in use; an empty partial index costs nothing. Other sizes are searched exactly.
CREATE INDEX passage_vector_384 ON memories_passage
  USING hnsw ((vector::halfvec(384)) halfvec_cosine_ops) WHERE dimensions = 384;
CREATE INDEX passage_vector_512 ON memories_passage
  USING hnsw ((vector::halfvec(512)) halfvec_cosine_ops) WHERE dimensions = 512;
CREATE INDEX passage_vector_768 ON memories_passage
  USING hnsw ((vector::halfvec(768)) halfvec_cosine_ops) WHERE dimensions = 768;
CREATE INDEX passage_vector_1024 ON memories_passage
  USING hnsw ((vector::halfvec(1024)) halfvec_cosine_ops) WHERE dimensions = 1024;
CREATE INDEX passage_vector_1536 ON memories_passage
  USING hnsw ((vector::halfvec(1536)) halfvec_cosine_ops) WHERE dimensions = 1536;
CREATE INDEX passage_vector_3072 ON memories_passage
  USING hnsw ((vector::halfvec(3072)) halfvec_cosine_ops) WHERE dimensions = 3072;
