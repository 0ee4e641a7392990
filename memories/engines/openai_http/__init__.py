"""Vectors from any server that speaks the OpenAI-compatible protocol: POST {base}/embeddings.

`address` reads the setting, `transport` sends one request and repeats it while that may help, `answer`
takes the vectors out of the reply, and `embedder` cuts texts and puts batches together.
"""
